// What a search counts while it runs, whatever its kind; the tail of its report follows from it.
#pragma once

#include <cstdint>

#include "core/hash.hpp"
#include "core/rng.hpp"
#include "search/limits.hpp"
#include "search/report.hpp"

namespace cloche {

// The generators of a bot's searches (seeds/search.md, M-11, M-26), or of one worker of them (M-60).
class SearchStreams {
 public:
  explicit SearchStreams(std::uint64_t seed, int worker = 0) : seed_(seed), worker_(static_cast<std::uint64_t>(worker)) {}

  [[nodiscard]] Rng of(Stream stream) const { return Rng(seed_, {static_cast<std::uint64_t>(stream), number_, worker_}); }
  // The next search has streams of its own.
  void advance() { ++number_; }
  void reset() { number_ = 0; }

 private:
  std::uint64_t seed_;
  std::uint64_t worker_;
  std::uint64_t number_ = 0;  // of searches since reset()
};

struct SearchRun {
  SearchRun() = default;
  // Of a root with so many edges.
  SearchRun(int edges, int mover, const Evaluator& evaluator) : statistics(edges, mover, evaluator) {}

  std::uint64_t simulations = 0;
  std::uint64_t nodes = 0;        // moves applied
  std::uint64_t fingerprint = 0;  // of what the simulations did, in order
  RootStatistics statistics;

  void mix(std::uint64_t word) { fingerprint = hash_combine(fingerprint, word); }
  // What another worker of the same search counted comes on top (M-64).
  void add(const SearchRun& other) {
    simulations += other.simulations;
    nodes += other.nodes;
    mix(other.fingerprint);
    statistics.add(other.statistics);
  }
  void describe(StopReason reason, SearchReport& report) const {
    report.score_counts = statistics.scores().listed();
    report.simulations = simulations;
    report.nodes = nodes;
    report.stopped_by = reason;
    report.fingerprint = fingerprint;
  }
};

// Runs `simulate` until a limit, the monitor or what was found ends it (seeds/search.md, M-17). `simulate` counts `run.nodes`;
// `kept` are the visits that the root had before; `found_enough` says why nothing is left to find.
template <Monitor M, class Simulate, class FoundEnough>
StopReason run_simulations(const SearchLimits& limits, M& monitor, std::uint64_t kept, SearchRun& run, Simulate simulate,
                           FoundEnough found_enough) {
  for (;; ++run.simulations) {
    if (const std::optional<StopReason> reason = found_enough()) return *reason;
    if (run.simulations >= limits.simulations) return StopReason::kSimulations;
    if (run.nodes >= limits.nodes) return StopReason::kNodes;
    if (kept + run.simulations >= kMostVisits) return StopReason::kVisits;
    if (const std::optional<StopReason> reason = monitor.check()) {
      if (*reason != StopReason::kRunning) return *reason;
      monitor.tell();
    }
    simulate();
  }
}

}  // namespace cloche
