// A position of Bloom Town (seeds/bloom_town/rules.md and state.md).
//
//   field               bytes
//   towns               128            a set of squares a type and three for the kinds of shops (town.hpp), up to 4 players
//   points              8
//   face_down_total     2              cached: all face-down tiles, community tiles included
//   emptied             2              market spaces to be refilled, in their order
//   hands               8              up to two tiles a player, open or hidden
//   kept                4              the kind kept for final scoring
//   market, stacks      5 + 5          the kind in each market space, face-down tiles of each stack
//   left_over           1              left-over tiles not turned up yet
//   out                 10             building tiles that left the game, by kind
//   face_down           15             face-down tiles by outcome id: ten kinds (`pool`), five community types
//   tokens, by_token    1 + 1          bits: players who have their token, types that a token has triggered
//   used, extra_due     1 + 1          bits of bonus kinds used in this turn; an extra turn is to come
//   cell, phase, player 1 + 1 + 1      the square of the tile just built
//
//   shops -> hands -> market -> left_over -> turn ... -> keep (a player each) -> over
//   turn: build -> [bloom] -> [token] -> [draw ...] -> [take] -> (extra: once more) -> [refill ...] -> next player
//   Chance: shops, hands, market, left_over, draw, refill.
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
#include "games/bloom_town/actions.hpp"
#include "games/bloom_town/hand.hpp"
#include "games/bloom_town/tables.hpp"
#include "games/bloom_town/town.hpp"

namespace cloche::bloom_town {

// In the order of state.md.
enum class Phase : std::uint8_t { kShops, kHands, kMarket, kLeftOver, kBuild, kBloom, kToken, kTake, kDraw, kRefill, kKeep, kOver };
inline constexpr int kPhases = 12;

// Every field of a position, without padding; what `==` and hash see.
struct Position {
  std::array<Town, kMaxTowns> towns{};
  std::array<std::uint16_t, kMaxTowns> points{};
  std::uint16_t face_down_total = 0;
  SpaceQueue emptied;
  std::array<Hand, kMaxTowns> hands{};
  std::array<std::uint8_t, kMaxTowns> kept{kNoKind, kNoKind, kNoKind, kNoKind};
  std::array<std::uint8_t, kStacks> market{kNoKind, kNoKind, kNoKind, kNoKind, kNoKind};
  std::array<std::uint8_t, kStacks> stacks{};
  std::uint8_t left_over = 0;
  std::array<std::uint8_t, kKinds> out{};
  std::array<std::uint8_t, kTiles> face_down{};
  std::uint8_t tokens = 0;
  std::uint8_t by_token = 0;
  std::uint8_t used = 0;  // bits 1 << kDouble, 1 << kExtra
  bool extra_due = false;
  std::uint8_t cell = kNoCell;
  Phase phase = Phase::kHands;
  std::uint8_t player = 0;  // whose turn it is or who draws; 0 where state.md says null
  std::uint8_t unused = 0;

  friend bool operator==(const Position&, const Position&) = default;
};
static_assert(std::has_unique_object_representations_v<Position>);

class State {
 public:
  using Tables = bloom_town::Tables;
  static constexpr int kMaxLegal = kMaxInHand * kCells;
  static constexpr int kMaxOutcomes = kTiles;
  static constexpr int kFeaturesEach = 4 + 2 * kTypes + 1;
  static constexpr int kFeatures = kFeaturesEach * kMaxTowns + 1 + kStacks;
  static_assert(kMaxLegal >= kMaxOutcomes && kMaxLegal >= kCommunity + kTypes);

  explicit State(const Tables& tables);
  // The unchecked door; from_value is the checked one. Takes the cached field as derived from the others, whatever it holds.
  // Of a position that breaks a law only questions may be asked.
  State(const Tables& tables, const Position& at);

