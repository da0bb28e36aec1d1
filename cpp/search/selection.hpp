// Which edge of a decision node a simulation takes (seeds/search.md, M-13, M-14, M-28, M-30, M-35, M-37, M-38). Nothing here
// depends on a game.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "core/rng.hpp"
#include "search/math.hpp"
#include "search/scoring.hpp"
#include "search/tree.hpp"

namespace cloche {

enum class Selection { kPuct, kUct };

struct SelectionConfig {
  Selection formula = Selection::kPuct;
  double exploration = 1.0;       // weight of the exploration term, with utilities in [0, 1]
  double fpu_reduction = 0.05;    // an unvisited edge counts as its node's mean less this (puct)
  double widening = kOff;         // edges looked at: 1 + this * sqrt(visits), in the order; below 0: all (M-30)
  double chance_widening = kOff;  // outcomes that a chance node takes: as many, with this (M-44)

  static constexpr double kOff = -1.0;
};

class Selector {
 public:
  // `arena` must outlive the selector.
  Selector(const SelectionConfig& config, const Arena& arena, int players) : config_(config), arena_(&arena), players_(players) {}

  // Of all edges that are not pruned.
  [[nodiscard]] int operator()(const Node& node) {
    const NodeHeader& header = node.header();
    const int edges = widened(header.edges, header.visits);
    if (header.recorded) [[unlikely]]
      return of_recorded(node, edges);
    return config_.formula == Selection::kPuct ? puct(node, edges) : uct(node, edges);
  }
  // Of those that are not proven either, for a probe; -1 if there are none.
  [[nodiscard]] int unproven(const Node& node);
  // Of some edges, ascending, of a node of an observer's tree; their `available` counts the present visit (M-28).
  [[nodiscard]] int among(const Node& node, std::span<const int> candidates) const;

  // For passes of the root (M-35): the edges that may be taken, and the `count` of highest rank of some edges.
  void list_open(const Node& node, std::vector<int>& edges) const;
  void keep_best(const Node& node, std::size_t count, std::vector<int>& edges);

  // The edge of a chance node that has enough outcomes (M-44); -1 if any outcome may come.
  [[nodiscard]] int among_known(const Node& node, Rng& rng) const;

  // How many of `edges` are looked at after `visits` of their node (M-30).
  [[nodiscard]] int widened(int edges, std::uint32_t visits) const {
    return config_.widening < 0.0 ? edges : widened(edges, visits, config_.widening);
  }

 private:
  [[nodiscard]] static int widened(int edges, std::uint32_t visits, double width) {
    const double wide = width * std::sqrt(static_cast<double>(visits));
    return wide < edges - 1 ? 1 + static_cast<int>(wide) : edges;
  }
  static constexpr double kUnit = 1.0 / double{kUtilityOne};
  static constexpr double kPriorUnit = 0x1p-16;
  static constexpr UtilitySum kMostSum = UtilitySum{1} << 52;  // that scoring takes

  // Of a unit of the prior, after `visits` of the node.
  [[nodiscard]] double puct_weight(std::uint32_t visits) const {
    return config_.exploration * std::sqrt(static_cast<double>(visits)) * kPriorUnit;
  }
  [[nodiscard]] int puct(const Node& node, int edges) const {  // M-13
    const NodeHeader& header = node.header();
    if (header.visits == 0) return 0;
    return best_of_first<Selection::kPuct>(node, edges, puct_weight(header.visits));
  }
  [[nodiscard]] int uct(const Node& node, int edges) const {  // M-14
    const NodeHeader& header = node.header();
    const std::uint32_t* visits = node.visits();
    if (header.visits < static_cast<std::uint32_t>(edges) || visits[edges - 1] == 0) {
      for (int i = 0; i < edges; ++i) {
        if (visits[i] == 0) return i;
      }
    }
    return best_of_first<Selection::kUct>(node, edges, config_.exploration * math_.sqrt_log(header.visits));
  }

