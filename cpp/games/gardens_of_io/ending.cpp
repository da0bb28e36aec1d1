// Endings of Gardens of Io: which are solved exactly (state.md, E-1), and what saves the solver lines there. No special action can
// be taken in them any more.
#include <algorithm>
#include <functional>
#include <limits>
#include <optional>

#include "games/gardens_of_io/state.hpp"

namespace cloche::gardens_of_io {
namespace {

// E-1: the most plantings that may be left, alone and together, if nobody is nearer to the start than so many spaces for each flower in
// the reserve.
struct Far {
  int spaces;
  int plantings;
  int together;
};
constexpr std::array<Far, 4> kFar{{{6, 7, 3}, {4, 6, 2}, {3, 4, 2}, {0, 3, 2}}};

constexpr int kAnything = kMaxPosition;

}  // namespace

// What the players' plantings can still bring.
struct State::Outlook {
  explicit Outlook(const State& position)
      : state(position), tables(*position.tables_), at(position.at_), plants_now(at.phase == Phase::kTurn) {
    if (plants_now) best_now = best_of(at.player, state.plantable(at.player));
    plants_now = best_now > 0;
  }

  // Where the last planting of the game, which is the next one, takes the Martian that makes it at most.
  [[nodiscard]] std::optional<int> last_position() const;
  [[nodiscard]] int most(int player) const;

  const State& state;
  const Tables& tables;
  const Position& at;
  bool plants_now;   // the player to move plants next
  int best_now = 0;  // the largest group that comes of it

 private:
  [[nodiscard]] Flowers reserve(int player) const { return at.reserves[static_cast<std::size_t>(player)]; }
  [[nodiscard]] int space(int player) const { return at.spaces[static_cast<std::size_t>(player)]; }
  [[nodiscard]] int best_of(int player, const Cells& line) const {
    int best = 0;
    for (int colour = 0; colour < kMaxColours; ++colour) {
      if (reserve(player).has(colour))
        best = std::max(best, best_group(tables.geometry, at.flowers[static_cast<std::size_t>(colour)], line));
    }
    return best;
  }
  [[nodiscard]] bool reaches_start(int player, int spaces) const {
    return spaces >= tables.geometry.track || (tables.lap_bonus && space(player) + spaces >= tables.geometry.track);
  }
  // At most, if nobody gets a flower back.
  [[nodiscard]] int spaces_ahead(int player) const;
};

std::optional<int> State::Outlook::last_position() const {
  if (!plants_now || reserve(at.player).total() != 1) return std::nullopt;
  State end = state;
  if (end.walk(best_now) && tables.lap_bonus) return std::nullopt;  // IO-16
  return static_cast<int>(end.at_.positions[at.player]);
}

int State::Outlook::spaces_ahead(int player) const {
  const bool now = plants_now && player == at.player;
  const int plantings = reserve(player).total();
  const Flowers held = state.in_reserves();
  // The j-th flower of a colour that is planted joins at most j times what one could join now.
  FixedList<int, Flowers::kMaxTotal> groups;
  for (int colour = 0; colour < kMaxColours && plantings > (now ? 1 : 0); ++colour) {
    if (!reserve(player).has(colour)) continue;
    const Cells& flowers = at.flowers[static_cast<std::size_t>(colour)];
    const int group = std::min(flowers.size() + held.count(colour), best_group(tables.geometry, flowers, at.empty) * held.count(colour));
    for (int i = 0; i < reserve(player).count(colour); ++i) groups.push(group);
  }
  std::sort(groups.begin(), groups.end(), std::greater<>());
  int spaces = plantings * (tables.player_count - 1);  // jumped (IO-14)
  if (now) spaces += best_now;
  for (int i = 0; i < plantings - (now ? 1 : 0); ++i) spaces += groups[i];
  if (plantings == (now ? 1 : 0)) return spaces;
  const int others = held.total() - 1;
  for (int i = now ? 1 : 0; i <= spaces && spaces < tables.geometry.track; ++i) {  // IO-12: where nothing may be left to plant on
    const auto from = static_cast<std::size_t>((space(player) + i) % tables.geometry.track);
    Cells line = tables.geometry.in_line[from] & at.empty;
    for (const std::uint8_t tree : at.tree_cells) line -= tables.geometry.shadow[tree][from];
    if (line.size() <= others) spaces += tables.skip_spaces + tables.player_count - 1;
  }
  return spaces;
}

int State::Outlook::most(int player) const {
  constexpr int kFew = 5;  // with more plantings ahead it is not looked for
  if (at.phase == Phase::kLapBonus || state.in_reserves().total() > kFew) return kAnything;
  for (int other = 0; other < tables.player_count; ++other) {
    if (other != player && reaches_start(other, spaces_ahead(other))) return kAnything;
  }
  const int spaces = spaces_ahead(player);
  if (reaches_start(player, spaces)) return kAnything;
  return static_cast<int>(at.positions[static_cast<std::size_t>(player)]) + spaces;
}

// Plantings until somebody has no flower left, if everybody plants in turn and nobody gets a flower back.
int State::plantings_left() const {
  const int players = tables_->player_count;
  int least = std::numeric_limits<int>::max();
  for (int turns = 0; turns < players; ++turns) {
    const int player = (at_.player + turns) % players;
    const int gets = turns == 0 && at_.phase == Phase::kLapBonus ? 1 : 0;
    const int flowers = at_.reserves[static_cast<std::size_t>(player)].total() + gets;
    least = std::min(least, (flowers - 1) * players + turns + 1);
  }
  return least;
}

bool State::ends_with_any_action() const {
  LegalList<State> list;
  legal(list);
  return std::all_of(list.begin(), list.end(), [this](Action action) {
    State next = *this;
    next.apply(action);
    return next.at_.phase == Phase::kOver;
  });
}

bool State::solvable_ending() const {  // E-1
  if (at_.phase != Phase::kTurn && at_.phase != Phase::kLapBonus) return false;
  const bool allowed = std::any_of(at_.allowance.begin(), at_.allowance.end(), [](int left) { return left != 0; });
  if (allowed && at_.usable != 0) return false;
  const int plantings = plantings_left();
  if (tables_->player_count > 2 && !tables_->cooperative) return plantings == 1 && ends_with_any_action();
  int far = kFar.front().spaces;
  for (std::size_t p = 0; tables_->lap_bonus && p < static_cast<std::size_t>(tables_->player_count); ++p)
    far = std::min(far, (tables_->geometry.track - at_.spaces[p]) / std::max(1, at_.reserves[p].total()));
  const Far& most = *std::find_if(kFar.begin(), kFar.end(), [far](const Far& row) { return far >= row.spaces; });
  return plantings <= (tables_->cooperative ? most.together : most.plantings);
}

ScoreBounds State::final_scores(int player) const {
  if (!tables_->cooperative) return final_position(player);
  ScoreBounds all = final_position(0);
  for (int other = 1; other < tables_->player_count; ++other) {
    const ScoreBounds own = final_position(other);
    all = {std::min(all.low, own.low), std::min(all.high, own.high)};
  }
  return all;
}

ScoreBounds State::final_position(int player) const {
  const Outlook outlook(*this);
  const int now = static_cast<int>(at_.positions[static_cast<std::size_t>(player)]);
  if (const std::optional<int> last = outlook.last_position()) {
    const int end = player == at_.player ? *last : now;
    return {end, end};
  }
  const bool plants = outlook.plants_now && player == at_.player;
  return {plants ? now + outlook.best_now : now, outlook.most(player)};
}

}  // namespace cloche::gardens_of_io
