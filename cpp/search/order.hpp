// The order of the edges of a decision node and their shares of the prior weight (seeds/search.md, M-10).
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/game.hpp"
#include "search/tree.hpp"

namespace cloche {

// Items with an `id` and a `weight`: by weight, highest first, equal weights by ascending id.
template <class Items>
void sort_by_weight(Items& items) {
  std::sort(items.begin(), items.end(),
            [](const auto& a, const auto& b) { return a.weight != b.weight ? a.weight > b.weight : a.id < b.id; });
}

struct RankedAction {
  Action id;
  std::uint32_t weight;
};
template <class S>
using RankedList = FixedList<RankedAction, std::max<int>(S::kMaxLegal, 32)>;  // gcc 12 takes std::sort to look past smaller arrays

template <ValuedState S>
[[nodiscard]] RankedList<S> actions_in_order(const S& state) {
  LegalList<S> list;
  WeightList<S> weights;
  state.legal(list);
  state.prior(list, weights);
  RankedList<S> ranked;
  for (int i = 0; i < list.size(); ++i) ranked.push({list[i], weights[i]});
  sort_by_weight(ranked);
  return ranked;
}

template <class Items>
[[nodiscard]] std::uint64_t total_weight(const Items& items) {
  std::uint64_t total = 0;
  for (const auto& item : items) total += item.weight;
  return total;
}

// P of a weight, in units of 2^-16.
[[nodiscard]] inline std::uint16_t prior_share(std::uint32_t weight, std::uint64_t total) {
  return static_cast<std::uint16_t>(std::max<std::uint64_t>(1, std::uint64_t{weight} * 0xFFFF / total));
}

// Sorts items with an `id` and a `weight` and makes them the last edges of a node; `total` is the weight of all edges.
template <class Items>
void write_last_edges(const Node& node, Items& items, std::uint64_t total) {
  sort_by_weight(items);
  int edge = node.size() - static_cast<int>(items.size());
  for (const auto& item : items) {
    node.actions()[edge] = item.id;
    node.priors()[edge] = prior_share(item.weight, total);
    ++edge;
  }
}

}  // namespace cloche
