#include "games/barton_in_bloom/tables.hpp"

#include <algorithm>
#include <utility>

namespace cloche::barton_in_bloom {
namespace {

constexpr int kSchema = 1;
constexpr int kMaxCount = 255;
constexpr int kMaxMoney = 99;
constexpr int kMaxQuality = 1000;
constexpr int kMaxTurnLimit = 100;
constexpr int kMaxShapeSide = 5;
constexpr int kMaxShapeSquares = 9;
constexpr std::string_view kGame = "barton_in_bloom";
constexpr std::array<std::string_view, kDice> kActions{"harvest", "landscape", "purchase", "sell"};
constexpr unsigned kAllEffects = (1U << kEffects) - 1;
constexpr unsigned effect_bit(Effect effect) {
  return 1U << static_cast<unsigned>(effect);
}
constexpr unsigned kIncomeEffects = effect_bit(Effect::kMoney) | effect_bit(Effect::kFlowers) | effect_bit(Effect::kRegrow) |
                                    effect_bit(Effect::kHarvest) | effect_bit(Effect::kPrestige);

int count_of(const std::vector<Reader>& items) {
  return static_cast<int>(items.size());
}

void read_heading(const Reader& file) {
  (void)file.at("schema").whole(kSchema, kSchema);
  const Reader game = file.at("game");
  if (game.text() != kGame) game.fault("should be '" + std::string(kGame) + "'");
}

void expect_text(const Reader& item, std::string_view text) {
  if (item.text() != text) item.fault("should be '" + std::string(text) + "'");
}

// Rows of a picture, each of them a line.
std::vector<std::string> rows_of(const std::string& picture) {
  std::vector<std::string> rows(1);
  for (const char c : picture) {
    if (c == '\n') rows.emplace_back();
    else rows.back() += c;
  }
  if (rows.back().empty()) rows.pop_back();
  return rows;
}

using Picture = std::vector<std::string>;

Picture turned(const Picture& rows) {  // clockwise
  Picture after(rows[0].size(), std::string(rows.size(), '.'));
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (std::size_t c = 0; c < rows[r].size(); ++c) after[c][rows.size() - 1 - r] = rows[r][c];
  }
  return after;
}

Picture mirrored(Picture rows) {
  for (std::string& row : rows) std::reverse(row.begin(), row.end());
  return rows;
}

bool in_one_piece(const Picture& rows) {
  Board board;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (std::size_t c = 0; c < rows[r].size(); ++c) {
      if (rows[r][c] == '#') board.insert(static_cast<int>(r) * kSide + static_cast<int>(c));
    }
  }
  return largest_group(board) == board.size();
}

// Whether `table` is one; a fault for each key that is missing or that no table of this kind has.
bool expect_keys(const Reader& table, std::initializer_list<std::string_view> needed, std::initializer_list<std::string_view> others) {
  const ValueObject* object = table.value().as_object();
  if (object == nullptr) {
    table.fault("is " + std::string(table.value().kind()) + ", should be an object");
    return false;
  }
  const auto lists = [](std::initializer_list<std::string_view> keys, std::string_view key) {
    return std::find(keys.begin(), keys.end(), key) != keys.end();
  };
  for (const auto& [key, value] : *object) {
    if (!lists(needed, key) && !lists(others, key)) table.fault("unknown key '" + key + "'");
  }
  for (const std::string_view key : needed) {
    if (!table.has(key)) table.fault("key '" + std::string(key) + "' is missing");
  }
  return true;
}

}  // namespace

// Reads one part of the files after the other; what is wrong goes to the Faults that the readers share.
class TablesReader {
 public:
  explicit TablesReader(Tables& tables) : tables_(tables) {}

  void components(const Reader& file);
  void options(const Reader& options);
  void weights(const Reader& file);
  void derive();

