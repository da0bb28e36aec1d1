// Leduc poker (seeds/known/leduc_poker.md).
//
//   deal, deal -- bets -- board -- bets -- show --> over
//                    \- fold ----------\- fold ---> over
//
//   cards   rank of each player, -1 before the deal
//   board   rank, -1 before it is up
//   bets    of each round: two bits a bet from the lowest on, the action + 1; 0 where there is none yet
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/game.hpp"
#include "core/hash.hpp"
#include "games/known/poker.hpp"

namespace cloche::leduc_poker {

inline constexpr Action kFoldAction = 0;
inline constexpr Action kCallAction = 1;
inline constexpr Action kRaiseAction = 2;
inline constexpr int kActions = 3;
inline constexpr int kRounds = 2;
inline constexpr int kMostBets = 4;  // in a round
inline constexpr int kStakes = 13;

struct Tables {
  [[nodiscard]] static std::shared_ptr<const Tables> make(const GameSpec& spec);

  [[nodiscard]] int players() const { return known::kTwoPlayers; }
  [[nodiscard]] bool shared_return() const { return false; }
  [[nodiscard]] int stakes() const { return kStakes; }
  [[nodiscard]] int num_distinct_actions() const { return kActions; }
  [[nodiscard]] int max_chance_outcomes() const { return known::kShownHands; }
  [[nodiscard]] int max_game_length() const { return kRounds * kMostBets; }
  [[nodiscard]] ScoreBounds score_bounds() const { return {-kStakes, kStakes}; }
  [[nodiscard]] int margin_scale() const { return 0; }
};

enum class Phase : std::uint8_t { kDeal, kBet, kBoard, kShow, kOver };

// The bets of a round.
class Bets {
 public:
  [[nodiscard]] int count() const { return count_; }
  [[nodiscard]] Action operator[](int i) const { return static_cast<Action>((word_ >> 2 * i & 3) - 1); }
  void push(Action bet) { word_ = static_cast<std::uint8_t>(word_ | (bet + 1) << 2 * count_++); }

  [[nodiscard]] Action last() const { return (*this)[count_ - 1]; }
  [[nodiscard]] int raises() const;
  [[nodiscard]] bool is_legal(Action bet) const;  // LP-2
  [[nodiscard]] bool has_ended() const;           // LP-3
  [[nodiscard]] bool folded() const { return count_ > 0 && last() == kFoldAction; }
  [[nodiscard]] std::uint8_t word() const { return word_; }

  friend bool operator==(const Bets&, const Bets&) = default;

 private:
  std::uint8_t word_ = 0;
  std::uint8_t count_ = 0;
};

class State {
 public:
  using Tables = leduc_poker::Tables;
  static constexpr int kMaxLegal = 3;
  static constexpr int kMaxOutcomes = known::kRanks;
  static constexpr int kFeatures = 1;

  explicit State(const Tables& tables) : tables_(&tables) {}

  [[nodiscard]] const Tables& tables() const { return *tables_; }
  [[nodiscard]] int mover() const { return phase_ == Phase::kBet ? bets().count() % 2 : phase_ == Phase::kOver ? kTerminal : kChance; }

  void legal(FixedList<Action, kMaxLegal>& list) const;
  [[nodiscard]] bool is_legal(Action action) const;
  void outcomes(FixedList<Outcome, kMaxOutcomes>& list) const;  // LP-1, LP-4, LP-5
  [[nodiscard]] Action sample(Rng& rng) const;
  void apply(Action action);

  [[nodiscard]] PerPlayer<int> scores() const;  // LP-6
  [[nodiscard]] PerPlayer<int> ranks() const { return ranks_by_score(scores()); }
  [[nodiscard]] PerPlayer<double> returns() const { return known::returns_of_stakes(scores()); }
  [[nodiscard]] std::uint64_t hash() const;
  friend bool operator==(const State& a, const State& b) {
    return a.cards_ == b.cards_ && a.board_ == b.board_ && a.rounds_ == b.rounds_ && a.phase_ == b.phase_;
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
  [[nodiscard]] static int tensor_size(const Tables&) { return 3 * known::kRanks + kRounds * kMostBets * kActions + 1; }
  void observation_tensor(int player, std::span<float> tensor) const;

 private:
  using Left = std::array<int, known::kRanks>;

  [[nodiscard]] const Bets& bets() const { return rounds_[board_ < 0 ? 0 : 1]; }  // of the round that is played
  [[nodiscard]] bool folded() const { return rounds_[0].folded() || rounds_[1].folded(); }
  [[nodiscard]] bool shown() const { return phase_ == Phase::kOver && !folded(); }
  [[nodiscard]] int chips_of(int player) const;         // LP-1, LP-2
  [[nodiscard]] int winner() const;                     // LP-5; -1 in a draw
  [[nodiscard]] Left left_without(int a, int b) const;  // cards of each rank that are neither these, nor the board
  [[nodiscard]] Phase phase_by_bets() const;
  // The card of the player `hidden`, if any, is left out, or has to be.
  [[nodiscard]] Value data(int hidden) const;
  [[nodiscard]] static State read(const Value& value, const Tables& tables, int observer);
  void judge(int player, bool hides, Faults& faults) const;

  const Tables* tables_;
  known::Cards cards_{-1, -1};
  std::int8_t board_ = -1;
  std::array<Bets, kRounds> rounds_{};
  Phase phase_ = Phase::kDeal;
};
static_assert(GameState<State> && ChanceState<State> && HiddenState<State> && ValuedState<State> && DataState<State> &&
              StakedTables<Tables>);

}  // namespace cloche::leduc_poker
