// Kuhn poker (seeds/known/kuhn_poker.md).
//
//   deal, deal -- bet, bet, [bet] -- show --> over
//                              \- fold -----> over
//
//   cards   rank of each player, -1 before the deal
//   line    bit i: the i-th of `bets` decisions was a bet
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/game.hpp"
#include "core/hash.hpp"
#include "games/known/poker.hpp"

namespace cloche::kuhn_poker {

inline constexpr Action kPassAction = 0;
inline constexpr Action kBetAction = 1;
inline constexpr int kMostBets = 3;
inline constexpr int kStakes = 2;

struct Tables {
  [[nodiscard]] static std::shared_ptr<const Tables> make(const GameSpec& spec);

  [[nodiscard]] int players() const { return known::kTwoPlayers; }
  [[nodiscard]] bool shared_return() const { return false; }
  [[nodiscard]] int stakes() const { return kStakes; }
  [[nodiscard]] int num_distinct_actions() const { return 2; }
  [[nodiscard]] int max_chance_outcomes() const { return known::kShownHands; }
  [[nodiscard]] int max_game_length() const { return kMostBets; }
  [[nodiscard]] ScoreBounds score_bounds() const { return {-kStakes, kStakes}; }
  [[nodiscard]] int margin_scale() const { return 0; }
};

enum class Phase : std::uint8_t { kDeal, kBet, kShow, kOver };

class State {
 public:
  using Tables = kuhn_poker::Tables;
  static constexpr int kMaxLegal = known::kRanks;
  static constexpr int kMaxOutcomes = known::kRanks;
  static constexpr int kFeatures = 1;

  explicit State(const Tables& tables) : tables_(&tables) {}

  [[nodiscard]] const Tables& tables() const { return *tables_; }
  [[nodiscard]] int mover() const { return phase_ == Phase::kBet ? bets_ % 2 : phase_ == Phase::kOver ? kTerminal : kChance; }

  void legal(FixedList<Action, kMaxLegal>& list) const;
  [[nodiscard]] bool is_legal(Action action) const;
  void outcomes(FixedList<Outcome, kMaxOutcomes>& list) const;  // KP-1, KP-4
  [[nodiscard]] Action sample(Rng& rng) const;
  void apply(Action action);

  [[nodiscard]] PerPlayer<int> scores() const;  // KP-5
  [[nodiscard]] PerPlayer<int> ranks() const { return ranks_by_score(scores()); }
  [[nodiscard]] PerPlayer<double> returns() const { return known::returns_of_stakes(scores()); }
  [[nodiscard]] std::uint64_t hash() const;
  friend bool operator==(const State& a, const State& b) {
    return a.cards_ == b.cards_ && a.bets_ == b.bets_ && a.line_ == b.line_ && a.phase_ == b.phase_;
  }

  void redeal(int observer, Rng& rng);
  [[nodiscard]] Action seen(Action action, int observer) const;
  [[nodiscard]] std::string seen_text(Action action, int observer) const;
  [[nodiscard]] static State from_observation(const Value& value, const Tables& tables);

  void prior(const FixedList<Action, kMaxLegal>& list, FixedList<std::uint32_t, kMaxLegal>& weights) const;
  void features(int observer, std::span<float> features) const;  // whether the observer is to bet

  [[nodiscard]] Value to_value() const { return data(-1); }
  [[nodiscard]] Value observation(int player) const { return known::observation_by(player, data(shown() ? -1 : 1 - player)); }
  [[nodiscard]] static State from_value(const Value& value, const Tables& tables) { return read(value, tables, -1); }
  [[nodiscard]] std::string action_text(Action action) const;
  [[nodiscard]] std::optional<Action> parse_action(std::string_view text) const;
  [[nodiscard]] static int tensor_size(const Tables&) { return 2 * known::kRanks + 2 * kMostBets + 1; }
  void observation_tensor(int player, std::span<float> tensor) const;

 private:
  [[nodiscard]] bool is_bet(int place) const { return (line_ >> place & 1) != 0; }
  [[nodiscard]] bool has_ended() const;  // the betting, KP-3
  [[nodiscard]] bool folded() const;     // KP-3
  [[nodiscard]] bool shown() const { return phase_ == Phase::kOver && !folded(); }
  [[nodiscard]] Phase phase_by_bets() const;
  // The card of the player `hidden`, if any, is left out, or has to be.
  [[nodiscard]] Value data(int hidden) const;
  [[nodiscard]] static State read(const Value& value, const Tables& tables, int observer);

  const Tables* tables_;
  known::Cards cards_{-1, -1};
  std::uint8_t bets_ = 0;
  std::uint8_t line_ = 0;
  Phase phase_ = Phase::kDeal;
};
static_assert(GameState<State> && ChanceState<State> && HiddenState<State> && ValuedState<State> && DataState<State> &&
              StakedTables<Tables>);

}  // namespace cloche::kuhn_poker
