// Clauses of Barton in Bloom (seeds/barton_in_bloom/rules.md), each on a position made for it, and laws broken one by one.
#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "barton_in_bloom_box.hpp"
#include "games/barton_in_bloom/state.hpp"

namespace {

using namespace cloche;
using namespace cloche::barton_in_bloom;
using namespace cloche::testing;

using Barton = barton_in_bloom::State;
using SharedTables = std::shared_ptr<const barton_in_bloom::Tables>;

Barton after(Barton state, const std::vector<std::string>& texts) {
  for (const std::string& text : texts) {
    const std::optional<Action> action = state.parse_action(text);
    INFO(text);
    REQUIRE(action.has_value());
    state.apply(*action);
  }
  return state;
}

bool offers(const Barton& state, const std::string& text) {
  return state.parse_action(text).has_value();
}

// The first turn after a set-up in which everybody takes the first tile and a flower of choice, money in place of a judge.
Barton first_turn(const SharedTables& tables) {
  static std::vector<SharedTables> kept;
  kept.push_back(tables);
  Barton state(*tables);
  Rng rng(1);
  while (state.position().turns == kSetupTurns) {
    LegalList<Barton> list;
    state.legal(list);
    const Action action = offers(state, "setup:money")    ? *state.parse_action("setup:money")
                          : offers(state, "setup:flower") ? *state.parse_action("setup:flower")
                                                          : list[0];
    state.apply(state.mover() == kChance ? state.sample(rng) : action);
  }
  return state;
}

template <class Change>
Barton changed(const Barton& state, const Change& change) {
  Position at = state.position();
  change(at);
  return {state.tables(), at};
}

// A garden of tiles in a row from the middle cell on, as printed, in place of all that there was.
void lay_row(Position& at, int player, const std::vector<int>& tiles) {
  for (std::uint16_t& where : at.where) {
    if (where != kNowhere && where >> 8 == player) where = kNowhere;
  }
  int cell = kMiddle;
  for (const int tile : tiles) {
    std::replace(at.display.begin(), at.display.end(), static_cast<std::uint8_t>(tile), kNone);
    at.where[static_cast<std::size_t>(tile)] = static_cast<std::uint16_t>(player << 8 | cell++ << 2);
  }
}

Seat& seat_of(Position& at, int player) {
  return at.seats[static_cast<std::size_t>(player)];
}

}  // namespace

TEST_CASE("BN-13 of Barton in Bloom: both halves cost the demand, of another die £2 more") {
  const Barton start = changed(first_turn(barton_tables(2)), [](Position& at) {
    at.demand = {3, 2, 1, 1};
    at.todo[0].n = static_cast<std::uint16_t>(3 | 2 << 3 | 1 << 6 | 1 << 9);
    at.space = {kMowSpace, kJudgeSpace, kRestSpace, kRestSpace};
  });
  const int money = start.own().money;
  CHECK(after(start, {"H>harvest", "first+second"}).own().money == money - 3);
  CHECK(after(start, {"L>sell", "first+second"}).seat(0).money == money - 4);
  CHECK_FALSE(offers(start, "L>mow"));  // the harvester stands there
}

TEST_CASE("BN-19, BN-36 of Barton in Bloom: planting costs 0, 1, 3, 6 in all, less with rooting powder") {
  const auto tables = barton_tables(2, {.money = 40});
  const Barton start = changed(first_turn(tables), [](Position& at) {
    lay_row(at, 0, {5});  // nine beds
    seat_of(at, 0).shed = {2, 1, 1, 0, 0};
    seat_of(at, 0).money = 30;
  });
  Barton state = after(start, {"gardener:plant"});
  CHECK(state.own().money == 30);
  const std::vector<std::string> plants{"plant:D@9,9", "plant:D@9,10", "plant:R@9,11", "plant:T@10,9"};
  const std::vector<int> costs{0, 1, 3, 6};
  for (std::size_t i = 0; i < plants.size(); ++i) {
    state = after(state, {plants[i]});
    CHECK(30 - state.seat(0).money == costs[i]);
  }

  // £2 less in all (amount 2 in this box): of the landscaper at demand 1, £1 back at once and £1 off the second plant.
  const Barton powder = changed(start, [](Position& at) { seat_of(at, 0).fertilizers = 1U << kPlantFertilizer; });
  state = after(powder, {"L>landscape", "second", "plant:D@9,9"});
  CHECK(state.own().money == 30);
  state = after(state, {"plant:D@9,10"});
  CHECK(state.own().money == 30);
  state = after(state, {"plant:R@9,11"});
  CHECK(state.own().money == 28);
  CHECK_FALSE(offers(state, "plant:T@9,9"));   // taken
  CHECK_FALSE(offers(state, "plant:R@10,9"));  // none left
}

