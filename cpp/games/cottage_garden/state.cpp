#include "games/cottage_garden/state.hpp"

#include <algorithm>

namespace cloche::cottage_garden {
namespace {

constexpr std::uint64_t first_n(int n) {
  return (std::uint64_t{1} << n) - 1;
}

// Moves one cube and keeps the steps ascending.
void move_step(Steps& steps, int from, int to) {
  *std::find(steps.begin(), steps.end() - 1, from) = static_cast<std::uint8_t>(to);
  const auto order = [](std::uint8_t& a, std::uint8_t& b) {
    const std::uint8_t low = std::min(a, b);
    b = std::max(a, b);
    a = low;
  };
  order(steps[0], steps[1]);
  order(steps[1], steps[2]);
  order(steps[0], steps[1]);
}

}  // namespace

State::State(const Tables& tables) : tables_(&tables) {
  at_.cats.fill(0);
  std::fill_n(at_.cats.begin(), tables.player_count, static_cast<std::uint16_t>(tables.start_cats));  // CG-6
  at_.gardener = static_cast<std::uint8_t>(tables.path.start);
  at_.die = static_cast<std::uint8_t>(tables.path.die);  // CG-7
  derive();
}

State::State(const Tables& tables, const Position& at) : tables_(&tables), at_(at) {
  derive();
}

// ---- Cached fields

void State::derive() {
  at_.undrawn = 0;
  if (at_.phase == Phase::kSetupTile) at_.undrawn = first_n(tables_->tile_count);
  if (at_.phase == Phase::kSetupBed) at_.undrawn = first_n(tables_->bed_count);
  at_.occupied = 0;
  for (std::size_t cell = 0; cell < kMaxNursery; ++cell) {
    if (at_.nursery[cell] == kNoTile) continue;
    at_.occupied = static_cast<std::uint16_t>(at_.occupied | 1U << cell);
    if (at_.phase == Phase::kSetupTile) at_.undrawn &= ~(std::uint64_t{1} << at_.nursery[cell]);
  }
  for (std::size_t i = 0; i < at_.queue_size && at_.phase == Phase::kSetupTile; ++i) at_.undrawn &= ~(std::uint64_t{1} << at_.pool[i]);
  for (std::size_t p = 0; p < kMaxGardeners; ++p) at_.gardens[p].open = at_.gardens[p].free = 0;
  for (int player = 0; player < kMaxGardeners; ++player) {
    for (int slot = 0; slot < kSlots; ++slot) {
      const std::size_t bed = bed_of(player, slot);
      at_.tile_pots[bed] = at_.tile_cloches[bed] = 0;
      if (at_.faces[bed] == kNoFace) continue;
      if (at_.phase == Phase::kSetupBed) at_.undrawn &= ~(std::uint64_t{1} << (at_.faces[bed] / 2));
      Garden& garden = at_.gardens[static_cast<std::size_t>(player)];
      Squares open = kBoard & ~of_bed(garden.pots | garden.cats, slot);
      for (const std::uint16_t packed : lain_on(player, slot)) {
        const Lain lain = Lain::of(packed);
        const Tile& tile = tables_->tile(lain.tile);
        open &= ~(tile.shape(lain.orientation)->squares << lain.anchor);
        at_.tile_pots[bed] = static_cast<std::uint8_t>(at_.tile_pots[bed] + tile.pots);
        at_.tile_cloches[bed] = static_cast<std::uint8_t>(at_.tile_cloches[bed] + tile.cloches);
      }
      garden.open |= on_bed(open, slot);
      garden.free |= on_bed(open & face_on(bed).soil(), slot);
    }
  }
}

// ---- Pieces

void State::cover(Pair squares) {
  own_garden().open &= ~squares;
  own_garden().free &= ~squares;
}

void State::put_pot(Pair spot) {
  own_garden().pots |= spot;
  cover(spot);
}

void State::put_cat(Pair spot) {
  own_garden().cats |= spot;
  --at_.cats[at_.player];
  cover(spot);
}

void State::lay_tile(int slot, const Shape& shape, const Tile& tile, Lain lain) {
  const std::size_t bed = bed_of(at_.player, slot);
  const int end = end_of_laid(bed);
  int start = end - at_.laid[bed];
  for (std::size_t before = 0; before < bed; ++before) start -= at_.laid[before];
  std::uint16_t* const pool = at_.pool.data();
  for (int i = start; i < end; ++i) pool[i - 1] = pool[i];
  pool[end - 1] = lain.packed();
  ++at_.laid[bed];
  at_.tile_pots[bed] = static_cast<std::uint8_t>(at_.tile_pots[bed] + tile.pots);
  at_.tile_cloches[bed] = static_cast<std::uint8_t>(at_.tile_cloches[bed] + tile.cloches);
  cover(on_bed(shape.squares << lain.anchor, slot));
}

// Takes away the tile at a place of the order on the bed; its squares are open again.
void State::take_tile(std::size_t bed, int place) {
  const int first = end_of_laid(bed) - at_.laid[bed];
  int start = first;
  for (std::size_t before = 0; before < bed; ++before) start -= at_.laid[before];
  std::uint16_t* const pool = at_.pool.data();
  const Lain lain = Lain::of(pool[first + place]);
  for (int i = first + place; i > start; --i) pool[i] = pool[i - 1];
  pool[start] = 0;
  --at_.laid[bed];
  const Tile& tile = tables_->tile(lain.tile);
  at_.tile_pots[bed] = static_cast<std::uint8_t>(at_.tile_pots[bed] - tile.pots);
  at_.tile_cloches[bed] = static_cast<std::uint8_t>(at_.tile_cloches[bed] - tile.cloches);
  const Squares squares = tile.shape(lain.orientation)->squares << lain.anchor;
  const int slot = static_cast<int>(bed % kSlots);
  Garden& garden = at_.gardens[bed / kSlots];
  garden.open |= on_bed(squares, slot);
  garden.free |= on_bed(squares & face_on(bed).soil(), slot);
}

void State::join_queue(int tile) {
  at_.pool[at_.queue_size++] = static_cast<std::uint16_t>(tile);
}

void State::fill_row() {  // CG-10
  const Row& seen = row();
  int taken = 0;
  for (std::size_t i = 0; i < seen.size && taken < at_.queue_size; ++i) {
    std::uint8_t& space = at_.nursery[seen.cells[i]];
    if (space != kNoTile) continue;
    space = static_cast<std::uint8_t>(at_.pool[static_cast<std::size_t>(taken++)]);
    at_.occupied = static_cast<std::uint16_t>(at_.occupied | 1U << seen.cells[i]);
  }
  const int left = at_.queue_size - taken;
  std::uint16_t* const pool = at_.pool.data();
  for (int i = 0; i < left; ++i) pool[i] = pool[i + taken];
  for (int i = left; i < at_.queue_size; ++i) pool[i] = 0;
  at_.queue_size = static_cast<std::uint8_t>(left);
}

// ---- What follows

void State::apply(Action action) {
  assert(is_legal(action));
  switch (at_.phase) {
    case Phase::kSetupTile: return draw_tile(action);
    case Phase::kSetupBed: return draw_bed(action);
    case Phase::kLose:
      if (action < kFirstLoseBlue) lose_points(kOrange, action - kFirstLoseOrange);
      else lose_points(kBlue, action - kFirstLoseBlue);
      return refill();
    case Phase::kRefill:
      if (action == kRefillCat) {
        at_.cats[at_.player] = static_cast<std::uint16_t>(own_cats() - tables_->refill_cats);
        fill_row();
      }
      return begin_planting();
    case Phase::kPlant: return plant(action);
    case Phase::kCats:
      if (action == kDone) return finish_cats();
      put_cat(spot_of(action));
      return begin_cats();
    case Phase::kScore: return score_bed(action - kFirstScore);
    case Phase::kOrange: return move_cube(kOrange, action - kFirstOrange);
    case Phase::kOrangePot: put_pot(spot_of(action)); return after_cube(kOrange);
    case Phase::kBlue: return move_cube(kBlue, action - kFirstBlue);
    case Phase::kBluePot: put_pot(spot_of(action)); return after_cube(kBlue);
    case Phase::kReturn: return_tile(action - kFirstReturn); return return_tiles();
    case Phase::kPot:
      put_pot(spot_of(action));
      --at_.owed;
      return put_owed();
    case Phase::kOver: return;
  }
}

void State::draw_tile(int tile) {  // CG-5
  const auto place = static_cast<std::size_t>(tables_->tile_count - std::popcount(at_.undrawn));
  at_.undrawn &= ~(std::uint64_t{1} << tile);
  if (place < static_cast<std::size_t>(tables_->nursery_cells())) {
    at_.nursery[place] = static_cast<std::uint8_t>(tile);
    at_.occupied = static_cast<std::uint16_t>(at_.occupied | 1U << place);
  } else {
    join_queue(tile);
  }
  if (at_.undrawn != 0) return;
  at_.phase = Phase::kSetupBed;
  at_.undrawn = first_n(tables_->bed_count);
}

void State::draw_bed(int bed) {  // CG-6
  const int place = tables_->bed_count - std::popcount(at_.undrawn);
  at_.undrawn &= ~(std::uint64_t{1} << bed);
  if (place < kSlots * tables_->player_count) {
    const int slot = place % kSlots;  // the first light side up, the second dark side up
    const std::size_t at = static_cast<std::size_t>(place);
    at_.faces[at] = static_cast<std::uint8_t>(2 * bed + slot);
    Garden& garden = at_.gardens[at / kSlots];
    garden.open |= on_bed(kBoard, slot);
    garden.free |= on_bed(face_on(at).soil(), slot);
    return;
  }
  at_.middle = static_cast<std::uint8_t>(2 * bed);
  at_.undrawn = 0;
  begin_turn();
}

// The turn of a player who holds a bed.
void State::begin_turn() {  // D-1
  if (is_final()) {
    const CubeOptions options = lose_options();  // CG-22
    if (std::popcount(options[kOrange]) + std::popcount(options[kBlue]) > 1) {
      at_.phase = Phase::kLose;
      return;
    }
    if (options[kOrange] != 0) lose_points(kOrange, std::countr_zero(options[kOrange]));
    if (options[kBlue] != 0) lose_points(kBlue, std::countr_zero(options[kBlue]));
  }
  refill();
}

void State::lose_points(int colour, int step) {  // CG-22
  const auto c = static_cast<std::size_t>(colour);
  const Track& track = tables_->tracks[c];
  move_step(at_.cubes[c][at_.player], step, step == track.goal ? track.leaves_goal : step - track.back);
}

void State::refill() {  // CG-10
  if (empty_in_row() >= tables_->refill_free) fill_row();
  else if (may_refill()) {
    at_.phase = Phase::kRefill;
    return;
  }
  begin_planting();
}

void State::begin_planting() {  // CG-28
  const Pair free = own_garden().free;
  at_.phase = Phase::kPlant;
  if (free != 0 && !is_single(free)) return;
  const Plantings plantings(*tables_, at_);
  const int options = plantings.total + (free != 0 ? 1 : 0);  // where a cat may be put there is a tile too
  assert(options >= 1);
  if (options == 1) plant(free != 0 ? pot_action(std::countr_zero(free)) : plantings.nth(0));
}

void State::plant(Action action) {  // CG-11, CG-12
  if (is_tile(action)) return plant_tile(action);
  if (is_pot(action)) {
    put_pot(spot_of(action));
    return begin_cats();
  }
  put_cat(spot_of(action));
  begin_planting();
}

void State::plant_tile(Action action) {  // CG-11
  const Planting at = planting_of(action);
  const std::uint8_t cell = row().cells[static_cast<std::size_t>(at.place)];
  const std::uint8_t number = at_.nursery[cell];
  const Tile& tile = tables_->tile(number);
  at_.nursery[cell] = kNoTile;
  at_.occupied = static_cast<std::uint16_t>(at_.occupied & ~(1U << cell));
  lay_tile(at.slot, *tile.shape(at.orientation), tile, {number, at.orientation, at.anchor});
  begin_cats();
}

void State::begin_cats() {  // CG-12, CG-18
  while (true) {
    const Pair free = own_garden().free;
    if (own_cats() == 0 || free == 0) return finish_cats();
    if (!is_single(free) || may_finish()) {
      at_.phase = Phase::kCats;
      return;
    }
    put_cat(free);  // CG-19, CG-28
  }
}

void State::finish_cats() {  // CG-13, CG-30
  const bool first = is_complete(at_.player, 0);
  const bool second = is_complete(at_.player, 1);
  if (first && second) at_.phase = Phase::kScore;
  else if (first || second) score_bed(first ? 0 : 1);
  else end_turn();
}

void State::score_bed(int slot) {  // CG-14
  at_.slot = static_cast<std::uint8_t>(slot);
  score_colour(kOrange);
}

void State::score_colour(int colour) {  // CG-14
  if (shown(at_.player, at_.slot)[static_cast<std::size_t>(colour)] == 0) return after_cube(colour);
  const unsigned options = cube_options(colour);
  if (options == 0) return after_cube(colour);
  if (is_single(options)) return move_cube(colour, std::countr_zero(options));
  at_.phase = colour == kOrange ? Phase::kOrange : Phase::kBlue;
}

void State::move_cube(int colour, int step) {  // CG-14, CG-15, D-7
  const auto c = static_cast<std::size_t>(colour);
  const Track& track = tables_->tracks[c];
  Steps& steps = at_.cubes[c][at_.player];
  const int to = std::min(step + shown(at_.player, at_.slot)[c], track.goal);
  move_step(steps, step, to);
  if (step <= track.line && to > track.line) at_.cats[at_.player] = static_cast<std::uint16_t>(own_cats() + tables_->line_cats);
  if (to == track.goal) earn_hive();
  if (step == 0 && steps[0] != 0) return earn_pot(colour);
  after_cube(colour);
}

void State::earn_hive() {  // CG-16
  for (std::size_t hive = 0; hive < static_cast<std::size_t>(tables_->path.hives); ++hive) {
    if (at_.hives[hive] == at_.player) return;
    if (at_.hives[hive] != kNobody) continue;
    at_.hives[hive] = at_.player;
    return;
  }
}

void State::earn_pot(int colour) {  // CG-15
  const Pair spots = own_garden().free & lane(1 - at_.slot);
  if (spots == 0) {
    if (!is_final()) ++at_.owed;
    return after_cube(colour);
  }
  if (is_single(spots)) {
    put_pot(spots);
    return after_cube(colour);
  }
  at_.phase = colour == kOrange ? Phase::kOrangePot : Phase::kBluePot;
}

void State::after_cube(int colour) {  // CG-14: orange first
  if (colour == kOrange) score_colour(kBlue);
  else clear_bed();
}

void State::clear_bed() {                               // CG-17
  if (is_final() && beds_in_game() == 1) return end();  // CG-24
  Garden& garden = own_garden();
  const Pair pieces = (garden.pots | garden.cats) & lane(at_.slot);
  garden.open |= pieces;
  garden.free |= pieces;
  garden.pots &= ~pieces;
  garden.cats &= ~pieces;
  return_tiles();
}

void State::return_tiles() {  // CG-17, D-9
  while (at_.laid[bed_of(at_.player, at_.slot)] > 0) {
    const std::uint64_t options = return_options();
    if (!is_single(options)) {
      at_.phase = Phase::kReturn;
      return;
    }
    return_tile(std::countr_zero(options));
  }
  replace_bed();
}

void State::return_tile(int tile) {  // CG-17
  const auto lain = lain_on(at_.player, at_.slot);
  int place = 0;
  while (Lain::of(lain[static_cast<std::size_t>(place)]).tile != tile) ++place;
  take_tile(bed_of(at_.player, at_.slot), place);
  join_queue(tile);
}

void State::replace_bed() {  // CG-17, CG-23
  const std::size_t bed = bed_of(at_.player, at_.slot);
  Garden& garden = own_garden();
  garden.open &= ~lane(at_.slot);
  garden.free &= ~lane(at_.slot);
  if (is_final()) {
    at_.faces[bed] = kNoFace;
  } else {
    const std::uint8_t turned_over = at_.faces[bed] ^ 1U;
    at_.faces[bed] = at_.middle;
    at_.middle = turned_over;
    garden.open |= on_bed(kBoard, at_.slot);
    garden.free |= on_bed(face_on(bed).soil(), at_.slot);
  }
  put_owed();
}

void State::put_owed() {  // CG-15, D-9
  for (; at_.owed > 0; --at_.owed) {
    const Pair spots = own_garden().free & lane(at_.slot);
    if (spots != 0 && !is_single(spots)) {
      at_.phase = Phase::kPot;
      return;
    }
    if (spots != 0) put_pot(spots);  // without a square the pot is lost
  }
  at_.slot = kNoSlot;
  begin_cats();
}

void State::end_turn() {  // CG-19, CG-20, D-11
  at_.cats[at_.player] = static_cast<std::uint16_t>(std::min(own_cats(), tables_->most_cats));
  do {
    at_.gardener = static_cast<std::uint8_t>(tables_->path.next(at_.gardener));
    if (at_.gardener == tables_->path.target && !is_final()) {  // CG-9
      ++at_.die;
      if (is_final()) give_beds_up();
      if (at_.phase == Phase::kOver) return;
    }
    const int next = at_.player + 1;
    at_.player = static_cast<std::uint8_t>(next == tables_->player_count ? 0 : next);
  } while (!has_bed(at_.player, 0) && !has_bed(at_.player, 1));  // CG-24
  begin_turn();
}

void State::give_beds_up() {  // CG-21
  const auto stays = [this](std::uint8_t tiles) { return tiles > tables_->give_up; };
  if (std::none_of(at_.laid.begin(), at_.laid.end(), stays)) return end();  // CG-24
  for (std::size_t bed = 0; bed < kBedsInPlay; ++bed) {
    if (at_.faces[bed] == kNoFace || stays(at_.laid[bed])) continue;
    const int slot = static_cast<int>(bed % kSlots);
    while (at_.laid[bed] > 0) {
      const int tile = Lain::of(lain_on(static_cast<int>(bed / kSlots), slot)[0]).tile;
      take_tile(bed, 0);
      join_queue(tile);
    }
    at_.faces[bed] = kNoFace;
    Garden& garden = at_.gardens[bed / kSlots];
    for (Pair* const pair : {&garden.open, &garden.free, &garden.pots, &garden.cats}) *pair &= ~lane(slot);
  }
}

void State::end() {  // CG-24
  const int start = end_of_laid(0) - at_.laid[0];
  std::fill(at_.pool.begin() + start, at_.pool.end(), std::uint16_t{0});
  at_.gardens.fill({});
  at_.faces.fill(kNoFace);
  at_.laid.fill(0);
  at_.tile_pots.fill(0);
  at_.tile_cloches.fill(0);
  at_.phase = Phase::kOver;
  at_.player = 0;
  at_.slot = kNoSlot;
  at_.owed = 0;
}

// ---- What it is worth

PerPlayer<int> State::scores() const {  // CG-25
  PerPlayer<int> scores;
  for (std::size_t p = 0; p < static_cast<std::size_t>(tables_->player_count); ++p) {
    int score = 0;
    for (std::size_t colour = 0; colour < kColours; ++colour) {
      for (const std::uint8_t step : at_.cubes[colour][p]) score += tables_->tracks[colour].points[step];
    }
    for (std::size_t hive = 0; hive < kMaxHives; ++hive) {
      if (at_.hives[hive] == p) score += tables_->hive_values[hive];
    }
    scores.push(score);
  }
  return scores;
}

PerPlayer<int> State::ranks() const {  // CG-25, D-15
  constexpr int kMoreThanHives = 256;
  PerPlayer<int> order = scores();
  for (int& score : order) score *= kMoreThanHives;
  for (std::size_t hive = 0; hive < kMaxHives; ++hive) {
    if (at_.hives[hive] != kNobody) order[at_.hives[hive]] += tables_->hive_values[hive];
  }
  return ranks_by_score(order);
}

PerPlayer<double> State::returns() const {
  if (at_.phase != Phase::kOver) return PerPlayer<double>(tables_->player_count, 0.0);
  if (tables_->player_count > 1) return returns_by_rank(ranks());
  return PerPlayer<double>(1, scores()[0]);  // CG-27
}

bool State::consistent() const {
  int laid = 0;
  for (const std::uint8_t tiles : at_.laid) laid += tiles;
  if (at_.queue_size + laid > tables_->tile_count) return false;
  const auto unused = [](std::uint16_t entry) { return entry == 0; };
  if (!std::all_of(at_.pool.begin() + at_.queue_size, at_.pool.end() - laid, unused)) return false;
  return *this == State(*tables_, at_);
}

}  // namespace cloche::cottage_garden
