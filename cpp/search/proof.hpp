// What is certain, and how it spreads upward from endings (seeds/search.md, M-16, M-37). Nothing here depends on a game.
#pragma once

#include <optional>
#include <vector>

#include "search/evaluation.hpp"
#include "search/tree.hpp"

namespace cloche {

// What the edges of a node settle: its exact values, or bounds.
struct Certainty {
  std::optional<Evaluation> values;
  Bounds bounds;  // where there are no values
};
[[nodiscard]] Certainty certainty_of(const Node& node, const Arena& arena, const Evaluator& evaluator);

// The proven edge that is best for the mover of a decision node, -1 if none is proven.
[[nodiscard]] int best_proven_edge(const Node& node, const Arena& arena);

// Of the first `edges` of a decision node those that are not pruned, ascending; without the proven ones if so asked.
void list_open_edges(const Node& node, const Arena& arena, int edges, int players, bool with_proven, std::vector<int>& open);

}  // namespace cloche
