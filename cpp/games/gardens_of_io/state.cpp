#include "games/gardens_of_io/state.hpp"

#include <algorithm>

namespace cloche::gardens_of_io {
namespace {

constexpr unsigned bit(int special) {
  return 1U << special;
}
constexpr unsigned kNeedFlowers = bit(kSwapTree) | bit(kSwapFlowers) | bit(kMoveFlower);
constexpr unsigned kNeedTrees = bit(kSwapTree) | bit(kMoveTree);

void exchange(Cells& cells, int out, int in) {
  cells.erase(out);
  cells.insert(in);
}

}  // namespace

State::State(const Tables& tables) : tables_(&tables) {
  at_.bag = tables.bag;
  for (std::size_t p = 0; p < static_cast<std::size_t>(tables.player_count); ++p)
    at_.allowance[p] = static_cast<std::uint8_t>(tables.setup.specials);
  at_.counters = tables.uses;
  derive();
}

State::State(const Tables& tables, const Position& at) : tables_(&tables), at_(at) {
  derive();
}

// ---- Cached fields

void State::derive() {
  const auto track = static_cast<std::uint32_t>(tables_->geometry.track);
  at_.empty = tables_->geometry.board - at_.trees;
  at_.in_garden = 0;
  for (std::size_t colour = 0; colour < at_.flowers.size(); ++colour) {
    at_.empty -= at_.flowers[colour];
    if (!at_.flowers[colour].empty()) at_.in_garden = static_cast<std::uint8_t>(at_.in_garden | 1U << colour);
  }
  for (std::size_t p = 0; p < at_.spaces.size(); ++p) at_.spaces[p] = static_cast<std::uint8_t>(at_.positions[p] % track);
  at_.usable = 0;
  for (std::size_t k = 0; k < at_.counters.size(); ++k) {
    if (at_.counters[k] != 0) at_.usable = static_cast<std::uint8_t>(at_.usable | 1U << k);
  }
  note_trees();
}

void State::note_trees() {
  Cells rest = at_.trees;
  for (std::uint8_t& cell : at_.tree_cells) cell = static_cast<std::uint8_t>(rest.empty() ? kNoCell : rest.pop_first());
}

// ---- What is legal

Cells State::in_sight(int space) const {  // IO-11
  const Geometry& geometry = tables_->geometry;
  const auto from = static_cast<std::size_t>(space);
  Cells hidden;
  for (const std::uint8_t tree : at_.tree_cells) hidden |= geometry.shadow[tree][from];
  return geometry.in_line[from] - hidden;
}

Cells State::plantable(int player) const {  // IO-11
  return in_sight(at_.spaces[static_cast<std::size_t>(player)]) & at_.empty;
}

Flowers State::in_reserves() const {
  Flowers sum;
  for (const Flowers reserve : at_.reserves) sum = sum + reserve;
  return sum;
}

int State::colour_on(int cell) const {
  int colour = 0;
  while (!at_.flowers[static_cast<std::size_t>(colour)].has(cell)) ++colour;
  return colour;
}

unsigned State::specials_on_offer() const {  // IO-8, IO-10
  if (!at_.special_open || at_.allowance[at_.player] == 0) return 0;
  assert(!at_.empty.empty());  // a component file that fills the garden is refused
  unsigned offer = at_.usable;
  if (at_.trees.empty()) offer &= ~kNeedTrees;
  if (at_.in_garden == 0) return offer & ~kNeedFlowers;
  const bool one_colour = (at_.in_garden & (at_.in_garden - 1)) == 0;
  return one_colour ? offer & ~bit(kSwapFlowers) : offer;
}

Cells State::first_cells(int special) const {  // IO-10, IO-21
  const Cells planted = tables_->geometry.board - at_.empty - at_.trees;
  if ((special == kMoveTree || special == kMoveFlower) && at_.empty.empty()) return {};
  if (special == kMoveTree) return at_.trees;
  if (special == kMoveFlower) return planted;
  if (planted.empty()) return {};
  if (special == kSwapTree) return at_.trees;
  const Cells others = planted - at_.flowers[static_cast<std::size_t>(colour_on(highest(planted)))];
  if (others.empty()) return {};
  return planted - cells_above(highest(others));
}

Cells State::second_cells(int special, int first) const {  // IO-10, IO-21
  const Cells planted = tables_->geometry.board - at_.empty - at_.trees;
  if (special == kSwapTree) return planted;
  if (special == kSwapFlowers) return (planted - at_.flowers[static_cast<std::size_t>(colour_on(first))]) & cells_above(first);
  return at_.empty;
}

Cells State::lap_bonus_cells() const {  // IO-16
  const Flowers held = in_reserves();
  Cells cells;
  for (int colour = 0; colour < kMaxColours; ++colour) {
    if (held.has(colour)) cells |= at_.flowers[static_cast<std::size_t>(colour)];
  }
  return cells;
}

Cells State::cells_to_pick() const {
  switch (at_.phase) {
    case Phase::kTree: return at_.empty;  // IO-6
    case Phase::kFirstCell: return first_cells(at_.special);
    case Phase::kSecondCell: return second_cells(at_.special, at_.first);
    case Phase::kLapBonus: return lap_bonus_cells();
    default: return {};
  }
}

void State::legal(FixedList<Action, kMaxLegal>& list) const {
  list.clear();
  if (at_.phase == Phase::kDeal) {
    for (int colour = 0; colour < kMaxColours; ++colour) {
      if (at_.bag.has(colour)) list.push(static_cast<Action>(colour));
    }
  } else if (at_.phase == Phase::kTurn) {
    FixedList<int, kMaxInLine> line;
    for (const int cell : plantable(at_.player)) line.push(cell);
    const Flowers reserve = at_.reserves[at_.player];
    for (int colour = 0; colour < kMaxColours; ++colour) {
      if (!reserve.has(colour)) continue;
      for (const int cell : line) list.push(plant_action(colour, cell));
    }
    if (line.empty()) list.push(kSkip);  // IO-12
    for (unsigned offer = specials_on_offer(); offer != 0; offer &= offer - 1) list.push(special_action(std::countr_zero(offer)));
  } else {
    for (const int cell : cells_to_pick()) list.push(cell_action(cell));
  }
}

bool State::is_legal(Action action) const {
  if (at_.phase == Phase::kDeal) return action < kMaxColours && at_.bag.has(action);
  if (at_.phase != Phase::kTurn) return is_cell(action) && cells_to_pick().has(cell_of(action));
  if (is_plant(action)) return at_.reserves[at_.player].has(plant_colour(action)) && plantable(at_.player).has(plant_cell(action));
  if (action == kSkip) return plantable(at_.player).empty();  // IO-12
  return is_special(action) && (specials_on_offer() & bit(special_of(action))) != 0;
}

Action State::random_legal(Rng& rng) const {
  if (at_.phase == Phase::kTurn) {
    const Cells line = plantable(at_.player);
    const Flowers reserve = at_.reserves[at_.player];
    const unsigned offer = specials_on_offer();
    const int in_line = line.size();
    const int plants = in_line * reserve.colours();
    const int others = plants == 0 ? 1 : 0;
    int k = rng.below(plants + others + std::popcount(offer));
    if (k < plants) {
      const auto colour = static_cast<unsigned>(k) / static_cast<unsigned>(in_line);
      return plant_action(reserve.nth_colour(static_cast<int>(colour)), line.nth(k - static_cast<int>(colour) * in_line));
    }
    k -= plants;
    if (k < others) return kSkip;
    return special_action(nth_bit(offer, k - others));
  }
  if (at_.phase == Phase::kDeal) return static_cast<Action>(at_.bag.nth_colour(rng.below(at_.bag.colours())));
  const Cells cells = cells_to_pick();
  return cell_action(cells.nth(rng.below(cells.size())));
}

void State::outcomes(FixedList<Outcome, kMaxOutcomes>& list) const {  // IO-4
  assert(at_.phase == Phase::kDeal);
  list.clear();
  for (int colour = 0; colour < kMaxColours; ++colour) {
    if (at_.bag.has(colour)) list.push({static_cast<Action>(colour), static_cast<std::uint32_t>(at_.bag.count(colour))});
  }
}

// ---- What follows

void State::apply(Action action) {
  assert(is_legal(action));
  switch (at_.phase) {
    case Phase::kDeal: return draw(action);
    case Phase::kTree: return put_tree(cell_of(action));
    case Phase::kTurn:
      if (is_plant(action)) return plant(plant_colour(action), plant_cell(action));
      if (action == kSkip) return skip();
      return choose_special(special_of(action));
    case Phase::kFirstCell: return pick_first(cell_of(action));
    case Phase::kSecondCell: return carry_out(at_.first, cell_of(action));
    case Phase::kLapBonus: return take_lap_bonus(cell_of(action));
    case Phase::kOver: return;
  }
}

void State::draw(int colour) {  // IO-4
  at_.bag.remove(colour);
  Flowers& reserve = at_.reserves[at_.player];
  reserve.add(colour);
  if (reserve.total() < tables_->setup.flowers) return;
  if (++at_.player < tables_->player_count) return;
  if (tables_->tree_count == 0) return begin_turns();
  at_.phase = Phase::kTree;
  at_.player = tables_->setup.trees_by[0];
}

void State::put_tree(int cell) {  // IO-6
  at_.trees.insert(cell);
  at_.empty.erase(cell);
  note_trees();
  const int standing = at_.trees.size();
  if (standing == tables_->tree_count) return begin_turns();
  at_.player = tables_->setup.trees_by[static_cast<std::size_t>(standing)];
}

void State::begin_turns() {  // IO-7
  at_.phase = Phase::kTurn;
  at_.player = 0;
}

void State::plant(int colour, int cell) {  // IO-11
  Cells& same = at_.flowers[static_cast<std::size_t>(colour)];
  const int size = group_size(same, tables_->geometry.adjacent[static_cast<std::size_t>(cell)], cell);  // IO-13
  same.insert(cell);
  at_.empty.erase(cell);
  at_.in_garden = static_cast<std::uint8_t>(at_.in_garden | 1U << colour);
  at_.reserves[at_.player].remove(colour);
  const bool extra_turn = !in_reserves().has(colour);  // IO-15
  const bool passed_start = walk(size);
  if (lead() >= tables_->lap_lead) return end();  // IO-18
  if (owes_lap_bonus(passed_start)) {
    at_.extra_turn = extra_turn;
    return;
  }
  finish_turn(extra_turn);
}

void State::skip() {  // IO-12
  const bool passed_start = walk(tables_->skip_spaces);
  if (lead() >= tables_->lap_lead) return end();  // IO-18
  if (!owes_lap_bonus(passed_start)) finish_turn(false);
}

void State::choose_special(int special) {  // IO-8, IO-9
  --at_.allowance[at_.player];
  if (--at_.counters[static_cast<std::size_t>(special)] == 0) at_.usable = static_cast<std::uint8_t>(at_.usable & ~bit(special));
  at_.special_open = false;
  if (special != kRun) {
    at_.special = static_cast<std::uint8_t>(special);
    at_.phase = Phase::kFirstCell;
    return;
  }
  const bool passed_start = walk(tables_->run_spaces);
  if (lead() >= tables_->lap_lead) return end();  // IO-18
  if (owes_lap_bonus(passed_start)) at_.special = kRun;
}

void State::pick_first(int cell) {  // IO-21
  at_.first = static_cast<std::uint8_t>(cell);
  at_.phase = Phase::kSecondCell;
}

void State::carry_out(int first, int second) {  // IO-9
  if (at_.special == kMoveTree) {
    exchange(at_.trees, first, second);
    exchange(at_.empty, second, first);
  } else if (at_.special == kMoveFlower) {
    exchange(at_.flowers[static_cast<std::size_t>(colour_on(first))], first, second);
    exchange(at_.empty, second, first);
  } else if (at_.special == kSwapTree) {
    exchange(at_.flowers[static_cast<std::size_t>(colour_on(second))], second, first);
    exchange(at_.trees, first, second);
  } else {
    Cells& flowers = at_.flowers[static_cast<std::size_t>(colour_on(first))];
    exchange(at_.flowers[static_cast<std::size_t>(colour_on(second))], second, first);
    exchange(flowers, first, second);
  }
  note_trees();
  at_.special = kNoSpecial;
  at_.first = 0;
  at_.phase = Phase::kTurn;
}

void State::take_lap_bonus(int cell) {  // IO-16
  const int colour = colour_on(cell);
  Cells& same = at_.flowers[static_cast<std::size_t>(colour)];
  same.erase(cell);
  if (same.empty()) at_.in_garden = static_cast<std::uint8_t>(at_.in_garden & ~(1U << colour));
  at_.empty.insert(cell);
  at_.reserves[at_.player].add(colour);
  if (at_.special != kRun) return finish_turn(at_.extra_turn);
  at_.special = kNoSpecial;
  at_.phase = Phase::kTurn;
}

// Moves the Martian of the player to move; whether it passed the start.
bool State::walk(int spaces) {  // IO-14
  const std::size_t player = at_.player;
  std::uint64_t others = 0;
  for (std::size_t p = 0; p < static_cast<std::size_t>(tables_->player_count); ++p) {
    if (p != player) others |= std::uint64_t{1} << at_.spaces[p];
  }
  const int track = tables_->geometry.track;
  int space = at_.spaces[player];
  std::uint32_t walked = 0;
  bool passed_start = false;
  for (; spaces > 0; --spaces) {
    do {
      ++walked;
      if (++space == track) {
        space = 0;
        passed_start = true;
      }
    } while (((others >> space) & 1U) != 0);
  }
  at_.spaces[player] = static_cast<std::uint8_t>(space);
  at_.positions[player] += walked;
  return passed_start;
}

int State::lead() const {
  std::uint32_t first = at_.positions[0];
  std::uint32_t last = first;
  for (std::size_t p = 1; p < static_cast<std::size_t>(tables_->player_count); ++p) {
    first = std::max(first, at_.positions[p]);
    last = std::min(last, at_.positions[p]);
  }
  return static_cast<int>(first - last);
}

// Enters the lap bonus node if the player must take a flower.
bool State::owes_lap_bonus(bool passed_start) {  // IO-16
  if (!passed_start || !tables_->lap_bonus || lap_bonus_cells().empty()) return false;
  at_.phase = Phase::kLapBonus;
  return true;
}

void State::finish_turn(bool extra_turn) {
  if (at_.reserves[at_.player].empty()) return end();  // IO-17
  at_.phase = Phase::kTurn;
  at_.special_open = true;
  at_.extra_turn = false;
  if (extra_turn) return;  // IO-15
  const int next = at_.player + 1;
  at_.player = static_cast<std::uint8_t>(next == tables_->player_count ? 0 : next);
}

void State::end() {
  at_.phase = Phase::kOver;
  at_.player = 0;
  at_.special_open = true;
  at_.extra_turn = false;
}

// ---- What it is worth

PerPlayer<int> State::scores() const {
  PerPlayer<int> scores;
  for (std::size_t p = 0; p < static_cast<std::size_t>(tables_->player_count); ++p)
    scores.push(static_cast<int>(at_.positions[p]));  // IO-19
  if (!tables_->cooperative) return scores;
  return PerPlayer<int>(scores.size(), *std::min_element(scores.begin(), scores.end()));  // IO-20
}

PerPlayer<double> State::returns() const {
  if (at_.phase != Phase::kOver) return PerPlayer<double>(tables_->player_count, 0.0);
  if (!tables_->cooperative) return returns_by_rank(ranks());
  PerPlayer<double> returns;
  for (const int score : scores()) returns.push(score);
  return returns;
}

bool State::consistent() const {
  Cells taken = at_.trees;
  for (const Cells& cells : at_.flowers) {
    if (cells.intersects(taken)) return false;
    taken |= cells;
  }
  if (!taken.is_subset_of(tables_->geometry.board)) return false;
  const Flowers held = in_reserves();
  for (int colour = 0; colour < kMaxColours; ++colour) {
    const int flowers = at_.flowers[static_cast<std::size_t>(colour)].size() + held.count(colour) + at_.bag.count(colour);
    if (flowers != tables_->bag.count(colour)) return false;
  }
  return *this == State(*tables_, at_);
}

}  // namespace cloche::gardens_of_io