 private:
  void players(const Reader& players);
  void fixed(const Reader& file);
  void setup(const Reader& file);
  void actions(const Reader& file);
  void fertilizers(const Reader& list);
  void notices(const Reader& list);
  void scoring(const Reader& file);
  void decorations(const Reader& list);
  void tiles(const Reader& list);
  void ornaments(const Reader& list);
  void ornament(const Reader& item);
  void shapes(const Reader& grid, Ornament& ornament);
  void orders(const Reader& list);
  void order(const Reader& item, std::vector<Order>& deck);
  void judges(const Reader& list);
  void judge(const Reader& item);
  [[nodiscard]] Effects effects(const Reader& list, unsigned allowed, bool some);
  [[nodiscard]] Metric metric(const Reader& item);
  [[nodiscard]] std::string name(const Reader& item, std::vector<std::string>& taken);
  [[nodiscard]] static int number(const Reader& table, std::string_view key, int low, int high) {
    return static_cast<int>(table.at(key).whole(low, high));
  }
  // Of a key that may be left out or be null.
  [[nodiscard]] static int number_or_0(const Reader& table, std::string_view key, int high) {
    return table.has(key) && !table.at(key).is_null() ? number(table, key, 0, high) : 0;
  }

  Tables& tables_;
};

void TablesReader::options(const Reader& options) {
  options.expect_keys({"turn_limit"});
  tables_.turn_limit = number(options, "turn_limit", 1, kMaxTurnLimit);
}

void TablesReader::players(const Reader& players) {
  players.expect_keys({"min", "max"});
  const int low = number(players, "min", 2, kMaxSeats);
  const int high = number(players, "max", 2, kMaxSeats);
  tables_.fewest_players = low;
  tables_.most_players = high;
  if (low > high) players.fault("min should be at most max");
  if (tables_.player_count < low || tables_.player_count > high)
    players.fault("is for " + std::to_string(low) + " to " + std::to_string(high) + " players, not " +
                  std::to_string(tables_.player_count));
}

void TablesReader::fixed(const Reader& file) {  // BN-71
  std::size_t place = 0;
  for (const Reader& item : file.at("flower").items(kTypes)) {
    item.expect_keys({"id", "name"});
    expect_text(item.at("id"), kFlowerIds.substr(place++, 1));
    (void)item.at("name").text();
  }
  place = 0;
  const std::array<std::vector<std::pair<std::string_view, int*>>, kDice> rests{
      {{{"types_per_demand", &tables_.types_per_demand}},
       {{"prestige_per_demand", &tables_.prestige_per_demand}},
       {{"discount_per_demand", &tables_.discount_per_demand}},
       {{"money_per_demand", &tables_.money_per_demand}, {"others_money", &tables_.others_money}}}};
  for (const Reader& item : file.at("specialist").items(kDice)) {
    item.expect_keys({"id", "name", "action", "rest"});
    expect_text(item.at("id"), kDieIds.substr(place, 1));
    expect_text(item.at("action"), kActions[place]);
    (void)item.at("name").text();
    const Reader rest = item.at("rest");
    const auto& wanted = rests[place++];
    if (wanted.size() == 1) rest.expect_keys({wanted[0].first});
    else rest.expect_keys({wanted[0].first, wanted[1].first});
    for (const auto& [key, value] : wanted) *value = number(rest, key, 0, 9);
  }
  const Reader dice = file.at("dice");
  dice.expect_keys({"start", "step", "max"});
  (void)number(dice, "start", 1, 1);
  (void)number(dice, "step", 1, 1);
  (void)number(dice, "max", 6, 6);
}

