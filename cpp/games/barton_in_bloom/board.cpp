#include "games/barton_in_bloom/board.hpp"

#include <algorithm>

namespace cloche::barton_in_bloom {
int largest_group(Board squares) {
  int largest = 0;
  while (!squares.empty()) {
    std::size_t first = 0;
    while (squares.word(first) == 0) ++first;
    Board group;
    group.word(first) = squares.word(first) & (~squares.word(first) + 1);
    for (;;) {
      const auto [right, left, below, above] = one_step(group);
      const Board wider = (group | right | left | below | above) & squares;
      if (wider == group) break;
      group = wider;
    }
    largest = std::max(largest, group.size());
    squares = squares - group;
  }
  return largest;
}

}  // namespace cloche::barton_in_bloom
