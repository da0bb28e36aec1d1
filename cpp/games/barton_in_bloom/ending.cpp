// Which nodes of a last turn of Barton in Bloom are solvable endings (seeds/barton_in_bloom/state.md, E-1 to E-5).
#include <algorithm>
#include <vector>

#include "games/barton_in_bloom/state.hpp"

namespace cloche::barton_in_bloom {
namespace {

constexpr int kMostGrown = 8;
constexpr int kMostPlantings = 4096;

using Steps = std::vector<StepKind>;  // a tile to be taken n times stands n times

bool has(const Steps& steps, std::initializer_list<StepKind> kinds) {
  return std::any_of(steps.begin(), steps.end(), [&](StepKind step) { return std::find(kinds.begin(), kinds.end(), step) != kinds.end(); });
}

void add_half(Steps& steps, int half, const Tables& tables) {
  switch (half) {
    case kRegrowHalf: return steps.push_back(StepKind::kRegrow);
    case kHarvestHalf: return steps.push_back(StepKind::kHarvest);
    case kTileHalf: steps.insert(steps.end(), at(tables.landscape_tiles), StepKind::kTile); return;
    case kPlantHalf: return steps.push_back(StepKind::kPlant);
    case kFlowersHalf: steps.insert(steps.end(), {StepKind::kBuy, StepKind::kMarket}); return;
    case kOrnamentHalf: return steps.push_back(StepKind::kOrnament);
    case kSaleHalf: return steps.push_back(StepKind::kSale);
    default: steps.insert(steps.end(), {StepKind::kOrder, StepKind::kOrders});
  }
}

void add_effects(Steps& steps, const Effects& effects) {
  for (const EffectOf& of : effects) {
    switch (of.effect) {
      case Effect::kMoney: steps.push_back(StepKind::kMoney); break;
      case Effect::kFlowers: steps.push_back(StepKind::kFlower); break;
      case Effect::kJudges: steps.push_back(StepKind::kJudgeDraw); break;
      case Effect::kTile:
        steps.insert(steps.end(), of.n, StepKind::kTile);
        steps.push_back(StepKind::kTurnUp);
        break;
      case Effect::kRegrow: steps.push_back(StepKind::kRegrow); break;
      case Effect::kHarvest: steps.push_back(StepKind::kHarvestFree); break;
      case Effect::kPlant: steps.push_back(StepKind::kPlantFree); break;
      case Effect::kFertilizer: steps.push_back(StepKind::kFertilizer); break;
      case Effect::kDemand: steps.push_back(StepKind::kDie); break;
      case Effect::kPrestige: steps.push_back(StepKind::kPrestige); break;
      case Effect::kPurchases: steps.insert(steps.end(), {StepKind::kDouble, StepKind::kMarket}); break;
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
      case StepKind::kTile: steps.insert(steps.end(), step.n, StepKind::kTile); break;
      case StepKind::kJudge:
      case StepKind::kNotice:
        steps.push_back(step.kind);
        if (step.kind == StepKind::kNotice || hand != 0) add_bonuses(steps, state);
        break;
      case StepKind::kAfter:
        steps.push_back(step.kind);
        for (const std::uint8_t judge : state.by_draw(hand)) {
          add_effects(steps, state.tables().judges[judge].favour);
          steps.push_back(StepKind::kDiscard);
        }
        break;
      default: steps.push_back(step.kind);
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
    for (const StepKind step : steps) {
      const bool takes = std::find(kind.takers.begin(), kind.takers.end(), step) != kind.takers.end();
      if (takes && over) return false;
      over = over || takes || step == kind.draw;
    }
  }
  return true;
}

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
    Steps bonuses;
    if (holds) add_bonuses(bonuses, *this);
    if (!draws_are_idle(bonuses)) return false;
  } else if (!draws_are_idle(ahead)) {
    return false;
  }

  const int grown = own().grown.size();  // E-5
  const bool harvests = at_turn || has(ahead, {StepKind::kHarvest, StepKind::kHarvestFree, StepKind::kIncome});
  if (harvests && grown > kMostGrown) return false;
  if (!at_turn && !has(ahead, {StepKind::kPlant, StepKind::kPlantFree})) return true;
  const bool gains = at_turn ? grown > 0
                             : has(ahead, {StepKind::kHarvest, StepKind::kHarvestFree, StepKind::kFlower, StepKind::kGain,
                                           StepKind::kIncome, StepKind::kBuy, StepKind::kDouble});
  int beds = own().free.size();
  if (at_turn || has(ahead, {StepKind::kTile, StepKind::kLay})) {
    int most = front().kind == StepKind::kLay ? tables_->tiles[front().tag].counts[kBed] : 0;
    for (const std::uint8_t tile : at_.display) {
      if (tile != kNone) most = std::max<int>(most, tables_->tiles[tile].counts[kBed]);
    }
    beds += most;
  }
  const int ways = 1 + (gains ? kTypes : std::popcount(own().types_held()));
  int plantings = 1;
  for (int bed = 0; bed < beds && ways > 1 && plantings <= kMostPlantings; ++bed) plantings *= ways;
  return plantings <= kMostPlantings;
}

}  // namespace cloche::barton_in_bloom
