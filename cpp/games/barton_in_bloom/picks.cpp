// What a pick of Barton in Bloom does.
#include <algorithm>
#include <cassert>

#include "games/barton_in_bloom/state.hpp"

namespace cloche::barton_in_bloom {
namespace {

constexpr auto kCellOf = [] {
  std::array<std::uint8_t, kSquares> cells{};
  for (int square = 0; square < kSquares; ++square) cells[at(square)] = static_cast<std::uint8_t>(cell_of(square));
  return cells;
}();

}  // namespace

// ---- Picks

void State::apply(Action action) {
  assert(is_legal(action));
  if (mover() == kChance) draw(action);
  else pick(action);
  settle();
}

void State::pick(int action) {
  Step& step = top();
  Seat& seat = mine();
  const auto rising = [&] { step.from = as_word(action + 1); };  // BN-41, BN-52
  if (action == kEnd) {                                          // BN-51
    if (step.kind == StepKind::kHarvest || step.kind == StepKind::kHarvestFree || step.kind == StepKind::kIncome) finish_harvest();
    else pop();
    return;
  }
  switch (step.kind) {
    case StepKind::kSetupPile:
    case StepKind::kTile: return take_tile(action - kFirstPile);
    case StepKind::kSetupChoice:
      pop();
      if (action == kChooseJudge) push(some(StepKind::kJudgeDraw, tables_->choice_judges));
      else seat.money += tables_->choice_money;
      return;
    case StepKind::kSetupGift:
      pop();
      if (action == kChoosePlant) push(some(StepKind::kSetupPlant, tables_->setup_plants));
      else push(some(StepKind::kFlower, tables_->setup_gift));
      return;
    case StepKind::kSetupPlant:
    case StepKind::kPlantFree:
      rising();
      use_up();
      return plant((action - kFirstPlant) / kSquares, (action - kFirstPlant) % kSquares);
    case StepKind::kPlant: {  // BN-63
      const int back = step.m & 0xFF;
      const int off = step.m >> 8;
      const int surcharge = tables_->plant_surcharge * step.n;
      seat.money += back - std::max(0, surcharge - off);
      step.m = static_cast<std::uint16_t>((off - std::min(off, surcharge)) << 8);
      ++step.n;
      rising();
      return plant((action - kFirstPlant) / kSquares, (action - kFirstPlant) % kSquares);
    }
    case StepKind::kTurn: return pick_in_turn(action);
    case StepKind::kMode: return choose_mode(action - kFirstMode);
    case StepKind::kAfter: return use_favour(action - kFirstFavour, false);
    case StepKind::kJudge: step = {.kind = StepKind::kNotice, .n = at_.draw[at(action - kFirstJudge)]}; return;
    case StepKind::kNotice: return play_notice(action);
    case StepKind::kRegrow:
      rising();
      use_up();
      return regrow(action - kFirstRegrow);
    case StepKind::kHarvest:
      seat.money -= tables_->harvest_surcharge * step.n;
      ++step.n;
      rising();
      return harvest(action - kFirstHarvest);
    case StepKind::kHarvestFree:
      --step.n;
      rising();
      return harvest(action - kFirstHarvest);
    case StepKind::kIncome:
      if (action < kFirstHarvest) {
        --step.n;
        step.from = step.n != 0 ? as_word(action + 1) : std::uint16_t{0};
        return regrow(action - kFirstRegrow);
      }
      --step.m;
      step.from = step.m != 0 ? as_word(action + 1) : std::uint16_t{0};
      return harvest(action - kFirstHarvest);
    case StepKind::kYield:
    case StepKind::kFlower:
      use_up();
      ++seat.shed[at(action - kFirstFlower)];
      return;
    case StepKind::kGain:
      rising();
      use_up();
      ++seat.shed[at(action - kFirstFlower)];
      return;
    case StepKind::kSale:
      pop();
      --seat.shed[at(action - kFirstFlower)];
      seat.money += tables_->sell_flower_money;
      return;
    case StepKind::kLay: {
      const int tile = step.tag;
      pop();
      return lay_tile(tile, (action - kFirstLay) / kTurns, (action - kFirstLay) % kTurns);
    }
    case StepKind::kBuy: rising(); return buy_flower(action - kFirstBuy);
    case StepKind::kOrnament: use_up(); return buy_ornament(action - kFirstOrnament);
    case StepKind::kPut: {
      const int kind = step.tag;
      pop();
      return put_ornament(kind, (action - kFirstPut) / kOrientations, (action - kFirstPut) % kOrientations);
    }
    case StepKind::kDouble:
      use_up();
      if (action < kFirstOrnament) return buy_flower(action - kFirstBuy);
      if (action < kFirstPut) return buy_ornament(action - kFirstOrnament);
      return buy_fertilizer(action - kFirstFertilizer, 0);
    case StepKind::kOrder:
      seat.money -= tables_->order_surcharge * step.n;
      ++step.n;
      return push({.kind = StepKind::kPay, .tag = as_byte(action - kFirstOrder)});
    case StepKind::kPay: return pay_icon(action);
    case StepKind::kDecoration: return pay_decoration(action);
    case StepKind::kFertilizer: {
      const int less = step.tag;
      use_up();
      return buy_fertilizer(action - kFirstFertilizer, less);
    }
    case StepKind::kDie: {
      std::uint8_t& demand = at_.demand[at(action - kFirstDie)];
      demand = as_byte(std::max(1, demand - step.n));
      return pop();
    }
    default: assert(false);
  }
}

void State::pick_in_turn(int action) {  // BN-56
  if (action >= kFirstFavour) return use_favour(action - kFirstFavour, true);
  const bool favours = top().tag != 0;
  const std::uint16_t shown = top().n;
  pop();
  if (favours) push({.kind = StepKind::kAfter});
  if (action == kPass) return;
  if (action >= kFirstGardener) return use_gardener(action - kFirstGardener);
  const int die = action / kSpaces;
  const int space = action % kSpaces;
  if (space != kRestSpace) return use_die(die, space);
  push({.kind = StepKind::kRest, .tag = as_byte(die), .n = as_word(shown_of(shown, die))});
  rest_die(die);
}

void State::use_die(int die, int space) {  // BN-12, BN-57
  at_.space[at(die)] = as_byte(space);
  mine().money -= at_.demand[at(die)];
  if (space >= kHarvestSpace) return push({.kind = StepKind::kMode, .tag = as_byte(die)});
  push({.kind = StepKind::kRaise, .tag = as_byte(die)});
  if (space == kMowSpace) {  // BN-17
    if (tables_->mow_money != 0) push(some(StepKind::kMoney, tables_->mow_money));
    return;
  }
  push({.kind = StepKind::kJudge});
  if (tables_->judge_draw != 0) push(some(StepKind::kJudgeDraw, tables_->judge_draw));
}

void State::choose_mode(int mode) {  // BN-13
  const std::uint8_t die = top().tag;
  pop();
  int cost = at_.demand[die];
  const int action = at_.space[die] - kHarvestSpace;
  if (mode >= kFirstSecond && action != die) {
    cost += tables_->both_halves;
    mine().money -= tables_->both_halves;
  }
  push({.kind = StepKind::kRaise, .tag = die});
  const int first = 2 * action;
  if (mode == kFirst || mode == kSecondFirst) push_half(first, cost);
  if (mode != kFirst) push_half(first + 1, cost);
  if (mode == kFirstSecond) push_half(first, cost);
}

// `cost`: what the action has cost so far (D-10).
void State::push_half(int half, int cost) {
  switch (half) {
    case kRegrowHalf: return push(some(StepKind::kRegrow, tables_->regrow_plants));
    case kHarvestHalf: return push({.kind = StepKind::kHarvest});
    case kTileHalf: return push(some(StepKind::kTile, tables_->landscape_tiles));
    case kPlantHalf: {
      const int amount = own().owns(kPlantFertilizer) ? tables_->fertilizer_amount[kPlantFertilizer] : 0;
      const int back = std::min(amount, cost);
      return push({.kind = StepKind::kPlant, .m = static_cast<std::uint16_t>(back | (amount - back) << 8)});
    }
    case kFlowersHalf: push({.kind = StepKind::kMarket}); return push({.kind = StepKind::kBuy});
    case kOrnamentHalf: return push(some(StepKind::kOrnament, tables_->purchase_ornaments));
    case kSaleHalf: return push({.kind = StepKind::kSale});
    default: push({.kind = StepKind::kOrders}); return push({.kind = StepKind::kOrder});
  }
}

void State::use_gardener(int action) {  // BN-15, BN-58
  mine().awake = 0;
  if (action == kGardenerMow) {
    if (tables_->mow_money != 0) push(some(StepKind::kMoney, tables_->mow_money));
  } else if (action == kGardenerJudge) {
    push({.kind = StepKind::kJudge});
    if (tables_->judge_draw != 0) push(some(StepKind::kJudgeDraw, tables_->judge_draw));
  } else if (action < kGardenerLarge) {
    push_half(action - kGardenerHalves, 0);
  } else {
    push({.kind = StepKind::kDecoration, .tag = as_byte(action - kGardenerLarge)});
  }
}

void State::use_favour(int judge, bool at_turn) {  // BN-11, BN-59
  if (at_turn) top().tag = 0;
  else pop();
  mine().hand &= ~bit(judge);
  at_.draw[at(judge)] = 0;
  at_.deck[at(judge)] = 0;
  push({.kind = StepKind::kDiscard, .tag = as_byte(judge)});
  push_effects(tables_->judges[at(judge)].favour);
}

void State::push_effects(const Effects& effects) {  // BN-29
  for (std::size_t i = effects.size(); i-- > 0;) {
    const int n = effects[i].n;
    switch (effects[i].effect) {
      case Effect::kMoney: push(some(StepKind::kMoney, n)); break;
      case Effect::kFlowers: push(some(StepKind::kFlower, n)); break;
      case Effect::kJudges: push(some(StepKind::kJudgeDraw, n)); break;
      case Effect::kTile: push(some(StepKind::kTile, n)); break;
      case Effect::kRegrow: push(some(StepKind::kRegrow, n)); break;
      case Effect::kHarvest: push(some(StepKind::kHarvestFree, n)); break;
      case Effect::kPlant: push(some(StepKind::kPlantFree, n)); break;
      case Effect::kFertilizer: push(some(StepKind::kFertilizer, n)); break;
      case Effect::kDemand: push(some(StepKind::kDie, n)); break;
      case Effect::kPrestige: push(some(StepKind::kPrestige, n)); break;
      case Effect::kPurchases:
        push({.kind = StepKind::kMarket});
        push(some(StepKind::kDouble, n));
        break;
    }
  }
}

// ---- Rest (BN-14, BN-67, BN-68)

void State::rest_die(int die) {
  at_.space[at(die)] = kRestSpace;
  Seat& seat = mine();
  seat.awake = 1;
  const auto amount = [&](Fertilizer fertilizer) { return seat.owns(fertilizer) ? tables_->fertilizer_amount[fertilizer] : 0; };
  seat.money += income_money(at_.player);
  seat.prestige += seat.income.prestige;
  const int regrows = seat.income.regrow + amount(kRegrowFertilizer);
  const int harvests = seat.income.harvest + amount(kEarlyFertilizer);
  if (regrows + harvests != 0) push({.kind = StepKind::kIncome, .n = as_word(regrows), .m = as_word(harvests)});
  if (seat.income.flowers != 0) push(some(StepKind::kFlower, seat.income.flowers));
}

void State::rest_action(int die, int x) {
  push({.kind = StepKind::kFresh, .tag = as_byte(die)});
  Seat& seat = mine();
  switch (die) {
    case kHarvester:
      if (const int types = x * tables_->types_per_demand; types != 0) push(some(StepKind::kGain, types));
      break;
    case kLandscaper: seat.prestige += std::min(x * tables_->prestige_per_demand, seat.complete()); break;
    case kPurchaser: push({.kind = StepKind::kFertilizer, .tag = as_byte(x * tables_->discount_per_demand), .n = 1}); break;
    default:
      for (int player = 0; player < tables_->player_count; ++player)
        at_.seats[at(player)].money += player == at_.player ? x * tables_->money_per_demand : tables_->others_money;
  }
}

// ---- Judges

void State::play_notice(int action) {  // BN-28, BN-61
  const int judge = card_with(top().n);
  pop();
  Seat& seat = mine();
  seat.hand &= ~bit(judge);
  if (action == kGossip) {
    if (seat.gossip != kNone) seat.gone |= bit(seat.gossip);
    seat.gossip = as_byte(judge);
    return;
  }
  at_.draw[at(judge)] = 0;
  at_.deck[at(judge)] = 0;
  at_.board[at(action - kFirstNotice)] = as_byte(judge);
  push_effects(tables_->bonuses[at(action - kFirstNotice)]);
}

// ---- The garden

void State::take_tile(int pile) {  // BN-19
  use_up();
  const std::uint8_t tile = at_.display[at(pile)];
  at_.display[at(pile)] = kNone;
  push({.kind = StepKind::kTurnUp});
  if (own().cells == 0) lay_tile(tile, kMiddle, 0);  // BN-55
  else push({.kind = StepKind::kLay, .tag = tile});
}

void State::lay_tile(int tile, int cell, int turns) {
  at_.where[at(tile)] = as_word(at_.player << 8 | cell << 2 | turns);
  Seat& seat = mine();
  seat.cells |= bit(cell);
  seat.unfinished |= bit(cell);
  seat.free.insert(first_square(cell), tables_->tiles[at(tile)].ground[at(turns)][kBed]);
  seat.open.insert(first_square(cell), kWholeTile);
}

void State::plant(int type, int square) {  // BN-23
  Seat& seat = mine();
  --seat.shed[at(type)];
  seat.grown.insert(square);
  seat.free.erase(square);
  seat.open.erase(square);
  for (std::size_t i = 0; i < seat.types.size(); ++i) {
    if (((type + 1) >> i & 1) != 0) seat.types[i].insert(square);
  }
  const int cell = kCellOf[at(square)];
  if (seat.free.window(first_square(cell)) == 0) seat.unfinished &= ~bit(cell);
}

void State::harvest(int square) {  // BN-18
  Seat& seat = mine();
  seat.grown.erase(square);
  seat.harvested.insert(square);
  const int type = seat.type_at(square);
  assert(type >= 0);
  seat.shed[at(type)] += tables_->harvest_tokens;
  if (seat.owns(kYieldFertilizer)) top().tag = static_cast<std::uint8_t>(top().tag | 1U << type);
}

void State::regrow(int square) {
  mine().harvested.erase(square);
  mine().grown.insert(square);
}

// ---- Purchases

void State::buy_flower(int space) {  // BN-64
  mine().money -= tables_->prices[at(space)];
  ++mine().shed[at_.market[at(space)]];
  at_.market[at(space)] = kNone;
}

void State::buy_ornament(int kind) {
  mine().money -= tables_->ornaments[at(kind)].price;
  --at_.supply[at(kind)];
  push({.kind = StepKind::kPut, .tag = as_byte(kind)});
}

void State::put_ornament(int kind, int square, int orientation) {
  const Ornament& ornament = tables_->ornaments[at(kind)];
  const Shape& shape = ornament.shapes[at(orientation)];
  Seat& seat = mine();
  for (std::size_t i = 0; i < shape.size; ++i) {
    const int covered = square + shape.steps[i];
    seat.open.erase(covered);
    seat.free.erase(covered);
    const int cell = kCellOf[at(covered)];
    if (seat.free.window(first_square(cell)) == 0) seat.unfinished &= ~bit(cell);
  }
  seat.income.money = as_word(seat.income.money + ornament.income.money);
  seat.income.flowers = as_word(seat.income.flowers + ornament.income.flowers);
  seat.income.regrow = as_word(seat.income.regrow + ornament.income.regrow);
  seat.income.harvest = as_word(seat.income.harvest + ornament.income.harvest);
  seat.income.prestige = as_word(seat.income.prestige + ornament.income.prestige);
  std::uint16_t laid = as_word(at_.player << 12 | square << 3 | orientation);
  for (int copy = ornament.first_copy; laid != kNowhere; ++copy) {  // in its place among those of the kind
    if (laid < at_.laid[at(copy)]) std::swap(laid, at_.laid[at(copy)]);
  }
}

void State::buy_fertilizer(int fertilizer, int less) {
  mine().money -= std::max(0, tables_->fertilizer_price[at(fertilizer)] - less);
  mine().fertilizers = static_cast<std::uint8_t>(mine().fertilizers | 1U << fertilizer);
}

// ---- Payments

void State::pay_icon(int action) {  // BN-22, BN-65
  Step& step = top();
  const std::size_t deck = step.tag;
  const Order& order = *order_up(step.tag);
  Seat& seat = mine();
  if (action == kPayExact) {
    --seat.shed[order.icons[step.n]];
  } else {
    --seat.shed[kFlowerPairs[at(action - kFirstPair)].one];
    --seat.shed[kFlowerPairs[at(action - kFirstPair)].other];
  }
  if (++step.n < order.size) return;
  seat.money += order.money;
  seat.done[deck] |= std::uint32_t{1} << at_.orders[deck];
  at_.orders[deck] = kNone;
  pop();
}

void State::pay_decoration(int action) {  // BN-24, BN-66
  const std::size_t size = top().tag;
  pop();
  Seat& seat = mine();
  if (size == kSmall) {
    --seat.shed[at(action - kFirstFlower)];
  } else {
    --seat.shed[kFlowerPairs[at(action - kFirstPair)].one];
    --seat.shed[kFlowerPairs[at(action - kFirstPair)].other];
  }
  ++seat.decorations[size];
  --at_.stock[size];
}

}  // namespace cloche::barton_in_bloom
