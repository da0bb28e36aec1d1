// What is known of a player's return.
#pragma once

#include <limits>

namespace cloche {

struct ReturnBounds {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
};

}  // namespace cloche
