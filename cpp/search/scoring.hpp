// Scores of many visited edges at once, the same bits as one by one (seeds/search.md, M-13, M-14). Nothing here depends on a
// game.
#pragma once

#include <cstdint>

#include "core/fixed_point.hpp"

namespace cloche {

class SelectionMath;

// The edges of a node, as arrays; of visited ones.
struct VisitedEdges {
  const UtilitySum* sums;  // below 2^52
  const std::uint32_t* visits;
  const std::uint16_t* priors;
  int count;  // a multiple of kScoredTogether

  static constexpr int kScoredTogether = 8;
};

// The first of the highest scores, and it.
struct BestEdge {
  int edge = 0;
  double score = -1.0;
};

// Scores are sum * (1 / visits) + weight * prior * (1 / (1 + visits)), without units.
[[nodiscard]] BestEdge best_by_puct(const VisitedEdges& edges, double weight, const SelectionMath& math);
// Scores are sum * (1 / visits) + weight * (1 / sqrt(visits)).
[[nodiscard]] BestEdge best_by_uct(const VisitedEdges& edges, double weight, const SelectionMath& math);

}  // namespace cloche
