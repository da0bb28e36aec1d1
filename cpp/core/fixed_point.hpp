// Utilities in [0, 1] as whole numbers, so that sums do not depend on their order and searches repeat bit for bit.
#pragma once

#include <cassert>
#include <compare>
#include <cstdint>

namespace cloche {

// A utility in units of 2^-24: 0 is the worst, kUtilityOne the best outcome of a game for a player.
using Utility = std::uint32_t;
// A sum of up to 2^32 utilities.
using UtilitySum = std::uint64_t;

inline constexpr Utility kUtilityOne = Utility{1} << 24;

// Nearest utility of a value in [0, 1]; values outside are clamped.
[[nodiscard]] constexpr Utility to_utility(double value) {
  if (!(value > 0.0)) return 0;
  if (value >= 1.0) return kUtilityOne;
  return static_cast<Utility>(value * double{kUtilityOne} + 0.5);  // NOLINT(bugprone-incorrect-roundings): above 0, as search.md words it
}
[[nodiscard]] constexpr double from_utility(Utility utility) {
  return double(utility) / double{kUtilityOne};
}
// Mean of `count` utilities; count >= 1.
[[nodiscard]] constexpr double mean_utility(UtilitySum sum, std::uint64_t count) {
  assert(count >= 1);
  return static_cast<double>(sum) / (static_cast<double>(count) * double{kUtilityOne});
}
// The same, compared without rounding; count >= 1.
struct ExactMean {
  UtilitySum sum;
  std::uint32_t count;

  friend constexpr std::strong_ordering operator<=>(const ExactMean& a, const ExactMean& b) {
    const UtilitySum a_whole = a.sum / a.count, b_whole = b.sum / b.count;
    if (a_whole != b_whole) return a_whole <=> b_whole;
    return a.sum % a.count * b.count <=> b.sum % b.count * a.count;  // the fractions, without overflow
  }
};

}  // namespace cloche
