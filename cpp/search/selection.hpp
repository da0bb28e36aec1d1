// Which edge of a decision node a simulation takes (seeds/search.md, M-13, M-14 and M-28). Nothing here depends on a game.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>

#include "search/math.hpp"
#include "search/tree.hpp"

namespace cloche {

enum class Selection { kPuct, kUct };

struct SelectionConfig {
  Selection formula = Selection::kPuct;
  double exploration = 1.0;     // weight of the exploration term, with utilities in [0, 1]
  double fpu_reduction = 0.05;  // an unvisited edge counts as its node's mean less this (puct)
  double widening = kOff;       // edges looked at: 1 + this * sqrt(visits), in the order; below 0: all (M-30)

  static constexpr double kOff = -1.0;
};

class Selector {
 public:
  // `arena` must outlive the selector.
  Selector(const SelectionConfig& config, const Arena& arena) : config_(config), arena_(&arena) {}

  [[nodiscard]] int operator()(const Node& node) const { return config_.formula == Selection::kPuct ? puct(node) : uct(node); }
  // Of some edges, ascending, of a node of an observer's tree; their `available` counts the present visit (M-28).
  [[nodiscard]] int among(const Node& node, std::span<const int> candidates) const {
    const int count = static_cast<int>(candidates.size());
    candidates = candidates.first(static_cast<std::size_t>(widened(count, node.header().visits)));
    return config_.formula == Selection::kPuct ? puct_among(node, candidates) : uct_among(node, candidates);
  }

  // How many of `edges` are looked at after `visits` of their node (M-30).
  [[nodiscard]] int widened(int edges, std::uint32_t visits) const {
    if (config_.widening < 0.0) return edges;
    const double wide = config_.widening * std::sqrt(static_cast<double>(visits));
    return wide < edges - 1 ? 1 + static_cast<int>(wide) : edges;
  }

 private:
  static constexpr double kUnit = 1.0 / double{kUtilityOne};
  static constexpr double kPriorUnit = 0x1p-16;

  [[nodiscard]] int puct(const Node& node) const {  // M-13
    const NodeHeader& header = node.header();
    if (header.visits == 0) return 0;
    const double unvisited = std::max(0.0, mean(header.sum, header.visits) - config_.fpu_reduction);
    const double weight = config_.exploration * std::sqrt(static_cast<double>(header.visits));
    const std::uint32_t* visits = node.visits();
    const std::uint16_t* priors = node.priors();
    return first_of_highest(widened(header.edges, header.visits), [&](int i) {
      return value_of(node, i, unvisited) + (weight * (priors[i] * kPriorUnit)) * math_.reciprocal(1 + visits[i]);
    });
  }

  [[nodiscard]] int uct(const Node& node) const {  // M-14
    const NodeHeader& header = node.header();
    const std::uint32_t* visits = node.visits();
    const int edges = widened(header.edges, header.visits);
    if (header.visits < static_cast<std::uint32_t>(edges) || visits[edges - 1] == 0) {
      for (int i = 0; i < edges; ++i) {
        if (visits[i] == 0) return i;
      }
    }
    const double weight = config_.exploration * math_.sqrt_log(header.visits);
    return first_of_highest(edges, [&](int i) { return value_of(node, i, 0.0) + weight * math_.inverse_sqrt(visits[i]); });
  }

  [[nodiscard]] int puct_among(const Node& node, std::span<const int> candidates) const {
    const NodeHeader& header = node.header();
    if (header.visits == 0) return candidates.front();
    const double unvisited = std::max(0.0, mean(header.sum, header.visits) - config_.fpu_reduction);
    return candidates[static_cast<std::size_t>(first_of_highest(static_cast<int>(candidates.size()), [&](int c) {
      const int i = candidates[static_cast<std::size_t>(c)];
      const double weight = config_.exploration * std::sqrt(static_cast<double>(node.available()[i]));
      return value_of(node, i, unvisited) + (weight * (node.priors()[i] * kPriorUnit)) * math_.reciprocal(1 + node.visits()[i]);
    }))];
  }

  [[nodiscard]] int uct_among(const Node& node, std::span<const int> candidates) const {
    for (const int i : candidates) {
      if (node.visits()[i] == 0) return i;
    }
    return candidates[static_cast<std::size_t>(first_of_highest(static_cast<int>(candidates.size()), [&](int c) {
      const int i = candidates[static_cast<std::size_t>(c)];
      const double weight = config_.exploration * math_.sqrt_log(node.available()[i]);
      return value_of(node, i, 0.0) + weight * math_.inverse_sqrt(node.visits()[i]);
    }))];
  }

  // Mean of `visits` utilities in [0, 1], by the arithmetic of M-13; visits >= 1.
  [[nodiscard]] double mean(UtilitySum sum, std::uint32_t visits) const {
    return static_cast<double>(static_cast<std::int64_t>(sum)) * math_.reciprocal(visits) * kUnit;
  }

  // Value of an edge for the node's mover, in [0, 1]; `unvisited` where nothing is known of it.
  [[nodiscard]] double value_of(const Node& node, int edge, double unvisited) const {
    const ArenaIndex child = node.children()[edge];
    if (child & kProofBit) [[unlikely]]
      return static_cast<double>(arena_->proven_utility(child, node.header().mover)) * kUnit;
    const std::uint32_t visits = node.visits()[edge];
    return visits == 0 ? unvisited : mean(node.sums()[edge], visits);
  }

  SelectionConfig config_;
  const Arena* arena_;
  const SelectionMath& math_ = SelectionMath::instance();
};

}  // namespace cloche
