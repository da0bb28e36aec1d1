// A search by one worker or several (seeds/search.md, M-60 to M-65): what a bot holds. How many threads the workers run on
// changes no report.
#pragma once

#include <algorithm>
#include <atomic>
#include <concepts>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <vector>

#include "search/crew.hpp"
#include "search/joint_root.hpp"
#include "search/limits.hpp"
#include "search/report.hpp"
#include "search/tree_search.hpp"

namespace cloche {

// Search is Mcts, ObserverMcts or FlatMonteCarlo of a game.
template <class Search>
class Workers {
 public:
  using State = typename Search::State;
  using Tables = typename Search::Tables;

  // `tables` must outlive the workers.
  template <class Config>
  Workers(const Tables& tables, const Config& config, std::uint64_t seed) : threads_(std::min(config.threads, config.workers)) {
    for (int w = 0; w < config.workers; ++w) workers_.push_back(std::make_unique<Worker>(tables, config, seed, w));
  }

  // As the search of one.
  template <Monitor M>
  SearchReport search(const State& root, const SearchLimits& limits, M& monitor);
  // Grows the trees of what `observer` knows while another player is to move (M-66). The report has no more than counts.
  template <Monitor M>
  SearchReport ponder(const State& root, int observer, const SearchLimits& limits, M& monitor)
    requires HiddenState<State>
  {
    const SearchLimits of_each = share_of(limits);
    const GiveUpOnError guard(*this);
    for (const auto& worker : workers_) worker->search.begin_pondering(root, observer, of_each);
    take_roots();
    pondering_ = true;
    const StopReason reason = run(limits, monitor);
    return report(reason);
  }
  // What is known so far, in Monitor::tell of a search.
  [[nodiscard]] SearchReport report(StopReason reason) const;

  [[nodiscard]] bool can_advance(Action action) const {
    return std::all_of(workers_.begin(), workers_.end(), [&](const auto& worker) { return worker->search.can_advance(action); });
  }
  void advance(Action action) {
    for (const auto& worker : workers_) worker->search.advance(action);
  }
  void reset() {
    for (const auto& worker : workers_) worker->search.reset();
  }

 private:
  static constexpr bool kTrees = std::derived_from<Search, TreeSearch>;

  struct alignas(128) Worker {  // lines of memory of its own
    template <class Config>
    Worker(const Tables& tables, const Config& config, std::uint64_t seed, int number) : search(tables, config, seed, number) {}

    Search search;
    // Until its part of the epoch ends (M-61).
    std::uint64_t simulations = 0;
    std::uint64_t nodes = 0;
  };
  // Roots are joint while it lives.
  struct Joining {
    explicit Joining(Workers& workers) : all(workers) {
      if constexpr (kTrees) all.root_.emplace(all.trees());
    }
    Joining(const Joining&) = delete;
    Joining& operator=(const Joining&) = delete;
    ~Joining() {
      if constexpr (kTrees) {
        all.root_->part();
        all.root_.reset();
      }
    }
    Workers& all;
  };

  // Leaves no tree where an evaluator fails (M-84).
  struct GiveUpOnError {
    explicit GiveUpOnError(Workers& workers) : all(workers) {}
    GiveUpOnError(const GiveUpOnError&) = delete;
    GiveUpOnError& operator=(const GiveUpOnError&) = delete;
    ~GiveUpOnError() {
      if constexpr (kTrees) {
        if (std::uncaught_exceptions() == before) return;
        for (const auto& worker : all.workers_) worker->search.give_up();
      }
    }
    Workers& all;
    int before = std::uncaught_exceptions();
  };
  void take_roots() {  // M-88
    if constexpr (kTrees) {
      for (const auto& worker : workers_) {
        if (&worker->search != &first()) worker->search.take_root_of(first());
      }
    }
  }
  void judge_leaves() {
    if constexpr (kTrees) {
      for (const auto& worker : workers_) worker->search.judge_leaves();
    }
  }

  [[nodiscard]] std::vector<TreeSearch*> trees() const {
    std::vector<TreeSearch*> all;
    for (const auto& worker : workers_) all.push_back(&worker->search);
    return all;
  }
  [[nodiscard]] Search& first() const { return workers_.front()->search; }
  [[nodiscard]] bool is_solved() const {
    return std::any_of(workers_.begin(), workers_.end(), [](const auto& worker) { return worker->search.is_solved(); });
  }
  [[nodiscard]] std::uint64_t simulations() const {
    std::uint64_t total = 0;
    for (const auto& worker : workers_) total += worker->search.counted().simulations;
    return total;
  }
  [[nodiscard]] std::uint64_t nodes() const {
    std::uint64_t total = 0;
    for (const auto& worker : workers_) total += worker->search.counted().nodes;
    return total;
  }

  void begin(const State& root, const SearchLimits& limits);
  [[nodiscard]] SearchLimits share_of(const SearchLimits& limits) const;
  template <Monitor M>
  [[nodiscard]] StopReason run(const SearchLimits& limits, M& monitor);
  [[nodiscard]] std::optional<StopReason> reached(const SearchLimits& limits, std::uint64_t most) const;
  void share_out(const SearchLimits& limits, std::uint64_t most);
  template <Monitor M>
  [[nodiscard]] std::optional<StopReason> run_epoch(Crew& crew, M& monitor);

