// Endings of Cottage Garden: where the final round is solved exactly (state.md, E-1), and what saves the solver lines there. All here
// is about the final round, where a player without beds has no turns and a scored bed leaves the game (CG-23, CG-24).
#include <algorithm>
#include <bit>
#include <limits>

#include "games/cottage_garden/state.hpp"

namespace cloche::cottage_garden {
namespace {

// E-1: squares, if one bed is left in the game and if more are
struct Few {
  int free;
  int uncovered;
};
constexpr Few kOnOneBed{4, 9};
constexpr Few kOnMoreBeds{2, 14};

// What cubes of a colour win at most.
struct Won {
  int points = 0;
  int spare_losses = 0;  // losses (CG-22) before it that cost nothing, since a cube would have gone beyond the goal
};

// By a move of `first` steps and one of `second`, of one cube or two; 0 steps are no move.
Won most_won(const Track& track, const Steps& steps, int first, int second, bool goals_pay) {
  const auto won = [&](int from, int by) { return track.points_at(std::min(from + by, track.goal)) - track.points_at(from); };
  Won most;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    most.points = std::max(most.points, won(steps[i], first + second));
    for (std::size_t j = 0; j < steps.size() && second > 0; ++j) {
      if (i != j) most.points = std::max(most.points, won(steps[i], first) + won(steps[j], second));
    }
    const int beyond = steps[i] + first + second - track.goal;
    if (steps[i] < track.goal) most.spare_losses = std::max(most.spare_losses, (beyond + track.back - 1) / track.back);
    else if (goals_pay) most.spare_losses = std::max(most.spare_losses, beyond);
  }
  return most;
}

// How often cubes can pay, those on the goal only if they must.
int times_payable(const Track& track, const Steps& steps, bool goals_pay) {
  int times = 0;
  for (const int step : steps) {
    if (step < track.goal) times += step / track.back;
    else if (goals_pay) times += 1 + track.leaves_goal / track.back;
  }
  return times;
}

int least_loss(const Track& track) {
  int least = track.points_at(track.goal) - track.points_at(track.leaves_goal);
  for (int step = track.back; step < track.goal; ++step)
    least = std::min(least, track.points_at(step) - track.points_at(step - track.back));
  return least;
}

// Takes the cheapest loss and says what it is; 0 if no cube can pay.
int pay_least(const std::array<Track, kColours>& tracks, std::array<Steps, kColours>& cubes) {
  for (const bool goals : {false, true}) {
    int least = std::numeric_limits<int>::max();
    std::uint8_t* payer = nullptr;
    int to = 0;
    for (std::size_t c = 0; c < kColours; ++c) {
      const Track& track = tracks[c];
      for (std::uint8_t& step : cubes[c]) {
        if ((step == track.goal) != goals || (!goals && step < track.back)) continue;
        const int after = goals ? track.leaves_goal : step - track.back;
        const int loss = track.points_at(step) - track.points_at(after);
        if (loss >= least) continue;
        least = loss;
        payer = &step;
        to = after;
      }
    }
    if (payer == nullptr) continue;
    *payer = static_cast<std::uint8_t>(to);
    return least;
  }
  return 0;
}

// Marks that a planting adds to a bed at most; a pot token adds one pot.
struct Marks {
  int pots = 1;
  int cloches = 0;
  int both = 1;

  explicit Marks(const Tables& tables) {
    for (int t = 0; t < tables.tile_count; ++t) {
      const Tile& tile = tables.tile(t);
      pots = std::max<int>(pots, tile.pots);
      cloches = std::max<int>(cloches, tile.cloches);
      both = std::max(both, tile.pots + tile.cloches);
    }
  }
};

}  // namespace

// What lies ahead of a player.
struct State::Outlook {
  Outlook(const State& ahead_of, int who);

  // The best and the worst case, in points from now on; the worst is what pot tokens alone are sure to bring.
  [[nodiscard]] int most() const;
  [[nodiscard]] int least() const;

  [[nodiscard]] const Steps& cubes(std::size_t colour) const { return at.cubes[colour][static_cast<std::size_t>(player)]; }
  [[nodiscard]] Won most_won(std::size_t colour, int more, bool goals_pay) const;
  [[nodiscard]] bool reaches_goal(std::size_t colour, int more) const;
  [[nodiscard]] int payable(bool goals_pay) const;
  [[nodiscard]] int losses(int plantings) const { return pays_first ? plantings : std::max(0, plantings - 1); }
  [[nodiscard]] int fewest_plantings() const;
  [[nodiscard]] int cloches_in_sight(int turns) const;
  [[nodiscard]] int hive() const;

  const State& state;
  const Tables& tables;
  const Position& at;
  int player;
  bool plants_now;  // a planting of this turn is still to come
  bool must_plant;  // at least one planting is still to come
  bool pays_first;  // points are lost before the next planting

