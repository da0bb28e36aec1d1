#include "games/cottage_garden/tables.hpp"

#include <algorithm>

namespace cloche::cottage_garden {
namespace {

constexpr int kSchema = 1;
constexpr int kMaxCount = 255;
constexpr int kMinNursery = 2;
constexpr int kMinSteps = 2;
constexpr int kMostText = 40;
constexpr int kMaxQuality = 1000;
constexpr int kMostStartCats = 2;  // state.md counts the cats of a game
constexpr std::string_view kGame = "cottage_garden";

int small(std::int64_t n) {
  return static_cast<int>(n);
}

void read_heading(const Reader& file) {
  (void)file.at("schema").whole(kSchema, kSchema);
  if (file.at("game").text() != kGame) file.at("game").fault("should be '" + std::string(kGame) + "'");
}

void read_players(const Reader& players, int count) {
  players.expect_keys({"min", "max"});
  const int low = small(players.at("min").whole(1, kMaxGardeners));
  const int high = small(players.at("max").whole(1, kMaxGardeners));
  if (count < low || count > high) {
    players.faults().add(
        "players", "is " + std::to_string(count) + ", should be a whole number " + std::to_string(low) + " to " + std::to_string(high));
  }
}

// ---- Tiles and beds

// The lines of a grid; the last one may end or not.
std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    lines.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return lines;
}

bool all_long(const std::vector<std::string>& lines, std::size_t length) {
  return std::all_of(lines.begin(), lines.end(), [length](const std::string& line) { return line.size() == length; });
}

bool all_of_characters(const std::vector<std::string>& lines, const char* characters) {
  return std::all_of(lines.begin(), lines.end(),
                     [characters](const std::string& line) { return line.find_first_not_of(characters) == std::string::npos; });
}

Squares squares_with(const std::vector<std::string>& lines, std::string_view characters) {
  Squares squares = 0;
  for (std::size_t row = 0; row < lines.size(); ++row) {
    for (std::size_t column = 0; column < lines[row].size(); ++column) {
      if (characters.find(lines[row][column]) != std::string_view::npos) squares |= square(static_cast<int>(row * kSide + column));
    }
  }
  return squares;
}

bool outer_lines_are_used(const PrintedGrid& grid) {
  const auto used = [&](Squares line) { return (grid.squares & line) != 0; };
  constexpr Squares kFirstRow = (Squares{1} << kSide) - 1;
  return used(kFirstRow) && used(kFirstRow << (kSide * (grid.rows - 1))) && used(kFirstColumn) && used(kFirstColumn << (grid.columns - 1));
}

void read_grid(const Reader& item, Tile& tile) {  // CG-1, D-16
  const std::vector<std::string> lines = lines_of(item.text());
  if (lines.empty() || lines.size() > kSide || lines[0].empty() || lines[0].size() > kSide || !all_long(lines, lines[0].size())) {
    return item.fault("should have 1 to 5 lines of one length, 1 to 5 characters");
  }
  if (!all_of_characters(lines, "#PC.")) return item.fault("should hold only the characters # P C .");
  PrintedGrid grid;
  grid.rows = static_cast<int>(lines.size());
  grid.columns = static_cast<int>(lines[0].size());
  grid.squares = squares_with(lines, "#PC");
  grid.pots = squares_with(lines, "P");
  grid.cloches = squares_with(lines, "C");
  const int squares = std::popcount(grid.squares);
  if (squares < 1 || squares > kMaxTileSquares) {
    return item.fault("has " + std::to_string(squares) + " squares, should have 1 to " + std::to_string(kMaxTileSquares));
  }
  if (!outer_lines_are_used(grid)) return item.fault("should have no empty outer row or column");
  if (!is_connected(grid.squares)) return item.fault("should be in one piece");
  tile = make_tile(grid);
}

// Ids are parts of texts, with ':' and '@' between them.
bool is_tile_id(const std::string& id) {
  return !id.empty() && id.size() <= static_cast<std::size_t>(kMostText) &&
         std::all_of(id.begin(), id.end(), [](char c) { return c > ' ' && c <= '~' && c != ':' && c != '@'; });
}

void read_tiles(const Reader& list, Tables& tables) {
  const std::vector<Reader> items = list.items();
  if (items.empty() || items.size() > static_cast<std::size_t>(kMaxTiles)) {
    return list.fault("has " + std::to_string(items.size()) + " tiles, should have 1 to " + std::to_string(kMaxTiles));
  }
  std::vector<std::vector<std::string>> grids;
  for (const Reader& item : items) {
    item.expect_keys({"id", "grid"});
    const Reader id = item.at("id");
    const std::string text = id.text();
    if (!is_tile_id(text)) id.fault("should be one word of printable characters without ':' and '@'");
    else if (tables.tile_of_id(text) >= 0) id.fault("is given to two tiles");
    Tile& tile = tables.tiles[tables.tile_ids.size()];
    const Reader grid = item.at("grid");
    read_grid(grid, tile);
    const std::string* grid_text = grid.value().as_text();
    grids.push_back(grid_text != nullptr ? lines_of(*grid_text) : std::vector<std::string>{});
    tile.kind = static_cast<std::uint8_t>(std::find(grids.begin(), grids.end(), grids.back()) - grids.begin());  // D-3
    tables.tile_ids.push_back(text);
  }
  tables.tile_count = static_cast<int>(items.size());
}

void read_face(const Reader& item, Face& face) {  // CG-2, D-16
  const std::vector<std::string> lines = lines_of(item.text());
  if (lines.size() != kSide || !all_long(lines, kSide)) return item.fault("should have 5 lines of 5 characters");
  if (!all_of_characters(lines, "PC.")) return item.fault("should hold only the characters P C .");
  face.pots = squares_with(lines, "P");
  face.cloches = squares_with(lines, "C");
  if (face.soil() == 0) item.fault("should have a square without a print");
}

void read_beds(const Reader& list, Tables& tables) {
  const std::vector<Reader> items = list.items();
  const int least = kSlots * tables.player_count + 1;  // CG-6
  if (items.size() < static_cast<std::size_t>(least) || items.size() > static_cast<std::size_t>(kMaxBeds)) {
    return list.fault("has " + std::to_string(items.size()) + " beds, should have " + std::to_string(least) + " to " +
                      std::to_string(kMaxBeds));
  }
  for (const Reader& item : items) {
    item.expect_keys({"id", "light", "dark"});
    const int id = small(item.at("id").whole(0, kMaxCount));
    if (tables.bed_of_id(id) >= 0) item.at("id").fault("is given to two beds");
    const std::size_t light = 2 * tables.bed_ids.size();
    read_face(item.at("light"), tables.faces[light]);
    read_face(item.at("dark"), tables.faces[light + 1]);
    tables.bed_ids.push_back(id);
  }
  tables.bed_count = static_cast<int>(items.size());
}

// ---- Nursery and gardener

int path_length(int rows, int columns, int players) {  // D-14
  return 2 * (rows + columns) + (players == kMaxGardeners ? 4 : 0);
}

// The row of a space, from the nursery cell nearest to it and the step to the next.
struct Sight {
  int row, column, down, right, length;
};

Row row_of(const Sight& sight, int columns) {
  Row row;
  for (int i = 0; i < sight.length; ++i) {
    const int cell = (sight.row + i * sight.down) * columns + sight.column + i * sight.right;
    row.cells[row.size++] = static_cast<std::uint8_t>(cell);
    row.mask = static_cast<std::uint16_t>(row.mask | 1U << cell);
  }
  return row;
}

void look_at_nursery(Tables& tables) {  // CG-8, D-14
  const int rows = tables.rows;
  const int columns = tables.columns;
  const bool corners = tables.player_count == kMaxGardeners;
  const int diagonal = std::min(rows, columns);
  std::size_t space = 0;
  const auto add = [&](const Sight& sight) { tables.sight[space++] = row_of(sight, columns); };
  if (corners) add({0, 0, 1, 1, diagonal});
  for (int column = 0; column < columns; ++column) add({0, column, 1, 0, rows});
  if (corners) add({0, columns - 1, 1, -1, diagonal});
  for (int row = 0; row < rows; ++row) add({row, columns - 1, 0, -1, columns});
  if (corners) add({rows - 1, columns - 1, -1, -1, diagonal});
  for (int column = columns - 1; column >= 0; --column) add({rows - 1, column, -1, 0, rows});
  if (corners) add({rows - 1, 0, -1, 1, diagonal});
  for (int row = rows - 1; row >= 0; --row) add({row, 0, 0, 1, columns});
}

void read_nursery(const Reader& nursery, Tables& tables) {
  nursery.expect_keys({"rows", "columns", "queue"});
  tables.rows = small(nursery.at("rows").whole(kMinNursery, kMaxRow));
  tables.columns = small(nursery.at("columns").whole(kMinNursery, kMaxRow));
  if (tables.tile_count == 0) return;
  const int queue = std::max(0, tables.tile_count - tables.nursery_cells());
  (void)nursery.at("queue").whole(queue, queue);
  look_at_nursery(tables);
}

// Moves of the gardener until the die is final, 0 if it never is.
int moves_until_final(const Path& path, int final_die) {  // D-16
  int space = path.start;
  int without = 0;
  int die = path.die;
  for (int moves = 1;; ++moves) {
    space = path.next(space);
    if (space == path.target) {
      without = 0;
      if (++die >= final_die) return moves;
    } else if (++without > path.spaces) {
      return 0;
    }
  }
}

Path read_path(const Reader& item, const Tables& tables, int players) {  // CG-8, CG-9
  Path path;
  const int before = item.faults().size();
  const int spaces = path_length(tables.rows, tables.columns, players);
  path.spaces = small(item.at("spaces").whole(spaces, spaces));
  path.start = small(item.at("start").whole(0, spaces - 1));
  path.target = small(item.at("target").whole(0, spaces - 1));
  path.die = small(item.at("die").whole(1, std::max(1, tables.final_die - 1)));
  path.steps = small(item.at("steps").whole(1, kMaxCount));
  path.hives = small(item.at("hives").whole(1, kMaxHives));
  path.turns = small(item.at("turns").whole(1, std::int64_t{kMaxCount} * kMaxSpaces));
  if (item.faults().size() != before) return path;
  path.moves = moves_until_final(path, tables.final_die);
  if (path.moves == 0) {
    item.at("target").fault("is never reached from 'start' by 'steps'");
    return path;
  }
  const int turns = (path.moves + players - 1) / players;
  if (path.turns != turns) {
    item.at("turns").fault("is " + std::to_string(path.turns) + ", should be " + std::to_string(turns) + ": the die is final after " +
                           std::to_string(path.moves) + " moves of the gardener");
  }
  return path;
}

void read_gardeners(const Reader& list, Tables& tables) {
  std::vector<int> seen;
  for (const Reader& item : list.items()) {
    item.expect_keys({"players", "spaces", "start", "target", "die", "steps", "hives", "turns"});
    const int players = small(item.at("players").whole(1, kMaxGardeners));
    if (std::find(seen.begin(), seen.end(), players) != seen.end()) {
      item.fault("is a second gardener for " + std::to_string(players) + " players");
    }
    seen.push_back(players);
    const Path path = read_path(item, tables, players);
    if (players == tables.player_count) tables.path = path;
  }
  if (std::find(seen.begin(), seen.end(), tables.player_count) == seen.end()) {
    list.fault("has no entry for " + std::to_string(tables.player_count) + " players");
  }
}

// ---- Numbers

void read_start(const Reader& start, Tables& tables) {  // CG-4, CG-6
  start.expect_keys({"beds", "spare_beds", "cats", "cubes"});
  (void)start.at("beds").whole(kSlots, kSlots);
  (void)start.at("spare_beds").whole(1, 1);
  tables.start_cats = small(start.at("cats").whole(0, kMostStartCats));
  (void)start.at("cubes").whole(kCubes, kCubes);
}

void read_limit(const Reader& limit, Tables& tables) {  // CG-10, CG-19
  limit.expect_keys({"cats", "refill_free", "refill_cats"});
  tables.most_cats = small(limit.at("cats").whole(tables.start_cats, kMaxCount));
  tables.refill_free = small(limit.at("refill_free").whole(1, kMaxCount));
  tables.refill_cats = small(limit.at("refill_cats").whole(1, kMaxCount));
}

void read_track(const Reader& list, int most_steps, Track& track) {  // CG-4, D-16
  const std::vector<Reader> items = list.items();
  if (items.size() < static_cast<std::size_t>(kMinSteps) || items.size() > static_cast<std::size_t>(most_steps)) {
    return list.fault("has " + std::to_string(items.size()) + " steps, should have " + std::to_string(kMinSteps) + " to " +
                      std::to_string(most_steps));
  }
  int before = -1;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const int points = small(items[i].whole(0, kMaxCount));
    if (i == 0 && points != 0) items[i].fault("is " + std::to_string(points) + ", should be 0");
    else if (points <= before) items[i].fault("is " + std::to_string(points) + ", should be more than the step before");
    track.points[i] = static_cast<std::uint8_t>(points);
    before = points;
  }
  track.goal = static_cast<int>(items.size()) - 1;
}

