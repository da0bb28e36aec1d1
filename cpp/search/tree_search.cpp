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
  return halving_.next(node, select_);
}

void TreeSearch::forget() {
  arena_.clear();
  root_ = 0;
  root_proof_.reset();
  clear_waiting();
}

void TreeSearch::back_up(const Evaluation& values) {
  assert(counted_ < path_.size());
  if (!is_probing()) run_.statistics.add(path_.front().edge, values);
  mix_leaf(path_.back(), values);
  for (std::size_t i = counted_; i < path_.size(); ++i) add_visit(arena_.node(path_[i].node), path_[i].edge, values);
}

void TreeSearch::mix_leaf(const Step& leaf, const Evaluation& values) {
  run_.mix(std::uint64_t{leaf.node} << 32 ^ static_cast<std::uint64_t>(leaf.edge) << 24 ^ values.utility[0]);
}

void TreeSearch::count_visits(int mover) {
  for (std::size_t i = counted_; i < path_.size(); ++i) {
    count_visit(arena_.node(path_[i].node), path_[i].edge);
    waiting_steps_.push_back(path_[i]);
  }
  waiting_.push_back({static_cast<std::uint32_t>(waiting_steps_.size()), static_cast<std::uint32_t>(path_.size()), path_.front().edge,
                      static_cast<std::int8_t>(mover), is_probing(), leaf_is_child_});
}

void TreeSearch::judge_waiting() {
  batch_->judge(static_cast<int>(waiting_.size()));
  const auto players = static_cast<std::size_t>(evaluator_.players());
  std::size_t step = 0;
  for (std::size_t row = 0; row < waiting_.size(); ++row) {
    const Waiting& waiting = waiting_[row];
    const Evaluation values = evaluator_.of_values(batch_->values.subspan(row * players, players), waiting.mover);
    if (!waiting.is_probe) run_.statistics.add(waiting.root_edge, values);
    mix_leaf(waiting_steps_[waiting.end - 1], values);
    for (; step < waiting.end; ++step) add_value(arena_.node(waiting_steps_[step].node), waiting_steps_[step].edge, values);
  }
}

std::optional<TreeSearch::Step> TreeSearch::place_for_node(std::size_t row) const {
  const Waiting& waiting = waiting_[row];
  const Step& leaf = waiting_steps_[waiting.end - 1];
  if (!waiting.is_child || arena_.node(leaf.node).children()[leaf.edge] != 0) return std::nullopt;
  return waiting.depth <= limits_.depth ? std::optional(leaf) : std::nullopt;
}

bool TreeSearch::take_root_of(const TreeSearch& leader) {
  if (batch_ == nullptr) return false;
  gives_priors_ = leader.gives_priors_;
  const Node model = leader.arena_.node(leader.root_);
  const Node own = arena_.node(root_);
  const auto edges = static_cast<std::size_t>(model.size());
  if (own.size() == model.size() && std::equal(own.actions(), own.actions() + edges, model.actions()) &&
      std::equal(own.priors(), own.priors() + edges, model.priors()))
    return false;
  forget();
  root_ = arena_.make_node(model.size(), model.header().mover);
  const Node root = arena_.node(root_);
  std::copy_n(model.actions(), edges, root.actions());
  std::copy_n(model.priors(), edges, root.priors());
  if (arena_.is_of_observer()) root.key() = model.key();
  begin_run();
  return true;
}

SearchReport TreeSearch::tree_report(StopReason reason) const {
  SearchReport report;
  describe_tree({arena_, evaluator_, root_, root_proof_, run_.statistics, config_.final_choice}, report);
  run_.describe(reason, report);
  set_shares(strategy_, report);
  return report;
}

}  // namespace cloche
