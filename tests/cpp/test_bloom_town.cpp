#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include "games/bloom_town/state.hpp"
#include "laws_of_states.hpp"

namespace {

using namespace cloche;
using namespace cloche::bloom_town;
using namespace cloche::testing;

using Bloom = bloom_town::State;

static_assert(GameState<Bloom> && ChanceState<Bloom> && FastRandomState<Bloom> && HiddenState<Bloom> && ValuedState<Bloom> &&
              DataState<Bloom>);
static_assert(std::is_trivially_copyable_v<Bloom> && sizeof(Bloom) <= 256);

// ---- Components and weights built by hand. The default box matches seeds/bloom_town/components.toml, the weights match
// weights.toml; a Python test plays the files themselves.

struct SetupOfBox {
  int players;
  int removed;
  int stack;
  int end_stacks;
};

// What a component file may change.
struct BloomBox {
  int size = 5;
  std::array<int, kPlainTypes> plain{13, 13, 13, 13};
  std::array<int, kShopKinds> shops{3, 2, 2, 2, 2, 2};
  int per_type = 2;
  int in_hand = 2;
  std::vector<SetupOfBox> setups{{2, 6, 8, 3}, {3, 2, 11, 2}, {4, 0, 13, 2}};

  [[nodiscard]] int left_over(const SetupOfBox& setup) const {
    int tiles = kTypes * per_type - kTypes * setup.removed - setup.players * in_hand - kStacks * setup.stack;
    for (const int count : plain) tiles += count;
    for (const int count : shops) tiles += count;
    return tiles;
  }
};

struct BloomOptions {
  const char* side = "A";
  const char* subway = "group";
  const char* shop = "tiles";
};

std::string cropped(const std::vector<std::string>& rows, int size) {
  std::string text;
  for (int row = 0; row < size; ++row) text += rows[static_cast<std::size_t>(row)].substr(0, static_cast<std::size_t>(size)) + "\n";
  return text;
}

Value bloom_components(const BloomBox& box) {
  ValueList symbols;
  for (int id = 1; id <= kStacks; ++id) symbols.push_back(ValueObject{{"id", id}, {"name", "flower"}});
  const Value side_a = ValueObject{{"symbols", cropped({"12345", "12345", "12345", "12345", "12345"}, box.size)},
                                   {"blooming", cropped({"..*..", "*....", "....*", ".*...", "...*."}, box.size)}};
  const Value side_b = ValueObject{{"symbols", cropped({"12345", "34512", "51234", "23451", "45123"}, box.size)},
                                   {"blooming", cropped({"*...*", ".....", "..*..", ".....", "*...*"}, box.size)}};
  int shops = 0;
  for (const int count : box.shops) shops += count;
  ValueList types;
  const std::array<const char*, kTypes> ids{"O", "S", "P", "H", "shop"};
  for (std::size_t type = 0; type < ids.size(); ++type)
    types.push_back(ValueObject{{"id", ids[type]}, {"name", "type"}, {"count", type == kShop ? shops : box.plain[type]}});
  const std::array<std::array<const char*, 2>, kShopKinds> matches{
      {{"P", "H"}, {"O", "P"}, {"S", "H"}, {"O", "H"}, {"O", "S"}, {"S", "P"}}};
  ValueList kinds;
  for (std::size_t kind = 0; kind < matches.size(); ++kind) {
    kinds.push_back(ValueObject{{"id", std::string(1, static_cast<char>('a' + kind))},
                                {"name", "shop"},
                                {"matches", ValueList{matches[kind][0], matches[kind][1]}},
                                {"count", box.shops[kind]}});
  }
  ValueList setups;
  for (const SetupOfBox& setup : box.setups) {
    setups.push_back(ValueObject{{"players", setup.players},
                                 {"removed", setup.removed},
                                 {"stack", setup.stack},
                                 {"left_over", box.left_over(setup)},
                                 {"end_stacks", setup.end_stacks}});
  }
  return ValueObject{
      {"schema", 1},
      {"game", "bloom_town"},
      {"edition", "test"},
      {"provenance", ValueObject{}},
      {"players", ValueObject{{"min", 2}, {"max", 4}}},
      {"town", ValueObject{{"size", box.size}}},
      {"symbol", std::move(symbols)},
      {"board", ValueObject{{"A", side_a}, {"B", side_b}}},
      {"building_type", std::move(types)},
      {"shop_kind", std::move(kinds)},
      {"community", ValueObject{{"per_type", box.per_type}}},
      {"hand", ValueObject{{"tiles", box.in_hand}, {"bonus_tokens", 1}}},
      {"setup", std::move(setups)},
  };
}

Value bloom_weights(bool rising = true) {
  ValueList points;
  for (int quality = 0; quality < 48; ++quality) points.emplace_back(rising ? 8 + quality * quality : 1 + (quality * 7) % 11);
  return ValueObject{{"schema", 1},
                     {"game", "bloom_town"},
                     {"prior", ValueObject{{"points", std::move(points)},
                                           {"build", 2},
                                           {"market", 1},
                                           {"unknown", 4},
                                           {"blooming", 4},
                                           {"extra", 8},
                                           {"token", 10},
                                           {"community", 4}}}};
}

using SharedTables = std::shared_ptr<const bloom_town::Tables>;

GameSpec bloom_spec(int players, const BloomOptions& options = {}, const BloomBox& box = {}, bool rising = true) {
  return {players, ValueObject{{"side", options.side}, {"subway", options.subway}, {"shop", options.shop}}, bloom_components(box),
          bloom_weights(rising)};
}
SharedTables bloom_tables(int players, const BloomOptions& options = {}, const BloomBox& box = {}, bool rising = true) {
  return bloom_town::Tables::make(bloom_spec(players, options, box, rising));
}

// ---- The scoring again, from the words of rules.md and the plainest means.

constexpr std::string_view kCharacters = "OSPHabcdef";

struct PlainTown {
  int size = 5;
  std::array<int, kCells> kinds{};  // kNoKind where empty

