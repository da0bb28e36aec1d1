#include "search/proof.hpp"

#include <algorithm>
#include <array>

namespace cloche {
namespace {

using Sums = std::array<std::uint64_t, kMaxPlayers>;

// The expected values of a chance node, or bounds of them; nothing if a weight was too large to be kept.
Certainty expectation(const Node& node, const Arena& arena, const Evaluator& evaluator) {
  const int players = evaluator.players();
  std::uint64_t total = 0;
  bool all = true;
  Sums lows{}, highs{}, gains{};
  for (int i = 0; i < node.size(); ++i) {
    const std::uint64_t weight = node.priors()[i];
    if (weight == 0) return {};
    const ArenaIndex child = node.children()[i];
    total += weight;
    all = all && arena.is_proven(child);
    const Evaluation values = all ? arena.proven_values(child, players) : Evaluation{};
    for (int p = 0; p < players; ++p) {
      const auto at = static_cast<std::size_t>(p);
      const Range range = arena.range(child, p, players);
      lows[at] += weight * range.low;
      highs[at] += weight * range.high;
      gains[at] += weight * values.gain[at];
    }
  }
  if (total == 0) return {};
  Certainty found;
  if (all) {
    Evaluation mean;
    for (std::size_t p = 0; p < lows.size(); ++p) {
      mean.utility[p] = static_cast<Utility>((lows[p] + total / 2) / total);
      mean.gain[p] = static_cast<std::uint32_t>((gains[p] + total / 2) / total);
    }
    evaluator.complete(mean);
    found.values = mean;
  }
  for (std::size_t p = 0; p < static_cast<std::size_t>(players); ++p) {
    found.bounds.low[p] = static_cast<Utility>(lows[p] / total);
    found.bounds.high[p] = static_cast<Utility>((highs[p] + total - 1) / total);
  }
  return found;
}

// Bounds of the player to move, and of all whose utility follows from theirs; of others over the edges that may be best.
Bounds bounds_of_decision(const Node& node, const Arena& arena, const Evaluator& evaluator, Range own) {
  const int players = evaluator.players();
  const int mover = node.header().mover;
  Bounds bounds;
  for (int p = 0; p < players; ++p) {
    const auto at = static_cast<std::size_t>(p);
    Range range = own;
    if (evaluator.two_sided()) {
      if (!evaluator.same_side(p, mover)) range = {kUtilityOne - own.high, kUtilityOne - own.low};
    } else if (p != mover) {
      range = {kUtilityOne, 0};
      for (int i = 0; i < node.size(); ++i) {
        const ArenaIndex child = node.children()[i];
        if (arena.range(child, mover, players).high < own.low) continue;
        const Range other = arena.range(child, p, players);
        range = {std::min(range.low, other.low), std::max(range.high, other.high)};
      }
    }
    bounds.low[at] = range.low;
    bounds.high[at] = range.high;
  }
  return bounds;
}

}  // namespace

Certainty certainty_of(const Node& node, const Arena& arena, const Evaluator& evaluator) {
  const int players = evaluator.players();
  const int mover = node.header().mover;
  if (mover < 0) return expectation(node, arena, evaluator);
  Range own{0, 0};
  for (int i = 0; i < node.size(); ++i) {
    const Range range = arena.range(node.children()[i], mover, players);
    own = {std::max(own.low, range.low), std::max(own.high, range.high)};
  }
  if (own.low == own.high) {
    const int best = best_proven_edge(node, arena);
    if (best >= 0 && arena.proven_utility(node.children()[best], mover) == own.high)
      return {arena.proven_values(node.children()[best], players), {}};
  }
  return {std::nullopt, bounds_of_decision(node, arena, evaluator, own)};
}

int best_proven_edge(const Node& node, const Arena& arena) {
  int best = -1;
  Utility highest = 0;
  for (int i = 0; i < node.size(); ++i) {
    const ArenaIndex child = node.children()[i];
    if (!arena.is_proven(child)) continue;
    const Utility utility = arena.proven_utility(child, node.header().mover);
    if (best < 0 || utility > highest) {
      best = i;
      highest = utility;
    }
  }
  return best;
}

void list_open_edges(const Node& node, const Arena& arena, int edges, int players, bool with_proven, std::vector<int>& open) {
  const int mover = node.header().mover;
  const ArenaIndex* children = node.children();
  Utility low = 0;
  int guarantor = -1;
  for (int i = 0; i < edges; ++i) {
    const Utility own = arena.range(children[i], mover, players).low;
    if (guarantor < 0 || own > low || (own == low && arena.is_proven(children[i]) && !arena.is_proven(children[guarantor]))) {
      low = own;
      guarantor = i;
    }
  }
  open.clear();
  for (int i = 0; i < edges; ++i) {
    const bool proven = arena.is_proven(children[i]);
    const Utility high = arena.range(children[i], mover, players).high;
    const bool pruned = high < low || (high == low && !proven && i != guarantor);
    if (!pruned && (with_proven || !proven)) open.push_back(i);
  }
}

}  // namespace cloche
