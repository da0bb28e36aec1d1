// Words and characters of positions as data (seeds/gardens_of_io/state.md), shared by writing and reading.
#pragma once

#include <array>
#include <string_view>

#include "games/gardens_of_io/state.hpp"

namespace cloche::gardens_of_io {

inline constexpr char kEmptyCharacter = '.';
inline constexpr char kTreeCharacter = 'T';
inline constexpr std::array<std::string_view, kPhases> kPhaseWords{"deal",        "tree",      "turn", "first_cell",
                                                                   "second_cell", "lap_bonus", "over"};

}  // namespace cloche::gardens_of_io
