// What is legal in Cottage Garden: questions about a position, and the choices of its nodes.
#include <algorithm>

#include "games/cottage_garden/state.hpp"

namespace cloche::cottage_garden {
namespace {

unsigned steps_with_cube(const Steps& steps) {
  unsigned bits = 0;
  for (const std::uint8_t step : steps) bits |= 1U << step;
  return bits;
}

template <class ToAction>
void push_each(std::uint64_t bits, FixedList<Action, State::kMaxLegal>& list, const ToAction& to_action) {
  for (; bits != 0; bits &= bits - 1) list.push(static_cast<Action>(to_action(std::countr_zero(bits))));
}

constexpr auto plus(int first) {
  return [first](int bit) { return first + bit; };
}

}  // namespace

// ---- Questions

int State::end_of_laid(std::size_t bed) const {
  int end = kMaxTiles;
  for (std::size_t after = bed + 1; after < kBedsInPlay; ++after) end -= at_.laid[after];
  return end;
}

std::span<const std::uint16_t> State::lain_on(int player, int slot) const {
  const std::size_t bed = bed_of(player, slot);
  return {at_.pool.data() + (end_of_laid(bed) - at_.laid[bed]), at_.laid[bed]};
}

Shown State::shown(int player, int slot) const {  // CG-14
  const std::size_t bed = bed_of(player, slot);
  const Garden& garden = garden_of(player);
  const Squares open = of_bed(garden.open, slot);
  const Face& face = face_on(bed);
  return {std::popcount(face.pots & open) + std::popcount(of_bed(garden.pots, slot)) + at_.tile_pots[bed],
          std::popcount(face.cloches & open) + at_.tile_cloches[bed]};
}

int State::beds_in_game() const {
  return static_cast<int>(kBedsInPlay - std::count(at_.faces.begin(), at_.faces.end(), kNoFace));
}

bool State::may_refill() const {  // CG-10, D-1
  const int empty = empty_in_row();
  return empty >= 1 && empty < tables_->refill_free && at_.queue_size > 0 && own_cats() >= tables_->refill_cats;
}

// ---- What is legal

State::Plantings::Plantings(const Tables& tables, const Position& at) {  // CG-11
  const Row& row = tables.row(at.gardener);
  const SpansOf open(at.gardens[at.player].open);
  places = row.size;
  for (std::size_t place = 0; place < row.size; ++place) {
    const std::uint8_t on_space = at.nursery[row.cells[place]];
    tiles[place] = nullptr;
    counts[place] = {};
    if (on_space == kNoTile) continue;
    const Tile& tile = tables.tiles[on_space];
    tiles[place] = &tile;
    int on_first = 0;
    int on_second = 0;
    for (std::size_t i = 0; i < tile.shape_count; ++i) {
      const Pair fitting = tile.shapes[i].fits(open);
      anchors[place][i] = fitting;
      on_first += std::popcount(of_bed(fitting, 0));
      on_second += std::popcount(of_bed(fitting, 1));
    }
    counts[place] = {on_first, on_second};
    total += on_first + on_second;
  }
}

Action State::Plantings::nth(int k) const {
  std::size_t place = 0;
  for (; k >= counts[place][0] + counts[place][1]; ++place) k -= counts[place][0] + counts[place][1];
  const int slot = k < counts[place][0] ? 0 : 1;
  if (slot == 1) k -= counts[place][0];
  const Tile& tile = *tiles[place];
  for (std::size_t i = 0;; ++i) {
    const Squares fitting = of_bed(anchors[place][i], slot);
    const int here = std::popcount(fitting);
    if (k < here) return tile_action({static_cast<int>(place), slot, tile.shapes[i].orientation, nth_bit(fitting, k)});
    k -= here;
  }
}

Pair State::early_cats() const {  // CG-12, D-4
  const Pair free = own_garden().free;
  if (own_cats() == 0) return 0;
  if (!is_single(free)) return free;
  const SpansOf open(own_garden().open & ~free);
  const auto fits = [&](std::uint8_t cell) {
    const std::uint8_t tile = at_.nursery[cell];
    return tile != kNoTile && tables_->tile(tile).fits_somewhere(open);
  };
  const Row& seen = row();
  return std::any_of(seen.cells.begin(), seen.cells.begin() + seen.size, fits) ? free : 0;
}

bool State::has_complete_bed() const {
  return is_complete(at_.player, 0) || is_complete(at_.player, 1);
}

bool State::may_finish() const {  // CG-30
  return own_cats() <= tables_->most_cats || own_garden().free == 0 || has_complete_bed();
}

State::CubeOptions State::lose_options() const {  // CG-22, D-2
  CubeOptions paying{};
  CubeOptions on_goal{};
  for (std::size_t colour = 0; colour < kColours; ++colour) {
    const Track& track = tables_->tracks[colour];
    const unsigned cubes = steps_with_cube(at_.cubes[colour][at_.player]);
    const unsigned too_low = (1U << std::min(track.back, track.goal)) - 1;
    paying[colour] = cubes & track.below_goal() & ~too_low;
    on_goal[colour] = cubes & ~track.below_goal();
  }
  return (paying[kOrange] | paying[kBlue]) != 0 ? paying : on_goal;
}

unsigned State::cube_options(int colour) const {  // CG-14
  const auto c = static_cast<std::size_t>(colour);
  return steps_with_cube(at_.cubes[c][at_.player]) & tables_->tracks[c].below_goal();
}

std::uint64_t State::return_options() const {  // CG-17, D-9
  std::uint64_t tiles = 0;
  for (const std::uint16_t packed : lain_on(at_.player, at_.slot)) tiles |= std::uint64_t{1} << Lain::of(packed).tile;
  std::uint64_t kinds = 0;
  std::uint64_t lowest = 0;
  for (; tiles != 0; tiles &= tiles - 1) {
    const int tile = std::countr_zero(tiles);
    const std::uint64_t kind = std::uint64_t{1} << tables_->tile(tile).kind;
    if ((kinds & kind) == 0) lowest |= std::uint64_t{1} << tile;
    kinds |= kind;
  }
  return lowest;
}

Pair State::pot_spots() const {  // CG-15
  const int slot = at_.phase == Phase::kPot ? at_.slot : 1 - at_.slot;
  return own_garden().free & lane(slot);
}

void State::legal(FixedList<Action, kMaxLegal>& list) const {
  list.clear();
  switch (at_.phase) {
    case Phase::kSetupTile:
    case Phase::kSetupBed: return push_each(at_.undrawn, list, plus(0));
    case Phase::kLose: {
      const CubeOptions options = lose_options();
      push_each(options[kOrange], list, plus(kFirstLoseOrange));
      return push_each(options[kBlue], list, plus(kFirstLoseBlue));
    }
    case Phase::kRefill: return push_each(0b11, list, plus(kRefillNo));
    case Phase::kPlant: {
      const Plantings plantings(*tables_, at_);
      plantings.for_each_shape([&](std::size_t place, int slot, const Shape& shape, Squares anchors) {
        push_each(anchors, list, plus(tile_action({static_cast<int>(place), slot, shape.orientation, 0})));
      });
      push_each(own_garden().free, list, pot_action);
      return push_each(early_cats(), list, cat_action);
    }
    case Phase::kCats:
      if (own_cats() > 0) push_each(own_garden().free, list, cat_action);
      if (may_finish()) list.push(kDone);
      return;
    case Phase::kScore: return push_each(0b11, list, plus(kFirstScore));
    case Phase::kOrange: return push_each(cube_options(kOrange), list, plus(kFirstOrange));
    case Phase::kBlue: return push_each(cube_options(kBlue), list, plus(kFirstBlue));
    case Phase::kOrangePot:
    case Phase::kBluePot:
    case Phase::kPot: return push_each(pot_spots(), list, pot_action);
    case Phase::kReturn: return push_each(return_options(), list, plus(kFirstReturn));
    case Phase::kOver: return;
  }
}

bool State::is_legal(Action action) const {
  const auto offered = [action](std::uint64_t options, int first, int count) {
    return action >= first && action < first + count && (options >> (action - first) & 1U) != 0;
  };
  const auto is_on = [action](Pair spots) { return (spots & spot_of(action)) != 0; };
  switch (at_.phase) {
    case Phase::kSetupTile: return offered(at_.undrawn, 0, kMaxTiles);
    case Phase::kSetupBed: return offered(at_.undrawn, 0, kMaxBeds);
    case Phase::kLose: {
      const CubeOptions options = lose_options();
      return offered(options[kOrange], kFirstLoseOrange, kMaxOrangeSteps) || offered(options[kBlue], kFirstLoseBlue, kMaxBlueSteps);
    }
    case Phase::kRefill: return action == kRefillNo || action == kRefillCat;
    case Phase::kPlant: {
      if (is_pot(action)) return is_on(own_garden().free);
      if (is_cat(action)) return is_on(early_cats());
      if (!is_tile(action)) return false;
      const Planting at = planting_of(action);
      if (at.place >= row().size) return false;
      const std::uint8_t tile = at_.nursery[row().cells[static_cast<std::size_t>(at.place)]];
      const Shape* shape = tile == kNoTile ? nullptr : tables_->tile(tile).shape(at.orientation);
      if (shape == nullptr || !has(of_bed(shape->anchors, 0), at.anchor)) return false;
      return (shape->squares << at.anchor & ~of_bed(own_garden().open, at.slot)) == 0;
    }
    case Phase::kCats:
      if (action == kDone) return may_finish();
      return is_cat(action) && own_cats() > 0 && is_on(own_garden().free);
    case Phase::kScore: return offered(0b11, kFirstScore, kSlots);
    case Phase::kOrange: return offered(cube_options(kOrange), kFirstOrange, kMaxOrangeSteps);
    case Phase::kBlue: return offered(cube_options(kBlue), kFirstBlue, kMaxBlueSteps);
    case Phase::kOrangePot:
    case Phase::kBluePot:
    case Phase::kPot: return is_pot(action) && is_on(pot_spots());
    case Phase::kReturn: return offered(return_options(), kFirstReturn, kMaxTiles);
    case Phase::kOver: return false;
  }
  return false;
}

Action State::random_legal(Rng& rng) const {
  const auto pick = [&rng](std::uint64_t options) { return nth_bit(options, rng.below(std::popcount(options))); };
  const auto pick_from = [&](std::uint64_t options, int first) { return static_cast<Action>(first + pick(options)); };
  switch (at_.phase) {
    case Phase::kSetupTile:
    case Phase::kSetupBed: return sample(rng);
    case Phase::kLose: {
      const CubeOptions options = lose_options();
      const int oranges = std::popcount(options[kOrange]);
      const int k = rng.below(oranges + std::popcount(options[kBlue]));
      if (k < oranges) return static_cast<Action>(kFirstLoseOrange + nth_bit(options[kOrange], k));
      return static_cast<Action>(kFirstLoseBlue + nth_bit(options[kBlue], k - oranges));
    }
    case Phase::kRefill: return static_cast<Action>(kRefillNo + rng.below(2));
    case Phase::kPlant: {
      const Plantings plantings(*tables_, at_);
      const Pair free = own_garden().free;
      const Pair cats = early_cats();
      const int pots = std::popcount(free);
      int k = rng.below(plantings.total + pots + std::popcount(cats));
      if (k < plantings.total) return plantings.nth(k);
      k -= plantings.total;
      return k < pots ? pot_action(nth_bit(free, k)) : cat_action(nth_bit(cats, k - pots));
    }
    case Phase::kCats: {
      const Pair free = own_cats() > 0 ? own_garden().free : 0;
      const int cats = std::popcount(free);
      const int k = rng.below(cats + (may_finish() ? 1 : 0));
      return k < cats ? cat_action(nth_bit(free, k)) : kDone;
    }
    case Phase::kScore: return static_cast<Action>(kFirstScore + rng.below(kSlots));
    case Phase::kOrange: return pick_from(cube_options(kOrange), kFirstOrange);
    case Phase::kBlue: return pick_from(cube_options(kBlue), kFirstBlue);
    case Phase::kOrangePot:
    case Phase::kBluePot:
    case Phase::kPot: return pot_action(pick(pot_spots()));
    case Phase::kReturn: return pick_from(return_options(), kFirstReturn);
    case Phase::kOver: break;
  }
  assert(false);
  return 0;
}

void State::outcomes(FixedList<Outcome, kMaxOutcomes>& list) const {  // CG-5, CG-6
  assert(mover() == kChance);
  list.clear();
  for (std::uint64_t rest = at_.undrawn; rest != 0; rest &= rest - 1) list.push({static_cast<Action>(std::countr_zero(rest)), 1});
}

}  // namespace cloche::cottage_garden
