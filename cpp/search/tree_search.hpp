// What all tree searches share: the tree and its root, selection, the ends of simulations, backup and report. What a
// simulation meets on its way differs: mcts.hpp, observer_mcts.hpp.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "core/rng.hpp"
#include "search/config.hpp"
#include "search/ending.hpp"
#include "search/evaluation.hpp"
#include "search/limits.hpp"
#include "search/playout.hpp"
#include "search/run.hpp"
#include "search/selection.hpp"
#include "search/tree.hpp"
#include "search/tree_report.hpp"

namespace cloche {

class TreeSearch {
 public:
  TreeSearch(const TreeSearch&) = delete;
  TreeSearch& operator=(const TreeSearch&) = delete;

  // Forgets the tree and starts the random streams anew.
  void reset() {
    forget();
    streams_.reset();
  }
  void forget();
  // One worker of a search (M-60) lets it pass, and drops its tree (M-65).
  void sit_out() {
    forget();
    streams_.advance();
  }
  // A search that an error ended leaves nothing for leaves to wait in (M-84).
  void give_up() {
    if (batch_ != nullptr) forget();
  }
  // The root gets the edges of that of another worker, if it has others (M-88); whether that is so.
  bool take_root_of(const TreeSearch& leader);
  // Whether nothing is left to find, and what was counted in this search.
  [[nodiscard]] bool is_solved() const { return root_proof_.has_value(); }
  [[nodiscard]] const SearchRun& counted() const { return run_; }
  // Whether the search ended before its first simulation since the rest of the game was solved.
  [[nodiscard]] bool is_ending() const { return !solved_line_.empty(); }

 protected:
  friend class JointRoot;

  struct Step {
    ArenaIndex node;
    int edge;
  };

  template <GameTables T>
  TreeSearch(const T& tables, const MctsConfig& config, std::uint64_t seed, int worker, Arena::Layout layout)
      : config_(config),
        evaluator_(tables, config.margin_weight),
        arena_(layout),
        select_(config.selection, arena_, evaluator_.players()),
        streams_(seed, worker),
        is_leader_(worker == 0) {
    if (config_.leaf.value == LeafValue::kEvaluator) batch_ = config_.leaf.evaluator->make_batch();
  }
  ~TreeSearch() = default;

  // ---- Before and after the simulations of a search
  void take_limits(const SearchLimits& limits, std::size_t least_bytes);  // may empty the tree
  // `player` is to move at the root; a tree that is of no use to them is given up (M-39).
  void search_for(int player) {
    if (config_.opponents == Opponents::kParanoid && evaluator_.turn_against(player)) forget();
  }
  void begin_run();
  // The rest of the game is solved (M-34).
  void take_ending(Ending ending);
  template <Monitor M, class Simulate>
  [[nodiscard]] StopReason run(M& monitor, Simulate simulate) {
    const std::uint64_t kept = arena_.node(root_).header().visits;
    return run_simulations(limits_, monitor, kept, run_, simulate, [&] { return found_enough(); });
  }
  [[nodiscard]] std::optional<StopReason> found_enough() const {
    if (root_proof_) return StopReason::kProven;
    return config_.early_stop && is_settled() ? std::optional(StopReason::kSettled) : std::nullopt;
  }
  // M-40: now, and with so many simulations to come, whenever it is looked at.
  [[nodiscard]] bool is_settled() const;
  [[nodiscard]] bool is_settled(std::uint64_t left) const;
  [[nodiscard]] SearchReport tree_report(StopReason reason) const;  // M-20

  // ---- Stages of a simulation
  // The edge of a decision node whose edges can all be taken (M-13, M-14, M-35).
  [[nodiscard]] int select(const Node& node);
  // Whether the last edge of the path, which has no child, gets one (M-12).
  [[nodiscard]] bool leaf_may_grow() const { return may_grow(path_.back(), path_.size()); }
  // The same of any edge without a child, so many moves from the root.
  [[nodiscard]] bool may_grow(const Step& step, std::uint64_t moves) const {
    return arena_.node(step.node).visits()[step.edge] > 0 && moves <= limits_.depth;
  }
  // The game is over in `state`.
  template <ValuedState S>
  [[nodiscard]] Evaluation end_of_game(const S& state) {
    if (!is_probing()) run_.statistics.scores().add(state.scores());
    return evaluator_.of_end(state);
  }
  // Plays `state` out in place (M-8); without values it is to wait for them (M-84).
  template <ValuedState S>
  [[nodiscard]] std::optional<Evaluation> end_by_playout(S& state, Rng& rng) {
    const std::uint64_t before = run_.nodes;
    const bool over = play_out(state, config_.playout, rng, run_.nodes);
    if (!is_probing()) run_.statistics.scores().add(state.scores());
    if (over) return evaluator_.of_end(state);
    switch (config_.leaf.value) {
      case LeafValue::kPlayout: return evaluator_.of_cut(state);
      case LeafValue::kLinear: return evaluator_.of_expected(state, expected_scores(state, config_.leaf.linear), config_.leaf.linear.lead);
      case LeafValue::kEvaluator: meets_leaf_ = true; leaf_is_child_ = run_.nodes == before;
    }
    return std::nullopt;
  }
  // The simulation of the path ended with these values (M-15), which count from where its last probe began.
  void back_up(const Evaluation& values);
  void mix_leaf(const Step& leaf, const Evaluation& values);
  // The simulation goes on past a proven edge, whose values are backed up, by another edge of the same node (M-38).
  void begin_probe(int edge) {
    path_.back().edge = edge;
    counted_ = path_.size();
  }
  [[nodiscard]] bool is_probing() const { return counted_ > 0; }
  void begin_path() {
    path_.clear();
    counted_ = 0;
    meets_leaf_ = false;
  }