  // The first of the highest scores of the first `edges`, of which none has a record; `weight` is that of the exploration
  // term, with puct for a unit of the prior.
  template <Selection kFormula>
  [[nodiscard]] int best_of_first(const Node& node, int edges, double weight) const;
  template <Selection kFormula>
  [[nodiscard]] double score(const Node& node, int edge, double unvisited, double weight) const {
    const std::uint32_t visits = node.visits()[edge];
    if constexpr (kFormula == Selection::kPuct) {
      return value_of(node, edge, unvisited) + (weight * node.priors()[edge]) * math_.reciprocal(1 + visits);
    } else {
      return value_of(node, edge, unvisited) + weight * math_.inverse_sqrt(visits);
    }
  }

  // What an edge is ranked by in passes of the root.
  [[nodiscard]] double rank_score(const Node& node, int edge) const;

  [[nodiscard]] int of_recorded(const Node& node, int edges);
  [[nodiscard]] int of_listed(const Node& node, std::span<const int> edges) const;
  // As above, one at a time; `weight_of` an edge.
  template <Selection kFormula, class WeightOf>
  [[nodiscard]] int best_of_listed(const Node& node, std::span<const int> edges, WeightOf weight_of) const;

  // Mean of `visits` utilities in [0, 1], by the arithmetic of M-13; visits >= 1.
  [[nodiscard]] double mean(UtilitySum sum, std::uint32_t visits) const {
    return static_cast<double>(static_cast<std::int64_t>(sum)) * math_.reciprocal(visits) * kUnit;
  }
  // What an unvisited edge counts as.
  [[nodiscard]] double first_play(const NodeHeader& header) const {
    return std::max(0.0, mean(header.sum, header.visits) - config_.fpu_reduction);
  }
  // Value of an edge for the node's mover, in [0, 1]; `unvisited` where nothing is known of it.
  [[nodiscard]] double value_of(const Node& node, int edge, double unvisited) const {
    const ArenaIndex child = node.children()[edge];
    if (arena_->is_proven(child)) [[unlikely]]
      return static_cast<double>(arena_->proven_utility(child, node.header().mover)) * kUnit;
    const std::uint32_t visits = node.visits()[edge];
    return visits == 0 ? unvisited : mean(node.sums()[edge], visits);
  }

  SelectionConfig config_;
  const Arena* arena_;
  int players_;
  const SelectionMath& math_ = SelectionMath::instance();
  std::vector<int> open_;         // edges of the present node that may be taken
  std::vector<BestEdge> ranked_;  // edges and their scores
};

template <Selection kFormula>
int Selector::best_of_first(const Node& node, int edges, double weight) const {
  constexpr bool kIsPuct = kFormula == Selection::kPuct;
  constexpr int kTogether = VisitedEdges::kScoredTogether;
  const NodeHeader& header = node.header();
  const std::uint32_t* visits = node.visits();
  BestEdge best;
  int done = 0;
  if (edges >= kTogether && header.sum < kMostSum) {  // visits go to the edges in their order: the last of some is the judge
    while (done + kTogether <= edges && visits[done + kTogether - 1] != 0) done += kTogether;
    if (done > 0) {
      const VisitedEdges visited{node.sums(), visits, node.priors(), done};
      const double scaled = weight * double{kUtilityOne};  // a power of two changes no comparison
      best = kIsPuct ? best_by_puct(visited, scaled, math_) : best_by_uct(visited, scaled, math_);
      if (done == edges) return best.edge;
      best.score *= kUnit;
    }
  }
  const double unvisited = kIsPuct ? first_play(header) : 0.0;
  for (; done < edges; ++done) {
    const double own = score<kFormula>(node, done, unvisited, weight);
    if (own > best.score) best = {done, own};
    if (visits[done] == 0) break;  // the other unvisited ones have no higher prior
  }
  return best.edge;
}

}  // namespace cloche
