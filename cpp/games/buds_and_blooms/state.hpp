// A position of Buds and Blooms, 352 bytes.
//
//   flowers[player][slot]   24 bytes each   cards bottom first, and cached what they show together (flowers.hpp)
//   faces[card]              1 byte each    of each numbered card, 0 of the others
//   hands[player]            8 bytes each   sets of card numbers, a bit each
//   compost                  8 bytes
//   known[player]            8 bytes each   whose face the player knows; together they are all numbered cards
//   sun                      8 bytes        numbered cards with a sun on the back
//   second                   8 bytes        numbered cards of deck 1
//   left[deck]               4 bytes each   cached: the faces in the lazy part
//   open[deck]               4 bytes each   cached: the faces in flowers, sheds and a take
//   under[pile]             21 bytes each   card numbers put under it, next first; 0 after the last
//   looked                   8 bytes        card numbers that a dig has looked at, first seen first; 0 after the last
//   looked_count, under_count[pile], drawn[pile], top[pile]
//   bed_card, bed_face, bed_turn[slot]      as they lie; kNone: not yet
//   beds[player][slot]                      cached: which bed lies there
//   sheds[player]                           a bit for each tool: deck * 3 + tool
//   played_as[deck * 3 + bud]               the combo of a bud in a flower
//   phase, player, cause, place, bloom
//
//   card (a slot) -> face -> turn ... -> back (a pile) -> draw -> back ... -> move ... -> over
//   move -- a flower card -------------------------------------> draw -> back ... -> move of the next player
//        -- discard --------------------------> [grow] -------->
//        -- power ----------------------------> grow -> [grow] ->
//        -- cut:take --> play_taken, cut:insert --> play_insert >
//        -- dig:compost --> take, dig:deck --> look -> back ... take
//        -- weather --> sun --> rain ---------> grow ---------->
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/game.hpp"
#include "core/weighted_world.hpp"
#include "games/buds_and_blooms/actions.hpp"
#include "games/buds_and_blooms/deck.hpp"
#include "games/buds_and_blooms/flowers.hpp"
#include "games/buds_and_blooms/tables.hpp"

namespace cloche::buds_and_blooms {

// In the order of state.md.
enum class Phase : std::uint8_t {
  kCard,
  kFace,
  kTurn,
  kBack,
  kDraw,
  kLook,
  kMove,
  kPlayTaken,
  kPlayInsert,
  kGrow,
  kTake,
  kSun,
  kRain,
  kOver
};
inline constexpr int kPhases = 14;

// Why a growth may be made.
enum class Cause : std::uint8_t { kNothing, kDiscard, kPower, kAgain, kWeather };
inline constexpr int kCauses = 4;  // beside kNothing

// A set of card numbers: deck * 24 + draw - 1, in a single deck draw - 1.
using Cards = std::uint64_t;
[[nodiscard]] constexpr Cards card_bit(int card) {
  return Cards{1} << card;
}

// Under a pile; two finished digs, which is all that S-10 lets in, put fewer there.
inline constexpr int kMaxUnder = 3 * (kMaxLook - 1);

// The faces of a hand, in groups of cards that are alike to the rival: sun, sun that may be tools, rain, rain that may be tools (E-5).
inline constexpr std::size_t kHandGroups = 4;
using HandGroups = std::array<Faces, kHandGroups>;

// Every field of a position, without padding; what `==` and hash see.
struct Position {
  std::array<std::array<Flower, kMaxSlots>, kSides> flowers{};
  std::array<std::uint8_t, kMaxCards> faces{};
  std::array<Cards, kSides> hands{};
  Cards compost = 0;
  std::array<Cards, kSides> known{};
  Cards sun = 0;
  Cards second = 0;
  std::array<Faces, kSides> left{};
  std::array<Faces, kSides> open{};
  std::array<std::array<std::uint8_t, kMaxUnder>, kSides> under{};
  std::array<std::uint8_t, kMaxLook> looked{};
  std::uint8_t looked_count = 0;
  std::array<std::uint8_t, kSides> under_count{};
  std::array<std::uint8_t, kSides> drawn{};
  std::array<std::uint8_t, kSides> top{kNone, kNone};  // an outcome of `back`
  std::array<std::uint8_t, kMaxSlots> bed_card{kNone, kNone, kNone};
  std::array<std::uint8_t, kMaxSlots> bed_face{kNone, kNone, kNone};
  std::array<std::uint8_t, kMaxSlots> bed_turn{kNone, kNone, kNone};
  std::array<std::array<std::uint8_t, kMaxSlots>, kSides> beds{};
  std::array<std::uint8_t, kSides> sheds{};
  std::array<std::uint8_t, std::size_t{kSides} * kMaxBuds> played_as{kNone, kNone, kNone, kNone, kNone, kNone};
  Phase phase = Phase::kCard;
  std::uint8_t player = 0;  // who decides, draws or looks; 0 where state.md says null
  Cause cause = Cause::kNothing;
  std::uint8_t place = kNone;  // at play_insert: bed * 11 + cards below
  std::uint8_t bloom = kNone;  // at play_taken: face | deck << 5
  std::array<std::uint8_t, 3> unused{};