  explicit PlainTown(const Town& town, int rows) : size(rows) {
    for (int cell = 0; cell < kCells; ++cell) kinds[static_cast<std::size_t>(cell)] = town.kind_on(cell);
  }
  [[nodiscard]] int type_at(int row, int column) const {
    if (row < 0 || column < 0 || row >= size || column >= size) return -1;
    const int kind = kinds[static_cast<std::size_t>(row * kStride + column)];
    return kind == kNoKind ? -1 : type_of(kind);
  }
  [[nodiscard]] int run(int cell, int rows, int columns, int type) const {
    int length = 0;
    int row = cell / kStride + rows;
    int column = cell % kStride + columns;
    for (; type_at(row, column) == type; row += rows, column += columns) ++length;
    return length;
  }
  [[nodiscard]] int group(int cell, int type, const std::vector<std::pair<int, int>>& steps) const {
    std::set<int> found{cell};
    std::vector<int> todo{cell};
    while (!todo.empty()) {
      const int at = todo.back();
      todo.pop_back();
      for (const auto& [rows, columns] : steps) {
        const int row = at / kStride + rows;
        const int column = at % kStride + columns;
        if (type_at(row, column) == type && found.insert(row * kStride + column).second) todo.push_back(row * kStride + column);
      }
    }
    return static_cast<int>(found.size());
  }
  [[nodiscard]] int points(const Scoring& scoring, int kind, int cell) const {
    const std::vector<std::pair<int, int>> beside{{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    const std::vector<std::pair<int, int>> diagonal{{-1, -1}, {1, 1}, {1, -1}, {-1, 1}};
    const int type = type_of(kind);
    int sum = 1;
    if (type == kOffice) {
      for (const auto& [rows, columns] : beside) sum += run(cell, rows, columns, kOffice);
    } else if (type == kSubway && scoring.subway_lines) {
      for (const auto& [rows, columns] : diagonal) sum += run(cell, rows, columns, kSubway);
    } else if (type == kSubway) {
      return group(cell, kSubway, diagonal);
    } else if (type == kPark) {
      const int parks = group(cell, kPark, beside);
      return parks == 1 ? 1 : parks == 2 ? 3 : parks == 3 ? 4 : 0;
    } else {
      std::multiset<int> types;
      for (const auto& [rows, columns] : beside) types.insert(type_at(cell / kStride + rows, cell % kStride + columns));
      types.erase(-1);
      if (type == kHome) return 1 + static_cast<int>(std::set<int>(types.begin(), types.end()).size());
      for (const int wanted : scoring.matches[static_cast<std::size_t>(kind - kShop)]) {
        const auto found = static_cast<int>(types.count(wanted));
        sum += scoring.shop_types ? std::min(1, found) : found;
      }
    }
    return sum;
  }
  [[nodiscard]] int rescored(const Scoring& scoring, int type) const {
    int sum = 0;
    for (int cell = 0; cell < kCells; ++cell) {
      const int kind = kinds[static_cast<std::size_t>(cell)];
      if (kind == kNoKind || type_of(kind) != type) continue;
      sum += type == kHome || type == kShop ? points(scoring, kind, cell) : 2;
    }
    return sum;
  }
  [[nodiscard]] int best(const Scoring& scoring, int kind) const {
    int most = 0;
    for (int row = 0; row < size; ++row) {
      for (int column = 0; column < size; ++column) {
        if (type_at(row, column) < 0) most = std::max(most, points(scoring, kind, row * kStride + column));
      }
    }
    return most;
  }
};

bool scores_plainly(const Bloom& state, int player) {
  const Town& town = state.town(player);
  const Scoring& scoring = state.tables().scoring;
  const PlainTown plain(town, state.tables().size);
  bool same = true;
  for (int kind = 0; kind < kKinds; ++kind) {
    const SquareNumbers numbers = points_everywhere(town, scoring, kind);
    for (int cell = 0; cell < kCells; ++cell) {
      const bool empty = has(state.empty_squares(player), cell);
      if (!empty && plain.kinds[static_cast<std::size_t>(cell)] != kind) continue;
      const int points = plain.points(scoring, kind, cell);
      same = same && points_on(town, scoring, kind, cell) == points && (!empty || numbers.on(cell) == points);
    }
    same = same && best_points(town, scoring, kind, state.empty_squares(player)) == plain.best(scoring, kind);
  }
  for (int type = 0; type < kTypes; ++type) same = same && rescored(town, scoring, type) == plain.rescored(scoring, type);
  return same;
}

// ---- The prior again (W-1 to W-6).

int plain_quality(const Bloom& state, Action action) {
  const Position& at = state.position();
  const bloom_town::Tables& tables = state.tables();
  const bloom_town::PriorWeights& prior = tables.prior;
  const PlainTown own(state.town(at.player), tables.size);
  const auto built = [&] { return own.points(tables.scoring, own.kinds[at.cell], at.cell); };
  if (is_build(action)) {
    const int cell = build_cell(action);
    int quality = prior.build * own.points(tables.scoring, build_kind(action), cell);
    if (has(tables.blooming, cell) && !(state.is_used(kDouble) && state.is_used(kExtra))) quality += prior.blooming;
    const int kind = at.market[tables.symbols[static_cast<std::size_t>(cell)]];
    return quality + (kind == kNoKind ? prior.unknown : prior.market * own.best(tables.scoring, kind));
  }
  if (action == bloom_action(kNoBonus)) return 0;
  if (action == token_action(kNoBonus)) {
    int tiles = 0;
    for (const int stack : at.stacks) tiles += stack;
    return std::min(prior.token, tiles / tables.player_count);
  }
  if (action == bloom_action(kDouble) || action == token_action(kDouble)) return prior.build * built();
  if (action == bloom_action(kExtra) || action == token_action(kExtra)) return prior.extra;
  if (action < kFirstTake) {
    const int type = action - token_action(kCommunity);
    int others = 0;
    for (int p = 0; p < tables.player_count; ++p) {
      if (p != at.player) others = std::max(others, PlainTown(state.town(p), tables.size).rescored(tables.scoring, type));
    }
    return std::max(0, prior.build * (own.rescored(tables.scoring, type) - others) + prior.community);
  }
  if (action < kFirstKeep) return prior.build * own.best(tables.scoring, at.market[static_cast<std::size_t>(action - kFirstTake)]);
  return prior.build * own.rescored(tables.scoring, type_of(action - kFirstKeep));
}

void check_knowledge(const Bloom& state) {
  LegalList<Bloom> list;
  WeightList<Bloom> weights;
  LegalList<Bloom> best;
  LegalList<Bloom> expected;
  state.legal(list);
  state.prior(list, weights);
  state.best_by_prior(best);
  const std::uint32_t top = *std::max_element(weights.begin(), weights.end());
  for (int i = 0; i < list.size(); ++i) {
    REQUIRE(weights[i] == state.tables().prior.of_quality(plain_quality(state, list[i])));
    if (weights[i] == top) expected.push(list[i]);
  }
  REQUIRE(best == expected);
  std::array<float, Bloom::kFeatures> features{};
  state.features(state.mover(), features);
  for (const float feature : features) REQUIRE((feature >= 0.0F && feature < 20.0F));
}

// ---- What a player knows (H-1 to H-7).

// The same position with other garbage wherever the observer knows nothing.
Bloom poisoned(const Bloom& state, int observer, Rng& rng) {
  Position at = state.position();
  for (int player = 0; player < state.tables().player_count; ++player) {
    if (player == observer) continue;
    Hand& hand = at.hands[static_cast<std::size_t>(player)];
    const int hidden = hand.hidden_tiles();
    hand.remove_hidden();
    for (int tile = 0; tile < hidden; ++tile) hand.add(rng.below(16), true);
  }
  for (std::size_t kind = 0; kind < kKinds; ++kind) at.face_down[kind] = static_cast<std::uint8_t>(rng.below(256));
  return {state.tables(), at};
}

// H-6: what is seen of the next action decides what is known after it.
void check_seen(const Bloom& state) {
  LegalList<Bloom> list;
  state.legal(list);
  for (int observer = 0; observer < state.tables().player_count; ++observer) {
    std::vector<std::pair<Action, Value>> known;
    for (const Action action : list) {
      const Action seen = state.seen(action, observer);
      REQUIRE((seen == action || (state.mover() == kChance && seen == kHiddenTile)));
      REQUIRE(state.seen_text(action, observer) == (seen == action ? state.action_text(action) : "hidden"));
      if (state.mover() >= 0) {
        REQUIRE(seen == action);
        continue;
      }
      Bloom next = state;
      next.apply(action);
      Value learnt = next.observation(observer);
      for (const auto& [earlier, observation] : known) REQUIRE((earlier == seen) == (observation == learnt));
      if (seen != kHiddenTile || known.empty() || known.back().first != seen) known.emplace_back(seen, std::move(learnt));
    }
  }
}

// ---- Walks

enum class Style { kUniform, kGreedy };

struct Walk {
  std::array<int, kPhases> nodes{};
  int mutations = 0;
  int accepted = 0;
  int observed = 0;
};

Walk walk_game(const SharedTables& tables, Style style, std::uint64_t seed) {
  Rng rng(seed);
  Rng other(seed, {99});
  Bloom state(*tables);
  Walk walk;
  int decisions = 0;
  while (true) {
    REQUIRE(state.consistent());
    ++walk.nodes[static_cast<std::size_t>(state.phase())];
    check_node(state, rng);
    if (other.below(3) == 0) {
      check_belief(state, poisoned, other);
      check_seen(state);
    }
    if (other.below(8) == 0) {
      ++walk.mutations;
      walk.accepted += survives_mutation(state, other) ? 1 : 0;
      walk.observed += survives_observed_mutation(state, other) ? 1 : 0;
    }
    if (state.mover() == kTerminal) break;
    const Bloom before = state;
    if (state.mover() == kChance) {
      state.apply(state.sample(rng));
    } else {
      ++decisions;
      check_knowledge(state);
      REQUIRE(scores_plainly(state, state.mover()));
      LegalList<Bloom> list;
      if (style == Style::kGreedy) state.best_by_prior(list);
      else state.legal(list);
      state.apply(list[rng.below(list.size())]);
    }
    REQUIRE_FALSE(state == before);
  }
  REQUIRE(decisions <= tables->max_game_length());
  double sum = 0.0;
  for (const double r : state.returns()) sum += r;
  REQUIRE(std::abs(sum) < 1e-9);
  std::set<int> ranks;
  for (const int rank : state.ranks()) ranks.insert(rank);
  REQUIRE(ranks.size() == static_cast<std::size_t>(tables->player_count));
  for (const int score : state.scores()) REQUIRE(score <= tables->score_bounds().high);
  return walk;
}

void add_to(Walk& all, const Walk& walk) {
  for (std::size_t i = 0; i < walk.nodes.size(); ++i) all.nodes[i] += walk.nodes[i];
  all.mutations += walk.mutations;
  all.accepted += walk.accepted;
  all.observed += walk.observed;
}

// ---- Positions of one's own

Town town_of(const std::vector<std::string>& rows) {
  Town town;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    for (std::size_t column = 0; column < rows[row].size(); ++column) {
      const std::size_t kind = kCharacters.find(rows[row][column]);
      if (kind != std::string_view::npos) town.put(static_cast<int>(kind), static_cast<int>(row * kStride + column));
    }
  }
  return town;
}

int points(const std::vector<std::string>& rows, char kind, const char* cell, const BloomOptions& options = {}) {
  return points_on(town_of(rows), bloom_tables(2, options)->scoring, static_cast<int>(kCharacters.find(kind)),
                   *bloom_town::parse_cell(cell));
}

std::vector<std::string> texts(const Bloom& state) {
  LegalList<Bloom> list;
  state.legal(list);
  std::vector<std::string> all;
  for (const Action action : list) all.push_back(state.action_text(action));
  return all;
}

Bloom after(Bloom state, const std::vector<std::string>& moves) {
  for (const std::string& move : moves) {
    const auto action = state.parse_action(move);
    if (!action) FAIL("not legal: " << move);
    state.apply(*action);
  }
  return state;
}

// A game of two: hands O S and H P, the market P H O S shop-a, the left-over tile O.
Bloom first_turn(const bloom_town::Tables& tables) {
  return after(Bloom(tables), {"O", "S", "H", "P", "P", "H", "O", "S", "shop-a", "O"});
}

template <class Change>
Bloom changed(const Bloom& state, const Change& change) {
  Position at = state.position();
  change(at);
  return {state.tables(), at};
}

}  // namespace

TEST_SUITE("bloom_town") {
  TEST_CASE("walks obey every law of a state and of what players know") {
    Walk all;
    for (int players = 2; players <= 4; ++players) {
      for (const BloomOptions options : {BloomOptions{"A", "group", "tiles"}, {"B", "lines", "tiles"}, {"B", "group", "types"}}) {
        const auto tables = bloom_tables(players, options, {}, players != 3);
        for (const Style style : {Style::kUniform, Style::kGreedy}) add_to(all, walk_game(tables, style, 7));
      }
    }
    for (std::size_t phase = 0; phase < kPhases; ++phase) {
      CAPTURE(phase);
      if (phase != static_cast<std::size_t>(bloom_town::Phase::kTake)) CHECK(all.nodes[phase] > 0);
    }
    CHECK(all.accepted > 0);
    CHECK(all.observed > 0);
    CHECK(all.accepted < all.mutations);
  }

  TEST_CASE("walks with boxes of one's own, which run dry and fill up") {
    Walk all;
    Rng rng(3);
    int games = 0;
    for (int tries = 0; tries < 400 && games < 25; ++tries) {
      BloomBox box;
      box.size = 3 + rng.below(3);
      for (int& count : box.plain) count = rng.below(9);
      for (int& count : box.shops) count = rng.below(4);
      box.per_type = rng.below(3);
      box.in_hand = 1 + rng.below(2);
      box.setups.clear();
      for (int players = 2; players <= 4; ++players) box.setups.push_back({players, rng.below(4), 1 + rng.below(8), 1 + rng.below(5)});
      const int players = 2 + rng.below(3);
      const BloomOptions options{rng.below(2) == 0 ? "A" : "B", rng.below(2) == 0 ? "group" : "lines",
                                 rng.below(2) == 0 ? "tiles" : "types"};
      SharedTables tables;
      try {
        tables = bloom_tables(players, options, box, rng.below(2) == 0);
      } catch (const InvalidInput&) {
        continue;
      }
      ++games;
      for (const Style style : {Style::kUniform, Style::kGreedy}) add_to(all, walk_game(tables, style, rng.next()));
    }
    CHECK(games >= 20);
    for (std::size_t phase = 0; phase < kPhases; ++phase) {
      CAPTURE(phase);
      CHECK(all.nodes[phase] > 0);
    }
  }

  TEST_CASE("a redeal gives hidden tiles in proportion to the unseen ones") {
    const auto tables = bloom_tables(2);
    const Bloom state = first_turn(*tables);
    const std::array<int, kKinds> unseen = state.unseen(0);
    int total = 0;
    for (const int tiles : unseen) total += tiles;
    std::array<int, kKinds> drawn{};
    constexpr int kDraws = 60000;
    Rng rng(11);
    for (int i = 0; i < kDraws; ++i) {
      Bloom world = state;
      world.redeal(0, rng);
      for (int slot = 0; slot < 2; ++slot) ++drawn[static_cast<std::size_t>(world.hand(1).kind(slot))];
    }
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
      const double expected = 2.0 * kDraws * unseen[kind] / total;
      CHECK(std::abs(drawn[kind] - expected) < 6.0 * std::sqrt(expected + 1.0));
    }
  }

