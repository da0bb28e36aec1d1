#include <doctest/doctest.h>

#include <atomic>
#include <functional>
#include <set>
#include <stdexcept>
#include <vector>

#include "games/known/nim.hpp"
#include "games/known/tic_tac_toe.hpp"
#include "search/crew.hpp"
#include "search/flat_monte_carlo.hpp"
#include "search/mcts.hpp"
#include "search/workers.hpp"

namespace {

using namespace cloche;

SearchLimits simulations(std::uint64_t count) {
  SearchLimits limits;
  limits.simulations = count;
  return limits;
}

GameSpec nim_of(const ValueList& piles) {
  return {2, ValueObject{{"piles", piles}}, {}, {}};
}

MctsConfig crew_of(int workers, int threads) {
  MctsConfig config;
  config.workers = workers;
  config.threads = threads;
  return config;
}

// Asks for a report after every so many looks, and ends the search after some reports.
struct Asking : NoMonitor {
  [[nodiscard]] std::optional<StopReason> check() {
    if (told == 5) return StopReason::kStop;
    if (++looks % 700 == 0) return StopReason::kRunning;
    return std::nullopt;
  }
  void tell() {
    ++told;
    on_tell();
  }

  std::function<void()> on_tell;
  int looks = 0;
  int told = 0;
};

TEST_CASE("a crew does every task once, whatever the number of threads") {
  for (const int threads : {1, 2, 5}) {
    Crew crew(threads);
    for (int round = 0; round < 200; ++round) {
      std::vector<std::atomic<int>> done(static_cast<std::size_t>(round % 7));
      crew.run(round % 7, [&](int i) { ++done[static_cast<std::size_t>(i)]; }, [] {});
      for (const auto& count : done) REQUIRE(count == 1);
    }
  }
}

TEST_CASE("an error of a task comes out when all are done") {
  for (const int threads : {1, 3}) {
    Crew crew(threads);
    std::atomic<int> done = 0;
    const auto fail = [&](int i) {
      ++done;
      if (i == 2) throw std::runtime_error("two");
    };
    CHECK_THROWS_WITH(crew.run(6, fail, [] {}), "two");
    CHECK(done == 6);
    crew.run(3, [&](int) { ++done; }, [] {});
    CHECK(done == 9);
  }
}

TEST_CASE("several workers find the same on any number of threads (M-60)") {
  const auto tables = nim::Tables::make(nim_of({7, 7, 7, 7}));
  for (const int workers : {2, 5}) {
    std::set<std::uint64_t> fingerprints;
    for (const int threads : {1, 2, 3, 8}) {
      NoMonitor monitor;
      Workers<Mcts<nim::State>> search(*tables, crew_of(workers, threads), 9);
      const SearchReport first = search.search(nim::State(*tables), simulations(3001), monitor);
      CHECK(first.simulations == 3001);
      const SearchReport again = search.search(nim::State(*tables), simulations(500), monitor);
      std::uint64_t visits = 0;
      for (const ActionReport& action : again.actions) visits += action.visits;
      CHECK(visits == 3501);
      fingerprints.insert(again.fingerprint);
    }
    CHECK(fingerprints.size() == 1);
  }
}

TEST_CASE("a report on the way is of all workers, and the search goes on as without it") {
  const auto tables = nim::Tables::make(nim_of({7, 7, 7, 7}));
  for (const int threads : {1, 3}) {
    Workers<Mcts<nim::State>> search(*tables, crew_of(3, threads), 4);
    Asking asking;
    asking.on_tell = [&] {
      const SearchReport report = search.report(StopReason::kRunning);
      std::uint64_t visits = 0;
      for (const ActionReport& action : report.actions) visits += action.visits;
      CHECK(visits == report.simulations);
    };
    const SearchReport stopped = search.search(nim::State(*tables), simulations(1000000), asking);
    CHECK(stopped.stopped_by == StopReason::kStop);
    CHECK(asking.told == 5);
  }
}

TEST_CASE("workers prove together what they prove alone, and advance together") {
  const auto tables = nim::Tables::make(nim_of({3, 4, 5}));
  NoMonitor monitor;
  Workers<Mcts<nim::State>> search(*tables, crew_of(3, 2), 1);
  const nim::State root(*tables);
  const SearchReport report = search.search(root, simulations(300000), monitor);
  REQUIRE(report.proven);
  CHECK(root.action_text(report.actions[0].action) == "1:2");
  CHECK(report.values[0] == 1.0);
  nim::State next = root;
  const Action best = report.actions[0].action;
  REQUIRE(search.can_advance(best));
  search.advance(best);
  next.apply(best);
  const SearchReport lost = search.search(next, simulations(300000), monitor);
  CHECK(lost.proven);
  CHECK(lost.values[1] == -1.0);
}

TEST_CASE("flat Monte Carlo shares its playouts out: every action has as many, give or take one") {
  const auto tables = tic_tac_toe::Tables::make({2, ValueObject{}, {}, {}});
  NoMonitor monitor;
  FlatMonteCarloConfig config;
  config.workers = 4;
  config.threads = 2;
  Workers<FlatMonteCarlo<tic_tac_toe::State>> search(*tables, config, 1);
  const SearchReport report = search.search(tic_tac_toe::State(*tables), simulations(9 * 100 + 5), monitor);
  CHECK(report.simulations == 905);
  for (const ActionReport& action : report.actions) CHECK((action.visits == 100 || action.visits == 101));
}

}  // namespace
