// A position of Cottage Garden, 304 bytes.
//
//   gardens[player]   32 bytes each   what lies on the two beds, as Pairs: pots and cats; cached: open (not covered) and
//                                     free (open and without a print), empty where no bed lies
//   undrawn            8 bytes        setup: the tiles, then the beds, that may still be drawn; 0 later
//   pool[36]           2 bytes each   from the front the queue, head first; from the back the tiles on beds, bed 8 last, in the
//                                     order laid on each
//   faces[bed]         1 byte each    bed of the box and its side up, kNoFace if none; bed = player * 2 + slot
//   laid[bed]          1 byte each    tiles on it; cached with them: the pots and cloches that these show
//   nursery[cell]      1 byte each    tile, kNoTile if empty; cached as bits: occupied
//   cubes              1 byte each    steps by colour and player, ascending
//   cats[player]       2 bytes each   in hand
//   hives[2]           1 byte each    who holds it, kNobody
//   middle, queue_size, gardener, die, slot, owed, phase, player
//
//   setup_tile (a tile a node) -> setup_bed (a bed a node) -> turns -> over
//   turn (CG-29): [lose] [refill] plant cats {[score] [orange [orange_pot]] [blue [blue_pot]] return [pot] cats}, the next player's turn
//   A choice with one option is made by itself (CG-28), so most of these are no nodes.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "core/bitset.hpp"
#include "core/game.hpp"
#include "games/cottage_garden/actions.hpp"
#include "games/cottage_garden/placements.hpp"
#include "games/cottage_garden/tables.hpp"

namespace cloche::cottage_garden {

// In the order of state.md.
enum class Phase : std::uint8_t {
  kSetupTile,
  kSetupBed,
  kLose,
  kRefill,
  kPlant,
  kCats,
  kScore,
  kOrange,
  kOrangePot,
  kBlue,
  kBluePot,
  kReturn,
  kPot,
  kOver
};
inline constexpr int kPhases = 14;

inline constexpr int kBedsInPlay = kMaxGardeners * kSlots;
// Place of a bed in the arrays of a position.
[[nodiscard]] constexpr std::size_t bed_of(int player, int slot) {
  return static_cast<std::size_t>(player) * kSlots + static_cast<std::size_t>(slot);
}
inline constexpr std::uint8_t kNoTile = 255;
inline constexpr std::uint8_t kNoFace = 255;
inline constexpr std::uint8_t kNobody = 255;
inline constexpr std::uint8_t kNoSlot = 255;

// Both beds of a player.
struct Garden {
  Pair open = 0;  // cached: squares without tile, pot token and cat
  Pair free = 0;  // cached: of these, those without a print (CG-11)
  Pair pots = 0;  // tokens
  Pair cats = 0;

  friend bool operator==(const Garden&, const Garden&) = default;
};

// A tile as it lies on a bed, packed into 14 bits.
struct Lain {
  int tile = 0;
  int orientation = 0;
  int anchor = 0;

  [[nodiscard]] static constexpr Lain of(std::uint16_t packed) { return {packed & 63, packed >> 6 & 7, packed >> 9}; }
  [[nodiscard]] constexpr std::uint16_t packed() const { return static_cast<std::uint16_t>(tile | orientation << 6 | anchor << 9); }
};

using Steps = std::array<std::uint8_t, kCubes>;  // of the cubes of a player and colour, ascending

// Every field of a position, without padding; what `==` and hash see.
struct Position {
  std::array<Garden, kMaxGardeners> gardens{};
  std::uint64_t undrawn = 0;
  std::array<std::uint16_t, kMaxTiles> pool{};
  std::array<std::uint8_t, kBedsInPlay> faces{kNoFace, kNoFace, kNoFace, kNoFace, kNoFace, kNoFace, kNoFace, kNoFace};
  std::array<std::uint8_t, kBedsInPlay> laid{};
  std::array<std::uint8_t, kBedsInPlay> tile_pots{};
  std::array<std::uint8_t, kBedsInPlay> tile_cloches{};
  std::array<std::uint8_t, kMaxNursery> nursery{kNoTile, kNoTile, kNoTile, kNoTile, kNoTile, kNoTile, kNoTile, kNoTile,
                                                kNoTile, kNoTile, kNoTile, kNoTile, kNoTile, kNoTile, kNoTile, kNoTile};
  std::array<std::array<Steps, kMaxGardeners>, kColours> cubes{};
  std::array<std::uint16_t, kMaxGardeners> cats{};
  std::uint16_t occupied = 0;
  std::array<std::uint8_t, kMaxHives> hives{kNobody, kNobody};
  std::uint8_t middle = kNoFace;
  std::uint8_t queue_size = 0;
  std::uint8_t gardener = 0;
  std::uint8_t die = 0;
  std::uint8_t slot = kNoSlot;  // of the bed being scored, or of its replacement; only where state.md has it
  std::uint8_t owed = 0;        // pots that wait for the replacement (CG-15)
  Phase phase = Phase::kSetupTile;
  std::uint8_t player = 0;  // who decides; 0 in the setup and when over
  std::array<std::uint8_t, 4> unused{};