  TEST_CASE("BT-4 to BT-8 numbers of the setup") {
    const auto smallest = bloom_tables(2);
    const Bloom two(*smallest);
    CHECK(two.phase() == bloom_town::Phase::kHands);
    CHECK(two.position().out == std::array<std::uint8_t, kKinds>{6, 6, 6, 6, 1, 1, 1, 1, 1, 1});
    const auto tables = bloom_tables(3);
    const Bloom three(*tables);
    CHECK(texts(three) == std::vector<std::string>{"shop-a", "shop-b", "shop-c", "shop-d", "shop-e", "shop-f"});
    CHECK(texts(after(three, {"shop-c"})) == std::vector<std::string>{"shop-a", "shop-b", "shop-d", "shop-e", "shop-f"});
    CHECK(after(three, {"shop-c", "shop-a"}).phase() == bloom_town::Phase::kHands);
    const auto four = bloom_tables(4);
    CHECK(Bloom(*four).position().face_down_total == 75);
    CHECK(four->setup.left_over == 2);
    CHECK(tables->setup.left_over == 4);
    CHECK(two.position().left_over == 1);
  }

  TEST_CASE("BT-20 offices count unbroken runs across and down") {
    CHECK(points({"..O..", "..O..", "OO.OO", "..O..", "..O.."}, 'O', "c3") == 9);
    CHECK(points({"O.O..", ".....", "..O.."}, 'O', "c2") == 3);
    CHECK(points({"OO.O."}, 'O', "c1") == 4);
    CHECK(points({"O....", ".O..."}, 'O', "e5") == 1);
  }

