// What a player of Buds and Blooms knows, and the worlds that agree with it (seeds/hidden.md; state.md, "Redeal", "Seen").
#include <algorithm>

#include "games/buds_and_blooms/notation.hpp"
#include "games/buds_and_blooms/state.hpp"

namespace cloche::buds_and_blooms {
namespace {

// Takes the k-th member out of a set of bits.
template <class Bits>
int take_nth(Bits& bits, int k) {
  const int member = nth_bit(bits, k);
  bits = static_cast<Bits>(bits & ~(Bits{1} << member));
  return member;
}

}  // namespace

PileFacts State::pile_facts(int pile, Cards hidden) const {
  const Faces free = free_faces(pile, hidden);
  const Cards b = zone_b(pile);
  PileFacts facts;
  facts.unseen_b = std::max(0, tables_->zone_end() - std::max<int>(tables_->zone_begin(), at_.drawn[at(pile)]));
  for (std::size_t weather = 0; weather < 2; ++weather) {
    const Cards places = hidden & (weather == 0 ? at_.sun : ~at_.sun);
    facts.flowers[weather] = std::popcount(free & tables_->flowers & tables_->faces_with[weather]);
    facts.tools[weather] = std::popcount(free & tables_->tools & tables_->faces_with[weather]);
    facts.fixed[weather] = std::popcount(places);
    facts.fixed_b[weather] = std::popcount(places & b);
  }
  if (lazy_cards(pile) != 0 && at_.top[at(pile)] != kNone) {  // the next place, its back known
    const std::size_t weather = at_.top[at(pile)] & 1U;
    const bool in_b = at_.drawn[at(pile)] >= tables_->zone_begin() && at_.drawn[at(pile)] < tables_->zone_end();
    ++facts.fixed[weather];
    facts.fixed_b[weather] += in_b ? 1 : 0;
    facts.unseen_b -= in_b ? 1 : 0;
  }
  return facts;
}

void State::redeal(int observer, Rng& rng) {  // H-3
  const Cards hidden = hidden_from(observer);
  if (hidden == 0) return;
  do {
    if (tables_->single_deck) redeal_single_deck(hidden, rng);
    else redeal_pile(1 - observer, hidden, rng);
  } while (at_.phase == Phase::kPlayInsert && observer != at_.player && !can_insert());  // step 4
}

// At play_insert: whether a card of the hand fits.
bool State::can_insert() const {
  const Combos fits = insertions(at_.player, at_.place / kMaxInFlower, at_.place % kMaxInFlower);
  return (combos_held(faces_on(at_.hands[at_.player])) & fits) != 0;
}

void State::redeal_pile(int pile, Cards hidden, Rng& rng) {
  const PileFacts facts = pile_facts(pile, hidden);
  const Faces free = free_faces(pile, hidden);
  std::array<int, 2> placed{};  // step 1
  std::uint64_t rest = rng.below(static_cast<std::uint32_t>(facts.count()));
  for (std::uint64_t ways = facts.ways(0, 0); rest >= ways; ways = facts.ways(placed[0], placed[1])) {
    rest -= ways;
    if (placed[1]++ < facts.tools[1]) continue;
    placed[1] = 0;
    ++placed[0];
  }

  Faces left = free;  // step 2
  Cards undecided = hidden;
  const bool has_next = lazy_cards(pile) != 0 && at_.top[at(pile)] != kNone;
  for (std::size_t weather = 0; weather < 2; ++weather) {
    if (placed[weather] == 0) continue;
    Faces tools = free & tables_->tools & tables_->faces_with[weather];
    Cards places = hidden & zone_b(pile) & (weather == 0 ? at_.sun : ~at_.sun);
    bool next = has_next && (at_.top[at(pile)] & 1U) == weather && facts.fixed_b[weather] > std::popcount(places);
    for (int k = 0; k < placed[weather]; ++k) {
      const int tool = take_nth(tools, rng.below(std::popcount(tools)));
      const int place = rng.below(std::popcount(places) + (next ? 1 : 0));
      if (place == std::popcount(places)) {
        next = false;
        continue;
      }
      const int card = take_nth(places, place);
      at_.faces[at(card)] = static_cast<std::uint8_t>(tool);
      left &= ~(Faces{1} << tool);
      undecided &= ~card_bit(card);
    }
  }

  std::array<Faces, 2> flowers{};  // step 3
  for (std::size_t weather = 0; weather < 2; ++weather) flowers[weather] = free & tables_->flowers & tables_->faces_with[weather];
  for (; undecided != 0; undecided &= undecided - 1) {
    const int card = std::countr_zero(undecided);
    Faces& pool = flowers[at(at_.weather_of(card))];
    const int face = take_nth(pool, rng.below(std::popcount(pool)));
    at_.faces[at(card)] = static_cast<std::uint8_t>(face);
    left &= ~(Faces{1} << face);
  }
  at_.left[at(pile)] = left;
}

void State::redeal_single_deck(Cards hidden, Rng& rng) {
  std::array<Faces, kSides> left{};
  for (int deck = 0; deck < kSides; ++deck) left[at(deck)] = free_faces(deck, hidden);
  for (; hidden != 0; hidden &= hidden - 1) {  // step 3
    const int card = std::countr_zero(hidden);
    const auto deck = at(at_.deck_of(card));
    Faces pool = left[deck] & tables_->faces_with[at(at_.weather_of(card))];
    const int face = take_nth(pool, rng.below(std::popcount(pool)));
    at_.faces[at(card)] = static_cast<std::uint8_t>(face);
    left[deck] &= ~(Faces{1} << face);
  }
  at_.left = left;
}

// ---- H-5

Action State::seen(Action action, int observer) const {
  if (at_.phase < Phase::kBack || at_.phase == Phase::kOver || observer == at_.player) return action;
  if (at_.phase == Phase::kDraw || at_.phase == Phase::kLook) return kHiddenDraw;  // V-1
  const Cards hand = at_.hands[at_.player];
  const auto tool = [&](Tool kind) { return card_with(tables_->tool_face[kind], hand); };
  switch (at_.phase) {
    case Phase::kMove:
    case Phase::kPlayInsert:
      if (action < kFirstBud) return hidden_action(action, card_with(action / kMaxSlots, hand));  // V-2
      if (action < kFlowerPower) return hidden_action(action, card_with(kMaxBlooms + (action - kFirstBud) / kBudPlays, hand));
      if (action < kFirstTake) return hidden_action(action, tool(action == kFlowerPower ? kPower : action < kDigCompost ? kCut : kDig));
      if (!is_discard(action)) return action;
      [[fallthrough]];
    case Phase::kSun:
    case Phase::kRain: return hidden_action(kFirstDiscard, card_with(action - kFirstDiscard, hand));  // V-3
    case Phase::kTake:
      return hidden_action(kFirstTake, card_with(action - kFirstTake, at_.looked_count != 0 ? looked() : at_.compost));  // V-4
    default: return action;                                                                                              // V-5
  }
}

std::string State::seen_text(Action action, int observer) const {
  const int what = seen(action, observer);
  if (what == action) return action_text(action);
  if (what == kHiddenDraw) return "draw:?";
  const int of = (what - kHiddenCards) / kMaxCards;
  const int card = (what - kHiddenCards) % kMaxCards;
  std::string text;
  if (of == kFirstTake || of == kFirstDiscard) {
    text = of == kFirstTake ? "take:" : "discard:";
    text += back_text(*tables_, at_.deck_of(card), at_.weather_of(card));
  } else {
    text = action_text(action);
  }
  text += '#';
  text += card_text(*tables_, card);
  return text;
}

}  // namespace cloche::buds_and_blooms
