// Flat Monte Carlo: every action in turn, a playout each, the best mean wins (seeds/search.md, M-23, M-34).
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "core/game.hpp"
#include "search/ending.hpp"
#include "search/evaluation.hpp"
#include "search/limits.hpp"
#include "search/playout.hpp"
#include "search/report.hpp"

namespace cloche {

struct FlatMonteCarloConfig {
  double margin_weight = 0.5;  // as in MctsConfig
  PlayoutConfig playout;
  bool endings = true;  // as in MctsConfig
};

template <ValuedState S>
class FlatMonteCarlo {
 public:
  using Tables = typename S::Tables;

  FlatMonteCarlo(const Tables& tables, const FlatMonteCarloConfig& config, std::uint64_t seed)
      : config_(config), seed_(seed), lowest_score_(tables.score_bounds().low), evaluator_(tables, config.margin_weight) {}

  // Precondition: a player is to move in `root`.
  template <Monitor M>
  SearchReport search(const S& root, const SearchLimits& limits, M& monitor) {
    root_ = root;
    if constexpr (HiddenState<S>) root_ = as_known_to(root, root.mover());  // M-25
    root.legal(actions_);
    tallies_.assign(static_cast<std::size_t>(actions_.size()), {});
    statistics_ = RootStatistics(actions_.size(), evaluator_.players());
    simulations_ = 0;
    nodes_ = 0;
    fingerprint_ = 0;
    Rng rng(seed_, {static_cast<std::uint64_t>(Stream::kSearch), searches_, 0});
    Rng dealer(seed_, {static_cast<std::uint64_t>(Stream::kRedeal), searches_, 0});
    ++searches_;
    ending_.reset();
    if (config_.endings && is_solvable_ending(*root_)) solve_root();
    return report(
        run_simulations(limits, monitor, 0, simulations_, nodes_, [&] { simulate(rng, dealer); }, [&] { return ending_.has_value(); }));
  }

  // What is known so far; valid during and after a search.
  [[nodiscard]] SearchReport report(StopReason reason) const;

  // Nothing is kept from move to move.
  [[nodiscard]] bool can_advance(Action) const { return true; }
  void advance(Action) {}
  void reset() { searches_ = 0; }

 private:
  struct Tally {
    std::uint32_t visits = 0;
    UtilitySum sum = 0;
  };

  void solve_root() {  // M-34
    if constexpr (EndingState<S>) {
      ending_ = EndingSolver<S>(evaluator_).solve(*root_);
      statistics_.scores().add(ending_->scores, lowest_score_);
      fingerprint_ = fingerprint_of(*ending_);
    }
  }

  void simulate(Rng& rng, [[maybe_unused]] Rng& dealer) {
    const int edge = static_cast<int>(simulations_ % static_cast<std::uint64_t>(actions_.size()));
    S state = *root_;
    if constexpr (HiddenState<S>) state.redeal(root_->mover(), dealer);  // M-26
    state.apply(actions_[edge]);
    ++nodes_;
    const Evaluation values = evaluate_by_playout(state, config_.playout, evaluator_, rng, nodes_);
    const Utility utility = values.utility[static_cast<std::size_t>(root_->mover())];
    ++tallies_[static_cast<std::size_t>(edge)].visits;
    tallies_[static_cast<std::size_t>(edge)].sum += utility;
    statistics_.add(edge, values);
    statistics_.scores().add(state.scores(), lowest_score_);
    fingerprint_ = hash_combine(fingerprint_, std::uint64_t{actions_[edge]} << 32 ^ utility);
  }

  [[nodiscard]] PerPlayer<double> root_gains() const {
    if (ending_) return exact_gains(evaluator_, ending_->values);
    if (statistics_.total().count > 0) return mean_gains(evaluator_, statistics_.total());
    return PerPlayer<double>(evaluator_.players(), evaluator_.unknown_gain());
  }

  FlatMonteCarloConfig config_;
  std::uint64_t seed_;
  int lowest_score_;
  Evaluator evaluator_;

  std::uint64_t searches_ = 0;  // since reset()
  std::optional<S> root_;
  std::optional<Ending> ending_;  // what the root was found to be worth, if it was solved
  LegalList<S> actions_;
  std::vector<Tally> tallies_;
  std::uint64_t simulations_ = 0;
  std::uint64_t nodes_ = 0;
  std::uint64_t fingerprint_ = 0;
  RootStatistics statistics_;
};

template <ValuedState S>
SearchReport FlatMonteCarlo<S>::report(StopReason reason) const {
  std::vector<int> order;
  for (int i = 0; i < actions_.size(); ++i) order.push_back(i);
  const auto tally = [&](int i) -> const Tally& { return tallies_[static_cast<std::size_t>(i)]; };
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    const Tally& x = tally(a);
    const Tally& y = tally(b);
    if (x.visits == 0 || y.visits == 0) return x.visits > y.visits;
    const UtilitySum x_whole = x.sum / x.visits, y_whole = y.sum / y.visits;
    if (x_whole != y_whole) return x_whole > y_whole;
    return x.sum % x.visits * y.visits > y.sum % y.visits * x.visits;  // the fractions, without overflow
  });
  const auto is_solved = [&](int i) { return ending_ && actions_[i] == ending_->line.front(); };
  std::stable_partition(order.begin(), order.end(), is_solved);
  SearchReport report;
  WeightList<S> weights;
  root_->prior(actions_, weights);
  std::uint64_t total = 0;
  for (const std::uint32_t weight : weights) total += weight;
  for (const int i : order) {
    ActionReport& action = report.actions.emplace_back();
    action.action = actions_[i];
    action.visits = tally(i).visits;
    action.prior = static_cast<double>(weights[i]) / static_cast<double>(total);
    action.proven = is_solved(i);
    if (action.proven) {
      action.utility = from_utility(ending_->values.utility[static_cast<std::size_t>(root_->mover())]);
      action.value = returns_of(evaluator_, exact_gains(evaluator_, ending_->values));
    } else if (action.visits > 0) {
      action.utility = mean_utility(tally(i).sum, action.visits);
      action.value = returns_of(evaluator_, mean_gains(evaluator_, statistics_.edge(i)));
    }
  }
  set_gains(evaluator_, root_gains(), report);
  report.score_counts = statistics_.scores().listed(lowest_score_);
  if (ending_) {
    report.principal_variation = ending_->line;
  } else if (report.actions.front().visits > 0) {
    report.principal_variation.push_back(report.actions.front().action);
  }
  report.proven = ending_.has_value();
  report.simulations = simulations_;
  report.nodes = nodes_;
  report.stopped_by = reason;
  report.fingerprint = fingerprint_;
  return report;
}

}  // namespace cloche
