// Action ids of Barton in Bloom, the same for every component file (rules.md, "Nodes and actions").
//
//      0-27    die * 7 + space                              H>mow  S>rest
//     28-40    gardener                                     gardener:tile
//     41-44    mode                                         first  second+first
//     45, 46   end, pass
//     47-94    favour of a judge                            favour:separation
//     95-142   play a judge                                 judge:separation
//    143-148   notice space 1-5, gossip                     notice:3  gossip
//    149-151   tile of a pile                               pile:2
//    152-347   lay it: cell * 4 + quarter turns             lay:3,4:r1
//    348-352   flower type                                  flower:R
//    353-360   market space                                 buy:1
//    361-384   ornament                                     ornament:birdbath
//    385-3912  put it: square * 8 + orientation             put:9,10:o2
//   3913-4353  regrow a square                              regrow:9,10
//   4354-4794  harvest a square                             harvest:9,10
//   4795-6999  plant: type * 441 + square                   plant:R@9,10
//   7000-7002  order of a deck                              order:2
//   7003-7018  pay: the icon itself, or a pair of types     pay:exact  pay:DR
//   7019-7023  fertilizer                                   fertilizer:plant
//   7024-7027  set-up                                       setup:judge
//   7028-7031  a die                                        die:H
//
// Chance outcomes, in a space of ids of their own: a flower type, a tile, an order of its deck, a judge.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "core/bitset.hpp"
#include "core/game.hpp"
#include "games/barton_in_bloom/board.hpp"

