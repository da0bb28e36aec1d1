#include "games/buds_and_blooms/deck.hpp"

namespace cloche::buds_and_blooms {
namespace {

constexpr std::size_t kMostChosenFrom = kMaxBlooms + kMaxBuds + kMaxTools;

constexpr auto kBinomials = [] {
  std::array<std::array<std::uint32_t, kMostChosenFrom + 1>, kMostChosenFrom + 1> table{};
  for (std::size_t n = 0; n <= kMostChosenFrom; ++n) {
    table[n][0] = 1;
    for (std::size_t k = 1; k <= n; ++k) table[n][k] = table[n - 1][k - 1] + (k < n ? table[n - 1][k] : 0);
  }
  return table;
}();

std::uint64_t binomial(int n, int k) {
  if (n < 0 || k < 0 || k > n) return 0;
  return kBinomials[static_cast<std::size_t>(n)][static_cast<std::size_t>(k)];
}

// x (x - 1) ... (x - k + 1)
std::uint64_t falling(int x, int k) {
  if (k < 0 || k > x) return 0;
  std::uint64_t product = 1;
  for (int i = 0; i < k; ++i) product *= static_cast<std::uint64_t>(x - i);
  return product;
}

}  // namespace

std::uint64_t PileFacts::ways(int sun_tools, int rain_tools) const {
  const int suns = flowers[0] - fixed[0] + sun_tools;
  const int rains = flowers[1] - fixed[1] + rain_tools;
  if (suns < 0 || rains < 0) return 0;
  const int rest = tools[0] + tools[1] - sun_tools - rain_tools;
  const std::uint64_t placed = binomial(tools[0], sun_tools) * falling(fixed_b[0], sun_tools) * binomial(tools[1], rain_tools) *
                               falling(fixed_b[1], rain_tools) * falling(unseen_b, rest);
  return placed == 0 ? 0 : placed * binomial(suns + rains, suns);
}

std::uint64_t PileFacts::count() const {
  std::uint64_t sum = 0;
  for (int i = 0; i <= tools[0]; ++i) {
    for (int j = 0; j <= tools[1]; ++j) sum += ways(i, j);
  }
  return sum;
}

}  // namespace cloche::buds_and_blooms