void TablesReader::setup(const Reader& file) {
  const Reader setup = file.at("setup");
  setup.expect_keys({"money", "bag_flowers", "judges", "tiles", "choice_judges", "choice_money", "plants", "flowers"});
  tables_.setup_money = number(setup, "money", 0, kMaxMoney);
  tables_.setup_flowers = number(setup, "bag_flowers", 0, 9);
  tables_.setup_judges = number(setup, "judges", 0, 9);
  tables_.setup_tiles = number(setup, "tiles", 1, 3);
  tables_.choice_judges = number(setup, "choice_judges", 1, 9);
  tables_.choice_money = number(setup, "choice_money", 0, kMaxMoney);
  tables_.setup_plants = number(setup, "plants", 1, 9);
  tables_.setup_gift = number(setup, "flowers", 1, 9);
  const Reader bag = file.at("bag");
  bag.expect_keys({"first", "refill"});
  tables_.bag_first = number(bag, "first", 0, 50);
  tables_.bag_refill = number(bag, "refill", 1, 50);
  const Reader market = file.at("market");
  market.expect_keys({"prices"});
  const std::vector<Reader> prices = market.at("prices").items();
  if (prices.empty() || prices.size() > std::size_t{kMaxMarket}) market.at("prices").fault("should have 1 to 8 prices");
  else
    for (const Reader& price : prices) tables_.prices.push_back(static_cast<int>(price.whole(0, kMaxMoney)));
}

void TablesReader::actions(const Reader& file) {
  const Reader action = file.at("action");
  action.expect_keys({"mow_money", "judge_draw", "regrow_plants", "harvest_tokens", "piles", "landscape_tiles", "purchase_ornaments",
                      "sell_flower_money", "sell_orders", "both_halves"});
  tables_.mow_money = number(action, "mow_money", 0, kMaxMoney);
  tables_.judge_draw = number(action, "judge_draw", 0, 9);
  tables_.regrow_plants = number(action, "regrow_plants", 1, 9);
  tables_.harvest_tokens = number(action, "harvest_tokens", 1, 9);
  (void)number(action, "piles", kPiles, kPiles);
  tables_.landscape_tiles = number(action, "landscape_tiles", 1, 9);
  tables_.purchase_ornaments = number(action, "purchase_ornaments", 1, 9);
  tables_.sell_flower_money = number(action, "sell_flower_money", 0, kMaxMoney);
  tables_.sell_orders = number(action, "sell_orders", 1, 9);
  tables_.both_halves = number(action, "both_halves", 0, 9);
  const Reader surcharge = file.at("surcharge");
  surcharge.expect_keys({"harvest", "plant", "order"});
  tables_.harvest_surcharge = number(surcharge, "harvest", 0, 9);
  tables_.plant_surcharge = number(surcharge, "plant", 0, 9);
  tables_.order_surcharge = number(surcharge, "order", 0, 9);
  const Reader income = file.at("income");
  income.expect_keys({"per_complete_tile"});
  tables_.per_complete_tile = number(income, "per_complete_tile", 0, 9);
}

void TablesReader::fertilizers(const Reader& list) {
  std::size_t place = 0;
  for (const Reader& item : list.items(kFertilizerKinds)) {
    item.expect_keys({"id", "name", "price", "amount"});
    expect_text(item.at("id"), kFertilizerIds[place]);
    (void)item.at("name").text();
    tables_.fertilizer_price[place] = number(item, "price", 0, kMaxMoney);
    tables_.fertilizer_amount[place++] = number(item, "amount", 1, 9);
  }
}

Effects TablesReader::effects(const Reader& list, unsigned allowed, bool some) {
  Effects effects;
  std::vector<std::string> words;
  for (int i = 0; i < kEffects; ++i) {
    if ((allowed >> i & 1U) != 0) words.emplace_back(kEffectIds[at(i)]);
  }
  unsigned seen = 0;
  for (const Reader& item : list.items()) {
    item.expect_keys({"effect", "n"});
    const int word = item.at("effect").one_of(words);
    const int n = number(item, "n", 1, 9);
    if (word < 0) continue;
    const auto effect = std::find(kEffectIds.begin(), kEffectIds.end(), words[at(word)]) - kEffectIds.begin();
    if ((seen >> effect & 1U) != 0) item.at("effect").fault("is given twice");
    seen |= 1U << effect;
    effects.push_back({static_cast<Effect>(effect), static_cast<std::uint8_t>(n)});
  }
  if (some && list.value().as_list() != nullptr && list.value().as_list()->empty()) list.fault("should have an effect");
  return effects;
}

