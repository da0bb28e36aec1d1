#include "search/tree_search.hpp"

#include <utility>

namespace cloche {

void TreeSearch::take_limits(const SearchLimits& limits, std::size_t least_bytes) {
  limits_ = limits;
  arena_.set_capacity(std::max(limits.memory_bytes, least_bytes));
  if (arena_.nodes() == 0) forget();
}

void TreeSearch::begin_run() {
  const Node root = arena_.node(root_);
  run_ = SearchRun(root.size(), root.header().mover, evaluator_);
  halving_.begin();
  solved_line_.clear();
  strategy_.clear();
}

void TreeSearch::take_ending(Ending ending) {
  const Node node = arena_.node(root_);
  arena_.prove(node, node.edge_of(ending.line.front()), ending.values, evaluator_.players());
  root_proof_ = ending.values;
  if (ending.scores) run_.statistics.scores().add(*ending.scores);
  run_.fingerprint = fingerprint_of(ending);
  solved_line_ = std::move(ending.line);
  strategy_ = std::move(ending.strategy);
}

bool TreeSearch::is_settled() const {
  constexpr std::uint64_t kLookEvery = 16;
  if (run_.simulations % kLookEvery != 0 || limits_.simulations == SearchLimits::kNone) return false;
  return run_.simulations < limits_.simulations && is_settled(limits_.simulations - run_.simulations);
}

bool TreeSearch::is_settled(std::uint64_t left) const {
  if (arena_.records() > 0) return false;
  const Node root = arena_.node(root_);
  if (root.header().visits <= left) return false;
  std::uint64_t most = 0, second = 0;
  for (int i = 0; i < root.size(); ++i) {
    const std::uint64_t visits = root.visits()[i];
    second = std::max(second, std::min(most, visits));
    most = std::max(most, visits);
  }
  return most > second + left;
}

int TreeSearch::select(const Node& node) {
  if (config_.root == RootPolicy::kSelection || !path_.empty()) return select_(node);
  return halving_.next(node, arena_, select_.widened(node.size(), node.header().visits), evaluator_.players());
}

void TreeSearch::forget() {
  arena_.clear();
  root_ = 0;
  root_proof_.reset();
}

void TreeSearch::back_up(const Evaluation& values) {
  assert(counted_ < path_.size());
  const Step& leaf = path_.back();
  if (!is_probing()) run_.statistics.add(path_.front().edge, values);
  run_.mix(std::uint64_t{leaf.node} << 32 ^ static_cast<std::uint64_t>(leaf.edge) << 24 ^ values.utility[0]);
  for (std::size_t i = counted_; i < path_.size(); ++i) add_visit(arena_.node(path_[i].node), path_[i].edge, values);
}

SearchReport TreeSearch::tree_report(StopReason reason) const {
  SearchReport report;
  describe_tree({arena_, evaluator_, root_, root_proof_, run_.statistics, config_.final_choice}, report);
  run_.describe(reason, report);
  set_shares(strategy_, report);
  return report;
}

}  // namespace cloche
