// Liar's dice (seeds/known/liars_dice.md).
//
//   roll ... -- bid, bid, ..., liar -- count --> over
//
//   dice    how many dice of each player show each face
//   bids    bit (number - 1) * sides + face - 1; bids ascend and players alternate, so the set is the whole history
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/game.hpp"
#include "core/hash.hpp"
#include "games/known/common.hpp"

namespace cloche::liars_dice {

inline constexpr Action kLiarAction = 0;
inline constexpr Action kHiddenDie = 11;  // H-5
inline constexpr int kMaxDice = 5;        // of a player
inline constexpr int kMaxSides = 10;
inline constexpr int kMaxBids = 64;
inline constexpr int kPlayers = known::kTwoPlayers;

struct Tables {
  [[nodiscard]] static std::shared_ptr<const Tables> make(const GameSpec& spec);

  int dice = 0;   // of a player
  int sides = 0;  // the last one is wild

  [[nodiscard]] int all_dice() const { return kPlayers * dice; }
  [[nodiscard]] int bids() const { return all_dice() * sides; }

  [[nodiscard]] int players() const { return kPlayers; }
  [[nodiscard]] bool shared_return() const { return false; }
  [[nodiscard]] int num_distinct_actions() const { return 1 + all_dice() * kMaxSides; }
  [[nodiscard]] int max_chance_outcomes() const { return std::max(sides, all_dice() + 1); }
  [[nodiscard]] int max_game_length() const { return bids() + 1; }
  [[nodiscard]] ScoreBounds score_bounds() const { return {0, 1}; }
  [[nodiscard]] int margin_scale() const { return 0; }
};

enum class Phase : std::uint8_t { kRoll, kBid, kCount, kOver };

class State {
 public:
  using Tables = liars_dice::Tables;
  static constexpr int kMaxLegal = kMaxBids + 1;
  static constexpr int kMaxOutcomes = kMaxSides;
  static constexpr int kFeatures = 1;

  explicit State(const Tables& tables) : tables_(&tables) {}

  [[nodiscard]] const Tables& tables() const { return *tables_; }
  [[nodiscard]] int mover() const {
    return phase_ == Phase::kBid ? std::popcount(bids_) % kPlayers : phase_ == Phase::kOver ? kTerminal : kChance;
  }

  void legal(FixedList<Action, kMaxLegal>& list) const;
  [[nodiscard]] bool is_legal(Action action) const;
  [[nodiscard]] Action random_legal(Rng& rng) const;
  void outcomes(FixedList<Outcome, kMaxOutcomes>& list) const;  // LD-1, LD-4
  [[nodiscard]] Action sample(Rng& rng) const;
  void apply(Action action);

  [[nodiscard]] PerPlayer<int> scores() const { return known::scores_of_winner(winner()); }  // LD-5
  [[nodiscard]] PerPlayer<int> ranks() const { return ranks_by_score(scores()); }
  [[nodiscard]] PerPlayer<double> returns() const { return known::returns_when_over(*this); }
  [[nodiscard]] std::uint64_t hash() const;
  friend bool operator==(const State& a, const State& b) {
    return a.dice_ == b.dice_ && a.bids_ == b.bids_ && a.thrown_ == b.thrown_ && a.matching_ == b.matching_ && a.phase_ == b.phase_;
  }

  void redeal(int observer, Rng& rng);
  [[nodiscard]] Action seen(Action action, int observer) const;
  [[nodiscard]] std::string seen_text(Action action, int observer) const;
  [[nodiscard]] static State from_observation(const Value& value, const Tables& tables);

  void prior(const FixedList<Action, kMaxLegal>& list, FixedList<std::uint32_t, kMaxLegal>& weights) const;
  void features(int observer, std::span<float> features) const;  // whether the observer is to move

  [[nodiscard]] Value to_value() const { return data(-1); }
  [[nodiscard]] Value observation(int player) const { return known::observation_by(player, data(1 - player)); }
  [[nodiscard]] static State from_value(const Value& value, const Tables& tables) { return read(value, tables, -1); }
  [[nodiscard]] std::string action_text(Action action) const;
  [[nodiscard]] std::optional<Action> parse_action(std::string_view text) const;
  [[nodiscard]] static int tensor_size(const Tables& tables) { return tables.sides + tables.bids() + 2; }
  void observation_tensor(int player, std::span<float> tensor) const;

 private:
  using Dice = std::array<std::uint8_t, kMaxSides>;  // by face

  [[nodiscard]] int roller() const { return thrown_ < tables_->dice ? 0 : 1; }
  [[nodiscard]] int thrown_by(int player) const;
  [[nodiscard]] int last_bid() const { return static_cast<int>(std::bit_width(bids_)) - 1; }  // its bit; -1 before the first
  [[nodiscard]] int last_face() const { return last_bid() % tables_->sides; }
  [[nodiscard]] bool matches(int face) const { return face == last_face() || face == tables_->sides - 1; }  // LD-4
  [[nodiscard]] int matching_of(int player) const;
  [[nodiscard]] int matching() const { return matching_of(0) + matching_of(1); }
  [[nodiscard]] int winner() const;  // -1 before the end
  // The dice of the player `hidden`, if any, are left out, or have to be.
  [[nodiscard]] Value data(int hidden) const;
  [[nodiscard]] static State read(const Value& value, const Tables& tables, int observer);
  void read_dice(const Reader& list, int player, bool hidden);
  void read_bids(const Reader& list);
  void judge(int player, int told, int observer, Faults& faults);

  const Tables* tables_;
  std::uint64_t bids_ = 0;
  std::array<Dice, kPlayers> dice_{};
  std::uint8_t thrown_ = 0;    // dice of both
  std::uint8_t matching_ = 0;  // at the end, as told
  Phase phase_ = Phase::kRoll;
};
static_assert(GameState<State> && FastRandomState<State> && ChanceState<State> && HiddenState<State> && ValuedState<State> &&
              DataState<State>);

}  // namespace cloche::liars_dice
