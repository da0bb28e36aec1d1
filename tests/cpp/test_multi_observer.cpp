// Searches of what players know, with one observer and with all: full arenas, kept trees, pondering, workers.
#include <doctest/doctest.h>

#include <memory>

#include "games/known/goofspiel.hpp"
#include "games/known/kuhn_poker.hpp"
#include "games/known/liars_dice.hpp"
#include "search/multi_observer_mcts.hpp"
#include "search/workers.hpp"

namespace {

using namespace cloche;

SearchLimits limits_of(std::uint64_t simulations, std::size_t bytes) {
  SearchLimits limits;
  limits.simulations = simulations;
  limits.memory_bytes = bytes;
  return limits;
}

std::uint64_t visits_of(const SearchReport& report) {
  std::uint64_t total = 0;
  for (const ActionReport& action : report.actions) total += action.visits;
  return total;
}

// Games of random moves, each decision searched, kept trees in arenas that fill up, and pondered by somebody else.
template <HiddenState S>
void search_games(const std::shared_ptr<const typename S::Tables>& tables, std::size_t bytes) {
  for (const Observers observers : {Observers::kSingle, Observers::kMulti}) {
    for (const bool merge : {false, true}) {
      MctsConfig config;
      config.observers = observers;
      config.merge = merge;
      config.workers = merge ? 2 : 1;
      config.playout.plies = 2;
      Workers<ObserverMcts<S>> search(*tables, config, 3);
      NoMonitor monitor;
      for (std::uint64_t game = 0; game < 3; ++game) {
        Rng rng(game);
        S state(*tables);
        while (state.mover() != kTerminal) {
          if (state.mover() >= 0) {
            const SearchReport report = search.search(state, limits_of(300, bytes), monitor);
            REQUIRE(report.simulations == 300);
            REQUIRE(visits_of(report) >= 300);
            REQUIRE(report.tree_bytes <= bytes + (std::size_t{1} << 20));
            const SearchReport pondered = search.ponder(state, 1 - state.mover(), limits_of(300, bytes), monitor);
            REQUIRE(pondered.simulations == 300);
          }
          state.apply(random_action(state, rng));
        }
      }
    }
  }
}

TEST_CASE("observers search, ponder and keep their trees in arenas of every size") {
  for (const std::size_t bytes : {std::size_t{1}, std::size_t{8} << 10, std::size_t{1} << 20}) {
    search_games<kuhn_poker::State>(kuhn_poker::Tables::make({2, ValueObject{}, {}, {}}), bytes);
    search_games<liars_dice::State>(liars_dice::Tables::make({2, ValueObject{{"dice", 2}, {"sides", 6}}, {}, {}}), bytes);
    search_games<goofspiel::State>(goofspiel::Tables::make({2, ValueObject{{"cards", 5}}, {}, {}}), bytes);
  }
}

}  // namespace
