// Words of positions as data (seeds/cottage_garden/state.md), shared by writing and reading.
#pragma once

#include <array>
#include <string_view>

#include "games/cottage_garden/state.hpp"

namespace cloche::cottage_garden {

inline constexpr std::array<std::string_view, kPhases> kPhaseWords{"setup_tile", "setup_bed", "lose",   "refill",     "plant",
                                                                   "cats",       "score",     "orange", "orange_pot", "blue",
                                                                   "blue_pot",   "return",    "pot",    "over"};
inline constexpr std::array<std::string_view, 2> kSideWords{"light", "dark"};

}  // namespace cloche::cottage_garden
