// Last turns of Barton in Bloom (seeds/barton_in_bloom/state.md, E-1 to E-5; seeds/search.md, M-31 to M-34).
#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include "barton_in_bloom_box.hpp"
#include "games/barton_in_bloom/state.hpp"
#include "search/ending.hpp"
#include "search/observer_mcts.hpp"

namespace {

using namespace cloche;
using namespace cloche::barton_in_bloom;
using namespace cloche::testing;

using Barton = barton_in_bloom::State;

// The mover's utility at the end of best play, by trying all, if that takes at most `left` moves. All outcomes of a draw must
// come to the same (M-31).
std::optional<Utility> best_of(const Barton& state, int mover, const Evaluator& evaluator, int& left) {
  if (--left < 0) return std::nullopt;
  if (state.over()) return evaluator.of_end(state).utility[static_cast<std::size_t>(mover)];
  LegalList<Barton> list;
  state.legal(list);
  std::optional<Utility> best;
  for (const Action action : list) {
    Barton next = state;
    next.apply(action);
    const std::optional<Utility> value = best_of(next, mover, evaluator, left);
    if (!value) return std::nullopt;
    if (state.mover() == kChance && best) REQUIRE(*value == *best);
    if (!best || *value > *best) best = value;
  }
  return best;
}

}  // namespace

TEST_CASE("Barton in Bloom: solvable endings are solved as by trying all, and their draws change nothing") {
  constexpr int kMostMoves = 4000;
  int solved = 0;
  for (int players = 2; players <= 3; ++players) {
    const auto tables = barton_tables(players, {.turn_limit = 6, .money = 15});
    const Evaluator evaluator(*tables, 0.5);
    for (std::uint64_t seed = 0; seed < 150; ++seed) {
      Barton state(*tables);
      Rng rng(seed);
      while (!state.over()) {
        if (state.mover() >= 0 && state.solvable_ending()) {
          int left = kMostMoves;
          const std::optional<Utility> best = best_of(state, state.mover(), evaluator, left);
          if (best) {
            INFO("players " << players << ", seed " << seed);
            const Ending ending = EndingSolver<Barton>(evaluator).solve(state);
            REQUIRE(ending.values.utility[static_cast<std::size_t>(state.mover())] == *best);
            Barton end = state;
            for (const Action action : ending.line) {
              REQUIRE(end.is_legal(action));
              end.apply(action);
            }
            REQUIRE(end.over());
            REQUIRE(end.scores() == ending.scores);
            ++solved;
          }
        }
        state.apply(state.mover() == kChance ? state.sample(rng) : state.random_legal(rng));
      }
    }
  }
  CHECK(solved >= 50);
}

TEST_CASE("Barton in Bloom: a position of an ending takes a fraction of its bytes in memory") {
  const auto tables = barton_tables(2, {.turn_limit = 6, .money = 15});
  const Evaluator evaluator(*tables, 0.5);
  std::size_t positions = 0;
  std::size_t bytes = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Barton state(*tables);
    Rng rng(seed);
    while (!state.over() && !(state.mover() >= 0 && state.solvable_ending()))
      state.apply(state.mover() == kChance ? state.sample(rng) : state.random_legal(rng));
    if (state.over()) continue;
    EndingSolver<Barton> solver(evaluator);
    (void)solver.solve(state);
    positions += solver.memory().size();
    bytes += solver.memory().bytes();
  }
  REQUIRE(positions >= 20);
  CHECK(bytes < positions * sizeof(Barton) / 8);
}

TEST_CASE("Barton in Bloom: a memory of endings knows a position by all of it") {
  const auto tables = barton_tables(3);
  Barton state(*tables);
  Rng rng(5);
  EndingMemory<Barton> memory;
  std::vector<Barton> kept;
  while (!state.over()) {
    REQUIRE(memory.find(state) == nullptr);
    memory.keep(state, {{0, static_cast<EndingValue>(kept.size())}, 7});
    kept.push_back(state);
    state.apply(state.mover() == kChance ? state.sample(rng) : state.random_legal(rng));
  }
  std::size_t found = 0;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    const auto* const known = memory.find(kept[i]);
    if (known == nullptr) continue;  // another one has its place
    REQUIRE(known->bounds.high == static_cast<EndingValue>(i));
    ++found;
  }
  CHECK(found > kept.size() * 9 / 10);
}

TEST_CASE("Barton in Bloom: a search that begins at a solvable ending makes no simulation") {
  const auto tables = barton_tables(2, {.turn_limit = 6});
  ObserverMcts<Barton> search(*tables, {}, 1);
  NoMonitor monitor;
  SearchLimits limits;
  limits.simulations = 20;
  int solved = 0;
  for (std::uint64_t seed = 0; seed < 20 && solved < 3; ++seed) {
    Barton state(*tables);
    Rng rng(seed);
    while (!state.over()) {
      if (state.mover() >= 0 && state.solvable_ending()) {
        const SearchReport report = search.search(state, limits, monitor);
        REQUIRE(report.proven);
        REQUIRE(report.simulations == 0);
        REQUIRE(report.stopped_by == StopReason::kProven);
        REQUIRE(report.principal_variation.front() == report.actions.front().action);
        REQUIRE(search.search(state, limits, monitor).principal_variation == report.principal_variation);
        ++solved;
        break;
      }
      state.apply(state.mover() == kChance ? state.sample(rng) : state.random_legal(rng));
    }
    if (state.over()) continue;
    Barton first(*tables);  // the tree of an ending is not searched on
    resolve_chance(first, rng);
    REQUIRE(search.search(first, limits, monitor).simulations == 20);
  }
  CHECK(solved == 3);
}