  TEST_CASE("BT-21 subways connect by corners; with option lines along the diagonals only") {
    const std::vector<std::string> all{"S.S.S", ".S.S.", "S.S.S", ".S.S.", "S.S.S"};
    CHECK(points(all, 'S', "c3") == 13);
    CHECK(points(all, 'S', "c3", {"A", "lines", "tiles"}) == 9);
    CHECK(points({"S....", ".....", "S...."}, 'S', "b2") == 3);
    CHECK(points({"SS...", "....."}, 'S', "c1") == 1);
    CHECK(points({"S...S"}, 'S', "b1") == 1);  // no group round the edge
    CHECK(points({"....S"}, 'S', "a3") == 1);
  }

  TEST_CASE("BT-22 parks by the size of the group after placing") {
    CHECK(points({"....."}, 'P', "a1") == 1);
    CHECK(points({"P...."}, 'P', "b1") == 3);
    CHECK(points({"P.P.."}, 'P', "b1") == 4);
    CHECK(points({"PP.P."}, 'P', "c1") == 0);
    CHECK(points({"....P"}, 'P', "a2") == 1);
  }

  TEST_CASE("BT-23, BT-24 homes and shops by their neighbours") {
    CHECK(points({".O...", "S.P..", ".a..."}, 'H', "b2") == 5);
    CHECK(points({".H...", "H.H..", ".H..."}, 'H', "b2") == 2);
    CHECK(points({".a...", "b.c..", ".d..."}, 'H', "b2") == 2);
    CHECK(points({".P...", "P.H..", ".H..."}, 'a', "b2") == 5);
    CHECK(points({".P...", "P.H..", ".H..."}, 'a', "b2", {"A", "group", "types"}) == 3);
    CHECK(points({".P...", "P.H..", ".H..."}, 'e', "b2") == 1);
  }

