#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "games/known/connect_four.hpp"
#include "games/known/kuhn_poker.hpp"
#include "games/known/nim.hpp"
#include "games/known/small_2048.hpp"
#include "search/number_table.hpp"
#include "search/solve.hpp"

namespace {

using namespace cloche;

template <ValuedState S>
Solution<S> solved(const S& state, double tolerance = 1e-6, const SolveLimits& limits = {}) {
  return Solver<S>({{state, 1.0}}, tolerance, limits, {}).solve();
}

// Matching pennies with a chip that chance puts on one of them: player 1 knows which, player 0 doesn't.
struct Matching {
  SequenceGame game;

  Matching() {
    const std::uint32_t first = game.add(0, SequenceGame::kNothing, 2);
    const Sequence heads = game.information_states(0)[first].first;
    for (int chip = 0; chip < 2; ++chip) {
      const std::uint32_t second = game.add(1, SequenceGame::kNothing, 2);
      const Sequence theirs = game.information_states(1)[second].first;
      for (Sequence a = 0; a < 2; ++a) {
        for (Sequence b = 0; b < 2; ++b) game.add_end(heads + a, theirs + b, 0.5, payoff(chip, a, b));
      }
    }
    game.finish();
  }
  static double payoff(int chip, Sequence a, Sequence b) { return (a == b ? 1.0 : -1.0) * (a == static_cast<Sequence>(chip) ? 3.0 : 1.0); }
};

TEST_CASE("V-10 a best response is the best of all pure strategies") {
  const Matching matching;
  const SequenceGame& game = matching.game;
  // Player 0 plays heads with probability p; player 1, who sees the chip, has four pure strategies.
  for (const double p : {0.0, 0.2, 0.5, 0.75, 1.0}) {
    const Plan plan{1.0, p, 1.0 - p};
    double best = -10.0;
    for (Sequence at_heads = 0; at_heads < 2; ++at_heads) {
      for (Sequence at_tails = 0; at_tails < 2; ++at_tails) {
        double value = 0.0;
        for (int chip = 0; chip < 2; ++chip) {
          const Sequence reply = chip == 0 ? at_heads : at_tails;
          value -= 0.5 * (p * Matching::payoff(chip, 0, reply) + (1.0 - p) * Matching::payoff(chip, 1, reply));
        }
        best = std::max(best, value);
      }
    }
    CHECK(game.best_response(1, plan) == doctest::Approx(best));
    const Plan reply = game.plan_of(1, game.best_behaviour(1, plan));
    CHECK(-game.value(plan, reply) == doctest::Approx(best));
  }
}

TEST_CASE("V-12 the equilibrium of a small matrix") {
  const Matching matching;
  Effort effort({}, {});
  const Equilibrium found = find_equilibrium(matching.game, 1e-6, effort);
  CHECK(found.exploitability() <= 1e-6);
  // With heads at p player 1 is, for a chip on heads, indifferent at 3p = 1 - p, and for one on tails at p = 3 - 3p. Player 0 gets
  // -(|3p - (1 - p)| + |p - 3(1 - p)|) / 2 = -(|4p - 1| + |4p - 3|) / 2, which is -1 at best, for p from 1/4 to 3/4.
  CHECK(found.value() == doctest::Approx(-1.0).epsilon(1e-5));
  CHECK(found.plans[0][1] >= 0.25 - 1e-3);
  CHECK(found.plans[0][1] <= 0.75 + 1e-3);
}

// All pure strategies of a player of a sequence game, as plans.
void all_plans(const SequenceGame& game, int player, std::size_t number, Behaviour& behaviour, std::vector<Plan>& plans) {
  const auto& states = game.information_states(player);
  if (number == states.size()) {
    plans.push_back(game.plan_of(player, behaviour));
    return;
  }
  for (Sequence action = 0; action < states[number].actions; ++action) {
    behaviour[states[number].first + action] = 1.0;
    all_plans(game, player, number + 1, behaviour, plans);
    behaviour[states[number].first + action] = 0.0;
  }
}

TEST_CASE("V-10 Kuhn poker: best responses against all 64 pure strategies") {
  const auto tables = kuhn_poker::Tables::make(GameSpec{2, ValueObject{}, {}, {}});
  Effort effort({}, {});
  const HiddenGame<kuhn_poker::State> hidden({{kuhn_poker::State(*tables), 1.0}}, effort);
  const SequenceGame& game = hidden.game();
  for (const int player : {0, 1}) {
    CHECK(game.information_states(player).size() == 6);
    CHECK(game.sequences(player) == 13);
    const Plan other = game.plan_of(1 - player, game.even_behaviour(1 - player));
    Behaviour behaviour(game.sequences(player), 0.0);
    std::vector<Plan> plans;
    all_plans(game, player, 0, behaviour, plans);
    CHECK(plans.size() == 64);
    double best = -10.0;
    for (const Plan& plan : plans) best = std::max(best, player == 0 ? game.value(plan, other) : -game.value(other, plan));
    CHECK(game.best_response(player, other) == doctest::Approx(best));
  }
  CHECK(solved(kuhn_poker::State(*tables)).values[0] == doctest::Approx(-1.0 / 18.0).epsilon(1e-4));
}

TEST_CASE("V-7 a game that may go round") {
  // 0: player 0 goes on to 1 or takes 0.25; 1: a coin leads back to 0 or to the end 3 worth 1.
  PositionGraph graph;
  using Kind = PositionGraph::Kind;
  graph.add(Kind::kHighest, {-1.0, 1.0});
  graph.lead_to(1, 1);
  graph.lead_to(2, 1);
  graph.add(Kind::kMean, {-1.0, 1.0});
  graph.lead_to(0, 1);
  graph.lead_to(3, 1);
  graph.add(Kind::kEnd, {0.25, 0.25});
  graph.add(Kind::kEnd, {1.0, 1.0});
  Effort effort({}, {});
  graph.solve(effort);
  CHECK(graph.widest() < 1e-9);
  CHECK(graph.bounds(0).low == doctest::Approx(1.0));
}

TEST_CASE("V-7 where players can go on for ever bounds stay apart") {
  // Both wait for the other, who would lose by going on: what it is worth not to end is not settled.
  PositionGraph graph;
  using Kind = PositionGraph::Kind;
  graph.add(Kind::kHighest, {-1.0, 1.0});
  graph.lead_to(1, 1);
  graph.lead_to(2, 1);
  graph.add(Kind::kLowest, {-1.0, 1.0});
  graph.lead_to(0, 1);
  graph.lead_to(3, 1);
  graph.add(Kind::kEnd, {-0.5, -0.5});
  graph.add(Kind::kEnd, {0.5, 0.5});
  Effort effort({}, {});
  graph.solve(effort);
  CHECK(graph.widest() == doctest::Approx(1.0));
  CHECK(graph.bounds(0).low == doctest::Approx(-0.5));
  CHECK(graph.bounds(0).high == doctest::Approx(0.5));
}

TEST_CASE("V-9 numbers of things are found by what the things are, not by their hashes alone") {
  std::vector<int> things;
  NumberTable numbers;
  const auto hash_of = [](int thing) { return static_cast<std::uint64_t>(thing % 700); };
  const auto number_of = [&](int thing) {
    return numbers.find(hash_of(thing), [&](std::uint32_t number) { return things[number] == thing; });
  };
  for (int i = 0; i < 2000; ++i) {
    CHECK(number_of(3 * i) == NumberTable::kNone);
    numbers.put(hash_of(3 * i), static_cast<std::uint32_t>(things.size()));
    things.push_back(3 * i);
  }
  for (int i = 0; i < 2000; ++i) {
    CHECK(number_of(3 * i) == static_cast<std::uint32_t>(i));
    CHECK(number_of(3 * i + 1) == NumberTable::kNone);
  }
}

TEST_CASE("V-15 tables: what was put in is found, memory is asked for before it is taken") {
  Effort effort({}, {});
  CheckedTable<WordKey, int> table(WordKey{}, effort);
  for (int i = 1; i <= 5000; ++i) table.put(WordKey{static_cast<std::uint64_t>(i) << 40}, i);
  CHECK(table.size() == 5000);
  for (int i = 1; i <= 5000; ++i) CHECK(*table.find(WordKey{static_cast<std::uint64_t>(i) << 40}) == i);
  CHECK(table.find(WordKey{1}) == nullptr);

  Effort poor({SolveLimits::kNone, 40'000}, {});
  CheckedTable<WordKey, int> small(WordKey{}, poor);
  const auto fill = [&] {
    for (int i = 1; i <= 5000; ++i) small.put(WordKey{static_cast<std::uint64_t>(i)}, i);
  };
  CHECK_THROWS_AS(fill(), OutOfReach);

  ForgetfulTable<WordKey, int> forgetful(WordKey{}, poor);
  for (int i = 1; i <= 5000; ++i) forgetful.put(WordKey{static_cast<std::uint64_t>(i)}, i);
  int found = 0;
  for (int i = 1; i <= 5000; ++i) {
    const int* const item = forgetful.find(WordKey{static_cast<std::uint64_t>(i)});
    if (item == nullptr) continue;
    ++found;
    CHECK(*item == i);
  }
  CHECK(found > 500);
  CHECK(found < 5000);
}

GameSpec connect_four_spec(int columns, int rows, int line) {
  return {2, ValueObject{{"columns", columns}, {"rows", rows}, {"line", line}}, {}, {}};
}

// Positions of random games, the last one over.
template <class Visit>
void visit_random_games(const connect_four::Tables& tables, std::uint64_t games, const Visit& visit) {
  for (std::uint64_t game = 0; game < games; ++game) {
    Rng rng(game);
    connect_four::State state(tables);
    visit(state);
    while (state.mover() >= 0) {
      state.apply(state.random_legal(rng));
      visit(state);
    }
  }
}

TEST_CASE("CF-3 what is plain to see holds two plies later") {
  for (const auto& [columns, rows, line] : {std::array{7, 6, 4}, {4, 5, 3}, {9, 6, 5}, {5, 1, 3}, {1, 5, 2}, {6, 9, 9}}) {
    const auto tables = connect_four::Tables::make(connect_four_spec(columns, rows, line));
    visit_random_games(*tables, 40, [](const connect_four::State& state) {
      if (state.mover() < 0) return;
      LegalList<connect_four::State> legal;
      LegalList<connect_four::State> list;
      state.legal(legal);
      const ReturnBounds bounds = state.tactics(list);
      const auto wins = [](const connect_four::State& position) {
        LegalList<connect_four::State> moves;
        position.legal(moves);
        return std::any_of(moves.begin(), moves.end(), [&](Action action) {
          connect_four::State next = position;
          next.apply(action);
          return next.winner() >= 0;
        });
      };
      std::vector<Action> safe;  // after which the other does not win at once
      for (const Action action : legal) {
        connect_four::State next = state;
        next.apply(action);
        if (next.mover() < 0 || !wins(next)) safe.push_back(action);
      }
      if (wins(state)) {
        CHECK(bounds.low == 1.0);
      } else if (safe.empty()) {
        CHECK(bounds.high == -1.0);
      } else {
        std::vector<Action> listed(list.begin(), list.end());
        std::sort(listed.begin(), listed.end());
        CHECK(listed == safe);
        CHECK(bounds.low <= 0.0);
        CHECK(bounds.high >= 0.0);
      }
    });
  }
}

TEST_CASE("CF-1 solving keys tell positions apart, but for mirror images") {
  const auto tables = connect_four::Tables::make(connect_four_spec(4, 3, 3));
  std::set<std::string> boards;
  std::set<std::uint64_t> keys;
  const auto text_of = [](const connect_four::State& state, bool mirror) {
    std::string text;
    const Value data = state.to_value();
    for (const Value& row : *data.as_object()->front().second.as_list()) {
      std::string line = *row.as_text();
      if (mirror) std::reverse(line.begin(), line.end());
      text += line;
    }
    return text;
  };
  visit_random_games(*tables, 2000, [&](const connect_four::State& state) {
    if (state.mover() < 0) return;
    boards.insert(std::min(text_of(state, false), text_of(state, true)));
    keys.insert(state.solving_key());
  });
  CHECK(boards.size() == keys.size());
  CHECK(boards.size() > 500);
}

TEST_CASE("TW-2 boards that are turned or mirrored have one solving key") {
  const auto tables = small_2048::Tables::make(GameSpec{1, ValueObject{{"rows", 3}, {"columns", 3}}, {}, {}});
  const auto key_of = [&](const std::vector<int>& cells) {
    ValueList board;
    for (std::size_t row = 0; row < 3; ++row) {
      board.emplace_back(ValueList{cells[3 * row], cells[3 * row + 1], cells[3 * row + 2]});
    }
    const Value data = ValueObject{{"phase", "tile"}, {"player", nullptr}, {"board", std::move(board)}, {"score", 4 * 4 + 2 * 8 + 16 + 8}};
    return small_2048::State::from_value(data, *tables).solving_key();
  };
  const std::uint64_t key = key_of({2, 4, 8, 0, 16, 0, 2, 0, 0});
  CHECK(key != 0);
  CHECK(key == key_of({8, 4, 2, 0, 16, 0, 0, 0, 2}));
  CHECK(key == key_of({2, 0, 2, 0, 16, 4, 0, 0, 8}));
  CHECK(key == key_of({0, 0, 2, 0, 16, 0, 8, 4, 2}));
  CHECK(key == key_of({2, 0, 2, 4, 16, 0, 8, 0, 0}));
  CHECK(key != key_of({2, 4, 8, 16, 0, 0, 2, 0, 0}));
}

TEST_CASE("V-15 limits of nodes, and a watch that ends it") {
  const auto tables = nim::Tables::make(GameSpec{2, ValueObject{{"piles", ValueList{3, 4, 5}}}, {}, {}});
  const nim::State state(*tables);
  const Solution<nim::State> whole = solved(state);
  CHECK(whole.values[0] == 1.0);
  CHECK(whole.best_actions == std::vector<Action>{1});
  SolveLimits limits;
  limits.nodes = whole.nodes - 1;
  CHECK(solved(state, 1e-6, limits).ended_by == SolveEnd::kNodes);
  const Solution<nim::State> stopped = Solver<nim::State>({{state, 1.0}}, 1e-6, {}, [] { return StopReason::kStop; }).solve();
  CHECK(stopped.ended_by == SolveEnd::kStop);
}

}  // namespace
