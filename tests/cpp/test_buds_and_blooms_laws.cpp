#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "buds_and_blooms_box.hpp"
#include "games/buds_and_blooms/state.hpp"
#include "laws_of_states.hpp"

namespace {

using namespace cloche;
using namespace cloche::buds_and_blooms;
using namespace cloche::testing;

using Buds = buds_and_blooms::State;
using SharedTables = std::shared_ptr<const buds_and_blooms::Tables>;

static_assert(GameState<Buds> && ChanceState<Buds> && FastRandomState<Buds> && HiddenState<Buds> && ValuedState<Buds> && DataState<Buds>);
static_assert(std::is_trivially_copyable_v<Buds> && sizeof(Buds) <= 384);

// ---- The rule of a bed and the points again, from the words of rules.md and the plainest means.

struct PlainCard {
  int colour;
  int number;
};

bool plain_obeys(const Bed& bed, const std::vector<PlainCard>& cards) {
  bool fell = false;
  for (std::size_t i = 0; i < cards.size(); ++i) {
    if ((bed.colours >> cards[i].colour & 1U) == 0 || (bed.numbers >> (cards[i].number - 1) & 1U) == 0) return false;
    if (i == 0) continue;
    const int step = cards[i].number - cards[i - 1].number;
    if (step == 0 || (bed.consecutive && std::abs(step) != 1)) return false;
    if (bed.alternate && cards[i].colour == cards[i - 1].colour) return false;
    if (bed.direction == Direction::kUp && step < 0) return false;
    if (bed.direction == Direction::kDown && step > 0) return false;
    if (bed.direction == Direction::kUpDown && step > 0 && fell) return false;
    fell = fell || step < 0;
  }
  return true;
}

std::vector<PlainCard> plain_flower(const Buds& state, int player, int slot) {
  std::vector<PlainCard> cards;
  const Flower& flower = state.flower(player, slot);
  for (int place = 0; place < flower.size; ++place) {
    const int combo = state.combo_of(flower.card(place));
    cards.push_back({colour_of(combo), number_of(combo)});
  }
  return cards;
}

void check_fits(const Buds& state) {
  for (int player = 0; player < state.tables().player_count; ++player) {
    const std::uint64_t blooms = state.blooms_on_top(player);
    const BedCombos combos = state.combos_on_top(player);
    for (int slot = 0; slot < state.tables().slots; ++slot) {
      const Bed& bed = state.bed(player, slot);
      const std::vector<PlainCard> flower = plain_flower(state, player, slot);
      REQUIRE(plain_obeys(bed, flower));
      REQUIRE(state.obeys(player, slot));
      REQUIRE(flower.size() <= (bed.direction == Direction::kUpDown ? std::size_t{11} : std::size_t{6}));
      for (int combo = 0; combo < kCombos; ++combo) {
        for (std::size_t below = 0; below <= flower.size(); ++below) {
          std::vector<PlainCard> changed = flower;
          changed.insert(changed.begin() + static_cast<std::ptrdiff_t>(below), {colour_of(combo), number_of(combo)});
          const bool obeys = plain_obeys(bed, changed);
          if (below == flower.size()) REQUIRE(((combos >> (3 * combo + slot) & 1U) != 0) == obeys);
          else REQUIRE(((state.insertions(player, slot, static_cast<int>(below)) >> combo & 1U) != 0) == obeys);
        }
      }
      for (Faces rest = state.tables().blooms; rest != 0; rest &= rest - 1) {
        const int face = std::countr_zero(rest);
        const int combo = state.tables().bloom_combo[static_cast<std::size_t>(face)];
        REQUIRE((blooms >> (3 * face + slot) & 1U) == (combos >> (3 * combo + slot) & 1U));
      }
    }
  }
}

// ---- The prior again (W-1 to W-9), by playing each change out on a copy.

struct PlainWorth {
  int T;
  int cap;
  std::array<int, kMaxSlots> rival{};