  [[nodiscard]] Cards numbered() const { return known[0] | known[1]; }
  [[nodiscard]] int face_of(int card) const { return faces[static_cast<std::size_t>(card)]; }
  [[nodiscard]] int deck_of(int card) const { return static_cast<int>(second >> card & 1U); }
  [[nodiscard]] int weather_of(int card) const { return (sun >> card & 1U) != 0 ? 0 : 1; }

  friend bool operator==(const Position&, const Position&) = default;
};
static_assert(std::has_unique_object_representations_v<Position>);

class State {
 public:
  using Tables = buds_and_blooms::Tables;
  static constexpr int kMaxLegal = kNumActions;
  static constexpr int kMaxOutcomes = kMaxFaces;
  static constexpr int kFeaturesOfSeat = 5;
  static constexpr int kFeaturesEach = 9 * kMaxSlots + kFeaturesOfSeat;
  static constexpr int kFeatures = kFeaturesEach * kSides;

  explicit State(const Tables& tables);
  // The unchecked door; from_value is the checked one. Takes the cached fields as derived from the others, whatever they hold.
  // Of a position that breaks a law only questions may be asked.
  State(const Tables& tables, const Position& at);

  // Who moves
  [[nodiscard]] const Tables& tables() const { return *tables_; }
  [[nodiscard]] Phase phase() const { return at_.phase; }
  [[nodiscard]] int mover() const {
    if (at_.phase < Phase::kMove) return kChance;
    if (at_.phase == Phase::kOver) return kTerminal;
    return at_.player;
  }

  // What is legal
  void legal(FixedList<Action, kMaxLegal>& list) const;
  [[nodiscard]] bool is_legal(Action action) const;
  [[nodiscard]] Action random_legal(Rng& rng) const;  // precondition: not over
  void outcomes(FixedList<Outcome, kMaxOutcomes>& list) const;
  [[nodiscard]] Action sample(Rng& rng) const;

  // What follows
  void apply(Action action);

  // What it is worth
  [[nodiscard]] PerPlayer<int> scores() const;  // BB-23, BB-24
  [[nodiscard]] PerPlayer<int> ranks() const;   // BB-25
  [[nodiscard]] PerPlayer<double> returns() const;
  [[nodiscard]] int rival_score() const;  // solo: what is to be beaten (BB-26)
  [[nodiscard]] std::uint64_t hash() const { return hash_bytes(&at_, sizeof at_); }
  friend bool operator==(const State& a, const State& b) { return a.at_ == b.at_; }

