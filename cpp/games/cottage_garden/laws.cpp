// Reading a position of Cottage Garden, and the laws it must obey (seeds/cottage_garden/state.md, S-1 to S-15).
#include <algorithm>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "games/cottage_garden/notation.hpp"
#include "games/cottage_garden/state.hpp"

namespace cloche::cottage_garden {
namespace {

constexpr int kMaxInHand = 255;  // S-1
constexpr int kMostOwed = 2;
constexpr int kNone = -1;  // null

std::string place(const std::string& key, std::size_t index) {
  return key + "[" + std::to_string(index) + "]";
}
std::string place(const std::string& key, std::size_t index, std::size_t within) {
  return place(place(key, index), within);
}

// What was read of a bed, lawful or not.
struct ReadBed {
  int bed = kNone;  // none lies there
  int side = 0;
  std::vector<Lain> tiles;
  std::vector<int> pots;
  std::vector<int> cats;

  [[nodiscard]] bool lies() const { return bed != kNone; }
  [[nodiscard]] std::uint8_t face() const { return static_cast<std::uint8_t>(2 * bed + side); }
};

// Reads every part; then judges S-2 to S-5, on what was read; then, where these hold, the rest on a state made of it.
class Judge {
 public:
  Judge(const Tables& tables, Faults& faults) : tables_(tables), faults_(faults) {}

  void read(const Reader& file);
  void judge_pieces();
  [[nodiscard]] State make_state();
  void judge(const State& state);

 private:
  // S-1
  int read_or_null(const Reader& item, int count) const;
  ReadBed read_bed(const Reader& item) const;
  ReadBed read_middle(const Reader& item) const;
  std::vector<int> read_cells(const Reader& list) const;
  void read_cubes(const Reader& list, int colour);

  void judge_player();              // S-2
  void judge_tiles();               // S-3
  void judge_setup_tiles();         // S-3
  void judge_beds();                // S-4
  void judge_beds_drawn();          // S-4
  void judge_bed(std::size_t bed);  // S-5

  void judge_tracks();    // S-6
  void judge_start();     // S-6
  void judge_hives();     // S-7
  void judge_cats();      // S-8
  void judge_time();      // S-9
  void judge_complete();  // S-10
  void judge_slot();      // S-11
  void judge_owed();      // S-12
  void judge_phase();     // S-13
  void judge_final();     // S-14
  void judge_node();      // S-15

  [[nodiscard]] bool in(std::initializer_list<Phase> phases) const {
    return std::find(phases.begin(), phases.end(), at_.phase) != phases.end();
  }
  [[nodiscard]] bool in_setup() const { return at_.phase <= Phase::kSetupBed; }
  [[nodiscard]] bool in_play() const { return !in_setup() && at_.phase != Phase::kOver; }
  [[nodiscard]] bool is_final() const { return at_.die == tables_.final_die; }
  void law(bool holds, const std::string& key, const char* text) { faults_.require(holds, key, text); }

  [[nodiscard]] std::size_t players() const { return static_cast<std::size_t>(tables_.player_count); }
  [[nodiscard]] std::string bed_path(std::size_t bed) const { return place("beds", bed / kSlots, bed % kSlots); }
  [[nodiscard]] bool has_cube_on(int colour, std::size_t player, int step) const {
    const Steps& steps = at_.cubes[static_cast<std::size_t>(colour)][player];
    return std::find(steps.begin(), steps.end(), step) != steps.end();
  }
  [[nodiscard]] bool own_left_start(int colour) const { return !has_cube_on(colour, at_.player, 0); }
  [[nodiscard]] bool is_on_goal(std::size_t player) const {
    return has_cube_on(kOrange, player, tables_.track(kOrange).goal) || has_cube_on(kBlue, player, tables_.track(kBlue).goal);
  }
  [[nodiscard]] std::size_t hives_in_play() const { return static_cast<std::size_t>(tables_.path.hives); }
  [[nodiscard]] bool holds_hive(std::size_t player) const {
    return std::find(at_.hives.begin(), at_.hives.end(), player) != at_.hives.end();
  }

