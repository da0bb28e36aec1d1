// The prior (state.md, W-1 to W-12) and the features of Cottage Garden.
#include <algorithm>
#include <limits>

#include "games/cottage_garden/state.hpp"

namespace cloche::cottage_garden {
namespace {

constexpr int kMostQuality = 135;  // W-1
constexpr int kDoubling = 8;
constexpr int kNever = std::numeric_limits<int>::min();
constexpr double kUsualCats = 8.0;  // of the features
constexpr double kUsualGain = 10.0;

constexpr Squares lowest(Squares squares) {
  return squares & (~squares + 1);
}

int clamped(int quality) {
  return std::min(std::max(quality, 0), kMostQuality);
}
constexpr auto kWeights = [] {  // W-1
  std::array<std::uint32_t, kMostQuality + 1> weights{};
  for (int z = 0; z <= kMostQuality; ++z)
    weights[static_cast<std::size_t>(z)] = static_cast<std::uint32_t>(kDoubling + z % kDoubling) << (z / kDoubling);
  return weights;
}();

// Squares of a set without a neighbour in it, and with exactly one (W-2).
struct Rough {
  Squares lone, tip;
};
constexpr Rough rough_squares(Squares free) {
  const Squares above = free << kSide;
  const Squares below = free >> kSide;
  const Squares left = free << 1 & ~kFirstColumn;
  const Squares right = free >> 1 & ~kLastColumn;
  return {free & ~(above | below | left | right), free & ((above ^ below) ^ (left ^ right)) & ~(above & below) & ~(left & right)};
}

// Of a set of at most 25 squares, by bytes of a word; in steps that a compiler makes for several sets at once.
constexpr std::uint32_t count_by_bytes(std::uint32_t x) {
  x -= x >> 1 & 0x55555555U;
  x = (x & 0x33333333U) + (x >> 2 & 0x33333333U);
  return (x + (x >> 4)) & 0x0F0F0F0FU;
}

}  // namespace

// Qualities of the legal actions of a node, in their order. They are collected without what the roughness of the bed after the action
// takes off, which is worked out for all of them together.
struct State::Qualities {
  int size = 0;
  std::array<int, kMaxLegal> quality;
  std::array<Squares, kMaxLegal> rest;  // free squares of the bed after the action; none where it changes no bed

  void push(int q, Squares left = 0) {
    quality[static_cast<std::size_t>(size)] = q;
    rest[static_cast<std::size_t>(size++)] = left;
  }
  void take_off_roughness(int lone, int tip);
};

void State::Qualities::take_off_roughness(int lone, int tip) {  // W-2
  constexpr std::uint32_t kEven = 0x00FF00FFU;
  for (std::size_t i = 0; i < static_cast<std::size_t>(size); ++i) {
    const Rough squares = rough_squares(rest[i]);
    const std::uint32_t lones = count_by_bytes(squares.lone);
    const std::uint32_t tips = count_by_bytes(squares.tip);
    // Both numbers at once: bytes 0 and 2 count the former, bytes 1 and 3 the latter.
    const std::uint32_t halves = ((lones & kEven) + (lones >> 8 & kEven)) | ((tips & kEven) + (tips >> 8 & kEven)) << 8;
    const std::uint32_t both = halves + (halves >> 16);
    quality[i] -= lone * static_cast<int>(both & 0xFFU) + tip * static_cast<int>(both >> 8 & 0xFFU);
  }
}

// The mover's position as W-1 to W-12 see it.
struct State::Weigher {
  explicit Weigher(const State& position)
      : state(position),
        tables(*position.tables_),
        prior(tables.prior),
        at(position.at_),
        sq(position.is_final() ? prior.square_final : prior.square) {}

  // A bed before a tile is planted.
  struct Bed {
    int slot = 0;
    Squares free = 0;
    Squares pots = 0;  // printed, as cloches
    Squares cloches = 0;
    int count = 0;  // of free squares
    int rough = 0;
  };

  void weigh(Qualities& qualities) const;
  // best_by_prior at `plant`.
  void find_best(FixedList<Action, kMaxLegal>& list) const;

