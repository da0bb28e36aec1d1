// Exact values of positions of two competing players, by alpha-beta with memory (seeds/search.md, V-1, V-5).
//
//   TacticalState  sees at once where a line of play ends, or which moves are worth a look
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/game.hpp"
#include "core/return_bounds.hpp"
#include "search/effort.hpp"
#include "search/known_values.hpp"
#include "search/order.hpp"

namespace cloche {

// In games of two players without chance, where a player is to move: bounds of what the position is worth to the mover. Unless they
// meet, `list` gets actions of which one is best, the most promising first.
template <class S>
concept TacticalState = GameState<S> && requires(const S position, LegalList<S>& list) {
  { position.tactics(list) } -> std::same_as<ReturnBounds>;
};

template <ValuedState S>
class AlphaBeta {
 public:
  // `root` is any position of the game.
  AlphaBeta(const S& root, Effort& effort) : effort_(&effort), memory_(solving_key_of(root), effort) {}

  // What a position is worth to player 0.
  [[nodiscard]] double value_of(const S& state) {
    if constexpr (!ChanceState<S>) return narrowed(state);
    return search(state, {});
  }
  // Whether it is worth at least `worth` to a player.
  [[nodiscard]] bool reaches(const S& state, double worth, int player) {
    if (player == 0) return search(state, {below(worth), worth}) >= worth;
    return search(state, {-worth, above(-worth)}) <= -worth;
  }

 private:
  struct Ranked {
    Action id;
    std::uint32_t weight;
  };
  struct Known {
    ReturnBounds bounds;  // of player 0
    Action best = 0;      // for the mover, to be looked at first
  };

  static double below(double x) { return std::nextafter(x, -std::numeric_limits<double>::infinity()); }
  static double above(double x) { return std::nextafter(x, std::numeric_limits<double>::infinity()); }

  // By searches that ask no more than whether it is at least, or more than, some value: the first is a draw.
  [[nodiscard]] double narrowed(const S& state) {
    ReturnBounds bounds;
    double found = 0.0;
    bool at_least = true;
    while (bounds.low < bounds.high) {
      const double bar = at_least ? found : above(found);
      found = search(state, {below(bar), bar});
      if (found >= bar) bounds.low = found;
      else bounds.high = found;
      at_least = found < bar;
    }
    return bounds.low;
  }

  // The value of player 0 inside the window, both ends excluded; what comes out at the low end or below is no less than the value,
  // at the high end or above no more.
  [[nodiscard]] double search(const S& state, ReturnBounds window);
  [[nodiscard]] double expected(const S& state);
  // Puts the actions to look at on top of `moves_`.
  void list_moves(const S& state, const Known* known);
  [[nodiscard]] S after(const S& state, Action action) {
    S next = state;
    effort_->count();
    next.apply(action);
    return next;
  }

  Effort* effort_;
  ForgetfulTable<SolvingKey<S>, Known> memory_;
  std::vector<Action> moves_;  // of the positions from the root down, one after the other
  LegalList<S> legal_;
  WeightList<S> weights_;
  std::vector<Ranked> ranked_;
};

template <ValuedState S>
double AlphaBeta<S>::search(const S& state, ReturnBounds window) {
  const int mover = state.mover();
  if (mover == kTerminal) return state.returns()[0];
  if (mover == kChance) return expected(state);
  const bool up = mover == 0;
  ReturnBounds known;
  const auto is_settled = [&] { return known.low >= window.high || known.high <= window.low || known.low == known.high; };
  const auto settled = [&] { return known.high <= window.low ? known.high : known.low; };
  const std::size_t first = moves_.size();
  if constexpr (TacticalState<S>) {
    const ReturnBounds seen = state.tactics(legal_);
    known = up ? seen : ReturnBounds{0.0 - seen.high, 0.0 - seen.low};
    if (is_settled()) return settled();
    moves_.insert(moves_.end(), legal_.begin(), legal_.end());
  }
  const SolvingKey<S> key = solving_key_of(state);
  const Known* const remembered = memory_.find(key);
  if (remembered != nullptr) {
    known = {std::max(known.low, remembered->bounds.low), std::min(known.high, remembered->bounds.high)};
    if (is_settled()) {
      moves_.resize(first);
      return settled();
    }
  }
  if constexpr (!TacticalState<S>) list_moves(state, remembered);

  const std::size_t last = moves_.size();
  ReturnBounds open{std::max(window.low, known.low), std::min(window.high, known.high)};
  const ReturnBounds asked = open;
  double value = up ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity();
  Action best = moves_[first];
  for (std::size_t i = first; i < last; ++i) {
    const double found = search(after(state, moves_[i]), open);
    if (up ? found > value : found < value) {
      value = found;
      best = moves_[i];
    }
    if (up) open.low = std::max(open.low, value);
    else open.high = std::min(open.high, value);
    if (open.low >= open.high) break;
  }
  moves_.resize(first);
  if (value > asked.low) known.low = std::max(known.low, value);
  if (value < asked.high) known.high = std::min(known.high, value);
  if (key.is_some()) memory_.put(key, {known, best});
  return value;
}

template <ValuedState S>
double AlphaBeta<S>::expected([[maybe_unused]] const S& state) {
  if constexpr (ChanceState<S>) {
    OutcomeList<S> outcomes;
    state.outcomes(outcomes);
    double sum = 0.0;
    double total = 0.0;
    for (const Outcome& outcome : outcomes) {
      sum += outcome.weight * search(after(state, outcome.id), {});
      total += outcome.weight;
    }
    return sum / total;
  } else {
    return 0.0;  // not reached
  }
}

template <ValuedState S>
void AlphaBeta<S>::list_moves(const S& state, const Known* known) {
  state.legal(legal_);
  state.prior(legal_, weights_);
  ranked_.clear();
  for (int i = 0; i < legal_.size(); ++i) ranked_.push_back({legal_[i], weights_[i]});
  sort_by_weight(ranked_);
  if (known != nullptr) {
    const auto best = std::find_if(ranked_.begin(), ranked_.end(), [&](const Ranked& item) { return item.id == known->best; });
    if (best != ranked_.end()) std::rotate(ranked_.begin(), best, best + 1);
  }
  for (const Ranked& item : ranked_) moves_.push_back(item.id);
}

}  // namespace cloche