  friend bool operator==(const Position&, const Position&) = default;
};
static_assert(std::has_unique_object_representations_v<Position>);

// What a bed shows (CG-14), by colour of the cube that it moves: pots, cloches.
using Shown = std::array<int, kColours>;

class State {
 public:
  using Tables = cottage_garden::Tables;
  static constexpr int kMostPlantings = kMaxRow * kSlots * kMaxPlacements;
  static constexpr int kMaxLegal = kMostPlantings + 2 * kSlots * kCells;  // tiles, pots and cats
  static constexpr int kMaxOutcomes = kMaxTiles;
  static_assert(kMaxLegal >= kMaxOutcomes && kMaxLegal >= kMaxOrangeSteps + kMaxBlueSteps);
  static constexpr int kFeaturesEach = 6;
  static constexpr int kFeatures = kFeaturesEach * kMaxGardeners;

  explicit State(const Tables& tables);
  // The unchecked door; from_value is the checked one. Takes the cached fields as derived from the others, whatever they hold.
  // Of a position that breaks S-3 to S-5 nothing may be asked, of one that breaks a later law only questions.
  State(const Tables& tables, const Position& at);

  // Who moves
  [[nodiscard]] const Tables& tables() const { return *tables_; }
  [[nodiscard]] Phase phase() const { return at_.phase; }
  [[nodiscard]] int mover() const {
    if (at_.phase <= Phase::kSetupBed) return kChance;
    if (at_.phase == Phase::kOver) return kTerminal;
    return at_.player;
  }

  // What is legal
  void legal(FixedList<Action, kMaxLegal>& list) const;
  [[nodiscard]] bool is_legal(Action action) const;
  [[nodiscard]] Action random_legal(Rng& rng) const;  // precondition: not over
  void outcomes(FixedList<Outcome, kMaxOutcomes>& list) const;
  [[nodiscard]] Action sample(Rng& rng) const {  // CG-5, CG-6
    assert(mover() == kChance);
    return static_cast<Action>(nth_bit(at_.undrawn, rng.below(std::popcount(at_.undrawn))));
  }

  // What follows
  void apply(Action action);

  // What it is worth
  [[nodiscard]] PerPlayer<int> scores() const;  // CG-25
  [[nodiscard]] PerPlayer<int> ranks() const;
  [[nodiscard]] PerPlayer<double> returns() const;
  [[nodiscard]] std::uint64_t hash() const { return hash_bytes(&at_, sizeof at_); }
  friend bool operator==(const State& a, const State& b) { return a.at_ == b.at_; }

  // Knowledge for searches (value.cpp)
  void prior(const FixedList<Action, kMaxLegal>& list, FixedList<std::uint32_t, kMaxLegal>& weights) const;
  // The legal actions of maximal prior weight, ascending; precondition: a decision node.
  void best_by_prior(FixedList<Action, kMaxLegal>& list) const;
  // For each seat, the observer's first: score, free squares of bed 1 and 2, what the beds show in points if scored now, cats in
  // hand, each as a share of its usual most; whether to move. Absent players: 0.
  void features(int observer, std::span<float> features) const;

  // Endings (ending.cpp), as search/ending.hpp asks for them
  [[nodiscard]] bool solvable_ending() const;  // E-1
  [[nodiscard]] PerPlayer<ScoreBounds> final_scores() const;
  [[nodiscard]] State ending_key() const;

  // Data and text (codec.cpp); the keys and laws of seeds/cottage_garden/state.md
  [[nodiscard]] Value to_value() const;
  [[nodiscard]] Value observation(int player) const;
  [[nodiscard]] static State from_value(const Value& value, const Tables& tables);
  [[nodiscard]] std::string action_text(Action action) const;
  [[nodiscard]] std::optional<Action> parse_action(std::string_view text) const;
  [[nodiscard]] static int tensor_size(const Tables& tables);
  void observation_tensor(int player, std::span<float> tensor) const;