void TablesReader::notices(const Reader& list) {
  std::size_t place = 0;
  for (const Reader& item : list.items(kNotices)) {
    item.expect_keys({"space", "bonus"});
    (void)number(item, "space", static_cast<int>(place) + 1, static_cast<int>(place) + 1);
    tables_.bonuses[place++] = effects(item.at("bonus"), kAllEffects, true);
  }
}

void TablesReader::scoring(const Reader& file) {
  const Reader scoring = file.at("scoring");
  scoring.expect_keys({"end_tiles", "garden", "judge_flat", "judge_ranked"});
  tables_.end_tiles = number(scoring, "end_tiles", 1, 6);
  tables_.garden_prestige = number(scoring, "garden", 0, kMaxMoney);
  tables_.judge_flat = number(scoring, "judge_flat", 0, kMaxMoney);
  const Reader ranked = scoring.at("judge_ranked");
  for (const Reader& prize : ranked.items()) {
    const int n = static_cast<int>(prize.whole(0, kMaxMoney));
    if (!tables_.judge_ranked.empty() && n > tables_.judge_ranked.back()) prize.fault("should be no higher than the one before");
    tables_.judge_ranked.push_back(n);
  }
  if (tables_.judge_ranked.empty() || tables_.judge_ranked.size() > std::size_t{kMaxSeats}) ranked.fault("should have 1 to 4 prizes");
}

void TablesReader::decorations(const Reader& list) {
  constexpr std::array<std::string_view, kSizes> kPay{"different", "equal", "any"};
  constexpr std::array<int, kSizes> kGiven{2, 2, 1};
  std::size_t place = 0;
  for (const Reader& item : list.items(kSizes)) {
    item.expect_keys({"id", "pay", "flowers", "prestige", "each", "supply"});
    expect_text(item.at("id"), kDecorationIds[place]);
    expect_text(item.at("pay"), kPay[place]);
    (void)number(item, "flowers", kGiven[place], kGiven[place]);
    DecorationKind& kind = tables_.decorations[place++];
    const std::vector<Reader> prestige = item.at("prestige").items();
    if (prestige.size() > 8) item.at("prestige").fault("should have at most 8 numbers");
    for (const Reader& n : prestige) kind.prestige.push_back(static_cast<int>(n.whole(0, kMaxMoney)));
    kind.each = number(item, "each", 0, 9);
    const int counts = std::max(1, tables_.most_players - tables_.fewest_players + 1);
    for (int i = 0; const Reader& n : item.at("supply").items(counts)) {
      const int count = static_cast<int>(n.whole(0, 16));
      if (i++ == tables_.player_count - tables_.fewest_players) kind.supply = count;
    }
  }
}

std::string TablesReader::name(const Reader& item, std::vector<std::string>& taken) {
  std::string id = item.text();
  const bool spelled =
      std::all_of(id.begin(), id.end(), [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; });
  if (id.empty() || id.size() > 32 || !spelled) item.fault("should be 1 to 32 of a-z, 0-9 and _");
  if (std::find(taken.begin(), taken.end(), id) != taken.end()) item.fault("is used twice");
  taken.push_back(id);
  return id;
}

