// What the box, the options and the weight file say of one game of Barton in Bloom: immutable, shared by all its states.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.hpp"
#include "games/barton_in_bloom/actions.hpp"
#include "games/barton_in_bloom/board.hpp"

namespace cloche::barton_in_bloom {

inline constexpr std::string_view kFlowerIds = "DRTLV";
inline constexpr std::string_view kDieIds = "HLPS";
inline constexpr std::array<std::string_view, kSpaces> kSpaceIds{"mow", "judge", "harvest", "landscape", "purchase", "sell", "rest"};
inline constexpr std::array<std::string_view, kFertilizerKinds> kFertilizerIds{"plant", "wages", "regrow", "yield", "early"};
inline constexpr std::array<std::string_view, kSizes> kDecorationIds{"large", "medium", "small"};
inline constexpr int kMaxScoreSeen = 99'999;  // S-1: no score comes near

// What a square of a tile is, besides blank.
enum Ground : std::uint8_t { kBed, kPaving, kLawn, kPond };
inline constexpr int kGrounds = 4;
inline constexpr std::string_view kGroundLetters = "FPLW";

// BN-30
enum class Effect : std::uint8_t {
  kMoney,
  kFlowers,
  kJudges,
  kTile,
  kRegrow,
  kHarvest,
  kPlant,
  kFertilizer,
  kDemand,
  kPrestige,
  kPurchases
};
inline constexpr int kEffects = 11;
inline constexpr std::array<std::string_view, kEffects> kEffectIds{"money", "flowers",    "judges", "tile",     "regrow",   "harvest",
                                                                   "plant", "fertilizer", "demand", "prestige", "purchases"};
struct EffectOf {
  Effect effect;
  std::uint8_t n;
};
using Effects = std::vector<EffectOf>;

// BN-26
enum class MetricKind : std::uint8_t {
  kGnomes,
  kOrnaments,
  kPlants,
  kPlantsOf,  // of one type
  kPlantTypes,
  kGrown,
  kHarvested,
  kTiles,
  kComplete,
  kBeds,
  kPaved,
  kLawn,
  kPond,
  kLargestPaved,
  kLargestLawn,
  kLargestPond,
  kDoubledTiles,
  kFullSets,
  kCovered,
  kOrders,
  kDecorations,
  kFertilizers,
  kMoney,
  kShed,
  kShedTypes,
  kJudgesHeld
};
inline constexpr int kMetricKinds = 26;
inline constexpr std::array<std::string_view, kMetricKinds> kMetricIds{
    "gnomes",  "ornaments", "plants",      "plants_of",   "plant_types",   "grown",        "harvested",    "tiles",         "complete",
    "beds",    "paved",     "lawn",        "pond",        "largest_paved", "largest_lawn", "largest_pond", "doubled_tiles", "full_sets",
    "covered", "orders",    "decorations", "fertilizers", "money",         "shed",         "shed_types",   "judges_held"};
struct Metric {
  MetricKind kind = MetricKind::kGnomes;
  std::uint8_t type = 0;  // at kPlantsOf
};

struct Tile {
  std::string id;
  std::array<std::array<Window, kGrounds>, kTurns> ground{};  // by quarter turns
  std::uint8_t distinct = 0;                                  // a bit for each quarter turn that is the lowest of equal looks
  std::array<std::uint8_t, kGrounds> counts{};
};

// The squares of an ornament one way round, as steps from the anchor.
struct Shape {
  std::array<std::uint8_t, 9> steps{};  // row * 21 + col
  std::uint8_t size = 0;
  std::uint8_t width = 0;
  std::uint8_t height = 0;
};

// What ornaments give at every income (BN-36).
struct Yields {
  std::uint16_t money = 0;
  std::uint16_t flowers = 0;
  std::uint16_t regrow = 0;
  std::uint16_t harvest = 0;
  std::uint16_t prestige = 0;
  friend bool operator==(const Yields&, const Yields&) = default;
};

// BN-4
struct Ornament {
  std::string id;
  int price = 0;
  int copies = 0;
  int gnomes = 0;
  int prestige = 0;
  int points = 0;  // for each unit of `per`; 0: none
  Metric per;
  Yields income;
  int first_copy = 0;                         // place of its copies in a position
  std::array<Shape, kOrientations> shapes{};  // by orientation
  std::uint8_t distinct = 0;                  // a bit for each orientation that is the lowest of equal squares
};
inline constexpr int kMaxCopies = 8 * kMaxOrnaments;

// BN-5
struct Order {
  std::string id;
  std::array<std::uint8_t, kMaxIcons> icons{};
  std::uint8_t size = 0;
  int money = 0;
  int prestige = 0;
  // Icons of each type from each icon on.
  std::array<std::array<std::uint8_t, kTypes>, kMaxIcons + 1> left{};
};

struct JudgeCard {
  std::string id;
  bool ranked = false;
  bool at_least = true;  // flat: metric >= value, else metric <= value
  int value = 0;
  Metric metric;
  Effects favour;
};

// BN-6
struct DecorationKind {
  std::vector<int> prestige;
  int each = 0;
  int supply = 0;  // for this number of players
  [[nodiscard]] int value_of(int count) const;
};

// Numbers of the prior (state.md, W-1 to W-12; weights.toml says what each is).
struct PriorWeights {
  int base = 0, pound = 0, rich = 0, pound_rich = 0, point = 0, token = 0, full = 0, token_full = 0, want = 0, grown = 0, regrow = 0,
      plant = 0, complete = 0, close = 0, tile = 0, tile_more = 0, open = 0, bed = 0, join = 0, cover_bed = 0, cover_feature = 0, gnome = 0,
      income = 0, judge = 0;
  int play = 0, gossip = 0, hold = 0, act = 0, sleep = 0, wake = 0, rest = 0, fresh = 0, rest_buy = 0, favour = 0, favour_late = 0,
      keep = 0;
  std::array<int, kFertilizerKinds> fertilizer{};
  std::array<int, kEffects> effect{};

