// What follows from an action or an outcome: one function a step of the rules, in the order of a game.
#include <algorithm>

#include "games/buds_and_blooms/state.hpp"

namespace cloche::buds_and_blooms {
namespace {

// Takes the first of `count` items away, a 0 after the last.
template <class Items>
std::uint8_t pop_front(Items& items, std::uint8_t& count) {
  const std::uint8_t first = items[0];
  --count;
  for (std::size_t i = 0; i < count; ++i) items[i] = items[i + 1];
  items[count] = 0;
  return first;
}

}  // namespace

void State::apply(Action action) {
  assert(is_legal(action));
  switch (at_.phase) {
    case Phase::kCard:
    case Phase::kFace:
    case Phase::kTurn: return lay_bed(action);
    case Phase::kBack: return turn_to_top(action);
    case Phase::kDraw: return draw(action);
    case Phase::kLook: return look(action);
    case Phase::kMove: return move(action);
    case Phase::kPlayTaken: return play_taken(action);
    case Phase::kPlayInsert: return play_insert(action);
    case Phase::kGrow: return grow(action - kFirstGrow);
    case Phase::kTake: return take(action - kFirstTake);
    case Phase::kSun:
    case Phase::kRain: return discard(action - kFirstDiscard);
    case Phase::kOver: return;
  }
}

// ---- Setup

void State::lay_bed(int outcome) {  // BB-5
  int slot = 0;
  while (slot + 1 < tables_->slots && at_.bed_turn[at(slot)] != kNone) ++slot;
  const auto what = static_cast<std::uint8_t>(outcome);
  if (at_.phase == Phase::kCard) {
    at_.bed_card[at(slot)] = what;
    at_.phase = Phase::kFace;
    return;
  }
  if (at_.phase == Phase::kFace) {
    at_.bed_face[at(slot)] = what;
    at_.phase = Phase::kTurn;
    return;
  }
  at_.bed_turn[at(slot)] = what;
  at_.phase = Phase::kCard;
  const auto note_beds = [&] {
    for (int player = 0; player < tables_->player_count; ++player)
      at_.beds[at(player)][at(slot)] =
          static_cast<std::uint8_t>(at_.bed_card[at(slot)] * 4 + at_.bed_face[at(slot)] * 2 + (at_.bed_turn[at(slot)] ^ player));
  };
  note_beds();
  if (slot + 1 < tables_->slots) return;
  at_.phase = Phase::kBack;
  int worms = 0;  // BB-6
  for (const std::uint8_t laid : std::span(at_.beds[0]).first(at(tables_->slots))) worms += tables_->beds[laid].worm ? 1 : 0;
  if (worms != 0 && worms != tables_->slots) return;
  slot = tables_->middle;
  at_.bed_turn[at(slot)] ^= 1U;
  note_beds();
}

void State::turn_to_top(int back) {  // BB-8
  at_.top[at(pile_at_back())] = static_cast<std::uint8_t>(back);
  const bool setup = (at_.drawn[0] | at_.drawn[1]) == 0;
  if (setup && tables_->piles() == 2 && at_.top[1] == kNone) return;
  settle();
}

// ---- Drawing

// Takes the top card of the own pile, known to the player from now on.
int State::draw_card(int face) {
  const auto pile = at(own_pile());
  int card = 0;
  if (draws_lazily()) {
    const int deck = tables_->single_deck ? at_.top[0] >> 1 : own_pile();
    card = kMaxFaces * own_pile() + at_.drawn[pile]++;
    at_.left[at(deck)] &= ~(Faces{1} << face);
    at_.faces[at(card)] = static_cast<std::uint8_t>(face);
    at_.sun |= static_cast<Cards>(1U ^ (at_.top[pile] & 1U)) << card;
    at_.second |= static_cast<Cards>(deck) << card;
  } else {
    card = pop_front(at_.under[pile], at_.under_count[pile]);
  }
  at_.known[at_.player] |= card_bit(card);
  at_.top[pile] = kNone;
  return card;
}

void State::draw(int face) {  // BB-9, BB-10
  at_.hands[at_.player] |= card_bit(draw_card(face));
  settle();
}

void State::look(int face) {  // BB-20
  at_.looked[at_.looked_count++] = static_cast<std::uint8_t>(draw_card(face));
  settle();
}

// What comes next when nothing of the action is due (state.md, "to_dict").
void State::settle() {
  const int pile = own_pile();
  const bool cards = pile_cards(pile) != 0;
  if (cards && at_.top[at(pile)] == kNone) {
    at_.phase = Phase::kBack;
    return;
  }
  if (at_.looked_count != 0) {
    at_.phase = at_.looked_count < tables_->dig_look && cards ? Phase::kLook : Phase::kTake;
    return;
  }
  if (cards && held(at_.player) < tables_->hand) {
    at_.phase = Phase::kDraw;
    return;
  }
  for (int i = 0; i < tables_->player_count; ++i) {
    at_.player = static_cast<std::uint8_t>(at_.player + 1 == tables_->player_count ? 0 : at_.player + 1);
    if (held(at_.player) < tables_->hand && pile_cards(own_pile()) != 0) {
      at_.phase = Phase::kDraw;
      return;
    }
    if (held(at_.player) != 0) {
      at_.phase = Phase::kMove;
      return;
    }
  }
  at_.phase = Phase::kOver;  // BB-22
  at_.player = 0;
}

// ---- A turn

int State::card_with(int face, Cards among) const {
  Cards matching = 0;
  for (; among != 0; among &= among - 1) {
    const int card = std::countr_zero(among);
    matching |= static_cast<Cards>(at_.face_of(card) == face ? 1 : 0) << card;
  }
  const Cards own = matching & (at_.player == 1 ? at_.second : ~at_.second);
  return std::countr_zero(own != 0 ? own : matching);
}

// A card of the hand laid open; what it is, as in a flower with one stage showing.
std::uint8_t State::open_up(int card) {
  const int face = at_.face_of(card);
  const int deck = at_.deck_of(card);
  const Cards others = ~card_bit(card);
  at_.open[at(deck)] |= Faces{1} << face;
  at_.faces[at(card)] = 0;
  at_.hands[at_.player] &= others;
  for (Cards& known : at_.known) known &= others;
  at_.sun &= others;
  at_.second &= others;
  return laid(face, deck, 1);
}

void State::put_in_shed(int card) {
  const std::uint8_t tool = open_up(card);
  const int bit = laid_deck(tool) * kMaxTools + tables_->tool_of[at(laid_face(tool))];
  at_.sheds[at_.player] = static_cast<std::uint8_t>(at_.sheds[at_.player] | 1U << bit);
}

void State::move(int action) {  // BB-10
  const Cards hand = at_.hands[at_.player];
  const auto tool = [&](Tool kind) { return card_with(tables_->tool_face[kind], hand); };
  if (action < kFirstBud) return play(action, card_with(action / kMaxSlots, hand));
  if (action < kFlowerPower) return play(action, card_with(kMaxBlooms + (action - kFirstBud) / kBudPlays, hand));
  if (action >= kFirstDiscard && action < kWeatherAction) return discard(action - kFirstDiscard);
  if (action == kFlowerPower) return play_power(tool(kPower));
  if (action < kDigCompost) {
    put_in_shed(tool(kCut));
    if (action < kFirstCutInsert) return cut_take(action - kFirstCutTake);
    at_.place = static_cast<std::uint8_t>(action - kFirstCutInsert);
    at_.phase = Phase::kPlayInsert;
    return;
  }
  if (action < kFirstTake) {
    put_in_shed(tool(kDig));
    return dig(action == kDigCompost);
  }
  at_.phase = Phase::kSun;  // BB-16
}

namespace {

struct Play {
  int combo = 0;
  int slot = 0;
};

// Of the id of a flower card's play.
Play play_of(const Tables& tables, int action) {
  if (action < kFirstBud) return {tables.bloom_combo[at(action / kMaxSlots)], action % kMaxSlots};
  const int rest = action - kFirstBud;
  const int colour = tables.bud_colours[at(rest / kBudPlays)][at(rest / (kNumbers * kMaxSlots) % 2)];
  return {colour * kNumbers + rest / kMaxSlots % kNumbers, rest % kMaxSlots};
}

}  // namespace

void State::note_played_as(std::uint8_t card, int combo) {  // BB-13
  if (tables_->is_bloom(laid_face(card))) return;
  at_.played_as[at(laid_deck(card) * kMaxBuds + tables_->bud_of(laid_face(card)))] = static_cast<std::uint8_t>(combo);
}

void State::cover(Flower& flower, std::uint8_t card, int combo) {  // BB-11
  bool falls = false;
  if (!flower.empty()) {
    std::uint8_t& top = flower.cards[flower.size - 1U];
    const auto face = at(laid_face(top));
    falls = number_of(combo) < number_of(combo_of_key(flower.key));
    flower.shown += tables_->shows[face][1] - tables_->shows_all[face];
    flower.hides = static_cast<std::uint16_t>(flower.hides | tables_->grows(laid_face(top)) << (flower.size - 1));
    top = with_stages(top, 1);
  }
  note_played_as(card, combo);
  const auto face = at(laid_face(card));
  flower.shown += tables_->shows_all[face];
  flower.cards[flower.size++] = with_stages(card, tables_->stages[face]);
  flower.key = key_of(combo, falls);
}

void State::play(int action, int card) {  // BB-11
  const Play play = play_of(*tables_, action);
  cover(at_.flowers[at_.player][at(play.slot)], open_up(card), play.combo);
  settle();
}

void State::discard(int face) {  // BB-15, BB-16
  const int card = card_with(face, at_.hands[at_.player]);
  at_.hands[at_.player] &= ~card_bit(card);
  at_.compost |= card_bit(card);
  if (at_.phase == Phase::kSun) {
    at_.phase = Phase::kRain;
    return;
  }
  if (at_.phase == Phase::kRain) {
    at_.cause = Cause::kWeather;
    at_.phase = Phase::kGrow;
    return;
  }
  const int top = at_.top[at(own_pile())];
  if (top != kNone && (top & 1) != at_.weather_of(card) && growths(at_.player) != 0) {
    at_.cause = Cause::kDiscard;
    at_.phase = Phase::kGrow;
    return;
  }
  settle();
}

void State::grow(int place) {  // BB-14
  const Cause cause = at_.cause;
  at_.cause = Cause::kNothing;
  if (place < kPlaces) {
    Flower& flower = at_.flowers[at_.player][at(place / kMaxInFlower)];
    std::uint8_t& card = flower.cards[at(place % kMaxInFlower)];
    const auto face = at(laid_face(card));
    const int stages = laid_stages(card) + 1;
    flower.shown += tables_->shows[face][at(stages)] - tables_->shows[face][at(stages - 1)];
    card = with_stages(card, stages);
    if (stages == tables_->stages[face]) flower.hides = static_cast<std::uint16_t>(flower.hides & ~(1U << place % kMaxInFlower));
  }
  if (cause == Cause::kPower && growths(at_.player) != 0) {  // BB-17
    at_.cause = Cause::kAgain;
    return;
  }
  settle();
}

// ---- Tools

void State::play_power(int card) {  // BB-17
  put_in_shed(card);
  at_.cause = Cause::kPower;
  at_.phase = Phase::kGrow;
}

void State::cut_take(int slot) {  // BB-18
  Flower& flower = at_.flowers[1U - at_.player][at(slot)];
  std::uint8_t& taken = flower.cards[--flower.size];
  flower.shown -= tables_->shows_all[at(laid_face(taken))];
  at_.bloom = with_stages(taken, 1);
  taken = 0;
  if (!flower.empty()) {
    std::uint8_t& top = flower.cards[flower.size - 1U];
    const auto face = at(laid_face(top));
    flower.shown += tables_->shows_all[face] - tables_->shows[face][at(laid_stages(top))];
    flower.hides = static_cast<std::uint16_t>(flower.hides & ~(1U << (flower.size - 1)));
    top = with_stages(top, tables_->stages[face]);
  }
  note_key(flower);
  at_.phase = Phase::kPlayTaken;
}

void State::play_taken(int action) {  // BB-18, D-10
  const Play play = play_of(*tables_, action);
  cover(at_.flowers[at_.player][at(play.slot)], at_.bloom, play.combo);
  at_.bloom = kNone;
  settle();
}

void State::play_insert(int action) {  // BB-19
  const Play play = play_of(*tables_, action);
  const int face = action < kFirstBud ? action / kMaxSlots : kMaxBlooms + (action - kFirstBud) / kBudPlays;
  const std::uint8_t card = open_up(card_with(face, at_.hands[at_.player]));
  note_played_as(card, play.combo);
  Flower& flower = at_.flowers[at_.player][at(play.slot)];
  const auto below = at(at_.place % kMaxInFlower);
  for (std::size_t i = flower.size++; i > below; --i) flower.cards[i] = flower.cards[i - 1];
  flower.cards[below] = card;
  const unsigned kept = flower.hides & ((1U << below) - 1);
  flower.hides = static_cast<std::uint16_t>(kept | tables_->grows(face) << below | (flower.hides ^ kept) << 1);
  flower.shown += tables_->shows[at(face)][1];
  note_key(flower);
  at_.place = kNone;
  settle();
}

void State::dig(bool compost) {  // BB-20
  if (compost) at_.known[at_.player] |= at_.compost;
  at_.phase = compost ? Phase::kTake : Phase::kLook;
}

void State::take(int face) {  // BB-20
  if (at_.looked_count == 0) {
    const int card = card_with(face, at_.compost);
    at_.compost &= ~card_bit(card);
    at_.hands[at_.player] |= card_bit(card);
    return settle();
  }
  const int taken = card_with(face, looked());
  at_.hands[at_.player] |= card_bit(taken);
  const auto pile = at(own_pile());
  for (int i = 0; i < at_.looked_count; ++i) {
    const std::uint8_t card = at_.looked[at(i)];
    at_.looked[at(i)] = 0;
    if (card != taken) at_.under[pile][at_.under_count[pile]++] = card;
  }
  at_.looked_count = 0;
  settle();
}

}  // namespace cloche::buds_and_blooms
