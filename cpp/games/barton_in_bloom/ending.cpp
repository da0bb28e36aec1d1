// Which nodes of a last turn of Barton in Bloom are solvable endings (seeds/barton_in_bloom/state.md, E-1 to E-5).
#include <algorithm>
#include <array>
#include <vector>

#include "games/barton_in_bloom/state.hpp"

namespace cloche::barton_in_bloom {
namespace {

constexpr int kMostWays = 1024;

// A step ahead: its n, or the regrows of an income and its harvests.
struct Ahead {
  StepKind kind;
  int n = 1;
  int harvests = 0;
};
using Steps = std::vector<Ahead>;

bool has(const Steps& steps, std::initializer_list<StepKind> kinds) {
  return std::any_of(steps.begin(), steps.end(),
                     [&](const Ahead& step) { return std::find(kinds.begin(), kinds.end(), step.kind) != kinds.end(); });
}

void add_half(Steps& steps, int half, const Tables& tables) {
  switch (half) {
    case kRegrowHalf: steps.push_back({StepKind::kRegrow, tables.regrow_plants}); return;
    case kHarvestHalf: steps.push_back({StepKind::kHarvest}); return;
    case kTileHalf: steps.push_back({StepKind::kTile, tables.landscape_tiles}); return;
    case kPlantHalf: steps.push_back({StepKind::kPlant}); return;
    case kFlowersHalf: steps.insert(steps.end(), {{StepKind::kBuy}, {StepKind::kMarket}}); return;
    case kOrnamentHalf: steps.push_back({StepKind::kOrnament, tables.purchase_ornaments}); return;
    case kSaleHalf: steps.push_back({StepKind::kSale}); return;
    default: steps.insert(steps.end(), {{StepKind::kOrder}, {StepKind::kOrders}});
  }
}

void add_effects(Steps& steps, const Effects& effects) {
  for (const EffectOf& of : effects) {
    switch (of.effect) {
      case Effect::kMoney: steps.push_back({StepKind::kMoney}); break;
      case Effect::kFlowers: steps.push_back({StepKind::kFlower, of.n}); break;
      case Effect::kJudges: steps.push_back({StepKind::kJudgeDraw}); break;
      case Effect::kTile: steps.insert(steps.end(), {{StepKind::kTile, of.n}, {StepKind::kTurnUp}}); break;
      case Effect::kRegrow: steps.push_back({StepKind::kRegrow, of.n}); break;
      case Effect::kHarvest: steps.push_back({StepKind::kHarvestFree}); break;
      case Effect::kPlant: steps.push_back({StepKind::kPlantFree}); break;
      case Effect::kFertilizer: steps.push_back({StepKind::kFertilizer, of.n}); break;
      case Effect::kDemand: steps.push_back({StepKind::kDie}); break;
      case Effect::kPrestige: steps.push_back({StepKind::kPrestige}); break;
      case Effect::kPurchases: steps.insert(steps.end(), {{StepKind::kDouble, of.n}, {StepKind::kMarket}}); break;
    }
  }
}

void add_bonuses(Steps& steps, const State& state) {
  for (std::size_t space = 0; space < kNotices; ++space) {
    if (state.position().board[space] == kNone) add_effects(steps, state.tables().bonuses[space]);
  }
}

Steps ahead_of(const State& state) {  // E-1
  Steps steps;
  const std::uint64_t hand = state.own().hand;
  for (int i = 0; i < state.position().steps; ++i) {
    const Step& step = state.step(i);
    switch (step.kind) {
      case StepKind::kMode: {
        const int action = state.position().space[step.tag] - kHarvestSpace;
        add_half(steps, 2 * action, state.tables());
        add_half(steps, 2 * action + 1, state.tables());
        break;
      }
      case StepKind::kJudge:
      case StepKind::kNotice:
        steps.push_back({step.kind});
        if (step.kind == StepKind::kNotice || hand != 0) add_bonuses(steps, state);
        break;
      case StepKind::kAfter:
        steps.push_back({step.kind});
        for (const std::uint8_t judge : state.by_draw(hand)) {
          add_effects(steps, state.tables().judges[judge].favour);
          steps.push_back({StepKind::kDiscard});
        }
        break;
      default: steps.push_back({step.kind, step.n, step.m});
    }
  }
  return steps;
}

bool draws_are_idle(const Steps& steps) {  // E-4
  struct Takers {
    std::initializer_list<StepKind> takers;
    StepKind draw;
  };
  static const std::array<Takers, 3> kKinds{{{{StepKind::kBuy, StepKind::kDouble}, StepKind::kMarket},
                                             {{StepKind::kOrder}, StepKind::kOrders},
                                             {{StepKind::kTile}, StepKind::kTurnUp}}};
  for (const Takers& kind : kKinds) {
    bool over = false;  // a taker or a draw has been
    for (const Ahead& step : steps) {
      const bool takes = std::find(kind.takers.begin(), kind.takers.end(), step.kind) != kind.takers.end();
      if (takes && (over || (step.kind == StepKind::kTile && step.n > 1))) return false;
      over = over || takes || step.kind == kind.draw;
    }
  }
  return true;
}

// E-5: how many ways the steps ahead may go.
class Ways {
 public:
  explicit Ways(const State& state) : state_(state) {
    const Seat& own = state.own();
    grown_ = own.grown.size();
    harvested_ = own.harvested.size();
    types_ = std::popcount(own.types_held());
    cells_ = std::popcount(state.free_cells());
    flowers_ = std::popcount(state.market_for_sale());
    for (unsigned rest = state.ornaments_for_sale(); rest != 0; rest &= rest - 1)
      puts_ += places(state.tables().ornaments[at(std::countr_zero(rest))]);
    if (state.front().kind == StepKind::kLay) most_beds_ = state.tables().tiles[state.front().tag].counts[kBed];
    for (const std::uint8_t tile : state.position().display) {
      if (tile != kNone) most_beds_ = std::max<int>(most_beds_, state.tables().tiles[tile].counts[kBed]);
    }
  }

