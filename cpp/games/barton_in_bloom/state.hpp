// A game of Barton in Bloom: positions (position.hpp) and what may be done with them.
//
//   Everything still to come is a list of steps. settle() carries out those that need no node, until one stands in front
//   that does: a draw, or a pick of the mover. So a turn is a chain of small nodes, and equal insides of turns are equal.
//
//   orders, turn_up, market                              the board
//   flower_draw, judge_draw, setup_pile, setup_choice, setup_gift    each player
//   turn -- a die, the gardener ---> mode --> halves --> raise --> after --> turn of the next player
//        -- rest -----------------> income --> rest --> fresh ----> after
//        -- favour ---------------> effects --> discard --> turn
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/game.hpp"
#include "core/hash.hpp"
#include "games/barton_in_bloom/actions.hpp"
#include "games/barton_in_bloom/position.hpp"
#include "games/barton_in_bloom/tables.hpp"

namespace cloche::barton_in_bloom {

// The two halves of each specialist action, in the order of the gardener's ids.
enum Half : std::uint8_t {
  kRegrowHalf,
  kHarvestHalf,
  kTileHalf,
  kPlantHalf,
  kFlowersHalf,
  kOrnamentHalf,
  kSaleHalf,
  kOrdersHalf,
};

// Cells edge to edge with some of these.
[[nodiscard]] std::uint64_t cells_beside(std::uint64_t cells);

class State {
 public:
  using Tables = barton_in_bloom::Tables;
  static constexpr int kMaxLegal = kSquares * kOrientations;
  static constexpr int kMaxOutcomes = kMaxTiles;
  static constexpr int kFeaturesEach = 22;
  static constexpr int kFeatures = kFeaturesEach * kMaxSeats + 5;

  explicit State(const Tables& tables);
  // The unchecked door; from_value is the checked one. Takes the cached fields as derived from the others, whatever they hold.
  State(const Tables& tables, const Position& at);

  // Who moves
  [[nodiscard]] const Tables& tables() const { return *tables_; }
  [[nodiscard]] bool over() const { return at_.steps == 0; }
  [[nodiscard]] const Step& front() const { return at_.todo[at_.steps - 1U]; }  // precondition: not over
  [[nodiscard]] int mover() const {
    if (over()) return kTerminal;
    return is_draw(front().kind) ? kChance : at_.player;
  }

  // What is legal (legal.cpp, chance.cpp)
  void legal(FixedList<Action, kMaxLegal>& list) const;
  [[nodiscard]] bool is_legal(Action action) const;
  [[nodiscard]] Action random_legal(Rng& rng) const;  // precondition: not over
  void outcomes(FixedList<Outcome, kMaxOutcomes>& list) const;
  [[nodiscard]] Action sample(Rng& rng) const;

  // What follows (picks.cpp)
  void apply(Action action);

  // What it is worth (scores.cpp)
  [[nodiscard]] PerPlayer<int> scores() const;            // BN-39
  [[nodiscard]] PerPlayer<int> scores(int viewer) const;  // D-6: before the end as the viewer sees them
  // Without gossip that is hidden from the viewer, to the last (H-1).
  [[nodiscard]] PerPlayer<int> scores_in_view(int viewer) const;
  [[nodiscard]] PerPlayer<int> ranks() const;  // BN-40
  [[nodiscard]] PerPlayer<int> ranks(int viewer) const;
  [[nodiscard]] PerPlayer<double> returns() const;
  [[nodiscard]] std::uint64_t hash() const { return hash_bytes(&at_, sizeof at_ - at(kMaxSeats - tables_->player_count) * sizeof(Seat)); }
  friend bool operator==(const State& a, const State& b) { return a.at_ == b.at_; }

  // What a player knows (belief.cpp)
  void redeal(int observer, Rng& rng);
  [[nodiscard]] Action seen(Action action, int observer) const;
  [[nodiscard]] std::string seen_text(Action action, int observer) const;
  [[nodiscard]] static State from_observation(const Value& value, const Tables& tables);  // laws.cpp

  // Knowledge for searches (prior.cpp, features.cpp)
  void prior(const FixedList<Action, kMaxLegal>& list, FixedList<std::uint32_t, kMaxLegal>& weights) const;
  void features(int observer, std::span<float> features) const;
  [[nodiscard]] bool solvable_ending() const;  // E-1 to E-5 (ending.cpp)

  // Data and text (codec.cpp, laws.cpp, tensor.cpp); the keys and laws of seeds/barton_in_bloom/state.md
  [[nodiscard]] Value to_value() const;
  [[nodiscard]] Value observation(int player) const;
  [[nodiscard]] static State from_value(const Value& value, const Tables& tables);
  [[nodiscard]] std::string action_text(Action action) const;
  [[nodiscard]] std::optional<Action> parse_action(std::string_view text) const;
  [[nodiscard]] static int tensor_size(const Tables& tables);
  void observation_tensor(int player, std::span<float> tensor) const;