  TEST_CASE("BT-25 offices, subways and parks are scored anew at 2 a tile, homes and shops as when built") {
    const Scoring scoring = bloom_tables(2)->scoring;
    const Town town = town_of({"OOSPP", "PPPH.", "a.H.."});
    CHECK(rescored(town, scoring, kOffice) == 4);
    CHECK(rescored(town, scoring, kSubway) == 2);
    CHECK(rescored(town, scoring, kPark) == 10);
    CHECK(rescored(town, scoring, kHome) == 2 + 2);
    CHECK(rescored(town, scoring, kShop) == 2);
  }

  TEST_CASE("BT-12, BT-13 the market tile of the covered symbol is taken openly and its space refilled") {
    const auto tables = bloom_tables(2);
    const Bloom state = first_turn(*tables);
    CHECK(state.mover() == 0);
    const Bloom built = after(state, {"O@e1", "token:none"});
    CHECK(built.phase() == bloom_town::Phase::kRefill);
    CHECK(built.hand(0).count(kShop, false) == 1);
    CHECK(built.hand(0).count(kSubway, true) == 1);
    CHECK(built.position().market[4] == kNoKind);
    const Bloom next = after(built, {"community:P", "H"});
    CHECK(next.mover() == 1);
    CHECK(next.position().market[4] == kHome);
    CHECK(next.position().stacks[4] == 5);
  }

