// A position of Gardens of Io, 232 bytes.
//
//   flowers[colour]   16 bytes each   the circles where that colour is planted
//   trees             16 bytes        the circles where a tree stands
//   empty             16 bytes        cached: the circles with neither
//   reserves[player]   8 bytes each   flowers in hand, a byte a colour
//   bag                8 bytes        flowers not drawn
//   positions[player]  4 bytes each   counted from the start, laps included (IO-7)
//   spaces[player]     1 byte each    cached: position mod track
//   allowance[player]  1 byte each    special actions left (IO-8)
//   counters[special]  1 byte each    uses left (IO-8)
//   phase, player, special, first, special_open, extra_turn
//   tree_cells[3], usable, in_garden   1 byte each    cached: where the trees stand, counters and colours that are not 0
//
//   deal (a draw a node) -> tree (a tree a node) -> turn ... -> over
//   turn -- plant, skip --------------------> [lap_bonus] -> turn of the same player or the next
//        -- swap-tree ... move-tree -> first_cell -> second_cell -> turn without specials
//        -- run ----------------------------> [lap_bonus] -> turn without specials
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "core/game.hpp"
#include "games/gardens_of_io/actions.hpp"
#include "games/gardens_of_io/flowers.hpp"
#include "games/gardens_of_io/geometry.hpp"
#include "games/gardens_of_io/tables.hpp"

namespace cloche::gardens_of_io {

// In the order of state.md.
enum class Phase : std::uint8_t { kDeal, kTree, kTurn, kFirstCell, kSecondCell, kLapBonus, kOver };
inline constexpr int kPhases = 7;

// Every field of a position, without padding; what `==` and hash see.
struct Position {
  std::array<Cells, kMaxColours> flowers{};
  Cells trees;
  Cells empty;
  std::array<Flowers, kMaxPlayers> reserves{};
  Flowers bag;
  std::array<std::uint32_t, kMaxPlayers> positions{};
  std::array<std::uint8_t, kMaxPlayers> spaces{};
  std::array<std::uint8_t, kMaxPlayers> allowance{};
  std::array<std::uint8_t, kSpecials> counters{};
  Phase phase = Phase::kDeal;
  std::uint8_t player = 0;                                                    // who draws or decides; 0 when over
  std::uint8_t special = kNoSpecial;                                          // the action word being carried out
  std::uint8_t first = 0;                                                     // the first cell picked, at second_cell only
  bool special_open = true;                                                   // a special action may still be chosen in this turn
  bool extra_turn = false;                                                    // at a lap bonus: the planting earned an extra turn
  std::array<std::uint8_t, kMaxTrees> tree_cells{kNoCell, kNoCell, kNoCell};  // cached: ascending, kNoCell after the last
  std::uint8_t usable = 0;                                                    // cached: a bit for each counter with uses left
  std::uint8_t in_garden = 0;                                                 // cached: a bit for each colour that is planted somewhere
  std::array<std::uint8_t, 2> unused{};

  friend bool operator==(const Position&, const Position&) = default;
};
static_assert(std::has_unique_object_representations_v<Position>);

class State {
 public:
  using Tables = gardens_of_io::Tables;
  static constexpr int kMaxLegal = kMaxColours * kMaxInLine + kSpecials;
  static_assert(kMaxLegal >= kCells);
  static constexpr int kMaxOutcomes = kMaxColours;
  static constexpr int kFeaturesEach = 5;
  static constexpr int kFeatures = kFeaturesEach * kMaxPlayers;

  explicit State(const Tables& tables);
  // The unchecked door; from_value is the checked one. Takes the cached fields as derived from the others, whatever they hold.
  // Of a position that breaks a law only questions may be asked.
  State(const Tables& tables, const Position& at);

  // Who moves
  [[nodiscard]] const Tables& tables() const { return *tables_; }
  [[nodiscard]] Phase phase() const { return at_.phase; }
  [[nodiscard]] int mover() const {
    if (at_.phase == Phase::kDeal) return kChance;
    if (at_.phase == Phase::kOver) return kTerminal;
    return at_.player;
  }

  // What is legal
  void legal(FixedList<Action, kMaxLegal>& list) const;
  [[nodiscard]] bool is_legal(Action action) const;
  [[nodiscard]] Action random_legal(Rng& rng) const;  // precondition: not over
  void outcomes(FixedList<Outcome, kMaxOutcomes>& list) const;
  [[nodiscard]] Action sample(Rng& rng) const {  // IO-4
    assert(at_.phase == Phase::kDeal);
    return static_cast<Action>(at_.bag.colour_at(rng.below(at_.bag.total())));
  }

  // What follows
  void apply(Action action);

  // What it is worth
  [[nodiscard]] PerPlayer<int> scores() const;  // IO-19, IO-20
  [[nodiscard]] PerPlayer<int> ranks() const { return ranks_by_score(scores()); }
  [[nodiscard]] PerPlayer<double> returns() const;
  [[nodiscard]] std::uint64_t hash() const { return hash_bytes(&at_, sizeof at_); }
  friend bool operator==(const State& a, const State& b) { return a.at_ == b.at_; }

