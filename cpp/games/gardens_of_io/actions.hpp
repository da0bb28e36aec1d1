// Action ids of Gardens of Io, the same for every component file (rules.md, "Nodes and actions").
//
//     0-485  plant: colour * 81 + cell      R@e5
//       486  skip                           skip
//   487-491  the five special actions       swap-tree swap-flowers move-flower move-tree run
//   492-572  pick a cell                    e5
//
// Chance outcomes of the deal are colours, in a space of ids of their own.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "core/game.hpp"
#include "games/gardens_of_io/flowers.hpp"
#include "games/gardens_of_io/geometry.hpp"

namespace cloche::gardens_of_io {

struct Tables;

// The special actions (IO-9), in the order of the counters.
enum Special : std::uint8_t { kSwapTree, kSwapFlowers, kMoveFlower, kMoveTree, kRun, kNoSpecial };
inline constexpr int kSpecials = kNoSpecial;
inline constexpr std::array<std::string_view, kSpecials> kSpecialWords{"swap-tree", "swap-flowers", "move-flower", "move-tree", "run"};

inline constexpr int kSkip = kMaxColours * kCells;
inline constexpr int kFirstSpecial = kSkip + 1;
inline constexpr int kFirstPick = kFirstSpecial + kSpecials;
inline constexpr int kNumActions = kFirstPick + kCells;
static_assert(kSkip == 486 && kFirstPick == 492 && kNumActions == 573);

[[nodiscard]] constexpr Action plant_action(int colour, int cell) {
  return static_cast<Action>(colour * kCells + cell);
}
[[nodiscard]] constexpr Action special_action(int special) {
  return static_cast<Action>(kFirstSpecial + special);
}
[[nodiscard]] constexpr Action cell_action(int cell) {
  return static_cast<Action>(kFirstPick + cell);
}

[[nodiscard]] constexpr bool is_plant(Action action) {
  return action < kSkip;
}
[[nodiscard]] constexpr bool is_special(Action action) {
  return action >= kFirstSpecial && action < kFirstPick;
}
[[nodiscard]] constexpr bool is_cell(Action action) {
  return action >= kFirstPick && action < kNumActions;
}
[[nodiscard]] constexpr int plant_colour(Action action) {
  return action / kCells;
}
[[nodiscard]] constexpr int plant_cell(Action action) {
  return action % kCells;
}
[[nodiscard]] constexpr int special_of(Action action) {
  return action - kFirstSpecial;
}
[[nodiscard]] constexpr int cell_of(Action action) {
  return action - kFirstPick;
}

// Notation: `e5` is column e, row 5. Parsing takes exactly what is written, of the full 9 x 9 garden.
[[nodiscard]] std::string cell_text(int cell);
[[nodiscard]] std::optional<int> parse_cell(std::string_view text);
// Of a decision; the id need not be legal anywhere, but in range and of a colour in the box.
[[nodiscard]] std::string decision_text(const Tables& tables, Action action);
[[nodiscard]] std::optional<Action> parse_decision(const Tables& tables, std::string_view text);

}  // namespace cloche::gardens_of_io
