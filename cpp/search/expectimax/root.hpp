// Where an Expectimax search starts, and what one iteration of it finds (seeds/search.md, X-4, X-5, X-10).
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/game.hpp"
#include "search/expectimax/worth.hpp"
#include "search/order.hpp"

namespace cloche {

template <ValuedState S>
[[nodiscard]] S after(const S& state, Action action) {
  S next = state;
  next.apply(action);
  return next;
}

// The outcome of the highest weight at a chance node, the lowest id of equals.
template <ChanceState S>
[[nodiscard]] Action likeliest_outcome(const S& state) {
  OutcomeList<S> list;
  state.outcomes(list);
  return std::max_element(list.begin(), list.end(), [](const Outcome& a, const Outcome& b) { return a.weight < b.weight; })->id;
}

template <class S>
struct World {
  S state;
  std::uint32_t weight;
};

template <ValuedState S>
struct SearchRoot {
  RankedList<S> actions;
  int mover = 0;
  // The position itself where nothing is hidden; weights add up to less than 2^32. Their order makes no difference to what is found.
  std::vector<World<S>> worlds;

  [[nodiscard]] std::uint64_t total_weight() const {
    std::uint64_t total = 0;
    for (const World<S>& world : worlds) total += world.weight;
    return total;
  }
};

struct Iteration {
  int depth = 0;
  int chosen = 0;                                       // place in the order of the root
  std::vector<std::optional<PerPlayer<Worth>>> worths;  // by place; empty where only a bound was looked for
  std::vector<bool> proven;                             // by place
  std::vector<Action> line;
  bool root_proven = false;
  bool settled = false;  // deeper iterations find the same
};

}  // namespace cloche
