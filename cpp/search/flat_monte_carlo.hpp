// Flat Monte Carlo: every action in turn, a playout each, the best mean wins (seeds/search.md, M-23, M-34).
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "core/game.hpp"
#include "search/config.hpp"
#include "search/endings.hpp"
#include "search/evaluation.hpp"
#include "search/limits.hpp"
#include "search/playout.hpp"
#include "search/report.hpp"
#include "search/run.hpp"

namespace cloche {

template <ValuedState S>
class FlatMonteCarlo {
 public:
  using State = S;
  using Tables = typename S::Tables;

  FlatMonteCarlo(const Tables& tables, const FlatMonteCarloConfig& config, std::uint64_t seed, int worker = 0)
      : config_(config), worker_(worker), evaluator_(tables, config.margin_weight), streams_(seed, worker) {}

  // Precondition: a player is to move in `root`.
  template <Monitor M>
  SearchReport search(const S& root, const SearchLimits& limits, M& monitor) {
    begin(root);
    const auto found_enough = [this] { return is_solved() ? std::optional(StopReason::kProven) : std::nullopt; };
    return report(run_simulations(limits, monitor, 0, run_, [this] { simulate(); }, found_enough));
  }

  // The same in parts, for one worker of a search (M-60).
  void begin(const S& root, const SearchLimits& = {}) {
    root_ = root;
    if constexpr (HiddenState<S>) root_ = as_known_to(root, root.mover());  // M-25
    root.legal(actions_);
    tallies_.assign(static_cast<std::size_t>(actions_.size()), {});
    run_ = SearchRun(actions_.size(), root_->mover(), evaluator_);
    rng_ = streams_.of(Stream::kSearch);
    dealer_ = streams_.of(Stream::kRedeal);
    streams_.advance();
    ending_.reset();
    if (config_.endings) solve_root();
  }
  template <class More>
  void simulate_while(More more) {
    for (; more(); ++run_.simulations) simulate();
  }
  void sit_out() { streams_.advance(); }
  [[nodiscard]] bool is_solved() const { return ending_.has_value(); }
  [[nodiscard]] bool is_ending() const { return is_solved(); }
  [[nodiscard]] const SearchRun& counted() const { return run_; }
  // What another worker of the same search found comes on top (M-64).
  void add(const FlatMonteCarlo& other) {
    run_.add(other.run_);
    for (std::size_t i = 0; i < tallies_.size(); ++i) {
      tallies_[i].visits += other.tallies_[i].visits;
      tallies_[i].sum += other.tallies_[i].sum;
    }
  }

  // What is known so far; valid during and after a search.
  [[nodiscard]] SearchReport report(StopReason reason) const;

  // Nothing is kept from move to move.
  [[nodiscard]] bool can_advance(Action) const { return true; }
  void advance(Action) {}
  void reset() { streams_.reset(); }

 private:
  struct Tally {
    std::uint32_t visits = 0;
    UtilitySum sum = 0;
  };

  void solve_root() {  // M-34
    ending_ = find_ending(*root_, evaluator_, rng_);
    if (!ending_) return;
    if (ending_->scores) run_.statistics.scores().add(*ending_->scores);
    run_.fingerprint = fingerprint_of(*ending_);
  }

  void simulate() {
    const std::uint64_t number =
        run_.simulations * static_cast<std::uint64_t>(config_.workers) + static_cast<std::uint64_t>(worker_);  // M-65
    const int edge = static_cast<int>(number % static_cast<std::uint64_t>(actions_.size()));
    S state = *root_;
    if constexpr (HiddenState<S>) state.redeal(root_->mover(), dealer_);  // M-26
    state.apply(actions_[edge]);
    ++run_.nodes;
    const Evaluation values = evaluate_by_playout(state, config_.playout, evaluator_, rng_, run_.nodes);
    const Utility utility = values.utility[static_cast<std::size_t>(root_->mover())];
    ++tallies_[static_cast<std::size_t>(edge)].visits;
    tallies_[static_cast<std::size_t>(edge)].sum += utility;
    run_.statistics.add(edge, values);
    run_.statistics.scores().add(state.scores());
    run_.mix(std::uint64_t{actions_[edge]} << 32 ^ utility);
  }

  [[nodiscard]] PerPlayer<double> root_gains() const {
    if (run_.statistics.total().count > 0) return mean_gains(evaluator_, run_.statistics.total());
    return PerPlayer<double>(evaluator_.players(), evaluator_.unknown_gain());
  }

  FlatMonteCarloConfig config_;
  int worker_;
  Evaluator evaluator_;
  SearchStreams streams_;
  Rng rng_{0};  // of this search
  Rng dealer_{0};

  std::optional<S> root_;
  std::optional<Ending> ending_;  // what the root was found to be worth, if it was solved
  LegalList<S> actions_;
  std::vector<Tally> tallies_;
  SearchRun run_;
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
    return ExactMean{x.sum, x.visits} > ExactMean{y.sum, y.visits};
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
    action.value = returns_of(evaluator_, mean_gains(evaluator_, run_.statistics.edge(i)));
  }
  set_gains(evaluator_, root_gains(), report);
  if (report.actions.front().visits > 0) report.principal_variation.push_back(report.actions.front().action);
  run_.describe(reason, report);
  if (ending_) tell(*ending_, evaluator_, root_->mover(), report);
  return report;
}

}  // namespace cloche