void TablesReader::tiles(const Reader& list) {
  const std::vector<Reader> items = list.items();
  const int fewest = std::max(kPiles, tables_.most_players * tables_.setup_tiles);
  if (count_of(items) < fewest || count_of(items) > kMaxTiles)
    return list.fault("has " + std::to_string(items.size()) + " tiles, should have " + std::to_string(fewest) + " to " +
                      std::to_string(kMaxTiles));
  std::vector<std::string> taken;
  for (const Reader& item : items) {
    item.expect_keys({"id", "grid"});
    Tile& tile = tables_.tiles.emplace_back();
    tile.id = name(item.at("id"), taken);
    const Reader grid = item.at("grid");
    Picture rows = rows_of(grid.text());
    const bool square = rows.size() == kTileSide && std::all_of(rows.begin(), rows.end(), [](const std::string& row) {
                          return row.size() == kTileSide && row.find_first_not_of("FPLW.") == std::string::npos;
                        });
    if (!square || std::none_of(rows.begin(), rows.end(), [](const std::string& row) { return row.find('F') != std::string::npos; })) {
      grid.fault("should be 3 rows of 3 of FPLW., with an F");
      continue;
    }
    for (std::size_t turn = 0; turn < kTurns; ++turn, rows = turned(rows)) {
      for (std::size_t r = 0; r < kTileSide; ++r) {
        for (std::size_t c = 0; c < kTileSide; ++c) {
          const std::size_t ground = kGroundLetters.find(rows[r][c]);
          if (ground == std::string::npos) continue;
          tile.ground[turn][ground] |= Window{1} << (r * kSide + c);
          if (turn == 0) ++tile.counts[ground];
        }
      }
      const auto first = std::find(tile.ground.begin(), tile.ground.end(), tile.ground[turn]);
      if (first == tile.ground.begin() + static_cast<std::ptrdiff_t>(turn))
        tile.distinct = static_cast<std::uint8_t>(tile.distinct | 1U << turn);
    }
  }
}

void TablesReader::shapes(const Reader& grid, Ornament& ornament) {
  Picture rows = rows_of(grid.text());
  const auto is_empty = [](const std::string& line) { return line.find('#') == std::string::npos; };
  bool good = !rows.empty() && rows.size() <= kMaxShapeSide && !rows[0].empty() && rows[0].size() <= kMaxShapeSide;
  for (const std::string& row : rows) good = good && row.size() == rows[0].size() && row.find_first_not_of("#.") == std::string::npos;
  if (good) {
    const Picture across = turned(rows);
    long squares = 0;
    for (const std::string& row : rows) squares += std::count(row.begin(), row.end(), '#');
    good = squares >= 1 && squares <= kMaxShapeSquares && !is_empty(rows.front()) && !is_empty(rows.back()) && !is_empty(across.front()) &&
           !is_empty(across.back()) && in_one_piece(rows);
  }
  if (!good) return grid.fault("should be one piece of 1 to 9 squares #, at most 5 long or wide, without an empty outer row or column");
  std::vector<Picture> pictures;
  for (std::size_t orientation = 0; orientation < kOrientations; ++orientation) {
    if (orientation == kTurns) rows = mirrored(rows);  // after four quarter turns it is as printed
    pictures.push_back(rows);
    Shape& shape = ornament.shapes[orientation];
    shape.height = static_cast<std::uint8_t>(rows.size());
    shape.width = static_cast<std::uint8_t>(rows[0].size());
    for (std::size_t r = 0; r < rows.size(); ++r) {
      for (std::size_t c = 0; c < rows[r].size(); ++c) {
        if (rows[r][c] == '#') shape.steps[shape.size++] = static_cast<std::uint8_t>(r * kSide + c);
      }
    }
    if (std::find(pictures.begin(), pictures.end(), rows) == pictures.end() - 1)
      ornament.distinct = static_cast<std::uint8_t>(ornament.distinct | 1U << orientation);
    rows = turned(rows);
  }
}

Metric TablesReader::metric(const Reader& item) {
  std::vector<std::string> words;
  std::vector<Metric> metrics;
  for (int kind = 0; kind < kMetricKinds; ++kind) {
    const std::string word(kMetricIds[at(kind)]);
    const bool typed = static_cast<MetricKind>(kind) == MetricKind::kPlantsOf;
    for (int type = 0; type < (typed ? kTypes : 1); ++type) {
      words.push_back(typed ? word + ":" + kFlowerIds[at(type)] : word);
      metrics.push_back({static_cast<MetricKind>(kind), static_cast<std::uint8_t>(type)});
    }
  }
  return metrics[at(std::max(0, item.one_of(words)))];
}

