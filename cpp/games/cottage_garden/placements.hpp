// Squares of beds, and flower tiles turned, flipped and moved on them (CG-1, CG-11, D-13).
//
//     a1 b1 c1 d1 e1     cell = (row - 1) * 5 + column: a1 = 0, e1 = 4, c3 = 12, e5 = 24
//     a2 ..              Squares   a bit a cell of one bed
//     ..                 Pair      both beds of a player: bed 1 in bits 0-24, bed 2 in bits 32-56
//     a5 ..       e5
//
// A shape lies with the top-left corner of its bounding box on its anchor, so its squares there are `squares << anchor`, and where
// it fits is an intersection of shifted sets: one word gives every anchor on both beds.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>

namespace cloche::cottage_garden {

inline constexpr int kSide = 5;
inline constexpr int kCells = kSide * kSide;
inline constexpr int kSlots = 2;  // beds of a player
inline constexpr int kLane = 32;  // bits of a bed in a Pair
inline constexpr int kOrientations = 8;
inline constexpr int kMaxTileSquares = 6;
// A tile has at most this many placements on a bed: k shapes with a bounding box of h x w squares have k * (6 - h) * (6 - w) anchors.
// A connected tile has one shape in a box of 1 x 1, at most two in a straight box, at most four in 2 x 2 (three squares of it), and at
// most eight otherwise, most of all in 2 x 3.
inline constexpr int kMaxPlacements = kOrientations * (kSide - 1) * (kSide - 2);

using Squares = std::uint32_t;
using Pair = std::uint64_t;

inline constexpr Squares kBoard = (Squares{1} << kCells) - 1;
inline constexpr Squares kFirstColumn = 0x0108421;
inline constexpr Squares kLastColumn = kFirstColumn << (kSide - 1);

[[nodiscard]] constexpr Squares square(int cell) {
  return Squares{1} << cell;
}
[[nodiscard]] constexpr bool has(Squares squares, int cell) {
  return ((squares >> cell) & 1U) != 0;
}
[[nodiscard]] constexpr Pair on_bed(Squares squares, int slot) {
  return Pair{squares} << (kLane * slot);
}
[[nodiscard]] constexpr Squares of_bed(Pair pair, int slot) {
  return static_cast<Squares>(pair >> (kLane * slot));
}
[[nodiscard]] constexpr Pair on_both(Squares squares) {
  return on_bed(squares, 0) | on_bed(squares, 1);
}
// Every square of a bed in a Pair.
[[nodiscard]] constexpr Pair lane(int slot) {
  return on_bed(~Squares{0}, slot);
}
// Whether a set has exactly one member.
template <class Word>
[[nodiscard]] constexpr bool is_single(Word word) {
  return word != 0 && (word & (word - 1)) == 0;
}
// Of a bit of a Pair.
[[nodiscard]] constexpr int slot_of_bit(int bit) {
  return bit / kLane;
}
[[nodiscard]] constexpr int cell_of_bit(int bit) {
  return bit % kLane;
}

// Where short straight runs fit, on both beds; made once for all shapes. A run that would leave its row is not taken out: no shape
// asks for one.
enum Span : std::uint8_t { kOne, kAcross2, kDown2, kAcross3, kDown3 };
inline constexpr int kSpans = 5;

struct SpansOf {
  explicit constexpr SpansOf(Pair open) {
    at[kOne] = open;
    at[kAcross2] = open & (open >> 1);
    at[kDown2] = open & (open >> kSide);
    at[kAcross3] = at[kAcross2] & (open >> 2);
    at[kDown3] = at[kDown2] & (open >> (2 * kSide));
  }
  std::array<Pair, kSpans> at{};
};

// A run of squares of a shape, by its first square.
struct Run {
  std::uint8_t span = kOne;
  std::uint8_t first = 0;
  friend bool operator==(const Run&, const Run&) = default;
};

// A tile in one orientation. Squares are those at anchor a1.
struct Shape {
  static constexpr int kUsualRuns = 3;

  Pair anchors = 0;                         // on empty beds
  std::array<Run, kMaxTileSquares> runs{};  // cover the shape; the usual ones may repeat each other
  std::uint8_t run_count = 0;               // at least kUsualRuns
  std::uint8_t orientation = 0;
  Squares squares = 0;
  Squares pots = 0;
  Squares cloches = 0;

  // The anchors at which it lies on open squares only, on both beds.
  [[nodiscard]] constexpr Pair fits(const SpansOf& open) const {
    Pair fitting = anchors;
    for (std::size_t i = 0; i < kUsualRuns; ++i) fitting &= open.at[runs[i].span] >> runs[i].first;
    for (std::size_t i = kUsualRuns; i < run_count; ++i) fitting &= open.at[runs[i].span] >> runs[i].first;
    return fitting;
  }
};

// A flower tile: its shapes that differ in their squares, by ascending orientation, each the lowest that gives its squares.
struct Tile {
  std::array<Shape, kOrientations> shapes{};
  std::uint8_t shape_count = 0;
  std::uint8_t square_count = 0;
  std::uint8_t pots = 0;
  std::uint8_t cloches = 0;
  std::uint8_t kind = 0;                               // the lowest tile with the same printed grid (CG-17)
  std::array<std::uint8_t, kOrientations> shape_at{};  // by orientation: place in `shapes`, or kNoShape

  static constexpr std::uint8_t kNoShape = kOrientations;

  // The shape of an orientation that is the lowest of its squares, otherwise nothing.
  [[nodiscard]] constexpr const Shape* shape(int orientation) const {
    const std::size_t place = shape_at[static_cast<std::size_t>(orientation)];
    return place == kNoShape ? nullptr : &shapes[place];
  }
  [[nodiscard]] constexpr bool fits_somewhere(const SpansOf& open) const {
    for (std::size_t i = 0; i < shape_count; ++i) {
      if (shapes[i].fits(open) != 0) return true;
    }
    return false;
  }
};

// A tile as printed: a grid of at most 5 x 5 with its top-left corner on a1.
struct PrintedGrid {
  int rows = 1;
  int columns = 1;
  Squares squares = 0;
  Squares pots = 0;
  Squares cloches = 0;
};

// Precondition: no outer row or column of the grid is empty, 1 to 6 squares. `kind` stays 0.
[[nodiscard]] Tile make_tile(const PrintedGrid& printed);

// Whether the squares are one orthogonally connected piece; not of an empty set.
[[nodiscard]] bool is_connected(Squares squares);

// Every square beside a square of the set; squares of the set only where they are beside each other.
[[nodiscard]] constexpr Squares neighbours(Squares squares) {
  return ((squares << kSide) | (squares >> kSide) | ((squares & ~kLastColumn) << 1) | ((squares & ~kFirstColumn) >> 1)) & kBoard;
}

}  // namespace cloche::cottage_garden
