// Cards, beds and flowers of Buds and Blooms: what a card shows, what a bed allows.
//
//   combo    0-17            colour * 6 + number - 1: what a flower card is played as
//   Laid     1 byte          a card in a flower: face | deck << 5 | (stages shown - 1) << 6
//   Shown    8 bytes         sums over cards: leaves 14 bits, bees 14, butterflies of each colour 6 each, butterflies hidden 6
//   key      0-36            what the top of a flower is: 0 none, 1 + combo, 18 more if the last step fell
//   Flower   24 bytes        cards bottom first, with what they show together
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace cloche::buds_and_blooms {

inline constexpr int kSides = 2;  // and decks, and piles
inline constexpr int kMaxColours = 3;
inline constexpr int kNumbers = 6;
inline constexpr int kCombos = kMaxColours * kNumbers;
inline constexpr int kMaxBlooms = 18;
inline constexpr int kMaxBuds = 3;
inline constexpr int kMaxTools = 3;
inline constexpr int kMaxFaces = kMaxBlooms + kMaxBuds + kMaxTools;
inline constexpr int kMaxCards = kSides * kMaxFaces;
inline constexpr int kMaxStages = 3;
inline constexpr int kMaxSlots = 3;
inline constexpr int kMaxInFlower = 11;
inline constexpr int kKeys = 1 + 2 * kCombos;
inline constexpr std::uint8_t kNone = 255;

// As an index of a standard container.
[[nodiscard]] constexpr std::size_t at(int index) {
  return static_cast<std::size_t>(index);
}

// A bit for each combo, or three: combo * 3 + bed.
using Combos = std::uint32_t;
using BedCombos = std::uint64_t;

[[nodiscard]] constexpr int colour_of(int combo) {
  return combo / kNumbers;
}
[[nodiscard]] constexpr int number_of(int combo) {
  return combo % kNumbers + 1;
}
// Numbers as six bits, number 1 the lowest.
[[nodiscard]] constexpr unsigned numbers_below(int number) {
  return (1U << (number - 1)) - 1;
}
[[nodiscard]] constexpr unsigned numbers_above(int number) {
  return 0x3FU & ~((1U << number) - 1);
}
[[nodiscard]] constexpr unsigned numbers_beside(int number) {
  return 0x3FU & ((1U << number) | (1U << number >> 2));
}

// ---- What cards show

using Shown = std::uint64_t;
inline constexpr int kBeesShift = 14;
inline constexpr int kButterflyShift = 28;
inline constexpr int kButterflyBits = 6;
inline constexpr int kHiddenShift = kButterflyShift + kMaxColours * kButterflyBits;
inline constexpr std::uint64_t kCountMask = (1U << kBeesShift) - 1;
inline constexpr std::uint64_t kButterflyMask = (1U << kButterflyBits) - 1;

[[nodiscard]] constexpr int leaves_in(Shown shown) {
  return static_cast<int>(shown & kCountMask);
}
[[nodiscard]] constexpr int bees_in(Shown shown) {
  return static_cast<int>(shown >> kBeesShift & kCountMask);
}
[[nodiscard]] constexpr int butterflies_in(Shown shown, int colour) {
  return static_cast<int>(shown >> (kButterflyShift + kButterflyBits * colour) & kButterflyMask);
}
// Butterflies on stages that covered cards do not show.
[[nodiscard]] constexpr int hidden_in(Shown shown) {
  return static_cast<int>(shown >> kHiddenShift & kButterflyMask);
}

// ---- What lies in a flower

[[nodiscard]] constexpr std::uint8_t laid(int face, int deck, int stages) {
  return static_cast<std::uint8_t>(face | deck << 5 | (stages - 1) << 6);
}
[[nodiscard]] constexpr int laid_face(std::uint8_t card) {
  return card & 31;
}
[[nodiscard]] constexpr int laid_deck(std::uint8_t card) {
  return card >> 5 & 1;
}
[[nodiscard]] constexpr int laid_stages(std::uint8_t card) {
  return (card >> 6) + 1;
}
[[nodiscard]] constexpr std::uint8_t with_stages(std::uint8_t card, int stages) {
  return static_cast<std::uint8_t>((card & 63) | (stages - 1) << 6);
}

[[nodiscard]] constexpr std::uint8_t key_of(int combo, bool fallen) {
  return static_cast<std::uint8_t>(1 + combo + (fallen ? kCombos : 0));
}
[[nodiscard]] constexpr int combo_of_key(int key) {
  return key - 1 - (key > kCombos ? kCombos : 0);
}
[[nodiscard]] constexpr bool has_fallen(int key) {
  return key > kCombos;
}

struct Flower {
  Shown shown = 0;                                 // cached: of all cards together
  std::array<std::uint8_t, kMaxInFlower> cards{};  // bottom first; 0 above the top
  std::uint8_t size = 0;
  std::uint16_t hides = 0;  // cached: a bit for each covered card that hides a stage
  std::uint8_t key = 0;     // cached
  std::uint8_t unused = 0;

  [[nodiscard]] bool empty() const { return size == 0; }
  [[nodiscard]] std::uint8_t card(int place) const { return cards[static_cast<std::size_t>(place)]; }
  [[nodiscard]] std::uint8_t top() const { return cards[size - 1U]; }

  friend bool operator==(const Flower&, const Flower&) = default;
};

// ---- What a bed allows (BB-12)

enum class Direction : std::uint8_t { kUp, kDown, kUpDown };

struct Bed {
  unsigned colours = 0;  // a bit for each
  bool alternate = false;
  unsigned numbers = 0;  // as six bits
  Direction direction = Direction::kUp;
  bool consecutive = false;
  bool worm = false;
  int rosette = 0;

  // Derived, by the key of the flower on the bed
  std::array<std::uint64_t, kKeys> blooms{};  // bit face * 3: the blooms that fit on top
  std::array<BedCombos, kKeys> combos{};      // bit combo * 3: what else fits
  std::array<std::int8_t, kKeys> room{};      // state.md, "Prior": how many more cards could go on top

  // Combos allowed on top of a flower with this key, counted one bit each.
  [[nodiscard]] Combos on_top(int key) const;
  // How many more cards could go on top by their numbers alone.
  [[nodiscard]] int room_on(int key) const;
  // Combos with these colours and numbers, those that the bed has nowhere left out.
  [[nodiscard]] Combos combos_of(unsigned colour_bits, unsigned number_bits) const;
};

// The bits of `six` moved to places 0, 3, 6, ...
[[nodiscard]] constexpr std::uint32_t spread_by_three(unsigned six) {
  std::uint32_t spread = 0;
  for (unsigned i = 0; i < kNumbers; ++i) spread |= (six >> i & 1U) << (3 * i);
  return spread;
}

}  // namespace cloche::buds_and_blooms
