#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "games/known/connect_four.hpp"
#include "games/known/nim.hpp"
#include "games/known/pig.hpp"
#include "games/known/tic_tac_toe.hpp"
#include "laws_of_states.hpp"

namespace {

using namespace cloche;
using namespace cloche::testing;

GameSpec with_options(Value options) {
  return {2, std::move(options), {}, {}};
}
GameSpec connect_four_spec(int columns, int rows, int line) {
  return with_options(ValueObject{{"columns", columns}, {"rows", rows}, {"line", line}});
}

// Positions reached by exactly `depth` moves, counted once a path.
template <GameState S>
long perft(const S& state, int depth) {
  if (depth == 0) return 1;
  LegalList<S> list;
  state.legal(list);
  long paths = 0;
  for (const Action action : list) {
    S next = state;
    next.apply(action);
    paths += perft(next, depth - 1);
  }
  return paths;
}

// Games from here to the end: won by player 0, won by player 1, drawn.
template <GameState S>
std::array<long, 3> count_games(const S& state) {
  if (state.mover() == kTerminal) {
    const PerPlayer<int> scores = state.scores();
    return {scores[0], scores[1], 1 - scores[0] - scores[1]};
  }
  LegalList<S> list;
  state.legal(list);
  std::array<long, 3> games{};
  for (const Action action : list) {
    S next = state;
    next.apply(action);
    const std::array<long, 3> more = count_games(next);
    for (std::size_t i = 0; i < games.size(); ++i) games[i] += more[i];
  }
  return games;
}

// The value for player 0 under best play.
template <GameState S>
double solve(const S& state) {
  if (state.mover() == kTerminal) return state.returns()[0];
  LegalList<S> list;
  state.legal(list);
  double best = state.mover() == 0 ? -2.0 : 2.0;
  for (const Action action : list) {
    S next = state;
    next.apply(action);
    best = state.mover() == 0 ? std::max(best, solve(next)) : std::min(best, solve(next));
  }
  return best;
}

template <GameState S>
void walk_games(const typename S::Tables& tables, int games) {
  Rng other(77);
  for (int game = 0; game < games; ++game) {
    Rng rng(static_cast<std::uint64_t>(game), Stream::kPlayout);
    S state(tables);
    while (true) {
      check_node(state, rng);
      survives_mutation(state, other);
      if (state.mover() == kTerminal) break;
      state.apply(random_action(state, rng));
    }
    REQUIRE(state.returns()[0] + state.returns()[1] == 0.0);
  }
}

template <GameState S>
S play(const typename S::Tables& tables, const std::vector<std::string>& moves) {
  S state(tables);
  for (const std::string& move : moves) {
    const auto action = state.parse_action(move);
    REQUIRE(action.has_value());
    state.apply(*action);
  }
  return state;
}

}  // namespace