  int threads_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::optional<JointRoot> root_;  // of trees, while several workers search
  bool pondering_ = false;         // in the present call or the last one
};

template <class Search>
template <Monitor M>
SearchReport Workers<Search>::search(const State& root, const SearchLimits& limits, M& monitor) {
  const GiveUpOnError guard(*this);
  pondering_ = false;
  if (workers_.size() == 1) return first().search(root, limits, monitor);
  begin(root, limits);
  if (first().is_ending()) return first().report(StopReason::kProven);  // M-65
  const Joining joining(*this);
  return report(run(limits, monitor));
}

template <class Search>
SearchReport Workers<Search>::report(StopReason reason) const {
  if constexpr (kTrees) {
    if (pondering_) return JointRoot::counts_of(trees(), reason);
  }
  if (workers_.size() == 1) return first().report(reason);
  if constexpr (kTrees) {
    SearchReport report = root_->report(reason);
    first().settle_line(report);
    return report;
  } else {
    Search joint = first();
    for (const auto& worker : workers_) {
      if (&worker->search != &first()) joint.add(worker->search);
    }
    return joint.report(reason);
  }
}

template <class Search>
SearchLimits Workers<Search>::share_of(const SearchLimits& limits) const {
  SearchLimits share;
  share.depth = limits.depth;
  share.memory_bytes = limits.memory_bytes / workers_.size();
  return share;
}

template <class Search>
void Workers<Search>::begin(const State& root, const SearchLimits& limits) {
  const SearchLimits of_each = share_of(limits);
  first().begin(root, of_each);
  for (const auto& worker : workers_) {
    if (&worker->search == &first()) continue;
    if (first().is_ending()) worker->search.sit_out();
    else worker->search.begin(root, of_each);
  }
  if (!first().is_ending()) take_roots();
}

template <class Search>
template <Monitor M>
StopReason Workers<Search>::run(const SearchLimits& limits, M& monitor) {
  std::uint64_t most = kMostVisits;  // simulations
  if (root_) most -= std::min(most, root_->visits());
  Crew crew(threads_);
  for (;;) {
    if (root_) root_->merge();
    if (const std::optional<StopReason> reason = reached(limits, most)) return *reason;
    share_out(limits, most);
    if (const std::optional<StopReason> reason = run_epoch(crew, monitor)) {
      judge_leaves();
      return *reason;
    }
  }
}

template <class Search>
std::optional<StopReason> Workers<Search>::reached(const SearchLimits& limits, std::uint64_t most) const {  // M-17
  if (is_solved()) return StopReason::kProven;
  if (simulations() >= limits.simulations) return StopReason::kSimulations;
  if (root_ && limits.simulations != SearchLimits::kNone && root_->is_settled(limits.simulations - simulations()))
    return StopReason::kSettled;
  if (nodes() >= limits.nodes) return StopReason::kNodes;
  if (simulations() >= most) return StopReason::kVisits;
  return std::nullopt;
}

template <class Search>
void Workers<Search>::share_out(const SearchLimits& limits, std::uint64_t most) {  // M-61
  constexpr std::uint64_t kShortest = 16, kLongest = 4096, kPart = 8;
  const std::uint64_t count = workers_.size();
  const std::uint64_t done = simulations();
  const std::uint64_t epoch =
      std::min({count * std::clamp(done / (kPart * count), kShortest, kLongest), limits.simulations - done, most - done});
  const std::uint64_t nodes_left = limits.nodes == SearchLimits::kNone ? SearchLimits::kNone : limits.nodes - nodes();
  std::uint64_t number = 0;
  for (const auto& worker : workers_) {
    const SearchRun& counted = worker->search.counted();
    worker->simulations = counted.simulations + epoch / count + (number++ < epoch % count ? 1 : 0);
    worker->nodes =
        nodes_left == SearchLimits::kNone ? SearchLimits::kNone : counted.nodes + nodes_left / count + (nodes_left % count > 0 ? 1 : 0);
  }
}

// The reason if the search ends inside the epoch.
template <class Search>
template <Monitor M>
std::optional<StopReason> Workers<Search>::run_epoch(Crew& crew, M& monitor) {
  std::optional<StopReason> reason;  // of the calling thread alone
  std::atomic<bool> interrupted;
  const auto look = [&](std::optional<StopReason> seen) {
    if (!seen) return;
    if (!reason || *reason == StopReason::kRunning) reason = seen;
    interrupted.store(true, std::memory_order_relaxed);
  };
  const auto part = [&](int number) {
    Worker& worker = *workers_[static_cast<std::size_t>(number)];
    const SearchRun& counted = worker.search.counted();
    const auto goes_on = [&] {
      return counted.simulations < worker.simulations && counted.nodes < worker.nodes && !worker.search.is_solved() &&
             !interrupted.load(std::memory_order_relaxed);
    };
    if (crew.is_caller()) {
      worker.search.simulate_while([&] {
        if (!goes_on()) return false;
        look(monitor.check());
        return !interrupted.load(std::memory_order_relaxed);
      });
    } else {
      auto beside = monitor.beside();
      worker.search.simulate_while([&] {
        beside.tick();
        return goes_on();
      });
    }
    if constexpr (kTrees) {
      if (!interrupted.load(std::memory_order_relaxed)) worker.search.judge_leaves();
    }
  };
  const auto work = [&](int number) {
    try {
      part(number);
    } catch (...) {
      interrupted.store(true, std::memory_order_relaxed);
      throw;
    }
  };
  for (;;) {
    reason.reset();
    interrupted = false;
    crew.run(static_cast<int>(workers_.size()), work, [&] { look(monitor.check_now()); });
    if (!reason) return std::nullopt;
    if (*reason != StopReason::kRunning) return reason;
    monitor.tell();  // and on with what is left of the epoch
  }
}

}  // namespace cloche
