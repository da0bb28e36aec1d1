// What a move makes of every possible line of a 2048 board (seeds/known/small_2048.md, TW-4).
#pragma once

#include <cstdint>
#include <vector>

namespace cloche::small_2048 {

// A line holds four bits a cell from the lowest on; the beginning of a line is its lowest cell.
using Line = std::uint16_t;

inline constexpr int kHighest = 15;  // tiles 2^15 don't meet

// The lines of one length, 2 to 4 cells.
class Lines {
 public:
  struct Moved {
    Line to_start;         // after a slide towards the beginning
    Line to_end;           // after a slide towards the end
    std::uint32_t points;  // TW-5: of either slide
  };
  enum : unsigned { kToStart = 1, kToEnd = 2 };

  // Made once; lives as long as the program.
  [[nodiscard]] static const Lines& of_length(int cells);

  [[nodiscard]] const Moved& operator[](Line line) const { return moved_[line]; }
  // Which slides change the line.
  [[nodiscard]] unsigned ways(Line line) const {
    const Moved& moved = moved_[line];
    return (moved.to_start != line ? unsigned{kToStart} : 0U) | (moved.to_end != line ? unsigned{kToEnd} : 0U);
  }

 private:
  explicit Lines(int cells);

  std::vector<Moved> moved_;
};

}  // namespace cloche::small_2048