  TEST_CASE("BT-16 to BT-18 bonuses of a blooming square, then of the token") {
    const auto tables = bloom_tables(2);
    const Bloom state = after(first_turn(*tables), {"O@c1"});
    CHECK(texts(state) == std::vector<std::string>{"bloom:none", "bloom:double", "bloom:extra"});
    const Bloom doubled = after(state, {"bloom:double"});
    CHECK(doubled.scores()[0] == 2);
    CHECK(texts(doubled) == std::vector<std::string>{"token:none", "token:extra"});
    const Bloom extra = after(doubled, {"token:extra"});
    CHECK(extra.mover() == 0);
    CHECK(extra.phase() == bloom_town::Phase::kBuild);
    CHECK_FALSE(extra.position().extra_due);
    CHECK(extra.position().tokens == 2);
    // The second tile on the same symbol: no bonus is left, the market space is empty, so a tile is drawn in secret.
    const Bloom second = after(extra, {"S@c2"});
    CHECK(second.phase() == bloom_town::Phase::kDraw);
    CHECK(second.seen_text(0, 0) == "O");
    CHECK(second.seen_text(0, 1) == "hidden");
    CHECK(second.seen(kFirstCommunity, 1) == kFirstCommunity);
    const Bloom met = after(second, {"community:H", "H"});
    CHECK(met.phase() == bloom_town::Phase::kRefill);
    CHECK(met.hand(0).count(kHome, true) == 1);
    CHECK(met.hand(0).count(kOffice, false) == 1);
    CHECK(after(met, {"P"}).mover() == 1);
  }

