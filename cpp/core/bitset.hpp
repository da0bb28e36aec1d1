// Small sets of squares, at most 128, as one or two machine words.
//
// A Bitset behaves as a set: has, insert, is_subset_of, size, first, iteration in ascending order. Shifts move every
// member, so that a neighbour step on a board is one shift and one mask.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <compare>
#include <cstdint>

#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace cloche {

namespace detail {

// For each byte and k below 8, the position of its k-th set bit (0 where there is none).
inline constexpr auto kNthBitOfByte = [] {
  std::array<std::array<std::uint8_t, 8>, 256> table{};
  for (std::size_t byte = 0; byte < 256; ++byte) {
    std::size_t k = 0;
    for (std::uint8_t bit = 0; bit < 8; ++bit) {
      if ((byte >> bit) & 1U) table[byte][k++] = bit;
    }
  }
  return table;
}();

}  // namespace detail

// The position of the k-th set bit, counted from 0; `word` has more than k bits set.
[[nodiscard]] inline int nth_bit(std::uint64_t word, int k) {
  assert(k >= 0 && k < std::popcount(word));
#if defined(__BMI2__)
  return std::countr_zero(_pdep_u64(std::uint64_t{1} << k, word));
#else
  // Set bits up to and including each byte, all eight bytes at once (Vigna, Broadword implementation of rank/select queries).
  constexpr std::uint64_t kOnes = 0x0101010101010101U;
  constexpr std::uint64_t kHighs = 0x8080808080808080U;
  std::uint64_t sums = word - ((word >> 1) & 0x5555555555555555U);
  sums = (sums & 0x3333333333333333U) + ((sums >> 2) & 0x3333333333333333U);
  sums = ((sums + (sums >> 4)) & 0x0F0F0F0F0F0F0F0FU) * kOnes;
  const std::uint64_t wanted = static_cast<std::uint64_t>(k) * kOnes;
  const int shift = std::popcount(((wanted | kHighs) - sums) & kHighs) * 8;  // bytes wholly before the wanted bit
  const auto rest = static_cast<std::size_t>(static_cast<std::uint64_t>(k) - (((sums << 8) >> shift) & 0xFF));
  return shift + detail::kNthBitOfByte[(word >> shift) & 0xFF][rest];
#endif
}

template <int N>
class Bitset {
  static_assert(N >= 1 && N <= 128);

 public:
  static constexpr int kCapacity = N;
  static constexpr int kWords = N <= 64 ? 1 : 2;

  constexpr Bitset() = default;
  [[nodiscard]] static constexpr Bitset of(int member) {
    Bitset s;
    s.insert(member);
    return s;
  }
  // Members 0 .. n-1.
  [[nodiscard]] static constexpr Bitset first_n(int n) {
    assert(n >= 0 && n <= N);
    Bitset s;
    for (int i = 0; i < n; ++i) s.insert(i);
    return s;
  }
  [[nodiscard]] static constexpr Bitset from_word(std::uint64_t low, std::uint64_t high = 0) {
    Bitset s;
    s.words_[0] = low;
    if constexpr (kWords == 2) s.words_[1] = high;
    assert(kWords == 2 || high == 0);
    return s;
  }

  [[nodiscard]] constexpr bool has(int member) const {
    assert(member >= 0 && member < N);
    return (words_[word_of(member)] >> (member & 63)) & 1U;
  }
  constexpr void insert(int member) {
    assert(member >= 0 && member < N);
    words_[word_of(member)] |= std::uint64_t{1} << (member & 63);
  }
  constexpr void erase(int member) {
    assert(member >= 0 && member < N);
    words_[word_of(member)] &= ~(std::uint64_t{1} << (member & 63));
  }
  [[nodiscard]] constexpr bool empty() const {
    if constexpr (kWords == 1) return words_[0] == 0;
    else return (words_[0] | words_[1]) == 0;
  }
  [[nodiscard]] constexpr int size() const {
    if constexpr (kWords == 1) return std::popcount(words_[0]);
    else return std::popcount(words_[0]) + std::popcount(words_[1]);
  }
  [[nodiscard]] constexpr bool is_subset_of(const Bitset& other) const { return (*this - other).empty(); }
  [[nodiscard]] constexpr bool intersects(const Bitset& other) const { return !(*this & other).empty(); }

