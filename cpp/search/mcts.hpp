// Monte Carlo tree search over positions that everybody can see: max^n with chance nodes, proofs and tree reuse.
// Exact contract in seeds/search.md (M-10 to M-22, M-34); the stages below follow its order.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "core/game.hpp"
#include "search/ending.hpp"
#include "search/order.hpp"
#include "search/proof.hpp"
#include "search/tree_search.hpp"

namespace cloche {

template <ValuedState S>
class Mcts : public TreeSearch {
 public:
  using State = S;
  using Tables = typename S::Tables;

  // `tables` must outlive the search.
  Mcts(const Tables& tables, const MctsConfig& config, std::uint64_t seed, int worker = 0)
      : TreeSearch(tables, config, seed, worker, Arena::Layout::kPlain) {}

  // Precondition: a player is to move in `root`. Goes on from the kept tree if its root equals `root`.
  template <Monitor M>
  SearchReport search(const S& root, const SearchLimits& limits, M& monitor) {
    begin(root, limits);
    const StopReason reason = run(monitor, [this] { simulate(rng_); });
    judge_leaves();
    return report(reason);
  }

  // The same in parts, for one worker of a search (M-60).
  void begin(const S& root, const SearchLimits& limits) {
    prepare(root, limits);
    rng_ = streams_.of(Stream::kSearch);  // M-11
    streams_.advance();
  }
  template <class More>
  void simulate_while(More more) {
    for (; more(); ++run_.simulations) simulate(rng_);
  }
  // Ends the waiting of leaves (M-84).
  void judge_leaves();
  void settle_line(SearchReport&) const {}

  // What is known so far; valid during and after a search.
  [[nodiscard]] SearchReport report(StopReason reason) const;

  // Whether there is no tree, or the action is legal in the position that it stands for.
  [[nodiscard]] bool can_advance(Action action) const { return root_ == 0 || root_state_->is_legal(action); }
  // Makes the child of `action` the root (M-19). Precondition: can_advance(action).
  void advance(Action action);

 private:
  void prepare(const S& root, const SearchLimits& limits);
  void simulate(Rng& rng);
  // How a simulation ended: with values to back up, if any, and with news of what is certain at its last edge.
  struct Descent {
    std::optional<Evaluation> values;
    bool news = false;
  };
  [[nodiscard]] Descent descend(S& state, Rng& rng);
  [[nodiscard]] int draw(const Node& node, const S& state, Rng& rng) const
    requires ChanceState<S>;
  // With an evaluator's priors, if there are some, in place of the game's.
  [[nodiscard]] ArenaIndex make_node(const S& state, std::span<const double> priors = {});
  void spread_news();

