#include "search/tree_report.hpp"

#include <algorithm>

namespace cloche {
namespace {

// Mean gains of the simulations of this search, or what earlier ones tell of the mover of the root (M-20).
PerPlayer<double> gains_of(const TreeView& tree, const RootStatistics::Tally& tally, UtilitySum sum, std::uint32_t visits) {
  const Evaluator& evaluator = tree.evaluator;
  if (tally.count > 0) return mean_gains(evaluator, tally);
  if (evaluator.shared()) return mean_gains(evaluator, tree.statistics.total());
  const int players = evaluator.players();
  if (visits == 0) return PerPlayer<double>(players, evaluator.unknown_gain());
  const double own = static_cast<double>(sum) / visits;
  PerPlayer<double> gains(players, evaluator.alone() ? own : (double{kUtilityOne} - own) / (players - 1));
  gains[tree.arena.node(tree.root).header().mover] = own;
  return gains;
}

ActionReport describe_edge(const TreeView& tree, const Node& root, int edge, std::uint64_t prior_total) {
  const ArenaIndex child = root.children()[edge];
  ActionReport report;
  report.action = root.actions()[edge];
  report.visits = root.visits()[edge];
  report.prior = static_cast<double>(root.priors()[edge]) / static_cast<double>(prior_total);
  report.proven = tree.arena.is_proven(child);
  if (report.proven) {
    report.utility = from_utility(tree.arena.proven_utility(child, root.header().mover));
    const Evaluation exact = tree.arena.proven_values(child, tree.evaluator.players());
    report.value = returns_of(tree.evaluator, exact_gains(tree.evaluator, exact));
  } else if (report.visits > 0) {
    report.utility = mean_utility(root.sums()[edge], report.visits);
    report.value = returns_of(tree.evaluator, gains_of(tree, tree.statistics.edge(edge), root.sums()[edge], report.visits));
  }
  return report;
}

int chosen_of(const TreeView& tree) {
  return chosen_root_edge(tree.arena.node(tree.root), tree.root_proof.has_value(), tree.arena, tree.final_choice, tree.statistics);
}

std::vector<Action> principal_variation(const TreeView& tree) {  // M-22
  std::vector<Action> line;
  const Node root = tree.arena.node(tree.root);
  if (root.header().visits == 0) return line;
  const int edge = chosen_of(tree);
  const ArenaIndex child = root.children()[edge];
  line.push_back(root.actions()[edge]);
  follow_line(tree.arena, tree.arena.node_of(child), tree.arena.is_proven(child), line);
  return line;
}

}  // namespace

void follow_line(const Arena& arena, ArenaIndex at, bool proven, std::vector<Action>& line) {
  while (at != 0 && arena.node(at).header().visits > 0) {
    const Node node = arena.node(at);
    const int edge = chosen_edge(node, proven, arena);
    const ArenaIndex child = node.children()[edge];
    line.push_back(node.actions()[edge]);
    proven = arena.is_proven(child);
    at = arena.node_of(child);
  }
}

void describe_tree(const TreeView& tree, SearchReport& report) {
  const Node root = tree.arena.node(tree.root);
  const NodeHeader& header = root.header();
  const int chosen = chosen_of(tree);
  std::vector<int> order;
  std::uint64_t prior_total = 0;
  for (int i = 0; i < root.size(); ++i) {
    order.push_back(i);
    prior_total += root.priors()[i];
  }
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    if ((a == chosen) != (b == chosen)) return a == chosen;
    if (root.visits()[a] != root.visits()[b]) return root.visits()[a] > root.visits()[b];
    return root.sums()[a] > root.sums()[b];
  });
  for (const int edge : order) report.actions.push_back(describe_edge(tree, root, edge, prior_total));
  set_gains(
      tree.evaluator,
      tree.root_proof ? exact_gains(tree.evaluator, *tree.root_proof) : gains_of(tree, tree.statistics.total(), header.sum, header.visits),
      report);
  report.principal_variation = principal_variation(tree);
  report.proven = tree.root_proof.has_value();
  report.tree_nodes = tree.arena.nodes();
  report.tree_edges = tree.arena.edges();
  report.tree_bytes = tree.arena.used_bytes();
}

}  // namespace cloche
