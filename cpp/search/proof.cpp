#include "search/proof.hpp"

namespace cloche {
namespace {

// The expected values of a chance node with all outcomes proven; nothing if a weight was too large to be kept.
std::optional<Evaluation> expectation(const Node& node, const Arena& arena, const Evaluator& evaluator) {
  std::uint64_t total = 0;
  std::array<std::uint64_t, kMaxPlayers> utilities{};
  std::array<std::uint64_t, kMaxPlayers> gains{};
  for (int i = 0; i < node.size(); ++i) {
    const std::uint64_t weight = node.priors()[i];
    if (weight == 0) return std::nullopt;
    const Evaluation values = arena.proof(node.children()[i], evaluator.players()).values;
    total += weight;
    for (std::size_t p = 0; p < utilities.size(); ++p) {
      utilities[p] += weight * values.utility[p];
      gains[p] += weight * values.gain[p];
    }
  }
  if (total == 0) return std::nullopt;
  Evaluation mean;
  for (std::size_t p = 0; p < utilities.size(); ++p) {
    mean.utility[p] = static_cast<Utility>((utilities[p] + total / 2) / total);
    mean.gain[p] = static_cast<std::uint32_t>((gains[p] + total / 2) / total);
  }
  evaluator.complete(mean);
  return mean;
}

}  // namespace

std::optional<Evaluation> proof_of(const Node& node, const Arena& arena, const Evaluator& evaluator) {
  const int mover = node.header().mover;
  bool all = true;
  for (int i = 0; i < node.size(); ++i) {
    const ArenaIndex child = node.children()[i];
    if ((child & kProofBit) == 0) {
      all = false;
    } else if (mover >= 0 && arena.proven_utility(child, mover) == kUtilityOne) {
      return arena.proof(child, evaluator.players()).values;
    }
  }
  if (!all) return std::nullopt;
  if (mover < 0) return expectation(node, arena, evaluator);
  return arena.proof(node.children()[best_proven_edge(node, arena)], evaluator.players()).values;
}

int best_proven_edge(const Node& node, const Arena& arena) {
  int best = -1;
  Utility highest = 0;
  for (int i = 0; i < node.size(); ++i) {
    const ArenaIndex child = node.children()[i];
    if ((child & kProofBit) == 0) continue;
    const Utility utility = arena.proven_utility(child, node.header().mover);
    if (best < 0 || utility > highest) {
      best = i;
      highest = utility;
    }
  }
  return best;
}

}  // namespace cloche
