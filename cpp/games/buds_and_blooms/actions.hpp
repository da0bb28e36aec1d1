// Action and outcome ids of Buds and Blooms, the same for every component file (rules.md, "Nodes and actions").
//
//     0-53   bloom: face * 3 + bed                                       R4@2
//    54-161  bud: ((bud * 2 + which colour) * 6 + number - 1) * 3 + bed  RY=R4@2
//   162      flower power                                                power
//   163-165  cut, take from the opponent's bed                           cut:take@3
//   166-198  cut, insert: bed * 11 + cards below                         cut:insert@1.0
//   199-200  dig                                                         dig:compost  dig:deck
//   201-224  take a face (dig)                                           take:Y3
//   225-248  discard a face                                              discard:Y3
//   249      two discards, then a growth                                 weather
//   250-282  grow: bed * 11 + card from the bottom                       grow:2.0
//   283      decline a growth                                            grow:none
//
// Chance outcomes, in a space of ids of their own: setup card 0-5, face 0-1, turn 0-1, back 0-3, face drawn 0-23.
#pragma once

#include <bit>
#include <cstdint>

#include "core/bitset.hpp"
#include "core/fixed_list.hpp"
#include "core/game.hpp"
#include "games/buds_and_blooms/flowers.hpp"

namespace cloche::buds_and_blooms {

inline constexpr int kBudPlays = 2 * kNumbers * kMaxSlots;  // ids of one bud
inline constexpr int kPlaces = kMaxSlots * kMaxInFlower;
inline constexpr int kBacks = 2 * kSides;  // of a single deck: deck * 2 + weather

inline constexpr int kFirstBud = kMaxBlooms * kMaxSlots;
inline constexpr int kFlowerPower = kFirstBud + kMaxBuds * kBudPlays;
inline constexpr int kFirstCutTake = kFlowerPower + 1;
inline constexpr int kFirstCutInsert = kFirstCutTake + kMaxSlots;
inline constexpr int kDigCompost = kFirstCutInsert + kPlaces;
inline constexpr int kDigDeck = kDigCompost + 1;
inline constexpr int kFirstTake = kDigDeck + 1;
inline constexpr int kFirstDiscard = kFirstTake + kMaxFaces;
inline constexpr int kWeatherAction = kFirstDiscard + kMaxFaces;
inline constexpr int kFirstGrow = kWeatherAction + 1;
inline constexpr int kGrowNone = kFirstGrow + kPlaces;
inline constexpr int kNumActions = kGrowNone + 1;
static_assert(kFirstBud == 54 && kFlowerPower == 162 && kFirstCutInsert == 166 && kDigCompost == 199 && kFirstTake == 201);
static_assert(kFirstDiscard == 225 && kWeatherAction == 249 && kFirstGrow == 250 && kNumActions == 284);

// Hidden ids (state.md, V-1 to V-4): what others see of a card drawn or looked at, and of a card that moves.
inline constexpr int kHiddenDraw = 300;
inline constexpr int kHiddenCards = 1000;

[[nodiscard]] constexpr Action bloom_action(int face, int bed) {
  return static_cast<Action>(face * kMaxSlots + bed);
}
[[nodiscard]] constexpr Action hidden_action(int action, int card) {
  return static_cast<Action>(kHiddenCards + kMaxCards * action + card);
}
[[nodiscard]] constexpr bool is_play(int action) {
  return action < kFlowerPower;
}
[[nodiscard]] constexpr bool is_insert(int action) {
  return action >= kFirstCutInsert && action < kDigCompost;
}
[[nodiscard]] constexpr bool is_take(int action) {
  return action >= kFirstTake && action < kFirstDiscard;
}
[[nodiscard]] constexpr bool is_discard(int action) {
  return action >= kFirstDiscard && action < kWeatherAction;
}
// Whether a decision brings a card out of the hand to the table or the compost, but for plays of a bloom just taken.
[[nodiscard]] constexpr bool moves_hand_card(int action) {
  return action < kFirstTake || is_discard(action);
}

// A set of ids as up to six words, ascending: bit b of a word with first id f stands for id f + b.
class Choices {
 public:
  void add(int first, std::uint64_t bits) {
    first_[words_] = first;
    bits_[words_++] = bits;
  }
  [[nodiscard]] int size() const {
    int size = 0;
    for (const std::uint64_t bits : bits_) size += std::popcount(bits);
    return size;
  }
  // The k-th id from 0. Without branches: which word it is can't be foreseen.
  [[nodiscard]] Action nth(int k) const {
    std::size_t word = 0;
    int before = 0;
    int size = 0;
    for (std::size_t i = 0; i + 1 < kMaxWords; ++i) {
      size += std::popcount(bits_[i]);
      word += k >= size ? 1U : 0U;
      before = k >= size ? size : before;
    }
    return static_cast<Action>(first_[word] + nth_bit(bits_[word], k - before));
  }
  [[nodiscard]] bool has(int id) const {
    for (std::size_t i = 0; i < kMaxWords; ++i) {
      const int bit = id - first_[i];
      if (bit >= 0 && bit < 64 && (bits_[i] >> bit & 1U) != 0) return true;
    }
    return false;
  }
  template <class List>
  void list(List& ids) const {
    for (std::size_t i = 0; i < words_; ++i) {
      for (std::uint64_t rest = bits_[i]; rest != 0; rest &= rest - 1) ids.push(static_cast<Action>(first_[i] + std::countr_zero(rest)));
    }
  }

 private:
  static constexpr std::size_t kMaxWords = 6;

  std::size_t words_ = 0;
  std::array<int, kMaxWords> first_{};
  std::array<std::uint64_t, kMaxWords> bits_{};
};

}  // namespace cloche::buds_and_blooms
