// Endings of any kind, for searches that solve them (seeds/search.md, M-34).
//
//   ending.hpp       nothing hidden counts
//   lone_ending.hpp  one player decides, while things are hidden or come by chance
//   duel_ending.hpp  two decide, while hands are hidden
#pragma once

#include <optional>
#include <vector>

#include "core/rng.hpp"
#include "search/duel_ending.hpp"
#include "search/ending.hpp"
#include "search/lone_ending.hpp"

namespace cloche {

// Empty where `root` is none. Precondition: a player is to move; `rng` draws where actions are (M-54).
template <ValuedState S>
[[nodiscard]] std::optional<Ending> find_ending(const S& root, const Evaluator& evaluator, Rng rng) {
  if constexpr (LoneEndingState<S>) {
    if (root.solvable_ending()) return LoneEndingSolver<S>(evaluator).solve(root);
  } else if constexpr (EndingState<S>) {
    if (root.solvable_ending()) return EndingSolver<S>(evaluator).solve(root);
  } else if constexpr (DuelEndingState<S>) {
    if (!root.duel_ending()) return {};
    DuelEndingSolver<S> solver(root, evaluator);
    if (solver.solve()) return solver.ending(rng);
  }
  return {};
}

// What each action is worth to the player to move, in ascending order of ids; empty where `root` is no ending.
template <ValuedState S>
[[nodiscard]] std::vector<ActionWorth> ending_worths(const S& root, const Evaluator& evaluator) {
  if constexpr (LoneEndingState<S>) {
    if (root.solvable_ending()) return LoneEndingSolver<S>(evaluator).worths(root);
  } else if constexpr (EndingState<S>) {
    if (root.solvable_ending()) return EndingSolver<S>(evaluator).worths(root);
  } else if constexpr (DuelEndingState<S>) {
    if (!root.duel_ending()) return {};
    DuelEndingSolver<S> solver(root, evaluator);
    if (solver.solve()) return solver.worths();
  }
  return {};
}

}  // namespace cloche