  // Knowledge for searches (value.cpp)
  void prior(const FixedList<Action, kMaxLegal>& list, FixedList<std::uint32_t, kMaxLegal>& weights) const;
  // The legal actions of maximal prior weight, ascending; precondition: a decision node.
  void best_by_prior(FixedList<Action, kMaxLegal>& list) const;
  // For each seat, the observer's first: lead over the last Martian, flowers in reserve, allowance, size of the best group that
  // a planting from the present space makes, each as a share of its usual most; whether to move. Absent players: 0.
  void features(int observer, std::span<float> features) const;

  // Exact endings (ending.cpp; seeds/search.md, M-31 to M-34)
  [[nodiscard]] bool solvable_ending() const;                 // E-1
  [[nodiscard]] PerPlayer<ScoreBounds> final_scores() const;  // valid from a solvable ending on

  // Data and text (codec.cpp); the keys and laws of seeds/gardens_of_io/state.md
  [[nodiscard]] Value to_value() const;
  [[nodiscard]] Value observation(int player) const;
  [[nodiscard]] static State from_value(const Value& value, const Tables& tables);
  [[nodiscard]] static State from_observation(const Value& value, const Tables& tables);
  [[nodiscard]] std::string action_text(Action action) const;
  [[nodiscard]] std::optional<Action> parse_action(std::string_view text) const;
  [[nodiscard]] static int tensor_size(const Tables& tables);
  void observation_tensor(int player, std::span<float> tensor) const;

  // Questions about a position
  [[nodiscard]] const Position& position() const { return at_; }
  [[nodiscard]] Cells plantable(int player) const;                 // IO-11: circles that the player may plant on
  [[nodiscard]] Flowers in_reserves() const;                       // of all players together
  [[nodiscard]] unsigned specials_on_offer() const;                // IO-10: a bit a special action
  [[nodiscard]] Cells first_cells(int special) const;              // IO-10, IO-21
  [[nodiscard]] Cells second_cells(int special, int first) const;  // IO-10, IO-21
  [[nodiscard]] Cells lap_bonus_cells() const;                     // IO-16: flowers that may be taken
  [[nodiscard]] int lead() const;                                  // first minus last position
  // Whether every cached field is what it should be and flowers add up; for tests and debug builds.
  [[nodiscard]] bool consistent() const;

 private:
  // Cached fields (state.cpp)
  void derive();
  void note_trees();

  // Choices of a node (state.cpp)
  [[nodiscard]] Cells in_sight(int space) const;  // IO-11: circles that are not behind trees, planted or not
  [[nodiscard]] Cells cells_to_pick() const;
  [[nodiscard]] int colour_on(int cell) const;

  // One function a step of the rules (state.cpp)
  void draw(int colour);
  void put_tree(int cell);
  void plant(int colour, int cell);
  void skip();
  void choose_special(int special);
  void pick_first(int cell);
  void carry_out(int first, int second);
  void take_lap_bonus(int cell);
  [[nodiscard]] bool walk(int spaces);
  [[nodiscard]] bool owes_lap_bonus(bool passed_start);
  void begin_turns();
  void finish_turn(bool extra_turn);
  void end();

  // Weighing (value.cpp)
  void best_turn_actions(FixedList<Action, kMaxLegal>& list) const;
  void weigh_turn(FixedList<std::uint32_t, kMaxLegal>& weights) const;         // W-1 to W-3
  void weigh_second_cell(FixedList<std::uint32_t, kMaxLegal>& weights) const;  // W-5
  void weigh_lap_bonus(FixedList<std::uint32_t, kMaxLegal>& weights) const;    // W-6

  // Endings (ending.cpp)
  class Outlook;
  [[nodiscard]] int plantings_left() const;
  [[nodiscard]] bool ends_with_any_action() const;

  const Tables* tables_;
  Position at_;
};
static_assert(sizeof(State) <= 256);
static_assert(GameState<State> && ChanceState<State> && FastRandomState<State> && ValuedState<State> && DataState<State>);

// Size of the group of `cell` when it is planted in the colour of `flowers`; `adjacent` are its neighbours (IO-13).
[[nodiscard]] inline int group_size(const Cells& flowers, const Cells& adjacent, int cell) {
  Cells frontier = adjacent & flowers;
  if (frontier.empty()) return 1;
  Cells rest = flowers;
  rest.erase(cell);
  int size = 1;
  do {
    size += frontier.size();
    rest -= frontier;
    frontier = neighbours(frontier) & rest;
  } while (!frontier.empty());
  return size;
}

// The largest group that a planting on one of `line` joins or makes; 0 if there is no such circle. It may come out one too large where
// some of `line` are in `flowers`.
[[nodiscard]] inline int best_group(const Geometry& geometry, const Cells& flowers, const Cells& line) {
  if (line.empty()) return 0;
  int best = 1;
  Cells beside;   // a group
  Cells between;  // two groups or more
  for (Cells rest = flowers; !rest.empty();) {
    Cells group;
    for (Cells frontier = Cells::of(rest.first()); !frontier.empty(); frontier = neighbours(frontier) & rest) {
      group |= frontier;
      rest -= frontier;
    }
    const Cells around = neighbours(group) & line;
    if (!around.empty()) best = std::max(best, group.size() + 1);
    between |= beside & around;
    beside |= around;
  }
  for (const int cell : between) best = std::max(best, group_size(flowers, geometry.adjacent[static_cast<std::size_t>(cell)], cell));
  return best;
}

}  // namespace cloche::gardens_of_io
