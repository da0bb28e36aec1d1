// What it costs to select an edge of a node, all edges visited and warm in the cache (seeds/search.md, M-13, M-14): nanoseconds of
// processor time a selection. Promised: at most 100 ns at 128 edges. From the root of the checkout:
//
//   g++ -O3 -DNDEBUG -std=gnu++20 -ffp-contract=off -fno-math-errno -march=x86-64-v2 -Icpp bench/selection.cpp -o selection
//       cpp/search/{tree,proof,scoring,selection}.cpp
#include <cstdio>
#include <ctime>
#include <vector>

#include "core/rng.hpp"
#include "search/selection.hpp"

namespace {

using namespace cloche;

constexpr int kNodes = 8;  // in turn, so that a branch predictor learns no single result

// Nodes whose edges were visited as a search visits them: most of the visits on a few edges.
std::vector<ArenaIndex> make_nodes(Arena& arena, int edges, Rng& rng) {
  std::vector<ArenaIndex> nodes;
  for (int n = 0; n < kNodes; ++n) {
    const ArenaIndex index = arena.make_node(edges, 0);
    const Node node = arena.node(index);
    for (int i = 0; i < edges; ++i) {
      const std::uint32_t visits = static_cast<std::uint32_t>(1 + rng.below(40) * rng.below(40) * rng.below(2));
      node.priors()[i] = static_cast<std::uint16_t>(65535 / edges);
      node.visits()[i] = visits;
      node.sums()[i] = UtilitySum{visits} * rng.below(kUtilityOne);
      node.header().visits += visits;
      node.header().sum += node.sums()[i];
    }
    nodes.push_back(index);
  }
  return nodes;
}

double nanoseconds(Selector& select, const Arena& arena, const std::vector<ArenaIndex>& nodes) {
  constexpr int kRounds = 200;
  constexpr int kSelections = 2000;
  double best = 1e9;
  for (int round = 0; round < kRounds; ++round) {
    const std::clock_t start = std::clock();
    for (int i = 0; i < kSelections; ++i) {
      const Node node = arena.node(nodes[static_cast<std::size_t>(i % kNodes)]);
      const int edge = select(node);
      ++node.visits()[edge];  // the next selection there waits for this one, as in a search
      ++node.header().visits;
    }
    best = std::min(best, static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC * 1e9 / kSelections);
  }
  return best;
}

}  // namespace

int main() {
  std::printf("%6s %8s %8s   ns a selection, best of rounds\n", "edges", "puct", "uct");
  for (const int edges : {8, 32, 64, 128, 256, 512}) {
    Arena arena;
    arena.set_capacity(std::size_t{1} << 20);
    Rng rng(1, {1});
    const std::vector<ArenaIndex> nodes = make_nodes(arena, edges, rng);
    double times[2];
    for (const Selection formula : {Selection::kPuct, Selection::kUct}) {
      Selector select({formula, 1.0, 0.05, SelectionConfig::kOff}, arena, 2);
      times[formula == Selection::kUct] = nanoseconds(select, arena, nodes);
    }
    std::printf("%6d %8.1f %8.1f\n", edges, times[0], times[1]);
  }
  return 0;
}
