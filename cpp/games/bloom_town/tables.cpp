#include "games/bloom_town/tables.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

namespace cloche::bloom_town {
namespace {

constexpr int kSchema = 1;
constexpr int kMaxCount = 255;
constexpr int kMaxPerType = 2;
constexpr int kMaxWeight = 1 << 24;
constexpr int kMaxQuality = 1000;
constexpr char kBloomingMark = '*';
constexpr std::string_view kGame = "bloom_town";

int small(std::int64_t n) {
  return static_cast<int>(n);
}

void expect_text(const Reader& item, std::string_view text) {
  if (item.text() != text) item.fault("should be '" + std::string(text) + "'");
}

void read_heading(const Reader& file) {
  (void)file.at("schema").whole(kSchema, kSchema);
  expect_text(file.at("game"), kGame);
}

// The name of the side played.
std::string read_options(const Reader& options, Tables& tables) {
  options.expect_keys({"side", "subway", "shop"});
  const int side = options.at("side").one_of({"A", "B"});
  tables.scoring.subway_lines = options.at("subway").one_of({"group", "lines"}) == 1;  // BT-21
  tables.scoring.shop_types = options.at("shop").one_of({"tiles", "types"}) == 1;      // BT-24
  return side == 1 ? "B" : "A";
}

void read_players(const Reader& players, int count) {
  players.expect_keys({"min", "max"});
  const int low = small(players.at("min").whole(kMinPlayers, kMaxTowns));
  const int high = small(players.at("max").whole(kMinPlayers, kMaxTowns));
  if (count < low || count > high) {
    players.faults().add(
        "players", "is " + std::to_string(count) + ", should be a whole number " + std::to_string(low) + " to " + std::to_string(high));
  }
}

void read_symbols(const Reader& symbols) {
  int id = 0;
  for (const Reader& item : symbols.items(kStacks)) {
    item.expect_keys({"id", "name"});
    ++id;
    (void)item.at("id").whole(id, id);
    (void)item.at("name").text();
  }
}

// The lines of a picture of a town; nothing on a fault.
std::vector<std::string> read_picture(const Reader& picture, int size, std::string_view allowed) {
  std::vector<std::string> lines;
  const std::string text = picture.text();
  if (picture.value().as_text() == nullptr) return lines;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    lines.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  const auto good = [&](const std::string& line) {
    return line.size() == static_cast<std::size_t>(size) && line.find_first_not_of(allowed) == std::string::npos;
  };
  if (lines.size() != static_cast<std::size_t>(size) || !std::all_of(lines.begin(), lines.end(), good)) {
    picture.fault("should be " + std::to_string(size) + " lines of " + std::to_string(size) + " characters of '" + std::string(allowed) +
                  "'");
    lines.clear();
  }
  return lines;
}

void read_side(const Reader& side, bool played, Tables& tables) {  // BT-1
  side.expect_keys({"symbols", "blooming"});
  const std::vector<std::string> symbols = read_picture(side.at("symbols"), tables.size, "12345");
  const std::vector<std::string> blooming = read_picture(side.at("blooming"), tables.size, ".*");
  if (!played || symbols.empty() || blooming.empty()) return;
  for (std::size_t row = 0; row < symbols.size(); ++row) {
    for (std::size_t column = 0; column < symbols[row].size(); ++column) {
      const std::size_t cell = row * kStride + column;
      const auto symbol = static_cast<std::uint8_t>(symbols[row][column] - '1');
      tables.symbols[cell] = symbol;
      tables.bearing[symbol] |= square(static_cast<int>(cell));
      if (blooming[row][column] == kBloomingMark) tables.blooming |= square(static_cast<int>(cell));
    }
  }
}

void read_town(const Reader& file, const std::string& side, Tables& tables) {
  file.at("town").expect_keys({"size"});
  tables.size = small(file.at("town").at("size").whole(kMinSize, kMaxSize));
  for (int row = 0; row < tables.size; ++row) {
    for (int column = 0; column < tables.size; ++column) tables.board |= square(row * kStride + column);
  }
  const Reader board = file.at("board");
  board.expect_keys({"A", "B"});
  for (const char* name : {"A", "B"}) read_side(board.at(name), side == name, tables);
}

// The number of shops.
int read_types(const Reader& types, Tables& tables) {  // BT-2
  int shops = 0;
  const std::vector<Reader> items = types.items(kTypes);
  for (std::size_t type = 0; type < items.size(); ++type) {
    items[type].expect_keys({"id", "name", "count"});
    expect_text(items[type].at("id"), type_text(static_cast<int>(type)));
    (void)items[type].at("name").text();
    const int count = small(items[type].at("count").whole(0, kMaxCount));
    if (type == kShop) shops = count;
    else tables.counts[type] = static_cast<std::uint8_t>(count);
  }
  return shops;
}

void read_shop_kinds(const Reader& kinds, int shops, Tables& tables) {  // BT-2
  std::set<std::pair<int, int>> pairs;
  int sum = 0;
  const std::vector<Reader> items = kinds.items(kShopKinds);
  for (std::size_t kind = 0; kind < items.size(); ++kind) {
    const Reader& item = items[kind];
    item.expect_keys({"id", "name", "matches", "count"});
    expect_text(item.at("id"), std::string(1, static_cast<char>('a' + kind)));
    (void)item.at("name").text();
    tables.counts[kShop + kind] = static_cast<std::uint8_t>(item.at("count").whole(0, kMaxCount));
    sum += tables.counts[kShop + kind];
    std::vector<int> wanted;
    for (const Reader& match : item.at("matches").items(2)) wanted.push_back(match.one_of({"O", "S", "P", "H"}));
    if (wanted.size() != 2 || std::min(wanted[0], wanted[1]) < 0) continue;
    tables.scoring.matches[kind] = {static_cast<std::uint8_t>(wanted[0]), static_cast<std::uint8_t>(wanted[1])};
    if (wanted[0] == wanted[1] || !pairs.insert(std::minmax(wanted[0], wanted[1])).second)
      item.at("matches").fault("should be two different types, and for each shop kind another pair");
  }
  if (!items.empty() && sum != shops) {
    kinds.fault("has " + std::to_string(sum) + " tiles, should have " + std::to_string(shops) + " as building_type says");
  }
}

void read_pieces(const Reader& file, Tables& tables) {
  file.at("community").expect_keys({"per_type"});
  tables.per_type = small(file.at("community").at("per_type").whole(0, kMaxPerType));
  file.at("hand").expect_keys({"tiles", "bonus_tokens"});
  tables.in_hand = small(file.at("hand").at("tiles").whole(1, kMaxInHand));
  (void)file.at("hand").at("bonus_tokens").whole(1, 1);
}

void read_setups(const Reader& setups, Tables& tables) {
  std::vector<int> seen;
  for (const Reader& item : setups.items()) {
    item.expect_keys({"players", "removed", "stack", "left_over", "end_stacks"});
    const int players = small(item.at("players").whole(kMinPlayers, kMaxTowns));
    if (std::find(seen.begin(), seen.end(), players) != seen.end())
      item.fault("is a second setup for " + std::to_string(players) + " players");
    seen.push_back(players);
    Setup setup;
    setup.removed = small(item.at("removed").whole(0, kMaxCount));
    setup.stack = small(item.at("stack").whole(1, kMaxCount));
    setup.left_over = small(item.at("left_over").whole(0, kMaxCount));
    setup.end_stacks = small(item.at("end_stacks").whole(1, kStacks));
    if (players == tables.player_count) tables.setup = setup;
  }
  if (std::find(seen.begin(), seen.end(), tables.player_count) == seen.end()) {
    setups.fault("has no entry for " + std::to_string(tables.player_count) + " players");
  }
}

void read_weights(const Reader& file, PriorWeights& weights) {
  file.expect_keys({"schema", "game", "prior"});
  read_heading(file);
  const Reader prior = file.at("prior");
  prior.expect_keys({"points", "build", "market", "unknown", "blooming", "extra", "token", "community"});
  for (const Reader& item : prior.at("points").items()) weights.points.push_back(static_cast<std::uint32_t>(item.whole(1, kMaxWeight)));
  if (weights.points.empty()) prior.at("points").fault("should have a weight for quality 0 at least");
  const auto quality = [&](std::string_view key) { return small(prior.at(key).whole(0, kMaxQuality)); };
  weights.build = quality("build");
  weights.market = quality("market");
  weights.unknown = quality("unknown");
  weights.blooming = quality("blooming");
  weights.extra = quality("extra");
  weights.token = quality("token");
  weights.community = quality("community");
  weights.rising = std::is_sorted(weights.points.begin(), weights.points.end());
}

// What can only be judged when every number is in its range: the setup can be carried out, and the left-overs follow (BT-4 to BT-6).
void check_setup(const Tables& tables, Faults& faults) {
  const Setup& setup = tables.setup;
  int tiles = 0;
  for (const std::uint8_t count : tables.counts) tiles += count;
  for (int type = 0; type < kPlainTypes; ++type) {
    const int count = tables.counts[static_cast<std::size_t>(type)];
    faults.require(
        setup.removed <= count, "components.setup",
        "takes out " + std::to_string(setup.removed) + " of " + std::to_string(count) + " tiles of type " + std::string(type_text(type)));
  }
  const int kinds = std::popcount(tables.shop_kinds());
  faults.require(
      setup.removed <= kinds, "components.setup",
      "takes out " + std::to_string(setup.removed) + " different shops, but there are tiles of " + std::to_string(kinds) + " shop kinds");
  const int left = tiles - kTypes * setup.removed - tables.player_count * tables.in_hand;
  if (!faults.require(left >= 0, "components.setup", "leaves too few tiles for the hands")) return;
  const int left_over = left + tables.community_tiles() - kStacks * setup.stack;
  faults.require(left_over == setup.left_over, "components.setup",
                 "has " + std::to_string(setup.left_over) + " tiles left over, but the other numbers leave " + std::to_string(left_over));
}

}  // namespace

std::shared_ptr<const Tables> Tables::make(const GameSpec& spec) {
  Faults faults;
  const Reader file(spec.components, "components", faults);
  file.expect_keys({"schema", "game", "edition", "provenance", "players", "town", "symbol", "board", "building_type", "shop_kind",
                    "community", "hand", "setup"});
  const auto tables = std::make_shared<Tables>();
  tables->player_count = spec.players;
  const std::string side = read_options(Reader(spec.options, "options", faults), *tables);
  read_heading(file);
  (void)file.at("edition").text();
  if (file.at("provenance").value().as_object() == nullptr) file.at("provenance").fault("should be an object");
  read_players(file.at("players"), spec.players);
  read_symbols(file.at("symbol"));
  read_town(file, side, *tables);
  const int shops = read_types(file.at("building_type"), *tables);
  read_shop_kinds(file.at("shop_kind"), shops, *tables);
  read_pieces(file, *tables);
  read_setups(file.at("setup"), *tables);
  read_weights(Reader(spec.weights, "weights", faults), tables->prior);
  if (faults.empty()) check_setup(*tables, faults);
  faults.raise_if_any("bloom_town");
  return tables;
}

}  // namespace cloche::bloom_town