 private:
  [[nodiscard]] int rough(Squares free) const {
    const Rough squares = rough_squares(free);
    return prior.lone * std::popcount(squares.lone) + prior.tip * std::popcount(squares.tip);
  }
  [[nodiscard]] int gain(int colour, int steps) const;
  [[nodiscard]] int finish(int slot, int pots, int cloches) const;
  // Bonuses by the free squares that are left, with so many cats in hand (W-4).
  using Bonuses = std::array<int, kCells + 1>;
  [[nodiscard]] const Bonuses& left_with(int cats) const { return prior.left[static_cast<std::size_t>(std::min(cats, kCells))]; }
  [[nodiscard]] int shows(const Tile& tile) const { return prior.plant + prior.pot * tile.pots + prior.cloche * tile.cloches; }
  [[nodiscard]] Bed bed(int slot) const;
  [[nodiscard]] int planting(const Bed& bed, const Tile& tile, Squares squares) const;
  [[nodiscard]] int pot_token(const Bed& bed) const;
  [[nodiscard]] int on_free(const Bed& bed, const Tile& tile) const;
  [[nodiscard]] int on_prints_at_most(const Bed& bed, const Tile& tile) const;
  [[nodiscard]] int hive_to_win() const;

  void weigh_tiles(Qualities& qualities) const;
  void weigh_pots(Pair spots, Qualities& qualities) const;
  void weigh_cats(Qualities& qualities) const;
  void weigh_cubes(int colour, Qualities& qualities) const;
  void weigh_losses(Qualities& qualities) const;

