// Playing a position out by a policy (seeds/search.md, M-8 and M-9).
#pragma once

#include <concepts>
#include <cstdint>

#include "core/game.hpp"
#include "search/evaluation.hpp"

namespace cloche {

enum class Policy {
  kRandom,  // uniform
  kGreedy,  // the highest prior weight, equals at random
  kPrior,   // in proportion to the prior weights
};

struct PlayoutConfig {
  static constexpr int kToTheEnd = -1;

  Policy policy = Policy::kRandom;
  int plies = kToTheEnd;  // decisions before the playout is cut and judged by the scores
};

// States with a cheaper way to the actions of highest prior weight, ascending.
template <class S>
concept FastGreedyState = ValuedState<S> && requires(const S position, LegalList<S>& list) { position.best_by_prior(list); };

template <ValuedState S>
void best_by_prior(const S& state, LegalList<S>& best) {
  if constexpr (FastGreedyState<S>) {
    state.best_by_prior(best);
  } else {
    LegalList<S> list;
    WeightList<S> weights;
    state.legal(list);
    state.prior(list, weights);
    std::uint32_t highest = 0;
    best.clear();
    for (int i = 0; i < list.size(); ++i) {
      if (weights[i] > highest) {
        highest = weights[i];
        best.clear();
      }
      if (weights[i] == highest) best.push(list[i]);
    }
  }
}

// The decision of a policy; one call of below() each (M-9).
template <Policy kPolicy, ValuedState S>
[[nodiscard]] Action policy_action(const S& state, Rng& rng) {
  if constexpr (kPolicy == Policy::kRandom) return random_action(state, rng);
  LegalList<S> list;
  if constexpr (kPolicy == Policy::kGreedy) {
    best_by_prior(state, list);
    return list[rng.below(list.size())];
  }
  WeightList<S> weights;
  state.legal(list);
  state.prior(list, weights);
  std::uint32_t total = 0;
  for (const std::uint32_t weight : weights) total += weight;
  std::uint32_t rest = rng.below(total);
  int i = 0;
  while (rest >= weights[i]) rest -= weights[i++];
  return list[i];
}

// As below, by one policy.
template <Policy kPolicy, ValuedState S>
bool play_out_by(S& state, int plies, Rng& rng, std::uint64_t& nodes) {
  for (int decisions = 0;; ++nodes) {
    const int mover = state.mover();
    if (mover == kTerminal) return true;
    if constexpr (ChanceState<S>) {
      if (mover == kChance) {
        state.apply(state.sample(rng));
        continue;
      }
    }
    if (decisions == plies) return false;
    state.apply(policy_action<kPolicy>(state, rng));
    ++decisions;
  }
}

// Plays `state` on in place until it is over or cut, and says whether it is over. Adds the moves applied to `nodes`.
template <ValuedState S>
bool play_out(S& state, const PlayoutConfig& config, Rng& rng, std::uint64_t& nodes) {
  switch (config.policy) {
    case Policy::kRandom: return play_out_by<Policy::kRandom>(state, config.plies, rng, nodes);
    case Policy::kGreedy: return play_out_by<Policy::kGreedy>(state, config.plies, rng, nodes);
    case Policy::kPrior: return play_out_by<Policy::kPrior>(state, config.plies, rng, nodes);
  }
  return false;
}

// Plays `state` out in place and judges where it ends.
template <ValuedState S>
[[nodiscard]] Evaluation evaluate_by_playout(S& state, const PlayoutConfig& config, const Evaluator& evaluator, Rng& rng,
                                             std::uint64_t& nodes) {
  return play_out(state, config, rng, nodes) ? evaluator.of_end(state) : evaluator.of_cut(state);
}

}  // namespace cloche