  [[nodiscard]] std::uint32_t of_quality(int quality) const {
    constexpr int kHighest = 135;
    const auto z = static_cast<std::uint32_t>(std::min(std::max(base + quality, 0), kHighest));
    return (8 + z % 8) << (z / 8);
  }
};

struct Tables {
  // options and players
  int player_count = 2;
  int turn_limit = 80;
  int fewest_players = 2;
  int most_players = kMaxSeats;

  // setup (BN-8, BN-9)
  int setup_money = 0, setup_flowers = 0, setup_judges = 0, setup_tiles = 0, choice_judges = 0, choice_money = 0, setup_plants = 0;
  int setup_gift = 0;
  int bag_first = 0, bag_refill = 0;

  // actions
  int mow_money = 0, judge_draw = 0, regrow_plants = 0, harvest_tokens = 0, landscape_tiles = 0, purchase_ornaments = 0;
  int sell_flower_money = 0, sell_orders = 0, both_halves = 0;
  int harvest_surcharge = 0, plant_surcharge = 0, order_surcharge = 0;
  int per_complete_tile = 0;
  int types_per_demand = 0, prestige_per_demand = 0, discount_per_demand = 0, money_per_demand = 0, others_money = 0;  // BN-25
  std::array<int, kFertilizerKinds> fertilizer_price{};
  std::array<int, kFertilizerKinds> fertilizer_amount{};
  std::array<Effects, kNotices> bonuses;

  // scoring
  int end_tiles = 0, garden_prestige = 0, judge_flat = 0;
  std::vector<int> judge_ranked;
  std::array<DecorationKind, kSizes> decorations;

  // components
  std::vector<int> prices;  // of the market spaces (BN-7)
  std::vector<Tile> tiles;
  std::vector<Ornament> ornaments;
  std::array<std::vector<Order>, kOrderDecks> orders;
  std::vector<JudgeCard> judges;
  PriorWeights prior;

  // cached
  std::array<Board, kTileSide * kTileSide + 1> anchors;  // by width: squares at which a shape that wide begins

  [[nodiscard]] static std::shared_ptr<const Tables> make(const GameSpec& spec);
  [[nodiscard]] int players() const { return player_count; }
  [[nodiscard]] bool shared_return() const { return false; }
  [[nodiscard]] int num_distinct_actions() const { return kNumActions; }
  [[nodiscard]] int max_chance_outcomes() const { return kMaxTiles; }
  [[nodiscard]] int max_game_length() const;
  [[nodiscard]] ScoreBounds score_bounds() const { return {0, kMaxScoreSeen}; }
  [[nodiscard]] int margin_scale() const { return 15; }

  [[nodiscard]] int market_spaces() const { return static_cast<int>(prices.size()); }
  [[nodiscard]] int tile_count() const { return static_cast<int>(tiles.size()); }
  [[nodiscard]] int ornament_count() const { return static_cast<int>(ornaments.size()); }
  [[nodiscard]] int judge_count() const { return static_cast<int>(judges.size()); }
  [[nodiscard]] int pile_size(int pile) const { return tile_count() / kPiles + (pile + 1 <= tile_count() % kPiles ? 1 : 0); }  // BN-54
};

// Total of a surcharge for n things in one action.
[[nodiscard]] constexpr int triangle(int step, int n) {
  return step * n * (n - 1) / 2;
}

}  // namespace cloche::barton_in_bloom
