// The hand of a player: at most two tiles, each openly known or hidden from the others.
//
//   slot    0   1        a tile: its kind, plus 16 if it is hidden; 32 where there is none
//           7  20        Slots ascend, so open tiles come before hidden ones, and of each the kinds ascend.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>

#include "games/bloom_town/tables.hpp"
#include "games/bloom_town/town.hpp"

namespace cloche::bloom_town {

class Hand {
 public:
  static constexpr std::uint8_t kHidden = 16;
  static constexpr std::uint8_t kNone = 32;

  [[nodiscard]] constexpr bool empty() const { return slots_[0] == kNone; }
  [[nodiscard]] constexpr int size() const { return (slots_[0] != kNone ? 1 : 0) + (slots_[1] != kNone ? 1 : 0); }
  [[nodiscard]] constexpr bool has_tile(int slot) const { return slots_[at(slot)] != kNone; }
  [[nodiscard]] constexpr bool is_hidden(int slot) const { return (slots_[at(slot)] & kHidden) != 0; }
  // Of a slot with a tile.
  [[nodiscard]] constexpr int kind(int slot) const { return slots_[at(slot)] & kKindMask; }
  [[nodiscard]] constexpr int hidden_tiles() const { return (is_hidden(0) ? 1 : 0) + (is_hidden(1) ? 1 : 0); }
  // A bit for each kind held.
  [[nodiscard]] constexpr unsigned kinds() const { return ((has_tile(0) ? 1U : 0U) << kind(0)) | ((has_tile(1) ? 1U : 0U) << kind(1)); }
  [[nodiscard]] constexpr int count(int kind, bool hidden) const {
    const int tile = kind | (hidden ? kHidden : 0);
    return (slots_[0] == tile ? 1 : 0) + (slots_[1] == tile ? 1 : 0);
  }

  constexpr void add(int kind, bool hidden) {
    assert(slots_[1] == kNone);
    const auto tile = static_cast<std::uint8_t>(kind | (hidden ? kHidden : 0));
    slots_ = {std::min(slots_[0], tile), std::max(slots_[0], tile)};
  }
  // The openly known one if both are of the kind (D-4).
  constexpr void remove(int kind) {
    assert(has_bit(kinds(), kind));
    slots_ = {this->kind(0) == kind && has_tile(0) ? slots_[1] : slots_[0], kNone};
  }
  // Takes the hidden tiles out, whatever they are.
  constexpr void remove_hidden() {
    if (is_hidden(0)) slots_[0] = kNone;
    if (is_hidden(1)) slots_[1] = kNone;
  }

  friend bool operator==(const Hand&, const Hand&) = default;

 private:
  static constexpr std::uint8_t kKindMask = 15;
  static constexpr std::size_t at(int slot) { return static_cast<std::size_t>(slot); }

  std::array<std::uint8_t, kMaxInHand> slots_{kNone, kNone};
};

// Market spaces to be refilled, at most all five, in their order; three bits each, the first lowest.
class SpaceQueue {
 public:
  [[nodiscard]] static constexpr SpaceQueue all() {
    SpaceQueue queue;
    for (int space = kStacks - 1; space >= 0; --space) queue.push_front(space);
    return queue;
  }
  [[nodiscard]] constexpr bool empty() const { return word_ == 0; }
  [[nodiscard]] constexpr int first() const {
    assert(!empty());
    return static_cast<int>(word_ & kMask) - 1;
  }
  [[nodiscard]] constexpr int size() const { return (std::bit_width(word_) + kBits - 1) / kBits; }
  [[nodiscard]] constexpr bool has(int space) const {
    for (unsigned rest = word_; rest != 0; rest >>= kBits) {
      if ((rest & kMask) == static_cast<unsigned>(space) + 1) return true;
    }
    return false;
  }
  constexpr void push(int space) {
    assert(!has(space));
    word_ = static_cast<std::uint16_t>(word_ | (space + 1) << (size() * kBits));
  }
  constexpr void pop() { word_ = static_cast<std::uint16_t>(word_ >> kBits); }

  friend bool operator==(const SpaceQueue&, const SpaceQueue&) = default;

 private:
  static constexpr int kBits = 3;
  static constexpr unsigned kMask = 7;
  constexpr void push_front(int space) { word_ = static_cast<std::uint16_t>(word_ << kBits | (space + 1)); }

  std::uint16_t word_ = 0;
};

}  // namespace cloche::bloom_town
