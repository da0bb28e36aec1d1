#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <vector>

#include "games/cottage_garden/notation.hpp"
#include "games/cottage_garden/state.hpp"
#include "laws_of_states.hpp"

namespace {

using namespace cloche;
using namespace cloche::cottage_garden;
using namespace cloche::testing;

using GardenState = cottage_garden::State;
using GardenTables = cottage_garden::Tables;

static_assert(GameState<GardenState> && ChanceState<GardenState> && FastRandomState<GardenState> && ValuedState<GardenState> &&
              DataState<GardenState>);
static_assert(std::is_trivially_copyable_v<GardenState> && sizeof(GardenState) <= 320);

// ---- Components and weights, built by hand. The default Box matches seeds/cottage_garden/components.toml; a Python test plays the
// file itself. Lines of a grid are joined by '/'.

struct Gardener {
  int players, spaces, start, target, die, steps, hives, turns;
};

struct Box {
  int rows = 4;
  int columns = 4;
  std::vector<std::string> tiles{
      "#",           "#",           "##",          "##",          "##",          "##",        "###",       "###",       "##/#.",
      "##/#.",       "P#/#.",       "##/##",       "##/##",       "####",        "###/#..",   "###/#..",   "###/.#.",   "###/.#.",
      "##./.##",     "C#./.##",     "####/#...",   "####/#...",   "####/.#..",   "####/.#..", "###/##.",   "###/##.",   "###/#.#",
      "###/#../#..", "###/.#./.#P", "##./.##/..#", "##./.#./.#C", ".#./###/.#P", "###/###",   "####/##..", "####/#..C", "###./.###"};
  std::vector<std::array<std::string, 2>> beds{{"....C/..C../PP.../...../P.P..", ".CP../....C/..P../.C.../....."},
                                               {"P..../...C./..P.C/...../PP...", "C...C/.C.../..P../...../..P.."},
                                               {"...../P..P./C.P../...../..P.C", "..P../C..C./P..../...../..C.."},
                                               {"....P/..P../..P../...C./C...P", "...../.P.C./..P../...../.C..C"},
                                               {"P...C/...../..PC./...../P...P", ".C.../...../..C.P/...../P.C.."},
                                               {"PP.../...P./..P../...../C...P", "....C/...../.C.P./...../....C"},
                                               {"..P.P/...../.C.../...PP/P....", ".CC../...../...../.P.../....C"},
                                               {"...P./...../P.C../....P/.P..P", "...../...C./...../.C.P./.C..."},
                                               {"....P/.C.../.P..P/...../P..P.", "...../...../C..C./...../.P..C"}};
  std::vector<int> orange{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 20};
  std::vector<int> blue{0, 2, 4, 6, 8, 10, 12, 14, 20};
  std::array<int, 2> red_line{7, 3};
  std::array<int, 2> leaves_goal{15, 7};
  int final_die = 6;
  std::vector<Gardener> gardeners{
      {1, 16, 0, 0, 2, 2, 1, 32}, {2, 16, 0, 0, 2, 1, 2, 32}, {3, 16, 0, 14, 1, 1, 2, 26}, {4, 20, 0, 0, 1, 1, 2, 25}};
};

Value grid(std::string lines) {
  std::replace(lines.begin(), lines.end(), '/', '\n');
  return lines + "\n";
}

Value list_of(const std::vector<int>& numbers) {
  ValueList list;
  for (const int number : numbers) list.emplace_back(number);
  return list;
}

std::string tile_name(std::size_t i) {
  return std::string(i < 9 ? "T0" : "T") + std::to_string(i + 1);
}

Value garden_components(const Box& box) {
  ValueList tiles;
  for (std::size_t i = 0; i < box.tiles.size(); ++i) tiles.push_back(ValueObject{{"id", tile_name(i)}, {"grid", grid(box.tiles[i])}});
  ValueList beds;
  for (std::size_t i = 0; i < box.beds.size(); ++i) {
    beds.push_back(ValueObject{{"id", static_cast<int>(i) + 1}, {"light", grid(box.beds[i][0])}, {"dark", grid(box.beds[i][1])}});
  }
  ValueList gardeners;
  for (const Gardener& g : box.gardeners) {
    gardeners.push_back(ValueObject{{"players", g.players},
                                    {"spaces", g.spaces},
                                    {"start", g.start},
                                    {"target", g.target},
                                    {"die", g.die},
                                    {"steps", g.steps},
                                    {"hives", g.hives},
                                    {"turns", g.turns}});
  }
  const int queue = std::max(0, static_cast<int>(box.tiles.size()) - box.rows * box.columns);
  return ValueObject{
      {"schema", 1},
      {"game", "cottage_garden"},
      {"edition", "test"},
      {"provenance", ValueObject{}},
      {"players", ValueObject{{"min", 1}, {"max", 4}}},
      {"nursery", ValueObject{{"rows", box.rows}, {"columns", box.columns}, {"queue", queue}}},
      {"tile", std::move(tiles)},
      {"bed", std::move(beds)},
      {"start", ValueObject{{"beds", 2}, {"spare_beds", 1}, {"cats", 2}, {"cubes", 3}}},
      {"limit", ValueObject{{"cats", 2}, {"refill_free", 3}, {"refill_cats", 1}}},
      {"track", ValueObject{{"orange", list_of(box.orange)}, {"blue", list_of(box.blue)}}},
      {"red_line", ValueObject{{"orange", box.red_line[0]}, {"blue", box.red_line[1]}}},
      {"bonus", ValueObject{{"line_cats", 1}, {"start_pots", 1}}},
      {"hives", ValueObject{{"values", list_of({2, 1})}}},
      {"gardener", std::move(gardeners)},
      {"final_round", ValueObject{{"die", box.final_die},
                                  {"give_up", 2},
                                  {"orange_back", 2},
                                  {"blue_back", 1},
                                  {"orange_leaves_goal", box.leaves_goal[0]},
                                  {"blue_leaves_goal", box.leaves_goal[1]}}},
  };
}

Value garden_weights() {
  const ValueObject prior{
      {"plant", 16},       {"square", 8},      {"square_final", 12}, {"pot", 12},
      {"cloche", 24},      {"lone", 4},        {"tip", 2},           {"left", list_of({14, 7, 6, 5, 4, 4, 3, 3, 2, 2, 1, 1, 0})},
      {"finish_point", 1}, {"cat_early", 0},   {"cat", 8},           {"cat_finish", 40},
      {"cat_final", 16},   {"done", 24},       {"back", 24},         {"refill_no", 12},
      {"refill_have", 6},  {"refill_cat", 20}, {"cube", 24},         {"cube_point", 4},
      {"cube_waste", 2},   {"cube_cat", 8},    {"cube_pot", 8},      {"cube_hive", 4},
      {"lose", 64},        {"lose_point", 4}};
  return ValueObject{{"schema", 1}, {"game", "cottage_garden"}, {"prior", prior}};
}

std::shared_ptr<const GardenTables> load(int players, const Box& box = {}) {
  return GardenTables::make(GameSpec{players, ValueObject{}, garden_components(box), garden_weights()});
}

// ---- Placements, by the plainest means

using Cell = std::array<int, 2>;  // row and column

std::set<Cell> cells_of(const std::string& lines) {
  std::set<Cell> cells;
  int row = 0;
  int column = 0;
  for (const char c : lines) {
    if (c == '/') {
      ++row;
      column = 0;
      continue;
    }
    if (c != '.') cells.insert({row, column});
    ++column;
  }
  return cells;
}

std::set<Cell> to_corner(const std::set<Cell>& cells) {
  int top = kSide;
  int left = kSide;
  for (const Cell& cell : cells) {
    top = std::min(top, cell[0]);
    left = std::min(left, cell[1]);
  }
  std::set<Cell> moved;
  for (const Cell& cell : cells) moved.insert({cell[0] - top, cell[1] - left});
  return moved;
}

std::set<Cell> plain_shape(const std::set<Cell>& printed, int orientation) {
  std::set<Cell> cells = printed;
  const auto each = [&](const auto& place) {
    std::set<Cell> moved;
    for (const Cell& cell : cells) moved.insert(place(cell));
    cells = to_corner(moved);
  };
  if (orientation >= 4) each([](const Cell& cell) { return Cell{cell[0], -cell[1]}; });
  for (int turn = 0; turn < orientation % 4; ++turn) each([](const Cell& cell) { return Cell{cell[1], -cell[0]}; });
  return cells;
}

// Orientation and anchor of every placement on open squares of one bed.
std::set<std::array<int, 2>> plain_placements(const std::set<Cell>& printed, Squares open) {
  std::set<std::array<int, 2>> found;
  std::set<std::set<Cell>> shapes;
  for (int o = 0; o < kOrientations; ++o) {
    const std::set<Cell> shape = plain_shape(printed, o);
    if (!shapes.insert(shape).second) continue;
    for (int anchor = 0; anchor < kCells; ++anchor) {
      const auto lies_well = [&](const Cell& cell) {
        const int row = anchor / kSide + cell[0];
        const int column = anchor % kSide + cell[1];
        return row < kSide && column < kSide && has(open, row * kSide + column);
      };
      if (std::all_of(shape.begin(), shape.end(), lies_well)) found.insert({o, anchor});
    }
  }
  return found;
}

void check_placements(const Tile& tile, const std::set<Cell>& printed, Pair open) {
  const SpansOf spans(open);
  for (int slot = 0; slot < kSlots; ++slot) {
    std::set<std::array<int, 2>> found;
    for (std::size_t i = 0; i < tile.shape_count; ++i) {
      const Shape& shape = tile.shapes[i];
      for (int anchor = 0; anchor < kLane; ++anchor) {
        if (has(of_bed(shape.fits(spans), slot), anchor)) found.insert({shape.orientation, anchor});
      }
    }
    REQUIRE(found == plain_placements(printed, of_bed(open, slot)));
  }
}

// ---- The prior again, from the words of state.md

int plain_rough(Squares free) {
  int rough = 0;
  for (int cell = 0; cell < kCells; ++cell) {
    if (!has(free, cell)) continue;
    int beside = 0;
    for (int other = 0; other < kCells; ++other) {
      const int rows = std::abs(cell / kSide - other / kSide);
      const int columns = std::abs(cell % kSide - other % kSide);
      beside += has(free, other) && rows + columns == 1 ? 1 : 0;
    }
    rough += beside == 0 ? 4 : beside == 1 ? 2 : 0;
  }
  return rough;
}

int plain_gain(const GardenState& state, int colour, int steps) {
  const Track& track = state.tables().track(colour);
  int most = 0;
  for (const int step : state.position().cubes[static_cast<std::size_t>(colour)][static_cast<std::size_t>(state.mover())]) {
    if (step != track.goal && steps != 0)
      most = std::max(most, track.points_at(std::min(track.goal, step + steps)) - track.points_at(step));
  }
  return most;
}

// W-4, of an action that puts a piece on `squares` of a bed.
int plain_progress(const GardenState& state, int slot, Squares squares, int cats_after, const Shown& shown_after) {
  constexpr std::array<int, 13> kLeft{14, 7, 6, 5, 4, 4, 3, 3, 2, 2, 1, 1, 0};
  const Squares before = of_bed(state.position().gardens[static_cast<std::size_t>(state.mover())].free, slot);
  const Squares after = before & ~squares;
  int q = plain_rough(before) - plain_rough(after);
  if (before == after) return q;
  const int i = after == 0 ? 0 : std::max(1, std::popcount(after) - cats_after);
  q += kLeft[static_cast<std::size_t>(std::min(i, 12))];
  if (after == 0) q += plain_gain(state, kOrange, shown_after[kOrange]) + plain_gain(state, kBlue, shown_after[kBlue]);
  return q;
}

int plain_quality(const GardenState& state, Action action) {
  const Position& at = state.position();
  const GardenTables& tables = state.tables();
  const int player = state.mover();
  const auto p = static_cast<std::size_t>(player);
  const int cats = at.cats[p];
  const int sq = state.is_final() ? 12 : 8;
  if (is_tile(action)) {
    const Planting planting = planting_of(action);
    const Tile& tile = tables.tile(at.nursery[state.row().cells[static_cast<std::size_t>(planting.place)]]);
    const Squares squares = tile.shape(planting.orientation)->squares << planting.anchor;
    const Face& face = tables.face(at.faces[bed_of(player, planting.slot)]);
    const int pots = tile.pots - std::popcount(squares & face.pots);
    const int cloches = tile.cloches - std::popcount(squares & face.cloches);
    Shown shown = state.shown(player, planting.slot);
    shown[kOrange] += pots;
    shown[kBlue] += cloches;
    const int covered = std::popcount(squares & of_bed(at.gardens[p].free, planting.slot));
    return 16 + sq * covered + 12 * pots + 24 * cloches + plain_progress(state, planting.slot, squares, cats, shown);
  }
  if (is_pot(action) || is_cat(action)) {
    const Pair spot = spot_of(action);
    const int slot = of_bed(spot, 0) != 0 ? 0 : 1;
    Shown shown = state.shown(player, slot);
    if (is_pot(action)) ++shown[kOrange];
    const int progress = plain_progress(state, slot, of_bed(spot, slot), is_pot(action) ? cats : cats - 1, shown);
    if (is_pot(action)) return 16 + sq + 12 + progress;
    if (state.phase() == Phase::kPlant) return 0;
    const bool finishes = std::popcount(of_bed(at.gardens[p].free, slot)) <= cats;
    return 8 + progress + (finishes ? 40 : 0) + (state.is_final() ? 16 : 0);
  }
  const auto number = [&](const std::string& text) { return std::stoi(text.substr(text.rfind(':') + 1)); };
  const std::string text = state.action_text(action);
  if (action == kRefillCat) return 20;
  if (action == kRefillNo) return 12 + 6 * (state.row().size - state.empty_in_row());
  if (action == kDone || text.rfind("return:", 0) == 0) return 24;
  if (text.rfind("score:", 0) == 0) {
    const Shown shown = state.shown(player, number(text) - 1);
    return 24 + plain_gain(state, kOrange, shown[kOrange]) + plain_gain(state, kBlue, shown[kBlue]);
  }
  const int step = number(text);
  if (text.rfind("lose:", 0) == 0) {
    const bool orange = text.rfind("lose:orange", 0) == 0;
    const Track& track = tables.track(orange ? kOrange : kBlue);
    const int to = step == track.goal ? track.leaves_goal : step - (orange ? 2 : 1);
    const int lost = track.points_at(step) - track.points_at(to);
    return 64 - 4 * lost - step;
  }
  const int colour = text.rfind("orange:", 0) == 0 ? kOrange : kBlue;
  const Track& track = tables.track(colour);
  const int steps = state.shown(player, at.slot)[static_cast<std::size_t>(colour)];
  const int to = std::min(track.goal, step + steps);
  int q = 24 + 4 * (track.points_at(to) - track.points_at(step)) - 2 * (step + steps - to) + to;
  if (step <= track.line && to > track.line) q += 8;
  const Steps& cubes = at.cubes[static_cast<std::size_t>(colour)][p];
  if (step == 0 && std::count(cubes.begin(), cubes.end(), 0) == 1) q += 8;
  const bool holds = std::count(at.hives.begin(), at.hives.end(), player) > 0;
  const int value = at.hives[0] == kNobody ? 2 : at.hives[1] == kNobody && tables.path.hives == 2 ? 1 : 0;
  return q + (to == track.goal && !holds ? 4 * value : 0);
}

void check_weights(const GardenState& state) {
  LegalList<GardenState> list;
  WeightList<GardenState> weights;
  LegalList<GardenState> best;
  state.legal(list);
  state.prior(list, weights);
  state.best_by_prior(best);
  const std::uint32_t top = *std::max_element(weights.begin(), weights.end());
  LegalList<GardenState> expected;
  for (int i = 0; i < list.size(); ++i) {
    const int z = std::clamp(plain_quality(state, list[i]), 0, 135);
    REQUIRE_MESSAGE(weights[i] == static_cast<std::uint32_t>(8 + z % 8) << (z / 8), state.action_text(list[i]));
    if (weights[i] == top) expected.push(list[i]);
  }
  REQUIRE(best == expected);
}

// ---- Games

enum class Style { kUniform, kPrior, kCats };

Action choose(const GardenState& state, Style style, Rng& rng) {
  LegalList<GardenState> list;
  state.legal(list);
  if (style == Style::kCats && state.phase() == Phase::kCats) {  // keeps cats until they complete both beds
    const auto player = static_cast<std::size_t>(state.mover());
    const bool enough = std::popcount(state.position().gardens[player].free) <= state.position().cats[player];
    return enough || rng.below(4) == 0 ? list[0] : list[list.size() - 1];
  }
  if (style != Style::kUniform && rng.below(2) == 0) state.best_by_prior(list);
  return list[rng.below(list.size())];
}

// Another phase, slot, player, die or number of pots owed: refused, or a position that can be played on.
bool survives_another_node(const GardenState& state, Rng& rng) {
  ValueObject object = *state.to_value().as_object();
  for (int changes = 1 + rng.below(3); changes > 0; --changes) {
    switch (rng.below(5)) {
      case 0: object[0].second = std::string(kPhaseWords[static_cast<std::size_t>(rng.below(kPhases))]); break;
      case 1: object[1].second = rng.below(state.tables().players()); break;
      case 2: object[11].second = state.tables().path.die + rng.below(2) * (state.tables().final_die - state.tables().path.die); break;
      case 3: object[12].second = rng.below(kSlots); break;
      default: object[13].second = rng.below(3); break;
    }
  }
  std::optional<GardenState> accepted;
  try {
    accepted = GardenState::from_value(object, state.tables());
  } catch (const InvalidInput&) {
    return false;
  }
  for (int moves = 0; moves < 20 && accepted->mover() != kTerminal; ++moves) {
    check_node(*accepted, rng);
    accepted->apply(accepted->random_legal(rng));
  }
  return true;
}

struct Walk {
  std::array<int, kPhases> nodes{};
  int mutations = 0;
  int accepted = 0;
};

void walk_game(const std::shared_ptr<const GardenTables>& tables, Style style, std::uint64_t seed, Walk& walk, bool thorough) {
  Rng rng(seed);
  Rng other(seed, {99});
  GardenState state(*tables);
  int decisions = 0;
  while (true) {
    REQUIRE(state.consistent());
    ++walk.nodes[static_cast<std::size_t>(state.phase())];
    if (thorough || other.below(8) == 0) check_node(state, rng);
    if (other.below(thorough ? 8 : 64) == 0) {
      ++walk.mutations;
      walk.accepted += survives_mutation(state, other) ? 1 : 0;
      walk.accepted += survives_another_node(state, other) ? 1 : 0;
    }
    if (state.mover() == kTerminal) break;
    const GardenState before = state;
    if (state.mover() == kChance) {
      state.apply(state.sample(rng));
    } else {
      ++decisions;
      LegalList<GardenState> list;
      state.legal(list);
      REQUIRE(list.size() >= 2);  // CG-28
      check_weights(state);
      std::array<float, GardenState::kFeatures> features{};
      state.features(state.mover(), features);
      state.apply(choose(state, style, rng));
    }
    REQUIRE_FALSE(state == before);
  }
  REQUIRE(decisions <= tables->max_game_length());
  REQUIRE(state.beds_in_game() == 0);
  double sum = 0.0;
  for (const double r : state.returns()) sum += r;
  if (tables->players() == 1) REQUIRE(sum == state.scores()[0]);
  else REQUIRE(sum == doctest::Approx(0.0));
  for (const int score : state.scores()) REQUIRE(score <= tables->score_bounds().high);
}

// A small nursery, small tiles, beds that are soon complete and short tracks: every phase comes up.
Box small_box(int rows, int columns) {
  Box box;
  for (auto& bed : box.beds) bed = {"..PPP/P.CPC/PPPPP/PPPCP/CCC.C", "CPP../PCCCC/C.CCC/PCPCC/CP.PP"};
  box.rows = rows;
  box.columns = columns;
  box.tiles = {"#", "P", "##", "C#", "###", "##/#.", "##/#.", "####", "###/#..", "##/##", "####/#...", "###/###", "#####", "##./.##/..#"};
  box.orange = {0, 1, 3, 9};
  box.blue = {0, 2, 5};
  box.red_line = {1, 0};
  box.leaves_goal = {2, 1};
  const int around = 2 * (rows + columns);
  box.gardeners.clear();
  for (int players = 1; players <= 4; ++players) {
    const int spaces = around + (players == 4 ? 4 : 0);
    const int steps = players == 1 ? 2 : 1;
    const int moves = 2 * spaces / steps;
    box.gardeners.push_back({players, spaces, 0, 0, 4, steps, players == 1 ? 1 : 2, (moves + players - 1) / players});
  }
  return box;
}

GardenState dealt(const GardenTables& tables) {
  GardenState state(tables);
  while (state.mover() == kChance) {
    LegalList<GardenState> list;
    state.legal(list);
    state.apply(list[0]);
  }
  return state;
}

// The same with some fields changed; laws are not checked.
template <class Change>
GardenState changed(const GardenState& state, const Change& change) {
  Position at = state.position();
  change(at);
  return {state.tables(), at};
}

GardenState after(GardenState state, const std::vector<const char*>& moves) {
  for (const char* move : moves) {
    const auto action = state.parse_action(move);
    REQUIRE_MESSAGE(action.has_value(), move);
    state.apply(*action);
  }
  return state;
}

std::vector<std::string> legal_texts(const GardenState& state) {
  LegalList<GardenState> list;
  state.legal(list);
  std::vector<std::string> texts;
  for (const Action action : list) texts.push_back(state.action_text(action));
  return texts;
}

// Lays cats on all free squares of a bed of the mover but these.
void fill_bed(Position& at, const GardenTables& tables, int slot, const std::vector<const char*>& but) {
  Squares squares = tables.face(at.faces[bed_of(at.player, slot)]).soil();
  for (const char* cell : but) squares &= ~square(*parse_cell(cell));
  at.gardens[at.player].cats |= on_bed(squares, slot);
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_SUITE("cottage_garden") {
  TEST_CASE("CG-11 every placement of every tile, against trying them all") {
    const Box box;
    const auto tables = load(4);
    Rng rng(3);
    int most = 0;
    for (std::size_t t = 0; t < box.tiles.size(); ++t) {
      const std::set<Cell> printed = cells_of(box.tiles[t]);
      check_placements(tables->tiles[t], printed, on_both(kBoard));
      most = std::max(most, static_cast<int>(plain_placements(printed, kBoard).size()));
      for (int round = 0; round < 60; ++round) {
        Pair open = on_both(kBoard);
        for (int holes = rng.below(4); holes >= 0; --holes) open &= rng.next() | rng.next();
        check_placements(tables->tiles[t], printed, open);
      }
    }
    CHECK(most <= kMaxPlacements);
  }

  TEST_CASE("CG-11 placements of all connected tiles of 1 to 6 squares stay within the bound") {
    std::set<Squares> tiles{1};
    int most = 0;
    Rng rng(4);
    for (int size = 1; size <= kMaxTileSquares; ++size) {
      std::set<Squares> larger;
      for (const Squares squares : tiles) {
        PrintedGrid grid;
        grid.squares = squares;
        std::set<Cell> printed;
        for (int cell = 0; cell < kCells; ++cell) {
          if (!has(squares, cell)) continue;
          printed.insert({cell / kSide, cell % kSide});
          grid.rows = std::max(grid.rows, cell / kSide + 1);
          grid.columns = std::max(grid.columns, cell % kSide + 1);
        }
        const Tile tile = make_tile(grid);
        int anchors = 0;
        for (std::size_t i = 0; i < tile.shape_count; ++i) anchors += std::popcount(of_bed(tile.shapes[i].anchors, 0));
        most = std::max(most, anchors);
        check_placements(tile, printed, on_both(kBoard) & (rng.next() | rng.next() | rng.next()));
        for (int cell = 0; cell < kCells; ++cell) {  // the next size: a square more, moved into the corner
          if (!has(neighbours(squares) & ~squares, cell)) continue;
          larger.insert(squares | square(cell));
        }
        for (const auto& [rows, columns] : {std::pair{1, 0}, {0, 1}}) {
          if (grid.rows + rows > kSide || grid.columns + columns > kSide) continue;
          const Squares moved = squares << (rows * kSide + columns);
          for (int cell = 0; cell < kCells; ++cell) {
            const bool in_front = rows > 0 ? cell < kSide : cell % kSide == 0;
            if (in_front && has(neighbours(moved), cell)) larger.insert(moved | square(cell));
          }
        }
      }
      tiles = larger;
    }
    CHECK(most == kMaxPlacements);
  }

  TEST_CASE("walks obey every law of a state") {
    Walk all;
    for (int players = 1; players <= 4; ++players) {
      const auto tables = load(players);
      for (const Style style : {Style::kUniform, Style::kPrior, Style::kCats}) {
        walk_game(tables, style, static_cast<std::uint64_t>(players), all, true);
      }
    }
    CHECK(all.accepted < all.mutations);
  }

  TEST_CASE("walks in small nurseries meet every phase") {
    Walk all;
    Rng rng(7);
    for (int rows = 2; rows <= kMaxRow; ++rows) {
      for (int columns = 2; columns <= kMaxRow; ++columns) {
        const Box box = small_box(rows, columns);
        for (int players = 1; players <= 4; ++players) {
          const auto tables = load(players, box);
          for (const Style style : {Style::kUniform, Style::kPrior, Style::kCats, Style::kCats})
            walk_game(tables, style, rng.next(), all, false);
        }
      }
    }
    for (std::size_t phase = 0; phase < all.nodes.size(); ++phase) CHECK_MESSAGE(all.nodes[phase] > 0, kPhaseWords[phase]);
    CHECK(all.accepted > 0);
  }

  TEST_CASE("CG-8 the gardener sees the row of his space, nearest first") {
    const auto two = load(2);
    const auto four = load(4);
    const auto row = [](const GardenTables& tables, int space) {
      const Row& seen = tables.row(space);
      return std::vector<int>(seen.cells.begin(), seen.cells.begin() + seen.size);
    };
    CHECK(row(*two, 0) == std::vector<int>{0, 4, 8, 12});
    CHECK(row(*two, 5) == std::vector<int>{7, 6, 5, 4});
    CHECK(row(*two, 8) == std::vector<int>{15, 11, 7, 3});
    CHECK(row(*two, 15) == std::vector<int>{0, 1, 2, 3});
    CHECK(row(*four, 0) == std::vector<int>{0, 5, 10, 15});
    CHECK(row(*four, 5) == std::vector<int>{3, 6, 9, 12});
    CHECK(row(*four, 10) == std::vector<int>{15, 10, 5, 0});
    CHECK(row(*four, 15) == std::vector<int>{12, 9, 6, 3});
    CHECK(row(*four, 16) == std::vector<int>{12, 13, 14, 15});
    CHECK(load(3, small_box(2, 3))->row(3).size == 3);
  }

  TEST_CASE("CG-9, CG-27 turns of each player before the final round") {
    const std::array<int, 4> turns{32, 32, 26, 25};
    const std::array<int, 4> moves{32, 64, 78, 100};
    for (int players = 1; players <= 4; ++players) {
      const auto tables = load(players);
      CHECK(tables->path.moves == moves[static_cast<std::size_t>(players - 1)]);
      Box box;
      box.gardeners[static_cast<std::size_t>(players - 1)].turns = turns[static_cast<std::size_t>(players - 1)] + 1;
      CHECK_THROWS_AS(load(players, box), InvalidInput);
    }
  }

  TEST_CASE("CG-14 two pots and two cloches, three pots and one cloche") {
    const auto points = [](const char* light) {
      Box box;
      box.beds[0][0] = light;
      const auto tables = load(2, box);
      const GardenState state = changed(dealt(*tables), [&](Position& at) { fill_bed(at, *tables, 0, {"e1"}); });
      return after(state, {"pot:2@b1", "cat:1@e1", "done"}).scores()[0];
    };
    CHECK(points("PPCC./...../...../...../.....") == 2 + 4);
    CHECK(points("PPPC./...../...../...../.....") == 3 + 2);
  }

  TEST_CASE("CG-15 the last cube that leaves the start earns a pot for the other bed, or for the replacement") {
    const auto tables = load(2);
    const auto at_last_cube = [&](bool other_is_full) {
      return changed(dealt(*tables), [&](Position& at) {
        fill_bed(at, *tables, 0, {"a1"});
        if (other_is_full) fill_bed(at, *tables, 1, {});
        at.cubes[kOrange][0] = {0, 16, 16};
        at.cubes[kBlue][0] = {0, 8, 8};
        at.hives = {0, kNobody};
        at.cats = {0, 2, 0, 0};
      });
    };
    const GardenState orange = after(at_last_cube(false), {"pot:1@a1"});
    CHECK(orange.phase() == Phase::kOrangePot);
    const GardenState blue = after(orange, {"pot:2@b1"});
    CHECK(blue.phase() == Phase::kBluePot);
    const GardenState next = after(blue, {"pot:2@c1"});
    CHECK(next.mover() == 1);
    CHECK(next.scores()[0] == 20 + 20 + 5 + 20 + 20 + 4 + 2);

    const GardenState full = at_last_cube(true);
    const GardenState owed = after(full, {"pot:1@a1", "score:1"});
    CHECK(owed.phase() == Phase::kPot);
    CHECK(owed.position().owed == 2);
    CHECK(owed.position().slot == 0);
    CHECK(owed.position().faces[0] == dealt(*tables).position().middle);
    CHECK(owed.position().middle == (dealt(*tables).position().faces[0] ^ 1));
  }

  TEST_CASE("CG-19 surplus cats must be put down") {
    const auto tables = load(2);
    const GardenState state = changed(dealt(*tables), [&](Position& at) { at.cats[0] = 3; });
    const GardenState planted = after(state, {"pot:1@a1"});
    CHECK(planted.phase() == Phase::kCats);
    CHECK_FALSE(planted.is_legal(kDone));
    const GardenState put = after(planted, {"cat:1@b1"});
    CHECK(put.is_legal(kDone));
  }

  TEST_CASE("CG-22 cubes on the goal pay only when no other can") {
    const auto tables = load(2);
    const auto final_with = [&](const Steps& orange, const Steps& blue) {
      return changed(dealt(*tables), [&](Position& at) {
        at.phase = Phase::kLose;
        at.die = static_cast<std::uint8_t>(tables->final_die);
        at.cubes[kOrange][0] = orange;
        at.cubes[kBlue][0] = blue;
      });
    };
    CHECK(legal_texts(final_with({1, 2, 16}, {0, 8, 8})).size() == 1);
    CHECK(legal_texts(final_with({2, 5, 5}, {0, 1, 8})) == Texts{"lose:orange:2", "lose:orange:5", "lose:blue:1"});
    const GardenState goals = final_with({0, 1, 16}, {0, 0, 8});
    CHECK(legal_texts(goals) == Texts{"lose:orange:16", "lose:blue:8"});
    CHECK(after(goals, {"lose:orange:16"}).position().cubes[kOrange][0] == Steps{0, 1, 15});
    CHECK(after(goals, {"lose:blue:8"}).position().cubes[kBlue][0] == Steps{0, 0, 7});
  }

  TEST_CASE("CG-25 a tie goes to the higher hive") {
    const auto tables = load(3);
    const GardenState state = changed(dealt(*tables), [&](Position& at) {
      at.hives = {1, 0};
      at.cubes[kOrange][0] = {1, 1, 16};
      at.cubes[kOrange][1] = {0, 1, 16};
      at.cubes[kOrange][2] = {1, 2, 16};
    });
    CHECK(state.scores() == [] {
      PerPlayer<int> scores(3, 23);
      return scores;
    }());
    CHECK(state.ranks()[1] == 1);
    CHECK(state.ranks()[0] == 2);
    CHECK(state.ranks()[2] == 3);
  }

  TEST_CASE("a broken position is refused with every law that it breaks") {
    const auto tables = load(2);
    const auto refusal = [&](const std::vector<std::pair<std::size_t, Value>>& changes) {
      ValueObject object = *dealt(*tables).to_value().as_object();
      for (const auto& [key, value] : changes) object[key].second = value;
      try {
        (void)GardenState::from_value(object, *tables);
      } catch (const InvalidInput& error) {
        return std::string(error.what());
      }
      return std::string();
    };
    CHECK(refusal({}).empty());
    const std::string pieces =
        refusal({{1, Value()}, {3, ValueList{16, 16}}, {5, Value()}, {6, ValueList{ValueList{2, 1, 0}, ValueList{0, 0, 0}}}});
    for (const char* law : {"S-2", "S-3", "S-4"}) CHECK(pieces.find(law) != std::string::npos);
    CHECK(pieces.find("S-6") == std::string::npos);
    const std::string later =
        refusal({{6, ValueList{ValueList{2, 1, 16}, ValueList{0, 0, 0}}}, {8, ValueList{3, 2}}, {10, 1}, {12, 0}, {13, 1}});
    for (const char* law : {"S-6", "S-7", "S-8", "S-9", "S-11", "S-12"}) CHECK(later.find(law) != std::string::npos);
  }

  TEST_CASE("D-1 who holds no bed loses no points") {
    const auto tables = load(2);
    const GardenState state = changed(dealt(*tables), [&](Position& at) {
      at.phase = Phase::kLose;
      at.die = static_cast<std::uint8_t>(tables->final_die);
      at.cubes[kOrange][0] = {2, 3, 4};
      at.faces[bed_of(0, 0)] = at.faces[bed_of(0, 1)] = at.faces[bed_of(1, 1)] = kNoFace;
      const std::array<Lain, 3> tiles{Lain{33, 0, 0}, Lain{34, 0, 15}, Lain{16, 2, 7}};
      at.laid[bed_of(1, 0)] = 3;
      at.pool.fill(0);
      at.queue_size = 0;
      for (std::uint16_t tile = 17; tile < kMaxTiles; ++tile) {
        if (tile != 33 && tile != 34) at.pool[at.queue_size++] = tile;
      }
      for (std::size_t i = 0; i < tiles.size(); ++i) at.pool[kMaxTiles - 3 + i] = tiles[i].packed();
    });
    try {
      (void)GardenState::from_value(state.to_value(), *tables);
      FAIL("accepted");
    } catch (const InvalidInput& error) {
      CHECK(std::string(error.what()) == "cottage_garden position: player: S-15: should hold a bed");
    }
  }

  TEST_CASE("a broken component file is refused with every fault") {
    Box box;
    box.tiles[0] = "#./.#";
    box.tiles[1] = "#./#.";
    box.beds[0][0] = "PPPPP/PPPPP/PPPPP/PPPPP/PPPPP";
    box.orange[3] = 2;
    box.red_line[1] = 8;
    box.leaves_goal[0] = 16;
    box.gardeners[2].spaces = 20;
    try {
      (void)load(5, box);
      FAIL("accepted");
    } catch (const InvalidInput& error) {
      const std::string what = error.what();
      for (const char* key : {"players", "tile[0].grid", "tile[1].grid", "bed: has 9 beds", "track.orange[3]", "red_line.blue",
                              "final_round.orange_leaves_goal", "gardener[2].spaces"}) {
        CHECK_MESSAGE(what.find(key) != std::string::npos, key);
      }
    }
    CHECK_THROWS_AS(load(2, box), InvalidInput);
  }
}
