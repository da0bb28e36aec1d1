// Endings of Gardens of Io: which are solved exactly (state.md, E-1), and what saves the solver lines there. No special action can
// be taken in them any more.
#include <algorithm>
#include <functional>
#include <limits>

#include "games/gardens_of_io/state.hpp"

namespace cloche::gardens_of_io {
namespace {

// E-1: the most plantings that may be left, and those that may where so few flowers are held, if nobody is nearer to the start than so
// many spaces for each flower in the reserve.
struct Far {
  int spaces;
  int most;
  int few;
  int held;

  [[nodiscard]] bool allows(int plantings, int flowers) const { return plantings <= (flowers <= held ? few : most); }
};
constexpr Far kNoLapBonus{0, 7, 8, 9};
constexpr std::array<Far, 6> kFar{{{6, 7, 8, 11}, {5, 6, 8, 11}, {4, 6, 8, 9}, {3, 4, 7, 9}, {1, 3, 6, 7}, {0, 3, 5, 7}}};
// Together.
constexpr int kFarTogether = 6;
constexpr int kMostTogether = 3;
constexpr int kNearTogether = 2;

constexpr int kAnything = kMaxPosition;

}  // namespace

// What the players' plantings can still bring.
class State::Outlook {
 public:
  explicit Outlook(const State& position);

  // Where each player can be sure to get to, and can get to at most.
  [[nodiscard]] PerPlayer<ScoreBounds> positions();

 private:
  using Numbers = std::array<int, kMaxPlayers>;

  [[nodiscard]] bool plants_now() const { return spaces_now_ > 0; }
  [[nodiscard]] bool takes_back_now() const { return passes_start_now_ && tables_.lap_bonus; }  // IO-16
  // Whether the game ends with the next planting, wherever that is.
  [[nodiscard]] bool is_last() const { return plants_now() && reserve(at_.player).total() == 1 && !takes_back_now(); }
  [[nodiscard]] Flowers reserve(int player) const { return at_.reserves[static_cast<std::size_t>(player)]; }
  [[nodiscard]] int space(int player) const { return at_.spaces[static_cast<std::size_t>(player)]; }
  [[nodiscard]] const Cells& planted(int colour) const { return at_.flowers[static_cast<std::size_t>(colour)]; }
  [[nodiscard]] int back(int player) const { return back_[static_cast<std::size_t>(player)]; }
  [[nodiscard]] int flowers(int player) const { return reserve(player).total() + back(player); }
  [[nodiscard]] int plantings(int player) const { return plantings_[static_cast<std::size_t>(player)]; }
  [[nodiscard]] int largest(int colour) const { return largest_[static_cast<std::size_t>(colour)]; }
  [[nodiscard]] int skips(int player) const { return skips_[static_cast<std::size_t>(player)]; }
  [[nodiscard]] int turns_to(int player) const { return (player - next_ + tables_.player_count) % tables_.player_count; }

  [[nodiscard]] bool is_followed() const;
  [[nodiscard]] int sure_group(int player) const;
  [[nodiscard]] bool look_ahead();
  void count_plantings();
  [[nodiscard]] int turns(int player) const;
  [[nodiscard]] int extra_turns(int player, int plantings) const;
  [[nodiscard]] int spaces_ahead(int player) const;
  [[nodiscard]] int skips_within(int player, int spaces) const;
  [[nodiscard]] int next_group(int player) const;
  [[nodiscard]] int planted_by_others(int player, int colour) const;
  [[nodiscard]] int all_of(int colour) const { return planted(colour).size() + held_.count(colour); }

  const State& state_;
  const Tables& tables_;
  const Position& at_;
  Flowers held_;                   // by all players together
  int next_;                       // whose turn it is, or will be after the lap bonus
  int spaces_now_ = 0;             // that the largest group takes the player to move; 0 if nothing is planted now
  bool passes_start_now_ = false;  // with that group

