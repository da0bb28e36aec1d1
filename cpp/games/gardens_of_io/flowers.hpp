// Flowers in hand: a count for each of up to six colours, packed in one word so that sums and choices need no loop.
//
//   byte     7    6    5    4    3    2    1    0
//            0    0   c5   c4   c3   c2   c1   c0     each count, and the total, at most kMaxTotal
#pragma once

#include <bit>
#include <cassert>
#include <compare>
#include <cstdint>

#include "core/bitset.hpp"

namespace cloche::gardens_of_io {

inline constexpr int kMaxColours = 6;

class Flowers {
 public:
  // Largest total for which every byte of the packed sums stays below its top bit.
  static constexpr int kMaxTotal = 127;

  [[nodiscard]] constexpr int count(int colour) const { return static_cast<int>((word_ >> shift(colour)) & kByte); }
  [[nodiscard]] constexpr bool has(int colour) const { return count(colour) != 0; }
  [[nodiscard]] constexpr bool empty() const { return word_ == 0; }
  [[nodiscard]] constexpr int total() const { return static_cast<int>(running_sums() >> kTopShift); }

  constexpr void add(int colour) {
    assert(total() < kMaxTotal);
    word_ += kOne << shift(colour);
  }
  constexpr void remove(int colour) {
    assert(has(colour));
    word_ -= kOne << shift(colour);
  }
  constexpr void set(int colour, int flowers) {
    assert(flowers >= 0 && flowers <= kMaxTotal);
    word_ = (word_ & ~(kByte << shift(colour))) | (static_cast<std::uint64_t>(flowers) << shift(colour));
  }
  friend constexpr Flowers operator+(Flowers a, Flowers b) {
    a.word_ += b.word_;
    return a;
  }

  // How many colours there is a flower of, and the k-th of them in ascending order.
  [[nodiscard]] constexpr int colours() const { return std::popcount(present()); }
  [[nodiscard]] int nth_colour(int k) const {
    assert(k >= 0 && k < colours());
    std::uint64_t rest = present();
    for (; k > 0; --k) rest &= rest - 1;
    return std::countr_zero(rest) / kBits;
  }
  // The colour of the flower at place k when the flowers lie in a row, sorted by colour.
  [[nodiscard]] constexpr int colour_at(int k) const {
    assert(k >= 0 && k < total());
    // A byte of the difference keeps its top bit exactly where the running sum is at most k.
    const std::uint64_t difference = (static_cast<std::uint64_t>(k) * kOnes | kTops) - running_sums();
    return std::popcount(difference & kTops);
  }

  [[nodiscard]] constexpr std::uint64_t word() const { return word_; }
  friend constexpr bool operator==(const Flowers&, const Flowers&) = default;

 private:
  static constexpr int kBits = 8;
  static constexpr int kTopShift = 56;
  static constexpr std::uint64_t kOne = 1;
  static constexpr std::uint64_t kByte = 0xFF;
  static constexpr std::uint64_t kOnes = 0x0101010101010101;
  static constexpr std::uint64_t kTops = 0x8080808080808080;

  static constexpr int shift(int colour) {
    assert(colour >= 0 && colour < kMaxColours);
    return colour * kBits;
  }
  // Byte c is the sum of the counts of colours 0 .. c.
  [[nodiscard]] constexpr std::uint64_t running_sums() const { return word_ * kOnes; }
  // The top bit of each byte whose count is not 0.
  [[nodiscard]] constexpr std::uint64_t present() const { return (word_ + (kTops - kOnes)) & kTops; }

  std::uint64_t word_ = 0;
};

}  // namespace cloche::gardens_of_io
