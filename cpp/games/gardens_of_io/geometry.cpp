#include "games/gardens_of_io/geometry.hpp"

namespace cloche::gardens_of_io {
namespace {

// A place on the garden's rows and columns 1 .. size with the track round it at 0 and size + 1.
struct Place {
  int row;
  int column;
};

constexpr std::array<Place, 8> kDirections{{{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}}};

Place place_of_space(int space, int side) {  // IO-2
  if (space <= side) return {0, space};
  if (space <= 2 * side) return {space - side, side};
  if (space <= 3 * side) return {side, 3 * side - space};
  return {4 * side - space, 0};
}

}  // namespace

Geometry::Geometry(int garden_size) : size(garden_size), track(4 * (garden_size + 1)) {
  assert(size >= kMinSize && size <= kMaxSize);
  const auto inside = [this](Place p) { return p.row >= 1 && p.row <= size && p.column >= 1 && p.column <= size; };
  const auto cell_at = [](Place p) { return (p.row - 1) * kStride + p.column - 1; };

  for (int row = 1; row <= size; ++row) {
    for (int column = 1; column <= size; ++column) {
      const int cell = cell_at({row, column});
      board.insert(cell);
      for (const Place step : kDirections) {
        const Place beside{row + step.row, column + step.column};
        if ((step.row == 0 || step.column == 0) && inside(beside)) adjacent[static_cast<std::size_t>(cell)].insert(cell_at(beside));
      }
    }
  }
  for (int space = 0; space < track; ++space) {
    const auto s = static_cast<std::size_t>(space);
    const Place start = place_of_space(space, size + 1);
    for (const Place step : kDirections) {  // IO-11: the directions whose first step enters the garden are its lines
      Cells before;
      for (Place p{start.row + step.row, start.column + step.column}; inside(p); p.row += step.row, p.column += step.column) {
        const int cell = cell_at(p);
        in_line[s].insert(cell);
        before.insert(cell);
        for (const int tree : before) shadow[static_cast<std::size_t>(tree)][s].insert(cell);
      }
    }
  }
}

}  // namespace cloche::gardens_of_io
