#include "games/barton_in_bloom/tables_read.hpp"

#include <algorithm>

namespace cloche::barton_in_bloom {
namespace {

constexpr int kMaxCount = 255;
constexpr int kMaxShapeSide = 5;
constexpr int kMaxShapeSquares = 9;
constexpr unsigned kIncomeEffects = effect_bit(Effect::kMoney) | effect_bit(Effect::kFlowers) | effect_bit(Effect::kRegrow) |
                                    effect_bit(Effect::kHarvest) | effect_bit(Effect::kPrestige);

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

Picture turned(const Picture& rows) {  // BN-69: clockwise
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

}  // namespace

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

}  // namespace cloche::barton_in_bloom