  // Who moves
  [[nodiscard]] const Tables& tables() const { return *tables_; }
  [[nodiscard]] Phase phase() const { return at_.phase; }
  [[nodiscard]] int mover() const {
    if (is_chance(at_.phase)) return kChance;
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
  [[nodiscard]] PerPlayer<int> scores() const;
  [[nodiscard]] PerPlayer<int> ranks() const;  // BT-28
  [[nodiscard]] PerPlayer<double> returns() const;
  [[nodiscard]] std::uint64_t hash() const { return hash_bytes(&at_, sizeof at_); }
  friend bool operator==(const State& a, const State& b) { return a.at_ == b.at_; }

  // What a player knows (belief.cpp)
  void redeal(int observer, Rng& rng);
  [[nodiscard]] Action seen(Action action, int observer) const;
  [[nodiscard]] std::string seen_text(Action action, int observer) const;
  [[nodiscard]] static State from_observation(const Value& value, const Tables& tables);  // laws.cpp
  // O-2: tiles of each kind that the observer has not seen and that are not accounted for.
  [[nodiscard]] std::array<int, kKinds> unseen(int observer) const;

  // Knowledge for searches (value.cpp)
  void prior(const FixedList<Action, kMaxLegal>& list, FixedList<std::uint32_t, kMaxLegal>& weights) const;
  // The legal actions of maximal prior weight, ascending; precondition: a decision node.
  void best_by_prior(FixedList<Action, kMaxLegal>& list) const;
  // state.md, "Features".
  void features(int observer, std::span<float> features) const;

  // Exact endings (ending.cpp; seeds/search.md, M-34, M-41 to M-43)
  [[nodiscard]] bool solvable_ending() const;  // E-1
  // From a solvable ending on:
  [[nodiscard]] bool is_settled() const { return at_.phase >= Phase::kRefill; }  // E-2
  [[nodiscard]] Action settled_action() const;                                   // E-2; precondition: a decision node
  [[nodiscard]] State ending_key() const;                                        // of a settled position
  [[nodiscard]] std::vector<WeightedWorld<State>> worlds(int observer) const;    // H-2

  // Data and text (codec.cpp, laws.cpp); the keys and laws of seeds/bloom_town/state.md
  [[nodiscard]] Value to_value() const;
  [[nodiscard]] Value observation(int player) const;
  [[nodiscard]] static State from_value(const Value& value, const Tables& tables);
  [[nodiscard]] std::string action_text(Action action) const;
  [[nodiscard]] std::optional<Action> parse_action(std::string_view text) const;
  [[nodiscard]] static int tensor_size(const Tables& tables);
  void observation_tensor(int player, std::span<float> tensor) const;

  // Questions about a position
  [[nodiscard]] const Position& position() const { return at_; }
  [[nodiscard]] const Town& town(int player) const { return at_.towns[static_cast<std::size_t>(player)]; }
  [[nodiscard]] const Hand& hand(int player) const { return at_.hands[static_cast<std::size_t>(player)]; }
  [[nodiscard]] Squares empty_squares(int player) const { return tables_->board & ~town(player).built(); }
  [[nodiscard]] bool can_build(int player) const { return !hand(player).empty() && empty_squares(player) != 0; }  // D-2
  [[nodiscard]] bool is_used(Bonus bonus) const { return has_bit(at_.used, bonus); }
  [[nodiscard]] int community_out(int type) const {
    return tables_->per_type - at_.face_down[std::size_t{kFirstCommunity} + static_cast<std::size_t>(type)];
  }
  [[nodiscard]] unsigned bloom_options() const;  // BT-16, BT-18: a bit for each of none, double, extra
  [[nodiscard]] unsigned token_options() const;  // BT-17, BT-18: the same, then a bit a community type
  [[nodiscard]] unsigned market_spaces() const;  // a bit for each that holds a tile
  [[nodiscard]] int stack_tiles() const;         // face-down tiles in all stacks
  [[nodiscard]] bool last_round() const;         // BT-26
  // Whether the cached field is what it should be and tiles add up; for tests and debug builds.
  [[nodiscard]] bool consistent() const;

 private:
  static constexpr unsigned bit(Phase phase) { return 1U << static_cast<unsigned>(phase); }
  static constexpr bool is_chance(Phase phase) {
    constexpr unsigned kChancePhases =
        bit(Phase::kShops) | bit(Phase::kHands) | bit(Phase::kMarket) | bit(Phase::kLeftOver) | bit(Phase::kDraw) | bit(Phase::kRefill);
    return (kChancePhases >> static_cast<unsigned>(phase) & 1U) != 0;
  }
  [[nodiscard]] Town& own_town() { return at_.towns[at_.player]; }
  [[nodiscard]] Hand& own_hand() { return at_.hands[at_.player]; }

  // Choices of a node (state.cpp): the actions from `first` on, a bit each; not at `build`.
  struct Options {
    int first;
    unsigned bits;
  };
  [[nodiscard]] Options options() const;
  [[nodiscard]] unsigned shops_to_take_out() const;
  [[nodiscard]] int derived_total() const;

  // One function a step of the rules (state.cpp)
  void take_out_shop(int shop);
  void deal(int kind);
  void turn_up(int tile);
  void turn_up_left_over(int tile);
  void build(int kind, int cell);
  void use_bloom(int bonus);
  void use_token(int bonus);
  void draw(int tile);
  void take(int space);
  void keep(int kind);
  void uncover(int tile);
  void rescore(int type);
  void use(int bonus);
  void offer_token();
  void replace_tile();
  void choose_from_market();
  void finish_tile();
  void drop_empty_stacks();
  void end_turn();
  void next_keeper(int from);

  // Weighing (value.cpp)
  [[nodiscard]] int quality_of(Action action) const;  // W-2 to W-6
  void weigh_builds(FixedList<std::uint32_t, kMaxLegal>& weights) const;
  void best_builds(FixedList<Action, kMaxLegal>& list) const;

  const Tables* tables_;
  Position at_;
};
static_assert(sizeof(State) <= 256);
static_assert(GameState<State> && ChanceState<State> && FastRandomState<State> && HiddenState<State> && ValuedState<State> &&
              DataState<State>);

}  // namespace cloche::bloom_town