  explicit PlainWorth(const Buds& state) {
    const int mover = state.mover();
    const int pile = state.pile_cards(state.own_pile());
    T = state.held(mover) + (state.tables().single_deck ? (pile + 1) / 2 : pile);
    cap = (T + 1) / 2;
    for (int slot = 0; slot < state.tables().slots && !state.tables().solo(); ++slot)
      rival[static_cast<std::size_t>(slot)] = state.points(1 - mover, slot);
  }

  [[nodiscard]] static int room(const Buds& state, int player, int slot) {
    const Bed& bed = state.bed(player, slot);
    const std::vector<PlainCard> flower = plain_flower(state, player, slot);
    int all = 0;
    int above = 0;
    int below = 0;
    for (int n = 1; n <= 6; ++n) {
      if ((bed.numbers >> (n - 1) & 1U) == 0) continue;
      ++all;
      if (!flower.empty()) above += n > flower.back().number ? 1 : 0;
      if (!flower.empty()) below += n < flower.back().number ? 1 : 0;
    }
    bool fell = false;
    for (std::size_t i = 1; i < flower.size(); ++i) fell = fell || flower[i].number < flower[i - 1].number;
    if (flower.empty()) return bed.direction == Direction::kUpDown ? 2 * all - 1 : all;
    if (bed.direction == Direction::kUp) return above;
    return bed.direction == Direction::kDown || fell ? below : above + all - 1;
  }

