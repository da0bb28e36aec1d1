// 2048 on boards of 2 x 2 to 4 x 4 cells (seeds/known/small_2048.md), as one word.
//
//     row 1   bits  0  4  8 12       four bits a cell: e for a tile 2^e, 0 for an empty one
//     row 2        16 20 24 28       bit = 16 * (row - 1) + 4 * column
//     row 3        32 36 40 44       cells beside a smaller board stay 0
//     row 4        48 52 56 60
//              a  b  c  d
//
// A line of the board is moved by one look into a table; columns are the lines of the transposed board.
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
#include "games/known/small_2048_lines.hpp"

namespace cloche::small_2048 {

inline constexpr int kMaxSide = 4;
inline constexpr int kMaxCells = kMaxSide * kMaxSide;

struct Tables {
  [[nodiscard]] static std::shared_ptr<const Tables> make(const GameSpec& spec);

  int rows = 0;
  int columns = 0;
  int top = 0;                       // no tile is higher than 2^top
  const Lines* row_lines = nullptr;  // of as many cells as there are columns; shared by all games
  const Lines* column_lines = nullptr;
  std::uint64_t board = 0;  // the lowest bit of every cell

  [[nodiscard]] int cells() const { return rows * columns; }

  [[nodiscard]] int players() const { return 1; }
  [[nodiscard]] bool shared_return() const { return true; }
  [[nodiscard]] int num_distinct_actions() const { return 4; }
  [[nodiscard]] int max_chance_outcomes() const { return 2 * cells(); }
  [[nodiscard]] int max_game_length() const { return cells() << (top - 1); }
  [[nodiscard]] ScoreBounds score_bounds() const { return {0, cells() * ((top - 1) << top)}; }
  [[nodiscard]] int margin_scale() const { return std::min(1 << (cells() + 2), 20'000); }
};

enum class Phase : std::uint8_t { kTile, kMove, kOver };

class State {
 public:
  using Tables = small_2048::Tables;
  static constexpr int kMaxLegal = 2 * kMaxCells;
  static constexpr int kMaxOutcomes = 2 * kMaxCells;
  static constexpr int kFeatures = 1;

  explicit State(const Tables& tables) : tables_(&tables) {}

  [[nodiscard]] const Tables& tables() const { return *tables_; }
  [[nodiscard]] int mover() const { return phase_ == Phase::kMove ? 0 : phase_ == Phase::kOver ? kTerminal : kChance; }
  [[nodiscard]] std::uint64_t board() const { return board_; }

  void legal(FixedList<Action, kMaxLegal>& list) const;
  [[nodiscard]] bool is_legal(Action action) const;
  [[nodiscard]] Action random_legal(Rng& rng) const;
  void outcomes(FixedList<Outcome, kMaxOutcomes>& list) const;  // TW-2
  [[nodiscard]] Action sample(Rng& rng) const;
  void apply(Action action);

  [[nodiscard]] PerPlayer<int> scores() const { return PerPlayer<int>(1, score_); }  // TW-6
  [[nodiscard]] PerPlayer<int> ranks() const { return PerPlayer<int>(1, 1); }
  [[nodiscard]] PerPlayer<double> returns() const { return PerPlayer<double>(1, phase_ == Phase::kOver ? score_ : 0); }
  [[nodiscard]] std::uint64_t hash() const {
    return hash_combine(board_, static_cast<std::uint64_t>(score_) << 2 | static_cast<std::uint64_t>(phase_));
  }
  friend bool operator==(const State& a, const State& b) { return a.board_ == b.board_ && a.score_ == b.score_ && a.phase_ == b.phase_; }

  void prior(const FixedList<Action, kMaxLegal>& list, FixedList<std::uint32_t, kMaxLegal>& weights) const;
  void features(int observer, std::span<float> features) const;  // the share of empty cells

  // For solving: before a tile comes, the lowest word of the board turned and mirrored; points so far only come on top.
  [[nodiscard]] std::uint64_t solving_key() const;
  [[nodiscard]] double settled_return() const { return score_; }

  [[nodiscard]] Value to_value() const;
  [[nodiscard]] Value observation(int player) const;
  [[nodiscard]] static State from_value(const Value& value, const Tables& tables);
  [[nodiscard]] std::string action_text(Action action) const;
  [[nodiscard]] std::optional<Action> parse_action(std::string_view text) const;
  [[nodiscard]] static int tensor_size(const Tables& tables) { return tables.cells() + 1; }
  void observation_tensor(int player, std::span<float> tensor) const;

 private:
  [[nodiscard]] int exponent(int row, int column) const { return static_cast<int>(board_ >> (16 * row + 4 * column) & 15); }
  [[nodiscard]] std::uint64_t empty_cells() const;  // the lowest bit of each
  [[nodiscard]] unsigned moves() const;             // TW-3, a bit an action
  void move(Action action);                         // TW-4, TW-5
  void put(int cell, unsigned exponent);            // TW-2
  void judge(int player, Faults& faults) const;

  const Tables* tables_;
  std::uint64_t board_ = 0;
  std::int32_t score_ = 0;
  Phase phase_ = Phase::kTile;
};
static_assert(GameState<State> && FastRandomState<State> && ChanceState<State> && ValuedState<State> && DataState<State>);
static_assert(sizeof(State) == 24);

}  // namespace cloche::small_2048
