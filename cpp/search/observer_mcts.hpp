// Monte Carlo tree search for one player of a game that hides something: a tree of what that player, the observer, sees;
// the hidden part is dealt anew for every simulation. Exact contract in seeds/search.md (M-25 to M-29, M-45, and M-10 to
// M-22 for the rest); the stages below follow its order. With multiple observers the other players have trees too, which
// multi_observer_mcts.hpp walks (M-70 to M-76).
#pragma once

#include <algorithm>
#include <array>
#include <deque>
#include <numeric>
#include <optional>
#include <span>
#include <vector>

#include "core/game.hpp"
#include "search/endings.hpp"
#include "search/order.hpp"
#include "search/transpositions.hpp"
#include "search/tree_search.hpp"

namespace cloche {

// Decisions that show the player who makes them hidden things (H-6), so that what may be done next differs between worlds.
template <class S>
concept ShowingState = HiddenState<S> && requires(Action action) {
  { S::shows(action) } -> std::same_as<bool>;
};

template <ValuedState S>
  requires HiddenState<S>
class ObserverMcts : public TreeSearch {
 public:
  using State = S;
  using Tables = typename S::Tables;

  // `tables` must outlive the search.
  ObserverMcts(const Tables& tables, const MctsConfig& config, std::uint64_t seed, int worker = 0)
      : TreeSearch(tables, config, seed, worker, Arena::Layout::kObserver) {}

  // Precondition: a player is to move in `root`; of it only what that player knows is looked at.
  template <Monitor M>
  SearchReport search(const S& root, const SearchLimits& limits, M& monitor) {
    begin(root, limits);
    const StopReason reason = run(monitor, [this] { simulate(); });
    judge_leaves();
    return report(reason);
  }

  // The same in parts, for one worker of a search (M-60).
  void begin(const S& root, const SearchLimits& limits) {
    prepare(root, limits);
    begin_streams();
  }
  // Of a pondering (M-66): `observer` waits for another player's decision.
  void begin_pondering(const S& root, int observer, const SearchLimits& limits);
  template <class More>
  void simulate_while(More more) {
    for (; more(); ++run_.simulations) simulate();
  }
  void take_root_of(const ObserverMcts& leader) {  // M-88
    if (TreeSearch::take_root_of(leader) && config_.transpositions) transpositions_.take_tree(root_);
  }
  // Ends the waiting of leaves (M-84).
  void judge_leaves();
  // Ends the line before what can't be played on from the root (M-29).
  void settle_line(SearchReport& report) const;

  // What is known so far; valid during and after a search.
  [[nodiscard]] SearchReport report(StopReason reason) const;

  // The tree finds its place by itself when the next search begins (M-29).
  [[nodiscard]] bool can_advance(Action) const { return true; }
  void advance(Action) {}

 private:
  // What the observer sees of some legal actions, and how likely the player is thought to take one of them.
  struct Candidate {
    Action id;
    std::uint32_t weight;
    int edge;
  };
  // What an observer who saw an id of some action knows then (M-77).
  struct KnownAfter {
    Action seen;
    std::uint64_t key;
  };
  // The way of the present simulation down one tree.
  struct Walk {
    int player;               // whose tree it is
    ArenaIndex* root;         // where the way begins; changes if the node there moves
    std::vector<Step>* path;  // so far
    ArenaIndex at;            // the node of the position; 0: the tree is left
  };
  // The tree of a player who does not search (M-72), in a search with multiple observers.
  struct OtherTree {
    struct Root {
      std::uint64_t key;  // what the player knows at the root
      ArenaIndex node;    // 0: there was no room
    };
    static constexpr std::size_t kMostRoots = 16;

    std::vector<Root> roots;
    ArenaIndex joint = 0;  // the root for all else that the player may know; 0: not made yet
    std::vector<Step> path;
  };

  static constexpr std::size_t kLeastBytes = std::size_t{64} * Node::observer_words(S::kMaxLegal);

