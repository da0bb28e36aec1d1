// The laws of a position and of an observation of Buds and Blooms (seeds/buds_and_blooms/state.md): S-11 to S-17, O-4.
#include <algorithm>

#include "games/buds_and_blooms/laws.hpp"

namespace cloche::buds_and_blooms {

bool Judge::compost_has(int weather, int player) const {
  return std::any_of(compost_.begin(), compost_.end(),
                     [&](const NumberedCard& card) { return card.weather == weather && (card.known >> player & 1U) != 0; });
}

void Judge::judge_tops() {  // S-11
  if (!good(kPilesPart)) return;
  const auto key = [](int pile) { return place_in("piles", pile) + ".top"; };
  const auto has_top = [&](int pile) { return at_.top[at(pile)] != kNone; };
  for (int pile = 0; pile < tables_.piles(); ++pile) {
    if (pile_empty(pile)) {
      law(!has_top(pile), key(pile), "S-11: should be null, the pile is empty");
    } else if (state_.lazy_cards(pile) == 0 && has_top(pile)) {
      const NumberedCard& next = under_[at(pile)].front();
      const int back = next.weather + (tables_.single_deck ? 2 * next.deck : 0);
      law(at_.top[at(pile)] == back, key(pile), "S-11: should be the back of the first card under the pile");
    }
  }
  if (!good(kPhasePart) || !from(Phase::kBack)) return;
  if (!in({Phase::kBack})) {
    for (int pile = 0; pile < tables_.piles(); ++pile)
      law(pile_empty(pile) || has_top(pile), key(pile), "S-11: should not be null, the pile has cards");
    return;
  }
  if (!has_player()) return;
  if (nothing_drawn()) {
    law(player_ == 0, "player", "S-11: should be 0 before the first card is drawn");
    const int last = tables_.piles() - 1;
    law(!has_top(last), key(last), "S-11: should be null, or nothing is due");
    return;
  }
  for (int pile = 0; pile < tables_.piles(); ++pile) {
    if (pile == own_pile()) law(!pile_empty(pile) && !has_top(pile), key(pile), "S-11: should be null, and the pile have cards");
    else law(pile_empty(pile) || has_top(pile), key(pile), "S-11: should not be null, the pile has cards");
  }
}

// S-12: nothing has been played, and the hands are as a deal leaves them.
bool Judge::is_deal() const {
  if (!in({Phase::kDraw, Phase::kBack})) return false;
  bool empty = compost_.empty() && looked_.empty();
  each_open([&](const OpenCard&) { empty = false; });
  for (const NumberedCards& under : under_) empty = empty && under.empty();
  for (int player = 0; player < players(); ++player) {
    if (player < player_) empty = empty && full_or_empty(player);
    if (player > player_) empty = empty && hands_[at(player)].empty();
  }
  return empty;
}

void Judge::judge_hands() {  // S-12, S-13
  if (!good(kHandsPart)) return;
  for (int player = 0; player < players(); ++player)
    law(missing(player) >= 0, place_in("hands", player), "S-12: should have at most " + std::to_string(tables_.hand) + " cards");
  if (!good(kPilesPart)) return;
  if (in({Phase::kOver})) {
    for (int player = 0; player < players(); ++player)
      law(hands_[at(player)].empty(), place_in("hands", player), "S-12: should be empty, the game is over");
    for (int pile = 0; pile < tables_.piles(); ++pile)
      law(pile_empty(pile), place_in("piles", pile), "S-12: should be empty, the game is over");
  }
  if (!from(Phase::kBack) || !has_player()) return;
  if (in({Phase::kDraw, Phase::kLook})) law(!pile_empty(own_pile()), place_in("piles", own_pile()), "S-13: should have cards");
  if (!good(kNumberedParts | kOpenParts)) return;
  if (!is_deal()) return judge_missing();
  if (in({Phase::kDraw})) law(missing(player_) >= 1, place_in("hands", player_), "S-13: is full, there is nothing to draw");
}

void Judge::judge_missing() {  // S-12, in play
  for (int player = 0; player < players(); ++player) {
    if (player != player_) law(full_or_empty(player), place_in("hands", player), "S-12: should be full, or the own pile empty");
  }
  const int m = missing(player_);
  const bool empty = pile_empty(own_pile());
  const bool digging = !looked_.empty();
  bool holds = true;
  switch (at_.phase) {
    case Phase::kDraw: holds = m == 1 || m == 2; break;
    case Phase::kBack: holds = m == 1 || (m == 0 && !digging); break;
    case Phase::kLook: holds = m == 1; break;
    case Phase::kTake: holds = m == 1 || (!digging && m > 1 && empty); break;
    case Phase::kMove: holds = m == 0 || empty; break;
    case Phase::kGrow:
    case Phase::kPlayTaken:
    case Phase::kPlayInsert: holds = m == 1 || (m > 1 && empty); break;
    case Phase::kRain: holds = m >= 1; break;
    default: break;
  }
  if (in({Phase::kGrow}) && good(kCausePart) && at_.cause == Cause::kWeather) holds = holds && m >= 2;
  law(holds, place_in("hands", player_), "S-12: has " + std::to_string(tables_.hand - m) + " cards, which this phase does not allow");
}

void Judge::judge_looked() {  // S-14
  if (!good(kLookedPart)) return;
  const int count = static_cast<int>(looked_.size());
  const bool dig = in({Phase::kLook, Phase::kTake});
  if (!dig && !in({Phase::kBack})) law(count == 0, "looked", "S-14: should be empty in this phase");
  if (in({Phase::kLook})) law(count < tables_.dig_look, "looked", "S-14: should hold fewer cards than a dig looks at");
  if (count != 0 && !in({Phase::kLook})) {
    law(count <= tables_.dig_look, "looked", "S-14: should hold at most " + std::to_string(tables_.dig_look) + " cards");
    if (in({Phase::kTake}) && has_player() && good(kPilesPart) && count < tables_.dig_look)
      law(pile_empty(own_pile()), "looked", "S-14: should hold " + std::to_string(tables_.dig_look) + " cards, the own pile has more");
  }
  if (has_player() && good(kShedsPart) && (in({Phase::kLook}) || in({Phase::kTake}) || count != 0))
    law(tools_in_shed(player_, kDig) != 0, place_in("sheds", player_), "S-14: should hold a dig");
}

void Judge::judge_discards() {  // S-15
  if (!in({Phase::kMove, Phase::kSun, Phase::kRain}) || !has_player()) return;
  const std::string hand = place_in("hands", player_);
  const auto has = [&](int weather) {
    const NumberedCards& cards = hands_[at(player_)];
    return std::any_of(cards.begin(), cards.end(), [&](const NumberedCard& card) { return card.weather == weather; });
  };
  if (good(kHandsPart)) {
    law(!hands_[at(player_)].empty(), hand, "S-15: the player has no card");
    if (in({Phase::kSun})) law(has(0) && has(1), hand, "S-15: should have a sun and a rain card");
    if (in({Phase::kRain})) law(has(1), hand, "S-15: should have a rain card");
  }
  if (in({Phase::kMove})) return;
  if (good(kPilesPart)) law(pile_empty(own_pile()), place_in("piles", own_pile()), "S-15: should be empty");
  if (in({Phase::kRain}) && good(kCompostPart))
    law(compost_has(0, player_), "compost", "S-15: should have a sun card that the player knows");
  if (good(kFlowersPart)) law(state_.growths(player_) != 0, "phase", "S-15: nothing can grow");
}

void Judge::judge_growth() {  // S-16
  if (!good(kCausePart)) return;
  if (!in({Phase::kGrow})) {
    law(at_.cause == Cause::kNothing, "cause", "S-16: should be null in this phase");
    return;
  }
  law(at_.cause != Cause::kNothing, "cause", "S-16: should not be null in this phase");
  if (!has_player()) return;
  if (good(kFlowersPart)) law(state_.growths(player_) != 0, "phase", "S-16: nothing can grow");
  const std::string pile = place_in("piles", own_pile());
  if (at_.cause == Cause::kDiscard && good(kPilesPart)) {
    const int top = at_.top[at(own_pile())];
    law(!pile_empty(own_pile()), pile, "S-16: should not be empty after a discard that lets grow");
    if (good(kCompostPart) && top != kNone)
      law(compost_has(1 - (top & 1), player_), "compost", "S-16: should have a card that the player knows, of the other weather than top");
  }
  if ((at_.cause == Cause::kPower || at_.cause == Cause::kAgain) && good(kShedsPart))
    law(tools_in_shed(player_, kPower) != 0, place_in("sheds", player_), "S-16: should hold power");
  if (at_.cause == Cause::kAgain && good(kFlowersPart)) {
    bool grown = false;
    for (const OpenCards& flower : flowers_[at(player_)]) {
      for (const OpenCard& card : flower) grown = grown || (&card != &flower.back() && card.stages > 1);
    }
    law(grown, place_in("flowers", player_), "S-16: no covered card shows more than one stage");
  }
  if (at_.cause != Cause::kWeather) return;
  if (good(kPilesPart)) law(pile_empty(own_pile()), pile, "S-16: should be empty");
  if (good(kCompostPart))
    law(compost_has(0, player_) && compost_has(1, player_), "compost", "S-16: should have a sun and a rain card that the player knows");
}

void Judge::judge_cut() {  // S-17
  const bool taken = in({Phase::kPlayTaken});
  const bool inserts = in({Phase::kPlayInsert});
  if (good(kBloomPart))
    law(bloom_.has_value() == taken, "bloom", taken ? "S-17: should not be null" : "S-17: should be null in this phase");
  if (good(kPlacePart))
    law((place_ != kNull) == inserts, "place", inserts ? "S-17: should not be null" : "S-17: should be null in this phase");
  if ((!taken && !inserts) || !has_player()) return;
  if (good(kShedsPart)) law(tools_in_shed(player_, kCut) != 0, place_in("sheds", player_), "S-17: should hold cut");
  if (inserts) return judge_insertion();
  if (!good(kBloomPart) || !bloom_ || players() < kSides) return;
  if (!law(tables_.is_bloom(bloom_->face), "bloom.face", "S-17: should be a bloom") || !good(kBedsPart | kFlowersPart)) return;
  const auto fits = [&](int player) { return (state_.blooms_on_top(player) >> (kMaxSlots * bloom_->face) & 0b111U) != 0; };
  law(fits(player_), "bloom", "S-17: fits on no bed of the player");
  law(fits(1 - player_), "bloom", "S-17: fits on no bed of the rival");
}

void Judge::judge_insertion() {  // S-17, O-4
  if (!good(kPlacePart | kFlowersPart) || place_ == kNull) return;
  const int slot = place_ / kMaxInFlower;
  const int below = place_ % kMaxInFlower;
  if (!law(below < state_.flower(player_, slot).size, "place", "S-17: should have a card above it")) return;
  if (!good(kBedsPart | kHandsPart)) return;
  const Combos fitting = state_.insertions(player_, slot, below);
  const NumberedCards& hand = hands_[at(player_)];
  const auto fits = [&](const NumberedCard& card) { return card.face != kNull && (tables_.combos[at(card.face)] & fitting) != 0; };
  const bool known = std::any_of(hand.begin(), hand.end(), fits);
  const bool veiled = observed_ && good(kObserverPart) && observer_ != player_;
  if (known || !veiled) {
    law(known, "place", "S-17: no card of the hand fits there");
    return;
  }
  if (!cards_fit_) return;
  const auto may_fit = [&](const NumberedCard& card) {
    if (card.face != kNull) return false;
    Faces left = state_.free_faces(card.deck, hidden_) & tables_.flowers & tables_.faces_with[at(card.weather)];
    for (Faces rest = left; rest != 0; rest &= rest - 1) {
      if ((tables_.combos[at(std::countr_zero(rest))] & fitting) == 0) left &= ~(rest & -rest);
    }
    if (left == 0) return false;
    if (tables_.single_deck || card.draw <= tables_.zone_begin() || card.draw > tables_.zone_end()) return true;
    const PileFacts facts = state_.pile_facts(card.deck, hidden_ & state_.cards_of_pile(card.deck));
    for (int i = 0; i <= facts.tools[0]; ++i) {
      for (int j = 0; j <= facts.tools[1]; ++j) {
        if (facts.ways(i, j) != 0 && (card.weather == 0 ? i : j) < facts.fixed_b[at(card.weather)]) return true;
      }
    }
    return false;
  };
  law(std::any_of(hand.begin(), hand.end(), may_fit), "place", "O-4: no card that the player can hold fits there");
}

}  // namespace cloche::buds_and_blooms