namespace cloche::barton_in_bloom {

inline constexpr int kMaxSeats = 4;
inline constexpr int kTypes = 5;
inline constexpr int kDice = 4;  // BN-1
inline constexpr int kPiles = 3;
inline constexpr int kOrderDecks = 3;
inline constexpr int kNotices = 5;
inline constexpr int kFertilizerKinds = 5;
inline constexpr int kSizes = 3;
inline constexpr int kMaxMarket = 8;
inline constexpr int kMaxOrnaments = 24;
inline constexpr int kMaxJudges = 48;
inline constexpr int kMaxTiles = 64;
inline constexpr int kMaxOrders = 32;  // of a deck
inline constexpr int kMaxIcons = 6;
inline constexpr int kTurns = 4;         // quarter turns
inline constexpr int kOrientations = 8;  // of an ornament
inline constexpr int kPairs = kTypes * (kTypes + 1) / 2;

// Where a die stands; from kHarvest on the four specialist actions, each of the die at the same place of the list.
// BN-2
enum Space : std::uint8_t { kMowSpace, kJudgeSpace, kHarvestSpace, kLandscapeSpace, kPurchaseSpace, kSellSpace, kRestSpace };
inline constexpr int kSpaces = 7;

enum Die : std::uint8_t { kHarvester, kLandscaper, kPurchaser, kSeller };
enum Fertilizer : std::uint8_t { kPlantFertilizer, kWagesFertilizer, kRegrowFertilizer, kYieldFertilizer, kEarlyFertilizer };
enum Decoration : std::uint8_t { kLarge, kMedium, kSmall };

inline constexpr int kFirstGardener = kDice * kSpaces;
// In the order of their ids from there.
enum GardenerAction : std::uint8_t {
  kGardenerMow,
  kGardenerJudge,
  kGardenerHalves,  // eight, two for each specialist action
  kGardenerLarge = kGardenerHalves + 8,
  kGardenerMedium,
  kGardenerSmall
};
inline constexpr int kGardenerActions = kGardenerSmall + 1;
enum Mode : std::uint8_t { kFirst, kSecond, kFirstSecond, kSecondFirst };

inline constexpr int kFirstMode = kFirstGardener + kGardenerActions;
inline constexpr int kEnd = kFirstMode + 4;
inline constexpr int kPass = kEnd + 1;
inline constexpr int kFirstFavour = kPass + 1;
inline constexpr int kFirstJudge = kFirstFavour + kMaxJudges;
inline constexpr int kFirstNotice = kFirstJudge + kMaxJudges;
inline constexpr int kGossip = kFirstNotice + kNotices;
inline constexpr int kFirstPile = kGossip + 1;
inline constexpr int kFirstLay = kFirstPile + kPiles;
inline constexpr int kFirstFlower = kFirstLay + kCells * kTurns;
inline constexpr int kFirstBuy = kFirstFlower + kTypes;
inline constexpr int kFirstOrnament = kFirstBuy + kMaxMarket;
inline constexpr int kFirstPut = kFirstOrnament + kMaxOrnaments;
inline constexpr int kFirstRegrow = kFirstPut + kSquares * kOrientations;
inline constexpr int kFirstHarvest = kFirstRegrow + kSquares;
inline constexpr int kFirstPlant = kFirstHarvest + kSquares;
inline constexpr int kFirstOrder = kFirstPlant + kTypes * kSquares;
inline constexpr int kPayExact = kFirstOrder + kOrderDecks;
inline constexpr int kFirstPair = kPayExact + 1;
inline constexpr int kFirstFertilizer = kFirstPair + kPairs;
inline constexpr int kChooseJudge = kFirstFertilizer + kFertilizerKinds;
inline constexpr int kChooseMoney = kChooseJudge + 1;
inline constexpr int kChoosePlant = kChooseJudge + 2;
inline constexpr int kChooseFlower = kChooseJudge + 3;
inline constexpr int kFirstDie = kChooseFlower + 1;
inline constexpr int kNumActions = kFirstDie + kDice;
static_assert(kFirstMode == 41 && kEnd == 45 && kFirstFavour == 47 && kFirstJudge == 95 && kFirstNotice == 143 && kFirstPile == 149);
static_assert(kFirstLay == 152 && kFirstFlower == 348 && kFirstBuy == 353 && kFirstOrnament == 361 && kFirstPut == 385);
static_assert(kFirstRegrow == 3913 && kFirstHarvest == 4354 && kFirstPlant == 4795 && kFirstOrder == 7000 && kPayExact == 7003);
static_assert(kFirstFertilizer == 7019 && kChooseJudge == 7024 && kFirstDie == 7028 && kNumActions == 7032);

// Hidden ids (state.md, V-1 to V-4).
inline constexpr int kHiddenDraw = 8000;
inline constexpr int kHiddenJudge = 8001;
inline constexpr int kHiddenFavour = 8100;
inline constexpr int kHiddenNotice = 10500;

// The two types of each pair, in the order of the ids: DD DR ... VV.
struct FlowerPair {
  std::uint8_t one;
  std::uint8_t other;
};
inline constexpr std::array<FlowerPair, kPairs> kFlowerPairs = [] {
  std::array<FlowerPair, kPairs> pairs{};
  std::size_t place = 0;
  for (std::uint8_t i = 0; i < kTypes; ++i) {
    for (std::uint8_t j = i; j < kTypes; ++j) pairs[place++] = {i, j};
  }
  return pairs;
}();

// A set of ids as words, ascending: bit b of a word with first id f stands for id f + b.
class Choices {
 public:
  // Nothing where `bits` is 0, so that each word that there is has a member.
  void add(int first, std::uint64_t bits) {
    firsts_[words_] = static_cast<std::uint16_t>(first);
    bits_[words_] = bits;
    words_ += bits != 0 ? 1U : 0U;
    assert(words_ <= kMaxWords);
  }
  // Squares from number `from` on, square 0 at id `first`.
  void add(int first, const Board& squares, int from = 0) {
    for (std::size_t i = 0; i < Board::kWords; ++i) {
      const int skipped = from - static_cast<int>(64 * i);
      std::uint64_t bits = squares.word(i);
      if (skipped > 0) bits = skipped >= 64 ? 0 : bits & ~std::uint64_t{0} << skipped;
      add(first + static_cast<int>(64 * i), bits);
    }
  }
  [[nodiscard]] bool empty() const { return words_ == 0; }
  [[nodiscard]] int size() const {
    int size = 0;
    for (std::size_t i = 0; i < words_; ++i) size += std::popcount(bits_[i]);
    return size;
  }
  // The k-th id from 0.
  [[nodiscard]] Action nth(int k) const {
    std::size_t i = 0;
    for (int here = std::popcount(bits_[0]); k >= here; here = std::popcount(bits_[i])) {
      k -= here;
      ++i;
    }
    return static_cast<Action>(firsts_[i] + nth_bit(bits_[i], k));
  }
  [[nodiscard]] bool has(int id) const {
    for (std::size_t i = 0; i < words_; ++i) {
      const int bit = id - firsts_[i];
      if (bit >= 0 && bit < 64 && (bits_[i] >> bit & 1U) != 0) return true;
    }
    return false;
  }
  template <class List>
  void list(List& ids) const {
    for (std::size_t i = 0; i < words_; ++i) {
      for (std::uint64_t rest = bits_[i]; rest != 0; rest &= rest - 1) ids.push(static_cast<Action>(firsts_[i] + std::countr_zero(rest)));
    }
  }

 private:
  static constexpr std::size_t kMaxWords = 64;

  std::size_t words_ = 0;
  std::array<std::uint16_t, kMaxWords + 1> firsts_;
  std::array<std::uint64_t, kMaxWords + 1> bits_;
};

}  // namespace cloche::barton_in_bloom