  TEST_CASE("BT-14, BT-17 a type is scored anew for everybody once, by its second community tile or by a token") {
    const auto tables = bloom_tables(2);
    const Bloom one = changed(first_turn(*tables), [](Position& at) {
      at.towns[1] = town_of({"OO..."});
      at.points = {0, 3, 0, 0};
      at.face_down[kOffice] -= 2;
      at.face_down[kFirstCommunity] -= 1;
      at.stacks[0] -= 3;
    });
    REQUIRE(one.consistent());
    const Bloom built = after(one, {"O@e1"});
    CHECK(texts(built) == std::vector<std::string>{"token:none", "token:double", "token:extra", "token:community:O"});
    const Bloom by_tile = after(built, {"token:none", "community:O"});
    CHECK(by_tile.scores() == after(built, {"token:community:O"}).scores());
    CHECK(by_tile.scores()[0] == 3);
    CHECK(by_tile.scores()[1] == 7);
    const Bloom by_token = after(built, {"token:community:O", "community:O"});
    CHECK(by_token.scores() == by_tile.scores());
    CHECK(by_token.position().by_token == 1);
  }

  TEST_CASE("BT-12 with the stack empty too any market tile may be taken") {
    const auto tables = bloom_tables(2);
    const Bloom state = changed(first_turn(*tables), [](Position& at) {
      at.market[0] = kNoKind;
      at.out[kPark] += 1;
      at.face_down[kOffice] -= 4;
      at.out[kOffice] += 4;
      at.face_down[kSubway] -= 3;
      at.out[kSubway] += 3;
      at.stacks[0] = 0;
    });
    REQUIRE(state.consistent());
    const Bloom take = after(state, {"O@a1", "token:none"});
    CHECK(texts(take) == std::vector<std::string>{"take:2", "take:3", "take:4", "take:5"});
    const Bloom taken = after(take, {"take:4"});
    CHECK(taken.phase() == bloom_town::Phase::kRefill);
    CHECK(taken.hand(0).count(kSubway, false) == 1);
    CHECK(taken.hand(0).count(kSubway, true) == 1);
    CHECK(texts(taken).size() == 14);  // no office is left
    // The openly known one is built first (D-4).
    const Bloom again = after(changed(taken, [](Position& at) { at.player = 1; }), {"H"});
    CHECK(after(again, {"S@b2", "token:none"}).hand(0).count(kSubway, true) == 1);
  }