  // Of a flower of the mover, as it lies in `state`.
  [[nodiscard]] int worth(const Buds& state, int player, int slot) const {
    const buds_and_blooms::Tables& tables = state.tables();
    const Flower& flower = state.flower(player, slot);
    int leaves = 0;
    int bees = 0;
    int hope = 0;
    std::array<int, kMaxColours> butterflies{};
    const bool bud_on_top = !flower.empty() && !tables.is_bloom(laid_face(flower.top()));
    const bool counts = bud_on_top && T >= tables.prior.bud_late && room(state, player, slot) > 0;
    for (int place = 0; place < flower.size; ++place) {
      const std::uint8_t card = flower.card(place);
      const auto face = static_cast<std::size_t>(laid_face(card));
      const bool top = place + 1 == flower.size;
      const int showing = top && counts ? 1 : laid_stages(card);
      for (int stage = 1; stage <= tables.stages[face]; ++stage) {
        const auto s = static_cast<std::size_t>(stage);
        const int leaf = leaves_in(tables.shows[face][s]) - leaves_in(tables.shows[face][s - 1]);
        const int bee = bees_in(tables.shows[face][s]) - bees_in(tables.shows[face][s - 1]);
        if (stage <= showing) leaves += leaf;
        if (stage <= showing) bees += bee;
        for (int colour = 0; colour < kMaxColours; ++colour) {
          const int fly = butterflies_in(tables.shows[face][s], colour) - butterflies_in(tables.shows[face][s - 1], colour);
          if (stage <= showing) butterflies[static_cast<std::size_t>(colour)] += fly;
          else hope += fly;
        }
      }
    }
    int net = 0;
    if (!flower.empty() && (!bud_on_top || counts)) {
      const int colour = colour_of(state.combo_of(flower.top()));
      net = leaves + (bees >= 4 ? 4 : bees == 3 ? 2 : bees == 2 ? 1 : 0) + 3 * butterflies[static_cast<std::size_t>(colour)];
      if (counts) net = std::max(0, net - tables.prior.bud_top);
      else REQUIRE(net == state.points(player, slot));
    }
    const int other = rival[static_cast<std::size_t>(slot)];
    const int duel = tables.solo() || net == other ? 0 : net > other ? 1 : -1;
    return tables.prior.point * net + tables.prior.hope * hope + tables.prior.duel * duel;
  }
};

int plain_gain(const Buds& state, const PlainWorth& worth, Action action, int slot) {
  const int mover = state.mover();
  Buds after = state;
  after.apply(action);
  return worth.worth(after, mover, slot) - worth.worth(state, mover, slot);
}

int plain_play(const Buds& state, const PlainWorth& worth, Action action) {
  const int mover = state.mover();
  const int slot = action % kMaxSlots;
  Buds after = state;
  after.apply(action);
  const int passed =
      std::min(PlainWorth::room(state, mover, slot), worth.cap) - std::min(PlainWorth::room(after, mover, slot), worth.cap) - 1;
  return worth.worth(after, mover, slot) - worth.worth(state, mover, slot) - state.tables().prior.skip * std::max(0, passed);
}

// The best play of a flower card by a mover who holds it in `at`; nothing where it fits nowhere.
std::optional<int> plain_best(const Buds& state, const PlainWorth& worth, int face) {
  // The node as if the mover held the card alone: what is legal are its plays.
  Position at = state.position();
  at.phase = Phase::kMove;
  const int card = at.player == 0 ? kMaxCards - 1 : 0;
  Position holding = at;
  for (Cards rest = at.numbered(); rest != 0; rest &= rest - 1) holding.faces[static_cast<std::size_t>(std::countr_zero(rest))] = 0;
  holding.hands = {};
  holding.known = {};
  holding.compost = 0;
  holding.looked_count = 0;
  holding.looked = {};
  holding.under_count = {};
  holding.under = {};
  holding.sun = 0;
  holding.second = at.player == 0 ? card_bit(card) : 0;
  holding.faces[static_cast<std::size_t>(card)] = static_cast<std::uint8_t>(face);
  holding.hands[at.player] = card_bit(card);
  holding.known[at.player] = card_bit(card);
  holding.bloom = kNone;
  const Buds alone(state.tables(), holding);
  LegalList<Buds> list;
  alone.legal(list);
  std::optional<int> best;
  for (const Action action : list) {
    if (is_play(action)) best = std::max(best.value_or(-1000), plain_play(alone, worth, action));
  }
  return best;
}

int plain_quality(const Buds& state, Action action) {
  const buds_and_blooms::Tables& tables = state.tables();
  const PriorWeights& prior = tables.prior;
  const PlainWorth worth(state);
  const int mover = state.mover();
  const Position& at = state.position();
  const auto grow = [&] {
    std::optional<int> most;
    Position growing = at;
    growing.phase = Phase::kGrow;
    growing.cause = Cause::kAgain;
    const Buds node(tables, growing);
    for (std::uint64_t places = node.growths(mover); places != 0; places &= places - 1) {
      const int place = std::countr_zero(places);
      const int gain = plain_gain(node, worth, static_cast<Action>(kFirstGrow + place), place / kMaxInFlower);
      most = std::max(most.value_or(gain), gain);
    }
    return most.value_or(0);
  };
  const auto keep = [&](int face) {
    if (!tables.is_flower(face)) return prior.keep_tool;
    return plain_best(state, worth, face).has_value() ? prior.keep : 0;
  };
  const std::string text = state.action_text(action);
  if (is_play(action))
    return prior.play +
           (state.phase() == Phase::kPlayInsert ? plain_gain(state, worth, action, action % kMaxSlots) : plain_play(state, worth, action));
  if (text == "power") return prior.power + grow();
  if (text.rfind("cut:take", 0) == 0) {
    const int slot = action - kFirstCutTake;
    Buds after = state;
    after.apply(action);
    const int face = laid_face(state.flower(1 - mover, slot).top());
    return prior.cut + *plain_best(state, worth, face) + prior.point * (state.points(1 - mover, slot) - after.points(1 - mover, slot));
  }
  if (text.rfind("cut:insert", 0) == 0) return prior.insert;
  if (text == "dig:compost") return prior.dig_compost;
  if (text == "dig:deck") return prior.dig_deck;
  if (is_take(action)) {
    const int face = action - kFirstTake;
    if (!tables.is_flower(face)) return prior.take_tool;
    const std::optional<int> best = plain_best(state, worth, face);
    return best ? prior.take + *best : 0;
  }
  if (is_discard(action)) {
    const int face = action - kFirstDiscard;
    const int top = at.top[static_cast<std::size_t>(state.own_pile())];
    const bool grows = state.phase() == Phase::kMove && top != kNone && (top & 1) != tables.weather_of(face);
    return prior.discard - keep(face) + (grows ? grow() : 0);
  }
  if (text == "weather") {
    std::array<int, 2> lowest{1000, 1000};
    for (Cards rest = at.hands[at.player]; rest != 0; rest &= rest - 1) {
      const int card = std::countr_zero(rest);
      int& of_weather = lowest[static_cast<std::size_t>(at.weather_of(card))];
      of_weather = std::min(of_weather, keep(at.face_of(card)));
    }
    return prior.weather + grow() - lowest[0] - lowest[1];
  }
  if (text == "grow:none") return 0;
  const int place = action - kFirstGrow;
  return prior.grow + plain_gain(state, worth, action, place / kMaxInFlower);
}

void check_knowledge(const Buds& state) {
  LegalList<Buds> list;
  WeightList<Buds> weights;
  LegalList<Buds> best;
  LegalList<Buds> expected;
  state.legal(list);
  state.prior(list, weights);
  state.best_by_prior(best);
  const std::uint32_t top = *std::max_element(weights.begin(), weights.end());
  for (int i = 0; i < list.size(); ++i) {
    INFO(state.action_text(list[i]));
    REQUIRE(weights[i] == state.tables().prior.of_quality(plain_quality(state, list[i])));
    if (weights[i] == top) expected.push(list[i]);
  }
  REQUIRE(best == expected);
  std::array<float, Buds::kFeatures> features{};
  state.features(state.mover(), features);
  for (const float feature : features) REQUIRE((feature >= 0.0F && feature < 20.0F));
}

// ---- What a player knows (H-1 to H-7).

// The same position with other garbage wherever the observer knows nothing.
Buds poisoned(const Buds& state, int observer, Rng& rng) {
  Position at = state.position();
  for (Cards rest = state.hidden_from(observer); rest != 0; rest &= rest - 1)
    at.faces[static_cast<std::size_t>(std::countr_zero(rest))] = static_cast<std::uint8_t>(rng.below(256));
  return {state.tables(), at};
}

// H-6: what is seen of the next action decides what is known after it.
void check_seen(const Buds& state) {
  LegalList<Buds> list;
  state.legal(list);
  for (int observer = 0; observer < state.tables().player_count; ++observer) {
    std::map<std::string, Value> known;
    std::map<Action, std::string> texts;
    for (const Action action : list) {
      Buds next = state;
      next.apply(action);
      const Action seen = state.seen(action, observer);
      const std::string text = state.seen_text(action, observer);
      REQUIRE((seen == action) == (text == state.action_text(action)));
      if (observer == state.position().player) REQUIRE(seen == action);
      const auto [of_id, new_id] = texts.try_emplace(seen, text);
      REQUIRE((new_id || of_id->second == text));
      const Value observation = next.observation(observer);
      // What is seen and the known face of the card together say what follows.
      std::string key = text;
      const bool public_face = seen >= kHiddenCards && is_play((seen - kHiddenCards) / kMaxCards);
      if (public_face) key = state.action_text(action) + text;
      const auto [earlier, is_new] = known.try_emplace(key, observation);
      if (!is_new) REQUIRE(earlier->second == observation);
    }
    REQUIRE(known.size() == texts.size());
  }
}

// ---- Walks

enum class Style { kUniform, kGreedy, kTools, kDiscards };

Action choose(const Buds& state, Style style, Rng& rng) {
  LegalList<Buds> list;
  state.legal(list);
  if (style == Style::kGreedy) state.best_by_prior(list);
  std::vector<Action> wanted;
  for (const Action action : list) {
    const bool tool = action >= kFlowerPower && action < kFirstTake;
    if (style == Style::kTools && (tool || action == kWeatherAction)) wanted.push_back(action);
    if (style == Style::kDiscards && (is_discard(action) || tool || action == kWeatherAction)) wanted.push_back(action);
  }
  if (!wanted.empty()) return wanted[static_cast<std::size_t>(rng.below(static_cast<int>(wanted.size())))];
  return list[rng.below(list.size())];
}

struct Walk {
  std::array<int, kPhases> nodes{};
  std::array<int, kCauses + 1> causes{};
  int mutations = 0;
  int accepted = 0;
  int observed = 0;
};

Walk walk_game(const SharedTables& tables, Style style, std::uint64_t seed) {
  Rng rng(seed);
  Rng other(seed, {99});
  Buds state(*tables);
  Walk walk;
  int decisions = 0;
  while (true) {
    REQUIRE(state.consistent());
    ++walk.nodes[static_cast<std::size_t>(state.phase())];
    ++walk.causes[static_cast<std::size_t>(state.position().cause)];
    check_node(state, rng);
    if (other.below(3) == 0) {
      check_belief(state, poisoned, other);
      check_seen(state);
    }
    if (state.phase() >= Phase::kMove) check_fits(state);
    if (other.below(6) == 0) {
      ++walk.mutations;
      walk.accepted += survives_mutation(state, other) ? 1 : 0;
      walk.observed += survives_observed_mutation(state, other) ? 1 : 0;
    }
    if (state.mover() == kTerminal) break;
    const Buds before = state;
    if (state.mover() == kChance) {
      state.apply(state.sample(rng));
    } else {
      ++decisions;
      check_knowledge(state);
      state.apply(choose(state, style, rng));
    }
    REQUIRE_FALSE(state == before);
  }
  REQUIRE(decisions <= tables->max_game_length());
  double sum = 0.0;
  for (const double r : state.returns()) sum += r;
  if (tables->player_count == 2) REQUIRE(sum == 0.0);
  else REQUIRE(std::abs(sum) == 1.0);
  for (const int score : state.scores()) REQUIRE((score >= 0 && score <= tables->score_bounds().high));
  return walk;
}

struct SetUp {
  int players;
  BudsOptions options;
  BudsBox box;
};

}  // namespace

