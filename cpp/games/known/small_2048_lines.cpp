#include "games/known/small_2048_lines.hpp"

#include <cassert>

namespace cloche::small_2048 {
namespace {

constexpr unsigned kCellBits = 4;
constexpr unsigned kCell = 15;

struct Slide {
  Line line;
  std::uint32_t points;
};

Slide slide_to_start(Line line, int cells) {  // TW-4
  unsigned after = 0;
  unsigned count = 0;    // cells filled
  unsigned waiting = 0;  // the last tile, as long as it may still meet another
  std::uint32_t points = 0;
  const auto lay = [&](unsigned exponent) { after |= exponent << kCellBits * count++; };
  for (int i = 0; i < cells; ++i, line = static_cast<Line>(line >> kCellBits)) {
    const unsigned tile = line & kCell;
    if (tile == 0) continue;
    if (tile == waiting && tile < kHighest) {
      lay(tile + 1);
      points += std::uint32_t{1} << (tile + 1);
      waiting = 0;
    } else {
      if (waiting != 0) lay(waiting);
      waiting = tile;
    }
  }
  if (waiting != 0) lay(waiting);
  return {static_cast<Line>(after), points};
}

Line reversed(Line line, int cells) {
  unsigned after = 0;
  for (int i = 0; i < cells; ++i, line = static_cast<Line>(line >> kCellBits)) after = after << kCellBits | (line & kCell);
  return static_cast<Line>(after);
}

}  // namespace

Lines::Lines(int cells) : moved_(std::size_t{1} << kCellBits * static_cast<unsigned>(cells)) {
  for (std::size_t i = 0; i < moved_.size(); ++i) {
    const auto line = static_cast<Line>(i);
    const Slide start = slide_to_start(line, cells);
    const Slide end = slide_to_start(reversed(line, cells), cells);
    assert(start.points == end.points);
    moved_[i] = {start.line, reversed(end.line, cells), start.points};
  }
}

const Lines& Lines::of_length(int cells) {
  assert(cells >= 2 && cells <= 4);
  static const Lines& two = *new Lines(2);  // never destroyed: threads may read while the program ends
  static const Lines& three = *new Lines(3);
  static const Lines& four = *new Lines(4);
  return cells == 2 ? two : cells == 3 ? three : four;
}

}  // namespace cloche::small_2048