void read_tracks(const Reader& file, Tables& tables) {
  Track& orange = tables.tracks[kOrange];
  Track& blue = tables.tracks[kBlue];
  const Reader track = file.at("track");
  track.expect_keys({"orange", "blue"});
  read_track(track.at("orange"), kMaxOrangeSteps, orange);
  read_track(track.at("blue"), kMaxBlueSteps, blue);
  const Reader line = file.at("red_line");
  line.expect_keys({"orange", "blue"});
  orange.line = small(line.at("orange").whole(0, orange.goal - 1));
  blue.line = small(line.at("blue").whole(0, blue.goal - 1));
  const Reader final_round = file.at("final_round");
  final_round.expect_keys({"die", "give_up", "orange_back", "blue_back", "orange_leaves_goal", "blue_leaves_goal"});
  tables.final_die = small(final_round.at("die").whole(2, kMaxCount));
  tables.give_up = small(final_round.at("give_up").whole(0, kCells));
  orange.back = small(final_round.at("orange_back").whole(1, kMaxCount));
  blue.back = small(final_round.at("blue_back").whole(1, kMaxCount));
  orange.leaves_goal = small(final_round.at("orange_leaves_goal").whole(0, orange.goal - 1));
  blue.leaves_goal = small(final_round.at("blue_leaves_goal").whole(0, blue.goal - 1));
}

