#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "barton_in_bloom_box.hpp"
#include "games/barton_in_bloom/state.hpp"
#include "laws_of_states.hpp"

namespace {

using namespace cloche;
using namespace cloche::barton_in_bloom;
using namespace cloche::testing;

using Barton = barton_in_bloom::State;
using SharedTables = std::shared_ptr<const barton_in_bloom::Tables>;

// All that can be asked of listed and legal ids at a node, without trying 7,032 of them one by one at each.
void check_ids(const Barton& state) {
  LegalList<Barton> list;
  state.legal(list);
  REQUIRE(list.empty() == state.over());
  REQUIRE(std::is_sorted(list.begin(), list.end()));
  REQUIRE(std::adjacent_find(list.begin(), list.end()) == list.end());
  for (const Action action : list) REQUIRE(state.is_legal(action));
}

// Another world of what the observer knows.
Barton poisoned(const Barton& state, int observer, Rng& rng) {
  Barton other = state;
  other.redeal(observer, rng);
  return other;
}

// What players see of a pick or draw. Equal observations and equal things seen lead to equal observations (H-6).
void check_seen(const Barton& state, Rng& rng) {
  for (int observer = 0; observer < state.tables().players(); ++observer) {
    const Barton world = poisoned(state, observer, rng);
    LegalList<Barton> list;
    state.legal(list);
    const Action action = list[rng.below(list.size())];
    const Action seen = state.seen(action, observer);
    if (state.position().player == observer) REQUIRE(seen == action);
    if (seen != action) REQUIRE(state.seen_text(action, observer) != state.action_text(action));
    else REQUIRE(state.seen_text(action, observer) == state.action_text(action));
    LegalList<Barton> there;
    world.legal(there);
    for (const Action other : there) {
      if (world.seen(other, observer) != seen) continue;
      Barton after = state;
      Barton elsewhere = world;
      after.apply(action);
      elsewhere.apply(other);
      REQUIRE(after.observation(observer) == elsewhere.observation(observer));
      break;
    }
  }
}

// What came about in random games.
struct Walk {
  std::set<StepKind> steps;
  int mutants = 0;
  int accepted = 0;  // of them
};

// A game at random with every law asked at every node.
void check_game(const SharedTables& tables, std::uint64_t seed, Walk& walk) {
  Barton state(*tables);
  Rng rng(seed);
  Rng other(seed, {99});
  int decisions = 0;
  for (int node = 0; !state.over(); ++node) {
    INFO("seed " << seed << ", node " << node);
    walk.steps.insert(state.front().kind);
    REQUIRE(state.consistent());
    check_ids(state);
    if (node % 97 == 0) check_legal(state);
    check_data(state);
    check_random_legal(state, rng);
    if (state.mover() == kChance) check_outcomes(state, rng);
    else check_prior(state);
    if (node % 3 == 0) {
      check_belief(state, poisoned, other);
      check_seen(state, other);
    }
    if (node % 20 == 0) {
      walk.mutants += 2;
      walk.accepted += survives_mutation(state, other) ? 1 : 0;
      walk.accepted += survives_observed_mutation(state, other) ? 1 : 0;
    }
    std::vector<float> features(static_cast<std::size_t>(Barton::kFeatures));
    state.features(0, features);
    (void)state.solvable_ending();
    decisions += state.mover() >= 0 ? 1 : 0;
    state.apply(state.mover() == kChance ? state.sample(rng) : state.random_legal(rng));
  }
  check_legal(state);
  check_data(state);
  check_belief(state, poisoned, other);
  REQUIRE(decisions <= tables->max_game_length());
  REQUIRE(state.scores() == state.scores(0));  // D-6
}

}  // namespace

TEST_CASE("Barton in Bloom: every law holds at every node of random games, and every step comes about") {
  Walk walk;
  for (int players = 2; players <= 4; ++players) {
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
      const BartonBox box{.turn_limit = 10,
                          .bag_first = static_cast<int>(seed % 3),
                          .setup_tiles = 1 + static_cast<int>(seed % 2),
                          .landscape_tiles = 1 + static_cast<int>(seed / 2 % 2),
                          .purchase_ornaments = 1 + static_cast<int>(seed / 3 % 2),
                          .end_tiles = 2 + static_cast<int>(seed % 3),
                          .yield = 1 + static_cast<int>(seed % 2),
                          .money = seed % 2 == 0 ? 60 : 10};
      check_game(barton_tables(players, box), seed, walk);
    }
  }
  CHECK(walk.accepted >= walk.mutants / 50);
  CHECK(walk.accepted <= walk.mutants / 2);
  const std::set<StepKind> never{StepKind::kRaise,   StepKind::kRest,  StepKind::kFresh,
                                 StepKind::kDiscard, StepKind::kMoney, StepKind::kPrestige};
  for (int kind = 0; kind < kStepKinds; ++kind) {
    CAPTURE(kind);
    CHECK((walk.steps.count(static_cast<StepKind>(kind)) != 0) != (never.count(static_cast<StepKind>(kind)) != 0));
  }
}
