// Pig with a die or a coin (seeds/known/pig.md).
//
//   decide -- roll --> roll (chance) -- face 1, tails --> decide, other player
//          |                         \- otherwise ------> decide, same player
//          \- hold --> decide, other player, or over
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

namespace cloche::pig {

inline constexpr Action kRollAction = 0;
inline constexpr Action kHoldAction = 1;
inline constexpr int kFaces = 6;
inline constexpr int kSides = 2;  // of the coin

struct Tables {
  [[nodiscard]] static std::shared_ptr<const Tables> make(const GameSpec& spec);

  int target = 0;
  bool coin = false;

  // The most that one roll adds.
  [[nodiscard]] int most() const { return coin ? 1 : kFaces; }

  [[nodiscard]] int players() const { return 2; }
  [[nodiscard]] bool shared_return() const { return false; }
  [[nodiscard]] int num_distinct_actions() const { return 2; }
  [[nodiscard]] int max_chance_outcomes() const { return coin ? kSides : kFaces; }
  [[nodiscard]] int max_game_length() const { return -1; }
  [[nodiscard]] ScoreBounds score_bounds() const { return {0, target + most() - 1}; }
  [[nodiscard]] int margin_scale() const { return 0; }
};

enum class Phase : std::uint8_t { kDecide, kRoll, kOver };

class State {
 public:
  using Tables = pig::Tables;
  static constexpr int kMaxLegal = kFaces;
  static constexpr int kMaxOutcomes = kFaces;
  static constexpr int kFeatures = 1;

  explicit State(const Tables& tables) : tables_(&tables) {}

  [[nodiscard]] const Tables& tables() const { return *tables_; }
  [[nodiscard]] int mover() const { return phase_ == Phase::kDecide ? int{player_} : phase_ == Phase::kRoll ? kChance : kTerminal; }

  void legal(FixedList<Action, kMaxLegal>& list) const;  // PI-2
  [[nodiscard]] bool is_legal(Action action) const;
  [[nodiscard]] Action random_legal(Rng& rng) const;
  void outcomes(FixedList<Outcome, kMaxOutcomes>& list) const;  // PI-3
  [[nodiscard]] Action sample(Rng& rng) const { return static_cast<Action>(rng.below(tables_->max_chance_outcomes())); }
  void apply(Action action);

  [[nodiscard]] PerPlayer<int> scores() const;  // PI-6
  [[nodiscard]] PerPlayer<int> ranks() const { return ranks_by_score(scores()); }
  [[nodiscard]] PerPlayer<double> returns() const;
  [[nodiscard]] std::uint64_t hash() const;
  friend bool operator==(const State& a, const State& b) {
    return a.banked_ == b.banked_ && a.turn_total_ == b.turn_total_ && a.player_ == b.player_ && a.phase_ == b.phase_;
  }

  void prior(const FixedList<Action, kMaxLegal>& list, FixedList<std::uint32_t, kMaxLegal>& weights) const;
  void features(int observer, std::span<float> features) const;  // whether it is the observer's turn

  [[nodiscard]] Value to_value() const;
  [[nodiscard]] Value observation(int player) const;
  [[nodiscard]] static State from_value(const Value& value, const Tables& tables);
  [[nodiscard]] std::string action_text(Action action) const;
  [[nodiscard]] std::optional<Action> parse_action(std::string_view text) const;
  [[nodiscard]] static int tensor_size(const Tables&) { return 5; }
  void observation_tensor(int player, std::span<float> tensor) const;

 private:
  [[nodiscard]] int reached() const { return banked_[player_] + turn_total_; }
  void roll_shows(Action outcome);  // PI-4
  void hold();                      // PI-5

  const Tables* tables_;
  std::array<std::int32_t, 2> banked_{};
  std::int32_t turn_total_ = 0;
  std::uint8_t player_ = 0;  // whose turn it is; 0 when over
  Phase phase_ = Phase::kDecide;
};
static_assert(GameState<State> && FastRandomState<State> && ChanceState<State> && ValuedState<State> && DataState<State>);

}  // namespace cloche::pig
