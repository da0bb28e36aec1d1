// The laws of a position and of an observation of Buds and Blooms (seeds/buds_and_blooms/state.md): S-2 to S-10, O-2, O-3.
#include "games/buds_and_blooms/laws.hpp"

#include <algorithm>

#include "games/buds_and_blooms/notation.hpp"

namespace cloche::buds_and_blooms {

bool Judge::in(std::initializer_list<Phase> phases) const {
  return std::find(phases.begin(), phases.end(), at_.phase) != phases.end();
}

int Judge::tools_in_shed(int player, Tool tool) const {
  const unsigned shed = at_.sheds[at(player)];
  return static_cast<int>((shed >> tool & 1U) + (shed >> (kMaxTools + tool) & 1U));
}

void Judge::judge() {
  if (good(kPhasePart)) {
    judge_player();
    judge_beds();
    judge_setup();
  }
  judge_cards();
  judge_numbers();
  judge_lazy();
  judge_flowers();
  judge_known();
  judge_digs();
  judge_tops();
  if (!good(kPhasePart)) return;
  judge_hands();
  judge_looked();
  judge_discards();
  judge_growth();
  judge_cut();
}

void Judge::judge_player() {  // S-2
  if (in({Phase::kPlayTaken}) && (tables_.solo() || !tables_.take_that))
    law(false, "phase", "S-2: nothing can be taken in a solo game or without the option take_that");
  if (!good(kPlayerPart)) return;
  const bool nobody = in({Phase::kCard, Phase::kFace, Phase::kTurn, Phase::kOver});
  const bool holds = law((player_ == kNull) == nobody, "player",
                         nobody ? "S-2: should be null in this phase" : "S-2: should be the number of a player in this phase");
  if (!holds) spoil(kPlayerPart);
}

void Judge::judge_beds() {  // S-3
  if (!good(kBedsPart)) return;
  const int before = faults_.size();
  const int count = static_cast<int>(beds_.size());
  const bool setup = in({Phase::kCard, Phase::kFace, Phase::kTurn});
  if (in({Phase::kCard})) law(count < tables_.slots, "beds", "S-3: should be fewer than the slots in this phase");
  else if (!setup) law(count == tables_.slots, "beds", "S-3: should be " + std::to_string(tables_.slots) + " beds in this phase");
  else law(count >= 1, "beds", "S-3: should be at least one bed in this phase");
  std::vector<int> cards;
  int rocks = 0;
  int faces = 0;
  for (int slot = 0; slot < count; ++slot) {
    const BedCard& bed = beds_[at(slot)];
    const std::string path = place_in("beds", slot);
    const bool last = slot + 1 == count;
    law(std::find(cards.begin(), cards.end(), bed.card) == cards.end(), path + ".card", "S-3: lies in another slot as well");
    cards.push_back(bed.card);
    const bool has_face = !(last && in({Phase::kFace}));
    const bool has_turn = has_face && !(last && in({Phase::kTurn}));
    law((bed.face != kNull) == has_face, path + ".face", has_face ? "S-3: should not be null" : "S-3: should be null in this phase");
    law((bed.turn != kNull) == has_turn, path + ".turn", has_turn ? "S-3: should not be null" : "S-3: should be null in this phase");
    faces += bed.face != kNull ? 1 : 0;
    rocks += bed.face == 1 ? 1 : 0;
  }
  if (tables_.rocky_slots) {
    const int wanted = *tables_.rocky_slots;
    law(rocks <= wanted, "beds", "S-3: more than " + std::to_string(wanted) + " faces show rocks");
    law(wanted <= rocks + tables_.slots - faces, "beds", "S-3: " + std::to_string(wanted) + " faces can't show rocks any more");
  }
  if (faults_.size() != before) return spoil(kBedsPart);
  if (setup || tables_.slots < 2) return;
  int worms = 0;
  for (int slot = 0; slot < tables_.slots; ++slot) worms += state_.bed(0, slot).worm ? 1 : 0;
  law(worms != 0 && worms != tables_.slots, "beds", "S-3: a side has no worm");
}

void Judge::judge_setup() {  // S-4
  if (!in({Phase::kCard, Phase::kFace, Phase::kTurn})) return;
  const auto empty = [&](const auto& lists, const std::string& key) {
    for (std::size_t player = 0; player < lists.size(); ++player)
      law(lists[player].empty(), place_in(key, static_cast<int>(player)), "S-4: should be empty before the beds lie");
  };
  for (int player = 0; good(kFlowersPart) && player < players(); ++player) empty(flowers_[at(player)], place_in("flowers", player));
  if (good(kShedsPart)) empty(sheds_, "sheds");
  if (good(kHandsPart)) empty(hands_, "hands");
  if (good(kCompostPart)) law(compost_.empty(), "compost", "S-4: should be empty before the beds lie");
  if (good(kLookedPart)) law(looked_.empty(), "looked", "S-4: should be empty before the beds lie");
  for (int pile = 0; good(kPilesPart) && pile < tables_.piles(); ++pile) {
    const std::string key = place_in("piles", pile);
    law(at_.drawn[at(pile)] == 0, key + ".drawn", "S-4: should be 0 before the beds lie");
    law(at_.top[at(pile)] == kNone, key + ".top", "S-4: should be null before the beds lie");
    law(under_[at(pile)].empty(), key + ".under", "S-4: should be empty before the beds lie");
  }
}

void Judge::judge_cards() {  // S-5
  const int before = faults_.size();
  std::array<Faces, kSides> seen{};
  const auto once = [&](int deck, int face, const std::string& path) {
    const Faces bit = Faces{1} << face;
    law((seen[at(deck)] & bit) == 0, path, "S-5: the card lies in another place as well");
    seen[at(deck)] |= bit;
  };
  each_open([&](const OpenCard& card) { once(card.deck, card.face, card.path); });
  Cards numbers = 0;
  each_numbered([&](const NumberedCard& card) {
    if (card.face != kNull) {
      once(card.deck, card.face, card.path);
      law(tables_.weather_of(card.face) == card.weather, card.path + ".back", "S-5: is not the back of the face");
    }
    law((numbers >> card.card & 1U) == 0, card.path + ".draw", "S-5: the card number is given twice");
    numbers |= card_bit(card.card);
    if (good(kPilesPart)) law(card.draw <= at_.drawn[at(tables_.pile_of(card.deck))], card.path + ".draw", "S-5: is more than are drawn");
  });
  if (!tables_.single_deck) {
    for (int pile = 0; pile < tables_.piles(); ++pile) {
      for (const NumberedCard& card : under_[at(pile)]) law(card.deck == pile, card.path + ".deck", "S-5: should be that of the pile");
    }
    for (const NumberedCard& card : looked_) {
      if (has_player()) law(card.deck == player_, card.path + ".deck", "S-5: should be that of the player");
    }
  }
  cards_fit_ = good(kNumberedParts | kOpenParts) && faults_.size() == before;
}

void Judge::judge_numbers() {  // S-6
  if (!good(kNumberedParts | kOpenParts)) return;
  const int before = faults_.size();
  for (int pile = 0; pile < tables_.piles(); ++pile) {
    int cards = 0;
    int open_tools = 0;
    int places = 0;  // draws of zone B that are open
    if (!tables_.single_deck)
      places = std::clamp<int>(at_.drawn[at(pile)] - tables_.zone_begin(), 0, tables_.zone_end() - tables_.zone_begin());
    each_numbered([&](const NumberedCard& card) {
      if (tables_.pile_of(card.deck) != pile) return;
      ++cards;
      if (tables_.single_deck) return;
      const bool in_b = card.draw > tables_.zone_begin() && card.draw <= tables_.zone_end();
      places -= in_b ? 1 : 0;
      if (card.face != kNull && !tables_.is_flower(card.face)) law(in_b, card.path, "S-6: no tool lies so high or so low in its deck");
    });
    each_open([&](const OpenCard& card) {
      if (tables_.pile_of(card.deck) != pile) return;
      ++cards;
      open_tools += tables_.is_flower(card.face) ? 0 : 1;
    });
    law(cards == at_.drawn[at(pile)], place_in("piles", pile) + ".drawn",
        "S-6: is " + std::to_string(at_.drawn[at(pile)]) + ", but " + std::to_string(cards) + " cards have left the pile");
    if (!tables_.single_deck)
      law(open_tools <= places, place_in("piles", pile) + ".drawn", "S-6: more tools are played than were drawn where tools lie");
  }
  cards_fit_ = cards_fit_ && faults_.size() == before;
}

void Judge::judge_lazy() {  // S-7, O-3
  if (!cards_fit_ || (observed_ && !good(kObserverPart))) return;
  const std::string text = observed_ ? "O-3: no faces of the cards that the observer does not know agree with the rest"
                                     : "S-7: the cards left can't lie in the pile as they should";
  for (int pile = 0; pile < tables_.piles(); ++pile) {
    bool holds = true;
    if (tables_.single_deck) {
      for (int back = 0; back < kBacks; ++back) {
        const int deck = back >> 1;
        int fixed = state_.lazy_cards(pile) != 0 && at_.top[at(pile)] == back ? 1 : 0;
        for (Cards rest = hidden_; rest != 0; rest &= rest - 1) {
          const int card = std::countr_zero(rest);
          fixed += at_.deck_of(card) == deck && at_.weather_of(card) == (back & 1) ? 1 : 0;
        }
        const Faces free = state_.free_faces(deck, hidden_) & tables_.faces_with[at(back & 1)];
        holds = holds && fixed <= std::popcount(free);
      }
    } else {
      holds = state_.pile_facts(pile, hidden_ & state_.cards_of_pile(pile)).count() != 0;
    }
    if (!law(holds, place_in("piles", pile), text)) cards_fit_ = false;
  }
}

void Judge::judge_flowers() {  // S-8
  for (int player = 0; good(kFlowersPart) && player < players(); ++player) {
    for (int slot = 0; slot < tables_.slots; ++slot) {
      const OpenCards& flower = flowers_[at(player)][at(slot)];
      const int before = faults_.size();
      for (const OpenCard& card : flower) {
        if (!law(tables_.is_flower(card.face), card.path + ".face", "S-8: a tool does not lie in a flower")) continue;
        law((tables_.combos[at(card.face)] >> card.combo & 1U) != 0, card.path + ".as", "S-8: the card can't be played as this");
        const int stages = tables_.stages[at(card.face)];
        const bool top = &card == &flower.back();
        law(top ? card.stages == stages : card.stages <= stages, card.path + ".stages",
            std::string("S-8: should be ") + (top ? "" : "at most ") + std::to_string(stages));
      }
      if (faults_.size() != before || !good(kPhasePart | kBedsPart) || !from(Phase::kBack)) continue;
      law(state_.obeys(player, slot), place_in(place_in("flowers", player), slot), "S-8: does not obey the rule of its bed");
    }
  }
  for (int player = 0; good(kShedsPart) && player < players(); ++player) {
    std::array<int, kMaxTools> kinds{};
    for (const OpenCard& card : sheds_[at(player)]) {
      if (!law(!tables_.is_flower(card.face), card.path + ".face", "S-8: a shed holds tools alone")) continue;
      const int copies = ++kinds[tables_.tool_of[at(card.face)]];
      if (tables_.single_deck) law(copies == 1, card.path, "S-8: a kind of tool is played once by a player");
    }
  }
}

void Judge::judge_known() {  // S-9, O-2
  const auto knows = [](const NumberedCard& card, int player) { return (card.known >> player & 1U) != 0; };
  each_numbered([&](const NumberedCard& card) {
    const std::string key = card.path + ".known";
    law(card.known != 0, key, "S-9: somebody should know the face");
    if (!tables_.single_deck) law(knows(card, card.deck), key, "S-9: the player whose deck it is should know the face");
    if (observed_ && good(kObserverPart))
      law((card.face != kNull) == knows(card, observer_), card.path + ".face",
          knows(card, observer_) ? "O-2: should not be null, the observer knows it" : "O-2: should be null, the observer does not know it");
  });
  for (int player = 0; player < players(); ++player) {
    for (const NumberedCard& card : hands_[at(player)])
      law(knows(card, player), card.path + ".known", "S-9: the holder should know the face");
  }
  if (!has_player()) return;
  for (const NumberedCard& card : looked_) law(knows(card, player_), card.path + ".known", "S-9: the player should know the face");
  if (!good(kPhasePart | kLookedPart | kCompostPart) || !in({Phase::kTake}) || !looked_.empty()) return;
  law(!compost_.empty(), "compost", "S-9: there is no card to take");
  for (const NumberedCard& card : compost_)
    law(knows(card, player_), card.path + ".known", "S-9: the player looks through the compost and should know the face");
}

void Judge::judge_digs() {  // S-10
  if (!good(kShedsPart | kPhasePart | kPlayerPart | kLookedPart)) return;
  const bool digging = in({Phase::kLook, Phase::kTake}) || !looked_.empty();
  const bool in_compost = in({Phase::kTake}) && looked_.empty();
  std::array<int, kSides> finished{};
  for (int player = 0; player < players(); ++player)
    finished[at(player)] = std::max(0, tools_in_shed(player, kDig) - (digging && player == player_ ? 1 : 0));
  const auto judge_card = [&](const NumberedCard& card, int shown_to) {
    const std::string key = card.path + ".known";
    if (tables_.single_deck)
      law(card.known != 0b11 || shown_to != kNull || finished[0] + finished[1] != 0, key, "S-10: without a dig not both know a card");
    for (int player = 0; !tables_.single_deck && player < players(); ++player) {
      const bool foreign = card.deck != player && player != shown_to && (card.known >> player & 1U) != 0;
      law(!foreign || finished[at(player)] != 0, key, "S-10: without a dig nobody knows a card of the other's deck");
    }
  };
  for (const NumberedCards& hand : hands_) {
    for (const NumberedCard& card : hand) judge_card(card, kNull);
  }
  for (const NumberedCard& card : compost_) judge_card(card, in_compost ? player_ : kNull);
  for (const NumberedCard& card : looked_) judge_card(card, kNull);
  for (const NumberedCards& under : under_) {
    for (const NumberedCard& card : under) judge_card(card, kNull);
  }
  for (int player = 0; !tables_.single_deck && good(kHandsPart) && player < players(); ++player) {
    int foreign = 0;
    for (const NumberedCard& card : hands_[at(player)]) foreign += card.deck != player ? 1 : 0;
    law(foreign <= finished[at(player)], place_in("hands", player), "S-10: has more cards of the other's deck than the player's digs");
  }
  for (int pile = 0; good(kPilesPart) && pile < tables_.piles(); ++pile) {
    const int most = (tables_.dig_look - 1) * (tables_.single_deck ? finished[0] + finished[1] : finished[at(pile)]);
    law(static_cast<int>(under_[at(pile)].size()) <= most, place_in("piles", pile) + ".under",
        "S-10: has more cards than the digs of its players put there");
  }
}

State State::from_value(const Value& value, const Tables& tables) {
  Faults faults;
  Judge judge(tables, Judge::Form::kWhole, faults);
  judge.read(Reader(value, "", faults));
  judge.judge();
  faults.raise_if_any("buds_and_blooms position");
  const State state = judge.state();
  assert(state.consistent());
  return state;
}

State State::from_observation(const Value& value, const Tables& tables) {  // H-4, H-7
  Faults faults;
  Judge judge(tables, Judge::Form::kObserved, faults);
  judge.read(Reader(value, "", faults));
  judge.judge();
  faults.raise_if_any("buds_and_blooms observation");
  const State state = as_known_to(judge.state(), judge.observer());
  assert(state.consistent());
  return state;
}

}  // namespace cloche::buds_and_blooms
