// Positions of Barton in Bloom as data, and texts of actions (seeds/barton_in_bloom/state.md and rules.md).
#include <algorithm>

#include "games/barton_in_bloom/notation.hpp"
#include "games/barton_in_bloom/state.hpp"

namespace cloche::barton_in_bloom {
namespace {

Value letter(int type) {
  return std::string(1, kFlowerIds[at(type)]);
}

Value types_list(unsigned types) {
  ValueList list;
  for (int type = 0; type < kTypes; ++type) {
    if ((types >> type & 1U) != 0) list.push_back(letter(type));
  }
  return list;
}

template <class Numbers>
Value number_list(const Numbers& numbers, std::size_t count) {
  ValueList list;
  for (std::size_t i = 0; i < count; ++i) list.emplace_back(static_cast<int>(numbers[i]));
  return list;
}

// A position as `to_dict` has it; with an observer, as that player knows it.
class Writer {
 public:
  Writer(const State& state, int observer)
      : state_(state), at_(state.position()), tables_(state.tables()), players_(at(tables_.player_count)), observer_(observer) {}

  void write(ValueObject& object) const {
    const auto add = [&](std::string key, Value value) { object.emplace_back(std::move(key), std::move(value)); };
    const bool setup = at_.turns == kSetupTurns;
    add("phase", std::string(state_.over() ? kOverWord : step_word(state_.front().kind)));
    add("player", at_.player == kNone ? Value() : Value(at_.player));
    add("turns", setup ? Value() : Value(at_.turns));
    add("trigger", at_.trigger == kNone ? Value() : Value(at_.trigger));
    ValueList todo;
    for (int i = 0; i < at_.steps; ++i) todo.push_back(step(state_.step(i)));
    add("todo", std::move(todo));
    ValueList dice;
    for (std::size_t die = 0; die < kDice; ++die)
      dice.push_back(ValueObject{{"space", std::string(kSpaceIds[at_.space[die]])}, {"demand", at_.demand[die]}});
    add("dice", std::move(dice));
    add("bag", number_list(at_.bag, kTypes));
    const auto or_null = [](const auto& places, std::size_t count, const auto& name) {
      ValueList list;
      for (std::size_t i = 0; i < count; ++i) list.push_back(places[i] == kNone ? Value() : Value(name(i)));
      return list;
    };
    add("market", or_null(at_.market, tables_.prices.size(), [&](std::size_t i) { return letter(at_.market[i]); }));
    add("display", or_null(at_.display, kPiles, [&](std::size_t i) { return tables_.tiles[at_.display[i]].id; }));
    add("piles", number_list(at_.piles, kPiles));
    add("orders", or_null(at_.orders, kOrderDecks, [&](std::size_t i) { return tables_.orders[i][at_.orders[i]].id; }));
    add("board", or_null(at_.board, kNotices, [&](std::size_t i) { return judge_id(at_.board[i]); }));
    add("discards", judge_ids(at_.discards));
    add("drawn", at_.drawn);
    add("decks", decks());
    add("money", each([](const Seat& seat) { return Value(seat.money); }));
    add("prestige", each([](const Seat& seat) { return Value(seat.prestige); }));
    add("sheds", each([](const Seat& seat) { return number_list(seat.shed, kTypes); }));
    add("awake", each([](const Seat& seat) { return Value(seat.awake != 0); }));
    add("hands", each([&](const Seat& seat) { return cards(seat, seat.hand); }));
    add("gossip", each([&](const Seat& seat) { return seat.gossip == kNone ? Value() : card(seat, seat.gossip); }));
    add("gone", each([&](const Seat& seat) { return cards(seat, seat.gone); }));
    add("fertilizers", each([](const Seat& seat) {
          ValueList list;
          for (int i = 0; i < kFertilizerKinds; ++i) {
            if (seat.owns(i)) list.emplace_back(std::string(kFertilizerIds[at(i)]));
          }
          return list;
        }));
    add("decorations", each([](const Seat& seat) { return number_list(seat.decorations, kSizes); }));
    add("done", each([&](const Seat& seat) {
          ValueList list;
          for (std::size_t deck = 0; deck < kOrderDecks; ++deck) {
            for (std::uint32_t rest = seat.done[deck]; rest != 0; rest &= rest - 1)
              list.emplace_back(tables_.orders[deck][at(std::countr_zero(rest))].id);
          }
          return list;
        }));
    add("gardens", gardens());
    add("plants", each([](const Seat& seat) {
          ValueList list;
          seat.plants().each([&](int square) { list.push_back(ValueList{square, letter(seat.type_at(square)), seat.grown.has(square)}); });
          return list;
        }));
    add("ornaments", ornaments());
  }