  // Questions about a position
  [[nodiscard]] const Position& position() const { return at_; }
  [[nodiscard]] const Seat& seat(int player) const { return at_.seats[at(player)]; }
  [[nodiscard]] const Seat& own() const { return at_.seats[at_.player]; }  // precondition: somebody's turn or set-up
  // Of the todo, next first.
  [[nodiscard]] const Step& step(int i) const { return at_.todo[at(at_.steps - 1 - i)]; }
  [[nodiscard]] const Order* order_up(int deck) const {  // face up, or none
    const std::uint8_t card = at_.orders[at(deck)];
    return card == kNone ? nullptr : &tables_->orders[at(deck)][card];
  }
  [[nodiscard]] int metric(int player, Metric metric) const;  // BN-26
  [[nodiscard]] int judge_prize(int judge, int player) const;
  // How far a judge's prize is above the highest of another player.
  [[nodiscard]] int judge_lead(int judge, int player) const;
  [[nodiscard]] int income_money(int player) const;  // BN-35
  [[nodiscard]] int turns_to_go(int player) const;   // own turns up to the limit, 0 in the set-up
  [[nodiscard]] int ornaments_of(int player, int kind) const;
  [[nodiscard]] Board ground_of(int player, Ground ground) const;  // as the tiles have it, covered or not
  [[nodiscard]] Board covered(int player) const;
  // D-9: icons from `icon` on; the shed may lack what is taken away.
  [[nodiscard]] static bool payable(const Order& order, int icon, const std::array<std::int32_t, kTypes>& shed);
  [[nodiscard]] Board places(const Shape& shape) const;  // anchors at which the mover may put it
  [[nodiscard]] bool has_place(const Ornament& ornament) const;
  [[nodiscard]] std::uint64_t free_cells() const;          // edge to edge with the mover's garden
  [[nodiscard]] unsigned fertilizers_for(int less) const;  // that the mover may buy, a bit each
  [[nodiscard]] bool is_for_sale(int ornament) const;
  [[nodiscard]] unsigned ornaments_for_sale() const;  // kinds that the mover may buy and put, a bit each
  [[nodiscard]] bool sells_ornament() const;
  [[nodiscard]] unsigned market_for_sale() const;  // spaces that the mover can pay, a bit each
  [[nodiscard]] unsigned orders_for_sale(int price) const;
  [[nodiscard]] bool drawable_judge() const { return (at_.undrawn | at_.discards) != 0; }
  [[nodiscard]] std::uint64_t hidden_judges() const;      // on hidden cards
  [[nodiscard]] std::uint64_t unseen_of(int from) const;  // judges of a deck that are not face up for all
  [[nodiscard]] bool knows(int viewer, int judge) const;  // who holds that hidden card
  // Judges of a set by their draw.
  [[nodiscard]] FixedList<std::uint8_t, kMaxJudges> by_draw(std::uint64_t judges) const;
  [[nodiscard]] int card_with(int draw) const;  // the judge of a hidden card; kNone without one
  // Whether the step in front is a node (D-2), with every refill before it made.
  [[nodiscard]] bool has_node() const;
  // Whether every cached field is what it should be and the rest keeps to its form; for tests and debug builds.
  [[nodiscard]] bool consistent() const;

 private:
  using Weights = FixedList<std::uint32_t, kMaxLegal>;

  void derive();

  // Choices of a node (legal.cpp, chance.cpp)
  [[nodiscard]] Choices choices() const;
  void add_turn(Choices& choices, bool favours) const;
  void add_plants(Choices& choices, int from) const;
  void add_puts(Choices& choices, const Ornament& ornament) const;
  void add_payments(Choices& choices, const Step& step) const;
  [[nodiscard]] bool draws_flower() const { return front().kind == StepKind::kMarket || front().kind == StepKind::kFlowerDraw; }
  [[nodiscard]] std::uint64_t drawable() const;  // outcomes at a draw of something else, a bit each
  [[nodiscard]] bool can_plant(int from) const;
  [[nodiscard]] static int income_from(const Step& step, int first);

  // Steps (steps.cpp), and what picks do (picks.cpp)
  [[nodiscard]] Seat& mine() { return at_.seats[at_.player]; }
  [[nodiscard]] Step& top() { return at_.todo[at_.steps - 1U]; }
  void push(const Step& step) {
    assert(at_.steps < kStepRoom);
    at_.todo[at_.steps++] = step;
  }
  void pop() { at_.todo[--at_.steps] = Step{}; }
  void use_up() {  // one of the n of the step in front
    if (--top().n == 0) pop();
  }
  void settle();
  [[nodiscard]] bool stands();
  [[nodiscard]] bool stands_in_setup(Step& step);
  bool go_on();
  void begin_setup(int player);
  void begin_turn(int player);
  void end_turn();
  void draw(int outcome);
  void pick(int action);
  void pick_in_turn(int action);
  void use_die(int die, int space);
  void rest_die(int die);
  void use_gardener(int action);
  void use_favour(int judge, bool at_turn);
  void choose_mode(int mode);
  void push_half(int half, int cost);
  void push_effects(const Effects& effects);
  void rest_action(int die, int x);
  void finish_harvest();
  void play_notice(int action);
  void take_tile(int pile);
  void lay_tile(int tile, int cell, int turns);
  void plant(int type, int square);
  void harvest(int square);
  void regrow(int square);
  void buy_flower(int space);
  void buy_ornament(int kind);
  void put_ornament(int kind, int square, int orientation);
  void buy_fertilizer(int fertilizer, int less);
  void pay_icon(int action);
  void pay_decoration(int action);
  void refill_bag();
  [[nodiscard]] bool close_ranks();

  const Tables* tables_;
  Position at_;
};
static_assert(GameState<State> && ChanceState<State> && FastRandomState<State> && HiddenState<State> && ValuedState<State> &&
              DataState<State>);

}  // namespace cloche::barton_in_bloom
