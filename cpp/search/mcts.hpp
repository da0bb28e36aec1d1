// Monte Carlo tree search over positions that everybody can see: max^n with chance nodes, proofs and tree reuse.
// Exact contract in seeds/search.md (M-10 to M-22, M-34); the stages below follow its order.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "core/game.hpp"
#include "search/ending.hpp"
#include "search/evaluation.hpp"
#include "search/limits.hpp"
#include "search/mcts_config.hpp"
#include "search/order.hpp"
#include "search/playout.hpp"
#include "search/proof.hpp"
#include "search/report.hpp"
#include "search/selection.hpp"
#include "search/tree.hpp"
#include "search/tree_report.hpp"

namespace cloche {

template <ValuedState S>
class Mcts {
 public:
  using Tables = typename S::Tables;

  // `tables` must outlive the search.
  Mcts(const Tables& tables, const MctsConfig& config, std::uint64_t seed)
      : config_(config),
        seed_(seed),
        lowest_score_(tables.score_bounds().low),
        evaluator_(tables, config.margin_weight),
        select_(config.selection, arena_) {}

  // Precondition: a player is to move in `root`. Goes on from the kept tree if its root equals `root`.
  template <Monitor M>
  SearchReport search(const S& root, const SearchLimits& limits, M& monitor) {
    prepare(root, limits);
    Rng rng(seed_, {static_cast<std::uint64_t>(Stream::kSearch), searches_++, 0});  // M-11
    const std::uint64_t kept = arena_.node(root_).header().visits;
    return report(
        run_simulations(limits, monitor, kept, simulations_, nodes_, [&] { simulate(rng); }, [&] { return root_proof_.has_value(); }));
  }

  // What is known so far; valid during and after a search.
  [[nodiscard]] SearchReport report(StopReason reason) const;

  // Whether there is no tree, or the action is legal in the position that it stands for.
  [[nodiscard]] bool can_advance(Action action) const { return !root_state_ || root_state_->is_legal(action); }
  // Makes the child of `action` the root (M-19). Precondition: can_advance(action).
  void advance(Action action);
  void reset() {
    forget();
    searches_ = 0;
  }

 private:
  struct Step {
    ArenaIndex node;
    int edge;
  };

  void prepare(const S& root, const SearchLimits& limits);
  void solve_root();
  void simulate(Rng& rng);
  [[nodiscard]] Evaluation descend(S& state, Rng& rng);
  [[nodiscard]] ArenaIndex make_node(const S& state);
  [[nodiscard]] Evaluation end_by_playout(S& state, Rng& rng);
  void back_up(const Evaluation& values);
  void prove();
  void forget() {
    arena_.clear();
    root_ = 0;
    root_state_.reset();
    root_proof_.reset();
  }

  MctsConfig config_;
  std::uint64_t seed_;
  int lowest_score_;
  Evaluator evaluator_;

  // The tree: what it stands for, and where it is.
  Arena arena_;
  Selector select_;
  std::optional<S> root_state_;
  ArenaIndex root_ = 0;
  std::optional<Evaluation> root_proof_;

