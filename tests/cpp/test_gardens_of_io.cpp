#include <doctest/doctest.h>

#include <array>
#include <set>

#include "default_components.hpp"
#include "games/gardens_of_io/state.hpp"
#include "laws_of_states.hpp"

namespace {

using namespace cloche;
using namespace cloche::gardens_of_io;
using namespace cloche::testing;

static_assert(GameState<State> && ChanceState<State> && FastRandomState<State> && ValuedState<State> && DataState<State>);
static_assert(std::is_trivially_copyable_v<State> && sizeof(State) <= 256);

using GardensState = gardens_of_io::State;

void check_best_by_prior(const GardensState& state) {
  LegalList<GardensState> list;
  WeightList<GardensState> weights;
  LegalList<GardensState> best;
  state.legal(list);
  state.prior(list, weights);
  state.best_by_prior(best);
  const std::uint32_t top = *std::max_element(weights.begin(), weights.end());
  LegalList<GardensState> expected;
  for (int i = 0; i < list.size(); ++i) {
    if (weights[i] == top) expected.push(list[i]);
  }
  REQUIRE(best == expected);
}

// The prior again, from the words of state.md and the plainest means.
int plain_group(const GardensState& state, int colour, int cell) {
  const int size = state.tables().geometry.size;
  std::set<int> group{cell};
  std::vector<int> todo{cell};
  while (!todo.empty()) {
    const int at = todo.back();
    todo.pop_back();
    for (const auto& [rows, columns] : {std::pair{-1, 0}, {1, 0}, {0, -1}, {0, 1}}) {
      const int row = at / kStride + rows;
      const int column = at % kStride + columns;
      const int next = row * kStride + column;
      if (row < 0 || column < 0 || row >= size || column >= size || !state.position().flowers[static_cast<std::size_t>(colour)].has(next))
        continue;
      if (group.insert(next).second) todo.push_back(next);
    }
  }
  return static_cast<int>(group.size());
}

int plain_quality(const GardensState& state, Action action) {
  const Position& at = state.position();
  const PriorWeights& prior = state.tables().prior;
  if (at.phase == Phase::kTree || at.phase == Phase::kFirstCell) return 0;
  if (at.phase == Phase::kLapBonus) {
    int colour = 0;
    while (!at.flowers[static_cast<std::size_t>(colour)].has(cell_of(action))) ++colour;
    return std::max(0, prior.lap_bonus - plain_group(state, colour, cell_of(action)));
  }
  if (at.phase == Phase::kSecondCell) {
    GardensState after = state;
    after.apply(action);
    LegalList<GardensState> list;
    after.legal(list);
    int best = 0;
    for (const Action next : list) {
      if (is_plant(next)) best = std::max(best, plain_group(after, plant_colour(next), plant_cell(next)));
    }
    return best;
  }
  if (action == kSkip) return state.tables().skip_spaces;
  if (is_special(action)) return prior.special[static_cast<std::size_t>(special_of(action))];
  int held = 0;
  for (const Flowers reserve : at.reserves) held += reserve.count(plant_colour(action));
  return plain_group(state, plant_colour(action), plant_cell(action)) + (held == 1 ? prior.extra_turn : 0);
}

void check_weights(const GardensState& state) {
  LegalList<GardensState> list;
  WeightList<GardensState> weights;
  state.legal(list);
  state.prior(list, weights);
  for (int i = 0; i < list.size(); ++i) REQUIRE(weights[i] == state.tables().prior.of_quality(plain_quality(state, list[i])));
}

enum class Style { kUniform, kPrior, kSpecials };

Action choose(const GardensState& state, Style style, Rng& rng) {
  LegalList<GardensState> list;
  state.legal(list);
  if (style == Style::kPrior) state.best_by_prior(list);
  if (style == Style::kSpecials && is_special(list[list.size() - 1])) return list[list.size() - 1 - rng.below(std::min(5, list.size()))];
  return list[rng.below(list.size())];
}

struct Walk {
  std::array<int, kPhases> nodes{};
  int mutations = 0;
  int accepted = 0;
};

Walk walk_game(const std::shared_ptr<const gardens_of_io::Tables>& tables, Style style, std::uint64_t seed) {
  Rng rng(seed);
  Rng other(seed, {99});
  GardensState state(*tables);
  Walk walk;
  int decisions = 0;
  while (true) {
    REQUIRE(state.consistent());
    ++walk.nodes[static_cast<std::size_t>(state.phase())];
    check_node(state, rng);
    if (other.below(4) == 0) {
      ++walk.mutations;
      walk.accepted += survives_mutation(state, other) ? 1 : 0;
    }
    if (state.mover() == kTerminal) break;
    const GardensState before = state;
    if (state.mover() == kChance) {
      state.apply(state.sample(rng));
    } else {
      ++decisions;
      check_best_by_prior(state);
      check_weights(state);
      std::array<float, GardensState::kFeatures> features{};
      state.features(state.mover(), features);
      state.apply(choose(state, style, rng));
    }
    REQUIRE_FALSE(state == before);
    GardensState copy = state;
    REQUIRE(copy == state);
    REQUIRE(copy.hash() == state.hash());
  }
  REQUIRE(decisions <= tables->max_game_length());
  double sum = 0.0;
  for (const double r : state.returns()) sum += r;
  if (tables->cooperative) REQUIRE(state.ranks() == PerPlayer<int>(tables->players(), 1));
  else REQUIRE(sum == doctest::Approx(0.0));
  return walk;
}

// A box that fits a garden of `size`.
Box box_of_size(int size, Rng& rng) {
  Box box;
  box.size = size;
  box.trees = rng.below(4);
  const int circles = size * size;
  const int flowers = std::max(1, std::min(27, (circles - box.trees - 1) / 5));
  const int colours = 1 + rng.below(6);
  const int each = std::min(20, (5 * flowers + colours - 1) / colours);
  box.colours.assign(static_cast<std::size_t>(colours), std::max(1, each));
  const int dealt = std::max(1, std::min(flowers, colours * std::max(1, each) / 5));
  box.setups = {{2, dealt, rng.below(5)}, {3, dealt, rng.below(3)}, {4, dealt, 1}, {5, dealt, 1}};
  box.uses = {1 + rng.below(2), 1, rng.below(2), 1, 1 + rng.below(3)};
  box.run_spaces = 1 + rng.below(9);
  box.lap_lead = rng.below(3) == 0 ? 8 + rng.below(30) : 40;
  return box;
}

// The first turn of a two-player game with every flower dealt in turn of colours, and trees on these circles.
GardensState first_turn(const gardens_of_io::Tables& tables, const std::vector<const char*>& trees) {
  GardensState state(tables);
  for (int draws = 0; state.mover() == kChance; ++draws) state.apply(static_cast<Action>(draws % tables.colour_count));
  for (const char* cell : trees) state.apply(cell_action(*parse_cell(cell)));
  REQUIRE(state.phase() == Phase::kTurn);
  return state;
}

// The same with some fields changed; laws are not checked.
template <class Change>
GardensState changed(const GardensState& state, const Change& change) {
  Position at = state.position();
  change(at);
  return {state.tables(), at};
}

GardensState after(GardensState state, const std::vector<const char*>& moves) {
  for (const char* move : moves) {
    const auto action = state.parse_action(move);
    REQUIRE(action.has_value());
    state.apply(*action);
  }
  return state;
}

std::vector<std::string> legal_texts(const GardensState& state) {
  LegalList<GardensState> list;
  state.legal(list);
  std::vector<std::string> texts;
  for (const Action action : list) texts.push_back(state.action_text(action));
  return texts;
}

}  // namespace

