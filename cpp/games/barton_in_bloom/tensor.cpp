// The observation of Barton in Bloom as numbers (seeds/barton_in_bloom/state.md, "observation_tensor").
#include <algorithm>

#include "core/tensor_writer.hpp"
#include "games/barton_in_bloom/state.hpp"

namespace cloche::barton_in_bloom {
namespace {

constexpr int kPlanes = kGrounds + 1 + kTypes + 1;
constexpr int kSeatNumbers = 22;
constexpr int kOrderNumbers = kTypes + 2;
constexpr int kFirstStepNumbers = 1 + 1 + kDice + 2 + kSizes + kDice + kGrounds;

class ObservationWriter : TensorWriter {
 public:
  ObservationWriter(const State& state, int observer, std::span<float> tensor)
      : TensorWriter(tensor), state_(state), at_(state.position()), tables_(state.tables()), observer_(observer) {}

  void write() {
    for (int i = 0; i < players(); ++i) planes(player(i));  // 1
    const PerPlayer<int> scores = state_.scores_in_view(observer_);
    for (int i = 0; i < players(); ++i) seat(player(i), scores[player(i)]);  // 2
    judges();                                                                // 3
    board();                                                                 // 4
    whose();                                                                 // 5
    first_step();                                                            // 6
    assert(full());
  }

 private:
  void plane(const Board& squares) {
    for (int square = 0; square < kSquares; ++square) flag(squares.has(square));
  }
  void judge_set(std::uint64_t judges) {
    for (int judge = 0; judge < tables_.judge_count(); ++judge) flag((judges >> judge & 1U) != 0);
  }
  void ground(const Tile* tile) {
    for (std::size_t i = 0; i < kGrounds; ++i) quotient(tile == nullptr ? 0 : tile->counts[i], 9);
  }

  void planes(int player) {
    const Seat& seat = state_.seat(player);
    plane(seat.free | seat.plants());
    for (const Ground ground : {kPaving, kLawn, kPond}) plane(state_.ground_of(player, ground) & seat.open);
    plane(state_.covered(player));
    for (int type = 0; type < kTypes; ++type) plane(seat.plants_of(type));
    plane(seat.harvested);
  }

  void seat(int player, int score) {
    const Seat& seat = state_.seat(player);
    quotient(seat.money, 30);
    quotient(seat.prestige, 20);
    for (const std::int32_t n : seat.shed) quotient(n, 6);
    flag(seat.awake != 0);
    for (int i = 0; i < kFertilizerKinds; ++i) flag(seat.owns(i));
    for (const std::uint8_t n : seat.decorations) quotient(n, 4);
    quotient(seat.complete(), 6);
    int done = 0;
    int prestige = 0;
    for (std::size_t deck = 0; deck < kOrderDecks; ++deck) {
      done += std::popcount(seat.done[deck]);
      for (std::uint32_t rest = seat.done[deck]; rest != 0; rest &= rest - 1)
        prestige += tables_.orders[deck][at(std::countr_zero(rest))].prestige;
    }
    quotient(done, 8);
    quotient(prestige, 40);
    quotient(std::popcount(seat.hand), 5);
    flag(seat.gossip != kNone);
    quotient(score, 60);
    for (int kind = 0; kind < tables_.ornament_count(); ++kind)
      quotient(state_.ornaments_of(player, kind), tables_.ornaments[at(kind)].copies);
  }

  void judges() {
    const Seat& seat = state_.seat(observer_);
    const std::uint64_t gossip = seat.gossip == kNone ? 0 : std::uint64_t{1} << seat.gossip;
    judge_set(seat.hand);
    judge_set(gossip);
    for (const std::uint8_t judge : at_.board) one_hot(judge, tables_.judge_count());
    judge_set(at_.discards);
    judge_set((state_.hidden_judges() | at_.undrawn) & ~(seat.hand | seat.gone | gossip));
  }