void TablesReader::ornaments(const Reader& list) {
  const std::vector<Reader> items = list.items();
  if (count_of(items) > kMaxOrnaments) return list.fault("has " + std::to_string(items.size()) + " ornaments, should have at most 24");
  std::vector<std::string> taken;
  int copies = 0;
  for (const Reader& item : items) {
    if (!expect_keys(item, {"id", "name", "price", "copies", "grid"}, {"gnomes", "income", "prestige", "per"})) continue;
    Ornament& ornament = tables_.ornaments.emplace_back();
    ornament.id = name(item.at("id"), taken);
    (void)item.at("name").text();
    ornament.price = number(item, "price", 0, kMaxMoney);
    ornament.copies = number(item, "copies", 1, 8);
    ornament.gnomes = number_or_0(item, "gnomes", kMaxMoney);
    ornament.prestige = number_or_0(item, "prestige", kMaxMoney);
    if (item.has("per") && !item.at("per").is_null()) {
      const Reader per = item.at("per");
      per.expect_keys({"metric", "points"});
      ornament.per = metric(per.at("metric"));
      ornament.points = number(per, "points", 1, 9);
    }
    if (item.has("income") && !item.at("income").is_null()) {
      for (const EffectOf& of : effects(item.at("income"), kIncomeEffects, false)) {
        if (of.effect == Effect::kMoney) ornament.income.money = of.n;
        if (of.effect == Effect::kFlowers) ornament.income.flowers = of.n;
        if (of.effect == Effect::kRegrow) ornament.income.regrow = of.n;
        if (of.effect == Effect::kHarvest) ornament.income.harvest = of.n;
        if (of.effect == Effect::kPrestige) ornament.income.prestige = of.n;
      }
    }
    shapes(item.at("grid"), ornament);
    ornament.first_copy = copies;
    copies += ornament.copies;
  }
}

void TablesReader::order(const Reader& item, std::vector<Order>& deck) {
  Order& order = deck.back();
  order.money = number(item, "money", 0, kMaxMoney);
  order.prestige = number(item, "prestige", 0, kMaxMoney);
  const std::string icons = item.at("icons").text();
  if (icons.empty() || icons.size() > kMaxIcons || icons.find_first_not_of(kFlowerIds) != std::string::npos)
    return item.at("icons").fault("should be 1 to 6 letters of " + std::string(kFlowerIds));
  order.size = static_cast<std::uint8_t>(icons.size());
  for (std::size_t i = icons.size(); i-- > 0;) {
    order.icons[i] = static_cast<std::uint8_t>(kFlowerIds.find(icons[i]));
    order.left[i] = order.left[i + 1];
    ++order.left[i][order.icons[i]];
  }
}

void TablesReader::orders(const Reader& list) {
  std::size_t place = 0;
  std::vector<std::string> taken;
  std::vector<std::string> decks;
  for (const Reader& deck : list.items(kOrderDecks)) {
    deck.expect_keys({"id", "card"});
    (void)name(deck.at("id"), decks);
    const std::vector<Reader> cards = deck.at("card").items();
    if (cards.empty() || count_of(cards) > kMaxOrders) deck.at("card").fault("should have 1 to 32 orders");
    for (const Reader& card : cards) {
      card.expect_keys({"id", "icons", "money", "prestige"});
      if (tables_.orders[place].size() == kMaxOrders) break;
      tables_.orders[place].emplace_back().id = name(card.at("id"), taken);
      order(card, tables_.orders[place]);
    }
    ++place;
  }
}