TEST_SUITE("buds_and_blooms") {
  TEST_CASE("every node obeys the laws of states, of knowledge and of the prior") {
    const BudsBox small{.numbers = 4, .set_aside = 5, .under = 2, .over = 3, .hand = 3, .dig_look = 2, .slots = 2};
    const BudsBox deep{.even_stages = 1, .bud_stages = 2, .set_aside = 2, .under = 2, .over = 0, .hand = 4, .dig_look = 5};
    const BudsBox plain{.numbers = 3, .buds = false, .tools = false, .set_aside = 4, .under = 0, .over = 4, .hand = 2, .slots = 1};
    const std::vector<SetUp> set_ups{{2, {}, {}},
                                     {1, {}, {}},
                                     {2, {"none", false, false}, {}},
                                     {2, {2, true, true}, {}},
                                     {1, {3, true, false}, {}},
                                     {2, {"mixed", true, false}, small},
                                     {2, {"mixed", true, true}, small},
                                     {2, {"mixed", true, false}, deep},
                                     {2, {"mixed", true, true}, deep},
                                     {2, {1, true, false}, plain},
                                     {1, {"none", true, false}, small}};
    constexpr std::uint64_t kSeeds = 1;
    Walk all;
    for (const SetUp& set_up : set_ups) {
      const SharedTables tables = buds_tables(set_up.players, set_up.options, set_up.box);
      for (const Style style : {Style::kUniform, Style::kGreedy, Style::kTools, Style::kDiscards}) {
        for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
          const Walk walk = walk_game(tables, style, seed);
          for (std::size_t phase = 0; phase < all.nodes.size(); ++phase) all.nodes[phase] += walk.nodes[phase];
          for (std::size_t cause = 0; cause < all.causes.size(); ++cause) all.causes[cause] += walk.causes[cause];
          all.mutations += walk.mutations;
          all.accepted += walk.accepted;
          all.observed += walk.observed;
        }
      }
    }
    for (const int nodes : all.nodes) CHECK(nodes > 0);
    for (const int causes : all.causes) CHECK(causes > 0);
    CHECK(all.accepted > 0);
    CHECK(all.observed > 0);
    CHECK(all.accepted < all.mutations);
  }
}