  void prepare(const S& root, const SearchLimits& limits);
  // Whose tree is searched, and what they know at its root. The trees of the others begin anew (M-75).
  void stand_at(const S& root, int observer) {
    search_for(observer);
    observer_ = observer;
    root_state_ = as_known_to(root, observer);
    leaves_.clear();
    for (OtherTree& tree : others_) tree = {};
  }
  void begin_streams() {
    rng_ = streams_.of(Stream::kSearch);     // M-11
    dealer_ = streams_.of(Stream::kRedeal);  // M-26
    streams_.advance();
  }
  [[nodiscard]] ArenaIndex place_of(std::uint64_t key) const;
  [[nodiscard]] bool has_others() const { return config_.observers == Observers::kMulti; }
  void simulate();
  // Without values the simulation is to wait for them.
  [[nodiscard]] std::optional<Evaluation> descend(S& state, Rng& rng);
  // With an evaluator's priors, if there are some, in place of the game's.
  [[nodiscard]] ArenaIndex make_node(const S& state, std::uint64_t key, std::span<const double> priors = {});
  [[nodiscard]] ArenaIndex node_for_leaf(const S& state, bool shown);
  [[nodiscard]] ArenaIndex node_on(std::size_t level, const S& state, bool shown, std::span<const double> priors = {});
  [[nodiscard]] bool decide(const S& state, Rng& rng, Step& step, Action& action);
  [[nodiscard]] bool draw(const S& state, Rng& rng, Step& step, Action& outcome);
  [[nodiscard]] Walk own_walk(ArenaIndex at) { return {observer_, &root_, &path_, at}; }

  // ---- Edges: observer_edges.hpp
  void list_candidates(const S& state, int observer);
  void weigh_candidates(const S& state, std::span<const double> priors = {});
  void merge_candidates(const S& state, int observer);
  [[nodiscard]] bool select_candidate(const Walk& walk, const S& state, Step& step);
  [[nodiscard]] bool find_edge(const Walk& walk, Step& step, Action seen);
  [[nodiscard]] bool add_missing(const Walk& walk, const S& state, Step& step);
  [[nodiscard]] Action action_counted_as(const S& state, Action id, Rng& rng);
  void move_node(const Walk& walk, Step& step, ArenaIndex place);

  // ---- Multiple observers (M-70 to M-76): multi_observer_mcts.hpp
  [[nodiscard]] std::optional<Evaluation> descend_together(S& state, Rng& rng);
  void enter_trees(const S& state);
  [[nodiscard]] bool decide_together(const S& state, bool shown, Action& action);
  void follow_together(const S& state, Action action);
  void go_on_together(const S& state, bool shown, std::uint64_t moves);
  [[nodiscard]] ArenaIndex make_node_of(int player, const S& state);
  [[nodiscard]] Action id_for(int player, const S& state, Action action);
  void back_up_others(const Evaluation& values);

  int observer_ = 0;                       // whose tree it is
  Transpositions transpositions_{arena_};  // with the option: of the tree as it is, while there is one
  std::optional<S> root_state_;            // the world that stands for what the observer knows (M-25)
  Rng rng_{0};                             // of this search
  Rng dealer_{0};                          // of the worlds of its simulations

  struct Leaf {
    S state;
    bool shown;  // the last decision showed the observer hidden things
  };
  std::vector<Leaf> leaves_;  // that wait for priors
  bool leaf_shown_ = false;

  // With multiple observers.
  std::array<OtherTree, kMaxPlayers> others_;
  std::vector<Walk> walks_;  // by player

