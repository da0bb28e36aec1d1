#include "search/joint_root.hpp"

#include <algorithm>

#include "search/proof.hpp"
#include "search/tree_report.hpp"

namespace cloche {
namespace {

constexpr std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

}  // namespace

JointRoot::JointRoot(std::vector<TreeSearch*> trees) : trees_(std::move(trees)), foreign_(trees_.size(), Counts(at(root_of(0).size()))) {}

JointRoot::Count JointRoot::own(std::size_t worker, std::size_t edge) const {
  const Node root = root_of(worker);
  const Count& foreign = foreign_[worker][edge];
  return {root.visits()[edge] - foreign.visits, root.sums()[edge] - foreign.sum};
}

JointRoot::Counts JointRoot::joint() const {
  Counts counts(foreign_[0].size());
  for (std::size_t w = 0; w < trees_.size(); ++w) {
    for (std::size_t e = 0; e < counts.size(); ++e) {
      const Count mine = own(w, e);
      counts[e].visits += mine.visits;
      counts[e].sum += mine.sum;
    }
  }
  return counts;
}

std::uint64_t JointRoot::visits() const {
  std::uint64_t total = 0;
  for (const Count& count : joint()) total += count.visits;
  return total;
}

bool JointRoot::is_settled(std::uint64_t left) const {  // M-40
  return trees_.front()->config_.early_stop &&
         std::all_of(trees_.begin(), trees_.end(), [&](const TreeSearch* tree) { return tree->is_settled(left); });
}

std::size_t JointRoot::leader() const {
  const auto solved = std::find_if(trees_.begin(), trees_.end(), [](const TreeSearch* tree) { return tree->is_solved(); });
  return solved == trees_.end() ? 0 : static_cast<std::size_t>(solved - trees_.begin());
}

std::vector<std::optional<Evaluation>> JointRoot::proofs(std::size_t leader) const {
  std::vector<std::optional<Evaluation>> found(foreign_[0].size());
  const auto look_at = [&](std::size_t worker) {
    const Arena& arena = trees_[worker]->arena_;
    const Node root = root_of(worker);
    for (std::size_t e = 0; e < found.size(); ++e) {
      const ArenaIndex child = root.children()[e];
      if (!found[e] && arena.is_proven(child)) found[e] = arena.proven_values(child, trees_[worker]->evaluator_.players());
    }
  };
  look_at(leader);
  for (std::size_t w = 0; w < trees_.size(); ++w) look_at(w);
  return found;
}

void JointRoot::set_numbers(std::size_t worker, const Counts& counts) const {
  const Node root = root_of(worker);
  NodeHeader& header = root.header();
  header.visits = 0;
  header.sum = 0;
  for (std::size_t e = 0; e < counts.size(); ++e) {
    root.visits()[e] = counts[e].visits;
    root.sums()[e] = counts[e].sum;
    header.visits += counts[e].visits;
    header.sum += counts[e].sum;
  }
}

void JointRoot::take_proofs(std::size_t worker, const std::vector<std::optional<Evaluation>>& proofs) const {  // M-63
  TreeSearch& tree = *trees_[worker];
  const Node root = root_of(worker);
  bool changed = false;
  for (std::size_t e = 0; e < proofs.size(); ++e) {
    const ArenaIndex& child = root.children()[e];
    const std::optional<Evaluation>& proof = proofs[e];
    if (!proof || tree.arena_.is_proven(child)) continue;
    if (!tree.arena_.prove(root, static_cast<int>(e), *proof, tree.evaluator_.players())) continue;
    tree.arena_.drop_below(child);
    changed = true;
  }
  if (changed && !tree.root_proof_) tree.root_proof_ = certainty_of(root, tree.arena_, tree.evaluator_).values;
}

void JointRoot::merge() {
  const Counts all = joint();
  const std::vector<std::optional<Evaluation>> proven = proofs(0);
  for (std::size_t w = 0; w < trees_.size(); ++w) {
    for (std::size_t e = 0; e < all.size(); ++e) {
      const Count mine = own(w, e);
      foreign_[w][e] = {all[e].visits - mine.visits, all[e].sum - mine.sum};
    }
    set_numbers(w, all);
    take_proofs(w, proven);
  }
}

void JointRoot::part() {
  for (std::size_t w = 0; w < trees_.size(); ++w) {
    Counts mine;
    for (std::size_t e = 0; e < foreign_[w].size(); ++e) mine.push_back(own(w, e));
    set_numbers(w, mine);
    foreign_[w].assign(mine.size(), {});
  }
}

void JointRoot::follow_line_below(Action chosen, std::vector<Action>& line) const {
  std::uint32_t most = 0;
  const TreeSearch* deepest = nullptr;
  ArenaIndex start = 0;
  bool proven = false;
  for (std::size_t w = 0; w < trees_.size(); ++w) {
    const Arena& arena = trees_[w]->arena_;
    const Node root = root_of(w);
    const ArenaIndex child = root.children()[root.edge_of(chosen)];
    const ArenaIndex node = arena.node_of(child);
    if (node == 0 || arena.node(node).header().visits <= most) continue;
    most = arena.node(node).header().visits;
    deepest = trees_[w];
    start = node;
    proven = arena.is_proven(child);
  }
  if (deepest != nullptr) follow_line(deepest->arena_, start, proven, line);
}

SearchReport JointRoot::report(StopReason reason) const {  // M-64
  const std::size_t first = leader();
  const TreeSearch& leading = *trees_[first];
  const int players = leading.evaluator_.players();
  const Node model = root_of(first);
  const std::vector<std::optional<Evaluation>> proven = proofs(first);

  Arena arena;
  arena.set_capacity(std::size_t{8} * (Node::words(model.header().edges) + at(model.size()) * Arena::kMostRecordWords));
  const ArenaIndex place = arena.make_node(model.size(), model.header().mover);
  const Node root = arena.node(place);
  const Counts counts = joint();
  for (std::size_t e = 0; e < counts.size(); ++e) {
    root.actions()[e] = model.actions()[e];
    root.priors()[e] = model.priors()[e];
    root.visits()[e] = counts[e].visits;
    root.sums()[e] = counts[e].sum;
    root.header().visits += counts[e].visits;
    root.header().sum += counts[e].sum;
    if (const std::optional<Evaluation>& proof = proven[e]) arena.prove(root, static_cast<int>(e), *proof, players);
  }
  SearchRun run(model.size(), model.header().mover, leading.evaluator_);
  for (const TreeSearch* tree : trees_) run.add(tree->run_);

  SearchReport report;
  describe_tree({arena, leading.evaluator_, place, leading.root_proof_, run.statistics, leading.config_.final_choice}, report);
  if (!report.principal_variation.empty()) follow_line_below(report.actions.front().action, report.principal_variation);
  const SearchReport sizes = counts_of(trees_, reason);
  report.tree_nodes = sizes.tree_nodes;
  report.tree_edges = sizes.tree_edges;
  report.tree_bytes = sizes.tree_bytes;
  run.describe(reason, report);
  return report;
}

SearchReport JointRoot::counts_of(const std::vector<TreeSearch*>& trees, StopReason reason) {
  SearchReport report;
  report.stopped_by = reason;
  for (const TreeSearch* tree : trees) {
    report.simulations += tree->run_.simulations;
    report.nodes += tree->run_.nodes;
    report.tree_nodes += tree->arena_.nodes();
    report.tree_edges += tree->arena_.edges();
    report.tree_bytes += tree->arena_.used_bytes();
  }
  return report;
}

}  // namespace cloche
