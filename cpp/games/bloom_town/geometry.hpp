// The squares of a town as bits, and steps from square to square (BT-1).
//
//      a   b   c   d   e
//    +---+---+---+---+---+
//  1 | 0 | 1 | 2 | 3 | 4 |     cell = (row - 1) * 5 + column; a set of squares has bit `cell` set for each
//  2 | 5 | 6 | 7 | 8 | 9 |     A smaller town uses the top left corner and keeps the stride of 5.
//  3 |10 |11 |12 |13 |14 |
//  4 |15 |16 |17 |18 |19 |
//  5 |20 |21 |22 |23 |24 |
//    +---+---+---+---+---+
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>

namespace cloche::bloom_town {

inline constexpr int kStride = 5;
inline constexpr int kCells = kStride * kStride;
inline constexpr int kMinSize = 3;
inline constexpr int kMaxSize = kStride;
// In place of a cell where there is none.
inline constexpr int kNoCell = kCells;

// Of any small set that is held as bits.
[[nodiscard]] constexpr bool has_bit(unsigned bits, auto place) {
  return (bits >> place & 1U) != 0;
}

using Squares = std::uint32_t;

inline constexpr Squares kAllSquares = (Squares{1} << kCells) - 1;
inline constexpr Squares kFirstColumn = 0x0108421;
inline constexpr Squares kLastColumn = kFirstColumn << (kStride - 1);

[[nodiscard]] constexpr Squares square(int cell) {
  assert(cell >= 0 && cell < kCells);
  return Squares{1} << cell;
}
[[nodiscard]] constexpr bool has(Squares squares, int cell) {
  return (squares & square(cell)) != 0;
}

// Every member moved one square; what leaves the 5 x 5 squares is dropped.
[[nodiscard]] constexpr Squares north(Squares s) {
  return s >> kStride;
}
[[nodiscard]] constexpr Squares south(Squares s) {
  return (s << kStride) & kAllSquares;
}
[[nodiscard]] constexpr Squares east(Squares s) {
  return (s & ~kLastColumn) << 1;
}
[[nodiscard]] constexpr Squares west(Squares s) {
  return (s & ~kFirstColumn) >> 1;
}

// The squares beside a member, and those that touch one by a corner; members only where another one is.
[[nodiscard]] constexpr Squares neighbours(Squares s) {
  return north(s) | south(s) | east(s) | west(s);
}
[[nodiscard]] constexpr Squares corners(Squares s) {
  const Squares beside = east(s) | west(s);
  return north(beside) | south(beside);
}

inline constexpr auto kAdjacent = [] {
  std::array<Squares, kCells> table{};
  for (int cell = 0; cell < kCells; ++cell) table[static_cast<std::size_t>(cell)] = neighbours(square(cell));
  return table;
}();

// The row or column of a cell as five bits.
[[nodiscard]] constexpr unsigned row_of(Squares s, int row) {
  return (s >> (row * kStride)) & 31U;
}
[[nodiscard]] constexpr unsigned column_of(Squares s, int column) {
  // Moves bits 0, 5, 10, 15, 20 to 20 .. 24; no two of the other products share a bit, so nothing is carried there.
  constexpr Squares kGather = 0x0111110;
  return (((s >> column) & kFirstColumn) * kGather >> 20) & 31U;
}

// By five bits and a place among them: how many set bits stand in the unbroken run through the place, itself not counted.
inline constexpr auto kRunThrough = [] {
  std::array<std::array<std::uint8_t, kStride>, 32> table{};
  for (unsigned bits = 0; bits < 32; ++bits) {
    for (int place = 0; place < kStride; ++place) {
      std::uint8_t run = 0;
      for (int i = place + 1; i < kStride && ((bits >> i) & 1U) != 0; ++i) ++run;
      for (int i = place - 1; i >= 0 && ((bits >> i) & 1U) != 0; --i) ++run;
      table[bits][static_cast<std::size_t>(place)] = run;
    }
  }
  return table;
}();

}  // namespace cloche::bloom_town
