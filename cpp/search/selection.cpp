#include "search/selection.hpp"

#include <algorithm>
#include <cassert>

#include "search/proof.hpp"

namespace cloche {

template <Selection kFormula, class WeightOf>
int Selector::best_of_listed(const Node& node, std::span<const int> edges, WeightOf weight_of) const {
  if (node.header().visits == 0) return edges.front();
  const double unvisited = kFormula == Selection::kPuct ? first_play(node.header()) : 0.0;
  return edges[static_cast<std::size_t>(first_of_highest(static_cast<int>(edges.size()), [&](int place) {
    const int edge = edges[static_cast<std::size_t>(place)];
    return score<kFormula>(node, edge, unvisited, weight_of(edge));
  }))];
}

namespace {

// The first of the edges without visits, -1 if all have some.
int first_unvisited(const Node& node, std::span<const int> edges) {
  for (const int edge : edges) {
    if (node.visits()[edge] == 0) return edge;
  }
  return -1;
}

}  // namespace

int Selector::of_listed(const Node& node, std::span<const int> edges) const {
  const std::uint32_t visits = node.header().visits;
  if (config_.formula == Selection::kPuct) {
    const double weight = puct_weight(visits);
    return best_of_listed<Selection::kPuct>(node, edges, [&](int) { return weight; });
  }
  if (const int edge = first_unvisited(node, edges); edge >= 0) return edge;
  const double weight = config_.exploration * math_.sqrt_log(visits);
  return best_of_listed<Selection::kUct>(node, edges, [&](int) { return weight; });
}

void Selector::list_open(const Node& node, std::vector<int>& edges) const {
  const NodeHeader& header = node.header();
  list_open_edges(node, *arena_, widened(header.edges, header.visits), players_, true, edges);
}

double Selector::rank_score(const Node& node, int edge) const {
  constexpr double kBeforeAll = 2.0;
  if (config_.formula == Selection::kUct) return node.visits()[edge] == 0 ? kBeforeAll : value_of(node, edge, 0.0);
  const std::uint32_t visits = node.header().visits;
  if (visits == 0) return 0.0;
  return score<Selection::kPuct>(node, edge, first_play(node.header()), puct_weight(visits));
}

void Selector::keep_best(const Node& node, std::size_t count, std::vector<int>& edges) {
  assert(count <= edges.size());
  ranked_.clear();
  for (const int edge : edges) ranked_.push_back({edge, rank_score(node, edge)});
  std::partial_sort(ranked_.begin(), ranked_.begin() + static_cast<std::ptrdiff_t>(count), ranked_.end(),
                    [](const BestEdge& a, const BestEdge& b) { return a.score != b.score ? a.score > b.score : a.edge < b.edge; });
  edges.resize(count);
  for (std::size_t i = 0; i < count; ++i) edges[i] = ranked_[i].edge;
}

int Selector::of_recorded(const Node& node, int edges) {
  list_open_edges(node, *arena_, edges, players_, true, open_);
  return of_listed(node, open_);
}

int Selector::unproven(const Node& node) {
  const NodeHeader& header = node.header();
  list_open_edges(node, *arena_, widened(header.edges, header.visits), players_, false, open_);
  return open_.empty() ? -1 : of_listed(node, open_);
}

int Selector::among_known(const Node& node, Rng& rng) const {
  const std::uint16_t* weights = node.priors();
  int known = 0;
  std::uint32_t total = 0;
  for (int i = 0; i < node.size(); ++i) {
    if (weights[i] == 0) return -1;  // more than fits
    if (node.visits()[i] == 0) continue;
    ++known;
    total += weights[i];
  }
  if (known < widened(node.size(), node.header().visits, config_.chance_widening)) return -1;
  std::uint32_t rest = rng.below(total);
  int edge = 0;
  for (; node.visits()[edge] == 0 || rest >= weights[edge]; ++edge) {
    if (node.visits()[edge] > 0) rest -= weights[edge];
  }
  return edge;
}

int Selector::among(const Node& node, std::span<const int> candidates) const {
  const int count = widened(static_cast<int>(candidates.size()), node.header().visits);
  candidates = candidates.first(static_cast<std::size_t>(count));
  if (config_.formula == Selection::kPuct) {
    return best_of_listed<Selection::kPuct>(node, candidates, [&](int edge) { return puct_weight(node.available()[edge]); });
  }
  if (const int edge = first_unvisited(node, candidates); edge >= 0) return edge;
  return best_of_listed<Selection::kUct>(node, candidates,
                                         [&](int edge) { return config_.exploration * math_.sqrt_log(node.available()[edge]); });
}

}  // namespace cloche
