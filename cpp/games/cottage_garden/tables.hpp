// What the box and the weight file say of one game of Cottage Garden: immutable, shared by all its states.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.hpp"
#include "games/cottage_garden/actions.hpp"
#include "games/cottage_garden/placements.hpp"

namespace cloche::cottage_garden {

inline constexpr int kMaxGardeners = 4;  // players
inline constexpr int kMaxBeds = 9;
inline constexpr int kFaces = 2 * kMaxBeds;  // a bed and its side up: bed * 2, and 1 more for the dark side
inline constexpr int kMaxNursery = kMaxRow * kMaxRow;
inline constexpr int kMaxSpaces = 4 * kMaxRow + 4;
inline constexpr int kCubes = 3;  // of a colour and player
inline constexpr int kMaxHives = 2;

enum Colour : std::uint8_t { kOrange, kBlue };
inline constexpr int kColours = 2;

// A side of a bed.
struct Face {
  Squares pots = 0;
  Squares cloches = 0;
  [[nodiscard]] constexpr Squares prints() const { return pots | cloches; }
  [[nodiscard]] constexpr Squares soil() const { return kBoard & ~prints(); }
};

// What the gardener sees from a space, nearest first (CG-8).
struct Row {
  std::uint8_t size = 0;
  std::array<std::uint8_t, kMaxRow> cells{};
  std::uint16_t mask = 0;  // a bit a nursery cell
};

// Of one colour (CG-4, CG-15).
struct Track {
  std::array<std::uint8_t, kMaxOrangeSteps> points{};
  int goal = 1;         // the last step
  int line = 0;         // the red line lies between this step and the next
  int back = 1;         // steps back a turn in the final round (CG-22)
  int leaves_goal = 0;  // where a cube lands that has to leave the goal

  [[nodiscard]] int points_at(int step) const { return points[static_cast<std::size_t>(step)]; }
  // Steps below the goal, as bits.
  [[nodiscard]] unsigned below_goal() const { return (1U << goal) - 1; }
};

// The gardener's way at the player count of the game (CG-8, CG-9).
struct Path {
  int spaces = 1;
  int start = 0;
  int target = 0;
  int die = 1;
  int steps = 1;
  int hives = 1;
  int turns = 1;
  int moves = 0;  // of the gardener until the die is final (D-16)

  [[nodiscard]] int next(int space) const {
    const int on = space + steps;
    return on >= spaces ? on % spaces : on;
  }
};

// Numbers of the prior (state.md, W-1 to W-12), by the keys of weights.toml.
struct PriorWeights {
  int plant = 0, square = 0, square_final = 0, pot = 0, cloche = 0;
  int lone = 0, tip = 0;
  // Bonus by cats in hand, kCells standing for all above, and by free squares that are left (W-4); and the most with so many or more.
  std::array<std::array<int, kCells + 1>, kCells + 1> left{};
  std::array<std::array<int, kCells + 1>, kCells + 1> left_most{};
  int finish_point = 0;
  int cat_early = 0, cat = 0, cat_finish = 0, cat_final = 0;
  int done = 0, back = 0;
  int refill_no = 0, refill_have = 0, refill_cat = 0;
  int cube = 0, cube_point = 0, cube_waste = 0, cube_cat = 0, cube_pot = 0, cube_hive = 0;
  int lose = 0, lose_point = 0;
};

struct Tables {
  // Throws InvalidInput that lists every fault of options, components and weights.
  [[nodiscard]] static std::shared_ptr<const Tables> make(const GameSpec& spec);

  int player_count = 0;
  int rows = 0;  // of the nursery
  int columns = 0;
  int tile_count = 0;
  int bed_count = 0;
  std::array<Tile, kMaxTiles> tiles{};
  std::array<Face, kFaces> faces{};
  std::array<Track, kColours> tracks{};
  std::array<Row, kMaxSpaces> sight{};  // by space
  Path path;
  std::array<std::uint8_t, kMaxHives> hive_values{};

  int start_cats = 0;
  int most_cats = 0;    // kept at the end of a turn (CG-19)
  int refill_free = 0;  // empty spaces that are filled at no cost (CG-10)
  int refill_cats = 0;  // price of filling fewer
  int line_cats = 0;    // for crossing the red line (CG-15)
  int final_die = 0;    // starts the final round (CG-21)
  int give_up = 0;      // tiles of a bed that is given up

  std::vector<std::string> tile_ids;
  std::vector<int> bed_ids;
  PriorWeights prior;

  [[nodiscard]] int nursery_cells() const { return rows * columns; }
  [[nodiscard]] const Tile& tile(int t) const { return tiles[static_cast<std::size_t>(t)]; }
  [[nodiscard]] const Face& face(int f) const { return faces[static_cast<std::size_t>(f)]; }
  [[nodiscard]] const Track& track(int colour) const { return tracks[static_cast<std::size_t>(colour)]; }
  [[nodiscard]] const Row& row(int space) const { return sight[static_cast<std::size_t>(space)]; }
  [[nodiscard]] const std::string& tile_id(int t) const { return tile_ids[static_cast<std::size_t>(t)]; }
  // -1 if the box has no such tile or bed.
  [[nodiscard]] int tile_of_id(std::string_view id) const;
  [[nodiscard]] int bed_of_id(int id) const;

  // GameTables
  [[nodiscard]] int players() const { return player_count; }
  [[nodiscard]] bool shared_return() const { return player_count == 1; }
  [[nodiscard]] int num_distinct_actions() const { return kNumActions; }
  [[nodiscard]] int max_chance_outcomes() const { return kMaxTiles; }
  // state.md counts the decisions of a turn.
  [[nodiscard]] int max_game_length() const { return player_count * (9 * (path.turns + 50) + 90); }
  [[nodiscard]] ScoreBounds score_bounds() const {  // CG-26
    const Track& orange = tracks[kOrange];
    const Track& blue = tracks[kBlue];
    return {0, kCubes * (orange.points_at(orange.goal) + blue.points_at(blue.goal)) + hive_values[0]};
  }
  [[nodiscard]] int margin_scale() const { return player_count == 1 ? kUsualScore : kWonLead; }

 private:
  static constexpr int kWonLead = 10;
  static constexpr int kUsualScore = 60;  // of a solo game
};

}  // namespace cloche::cottage_garden
