// What the tables of a made-up game say, for games small enough to work out by hand: no components, nothing but a few numbers.
#pragma once

#include "core/game.hpp"

namespace cloche::testing {

struct MadeUpTables {
  [[nodiscard]] int players() const { return player_count; }
  [[nodiscard]] bool shared_return() const { return player_count == 1; }
  [[nodiscard]] int num_distinct_actions() const { return actions; }
  [[nodiscard]] int max_chance_outcomes() const { return outcomes; }
  [[nodiscard]] int max_game_length() const { return length; }
  [[nodiscard]] ScoreBounds score_bounds() const { return bounds; }
  [[nodiscard]] int margin_scale() const { return margin; }

  int player_count = 2;
  int actions = 2;
  int outcomes = 0;
  int length = 1;
  ScoreBounds bounds{0, 1};
  int margin = 0;
};

}  // namespace cloche::testing