void read_bonus(const Reader& bonus, Tables& tables) {  // CG-15
  bonus.expect_keys({"line_cats", "start_pots"});
  tables.line_cats = small(bonus.at("line_cats").whole(0, 1));
  (void)bonus.at("start_pots").whole(1, 1);
}

void read_hives(const Reader& hives, Tables& tables) {  // CG-3
  hives.expect_keys({"values"});
  const Reader values = hives.at("values");
  const std::vector<Reader> items = values.items(kMaxHives);
  for (std::size_t i = 0; i < items.size(); ++i) tables.hive_values[i] = static_cast<std::uint8_t>(items[i].whole(1, kMaxCount));
  if (tables.hive_values[0] < tables.hive_values[1]) values.fault("should have the highest value first");
}

void read_left(const Reader& list, PriorWeights& prior) {
  std::vector<int> bonus;
  for (const Reader& item : list.items()) bonus.push_back(small(item.whole(0, kMaxQuality)));
  if (bonus.empty()) return list.fault("should have a number for 0 squares at least");
  const int last = static_cast<int>(bonus.size()) - 1;
  for (int cats = 0; cats <= kCells; ++cats) {
    auto& left = prior.left[static_cast<std::size_t>(cats)];
    auto& most = prior.left_most[static_cast<std::size_t>(cats)];
    for (int squares = kCells; squares >= 0; --squares) {
      const auto n = static_cast<std::size_t>(squares);
      const int i = squares == 0 ? 0 : std::max(1, squares - cats);
      left[n] = bonus[static_cast<std::size_t>(std::min(i, last))];
      most[n] = squares == kCells ? left[n] : std::max(left[n], most[n + 1]);
    }
  }
}

