// What a player of Barton in Bloom knows, and the worlds that agree with it (seeds/hidden.md; state.md, "Redeal", "Seen").
#include <algorithm>
#include <vector>

#include "games/barton_in_bloom/notation.hpp"
#include "games/barton_in_bloom/state.hpp"

namespace cloche::barton_in_bloom {
namespace {

// Takes the k-th member out of a set of bits.
int take_nth(std::uint64_t& bits, int k) {
  const int member = nth_bit(bits, k);
  bits &= ~bit(member);
  return member;
}

// A judge card that others can't read.
struct HiddenCard {
  std::uint16_t draw;
  std::uint16_t deck;
  std::uint8_t player;
  Zone zone;
};

}  // namespace

void State::redeal(int observer, Rng& rng) {
  FixedList<HiddenCard, kMaxJudges> cards;
  std::uint64_t unknown = 0;
  for (int player = 0; player < tables_->player_count; ++player) {
    if (player == observer) continue;
    Seat& seat = at_.seats[at(player)];
    const auto note = [&](std::uint64_t judges, Zone zone) {
      unknown |= judges;
      for (; judges != 0; judges &= judges - 1) {
        const auto judge = at(std::countr_zero(judges));
        cards.push({at_.draw[judge], at_.deck[judge], static_cast<std::uint8_t>(player), zone});
      }
    };
    note(seat.hand, Zone::kInHand);
    note(seat.gone, Zone::kReplaced);
    if (seat.gossip != kNone) note(bit(seat.gossip), Zone::kAsGossip);
    seat.hand = 0;
    seat.gone = 0;
  }
  std::sort(cards.begin(), cards.end(), [](const HiddenCard& a, const HiddenCard& b) { return a.draw < b.draw; });

  std::array<std::uint64_t, kMaxJudges> left{};  // of the deck of each card
  for (int i = 0; i < cards.size(); ++i) {
    left[at(i)] = unseen_of(cards[i].deck);
    if (observer >= 0) {
      const Seat& seat = this->seat(observer);
      left[at(i)] &= ~(seat.hand | seat.gone | (seat.gossip != kNone ? bit(seat.gossip) : 0));
    }
  }
  for (std::uint64_t rest = unknown; rest != 0; rest &= rest - 1) {
    at_.draw[at(std::countr_zero(rest))] = 0;
    at_.deck[at(std::countr_zero(rest))] = 0;
  }
  std::uint64_t deck = 0;
  for (int i = 0; i < cards.size(); ++i) {  // a deck's cards follow each other, the newest deck last
    const HiddenCard& card = cards[i];
    if (i == 0 || cards[i - 1].deck != card.deck) deck = left[at(i)];
    const int judge = take_nth(deck, rng.below(std::popcount(deck)));
    at_.draw[at(judge)] = card.draw;
    at_.deck[at(judge)] = card.deck;
    Seat& seat = at_.seats[card.player];
    if (card.zone == Zone::kInHand) seat.hand |= bit(judge);
    else if (card.zone == Zone::kReplaced) seat.gone |= bit(judge);
    else seat.gossip = static_cast<std::uint8_t>(judge);
  }
  if (!cards.empty() && cards[cards.size() - 1].deck == at_.newest) at_.undrawn = deck;
}

Action State::seen(Action action, int observer) const {
  if (observer == at_.player || over()) return action;
  const auto place = [&](int judge) {  // of a card in the mover's hand
    int before = 0;
    for (std::uint64_t rest = own().hand; rest != 0; rest &= rest - 1)
      before += at_.draw[at(std::countr_zero(rest))] < at_.draw[at(judge)] ? 1 : 0;
    return before;
  };
  switch (front().kind) {
    case StepKind::kJudgeDraw: return kHiddenDraw;  // V-1
    case StepKind::kJudge:                          // V-2
      return action == kEnd ? action : static_cast<Action>(kHiddenJudge + place(action - kFirstJudge));
    case StepKind::kTurn:
    case StepKind::kAfter: {  // V-3
      if (action < kFirstFavour) return action;
      const int judge = action - kFirstFavour;
      return static_cast<Action>(kHiddenFavour + kMaxJudges * judge + place(judge));
    }
    case StepKind::kNotice:  // V-4
      return action == kGossip ? action : static_cast<Action>(kHiddenNotice + kMaxJudges * (action - kFirstNotice) + card_with(front().n));
    default: return action;
  }
}

std::string State::seen_text(Action action, int observer) const {
  if (seen(action, observer) == action) return action_text(action);
  const auto number = [&](int judge) { return std::to_string(at_.draw[at(judge)]); };
  switch (front().kind) {
    case StepKind::kJudgeDraw: return "?";
    case StepKind::kJudge: return words("judge:#", number(action - kFirstJudge));
    case StepKind::kNotice: return words(action_text(action) + "=", tables_->judges[at(card_with(front().n))].id);
    default: return words(action_text(action) + "#", number(action - kFirstFavour));
  }
}

}  // namespace cloche::barton_in_bloom
