#include "games/cottage_garden/placements.hpp"

#include <utility>

namespace cloche::cottage_garden {
namespace {

constexpr std::array<Squares, kSpans> kSpanSquares{0x1, 0x3, 0x21, 0x7, 0x421};

// Every member of the set on its new place; `place` maps row and column.
template <class Place>
Squares moved(Squares squares, const Place& place) {
  Squares result = 0;
  for (; squares != 0; squares &= squares - 1) {
    const int cell = std::countr_zero(squares);
    const auto [row, column] = place(cell / kSide, cell % kSide);
    result |= square(row * kSide + column);
  }
  return result;
}

template <class Place>
PrintedGrid moved(const PrintedGrid& grid, const Place& place) {
  PrintedGrid result = grid;
  result.squares = moved(grid.squares, place);
  result.pots = moved(grid.pots, place);
  result.cloches = moved(grid.cloches, place);
  return result;
}

PrintedGrid turned(const PrintedGrid& grid) {  // D-13
  PrintedGrid result = moved(grid, [&](int row, int column) { return std::pair{column, grid.rows - 1 - row}; });
  std::swap(result.rows, result.columns);
  return result;
}

PrintedGrid mirrored(const PrintedGrid& grid) {  // D-13
  return moved(grid, [&](int row, int column) { return std::pair{row, grid.columns - 1 - column}; });
}

// Adds the run that covers most of `rest`; the runs of a shape may overlap.
void add_longest_run(Shape& shape, Squares& rest) {
  Run best;
  Squares covered = 0;
  for (std::size_t span = 0; span < kSpans; ++span) {
    for (Squares firsts = shape.squares; firsts != 0; firsts &= firsts - 1) {
      const int first = std::countr_zero(firsts);
      const Squares run = kSpanSquares[span] << first;
      const bool inside =
          (run & ~shape.squares) == 0 && (span == kOne || span == kDown2 || span == kDown3 || first % kSide + std::popcount(run) <= kSide);
      if (inside && std::popcount(run & rest) > std::popcount(covered)) {
        covered = run & rest;
        best = {static_cast<std::uint8_t>(span), static_cast<std::uint8_t>(first)};
      }
    }
  }
  rest &= ~covered;
  shape.runs[shape.run_count++] = best;
}

Shape make_shape(const PrintedGrid& grid, int orientation) {
  Shape shape;
  shape.squares = grid.squares;
  shape.pots = grid.pots;
  shape.cloches = grid.cloches;
  shape.orientation = static_cast<std::uint8_t>(orientation);
  for (int row = 0; row + grid.rows <= kSide; ++row) {
    for (int column = 0; column + grid.columns <= kSide; ++column) shape.anchors |= on_both(square(row * kSide + column));
  }
  for (Squares rest = shape.squares; rest != 0;) add_longest_run(shape, rest);
  while (shape.run_count < Shape::kUsualRuns) shape.runs[shape.run_count++] = shape.runs[0];
  return shape;
}

}  // namespace

Tile make_tile(const PrintedGrid& printed) {
  Tile tile;
  tile.square_count = static_cast<std::uint8_t>(std::popcount(printed.squares));
  tile.pots = static_cast<std::uint8_t>(std::popcount(printed.pots));
  tile.cloches = static_cast<std::uint8_t>(std::popcount(printed.cloches));
  tile.shape_at.fill(Tile::kNoShape);
  PrintedGrid grid = printed;
  for (int orientation = 0; orientation < kOrientations; ++orientation) {
    if (orientation == kOrientations / 2) grid = mirrored(printed);
    bool is_new = true;
    for (std::size_t i = 0; i < tile.shape_count; ++i) is_new &= tile.shapes[i].squares != grid.squares;
    if (is_new) {
      tile.shape_at[static_cast<std::size_t>(orientation)] = tile.shape_count;
      tile.shapes[tile.shape_count++] = make_shape(grid, orientation);
    }
    grid = turned(grid);
  }
  return tile;
}

bool is_connected(Squares squares) {
  if (squares == 0) return false;
  Squares piece = squares & (~squares + 1);
  for (Squares grown = 0; grown != piece;) {
    grown = piece;
    piece |= neighbours(piece) & squares;
  }
  return piece == squares;
}

}  // namespace cloche::cottage_garden
