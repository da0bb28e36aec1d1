// A box of Barton in Bloom for tests, built by hand: small, with every kind of effect, metric of its own, and shapes that turn.
// Weights are those of tests/data/barton_in_bloom/weights.toml.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "games/barton_in_bloom/tables.hpp"

namespace cloche::testing {

// What a test may change.
struct BartonBox {
  int turn_limit = 12;
  int bag_first = 2;
  int judge_draw = 1;
  int setup_tiles = 1;
  int setup_plants = 2;
  int landscape_tiles = 1;
  int purchase_ornaments = 1;
  int end_tiles = 3;
  int yield = 1;
  int money = 20;
};

inline Value whole_list(std::initializer_list<int> numbers) {
  ValueList list;
  for (const int number : numbers) list.emplace_back(number);
  return list;
}

inline Value effects_of(std::initializer_list<std::pair<const char*, int>> effects) {
  ValueList list;
  for (const auto& [effect, n] : effects) list.push_back(ValueObject{{"effect", effect}, {"n", n}});
  return list;
}

inline Value tiles_of_box() {
  const std::vector<const char*> grids{"F..\nPF.\nPPL\n", "LLF\nL.W\nF..\n", ".F.\nWW.\nPWF\n", "FLL\nPP.\nPFF\n",
                                       "PPP\nW.F\nWFF\n", "FFF\nFFF\nFFF\n", "F.F\n.W.\nF.F\n", "LFL\nLFL\nLFL\n",
                                       "...\n.F.\n...\n", "PWF\nPWF\nPWF\n", "WWP\nW.P\nFFF\n", "FWW\nLLL\n.FF\n"};
  ValueList tiles;
  for (const char* grid : grids) tiles.push_back(ValueObject{{"id", "t" + std::to_string(tiles.size() + 1)}, {"grid", grid}});
  return tiles;
}

inline Value ornament_of(const char* id, int price, int copies, const char* grid, ValueObject more) {
  ValueObject ornament{{"id", id}, {"name", id}, {"price", price}, {"copies", copies}, {"grid", grid}};
  for (auto& item : more) ornament.push_back(std::move(item));
  return ornament;
}

inline Value ornaments_of_box() {
  return ValueList{
      ornament_of("birdbath", 3, 2, "#\n", {{"prestige", 2}}),
      ornament_of("gnome", 1, 3, "#\n", {{"gnomes", 2}, {"prestige", 1}}),
      ornament_of("bench", 4, 2, "##\n", {{"income", effects_of({{"flowers", 1}, {"money", 1}})}}),
      ornament_of("arch", 5, 1, "##\n#.\n", {{"income", effects_of({{"regrow", 1}, {"harvest", 1}, {"prestige", 1}})}}),
      ornament_of("fountain", 6, 1, "##.\n.##\n", {{"per", ValueObject{{"metric", "largest_pond"}, {"points", 2}}}}),
  };
}

inline Value orders_of_box() {
  const auto card = [](const char* id, const char* icons, int money, int prestige) {
    return ValueObject{{"id", id}, {"icons", icons}, {"money", money}, {"prestige", prestige}};
  };
  return ValueList{
      ValueObject{{"id", "small"}, {"card", ValueList{card("s1", "D", 3, 1), card("s2", "RT", 5, 1), card("s3", "LV", 4, 2)}}},
      ValueObject{{"id", "medium"}, {"card", ValueList{card("m1", "DDR", 8, 3), card("m2", "TLV", 7, 4)}}},
      ValueObject{{"id", "large"}, {"card", ValueList{card("l1", "DRTLV", 12, 8), card("l2", "DDRRLL", 14, 8)}}},
  };
}

inline Value judges_of_box() {
  ValueList judges;
  const auto add = [&](const char* id, const char* metric, const char* op, int value, Value favour) {
    ValueObject judge{{"id", id}, {"name", id}, {"kind", *op == 0 ? "ranked" : "flat"}, {"metric", metric}};
    if (*op != 0) {
      judge.emplace_back("op", op);
      judge.emplace_back("value", value);
    }
    judge.emplace_back("favour", std::move(favour));
    judges.push_back(std::move(judge));
  };
  add("separation", "doubled_tiles", "<=", 0, effects_of({{"plant", 2}}));
  add("gnome_lover", "gnomes", "", 0, effects_of({{"money", 3}, {"regrow", 1}}));
  add("rainbow", "plant_types", ">=", 3, effects_of({{"flowers", 2}, {"harvest", 2}}));
  add("mixed", "full_sets", ">=", 1, effects_of({{"tile", 2}}));
  add("lake", "largest_pond", ">=", 3, effects_of({{"judges", 2}}));
  add("square", "largest_paved", "", 0, effects_of({{"demand", 2}, {"prestige", 1}}));
  add("green", "largest_lawn", "", 0, effects_of({{"purchases", 2}}));
  add("chemist", "fertilizers", "", 0, effects_of({{"fertilizer", 2}}));
  add("all", "covered", "", 0,
      effects_of({{"money", 1},
                  {"flowers", 1},
                  {"judges", 1},
                  {"tile", 1},
                  {"regrow", 1},
                  {"harvest", 1},
                  {"plant", 1},
                  {"fertilizer", 1},
                  {"demand", 1},
                  {"prestige", 1},
                  {"purchases", 2}}));
  add("tattler", "judges_held", "", 0, effects_of({{"money", 2}}));
  add("roses", "plants_of:R", "", 0, effects_of({{"money", 2}}));
  add("beds", "beds", ">=", 9, effects_of({{"money", 2}}));
  return judges;
}

inline Value components_of(const BartonBox& box) {
  ValueList flowers;
  for (const char* id : {"D", "R", "T", "L", "V"}) flowers.push_back(ValueObject{{"id", id}, {"name", id}});
  const auto specialist = [](const char* id, const char* action, ValueObject rest) {
    return ValueObject{{"id", id}, {"name", id}, {"action", action}, {"rest", std::move(rest)}};
  };
  const auto fertilizer = [](const char* id, int price, int amount) {
    return ValueObject{{"id", id}, {"name", id}, {"price", price}, {"amount", amount}};
  };
  const auto notice = [](int space, Value bonus) { return ValueObject{{"space", space}, {"bonus", std::move(bonus)}}; };
  const auto decoration = [](const char* id, const char* pay, int count, Value prestige, int each) {
    return ValueObject{
        {"id", id}, {"pay", pay}, {"flowers", count}, {"prestige", std::move(prestige)}, {"each", each}, {"supply", whole_list({2, 2, 3})}};
  };
  return ValueObject{
      {"schema", 1},
      {"game", "barton_in_bloom"},
      {"edition", "test"},
      {"players", ValueObject{{"min", 2}, {"max", 4}}},
      {"flower", std::move(flowers)},
      {"specialist",
       ValueList{specialist("H", "harvest", {{"types_per_demand", 1}}), specialist("L", "landscape", {{"prestige_per_demand", 1}}),
                 specialist("P", "purchase", {{"discount_per_demand", 1}}),
                 specialist("S", "sell", {{"money_per_demand", 2}, {"others_money", 3}})}},
      {"dice", ValueObject{{"start", 1}, {"step", 1}, {"max", 6}}},
      {"setup", ValueObject{{"money", box.money},
                            {"bag_flowers", 2},
                            {"judges", 1},
                            {"tiles", box.setup_tiles},
                            {"choice_judges", 1},
                            {"choice_money", 4},
                            {"plants", box.setup_plants},
                            {"flowers", 2}}},
      {"bag", ValueObject{{"first", box.bag_first}, {"refill", 3}}},
      {"market", ValueObject{{"prices", whole_list({1, 2, 4})}}},
      {"action", ValueObject{{"mow_money", 6},
                             {"judge_draw", box.judge_draw},
                             {"regrow_plants", 2},
                             {"harvest_tokens", 2},
                             {"piles", 3},
                             {"landscape_tiles", box.landscape_tiles},
                             {"purchase_ornaments", box.purchase_ornaments},
                             {"sell_flower_money", 3},
                             {"sell_orders", 3},
                             {"both_halves", 2}}},
      {"surcharge", ValueObject{{"harvest", 1}, {"plant", 1}, {"order", 2}}},
      {"income", ValueObject{{"per_complete_tile", 2}}},
      {"fertilizer", ValueList{fertilizer("plant", 2, 2), fertilizer("wages", 3, 1), fertilizer("regrow", 5, 1),
                               fertilizer("yield", 6, box.yield), fertilizer("early", 6, 1)}},
      {"notice",
       ValueList{notice(1, effects_of({{"judges", 2}})), notice(2, effects_of({{"flowers", 1}})), notice(3, effects_of({{"purchases", 2}})),
                 notice(4, effects_of({{"money", 5}})), notice(5, effects_of({{"tile", 1}, {"harvest", 1}}))}},
      {"scoring", ValueObject{{"end_tiles", box.end_tiles}, {"garden", 7}, {"judge_flat", 6}, {"judge_ranked", whole_list({8, 4, 2})}}},
      {"decoration",
       ValueList{decoration("large", "different", 2, whole_list({4, 9, 15, 22}), 0),
                 decoration("medium", "equal", 2, whole_list({2, 5, 9, 15}), 0), decoration("small", "any", 1, ValueList{}, 2)}},
      {"tile", tiles_of_box()},
      {"ornament", ornaments_of_box()},
      {"order_deck", orders_of_box()},
      {"judge", judges_of_box()},
  };
}

inline Value barton_weights() {
  ValueObject effect;
  for (const auto& [id, n] : std::initializer_list<std::pair<const char*, int>>{{"money", 4},
                                                                                {"flowers", 10},
                                                                                {"judges", 14},
                                                                                {"tile", 14},
                                                                                {"regrow", 5},
                                                                                {"harvest", 12},
                                                                                {"plant", 9},
                                                                                {"fertilizer", 12},
                                                                                {"demand", 4},
                                                                                {"prestige", 6},
                                                                                {"purchases", 10}})
    effect.emplace_back(id, n);
  ValueObject prior;
  for (const auto& [key, n] : std::initializer_list<std::pair<const char*, int>>{
           {"base", 40},       {"pound", 4},  {"point", 6},      {"token", 10},    {"want", 3},          {"grown", 6},
           {"regrow", 5},      {"plant", 15}, {"complete", 20},  {"close", 4},     {"tile", 18},         {"tile_more", 4},
           {"open", 2},        {"bed", 1},    {"join", 2},       {"cover_bed", 8}, {"cover_feature", 2}, {"gnome", 3},
           {"income", 10},     {"judge", 14}, {"play", 4},       {"gossip", 1},    {"hold", 1},          {"act", 0},
           {"sleep", 8},       {"wake", 12},  {"rest", 0},       {"fresh", 3},     {"rest_buy", 8},      {"favour", 0},
           {"favour_late", 0}, {"keep", 6},   {"pound_rich", 1}, {"rich", 15},     {"token_full", 3},    {"full", 8}})
    prior.emplace_back(key, n);
  prior.emplace_back("fertilizer", whole_list({14, 24, 20, 20, 24}));
  prior.emplace_back("effect", std::move(effect));
  return ValueObject{{"schema", 1}, {"game", "barton_in_bloom"}, {"prior", std::move(prior)}};
}

inline std::shared_ptr<const barton_in_bloom::Tables> barton_tables(int players, const BartonBox& box = {}) {
  return barton_in_bloom::Tables::make({players, ValueObject{{"turn_limit", box.turn_limit}}, components_of(box), barton_weights()});
}

}  // namespace cloche::testing