  void board() {
    for (std::size_t die = 0; die < kDice; ++die) {
      one_hot(at_.space[die], kSpaces);
      quotient(at_.demand[die], 6);
    }
    for (int space = 0; space < tables_.market_spaces(); ++space) one_hot(at_.market[at(space)], kTypes);
    for (const std::uint8_t n : at_.bag) quotient(n, std::max(1, tables_.bag_first));
    for (const std::uint8_t tile : at_.display) ground(tile == kNone ? nullptr : &tables_.tiles[tile]);
    for (const std::uint8_t n : at_.piles) quotient(n, 22);
    for (int deck = 0; deck < kOrderDecks; ++deck) {
      const Order* order = state_.order_up(deck);
      for (std::size_t type = 0; type < kTypes; ++type) quotient(order == nullptr ? 0 : order->left[0][type], 6);
      quotient(order == nullptr ? 0 : order->money, 15);
      quotient(order == nullptr ? 0 : order->prestige, 10);
    }
  }

  void whose() {
    one_hot(state_.over() ? kStepKinds : static_cast<int>(state_.front().kind), kStepKinds + 1);
    for (int i = 0; i < players(); ++i) flag(player(i) == at_.player);
    number(state_.turns_to_go(observer_) / double(tables_.turn_limit));
    for (int i = 0; i < players(); ++i) flag(player(i) == at_.trigger);
  }

  void first_step() {
    const Step none;
    const Step& step = state_.over() ? none : state_.front();
    const StepKind kind = state_.over() ? StepKind::kOrders : step.kind;
    quotient(kind == StepKind::kIncome ? step.n + step.m : counts(kind) ? step.n : 0, 10);
    quotient(step.from, kNumActions);
    const Step* turn = nullptr;
    bool after = false;
    for (int i = 0; i < at_.steps; ++i) {
      if (turn == nullptr && state_.step(i).kind == StepKind::kTurn) turn = &state_.step(i);
      after = after || state_.step(i).kind == StepKind::kAfter;
    }
    for (int die = 0; die < kDice; ++die) quotient(turn == nullptr ? 0 : shown_of(turn->n, die), 6);
    flag(turn != nullptr && turn->tag != 0);
    flag(after);
    one_hot(kind == StepKind::kDecoration ? step.tag : -1, kSizes);
    one_hot(kind == StepKind::kMode ? step.tag : -1, kDice);
    ground(kind == StepKind::kLay ? &tables_.tiles[step.tag] : nullptr);
    one_hot(kind == StepKind::kPut ? step.tag : -1, tables_.ornament_count());
  }
  // Whether a step has an `n` or a `count`.
  [[nodiscard]] static bool counts(StepKind kind) {
    switch (kind) {
      case StepKind::kTurn:
      case StepKind::kRest:
      case StepKind::kNotice:
      case StepKind::kPay: return false;
      default: return true;  // 0 in steps without
    }
  }

  [[nodiscard]] int players() const { return tables_.player_count; }
  [[nodiscard]] int player(int i) const { return (observer_ + i) % players(); }

  const State& state_;
  const Position& at_;
  const Tables& tables_;
  int observer_;
};

}  // namespace

int State::tensor_size(const Tables& tables) {
  const int players = tables.player_count;
  const int judges = tables.judge_count();
  const int ornaments = tables.ornament_count();
  const int board =
      kDice * (kSpaces + 1) + tables.market_spaces() * kTypes + kTypes + kPiles * kGrounds + kPiles + kOrderDecks * kOrderNumbers;
  return players * (kPlanes * kSquares + kSeatNumbers + ornaments) + (4 + kNotices) * judges + board + kStepKinds + 1 + 2 * players + 1 +
         kFirstStepNumbers + ornaments;
}

void State::observation_tensor(int player, std::span<float> tensor) const {
  assert(tensor.size() == at(tensor_size(*tables_)));
  ObservationWriter(*this, player, tensor).write();
}

}  // namespace cloche::barton_in_bloom
