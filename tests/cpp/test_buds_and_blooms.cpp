#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "buds_and_blooms_box.hpp"
#include "games/buds_and_blooms/state.hpp"

namespace {

using namespace cloche;
using namespace cloche::buds_and_blooms;
using namespace cloche::testing;

using Buds = buds_and_blooms::State;
using SharedTables = std::shared_ptr<const buds_and_blooms::Tables>;

// ---- Positions built by hand

std::uint8_t face_named(const Buds&, const std::string& id) {
  return static_cast<std::uint8_t>(std::find(kFaceIds.begin(), kFaceIds.end(), id) - kFaceIds.begin());
}

template <class Change>
Buds changed(const Buds& state, const Change& change) {
  Position at = state.position();
  change(at);
  return {state.tables(), at};
}

// The first move of a game, whose tables are kept to the end of the tests.
Buds first_move(const SharedTables& tables, std::uint64_t seed = 1) {
  static std::vector<SharedTables> kept;
  kept.push_back(tables);
  Buds state(*tables);
  Rng rng(seed);
  resolve_chance(state, rng);
  return state;
}

// These slots, bed card * 4 + face * 2 + turn each.
Buds with_beds(const Buds& state, const std::array<int, kMaxSlots>& beds) {
  return changed(state, [&](Position& at) {
    for (std::size_t slot = 0; slot < beds.size(); ++slot) {
      at.bed_card[slot] = static_cast<std::uint8_t>(beds[slot] / 4);
      at.bed_face[slot] = static_cast<std::uint8_t>(beds[slot] / 2 % 2);
      at.bed_turn[slot] = static_cast<std::uint8_t>(beds[slot] % 2);
    }
  });
}

// The cards of the hand get these faces.
Buds with_hand(const Buds& state, const std::vector<std::string>& faces) {
  return changed(state, [&](Position& at) {
    Cards rest = at.hands[at.player];
    for (const std::string& id : faces) {
      const int card = std::countr_zero(rest);
      rest &= rest - 1;
      at.faces[static_cast<std::size_t>(card)] = face_named(state, id);
      at.sun &= ~card_bit(card);
      if (state.tables().weather_of(face_named(state, id)) == 0) at.sun |= card_bit(card);
    }
  });
}

struct CardToLay {
  std::string id;
  std::string as;
  int stages;
};

Buds with_flower(const Buds& state, int player, int slot, int deck, const std::vector<CardToLay>& cards) {
  return changed(state, [&](Position& at) {
    Flower& flower = at.flowers[static_cast<std::size_t>(player)][static_cast<std::size_t>(slot)];
    for (const CardToLay& card : cards) {
      const int face = face_named(state, card.id);
      flower.cards[flower.size++] = laid(face, deck, card.stages);
      if (!state.tables().is_bud(face)) continue;
      const auto colour = state.tables().colour_ids.find(card.as[0]);
      at.played_as[static_cast<std::size_t>(deck * kMaxBuds + state.tables().bud_of(face))] =
          static_cast<std::uint8_t>(static_cast<int>(colour) * kNumbers + (card.as[1] - '1'));
    }
  });
}

Buds with_top(const Buds& state, int weather) {
  return changed(state, [&](Position& at) { at.top[static_cast<std::size_t>(state.own_pile())] = static_cast<std::uint8_t>(weather); });
}

std::vector<std::string> legal_texts(const Buds& state) {
  LegalList<Buds> list;
  state.legal(list);
  std::vector<std::string> texts;
  for (const Action action : list) texts.push_back(state.action_text(action));
  return texts;
}

bool offers(const Buds& state, const std::string& text) {
  const std::vector<std::string> texts = legal_texts(state);
  return std::find(texts.begin(), texts.end(), text) != texts.end();
}

Buds after(Buds state, const std::vector<std::string>& texts) {
  for (const std::string& text : texts) {
    const auto action = state.parse_action(text);
    INFO(text);
    REQUIRE(action.has_value());
    state.apply(*action);
  }
  return state;
}

// Stages that the cards of a flower show, bottom first.
std::vector<int> stages_of(const Buds& state, int player, int slot) {
  std::vector<int> stages;
  for (int place = 0; place < state.flower(player, slot).size; ++place)
    stages.push_back(laid_stages(state.flower(player, slot).card(place)));
  return stages;
}

// ---- Decks, arrangement by arrangement

constexpr BudsBox kTinyDeck{.numbers = 1, .set_aside = 3, .under = 1, .over = 2, .hand = 2, .dig_look = 2};

// Every order of a deck that BB-7 can make.
template <class Visit>
void each_arrangement(const buds_and_blooms::Tables& tables, const Visit& visit) {
  std::vector<int> order(tables.present_faces.begin(), tables.present_faces.end());
  do {
    bool allowed = true;
    for (int place = 0; place < tables.face_count; ++place) {
      const bool in_b = place >= tables.over && place < tables.face_count - tables.under;
      allowed = allowed && (in_b || tables.is_flower(order[static_cast<std::size_t>(place)]));
    }
    if (allowed) visit(order);
  } while (std::next_permutation(order.begin(), order.end()));
}

// What lay where in a deck, as far as it was drawn.
using Drawn = std::array<std::vector<int>, kSides>;

void play_random(Buds& state, Drawn& drawn, Rng& rng) {
  const Action action = state.mover() == kChance ? state.sample(rng) : state.random_legal(rng);
  const auto pile = static_cast<std::size_t>(state.own_pile());
  const bool draws = state.phase() == Phase::kDraw || state.phase() == Phase::kLook;
  if (draws && state.lazy_cards(state.own_pile()) != 0) drawn[pile].push_back(action);
  state.apply(action);
}

}  // namespace

