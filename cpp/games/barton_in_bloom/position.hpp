// A position of Barton in Bloom, 1072 bytes and 480 for each of four players.
//
//   todo[32]                 8 bytes each   steps, the next one last; behind `steps` all zero
//   discards, undrawn        8 bytes each   judges, a bit each
//   unseen                   8 bytes        cached: tiles that lie nowhere
//   left[deck]               4 bytes each   cached: orders neither face up nor done
//   turns, drawn             2 bytes each
//   where[tile]              2 bytes each   in a garden: player * 256 + cell * 4 + quarter turns
//   laid[copy]               2 bytes each   ornaments, those of a kind ascending: player * 4096 + square * 8 + orientation
//   draw[judge], deck[judge] 2 bytes each   of hidden cards: number of the draw, `from` of the deck; of others 0
//   newest                   2 bytes        `from` of the newest deck
//   dice, bag, market, display, piles, orders, board, player, trigger, number of steps
//   supply[ornament], stock[decoration]     cached: what is left
//   seats[player]            480 bytes each
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "games/barton_in_bloom/actions.hpp"
#include "games/barton_in_bloom/board.hpp"
#include "games/barton_in_bloom/tables.hpp"

namespace cloche::barton_in_bloom {

// BN-50. In the order of state.md.
enum class StepKind : std::uint8_t {
  kOrders,
  kTurnUp,
  kMarket,
  kFlowerDraw,
  kJudgeDraw,
  kSetupPile,
  kSetupChoice,
  kSetupGift,
  kSetupPlant,
  kTurn,
  kMode,
  kRaise,
  kRest,
  kFresh,
  kAfter,
  kDiscard,
  kMoney,
  kPrestige,
  kJudge,
  kNotice,
  kRegrow,
  kHarvest,
  kHarvestFree,
  kYield,
  kTile,
  kLay,
  kPlant,
  kPlantFree,
  kBuy,
  kOrnament,
  kPut,
  kDouble,
  kSale,
  kOrder,
  kPay,
  kDecoration,
  kFlower,
  kGain,
  kFertilizer,
  kDie,
  kIncome
};
inline constexpr int kStepKinds = 41;
inline constexpr int kMaxSteps = 16;  // of a position from outside (S-2)
// What a notice bonus of all effects, with a tile among them, may make of those.
inline constexpr int kStepRoom = 32;

// A step and what is left of it. `from` is the lowest id that may still be picked, 0 without a `last`.
//
//   n     how many are left; count; x; icon; draw; shown (3 bits a die); income: regrows
//   m     plant: back + 256 * off; income: harvests
//   tag   die, judge, tile, ornament, deck, size, less, favours; types, a bit each
struct Step {
  StepKind kind = StepKind::kOrders;
  std::uint8_t tag = 0;
  std::uint16_t n = 0;
  std::uint16_t m = 0;
  std::uint16_t from = 0;

  friend bool operator==(const Step&, const Step&) = default;
};
static_assert(sizeof(Step) == 8);

// Numbers as a position holds them; they fit by what they count.
[[nodiscard]] constexpr std::uint16_t as_word(int n) {
  return static_cast<std::uint16_t>(n);
}
[[nodiscard]] constexpr std::uint8_t as_byte(int n) {
  return static_cast<std::uint8_t>(n);
}
// With n of something to do or draw.
[[nodiscard]] constexpr Step some(StepKind kind, int n) {
  return {.kind = kind, .n = as_word(n)};
}

// Steps that are chance nodes; these come first but for set-up picks.
[[nodiscard]] constexpr bool is_draw(StepKind kind) {
  return kind <= StepKind::kJudgeDraw;
}
[[nodiscard]] constexpr int shown_of(std::uint16_t shown, int die) {
  return shown >> (3 * die) & 7;
}

// Where a hidden judge card is.
enum class Zone : std::uint8_t { kInHand, kAsGossip, kReplaced };

inline constexpr std::uint8_t kNone = 255;
inline constexpr std::uint16_t kNowhere = 0xFFFF;
inline constexpr std::uint16_t kSetupTurns = 0xFFFF;

// What one player has.
struct Seat {
  std::array<Board, 3> types{};  // of plants: number of the type from 1, in binary
  Board grown;
  Board harvested;
  Board free;                    // cached: beds neither covered nor planted
  Board open;                    // cached: squares of tiles neither covered nor planted
  std::uint64_t cells = 0;       // with a tile
  std::uint64_t unfinished = 0;  // cached: with a free bed
  std::uint64_t hand = 0;        // judges, a bit each
  std::uint64_t gone = 0;
  std::array<std::uint32_t, kOrderDecks> done{};
  std::int32_t money = 0;
  std::int32_t prestige = 0;
  std::array<std::int32_t, kTypes> shed{};
  Yields income;  // cached: of the ornaments
  std::uint8_t gossip = kNone;
  std::uint8_t awake = 1;
  std::uint8_t fertilizers = 0;  // a bit each
  std::array<std::uint8_t, kSizes> decorations{};

