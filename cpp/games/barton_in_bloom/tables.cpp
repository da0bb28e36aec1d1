#include "games/barton_in_bloom/tables.hpp"

#include <algorithm>

#include "games/barton_in_bloom/tables_read.hpp"

namespace cloche::barton_in_bloom {

void TablesReader::derive() {
  for (std::size_t width = 0; width < tables_.anchors.size(); ++width) {
    for (int square = 0; square < kSquares; ++square) {
      if (square % kSide + static_cast<int>(width) <= kSide) tables_.anchors[width].insert(square);
    }
  }
}

int DecorationKind::value_of(int count) const {
  const int listed = static_cast<int>(prestige.size());
  const int shown = std::min(count, listed);
  return (shown == 0 ? 0 : prestige[at(shown - 1)]) + each * std::max(0, count - listed);
}

std::shared_ptr<const Tables> Tables::make(const GameSpec& spec) {
  Faults faults;
  const auto tables = std::make_shared<Tables>();
  tables->player_count = spec.players;
  TablesReader reader(*tables);
  reader.options(Reader(spec.options, "options", faults));
  reader.components(Reader(spec.components, "components", faults));
  reader.weights(Reader(spec.weights, "weights", faults));
  faults.raise_if_any("barton_in_bloom");
  reader.derive();
  return tables;
}

int Tables::max_game_length() const {
  int beds = 0;
  for (const Tile& tile : tiles) beds += tile.counts[kBed];
  beds = std::min(beds, kSquares);
  const int more = fertilizer_amount[kYieldFertilizer];
  int incomes = fertilizer_amount[kRegrowFertilizer] + fertilizer_amount[kEarlyFertilizer];
  for (const Ornament& ornament : ornaments)
    incomes += ornament.copies * (ornament.income.flowers + ornament.income.regrow + ornament.income.harvest);
  const auto length = [&](const Effects& effects) {
    int sum = 0;
    for (const EffectOf& of : effects) {
      switch (of.effect) {
        case Effect::kFlowers:
        case Effect::kRegrow:
        case Effect::kPlant:
        case Effect::kFertilizer: sum += of.n; break;
        case Effect::kHarvest: sum += of.n + more; break;
        case Effect::kTile:
        case Effect::kPurchases: sum += 2 * of.n; break;
        case Effect::kDemand: sum += 1; break;
        case Effect::kMoney:
        case Effect::kJudges:
        case Effect::kPrestige: break;
      }
    }
    return sum;
  };
  int favour = 0;
  int bonus = 0;
  for (const JudgeCard& judge : judges) favour = std::max(favour, length(judge.favour));
  for (const Effects& effects : bonuses) bonus = std::max(bonus, length(effects));
  const int turn = 6 + market_spaces() + 2 * landscape_tiles + regrow_plants + 2 * beds + more + 2 * purchase_ornaments + 1 +
                   7 * sell_orders + 5 + 1 + incomes + favour + bonus;
  return player_count * (turn_limit * turn + 2 * setup_tiles + 2 + std::max(setup_plants, setup_gift));
}

}  // namespace cloche::barton_in_bloom
