// Reading a position or an observation of Barton in Bloom: keys, types and ranges (seeds/barton_in_bloom/state.md, S-1, O-1).
#include <algorithm>

#include "games/barton_in_bloom/laws.hpp"

namespace cloche::barton_in_bloom {
namespace {

constexpr int kMost = 99'999;
constexpr int kMostCount = 9'999;

template <class Items>
std::vector<std::string> ids_of(const Items& items) {
  std::vector<std::string> ids;
  ids.reserve(items.size());
  for (const auto& item : items) ids.push_back(item.id);
  return ids;
}

template <class Words>
std::vector<std::string> list_of(const Words& words) {
  return {words.begin(), words.end()};
}

std::vector<std::string> flower_ids() {
  std::vector<std::string> ids;
  for (const char id : kFlowerIds) ids.emplace_back(1, id);
  return ids;
}

int whole(const Reader& item, int low, int high) {
  return static_cast<int>(item.whole(low, high));
}

}  // namespace

int Judge::letter(const Reader& item) {
  return std::max(0, item.one_of(flower_ids()));
}

void Judge::rising(const Reader& item, long& last, long value) {
  if (value <= last) disordered_.push_back(item.path());
  last = std::max(last, value);
}

template <class Read>
void Judge::each_player(const Reader& list, const Read& read) {
  int player = 0;
  for (const Reader& item : list.items(players())) read(item, player++);
}

// Places that hold one of `ids` or nothing.
template <class Place>
void Judge::read_places(const Reader& list, Place& places, int count, const std::vector<std::string>& ids) {
  std::size_t i = 0;
  for (const Reader& item : list.items(count)) {
    if (!item.is_null()) places[i] = static_cast<std::uint8_t>(std::max(0, item.one_of(ids)));
    ++i;
  }
}

void Judge::read(const Reader& file) {
  if (observed_) {
    file.expect_keys({"observer", "phase",  "player", "turns",       "trigger",     "todo",  "dice",    "bag",      "market",   "display",
                      "piles",    "orders", "board",  "discards",    "drawn",       "decks", "money",   "prestige", "sheds",    "awake",
                      "hands",    "gossip", "gone",   "fertilizers", "decorations", "done",  "gardens", "plants",   "ornaments"});
    observer_ = whole(file.at("observer"), 0, players() - 1);  // O-1
  } else {
    file.expect_keys({"phase",  "player", "turns",       "trigger",     "todo",  "dice",    "bag",      "market",   "display", "piles",
                      "orders", "board",  "discards",    "drawn",       "decks", "money",   "prestige", "sheds",    "awake",   "hands",
                      "gossip", "gone",   "fertilizers", "decorations", "done",  "gardens", "plants",   "ornaments"});
  }
  read_turn(file);
  read_board(file);
  read_judges(file);
  read_players(file);
  read_gardens(file);
  read_todo(file.at("todo"));
}

void Judge::read_turn(const Reader& file) {
  std::vector<std::string> phases = list_of(kStepWords);
  phases.emplace_back(kOverWord);
  phase_ = std::max(0, file.at("phase").one_of(phases));
  const auto or_null = [&](std::string_view key, int high) {
    const Reader item = file.at(key);
    return item.is_null() ? kNull : whole(item, 0, high);
  };
  player_ = or_null("player", players() - 1);
  turns_ = or_null("turns", players() * tables_.turn_limit);
  trigger_ = or_null("trigger", players() - 1);
  at_.player = player_ == kNull ? kNone : static_cast<std::uint8_t>(player_);
  at_.turns = turns_ == kNull ? kSetupTurns : static_cast<std::uint16_t>(turns_);
  at_.trigger = trigger_ == kNull ? kNone : static_cast<std::uint8_t>(trigger_);
}

void Judge::read_board(const Reader& file) {
  std::size_t die = 0;
  for (const Reader& item : file.at("dice").items(kDice)) {
    item.expect_keys({"space", "demand"});
    at_.space[die] = static_cast<std::uint8_t>(std::max(0, item.at("space").one_of(list_of(kSpaceIds))));
    at_.demand[die++] = static_cast<std::uint8_t>(whole(item.at("demand"), 1, 6));
  }
  std::size_t type = 0;
  for (const Reader& item : file.at("bag").items(kTypes))
    at_.bag[type++] = static_cast<std::uint8_t>(whole(item, 0, std::max(tables_.bag_first, tables_.bag_refill)));
  read_places(file.at("market"), at_.market, tables_.market_spaces(), flower_ids());
  read_places(file.at("display"), at_.display, kPiles, ids_of(tables_.tiles));
  std::size_t pile = 0;
  for (const Reader& item : file.at("piles").items(kPiles)) at_.piles[pile++] = static_cast<std::uint8_t>(whole(item, 0, kMaxTiles));
  int deck = 0;
  for (const Reader& item : file.at("orders").items(kOrderDecks)) {
    orders_up_[at(deck)] = {item.path(), kNull, kNull};
    if (!item.is_null()) orders_up_[at(deck)] = read_order(item);
    ++deck;
  }
  read_places(file.at("board"), at_.board, kNotices, ids_of(tables_.judges));
}

Judge::OrderAt Judge::read_order(const Reader& item) const {
  std::vector<std::string> ids;
  for (const std::vector<Order>& deck : tables_.orders) {
    for (const Order& order : deck) ids.push_back(order.id);
  }
  int card = std::max(0, item.one_of(ids));
  int deck = 0;
  for (; card >= static_cast<int>(tables_.orders[at(deck)].size()); ++deck) card -= static_cast<int>(tables_.orders[at(deck)].size());
  return {item.path(), deck, card};
}

std::uint64_t Judge::read_judge_ids(const Reader& list) {
  std::uint64_t judges = 0;
  long last = -1;
  for (const Reader& item : list.items()) {
    const int judge = std::max(0, item.one_of(ids_of(tables_.judges)));
    rising(item, last, judge);
    judges |= std::uint64_t{1} << judge;
  }
  return judges;
}

Judge::Card Judge::read_card(const Reader& item, int player, Zone zone) {
  item.expect_keys({"draw", "judge"});
  Card card{item.path(), player, zone, whole(item.at("draw"), 1, std::max(1, drawn_)), kNull};
  if (drawn_ == 0) item.at("draw").fault("S-1: no judge has been drawn");
  const Reader judge = item.at("judge");
  if (observed_ && player != observer_) {
    if (!judge.is_null() && !judge.is_missing()) judge.fault("O-1: should be null, the observer does not know it");
  } else {
    card.judge = std::max(0, judge.one_of(ids_of(tables_.judges)));
  }
  return card;
}

void Judge::read_judges(const Reader& file) {
  at_.discards = read_judge_ids(file.at("discards"));
  drawn_ = whole(file.at("drawn"), 0, kMostCount);
  at_.drawn = static_cast<std::uint16_t>(drawn_);
  for (const Reader& item : file.at("decks").items()) {
    item.expect_keys({"from", "unseen"});
    const int from = whole(item.at("from"), 1, drawn_ + 1);
    decks_.push_back({item.path(), from, read_judge_ids(item.at("unseen"))});
  }
  const auto read_cards = [&](const Reader& list, int player, Zone zone) {
    long last = -1;
    for (const Reader& item : list.items()) {
      cards_.push_back(read_card(item, player, zone));
      rising(item, last, cards_.back().draw);
    }
  };
  each_player(file.at("hands"), [&](const Reader& list, int player) { read_cards(list, player, Zone::kInHand); });
  each_player(file.at("gossip"), [&](const Reader& item, int player) {
    if (!item.is_null()) cards_.push_back(read_card(item, player, Zone::kAsGossip));
  });
  each_player(file.at("gone"), [&](const Reader& list, int player) { read_cards(list, player, Zone::kReplaced); });
}

void Judge::read_players(const Reader& file) {
  const auto seat = [&](int player) -> Seat& { return at_.seats[at(player)]; };
  each_player(file.at("money"), [&](const Reader& item, int player) { seat(player).money = whole(item, 0, kMost); });
  each_player(file.at("prestige"), [&](const Reader& item, int player) { seat(player).prestige = whole(item, 0, kMost); });
  each_player(file.at("sheds"), [&](const Reader& list, int player) {
    std::size_t type = 0;
    for (const Reader& item : list.items(kTypes)) seat(player).shed[type++] = whole(item, 0, kMost);
  });
  each_player(file.at("awake"), [&](const Reader& item, int player) { seat(player).awake = item.boolean() ? 1 : 0; });
  each_player(file.at("fertilizers"), [&](const Reader& list, int player) {
    long last = -1;
    for (const Reader& item : list.items()) {
      const int kind = std::max(0, item.one_of(list_of(kFertilizerIds)));
      rising(item, last, kind);
      seat(player).fertilizers = static_cast<std::uint8_t>(seat(player).fertilizers | 1U << kind);
    }
  });
  each_player(file.at("decorations"), [&](const Reader& list, int player) {
    std::size_t size = 0;
    for (const Reader& item : list.items(kSizes)) seat(player).decorations[size++] = static_cast<std::uint8_t>(whole(item, 0, 16));
  });
  each_player(file.at("done"), [&](const Reader& list, int player) {
    long last = -1;
    for (const Reader& item : list.items()) {
      const OrderAt order = read_order(item);
      rising(item, last, order.deck * kMaxOrders + order.card);
      done_.push_back(order);
      seat(player).done[at(order.deck)] |= std::uint32_t{1} << order.card;
    }
  });
}

void Judge::read_gardens(const Reader& file) {
  each_player(file.at("gardens"), [&](const Reader& list, int player) {
    long last = -1;
    for (const Reader& item : list.items()) {
      const std::vector<Reader> parts = item.items(3);
      if (parts.size() != 3) continue;
      TileAt tile{item.path(), player, whole(parts[0], 0, kCells - 1), 0, whole(parts[2], 0, kTurns - 1)};
      tile.tile = std::max(0, parts[1].one_of(ids_of(tables_.tiles)));
      rising(item, last, tile.cell);
      tiles_.push_back(std::move(tile));
    }
  });
  each_player(file.at("plants"), [&](const Reader& list, int player) {
    long last = -1;
    for (const Reader& item : list.items()) {
      const std::vector<Reader> parts = item.items(3);
      if (parts.size() != 3) continue;
      PlantAt plant{item.path(), player, whole(parts[0], 0, kSquares - 1), letter(parts[1]), parts[2].boolean()};
      rising(item, last, plant.square);
      plants_.push_back(std::move(plant));
    }
  });
  each_player(file.at("ornaments"), [&](const Reader& list, int player) {
    long last = -1;
    for (const Reader& item : list.items()) {
      const std::vector<Reader> parts = item.items(3);
      if (parts.size() != 3) continue;
      OrnamentAt ornament{item.path(), player, 0, whole(parts[1], 0, kSquares - 1), whole(parts[2], 0, kOrientations - 1)};
      ornament.kind = std::max(0, parts[0].one_of(ids_of(tables_.ornaments)));
      rising(item, last, (static_cast<long>(ornament.kind) * kSquares + ornament.square) * kOrientations + ornament.orientation);
      ornaments_.push_back(std::move(ornament));
    }
  });
}

// ---- Steps

void Judge::read_todo(const Reader& list) {
  for (const Reader& item : list.items()) todo_.push_back({read_step(item), item.path()});
}

void Judge::expect_keys_of(const Reader& item, StepKind kind) const {
  const FieldsOf fields = fields_of(kind);
  const auto word = [&](std::size_t i) { return field_word(fields.fields[i]); };
  switch (fields.count) {
    case 0: return item.expect_keys({"step"});
    case 1: return item.expect_keys({"step", word(0)});
    case 2: return item.expect_keys({"step", word(0), word(1)});
    case 3: return item.expect_keys({"step", word(0), word(1), word(2)});
    default: return item.expect_keys({"step", word(0), word(1), word(2), word(3)});
  }
}

Step Judge::read_step(const Reader& item) {
  Step step;
  if (!item.has("step")) {
    item.expect_keys({"step"});
    return step;
  }
  const int word = item.at("step").one_of(list_of(kStepWords));
  if (word < 0) return step;
  step.kind = static_cast<StepKind>(word);
  expect_keys_of(item, step.kind);
  const FieldsOf fields = fields_of(step.kind);
  for (std::size_t i = 0; i < at(fields.count); ++i) read_field(item.at(field_word(fields.fields[i])), fields.fields[i], step);
  if (step.kind == StepKind::kIncome && step.n == 0 && step.m == 0) item.fault("S-1: regrow and harvest should not both be 0");
  if (step.kind == StepKind::kPlant && (step.m & 0xFF) + (step.m >> 8) > tables_.fertilizer_amount[kPlantFertilizer])
    item.fault("S-1: back and off should be at most " + std::to_string(tables_.fertilizer_amount[kPlantFertilizer]) + " together");
  if (step.kind == StepKind::kPay) {
    const OrderAt& up = orders_up_[step.tag];
    if (up.deck != kNull && step.n >= tables_.orders[at(up.deck)][at(up.card)].size)
      item.at("icon").fault("S-1: should be below the icons of the order");
  }
  return step;
}

void Judge::read_field(const Reader& item, Field field, Step& step) {
  const auto n = [&](int low, int high) { step.n = static_cast<std::uint16_t>(whole(item, low, high)); };
  const auto tag = [&](int value) { step.tag = static_cast<std::uint8_t>(std::max(0, value)); };
  switch (field) {
    case Field::kN: return n(1, kMostCount);
    case Field::kX: return n(1, 6);
    case Field::kDraw: return n(1, std::max(1, drawn_));
    case Field::kCount: return n(0, step.kind == StepKind::kOrder ? tables_.sell_orders : kSquares - 1);
    case Field::kIcon: return n(0, kMaxIcons - 1);
    case Field::kRegrow: return n(0, kMostCount);
    case Field::kHarvest: step.m = static_cast<std::uint16_t>(whole(item, 0, kMostCount)); return;
    case Field::kBack: step.m = static_cast<std::uint16_t>(step.m | whole(item, 0, tables_.fertilizer_amount[kPlantFertilizer])); return;
    case Field::kOff:
      step.m = static_cast<std::uint16_t>(step.m | whole(item, 0, tables_.fertilizer_amount[kPlantFertilizer]) << 8);
      return;
    case Field::kLast: {
      if (item.is_null()) return;
      IdRange ids = rising_ids(step.kind);
      if (step.kind == StepKind::kBuy) ids.end = ids.first + tables_.market_spaces();
      step.from = static_cast<std::uint16_t>(whole(item, ids.first, ids.end - 1) + 1);
      return;
    }
    case Field::kFavours: return tag(item.boolean() ? 1 : 0);
    case Field::kShown: {
      int shift = 0;
      for (const Reader& demand : item.items(kDice)) {
        step.n = static_cast<std::uint16_t>(step.n | whole(demand, 1, 6) << shift);
        shift += 3;
      }
      return;
    }
    case Field::kTypeList: return tag(static_cast<int>(read_types(item)));
    case Field::kJudge: return tag(item.one_of(ids_of(tables_.judges)));
    case Field::kTile: return tag(item.one_of(ids_of(tables_.tiles)));
    case Field::kOrnament: return tag(item.one_of(ids_of(tables_.ornaments)));
    case Field::kSize: return tag(item.one_of(list_of(kDecorationIds)));
    case Field::kDie: return tag(whole(item, 0, kDice - 1));
    case Field::kDeck: return tag(whole(item, 0, kOrderDecks - 1));
    case Field::kLess: return tag(whole(item, 0, 255));
  }
}

unsigned Judge::read_types(const Reader& list) {
  unsigned types = 0;
  long last = -1;
  for (const Reader& item : list.items()) {
    const int type = letter(item);
    rising(item, last, type);
    types |= 1U << type;
  }
  return types;
}

}  // namespace cloche::barton_in_bloom
