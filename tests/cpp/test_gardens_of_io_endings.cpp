// Bounds of final scores in endings of Gardens of Io, against every line of play on a small garden.
#include <doctest/doctest.h>

#include <algorithm>

#include "default_components.hpp"
#include "games/gardens_of_io/state.hpp"

namespace {

using namespace cloche;
using namespace cloche::testing;

using GardensState = gardens_of_io::State;

// Few circles and flowers, and no special actions.
Box small_box(int players) {
  Box box;
  box.size = 5;
  box.colours = {4, 4, 4};
  box.trees = 3;
  box.setups = {{players, 11 / players, 0}};
  box.uses = {0, 0, 0, 0, 0};
  box.lap_lead = 24;
  return box;
}

struct Tried {
  PerPlayer<int> sure;  // what each player gets whatever the others do; together: what all can get
  PerPlayer<int> most;
};

// Tries everything from here on, and counts nodes whose bounds don't hold.
class Trial {
 public:
  explicit Trial(bool together) : together_(together) {}

  Tried of(const GardensState& state) {  // NOLINT(misc-no-recursion)
    if (state.mover() == kTerminal) return {state.scores(), state.scores()};
    LegalList<GardensState> actions;
    state.legal(actions);
    Tried all;
    for (const Action action : actions) {
      GardensState next = state;
      next.apply(action);
      const Tried tried = of(next);
      if (action == actions[0]) {
        all = tried;
        continue;
      }
      for (int p = 0; p < all.sure.size(); ++p) {
        const bool up = together_ || p == state.mover();
        all.sure[p] = up ? std::max(all.sure[p], tried.sure[p]) : std::min(all.sure[p], tried.sure[p]);
        all.most[p] = std::max(all.most[p], tried.most[p]);
      }
    }
    const PerPlayer<ScoreBounds> bounds = state.final_scores();
    for (int p = 0; p < all.sure.size(); ++p) {
      wrong += bounds[p].low > all.sure[p] || bounds[p].high < all.most[p] ? 1 : 0;
      close += bounds[p].high <= all.most[p] + 6 ? 1 : 0;
    }
    ++nodes;
    return all;
  }

  int nodes = 0;
  int wrong = 0;
  int close = 0;

 private:
  bool together_;
};

// The first solvable ending in which so few flowers are left, of a game of random moves and likely ones; none if there isn't one.
std::optional<GardensState> late(const GardensState& start, int flowers, Rng& rng) {
  GardensState state = start;
  while (state.mover() != kTerminal) {
    if (state.mover() >= 0 && state.solvable_ending() && state.in_reserves().total() <= flowers) return state;
    LegalList<GardensState> likely;
    if (state.mover() >= 0) state.best_by_prior(likely);
    const bool random = state.mover() == kChance || rng.below(4) == 0;
    state.apply(random ? state.random_legal(rng) : likely[static_cast<int>(rng.below(static_cast<std::uint32_t>(likely.size())))]);
  }
  return std::nullopt;
}

}  // namespace

TEST_SUITE("endings of gardens of io") {
  TEST_CASE("bounds of final scores hold, whatever is played") {
    for (const GardensOptions options : {GardensOptions{}, {false, false}, {true, true}}) {
      for (const int players : {2, 3}) {
        if (players == 3 && !options.cooperative) continue;  // the next planting ends the game
        const auto tables = gardens_of_io::Tables::make(gardens_spec(players, options, small_box(players)));
        Rng rng(static_cast<std::uint64_t>(players), {1});
        Trial trial(options.cooperative);
        for (int game = 0; game < 2000 && trial.nodes < 100'000; ++game) {
          if (const auto ending = late(GardensState(*tables), 5, rng)) trial.of(*ending);
        }
        CHECK(trial.nodes > 20'000);
        CHECK(trial.wrong == 0);
        CHECK(trial.close > trial.nodes / 10);
      }
    }
  }
}
