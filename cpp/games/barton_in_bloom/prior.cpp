// The prior of Barton in Bloom (seeds/barton_in_bloom/state.md, W-1 to W-12).
#include <algorithm>
#include <climits>

#include "games/barton_in_bloom/state.hpp"

namespace cloche::barton_in_bloom {
namespace {

// Qualities of the actions of one decision node, by what the mover knows. What several actions ask for is computed once.
class Weigher {
 public:
  explicit Weigher(const State& state)
      : state_(state),
        at_(state.position()),
        tables_(state.tables()),
        w_(tables_.prior),
        step_(state.front()),
        me_(state.own()),
        mover_(at_.player),
        grown_(me_.grown.size()),
        harvested_(me_.harvested.size()),
        tokens_(me_.tokens()),
        pound_(me_.money > w_.rich ? w_.pound_rich : w_.pound),
        token_(tokens_ > w_.full ? w_.token_full : w_.token) {
    ornament_worth_.fill(INT_MIN);
    judge_worth_.fill(INT_MIN);
  }

  [[nodiscard]] int quality_of(int action) {
    if (action < kFirstMode) return main_action(action);
    if (action < kEnd) return mode(action - kFirstMode);                      // W-4
    if (action == kEnd) return step_.kind == StepKind::kAfter ? w_.keep : 0;  // W-3
    if (action == kPass) return 0;
    if (action < kFirstJudge) return favour(action - kFirstFavour);
    if (action < kFirstNotice) return w_.play + judge_worth(action - kFirstJudge);  // W-5
    if (action < kGossip) return effects_worth(tables_.bonuses[at(action - kFirstNotice)]);
    if (action == kGossip) return w_.gossip;
    if (action < kFirstLay) return w_.tile - w_.bed * tables_.tiles[at_.display[at(action - kFirstPile)]].counts[kBed];  // W-8
    if (action < kFirstFlower) return lay((action - kFirstLay) / kTurns, (action - kFirstLay) % kTurns);
    if (action < kFirstBuy) return flower(action - kFirstFlower);  // W-6
    if (action < kFirstOrnament) {                                 // W-9
      const int space = action - kFirstBuy;
      return token_ + want(at_.market[at(space)]) - pound_ * tables_.prices[at(space)];
    }
    if (action < kFirstPut) {
      const int kind = action - kFirstOrnament;
      return ornament_worth(kind) - pound_ * tables_.ornaments[at(kind)].price;
    }
    if (action < kFirstRegrow) return put((action - kFirstPut) / kOrientations, (action - kFirstPut) % kOrientations);
    if (action < kFirstHarvest) return w_.regrow;
    if (action < kFirstPlant) return harvest(action - kFirstHarvest);
    if (action < kFirstOrder) return plant((action - kFirstPlant) / kSquares, (action - kFirstPlant) % kSquares);
    if (action < kPayExact)  // W-10
      return order_worth(*state_.order_up(action - kFirstOrder)) - pound_ * tables_.order_surcharge * step_.n;
    if (action == kPayExact) return token_;
    if (action < kFirstFertilizer) {
      const auto [one, other] = kFlowerPairs[at(action - kFirstPair)];
      return -spare(one) - spare(other);
    }
    if (action < kChooseJudge) {  // W-11
      const int kind = action - kFirstFertilizer;
      const int less = step_.kind == StepKind::kFertilizer ? step_.tag : 0;
      return w_.fertilizer[at(kind)] - pound_ * std::max(0, tables_.fertilizer_price[at(kind)] - less);
    }
    if (action < kFirstDie) return choice(action);  // W-12
    return w_.fresh * std::min<int>(step_.n, at_.demand[at(action - kFirstDie)] - 1);
  }

 private:
  // ---- Words