void read_weights(const Reader& file, PriorWeights& prior) {
  file.expect_keys({"schema", "game", "prior"});
  read_heading(file);
  const Reader table = file.at("prior");
  table.expect_keys({"plant",    "square",       "square_final", "pot",        "cloche",     "lone",       "tip",
                     "left",     "finish_point", "cat_early",    "cat",        "cat_finish", "cat_final",  "done",
                     "back",     "refill_no",    "refill_have",  "refill_cat", "cube",       "cube_point", "cube_waste",
                     "cube_cat", "cube_pot",     "cube_hive",    "lose",       "lose_point"});
  const auto read = [&](const char* key, int& number) { number = small(table.at(key).whole(0, kMaxQuality)); };
  read("plant", prior.plant);
  read("square", prior.square);
  read("square_final", prior.square_final);
  read("pot", prior.pot);
  read("cloche", prior.cloche);
  read("lone", prior.lone);
  read("tip", prior.tip);
  read_left(table.at("left"), prior);
  read("finish_point", prior.finish_point);
  read("cat_early", prior.cat_early);
  read("cat", prior.cat);
  read("cat_finish", prior.cat_finish);
  read("cat_final", prior.cat_final);
  read("done", prior.done);
  read("back", prior.back);
  read("refill_no", prior.refill_no);
  read("refill_have", prior.refill_have);
  read("refill_cat", prior.refill_cat);
  read("cube", prior.cube);
  read("cube_point", prior.cube_point);
  read("cube_waste", prior.cube_waste);
  read("cube_cat", prior.cube_cat);
  read("cube_pot", prior.cube_pot);
  read("cube_hive", prior.cube_hive);
  read("lose", prior.lose);
  read("lose_point", prior.lose_point);
}

}  // namespace