  // Questions about a position
  [[nodiscard]] const Position& position() const { return at_; }
  [[nodiscard]] bool is_final() const { return at_.die == tables_->final_die; }
  [[nodiscard]] bool has_bed(int player, int slot) const { return at_.faces[bed_of(player, slot)] != kNoFace; }
  [[nodiscard]] bool is_complete(int player, int slot) const {  // CG-13
    return has_bed(player, slot) && of_bed(garden_of(player).free, slot) == 0;
  }
  [[nodiscard]] Shown shown(int player, int slot) const;                             // CG-14; a bed lies there
  [[nodiscard]] std::span<const std::uint16_t> lain_on(int player, int slot) const;  // as Lain, in the order laid
  [[nodiscard]] const Row& row() const { return tables_->row(at_.gardener); }        // CG-8
  [[nodiscard]] int empty_in_row() const { return std::popcount(static_cast<unsigned>(row().mask & ~at_.occupied)); }
  [[nodiscard]] bool may_refill() const;   // the choice of D-1, the row not being refilled at no cost
  [[nodiscard]] int beds_in_game() const;  // in slots of any player
  // Whether every cached field is what it should be; for tests and debug builds.
  [[nodiscard]] bool consistent() const;

 private:
  // Options of a node by the steps of the cubes, as bits.
  using CubeOptions = std::array<unsigned, kColours>;
  // Where each tile of the row fits, by place in the row and shape (CG-11).
  struct Plantings;

  [[nodiscard]] const Garden& garden_of(int player) const { return at_.gardens[static_cast<std::size_t>(player)]; }
  [[nodiscard]] Garden& own_garden() { return at_.gardens[at_.player]; }
  [[nodiscard]] const Garden& own_garden() const { return at_.gardens[at_.player]; }
  [[nodiscard]] int own_cats() const { return at_.cats[at_.player]; }
  [[nodiscard]] const Face& face_on(std::size_t bed) const { return tables_->face(at_.faces[bed]); }
  [[nodiscard]] int end_of_laid(std::size_t bed) const;  // in the pool

  // Cached fields (state.cpp)
  void derive();

  // Choices of a node (state.cpp)
  [[nodiscard]] Pair early_cats() const;  // D-4
  [[nodiscard]] bool may_finish() const;  // CG-30
  [[nodiscard]] bool has_complete_bed() const;
  [[nodiscard]] CubeOptions lose_options() const;
  [[nodiscard]] unsigned cube_options(int colour) const;
  [[nodiscard]] std::uint64_t return_options() const;
  [[nodiscard]] Pair pot_spots() const;  // orange_pot, blue_pot, pot

  // Pieces (state.cpp)
  void cover(Pair squares);
  void put_pot(Pair spot);
  void put_cat(Pair spot);
  void lay_tile(int slot, const Shape& shape, const Tile& tile, Lain lain);
  void take_tile(std::size_t bed, int place);
  void join_queue(int tile);
  void fill_row();

  // One function a step of the rules (state.cpp)
  void draw_tile(int tile);
  void draw_bed(int bed);
  void begin_turn();
  void lose_points(int colour, int step);
  void refill();
  void begin_planting();
  void plant(Action action);
  void plant_tile(Action action);
  void begin_cats();
  void finish_cats();
  void score_bed(int slot);
  void score_colour(int colour);
  void move_cube(int colour, int step);
  void earn_hive();
  void earn_pot(int colour);
  void after_cube(int colour);
  void clear_bed();
  void return_tiles();
  void return_tile(int tile);
  void replace_bed();
  void put_owed();
  void end_turn();
  void give_beds_up();
  void end();

  struct Outlook;  // ending.cpp

  // Weighing (value.cpp)
  struct Weigher;
  struct Qualities;

  const Tables* tables_;
  Position at_;
};
static_assert(sizeof(State) <= 320);
static_assert(GameState<State> && ChanceState<State> && FastRandomState<State> && ValuedState<State> && DataState<State>);

struct State::Plantings {
  std::array<const Tile*, kMaxRow> tiles;                        // null where the space is empty
  std::array<std::array<Pair, kOrientations>, kMaxRow> anchors;  // set for the shapes of the tiles
  std::array<std::array<int, kSlots>, kMaxRow> counts;           // of anchors, by bed
  std::size_t places = 0;
  int total = 0;

  Plantings(const Tables& tables, const Position& at);
  [[nodiscard]] Action nth(int k) const;  // in ascending order of ids
  // Calls `each` with place, slot, shape and anchors of each shape on each bed, in ascending order of ids.
  template <class Each>
  void for_each_shape(const Each& each) const {
    for (std::size_t place = 0; place < places; ++place) {
      if (tiles[place] == nullptr) continue;
      for (int slot = 0; slot < kSlots; ++slot) {
        for (std::size_t i = 0; i < tiles[place]->shape_count; ++i)
          each(place, slot, tiles[place]->shapes[i], of_bed(anchors[place][i], slot));
      }
    }
  }
};

}  // namespace cloche::cottage_garden
