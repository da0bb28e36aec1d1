// Words and characters of positions as data (seeds/bloom_town/state.md), shared by writing and reading.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "games/bloom_town/state.hpp"

namespace cloche::bloom_town {

inline constexpr char kEmptyCharacter = '.';
inline constexpr std::string_view kKindCharacters = "OSPHabcdef";
inline constexpr std::array<std::string_view, kPhases> kPhaseWords{"shops", "hands", "market", "left_over", "build", "bloom",
                                                                   "token", "take",  "draw",   "refill",    "keep",  "over"};
inline constexpr std::array<std::string_view, 2> kUsedWords{"double", "extra"};
static_assert(kKindCharacters.size() == kKinds);

[[nodiscard]] inline std::string kind_character(int kind) {
  return std::string(1, kKindCharacters[static_cast<std::size_t>(kind)]);
}

}  // namespace cloche::bloom_town