  [[nodiscard]] int want(int type) const {
    for (int deck = 0; deck < kOrderDecks; ++deck) {
      const Order* order = state_.order_up(deck);
      if (order != nullptr && order->left[0][at(type)] > me_.shed[at(type)]) return w_.want;
    }
    return 0;
  }
  [[nodiscard]] int spare(int type) const {
    for (int deck = 0; deck < kOrderDecks; ++deck) {
      const Order* order = state_.order_up(deck);
      if (order != nullptr && order->left[0][at(type)] > me_.shed[at(type)] - 1) return w_.want;
    }
    return 0;
  }
  [[nodiscard]] int order_worth(const Order& order) const {
    int matching = 0;
    for (std::size_t type = 0; type < kTypes; ++type) matching += std::min<int>(order.left[0][type], me_.shed[type]);
    return pound_ * order.money + w_.point * order.prestige - token_ * (2 * order.size - matching);
  }
  [[nodiscard]] int ornament_worth(int kind) {
    int& worth = ornament_worth_[at(kind)];
    if (worth == INT_MIN) {
      const Ornament& ornament = tables_.ornaments[at(kind)];
      const Yields& income = ornament.income;
      const int prestige = ornament.prestige + (ornament.points != 0 ? ornament.points * state_.metric(mover_, ornament.per) : 0);
      worth = w_.point * prestige + w_.gnome * ornament.gnomes +
              w_.income * (income.money + income.flowers + income.regrow + income.harvest + income.prestige);
    }
    return worth;
  }
  [[nodiscard]] int effects_worth(const Effects& effects) const {
    int worth = 0;
    for (const EffectOf& of : effects) worth += of.n * w_.effect[static_cast<std::size_t>(of.effect)];
    return worth;
  }
  [[nodiscard]] int judge_worth(int judge) {
    int& worth = judge_worth_[at(judge)];
    if (worth == INT_MIN) worth = w_.point * state_.judge_lead(judge, mover_);
    return worth;
  }

  // A judge drawn, and the best of those held played.
  [[nodiscard]] int judge_action() {
    int best = 0;
    for (std::uint64_t rest = me_.hand; rest != 0; rest &= rest - 1) best = std::max(best, w_.play + judge_worth(std::countr_zero(rest)));
    return w_.judge + best;
  }

  // ---- Halves, with so much money to spend

  [[nodiscard]] int half(int half, int money) {
    switch (half) {
      case kRegrowHalf: return w_.regrow * std::min(tables_.regrow_plants, harvested_);
      case kHarvestHalf: {
        int best = 0;
        const int each = token_ * tables_.harvest_tokens - w_.grown;
        for (int j = 1; j <= grown_; ++j) {
          const int cost = triangle(tables_.harvest_surcharge, j);
          if (cost > money) break;
          best = std::max(best, j * each - pound_ * cost);
        }
        return best;
      }
      case kTileHalf:
        if (std::all_of(at_.display.begin(), at_.display.end(), [](std::uint8_t tile) { return tile == kNone; })) return 0;
        return std::popcount(me_.unfinished) < w_.open ? w_.tile : w_.tile_more;
      case kPlantHalf: return plant_half(money);
      case kFlowersHalf: {
        int sum = 0;
        for (int space = 0; space < tables_.market_spaces(); ++space) {
          const int price = tables_.prices[at(space)];
          if (at_.market[at(space)] == kNone || price > money) continue;
          const int gain = token_ + want(at_.market[at(space)]) - pound_ * price;
          if (gain <= 0) continue;
          sum += gain;
          money -= price;
        }
        return sum;
      }
      case kOrnamentHalf: {
        int best = 0;
        for (int kind = 0; kind < tables_.ornament_count(); ++kind) {
          const int price = tables_.ornaments[at(kind)].price;
          if (at_.supply[at(kind)] != 0 && price <= money) best = std::max(best, ornament_worth(kind) - pound_ * price);
        }
        return best;
      }
      case kSaleHalf: return tokens_ > 0 ? std::max(0, pound_ * tables_.sell_flower_money - token_) : 0;
      default: {
        int best = 0;
        for (int deck = 0; deck < kOrderDecks; ++deck) {
          const Order* order = state_.order_up(deck);
          if (order != nullptr && State::payable(*order, 0, me_.shed)) best = std::max(best, order_worth(*order));
        }
        return best;
      }
    }
  }

  [[nodiscard]] int plant_half(int money) {
    if (missing_count_ < 0) {  // free beds of each incomplete tile, ascending
      missing_count_ = 0;
      for (std::uint64_t rest = me_.unfinished; rest != 0; rest &= rest - 1)
        missing_[at(missing_count_++)] = std::popcount(me_.free.window(first_square(std::countr_zero(rest))));
      std::sort(missing_.begin(), missing_.begin() + missing_count_);
    }
    const int most = std::min(me_.free.size(), tokens_);
    int best = 0;
    int tiles = 0;
    int used = 0;
    for (int j = 1; j <= most; ++j) {
      const int cost = triangle(tables_.plant_surcharge, j);
      if (cost > money) break;
      while (tiles < missing_count_ && used + missing_[at(tiles)] <= j) used += missing_[at(tiles++)];
      best = std::max(best, j * w_.plant - pound_ * cost + w_.complete * tiles);
    }
    return best;
  }

