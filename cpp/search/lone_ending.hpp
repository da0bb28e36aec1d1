// Exact values of endings in which only one player has anything left to decide, while things are hidden or come by chance
// (seeds/search.md, M-41 to M-43).
//
//   LoneEndingState  lists what may be hidden, and says from where on nothing that matters is decided any more
//   LoneEndingSolver averages over all of that and takes the best action at each decision of the player
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <concepts>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "core/weighted_world.hpp"
#include "search/ending.hpp"

namespace cloche {

template <class S>
concept LoneEndingState = KeyedEnding<S> && HiddenState<S> && ChanceState<S> && requires(const S position, int observer) {
  { position.worlds(observer) } -> std::same_as<std::vector<WeightedWorld<S>>>;  // H-2; reads what the observer knows
  { position.is_settled() } -> std::same_as<bool>;                               // M-41; the same in all worlds of a player
  { position.settled_action() } -> std::same_as<Action>;                         // at a decision node of a settled position
};

template <LoneEndingState S>
class LoneEndingSolver {
 public:
  explicit LoneEndingSolver(const Evaluator& evaluator) : evaluator_(evaluator) {}

  // Precondition: a player is to move in `root`, and M-41 holds there. The line ends before the first node that is not a decision of
  // this player, or is settled (M-43).
  [[nodiscard]] Ending solve(const S& root) {
    observer_ = root.mover();
    Belief belief = root.worlds(observer_);
    Ending ending;
    do {
      const Best best = best_of(belief);
      if (ending.line.empty()) ending.values = best.values;
      ending.line.push_back(best.action);
      belief = after(belief, best.action);
    } while (is_own_decision(belief));
    return ending;
  }
  // What each action is worth to the player to move, in ascending order of ids.
  [[nodiscard]] std::vector<ActionWorth> worths(const S& root) {
    observer_ = root.mover();
    const Belief belief = root.worlds(observer_);
    LegalList<S> list;
    root.legal(list);
    std::vector<ActionWorth> worths;
    for (const Action action : list) worths.push_back({action, own(value_of(after(belief, action)))});
    return worths;
  }

 private:
  using Belief = std::vector<WeightedWorld<S>>;  // worlds of one observation
  struct Best {
    Action action = 0;
    Evaluation values;
  };
  // A mean of values by weight (M-16).
  class Mean {
   public:
    void add(const Evaluation& values, std::uint64_t weight) {
      total_ += weight;
      for (std::size_t p = 0; p < kMaxPlayers; ++p) {
        utility_[p] += weight * values.utility[p];
        gain_[p] += weight * values.gain[p];
      }
    }
    [[nodiscard]] Evaluation of(const Evaluator& evaluator) const {
      Evaluation mean;
      for (std::size_t p = 0; p < static_cast<std::size_t>(evaluator.players()); ++p) {
        mean.utility[p] = static_cast<Utility>((utility_[p] + total_ / 2) / total_);
        mean.gain[p] = static_cast<std::uint32_t>((gain_[p] + total_ / 2) / total_);
      }
      evaluator.complete(mean);
      return mean;
    }

   private:
    std::uint64_t total_ = 0;
    std::array<std::uint64_t, kMaxPlayers> utility_{};
    std::array<std::uint64_t, kMaxPlayers> gain_{};
  };

  [[nodiscard]] Utility own(const Evaluation& values) const { return values.utility[static_cast<std::size_t>(observer_)]; }
  [[nodiscard]] bool is_own_decision(const Belief& belief) const {
    const S& state = belief.front().state;
    return state.mover() == observer_ && !state.is_settled();
  }
  [[nodiscard]] static Belief after(const Belief& belief, Action action) {
    Belief next = belief;
    for (WeightedWorld<S>& world : next) world.state.apply(action);
    return next;
  }

  [[nodiscard]] Best best_of(const Belief& belief) {
    Best best;
    bool first = true;
    for (const auto& [action, weight] : actions_in_order(belief.front().state)) {
      const Evaluation values = value_of(after(belief, action));
      if (first || own(values) > own(best.values)) best = {action, values};
      first = false;
    }
    return best;
  }
  [[nodiscard]] Evaluation value_of(const Belief& belief);
  [[nodiscard]] Evaluation value_of_chance(const Belief& belief);
  [[nodiscard]] Evaluation settled_value(S state) const;

  const Evaluator& evaluator_;
  int observer_ = 0;
};

template <LoneEndingState S>
Evaluation LoneEndingSolver<S>::value_of(const Belief& belief) {  // M-42
  const S& state = belief.front().state;
  if (state.mover() != kTerminal && !state.is_settled()) return state.mover() == kChance ? value_of_chance(belief) : best_of(belief).values;
  Mean mean;
  for (const WeightedWorld<S>& world : belief) mean.add(settled_value(world.state), world.weight);
  return mean.of(evaluator_);
}

// What comes is told apart as far as the observer sees it.
template <LoneEndingState S>
Evaluation LoneEndingSolver<S>::value_of_chance(const Belief& belief) {
  std::vector<std::pair<Action, Belief>> branches;
  OutcomeList<S> outcomes;
  for (const WeightedWorld<S>& world : belief) {
    world.state.outcomes(outcomes);
    for (const Outcome& outcome : outcomes) {
      const Action seen = world.state.seen(outcome.id, observer_);
      auto branch = std::find_if(branches.begin(), branches.end(), [seen](const auto& other) { return other.first == seen; });
      if (branch == branches.end()) branch = branches.insert(branches.end(), {seen, {}});
      WeightedWorld<S>& next = branch->second.emplace_back(WeightedWorld<S>{world.state, world.weight * outcome.weight});
      next.state.apply(outcome.id);
    }
  }
  Mean mean;
  for (auto& [seen, worlds] : branches) {
    std::uint64_t weight = 0;
    std::uint64_t divisor = 0;
    for (const WeightedWorld<S>& world : worlds) {
      weight += world.weight;
      divisor = std::gcd(divisor, world.weight);
    }
    for (WeightedWorld<S>& world : worlds) world.weight /= divisor;
    mean.add(value_of(worlds), weight);
  }
  return mean.of(evaluator_);
}

// Nothing that matters is decided any more: one world is played on with all that may come.
template <LoneEndingState S>
Evaluation LoneEndingSolver<S>::settled_value(S state) const {
  while (state.mover() >= 0) state.apply(state.settled_action());
  if (state.mover() == kTerminal) return evaluator_.of_end(state);
  OutcomeList<S> outcomes;
  state.outcomes(outcomes);
  // Equal keys have equal values, of which the mean is the same again.
  struct Branch {
    S next;
    S key;
    std::uint64_t weight;
  };
  std::vector<Branch> branches;
  for (const Outcome& outcome : outcomes) {
    S next = state;
    next.apply(outcome.id);
    const S key = next.ending_key();
    const auto same = std::find_if(branches.begin(), branches.end(), [&key](const Branch& branch) { return branch.key == key; });
    if (same != branches.end()) same->weight += outcome.weight;
    else branches.push_back({next, key, outcome.weight});
  }
  Mean mean;
  for (const Branch& branch : branches) mean.add(settled_value(branch.next), branch.weight);
  return mean.of(evaluator_);
}

}  // namespace cloche
