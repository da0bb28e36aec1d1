// First positions, cached fields and small questions of Barton in Bloom.
#include "games/barton_in_bloom/state.hpp"

#include <algorithm>

namespace cloche::barton_in_bloom {
namespace {

constexpr std::uint64_t first_bits(int n) {
  return n == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << n) - 1;
}

}  // namespace

State::State(const Tables& tables) : tables_(&tables) {  // BN-8, BN-54
  at_.todo[0].kind = StepKind::kMarket;
  at_.todo[1].kind = StepKind::kTurnUp;
  at_.todo[2].kind = StepKind::kOrders;
  at_.steps = 3;
  at_.bag.fill(static_cast<std::uint8_t>(tables.bag_first));
  for (int pile = 0; pile < kPiles; ++pile) at_.piles[at(pile)] = static_cast<std::uint8_t>(tables.pile_size(pile));
  at_.undrawn = first_bits(tables.judge_count());
  at_.where.fill(kNowhere);
  at_.laid.fill(kNowhere);
  at_.unseen = first_bits(tables.tile_count());
  for (std::size_t deck = 0; deck < kOrderDecks; ++deck)
    at_.left[deck] = static_cast<std::uint32_t>(first_bits(static_cast<int>(tables.orders[deck].size())));
  for (std::size_t kind = 0; kind < tables.ornaments.size(); ++kind)
    at_.supply[kind] = static_cast<std::uint8_t>(tables.ornaments[kind].copies);
  for (std::size_t size = 0; size < kSizes; ++size) at_.stock[size] = static_cast<std::uint8_t>(tables.decorations[size].supply);
  settle();
}

State::State(const Tables& tables, const Position& position) : tables_(&tables), at_(position) {
  derive();
}

// ---- Cached fields

void State::derive() {
  at_.unseen = first_bits(tables_->tile_count());
  const auto seen = [&](int tile) { at_.unseen &= ~(std::uint64_t{1} << tile); };
  for (const std::uint8_t tile : at_.display) {
    if (tile != kNone) seen(tile);
  }
  for (std::size_t kind = 0; kind < tables_->ornaments.size(); ++kind)
    at_.supply[kind] = static_cast<std::uint8_t>(tables_->ornaments[kind].copies);
  for (std::size_t i = 0; i < at_.steps; ++i) {
    if (at_.todo[i].kind == StepKind::kLay) seen(at_.todo[i].tag);
    if (at_.todo[i].kind == StepKind::kPut) --at_.supply[at_.todo[i].tag];
  }
  for (std::size_t deck = 0; deck < kOrderDecks; ++deck) {
    at_.left[deck] = static_cast<std::uint32_t>(first_bits(static_cast<int>(tables_->orders[deck].size())));
    if (at_.orders[deck] != kNone) at_.left[deck] &= ~(std::uint32_t{1} << at_.orders[deck]);
    for (const Seat& seat : at_.seats) at_.left[deck] &= ~seat.done[deck];
  }
  for (std::size_t size = 0; size < kSizes; ++size) {
    at_.stock[size] = static_cast<std::uint8_t>(tables_->decorations[size].supply);
    for (const Seat& seat : at_.seats) at_.stock[size] = static_cast<std::uint8_t>(at_.stock[size] - seat.decorations[size]);
  }
  for (Seat& seat : at_.seats) {
    seat.cells = 0;
    seat.free = seat.open = Board{};
    seat.income = {};
  }
  for (int tile = 0; tile < tables_->tile_count(); ++tile) {
    const std::uint16_t where = at_.where[at(tile)];
    if (where == kNowhere) continue;
    seen(tile);
    Seat& seat = at_.seats[where >> 8];
    const int cell = where >> 2 & 63;
    seat.cells |= std::uint64_t{1} << cell;
    seat.free.insert(first_square(cell), tables_->tiles[at(tile)].ground[where & 3U][kBed]);
    seat.open.insert(first_square(cell), kWholeTile);
  }
  for (std::size_t kind = 0; kind < tables_->ornaments.size(); ++kind) {
    const Ornament& ornament = tables_->ornaments[kind];
    for (int copy = 0; copy < ornament.copies; ++copy) {
      const std::uint16_t laid = at_.laid[at(ornament.first_copy + copy)];
      if (laid == kNowhere) continue;
      --at_.supply[kind];
      Seat& seat = at_.seats[laid >> 12];
      const Shape& shape = ornament.shapes[laid & 7U];
      for (std::size_t i = 0; i < shape.size; ++i) {
        seat.open.erase((laid >> 3 & 511) + shape.steps[i]);
        seat.free.erase((laid >> 3 & 511) + shape.steps[i]);
      }
      seat.income.money = static_cast<std::uint16_t>(seat.income.money + ornament.income.money);
      seat.income.flowers = static_cast<std::uint16_t>(seat.income.flowers + ornament.income.flowers);
      seat.income.regrow = static_cast<std::uint16_t>(seat.income.regrow + ornament.income.regrow);
      seat.income.harvest = static_cast<std::uint16_t>(seat.income.harvest + ornament.income.harvest);
      seat.income.prestige = static_cast<std::uint16_t>(seat.income.prestige + ornament.income.prestige);
    }
  }
  for (Seat& seat : at_.seats) {
    seat.free = seat.free - seat.plants();
    seat.open = seat.open - seat.plants();
    seat.unfinished = 0;
    for (std::uint64_t rest = seat.cells; rest != 0; rest &= rest - 1) {
      if (seat.free.window(first_square(std::countr_zero(rest))) != 0) seat.unfinished |= rest & (~rest + 1);
    }
  }
}