  [[nodiscard]] int decoration(int size) const {
    const DecorationKind& kind = tables_.decorations[at(size)];
    const int now = me_.decorations[at(size)];
    return w_.point * (kind.value_of(now + 1) - kind.value_of(now)) - token_ * (size == kSmall ? 1 : 2);
  }

  // ---- W-1, W-2

  [[nodiscard]] int main_action(int action) {
    if (action >= kFirstGardener) {
      const int what = action - kFirstGardener;
      return w_.act + gardener(what) - w_.sleep;
    }
    const int die = action / kSpaces;
    const int space = action % kSpaces;
    if (space == kRestSpace) return rest(die);
    const int demand = at_.demand[at(die)];
    const int money = me_.money - demand;
    const int base = w_.act - pound_ * demand;
    if (space == kMowSpace) return base + pound_ * tables_.mow_money;
    if (space == kJudgeSpace) return base + judge_action();
    const int kind = space - kHarvestSpace;
    const int first = half(2 * kind, money);
    const int second = half(2 * kind + 1, money);
    if (kind == die) return base + first + second;
    int best = std::max(first, second);
    if (money >= tables_.both_halves) best = std::max(best, first + second - pound_ * tables_.both_halves);
    return base + best;
  }

  [[nodiscard]] int gardener(int what) {
    if (what == kGardenerMow) return pound_ * tables_.mow_money;
    if (what == kGardenerJudge) return judge_action();
    if (what < kGardenerLarge) return half(what - kGardenerHalves, me_.money);
    return decoration(what - kGardenerLarge);
  }

  [[nodiscard]] int rest(int die) const {
    const auto amount = [&](Fertilizer fertilizer) { return me_.owns(fertilizer) ? tables_.fertilizer_amount[fertilizer] : 0; };
    const int money = state_.income_money(mover_);
    int sum = w_.rest + pound_ * money + w_.point * me_.income.prestige + token_ * me_.income.flowers;
    sum += w_.regrow * std::min(me_.income.regrow + amount(kRegrowFertilizer), harvested_);
    sum += (token_ * tables_.harvest_tokens - w_.grown) * std::min(me_.income.harvest + amount(kEarlyFertilizer), grown_);
    sum += w_.fresh * (at_.demand[at(die)] - 1) + (me_.awake != 0 ? 0 : w_.wake);
    const int x = shown_of(step_.n, die);
    switch (die) {
      case kHarvester: return sum + token_ * std::min(x * tables_.types_per_demand, std::popcount(me_.types_held()));
      case kLandscaper: return sum + w_.point * std::min(x * tables_.prestige_per_demand, me_.complete());
      case kPurchaser:
        for (int i = 0; i < kFertilizerKinds; ++i) {
          if (!me_.owns(i) && tables_.fertilizer_price[at(i)] - x * tables_.discount_per_demand <= me_.money + money)
            return sum + w_.rest_buy;
        }
        return sum;
      default: return sum + pound_ * x * tables_.money_per_demand;
    }
  }

  [[nodiscard]] int favour(int judge) {  // W-3
    const int held = w_.hold * std::max(0, judge_worth(judge)) / 4;
    return (step_.kind == StepKind::kTurn ? w_.favour : w_.favour_late) + effects_worth(tables_.judges[at(judge)].favour) - held;
  }

  [[nodiscard]] int mode(int mode) {
    const int kind = at_.space[step_.tag] - kHarvestSpace;
    const int first = mode == kSecond ? 0 : half(2 * kind, me_.money);
    const int second = mode == kFirst ? 0 : half(2 * kind + 1, me_.money);
    if (mode < kFirstSecond) return first + second;
    return first + second - (kind == step_.tag ? 0 : pound_ * tables_.both_halves) + (mode == kFirstSecond ? 1 : 0);
  }

  // ---- Picks

  [[nodiscard]] int flower(int type) const {
    if (step_.kind == StepKind::kSale) return pound_ * tables_.sell_flower_money - token_ - spare(type);
    if (step_.kind == StepKind::kDecoration) return -spare(type);
    return token_ + want(type);
  }

  [[nodiscard]] int harvest(int square) const {
    const int price = step_.kind == StepKind::kHarvest ? tables_.harvest_surcharge * step_.n : 0;
    return token_ * tables_.harvest_tokens - w_.grown + want(me_.type_at(square)) - pound_ * price;
  }

