// Monte Carlo tree search over positions that everybody can see: max^n with chance nodes, proofs and tree reuse.
// Exact contract in seeds/search.md (M-10 to M-22); the stages below follow its order.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "core/game.hpp"
#include "search/evaluation.hpp"
#include "search/limits.hpp"
#include "search/math.hpp"
#include "search/playout.hpp"
#include "search/report.hpp"
#include "search/tree.hpp"

namespace cloche {

enum class Selection { kPuct, kUct };

struct MctsConfig {
  Selection selection = Selection::kPuct;
  double exploration = 1.0;     // weight of the exploration term, with utilities in [0, 1]
  double fpu_reduction = 0.05;  // an unvisited edge counts as its node's mean less this (puct)
  double margin_weight = 0.5;   // part of the utility that is the margin rather than the win, 0 to 1
  PlayoutConfig playout;
};

template <ValuedState S>
class Mcts {
 public:
  using Tables = typename S::Tables;

  // `tables` must outlive the search.
  Mcts(const Tables& tables, const MctsConfig& config, std::uint64_t seed)
      : config_(config), seed_(seed), lowest_score_(tables.score_bounds().low), evaluator_(tables, config.margin_weight) {}

  // Precondition: a player is to move in `root`. Goes on from the kept tree if its root equals `root`.
  template <Monitor M>
  SearchReport search(const S& root, const SearchLimits& limits, M& monitor) {
    prepare(root, limits);
    Rng rng(seed_, {static_cast<std::uint64_t>(Stream::kSearch), searches_++, 0});  // M-11
    return report(run_simulations(
        limits, monitor, simulations_, nodes_, [&] { simulate(rng); }, [&] { return root_proof_.has_value(); }));
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
  void simulate(Rng& rng);
  [[nodiscard]] Evaluation descend(S& state, Rng& rng);
  [[nodiscard]] ArenaIndex make_node(const S& state);
  [[nodiscard]] int select(const Node& node) const;
  [[nodiscard]] int select_puct(const Node& node) const;
  [[nodiscard]] int select_uct(const Node& node) const;
  [[nodiscard]] Evaluation end_by_playout(S& state, Rng& rng);
  void back_up(const Evaluation& values);
  void prove();
  [[nodiscard]] std::optional<Evaluation> proof_of(const Node& node) const;
  [[nodiscard]] int proven_choice(const Node& node) const;
  [[nodiscard]] int choice(const Node& node, bool proven) const;
  [[nodiscard]] double mean(UtilitySum sum, std::uint32_t visits) const;
  [[nodiscard]] double value_of(const Node& node, int edge, double unvisited) const;
  [[nodiscard]] PerPlayer<double> gains_of(const RootStatistics::Tally& tally, const Node& root, UtilitySum sum,
                                           std::uint32_t visits) const;
  [[nodiscard]] ActionReport edge_report(const Node& node, int edge) const;
  [[nodiscard]] std::vector<Action> principal_variation() const;
  void forget() {
    arena_.clear();
    root_ = 0;
    root_state_.reset();
    root_proof_.reset();
  }

  static constexpr double kUnit = 1.0 / double{kUtilityOne};

  MctsConfig config_;
  std::uint64_t seed_;
  int lowest_score_;
  Evaluator evaluator_;
  const SelectionMath& math_ = SelectionMath::instance();

  // The tree: what it stands for, and where it is.
  Arena arena_;
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
};

// ---- Preparing

template <ValuedState S>
void Mcts<S>::prepare(const S& root, const SearchLimits& limits) {
  assert(root.mover() >= 0);
  limits_ = limits;
  if (!root_state_ || !(*root_state_ == root)) forget();
  arena_.set_capacity(std::max(limits.memory_bytes, std::size_t{8} * Node::words(S::kMaxLegal)));
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
  const ArenaIndex index = arena_.make_node(list.size(), state.mover());
  if (index == 0) return 0;
  WeightList<S> weights;
  state.prior(list, weights);
  std::uint64_t total = 0;
  bool level = true;
  for (const std::uint32_t weight : weights) {
    total += weight;
    level = level && weight == weights[0];
  }
  constexpr int kRoom = std::max<int>(S::kMaxLegal, 32);  // gcc 12 takes std::sort to look past smaller arrays
  FixedList<std::uint16_t, kRoom> order;
  for (int i = 0; i < list.size(); ++i) order.push(static_cast<std::uint16_t>(i));
  if (!level) {
    std::sort(order.begin(), order.end(),
              [&](std::uint16_t a, std::uint16_t b) { return weights[a] != weights[b] ? weights[a] > weights[b] : a < b; });
  }
  const Node node = arena_.node(index);
  for (int i = 0; i < list.size(); ++i) {
    node.actions()[i] = list[order[i]];
    node.priors()[i] = static_cast<std::uint16_t>(std::max<std::uint64_t>(1, std::uint64_t{weights[order[i]]} * 0xFFFF / total));
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
  fingerprint_ = hash_combine(fingerprint_, std::uint64_t{leaf.node} << 32 ^ static_cast<std::uint64_t>(leaf.edge) << 24 ^ values.utility[0]);
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
    if (edge < 0) edge = select(node);
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
int Mcts<S>::select(const Node& node) const {
  return config_.selection == Selection::kPuct ? select_puct(node) : select_uct(node);
}

// Mean of `visits` utilities in [0, 1], by the arithmetic of M-13; visits >= 1.
template <ValuedState S>
double Mcts<S>::mean(UtilitySum sum, std::uint32_t visits) const {
  return static_cast<double>(static_cast<std::int64_t>(sum)) * math_.reciprocal(visits) * kUnit;
}

// Value of an edge for the node's mover, in [0, 1]; `unvisited` where nothing is known of it.
template <ValuedState S>
double Mcts<S>::value_of(const Node& node, int edge, double unvisited) const {
  const ArenaIndex child = node.children()[edge];
  if (child & kProven) [[unlikely]] return static_cast<double>(arena_.proven_utility(child, node.header().mover)) * kUnit;
  const std::uint32_t visits = node.visits()[edge];
  return visits == 0 ? unvisited : mean(node.sums()[edge], visits);
}

template <ValuedState S>
int Mcts<S>::select_puct(const Node& node) const {  // M-13
  const NodeHeader& header = node.header();
  if (header.visits == 0) return 0;
  const double unvisited = std::max(0.0, mean(header.sum, header.visits) - config_.fpu_reduction);
  const double weight = config_.exploration * std::sqrt(static_cast<double>(header.visits));
  const std::uint32_t* visits = node.visits();
  const std::uint16_t* priors = node.priors();
  return first_of_highest(header.edges, [&](int i) {
    return value_of(node, i, unvisited) + (weight * (priors[i] * 0x1p-16)) * math_.reciprocal(1 + visits[i]);
  });
}

template <ValuedState S>
int Mcts<S>::select_uct(const Node& node) const {  // M-14
  const NodeHeader& header = node.header();
  const std::uint32_t* visits = node.visits();
  if (header.visits < header.edges || visits[header.edges - 1] == 0) {
    for (int i = 0; i < header.edges; ++i) {
      if (visits[i] == 0) return i;
    }
  }
  const double weight = config_.exploration * math_.sqrt_log(header.visits);
  return first_of_highest(header.edges, [&](int i) { return value_of(node, i, 0.0) + weight * math_.inverse_sqrt(visits[i]); });
}

template <ValuedState S>
Evaluation Mcts<S>::end_by_playout(S& state, Rng& rng) {
  const Evaluation values = evaluate_by_playout(state, config_.playout, evaluator_, rng, nodes_);
  statistics_.scores().add(state.scores(), lowest_score_);
  return values;
}

template <ValuedState S>
void Mcts<S>::back_up(const Evaluation& values) {  // M-15
  for (const Step& step : path_) {
    const Node node = arena_.node(step.node);
    NodeHeader& header = node.header();
    ++header.visits;
    ++node.visits()[step.edge];
    if (header.mover >= 0) {
      const Utility utility = values.utility[static_cast<std::size_t>(header.mover)];
      header.sum += utility;
      node.sums()[step.edge] += utility;
    }
  }
  const Step& leaf = path_.back();
  if (arena_.node(leaf.node).children()[leaf.edge] & kProven) prove();
}

// ---- Proofs

template <ValuedState S>
void Mcts<S>::prove() {  // M-16
  for (std::size_t i = path_.size(); i-- > 0;) {
    const std::optional<Evaluation> values = proof_of(arena_.node(path_[i].node));
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

// The exact values of a node, if its edges settle them.
template <ValuedState S>
std::optional<Evaluation> Mcts<S>::proof_of(const Node& node) const {
  const int players = evaluator_.players();
  const int mover = node.header().mover;
  bool all = true;
  for (int i = 0; i < node.size(); ++i) {
    const ArenaIndex child = node.children()[i];
    if ((child & kProven) == 0) all = false;
    else if (mover >= 0 && arena_.proven_utility(child, mover) == kUtilityOne) return arena_.proof(child, players).values;
  }
  if (!all) return std::nullopt;
  if (mover >= 0) return arena_.proof(node.children()[proven_choice(node)], players).values;
  std::uint64_t total = 0;
  std::array<std::uint64_t, kMaxPlayers> utilities{};
  std::array<std::uint64_t, kMaxPlayers> gains{};
  for (int i = 0; i < node.size(); ++i) {
    const std::uint64_t weight = node.priors()[i];
    if (weight == 0) return std::nullopt;  // a weight too large to be kept
    const Evaluation values = arena_.proof(node.children()[i], players).values;
    total += weight;
    for (std::size_t p = 0; p < utilities.size(); ++p) {
      utilities[p] += weight * values.utility[p];
      gains[p] += weight * values.gain[p];
    }
  }
  Evaluation mean;
  for (std::size_t p = 0; p < utilities.size(); ++p) {
    mean.utility[p] = static_cast<Utility>((utilities[p] + total / 2) / total);
    mean.gain[p] = static_cast<std::uint32_t>((gains[p] + total / 2) / total);
  }
  evaluator_.complete(mean);
  return mean;
}

// The proven edge that is best for the mover, -1 if none is proven.
template <ValuedState S>
int Mcts<S>::proven_choice(const Node& node) const {
  int best = -1;
  Utility highest = 0;
  for (int i = 0; i < node.size(); ++i) {
    const ArenaIndex child = node.children()[i];
    if ((child & kProven) == 0) continue;
    const Utility utility = arena_.proven_utility(child, node.header().mover);
    if (best < 0 || utility > highest) {
      best = i;
      highest = utility;
    }
  }
  return best;
}

// ---- Choosing and reporting

template <ValuedState S>
int Mcts<S>::choice(const Node& node, bool proven) const {  // M-18, M-22
  const NodeHeader& header = node.header();
  const std::uint32_t* visits = node.visits();
  if (header.mover < 0) {
    return static_cast<int>(std::max_element(visits, visits + header.edges) - visits);
  }
  if (proven) return proven_choice(node);
  const auto better = [&](int a, int b) {
    if (visits[a] != visits[b]) return visits[a] > visits[b];
    return node.sums()[a] > node.sums()[b];
  };
  int best = -1;
  int best_of_all = 0;
  for (int i = 0; i < header.edges; ++i) {
    if (better(i, best_of_all)) best_of_all = i;
    const ArenaIndex child = node.children()[i];
    if ((child & kProven) && std::uint64_t{arena_.proven_utility(child, header.mover)} * header.visits < header.sum) continue;
    if (best < 0 || better(i, best)) best = i;
  }
  return best < 0 ? best_of_all : best;
}

template <ValuedState S>
ActionReport Mcts<S>::edge_report(const Node& node, int edge) const {  // M-20
  const ArenaIndex child = node.children()[edge];
  ActionReport report;
  report.action = node.actions()[edge];
  report.visits = node.visits()[edge];
  std::uint64_t prior_total = 0;
  for (int i = 0; i < node.size(); ++i) prior_total += node.priors()[i];
  report.prior = static_cast<double>(node.priors()[edge]) / static_cast<double>(prior_total);
  report.proven = (child & kProven) != 0;
  if (report.proven) {
    report.utility = from_utility(arena_.proven_utility(child, node.header().mover));
    report.value = returns_of(evaluator_, exact_gains(evaluator_, arena_.proof(child, evaluator_.players()).values));
    return report;
  }
  if (report.visits == 0) return report;
  report.utility = mean_utility(node.sums()[edge], report.visits);
  const RootStatistics::Tally& tally = statistics_.edge(edge);
  report.value = returns_of(evaluator_, gains_of(tally, node, node.sums()[edge], report.visits));
  return report;
}

// Mean gains of the simulations of this search, or what earlier ones tell of the mover of `root` (M-20).
template <ValuedState S>
PerPlayer<double> Mcts<S>::gains_of(const RootStatistics::Tally& tally, const Node& root, UtilitySum sum, std::uint32_t visits) const {
  if (tally.count > 0 || evaluator_.shared()) return mean_gains(evaluator_, tally.count > 0 ? tally : statistics_.total());
  const int players = evaluator_.players();
  constexpr double kOne = double{kUtilityOne};
  if (visits == 0) return PerPlayer<double>(players, kOne / players);
  const double own = static_cast<double>(sum) / visits;
  PerPlayer<double> gains(players, (kOne - own) / (players - 1));
  gains[root.header().mover] = own;
  return gains;
}

template <ValuedState S>
std::vector<Action> Mcts<S>::principal_variation() const {  // M-22
  std::vector<Action> line;
  bool proven = root_proof_.has_value();
  for (ArenaIndex at = root_; at != 0;) {
    const Node node = arena_.node(at);
    if (node.header().visits == 0) break;
    const int edge = choice(node, proven);
    const ArenaIndex child = node.children()[edge];
    line.push_back(node.actions()[edge]);
    proven = (child & kProven) != 0;
    at = proven ? arena_.proof(child, evaluator_.players()).node : child;
  }
  return line;
}

template <ValuedState S>
SearchReport Mcts<S>::report(StopReason reason) const {
  SearchReport report;
  const Node node = arena_.node(root_);
  const int chosen = choice(node, root_proof_.has_value());
  std::vector<int> order;
  for (int i = 0; i < node.size(); ++i) order.push_back(i);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    if ((a == chosen) != (b == chosen)) return a == chosen;
    if (node.visits()[a] != node.visits()[b]) return node.visits()[a] > node.visits()[b];
    return node.sums()[a] > node.sums()[b];
  });
  for (const int edge : order) report.actions.push_back(edge_report(node, edge));
  const NodeHeader& header = node.header();
  const PerPlayer<double> gains = root_proof_ ? exact_gains(evaluator_, *root_proof_)
                                              : gains_of(statistics_.total(), node, header.sum, header.visits);
  report.values = returns_of(evaluator_, gains);
  if (!evaluator_.shared()) {
    report.win_share.emplace();
    for (const double gain : gains) report.win_share->push(gain / double{kUtilityOne});
  }
  report.score_counts = statistics_.scores().listed(lowest_score_);
  report.principal_variation = principal_variation();
  report.simulations = simulations_;
  report.nodes = nodes_;
  report.stopped_by = reason;
  report.proven = root_proof_.has_value();
  report.tree_nodes = arena_.nodes();
  report.tree_edges = arena_.edges();
  report.tree_bytes = arena_.used_bytes();
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
