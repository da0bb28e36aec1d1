// What a search found, as plain data, and the statistics that it is made from.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "search/evaluation.hpp"
#include "search/limits.hpp"

namespace cloche {

struct ActionReport {
  Action action = 0;
  std::uint32_t visits = 0;
  std::optional<double> utility;           // mean utility of the player to move, in [0, 1]; empty if never visited
  std::optional<PerPlayer<double>> value;  // returns per player; empty if never visited
  double prior = 0.0;                      // share of the prior weight
  bool proven = false;                     // `value` is exact
  std::optional<double> share;             // how often it is played where the choice is drawn (M-54); empty elsewhere
};

struct SearchReport {
  std::vector<ActionReport> actions;           // the chosen one first
  PerPlayer<double> values;                    // expected returns per player
  std::optional<PerPlayer<double>> win_share;  // empty where nothing is won
  // Per player: scores seen at the ends of playouts, ascending, and how often.
  std::vector<std::vector<std::pair<int, std::uint64_t>>> score_counts;
  std::vector<Action> principal_variation;
  std::uint64_t simulations = 0;  // of this search
  std::uint64_t nodes = 0;        // moves applied by this search
  StopReason stopped_by = StopReason::kSimulations;
  bool proven = false;  // the root is solved: `values` are exact
  std::uint64_t tree_nodes = 0;
  std::uint64_t tree_edges = 0;
  std::uint64_t tree_bytes = 0;   // arena in use
  std::uint64_t fingerprint = 0;  // equal for equal searches: every leaf and value of this search, in order
};

// How often each score was seen, by player.
class ScoreCounts {
 public:
  ScoreCounts() = default;
  ScoreCounts(int players, int lowest) : lowest_(lowest), counts_(static_cast<std::size_t>(players)) {}

  void add(const PerPlayer<int>& scores) {
    for (std::size_t p = 0; p < counts_.size(); ++p) {
      const auto place = static_cast<std::size_t>(scores[static_cast<int>(p)] - lowest_);
      if (place >= counts_[p].size()) counts_[p].resize(place + 1);
      ++counts_[p][place];
    }
  }
  void add(const ScoreCounts& other) {
    for (std::size_t p = 0; p < counts_.size(); ++p) add_up(other.counts_[p], counts_[p]);
  }
  [[nodiscard]] std::vector<std::vector<std::pair<int, std::uint64_t>>> listed() const {
    std::vector<std::vector<std::pair<int, std::uint64_t>>> all;
    for (const auto& counts : counts_) {
      auto& list = all.emplace_back();
      for (std::size_t i = 0; i < counts.size(); ++i) {
        if (counts[i] > 0) list.emplace_back(static_cast<int>(i) + lowest_, counts[i]);
      }
    }
    return all;
  }

 private:
  static void add_up(const std::vector<std::uint64_t>& more, std::vector<std::uint64_t>& counts) {
    if (counts.size() < more.size()) counts.resize(more.size());
    for (std::size_t i = 0; i < more.size(); ++i) counts[i] += more[i];
  }

  int lowest_ = 0;
  std::vector<std::vector<std::uint64_t>> counts_;
};

// Gains of the simulations of one search, in all and by root edge, and the spread of what the player to move got.
class RootStatistics {
 public:
  struct Tally {
    std::uint64_t count = 0;
    std::array<std::uint64_t, kMaxPlayers> gains{};
    std::uint64_t sum = 0;      // of the mover's utility in units of 2^-16 (M-36)
    std::uint64_t squares = 0;  // and of its square

    void add(const Evaluation& values, int mover) {
      ++count;
      for (std::size_t p = 0; p < gains.size(); ++p) gains[p] += values.gain[p];
      const std::uint64_t coarse = values.utility[static_cast<std::size_t>(mover)] >> 8;
      sum += coarse;
      squares += coarse * coarse;
    }
    void add(const Tally& other) {
      count += other.count;
      for (std::size_t p = 0; p < gains.size(); ++p) gains[p] += other.gains[p];
      sum += other.sum;
      squares += other.squares;
    }
    // Mean gain of a player; count >= 1.
    [[nodiscard]] double mean(int player) const {
      return static_cast<double>(gains[static_cast<std::size_t>(player)]) / static_cast<double>(count);
    }
  };

  RootStatistics() = default;
  RootStatistics(int edges, int mover, const Evaluator& evaluator)
      : mover_(mover), edges_(static_cast<std::size_t>(edges)), scores_(evaluator.players(), evaluator.lowest_score()) {}

  void add(int edge, const Evaluation& values) {
    total_.add(values, mover_);
    const auto place = static_cast<std::size_t>(edge);
    if (place >= edges_.size()) edges_.resize(place + 1);  // the root of a pondering may grow (M-66)
    edges_[place].add(values, mover_);
  }
  // Of a root with the same edges.
  void add(const RootStatistics& other) {
    total_.add(other.total_);
    for (std::size_t i = 0; i < edges_.size(); ++i) edges_[i].add(other.edges_[i]);
    scores_.add(other.scores_);
  }
  [[nodiscard]] ScoreCounts& scores() { return scores_; }
  [[nodiscard]] const ScoreCounts& scores() const { return scores_; }
  [[nodiscard]] const Tally& total() const { return total_; }
  [[nodiscard]] const Tally& edge(int i) const { return edges_[static_cast<std::size_t>(i)]; }

 private:
  int mover_ = 0;  // of the root
  Tally total_;
  std::vector<Tally> edges_;
  ScoreCounts scores_;
};

[[nodiscard]] inline PerPlayer<double> returns_of(const Evaluator& evaluator, const PerPlayer<double>& gains) {
  PerPlayer<double> returns;
  for (const double gain : gains) returns.push(evaluator.to_return(gain));
  return returns;
}

// Sets `values` and `win_share` of a report from expected gains (M-21).
inline void set_gains(const Evaluator& evaluator, const PerPlayer<double>& gains, SearchReport& report) {
  report.values = returns_of(evaluator, gains);
  report.win_share.reset();
  if (!evaluator.is_won()) return;
  report.win_share.emplace();
  for (const double gain : gains) report.win_share->push(gain / double{kUtilityOne});
}

[[nodiscard]] inline PerPlayer<double> mean_gains(const Evaluator& evaluator, const RootStatistics::Tally& tally) {
  PerPlayer<double> gains;
  for (int p = 0; p < evaluator.players(); ++p) gains.push(tally.count == 0 ? 0.0 : tally.mean(p));
  return gains;
}

[[nodiscard]] inline PerPlayer<double> exact_gains(const Evaluator& evaluator, const Evaluation& values) {
  PerPlayer<double> gains;
  for (int p = 0; p < evaluator.players(); ++p) gains.push(values.gain[static_cast<std::size_t>(p)]);
  return gains;
}

}  // namespace cloche