TEST_CASE("BN-21, BN-22 of Barton in Bloom: icons are paid one by one, and never so that the rest can't be paid") {
  const Barton start = changed(first_turn(barton_tables(2)), [](Position& at) {
    at.orders = {0, 0, 0};  // D / DDR / DRTLV
    seat_of(at, 0).shed = {1, 2, 0, 0, 0};
    seat_of(at, 0).money = 10;
  });
  const Barton selling = after(start, {"S>sell", "second"});
  CHECK(offers(selling, "order:1"));
  CHECK_FALSE(offers(selling, "order:2"));
  const Barton paying = after(selling, {"order:1"});
  CHECK(offers(paying, "pay:exact"));
  CHECK(offers(paying, "pay:RR"));
  CHECK(offers(paying, "pay:DR"));
  CHECK_FALSE(offers(paying, "pay:DD"));
  CHECK(after(paying, {"pay:exact"}).seat(0).money == 12);

  const Barton more = changed(start, [](Position& at) { seat_of(at, 0).shed = {2, 2, 0, 0, 0}; });
  const Barton second = after(more, {"S>sell", "second", "order:2"});
  CHECK(offers(second, "pay:exact"));
  CHECK(offers(second, "pay:DR"));        // D and R would be left for D and R
  CHECK_FALSE(offers(second, "pay:DD"));  // both R for R alone, or for D alone
  CHECK_FALSE(offers(second, "pay:RR"));
}

TEST_CASE("BN-27 of Barton in Bloom: tied players share the prizes of the places they fill, rounded up") {
  const Barton start = first_turn(barton_tables(4));
  const auto prizes = [&](const std::vector<int>& shed) {
    const Barton state = changed(start, [&](Position& at) {
      for (int player = 0; player < 4; ++player) {
        seat_of(at, player).hand = 0;
        for (int judge = 0; judge < shed[static_cast<std::size_t>(player)]; ++judge)
          seat_of(at, player).hand |= std::uint64_t{1} << (judge + 12 * player);
      }
    });
    std::vector<int> found;
    for (int player = 0; player < 4; ++player) found.push_back(state.judge_prize(9, player));  // the tattler: judges held
    return found;
  };
  CHECK(prizes({3, 3, 1, 0}) == std::vector<int>{6, 6, 2, 0});
  CHECK(prizes({2, 2, 2, 1}) == std::vector<int>{5, 5, 5, 0});
  CHECK(prizes({4, 2, 2, 1}) == std::vector<int>{8, 3, 3, 0});
  CHECK(prizes({4, 3, 2, 2}) == std::vector<int>{8, 4, 1, 1});
  CHECK(prizes({0, 0, 0, 0}) == std::vector<int>{0, 0, 0, 0});
}

TEST_CASE("BN-24, BN-39 of Barton in Bloom: decorations") {
  const Barton start = changed(first_turn(barton_tables(2)), [](Position& at) { seat_of(at, 0).shed = {2, 1, 0, 0, 0}; });
  const int before = start.scores()[0];
  const Barton large = after(start, {"gardener:large"});
  CHECK(offers(large, "pay:DR"));
  CHECK_FALSE(offers(large, "pay:DD"));
  CHECK(after(large, {"pay:DR"}).scores()[0] == before + 4);
  CHECK(after(start, {"gardener:medium", "pay:DD"}).scores()[0] == before + 2);
  CHECK(after(start, {"gardener:small", "flower:R"}).scores()[0] == before + 2);
  CHECK_FALSE(offers(after(start, {"gardener:mow"}), "gardener:small"));
}

TEST_CASE("BN-38, BN-60 of Barton in Bloom: after the trigger every other player has one more turn") {
  const auto tables = barton_tables(3, {.end_tiles = 1});
  Barton state = changed(first_turn(tables), [](Position& at) {
    lay_row(at, 0, {8});  // one bed
    seat_of(at, 0).shed = {1, 0, 0, 0, 0};
  });
  state = after(state, {"gardener:plant", "plant:D@10,10"});
  while (state.position().player == 0) state = after(state, {"end"});
  CHECK(state.position().trigger == 0);
  CHECK(state.scores()[0] >= 7);
  state = after(state, {"gardener:mow"});
  while (state.position().player == 1) state = after(state, {"end"});
  CHECK(state.position().player == 2);
  state = after(state, {"gardener:mow"});
  while (!state.over() && state.position().player == 2) state = after(state, {"end"});
  CHECK(state.over());
  CHECK(state.position().turns == 3);
}