  // What a player knows (belief.cpp)
  void redeal(int observer, Rng& rng);
  [[nodiscard]] Action seen(Action action, int observer) const;
  [[nodiscard]] static constexpr bool shows(Action action) { return action == kDigCompost; }  // D-13
  [[nodiscard]] std::string seen_text(Action action, int observer) const;
  [[nodiscard]] static State from_observation(const Value& value, const Tables& tables);  // laws.cpp
  // Numbered cards whose face the player does not know.
  [[nodiscard]] Cards hidden_from(int player) const { return at_.numbered() & ~at_.known[static_cast<std::size_t>(player)]; }
  // Faces of a deck that lie neither open nor on a numbered card outside `hidden`.
  [[nodiscard]] Faces free_faces(int deck, Cards hidden) const;
  // Two decks and solo. `hidden` has cards of the pile alone.
  [[nodiscard]] PileFacts pile_facts(int pile, Cards hidden) const;

  // Endings (ending.cpp), as search/duel_ending.hpp asks for them
  [[nodiscard]] bool duel_ending() const;                               // E-1 to E-4
  [[nodiscard]] std::vector<WeightedWorld<State>> duel_worlds() const;  // E-5; stripped
  [[nodiscard]] State stripped() const;                                 // E-6
  [[nodiscard]] State stripped_after(Action action) const;              // of a stripped position
  [[nodiscard]] State veiled(int observer) const;                       // of a stripped position

  // Knowledge for searches (value.cpp)
  void prior(const FixedList<Action, kMaxLegal>& list, FixedList<std::uint32_t, kMaxLegal>& weights) const;
  // The legal actions of maximal prior weight, ascending; precondition: a decision node.
  void best_by_prior(FixedList<Action, kMaxLegal>& list) const;
  void features(int observer, std::span<float> features) const;  // state.md, "Features"

  // Data and text (codec.cpp, laws.cpp); the keys and laws of seeds/buds_and_blooms/state.md
  [[nodiscard]] Value to_value() const;
  [[nodiscard]] Value observation(int player) const;
  [[nodiscard]] static State from_value(const Value& value, const Tables& tables);
  [[nodiscard]] std::string action_text(Action action) const;
  [[nodiscard]] std::optional<Action> parse_action(std::string_view text) const;
  [[nodiscard]] static int tensor_size(const Tables& tables);
  void observation_tensor(int player, std::span<float> tensor) const;  // tensor.cpp

  // Questions about a position
  [[nodiscard]] const Position& position() const { return at_; }
  [[nodiscard]] const Flower& flower(int player, int slot) const {
    return at_.flowers[static_cast<std::size_t>(player)][static_cast<std::size_t>(slot)];
  }
  [[nodiscard]] const Bed& bed(int player, int slot) const {
    return tables_->beds[at_.beds[static_cast<std::size_t>(player)][static_cast<std::size_t>(slot)]];
  }
  [[nodiscard]] int own_pile() const { return tables_->pile_of(at_.player); }
  [[nodiscard]] int lazy_cards(int pile) const { return tables_->pile_size() - at_.drawn[static_cast<std::size_t>(pile)]; }
  [[nodiscard]] int pile_cards(int pile) const { return lazy_cards(pile) + at_.under_count[static_cast<std::size_t>(pile)]; }
  [[nodiscard]] int held(int player) const { return std::popcount(at_.hands[static_cast<std::size_t>(player)]); }
  [[nodiscard]] int combo_of(std::uint8_t card) const;    // of a card in a flower
  [[nodiscard]] int points(int player, int slot) const;   // BB-23
  [[nodiscard]] std::uint64_t growths(int player) const;  // BB-14: bit bed * 11 + card
  [[nodiscard]] Faces faces_on(Cards cards) const;
  [[nodiscard]] Combos insertions(int player, int slot, int below) const;  // BB-19: what fits there
  [[nodiscard]] Combos combos_held(Faces faces) const;                     // what these may be played as
  [[nodiscard]] std::uint64_t blooms_on_top(int player) const;             // BB-11: bit face * 3 + bed, of any bloom
  [[nodiscard]] BedCombos combos_on_top(int player) const;                 // BB-11: bit combo * 3 + bed
  [[nodiscard]] bool obeys(int player, int slot) const;                    // BB-12, of the whole sequence
  [[nodiscard]] bool may_play(Tool tool) const;                            // BB-21
  // The card with this face that an action uses: of two, the one of the own deck. Precondition: there is one.
  [[nodiscard]] int card_with(int face, Cards among) const;
  // The pile whose top card is turned to at `back`.
  [[nodiscard]] int pile_at_back() const;
  // Card numbers of the pile.
  [[nodiscard]] Cards cards_of_pile(int pile) const {
    return tables_->single_deck ? ~Cards{0} : ((Cards{1} << kMaxFaces) - 1) << (kMaxFaces * pile);
  }
  [[nodiscard]] Cards zone_b(int pile) const;
  [[nodiscard]] Cards looked() const;
  // Whether every cached field is what it should be and all cards are accounted for; for tests and debug builds.
  [[nodiscard]] bool consistent() const;

