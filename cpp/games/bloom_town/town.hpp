// One player's town, and what tiles in it score (BT-20 to BT-25).
//
// A set of squares for each of the five types; the kind of a shop is written in binary over three more sets, so that all
// ten kinds fit into 32 bytes.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>

#include "games/bloom_town/geometry.hpp"

namespace cloche::bloom_town {

// Types and kinds in the order of state.md: a type below kShop is a kind of its own, shops have six kinds.
enum Type : std::uint8_t { kOffice, kSubway, kPark, kHome, kShop };
inline constexpr int kTypes = 5;
inline constexpr int kPlainTypes = kShop;
inline constexpr int kShopKinds = 6;
inline constexpr int kKinds = kPlainTypes + kShopKinds;
inline constexpr int kShopBits = 3;
// In place of a kind where there is none.
inline constexpr std::uint8_t kNoKind = kKinds;

[[nodiscard]] constexpr int type_of(int kind) {
  return kind < kShop ? kind : kShop;
}

struct Scoring {
  bool subway_lines = false;                                      // BT-21
  bool shop_types = false;                                        // BT-24
  std::array<std::array<std::uint8_t, 2>, kShopKinds> matches{};  // the two types that a shop kind scores
};

struct Town {
  std::array<Squares, kTypes> types{};
  std::array<Squares, kShopBits> shop_bits{};

  [[nodiscard]] constexpr Squares built() const { return types[0] | types[1] | types[2] | types[3] | types[4]; }
  [[nodiscard]] constexpr Squares of_kind(int kind) const {
    if (kind < kShop) return types[static_cast<std::size_t>(kind)];
    Squares squares = types[kShop];
    for (std::size_t i = 0; i < kShopBits; ++i) squares &= has_bit(static_cast<unsigned>(kind - kShop), i) ? shop_bits[i] : ~shop_bits[i];
    return squares;
  }
  // The kind built on a square, kNoKind if it is empty.
  [[nodiscard]] constexpr int kind_on(int cell) const {
    for (int kind = 0; kind < kKinds; ++kind) {
      if (has(of_kind(kind), cell)) return kind;
    }
    return kNoKind;
  }
  constexpr void put(int kind, int cell) {
    assert(!has(built(), cell));
    types[static_cast<std::size_t>(type_of(kind))] |= square(cell);
    if (kind < kShop) return;
    for (std::size_t i = 0; i < kShopBits; ++i) shop_bits[i] |= static_cast<Squares>((kind - kShop) >> i & 1) << cell;
  }

  friend bool operator==(const Town&, const Town&) = default;
};

// Points of a kind on a square, built there already or yet to be built (BT-20 to BT-24).
[[nodiscard]] int points_on(const Town& town, const Scoring& scoring, int kind, int cell);
// Points of all tiles of a type, scored anew (BT-25).
[[nodiscard]] int rescored(const Town& town, const Scoring& scoring, int type);

// A number of 0 to 15 for each square, a bit plane for each binary digit.
class SquareNumbers {
 public:
  SquareNumbers() = default;
  // The same number on every square.
  explicit constexpr SquareNumbers(unsigned number) {
    for (std::size_t i = 0; i < kPlanes; ++i) planes_[i] = has_bit(number, i) ? kAllSquares : 0;
  }
  constexpr void set(unsigned number, Squares squares) {
    for (std::size_t i = 0; i < kPlanes; ++i) planes_[i] = has_bit(number, i) ? planes_[i] | squares : planes_[i] & ~squares;
  }
  // Adds 2^digit on each square of the set.
  constexpr void add(Squares squares, std::size_t digit = 0) {
    for (; digit < kPlanes; ++digit) {
      const Squares carried = planes_[digit] & squares;
      planes_[digit] ^= squares;
      squares = carried;
    }
    assert(squares == 0);
  }
  [[nodiscard]] constexpr int on(int cell) const {
    unsigned number = 0;
    for (std::size_t i = 0; i < kPlanes; ++i) number |= (planes_[i] >> cell & 1U) << i;
    return static_cast<int>(number);
  }
  struct Highest {
    int number = 0;
    Squares squares = 0;  // where it stands
  };
  // The highest number on the squares of a set; 0 if there are none.
  [[nodiscard]] constexpr Highest highest(Squares among) const {
    int number = 0;
    for (std::size_t i = kPlanes; i-- > 0;) {
      const Squares higher = among & planes_[i];
      if (higher == 0) continue;
      among = higher;
      number |= 1 << i;
    }
    return {number, among};
  }

 private:
  static constexpr std::size_t kPlanes = 4;
  std::array<Squares, kPlanes> planes_{};
};

// points_on of a kind for every square at once; of squares that are built, only some number.
[[nodiscard]] SquareNumbers points_everywhere(const Town& town, const Scoring& scoring, int kind);
// The highest points of a kind over all squares of a set, 0 if there are none (state.md, "Best points").
[[nodiscard]] inline int best_points(const Town& town, const Scoring& scoring, int kind, Squares empty) {
  return points_everywhere(town, scoring, kind).highest(empty).number;
}

}  // namespace cloche::bloom_town
