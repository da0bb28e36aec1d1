#include "games/barton_in_bloom/tables_read.hpp"

#include <algorithm>
#include <utility>

namespace cloche::barton_in_bloom {
namespace {

constexpr int kSchema = 1;
constexpr int kMaxQuality = 1000;
constexpr int kMaxTurnLimit = 100;
constexpr std::string_view kGame = "barton_in_bloom";
constexpr std::array<std::string_view, kDice> kActions{"harvest", "landscape", "purchase", "sell"};

void read_heading(const Reader& file) {
  (void)file.at("schema").whole(kSchema, kSchema);
  const Reader game = file.at("game");
  if (game.text() != kGame) game.fault("should be '" + std::string(kGame) + "'");
}

void expect_text(const Reader& item, std::string_view text) {
  if (item.text() != text) item.fault("should be '" + std::string(text) + "'");
}

}  // namespace

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

std::string TablesReader::name(const Reader& item, std::vector<std::string>& taken) {
  std::string id = item.text();
  const bool spelled =
      std::all_of(id.begin(), id.end(), [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; });
  if (id.empty() || id.size() > 32 || !spelled) item.fault("should be 1 to 32 of a-z, 0-9 and _");
  if (std::find(taken.begin(), taken.end(), id) != taken.end()) item.fault("is used twice");
  taken.push_back(id);
  return id;
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

void TablesReader::weights(const Reader& file) {
  file.expect_keys({"schema", "game", "prior"});
  read_heading(file);
  const Reader prior = file.at("prior");
  prior.expect_keys({"base",     "pound",  "rich",        "pound_rich", "point",         "token", "full",   "token_full",
                     "want",     "grown",  "regrow",      "plant",      "complete",      "close", "tile",   "tile_more",
                     "open",     "bed",    "join",        "cover_bed",  "cover_feature", "gnome", "income", "judge",
                     "play",     "gossip", "hold",        "act",        "sleep",         "wake",  "rest",   "fresh",
                     "rest_buy", "favour", "favour_late", "keep",       "fertilizer",    "effect"});
  PriorWeights& w = tables_.prior;
  const std::array<std::pair<std::string_view, int*>, 36> numbers{{{"base", &w.base},
                                                                   {"pound", &w.pound},
                                                                   {"rich", &w.rich},
                                                                   {"pound_rich", &w.pound_rich},
                                                                   {"point", &w.point},
                                                                   {"token", &w.token},
                                                                   {"full", &w.full},
                                                                   {"token_full", &w.token_full},
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

}  // namespace cloche::barton_in_bloom