  const Tables& tables_;
  Faults& faults_;
  Position at_;
  int player_ = kNone;
  int slot_ = kNone;
  std::vector<int> nursery_;
  std::vector<int> queue_;
  std::vector<ReadBed> beds_;  // two a player
  ReadBed middle_;
  const State* state_ = nullptr;  // from S-6 on
};

// ---- S-1: keys, types and ranges

void Judge::read(const Reader& file) {
  file.expect_keys(
      {"phase", "player", "nursery", "queue", "beds", "middle", "orange", "blue", "cats", "hives", "gardener", "die", "slot", "owed"});
  const int phase = file.at("phase").one_of({kPhaseWords.begin(), kPhaseWords.end()});
  at_.phase = static_cast<Phase>(std::max(0, phase));
  player_ = read_or_null(file.at("player"), tables_.player_count);
  at_.player = static_cast<std::uint8_t>(std::max(0, player_));
  for (const Reader& item : file.at("nursery").items(tables_.nursery_cells())) nursery_.push_back(read_or_null(item, tables_.tile_count));
  for (const Reader& item : file.at("queue").items()) queue_.push_back(static_cast<int>(item.whole(0, tables_.tile_count - 1)));
  for (const Reader& own : file.at("beds").items(tables_.player_count)) {
    for (const Reader& item : own.items(kSlots)) beds_.push_back(read_bed(item));
  }
  middle_ = read_middle(file.at("middle"));
  read_cubes(file.at("orange"), kOrange);
  read_cubes(file.at("blue"), kBlue);
  std::size_t p = 0;
  for (const Reader& item : file.at("cats").items(tables_.player_count))
    at_.cats[p++] = static_cast<std::uint16_t>(item.whole(0, kMaxInHand));
  std::size_t hive = 0;
  for (const Reader& item : file.at("hives").items(tables_.path.hives)) {
    const int holder = read_or_null(item, tables_.player_count);
    at_.hives[hive++] = holder == kNone ? kNobody : static_cast<std::uint8_t>(holder);
  }
  at_.gardener = static_cast<std::uint8_t>(file.at("gardener").whole(0, tables_.path.spaces - 1));
  at_.die = static_cast<std::uint8_t>(file.at("die").whole(tables_.path.die, tables_.final_die));
  slot_ = read_or_null(file.at("slot"), kSlots);
  at_.slot = slot_ == kNone ? kNoSlot : static_cast<std::uint8_t>(slot_);
  at_.owed = static_cast<std::uint8_t>(file.at("owed").whole(0, kMostOwed));
}

int Judge::read_or_null(const Reader& item, int count) const {
  return item.is_null() ? kNone : static_cast<int>(item.whole(0, count - 1));
}

std::vector<int> Judge::read_cells(const Reader& list) const {
  std::vector<int> cells;
  for (const Reader& item : list.items()) cells.push_back(static_cast<int>(item.whole(0, kCells - 1)));
  return cells;
}

ReadBed Judge::read_bed(const Reader& item) const {
  ReadBed bed;
  if (item.is_null()) return bed;
  item.expect_keys({"bed", "side", "tiles", "pots", "cats"});
  bed.bed = static_cast<int>(item.at("bed").whole(0, tables_.bed_count - 1));
  bed.side = std::max(0, item.at("side").one_of({kSideWords.begin(), kSideWords.end()}));
  for (const Reader& tile : item.at("tiles").items()) {
    const std::vector<Reader> parts = tile.items(3);
    if (parts.empty()) continue;
    bed.tiles.push_back({static_cast<int>(parts[0].whole(0, tables_.tile_count - 1)),
                         static_cast<int>(parts[1].whole(0, kOrientations - 1)), static_cast<int>(parts[2].whole(0, kCells - 1))});
  }
  bed.pots = read_cells(item.at("pots"));
  bed.cats = read_cells(item.at("cats"));
  return bed;
}

ReadBed Judge::read_middle(const Reader& item) const {
  ReadBed bed;
  if (item.is_null()) return bed;
  item.expect_keys({"bed", "side"});
  bed.bed = static_cast<int>(item.at("bed").whole(0, tables_.bed_count - 1));
  bed.side = std::max(0, item.at("side").one_of({kSideWords.begin(), kSideWords.end()}));
  return bed;
}

void Judge::read_cubes(const Reader& list, int colour) {
  std::size_t p = 0;
  for (const Reader& item : list.items(tables_.player_count)) {
    Steps& steps = at_.cubes[static_cast<std::size_t>(colour)][p++];
    std::size_t i = 0;
    for (const Reader& step : item.items(kCubes)) steps[i++] = static_cast<std::uint8_t>(step.whole(0, tables_.track(colour).goal));
  }
}

// ---- S-2 to S-5: which pieces lie where

void Judge::judge_pieces() {
  judge_player();
  judge_tiles();
  judge_beds();
  for (std::size_t bed = 0; bed < beds_.size(); ++bed) {
    if (beds_[bed].lies()) judge_bed(bed);
  }
}

void Judge::judge_player() {  // S-2
  law((player_ == kNone) != in_play(), "player", "S-2: should be null in the setup and when the game is over, and only then");
}

void Judge::judge_tiles() {  // S-3
  std::vector<int> times(static_cast<std::size_t>(tables_.tile_count), 0);
  const auto count = [&](int tile, const std::string& path) {
    if (++times[static_cast<std::size_t>(tile)] == 2) faults_.add(path, "S-3: tile " + tables_.tile_id(tile) + " is there twice");
  };
  for (std::size_t i = 0; i < nursery_.size(); ++i) {
    if (nursery_[i] != kNone) count(nursery_[i], place("nursery", i));
  }
  for (std::size_t i = 0; i < queue_.size(); ++i) count(queue_[i], place("queue", i));
  for (std::size_t bed = 0; bed < beds_.size(); ++bed) {
    for (std::size_t i = 0; i < beds_[bed].tiles.size(); ++i) count(beds_[bed].tiles[i].tile, place(bed_path(bed) + ".tiles", i));
  }
  const auto missing = std::count(times.begin(), times.end(), 0);
  if (at_.phase == Phase::kSetupTile) law(missing > 0, "nursery", "S-3: no tile is left to draw");
  else if (at_.phase != Phase::kOver) {
    faults_.require(missing == 0, "nursery", "S-3: " + std::to_string(missing) + " tiles are not in nursery, queue and beds");
  }
  if (in_setup()) judge_setup_tiles();
}

void Judge::judge_setup_tiles() {  // S-3
  const auto first_empty = std::find(nursery_.begin(), nursery_.end(), kNone);
  const bool in_order = std::all_of(first_empty, nursery_.end(), [](int tile) { return tile == kNone; });
  law(in_order, "nursery", "S-3: a space before a full one is empty in the setup");
  law(queue_.empty() || first_empty == nursery_.end(), "queue", "S-3: should be empty until the nursery is full");
}

void Judge::judge_beds() {  // S-4
  std::vector<int> times(static_cast<std::size_t>(tables_.bed_count), 0);
  const auto count = [&](const ReadBed& bed, const std::string& path) {
    if (bed.lies() && ++times[static_cast<std::size_t>(bed.bed)] == 2) {
      faults_.add(path, "S-4: bed " + std::to_string(tables_.bed_ids[static_cast<std::size_t>(bed.bed)]) + " is there twice");
    }
  };
  for (std::size_t bed = 0; bed < beds_.size(); ++bed) count(beds_[bed], bed_path(bed));
  count(middle_, "middle");
  const auto lies = [](const ReadBed& bed) { return bed.lies(); };
  const bool some = std::any_of(beds_.begin(), beds_.end(), lies);
  const bool all = std::all_of(beds_.begin(), beds_.end(), lies);
  if (in_setup()) law(!middle_.lies(), "middle", "S-4: should be null in the setup");
  else law(middle_.lies(), "middle", "S-4: should not be null after the setup");
  if (in({Phase::kSetupTile, Phase::kOver})) law(!some, "beds", "S-4: no bed lies there in this phase");
  if (at_.phase == Phase::kSetupBed) judge_beds_drawn();
  if (in_play() && !is_final()) law(all, "beds", "S-4: no slot is empty before the final round");
}

void Judge::judge_beds_drawn() {  // S-4
  bool before_all_full = true;
  for (std::size_t bed = 0; bed < beds_.size(); ++bed) {
    const ReadBed& read = beds_[bed];
    if (!read.lies()) {
      before_all_full = false;
      continue;
    }
    law(before_all_full, bed_path(bed), "S-4: a slot before a full one is empty in the setup");
    law(read.side == static_cast<int>(bed % kSlots), bed_path(bed) + ".side", "S-4: in the setup first beds are light, second ones dark");
    law(read.tiles.empty() && read.pots.empty() && read.cats.empty(), bed_path(bed), "S-4: nothing lies on a bed in the setup");
  }
}

void Judge::judge_bed(std::size_t bed) {  // S-5
  const ReadBed& read = beds_[bed];
  const std::string path = bed_path(bed);
  Squares covered = 0;
  bool twice = false;
  const auto put = [&](Squares squares) {
    twice |= (covered & squares) != 0;
    covered |= squares;
  };
  for (std::size_t i = 0; i < read.tiles.size(); ++i) {
    const Lain& lain = read.tiles[i];
    const Shape* shape = tables_.tile(lain.tile).shape(lain.orientation);
    const std::string at = place(path + ".tiles", i);
    if (shape == nullptr) faults_.add(at, "S-5: a lower orientation gives the same squares");
    else if (!has(of_bed(shape->anchors, 0), lain.anchor)) faults_.add(at, "S-5: should lie inside the bed");
    else put(shape->squares << lain.anchor);
  }
  const Squares prints = tables_.face(read.face()).prints();
  for (const auto& [key, cells] : {std::pair<const char*, const std::vector<int>&>{".pots", read.pots}, {".cats", read.cats}}) {
    const bool rise = std::adjacent_find(cells.begin(), cells.end(), [](int a, int b) { return a >= b; }) == cells.end();
    law(rise, path + key, "S-5: cells should rise");
    Squares pieces = 0;
    for (const int cell : cells) pieces |= square(cell);
    law((pieces & prints) == 0, path + key, "S-5: a printed square takes neither pots nor cats");
    put(pieces);
  }
  law(!twice, path, "S-5: a square is covered twice");
}

// Precondition: S-1 to S-5 hold.
State Judge::make_state() {
  for (std::size_t i = 0; i < nursery_.size(); ++i)
    at_.nursery[i] = nursery_[i] == kNone ? kNoTile : static_cast<std::uint8_t>(nursery_[i]);
  for (const int tile : queue_) at_.pool[at_.queue_size++] = static_cast<std::uint16_t>(tile);
  std::size_t end = kMaxTiles;
  for (std::size_t bed = beds_.size(); bed-- > 0;) {
    const ReadBed& read = beds_[bed];
    if (!read.lies()) continue;
    at_.faces[bed] = read.face();
    at_.laid[bed] = static_cast<std::uint8_t>(read.tiles.size());
    end -= read.tiles.size();
    for (std::size_t i = 0; i < read.tiles.size(); ++i) at_.pool[end + i] = read.tiles[i].packed();
    Garden& garden = at_.gardens[bed / kSlots];
    const int slot = static_cast<int>(bed % kSlots);
    for (const int cell : read.pots) garden.pots |= on_bed(square(cell), slot);
    for (const int cell : read.cats) garden.cats |= on_bed(square(cell), slot);
  }
  if (middle_.lies()) at_.middle = middle_.face();
  return {tables_, at_};
}

// ---- S-6 to S-15

void Judge::judge(const State& state) {
  state_ = &state;
  const int before = faults_.size();
  judge_tracks();
  judge_hives();
  judge_cats();
  judge_time();
  judge_complete();
  judge_slot();
  judge_owed();
  judge_phase();
  judge_final();
  if (faults_.size() == before) judge_node();
}

void Judge::judge_tracks() {  // S-6
  for (int colour = 0; colour < kColours; ++colour) {
    for (std::size_t p = 0; p < players(); ++p) {
      const Steps& steps = at_.cubes[static_cast<std::size_t>(colour)][p];
      law(std::is_sorted(steps.begin(), steps.end()), place(colour == kOrange ? "orange" : "blue", p), "S-6: steps should not fall");
    }
  }
  if (in_setup()) judge_start();
}

void Judge::judge_start() {  // S-6
  for (std::size_t p = 0; p < players(); ++p) {
    law(at_.cubes[kOrange][p] == Steps{}, place("orange", p), "S-6: all cubes are on step 0 in the setup");
    law(at_.cubes[kBlue][p] == Steps{}, place("blue", p), "S-6: all cubes are on step 0 in the setup");
    law(at_.cats[p] == tables_.start_cats, place("cats", p), "S-6: should be the cats of the start in the setup");
  }
  law(at_.hives[0] == kNobody && at_.hives[1] == kNobody, "hives", "S-6: nobody holds a hive in the setup");
  law(at_.gardener == tables_.path.start, "gardener", "S-6: should be on its first space in the setup");
  law(at_.die == tables_.path.die, "die", "S-6: should be at its first value in the setup");
}

void Judge::judge_hives() {  // S-7
  const auto first_free = static_cast<std::size_t>(std::find(at_.hives.begin(), at_.hives.end(), kNobody) - at_.hives.begin());
  bool in_order = true;
  for (std::size_t hive = first_free; hive < hives_in_play(); ++hive) in_order &= at_.hives[hive] == kNobody;
  law(in_order, "hives", "S-7: a hive is held, but not the one before it");
  law(at_.hives[0] == kNobody || at_.hives[0] != at_.hives[1], "hives", "S-7: a player holds two hives");
  const bool all_held = first_free >= hives_in_play();
  for (std::size_t p = 0; p < players(); ++p) {
    if (is_on_goal(p))
      law(holds_hive(p) || all_held, place("orange", p), "S-7: has a cube on a goal, so should hold a hive while one is left");
    else if (holds_hive(p)) law(is_final(), "hives", "S-7: who holds a hive has a cube on a goal before the final round");
  }
}

void Judge::judge_cats() {  // S-8
  std::size_t with_more = 0;
  for (std::size_t p = 0; p < players(); ++p) {
    const bool more = at_.cats[p] > tables_.most_cats;
    with_more += more ? 1 : 0;
    if (!more || !in_play()) continue;
    const bool own_may = p == at_.player && !in({Phase::kLose, Phase::kRefill, Phase::kPlant});
    law(own_may, place("cats", p), "S-8: more than may be kept at the end of a turn");
  }
  if (at_.phase == Phase::kOver) law(with_more <= 1, "cats", "S-8: two players have more than may be kept at the end of a turn");
}

void Judge::judge_time() {  // S-9
  if (in_setup()) return;
  const Path& path = tables_.path;
  if (at_.phase == Phase::kOver) law(is_final(), "die", "S-9: should be final when the game is over");
  const bool from_final = is_final() || at_.phase == Phase::kOver;
  const int most = from_final ? path.moves + path.spaces * tables_.player_count : path.moves;
  int space = path.start;
  int die = path.die;
  bool found = false;
  for (int moves = 0; moves < most && !found; ++moves) {
    const bool when = from_final ? moves >= path.moves : die == at_.die;
    const bool who = at_.phase == Phase::kOver || moves % tables_.player_count == at_.player;
    found = when && who && space == at_.gardener;
    space = path.next(space);
    if (space == path.target) ++die;
  }
  law(found, "gardener", "S-9: gardener, die and player do not come together");
}

void Judge::judge_complete() {  // S-10
  if (!in_play()) return;
  const int own = at_.player;
  for (std::size_t bed = 0; bed < beds_.size(); ++bed) {
    const int player = static_cast<int>(bed / kSlots);
    const bool may_be = player == own && !in({Phase::kLose, Phase::kRefill});
    law(may_be || !state_->is_complete(player, static_cast<int>(bed % kSlots)), bed_path(bed), "S-10: should not be complete");
  }
  if (at_.phase == Phase::kScore) {
    for (int slot = 0; slot < kSlots; ++slot) {
      law(state_->is_complete(own, slot), place("beds", at_.player, static_cast<std::size_t>(slot)), "S-10: should be complete");
    }
  }
  if (in({Phase::kOrange, Phase::kOrangePot, Phase::kBlue, Phase::kBluePot}) && slot_ != kNone) {
    law(state_->is_complete(own, slot_), place("beds", at_.player, at_.slot), "S-10: the bed being scored should be complete");
  }
}

void Judge::judge_slot() {  // S-11
  const bool named = in({Phase::kOrange, Phase::kOrangePot, Phase::kBlue, Phase::kBluePot, Phase::kReturn, Phase::kPot});
  law(named == (slot_ != kNone), "slot", named ? "S-11: should be 0 or 1 in this phase" : "S-11: should be null in this phase");
  if (!named || slot_ == kNone) return;
  if (!state_->has_bed(at_.player, slot_)) return law(false, "slot", "S-11: no bed lies there");
  const ReadBed& bed = beds_[bed_of(at_.player, slot_)];
  const std::string path = place("beds", at_.player, at_.slot);
  const Shown shown = state_->shown(at_.player, slot_);
  if (in({Phase::kOrange, Phase::kOrangePot})) law(shown[kOrange] > 0, path, "S-11: shows no pot, so no orange cube moves");
  if (in({Phase::kBlue, Phase::kBluePot})) law(shown[kBlue] > 0, path, "S-11: shows no cloche, so no blue cube moves");
  if (at_.phase == Phase::kReturn) law(bed.pots.empty() && bed.cats.empty(), path, "S-11: pots and cats have gone when tiles go back");
  if (at_.phase == Phase::kPot) {
    law(bed.tiles.empty() && bed.cats.empty(), path, "S-11: a replacement has no tiles and cats yet");
    law(bed.pots.size() + at_.owed <= kMostOwed, path, "S-11: has more pots than can be owed");
  }
}

void Judge::judge_owed() {  // S-12
  if (!in({Phase::kBlue, Phase::kReturn, Phase::kPot})) law(at_.owed == 0, "owed", "S-12: should be 0 in this phase");
  if (is_final()) law(at_.owed == 0, "owed", "S-12: should be 0 in the final round");
  if (at_.phase == Phase::kBlue) law(at_.owed <= 1, "owed", "S-12: should be at most 1 before the blue cube");
  if (at_.phase == Phase::kPot) law(at_.owed >= 1, "owed", "S-12: should be at least 1 in this phase");
  if (at_.owed == 0 || !in_play()) return;
  if (slot_ != kNone) {
    const Squares free = of_bed(state_->position().gardens[at_.player].free, 1 - slot_);
    law(free == 0, "owed", "S-12: a pot is owed, but the other bed has a free square");
  }
  const bool orange = own_left_start(kOrange);
  const bool blue = own_left_start(kBlue);
  const bool blue_may = !in({Phase::kBlue}) && blue;
  law(orange || blue_may, "owed", "S-12: a pot is owed, but cubes are left on step 0");
  if (at_.owed == kMostOwed) law(orange && blue, "owed", "S-12: two pots are owed, but cubes are left on step 0");
}

void Judge::judge_phase() {  // S-13
  if (at_.phase == Phase::kOrangePot) law(own_left_start(kOrange), "orange", "S-13: a pot is earned, but a cube is on step 0");
  if (at_.phase == Phase::kBluePot) law(own_left_start(kBlue), "blue", "S-13: a pot is earned, but a cube is on step 0");
  if (at_.phase == Phase::kLose) law(is_final(), "phase", "S-13: is only in the final round");
  if (at_.phase == Phase::kPot) law(!is_final(), "phase", "S-13: is not in the final round");
}

void Judge::judge_final() {  // S-14
  if (!is_final() || !in_play()) return;
  const bool returning = at_.phase == Phase::kReturn;
  for (std::size_t bed = 0; bed < beds_.size(); ++bed) {
    const bool being_cleared = returning && slot_ != kNone && bed == bed_of(at_.player, slot_);
    if (!beds_[bed].lies() || being_cleared) continue;
    law(beds_[bed].tiles.size() > static_cast<std::size_t>(tables_.give_up), bed_path(bed), "S-14: a bed with so few tiles was given up");
  }
  if (returning)
    law(state_->beds_in_game() >= 2, "beds", "S-14: no bed is left besides the one that is cleared, so the game should be over");
}

void Judge::judge_node() {                   // S-15
  if (in({Phase::kLose, Phase::kRefill})) {  // D-1
    const bool holds_bed = state_->has_bed(at_.player, 0) || state_->has_bed(at_.player, 1);
    law(holds_bed, "player", "S-15: should hold a bed");
  }
  if (at_.phase == Phase::kRefill) law(state_->may_refill(), "phase", "S-15: there is no choice of a refill");
  if (at_.phase == Phase::kPlant && state_->empty_in_row() >= tables_.refill_free) {
    law(queue_.empty(), "queue", "S-15: the row should have been refilled");
  }
  if (!in_play()) return;
  LegalList<State> list;
  state_->legal(list);
  law(list.size() >= 2, "phase", "S-15: should have two legal actions or more");
}

}  // namespace

State State::from_value(const Value& value, const Tables& tables) {
  const std::string what = "cottage_garden position";
  Faults faults;
  Judge judge(tables, faults);
  judge.read(Reader(value, "", faults));
  faults.raise_if_any(what);
  judge.judge_pieces();
  faults.raise_if_any(what);
  const State state = judge.make_state();
  judge.judge(state);
  faults.raise_if_any(what);
  assert(state.consistent());
  return state;
}

}  // namespace cloche::cottage_garden
