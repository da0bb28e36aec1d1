// Action and outcome ids of Bloom Town, the same for every component file (rules.md, "Nodes and actions").
//
//     0-249  build: kind * 25 + cell            O@c3  shop-a@c3
//   250-252  blooming square                    bloom:none  bloom:double  bloom:extra
//   253-255  token                              token:none  token:double  token:extra
//   256-260  token, a community type            token:community:O
//   261-265  take market space 1-5              take:3
//   266-275  keep a kind                        keep:H  keep:shop-a
//
// Chance outcomes, in a space of ids of their own: 0-9 tile kinds, 10-14 community tiles; in phase `shops` 0-5 shop kinds.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "core/game.hpp"
#include "games/bloom_town/town.hpp"

namespace cloche::bloom_town {

inline constexpr int kStacks = 5;  // and market spaces, and symbols

// What a blooming square or a token may be used for (BT-15), in the order of the ids; after these a token has the five types.
enum Bonus : std::uint8_t { kNoBonus, kDouble, kExtra, kCommunity };

inline constexpr int kFirstBloom = kKinds * kCells;
inline constexpr int kFirstToken = kFirstBloom + kCommunity;
inline constexpr int kFirstTake = kFirstToken + kCommunity + kTypes;
inline constexpr int kFirstKeep = kFirstTake + kStacks;
inline constexpr int kNumActions = kFirstKeep + kKinds;
static_assert(kFirstBloom == 250 && kFirstToken == 253 && kFirstTake == 261 && kFirstKeep == 266 && kNumActions == 276);

inline constexpr int kFirstCommunity = kKinds;           // outcome of the first type
inline constexpr int kTiles = kFirstCommunity + kTypes;  // outcomes of a draw
inline constexpr Action kHiddenTile = kTiles;            // what others see of a tile drawn in secret (H-5)
inline constexpr std::string_view kHiddenText = "hidden";
static_assert(kHiddenTile == 15);

[[nodiscard]] constexpr Action build_action(int kind, int cell) {
  return static_cast<Action>(kind * kCells + cell);
}
[[nodiscard]] constexpr bool is_build(Action action) {
  return action < kFirstBloom;
}
[[nodiscard]] constexpr int build_kind(Action action) {
  return action / kCells;
}
[[nodiscard]] constexpr int build_cell(Action action) {
  return action % kCells;
}
[[nodiscard]] constexpr Action bloom_action(int bonus) {
  return static_cast<Action>(kFirstBloom + bonus);
}
[[nodiscard]] constexpr Action token_action(int bonus) {
  return static_cast<Action>(kFirstToken + bonus);
}
[[nodiscard]] constexpr Action take_action(int space) {
  return static_cast<Action>(kFirstTake + space);
}
[[nodiscard]] constexpr Action keep_action(int kind) {
  return static_cast<Action>(kFirstKeep + kind);
}
[[nodiscard]] constexpr bool is_community(int tile) {
  return tile >= kFirstCommunity;
}

// Notation: `c3` is column c, row 3. Parsing takes exactly what is written, of the full 5 x 5 town.
[[nodiscard]] std::string cell_text(int cell);
[[nodiscard]] std::optional<int> parse_cell(std::string_view text);
[[nodiscard]] std::string kind_text(int kind);
[[nodiscard]] std::string_view type_text(int type);
// Of a decision; the id need not be legal anywhere, but in range.
[[nodiscard]] std::string decision_text(Action action);
[[nodiscard]] std::optional<Action> parse_decision(std::string_view text);
// Of a tile drawn.
[[nodiscard]] std::string tile_text(int tile);
[[nodiscard]] std::optional<Action> parse_tile(std::string_view text);

}  // namespace cloche::bloom_town