void TablesReader::judges(const Reader& list) {
  const std::vector<Reader> items = list.items();
  const int fewest = std::max(1, tables_.most_players * (tables_.setup_judges + tables_.choice_judges));
  if (count_of(items) < fewest || count_of(items) > kMaxJudges)
    return list.fault("has " + std::to_string(items.size()) + " judges, should have " + std::to_string(fewest) + " to " +
                      std::to_string(kMaxJudges));
  std::vector<std::string> taken;
  for (const Reader& item : items) {
    JudgeCard& judge = tables_.judges.emplace_back();
    judge.ranked = item.at("kind").one_of({"flat", "ranked"}) == 1;
    const auto given = [&](std::string_view key) { return item.has(key) && !item.at(key).is_null(); };
    if (judge.ranked && !given("op") && !given("value") && item.has("op") == item.has("value")) {
      if (item.has("op")) item.expect_keys({"id", "name", "kind", "metric", "op", "value", "favour"});
      else item.expect_keys({"id", "name", "kind", "metric", "favour"});
    } else if (judge.ranked) {
      item.expect_keys({"id", "name", "kind", "metric", "favour"});
    } else {
      item.expect_keys({"id", "name", "kind", "metric", "op", "value", "favour"});
      judge.at_least = item.at("op").one_of({">=", "<="}) == 0;
      judge.value = number(item, "value", 0, kMaxCount);
    }
    judge.id = name(item.at("id"), taken);
    (void)item.at("name").text();
    judge.metric = metric(item.at("metric"));
    judge.favour = effects(item.at("favour"), kAllEffects, true);
  }
}

void TablesReader::components(const Reader& file) {
  if (!expect_keys(file,
                   {"schema", "game",      "edition", "players",    "flower", "specialist", "dice",       "setup", "bag",        "market",
                    "action", "surcharge", "income",  "fertilizer", "notice", "scoring",    "decoration", "tile",  "order_deck", "judge"},
                   {"provenance", "ornament"}))
    return;
  if (file.has("provenance") && file.at("provenance").value().as_object() == nullptr) file.at("provenance").fault("should be an object");
  read_heading(file);
  (void)file.at("edition").text();
  players(file.at("players"));
  fixed(file);
  setup(file);
  actions(file);
  fertilizers(file.at("fertilizer"));
  notices(file.at("notice"));
  scoring(file);
  decorations(file.at("decoration"));
  tiles(file.at("tile"));
  if (file.has("ornament")) ornaments(file.at("ornament"));
  orders(file.at("order_deck"));
  judges(file.at("judge"));
}

void TablesReader::weights(const Reader& file) {
  file.expect_keys({"schema", "game", "prior"});
  read_heading(file);
  const Reader prior = file.at("prior");
  prior.expect_keys({"base",   "pound",    "point",     "token",       "want", "grown",      "regrow",    "plant",         "complete",
                     "close",  "tile",     "tile_more", "open",        "bed",  "join",       "cover_bed", "cover_feature", "gnome",
                     "income", "judge",    "play",      "gossip",      "hold", "act",        "sleep",     "wake",          "rest",
                     "fresh",  "rest_buy", "favour",    "favour_late", "keep", "fertilizer", "effect"});
  PriorWeights& w = tables_.prior;
  const std::array<std::pair<std::string_view, int*>, 32> numbers{{{"base", &w.base},
                                                                   {"pound", &w.pound},
                                                                   {"point", &w.point},
                                                                   {"token", &w.token},
                                                                   {"want", &w.want},
                                                                   {"grown", &w.grown},
                                                                   {"regrow", &w.regrow},
                                                                   {"plant", &w.plant},
                                                                   {"complete", &w.complete},
                                                                   {"close", &w.close},
                                                                   {"tile", &w.tile},
                                                                   {"tile_more", &w.tile_more},
                                                                   {"open", &w.open},
                                                                   {"bed", &w.bed},
                                                                   {"join", &w.join},
                                                                   {"cover_bed", &w.cover_bed},
                                                                   {"cover_feature", &w.cover_feature},
                                                                   {"gnome", &w.gnome},
                                                                   {"income", &w.income},
                                                                   {"judge", &w.judge},
                                                                   {"play", &w.play},
                                                                   {"gossip", &w.gossip},
                                                                   {"hold", &w.hold},
                                                                   {"act", &w.act},
                                                                   {"sleep", &w.sleep},
                                                                   {"wake", &w.wake},
                                                                   {"rest", &w.rest},
                                                                   {"fresh", &w.fresh},
                                                                   {"rest_buy", &w.rest_buy},
                                                                   {"favour", &w.favour},
                                                                   {"favour_late", &w.favour_late},
                                                                   {"keep", &w.keep}}};
  for (const auto& [key, value] : numbers) *value = number(prior, key, 0, kMaxQuality);
  std::size_t place = 0;
  for (const Reader& n : prior.at("fertilizer").items(kFertilizerKinds)) w.fertilizer[place++] = static_cast<int>(n.whole(0, kMaxQuality));
  const Reader effect = prior.at("effect");
  effect.expect_keys({"money", "flowers", "judges", "tile", "regrow", "harvest", "plant", "fertilizer", "demand", "prestige", "purchases"});
  for (std::size_t i = 0; i < kEffects; ++i) w.effect[i] = number(effect, kEffectIds[i], 0, kMaxQuality);
}

