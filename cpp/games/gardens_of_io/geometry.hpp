// The garden, the track round it, and what is in line with what (IO-1, IO-2, IO-11).
//
//       0   1   2  ..  9  10        track spaces, clockwise (a garden of 9 x 9 has 40)
//          +---------------+
//      39  | a1 b1 ..   i1 |  11    cell = (row - 1) * 9 + column: a1 = 0, i1 = 8, e5 = 40, i9 = 80
//      38  | a2 b2 ..   i2 |  12    A smaller garden uses the top left corner and keeps the stride of 9.
//          | ..            |
//      31  | a9 b9 ..   i9 |  19
//          +---------------+
//      30  29  ..      21  20
#pragma once

#include <array>
#include <cassert>

#include "core/bitset.hpp"

namespace cloche::gardens_of_io {

inline constexpr int kStride = 9;
inline constexpr int kCells = kStride * kStride;
inline constexpr int kMinSize = 3;
inline constexpr int kMaxSize = kStride;
inline constexpr int kMaxTrack = 4 * (kMaxSize + 1);
// The most circles in line with one space: straight in, and the two diagonals, which share size - 1 columns.
inline constexpr int kMaxInLine = 2 * kMaxSize - 1;

using Cells = Bitset<kCells>;

// In place of a cell where there is none.
inline constexpr int kNoCell = kCells;

struct Geometry {
  explicit Geometry(int garden_size);

  int size;
  int track;
  Cells board;
  std::array<Cells, kCells> adjacent{};    // orthogonal neighbours
  std::array<Cells, kMaxTrack> in_line{};  // by space: the circles in line with it, trees left out of account
  // By cell and space: what a tree on the cell hides from the space, the cell itself included; empty if not in line, and at kNoCell.
  std::array<std::array<Cells, kMaxTrack>, kCells + 1> shadow{};
};

// Columns of a garden of the full stride.
[[nodiscard]] constexpr Cells column_cells(int column) {
  Cells cells;
  for (int row = 0; row < kStride; ++row) cells.insert(row * kStride + column);
  return cells;
}
inline constexpr Cells kAllButFirstColumn = Cells::first_n(kCells) - column_cells(0);
inline constexpr Cells kAllButLastColumn = Cells::first_n(kCells) - column_cells(kStride - 1);

// Every cell beside a cell of the set; cells of the set only where they are beside each other.
[[nodiscard]] constexpr Cells neighbours(const Cells& cells) {
  return (cells << kStride) | (cells >> kStride) | ((cells & kAllButLastColumn) << 1) | ((cells & kAllButFirstColumn) >> 1);
}

// The cells with an index above `cell`.
[[nodiscard]] constexpr Cells cells_above(int cell) {
  assert(cell >= 0 && cell < kCells);
  constexpr Cells kAll = Cells::first_n(kCells);
  constexpr std::uint64_t kFull = ~std::uint64_t{0};
  if (cell < 63) return Cells::from_word(kFull << (cell + 1), kAll.word(1));
  return Cells::from_word(0, kAll.word(1) & (kFull << (cell - 63)));
}

// The highest member of a set that is not empty.
[[nodiscard]] constexpr int highest(const Cells& cells) {
  assert(!cells.empty());
  if (cells.word(1) != 0) return 127 - std::countl_zero(cells.word(1));
  return 63 - std::countl_zero(cells.word(0));
}

}  // namespace cloche::gardens_of_io
