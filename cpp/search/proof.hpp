// Exact values that spread upward from endings (seeds/search.md, M-16). Nothing here depends on a game.
#pragma once

#include <optional>

#include "search/evaluation.hpp"
#include "search/tree.hpp"

namespace cloche {

// The exact values of a node, if its edges settle them.
[[nodiscard]] std::optional<Evaluation> proof_of(const Node& node, const Arena& arena, const Evaluator& evaluator);

// The proven edge that is best for the mover of a decision node, -1 if none is proven.
[[nodiscard]] int best_proven_edge(const Node& node, const Arena& arena);

}  // namespace cloche