  // At most, of each player:
  Numbers back_{};  // flowers taken off the garden (IO-16)
  Numbers skips_{};
  Numbers plantings_{};
  Numbers spaces_{};
  // Where flowers may be planted some time, and for each colour the largest group that one more flower makes there.
  Cells open_;
  std::array<int, kMaxColours> largest_{};
};

State::Outlook::Outlook(const State& position)
    : state_(position), tables_(*position.tables_), at_(position.at_), held_(position.in_reserves()), next_(at_.player) {
  if (at_.phase == Phase::kLapBonus && !at_.extra_turn) next_ = (next_ + 1) % tables_.player_count;
  if (at_.phase != Phase::kTurn) return;
  const Cells line = state_.plantable(at_.player);
  int best = 0;
  for (int colour = 0; colour < kMaxColours; ++colour) {
    if (reserve(at_.player).has(colour)) best = std::max(best, best_group(tables_.geometry, planted(colour), line));
  }
  if (best == 0) return;
  State end = state_;
  passes_start_now_ = end.walk(best);
  spaces_now_ = static_cast<int>(end.at_.positions[at_.player] - at_.positions[at_.player]);
}

PerPlayer<ScoreBounds> State::Outlook::positions() {
  constexpr int kFew = 5;  // with more plantings ahead it is not looked for
  const bool looked = !is_last() && held_.total() <= kFew && look_ahead();
  PerPlayer<ScoreBounds> positions;
  for (int p = 0; p < tables_.player_count; ++p) {
    const auto at = static_cast<std::size_t>(p);
    const int now = static_cast<int>(at_.positions[at]);
    int sure = p == at_.player ? spaces_now_ : 0;
    if (turns_to(p) == 1 && is_followed()) sure = sure_group(p);
    positions.push({now + sure, is_last() ? now + sure : looked ? now + spaces_[at] : kAnything});
  }
  return positions;
}

// Whether the next planting leaves the turn to the next player, and takes nothing off the garden.
bool State::Outlook::is_followed() const {
  const Flowers own = reserve(at_.player);
  if (!plants_now() || own.total() == 1 || takes_back_now()) return false;
  for (int colour = 0; colour < kMaxColours; ++colour) {
    if (own.has(colour) && held_.count(colour) == 1) return false;  // IO-15
  }
  const auto last = *std::min_element(at_.positions.begin(), at_.positions.begin() + tables_.player_count);
  return static_cast<int>(at_.positions[at_.player] - last) + spaces_now_ < tables_.lap_lead;  // IO-18
}

// The largest group that a player can plant from the present space when somebody else has taken the best circle for it.
int State::Outlook::sure_group(int player) const {
  const Cells line = state_.plantable(player);
  int best = line.empty() ? 0 : 1;
  int second = line.size() > 1 ? 1 : 0;
  int best_cell = kNoCell;
  for (int colour = 0; colour < kMaxColours; ++colour) {
    if (!reserve(player).has(colour)) continue;
    for (const int cell : neighbours(planted(colour)) & line) {
      const int size = group_size(planted(colour), tables_.geometry.adjacent[static_cast<std::size_t>(cell)], cell);
      if (size > best) {
        if (cell != best_cell) second = std::max(second, best);
        best = size;
        best_cell = cell;
      } else if (cell != best_cell) {
        second = std::max(second, size);
      }
    }
  }
  return second;
}

// How far all get; false if that is too far to tell. What is thought of the players at first is less than they can do, until nothing
// is missing any more.
bool State::Outlook::look_ahead() {
  Numbers given{};
  open_ = at_.empty;
  if (at_.phase == Phase::kLapBonus) {
    given[at_.player] = 1;
    open_ |= state_.lap_bonus_cells();
  }
  back_ = given;
  for (bool settled = false; !settled;) {
    settled = true;
    for (int colour = 0; colour < kMaxColours; ++colour) {
      if (held_.has(colour)) largest_[static_cast<std::size_t>(colour)] = best_group(tables_.geometry, planted(colour), open_);
    }
    count_plantings();
    for (int p = 0; p < tables_.player_count; ++p) {
      const auto at = static_cast<std::size_t>(p);
      spaces_[at] = spaces_ahead(p) + skips(p) * (tables_.skip_spaces + tables_.player_count - 1);
      if (spaces_[at] >= tables_.geometry.track) return false;
      const int skipped = skips_within(p, spaces_[at]);
      if (skipped > skips(p)) {
        skips_[at] = skipped;
        settled = false;
      }
      if (tables_.lap_bonus && back_[at] == given[at] && space(p) + spaces_[at] >= tables_.geometry.track) {
        ++back_[at];
        open_ |= state_.lap_bonus_cells();
        settled = false;
      }
    }
  }
  return true;
}

void State::Outlook::count_plantings() {
  for (int p = 0; p < tables_.player_count; ++p) {
    const int most = flowers(p);
    const int own_turns = turns(p);
    int all = own_turns;
    while (all < most && all < own_turns + extra_turns(p, all)) all = own_turns + extra_turns(p, all);
    plantings_[static_cast<std::size_t>(p)] = std::min(most, all);
  }
}

// Of a player, until another one has planted everything, a flower in each turn that is not skipped; without extra turns.
int State::Outlook::turns(int player) const {
  int least = kAnything;
  for (int other = 0; other < tables_.player_count; ++other) {
    if (other == player) continue;
    least = std::min(least, flowers(other) + skips(other) - (turns_to(player) < turns_to(other) ? 0 : 1));
  }
  return least;
}

// Those that a player can earn with so many plantings, each with the last flower of a colour (IO-15).
int State::Outlook::extra_turns(int player, int plantings) const {
  int count = 0;
  for (int needed = 1; needed <= plantings; ++needed) {
    for (int colour = 0; colour < kMaxColours; ++colour) {
      const int own = reserve(player).count(colour);
      const bool may_be_last = held_.has(colour) && (own > 0 || back(player) > 0);
      if (!may_be_last || std::max(1, own) != needed || needed > plantings) continue;
      plantings -= needed;
      ++count;
    }
  }
  return count;
}

// Flowers of a colour.
int State::Outlook::planted_by_others(int player, int colour) const {
  int flowers_of_colour = held_.count(colour) - reserve(player).count(colour);
  int plantings_of_all = 0;
  for (int other = 0; other < tables_.player_count; ++other) {
    if (other == player) continue;
    flowers_of_colour += back(other);
    plantings_of_all += plantings(other);
  }
  return std::min(flowers_of_colour, plantings_of_all);
}

// The n-th flower that joins a colour makes a group of n times the largest that one flower makes, at most.
int State::Outlook::spaces_ahead(int player) const {
  const int count = plantings(player);
  if (count == 0) return 0;
  FixedList<int, Flowers::kMaxTotal> groups;
  for (int colour = 0; colour < kMaxColours && count > 1; ++colour) {
    const int own = reserve(player).count(colour) + (held_.has(colour) ? back(player) : 0);
    const int others = own > 0 ? planted_by_others(player, colour) : 0;
    for (int n = 1; n <= std::min(own, count); ++n) groups.push(std::min(all_of(colour), largest(colour) * (others + n)));
  }
  std::sort(groups.begin(), groups.end(), std::greater<>());
  const int jumped = tables_.player_count - 1;  // by each (IO-14)
  const bool now = player == at_.player && plants_now();
  int spaces = now ? spaces_now_ : next_group(player) + jumped;
  for (int i = 0; i + 1 < count; ++i) spaces += groups[i] + jumped;
  return spaces;
}

// What a player's next planting makes, which comes after some of the others'.
int State::Outlook::next_group(int player) const {
  const Cells line = skips(player) == 0 ? state_.in_sight(space(player)) & open_ : open_;
  int best = 0;
  for (int colour = 0; colour < kMaxColours; ++colour) {
    if (!reserve(player).has(colour) && (back(player) == 0 || !held_.has(colour))) continue;
    const int group = best_group(tables_.geometry, planted(colour), line) + largest(colour) * planted_by_others(player, colour);
    best = std::max(best, std::min(all_of(colour), group));
  }
  return best;
}

// On how many of so many spaces a player may find nothing left to plant on (IO-12).
int State::Outlook::skips_within(int player, int spaces) const {
  const bool now = player == at_.player && plants_now();
  if (plantings(player) == (now ? 1 : 0)) return 0;
  int before = -1;  // plantings
  for (int p = 0; p < tables_.player_count; ++p) before += plantings(p);
  int skips = 0;
  for (int i = now ? 1 : 0; i <= spaces; ++i) {
    const Cells line = state_.in_sight((space(player) + i) % tables_.geometry.track) & at_.empty;
    skips += line.size() <= before ? 1 : 0;
  }
  return skips;
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
  int far = kAnything;
  for (std::size_t p = 0; tables_->lap_bonus && p < static_cast<std::size_t>(tables_->player_count); ++p)
    far = std::min(far, (tables_->geometry.track - at_.spaces[p]) / std::max(1, at_.reserves[p].total()));
  if (tables_->cooperative) return plantings <= (far >= kFarTogether ? kMostTogether : kNearTogether);
  const Far& row =
      tables_->lap_bonus ? *std::find_if(kFar.begin(), kFar.end(), [far](const Far& each) { return far >= each.spaces; }) : kNoLapBonus;
  return row.allows(plantings, in_reserves().total());
}

PerPlayer<ScoreBounds> State::final_scores() const {
  PerPlayer<ScoreBounds> scores = Outlook(*this).positions();
  if (!tables_->cooperative) return scores;
  ScoreBounds all = scores[0];
  for (const ScoreBounds& own : scores) all = {std::min(all.low, own.low), std::min(all.high, own.high)};
  for (ScoreBounds& score : scores) score = all;
  return scores;
}

}  // namespace cloche::gardens_of_io