  std::optional<S> root_state_;  // what the tree stands for, if there is one
  Rng rng_{0};                   // of this search
  std::vector<S> leaves_;        // that wait for priors
};

// ---- Preparing

template <ValuedState S>
void Mcts<S>::prepare(const S& root, const SearchLimits& limits) {
  assert(root.mover() >= 0);
  search_for(root.mover());
  const bool solvable = config_.endings && is_solvable_ending(root);
  if (solvable || (root_ != 0 && !(*root_state_ == root))) forget();
  leaves_.clear();
  take_limits(limits, std::size_t{8} * (Node::words(S::kMaxLegal) + Arena::kMostRecordWords));
  if (root_ == 0) root_ = make_node(root, solvable ? std::span<const double>{} : root_priors(root));
  root_state_ = root;
  begin_run();
  if constexpr (EndingState<S>) {
    if (solvable) take_ending(EndingSolver<S>(evaluator_).solve(*root_state_));
  }
}

template <ValuedState S>
ArenaIndex Mcts<S>::make_node(const S& state, std::span<const double> priors) {  // M-10, M-87
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
  weigh(state, priors, list, weights);
  struct Ranked {
    Action id;
    std::uint32_t weight;
  };
  FixedList<Ranked, std::max<int>(S::kMaxLegal, 32)> edges;  // gcc 12 takes std::sort to look past smaller arrays
  for (int i = 0; i < list.size(); ++i) edges.push({list[i], weights[i]});
  write_last_edges(arena_.node(index), edges, total_weight(edges));
  return index;
}

// ---- One simulation

template <ValuedState S>
void Mcts<S>::simulate(Rng& rng) {
  begin_path();
  S state = *root_state_;
  const Descent found = descend(state, rng);
  if (found.values) back_up(*found.values);
  if (found.news) spread_news();
  if (!meets_leaf()) return;
  wait(state);
  if (has_priors()) leaves_.push_back(state);
  if (has_full_batch()) judge_leaves();
}

template <ValuedState S>
void Mcts<S>::judge_leaves() {
  if (!is_waiting()) return;
  judge_waiting();
  for (std::size_t row = 0; row < leaves_.size(); ++row) {  // M-87
    if (const std::optional<Step> place = place_for_node(row)) {
      const ArenaIndex child = make_node(leaves_[row], priors(row, leaves_[row].tables().num_distinct_actions()));
      arena_.node(place->node).children()[place->edge] = child;
    }
  }
  leaves_.clear();
  clear_waiting();
}

template <ValuedState S>
typename Mcts<S>::Descent Mcts<S>::descend(S& state, Rng& rng) {  // M-12, M-38
  ArenaIndex at = root_;
  for (;;) {
    const Node node = arena_.node(at);
    int edge = -1;
    if constexpr (ChanceState<S>) {
      if (node.header().mover == kChance) edge = draw(node, state, rng);
    }
    const bool decides = edge < 0;
    if (decides) edge = select(node);
    path_.push_back({at, edge});
    bool probes = false;
    if (arena_.is_proven(node.children()[edge])) {
      const Evaluation values = arena_.proven_values(node.children()[edge], evaluator_.players());
      if (!decides) return {values, false};
      back_up(values);
      edge = select_.unproven(node);
      if (edge < 0) return {};
      begin_probe(edge);
      probes = true;
    }
    ArenaIndex child = arena_.node_of(node.children()[edge]);
    if (child != 0) arena_.prefetch(child);
    state.apply(node.actions()[edge]);
    ++run_.nodes;
    if (child == 0) {
      if (state.mover() == kTerminal) {
        const Evaluation values = end_of_game(state);
        const bool news = arena_.prove(node, edge, values, evaluator_.players());
        return probes ? Descent{{}, news} : Descent{values, news};
      }
      if (probes ? path_.size() <= limits_.depth : leaf_may_grow()) {
        if (waits_at(at, edge)) judge_leaves();  // M-87
        child = arena_.node_of(node.children()[edge]);
        if (child == 0) child = make_node(state);
      }
      if (child == 0) return probes ? Descent{} : Descent{end_by_playout(state, rng), false};
      node.children()[edge] = child;
    }
    at = child;
  }
}

template <ValuedState S>
int Mcts<S>::draw(const Node& node, const S& state, Rng& rng) const  // R-7, M-44
  requires ChanceState<S>
{
  if (config_.selection.chance_widening >= 0.0) {
    if (const int known = select_.among_known(node, rng); known >= 0) return known;
  }
  return node.edge_of(state.sample(rng));
}

// ---- Proofs

template <ValuedState S>
void Mcts<S>::spread_news() {  // M-16
  const int players = evaluator_.players();
  for (std::size_t i = path_.size(); i-- > 0;) {
    const Certainty certain = certainty_of(arena_.node(path_[i].node), arena_, evaluator_);
    if (i == 0) {
      root_proof_ = certain.values;
      return;
    }
    const Node above = arena_.node(path_[i - 1].node);
    const int edge = path_[i - 1].edge;
    if (certain.values ? !arena_.prove(above, edge, *certain.values, players) : !arena_.bound(above, edge, certain.bounds, players)) return;
  }
}

// ---- Reporting

template <ValuedState S>
SearchReport Mcts<S>::report(StopReason reason) const {
  SearchReport report = tree_report(reason);
  if (!solved_line_.empty()) report.principal_variation = solved_line_;
  return report;
}

// ---- Reuse

template <ValuedState S>
void Mcts<S>::advance(Action action) {  // M-19
  if (root_ == 0) return;
  assert(can_advance(action));
  S next = *root_state_;
  next.apply(action);
  const int players = evaluator_.players();
  ArenaIndex child = 0;
  std::optional<Evaluation> proof;
  const Node node = arena_.node(root_);
  if (const int edge = node.edge_of(action); edge >= 0) child = node.children()[edge];
  if (arena_.is_proven(child)) proof = arena_.proven_values(child, players);
  child = arena_.node_of(child);
  if (child == 0) {
    forget();
  } else {
    root_ = arena_.keep_subtree(child, players);
    root_proof_ = proof;
    root_state_ = next;
  }
}

}  // namespace cloche