bool State::consistent() const {
  State again(*this);
  again.derive();
  bool good = again == *this;
  for (std::size_t i = 0; i < at_.todo.size(); ++i) good = good && (i < at_.steps || at_.todo[i] == Step{});
  for (const Seat& seat : at_.seats) {
    good = good && (seat.grown & seat.harvested).empty();
    good = good && (seat.types[0] | seat.types[1] | seat.types[2]) == seat.plants();
    good = good && seat.money >= 0;
    for (const std::int32_t n : seat.shed) good = good && n >= 0;
  }
  for (int judge = 0; judge < kMaxJudges; ++judge) {
    const bool hidden = (hidden_judges() >> judge & 1U) != 0;
    good = good && (at_.draw[at(judge)] != 0) == hidden && (at_.deck[at(judge)] != 0) == hidden;
  }
  if (good && !over()) {  // a node stands in front
    again.settle();
    good = again == *this;
  }
  return good;
}

bool State::has_node() const {
  switch (front().kind) {
    case StepKind::kRaise:
    case StepKind::kRest:
    case StepKind::kFresh:
    case StepKind::kDiscard:
    case StepKind::kMoney:
    case StepKind::kPrestige: return false;
    default: break;
  }
  State again(*this);
  if (!again.stands() || !(again == *this)) return false;
  switch (front().kind) {
    case StepKind::kMarket:
    case StepKind::kFlowerDraw:
    case StepKind::kTurn:
    case StepKind::kMode:
    case StepKind::kOrders:
    case StepKind::kTurnUp:
    case StepKind::kJudgeDraw: return true;
    default: return !choices().empty();
  }
}

// ---- Questions

std::uint64_t State::hidden_judges() const {  // BN-10
  std::uint64_t judges = 0;
  for (const Seat& seat : at_.seats) {
    judges |= seat.hand | seat.gone;
    if (seat.gossip != kNone) judges |= std::uint64_t{1} << seat.gossip;
  }
  return judges;
}

bool State::knows(int viewer, int judge) const {  // BN-70
  const Seat& seat = this->seat(viewer);
  return ((seat.hand | seat.gone) >> judge & 1U) != 0 || seat.gossip == judge;
}

FixedList<std::uint8_t, kMaxJudges> State::by_draw(std::uint64_t judges) const {
  FixedList<std::uint8_t, kMaxJudges> list;
  for (; judges != 0; judges &= judges - 1) list.push(static_cast<std::uint8_t>(std::countr_zero(judges)));
  std::sort(list.begin(), list.end(), [&](std::uint8_t a, std::uint8_t b) { return at_.draw[a] < at_.draw[b]; });
  return list;
}

int State::card_with(int draw) const {
  for (int judge = 0; judge < tables_->judge_count(); ++judge) {
    if (at_.draw[at(judge)] == draw) return judge;
  }
  return kNone;
}

}  // namespace cloche::barton_in_bloom