  // ---- Leaves that wait for an evaluator (M-83 to M-88)
  struct Waiting {
    std::uint32_t end;    // of its steps; they begin where those of the one before end
    std::uint32_t depth;  // moves from the root
    std::int32_t root_edge;
    std::int8_t mover;  // in the leaf
    bool is_probe;
    bool is_child;  // the position is that of the last edge, which has no child
  };
  // Whether the simulation of the path is to wait, and does so: its visits count.
  [[nodiscard]] bool meets_leaf() const { return meets_leaf_; }
  template <ValuedState S>
  void wait(const S& leaf) {
    write_row(leaf, *batch_, static_cast<int>(waiting_.size()));
    count_visits(leaf.mover());
  }
  [[nodiscard]] bool is_waiting() const { return !waiting_.empty(); }
  [[nodiscard]] bool has_full_batch() const { return static_cast<int>(waiting_.size()) == config_.leaf.batch; }
  // Gets the values of all that wait, and counts them; the leaves can still be read until the next simulation.
  void judge_waiting();
  // What waits next is the first again.
  void clear_waiting() {
    waiting_.clear();
    waiting_steps_.clear();
  }
  // Whether the evaluator gives priors; told by its first answer.
  [[nodiscard]] bool has_priors() const { return gives_priors_; }
  [[nodiscard]] std::span<const double> priors(std::size_t row, int actions) const {
    return batch_->priors.subspan(row * static_cast<std::size_t>(actions), static_cast<std::size_t>(actions));
  }
  // Those of a new root, which the evaluator of the leader judges (M-86).
  template <ValuedState S>
  [[nodiscard]] std::span<const double> root_priors(const S& root) {
    if (batch_ == nullptr || !is_leader_) return {};
    write_row(root, *batch_, 0);
    batch_->judge(1);
    gives_priors_ = !batch_->priors.empty();
    return gives_priors_ ? priors(0, root.tables().num_distinct_actions()) : std::span<const double>{};
  }
  // Whether a leaf waits for priors that is just what this edge leads to.
  [[nodiscard]] bool waits_at(ArenaIndex node, int edge) const {
    return gives_priors_ && std::any_of(waiting_.begin(), waiting_.end(), [&](const Waiting& waiting) {
             const Step& leaf = waiting_steps_[waiting.end - 1];
             return waiting.is_child && leaf.node == node && leaf.edge == edge;
           });
  }
  // Where a leaf that gets priors has its node: at this edge, if there is none yet and there may be one.
  [[nodiscard]] std::optional<Step> place_for_node(std::size_t row) const;
  // Moves from the root to the leaf of a row.
  [[nodiscard]] std::size_t level_of(std::size_t row) const { return waiting_[row].depth; }
  // A node is elsewhere now.
  void follow_move(ArenaIndex from, ArenaIndex to) {
    for (Step& step : waiting_steps_) {
      if (step.node == from) step.node = to;
    }
  }
  void count_visits(int mover);

  MctsConfig config_;
  Evaluator evaluator_;

  // The tree, kept from search to search.
  Arena arena_;
  Selector select_;
  ArenaIndex root_ = 0;                   // 0: no tree
  std::optional<Evaluation> root_proof_;  // exact values, if the root is solved

  // One search.
  SearchStreams streams_;
  SearchLimits limits_;
  SearchRun run_;
  std::vector<Action> solved_line_;    // from the root on, if the rest of the game was solved (M-34)
  std::vector<ActionWorth> strategy_;  // where the choice was drawn (M-54)
  Halving halving_;
  std::vector<Step> path_;   // of the present simulation
  std::size_t counted_ = 0;  // steps before the present probe, its own first one included

  // Leaves.
  bool is_leader_;                               // worker 0
  std::unique_ptr<LeafEvaluator::Batch> batch_;  // null without an evaluator
  std::vector<Waiting> waiting_;                 // row by row
  std::vector<Step> waiting_steps_;              // that M-15 counts
  bool meets_leaf_ = false;                      // of the present simulation
  bool leaf_is_child_ = false;
  bool gives_priors_ = false;
};

}  // namespace cloche
