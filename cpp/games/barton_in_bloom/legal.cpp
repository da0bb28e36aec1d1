// Choices of a node of Barton in Bloom: picks and draws.
#include <algorithm>

#include "games/barton_in_bloom/state.hpp"

namespace cloche::barton_in_bloom {
namespace {

// Each bit of a byte at the lowest bit of a byte of its own.
constexpr auto kSpread = [] {
  std::array<std::uint64_t, 256> table{};
  for (std::size_t byte = 0; byte < table.size(); ++byte) {
    for (std::size_t i = 0; i < 8; ++i) table[byte] |= std::uint64_t{byte >> i & 1U} << (8 * i);
  }
  return table;
}();

constexpr std::uint64_t kAllCells = (std::uint64_t{1} << kCells) - 1;
constexpr std::uint64_t column_of_cells(int column) {
  std::uint64_t cells = 0;
  for (int row = 0; row < kCellSide; ++row) cells |= std::uint64_t{1} << (row * kCellSide + column);
  return cells;
}

// Pairs of one type, and of two: as `pay:*` of a decoration of that size.
constexpr std::uint64_t kEqualPairs = [] {
  std::uint64_t bits = 0;
  for (int i = 0; i < kPairs; ++i) bits |= kFlowerPairs[at(i)].one == kFlowerPairs[at(i)].other ? bit(i) : 0;
  return bits;
}();

std::uint64_t pairs_held(const std::array<std::int32_t, kTypes>& shed) {
  std::uint64_t pairs = 0;
  for (int i = 0; i < kPairs; ++i) {
    const auto [one, other] = kFlowerPairs[at(i)];
    if (shed[one] > (one == other ? 1 : 0) && shed[other] > 0) pairs |= bit(i);
  }
  return pairs;
}

}  // namespace

// ---- Questions that picks and steps ask

bool State::payable(const Order& order, int icon, const std::array<std::int32_t, kTypes>& shed) {
  int tokens = 0;
  int matching = 0;
  for (std::size_t type = 0; type < kTypes; ++type) {
    tokens += shed[type];
    matching += std::min<int>(order.left[at(icon)][type], shed[type]);
  }
  return 2 * (order.size - icon) - matching <= tokens;
}

Board State::places(const Shape& shape) const {
  const Board& open = own().open;  // only what is covered has to be on tiles, not the anchor (BN-69)
  Board anchors = tables_->anchors[shape.width];
  for (std::size_t i = 0; i < shape.size; ++i) anchors = anchors & open.down(shape.steps[i]);
  return anchors;
}

bool State::has_place(const Ornament& ornament) const {
  for (std::size_t o = 0; o < kOrientations; ++o) {
    if ((ornament.distinct >> o & 1U) != 0 && !places(ornament.shapes[o]).empty()) return true;
  }
  return false;
}

std::uint64_t cells_beside(std::uint64_t cells) {
  constexpr std::uint64_t kNotFirst = kAllCells & ~column_of_cells(0);
  constexpr std::uint64_t kNotLast = kAllCells & ~column_of_cells(kCellSide - 1);
  return (cells << 1 & kNotFirst) | (cells >> 1 & kNotLast) | (cells << kCellSide & kAllCells) | cells >> kCellSide;
}

std::uint64_t State::free_cells() const {
  return cells_beside(own().cells) & ~own().cells;
}

unsigned State::fertilizers_for(int less) const {  // BN-37
  unsigned found = 0;
  for (int i = 0; i < kFertilizerKinds; ++i) {
    if (!own().owns(i) && tables_->fertilizer_price[at(i)] - less <= own().money) found |= 1U << i;
  }
  return found;
}

bool State::is_for_sale(int ornament) const {  // BN-64
  const Ornament& kind = tables_->ornaments[at(ornament)];
  return at_.supply[at(ornament)] != 0 && kind.price <= own().money && has_place(kind);
}

unsigned State::ornaments_for_sale() const {
  unsigned found = 0;
  for (int ornament = 0; ornament < tables_->ornament_count(); ++ornament) {
    if (is_for_sale(ornament)) found |= 1U << ornament;
  }
  return found;
}

bool State::sells_ornament() const {
  for (int ornament = 0; ornament < tables_->ornament_count(); ++ornament) {
    if (is_for_sale(ornament)) return true;
  }
  return false;
}

unsigned State::market_for_sale() const {
  unsigned found = 0;
  for (int space = 0; space < tables_->market_spaces(); ++space) {
    if (at_.market[at(space)] != kNone && tables_->prices[at(space)] <= own().money) found |= 1U << space;
  }
  return found;
}

unsigned State::orders_for_sale(int price) const {  // BN-21
  unsigned found = 0;
  if (price > own().money) return found;
  for (int deck = 0; deck < kOrderDecks; ++deck) {
    const Order* order = order_up(deck);
    if (order != nullptr && payable(*order, 0, own().shed)) found |= 1U << deck;
  }
  return found;
}

bool State::can_plant(int from) const {
  const int first = std::max(0, from - kFirstPlant);
  const int type = first / kSquares;
  const unsigned held = own().types_held() >> type;
  if ((held & ~1U) != 0 && own().unfinished != 0) return true;
  return (held & 1U) != 0 && own().free.any_from(first % kSquares);
}

// ---- Picks

void State::add_turn(Choices& choices, bool favours) const {  // BN-56 to BN-58
  const Seat& seat = own();
  unsigned blocked = 0;  // neutral spaces, and black ones
  for (int die = 0; die < kDice; ++die) {
    const std::uint8_t space = at_.space[at(die)];
    if (space != kHarvestSpace + die) blocked |= 1U << space;
  }
  std::uint64_t bits = 0;
  for (int die = 0; die < kDice; ++die) {
    const unsigned place = at_.space[at(die)];
    const unsigned own_space = 1U << (kHarvestSpace + die);
    unsigned spaces = 0;
    if (at_.demand[at(die)] < 6 && at_.demand[at(die)] <= seat.money)
      spaces = ((1U << kRestSpace) - 1) & ~(blocked & ~own_space) & ~(1U << place);
    if (place != kRestSpace) spaces |= 1U << kRestSpace;
    bits |= std::uint64_t{spaces} << (die * kSpaces);
  }
  if (seat.awake != 0) {
    bits |= bit(kFirstGardener + kGardenerLarge) - bit(kFirstGardener);
    const unsigned held = seat.types_held();
    const bool two = std::any_of(seat.shed.begin(), seat.shed.end(), [](std::int32_t n) { return n >= 2; });
    if (at_.stock[kLarge] != 0 && std::popcount(held) >= 2) bits |= bit(kFirstGardener + kGardenerLarge);
    if (at_.stock[kMedium] != 0 && two) bits |= bit(kFirstGardener + kGardenerMedium);
    if (at_.stock[kSmall] != 0 && held != 0) bits |= bit(kFirstGardener + kGardenerSmall);
  }
  if (bits == 0) bits = bit(kPass);  // BN-16
  choices.add(0, bits);
  if (favours) choices.add(kFirstFavour, seat.hand);
}

void State::add_plants(Choices& choices, int from) const {
  const int first = std::max(0, from - kFirstPlant);
  for (int type = first / kSquares; type < kTypes; ++type) {
    if (own().shed[at(type)] > 0) choices.add(kFirstPlant + type * kSquares, own().free, type == first / kSquares ? first % kSquares : 0);
  }
}

void State::add_puts(Choices& choices, const Ornament& ornament) const {
  std::array<Board, kOrientations> anchors;
  for (std::size_t o = 0; o < kOrientations; ++o) {
    if ((ornament.distinct >> o & 1U) != 0) anchors[o] = places(ornament.shapes[o]);
  }
  for (int eight = 0; eight * 8 < kSquares; ++eight) {
    std::uint64_t bits = 0;
    for (std::size_t o = 0; o < kOrientations; ++o) bits |= kSpread[anchors[o].word(at(eight / 8)) >> (eight % 8 * 8) & 0xFF] << o;
    choices.add(kFirstPut + eight * 64, bits);
  }
}

void State::add_payments(Choices& choices, const Step& step) const {  // BN-65
  const Order& order = *order_up(step.tag);
  std::array<std::int32_t, kTypes> shed = own().shed;
  std::uint64_t payments = 0;
  std::int32_t& same = shed[order.icons[step.n]];
  if (same > 0) {
    --same;
    if (payable(order, step.n + 1, shed)) payments |= 1;
    ++same;
  }
  for (std::uint64_t rest = pairs_held(shed); rest != 0; rest &= rest - 1) {
    const auto [one, other] = kFlowerPairs[at(std::countr_zero(rest))];
    --shed[one];
    --shed[other];
    if (payable(order, step.n + 1, shed)) payments |= (rest & (~rest + 1)) << 1;
    ++shed[one];
    ++shed[other];
  }
  choices.add(kPayExact, payments);
}

// First square of that kind of pick that may still come.
int State::income_from(const Step& step, int first) {
  return step.from > first && step.from <= first + kSquares ? step.from - first : 0;
}

Choices State::choices() const {
  Choices choices;
  const Step& step = front();
  const Seat& seat = own();
  const auto some = [&](int first, std::uint64_t bits) { choices.add(first, bits); };
  const auto end = [&] { choices.add(kEnd, 1); };
  const auto from = [&](int first) { return std::max(0, step.from - first); };
  switch (step.kind) {
    case StepKind::kSetupPile:
    case StepKind::kTile: {
      if (step.kind == StepKind::kTile) end();
      std::uint64_t piles = 0;
      for (int pile = 0; pile < kPiles; ++pile) piles |= at_.display[at(pile)] != kNone ? bit(pile) : 0;
      some(kFirstPile, piles);
      break;
    }
    case StepKind::kSetupChoice: some(kChooseJudge, 0b11); break;
    case StepKind::kSetupGift: some(kChoosePlant, can_plant(0) ? 0b11 : 0b10); break;
    case StepKind::kTurn: add_turn(choices, step.tag != 0); break;
    case StepKind::kMode: {  // BN-57
      const bool both = at_.space[step.tag] == kHarvestSpace + step.tag || seat.money >= tables_->both_halves;
      some(kFirstMode, both ? 0b1111 : 0b11);
      break;
    }
    case StepKind::kAfter:
      end();
      some(kFirstFavour, seat.hand);
      break;
    case StepKind::kJudge:
      end();
      some(kFirstJudge, seat.hand);
      break;
    case StepKind::kNotice: {  // BN-61
      std::uint64_t spaces = bit(kNotices);
      for (int space = 0; space < kNotices; ++space) spaces |= at_.board[at(space)] == kNone ? bit(space) : 0;
      some(kFirstNotice, spaces);
      break;
    }
    case StepKind::kRegrow:
      end();
      choices.add(kFirstRegrow, seat.harvested, from(kFirstRegrow));
      break;
    case StepKind::kHarvest:
    case StepKind::kHarvestFree:
      end();
      choices.add(kFirstHarvest, seat.grown, from(kFirstHarvest));
      break;
    case StepKind::kYield: some(kFirstFlower, step.tag); break;
    case StepKind::kLay:
      for (int word = 0; word < kCells * kTurns; word += 64) {
        const std::uint64_t turns = tables_->tiles[step.tag].distinct;
        std::uint64_t bits = 0;
        for (std::uint64_t rest = free_cells() >> (word / kTurns) & 0xFFFF; rest != 0; rest &= rest - 1)
          bits |= turns << (std::countr_zero(rest) * kTurns);
        some(kFirstLay + word, bits);
      }
      break;
    case StepKind::kPlant:
    case StepKind::kPlantFree: end(); [[fallthrough]];
    case StepKind::kSetupPlant: add_plants(choices, step.from); break;
    case StepKind::kBuy:
      end();
      some(kFirstBuy, market_for_sale() & ~0U << from(kFirstBuy));
      break;
    case StepKind::kOrnament:
      end();
      some(kFirstOrnament, ornaments_for_sale());
      break;
    case StepKind::kPut: add_puts(choices, tables_->ornaments[step.tag]); break;
    case StepKind::kDouble:
      end();
      some(kFirstBuy, market_for_sale());
      some(kFirstOrnament, ornaments_for_sale());
      some(kFirstFertilizer, fertilizers_for(0));
      break;
    case StepKind::kSale:
      end();
      some(kFirstFlower, seat.types_held());
      break;
    case StepKind::kOrder:
      end();
      some(kFirstOrder, orders_for_sale(tables_->order_surcharge * step.n));
      break;
    case StepKind::kPay: add_payments(choices, step); break;
    case StepKind::kDecoration:  // BN-66
      if (step.tag == kSmall) some(kFirstFlower, seat.types_held());
      else some(kFirstPair, pairs_held(seat.shed) & (step.tag == kMedium ? kEqualPairs : ~kEqualPairs));
      break;
    case StepKind::kFlower: some(kFirstFlower, bit(kTypes) - 1); break;
    case StepKind::kGain:
      end();
      some(kFirstFlower, seat.types_held() & ~0U << from(kFirstFlower));
      break;
    case StepKind::kFertilizer:
      end();
      some(kFirstFertilizer, fertilizers_for(step.tag));
      break;
    case StepKind::kDie: {
      end();
      std::uint64_t dice = 0;
      for (int die = 0; die < kDice; ++die) dice |= at_.demand[at(die)] > 1 ? bit(die) : 0;
      some(kFirstDie, dice);
      break;
    }
    case StepKind::kIncome:  // BN-67
      end();
      if (step.n > 0) choices.add(kFirstRegrow, seat.harvested, income_from(step, kFirstRegrow));
      if (step.m > 0) choices.add(kFirstHarvest, seat.grown, income_from(step, kFirstHarvest));
      break;
    case StepKind::kOrders:
    case StepKind::kTurnUp:
    case StepKind::kMarket:
    case StepKind::kFlowerDraw:
    case StepKind::kJudgeDraw:
    case StepKind::kRaise:
    case StepKind::kRest:
    case StepKind::kFresh:
    case StepKind::kDiscard:
    case StepKind::kMoney:
    case StepKind::kPrestige: assert(false); break;  // no picks
  }
  return choices;
}

// ---- Draws (BN-53)

std::uint64_t State::drawable() const {
  switch (front().kind) {
    case StepKind::kOrders:
      for (std::size_t deck = 0; deck < kOrderDecks; ++deck) {
        if (at_.orders[deck] == kNone && at_.left[deck] != 0) return at_.left[deck];
      }
      return 0;
    case StepKind::kTurnUp: return at_.unseen;
    case StepKind::kJudgeDraw: return at_.undrawn;
    default: assert(false); return 0;
  }
}

void State::outcomes(FixedList<Outcome, kMaxOutcomes>& list) const {
  assert(mover() == kChance);
  list.clear();
  if (draws_flower()) {
    for (int type = 0; type < kTypes; ++type) {
      if (at_.bag[at(type)] != 0) list.push({static_cast<Action>(type), at_.bag[at(type)]});
    }
    return;
  }
  for (std::uint64_t rest = drawable(); rest != 0; rest &= rest - 1) list.push({static_cast<Action>(std::countr_zero(rest)), 1});
}

Action State::sample(Rng& rng) const {
  assert(mover() == kChance);
  if (!draws_flower()) {
    const std::uint64_t all = drawable();
    return static_cast<Action>(nth_bit(all, rng.below(std::popcount(all))));
  }
  int tokens = 0;
  for (const std::uint8_t n : at_.bag) tokens += n;
  int rest = rng.below(tokens);
  Action type = 0;
  for (; rest >= at_.bag[type]; ++type) rest -= at_.bag[type];
  return type;
}

// ---- Both

void State::legal(FixedList<Action, kMaxLegal>& list) const {
  list.clear();
  if (over()) return;
  if (mover() != kChance) return choices().list(list);
  FixedList<Outcome, kMaxOutcomes> all;
  outcomes(all);
  for (const Outcome& outcome : all) list.push(outcome.id);
}

bool State::is_legal(Action action) const {
  if (over()) return false;
  if (mover() != kChance) return choices().has(action);
  if (draws_flower()) return action < kTypes && at_.bag[action] != 0;
  return action < 64 && (drawable() >> action & 1U) != 0;
}

Action State::random_legal(Rng& rng) const {
  assert(!over());
  if (mover() == kChance) {
    FixedList<Outcome, kMaxOutcomes> all;
    outcomes(all);
    return all[rng.below(all.size())].id;
  }
  const Choices all = choices();
  return all.nth(rng.below(all.size()));
}

}  // namespace cloche::barton_in_bloom