  TEST_CASE("BT-26 to BT-28 the last round, the tile kept, and ties for the later player") {
    const auto tables = bloom_tables(2);
    const auto empty_stacks = [](Position& at) {
      for (std::size_t stack = 0; stack < 2; ++stack) at.stacks[stack] = 0;
      at.stacks[4] = 1;
      const std::array<std::uint8_t, kTiles> rest{2, 2, 2, 2, 1, 1, 1, 1, 0, 0, 1, 1, 1, 0, 0};
      int left = 0;
      for (std::size_t tile = 0; tile < kTiles; ++tile) {
        if (tile < kKinds) at.out[tile] = static_cast<std::uint8_t>(at.out[tile] + at.face_down[tile] - rest[tile]);
        at.face_down[tile] = rest[tile];
        left += rest[tile];
      }
      at.stacks[2] = 7;
      at.stacks[3] = static_cast<std::uint8_t>(left - 8);
    };
    const Bloom state = changed(first_turn(*tables), empty_stacks);
    REQUIRE(state.consistent());
    CHECK_FALSE(state.last_round());
    const Bloom last = after(state, {"O@e1", "token:none", "O"});
    CHECK(last.last_round());
    CHECK(last.mover() == 1);  // both have equally many turns
    const Bloom keep = after(last, {"H@d1", "token:none", "H"});
    CHECK(keep.phase() == bloom_town::Phase::kKeep);
    CHECK(texts(keep) == std::vector<std::string>{"keep:S", "keep:shop-a"});
    const Bloom over = after(keep, {"keep:S", "keep:S"});
    CHECK(over.mover() == kTerminal);
    CHECK(over.scores() == PerPlayer<int>(2, 1));
    CHECK(over.ranks()[0] == 2);
    CHECK(over.ranks()[1] == 1);
    CHECK(over.returns()[1] == 1.0);
    CHECK(over.position().kept[0] == kSubway);
    CHECK(over.hand(0).count(kShop, false) == 1);
  }

  TEST_CASE("a broken position is refused with every law that it breaks") {
    const auto tables = bloom_tables(2);
    const Bloom state = first_turn(*tables);
    const auto refused = [&](const Value& value, bool observed, const std::vector<const char*>& laws) {
      try {
        (void)(observed ? Bloom::from_observation(value, *tables) : Bloom::from_value(value, *tables));
        FAIL("accepted");
      } catch (const InvalidInput& error) {
        const std::string what = error.what();
        for (const char* law : laws) {
          CAPTURE(what);
          CHECK(what.find(law) != std::string::npos);
        }
      }
    };
    ValueObject object = *state.to_value().as_object();
    object[1].second = Value();                                       // player
    object[8].second = ValueList{Value(), "H", "O", "S", "a"};        // market
    object[12].second = ValueList{true, false, false, false, false};  // by_token
    object[15].second = ValueList{2};                                 // emptied
    object[18].second = "a1";                                         // cell
    refused(object, false, {"S-3", "S-4", "S-5", "S-11", "S-12", "S-14"});
    ValueObject seen = *state.observation(0).as_object();
    seen[7].second = ValueList{ValueList{"O", "S"}, ValueList{"H", Value()}};  // hidden
    seen[14].second = ValueList{14, 6, 6, 6, 1, 1, 1, 1, 1, 1};                // out
    refused(seen, true, {"O-1", "S-9"});
    seen[7].second = ValueList{ValueList{"O", "S"}, ValueList{Value(), Value()}};
    refused(seen, true, {"O-2", "S-9"});
  }

  TEST_CASE("a broken component file is refused with every fault") {
    GameSpec spec = bloom_spec(5);
    ValueObject components = *spec.components.as_object();
    components[5].second = ValueObject{{"size", 6}};
    components[10].second = ValueObject{{"per_type", 3}};
    components[11].second = ValueObject{{"tiles", 3}, {"bonus_tokens", 2}};
    spec.components = components;
    try {
      (void)bloom_town::Tables::make(spec);
      FAIL("accepted");
    } catch (const InvalidInput& error) {
      const std::string what = error.what();
      for (const char* key : {"players", "town.size", "community.per_type", "hand.tiles", "hand.bonus_tokens"})
        CHECK(what.find(key) != std::string::npos);
    }
    BloomBox few;
    few.shops = {5, 0, 0, 0, 0, 0};  // two different shops cannot be taken out
    CHECK_THROWS_AS(bloom_tables(3, {}, few), InvalidInput);
    BloomBox tall;
    tall.setups[0].stack = 20;
    CHECK_THROWS_AS(bloom_tables(2, {}, tall), InvalidInput);
  }
}
