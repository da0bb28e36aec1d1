#include "games/gardens_of_io/tables.hpp"

#include <algorithm>

namespace cloche::gardens_of_io {
namespace {

constexpr int kSchema = 1;
constexpr int kMinPlayers = 2;
constexpr int kMaxCount = 255;
constexpr int kMaxOfColour = 20;
constexpr int kMaxWeight = 1 << 24;
constexpr int kMaxQuality = 1000;
constexpr std::string_view kGame = "gardens_of_io";
static_assert(kMaxColours * kMaxOfColour <= Flowers::kMaxTotal);

int small(std::int64_t n) {
  return static_cast<int>(n);
}

void read_heading(const Reader& file) {
  (void)file.at("schema").whole(kSchema, kSchema);
  if (file.at("game").text() != kGame) file.at("game").fault("should be '" + std::string(kGame) + "'");
}

void read_options(const Reader& options, Tables& tables) {
  options.expect_keys({"lap_bonus", "cooperative"});
  if (options.has("lap_bonus")) tables.lap_bonus = options.at("lap_bonus").boolean();
  if (options.has("cooperative")) tables.cooperative = options.at("cooperative").boolean();
}

void read_players(const Reader& players, int count) {
  players.expect_keys({"min", "max"});
  const int low = small(players.at("min").whole(kMinPlayers, kMaxPlayers));
  const int high = small(players.at("max").whole(kMinPlayers, kMaxPlayers));
  if (count < low || count > high) {
    players.faults().add(
        "players", "is " + std::to_string(count) + ", should be a whole number " + std::to_string(low) + " to " + std::to_string(high));
  }
}

int read_board(const Reader& board) {
  board.expect_keys({"size", "track"});
  const int size = small(board.at("size").whole(kMinSize, kMaxSize));
  const int track = 4 * (size + 1);
  (void)board.at("track").whole(track, track);
  return size;
}

void read_colours(const Reader& colours, Tables& tables) {  // IO-3
  const std::vector<Reader> items = colours.items();
  if (items.empty() || items.size() > static_cast<std::size_t>(kMaxColours)) {
    colours.fault("has " + std::to_string(items.size()) + " colours, should have 1 to " + std::to_string(kMaxColours));
    return;
  }
  for (const Reader& item : items) {
    item.expect_keys({"id", "name", "count"});
    const std::string id = item.at("id").text();
    if (id.size() != 1 || id[0] <= ' ' || id[0] > '~' || id == "." || id == "T") {
      item.at("id").fault("should be one character, not '.' or 'T'");
    } else if (tables.colour_of_id(id[0]) >= 0) {
      item.at("id").fault("is given to two colours");
    }
    (void)item.at("name").text();
    tables.bag.set(tables.colour_count++, small(item.at("count").whole(1, kMaxOfColour)));
    tables.colour_ids += id.empty() ? '.' : id[0];
  }
}

void read_pieces(const Reader& pieces, Tables& tables) {
  pieces.expect_keys({"trees", "counters", "martians_each"});
  tables.tree_count = small(pieces.at("trees").whole(0, kMaxTrees));
  (void)pieces.at("counters").whole(0, kMaxCount);
  (void)pieces.at("martians_each").whole(1, 1);
}

Setup read_setup(const Reader& item, int players, int trees) {
  Setup setup;
  setup.flowers = small(item.at("flowers").whole(1, kMaxCount));
  setup.specials = small(item.at("specials").whole(0, kMaxCount));
  const Reader trees_by = item.at("trees_by");
  const std::vector<Reader> items = trees_by.items();
  if (items.size() < static_cast<std::size_t>(trees) || items.size() > static_cast<std::size_t>(kMaxTrees)) {
    trees_by.fault("has " + std::to_string(items.size()) + " items, should have one for each of " + std::to_string(trees) + " trees");
    return setup;
  }
  for (std::size_t i = 0; i < items.size(); ++i) setup.trees_by[i] = static_cast<std::uint8_t>(items[i].whole(0, players - 1));
  return setup;
}

void read_setups(const Reader& setups, Tables& tables) {
  std::vector<int> seen;
  for (const Reader& item : setups.items()) {
    item.expect_keys({"players", "flowers", "specials", "trees_by"});
    const int players = small(item.at("players").whole(kMinPlayers, kMaxPlayers));
    if (std::find(seen.begin(), seen.end(), players) != seen.end())
      item.fault("is a second setup for " + std::to_string(players) + " players");
    seen.push_back(players);
    const Setup setup = read_setup(item, players, tables.tree_count);
    if (players == tables.player_count) tables.setup = setup;
  }
  if (std::find(seen.begin(), seen.end(), tables.player_count) == seen.end()) {
    setups.fault("has no entry for " + std::to_string(tables.player_count) + " players");
  }
}

void read_specials(const Reader& specials, Tables& tables) {
  const std::vector<Reader> items = specials.items(kSpecials);
  for (std::size_t k = 0; k < items.size(); ++k) {
    const bool is_run = k == kRun;
    if (is_run) items[k].expect_keys({"id", "uses", "spaces"});
    else items[k].expect_keys({"id", "uses"});
    if (items[k].at("id").text() != kSpecialWords[k]) items[k].at("id").fault("should be '" + std::string(kSpecialWords[k]) + "'");
    tables.uses[k] = static_cast<std::uint8_t>(items[k].at("uses").whole(0, kMaxCount));
    if (is_run) tables.run_spaces = small(items[k].at("spaces").whole(1, kMaxCount));
  }
}

void read_move(const Reader& move, Tables& tables) {
  move.expect_keys({"skip", "lap_lead"});
  tables.skip_spaces = small(move.at("skip").whole(1, kMaxCount));
  tables.lap_lead = small(move.at("lap_lead").whole(1, kMaxPosition));
}

void read_weights(const Reader& file, PriorWeights& weights) {
  file.expect_keys({"schema", "game", "prior"});
  read_heading(file);
  const Reader prior = file.at("prior");
  prior.expect_keys({"points", "extra_turn", "special", "lap_bonus"});
  for (const Reader& item : prior.at("points").items()) weights.points.push_back(static_cast<std::uint32_t>(item.whole(1, kMaxWeight)));
  if (weights.points.empty()) prior.at("points").fault("should have a weight for quality 0 at least");
  weights.extra_turn = small(prior.at("extra_turn").whole(0, kMaxQuality));
  const std::vector<Reader> special = prior.at("special").items(kSpecials);
  for (std::size_t k = 0; k < special.size(); ++k) weights.special[k] = small(special[k].whole(0, kMaxQuality));
  weights.lap_bonus = small(prior.at("lap_bonus").whole(0, kMaxQuality));
}

// What can only be judged when every number is in its range: the deal can be made, and a circle always stays empty.
void check_deal(const Tables& tables, Faults& faults) {
  const int total = tables.bag.total();
  faults.require(tables.dealt() <= total, "components.setup",
                 "deals " + std::to_string(tables.dealt()) + " flowers, but the bag holds " + std::to_string(total));
  const int circles = tables.geometry.board.size();
  faults.require(tables.dealt() + tables.tree_count < circles, "components.setup",
                 std::to_string(tables.dealt()) + " flowers dealt and " + std::to_string(tables.tree_count) +
                     " trees should leave one of the " + std::to_string(circles) + " circles empty");
}

}  // namespace

int Tables::colour_of_id(char id) const {
  const std::size_t place = colour_ids.find(id);
  return place == std::string::npos ? -1 : static_cast<int>(place);
}

std::shared_ptr<const Tables> Tables::make(const GameSpec& spec) {
  Faults faults;
  const Reader file(spec.components, "components", faults);
  file.expect_keys({"schema", "game", "edition", "provenance", "players", "board", "colour", "pieces", "setup", "special_action", "move"});
  const auto tables = std::make_shared<Tables>(read_board(file.at("board")));
  tables->player_count = spec.players;
  read_options(Reader(spec.options, "options", faults), *tables);
  read_heading(file);
  (void)file.at("edition").text();
  if (file.at("provenance").value().as_object() == nullptr) file.at("provenance").fault("should be an object");
  read_players(file.at("players"), spec.players);
  read_colours(file.at("colour"), *tables);
  read_pieces(file.at("pieces"), *tables);
  read_setups(file.at("setup"), *tables);
  read_specials(file.at("special_action"), *tables);
  read_move(file.at("move"), *tables);
  read_weights(Reader(spec.weights, "weights", faults), tables->prior);
  if (faults.empty()) check_deal(*tables, faults);
  faults.raise_if_any("gardens_of_io");
  return tables;
}

}  // namespace cloche::gardens_of_io
