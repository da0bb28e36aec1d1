// Expectimax: every line of play to a depth, deepened step by step (seeds/search.md, X-1 to X-12).
//
//   expectimax/worth.hpp      what is maximised, in whole numbers
//   expectimax/root.hpp       where a search starts, what an iteration finds
//   expectimax/two_sided.hpp  at most two players, or a shared return: alpha-beta, Star1, Star2
//   expectimax/max_n.hpp      three players and more
//   expectimax/table.hpp      the table of positions; move_order.hpp, budget.hpp, config.hpp: the rest of what they share
#pragma once

#include <algorithm>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "core/game.hpp"
#include "search/endings.hpp"
#include "search/expectimax/budget.hpp"
#include "search/expectimax/config.hpp"
#include "search/expectimax/max_n.hpp"
#include "search/expectimax/root.hpp"
#include "search/expectimax/two_sided.hpp"
#include "search/limits.hpp"
#include "search/report.hpp"
#include "search/run.hpp"
#include "search/workers.hpp"

namespace cloche {

struct ExpectimaxReport : SearchReport {
  int depth = 0;              // of the last iteration completed
  std::optional<int> worlds;  // different ones; empty where nothing is hidden
  bool at_depth = false;      // the depth has ended the search; `stopped_by` says nothing then
};

template <ValuedState S>
class Expectimax {
 public:
  using State = S;
  using Tables = typename S::Tables;

  // `tables` must outlive the search.
  Expectimax(const Tables& tables, const ExpectimaxConfig& config, std::uint64_t seed)
      : config_(config),
        appraiser_(tables),
        end_evaluator_(tables, config.margin_weight),
        engine_(engine(tables, config, appraiser_)),
        streams_(seed) {}

  // The worlds of the next search, in place of draws: of what the player to move there knows, weights summing to less than 2^32.
  void deal(std::vector<World<S>> worlds) { dealt_ = std::move(worlds); }

  // Precondition: a player is to move in `root`.
  template <Monitor M>
  ExpectimaxReport search(const S& root, const SearchLimits& limits, M& monitor);
  // What is known so far; valid during and after a search.
  [[nodiscard]] ExpectimaxReport report(StopReason reason) const;

  [[nodiscard]] bool can_advance(Action action) const { return !position_ || position_->is_legal(action); }
  void advance(Action action) {
    if (!position_) return;
    position_->apply(action);
    if (position_->mover() == kTerminal) position_.reset();
  }
  void reset() {
    std::visit([](auto& engine) { engine.forget(); }, engine_);
    streams_.reset();
    dealt_.clear();
    position_.reset();
  }

 private:
  using Engine = std::variant<TwoSidedSearch<S>, MaxNSearch<S>>;
  [[nodiscard]] static Engine engine(const Tables& tables, const ExpectimaxConfig& config, const Appraiser& appraiser) {
    if (appraiser.two_sided()) return Engine(std::in_place_type<TwoSidedSearch<S>>, tables, config);
    return Engine(std::in_place_type<MaxNSearch<S>>, tables, config);
  }

  void begin(const S& root, const SearchLimits& limits);
  [[nodiscard]] std::vector<World<S>> worlds_of(const S& root);
  [[nodiscard]] bool is_proven() const {
    const auto is_sure = [this](std::size_t place) { return !found_.worths[place] || found_.proven[place]; };
    for (std::size_t place = 0; place < found_.worths.size(); ++place) {
      if (!is_sure(place)) return false;
    }
    return found_.root_proven;
  }
  void mix(const Iteration& found);
  [[nodiscard]] ExpectimaxReport ending_report() const;

  ExpectimaxConfig config_;
  Appraiser appraiser_;
  Evaluator end_evaluator_;
  Engine engine_;
  SearchStreams streams_;