TEST_SUITE("known games") {
  TEST_CASE("tic-tac-toe has 255168 games and is a draw") {
    const auto tables = tic_tac_toe::Tables::make(with_options(ValueObject{}));
    const tic_tac_toe::State start(*tables);
    CHECK(count_games(start) == std::array<long, 3>{131184, 77904, 46080});
    CHECK(solve(start) == 0.0);
    walk_games<tic_tac_toe::State>(*tables, 60);
  }

  TEST_CASE("connect four has its known perft") {
    const auto tables = connect_four::Tables::make(connect_four_spec(7, 6, 4));
    const std::vector<long> expected{1, 7, 49, 343, 2401, 16807, 117649, 823536};
    for (std::size_t depth = 0; depth < expected.size(); ++depth)
      CHECK(perft(connect_four::State(*tables), static_cast<int>(depth)) == expected[depth]);
  }

  TEST_CASE("connect four of every size walks by the laws") {
    for (const auto& [columns, rows, line] :
         {std::array{7, 6, 4}, {1, 1, 2}, {9, 6, 4}, {8, 7, 5}, {9, 1, 3}, {1, 9, 4}, {6, 9, 9}, {3, 3, 3}, {5, 4, 2}, {9, 2, 6}}) {
      walk_games<connect_four::State>(*connect_four::Tables::make(connect_four_spec(columns, rows, line)), 15);
    }
    CHECK_THROWS_AS(connect_four::Tables::make(connect_four_spec(9, 7, 4)), InvalidInput);
  }

  TEST_CASE("connect four is won in a row, a column and both diagonals") {
    const auto tables = connect_four::Tables::make(connect_four_spec(7, 6, 4));
    for (const std::vector<std::string>& moves : std::vector<std::vector<std::string>>{
             {"a", "a", "b", "b", "c", "c", "d"},
             {"a", "b", "a", "b", "a", "b", "a"},
             {"a", "b", "b", "c", "c", "d", "c", "d", "d", "g", "d"},
             {"g", "f", "f", "e", "e", "d", "e", "d", "d", "a", "d"},
         }) {
      const auto state = play<connect_four::State>(*tables, moves);
      CHECK(state.mover() == kTerminal);
      CHECK(state.winner() == 0);
    }
    // A run over the end of a column is no line.
    CHECK(play<connect_four::State>(*tables, {"a", "b", "a", "b", "a", "a", "b", "g"}).winner() == -1);
  }

  TEST_CASE("connect four 4 x 4 with lines of 3 is a win, 4 x 4 with lines of 4 a draw") {
    CHECK(solve(connect_four::State(*connect_four::Tables::make(connect_four_spec(4, 3, 3)))) == 1.0);
    CHECK(solve(connect_four::State(*connect_four::Tables::make(connect_four_spec(3, 4, 4)))) == 0.0);
  }

  TEST_CASE("nim is lost for who begins exactly if the piles' sum without carry is 0") {
    for (const std::vector<int>& piles : std::vector<std::vector<int>>{{1, 2, 3}, {1, 1}, {3, 3}, {1, 2, 4}, {5}, {2, 2, 1}}) {
      ValueList list;
      int nim_sum = 0;
      for (const int pile : piles) {
        list.emplace_back(pile);
        nim_sum ^= pile;
      }
      const auto tables = nim::Tables::make(with_options(ValueObject{{"piles", list}}));
      CHECK(solve(nim::State(*tables)) == (nim_sum == 0 ? -1.0 : 1.0));
    }
    walk_games<nim::State>(*nim::Tables::make(with_options(ValueObject{{"piles", ValueList{1, 3, 5, 7}}})), 60);
    walk_games<nim::State>(*nim::Tables::make(with_options(ValueObject{{"piles", ValueList{31, 31, 31, 31, 31, 31, 31, 31}}})), 3);
  }

  TEST_CASE("pig is played to its target") {
    for (const bool coin : {false, true}) {
      for (const int target : {1, 10, 30}) {
        walk_games<pig::State>(*pig::Tables::make(with_options(ValueObject{{"target", target}, {"coin", coin}})), 3);
      }
    }
    const auto tables = pig::Tables::make(with_options(ValueObject{{"target", 8}, {"coin", false}}));
    const auto state = play<pig::State>(*tables, {"roll", "6", "roll", "5", "hold"});
    CHECK(state.mover() == kTerminal);
    CHECK(state.scores()[0] == 11);
    CHECK(state.returns()[0] == 1.0);
    const auto lost = play<pig::State>(*tables, {"roll", "6", "roll", "1"});
    CHECK(lost.mover() == 1);
    CHECK(lost.scores()[0] == 0);
    CHECK_FALSE(play<pig::State>(*tables, {"roll", "6", "roll", "2"}).parse_action("roll").has_value());  // PI-2
  }

  TEST_CASE("options that break a rule are refused, with every fault") {
    CHECK_THROWS_AS(tic_tac_toe::Tables::make(with_options(ValueObject{{"size", 3}})), InvalidInput);
    CHECK_THROWS_AS(nim::Tables::make(with_options(ValueObject{{"piles", ValueList{}}})), InvalidInput);
    CHECK_THROWS_AS(nim::Tables::make(with_options(ValueObject{{"piles", ValueList{0, 32}}})), InvalidInput);
    CHECK_THROWS_AS(nim::Tables::make(with_options(Value())), InvalidInput);
    CHECK_THROWS_AS(pig::Tables::make({3, ValueObject{{"target", 0}, {"coin", 1}}, {}, {}}), InvalidInput);
    try {
      (void)pig::Tables::make({3, ValueObject{{"target", 0}, {"coin", 1}}, {}, {}});
    } catch (const InvalidInput& error) {
      const std::string what = error.what();
      for (const char* part : {"players", "options.target", "options.coin"}) CHECK(what.find(part) != std::string::npos);
    }
  }
}
