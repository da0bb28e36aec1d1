// What positions are worth under best play to the end of the game (seeds/search.md, V-1 to V-15).
//
//   AlphaBeta          two players, nothing hidden
//   BackwardInduction  other numbers of players, nothing hidden
//   EndlessGame        games in which positions come again
//   HiddenGame         hidden information, by SequenceGame
#pragma once

#include <algorithm>
#include <cstdint>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "search/alpha_beta.hpp"
#include "search/backward_induction.hpp"
#include "search/effort.hpp"
#include "search/ending.hpp"
#include "search/endless_game.hpp"
#include "search/evaluation.hpp"
#include "search/hidden_game.hpp"

namespace cloche {

template <GameState S>
struct Solution {
  SolveEnd ended_by = SolveEnd::kSolved;  // of the rest only `needed` and `nodes` hold where it was ended
  std::uint64_t needed = 0;               // of the limit that ended it, 0 where that is not known
  std::string refused;                    // why there is no answer for such positions; then nothing else holds
  std::string_view method;                // V-2
  PerPlayer<double> values;               // returns
  std::vector<Action> best_actions;       // V-4
  bool is_hidden = false;
  std::vector<Conduct<S>> strategy;  // V-13, where things are hidden
  double exploitability = 0.0;
  std::uint64_t nodes = 0;
};

// One position, or all worlds of its public state with weights that sum to 1.
template <ValuedState S>
class Solver {
 public:
  Solver(std::vector<WeightedState<S>> roots, double tolerance, const SolveLimits& limits, Effort::Watch watch)
      : roots_(std::move(roots)), tolerance_(tolerance), effort_(limits, std::move(watch)) {}

  // Once.
  [[nodiscard]] Solution<S> solve() {
    try {
      choose_method();
    } catch (const OutOfReach& out) {
      solution_.ended_by = out.ended_by;
      solution_.needed = out.needed;
    } catch (const std::bad_alloc&) {
      solution_.ended_by = SolveEnd::kMemory;
    }
    solution_.nodes = effort_.nodes();
    return std::move(solution_);
  }

 private:
  [[nodiscard]] const S& root() const { return roots_[0].state; }
  [[nodiscard]] const typename S::Tables& tables() const { return root().tables(); }
  [[nodiscard]] bool is_two_sided() const { return tables().players() <= kTwo || tables().shared_return(); }
  [[nodiscard]] bool two_compete() const { return tables().players() == kTwo && !tables().shared_return(); }

  void choose_method() {
    if (root().mover() == kTerminal) {
      solution_.method = "over";
      solution_.values = root().returns();
      return;
    }
    effort_.look();
    if constexpr (HiddenState<S>) {
      if (!is_solvable_ending(root())) return solve_hidden();
    }
    if (tables().max_game_length() < 0) return solve_endless();
    if (two_compete()) return solve_two();
    solution_.method = "expectimax";
    if (is_two_sided()) solve_backward<SharedValue>();
    else solve_backward<PlayerValues>();
  }

  // The value of a player at every other's, from that of player 0; two-sided.
  void set_values(double value) {
    for (int p = 0; p < tables().players(); ++p) solution_.values.push(p == 1 && two_compete() ? 0.0 - value : value);
  }
  [[nodiscard]] double margin() const { return std::max(tolerance_, kRounding); }
  [[nodiscard]] std::vector<std::pair<Action, S>> children() {
    std::vector<std::pair<Action, S>> children;
    LegalList<S> actions;
    if (root().mover() >= 0) root().legal(actions);
    for (const Action action : actions) {
      effort_.count();
      children.emplace_back(action, root()).second.apply(action);
    }
    return children;
  }
  // V-4, from the value of each child for the mover.
  template <class ValueOf>
  void choose_best(const ValueOf& value_of) {
    const auto all = children();
    std::vector<double> values;
    for (const auto& [action, child] : all) values.push_back(value_of(child));
    if (values.empty()) return;
    const double bar = *std::max_element(values.begin(), values.end()) - margin();
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (values[i] >= bar) solution_.best_actions.push_back(all[i].first);
    }
  }

  void solve_two() {
    solution_.method = tables().max_chance_outcomes() == 0 || is_solvable_ending(root()) ? "alpha-beta" : "expectimax";
    AlphaBeta<S> search(root(), effort_);
    set_values(search.value_of(root()));
    if (root().mover() < 0) return;
    const int mover = root().mover();
    for (const auto& [action, child] : children()) {
      if (search.reaches(child, solution_.values[mover] - margin(), mover)) solution_.best_actions.push_back(action);
    }
  }

  template <class Values>
  void solve_backward() {
    BackwardInduction<S, Values> induction(root(), effort_);
    const Values values = induction.value_of(root());
    for (int p = 0; p < tables().players(); ++p) solution_.values.push(values.of(p));
    choose_best([&](const S& child) { return induction.value_of(child).of(root().mover()); });
  }

  void solve_endless() {
    solution_.method = "value-iteration";
    if (!is_two_sided()) {
      solution_.refused = "three and more players in a game without a bound of its length can't be solved";
      return;
    }
    const ScoreBounds scores = tables().score_bounds();
    const bool are_scores = tables().shared_return() || stakes_of(tables()) > 0;
    const ReturnBounds widest = are_scores ? ReturnBounds{double(scores.low), double(scores.high)} : ReturnBounds{-1.0, 1.0};
    const EndlessGame<S> game(root(), widest, effort_);
    if (game.widest() > tolerance_) {
      solution_.refused = "players can go on for ever here, and what that is worth is not settled";
      return;
    }
    set_values(game.value_of(root()));
    const double sign = two_compete() && root().mover() == 1 ? -1.0 : 1.0;
    choose_best([&](const S& child) { return sign * game.value_of(child); });
  }

  void solve_hidden() {
    if constexpr (HiddenState<S>) {
      const int players = tables().players();
      if (players > kTwo || (players == kTwo && tables().shared_return())) {
        solution_.refused = players > kTwo ? "hidden information is solved for one and two players"
                                           : "hidden information is not solved for players with a common return";
        return;
      }
      solution_.is_hidden = true;
      const HiddenGame<S> hidden(roots_, effort_);
      const SequenceGame& game = hidden.game();
      if (players == 1) {
        solution_.method = "best-response";
        const Plan other = game.plan_of(1, game.even_behaviour(1));
        const Behaviour best = game.best_behaviour(0, other);
        set_values(game.best_response(0, other));
        solution_.strategy = hidden.conduct({game.plan_of(0, best), other}, {best, {}});
        return;
      }
      solution_.method = "cfr+";
      const Equilibrium equilibrium = find_equilibrium(game, tolerance_, effort_);
      set_values(equilibrium.value());
      solution_.exploitability = std::max(0.0, equilibrium.exploitability());
      solution_.strategy = hidden.conduct(equilibrium.plans, equilibrium.last);
    }
  }

  static constexpr int kTwo = 2;
  static constexpr double kRounding = 1e-9;

  std::vector<WeightedState<S>> roots_;
  double tolerance_;
  Effort effort_;
  Solution<S> solution_;
};

}  // namespace cloche
