// The list of steps of Barton in Bloom: those that need no node, draws, and what follows from turn to turn.
#include <algorithm>

#include "games/barton_in_bloom/state.hpp"

namespace cloche::barton_in_bloom {
// ---- The list of steps

void State::settle() {  // D-1
  for (;;) {
    if (at_.steps == 0) {
      if (!go_on()) return;
    } else if (stands()) {
      return;
    }
  }
}

// Whether the step in front is a node. If not it is carried out, or over (D-2).
bool State::stands() {
  Step& step = top();
  const Seat& seat = at_.seats[at_.player & (kMaxSeats - 1)];
  const auto unless = [&](bool over) {
    if (over) pop();
    return !over;
  };
  const auto square_from = [&](int first) { return std::max(0, step.from - first); };
  switch (step.kind) {
    case StepKind::kOrders:
    case StepKind::kTurnUp:
    case StepKind::kMarket:
    case StepKind::kFlowerDraw:
    case StepKind::kJudgeDraw:
    case StepKind::kSetupPile:
    case StepKind::kSetupPlant: return stands_in_setup(step);
    case StepKind::kSetupChoice:
    case StepKind::kSetupGift:
    case StepKind::kTurn:
    case StepKind::kMode:
    case StepKind::kNotice:
    case StepKind::kYield:
    case StepKind::kLay:
    case StepKind::kPut:
    case StepKind::kPay:
    case StepKind::kDecoration:
    case StepKind::kFlower: return true;
    case StepKind::kRaise:
      ++at_.demand[step.tag];
      pop();
      return false;
    case StepKind::kRest: {
      const Step rest = step;
      pop();
      rest_action(rest.tag, rest.n);
      return false;
    }
    case StepKind::kFresh:
      at_.demand[step.tag] = 1;
      pop();
      return false;
    case StepKind::kDiscard:
      at_.discards |= bit(step.tag);
      pop();
      return false;
    case StepKind::kMoney:
      mine().money += step.n;
      pop();
      return false;
    case StepKind::kPrestige:
      mine().prestige += step.n;
      pop();
      return false;
    case StepKind::kAfter:
    case StepKind::kJudge: return unless(seat.hand == 0);
    case StepKind::kRegrow: return unless(!seat.harvested.any_from(square_from(kFirstRegrow)));
    case StepKind::kHarvest:
      if (tables_->harvest_surcharge * step.n <= seat.money && seat.grown.any_from(square_from(kFirstHarvest))) return true;
      finish_harvest();
      return false;
    case StepKind::kHarvestFree:
      if (step.n != 0 && seat.grown.any_from(square_from(kFirstHarvest))) return true;
      finish_harvest();
      return false;
    case StepKind::kIncome:
      if (step.n != 0 && seat.harvested.any_from(income_from(step, kFirstRegrow))) return true;
      if (step.m != 0 && seat.grown.any_from(income_from(step, kFirstHarvest))) return true;
      finish_harvest();
      return false;
    case StepKind::kTile: {
      bool shown = false;
      for (const std::uint8_t tile : at_.display) shown = shown || tile != kNone;
      return unless(!shown || free_cells() == 0);
    }
    case StepKind::kPlant:
      return unless(std::max(0, tables_->plant_surcharge * step.n - (step.m >> 8)) > seat.money || !can_plant(step.from));
    case StepKind::kPlantFree: return unless(!can_plant(step.from));
    case StepKind::kBuy: return unless((market_for_sale() & ~0U << square_from(kFirstBuy)) == 0);
    case StepKind::kOrnament: return unless(!sells_ornament());
    case StepKind::kDouble: return unless(market_for_sale() == 0 && fertilizers_for(0) == 0 && !sells_ornament());
    case StepKind::kSale: return unless(seat.types_held() == 0);
    case StepKind::kOrder: return unless(step.n >= tables_->sell_orders || orders_for_sale(tables_->order_surcharge * step.n) == 0);
    case StepKind::kGain: return unless((seat.types_held() & ~0U << square_from(kFirstFlower)) == 0);
    case StepKind::kFertilizer: return unless(fertilizers_for(step.tag) == 0);
    case StepKind::kDie: {
      bool high = false;
      for (const std::uint8_t demand : at_.demand) high = high || demand > 1;
      return unless(!high);
    }
  }
  return true;
}

// Of draws, and of the set-up steps that may be over.
bool State::stands_in_setup(Step& step) {
  switch (step.kind) {
    case StepKind::kOrders:
      if (drawable() != 0) return true;
      break;
    case StepKind::kTurnUp:
      for (std::size_t pile = 0; pile < kPiles; ++pile) {
        if (at_.display[pile] == kNone && at_.piles[pile] != 0) return true;
      }
      break;
    case StepKind::kMarket:
      if (close_ranks()) {
        refill_bag();
        return true;
      }
      break;
    case StepKind::kFlowerDraw: refill_bag(); return true;
    case StepKind::kJudgeDraw:
      if (at_.undrawn == 0 && at_.discards != 0) {  // BN-31
        at_.newest = as_word(at_.drawn + 1);
        at_.undrawn = at_.discards;
        at_.discards = 0;
      }
      if (at_.undrawn != 0) return true;
      break;
    case StepKind::kSetupPile:
      for (const std::uint8_t tile : at_.display) {
        if (tile != kNone && (own().cells == 0 || free_cells() != 0)) return true;
      }
      break;
    default:  // kSetupPlant, D-8
      if (can_plant(step.from)) return true;
  }
  pop();
  return false;
}

// A loop of harvests is over (BN-62).
void State::finish_harvest() {
  const std::uint8_t types = top().tag;
  pop();
  if (types != 0) push({.kind = StepKind::kYield, .tag = types, .n = as_word(tables_->fertilizer_amount[kYieldFertilizer])});
}

// Market flowers move down (BN-20). Whether a space is empty then.
bool State::close_ranks() {
  int filled = 0;
  for (int space = 0; space < tables_->market_spaces(); ++space) {
    const std::uint8_t type = at_.market[at(space)];
    if (type != kNone) at_.market[at(filled++)] = type;
  }
  for (int space = filled; space < tables_->market_spaces(); ++space) at_.market[at(space)] = kNone;
  return filled < tables_->market_spaces();
}

void State::refill_bag() {  // D-3
  for (const std::uint8_t n : at_.bag) {
    if (n != 0) return;
  }
  at_.bag.fill(as_byte(tables_->bag_refill));
}

// ---- From turn to turn

// Nothing is left to do: the next set-up or turn begins, or the game is over.
bool State::go_on() {
  if (at_.turns != kSetupTurns) {
    end_turn();
  } else if (const int next = at_.player == kNone ? 0 : at_.player + 1; next < tables_->player_count) {
    begin_setup(next);
  } else {
    at_.turns = 0;
    begin_turn(0);
  }
  return at_.steps != 0;
}

void State::begin_setup(int player) {  // BN-55
  at_.player = as_byte(player);
  mine().money += tables_->setup_money;
  push({.kind = StepKind::kSetupGift});
  push({.kind = StepKind::kSetupChoice});
  push(some(StepKind::kSetupPile, tables_->setup_tiles));
  if (tables_->setup_judges != 0) push(some(StepKind::kJudgeDraw, tables_->setup_judges));
  if (tables_->setup_flowers != 0) push(some(StepKind::kFlowerDraw, tables_->setup_flowers));
}

void State::begin_turn(int player) {
  at_.player = as_byte(player);
  unsigned shown = 0;
  for (int die = 0; die < kDice; ++die) shown |= unsigned{at_.demand[at(die)]} << (3 * die);
  push({.kind = StepKind::kTurn, .tag = 1, .n = static_cast<std::uint16_t>(shown)});
}

void State::end_turn() {  // BN-60
  ++at_.turns;
  if (at_.trigger == kNone && own().complete() >= tables_->end_tiles) at_.trigger = at_.player;
  const int next = at_.turns % tables_->player_count;
  if (at_.trigger == next || at_.turns == tables_->player_count * tables_->turn_limit) at_.player = kNone;
  else begin_turn(next);
}

// ---- Draws

void State::draw(int outcome) {
  switch (front().kind) {
    case StepKind::kOrders:
      for (std::size_t deck = 0; deck < kOrderDecks; ++deck) {
        if (at_.orders[deck] != kNone || at_.left[deck] == 0) continue;
        at_.orders[deck] = as_byte(outcome);
        at_.left[deck] &= ~(std::uint32_t{1} << outcome);
        break;
      }
      break;
    case StepKind::kTurnUp:
      for (std::size_t pile = 0; pile < kPiles; ++pile) {
        if (at_.display[pile] != kNone || at_.piles[pile] == 0) continue;
        at_.display[pile] = as_byte(outcome);
        --at_.piles[pile];
        break;
      }
      at_.unseen &= ~bit(outcome);
      break;
    case StepKind::kMarket: {
      --at_.bag[at(outcome)];
      std::size_t space = 0;
      while (at_.market[space] != kNone) ++space;
      at_.market[space] = as_byte(outcome);
      break;
    }
    case StepKind::kFlowerDraw:
      --at_.bag[at(outcome)];
      ++mine().shed[at(outcome)];
      use_up();
      break;
    default:  // kJudgeDraw
      at_.undrawn &= ~bit(outcome);
      at_.draw[at(outcome)] = ++at_.drawn;
      at_.deck[at(outcome)] = at_.newest;
      mine().hand |= bit(outcome);
      use_up();
  }
}

}  // namespace cloche::barton_in_bloom