  [[nodiscard]] bool are_few(const Steps& steps) const {
    const bool gains = has(steps, {StepKind::kHarvest, StepKind::kHarvestFree, StepKind::kFlower, StepKind::kGain, StepKind::kIncome,
                                   StepKind::kBuy, StepKind::kDouble});
    return product(steps, gains ? kTypes : types_, has(steps, {StepKind::kTile, StepKind::kLay})) <= kMostWays;
  }
  // At `turn`: whatever the main action is.
  [[nodiscard]] bool are_few_at_turn() const {
    const int types = grown_ > 0 ? kTypes : types_;
    for (int half = 0; half < 8; half += 2) {
      Steps steps;
      add_half(steps, half, state_.tables());
      add_half(steps, half + 1, state_.tables());
      if (product(steps, types, true) > kMostWays) return false;
    }
    Steps bonuses;
    if (state_.own().hand != 0) add_bonuses(bonuses, state_);
    return product(bonuses, types, true) <= kMostWays;
  }

 private:
  [[nodiscard]] static int times(int a, int b) { return std::min(a * std::min(b, kMostWays + 1), kMostWays + 1); }
  [[nodiscard]] static int power(int base, int exponent) {
    int product = 1;
    for (int i = 0; i < exponent && base > 1 && product <= kMostWays; ++i) product = times(product, base);
    return product;
  }
  [[nodiscard]] int places(const Ornament& ornament) const {
    int count = 0;
    for (std::size_t o = 0; o < kOrientations; ++o) {
      if ((ornament.distinct >> o & 1U) != 0) count += state_.places(ornament.shapes[o]).size();
    }
    return count;
  }
  [[nodiscard]] int payments() const {
    int product = 1;
    for (const std::int32_t tokens : state_.own().shed) product = times(product, tokens + 1);
    return product;
  }
  [[nodiscard]] int product(const Steps& steps, int types, bool tile) const {
    int product = has(steps, {StepKind::kOrder, StepKind::kPay}) ? payments() : 1;
    for (const Ahead& step : steps) product = times(product, ways(step, types, tile));
    return product;
  }
  [[nodiscard]] int ways(const Ahead& step, int types, bool tile) const {
    switch (step.kind) {
      case StepKind::kRegrow: return power(harvested_ + 1, step.n);
      case StepKind::kHarvest:
      case StepKind::kHarvestFree: return power(2, grown_);
      case StepKind::kIncome: return times(power(harvested_ + 1, step.n), step.harvests > 0 ? power(2, grown_) : 1);
      case StepKind::kFlower:
      case StepKind::kYield: return power(kTypes, step.n);
      case StepKind::kGain: return power(2, types);
      case StepKind::kTile: return power(1 + kPiles * kTurns * cells_, step.n);
      case StepKind::kLay: return kTurns * cells_;
      case StepKind::kPlant:
      case StepKind::kPlantFree: return power(types + 1, state_.own().free.size() + (tile ? most_beds_ : 0));
      case StepKind::kBuy: return power(2, flowers_);
      case StepKind::kOrnament: return power(1 + puts_, step.n);
      case StepKind::kPut: return places(state_.tables().ornaments[state_.front().tag]);
      case StepKind::kDouble: return power(1 + kFertilizerKinds + flowers_ + puts_, step.n);
      case StepKind::kSale: return 1 + types;
      case StepKind::kDecoration: return 3 * kTypes;
      case StepKind::kFertilizer: return power(1 + kFertilizerKinds, step.n);
      case StepKind::kDie: return 1 + kDice;
      case StepKind::kNotice: return 1 + kNotices;
      case StepKind::kJudge:
      case StepKind::kAfter: return 1 + std::popcount(state_.own().hand);
      default: return 1;
    }
  }