TEST_CASE("D-6 of Barton in Bloom: gossip of others is left out of scores until the game is over") {
  const Barton start = changed(first_turn(barton_tables(2)), [](Position& at) {
    Seat& other = seat_of(at, 1);
    const int judge = std::countr_zero(other.hand);
    other.hand &= other.hand - 1;
    other.gossip = static_cast<std::uint8_t>(judge);
    std::swap(at.draw[0], at.draw[static_cast<std::size_t>(judge)]);  // made the first judge, which holds for all
    std::swap(at.deck[0], at.deck[static_cast<std::size_t>(judge)]);
    other.gossip = 0;
    seat_of(at, 0).hand = 0;
  });
  CHECK(start.scores()[0] == start.scores(0)[0] + 6);
  CHECK(start.scores() == start.scores(1));
}

TEST_CASE("laws of Barton in Bloom: each is named when it breaks") {
  const Barton start = first_turn(barton_tables(2));
  using Change = std::function<void(ValueObject&)>;
  const auto faults = [&](const Change& change) -> std::string {
    ValueObject object = *start.to_value().as_object();
    change(object);
    try {
      (void)Barton::from_value(object, start.tables());
    } catch (const InvalidInput& error) {
      return error.what();
    }
    return "";
  };
  const auto set = [](ValueObject& object, const std::string& key) -> Value& {
    return std::find_if(object.begin(), object.end(), [&](const auto& item) { return item.first == key; })->second;
  };
  const auto item = [](const Value& list, std::size_t i, Value value) {
    ValueList copy = *list.as_list();
    copy[i] = std::move(value);
    return Value(copy);
  };
  CHECK(faults([](ValueObject&) {}).empty());
  const auto names = [&](const std::string& law, const Change& change) {
    const std::string text = faults(change);
    INFO(law << ": " << text);
    CHECK(text.find(law + ":") != std::string::npos);
  };
  CHECK(faults([&](ValueObject& o) { set(o, "bag") = 3; }).find("bag: is a whole number, should be a list") != std::string::npos);
  names("S-2", [&](ValueObject& o) { set(o, "phase") = "after"; });
  names("S-2", [&](ValueObject& o) { set(o, "player") = Value(); });
  names("S-3", [&](ValueObject& o) { set(o, "piles") = whole_list({4, 4, 4}); });
  names("S-3", [&](ValueObject& o) { set(o, "gardens") = ValueList{ValueList{}, ValueList{}}; });
  names("S-4", [&](ValueObject& o) { set(o, "plants") = ValueList{ValueList{ValueList{0, "D", true}}, ValueList{}}; });
  names("S-5", [&](ValueObject& o) { set(o, "orders") = item(set(o, "orders"), 0, "m1"); });
  names("S-6", [&](ValueObject& o) { set(o, "dice") = item(set(o, "dice"), 0, ValueObject{{"space", "rest"}, {"demand", 2}}); });
  names("S-7", [&](ValueObject& o) { set(o, "board") = item(set(o, "board"), 0, "separation"); });
  names("S-8", [&](ValueObject& o) { set(o, "drawn") = 11; });
  names("S-9", [&](ValueObject& o) { set(o, "market") = item(set(o, "market"), 0, Value()); });
  names("S-10", [&](ValueObject& o) {
    set(o, "turns") = Value();
    set(o, "todo") = ValueList{ValueObject{{"step", "setup_choice"}}, ValueObject{{"step", "setup_gift"}}};
    set(o, "phase") = "setup_choice";
    set(o, "prestige") = whole_list({1, 0});
  });
  names("S-11", [&](ValueObject& o) { set(o, "player") = 1; });
  names("S-12", [&](ValueObject& o) {
    set(o, "todo") = ValueList{ValueObject{{"step", "turn"}, {"favours", true}, {"shown", whole_list({1, 1, 1, 2})}}};
  });
  names("S-13", [&](ValueObject& o) {
    set(o, "todo") = ValueList{ValueObject{{"step", "regrow"}, {"n", 1}, {"last", Value()}}, ValueObject{{"step", "after"}}};
    set(o, "phase") = "regrow";
  });
  names("S-14", [&](ValueObject& o) { set(o, "trigger") = 1; });
  names("S-15", [&](ValueObject& o) {
    set(o, "todo") = ValueList{};
    set(o, "phase") = "over";
    set(o, "player") = Value();
  });
}
