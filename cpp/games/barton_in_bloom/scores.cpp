// Metrics, scores and ranks of Barton in Bloom (BN-26, BN-27, BN-39, BN-40).
#include <algorithm>

#include "games/barton_in_bloom/state.hpp"

namespace cloche::barton_in_bloom {

Board State::ground_of(int player, Ground ground) const {
  Board board;
  for (int tile = 0; tile < tables_->tile_count(); ++tile) {
    const std::uint16_t where = at_.where[at(tile)];
    if (where == kNowhere || where >> 8 != player) continue;
    board.insert(first_square(where >> 2 & 63), tables_->tiles[at(tile)].ground[where & 3U][ground]);
  }
  return board;
}

Board State::covered(int player) const {
  const Seat& seat = this->seat(player);
  Board tiles;
  for (std::uint64_t rest = seat.cells; rest != 0; rest &= rest - 1) tiles.insert(first_square(std::countr_zero(rest)), kWholeTile);
  return tiles - seat.open - seat.plants();
}

int State::ornaments_of(int player, int kind) const {
  const Ornament& ornament = tables_->ornaments[at(kind)];
  int count = 0;
  for (int copy = 0; copy < ornament.copies; ++copy) {
    const std::uint16_t laid = at_.laid[at(ornament.first_copy + copy)];
    count += laid != kNowhere && laid >> 12 == player ? 1 : 0;
  }
  return count;
}

int State::metric(int player, Metric metric) const {
  const Seat& seat = this->seat(player);
  const auto uncovered = [&](Ground ground) { return ground_of(player, ground) & seat.open; };
  const auto each_kind = [&](const auto& worth) {
    int sum = 0;
    for (int kind = 0; kind < tables_->ornament_count(); ++kind) sum += ornaments_of(player, kind) * worth(tables_->ornaments[at(kind)]);
    return sum;
  };
  // Tiles whose plants are so.
  const auto each_tile = [&](const auto& holds) {
    std::array<Board, kTypes> plants;
    for (int type = 0; type < kTypes; ++type) plants[at(type)] = seat.plants_of(type);
    int tiles = 0;
    for (std::uint64_t rest = seat.cells; rest != 0; rest &= rest - 1) {
      std::array<int, kTypes> counts{};
      for (std::size_t type = 0; type < kTypes; ++type)
        counts[type] = std::popcount(plants[type].window(first_square(std::countr_zero(rest))));
      tiles += holds(counts) ? 1 : 0;
    }
    return tiles;
  };
  switch (metric.kind) {
    case MetricKind::kGnomes: return each_kind([](const Ornament& ornament) { return ornament.gnomes; });
    case MetricKind::kOrnaments: return each_kind([](const Ornament&) { return 1; });
    case MetricKind::kPlants: return seat.plants().size();
    case MetricKind::kPlantsOf: return seat.plants_of(metric.type).size();
    case MetricKind::kPlantTypes: {
      int types = 0;
      for (int type = 0; type < kTypes; ++type) types += seat.plants_of(type).empty() ? 0 : 1;
      return types;
    }
    case MetricKind::kGrown: return seat.grown.size();
    case MetricKind::kHarvested: return seat.harvested.size();
    case MetricKind::kTiles: return std::popcount(seat.cells);
    case MetricKind::kComplete: return seat.complete();
    case MetricKind::kBeds: return seat.free.size() + seat.plants().size();
    case MetricKind::kPaved: return uncovered(kPaving).size();
    case MetricKind::kLawn: return uncovered(kLawn).size();
    case MetricKind::kPond: return uncovered(kPond).size();
    case MetricKind::kLargestPaved: return largest_group(uncovered(kPaving));
    case MetricKind::kLargestLawn: return largest_group(uncovered(kLawn));
    case MetricKind::kLargestPond: return largest_group(uncovered(kPond));
    case MetricKind::kDoubledTiles:
      return each_tile([](const auto& counts) { return std::any_of(counts.begin(), counts.end(), [](int n) { return n >= 2; }); });
    case MetricKind::kFullSets:
      return each_tile([](const auto& counts) { return std::count_if(counts.begin(), counts.end(), [](int n) { return n > 0; }) >= 3; });
    case MetricKind::kCovered: return covered(player).size();
    case MetricKind::kOrders: return std::popcount(seat.done[0]) + std::popcount(seat.done[1]) + std::popcount(seat.done[2]);
    case MetricKind::kDecorations: return seat.decorations[kLarge] + seat.decorations[kMedium] + seat.decorations[kSmall];
    case MetricKind::kFertilizers: return std::popcount(seat.fertilizers);
    case MetricKind::kMoney: return seat.money;
    case MetricKind::kShed: return seat.tokens();
    case MetricKind::kShedTypes: return std::popcount(seat.types_held());
    case MetricKind::kJudgesHeld: return std::popcount(seat.hand);
  }
  return 0;
}

int State::judge_prize(int judge, int player) const {  // BN-27, D-7
  const JudgeCard& card = tables_->judges[at(judge)];
  const int own = metric(player, card.metric);
  if (!card.ranked) return (card.at_least ? own >= card.value : own <= card.value) ? tables_->judge_flat : 0;
  if (own == 0) return 0;
  int before = 0;
  int tied = 0;
  for (int other = 0; other < tables_->player_count; ++other) {
    const int theirs = metric(other, card.metric);
    before += theirs > own ? 1 : 0;
    tied += theirs == own ? 1 : 0;
  }
  int prizes = 0;
  for (std::size_t place = at(before); place < at(before + tied) && place < tables_->judge_ranked.size(); ++place)
    prizes += tables_->judge_ranked[place];
  return (prizes + tied - 1) / tied;
}

PerPlayer<int> State::scores() const {
  PerPlayer<int> scores;
  std::uint64_t judges = 0;
  for (const std::uint8_t judge : at_.board) judges |= judge != kNone ? std::uint64_t{1} << judge : 0;
  for (const Seat& seat : at_.seats) judges |= seat.gossip != kNone ? std::uint64_t{1} << seat.gossip : 0;
  for (int player = 0; player < tables_->player_count; ++player) {
    const Seat& seat = this->seat(player);
    int score = seat.prestige + (seat.complete() >= tables_->end_tiles ? tables_->garden_prestige : 0);
    for (std::uint64_t rest = judges; rest != 0; rest &= rest - 1) score += judge_prize(std::countr_zero(rest), player);
    for (std::size_t deck = 0; deck < kOrderDecks; ++deck) {
      for (std::uint32_t rest = seat.done[deck]; rest != 0; rest &= rest - 1)
        score += tables_->orders[deck][at(std::countr_zero(rest))].prestige;
    }
    for (int kind = 0; kind < tables_->ornament_count(); ++kind) {
      const int count = ornaments_of(player, kind);
      if (count == 0) continue;
      const Ornament& ornament = tables_->ornaments[at(kind)];
      score += count * (ornament.prestige + (ornament.points != 0 ? ornament.points * metric(player, ornament.per) : 0));
    }
    for (std::size_t size = 0; size < kSizes; ++size) score += tables_->decorations[size].value_of(seat.decorations[size]);
    scores.push(score);
  }
  return scores;
}

PerPlayer<int> State::scores(int viewer) const {
  return over() ? scores() : scores_in_view(viewer);
}

PerPlayer<int> State::scores_in_view(int viewer) const {
  State known(*this);
  for (Seat& other : known.at_.seats) {
    if (&other != &known.at_.seats[at(viewer)]) other.gossip = kNone;
  }
  return known.scores();
}

namespace {

PerPlayer<int> ranks_of(const State& state, const PerPlayer<int>& scores) {
  PerPlayer<int> ranks;
  for (int p = 0; p < scores.size(); ++p) {
    int rank = 1;
    for (int q = 0; q < scores.size(); ++q) {
      const bool before = scores[q] > scores[p] || (scores[q] == scores[p] && state.seat(q).money > state.seat(p).money);
      rank += before ? 1 : 0;
    }
    ranks.push(rank);
  }
  return ranks;
}

}  // namespace

PerPlayer<int> State::ranks() const {
  return ranks_of(*this, scores());
}

PerPlayer<int> State::ranks(int viewer) const {
  return ranks_of(*this, scores(viewer));
}

PerPlayer<double> State::returns() const {
  return over() ? returns_by_rank(ranks()) : PerPlayer<double>(tables_->player_count, 0.0);
}

}  // namespace cloche::barton_in_bloom
