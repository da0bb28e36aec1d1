// What an ending, or a playout cut before it, is worth: what searches maximise and what reports show
// (seeds/search.md, M-1 to M-7, M-32, M-50, M-82, M-85).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <utility>

#include "core/fixed_point.hpp"
#include "core/game.hpp"

namespace cloche {

// A game that one player may play alone, against the score of a rival who does nothing (M-32).
template <class S>
concept RivalledState = GameState<S> && requires(const S position) {
  { position.rival_score() } -> std::same_as<int>;  // with one player
};

struct Evaluation {
  std::array<Utility, kMaxPlayers> utility{};     // what the search maximises
  std::array<std::uint32_t, kMaxPlayers> gain{};  // share in units of 2^-24; shared returns: 256 * (score - lowest)

  friend bool operator==(const Evaluation&, const Evaluation&) = default;
};

// One a player.
using PlayerNumbers = std::array<double, kMaxPlayers>;

inline constexpr double kGainsPerPoint = 256.0;

// Turns positions of one loaded game into evaluations.
class Evaluator {
 public:
  template <GameTables T>
  Evaluator(const T& tables, double margin_weight)
      : players_(tables.players()),
        shared_(tables.shared_return()),
        scale_(tables.margin_scale()),
        lowest_(tables.score_bounds().low),
        width_(tables.score_bounds().high - lowest_),
        stakes_(stakes_of(tables)),
        margin_weight_(scale_ == 0.0 ? 0.0 : margin_weight) {}

  [[nodiscard]] int players() const { return players_; }
  [[nodiscard]] int lowest_score() const { return lowest_; }

  // The game is over.
  template <GameState S>
  [[nodiscard]] Evaluation of_end(const S& state) const {
    if (shared_) return of_shared(numbers(state.scores()));
    if constexpr (RivalledState<S>) {
      if (alone()) return against_rival(state.scores()[0] - state.rival_score(), state.returns()[0] > 0.0 ? 1.0 : 0.0);
    }
    PlayerNumbers shares{};
    if (stakes_ > 0) {  // M-50
      shares[0] = static_cast<double>(state.scores()[0] + stakes_) / static_cast<double>(2 * stakes_);
    } else {  // M-1
      const PerPlayer<int> ranks = state.ranks();
      int winners = 0;
      for (const int rank : ranks) winners += rank == 1;
      for (int p = 0; p < judged(); ++p) shares[at(p)] = ranks[p] == 1 ? 1.0 / winners : 0.0;
    }
    if (margin_weight_ == 0.0) return mixed(shares, shares);
    return mixed(shares, squashes(numbers(state.scores()), scale_, judged()));  // M-3
  }

  // A playout stopped here before the end.
  template <GameState S>
  [[nodiscard]] Evaluation of_cut(const S& state) const {  // M-4
    const PlayerNumbers scores = numbers(state.scores());
    return shared_ ? of_shared(scores) : of_scores(state, scores, scale_);
  }
  // Likewise, with the scores that are expected at the end; `lead` takes the place of the margin scale in the share.
  template <GameState S>
  [[nodiscard]] Evaluation of_expected(const S& state, const PlayerNumbers& scores, double lead) const {  // M-82
    if (!shared_) return of_scores(state, scores, lead);
    double total = 0.0;
    for (int p = 0; p < players_; ++p) total += scores[at(p)];
    PlayerNumbers mean{};
    mean.fill(total / players_);
    return of_shared(mean);
  }
  // What somebody else says of a position in which `mover` is to move: values in [0, 1], one a player, theirs first.
  [[nodiscard]] Evaluation of_values(std::span<const double> values, int mover) const {  // M-85
    Evaluation evaluation;
    for (int i = 0; i < players_; ++i) {
      const std::size_t p = at((mover + i) % players_);
      const double value = values[shared_ ? 0 : at(i)];
      evaluation.utility[p] = to_utility(value);
      evaluation.gain[p] = shared_ ? gain_of(value < 1.0 ? shared_scale() * value / (1.0 - value) : width_) : evaluation.utility[p];
    }
    if (players_ == 2 && !shared_) {
      evaluation.utility[0] = evaluation.gain[0] = mover == 0 ? evaluation.utility[0] : kUtilityOne - evaluation.utility[1];
    }
    complete(evaluation);
    return evaluation;
  }

  // Sets the second of two opponents to the complement of the first, so that sums stay exact.
  void complete(Evaluation& evaluation) const {  // M-5
    if (shared_) return;
    if (players_ == 2) {
      evaluation.utility[1] = kUtilityOne - evaluation.utility[0];
      evaluation.gain[1] = kUtilityOne - evaluation.gain[0];
    } else if (lonely_ >= 0) {  // M-39
      for (int p = 0; p < players_; ++p) {
        if (p != lonely_) evaluation.utility[at(p)] = kUtilityOne - evaluation.utility[at(lonely_)];
      }
    }
  }

  // From now on all others are against this player (M-39); whether that is news.
  bool turn_against(int player) {
    if (shared_ || players_ <= 2) return false;
    return std::exchange(lonely_, player) != player;
  }