  int beds = 0;                       // to be scored, or being scored with what is still to move for it
  std::array<Shown, kSlots> shows{};  // by bed, what is still to move
  int growing = 0;                    // beds that are not being scored
  std::array<int, kSlots> free{};     // squares of these
  int open = 0;
};

State::Outlook::Outlook(const State& ahead_of, int who)
    : state(ahead_of),
      tables(*ahead_of.tables_),
      at(ahead_of.at_),
      player(who),
      plants_now(at.player == who && (at.phase == Phase::kLose || at.phase == Phase::kRefill || at.phase == Phase::kPlant)),
      must_plant(plants_now || at.player != who),
      pays_first(!plants_now || at.phase == Phase::kLose) {
  for (int slot = 0; slot < kSlots; ++slot) {
    if (!state.has_bed(player, slot)) continue;
    const bool in_scoring = at.player == player && at.slot == slot;
    if (in_scoring && at.phase == Phase::kReturn) continue;
    const auto bed = static_cast<std::size_t>(beds++);
    shows[bed] = state.shown(player, slot);
    if (in_scoring) {
      if (at.phase != Phase::kOrange) shows[bed][kOrange] = 0;
      if (at.phase == Phase::kBluePot) shows[bed][kBlue] = 0;
      continue;
    }
    ++growing;
    free[bed] = std::popcount(of_bed(state.garden_of(player).free, slot));
    open += std::popcount(of_bed(state.garden_of(player).open, slot));
  }
}

// `more` steps may come to each bed.
Won State::Outlook::most_won(std::size_t colour, int more, bool goals_pay) const {
  return cottage_garden::most_won(tables.tracks[colour], cubes(colour), shows[0][colour] + more, beds > 1 ? shows[1][colour] + more : 0,
                                  goals_pay);
}

bool State::Outlook::reaches_goal(std::size_t colour, int more) const {
  const int steps = shows[0][colour] + more + (beds > 1 ? shows[1][colour] + more : 0);
  return steps > 0 && cubes(colour)[kCubes - 1] + steps >= tables.tracks[colour].goal;
}

int State::Outlook::payable(bool goals_pay) const {
  return times_payable(tables.tracks[kOrange], cubes(kOrange), goals_pay) + times_payable(tables.tracks[kBlue], cubes(kBlue), goals_pay);
}

// Cats cover squares too, and so do the cats and pots that the scoring of another bed may earn.
int State::Outlook::fewest_plantings() const {
  const int others = at.cats[static_cast<std::size_t>(player)] + (beds - 1) * kColours * (tables.line_cats + 1);
  int plantings = 0;
  for (const int squares : free) plantings += (std::max(0, squares - others) + kMaxTileSquares - 1) / kMaxTileSquares;
  return growing > 0 && must_plant ? std::max(plantings, 1) : plantings;
}

// Cloches on the tiles that the player may see in so many turns, if nobody else has turns.
int State::Outlook::cloches_in_sight(int turns) const {
  const auto next_turn = [&](int space) {
    for (int p = 0; p < tables.player_count; ++p) space = tables.path.next(space);
    return space;
  };
  unsigned seen = 0;
  for (int turn = 0, space = plants_now ? int{at.gardener} : next_turn(at.gardener); turn < turns; ++turn, space = next_turn(space)) {
    seen |= tables.row(space).mask;
  }
  int cloches = 0;
  const int drawn = turns + std::popcount(seen & ~unsigned{at.occupied});  // at most, from the queue
  for (unsigned cells = seen & at.occupied; cells != 0; cells &= cells - 1) {
    cloches += tables.tile(at.nursery[static_cast<std::size_t>(std::countr_zero(cells))]).cloches;
  }
  for (int i = 0; i < std::min<int>(drawn, at.queue_size); ++i) cloches += tables.tile(at.pool[static_cast<std::size_t>(i)]).cloches;
  return cloches;
}

int State::Outlook::hive() const {  // CG-16
  for (std::size_t hive = 0; hive < static_cast<std::size_t>(tables.path.hives); ++hive) {
    if (at.hives[hive] == player) return 0;
    if (at.hives[hive] == kNobody) return tables.hive_values[hive];
  }
  return 0;
}

