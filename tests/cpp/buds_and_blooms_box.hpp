// Components and weights of Buds and Blooms for tests, built by hand. The default box matches
// seeds/buds_and_blooms/components.toml, the weights match weights.toml; a Python test plays the files themselves.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "games/buds_and_blooms/tables.hpp"

namespace cloche::testing {

// What a component file may change.
struct BudsBox {
  int numbers = 6;      // blooms of each colour
  int even_stages = 2;  // growth stages of blooms with even numbers
  int bud_stages = 3;
  bool buds = true;
  bool tools = true;
  int set_aside = 9;
  int under = 3;
  int over = 6;
  int hand = 4;
  int dig_look = 3;
  int slots = 3;
};

struct BudsOptions {
  Value rocks = "mixed";
  bool take_that = true;
  bool single_deck = false;
};

inline Value numbers_of(const std::vector<int>& numbers) {
  ValueList list;
  for (const int number : numbers) list.emplace_back(number);
  return list;
}

inline Value bloom_card(char colour, int number, int stages) {
  static const std::set<std::string> bees{"R1", "R4", "R6", "Y2", "Y3", "Y5", "B1", "B3", "B6"};
  static const std::set<std::string> suns{"R2", "R4", "R6", "Y1", "Y3", "Y5", "B2", "B4", "B6"};
  const std::string id = std::string(1, colour).append(std::to_string(number));
  const auto count = static_cast<std::size_t>(stages);
  std::vector<int> bees_shown(count, 0);
  if (bees.count(id) != 0) bees_shown.back() = 1;
  return ValueObject{{"id", id},
                     {"kind", "bloom"},
                     {"colour", std::string(1, colour)},
                     {"number", number},
                     {"leaves", numbers_of(std::vector<int>(count, 1))},
                     {"bees", numbers_of(bees_shown)},
                     {"butterfly", ValueList(count, "")},
                     {"back", suns.count(id) != 0 ? "sun" : "rain"}};
}

inline Value bud_card(const char* first, const char* second, const char* back, int stages) {
  const auto count = static_cast<std::size_t>(stages);
  ValueList butterfly(count, "");
  butterfly[std::min<std::size_t>(1, count - 1)] = first;
  return ValueObject{{"id", std::string(first) + second},
                     {"kind", "bud"},
                     {"colours", ValueList{first, second}},
                     {"leaves", numbers_of(std::vector<int>(count, 1))},
                     {"bees", numbers_of(std::vector<int>(count, 0))},
                     {"butterfly", std::move(butterfly)},
                     {"back", back}};
}

struct BedOfBox {
  const char* colours;
  bool alternate;
  const char* parity;
  const char* direction;
  bool consecutive;
  bool worm;
  int rosette;
};

inline Value bed_of(const BedOfBox& bed) {
  ValueList colours;
  for (const char* colour = bed.colours; *colour != 0; ++colour) colours.emplace_back(std::string(1, *colour));
  return ValueObject{{"colours", std::move(colours)},  {"alternate", bed.alternate}, {"parity", bed.parity},  {"direction", bed.direction},
                     {"consecutive", bed.consecutive}, {"worm", bed.worm},           {"rosette", bed.rosette}};
}

inline constexpr std::array<BedOfBox, buds_and_blooms::kBeds> kBedsOfBox{{
    {"RYB", false, "all", "up", false, true, 8},      {"RY", false, "all", "down", false, false, 7},
    {"RY", true, "all", "down", false, true, 8},      {"YB", false, "all", "up", true, false, 9},
    {"YB", false, "all", "up", false, false, 8},      {"RYB", false, "all", "down", false, true, 8},
    {"RYB", false, "odd", "updown", false, true, 8},  {"YB", true, "all", "up", false, false, 7},
    {"RYB", false, "all", "updown", false, true, 10}, {"RB", false, "all", "up", false, false, 8},
    {"RYB", false, "even", "updown", false, true, 8}, {"RB", true, "all", "down", false, false, 7},
    {"RB", false, "all", "down", false, false, 8},    {"RYB", false, "all", "up", false, true, 8},
    {"RY", false, "all", "down", true, false, 9},     {"YB", true, "all", "updown", false, true, 10},
    {"RY", false, "all", "updown", false, true, 10},  {"YB", false, "all", "down", false, false, 8},
    {"RB", true, "all", "up", false, true, 7},        {"RB", false, "all", "up", true, false, 9},
    {"RYB", false, "all", "down", false, true, 8},    {"RY", false, "all", "up", false, false, 8},
    {"RY", true, "all", "updown", false, true, 10},   {"YB", false, "all", "down", true, false, 10},
}};

inline Value buds_components(const BudsBox& box) {
  ValueList colours;
  ValueList cards;
  for (const char colour : {'R', 'Y', 'B'}) {
    colours.push_back(ValueObject{{"id", std::string(1, colour)}, {"name", "colour"}});
    for (int number = 1; number <= box.numbers; ++number)
      cards.push_back(bloom_card(colour, number, number % 2 == 0 ? box.even_stages : 2));
  }
  if (box.buds) {
    cards.push_back(bud_card("R", "Y", "sun", box.bud_stages));
    cards.push_back(bud_card("Y", "B", "rain", box.bud_stages));
    cards.push_back(bud_card("B", "R", "sun", box.bud_stages));
  }
  for (const auto& [id, back] :
       std::initializer_list<std::pair<const char*, const char*>>{{"power", "rain"}, {"cut", "sun"}, {"dig", "rain"}}) {
    if (box.tools) cards.push_back(ValueObject{{"id", id}, {"kind", "tool"}, {"name", "tool"}, {"back", back}});
  }
  ValueList beds;
  for (std::size_t card = 0; card < buds_and_blooms::kMaxBedCards; ++card) {
    ValueList faces;
    for (std::size_t face = 0; face < 2; ++face) {
      const std::size_t first = card * 4 + face * 2;
      faces.push_back(ValueObject{{"rocks", face == 1}, {"bed", ValueList{bed_of(kBedsOfBox[first]), bed_of(kBedsOfBox[first + 1])}}});
    }
    beds.push_back(ValueObject{{"id", std::string("bed").append(std::to_string(card + 1))}, {"face", std::move(faces)}});
  }
  return ValueObject{
      {"schema", 1},
      {"game", "buds_and_blooms"},
      {"edition", "test"},
      {"provenance", ValueObject{}},
      {"players", ValueObject{{"min", 1}, {"max", 2}}},
      {"colour", std::move(colours)},
      {"card", std::move(cards)},
      {"deck",
       ValueObject{{"set_aside", box.set_aside}, {"under", box.under}, {"over", box.over}, {"hand", box.hand}, {"dig_look", box.dig_look}}},
      {"bed_card", std::move(beds)},
      {"slots", ValueObject{{"count", box.slots}, {"middle", (box.slots + 1) / 2}}},
      {"score", ValueObject{{"bees", numbers_of({0, 0, 1, 2, 4})}, {"butterfly", 3}, {"better_flower", 2}}},
      {"rival", ValueList{ValueObject{{"rocks", 0}, {"name", "Rusty Spade"}, {"venue", "Village Show"}}}},
  };
}

inline Value buds_weights() {
  return ValueObject{{"schema", 1},
                     {"game", "buds_and_blooms"},
                     {"prior", ValueObject{{"points", numbers_of({4,   6,   8,   11,   16,   23,   32,   45,   64,   91,   128,   181,  256,
                                                                  362, 512, 724, 1024, 1448, 2048, 2896, 4096, 5793, 8192, 11585, 16384})},
                                           {"point", 2},
                                           {"hope", 2},
                                           {"duel", 1},
                                           {"skip", 2},
                                           {"bud_top", 1},
                                           {"bud_late", 6},
                                           {"play", 6},
                                           {"discard", 5},
                                           {"keep", 1},
                                           {"keep_tool", 2},
                                           {"power", 5},
                                           {"cut", 5},
                                           {"insert", 6},
                                           {"dig_compost", 6},
                                           {"dig_deck", 8},
                                           {"take", 6},
                                           {"take_tool", 9},
                                           {"weather", 6},
                                           {"grow", 4}}}};
}

inline std::shared_ptr<const buds_and_blooms::Tables> buds_tables(int players, const BudsOptions& options = {}, const BudsBox& box = {}) {
  const Value chosen = ValueObject{{"rocks", options.rocks}, {"take_that", options.take_that}, {"single_deck", options.single_deck}};
  return buds_and_blooms::Tables::make({players, chosen, buds_components(box), buds_weights()});
}

}  // namespace cloche::testing
