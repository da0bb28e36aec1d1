// What Expectimax maximises: whole numbers, so that means and bounds are exact (seeds/search.md, X-1).
#pragma once

#include <cstdint>

#include "core/game.hpp"
#include "search/evaluation.hpp"

namespace cloche {

// A certain win is kTop and a loss 0; in games of a shared return, points above the lowest score in units of 2^-24.
using Worth = std::int64_t;

inline constexpr int kWorthBitsOfGain = 16;
inline constexpr Worth kTop = Worth{kUtilityOne} << kWorthBitsOfGain;

// Turns positions of one loaded game into worths. In games of at most two players, and where the return is shared, the worth for
// player 0 tells those of all: such a game is *two-sided*.
class Appraiser {
 public:
  template <GameTables T>
  explicit Appraiser(const T& tables)
      : evaluator_(tables, 0.0),
        scale_(tables.margin_scale() == 0 ? 1 : tables.margin_scale()),
        most_(tables.shared_return() ? points_worth(tables.score_bounds().high - tables.score_bounds().low) : kTop) {}

  [[nodiscard]] const Evaluator& evaluator() const { return evaluator_; }
  [[nodiscard]] int players() const { return evaluator_.players(); }
  [[nodiscard]] bool two_sided() const { return evaluator_.two_sided(); }
  // Whether a player of a two-sided game wants the worth for player 0 high.
  [[nodiscard]] bool raises(int player) const { return evaluator_.shared() || player == 0; }
  // No worth is higher.
  [[nodiscard]] Worth most() const { return most_; }

  // For player 0.
  template <GameState S>
  [[nodiscard]] Worth of_end(const S& state) const {
    return evaluator_.shared() ? of_score(state) : gain_worth(evaluator_.of_end(state), 0);
  }
  template <GameState S>
  [[nodiscard]] Worth of_cut(const S& state) const {
    return evaluator_.shared() ? of_score(state) : gain_worth(evaluator_.of_cut(state), 0);
  }
  // Worth of a position of a shared return whose score this is.
  [[nodiscard]] Worth of_points(int score) const { return points_worth(score - evaluator_.lowest_score()); }
  [[nodiscard]] bool is_score() const { return evaluator_.shared(); }

  // For each player.
  template <GameState S>
  [[nodiscard]] PerPlayer<Worth> all_of_end(const S& state) const {
    return all_of(evaluator_.of_end(state));
  }
  template <GameState S>
  [[nodiscard]] PerPlayer<Worth> all_of_cut(const S& state) const {
    return all_of(evaluator_.of_cut(state));
  }
  [[nodiscard]] PerPlayer<Worth> all_of_first(Worth first) const {
    PerPlayer<Worth> all(players(), first);
    if (!evaluator_.shared() && players() == 2) all[1] = kTop - first;
    return all;
  }

  // As reports show it.
  [[nodiscard]] PerPlayer<double> gains(const PerPlayer<Worth>& worths) const {
    PerPlayer<double> gains;
    for (const Worth worth : worths) gains.push(static_cast<double>(worth) / double{1 << kWorthBitsOfGain});
    return gains;
  }
  [[nodiscard]] double utility(Worth worth) const {
    if (!evaluator_.shared()) return static_cast<double>(worth) / static_cast<double>(kTop);
    const double points = static_cast<double>(worth) / static_cast<double>(points_worth(1));
    return points / (points + scale_);
  }

 private:
  static constexpr Worth points_worth(int points) { return Worth{points} << 24; }
  static Worth gain_worth(const Evaluation& evaluation, int player) {
    return Worth{evaluation.gain[static_cast<std::size_t>(player)]} << kWorthBitsOfGain;
  }
  template <GameState S>
  [[nodiscard]] Worth of_score(const S& state) const {
    return of_points(state.scores()[0]);
  }
  [[nodiscard]] PerPlayer<Worth> all_of(const Evaluation& evaluation) const {
    PerPlayer<Worth> all;
    for (int p = 0; p < players(); ++p) all.push(gain_worth(evaluation, p));
    return all;
  }

  Evaluator evaluator_;
  int scale_;
  Worth most_;
};

// Rounded down; `by` is above 0.
[[nodiscard]] constexpr Worth floor_div(Worth number, Worth by) {
  return number / by - (number % by < 0 ? 1 : 0);
}

// A mean of worths with whole weights, rounded to the nearest worth, halves up. Nothing overflows as long as the weights add up
// to less than 2^32.
class WorthMean {
 public:
  WorthMean() = default;
  explicit WorthMean(std::uint64_t total) : total_(static_cast<Worth>(total)) {}

  void add(std::uint32_t weight, Worth worth) {
    whole_ += Worth{weight} * (worth / total_);
    rest_ += std::uint64_t{weight} * static_cast<std::uint64_t>(worth % total_);
  }
  [[nodiscard]] Worth value() const {
    const auto total = static_cast<std::uint64_t>(total_);
    return whole_ + static_cast<Worth>(rest_ / total + (rest_ % total + total / 2) / total);
  }

 private:
  Worth total_ = 1;
  Worth whole_ = 0;
  std::uint64_t rest_ = 0;
};

}  // namespace cloche