 private:
  using Weights = FixedList<std::uint32_t, kMaxLegal>;

  // Cached fields (state.cpp)
  void derive();
  void derive_flower(Flower& flower) const;
  void note_key(Flower& flower) const;

  // Choices of a node (state.cpp, chance.cpp)
  [[nodiscard]] Choices choices() const;
  void add_moves(Choices& choices) const;
  void add_bud_plays(Choices& choices, Faces held, BedCombos fits) const;
  [[nodiscard]] std::uint64_t tool_plays(Faces held, std::uint64_t fitting_blooms) const;
  [[nodiscard]] std::uint64_t cut_takes(std::uint64_t fitting_blooms) const;
  [[nodiscard]] std::uint64_t cut_inserts(Faces held) const;
  [[nodiscard]] std::uint32_t weight_of(int outcome) const;
  [[nodiscard]] bool draws_lazily() const { return lazy_cards(own_pile()) != 0; }
  [[nodiscard]] Faces drawable() const;
  [[nodiscard]] Action sample_back(Rng& rng) const;
  [[nodiscard]] Action sample_face(Rng& rng) const;

  // Features (value.cpp)
  // Faces of each deck that may still come to a player, or are in the hand or under the pile, as the observer knows.
  [[nodiscard]] std::array<Faces, kSides> coming_to(int player, int observer) const;
  [[nodiscard]] bool may_cut(int player, const std::array<Faces, kSides>& coming) const;
  [[nodiscard]] int growing_discards(int player) const;  // cards of the hand that let something grow (BB-15, BB-16)

  // One function a step of the rules (steps.cpp)
  void lay_bed(int outcome);
  void turn_to_top(int back);
  [[nodiscard]] int draw_card(int face);
  void draw(int face);
  void look(int face);
  void move(int action);
  void play(int action, int card);
  void play_power(int card);
  void cut_take(int slot);
  void play_taken(int action);
  void play_insert(int action);
  void dig(bool compost);
  void take(int face);
  void discard(int face);
  void grow(int place);
  void put_in_shed(int card);
  [[nodiscard]] std::uint8_t open_up(int card);
  void cover(Flower& flower, std::uint8_t card, int combo);
  void note_played_as(std::uint8_t card, int combo);
  void settle();

  // Redealing (belief.cpp)
  void redeal_pile(int pile, Cards hidden, Rng& rng);
  void redeal_single_deck(Cards hidden, Rng& rng);
  [[nodiscard]] bool can_insert() const;

  // Endings (ending.cpp)
  void strip(int deck, const HandGroups& hand);  // of a deck only a hand is left

  const Tables* tables_;
  Position at_;
};
static_assert(sizeof(State) <= 384);
static_assert(GameState<State> && ChanceState<State> && FastRandomState<State> && HiddenState<State> && ValuedState<State> &&
              DataState<State>);

}  // namespace cloche::buds_and_blooms
