// The known games of chance and hidden information: laws at every node, what a redeal reads, lines of 2048.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <string>
#include <vector>

#include "games/known/goofspiel.hpp"
#include "games/known/goofspiel_series.hpp"
#include "games/known/kuhn_poker.hpp"
#include "games/known/leduc_poker.hpp"
#include "games/known/liars_dice.hpp"
#include "games/known/small_2048.hpp"
#include "laws_of_states.hpp"
#include "search/evaluation.hpp"

namespace {

using namespace cloche;
using namespace cloche::testing;

GameSpec spec(int players, ValueObject options) {
  return {players, std::move(options), {}, {}};
}

template <HiddenState S>
void check_hidden(const S& state, Rng& rng) {
  for (int p = 0; p < state.tables().players(); ++p) {
    S one = state;
    S other = state;
    one.redeal(p, rng);
    REQUIRE(one.observation(p) == state.observation(p));
    REQUIRE(S::from_value(one.to_value(), state.tables()) == one);
    Rng first = rng;
    Rng second = rng;
    S world = one;
    world.redeal(p, first);
    other.redeal(p, second);
    REQUIRE(world == other);  // H-3: nothing hidden is read
    REQUIRE(first == second);
    REQUIRE(S::from_observation(state.observation(p), state.tables()) == as_known_to(state, p));  // H-4
  }
}

template <GameState S>
void walk_games(const std::shared_ptr<const typename S::Tables>& tables, int games) {
  Rng other(5);
  int accepted = 0;
  for (int game = 0; game < games; ++game) {
    Rng rng(static_cast<std::uint64_t>(game));
    S state(*tables);
    int decisions = 0;
    while (state.mover() != kTerminal) {
      check_node(state, rng);
      if constexpr (HiddenState<S>) check_hidden(state, other);
      accepted += survives_mutation(state, other) ? 1 : 0;
      decisions += state.mover() >= 0;
      state.apply(random_action(state, rng));
    }
    check_node(state, rng);
    if constexpr (HiddenState<S>) check_hidden(state, other);
    REQUIRE(decisions <= tables->max_game_length());
  }
  CHECK(accepted < games * 1000);
}

// All series by trying every list of different cards, in lexicographic order.
void list_series(const std::vector<goofspiel::Series::Place>& places, int cards, std::vector<int>& so_far,
                 std::vector<std::vector<int>>& found) {
  using Known = goofspiel::Series::Known;
  if (so_far.size() == places.size()) {
    found.push_back(so_far);
    return;
  }
  const goofspiel::Series::Place place = places[so_far.size()];
  for (int card = 1; card <= cards; ++card) {
    if (std::find(so_far.begin(), so_far.end(), card) != so_far.end()) continue;
    if (place.known == Known::kBelow && card >= place.than) continue;
    if (place.known == Known::kAbove && card <= place.than) continue;
    if (place.known == Known::kEqual && card != place.than) continue;
    so_far.push_back(card);
    list_series(places, cards, so_far, found);
    so_far.pop_back();
  }
}

TEST_SUITE("known games of chance") {
  TEST_CASE("poker") {
    walk_games<kuhn_poker::State>(kuhn_poker::Tables::make(spec(2, {})), 40);
    walk_games<leduc_poker::State>(leduc_poker::Tables::make(spec(2, {})), 40);
  }

  TEST_CASE("liar's dice") {
    for (const auto& [dice, sides] : {std::pair{1, 6}, {2, 3}, {5, 2}, {3, 10}, {5, 6}}) {
      walk_games<liars_dice::State>(liars_dice::Tables::make(spec(2, {{"dice", dice}, {"sides", sides}})), 5);
    }
    CHECK_THROWS_AS(liars_dice::Tables::make(spec(2, {{"dice", 5}, {"sides", 7}})), InvalidInput);  // LD-1
  }

  TEST_CASE("goofspiel") {
    for (const int cards : {2, 3, 4, 7, 12}) walk_games<goofspiel::State>(goofspiel::Tables::make(spec(2, {{"cards", cards}})), 6);
  }

  TEST_CASE("series are counted and found by their place") {
    using Known = goofspiel::Series::Known;
    Rng rng(9);
    int most = 0;
    for (int trial = 0; trial < 400; ++trial) {
      const int cards = 2 + rng.below(5);
      goofspiel::Series series(cards);
      std::vector<goofspiel::Series::Place> places;
      for (int n = 1 + rng.below(cards); n > 0; --n) {
        const auto known = static_cast<Known>(rng.below(4));
        places.push_back({known, known == Known::kNothing ? 0 : 1 + rng.below(cards)});
        series.add(places.back());
      }
      std::vector<int> so_far;
      std::vector<std::vector<int>> found;
      list_series(places, cards, so_far, found);
      REQUIRE(series.count() == found.size());
      most = std::max(most, static_cast<int>(found.size()));
      for (std::uint32_t r = 0; r < found.size(); ++r) {
        const goofspiel::Series::Cards drawn = series.at(r);
        REQUIRE(std::equal(drawn.begin(), drawn.end(), found[r].begin(), found[r].end()));
      }
    }
    CHECK(most > 100);
    goofspiel::Series all(12);
    for (int i = 0; i < 12; ++i) all.add({Known::kNothing, 0});
    CHECK(all.count() == 479'001'600U);
    CHECK(all.at(479'001'599U)[0] == 12);
  }

  TEST_CASE("2048") {
    for (const auto& [rows, columns] : {std::pair{2, 2}, {3, 3}, {2, 4}, {4, 3}, {4, 4}}) {
      walk_games<small_2048::State>(small_2048::Tables::make(spec(1, {{"rows", rows}, {"columns", columns}})), 2);
    }
    CHECK_THROWS_AS(small_2048::Tables::make(spec(2, {{"rows", 3}, {"columns", 3}})), InvalidInput);
  }

  TEST_CASE("a line of 2048 keeps its sum, and slides to where nothing is left to slide") {
    using small_2048::Line;
    using small_2048::Lines;
    for (const int cells : {2, 3, 4}) {
      const Lines& lines = Lines::of_length(cells);
      const auto sum = [&](Line line) {
        int tiles = 0;
        for (int i = 0; i < cells; ++i) tiles += (line >> 4 * i & 15) != 0 ? 1 << (line >> 4 * i & 15) : 0;
        return tiles;
      };
      for (int i = 0; i < 1 << 4 * cells; ++i) {
        const auto line = static_cast<Line>(i);
        const Lines::Moved& moved = lines[line];
        REQUIRE(sum(moved.to_start) == sum(line));  // TW-4
        REQUIRE(sum(moved.to_end) == sum(line));
        for (int cell = 0; cell + 1 < cells; ++cell) {  // no gap before a tile
          REQUIRE(((moved.to_start >> 4 * cell & 15) != 0 || (moved.to_start >> 4 * (cell + 1) & 15) == 0));
          REQUIRE(((moved.to_end >> 4 * (cell + 1) & 15) != 0 || (moved.to_end >> 4 * cell & 15) == 0));
        }
        REQUIRE((lines.ways(line) & Lines::kToStart) == (moved.to_start != line ? 1U : 0U));
      }
    }
    CHECK(Lines::of_length(4)[0x1111].to_start == 0x0022);
    CHECK(Lines::of_length(4)[0x1111].points == 8);  // TW-5
    CHECK(Lines::of_length(3)[0x111].to_start == 0x012);
    CHECK(Lines::of_length(3)[0x111].to_end == 0x210);
    CHECK(Lines::of_length(2)[0xFF].to_start == 0xFF);
  }

  TEST_CASE("stakes are shared between all lost and all won") {  // M-50
    const auto tables = leduc_poker::Tables::make(spec(2, {}));
    const Evaluator evaluator(*tables, 0.0);
    leduc_poker::State state(*tables);
    for (const char* text : {"K", "J", "raise", "raise", "fold"}) state.apply(*state.parse_action(text));
    REQUIRE(state.scores()[0] == -3);
    const Evaluation end = evaluator.of_end(state);
    CHECK(end.gain[0] == to_utility(10.0 / 26.0));
    CHECK(end.gain[0] + end.gain[1] == kUtilityOne);
    CHECK(evaluator.to_return(end.gain[0]) == doctest::Approx(-3.0).epsilon(1e-5));
    CHECK_FALSE(evaluator.is_won());
  }
}

}  // namespace