void TablesReader::derive() {
  for (std::size_t width = 0; width < tables_.anchors.size(); ++width) {
    for (int square = 0; square < kSquares; ++square) {
      if (square % kSide + static_cast<int>(width) <= kSide) tables_.anchors[width].insert(square);
    }
  }
}

int DecorationKind::value_of(int count) const {
  const int listed = static_cast<int>(prestige.size());
  const int shown = std::min(count, listed);
  return (shown == 0 ? 0 : prestige[at(shown - 1)]) + each * std::max(0, count - listed);
}

std::shared_ptr<const Tables> Tables::make(const GameSpec& spec) {
  Faults faults;
  const auto tables = std::make_shared<Tables>();
  tables->player_count = spec.players;
  TablesReader reader(*tables);
  reader.options(Reader(spec.options, "options", faults));
  reader.components(Reader(spec.components, "components", faults));
  reader.weights(Reader(spec.weights, "weights", faults));
  faults.raise_if_any("barton_in_bloom");
  reader.derive();
  return tables;
}

int Tables::max_game_length() const {
  int beds = 0;
  for (const Tile& tile : tiles) beds += tile.counts[kBed];
  beds = std::min(beds, kSquares);
  const int more = fertilizer_amount[kYieldFertilizer];
  int incomes = fertilizer_amount[kRegrowFertilizer] + fertilizer_amount[kEarlyFertilizer];
  for (const Ornament& ornament : ornaments)
    incomes += ornament.copies * (ornament.income.flowers + ornament.income.regrow + ornament.income.harvest);
  const auto length = [&](const Effects& effects) {
    int sum = 0;
    for (const EffectOf& of : effects) {
      switch (of.effect) {
        case Effect::kFlowers:
        case Effect::kRegrow:
        case Effect::kPlant:
        case Effect::kFertilizer: sum += of.n; break;
        case Effect::kHarvest: sum += of.n + more; break;
        case Effect::kTile:
        case Effect::kPurchases: sum += 2 * of.n; break;
        case Effect::kDemand: sum += 1; break;
        case Effect::kMoney:
        case Effect::kJudges:
        case Effect::kPrestige: break;
      }
    }
    return sum;
  };
  int favour = 0;
  int bonus = 0;
  for (const JudgeCard& judge : judges) favour = std::max(favour, length(judge.favour));
  for (const Effects& effects : bonuses) bonus = std::max(bonus, length(effects));
  const int turn = 6 + market_spaces() + 2 * landscape_tiles + regrow_plants + 2 * beds + more + 2 * purchase_ornaments + 1 +
                   7 * sell_orders + 5 + 1 + incomes + favour + bonus;
  return player_count * (turn_limit * turn + 2 * setup_tiles + 2 + std::max(setup_plants, setup_gift));
}

}  // namespace cloche::barton_in_bloom
