// The generator: xoshiro256++ seeded by SplitMix64, with named streams. Exact contract in seeds/random.md; the
// reference implements the same page, so equal seeds give equal games in both.
#pragma once

#include <bit>
#include <cassert>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <utility>

#include "core/hash.hpp"

namespace cloche {

// First key of a stream.
enum class Stream : std::uint64_t { kChance = 1, kSearch = 2, kRedeal = 3, kPlayout = 4, kRandomPlayer = 5 };

class Rng {
 public:
  explicit constexpr Rng(std::uint64_t seed, std::initializer_list<std::uint64_t> keys = {})
      : Rng(seed, std::span<const std::uint64_t>(keys.begin(), keys.size())) {}
  constexpr Rng(std::uint64_t seed, std::span<const std::uint64_t> keys) {
    for (const std::uint64_t key : keys) seed = mix64(seed + mix64(key));
    constexpr std::uint64_t kGolden = 0x9E3779B97F4A7C15U;
    for (std::uint64_t i = 0; i < 4; ++i) words_[i] = mix64(seed + i * kGolden);
  }
  Rng(std::uint64_t seed, Stream stream) : Rng(seed, {static_cast<std::uint64_t>(stream)}) {}
  Rng(std::uint64_t seed, Stream stream, std::uint64_t number) : Rng(seed, {static_cast<std::uint64_t>(stream), number}) {}

  constexpr std::uint64_t next() {
    const std::uint64_t result = std::rotl(words_[0] + words_[3], 23) + words_[0];
    const std::uint64_t t = words_[1] << 17;
    words_[2] ^= words_[0];
    words_[3] ^= words_[1];
    words_[1] ^= words_[2];
    words_[0] ^= words_[3];
    words_[2] ^= t;
    words_[3] = std::rotl(words_[3], 45);
    return result;
  }

  // Uniform in 0 .. n-1, n >= 1.
  constexpr std::uint32_t below(std::uint32_t n) {
    assert(n >= 1);
    std::uint64_t product = (next() >> 32) * n;
    if (static_cast<std::uint32_t>(product) < n) [[unlikely]] {
      const std::uint32_t threshold = (0U - n) % n;
      while (static_cast<std::uint32_t>(product) < threshold) product = (next() >> 32) * n;
    }
    return static_cast<std::uint32_t>(product >> 32);
  }
  constexpr int below(int n) { return static_cast<int>(below(static_cast<std::uint32_t>(n))); }

  template <class List>
  void shuffle(List& list) {
    for (int i = static_cast<int>(list.size()) - 1; i >= 1; --i) {
      using std::swap;
      swap(list[i], list[below(i + 1)]);
    }
  }

  // Uniform in [0, 1).
  constexpr double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }

  friend constexpr bool operator==(const Rng&, const Rng&) = default;

 private:
  std::uint64_t words_[4]{};
};

}  // namespace cloche