  std::vector<World<S>> dealt_;
  std::optional<S> position_;  // where `advance` goes on
  SearchRoot<S> root_;
  std::optional<Ending> ending_;  // what the root was found to be worth, if it was solved
  PerPlayer<Worth> judged_;       // the root as a cut
  Iteration found_;               // by the last iteration completed
  SearchBudget budget_;
  bool at_depth_ = false;
  std::uint64_t fingerprint_ = 0;
};

template <ValuedState S>
template <Monitor M>
ExpectimaxReport Expectimax<S>::search(const S& root, const SearchLimits& limits, M& monitor) {
  begin(root, limits);
  if (ending_) return report(StopReason::kProven);
  budget_ = SearchBudget(limits.nodes, [&]() -> std::optional<StopReason> {
    const std::optional<StopReason> reason = monitor.check();
    if (reason != StopReason::kRunning) return reason;
    monitor.tell();
    return std::nullopt;
  });
  const auto deepest = static_cast<int>(std::min<std::uint64_t>(limits.depth, ExpectimaxConfig::kMostDepth));
  for (int depth = 1; depth <= deepest; ++depth) {
    std::optional<Iteration> found = std::visit([&](auto& engine) { return engine.iterate(root_, depth, found_, budget_); }, engine_);
    if (!found) return report(*budget_.ended());
    found_ = std::move(*found);
    mix(found_);
    if (is_proven()) return report(StopReason::kProven);
    if (HiddenState<S> && found_.settled) {
      if (limits.depth == SearchLimits::kNone) return report(StopReason::kSettled);
      found_.depth = deepest;
      break;
    }
  }
  at_depth_ = true;
  return report(StopReason::kRunning);
}

template <ValuedState S>
void Expectimax<S>::begin(const S& root, const SearchLimits& limits) {
  S position = root;
  if constexpr (HiddenState<S>) position = as_known_to(root, root.mover());  // M-25
  position_ = position;
  root_.actions = actions_in_order(position);
  root_.mover = position.mover();
  ending_.reset();
  if (config_.endings && !config_.all_values) ending_ = find_ending(position, end_evaluator_, streams_.of(Stream::kSearch));
  root_.worlds = worlds_of(position);
  streams_.advance();
  judged_ = appraiser_.two_sided() ? appraiser_.all_of_first(appraiser_.of_cut(position)) : appraiser_.all_of_cut(position);
  found_ = Iteration{};
  found_.worths.resize(static_cast<std::size_t>(root_.actions.size()));
  found_.proven.resize(static_cast<std::size_t>(root_.actions.size()));
  budget_ = SearchBudget();
  at_depth_ = false;
  fingerprint_ = 0;
  std::visit([&](auto& engine) { engine.begin(limits); }, engine_);
}

// X-10; `root` is the world of H-4 where something is hidden.
template <ValuedState S>
std::vector<World<S>> Expectimax<S>::worlds_of(const S& root) {
  if constexpr (HiddenState<S>) {
    if (!dealt_.empty()) return std::exchange(dealt_, {});
    std::vector<World<S>> worlds;
    Rng rng = streams_.of(Stream::kRedeal);
    for (int i = 0; i < config_.worlds; ++i) {
      S world = root;
      world.redeal(root.mover(), rng);
      const auto same = std::find_if(worlds.begin(), worlds.end(), [&](const World<S>& other) { return other.state == world; });
      if (same != worlds.end()) ++same->weight;
      else worlds.push_back({world, 1});
    }
    return worlds;
  } else {
    return {{root, 1}};
  }
}

template <ValuedState S>
void Expectimax<S>::mix(const Iteration& found) {
  const auto word = [this](std::uint64_t value) { fingerprint_ = hash_combine(fingerprint_, value); };
  word(budget_.nodes);
  for (const Action action : found.line) word(action);
  for (const Worth worth : *found.worths[static_cast<std::size_t>(found.chosen)]) word(static_cast<std::uint64_t>(worth));
}

template <ValuedState S>
ExpectimaxReport Expectimax<S>::report(StopReason reason) const {
  if (ending_) return ending_report();
  std::vector<int> order;
  for (int place = 0; place < root_.actions.size(); ++place) order.push_back(place);
  const auto worths = [&](int place) -> const std::optional<PerPlayer<Worth>>& { return found_.worths[static_cast<std::size_t>(place)]; };
  const auto own = [&](int place) { return worths(place) ? (*worths(place))[root_.mover] : -1; };
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return own(a) > own(b); });

  ExpectimaxReport report;
  const auto total = static_cast<double>(total_weight(root_.actions));
  for (const int place : order) {
    ActionReport& action = report.actions.emplace_back();
    action.action = root_.actions[place].id;
    action.prior = root_.actions[place].weight / total;
    action.proven = found_.proven[static_cast<std::size_t>(place)];
    if (!worths(place)) continue;
    action.utility = appraiser_.utility(own(place));
    action.value = returns_of(appraiser_.evaluator(), appraiser_.gains(*worths(place)));
  }
  const std::optional<PerPlayer<Worth>>& chosen = worths(found_.chosen);
  set_gains(appraiser_.evaluator(), appraiser_.gains(chosen ? *chosen : judged_), report);
  report.score_counts.resize(static_cast<std::size_t>(appraiser_.players()));
  report.principal_variation = found_.line;
  report.nodes = budget_.nodes;
  report.stopped_by = reason;
  report.proven = found_.root_proven;
  report.fingerprint = fingerprint_;
  report.depth = found_.depth;
  if constexpr (HiddenState<S>) report.worlds = static_cast<int>(root_.worlds.size());
  report.at_depth = at_depth_;
  return report;
}

template <ValuedState S>
ExpectimaxReport Expectimax<S>::ending_report() const {
  ExpectimaxReport report;
  const auto total = static_cast<double>(total_weight(root_.actions));
  for (const RankedAction& ranked : root_.actions) {
    ActionReport& action = report.actions.emplace_back();
    action.action = ranked.id;
    action.prior = ranked.weight / total;
  }
  tell(*ending_, end_evaluator_, root_.mover, report);
  ScoreCounts scores(end_evaluator_.players(), end_evaluator_.lowest_score());
  if (ending_->scores) scores.add(*ending_->scores);
  report.score_counts = scores.listed();
  report.stopped_by = StopReason::kProven;
  report.fingerprint = fingerprint_of(*ending_);
  return report;
}

// Of workers it makes no use: a bot holds the search itself.
template <ValuedState S>
class Workers<Expectimax<S>> : public Expectimax<S> {
 public:
  using Expectimax<S>::Expectimax;
};

}  // namespace cloche