 private:
  template <class Of>
  [[nodiscard]] Value each(const Of& of) const {
    ValueList list;
    for (std::size_t player = 0; player < players_; ++player) list.push_back(of(at_.seats[player]));
    return list;
  }
  [[nodiscard]] Value judge_id(int judge) const { return tables_.judges[at(judge)].id; }
  [[nodiscard]] Value judge_ids(std::uint64_t judges) const {
    ValueList list;
    for (; judges != 0; judges &= judges - 1) list.push_back(judge_id(std::countr_zero(judges)));
    return list;
  }
  [[nodiscard]] Value card(const Seat& seat, int judge) const {
    const bool known = observer_ < 0 || &seat == &at_.seats[at(observer_)];
    return ValueObject{{"draw", at_.draw[at(judge)]}, {"judge", known ? judge_id(judge) : Value()}};
  }
  [[nodiscard]] Value cards(const Seat& seat, std::uint64_t judges) const {
    ValueList list;
    for (const std::uint8_t judge : state_.by_draw(judges)) list.push_back(card(seat, judge));
    return list;
  }

  [[nodiscard]] Value decks() const {
    std::array<std::uint16_t, kMaxJudges + 1> froms{};
    std::size_t count = 0;
    froms[count++] = at_.newest;
    for (int judge = 0; judge < tables_.judge_count(); ++judge) {
      const std::uint16_t from = at_.deck[at(judge)];
      if (from != 0 && std::find(froms.begin(), froms.begin() + static_cast<std::ptrdiff_t>(count), from) ==
                           froms.begin() + static_cast<std::ptrdiff_t>(count))
        froms[count++] = from;
    }
    std::sort(froms.begin(), froms.begin() + static_cast<std::ptrdiff_t>(count));
    ValueList list;
    for (std::size_t i = 0; i < count; ++i)
      list.push_back(ValueObject{{"from", froms[i]}, {"unseen", judge_ids(state_.unseen_of(froms[i]))}});
    return list;
  }

  [[nodiscard]] Value gardens() const {
    ValueList list;
    for (std::size_t player = 0; player < players_; ++player) {
      std::array<int, kCells> tiles{};  // tile + 1
      for (int tile = 0; tile < tables_.tile_count(); ++tile) {
        const std::uint16_t where = at_.where[at(tile)];
        if (where != kNowhere && where >> 8 == player) tiles[where >> 2 & 63] = tile + 1;
      }
      ValueList garden;
      for (int cell = 0; cell < kCells; ++cell) {
        if (tiles[at(cell)] == 0) continue;
        const std::size_t tile = at(tiles[at(cell)] - 1);
        garden.push_back(ValueList{cell, tables_.tiles[tile].id, at_.where[tile] & 3});
      }
      list.push_back(std::move(garden));
    }
    return list;
  }

  [[nodiscard]] Value ornaments() const {
    std::vector<ValueList> lists(players_);
    for (const Ornament& ornament : tables_.ornaments) {
      for (int copy = 0; copy < ornament.copies; ++copy) {
        const std::uint16_t laid = at_.laid[at(ornament.first_copy + copy)];
        if (laid != kNowhere) lists[laid >> 12].push_back(ValueList{ornament.id, laid >> 3 & 511, laid & 7});
      }
    }
    ValueList list;
    for (ValueList& own : lists) list.emplace_back(std::move(own));
    return list;
  }

  [[nodiscard]] Value step(const Step& step) const {
    ValueObject object{{"step", std::string(step_word(step.kind))}};
    const FieldsOf fields = fields_of(step.kind);
    for (std::size_t i = 0; i < at(fields.count); ++i)
      object.emplace_back(std::string(field_word(fields.fields[i])), field(step, fields.fields[i]));
    return object;
  }
  [[nodiscard]] Value field(const Step& step, Field field) const {
    switch (field) {
      case Field::kN:
      case Field::kX:
      case Field::kDraw:
      case Field::kCount:
      case Field::kIcon:
      case Field::kRegrow: return step.n;
      case Field::kHarvest: return step.m;
      case Field::kBack: return step.m & 0xFF;
      case Field::kOff: return step.m >> 8;
      case Field::kLast: return step.from == 0 ? Value() : Value(step.from - 1);
      case Field::kFavours: return step.tag != 0;
      case Field::kShown: return ValueList{shown_of(step.n, 0), shown_of(step.n, 1), shown_of(step.n, 2), shown_of(step.n, 3)};
      case Field::kTypeList: return types_list(step.tag);
      case Field::kJudge: return judge_id(step.tag);
      case Field::kTile: return tables_.tiles[step.tag].id;
      case Field::kOrnament: return tables_.ornaments[step.tag].id;
      case Field::kSize: return std::string(kDecorationIds[step.tag]);
      case Field::kDie:
      case Field::kDeck:
      case Field::kLess: return step.tag;
    }
    return {};
  }

