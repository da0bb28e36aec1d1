// Action ids of Cottage Garden, the same for every component file (rules.md, "Nodes and actions").
//
//         0, 1   refill: no, give a cat      refill:no refill:cat
//       2-1601   tile: 2 + ((slot in the row * 2 + bed) * 8 + orientation) * 25 + anchor     T17:1:o3@b2
//    1602-1651   pot: bed * 25 + cell        pot:1@c3
//    1652-1701   cat: bed * 25 + cell        cat:2@a1
//         1702   done                        done
//   1703, 1704   score bed 1, 2              score:1
//    1705-1721   orange cube by its step     orange:4
//    1722-1730   blue cube by its step       blue:0
//    1731-1766   tile back to the queue      return:T17
//    1767-1783   lose points, orange cube    lose:orange:9
//    1784-1792   lose points, blue cube      lose:blue:3
//
// Chance outcomes are tiles and beds, in spaces of ids of their own.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/game.hpp"
#include "games/cottage_garden/placements.hpp"

namespace cloche::cottage_garden {

inline constexpr int kMaxTiles = 36;
inline constexpr int kMaxRow = 4;           // nursery spaces that the gardener sees
inline constexpr int kMaxOrangeSteps = 17;  // of the track, the start included
inline constexpr int kMaxBlueSteps = 9;

inline constexpr Action kRefillNo = 0;
inline constexpr Action kRefillCat = 1;
inline constexpr int kFirstTile = 2;
inline constexpr int kFirstPot = kFirstTile + kMaxRow * kSlots * kOrientations * kCells;
inline constexpr int kFirstCat = kFirstPot + kSlots * kCells;
inline constexpr Action kDone = kFirstCat + kSlots * kCells;
inline constexpr int kFirstScore = kDone + 1;
inline constexpr int kFirstOrange = kFirstScore + kSlots;
inline constexpr int kFirstBlue = kFirstOrange + kMaxOrangeSteps;
inline constexpr int kFirstReturn = kFirstBlue + kMaxBlueSteps;
inline constexpr int kFirstLoseOrange = kFirstReturn + kMaxTiles;
inline constexpr int kFirstLoseBlue = kFirstLoseOrange + kMaxOrangeSteps;
inline constexpr int kNumActions = kFirstLoseBlue + kMaxBlueSteps;
static_assert(kFirstPot == 1602 && kFirstCat == 1652 && kDone == 1702 && kFirstOrange == 1705 && kFirstReturn == 1731 &&
              kFirstLoseOrange == 1767 && kNumActions == 1793);

// A tile of the row on a bed.
struct Planting {
  int place = 0;  // in the row, nearest first
  int slot = 0;
  int orientation = 0;
  int anchor = 0;
};

[[nodiscard]] constexpr Action tile_action(const Planting& at) {
  return static_cast<Action>(kFirstTile + ((at.place * kSlots + at.slot) * kOrientations + at.orientation) * kCells + at.anchor);
}
[[nodiscard]] constexpr Planting planting_of(Action action) {
  const int id = action - kFirstTile;
  return {id / (kSlots * kOrientations * kCells), id / (kOrientations * kCells) % kSlots, id / kCells % kOrientations, id % kCells};
}
// Pots and cats, from a bit of a Pair.
[[nodiscard]] constexpr Action pot_action(int bit) {
  return static_cast<Action>(kFirstPot + slot_of_bit(bit) * kCells + cell_of_bit(bit));
}
[[nodiscard]] constexpr Action cat_action(int bit) {
  return static_cast<Action>(kFirstCat + slot_of_bit(bit) * kCells + cell_of_bit(bit));
}

[[nodiscard]] constexpr bool is_tile(Action action) {
  return action >= kFirstTile && action < kFirstPot;
}
[[nodiscard]] constexpr bool is_pot(Action action) {
  return action >= kFirstPot && action < kFirstCat;
}
[[nodiscard]] constexpr bool is_cat(Action action) {
  return action >= kFirstCat && action < kDone;
}
// The square of a pot or a cat, as a Pair with one member.
[[nodiscard]] constexpr Pair spot_of(Action action) {
  const int spot = action - (is_pot(action) ? kFirstPot : kFirstCat);
  return on_bed(square(spot % kCells), spot / kCells);
}

// Notation: `c3` is column c, row 3. Parsing takes exactly what is written.
[[nodiscard]] std::string cell_text(int cell);
[[nodiscard]] std::optional<int> parse_cell(std::string_view text);
// A whole number without sign or leading zeros, at most `most`.
[[nodiscard]] std::optional<int> parse_number(std::string_view text, int most);

}  // namespace cloche::cottage_garden