  // Whether the utility of one player settles that of all: it is the same on one side, and the complement on the other.
  [[nodiscard]] bool two_sided() const { return shared_ || players_ <= 2 || lonely_ >= 0; }
  [[nodiscard]] bool same_side(int a, int b) const { return shared_ || a == b || (lonely_ >= 0 && a != lonely_ && b != lonely_); }

  // Returns as reports show them, from a mean gain (M-21).
  [[nodiscard]] double to_return(double mean_gain) const {
    if (shared_) return mean_gain / kGainsPerPoint + lowest_;
    const double share = mean_gain / double{kUtilityOne};
    if (alone()) return 2.0 * share - 1.0;
    const double competitive = (players_ * share - 1.0) / (players_ - 1);
    return stakes_ > 0 ? competitive * stakes_ : competitive;
  }
  // A single player who wins or loses (M-32).
  [[nodiscard]] bool alone() const { return players_ == 1 && !shared_; }
  // Gain of each player of whom nothing is known yet.
  [[nodiscard]] double unknown_gain() const { return shared_ ? 0.0 : double{kUtilityOne} / (alone() ? 2 : players_); }
  [[nodiscard]] bool shared() const { return shared_; }
  // Whether a share is a chance to win.
  [[nodiscard]] bool is_won() const { return !shared_ && stakes_ == 0; }

 private:
  static constexpr std::size_t at(int player) { return static_cast<std::size_t>(player); }
  // Of whom values are worked out: of two players the second has the rest (M-5).
  [[nodiscard]] int judged() const { return players_ == 2 && !shared_ ? 1 : players_; }

  [[nodiscard]] static PlayerNumbers numbers(const PerPlayer<int>& scores) {
    PlayerNumbers numbers{};
    for (int p = 0; p < scores.size(); ++p) numbers[at(p)] = scores[p];
    return numbers;
  }

  // Not of shared returns.
  template <GameState S>
  [[nodiscard]] Evaluation of_scores(const S& state, const PlayerNumbers& scores, double scale) const {
    if constexpr (RivalledState<S>) {
      if (alone()) {
        const double lead = scores[0] - state.rival_score();
        return against_rival(lead, squash(lead, scale));
      }
    }
    const PlayerNumbers squashed = squashes(scores, scale, players_);
    double total = 0.0;
    for (int p = 0; p < players_; ++p) total += squashed[at(p)];
    PlayerNumbers shares{};
    for (int p = 0; p < judged(); ++p) shares[at(p)] = squashed[at(p)] / total;
    return mixed(shares, scale == scale_ ? squashed : squashes(scores, scale_, judged()));
  }

  [[nodiscard]] PlayerNumbers squashes(const PlayerNumbers& scores, double scale, int count) const {  // M-2, of the first players
    PlayerNumbers squashed{};
    for (int p = 0; p < count; ++p) {
      double best_other = 0.0;
      bool first = true;
      for (int q = 0; q < players_; ++q) {
        if (q == p) continue;
        if (first || scores[at(q)] > best_other) best_other = scores[at(q)];
        first = false;
      }
      squashed[at(p)] = squash(scores[at(p)] - best_other, scale);
    }
    return squashed;
  }
  [[nodiscard]] double squash(double lead, double scale) const {
    if (scale == 0.0) return 1.0 / (alone() ? 2 : players_);
    return 0.5 + 0.5 * (lead / (scale + std::abs(lead)));
  }

  [[nodiscard]] Evaluation against_rival(double lead, double share) const {  // M-32
    return mixed({share}, {squash(lead, scale_)});
  }

  [[nodiscard]] Evaluation mixed(const PlayerNumbers& shares, const PlayerNumbers& squashed) const {
    Evaluation evaluation;
    const double m = margin_weight_;
    for (int p = 0; p < judged(); ++p) {
      evaluation.gain[at(p)] = to_utility(shares[at(p)]);  // M-6
      evaluation.utility[at(p)] = m == 0.0 ? evaluation.gain[at(p)] : to_utility((1.0 - m) * shares[at(p)] + m * squashed[at(p)]);
    }
    complete(evaluation);
    return evaluation;
  }

  [[nodiscard]] Evaluation of_shared(const PlayerNumbers& scores) const {  // M-7
    Evaluation evaluation;
    for (int p = 0; p < players_; ++p) {
      const double x = std::clamp(scores[at(p)] - lowest_, 0.0, width_);
      evaluation.utility[at(p)] = to_utility(x / (x + shared_scale()));
      evaluation.gain[at(p)] = gain_of(x);
    }
    return evaluation;
  }
  [[nodiscard]] double shared_scale() const { return scale_ == 0 ? 1.0 : scale_; }
  // Of shared returns `points` above the lowest score.
  [[nodiscard]] std::uint32_t gain_of(double points) const {
    return static_cast<std::uint32_t>(std::floor(kGainsPerPoint * std::min(points, width_) + 0.5));
  }

  int players_;
  bool shared_;
  double scale_;  // the game's margin scale
  int lowest_;    // lowest score
  double width_;  // highest score less the lowest
  int stakes_;    // 0 where a return is no score
  double margin_weight_;
  int lonely_ = -1;  // whom all others are against, if so
};

}  // namespace cloche
