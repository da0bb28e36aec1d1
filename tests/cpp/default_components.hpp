// Components and weights of Gardens of Io for tests, built by hand. The default Box matches
// seeds/gardens_of_io/components.toml, the weights match weights.toml; a Python test plays the files themselves.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/game.hpp"
#include "core/value.hpp"

namespace cloche::testing {

struct SetupNumbers {
  int players;
  int flowers;
  int specials;
};

// What a component file may change.
struct Box {
  int size = 9;
  std::vector<int> colours{10, 10, 10, 10, 10, 10};
  int trees = 3;
  std::vector<SetupNumbers> setups{{2, 27, 2}, {3, 18, 1}, {4, 14, 1}, {5, 11, 1}};
  std::array<int, 5> uses{1, 1, 1, 1, 1};
  int run_spaces = 5;
  int skip = 1;
  int lap_lead = 40;
};

inline Value list_of(const std::vector<int>& numbers) {
  ValueList list;
  for (const int number : numbers) list.emplace_back(number);
  return list;
}

inline Value components(const Box& box = {}) {
  const std::string ids = "BYWPRG";
  ValueList colours;
  for (std::size_t i = 0; i < box.colours.size(); ++i) {
    colours.push_back(ValueObject{{"id", std::string{ids[i]}}, {"name", std::string("colour ") + ids[i]}, {"count", box.colours[i]}});
  }
  ValueList setups;
  for (const SetupNumbers& setup : box.setups) {
    const Value trees_by = setup.players == 2 ? list_of({0, 1, 0}) : list_of({0, 1, 2});
    setups.push_back(
        ValueObject{{"players", setup.players}, {"flowers", setup.flowers}, {"specials", setup.specials}, {"trees_by", trees_by}});
  }
  const std::array<std::string, 5> words{"swap-tree", "swap-flowers", "move-flower", "move-tree", "run"};
  ValueList specials;
  for (std::size_t k = 0; k < words.size(); ++k) {
    ValueObject special{{"id", words[k]}, {"uses", box.uses[k]}};
    if (words[k] == "run") special.emplace_back("spaces", box.run_spaces);
    specials.push_back(std::move(special));
  }
  return ValueObject{
      {"schema", 1},
      {"game", "gardens_of_io"},
      {"edition", "test"},
      {"provenance", ValueObject{}},
      {"players", ValueObject{{"min", 2}, {"max", 5}}},
      {"board", ValueObject{{"size", box.size}, {"track", 4 * (box.size + 1)}}},
      {"colour", std::move(colours)},
      {"pieces", ValueObject{{"trees", box.trees}, {"counters", 5}, {"martians_each", 1}}},
      {"setup", std::move(setups)},
      {"special_action", std::move(specials)},
      {"move", ValueObject{{"skip", box.skip}, {"lap_lead", box.lap_lead}}},
  };
}

inline Value weights(const std::vector<int>& points = {4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536}) {
  return ValueObject{
      {"schema", 1},
      {"game", "gardens_of_io"},
      {"prior", ValueObject{{"points", list_of(points)}, {"extra_turn", 3}, {"special", list_of({2, 2, 2, 2, 5})}, {"lap_bonus", 6}}},
  };
}

struct GardensOptions {
  bool lap_bonus = true;
  bool cooperative = false;
};

inline GameSpec gardens_spec(int players, const GardensOptions& options = {}, const Box& box = {}) {
  return {players, ValueObject{{"lap_bonus", options.lap_bonus}, {"cooperative", options.cooperative}}, components(box), weights()};
}

}  // namespace cloche::testing
