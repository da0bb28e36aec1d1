// In which order a pruning search looks at moves: what was best here before, what refuted others at the same depth, then the game's own
// weights, among equals what was best most often. It changes no value.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "core/game.hpp"
#include "search/expectimax/config.hpp"

namespace cloche {

class MoveHistory {
 public:
  static constexpr int kNone = -1;

  explicit MoveHistory(int actions) : counts_(static_cast<std::size_t>(actions)) { clear(); }

  void clear() {
    std::fill(counts_.begin(), counts_.end(), 0);
    for (auto& pair : killers_) pair.fill(kNone);
  }
  // A move that left nothing to look for at a node of this depth.
  void reward(int action, int depth) {
    auto& pair = killers_[static_cast<std::size_t>(depth)];
    if (pair[0] != action) pair = {action, pair[0]};
    std::uint32_t& count = counts_[static_cast<std::size_t>(action)];
    count = std::min(count + static_cast<std::uint32_t>(depth * depth), kMostCount);
  }

  // `first` is the move to look at first, or kNone.
  template <ValuedState S>
  void sort(const S& state, int depth, int first, LegalList<S>& actions) const {
    static_assert(S::kMaxLegal <= 1 << kPlaceBits);
    if (actions.size() < 2) return;
    const auto& killers = killers_[static_cast<std::size_t>(depth)];
    FixedList<std::uint64_t, std::max<int>(S::kMaxLegal, 32)> keys;  // gcc 12 takes std::sort to look past smaller arrays
    WeightList<S> weights;
    const bool weighed = depth >= kWeighFrom;
    if (weighed) state.prior(actions, weights);
    for (int i = 0; i < actions.size(); ++i) {
      const int action = actions[i];
      const std::uint64_t rank = action == first ? 3U : action == killers[0] ? 2U : action == killers[1] ? 1U : 0U;
      const std::uint64_t weight = weighed ? weights[i] : 0U;
      keys.push(rank << 62 | weight << 30 | std::uint64_t{counts_[static_cast<std::size_t>(action)]} << kPlaceBits |
                static_cast<std::uint64_t>((1 << kPlaceBits) - 1 - i));
    }
    std::sort(keys.begin(), keys.end(), [](std::uint64_t a, std::uint64_t b) { return a > b; });
    const LegalList<S> ascending = actions;
    for (int i = 0; i < keys.size(); ++i) {
      actions[i] = ascending[static_cast<int>((1 << kPlaceBits) - 1 - (keys[i] & ((1 << kPlaceBits) - 1)))];
    }
  }

 private:
  static constexpr int kPlaceBits = 12;
  static constexpr std::uint32_t kMostCount = (std::uint32_t{1} << (30 - kPlaceBits)) - 1;
  static constexpr int kWeighFrom = 2;  // the weights cost more than the last ply

  std::vector<std::uint32_t> counts_;                                           // by action
  std::array<std::array<int, 2>, ExpectimaxConfig::kMostDepth + 1> killers_{};  // by depth
};

}  // namespace cloche
