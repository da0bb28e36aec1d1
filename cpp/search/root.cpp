#include "search/root.hpp"

#include <algorithm>
#include <cmath>
#include <compare>

#include "search/proof.hpp"
#include "search/report.hpp"

namespace cloche {
namespace {

bool is_proven(const Node& node, int edge, const Arena& arena) {
  return arena.is_proven(node.children()[edge]);
}

// Of what an edge brought, or of what is proven.
ExactMean mean_of(const Node& node, int edge, const Arena& arena) {
  if (is_proven(node, edge, arena)) return {arena.proven_utility(node.children()[edge], node.header().mover), 1};
  return {node.sums()[edge], std::max<std::uint32_t>(1, node.visits()[edge])};
}

double lower_bound_of(const Node& root, int edge, const Arena& arena, const RootStatistics& statistics) {
  constexpr double kUnit = 1.0 / double{kUtilityOne};
  constexpr double kDeviations = 2.0;
  if (is_proven(root, edge, arena)) return static_cast<double>(arena.proven_utility(root.children()[edge], root.header().mover)) * kUnit;
  if (root.visits()[edge] == 0) return -1.0;
  const double visits = root.visits()[edge];
  const RootStatistics::Tally& tally = statistics.edge(edge);
  double variance = 0.25;
  if (tally.count > 0) {
    const auto count = static_cast<double>(tally.count);
    const double mean = static_cast<double>(tally.sum) / count;
    const double spread = std::max(0.0, (static_cast<double>(tally.squares) / count - mean * mean) * 0x1p-32);
    variance = (spread * count + 0.25) / (count + 1.0);
  }
  const double value = static_cast<double>(root.sums()[edge]) * (1.0 / visits) * kUnit;
  return value - kDeviations * std::sqrt(variance / visits);
}

// Whether one edge comes before another by visits, then by sum.
bool is_visited_more(const Node& node, int a, int b) {
  return node.visits()[a] != node.visits()[b] ? node.visits()[a] > node.visits()[b] : node.sums()[a] > node.sums()[b];
}

// The edges that are not proven to be worth less than the node, or all if that leaves none.
std::vector<int> kept_edges(const Node& node, const Arena& arena) {
  const NodeHeader& header = node.header();
  std::vector<int> kept;
  for (int i = 0; i < header.edges; ++i) {
    if (is_proven(node, i, arena) && std::uint64_t{arena.proven_utility(node.children()[i], header.mover)} * header.visits < header.sum)
      continue;
    kept.push_back(i);
  }
  if (kept.empty()) {
    for (int i = 0; i < header.edges; ++i) kept.push_back(i);
  }
  return kept;
}

// The first of the edges that no other one is better than.
template <class Better>
int first_best(const std::vector<int>& edges, Better better) {
  int best = edges.front();
  for (const int edge : edges) {
    if (better(edge, best)) best = edge;
  }
  return best;
}

}  // namespace

int Halving::next(const Node& root, Selector& select) {
  constexpr std::size_t kWidth = 4;  // edges that a pass starts with
  if (at_ == arms_.size()) {
    at_ = 0;
    ++done_;
  }
  const bool ends_round = arms_.empty() || done_ == turns_;
  if (ends_round && arms_.size() <= 1) {
    select.list_open(root, arms_);
    select.keep_best(root, std::min(kWidth, arms_.size()), arms_);
    turns_ = 1;
    at_ = done_ = 0;
  } else if (ends_round) {
    select.keep_best(root, (arms_.size() + 1) / 2, arms_);
    turns_ *= 2;
    done_ = 0;
  }
  return arms_[at_++];
}

int chosen_edge(const Node& node, bool proven, const Arena& arena) {
  const NodeHeader& header = node.header();
  const std::uint32_t* visits = node.visits();
  if (header.mover < 0) return static_cast<int>(std::max_element(visits, visits + header.edges) - visits);
  if (proven) return best_proven_edge(node, arena);
  return first_best(kept_edges(node, arena), [&](int a, int b) { return is_visited_more(node, a, b); });
}

int chosen_root_edge(const Node& root, bool proven, const Arena& arena, FinalChoice choice, const RootStatistics& statistics) {
  if (proven || choice == FinalChoice::kVisits) return chosen_edge(root, proven, arena);
  std::vector<int> edges = kept_edges(root, arena);
  const std::uint32_t* visits = root.visits();
  std::uint64_t most = 0;
  for (const int edge : edges) most = std::max<std::uint64_t>(most, visits[edge]);
  const std::uint64_t share = choice == FinalChoice::kValue ? 2 : 8;
  std::erase_if(edges, [&](int edge) { return !is_proven(root, edge, arena) && visits[edge] * share < most; });
  if (choice == FinalChoice::kValue) {
    return first_best(edges, [&](int a, int b) {
      const std::strong_ordering order = mean_of(root, a, arena) <=> mean_of(root, b, arena);
      return order != 0 ? order > 0 : visits[a] > visits[b];
    });
  }
  return first_best(edges, [&](int a, int b) {
    const double x = lower_bound_of(root, a, arena, statistics), y = lower_bound_of(root, b, arena, statistics);
    return x != y ? x > y : visits[a] > visits[b];
  });
}

}  // namespace cloche
