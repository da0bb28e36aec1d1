// What the box, the options and the weight file say of one game of Gardens of Io: immutable, shared by all its states.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/game.hpp"
#include "games/gardens_of_io/actions.hpp"
#include "games/gardens_of_io/flowers.hpp"
#include "games/gardens_of_io/geometry.hpp"

namespace cloche::gardens_of_io {

inline constexpr int kMaxTrees = 3;
// Upper bound of a position on the track (state.md, S-1).
inline constexpr int kMaxPosition = 60000;

// Numbers of the prior (state.md, W-1 to W-6).
struct PriorWeights {
  std::vector<std::uint32_t> points;     // weight of quality 0, 1, 2, ...; the last for all above
  int extra_turn = 0;                    // quality added when a planting earns another turn
  std::array<int, kSpecials> special{};  // quality of each action word
  int lap_bonus = 0;                     // quality of a lap bonus flower before its group is taken off

  [[nodiscard]] std::uint32_t of_quality(int quality) const {
    const auto q = static_cast<std::size_t>(quality);
    return q < points.size() ? points[q] : points.back();
  }
};

// The numbers that change with the player count.
struct Setup {
  int flowers = 0;                                 // dealt to each player (IO-4)
  int specials = 0;                                // special actions of each player in the game (IO-8)
  std::array<std::uint8_t, kMaxTrees> trees_by{};  // who puts down which tree (IO-6)
};

struct Tables {
  // Throws InvalidInput that lists every fault of options, components and weights.
  [[nodiscard]] static std::shared_ptr<const Tables> make(const GameSpec& spec);

  explicit Tables(int garden_size) : geometry(garden_size) {}

  // Players and options
  int player_count = 0;
  bool lap_bonus = true;     // IO-16
  bool cooperative = false;  // IO-20

  // Components
  int colour_count = 0;
  int tree_count = 0;
  int run_spaces = 0;   // IO-9
  int skip_spaces = 0;  // IO-12
  int lap_lead = 0;     // IO-18
  Setup setup;
  Flowers bag;                                 // the full bag
  std::array<std::uint8_t, kSpecials> uses{};  // of each counter
  std::string colour_ids;                      // a character a colour

  PriorWeights prior;
  Geometry geometry;

  [[nodiscard]] char colour_id(int colour) const { return colour_ids[static_cast<std::size_t>(colour)]; }
  // -1 if the box has no such colour.
  [[nodiscard]] int colour_of_id(char id) const;
  [[nodiscard]] int dealt() const { return player_count * setup.flowers; }

  // GameTables
  [[nodiscard]] int players() const { return player_count; }
  [[nodiscard]] bool shared_return() const { return cooperative; }
  [[nodiscard]] int num_distinct_actions() const { return kNumActions; }
  [[nodiscard]] int max_chance_outcomes() const { return kMaxColours; }
  // A special action has up to three nodes; state.md counts the laps.
  [[nodiscard]] int max_game_length() const {
    const int specials = setup.specials * player_count;
    return tree_count + 3 * specials + (geometry.track + 1) * (dealt() + player_count + specials);
  }
  [[nodiscard]] ScoreBounds score_bounds() const { return {0, kMaxPosition}; }
  [[nodiscard]] int margin_scale() const { return cooperative ? kUsualScore : kWonLead; }

 private:
  static constexpr int kWonLead = 10;
  static constexpr int kUsualScore = 40;  // of a cooperative game
};

}  // namespace cloche::gardens_of_io