  // One visit of a node.
  LegalList<S> legal_;
  LegalList<S> counted_as_;            // of each legal action the id of its candidate
  std::vector<Candidate> candidates_;  // by ascending id
  bool weighed_ = false;               // whether the weights are known, of them and of the legal actions
  WeightList<S> weights_;
  std::vector<Candidate> missing_;
  std::vector<KnownAfter> known_after_;
  std::vector<int> present_;                                                               // edges of the candidates, ascending
  std::vector<std::uint16_t> edge_of_ = std::vector<std::uint16_t>(std::size_t{1} << 16);  // by id seen; checked when read
};

// ---- Preparing

template <ValuedState S>
  requires HiddenState<S>
void ObserverMcts<S>::prepare(const S& root, const SearchLimits& limits) {
  assert(root.mover() >= 0);
  if (observer_ != root.mover() || is_ending()) forget();
  stand_at(root, root.mover());
  std::optional<Ending> ending;
  if (config_.endings) ending = find_ending(*root_state_, evaluator_, streams_.of(Stream::kSearch));
  if (ending) forget();
  take_limits(limits, kLeastBytes);
  const std::uint64_t key = root_state_->hash();
  if (root_ != 0) {
    const ArenaIndex place = place_of(key);
    if (place == 0) {
      forget();
    } else if (place != root_ || has_others()) {
      root_ = arena_.keep_subtree(place, evaluator_.players());
    }
  }
  if (root_ == 0) root_ = make_node(*root_state_, key, ending ? std::span<const double>{} : root_priors(*root_state_));
  if (config_.transpositions) transpositions_.take_tree(root_);
  begin_run();
  if (ending) take_ending(std::move(*ending));
}

template <ValuedState S>
  requires HiddenState<S>
void ObserverMcts<S>::begin_pondering(const S& root, int observer, const SearchLimits& limits) {
  assert(root.mover() >= 0);
  forget();
  stand_at(root, observer);
  take_limits(limits, kLeastBytes);
  root_ = make_node(*root_state_, 0, root_priors(*root_state_));
  if (config_.transpositions) transpositions_.take_tree(root_);
  begin_run();
  begin_streams();
}

// The node where the observer knew what `key` stands for (M-29); 0 if there is none.
template <ValuedState S>
  requires HiddenState<S>
ArenaIndex ObserverMcts<S>::place_of(std::uint64_t key) const {
  if (config_.transpositions) return transpositions_.find_first(key);
  for (std::deque<ArenaIndex> waiting{root_}; !waiting.empty(); waiting.pop_front()) {
    const Node node = arena_.node(waiting.front());
    if (node.key() != 0 && node.key() == key) return waiting.front();
    for (int e = 0; e < node.size(); ++e) {
      if (node.children()[e] != 0) waiting.push_back(node.children()[e]);
    }
  }
  return 0;
}

template <ValuedState S>
  requires HiddenState<S>
ArenaIndex ObserverMcts<S>::make_node(const S& state, std::uint64_t key, std::span<const double> priors) {  // M-27, M-87
  const int mover = state.mover();
  if (mover == kChance || (has_others() && mover != observer_)) return arena_.make_node(0, mover);  // M-71
  list_candidates(state, observer_);
  weigh_candidates(state, priors);
  const ArenaIndex index = arena_.make_node(static_cast<int>(candidates_.size()), mover);
  if (index == 0) return 0;
  const Node node = arena_.node(index);
  write_last_edges(node, candidates_, total_weight(candidates_));
  node.key() = key;
  return index;
}

// What the last edge of the path, which has no child, gets for one (M-12, M-45); 0 if nothing.
template <ValuedState S>
  requires HiddenState<S>
ArenaIndex ObserverMcts<S>::node_for_leaf(const S& state, bool shown) {
  if (!leaf_may_grow()) return 0;
  if (const Step leaf = path_.back(); waits_at(leaf.node, leaf.edge)) {  // M-87
    judge_leaves();
    if (const ArenaIndex child = arena_.node(leaf.node).children()[leaf.edge]; child != 0) return child;
  }
  return node_on(path_.size(), state, shown);
}

template <ValuedState S>
  requires HiddenState<S>
ArenaIndex ObserverMcts<S>::node_on(std::size_t level, const S& state, bool shown, std::span<const double> priors) {
  const std::uint64_t key = state.mover() == observer_ && !shown ? information_key(state, observer_) : 0;
  const bool may_meet = config_.transpositions && key != 0;
  if (may_meet) {
    if (const ArenaIndex met = transpositions_.find(key, level); met != 0) return met;
  }
  const ArenaIndex made = make_node(state, key, priors);
  if (made != 0 && may_meet) transpositions_.add(made, level);
  return made;
}

// ---- One simulation

template <ValuedState S>
  requires HiddenState<S>
void ObserverMcts<S>::simulate() {
  begin_path();
  S state = *root_state_;
  state.redeal(observer_, dealer_);
  const std::optional<Evaluation> values = has_others() ? descend_together(state, rng_) : descend(state, rng_);
  if (values && has_others()) back_up_others(*values);
  if (path_.empty()) return;  // a pondering may find no room at its root
  if (values) back_up(*values);
  if (!meets_leaf()) return;
  wait(state);
  if (has_priors()) leaves_.push_back({state, leaf_shown_});
  if (has_full_batch()) judge_leaves();
}

template <ValuedState S>
  requires HiddenState<S>
void ObserverMcts<S>::judge_leaves() {
  if (!is_waiting()) return;
  judge_waiting();
  for (std::size_t row = 0; row < leaves_.size(); ++row) {  // M-87
    if (const std::optional<Step> place = place_for_node(row)) {
      const Leaf& leaf = leaves_[row];
      const std::span<const double> given = priors(row, leaf.state.tables().num_distinct_actions());
      const ArenaIndex child = node_on(level_of(row), leaf.state, leaf.shown, given);
      arena_.node(place->node).children()[place->edge] = child;
    }
  }
  leaves_.clear();
  clear_waiting();
}

template <ValuedState S>
  requires HiddenState<S>
std::optional<Evaluation> ObserverMcts<S>::descend(S& state, Rng& rng) {  // M-12, M-26
  ArenaIndex at = root_;
  for (bool shown = false;;) {  // the last decision showed the observer hidden things
    Step step{at, 0};
    Action action = 0;
    const int mover = arena_.node(at).header().mover;
    if (mover == observer_ && !shown) {
      step.edge = select(arena_.node(at));
      action = arena_.node(at).actions()[step.edge];
    } else if (!(mover == kChance ? draw(state, rng, step, action) : decide(state, rng, step, action))) {
      return end_by_playout(state, rng);
    }
    path_.push_back(step);
    if constexpr (ShowingState<S>) shown = mover == observer_ && S::shows(action);
    state.apply(action);
    ++run_.nodes;
    if (state.mover() == kTerminal) return end_of_game(state);
    ArenaIndex child = arena_.node(step.node).children()[step.edge];
    if (child == 0) {
      leaf_shown_ = shown;
      child = node_for_leaf(state, shown);
      if (child == 0) return end_by_playout(state, rng);
      arena_.node(step.node).children()[step.edge] = child;
    }
    at = child;
  }
}

// The decision of another player (M-28); false if there is no room for its edge.
template <ValuedState S>
  requires HiddenState<S>
bool ObserverMcts<S>::decide(const S& state, Rng& rng, Step& step, Action& action) {
  list_candidates(state, observer_);
  if (!select_candidate(own_walk(step.node), state, step)) return false;
  action = action_counted_as(state, arena_.node(step.node).actions()[step.edge], rng);
  return true;
}

// An outcome and its edge (M-27); false if there is no room for it.
template <ValuedState S>
  requires HiddenState<S>
bool ObserverMcts<S>::draw(const S& state, Rng& rng, Step& step, Action& outcome) {
  if constexpr (ChanceState<S>) {
    outcome = state.sample(rng);
    return find_edge(own_walk(step.node), step, state.seen(outcome, observer_));
  }
  return true;
}

// ---- Reporting

template <ValuedState S>
  requires HiddenState<S>
SearchReport ObserverMcts<S>::report(StopReason reason) const {
  SearchReport report = tree_report(reason);
  if (is_ending()) report.principal_variation = solved_line_;
  else settle_line(report);
  return report;
}

template <ValuedState S>
  requires HiddenState<S>
void ObserverMcts<S>::settle_line(SearchReport& report) const {
  S world = *root_state_;
  std::size_t shown = 0;
  for (const Action action : report.principal_variation) {  // M-29
    if (!world.is_legal(action)) break;
    world.apply(action);
    ++shown;
  }
  report.principal_variation.resize(shown);
}

}  // namespace cloche

#include "search/multi_observer_mcts.hpp"
#include "search/observer_edges.hpp"