  const State& state_;
  const Position& at_;
  const Tables& tables_;
  std::size_t players_;
  int observer_;
};

std::string square_text(int square) {
  return words(std::to_string(square / kSide) + ",", std::to_string(square % kSide));
}

constexpr std::array<std::string_view, kGardenerActions> kGardenerWords{
    "mow", "judge", "regrow", "harvest", "tile", "plant", "flowers", "ornament", "flower-sale", "orders", "large", "medium", "small"};
constexpr std::array<std::string_view, 4> kModeWords{"first", "second", "first+second", "second+first"};
constexpr std::array<std::string_view, 4> kChoiceWords{"judge", "money", "plant", "flower"};

// BN-69: squares and cells count from 0; notices, piles, market spaces and orders from 1.
std::string decision_text(const Tables& tables, int action) {
  const auto type = [](int i) { return std::string(1, kFlowerIds[at(i)]); };
  if (action < kFirstGardener) {
    std::string text(1, kDieIds[at(action / kSpaces)]);
    text += '>';
    text += kSpaceIds[at(action % kSpaces)];
    return text;
  }
  if (action < kFirstMode) return words("gardener:", kGardenerWords[at(action - kFirstGardener)]);
  if (action < kEnd) return std::string(kModeWords[at(action - kFirstMode)]);
  if (action == kEnd) return "end";
  if (action == kPass) return "pass";
  if (action < kFirstJudge) return words("favour:", tables.judges[at(action - kFirstFavour)].id);
  if (action < kFirstNotice) return words("judge:", tables.judges[at(action - kFirstJudge)].id);
  if (action < kGossip) return words("notice:", std::to_string(action - kFirstNotice + 1));
  if (action == kGossip) return "gossip";
  if (action < kFirstLay) return words("pile:", std::to_string(action - kFirstPile + 1));
  if (action < kFirstFlower) {
    const int cell = (action - kFirstLay) / kTurns;
    std::string text = words("lay:", std::to_string(cell / kCellSide)) + ",";
    text += std::to_string(cell % kCellSide);
    return words(text + ":r", std::to_string((action - kFirstLay) % kTurns));
  }
  if (action < kFirstBuy) return words("flower:", type(action - kFirstFlower));
  if (action < kFirstOrnament) return words("buy:", std::to_string(action - kFirstBuy + 1));
  if (action < kFirstPut) return words("ornament:", tables.ornaments[at(action - kFirstOrnament)].id);
  if (action < kFirstRegrow)
    return words("put:",
                 words(square_text((action - kFirstPut) / kOrientations) + ":o", std::to_string((action - kFirstPut) % kOrientations)));
  if (action < kFirstHarvest) return words("regrow:", square_text(action - kFirstRegrow));
  if (action < kFirstPlant) return words("harvest:", square_text(action - kFirstHarvest));
  if (action < kFirstOrder)
    return words("plant:", words(type((action - kFirstPlant) / kSquares) + "@", square_text((action - kFirstPlant) % kSquares)));
  if (action < kPayExact) return words("order:", std::to_string(action - kFirstOrder + 1));
  if (action == kPayExact) return "pay:exact";
  if (action < kFirstFertilizer) {
    const auto [one, other] = kFlowerPairs[at(action - kFirstPair)];
    return words("pay:", type(one) + type(other));
  }
  if (action < kChooseJudge) return words("fertilizer:", kFertilizerIds[at(action - kFirstFertilizer)]);
  if (action < kFirstDie) return words("setup:", kChoiceWords[at(action - kChooseJudge)]);
  return words("die:", std::string(1, kDieIds[at(action - kFirstDie)]));
}

}  // namespace

FieldsOf fields_of(StepKind kind) {
  using F = Field;
  switch (kind) {
    case StepKind::kFlowerDraw:
    case StepKind::kJudgeDraw:
    case StepKind::kSetupPile:
    case StepKind::kMoney:
    case StepKind::kPrestige:
    case StepKind::kTile:
    case StepKind::kOrnament:
    case StepKind::kDouble:
    case StepKind::kFlower:
    case StepKind::kDie: return {{F::kN}, 1};
    case StepKind::kSetupPlant:
    case StepKind::kRegrow:
    case StepKind::kPlantFree:
    case StepKind::kGain: return {{F::kN, F::kLast}, 2};
    case StepKind::kTurn: return {{F::kFavours, F::kShown}, 2};
    case StepKind::kMode:
    case StepKind::kRaise:
    case StepKind::kFresh: return {{F::kDie}, 1};
    case StepKind::kRest: return {{F::kDie, F::kX}, 2};
    case StepKind::kDiscard: return {{F::kJudge}, 1};
    case StepKind::kNotice: return {{F::kDraw}, 1};
    case StepKind::kHarvest: return {{F::kCount, F::kLast, F::kTypeList}, 3};
    case StepKind::kHarvestFree: return {{F::kN, F::kLast, F::kTypeList}, 3};
    case StepKind::kYield: return {{F::kN, F::kTypeList}, 2};
    case StepKind::kLay: return {{F::kTile}, 1};
    case StepKind::kPlant: return {{F::kCount, F::kBack, F::kOff, F::kLast}, 4};
    case StepKind::kBuy: return {{F::kLast}, 1};
    case StepKind::kPut: return {{F::kOrnament}, 1};
    case StepKind::kOrder: return {{F::kCount}, 1};
    case StepKind::kPay: return {{F::kDeck, F::kIcon}, 2};
    case StepKind::kDecoration: return {{F::kSize}, 1};
    case StepKind::kFertilizer: return {{F::kN, F::kLess}, 2};
    case StepKind::kIncome: return {{F::kRegrow, F::kHarvest, F::kLast, F::kTypeList}, 4};
    case StepKind::kOrders:
    case StepKind::kTurnUp:
    case StepKind::kMarket:
    case StepKind::kSetupChoice:
    case StepKind::kSetupGift:
    case StepKind::kAfter:
    case StepKind::kJudge:
    case StepKind::kSale: break;
  }
  return {};
}

IdRange rising_ids(StepKind kind) {
  switch (kind) {
    case StepKind::kRegrow: return {kFirstRegrow, kFirstHarvest};
    case StepKind::kHarvest:
    case StepKind::kHarvestFree: return {kFirstHarvest, kFirstPlant};
    case StepKind::kIncome: return {kFirstRegrow, kFirstPlant};
    case StepKind::kSetupPlant:
    case StepKind::kPlant:
    case StepKind::kPlantFree: return {kFirstPlant, kFirstOrder};
    case StepKind::kBuy: return {kFirstBuy, kFirstOrnament};
    case StepKind::kGain: return {kFirstFlower, kFirstBuy};
    default: return {};
  }
}

std::uint64_t State::unseen_of(int from) const {
  std::uint64_t judges = from == at_.newest ? at_.undrawn : 0;
  for (int judge = 0; judge < tables_->judge_count(); ++judge) judges |= at_.deck[at(judge)] == from ? std::uint64_t{1} << judge : 0;
  return judges;
}

Value State::to_value() const {
  ValueObject object;
  Writer(*this, -1).write(object);
  return object;
}

Value State::observation(int player) const {
  ValueObject object{{"observer", player}};
  Writer(*this, player).write(object);
  return object;
}

std::string State::action_text(Action action) const {
  if (mover() != kChance) return decision_text(*tables_, action);
  switch (front().kind) {
    case StepKind::kOrders:
      for (std::size_t deck = 0; deck < kOrderDecks; ++deck) {
        if (at_.orders[deck] == kNone && at_.left[deck] != 0) return tables_->orders[deck][action].id;
      }
      return {};
    case StepKind::kTurnUp: return tables_->tiles[action].id;
    case StepKind::kJudgeDraw: return tables_->judges[action].id;
    default: return std::string(1, kFlowerIds[action]);
  }
}

std::optional<Action> State::parse_action(std::string_view text) const {
  FixedList<Action, kMaxLegal> list;
  legal(list);
  for (const Action action : list) {
    if (action_text(action) == text) return action;
  }
  return std::nullopt;
}

}  // namespace cloche::barton_in_bloom
