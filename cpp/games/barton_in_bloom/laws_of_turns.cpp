// The laws of a position of Barton in Bloom that hang on where the game is (seeds/barton_in_bloom/state.md): S-9 to S-15.
#include <algorithm>

#include "games/barton_in_bloom/laws.hpp"

namespace cloche::barton_in_bloom {

bool Judge::is_list(std::initializer_list<StepKind> kinds) const {
  return std::equal(todo_.begin(), todo_.end(), kinds.begin(), kinds.end(),
                    [](const StepRead& read, StepKind kind) { return read.step.kind == kind; });
}

bool Judge::is_end_of(const std::vector<StepKind>& kinds) const {
  return todo_.size() <= kinds.size() && std::equal(todo_.rbegin(), todo_.rend(), kinds.rbegin(),
                                                    [](const StepRead& read, StepKind kind) { return read.step.kind == kind; });
}

void Judge::judge_empty() {  // S-9
  bool before = false;
  for (int space = 0; space < tables_.market_spaces(); ++space) {
    const bool empty = at_.market[at(space)] == kNone;
    if (empty) law(has_step(StepKind::kMarket), place_in("market", space), "S-9: is null without a step 'market'");
    else if (before && phase_ == static_cast<int>(StepKind::kMarket))
      law(false, place_in("market", space), "S-9: the ranks should be closed at the step 'market'");
    before = before || empty;
  }
  for (int deck = 0; deck < kOrderDecks; ++deck) {
    if (at_.orders[at(deck)] == kNone && state_.position().left[at(deck)] != 0)
      law(has_step(StepKind::kOrders), place_in("orders", deck), "S-9: is null without a step 'orders', though the deck has cards");
  }
  for (int pile = 0; pile < kPiles; ++pile) {
    if (at_.display[at(pile)] == kNone && at_.piles[at(pile)] != 0)
      law(has_step(StepKind::kTurnUp), place_in("display", pile), "S-9: is null without a step 'turn_up', though the pile has tiles");
  }
}

// ---- S-10

void Judge::judge_setup() {
  for (int die = 0; die < kDice; ++die)
    law(at_.space[at(die)] == kRestSpace, place_in("dice", die) + ".space", "S-10: should be 'rest' in the set-up");
  law(trigger_ == kNull, "trigger", "S-10: should be null in the set-up");
  for (int space = 0; space < kNotices; ++space)
    law(at_.board[at(space)] == kNone, place_in("board", space), "S-10: should be null in the set-up");
  law(at_.discards == 0, "discards", "S-10: should be empty in the set-up");
  for (int player = 0; player < players(); ++player) {
    const Seat& seat = state_.seat(player);
    const auto is = [&](bool holds, const char* key, const char* text) {
      law(holds, place_in(key, player), std::string("S-10: should be ") + text + " in the set-up");
    };
    is(seat.awake != 0, "awake", "true");
    is(seat.gossip == kNone, "gossip", "null");
    is(seat.gone == 0, "gone", "empty");
    is(seat.fertilizers == 0, "fertilizers", "empty");
    is(std::all_of(seat.decorations.begin(), seat.decorations.end(), [](int n) { return n == 0; }), "decorations", "0 of each");
    is((seat.done[0] | seat.done[1] | seat.done[2]) == 0, "done", "empty");
    is(std::none_of(ornaments_.begin(), ornaments_.end(), [&](const OrnamentAt& laid) { return laid.player == player; }), "ornaments",
       "empty");
    is(seat.prestige == 0, "prestige", "0");
    if (player <= player_) continue;  // nobody has anything yet but those whose set-up has begun
    is(seat.money == 0, "money", "0");
    is(seat.types_held() == 0, "sheds", "0 of each");
    is(seat.hand == 0, "hands", "empty");
    is(seat.cells == 0, "gardens", "empty");
  }
  if (player_ == kNull) judge_board_setup();
  else judge_own_setup();
}

void Judge::judge_board_setup() {
  law(is_end_of({StepKind::kOrders, StepKind::kTurnUp, StepKind::kMarket}), "todo", "S-10: should be an end of orders, turn_up, market");
  const auto none = [](std::uint8_t what) { return what == kNone; };
  if (has_step(StepKind::kTurnUp))
    law(std::all_of(at_.market.begin(), at_.market.end(), none), "market", "S-10: should be all null before 'turn_up' is over");
  if (has_step(StepKind::kOrders))
    law(std::all_of(at_.display.begin(), at_.display.end(), none), "display", "S-10: should be all null before 'orders' is over");
}

void Judge::judge_own_setup() {
  using K = StepKind;
  std::vector<K> steps{K::kFlowerDraw, K::kJudgeDraw, K::kSetupPile, K::kSetupChoice, K::kSetupGift};
  if (tables_.setup_judges == 0) steps.erase(steps.begin() + 1);
  if (tables_.setup_flowers == 0) steps.erase(steps.begin());
  const bool laying = is_list({K::kLay, K::kTurnUp, K::kSetupPile, K::kSetupChoice, K::kSetupGift}) ||
                      is_list({K::kLay, K::kTurnUp, K::kSetupChoice, K::kSetupGift}) ||
                      is_list({K::kTurnUp, K::kSetupPile, K::kSetupChoice, K::kSetupGift}) ||
                      is_list({K::kTurnUp, K::kSetupChoice, K::kSetupGift});
  const bool known =
      laying || is_list({K::kSetupPlant}) || is_list({K::kFlower}) || is_list({K::kJudgeDraw, K::kSetupGift}) || is_end_of(steps);
  law(known, "todo", "S-10: are no steps of a set-up");
  const auto tiles_of = [&](int player) { return std::popcount(state_.seat(player).cells); };
  const std::string tiles = std::to_string(tables_.setup_tiles);
  for (int player = 0; player < player_; ++player)
    law(tiles_of(player) == tables_.setup_tiles, place_in("gardens", player), "S-10: should have " + tiles + " tiles");
  int own = tiles_of(player_);
  bool drawing = false;
  int allowed = 0;  // plants of the player
  for (const StepRead& read : todo_) {
    if (read.step.kind == K::kSetupPile) own += read.step.n;
    if (read.step.kind == K::kLay) {
      law(own > 0, read.path, "S-10: the first tile is not laid by a pick");
      ++own;
    }
    if (read.step.kind == K::kSetupPlant) allowed = tables_.setup_plants - read.step.n;
    drawing = drawing || read.step.kind == K::kFlowerDraw || (read.step.kind == K::kJudgeDraw && has_step(K::kSetupPile));
    if (drawing && read.step.kind == K::kSetupPile)
      law(read.step.n == tables_.setup_tiles, read.path + ".n", "S-10: should be " + tiles + " before the draws are over");
  }
  law(own == tables_.setup_tiles, place_in("gardens", player_), "S-10: laid and owed tiles should be " + tiles + " together");
  for (int player = 0; player < players(); ++player) {
    const int most = player == player_ ? std::max(0, allowed) : tables_.setup_plants;
    law(state_.seat(player).plants().size() <= most, place_in("plants", player), "S-10: should be at most " + std::to_string(most));
  }
}

// ---- S-11

void Judge::judge_turns() {
  law(player_ == turns_ % players(), "player", "S-11: should be " + std::to_string(turns_ % players()) + ", as turns has it");
  law(turns_ < players() * tables_.turn_limit, "turns", "S-11: should be less than " + std::to_string(players() * tables_.turn_limit));
  std::size_t tail = 0;
  const auto is_tail = [](StepKind kind) { return kind >= StepKind::kTurn && kind <= StepKind::kDiscard; };
  while (tail < todo_.size() && !is_tail(kind(tail))) ++tail;
  const std::size_t length = todo_.size() - tail;
  const auto tail_is = [&](StepKind a, StepKind b) { return length == 2 && kind(tail) == a && kind(tail + 1) == b; };
  const bool one = length == 1;  // any of the words will do
  const bool good = length == 0 || one || tail_is(StepKind::kDiscard, StepKind::kTurn) || tail_is(StepKind::kMode, StepKind::kAfter) ||
                    tail_is(StepKind::kRaise, StepKind::kAfter) || tail_is(StepKind::kRest, StepKind::kAfter) ||
                    tail_is(StepKind::kFresh, StepKind::kAfter);
  if (!law(good, length == 0 ? "todo" : todo_[tail].path, "S-11: no turn ends with these steps")) return;
  if (tail_is(StepKind::kDiscard, StepKind::kTurn))
    law(todo_[tail + 1].step.tag == 0, todo_[tail + 1].path + ".favours", "S-11: should be false, a favour is on its way");
  judge_front(tail);
}

// Steps before the tail, which begins at `end`.
void Judge::judge_front(std::size_t end) {
  using K = StepKind;
  const bool has_tail = end < todo_.size();
  const K tail = has_tail ? kind(end) : K::kAfter;
  if (tail == K::kTurn || tail == K::kMode)
    law(end == 0, "todo", "S-11: nothing should stand before '" + std::string(step_word(tail)) + "'");
  for (std::size_t i = 0; i < end; ++i) {
    const K step = kind(i);
    const std::string word = "S-11: '" + std::string(step_word(step)) + "' ";
    const bool in_turn = step >= K::kMoney || step == K::kOrders || step == K::kTurnUp || step == K::kMarket || step == K::kJudgeDraw;
    if (!law(in_turn, todo_[i].path, word + "belongs to the set-up")) continue;
    if (step == K::kLay || step == K::kPut || step == K::kPay || step == K::kNotice || step == K::kYield)
      law(i == 0, todo_[i].path, word + "should be nowhere but first");
    if (step == K::kJudge || step == K::kNotice)
      law(i + 1 == end && (!has_tail || tail == K::kRaise || tail == K::kAfter), todo_[i].path,
          word + "should be directly before 'raise', 'after' or nothing");
    if (step == K::kIncome) law(i + 1 == end && tail == K::kRest && has_tail, todo_[i].path, word + "should be directly before 'rest'");
    if (step == K::kGain) law(i + 1 == end && tail == K::kFresh && has_tail, todo_[i].path, word + "should be directly before 'fresh'");
  }
  if (!has_tail) return;
  if (tail == K::kRest) {
    const bool good = end == 0 || (end == 1 && (kind(0) == K::kFlower || kind(0) == K::kIncome || kind(0) == K::kYield)) ||
                      (end == 2 && kind(0) == K::kFlower && kind(1) == K::kIncome);
    law(good, "todo", "S-11: before 'rest' should be nothing but 'flower', 'income', or 'yield' alone");
  }
  if (tail == K::kFresh) {
    const int die = todo_[end].step.tag;
    const bool good = end == 1 && ((kind(0) == K::kGain && die == kHarvester) || (kind(0) == K::kFertilizer && die == kPurchaser));
    law(good, "todo", "S-11: before 'fresh' should be 'gain' of the harvester or 'fertilizer' of the purchaser alone");
  }
}

// ---- S-12

void Judge::judge_steps() {
  for (std::size_t i = 0; i < todo_.size(); ++i) judge_step(i);
}

void Judge::judge_step(std::size_t i) {
  using K = StepKind;
  const Step& step = todo_[i].step;
  const std::string& path = todo_[i].path;
  const auto die_law = [&](bool holds, const char* text) { law(holds, path + ".die", std::string("S-12: the die should ") + text); };
  const bool yields = player_ != kNull && state_.own().owns(kYieldFertilizer);
  const auto counted_last = [&] {
    law((step.n == 0) == (step.from == 0), path + ".last", step.n == 0 ? "S-12: should be null at count 0" : "S-12: should not be null");
  };
  const auto filled_by = [&](K draw) {
    const auto behind = todo_.begin() + static_cast<std::ptrdiff_t>(i) + 1;
    law(std::any_of(behind, todo_.end(), [&](const StepRead& read) { return read.step.kind == draw; }), path,
        "S-12: should have a step '" + std::string(step_word(draw)) + "' behind it");
  };
  switch (step.kind) {
    case K::kMode:
      die_law(at_.space[step.tag] >= kHarvestSpace && at_.space[step.tag] < kRestSpace, "be on a specialist space");
      die_law(at_.demand[step.tag] < 6, "have a demand below 6");
      break;
    case K::kRaise:
      die_law(at_.space[step.tag] != kRestSpace, "not rest");
      die_law(at_.demand[step.tag] < 6, "have a demand below 6");
      break;
    case K::kRest:
      die_law(at_.space[step.tag] == kRestSpace, "be on 'rest'");
      die_law(at_.demand[step.tag] <= step.n, "have a demand of at most x");
      break;
    case K::kFresh: die_law(at_.space[step.tag] == kRestSpace, "be on 'rest'"); break;
    case K::kTurn:
      for (int die = 0; die < kDice; ++die) {
        const int demand = at_.demand[at(die)];
        const int shown = shown_of(step.n, die);
        law(step.tag != 0 ? demand == shown : demand <= shown, place_in(path + ".shown", die),
            std::string("S-12: should be ") + (step.tag != 0 ? "" : "at least ") + "the demand of the die");
      }
      break;
    case K::kNotice: {
      const bool held = std::any_of(cards_.begin(), cards_.end(), [&](const Card& card) {
        return card.player == player_ && card.zone == Zone::kInHand && card.draw == step.n;
      });
      law(held, path + ".draw", "S-12: should be a card in the player's hand");
      break;
    }
    case K::kHarvest: counted_last(); [[fallthrough]];
    case K::kHarvestFree: law(step.tag == 0 || yields, path + ".types", "S-12: should be empty, the player does not own 'yield'"); break;
    case K::kYield: law(yields, path, "S-12: the player does not own 'yield'"); break;
    case K::kIncome: {
      law(step.tag == 0 || yields, path + ".types", "S-12: should be empty, the player does not own 'yield'");
      const bool regrew = step.from != 0 && step.from <= kFirstHarvest;
      law(step.from == 0 || (regrew ? step.n : step.m) != 0, path + ".last", "S-12: should be null, nothing of its kind is owed");
      break;
    }
    case K::kPlant: {
      counted_last();
      const bool owns = player_ != kNull && state_.own().owns(kPlantFertilizer);
      law(step.m == 0 || owns, path, "S-12: back and off should be 0, the player does not own 'plant'");
      law((step.m & 0xFF) == 0 || step.n == 0, path + ".back", "S-12: should be 0 after the first pick");
      break;
    }
    case K::kBuy:
    case K::kDouble: filled_by(K::kMarket); break;
    case K::kOrder: filled_by(K::kOrders); break;
    case K::kPay: {
      law(state_.order_up(step.tag) != nullptr, path + ".deck", "S-12: should be a deck with an order face up");
      const bool behind = i + 1 < todo_.size() && kind(i + 1) == K::kOrder && todo_[i + 1].step.n >= 1;
      law(behind, path, "S-12: should have a step 'order' behind it, its count 1 or more");
      break;
    }
    default: break;
  }
}

void Judge::judge_node() {                                                                 // S-13
  if (kind(0) == StepKind::kPay && state_.order_up(todo_[0].step.tag) == nullptr) return;  // S-12
  law(state_.has_node(), todo_[0].path, "S-13: has no pick or draw that could be made");
}

void Judge::judge_trigger() {  // S-14
  const auto had_turns = [&](int q) { return turns_ != kNull && (turns_ + players() - 1 - q) / players() >= 1; };
  if (trigger_ != kNull) {
    law(had_turns(trigger_), "trigger", "S-14: should have had a turn");
    law(complete(trigger_) >= tables_.end_tiles, "trigger", "S-14: should have " + std::to_string(tables_.end_tiles) + " complete tiles");
  }
  if (turns_ == kNull || phase_ == kStepKinds) return;
  law(trigger_ != player_, "trigger", "S-14: should not be the player whose turn it is");
  for (int q = 0; q < players(); ++q) {
    if (!had_turns(q) || q == player_) continue;
    const int since = trigger_ == kNull ? players() : (q - trigger_ + players()) % players();
    if (trigger_ != kNull && since < (player_ - trigger_ + players()) % players()) continue;
    law(complete(q) < tables_.end_tiles, place_in("gardens", q),
        "S-14: has " + std::to_string(complete(q)) + " complete tiles, should have been the trigger");
  }
}

void Judge::judge_end() {  // S-15
  const int next = turns_ % players();
  law(trigger_ == next || turns_ == players() * tables_.turn_limit, "turns", "S-15: the game is not over after these turns");
  for (int q = 0; q < players(); ++q) {
    // Since whose turn this player had no last turn; without a trigger all are asked.
    const bool asked =
        trigger_ == kNull || (trigger_ != next && (q - next + players()) % players() < (trigger_ - next + players()) % players());
    if (asked)
      law(complete(q) < tables_.end_tiles, place_in("gardens", q), "S-15: has too many complete tiles without having been the trigger");
  }
}

}  // namespace cloche::barton_in_bloom