  const State& state;
  const Tables& tables;
  const PriorWeights& prior;
  const Position& at;
  const int sq;
};

// ---- W-2 to W-4

int State::Weigher::gain(int colour, int steps) const {  // W-3
  if (steps == 0) return 0;
  const Track& track = tables.track(colour);
  int most = 0;
  for (const std::uint8_t step : at.cubes[static_cast<std::size_t>(colour)][at.player]) {
    most = std::max(most, track.points_at(std::min(step + steps, track.goal)) - track.points_at(step));
  }
  return most;
}

// What completing a bed is worth, with so many pots and cloches more than it shows now.
int State::Weigher::finish(int slot, int pots, int cloches) const {  // W-4
  const Shown shown = state.shown(at.player, slot);
  return prior.finish_point * (gain(kOrange, shown[kOrange] + pots) + gain(kBlue, shown[kBlue] + cloches));
}

State::Weigher::Bed State::Weigher::bed(int slot) const {
  Bed bed;
  bed.slot = slot;
  bed.free = of_bed(state.own_garden().free, slot);
  bed.count = std::popcount(bed.free);
  bed.rough = rough(bed.free);
  if (state.has_bed(at.player, slot)) {
    const Face& face = state.face_on(bed_of(at.player, slot));
    bed.pots = face.pots;
    bed.cloches = face.cloches;
  }
  return bed;
}

// ---- Planting

// Quality of a tile on these squares but for the roughness after it.
inline int State::Weigher::planting(const Bed& bed, const Tile& tile, Squares squares) const {  // W-5
  const Squares rest = bed.free & ~squares;
  const int pots = std::popcount(squares & bed.pots);
  const int cloches = std::popcount(squares & bed.cloches);
  const int count = std::popcount(rest);
  int q = shows(tile) + bed.rough + sq * (bed.count - count) - prior.pot * pots - prior.cloche * cloches;
  if (rest != bed.free) q += left_with(state.own_cats())[static_cast<std::size_t>(count)];
  if (rest == 0 && bed.free != 0) [[unlikely]]
    q += finish(bed.slot, tile.pots - pots, tile.cloches - cloches);
  return q;
}

// The same for a pot token; if no square is free, of none.
int State::Weigher::pot_token(const Bed& bed) const {  // W-6
  if (bed.count == 0) return kNever;
  const int q = prior.plant + sq + prior.pot + bed.rough + left_with(state.own_cats())[static_cast<std::size_t>(bed.count - 1)];
  return bed.count == 1 ? q + finish(bed.slot, 1, 0) : q;
}

void State::Weigher::weigh_tiles(Qualities& qualities) const {
  const Plantings plantings(tables, at);
  const std::array<Bed, kSlots> beds{bed(0), bed(1)};
  std::array<std::array<int, kSlots>, kMaxRow> base;  // of a tile on a bed, before what is covered counts
  std::array<Bonuses, kSlots> bonus;                  // by the free squares that are left
  for (std::size_t slot = 0; slot < kSlots; ++slot) {
    bonus[slot] = left_with(state.own_cats());
    bonus[slot][static_cast<std::size_t>(beds[slot].count)] = 0;
    for (std::size_t place = 0; place < plantings.places; ++place) {
      if (plantings.tiles[place] != nullptr) base[place][slot] = shows(*plantings.tiles[place]) + beds[slot].rough + sq * beds[slot].count;
    }
  }
  const int square_worth = sq;
  const int pot = prior.pot;
  const int cloche = prior.cloche;
  plantings.for_each_shape([&](std::size_t place, int slot, const Shape& shape, Squares anchors) {
    const auto s = static_cast<std::size_t>(slot);
    const Bed& on = beds[s];
    for (; anchors != 0; anchors &= anchors - 1) {
      const Squares squares = shape.squares << std::countr_zero(anchors);
      const Squares rest = on.free & ~squares;
      const int count = std::popcount(rest);
      const int pots = std::popcount(squares & on.pots);
      const int cloches = std::popcount(squares & on.cloches);
      int q = base[place][s] + bonus[s][static_cast<std::size_t>(count)] - square_worth * count - pot * pots - cloche * cloches;
      if (rest == 0 && on.free != 0) [[unlikely]]
        q += finish(slot, plantings.tiles[place]->pots - pots, plantings.tiles[place]->cloches - cloches);
      qualities.push(q, rest);
    }
  });
}

void State::Weigher::weigh_pots(Pair spots, Qualities& qualities) const {
  for (int slot = 0; slot < kSlots; ++slot) {
    Squares here = of_bed(spots, slot);
    if (here == 0) continue;
    const Bed on = bed(slot);
    const int q = pot_token(on);
    for (; here != 0; here &= here - 1) qualities.push(q, on.free & ~lowest(here));
  }
}

// Looks at the most promising class of plantings first, and at none that can't reach the best so far. Roughness only takes off, and
// prints under a tile too; without them only roughness tells the placements of a tile on a bed apart.
void State::Weigher::find_best(FixedList<Action, kMaxLegal>& list) const {
  // Classes: of each place in the row its tile on free squares alone, and with prints under it; pots; cats.
  constexpr std::size_t kPots = std::size_t{2} * kMaxRow;
  constexpr std::size_t kCats = kPots + 1;
  constexpr std::size_t kClasses = kCats + 1;
  const std::array<Bed, kSlots> beds{bed(0), bed(1)};
  const Garden& garden = state.own_garden();
  const Row& row = state.row();
  const auto tile_at = [&](std::size_t place) -> const Tile& { return tables.tile(at.nursery[row.cells[place]]); };

  std::array<std::array<int, kSlots>, kClasses> bounds;  // of the qualities of a class on each bed
  std::array<int, kClasses> bound;
  bound.fill(kNever);
  const auto add = [&](std::size_t which, int on_first, int on_second) {
    bounds[which] = {on_first, on_second};
    bound[which] = std::max(on_first, on_second);
  };
  for (std::size_t place = 0; place < row.size; ++place) {
    if (at.nursery[row.cells[place]] == kNoTile) continue;
    const Tile& tile = tile_at(place);
    add(place, on_free(beds[0], tile), on_free(beds[1], tile));
    add(kMaxRow + place, on_prints_at_most(beds[0], tile), on_prints_at_most(beds[1], tile));
  }
  add(kPots, pot_token(beds[0]), pot_token(beds[1]));
  add(kCats, prior.cat_early, prior.cat_early);

  list.clear();
  int top = 0;
  const auto offer = [&](int q, Action action) {
    const int z = clamped(q);
    if (z < top) return;
    if (z > top) list.clear();
    top = z;
    list.push(action);
  };
  // Calls `each` with slot and cell of every spot on a bed where the class may reach the best.
  const auto for_each = [&](std::size_t which, Pair spots, const auto& each) {
    for (std::size_t slot = 0; slot < kSlots; ++slot) {
      if (clamped(bounds[which][slot]) < top) continue;
      for (Squares rest = of_bed(spots, static_cast<int>(slot)); rest != 0; rest &= rest - 1) each(slot, std::countr_zero(rest));
    }
  };
  const SpansOf open(garden.open);
  const SpansOf free(garden.free);
  while (true) {
    std::size_t which = 0;
    for (std::size_t other = 1; other < kClasses; ++other) which = bound[other] > bound[which] ? other : which;
    if (bound[which] == kNever || clamped(bound[which]) < top) break;
    bound[which] = kNever;
    const std::array<int, kSlots> most = bounds[which];
    if (which == kPots) {
      for_each(which, garden.free, [&](std::size_t slot, int cell) {
        offer(most[slot] - rough(beds[slot].free & ~square(cell)), pot_action(kLane * static_cast<int>(slot) + cell));
      });
      continue;
    }
    if (which == kCats) {  // W-7
      for_each(which, state.early_cats(),
               [&](std::size_t slot, int cell) { offer(prior.cat_early, cat_action(kLane * static_cast<int>(slot) + cell)); });
      continue;
    }
    const std::size_t place = which % kMaxRow;
    const Tile& tile = tile_at(place);
    for (std::size_t i = 0; i < tile.shape_count; ++i) {
      const Shape& shape = tile.shapes[i];
      const auto action = [&](std::size_t slot, int cell) {
        return tile_action({static_cast<int>(place), static_cast<int>(slot), shape.orientation, cell});
      };
      if (which < kMaxRow) {
        for_each(which, shape.fits(free), [&](std::size_t slot, int cell) {
          offer(most[slot] - rough(beds[slot].free & ~(shape.squares << cell)), action(slot, cell));
        });
      } else {
        for_each(which, shape.fits(open) & ~shape.fits(free), [&](std::size_t slot, int cell) {
          const Squares squares = shape.squares << cell;
          offer(planting(beds[slot], tile, squares) - rough(beds[slot].free & ~squares), action(slot, cell));
        });
      }
    }
  }
  std::sort(list.begin(), list.end());
}

// Quality of a tile on free squares alone, but for the roughness after it; if the bed has too few, of no tile.
int State::Weigher::on_free(const Bed& bed, const Tile& tile) const {  // W-5
  const int rest = bed.count - tile.square_count;
  if (rest < 0) return kNever;
  const int q = shows(tile) + bed.rough + sq * tile.square_count + left_with(state.own_cats())[static_cast<std::size_t>(rest)];
  return rest == 0 ? q + finish(bed.slot, tile.pots, tile.cloches) : q;
}

// The most that a tile with prints under it comes to.
int State::Weigher::on_prints_at_most(const Bed& bed, const Tile& tile) const {  // W-5
  const int covered = std::min(bed.count, tile.square_count - 1);
  const int rest = bed.count - covered;
  const Bonuses& left = prior.left_most[static_cast<std::size_t>(std::min(state.own_cats(), kCells))];
  const int q = shows(tile) + bed.rough + sq * covered + left[static_cast<std::size_t>(rest)] - std::min(prior.pot, prior.cloche);
  return rest == 0 && bed.count > 0 ? q + finish(bed.slot, tile.pots, tile.cloches) : q;
}

// ---- Other nodes

void State::Weigher::weigh_cats(Qualities& qualities) const {  // W-7
  const int cats = state.own_cats();
  for (int slot = 0; slot < kSlots && cats > 0; ++slot) {
    const Squares free = of_bed(state.own_garden().free, slot);
    const int count = std::popcount(free);
    if (count == 0) continue;
    int q = prior.cat + rough(free) + left_with(cats - 1)[static_cast<std::size_t>(count - 1)];
    if (count == 1) q += finish(slot, 0, 0);
    if (count <= cats) q += prior.cat_finish;
    if (state.is_final()) q += prior.cat_final;
    for (Squares here = free; here != 0; here &= here - 1) qualities.push(q, free & ~lowest(here));
  }
  if (state.may_finish()) qualities.push(prior.done);  // W-8
}

void State::Weigher::weigh_cubes(int colour, Qualities& qualities) const {  // W-11
  const auto c = static_cast<std::size_t>(colour);
  const Track& track = tables.tracks[c];
  const int steps = state.shown(at.player, at.slot)[c];
  const bool is_last_on_start = at.cubes[c][at.player][1] != 0;
  for (unsigned options = state.cube_options(colour); options != 0; options &= options - 1) {
    const int from = std::countr_zero(options);
    const int to = std::min(from + steps, track.goal);
    int q = prior.cube + prior.cube_point * (track.points_at(to) - track.points_at(from)) - prior.cube_waste * (from + steps - to) + to;
    if (from <= track.line && to > track.line) q += prior.cube_cat;
    if (from == 0 && is_last_on_start) q += prior.cube_pot;
    if (to == track.goal) q += prior.cube_hive * hive_to_win();
    qualities.push(q);
  }
}

// Value of the hive that the mover's next cube on a goal wins.
int State::Weigher::hive_to_win() const {  // CG-16
  for (std::size_t hive = 0; hive < static_cast<std::size_t>(tables.path.hives); ++hive) {
    if (at.hives[hive] == at.player) return 0;
    if (at.hives[hive] == kNobody) return tables.hive_values[hive];
  }
  return 0;
}

void State::Weigher::weigh_losses(Qualities& qualities) const {  // W-12
  const CubeOptions options = state.lose_options();
  for (std::size_t colour = 0; colour < kColours; ++colour) {
    const Track& track = tables.tracks[colour];
    for (unsigned rest = options[colour]; rest != 0; rest &= rest - 1) {
      const int from = std::countr_zero(rest);
      const int to = from == track.goal ? track.leaves_goal : from - track.back;
      qualities.push(prior.lose - prior.lose_point * (track.points_at(from) - track.points_at(to)) - from);
    }
  }
}

void State::Weigher::weigh(Qualities& qualities) const {
  switch (at.phase) {
    case Phase::kLose: return weigh_losses(qualities);
    case Phase::kRefill:  // W-9
      qualities.push(prior.refill_no + prior.refill_have * (state.row().size - state.empty_in_row()));
      return qualities.push(prior.refill_cat);
    case Phase::kPlant:
      weigh_tiles(qualities);
      weigh_pots(state.own_garden().free, qualities);
      for (Pair cats = state.early_cats(); cats != 0; cats &= cats - 1) qualities.push(prior.cat_early);  // W-7
      break;
    case Phase::kCats: weigh_cats(qualities); break;
    case Phase::kScore:  // W-10
      for (int slot = 0; slot < kSlots; ++slot) {
        const Shown shown = state.shown(at.player, slot);
        qualities.push(prior.done + gain(kOrange, shown[kOrange]) + gain(kBlue, shown[kBlue]));
      }
      return;
    case Phase::kOrange: return weigh_cubes(kOrange, qualities);
    case Phase::kBlue: return weigh_cubes(kBlue, qualities);
    case Phase::kOrangePot:
    case Phase::kBluePot:
    case Phase::kPot: weigh_pots(state.pot_spots(), qualities); break;
    case Phase::kReturn:  // W-8
      for (std::uint64_t tiles = state.return_options(); tiles != 0; tiles &= tiles - 1) qualities.push(prior.back);
      return;
    default: return;
  }
  qualities.take_off_roughness(prior.lone, prior.tip);
}

void State::prior(const FixedList<Action, kMaxLegal>& list, FixedList<std::uint32_t, kMaxLegal>& weights) const {
  assert(mover() >= 0);
  Qualities qualities;
  Weigher(*this).weigh(qualities);
  weights.clear();
  for (std::size_t i = 0; i < static_cast<std::size_t>(qualities.size); ++i)
    weights.push(kWeights[static_cast<std::size_t>(clamped(qualities.quality[i]))]);
  assert(weights.size() == list.size());
  static_cast<void>(list);
}

void State::best_by_prior(FixedList<Action, kMaxLegal>& list) const {
  assert(mover() >= 0);
  if (at_.phase == Phase::kPlant) return Weigher(*this).find_best(list);
  Qualities qualities;
  Weigher(*this).weigh(qualities);
  legal(list);
  const int top = clamped(*std::max_element(qualities.quality.begin(), qualities.quality.begin() + qualities.size));
  int kept = 0;
  for (int i = 0; i < list.size(); ++i) {
    if (clamped(qualities.quality[static_cast<std::size_t>(i)]) == top) list[kept++] = list[i];
  }
  list.resize(kept);
}

void State::features(int observer, std::span<float> features) const {
  assert(features.size() == static_cast<std::size_t>(kFeatures));
  std::fill(features.begin(), features.end(), 0.0F);
  const PerPlayer<int> points = scores();
  const double most = tables_->score_bounds().high;
  for (int seat = 0; seat < tables_->player_count; ++seat) {
    const int player = (observer + seat) % tables_->player_count;
    const auto p = static_cast<std::size_t>(player);
    int showing = 0;
    for (int slot = 0; slot < kSlots; ++slot) {
      if (!has_bed(player, slot)) continue;
      const Shown shows = shown(player, slot);
      showing += shows[kOrange] + 2 * shows[kBlue];
    }
    const std::array<double, kFeaturesEach> values{
        points[player] / most,
        std::popcount(of_bed(at_.gardens[p].free, 0)) / double{kCells},
        std::popcount(of_bed(at_.gardens[p].free, 1)) / double{kCells},
        showing / kUsualGain,
        at_.cats[p] / kUsualCats,
        mover() == player ? 1.0 : 0.0,
    };
    for (int i = 0; i < kFeaturesEach; ++i) {
      features[static_cast<std::size_t>(seat) * kFeaturesEach + static_cast<std::size_t>(i)] =
          static_cast<float>(values[static_cast<std::size_t>(i)]);
    }
  }
}

}  // namespace cloche::cottage_garden
