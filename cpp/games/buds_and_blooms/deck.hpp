// The lazy part of a draw deck: weights of its next card, and ways to place what nobody but its holder has seen.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "games/buds_and_blooms/tables.hpp"

namespace cloche::buds_and_blooms {

// Weights of one face each on the next place of a lazy part (state.md, C-2, C-3).
struct FaceWeights {
  std::uint32_t flower = 0;
  std::uint32_t tool = 0;

  // `left`: the faces of the deck in the lazy part; `drawn`: cards that have left it.
  [[nodiscard]] static FaceWeights of(const Tables& tables, Faces left, int drawn) {
    if (tables.single_deck) return {1, 1};
    const bool in_b = drawn >= tables.zone_begin() && drawn < tables.zone_end();
    if (!in_b) return {1, 0};
    const int flowers = std::popcount(left & tables.flowers);
    const int tools = std::popcount(left & tables.tools);
    return {static_cast<std::uint32_t>(tables.zone_end() - drawn - tools), static_cast<std::uint32_t>(flowers == 0 ? 1 : flowers)};
  }
  // Sum over some faces of the lazy part.
  [[nodiscard]] std::uint32_t sum(const Tables& tables, Faces faces) const {
    return flower * static_cast<std::uint32_t>(std::popcount(faces & tables.flowers)) +
           tool * static_cast<std::uint32_t>(std::popcount(faces & tables.tools));
  }
  // Those that may come.
  [[nodiscard]] Faces possible(const Tables& tables, Faces faces) const {
    return (flower != 0 ? faces & tables.flowers : 0) | (tool != 0 ? faces & tables.tools : 0);
  }
};

// What the arrangements of a pile depend on (state.md, "Count"); numbers by weather, sun first. Two decks and solo.
struct PileFacts {
  std::array<int, 2> flowers{};  // f: faces that lie nowhere known
  std::array<int, 2> tools{};    // t
  std::array<int, 2> fixed{};    // n: fixed places with this back
  std::array<int, 2> fixed_b{};  // a: those in zone B
  int unseen_b = 0;              // u: the other places of zone B in the lazy part

  // W(i, j): ways with i tools on sun places and j on rain places.
  [[nodiscard]] std::uint64_t ways(int sun_tools, int rain_tools) const;
  [[nodiscard]] std::uint64_t count() const;
};

}  // namespace cloche::buds_and_blooms