int Tables::tile_of_id(std::string_view id) const {
  const auto found = std::find(tile_ids.begin(), tile_ids.end(), id);
  return found == tile_ids.end() ? -1 : static_cast<int>(found - tile_ids.begin());
}

int Tables::bed_of_id(int id) const {
  const auto found = std::find(bed_ids.begin(), bed_ids.end(), id);
  return found == bed_ids.end() ? -1 : static_cast<int>(found - bed_ids.begin());
}

std::shared_ptr<const Tables> Tables::make(const GameSpec& spec) {
  Faults faults;
  const Reader file(spec.components, "components", faults);
  file.expect_keys({"schema", "game", "edition", "provenance", "players", "nursery", "tile", "bed", "start", "limit", "track", "red_line",
                    "bonus", "hives", "gardener", "final_round"});
  const auto tables = std::make_shared<Tables>();
  tables->player_count = spec.players;
  Reader(spec.options, "options", faults).expect_keys({});
  read_heading(file);
  (void)file.at("edition").text();
  if (file.at("provenance").value().as_object() == nullptr) file.at("provenance").fault("should be an object");
  read_players(file.at("players"), spec.players);
  read_tiles(file.at("tile"), *tables);
  read_beds(file.at("bed"), *tables);
  read_nursery(file.at("nursery"), *tables);
  read_start(file.at("start"), *tables);
  read_limit(file.at("limit"), *tables);
  read_tracks(file, *tables);
  read_bonus(file.at("bonus"), *tables);
  read_hives(file.at("hives"), *tables);
  read_gardeners(file.at("gardener"), *tables);
  read_weights(Reader(spec.weights, "weights", faults), tables->prior);
  faults.raise_if_any("cottage_garden");
  return tables;
}

}  // namespace cloche::cottage_garden
