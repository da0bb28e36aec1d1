// Sets of the squares of a garden, 21 x 21, row by row from the top left (BN-69): bit 21 * row + col.
//
//   word 0 .. 6   64 squares each; the last seven bits stay 0
//   a tile        three rows of three squares: within a window of 45 bits from its first square on
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>

namespace cloche::barton_in_bloom {

inline constexpr int kTileSide = 3;
inline constexpr int kCellSide = 7;                  // BN-3, in tiles
inline constexpr int kSide = kTileSide * kCellSide;  // in squares
inline constexpr int kCells = kCellSide * kCellSide;
inline constexpr int kSquares = kSide * kSide;
inline constexpr int kMiddle = kCells / 2;  // BN-69: cell 3,3, where the first tile lies

// Squares of one tile, as bits from its first square on.
using Window = std::uint64_t;
inline constexpr Window kWholeTile = 0b111 | Window{0b111} << kSide | Window{0b111} << (2 * kSide);

[[nodiscard]] constexpr std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}
[[nodiscard]] constexpr std::uint64_t bit(int i) {
  return std::uint64_t{1} << i;
}
[[nodiscard]] constexpr int first_square(int cell) {
  return cell / kCellSide * kTileSide * kSide + cell % kCellSide * kTileSide;
}
[[nodiscard]] constexpr int cell_of(int square) {
  return square / kSide / kTileSide * kCellSide + square % kSide / kTileSide;
}

class Board {
 public:
  static constexpr std::size_t kWords = (kSquares + 63) / 64;

  [[nodiscard]] bool has(int square) const { return (words_[at(square >> 6)] >> (square & 63) & 1U) != 0; }
  constexpr void insert(int square) { words_[at(square >> 6)] |= bit(square & 63); }
  void erase(int square) { words_[at(square >> 6)] &= ~bit(square & 63); }
  [[nodiscard]] std::uint64_t word(std::size_t i) const { return words_[i]; }
  [[nodiscard]] std::uint64_t& word(std::size_t i) { return words_[i]; }

  [[nodiscard]] bool empty() const {
    std::uint64_t all = 0;
    for (const std::uint64_t word : words_) all |= word;
    return all == 0;
  }
  [[nodiscard]] int size() const {
    int size = 0;
    for (const std::uint64_t word : words_) size += std::popcount(word);
    return size;
  }
  // Whether a square from `square` on is in the set; of any number up to 64 * kWords.
  [[nodiscard]] bool any_from(int square) const {
    std::size_t i = at(square >> 6);
    if (i >= kWords) return false;
    std::uint64_t rest = words_[i] & ~std::uint64_t{0} << (square & 63);
    while (++i < kWords) rest |= words_[i];
    return rest != 0;
  }

  // The squares of a tile that begins at `square`.
  [[nodiscard]] Window window(int square) const {
    const std::size_t i = at(square >> 6);
    const int shift = square & 63;
    std::uint64_t bits = words_[i] >> shift;
    if (i + 1 < kWords) bits |= words_[i + 1] << 1 << (63 - shift);
    return bits & kWholeTile;
  }
  void insert(int square, Window tile) {
    const std::size_t i = at(square >> 6);
    const int shift = square & 63;
    words_[i] |= tile << shift;
    if (i + 1 < kWords) words_[i + 1] |= tile >> 1 >> (63 - shift);
  }
  // Every member moved down by n.
  [[nodiscard]] Board down(int n) const {
    Board moved;
    const std::size_t skip = at(n >> 6);
    const int shift = n & 63;
    for (std::size_t i = 0; i + skip < kWords; ++i) {
      moved.words_[i] = words_[i + skip] >> shift;
      if (i + skip + 1 < kWords) moved.words_[i] |= words_[i + skip + 1] << 1 << (63 - shift);
    }
    return moved;
  }
  // Every member moved up by n < 64; the caller keeps to squares of the board.
  [[nodiscard]] Board up(int n) const {
    Board moved;
    for (std::size_t i = kWords; i-- > 0;) {
      moved.words_[i] = words_[i] << n;
      if (i > 0) moved.words_[i] |= words_[i - 1] >> 1 >> (63 - n);
    }
    return moved;
  }

  friend Board operator&(Board a, const Board& b) {
    for (std::size_t i = 0; i < kWords; ++i) a.words_[i] &= b.words_[i];
    return a;
  }
  friend Board operator|(Board a, const Board& b) {
    for (std::size_t i = 0; i < kWords; ++i) a.words_[i] |= b.words_[i];
    return a;
  }
  friend Board operator-(Board a, const Board& b) {
    for (std::size_t i = 0; i < kWords; ++i) a.words_[i] &= ~b.words_[i];
    return a;
  }
  friend bool operator==(const Board&, const Board&) = default;

  template <class Visit>
  void each(const Visit& visit) const {
    for (std::size_t i = 0; i < kWords; ++i) {
      for (std::uint64_t rest = words_[i]; rest != 0; rest &= rest - 1) visit(static_cast<int>(64 * i) + std::countr_zero(rest));
    }
  }

 private:
  std::array<std::uint64_t, kWords> words_{};
};

// All squares but those of one column: what a step to the side can reach.
[[nodiscard]] constexpr Board all_but_column(int column) {
  Board board;
  for (int square = 0; square < kSquares; ++square) {
    if (square % kSide != column) board.insert(square);
  }
  return board;
}
inline constexpr Board kNotFirstColumn = all_but_column(0);
inline constexpr Board kNotLastColumn = all_but_column(kSide - 1);

// Every member moved one square; what leaves the board is no square of any garden.
[[nodiscard]] inline std::array<Board, 4> one_step(const Board& board) {
  return {board.up(1) & kNotFirstColumn, board.down(1) & kNotLastColumn, board.up(kSide), board.down(kSide)};
}

// The size of the largest group of orthogonal neighbours.
[[nodiscard]] int largest_group(Board squares);

}  // namespace cloche::barton_in_bloom