  [[nodiscard]] Board plants() const { return grown | harvested; }
  [[nodiscard]] Board plants_of(int type) const {
    Board board = plants();
    for (std::size_t bit = 0; bit < types.size(); ++bit) board = ((type + 1) >> bit & 1) != 0 ? board & types[bit] : board - types[bit];
    return board;
  }
  [[nodiscard]] int type_at(int square) const {  // of a plant
    return (types[0].has(square) ? 1 : 0) + (types[1].has(square) ? 2 : 0) + (types[2].has(square) ? 4 : 0) - 1;
  }
  [[nodiscard]] int complete() const { return std::popcount(cells & ~unfinished); }
  [[nodiscard]] int tokens() const {
    int sum = 0;
    for (const std::int32_t n : shed) sum += n;
    return sum;
  }
  // Types held, a bit each.
  [[nodiscard]] unsigned types_held() const {
    unsigned held = 0;
    for (int type = 0; type < kTypes; ++type) held |= shed[at(type)] > 0 ? 1U << type : 0U;
    return held;
  }
  [[nodiscard]] bool owns(int fertilizer) const { return (fertilizers >> fertilizer & 1U) != 0; }

  friend bool operator==(const Seat&, const Seat&) = default;
};

// Every field of a position, without padding; what `==` and hash see.
struct Position {
  std::array<Step, kStepRoom> todo{};
  std::uint64_t discards = 0;
  std::uint64_t undrawn = 0;
  std::uint64_t unseen = 0;
  std::array<std::uint32_t, kOrderDecks> left{};
  std::uint16_t turns = kSetupTurns;
  std::uint16_t drawn = 0;
  std::array<std::uint16_t, kMaxTiles> where{};
  std::array<std::uint16_t, kMaxCopies> laid{};
  std::array<std::uint16_t, kMaxJudges> draw{};
  std::array<std::uint16_t, kMaxJudges> deck{};
  std::uint16_t newest = 1;
  std::array<std::uint8_t, kDice> space{kRestSpace, kRestSpace, kRestSpace, kRestSpace};
  std::array<std::uint8_t, kDice> demand{1, 1, 1, 1};
  std::array<std::uint8_t, kTypes> bag{};
  std::array<std::uint8_t, kMaxMarket> market{kNone, kNone, kNone, kNone, kNone, kNone, kNone, kNone};
  std::array<std::uint8_t, kPiles> display{kNone, kNone, kNone};
  std::array<std::uint8_t, kPiles> piles{};
  std::array<std::uint8_t, kOrderDecks> orders{kNone, kNone, kNone};
  std::array<std::uint8_t, kNotices> board{kNone, kNone, kNone, kNone, kNone};
  std::uint8_t player = kNone;   // whose turn or set-up it is
  std::uint8_t trigger = kNone;  // BN-38
  std::uint8_t steps = 0;
  std::array<std::uint8_t, kMaxOrnaments> supply{};
  std::array<std::uint8_t, kSizes> stock{};
  std::array<std::uint8_t, 5> unused{};
  std::array<Seat, kMaxSeats> seats{};

  friend bool operator==(const Position&, const Position&) = default;
};
static_assert(std::has_unique_object_representations_v<Position>);

}  // namespace cloche::barton_in_bloom
