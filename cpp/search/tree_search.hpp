// What all tree searches share: the tree and its root, selection, the ends of simulations, backup and report. What a
// simulation meets on its way differs: mcts.hpp, observer_mcts.hpp.
#pragma once

#include <algorithm>
#include <optional>
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
  // One worker of a search (M-60) lets it pass, and drops its tree (M-65).
  void sit_out() {
    forget();
    streams_.advance();
  }
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
        streams_(seed, worker) {}
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
  void forget();

  // ---- Stages of a simulation
  // The edge of a decision node whose edges can all be taken (M-13, M-14, M-35).
  [[nodiscard]] int select(const Node& node);
  // Whether the last edge of the path, which has no child, gets one (M-12).
  [[nodiscard]] bool leaf_may_grow() const {
    const Step& leaf = path_.back();
    return arena_.node(leaf.node).visits()[leaf.edge] > 0 && path_.size() <= limits_.depth;
  }
  // The game is over in `state`.
  template <ValuedState S>
  [[nodiscard]] Evaluation end_of_game(const S& state) {
    if (!is_probing()) run_.statistics.scores().add(state.scores());
    return evaluator_.of_end(state);
  }
  // Plays `state` out in place (M-8).
  template <ValuedState S>
  [[nodiscard]] Evaluation end_by_playout(S& state, Rng& rng) {
    const Evaluation values = evaluate_by_playout(state, config_.playout, evaluator_, rng, run_.nodes);
    if (!is_probing()) run_.statistics.scores().add(state.scores());
    return values;
  }
  // The simulation of the path ended with these values (M-15), which count from where its last probe began.
  void back_up(const Evaluation& values);
  // The simulation goes on past a proven edge, whose values are backed up, by another edge of the same node (M-38).
  void begin_probe(int edge) {
    path_.back().edge = edge;
    counted_ = path_.size();
  }
  [[nodiscard]] bool is_probing() const { return counted_ > 0; }
  void begin_path() {
    path_.clear();
    counted_ = 0;
  }

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
};

}  // namespace cloche
