// What a simulation is worth that leaves the tree before the game is over (seeds/search.md, M-80 to M-88): a linear function
// of the game's features, or what an evaluator outside the core says of some positions at once.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/game.hpp"
#include "search/evaluation.hpp"

namespace cloche {

enum class LeafValue {
  kPlayout,    // the scores where the playout is cut
  kLinear,     // the features there
  kEvaluator,  // what somebody else says of the position there
};

// Points still to come, linear in the features of a position as a player sees it (M-81).
struct LinearValue {
  double lead = 1.0;  // in expected scores, of a share of three quarters
  double bias = 0.0;
  std::vector<double> weights;  // one a feature
};

// Judges positions; made outside the core and shared by the workers of a search.
class LeafEvaluator {
 public:
  // Rows of one worker and the answers to them. A row has the numbers of a tensor and, if wanted, a byte an action.
  class Batch {
   public:
    Batch() = default;
    Batch(const Batch&) = delete;
    Batch& operator=(const Batch&) = delete;
    virtual ~Batch() = default;

    // Judges the first rows, at least one. Throws what the evaluator throws, or InvalidInput for no answer to these rows.
    // Batches of one evaluator wait for each other.
    virtual void judge(int rows) = 0;

    std::span<float> tensors;
    std::span<std::uint8_t> masks;   // empty unless wanted
    std::span<const double> values;  // of the rows last judged: one a player, the one to move first, 0 to 1
    std::span<const double> priors;  // one an action id, 0 to 1; empty from evaluators that give none
  };

  LeafEvaluator() = default;
  LeafEvaluator(const LeafEvaluator&) = delete;
  LeafEvaluator& operator=(const LeafEvaluator&) = delete;
  virtual ~LeafEvaluator() = default;

  [[nodiscard]] virtual std::unique_ptr<Batch> make_batch() = 0;
};

struct LeafConfig {
  LeafValue value = LeafValue::kPlayout;
  LinearValue linear;                        // of kLinear
  std::shared_ptr<LeafEvaluator> evaluator;  // of kEvaluator
  int batch = 1;                             // positions that it judges at once
};

// Positions that an evaluator can be given.
template <class S>
concept TensorState = GameState<S> && requires(const S position, const typename S::Tables& tables, int player, std::span<float> tensor) {
  { S::tensor_size(tables) } -> std::same_as<int>;
  position.observation_tensor(player, tensor);
};

// The scores that a linear value expects (M-81).
template <ValuedState S>
[[nodiscard]] PlayerNumbers expected_scores(const S& state, const LinearValue& value) {
  std::array<float, static_cast<std::size_t>(S::kFeatures)> features;
  assert(value.weights.size() == features.size());
  const PerPlayer<int> scores = state.scores();
  PlayerNumbers expected{};
  for (int player = 0; player < scores.size(); ++player) {
    state.features(player, features);
    double points = value.bias;
    for (std::size_t i = 0; i < features.size(); ++i) points += value.weights[i] * static_cast<double>(features[i]);
    expected[static_cast<std::size_t>(player)] = static_cast<double>(scores[player]) + points;
  }
  return expected;
}

// Writes a decision node into a row of a batch, as the player to move knows it (M-83).
template <ValuedState S>
void write_row(const S& state, LeafEvaluator::Batch& batch, int row) {
  if constexpr (TensorState<S>) {
    const auto size = static_cast<std::size_t>(S::tensor_size(state.tables()));
    state.observation_tensor(state.mover(), batch.tensors.subspan(static_cast<std::size_t>(row) * size, size));
    if (batch.masks.empty()) return;
    const auto actions = static_cast<std::size_t>(state.tables().num_distinct_actions());
    const std::span<std::uint8_t> mask = batch.masks.subspan(static_cast<std::size_t>(row) * actions, actions);
    std::fill(mask.begin(), mask.end(), std::uint8_t{0});
    LegalList<S> list;
    state.legal(list);
    for (const Action action : list) mask[action] = 1;
  }
}

// Weights of the legal actions: the game's, or by the priors of a row if there are some (M-87).
template <ValuedState S>
void weigh(const S& state, std::span<const double> priors, const LegalList<S>& actions, WeightList<S>& weights) {
  if (priors.empty()) {
    state.prior(actions, weights);
    return;
  }
  constexpr double kPriorUnit = 0x1p20;
  weights.clear();
  for (const Action action : actions)
    weights.push(std::max(std::uint32_t{1}, static_cast<std::uint32_t>(std::floor(priors[action] * kPriorUnit + 0.5))));
}

}  // namespace cloche
