// Exact values of games without a bound of their length, in which positions come again (seeds/search.md, V-7): all positions that can be
// reached are listed, and bounds of their values drawn together from both ends, the last parts of the game first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/game.hpp"
#include "core/return_bounds.hpp"
#include "search/effort.hpp"
#include "search/known_values.hpp"

namespace cloche {

// Positions by number and what they lead to; values are those of player 0.
class PositionGraph {
 public:
  // What the value of a position is, of those that follow.
  enum class Kind : std::uint8_t { kHighest, kLowest, kMean, kEnd };
  using Number = std::uint32_t;

  // Adds the next position, before what it leads to.
  void add(Kind kind, ReturnBounds bounds) {
    kinds_.push_back(kind);
    first_edges_.push_back(edges_.size());
    bounds_.push_back(bounds);
  }
  // From the position added last; `weight` is that of an outcome.
  void lead_to(Number position, std::uint32_t weight) { edges_.push_back({position, weight}); }

  // Draws the bounds together until they no longer come closer.
  void solve(Effort& effort);
  [[nodiscard]] const ReturnBounds& bounds(Number position) const { return bounds_[position]; }
  // The most that the bounds of any position are apart.
  [[nodiscard]] double widest() const;
  [[nodiscard]] std::size_t size() const { return kinds_.size(); }
  // What it holds, and what it takes on top while it is solved.
  [[nodiscard]] std::uint64_t bytes() const {
    return kinds_.capacity() * (sizeof(Kind) + sizeof(std::size_t) + sizeof(ReturnBounds)) + edges_.capacity() * sizeof(Edge);
  }
  [[nodiscard]] std::uint64_t solving_bytes() const { return size() * kNumbersToSolve * sizeof(Number); }

 private:
  struct Edge {
    Number to;
    std::uint32_t weight;
  };
  // Positions, so that those that can come again after each other lie together, and what they lead to lies before them.
  struct Parts {
    std::vector<Number> positions;
    std::vector<std::size_t> ends;  // of each part
  };
  static constexpr std::uint64_t kNumbersToSolve = 8;

  [[nodiscard]] Parts parts() const;
  [[nodiscard]] ReturnBounds taken_from_next(Number position) const;
  [[nodiscard]] std::size_t end_of_edges(Number position) const {
    return position + std::size_t{1} < first_edges_.size() ? first_edges_[position + 1] : edges_.size();
  }

  std::vector<Kind> kinds_;
  std::vector<std::size_t> first_edges_;
  std::vector<Edge> edges_;
  std::vector<ReturnBounds> bounds_;
};

// Precondition: one player, or two, or returns that are shared.
template <GameState S>
class EndlessGame {
 public:
  // All that can be reached from `root`, whose values lie within `widest`.
  EndlessGame(const S& root, ReturnBounds widest, Effort& effort) : effort_(&effort), widest_(widest), numbers_(WholeKey<S>{root}, effort) {
    (void)number_of(root);
    for (std::size_t next = 0; next < states_.size(); ++next) add(S(states_[next]));
    effort.hold(bytes() + graph_.solving_bytes());
    graph_.solve(effort);
  }

  // What a position of them is worth to player 0.
  [[nodiscard]] double value_of(const S& state) const {
    const ReturnBounds& bounds = graph_.bounds(*numbers_.find(WholeKey<S>{state}));
    return bounds.low + 0.5 * (bounds.high - bounds.low);
  }
  [[nodiscard]] double widest() const { return graph_.widest(); }

 private:
  using Kind = PositionGraph::Kind;
  using Number = PositionGraph::Number;

  [[nodiscard]] Number number_of(const S& state) {
    const WholeKey<S> key{state};
    if (const Number* const found = numbers_.find(key)) return *found;
    const auto number = static_cast<Number>(states_.size());
    numbers_.put(key, number);
    states_.push_back(state);
    return number;
  }
  void lead_to(const S& state, Action action, std::uint32_t weight) {
    S next = state;
    effort_->count();
    next.apply(action);
    graph_.lead_to(number_of(next), weight);
  }
  void add(const S& state) {
    if (graph_.size() % kPositionsBetweenLooks == 0) effort_->hold(bytes());
    const int mover = state.mover();
    if (mover == kTerminal) {
      const double value = state.returns()[0];
      graph_.add(Kind::kEnd, {value, value});
      return;
    }
    if constexpr (ChanceState<S>) {
      if (mover == kChance) {
        graph_.add(Kind::kMean, widest_);
        OutcomeList<S> outcomes;
        state.outcomes(outcomes);
        for (const Outcome& outcome : outcomes) lead_to(state, outcome.id, outcome.weight);
        return;
      }
    }
    graph_.add(mover == 0 || state.tables().shared_return() ? Kind::kHighest : Kind::kLowest, widest_);
    LegalList<S> actions;
    state.legal(actions);
    for (const Action action : actions) lead_to(state, action, 1);
  }
  [[nodiscard]] std::uint64_t bytes() const { return graph_.bytes() + states_.capacity() * sizeof(S) + numbers_.bytes(); }

  static constexpr std::size_t kPositionsBetweenLooks = 1024;

  Effort* effort_;
  ReturnBounds widest_;
  CheckedTable<WholeKey<S>, Number> numbers_;
  std::vector<S> states_;  // by number
  PositionGraph graph_;
};

}  // namespace cloche
