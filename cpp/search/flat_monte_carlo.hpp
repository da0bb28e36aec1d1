// Flat Monte Carlo: every action in turn, a playout each, the best mean wins (seeds/search.md, M-23).
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "core/game.hpp"
#include "search/evaluation.hpp"
#include "search/limits.hpp"
#include "search/playout.hpp"
#include "search/report.hpp"

namespace cloche {

struct FlatMonteCarloConfig {
  double margin_weight = 0.5;  // as in MctsConfig
  PlayoutConfig playout;
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
    return report(run_simulations(limits, monitor, 0, simulations_, nodes_, [&] { simulate(rng, dealer); }, [] { return false; }));
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

  FlatMonteCarloConfig config_;
  std::uint64_t seed_;
  int lowest_score_;
  Evaluator evaluator_;

  std::uint64_t searches_ = 0;  // since reset()
  std::optional<S> root_;
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
    if (action.visits == 0) continue;
    action.utility = mean_utility(tally(i).sum, action.visits);
    action.value = returns_of(evaluator_, mean_gains(evaluator_, statistics_.edge(i)));
  }
  const RootStatistics::Tally& tally_of_all = statistics_.total();
  set_gains(
      evaluator_,
      tally_of_all.count > 0 ? mean_gains(evaluator_, tally_of_all) : PerPlayer<double>(evaluator_.players(), evaluator_.unknown_gain()),
      report);
  report.score_counts = statistics_.scores().listed(lowest_score_);
  if (report.actions.front().visits > 0) report.principal_variation.push_back(report.actions.front().action);
  report.simulations = simulations_;
  report.nodes = nodes_;
  report.stopped_by = reason;
  report.fingerprint = fingerprint_;
  return report;
}

}  // namespace cloche
