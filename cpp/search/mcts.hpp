// Monte Carlo tree search over positions that everybody can see: max^n with chance nodes, proofs and tree reuse.
// Exact contract in seeds/search.md (M-10 to M-22, M-34); the stages below follow its order.
#pragma once

#include <algorithm>
#include <optional>
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
    return report(run(monitor, [this] { simulate(rng_); }));
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
  // Whether the search ended before its first simulation since the rest of the game was solved.
  [[nodiscard]] bool is_ending() const { return !solved_line_.empty(); }
  void settle_line(SearchReport&) const {}

  // What is known so far; valid during and after a search.
  [[nodiscard]] SearchReport report(StopReason reason) const;

  // Whether there is no tree, or the action is legal in the position that it stands for.
  [[nodiscard]] bool can_advance(Action action) const { return root_ == 0 || root_state_->is_legal(action); }
  // Makes the child of `action` the root (M-19). Precondition: can_advance(action).
  void advance(Action action);

 private:
  void prepare(const S& root, const SearchLimits& limits);
  void solve_root();
  void simulate(Rng& rng);
  [[nodiscard]] Evaluation descend(S& state, Rng& rng);
  [[nodiscard]] ArenaIndex make_node(const S& state);
  void prove();

  std::optional<S> root_state_;      // what the tree stands for, if there is one
  std::vector<Action> solved_line_;  // from the root to the end of the game, if that was solved (M-34)
  Rng rng_{0};                       // of this search
};

// ---- Preparing

template <ValuedState S>
void Mcts<S>::prepare(const S& root, const SearchLimits& limits) {
  assert(root.mover() >= 0);
  const bool solvable = config_.endings && is_solvable_ending(root);
  if (solvable || (root_ != 0 && !(*root_state_ == root))) forget();
  take_limits(limits, std::size_t{8} * (Node::words(S::kMaxLegal) + Arena::kMostProofWords));
  if (root_ == 0) root_ = make_node(root);
  root_state_ = root;
  begin_run();
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
    run_.statistics.scores().add(ending.scores);
    run_.fingerprint = fingerprint_of(ending);
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
  FixedList<Ranked, std::max<int>(S::kMaxLegal, 32)> edges;  // gcc 12 takes std::sort to look past smaller arrays
  for (int i = 0; i < list.size(); ++i) edges.push({list[i], weights[i]});
  write_last_edges(arena_.node(index), edges, total_weight(edges));
  return index;
}

// ---- One simulation

template <ValuedState S>
void Mcts<S>::simulate(Rng& rng) {
  path_.clear();
  S state = *root_state_;
  back_up(descend(state, rng));
  const Step& leaf = path_.back();
  if (arena_.node(leaf.node).children()[leaf.edge] & kProofBit) prove();
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
    if (edge < 0) edge = select(node);
    path_.push_back({at, edge});
    ArenaIndex child = node.children()[edge];
    if (child & kProofBit) return arena_.proof(child, evaluator_.players()).values;
    if (child != 0) arena_.prefetch(child);
    state.apply(node.actions()[edge]);
    ++run_.nodes;
    if (child == 0) {
      if (state.mover() == kTerminal) {
        const Evaluation values = end_of_game(state);
        node.children()[edge] = arena_.make_proof(values, 0, evaluator_.players());
        return values;
      }
      if (!leaf_may_grow()) return end_by_playout(state, rng);
      child = make_node(state);
      if (child == 0) return end_by_playout(state, rng);
      node.children()[edge] = child;
    }
    at = child;
  }
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
  if (child & kProofBit) {
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