TEST_SUITE("buds_and_blooms") {
  TEST_CASE("C-2 backs and faces come as often as in all arrangements of a deck") {
    const SharedTables tables = buds_tables(1, {}, kTinyDeck);
    Rng rng(11);
    for (int game = 0; game < 3; ++game) {
      Buds state(*tables);
      Drawn drawn;
      while (state.mover() != kTerminal) {
        const bool back = state.phase() == Phase::kBack;
        const bool face = state.phase() == Phase::kDraw || state.phase() == Phase::kLook;
        if ((back || face) && state.lazy_cards(0) != 0) {
          std::map<int, double> counts;
          double total = 0.0;
          each_arrangement(*tables, [&](const std::vector<int>& order) {
            if (!std::equal(drawn[0].begin(), drawn[0].end(), order.begin())) return;
            const int next = order[drawn[0].size()];
            if (face && tables->weather_of(next) != state.position().top[0]) return;
            counts[back ? tables->weather_of(next) : next] += 1.0;
            total += 1.0;
          });
          OutcomeList<Buds> outcomes;
          state.outcomes(outcomes);
          double weights = 0.0;
          for (const Outcome& outcome : outcomes) weights += outcome.weight;
          REQUIRE(outcomes.size() == static_cast<int>(counts.size()));
          for (const Outcome& outcome : outcomes) REQUIRE(outcome.weight / weights == doctest::Approx(counts[outcome.id] / total));
        }
        play_random(state, drawn, rng);
      }
    }
  }

  TEST_CASE("H-3 hidden cards are dealt anew as often as in all arrangements that agree") {
    const SharedTables tables = buds_tables(2, {}, kTinyDeck);
    Rng rng(5);
    int positions = 0;
    for (int game = 0; positions < 6; ++game) {
      Buds state(*tables);
      Drawn drawn;
      const int steps = 30 + rng.below(30);
      for (int i = 0; i < steps && state.mover() != kTerminal; ++i) play_random(state, drawn, rng);
      const Cards hidden = state.hidden_from(0);
      if (state.mover() == kTerminal || state.phase() == Phase::kPlayInsert || std::popcount(hidden) < 2) continue;
      ++positions;
      const Position& at = state.position();
      const auto world_of = [&](const auto& face_of) {
        std::vector<int> world;
        for (Cards rest = hidden; rest != 0; rest &= rest - 1) world.push_back(face_of(std::countr_zero(rest)));
        return world;
      };
      std::map<std::vector<int>, double> counts;
      double total = 0.0;
      each_arrangement(*tables, [&](const std::vector<int>& order) {
        for (std::size_t place = 0; place < drawn[1].size(); ++place) {
          const int card = kMaxFaces + static_cast<int>(place);
          const bool agrees =
              (hidden >> card & 1U) != 0 ? tables->weather_of(order[place]) == at.weather_of(card) : order[place] == drawn[1][place];
          if (!agrees) return;
        }
        if (state.lazy_cards(1) != 0 && at.top[1] != kNone && tables->weather_of(order[drawn[1].size()]) != at.top[1]) return;
        counts[world_of([&](int card) { return order[static_cast<std::size_t>(card - kMaxFaces)]; })] += 1.0;
        total += 1.0;
      });
      // Every arrangement of the flowers of a back that lie unseen counts once more than state.md counts it.
      const PileFacts facts = state.pile_facts(1, hidden);
      double flowers = 1.0;
      for (const int of_back : facts.flowers) {
        for (int i = 2; i <= of_back; ++i) flowers *= i;
      }
      REQUIRE(static_cast<double>(facts.count()) * flowers == total);

      constexpr int kSamples = 40000;
      std::map<std::vector<int>, int> found;
      Buds world = state;
      for (int i = 0; i < kSamples; ++i) {
        world.redeal(0, rng);
        ++found[world_of([&](int card) { return world.position().face_of(card); })];
      }
      for (const auto& [faces, times] : found) REQUIRE(counts.count(faces) == 1);
      for (const auto& [faces, count] : counts) {
        const double p = count / total;
        CHECK(std::abs(found[faces] - kSamples * p) <= 5.0 * std::sqrt(kSamples * p * (1.0 - p)) + 1.0);
      }
    }
  }

  TEST_CASE("BB-23 BB-24 the scoring example") {
    Buds state = first_move(buds_tables(2));
    state = with_flower(state, 0, 0, 0, {{"RY", "R1", 3}, {"R2", "", 1}, {"R3", "", 2}});
    state = with_flower(state, 0, 1, 0, {{"Y1", "", 1}, {"Y2", "", 2}, {"Y3", "", 2}, {"Y4", "", 2}});
    state = with_flower(state, 0, 2, 0, {{"B1", "", 2}, {"B2", "", 1}, {"B3", "", 2}, {"B6", "", 2}});
    state = with_flower(state, 1, 0, 1, {{"BR", "B2", 2}, {"B3", "", 2}, {"B6", "", 2}});
    state = with_flower(state, 1, 1, 1, {{"Y1", "", 2}, {"Y4", "", 2}, {"Y6", "", 2}});
    state = with_flower(state, 1, 2, 1, {{"RY", "R1", 3}, {"R2", "", 1}, {"R3", "", 2}});
    const std::array<std::array<int, kMaxSlots>, kSides> expected{{{9, 8, 9}, {10, 6, 9}}};
    for (int player = 0; player < 2; ++player) {
      for (int slot = 0; slot < 3; ++slot)
        CHECK(state.points(player, slot) == expected[static_cast<std::size_t>(player)][static_cast<std::size_t>(slot)]);
    }
    CHECK(state.scores()[0] == 28);
    CHECK(state.scores()[1] == 27);
    CHECK(state.ranks()[0] == 1);
    CHECK(state.ranks()[1] == 2);
    CHECK(state.returns() == PerPlayer<double>(2, 0.0));
  }

  TEST_CASE("BB-25 the higher best flower breaks a tie, and after it the first place is shared") {
    Buds state = first_move(buds_tables(2));
    CHECK(state.ranks() == PerPlayer<int>(2, 1));
    state = with_flower(state, 0, 0, 0, {{"R2", "", 1}, {"R3", "", 2}});                                // 3, and 2 more
    state = with_flower(state, 0, 1, 0, {{"Y1", "", 2}});                                               // 2, and 2 more
    state = with_flower(state, 1, 2, 1, {{"R2", "", 2}, {"R3", "", 2}, {"Y1", "", 1}, {"Y4", "", 2}});  // 7, and 2 more
    CHECK(state.scores() == PerPlayer<int>(2, 9));
    CHECK(state.ranks()[0] == 2);
    CHECK(state.ranks()[1] == 1);
  }

  TEST_CASE("BB-6 a side without a worm has the card of the middle slot turned round") {
    const SharedTables tables = buds_tables(2, {"none", true, false});
    const auto laid_out = [&](const std::vector<std::string>& turns) {
      Buds state(*tables);
      const std::vector<std::string> cards{"card:0", "card:2", "card:4"};  // the worm is on the first bed of each
      for (std::size_t slot = 0; slot < cards.size(); ++slot) state = after(state, {cards[slot], "face:plain", turns[slot]});
      return state;
    };
    CHECK(laid_out({"turn:0", "turn:0", "turn:0"}).position().bed_turn == std::array<std::uint8_t, 3>{0, 1, 0});
    CHECK(laid_out({"turn:1", "turn:1", "turn:1"}).position().bed_turn == std::array<std::uint8_t, 3>{1, 0, 1});
    CHECK(laid_out({"turn:1", "turn:0", "turn:1"}).position().bed_turn == std::array<std::uint8_t, 3>{1, 0, 1});
  }

  TEST_CASE("C-1 a number of rocks is placed slot by slot") {
    const SharedTables tables = buds_tables(2, {2, true, false});
    Buds state = after(Buds(*tables), {"card:0"});
    OutcomeList<Buds> outcomes;
    state.outcomes(outcomes);
    CHECK(outcomes.span()[0] == Outcome{0, 1});
    CHECK(outcomes.span()[1] == Outcome{1, 2});
    state = after(state, {"face:plain", "turn:0", "card:1"});
    CHECK(legal_texts(state) == std::vector<std::string>{"face:rocks"});
  }

  TEST_CASE("BB-11 BB-15 a covered card shows its first stage, and a discard of the other weather lets it grow") {
    // Beds of player 0: RYB up, RYB down, RYB updown.
    Buds state = with_beds(first_move(buds_tables(2)), {0, 5, 8});
    state = with_flower(with_hand(state, {"R2", "R4", "RY", "R5"}), 0, 0, 0, {{"R1", "", 2}});
    CHECK(offers(state, "R2@1"));
    CHECK(offers(state, "RY=Y6@2"));
    CHECK_FALSE(offers(state, "RY=R1@1"));
    CHECK_FALSE(offers(state, "RY=B4@1"));
    const Buds covered = after(state, {"R4@1"});
    CHECK(stages_of(covered, 0, 0) == std::vector<int>{1, 2});
    CHECK(covered.phase() == Phase::kDraw);

    const Buds ready = changed(covered, [](Position& at) { at.phase = Phase::kMove; });
    const Buds other = after(with_top(ready, 1), {"discard:R2"});
    CHECK(legal_texts(other) == std::vector<std::string>{"grow:1.0", "grow:none"});
    CHECK(stages_of(after(other, {"grow:1.0"}), 0, 0) == std::vector<int>{2, 2});
    CHECK(after(other, {"grow:none"}).phase() == Phase::kDraw);
    CHECK(after(with_top(ready, 0), {"discard:R2"}).phase() == Phase::kDraw);
    CHECK(after(with_top(state, 1), {"discard:R2"}).phase() == Phase::kDraw);  // nothing can grow
  }

  TEST_CASE("BB-16 with the deck empty a sun and a rain card make a flower grow") {
    Buds state = with_beds(first_move(buds_tables(1)), {0, 5, 8});
    state = with_flower(with_hand(state, {"R2", "R4", "R3", "R5"}), 0, 0, 0, {{"Y1", "", 1}, {"Y2", "", 2}});
    CHECK_FALSE(offers(state, "weather"));
    state = changed(state, [](Position& at) {
      at.drawn[0] = 24;
      at.top[0] = kNone;
    });
    const Buds sun = after(state, {"weather"});
    CHECK(legal_texts(sun) == std::vector<std::string>{"discard:R2", "discard:R4"});
    const Buds rain = after(sun, {"discard:R4"});
    CHECK(legal_texts(rain) == std::vector<std::string>{"discard:R3", "discard:R5"});
    const Buds grow = after(rain, {"discard:R5"});
    CHECK(legal_texts(grow) == std::vector<std::string>{"grow:1.0"});
    CHECK(after(grow, {"grow:1.0"}).phase() == Phase::kMove);
  }

  TEST_CASE("BB-17 flower power grows twice, the second time by choice") {
    Buds state = with_beds(first_move(buds_tables(2)), {0, 5, 8});
    state = with_hand(state, {"power", "R4", "R3", "R5"});
    CHECK_FALSE(offers(state, "power"));
    state = with_flower(state, 0, 0, 0, {{"RY", "Y1", 1}, {"Y2", "", 2}});
    const Buds once = after(state, {"power"});
    CHECK(legal_texts(once) == std::vector<std::string>{"grow:1.0"});
    const Buds twice = after(once, {"grow:1.0"});
    CHECK(legal_texts(twice) == std::vector<std::string>{"grow:1.0", "grow:none"});
    CHECK(stages_of(after(twice, {"grow:1.0"}), 0, 0) == std::vector<int>{3, 2});
  }

  TEST_CASE("BB-18 a bloom that is taken lays the card below open") {
    Buds state = with_beds(first_move(buds_tables(2)), {0, 5, 8});
    state = with_hand(state, {"cut", "R4", "R3", "R5"});
    state = with_flower(state, 1, 2, 1, {{"RY", "R1", 1}, {"B5", "", 2}});
    state = with_flower(state, 1, 1, 1, {{"YB", "Y1", 3}});
    CHECK(offers(state, "cut:take@3"));
    CHECK_FALSE(offers(state, "cut:take@2"));  // a bud
    const Buds taken = after(state, {"cut:take@3"});
    CHECK(stages_of(taken, 1, 2) == std::vector<int>{3});
    CHECK(legal_texts(taken) == std::vector<std::string>{"B5@1", "B5@2", "B5@3"});
    const Buds played = after(taken, {"B5@3"});
    CHECK(stages_of(played, 0, 2) == std::vector<int>{2});
    CHECK(laid_deck(played.flower(0, 2).top()) == 1);
    CHECK(std::popcount(played.position().sheds[0]) == 1);
    const SharedTables without = buds_tables(2, {"mixed", false, false});
    CHECK_FALSE(offers(Buds(*without, state.position()), "cut:take@3"));
  }

  TEST_CASE("BB-19 an insertion shows its first stage, and the card under it keeps its own") {
    Buds state = with_beds(first_move(buds_tables(2)), {0, 5, 8});
    state = with_hand(state, {"cut", "R4", "R3", "R6"});
    state = with_flower(state, 0, 0, 0, {{"R2", "", 2}, {"R5", "", 2}});
    CHECK(offers(state, "cut:insert@1.1"));
    CHECK_FALSE(offers(state, "cut:insert@1.0"));  // nothing under 2
    const Buds due = after(state, {"cut:insert@1.1"});
    CHECK(legal_texts(due) == std::vector<std::string>{"R3@1", "R4@1"});
    CHECK(stages_of(after(due, {"R4@1"}), 0, 0) == std::vector<int>{2, 1, 2});
  }

  TEST_CASE("BB-20 a dig puts the other cards under the deck, the one seen first to be drawn first") {
    Buds state = with_hand(first_move(buds_tables(2)), {"dig", "R4", "R3", "R6"});
    CHECK_FALSE(offers(state, "dig:compost"));
    Buds digging = after(state, {"dig:deck"});
    Rng rng(3);
    resolve_chance(digging, rng);
    REQUIRE(digging.phase() == Phase::kTake);
    REQUIRE(digging.position().looked_count == 3);
    const auto looked = digging.position().looked;
    const int face = digging.position().face_of(looked[1]);
    digging.apply(static_cast<Action>(kFirstTake + face));
    CHECK(digging.position().under[0][0] == looked[0]);
    CHECK(digging.position().under[0][1] == looked[2]);
    CHECK((digging.position().hands[0] >> looked[1] & 1U) != 0);
    CHECK(digging.mover() == 1);
    CHECK((digging.hidden_from(1) >> looked[0] & 1U) != 0);
  }

  TEST_CASE("BB-21 in a single deck a player plays each kind of tool once") {
    Buds state = with_hand(first_move(buds_tables(2, {"mixed", true, true})), {"dig", "R4", "R3", "R6"});
    CHECK(offers(state, "dig:deck"));
    state = changed(state, [](Position& at) { at.sheds[0] = 1U << (kMaxTools + kDig); });
    CHECK_FALSE(offers(state, "dig:deck"));
    CHECK(offers(state, "discard:dig"));
    CHECK_THROWS_AS(buds_tables(1, {"mixed", true, true}), InvalidInput);
  }

  TEST_CASE("BB-26 a solo player wins by more points than the rosettes of the far side") {
    Buds state = with_beds(first_move(buds_tables(1)), {0, 5, 8});  // rosettes 7, 8, 8 on the far side
    state = with_flower(state, 0, 0, 0, {{"RY", "R1", 3}, {"R2", "", 1}, {"R3", "", 2}});
    state = with_flower(state, 0, 1, 0, {{"YB", "Y1", 3}, {"Y2", "", 1}, {"Y3", "", 2}});
    const auto over = [](const Buds& position) { return changed(position, [](Position& at) { at.phase = Phase::kOver; }).returns()[0]; };
    CHECK(state.returns()[0] == 0.0);
    CHECK(over(state) == -1.0);
    CHECK(state.scores()[0] == 18);
    state = with_flower(state, 0, 2, 0, {{"B1", "", 1}, {"B2", "", 1}, {"B3", "", 1}, {"B6", "", 2}});  // 5 leaves, a bee
    CHECK(state.scores()[0] == 23);
    CHECK(over(state) == -1.0);
    state = changed(state, [](Position& at) { at.flowers[0][2].cards[0] = with_stages(at.flowers[0][2].cards[0], 2); });
    CHECK(state.scores()[0] == 25);
    CHECK(over(state) == 1.0);
    CHECK(state.ranks() == PerPlayer<int>(1, 1));
  }

  TEST_CASE("features tell what flowers show and hide, what may continue them, and what may be cut") {
    Buds state = with_beds(first_move(buds_tables(2)), {0, 12, 20});  // any up; any updown; any down; the rival red and yellow down
    state = with_hand(state, {"R1", "R3", "R5", "B6"});
    state = with_flower(state, 0, 0, 0, {{"R2", "R2", 1}, {"Y3", "Y3", 2}});
    state = with_flower(state, 0, 1, 0, {{"RY", "R4", 3}});
    const auto of = [](const Buds& buds, int observer) {
      std::array<float, Buds::kFeatures> features{};
      buds.features(observer, features);
      return features;
    };
    const auto own = of(state, 0);
    // R2 shows a leaf of two, Y3 two leaves and a bee.
    CHECK(own[0] == doctest::Approx(3.0 / 20));
    CHECK(own[1] == doctest::Approx(3.0 / 10));
    CHECK(own[2] == doctest::Approx(1.0 / 4));
    CHECK(own[3] == 0.0F);
    CHECK(own[4] == doctest::Approx(1.0 / 6));
    CHECK(own[5] == 0.0F);
    CHECK(own[6] == 1.0F);
    CHECK(own[8] == 1.0F);  // yellow 3 starts a flower of the rival
    // A bud on top scores nothing and can't be cut; its butterfly is red.
    CHECK(own[9] == 0.0F);
    CHECK(own[12] == doctest::Approx(1.0 / 3));
    CHECK(own[14] == 1.0F);
    CHECK(own[17] == 0.0F);
    // The third bed is empty, and whatever is not open may come: 21 flower cards but the three that lie.
    CHECK(own[18 + 7] == doctest::Approx(18.0 / 21));
    // The same flowers from the other side.
    const auto others = of(state, 1);
    CHECK(others[Buds::kFeaturesEach] == own[0]);
    CHECK(others[Buds::kFeaturesEach + 8] == 1.0F);
    // What follows the slots: 4 cards, the share of the deck, no tool, weather, whose turn it is.
    const std::size_t rest = Buds::kFeaturesEach - Buds::kFeaturesOfSeat;
    CHECK(own[rest] == 1.0F);
    CHECK(own[rest + 1] == doctest::Approx(20.0 / 24));
    CHECK(own[rest + 2] == 0.0F);
    CHECK(own[rest + 4] == 1.0F);
    CHECK(others[rest + 4] == 0.0F);
    const Buds sunny = with_top(with_hand(state, {"R1", "R3", "R5", "B6"}), 0);  // three rain cards and a sun card
    CHECK(of(sunny, 0)[rest + 3] == doctest::Approx(3.0 / 4));
    CHECK(of(with_top(sunny, 1), 0)[rest + 3] == doctest::Approx(1.0 / 4));
    // Without the option nothing is taken, and who plays alone has nobody to take it.
    Buds kind = with_beds(first_move(buds_tables(2, {.take_that = false})), {0, 12, 20});
    kind = with_flower(kind, 0, 0, 0, {{"R2", "R2", 1}, {"Y3", "Y3", 2}});
    CHECK(of(kind, 0)[8] == 0.0F);
  }

  TEST_CASE("features are those of what the observer knows") {
    for (const bool single : {false, true}) {
      const auto tables = buds_tables(2, {.single_deck = single});
      for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        Rng rng(seed);
        Buds state(*tables);
        while (state.mover() != kTerminal) {
          for (int observer = 0; observer < 2; ++observer) {
            Buds world = state;
            world.redeal(observer, rng);
            std::array<float, Buds::kFeatures> here{};
            std::array<float, Buds::kFeatures> there{};
            state.features(observer, here);
            world.features(observer, there);
            REQUIRE(here == there);
            for (const float feature : here) REQUIRE((feature >= 0.0F && feature < 8.0F));
          }
          state.apply(state.mover() == kChance ? state.sample(rng) : state.random_legal(rng));
        }
      }
    }
  }

  TEST_CASE("a broken position is refused with every law that it breaks") {
    const SharedTables tables = buds_tables(2);
    ValueObject object = *first_move(tables).to_value().as_object();
    ValueObject pile = *object[8].second.as_list()->front().as_object();
    pile[0].second = 3;                                                                              // drawn
    object[8].second = ValueList{pile, pile};                                                        // piles: the second is the first
    object[9].second = "again";                                                                      // cause
    object[10].second = "2.0";                                                                       // place
    object[4].second = ValueList{ValueList{ValueObject{{"face", "R1"}, {"deck", 0}}}, ValueList{}};  // sheds
    try {
      (void)Buds::from_value(object, *tables);
      FAIL("accepted");
    } catch (const InvalidInput& error) {
      const std::string what = error.what();
      for (const char* law : {"S-5", "S-6", "S-8", "S-16", "S-17"}) CHECK(what.find(law) != std::string::npos);
    }
  }

  TEST_CASE("a broken component file is refused with every fault") {
    const BudsBox box{.set_aside = 8, .hand = 25, .slots = 4};
    try {
      (void)buds_tables(3, {"rocky", true, false}, box);
      FAIL("accepted");
    } catch (const InvalidInput& error) {
      const std::string what = error.what();
      for (const char* key : {"players", "deck.set_aside", "deck.hand", "slots.count", "options.rocks"})
        CHECK(what.find(key) != std::string::npos);
    }
    CHECK_THROWS_AS(buds_tables(2, {4, true, false}), InvalidInput);
    CHECK_THROWS_AS(buds_tables(2, {3, true, false}, BudsBox{.slots = 2}), InvalidInput);
  }
}
