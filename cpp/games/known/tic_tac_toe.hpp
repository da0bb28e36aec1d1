// Tic-tac-toe (seeds/known/tic_tac_toe.md).
//
//        a  b  c
//     1  0  1  2      square index = action id = bit of the marks of each player
//     2  3  4  5
//     3  6  7  8
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/bitset.hpp"
#include "core/game.hpp"
#include "core/hash.hpp"

namespace cloche::tic_tac_toe {

inline constexpr int kSide = 3;
inline constexpr int kSquares = kSide * kSide;

struct Tables {
  [[nodiscard]] static std::shared_ptr<const Tables> make(const GameSpec& spec);

  [[nodiscard]] int players() const { return 2; }
  [[nodiscard]] bool shared_return() const { return false; }
  [[nodiscard]] int num_distinct_actions() const { return kSquares; }
  [[nodiscard]] int max_chance_outcomes() const { return 0; }
  [[nodiscard]] int max_game_length() const { return kSquares; }
  [[nodiscard]] ScoreBounds score_bounds() const { return {0, 1}; }
  [[nodiscard]] int margin_scale() const { return 0; }
};

class State {
 public:
  using Tables = tic_tac_toe::Tables;
  static constexpr int kMaxLegal = kSquares;
  static constexpr int kFeatures = 1;

  explicit State(const Tables& tables) : tables_(&tables) {}

  [[nodiscard]] const Tables& tables() const { return *tables_; }
  [[nodiscard]] int mover() const { return over_ ? kTerminal : player_; }
  [[nodiscard]] int winner() const;  // -1 while there is none

  void legal(FixedList<Action, kMaxLegal>& list) const;
  [[nodiscard]] bool is_legal(Action action) const;
  [[nodiscard]] Action random_legal(Rng& rng) const;
  void apply(Action action);  // TT-2, TT-3

  [[nodiscard]] PerPlayer<int> scores() const;  // TT-4
  [[nodiscard]] PerPlayer<int> ranks() const { return ranks_by_score(scores()); }
  [[nodiscard]] PerPlayer<double> returns() const;
  [[nodiscard]] std::uint64_t hash() const { return mix64(marks_[0].word(0) | marks_[1].word(0) << kSquares); }
  friend bool operator==(const State& a, const State& b) { return a.marks_ == b.marks_; }

  void prior(const FixedList<Action, kMaxLegal>& list, FixedList<std::uint32_t, kMaxLegal>& weights) const;
  void features(int observer, std::span<float> features) const;  // whether the observer is to move

  [[nodiscard]] Value to_value() const;
  [[nodiscard]] Value observation(int player) const;
  [[nodiscard]] static State from_value(const Value& value, const Tables& tables);
  [[nodiscard]] std::string action_text(Action action) const;
  [[nodiscard]] std::optional<Action> parse_action(std::string_view text) const;
  [[nodiscard]] static int tensor_size(const Tables&) { return 2 * kSquares + 1; }
  void observation_tensor(int player, std::span<float> tensor) const;

 private:
  using Squares = Bitset<kSquares>;
  [[nodiscard]] Squares empty() const { return Squares::first_n(kSquares) - marks_[0] - marks_[1]; }
  [[nodiscard]] static bool has_line(const Squares& marks);

  const Tables* tables_;
  std::array<Squares, 2> marks_{};
  std::uint8_t player_ = 0;  // by the number of marks; who would move if the game were not over
  bool over_ = false;
};
static_assert(GameState<State> && FastRandomState<State> && ValuedState<State> && DataState<State>);

}  // namespace cloche::tic_tac_toe
