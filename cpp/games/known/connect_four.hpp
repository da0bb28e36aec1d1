// Connect Four of any small size (seeds/known/connect_four.md), as two words.
//
//     row 7    6 13 20 27 34 41 48     always empty, so that lines cannot run from one column into the next
//     row 6    5 12 19 26 33 40 47
//      ..                              bit = column * (rows + 1) + row, rows counted from 0 at the bottom
//     row 1    0  7 14 21 28 35 42
//              a  b  c  d  e  f  g     action id = column
//
//   own      the marks of the player to move
//   filled   the marks of both
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#if defined(__AVX2__)
#include <immintrin.h>
#endif

#include "core/bitset.hpp"
#include "core/game.hpp"
#include "core/hash.hpp"

namespace cloche::connect_four {

inline constexpr int kMaxSide = 9;
inline constexpr int kBits = 64;

struct Tables {
  [[nodiscard]] static std::shared_ptr<const Tables> make(const GameSpec& spec);

  int columns = 0;
  int rows = 0;
  int line = 0;
  std::uint64_t board = 0;   // every square
  std::uint64_t bottom = 0;  // row 1
  std::uint64_t top = 0;     // the uppermost row
  std::array<std::uint64_t, kMaxSide> column_squares{};
  std::array<std::uint64_t, kMaxSide> column_bottom{};
  std::array<std::uint8_t, kBits> column_of{};  // of each bit

  [[nodiscard]] int players() const { return 2; }
  [[nodiscard]] bool shared_return() const { return false; }
  [[nodiscard]] int num_distinct_actions() const { return columns; }
  [[nodiscard]] int max_chance_outcomes() const { return 0; }
  [[nodiscard]] int max_game_length() const { return columns * rows; }
  [[nodiscard]] ScoreBounds score_bounds() const { return {0, 1}; }
  [[nodiscard]] int margin_scale() const { return 0; }

  [[nodiscard]] int bit_of(int row, int column) const { return column * (rows + 1) + row; }
  // Whether `marks` hold `line` in a row, in any of the four directions.
  [[nodiscard]] bool has_line(std::uint64_t marks) const {  // CF-3
    constexpr int kUsual = 4;
    if (line == kUsual) return has_four(marks);
    return (run(marks, 1) | run(marks, rows) | run(marks, rows + 1) | run(marks, rows + 2)) != 0;
  }

 private:
#if defined(__AVX2__)
  [[nodiscard]] bool has_four(std::uint64_t marks) const {  // all four directions at once
    const __m256i steps = _mm256_setr_epi64x(1, rows, rows + 1, rows + 2);
    __m256i firsts = _mm256_set1_epi64x(static_cast<std::int64_t>(marks));
    firsts = _mm256_and_si256(firsts, _mm256_srlv_epi64(firsts, steps));
    firsts = _mm256_and_si256(firsts, _mm256_srlv_epi64(firsts, _mm256_add_epi64(steps, steps)));
    return _mm256_testz_si256(firsts, firsts) == 0;
  }
#else
  [[nodiscard]] bool has_four(std::uint64_t marks) const {
    return (four(marks, 1) | four(marks, rows) | four(marks, rows + 1) | four(marks, rows + 2)) != 0;
  }
  // The first bit of each four that are `step` bits apart.
  static std::uint64_t four(std::uint64_t marks, int step) {
    marks &= marks >> step;
    return marks & (marks >> (2 * step));
  }
#endif
  // The same for `line` of them; after each round a bit stands for `have` marks in a row from it on.
  [[nodiscard]] std::uint64_t run(std::uint64_t marks, int step) const {
    for (int have = 1; have < line;) {
      const int more = have < line - have ? have : line - have;
      marks &= marks >> (more * step);
      have += more;
    }
    return marks;
  }
};

class State {
 public:
  using Tables = connect_four::Tables;
  static constexpr int kMaxLegal = kMaxSide;
  static constexpr int kFeatures = 1;

  explicit State(const Tables& tables) : tables_(&tables) {}

  [[nodiscard]] const Tables& tables() const { return *tables_; }
  [[nodiscard]] int mover() const { return over_ ? kTerminal : player_; }
  [[nodiscard]] int winner() const { return won_ ? player_ ^ 1 : -1; }  // -1 while there is none

  void legal(FixedList<Action, kMaxLegal>& list) const {
    list.clear();
    if (over_) return;
    for (std::uint64_t squares = landings(); squares != 0; squares &= squares - 1) list.push(tables_->column_of[first_bit(squares)]);
  }
  [[nodiscard]] bool is_legal(Action action) const {
    return !over_ && action < tables_->columns && (landings() & tables_->column_squares[action]) != 0;
  }
  [[nodiscard]] Action random_legal(Rng& rng) const {
    // While no column is full the choice does not wait for the board.
    if ((filled_ & tables_->top) == 0) return static_cast<Action>(rng.below(tables_->columns));
    const std::uint64_t squares = landings();
    return tables_->column_of[static_cast<std::size_t>(nth_bit(squares, rng.below(std::popcount(squares))))];
  }
  void apply(Action action) {  // CF-2, CF-3
    assert(is_legal(action));
    const std::uint64_t landing = (filled_ + tables_->column_bottom[action]) & tables_->column_squares[action];
    const std::uint64_t marks = own_ | landing;
    own_ ^= filled_;
    filled_ |= landing;
    player_ ^= 1;
    won_ = tables_->has_line(marks);
    over_ = won_ || filled_ == tables_->board;
  }

  [[nodiscard]] PerPlayer<int> scores() const;  // CF-4
  [[nodiscard]] PerPlayer<int> ranks() const { return ranks_by_score(scores()); }
  [[nodiscard]] PerPlayer<double> returns() const;
  [[nodiscard]] std::uint64_t hash() const { return hash_combine(mix64(own_), filled_); }
  friend bool operator==(const State& a, const State& b) { return a.own_ == b.own_ && a.filled_ == b.filled_; }

  void prior(const FixedList<Action, kMaxLegal>& list, FixedList<std::uint32_t, kMaxLegal>& weights) const;
  void features(int observer, std::span<float> features) const;  // whether the observer is to move

  [[nodiscard]] Value to_value() const;
  [[nodiscard]] Value observation(int player) const;
  [[nodiscard]] static State from_value(const Value& value, const Tables& tables);
  [[nodiscard]] std::string action_text(Action action) const;
  [[nodiscard]] std::optional<Action> parse_action(std::string_view text) const;
  [[nodiscard]] static int tensor_size(const Tables& tables) { return 2 * tables.columns * tables.rows + 1; }
  void observation_tensor(int player, std::span<float> tensor) const;

 private:
  // The lowest empty square of each column that is not full.
  [[nodiscard]] std::uint64_t landings() const { return (filled_ + tables_->bottom) & tables_->board; }
  [[nodiscard]] std::uint64_t marks_of(int player) const { return player == player_ ? own_ : own_ ^ filled_; }
  static std::size_t first_bit(std::uint64_t word) { return static_cast<std::size_t>(std::countr_zero(word)); }

  const Tables* tables_;
  std::uint64_t own_ = 0;
  std::uint64_t filled_ = 0;
  std::uint8_t player_ = 0;  // by the number of marks; who would move if the game were not over
  bool won_ = false;         // who moved last has a line
  bool over_ = false;
};
static_assert(GameState<State> && FastRandomState<State> && ValuedState<State> && DataState<State>);

}  // namespace cloche::connect_four