  // The lowest member of a set that is not empty.
  [[nodiscard]] constexpr int first() const {
    assert(!empty());
    if constexpr (kWords == 2) {
      if (words_[0] == 0) return 64 + std::countr_zero(words_[1]);
    }
    return std::countr_zero(words_[0]);
  }
  // Takes the lowest member out and returns it.
  constexpr int pop_first() {
    const int member = first();
    if constexpr (kWords == 2) {
      if (words_[0] == 0) {
        words_[1] &= words_[1] - 1;
        return member;
      }
    }
    words_[0] &= words_[0] - 1;
    return member;
  }
  // The k-th member in ascending order, counted from 0.
  [[nodiscard]] int nth(int k) const {
    assert(k >= 0 && k < size());
    if constexpr (kWords == 2) {
      const int low = std::popcount(words_[0]);
      if (k >= low) return 64 + nth_bit(words_[1], k - low);
    }
    return nth_bit(words_[0], k);
  }
  [[nodiscard]] constexpr std::uint64_t word(int i) const { return words_[static_cast<std::size_t>(i)]; }

  friend constexpr Bitset operator&(Bitset a, const Bitset& b) {
    for (std::size_t i = 0; i < kWords; ++i) a.words_[i] &= b.words_[i];
    return a;
  }
  friend constexpr Bitset operator|(Bitset a, const Bitset& b) {
    for (std::size_t i = 0; i < kWords; ++i) a.words_[i] |= b.words_[i];
    return a;
  }
  friend constexpr Bitset operator^(Bitset a, const Bitset& b) {
    for (std::size_t i = 0; i < kWords; ++i) a.words_[i] ^= b.words_[i];
    return a;
  }
  // Set difference.
  friend constexpr Bitset operator-(Bitset a, const Bitset& b) {
    for (std::size_t i = 0; i < kWords; ++i) a.words_[i] &= ~b.words_[i];
    return a;
  }
  constexpr Bitset& operator&=(const Bitset& b) { return *this = *this & b; }
  constexpr Bitset& operator|=(const Bitset& b) { return *this = *this | b; }
  constexpr Bitset& operator^=(const Bitset& b) { return *this = *this ^ b; }
  constexpr Bitset& operator-=(const Bitset& b) { return *this = *this - b; }

  // Every member moved up or down by n, 1 <= n < 64; what leaves 0 .. N-1 is dropped.
  friend constexpr Bitset operator<<(const Bitset& a, int n) {
    assert(n >= 1 && n < 64);
    Bitset s;
    s.words_[0] = a.words_[0] << n;
    if constexpr (kWords == 2) s.words_[1] = (a.words_[1] << n) | (a.words_[0] >> (64 - n));
    s.words_[kWords - 1] &= kTopMask;
    return s;
  }
  friend constexpr Bitset operator>>(const Bitset& a, int n) {
    assert(n >= 1 && n < 64);
    Bitset s;
    s.words_[0] = a.words_[0] >> n;
    if constexpr (kWords == 2) {
      s.words_[0] |= a.words_[1] << (64 - n);
      s.words_[1] = a.words_[1] >> n;
    }
    return s;
  }

  friend constexpr bool operator==(const Bitset&, const Bitset&) = default;

  // Ascending iteration: for (int square : set).
  class Iterator {
   public:
    constexpr explicit Iterator(const Bitset& rest) : rest_(rest) {}
    constexpr int operator*() const { return rest_.first(); }
    constexpr Iterator& operator++() {
      rest_.pop_first();
      return *this;
    }
    friend constexpr bool operator==(const Iterator&, const Iterator&) = default;

   private:
    Bitset rest_;
  };
  [[nodiscard]] constexpr Iterator begin() const { return Iterator(*this); }
  [[nodiscard]] constexpr Iterator end() const { return Iterator(Bitset{}); }

 private:
  static constexpr std::size_t word_of(int member) { return kWords == 1 ? 0 : static_cast<std::size_t>(member) >> 6; }
  static constexpr std::uint64_t kTopMask = N % 64 == 0 ? ~std::uint64_t{0} : (std::uint64_t{1} << (N % 64)) - 1;

  std::array<std::uint64_t, static_cast<std::size_t>(kWords)> words_{};
};

}  // namespace cloche