int State::Outlook::most() const {
  const Marks marks(tables);
  const int loss = std::min(least_loss(tables.tracks[kOrange]), least_loss(tables.tracks[kBlue]));
  const int payable_below_goals = payable(false);
  const int payable_at_all = payable(true);
  const int earned_pots = growing > 0 ? (beds - 1) * kColours : 0;
  const bool last_bed = state.beds_in_game() == 1;
  int most = std::numeric_limits<int>::min();
  bool wins_hive = false;
  const int first = fewest_plantings();
  const int last = growing > 0 ? std::max(first, open) : first;  // each covers an open square
  for (int plantings = first; plantings <= last; ++plantings) {
    const int paid = std::min(losses(plantings), payable_at_all);
    const bool goals_pay = beds > 1 || paid > payable_below_goals;
    int most_cloches = plantings * std::min(marks.cloches, marks.both);
    if (last_bed) most_cloches = std::min(most_cloches, cloches_in_sight(plantings));
    for (int cloches = 0; cloches <= most_cloches; ++cloches) {
      const int pots = earned_pots + std::min(plantings * marks.pots, plantings * marks.both - cloches);
      const Won orange = most_won(kOrange, pots, goals_pay);
      const Won blue = most_won(kBlue, cloches, goals_pay);
      most = std::max(most, orange.points + blue.points - loss * std::max(0, paid - orange.spare_losses - blue.spare_losses));
      wins_hive = wins_hive || reaches_goal(kOrange, pots) || reaches_goal(kBlue, cloches);
    }
  }
  return wins_hive ? most + hive() : most;
}

int State::Outlook::least() const {
  constexpr int kAnything = -255;
  // With two beds it is not looked for; on a complete bed only a tile can be planted, whatever that covers.
  if (beds > 1 || (plants_now && free[0] == 0)) return kAnything;
  int plantings = std::max(0, free[0] - at.cats[static_cast<std::size_t>(player)]);
  if (growing > 0 && must_plant) plantings = std::max(plantings, 1);
  std::array<Steps, kColours> after{cubes(kOrange), cubes(kBlue)};
  int points = 0;
  for (int i = 0; i < losses(plantings); ++i) points -= pay_least(tables.tracks, after);
  points += cottage_garden::most_won(tables.tracks[kOrange], after[kOrange], shows[0][kOrange] + plantings, 0, false).points;
  points += cottage_garden::most_won(tables.tracks[kBlue], after[kBlue], shows[0][kBlue], 0, false).points;
  return points;
}

bool State::solvable_ending() const {  // E-1
  if (!is_final() || mover() < 0) return false;
  int holders = 0;
  Few squares{0, 0};
  for (int player = 0; player < tables_->player_count; ++player) {
    holders += has_bed(player, 0) || has_bed(player, 1) ? 1 : 0;
    for (int slot = 0; slot < kSlots; ++slot) {
      if (player == at_.player && slot == at_.slot) continue;
      squares.free += std::popcount(of_bed(garden_of(player).free, slot));
      squares.uncovered += std::popcount(of_bed(garden_of(player).open, slot));
    }
  }
  const Few most = beds_in_game() == 1 ? kOnOneBed : kOnMoreBeds;
  return (tables_->player_count <= 2 || holders == 1) && squares.free <= most.free && squares.uncovered <= most.uncovered;
}

PerPlayer<ScoreBounds> State::final_scores() const {
  PerPlayer<ScoreBounds> bounds;
  for (const int now : scores()) {
    const Outlook outlook(*this, bounds.size());
    if (outlook.beds == 0) bounds.push({now, now});
    else bounds.push({std::max(0, now + outlook.least()), now + outlook.most()});
  }
  return bounds;
}

State State::ending_key() const {
  State key = *this;
  Position& at = key.at_;
  // Of tokens and cats only what they show and cover counts.
  for (std::size_t bed = 0; bed < kBedsInPlay; ++bed) {
    const int pots = std::popcount(of_bed(at.gardens[bed / kSlots].pots, static_cast<int>(bed % kSlots)));
    at.tile_pots[bed] = static_cast<std::uint8_t>(at.tile_pots[bed] + pots);
  }
  for (Garden& garden : at.gardens) garden.pots = garden.cats = 0;
  // Tiles on beds only go back to the queue, those of the last bed nowhere (CG-24).
  int laid = 0;
  for (const std::uint8_t tiles : at.laid) laid += tiles;
  auto tile = at.pool.end() - laid;
  if (beds_in_game() == 1) {
    std::fill(tile, at.pool.end(), std::uint16_t{0});
    at.laid.fill(0);
  } else {
    std::transform(tile, at.pool.end(), tile, [](std::uint16_t packed) { return static_cast<std::uint16_t>(Lain::of(packed).tile); });
    for (const std::uint8_t tiles : at.laid) {
      std::sort(tile, tile + tiles);
      tile += tiles;
    }
  }
  // Spaces that are empty, and one for each square that may still be planted on, are filled from the head of the queue at most.
  int drawn = tables_->nursery_cells() - std::popcount(at.occupied);
  for (const Garden& garden : at.gardens) drawn += std::popcount(garden.open);
  if (drawn < at.queue_size) {
    std::fill(at.pool.begin() + drawn, at.pool.begin() + at.queue_size, std::uint16_t{0});
    at.queue_size = static_cast<std::uint8_t>(drawn);
  }
  return key;
}

}  // namespace cloche::cottage_garden