TEST_SUITE("gardens_of_io") {
  TEST_CASE("a corner sees 9 circles, any other space 17, every circle is in line with 8 spaces") {
    const Geometry geometry(9);
    std::array<int, kCells> seen{};
    for (int space = 0; space < geometry.track; ++space) {
      const Cells& line = geometry.in_line[static_cast<std::size_t>(space)];
      CHECK(line.size() == (space % 10 == 0 ? 9 : 17));
      for (const int cell : line) ++seen[static_cast<std::size_t>(cell)];
    }
    for (const int spaces : seen) CHECK(spaces == 8);
  }

  TEST_CASE("a tree hides itself and what is behind it") {
    const Geometry geometry(9);
    const auto shadow = [&](const char* cell, int space) {
      return geometry.shadow[static_cast<std::size_t>(*parse_cell(cell))][static_cast<std::size_t>(space)];
    };
    CHECK(shadow("e5", 5).size() == 5);  // straight down from the middle of the top: e5 .. e9
    CHECK(shadow("a1", 0).size() == 9);  // the whole diagonal of a corner
    CHECK(shadow("b2", 1).empty());      // not in line
    CHECK(shadow("b1", 1).size() == 8);  // b1 c2 .. i8
  }

  TEST_CASE("walks obey every law of a state") {
    for (int players = 2; players <= 5; ++players) {
      for (const GardensOptions options : {GardensOptions{true, false}, {false, false}, {true, true}, {false, true}}) {
        const auto tables = gardens_of_io::Tables::make(gardens_spec(players, options));
        for (const Style style : {Style::kUniform, Style::kPrior, Style::kSpecials})
          walk_game(tables, style, static_cast<std::uint64_t>(players));
      }
    }
  }

  TEST_CASE("walks on gardens of every size, with boxes of one's own") {
    Rng rng(7);
    Walk all;
    for (int size = kMinSize; size <= kMaxSize; ++size) {
      for (int players = 2; players <= 5; ++players) {
        const Box box = box_of_size(size, rng);
        if (box.setups[0].flowers * players + box.trees >= size * size) continue;
        const auto fits = [&](const SetupNumbers& setup) { return setup.flowers * setup.players + box.trees < size * size; };
        if (!std::all_of(box.setups.begin(), box.setups.end(), fits)) continue;
        const auto tables = gardens_of_io::Tables::make(gardens_spec(players, {rng.below(4) != 0, rng.below(4) == 0}, box));
        for (const Style style : {Style::kUniform, Style::kPrior, Style::kSpecials}) {
          const Walk walk = walk_game(tables, style, rng.next());
          for (std::size_t i = 0; i < walk.nodes.size(); ++i) all.nodes[i] += walk.nodes[i];
          all.mutations += walk.mutations;
          all.accepted += walk.accepted;
        }
      }
    }
    for (const int nodes : all.nodes) CHECK(nodes > 0);
    CHECK(all.accepted > 0);
    CHECK(all.accepted < all.mutations);
  }

  TEST_CASE("IO-12 skip is offered where nothing can be planted, and a special action may open a line") {
    const auto tables = gardens_of_io::Tables::make(gardens_spec(2));
    const GardensState state = first_turn(*tables, {"a1", "i9", "e5"});
    CHECK(legal_texts(state) == std::vector<std::string>{"skip", "move-tree", "run"});
    const GardensState opened = after(state, {"move-tree", "a1", "b1"});
    CHECK(opened.mover() == 0);
    CHECK(opened.plantable(0).size() == 4);  // a1 .. d4, before the tree on e5
    CHECK_FALSE(opened.is_legal(kSkip));
    CHECK(opened.specials_on_offer() == 0);
    const GardensState skipped = after(state, {"skip"});
    CHECK(skipped.position().positions[0] == 1);
    CHECK(skipped.mover() == 1);
  }

  TEST_CASE("IO-10 two flowers of one colour are not swapped") {
    const auto tables = gardens_of_io::Tables::make(gardens_spec(2));
    const GardensState one = after(first_turn(*tables, {"i1", "i2", "i3"}), {"B@a1", "B@b2"});
    CHECK((one.specials_on_offer() & (1U << kSwapFlowers)) == 0);
    const GardensState two = changed(one, [](Position& at) {
      at.flowers[1].insert(*parse_cell("e1"));
      at.flowers[1].insert(*parse_cell("e2"));
    });
    CHECK((two.specials_on_offer() & (1U << kSwapFlowers)) != 0);
    // a1 B, e1 Y, b2 B, e2 Y: the highest B has e2 above it, e2 has nothing above, e1 has b2.
    CHECK(legal_texts(after(two, {"swap-flowers"})) == std::vector<std::string>{"a1", "e1", "b2"});
    CHECK(legal_texts(after(two, {"swap-flowers", "e1"})) == std::vector<std::string>{"b2"});
  }

  TEST_CASE("IO-14 spaces of other Martians are not counted") {
    const auto tables = gardens_of_io::Tables::make(gardens_spec(2));
    const GardensState state = changed(first_turn(*tables, {"i1", "i2", "i3"}), [](Position& at) { at.positions = {0, 3, 0, 0, 0}; });
    const GardensState ran = after(state, {"run"});
    CHECK(ran.position().positions[0] == 6);
    CHECK(ran.mover() == 0);
    CHECK(ran.specials_on_offer() == 0);
  }

  TEST_CASE("IO-16 the flower just planted may be taken while its colour is in a reserve") {
    const auto tables = gardens_of_io::Tables::make(gardens_spec(2));
    const GardensState state = changed(first_turn(*tables, {"i7", "i8", "i6"}), [](Position& at) { at.positions = {39, 10, 0, 0, 0}; });
    const GardensState bonus = after(state, {"B@a1"});
    CHECK(bonus.position().positions[0] == 40);
    CHECK(bonus.phase() == Phase::kLapBonus);
    CHECK(legal_texts(bonus) == std::vector<std::string>{"a1"});
    const GardensState done = after(bonus, {"a1"});
    CHECK(done.mover() == 1);
    CHECK(done.position().reserves == state.position().reserves);

    const auto without = gardens_of_io::Tables::make(gardens_spec(2, {false, false}));
    CHECK(after(GardensState(*without, state.position()), {"B@a1"}).mover() == 1);
  }

  TEST_CASE("IO-16 a run past the start takes a flower first, which may be planted in the same turn") {
    const auto tables = gardens_of_io::Tables::make(gardens_spec(2));
    const GardensState state =
        changed(after(first_turn(*tables, {"i7", "i8", "i6"}), {"B@a1"}), [](Position& at) { at.positions = {50, 38, 0, 0, 0}; });
    const GardensState bonus = after(state, {"run"});
    CHECK(bonus.phase() == Phase::kLapBonus);
    CHECK(*bonus.to_value().as_object()->at(9).second.as_text() == "run");
    const GardensState turn = after(bonus, {"a1"});
    CHECK(turn.mover() == 1);
    CHECK(turn.phase() == Phase::kTurn);
    CHECK_FALSE(turn.position().special_open);
  }

  TEST_CASE("IO-15 the last flower of a colour gives an extra turn, with a special action anew") {
    const auto tables = gardens_of_io::Tables::make(gardens_spec(2));
    const auto last_blue = [](Position& at) {
      at.reserves[0].set(0, 1);
      at.reserves[1].set(0, 0);
    };
    const GardensState state = changed(first_turn(*tables, {"i7", "i8", "i6"}), last_blue);
    const GardensState again = after(state, {"move-tree", "i7", "i9", "B@a1"});
    CHECK(again.mover() == 0);
    CHECK(again.position().special_open);
    CHECK(again.specials_on_offer() == ((1U << kSwapTree) | (1U << kMoveFlower) | (1U << kRun)));
    // Nothing is eligible for a lap bonus, and the extra turn stays.
    const GardensState lap = after(changed(state, [](Position& at) { at.positions = {39, 10, 0, 0, 0}; }), {"B@a1"});
    CHECK(lap.phase() == Phase::kTurn);
    CHECK(lap.mover() == 0);
  }

  TEST_CASE("IO-17 an empty reserve ends the game, an extra turn notwithstanding; a refilled one does not") {
    const auto tables = gardens_of_io::Tables::make(gardens_spec(2));
    const auto one_blue = [](Position& at) {
      at.reserves[0] = {};
      at.reserves[0].set(0, 1);
      at.reserves[1].set(0, 0);
    };
    const GardensState state = changed(first_turn(*tables, {"i7", "i8", "i6"}), one_blue);
    CHECK(after(state, {"B@a1"}).mover() == kTerminal);
    const GardensState refilled = changed(state, [](Position& at) {
      at.positions = {39, 10, 0, 0, 0};
      at.reserves[1].set(0, 1);
    });
    CHECK(after(refilled, {"B@a1", "a1"}).mover() == 1);
  }

  TEST_CASE("IO-18 a lead of a lap ends the game at once; a Martian at position 0 blocks who comes round") {
    const auto tables = gardens_of_io::Tables::make(gardens_spec(2));
    const GardensState state = changed(first_turn(*tables, {"i7", "i8", "i6"}), [](Position& at) { at.positions = {39, 0, 0, 0, 0}; });
    for (const char* move : {"B@a1", "run"}) {
      const GardensState over = after(state, {move});
      CHECK(over.mover() == kTerminal);
      CHECK(over.position().positions[0] == (std::string(move) == "run" ? 45 : 41));
      CHECK(over.returns()[0] == 1.0);
    }
  }

  TEST_CASE("IO-20 cooperative games score the last Martian for everybody") {
    const auto tables = gardens_of_io::Tables::make(gardens_spec(3, {true, true}));
    CHECK(tables->shared_return());
    GardensState state(*tables);
    Rng rng(5);
    while (state.mover() != kTerminal) state.apply(state.random_legal(rng));
    const auto& positions = state.position().positions;
    const int last = static_cast<int>(std::min({positions[0], positions[1], positions[2]}));
    CHECK(state.scores() == PerPlayer<int>(3, last));
    CHECK(state.returns() == PerPlayer<double>(3, last));
  }

  TEST_CASE("a broken position is refused with every law that it breaks") {
    const auto tables = gardens_of_io::Tables::make(gardens_spec(2));
    ValueObject object = *first_turn(*tables, {"i7", "i8", "i6"}).to_value().as_object();
    object[3].second = ValueList{40, 0};          // positions
    object[7].second = ValueList{2, 1, 1, 1, 1};  // counters
    object[10].second = "a1";                     // first
    try {
      (void)GardensState::from_value(object, *tables);
      FAIL("accepted");
    } catch (const InvalidInput& error) {
      const std::string what = error.what();
      for (const char* law : {"S-5", "S-6", "S-11", "S-14"}) CHECK(what.find(law) != std::string::npos);
    }
  }

  TEST_CASE("a broken component file is refused with every fault") {
    Box box;
    box.uses[0] = 256;
    box.lap_lead = 0;
    box.colours[2] = 21;
    try {
      (void)gardens_of_io::Tables::make(gardens_spec(6, {}, box));
      FAIL("accepted");
    } catch (const InvalidInput& error) {
      const std::string what = error.what();
      for (const char* key : {"players", "special_action[0].uses", "move.lap_lead", "colour[2].count"})
        CHECK(what.find(key) != std::string::npos);
    }
    Box full;
    full.size = 7;
    CHECK_THROWS_AS(gardens_of_io::Tables::make(gardens_spec(2, {}, full)), InvalidInput);
  }
}