  const State& state_;
  int grown_ = 0;
  int harvested_ = 0;
  int types_ = 0;
  int cells_ = 0;
  int flowers_ = 0;    // that can be paid
  int puts_ = 0;       // ways to put an ornament that can be paid
  int most_beds_ = 0;  // of a tile to come
};

}  // namespace

bool State::solvable_ending() const {
  if (mover() < 0 || at_.turns == kSetupTurns) return false;
  const int next = at_.turns + 1;  // E-1
  if (at_.trigger != next % tables_->player_count && next != tables_->player_count * tables_->turn_limit) return false;
  for (int i = 1; i < at_.steps; ++i) {
    if (step(i).kind == StepKind::kTurn) return false;
  }
  for (int player = 0; player < tables_->player_count; ++player) {  // E-2
    if (player != at_.player && seat(player).gossip != kNone) return false;
  }
  const bool at_turn = front().kind == StepKind::kTurn;
  const bool holds = own().hand != 0;
  const Steps ahead = ahead_of(*this);

  bool judges_left = drawable_judge();  // E-3
  bool favours = false;
  for (int i = 0; i < at_.steps; ++i) {
    judges_left = judges_left || step(i).kind == StepKind::kDiscard;
    favours = favours || (holds && (step(i).kind == StepKind::kAfter || (step(i).kind == StepKind::kTurn && step(i).tag != 0)));
  }
  if (at_turn ? judges_left || favours : has(ahead, {StepKind::kJudgeDraw}) && (judges_left || favours)) return false;

  if (at_turn) {  // E-4
    if (tables_->landscape_tiles > 1) return false;
    Steps bonuses;
    if (holds) add_bonuses(bonuses, *this);
    if (!draws_are_idle(bonuses)) return false;
  } else if (!draws_are_idle(ahead)) {
    return false;
  }

  const Ways ways(*this);  // E-5
  return at_turn ? ways.are_few_at_turn() : ways.are_few(ahead);
}

}  // namespace cloche::barton_in_bloom