  [[nodiscard]] int plant(int type, int square) const {  // W-7
    int price = 0;
    if (step_.kind == StepKind::kPlant) price = std::max(0, tables_.plant_surcharge * step_.n - (step_.m >> 8)) - (step_.m & 0xFF);
    const int free = std::popcount(me_.free.window(first_square(cell_of(square))));
    return w_.plant - pound_ * price - spare(type) + (free == 1 ? w_.complete : free == 2 ? w_.close : 0);
  }

  [[nodiscard]] int lay(int cell, int turns) {  // W-8
    if (!features_known_) learn_features();
    int pairs = 0;
    for (std::size_t i = 0; i < features_.size(); ++i) {
      Board squares;
      squares.insert(first_square(cell), tables_.tiles[step_.tag].ground[at(turns)][i + kPaving]);
      for (const Board& beside : one_step(squares)) pairs += (beside & features_[i]).size();
    }
    return w_.join * pairs;
  }

  [[nodiscard]] int put(int anchor, int orientation) {  // W-9
    if (!features_known_) learn_features();
    const Shape& shape = tables_.ornaments[step_.tag].shapes[at(orientation)];
    Board free = me_.free;
    int sum = 0;
    for (std::size_t i = 0; i < shape.size; ++i) {
      const int square = anchor + shape.steps[i];
      if (free.has(square)) {
        sum += w_.cover_bed;
        free.erase(square);
        if (free.window(first_square(cell_of(square))) == 0) sum += w_.complete;
      } else if (features_[0].has(square) || features_[1].has(square) || features_[2].has(square)) {
        sum -= w_.cover_feature;
      }
    }
    return sum;
  }

  [[nodiscard]] int choice(int action) const {
    if (action == kChooseJudge) return w_.judge * tables_.choice_judges;
    if (action == kChooseMoney) return pound_ * tables_.choice_money;
    if (action == kChooseFlower) return token_ * tables_.setup_gift;
    for (std::uint64_t rest = me_.unfinished; rest != 0; rest &= rest - 1) {
      if (std::popcount(me_.free.window(first_square(std::countr_zero(rest)))) == 1) return w_.plant + w_.complete;
    }
    return w_.plant;
  }

  // Uncovered paving, lawn and pond of the mover.
  void learn_features() {
    features_known_ = true;
    for (std::size_t i = 0; i < features_.size(); ++i) features_[i] = state_.ground_of(mover_, static_cast<Ground>(i + kPaving)) & me_.open;
  }

  const State& state_;
  const Position& at_;
  const Tables& tables_;
  const PriorWeights& w_;
  const Step& step_;
  const Seat& me_;
  int mover_;
  int grown_;
  int harvested_;
  int tokens_;
  int pound_;                                      // what £1 is worth now
  int token_;                                      // and a flower
  std::array<int, kMaxOrnaments> ornament_worth_;  // INT_MIN: not known yet
  std::array<int, kMaxJudges> judge_worth_;
  int missing_count_ = -1;  // -1: not known yet
  std::array<int, kCells> missing_;
  bool features_known_ = false;
  std::array<Board, kGrounds - 1> features_;
};

}  // namespace

int State::judge_lead(int judge, int player) const {
  int other = 0;
  for (int q = 0; q < tables_->player_count; ++q) {
    if (q != player) other = std::max(other, judge_prize(judge, q));
  }
  return judge_prize(judge, player) - other;
}

int State::income_money(int player) const {
  const Seat& seat = this->seat(player);
  const int wages = seat.owns(kWagesFertilizer) ? tables_->fertilizer_amount[kWagesFertilizer] : 0;
  return seat.complete() * (tables_->per_complete_tile + wages) + seat.income.money;
}

int State::turns_to_go(int player) const {
  if (at_.turns == kSetupTurns) return 0;
  const int had = (at_.turns + tables_->player_count - 1 - player) / tables_->player_count;
  return tables_->turn_limit - had;
}

void State::prior(const FixedList<Action, kMaxLegal>& list, FixedList<std::uint32_t, kMaxLegal>& weights) const {
  assert(mover() >= 0);
  Weigher weigher(*this);
  weights.clear();
  for (const Action action : list) weights.push(tables_->prior.of_quality(weigher.quality_of(action)));
}

}  // namespace cloche::barton_in_bloom
