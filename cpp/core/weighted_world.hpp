// A position that a player can't tell apart from others, and how likely it is beside them (seeds/hidden.md, H-2).
#pragma once

#include <cstdint>

namespace cloche {

template <class S>
struct WeightedWorld {
  S state;
  std::uint64_t weight;
};

}  // namespace cloche
