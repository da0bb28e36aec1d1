// What the box, the options and the weight file say of one game of Bloom Town: immutable, shared by all its states.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/game.hpp"
#include "games/bloom_town/actions.hpp"
#include "games/bloom_town/geometry.hpp"
#include "games/bloom_town/town.hpp"

namespace cloche::bloom_town {

inline constexpr int kMinPlayers = 2;
inline constexpr int kMaxTowns = 4;  // and players
inline constexpr int kMaxInHand = 2;

// Numbers of the prior (state.md, W-1 to W-6).
struct PriorWeights {
  std::vector<std::uint32_t> points;  // weight of quality 0, 1, 2, ...; the last for all above
  int build = 0;                      // quality of a point of the tile now
  int market = 0;                     // quality of a point that the tile behind the covered symbol could make
  int unknown = 0;                    // quality of a tile not seen yet
  int blooming = 0;                   // quality of covering a blooming square while a bonus is left
  int extra = 0;                      // quality of an extra turn
  int token = 0;                      // quality of keeping the token, at most
  int community = 0;                  // quality of triggering a type when nobody gains on the others
  bool rising = true;                 // derived: no quality weighs less than a lower one

  [[nodiscard]] std::uint32_t of_quality(int quality) const {
    const auto q = static_cast<std::size_t>(quality);
    return q < points.size() ? points[q] : points.back();
  }
};

// The numbers that change with the player count.
struct Setup {
  int removed = 0;     // tiles of each type taken out (BT-4)
  int stack = 0;       // tiles in each stack (BT-6)
  int left_over = 0;   // tiles in no stack (BT-6)
  int end_stacks = 0;  // stacks without a face-down tile that bring on the last round (BT-26)
};

struct Tables {
  // Throws InvalidInput that lists every fault of options, components and weights.
  [[nodiscard]] static std::shared_ptr<const Tables> make(const GameSpec& spec);

  // Players and options
  int player_count = 0;
  Scoring scoring;  // BT-21, BT-24

  // Components
  int size = 0;                                // rows and columns of a town
  Squares board = 0;                           // the squares of a town
  Squares blooming = 0;                        // of the side played
  std::array<std::uint8_t, kCells> symbols{};  // 0-4: the stack whose symbol a square of the side played bears
  std::array<Squares, kStacks> bearing{};      // derived: the squares that bear each symbol
  std::array<std::uint8_t, kKinds> counts{};   // tiles of each kind in the box
  int per_type = 0;                            // community tiles of each type (BT-3)
  int in_hand = 0;                             // hand tiles of a player (BT-5)
  Setup setup;

  PriorWeights prior;

  [[nodiscard]] int community_tiles() const { return kTypes * per_type; }
  // A bit for each shop kind of which the box has tiles.
  [[nodiscard]] unsigned shop_kinds() const {
    unsigned kinds = 0;
    for (int kind = kShop; kind < kKinds; ++kind) kinds |= (counts[static_cast<std::size_t>(kind)] != 0 ? 1U : 0U) << (kind - kShop);
    return kinds;
  }
  // Whether the shop kinds to be taken out are drawn (D-1).
  [[nodiscard]] bool draws_shops() const { return setup.removed != 0 && setup.removed != std::popcount(shop_kinds()); }

  // GameTables
  [[nodiscard]] int players() const { return player_count; }
  [[nodiscard]] bool shared_return() const { return false; }
  [[nodiscard]] int num_distinct_actions() const { return kNumActions; }
  [[nodiscard]] int max_chance_outcomes() const { return kTiles; }
  // A build, two bonus decisions and a take for each square, and a tile kept.
  [[nodiscard]] int max_game_length() const { return player_count * (4 * size * size + 1); }
  // A tile scores at most one a square and at most twice, each type is scored anew once and kept once at 5 a tile at most.
  [[nodiscard]] ScoreBounds score_bounds() const { return {0, size * size * (2 * size * size + 2 * 5)}; }
  [[nodiscard]] int margin_scale() const { return kWonLead; }

 private:
  static constexpr int kWonLead = 15;
};

}  // namespace cloche::bloom_town