  // One search.
  std::uint64_t searches_ = 0;  // since reset()
  SearchLimits limits_;
  std::uint64_t simulations_ = 0;
  std::uint64_t nodes_ = 0;
  std::uint64_t fingerprint_ = 0;
  RootStatistics statistics_;
  std::vector<Step> path_;
  std::vector<Action> solved_line_;  // from the root to the end of the game, if that was solved (M-34)
};

// ---- Preparing

template <ValuedState S>
void Mcts<S>::prepare(const S& root, const SearchLimits& limits) {
  assert(root.mover() >= 0);
  limits_ = limits;
  const bool solvable = config_.endings && is_solvable_ending(root);
  if (solvable || !root_state_ || !(*root_state_ == root)) forget();
  arena_.set_capacity(std::max(limits.memory_bytes, std::size_t{8} * (Node::words(S::kMaxLegal) + Arena::kMostProofWords)));
  if (arena_.nodes() == 0) root_ = 0;  // the new limit had no room for the kept tree
  if (root_ == 0) {
    root_proof_.reset();
    root_ = make_node(root);
  }
  root_state_ = root;
  simulations_ = 0;
  nodes_ = 0;
  fingerprint_ = 0;
  statistics_ = RootStatistics(arena_.node(root_).size(), evaluator_.players());
  solved_line_.clear();
  if (solvable) solve_root();
}

template <ValuedState S>
void Mcts<S>::solve_root() {  // M-34
  if constexpr (EndingState<S>) {
    Ending ending = EndingSolver<S>(evaluator_).solve(*root_state_);
    const Node node = arena_.node(root_);
    node.children()[node.edge_of(ending.line.front())] = arena_.make_proof(ending.values, 0, evaluator_.players());
    root_proof_ = ending.values;
    statistics_.scores().add(ending.scores, lowest_score_);
    fingerprint_ = fingerprint_of(ending);
    solved_line_ = std::move(ending.line);
  }
}

template <ValuedState S>
ArenaIndex Mcts<S>::make_node(const S& state) {  // M-10
  if constexpr (ChanceState<S>) {
    if (state.mover() == kChance) {
      OutcomeList<S> outcomes;
      state.outcomes(outcomes);
      const ArenaIndex index = arena_.make_node(outcomes.size(), kChance);
      if (index == 0) return 0;
      const Node node = arena_.node(index);
      for (int i = 0; i < outcomes.size(); ++i) {
        node.actions()[i] = outcomes[i].id;
        node.priors()[i] = outcomes[i].weight <= 0xFFFF ? static_cast<std::uint16_t>(outcomes[i].weight) : std::uint16_t{0};
      }
      return index;
    }
  }
  LegalList<S> list;
  state.legal(list);
  assert(!list.empty());
  const ArenaIndex index = arena_.make_node(list.size(), state.mover());
  if (index == 0) return 0;
  WeightList<S> weights;
  state.prior(list, weights);
  struct Ranked {
    Action id;
    std::uint32_t weight;
  };
  FixedList<Ranked, std::max<int>(S::kMaxLegal, 32)> order;  // gcc 12 takes std::sort to look past smaller arrays
  for (int i = 0; i < list.size(); ++i) order.push({list[i], weights[i]});
  sort_by_weight(order);
  const std::uint64_t total = total_weight(order);
  const Node node = arena_.node(index);
  for (int i = 0; i < list.size(); ++i) {
    node.actions()[i] = order[i].id;
    node.priors()[i] = prior_share(order[i].weight, total);
  }
  return index;
}

// ---- One simulation

template <ValuedState S>
void Mcts<S>::simulate(Rng& rng) {
  path_.clear();
  S state = *root_state_;
  const Evaluation values = descend(state, rng);
  statistics_.add(path_.front().edge, values);
  const Step& leaf = path_.back();
  fingerprint_ =
      hash_combine(fingerprint_, std::uint64_t{leaf.node} << 32 ^ static_cast<std::uint64_t>(leaf.edge) << 24 ^ values.utility[0]);
  back_up(values);
}

template <ValuedState S>
Evaluation Mcts<S>::descend(S& state, Rng& rng) {  // M-12
  ArenaIndex at = root_;
  for (;;) {
    const Node node = arena_.node(at);
    int edge = -1;
    if constexpr (ChanceState<S>) {
      if (node.header().mover == kChance) edge = node.edge_of(state.sample(rng));
    }
    if (edge < 0) edge = select_(node);
    path_.push_back({at, edge});
    ArenaIndex child = node.children()[edge];
    if (child & kProven) return arena_.proof(child, evaluator_.players()).values;
    if (child != 0) arena_.prefetch(child);
    state.apply(node.actions()[edge]);
    ++nodes_;
    if (child == 0) {
      if (state.mover() == kTerminal) {
        const Evaluation values = evaluator_.of_end(state);
        statistics_.scores().add(state.scores(), lowest_score_);
        node.children()[edge] = arena_.make_proof(values, 0, evaluator_.players());
        return values;
      }
      if (node.visits()[edge] == 0 || path_.size() > limits_.depth) return end_by_playout(state, rng);
      child = make_node(state);
      if (child == 0) return end_by_playout(state, rng);
      node.children()[edge] = child;
    }
    at = child;
  }
}

template <ValuedState S>
Evaluation Mcts<S>::end_by_playout(S& state, Rng& rng) {
  const Evaluation values = evaluate_by_playout(state, config_.playout, evaluator_, rng, nodes_);
  statistics_.scores().add(state.scores(), lowest_score_);
  return values;
}

template <ValuedState S>
void Mcts<S>::back_up(const Evaluation& values) {  // M-15
  for (const Step& step : path_) add_visit(arena_.node(step.node), step.edge, values);
  const Step& leaf = path_.back();
  if (arena_.node(leaf.node).children()[leaf.edge] & kProven) prove();
}

// ---- Proofs

template <ValuedState S>
void Mcts<S>::prove() {  // M-16
  for (std::size_t i = path_.size(); i-- > 0;) {
    const std::optional<Evaluation> values = proof_of(arena_.node(path_[i].node), arena_, evaluator_);
    if (!values) return;
    if (i == 0) {
      root_proof_ = values;
      return;
    }
    const Step& above = path_[i - 1];
    const ArenaIndex proof = arena_.make_proof(*values, path_[i].node, evaluator_.players());
    if (proof == 0) return;
    arena_.node(above.node).children()[above.edge] = proof;
  }
}

// ---- Reporting

template <ValuedState S>
SearchReport Mcts<S>::report(StopReason reason) const {  // M-20
  SearchReport report;
  describe_tree({arena_, evaluator_, root_, root_proof_, statistics_}, report);
  if (!solved_line_.empty()) report.principal_variation = solved_line_;
  report.score_counts = statistics_.scores().listed(lowest_score_);
  report.simulations = simulations_;
  report.nodes = nodes_;
  report.stopped_by = reason;
  report.fingerprint = fingerprint_;
  return report;
}

// ---- Reuse

template <ValuedState S>
void Mcts<S>::advance(Action action) {  // M-19
  if (!root_state_) return;
  assert(can_advance(action));
  S next = *root_state_;
  next.apply(action);
  const int players = evaluator_.players();
  ArenaIndex child = 0;
  std::optional<Evaluation> proof;
  const Node node = arena_.node(root_);
  if (const int edge = node.edge_of(action); edge >= 0) child = node.children()[edge];
  if (child & kProven) {
    const Proof proven = arena_.proof(child, players);
    proof = proven.values;
    child = proven.node;
  }
  if (child == 0) {
    forget();
  } else {
    root_ = arena_.keep_subtree(child, players);
    root_proof_ = proof;
    root_state_ = next;
  }
}

}  // namespace cloche
