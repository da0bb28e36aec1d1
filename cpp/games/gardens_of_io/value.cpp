// The prior (state.md, W-1 to W-6) and the features of Gardens of Io.
#include <algorithm>

#include "games/gardens_of_io/state.hpp"

namespace cloche::gardens_of_io {
namespace {

constexpr double kLargeGroup = 10.0;  // of the features

int place_in(const Cells& cells, int member) {
  return (cells - cells_above(member)).size() - 1;
}

// The circles in line with a space by the size of the group that a planting of one colour makes there.
class GroupSizes {
 public:
  GroupSizes() = default;
  GroupSizes(const Geometry& geometry, const Cells& flowers, const Cells& line) {
    const Cells near = neighbours(flowers) & line;
    alone_ = line - near;
    most_ = alone_.empty() ? 0 : 1;
    for (const int cell : near) {
      const int size = group_size(flowers, geometry.adjacent[static_cast<std::size_t>(cell)], cell);
      most_ = std::max(most_, size);
      auto* const same = std::find_if(levels_.begin(), levels_.end(), [size](const Level& level) { return level.size == size; });
      if (same != levels_.end()) same->cells.insert(cell);
      else levels_.push({size, Cells::of(cell)});
    }
  }
  [[nodiscard]] int most() const { return most_; }
  [[nodiscard]] int best_on(const Cells& line) const {
    int best = alone_.intersects(line) ? 1 : 0;
    for (const Level& level : levels_) {
      if (level.size > best && level.cells.intersects(line)) best = level.size;
    }
    return best;
  }

 private:
  struct Level {
    int size;
    Cells cells;
  };
  int most_ = 0;
  Cells alone_;
  FixedList<Level, kMaxInLine> levels_;
};

}  // namespace

void State::prior(const FixedList<Action, kMaxLegal>& list, FixedList<std::uint32_t, kMaxLegal>& weights) const {
  assert(mover() >= 0);
  weights.clear();
  switch (at_.phase) {
    case Phase::kTurn: weigh_turn(weights); break;
    case Phase::kSecondCell: weigh_second_cell(weights); break;
    case Phase::kLapBonus: weigh_lap_bonus(weights); break;
    default: weights.resize(list.size(), tables_->prior.of_quality(0));  // W-4
  }
  assert(weights.size() == list.size());
}

void State::weigh_turn(FixedList<std::uint32_t, kMaxLegal>& weights) const {
  const PriorWeights& prior = tables_->prior;
  const Cells line = plantable(at_.player);
  const Flowers reserve = at_.reserves[at_.player];
  const Flowers held = in_reserves();
  for (int colour = 0; colour < kMaxColours; ++colour) {  // W-1
    if (!reserve.has(colour)) continue;
    const Cells& flowers = at_.flowers[static_cast<std::size_t>(colour)];
    const int bonus = held.count(colour) == 1 ? prior.extra_turn : 0;
    const int start = weights.size();
    weights.resize(start + line.size(), prior.of_quality(1 + bonus));
    for (const int cell : neighbours(flowers) & line) {
      const int size = group_size(flowers, tables_->geometry.adjacent[static_cast<std::size_t>(cell)], cell);
      weights[start + place_in(line, cell)] = prior.of_quality(size + bonus);
    }
  }
  if (line.empty()) weights.push(prior.of_quality(tables_->skip_spaces));       // W-2
  for (unsigned offer = specials_on_offer(); offer != 0; offer &= offer - 1) {  // W-3
    weights.push(prior.of_quality(prior.special[static_cast<std::size_t>(std::countr_zero(offer))]));
  }
}

void State::weigh_second_cell(FixedList<std::uint32_t, kMaxLegal>& weights) const {  // W-5
  const Geometry& geometry = tables_->geometry;
  const Flowers reserve = at_.reserves[at_.player];
  const Cells& line = geometry.in_line[at_.spaces[at_.player]];
  FixedList<int, kMaxColours> colours;
  std::array<GroupSizes, kMaxColours> before;
  for (int colour = 0; colour < kMaxColours; ++colour) {
    if (!reserve.has(colour)) continue;
    const Cells& flowers = at_.flowers[static_cast<std::size_t>(colour)];
    colours.push(colour);
    before[static_cast<std::size_t>(colour)] = GroupSizes(geometry, flowers, line - flowers);
  }
  for (const int cell : second_cells(at_.special, at_.first)) {
    State after = *this;
    after.carry_out(at_.first, cell);
    const Cells open = after.plantable(at_.player);
    int best = 0;
    for (const int colour : colours) {
      const auto c = static_cast<std::size_t>(colour);
      const Cells& flowers = after.at_.flowers[c];
      if (!(flowers == at_.flowers[c])) best = std::max(best, best_group(geometry, flowers, open));
      else if (before[c].most() > best) best = std::max(best, before[c].best_on(open));
    }
    weights.push(tables_->prior.of_quality(best));
  }
}

void State::weigh_lap_bonus(FixedList<std::uint32_t, kMaxLegal>& weights) const {  // W-6
  const PriorWeights& prior = tables_->prior;
  for (const int cell : lap_bonus_cells()) {
    const Cells& flowers = at_.flowers[static_cast<std::size_t>(colour_on(cell))];
    const int size = group_size(flowers, tables_->geometry.adjacent[static_cast<std::size_t>(cell)], cell);
    weights.push(prior.of_quality(std::max(0, prior.lap_bonus - size)));
  }
}

void State::best_by_prior(FixedList<Action, kMaxLegal>& list) const {
  assert(mover() >= 0);
  if (at_.phase == Phase::kTurn) return best_turn_actions(list);
  legal(list);
  if (at_.phase == Phase::kTree || at_.phase == Phase::kFirstCell) return;  // W-4
  FixedList<std::uint32_t, kMaxLegal> weights;
  prior(list, weights);
  const std::uint32_t top = *std::max_element(weights.begin(), weights.end());
  FixedList<Action, kMaxLegal> all = list;
  list.clear();
  for (int i = 0; i < all.size(); ++i) {
    if (weights[i] == top) list.push(all[i]);
  }
}

void State::best_turn_actions(FixedList<Action, kMaxLegal>& list) const {
  const PriorWeights& prior = tables_->prior;
  const Cells line = plantable(at_.player);
  const Flowers reserve = at_.reserves[at_.player];
  const Flowers held = in_reserves();
  std::uint32_t top = 0;
  std::array<Cells, kMaxColours> best;  // of the colours from `lowest` to the present one
  int lowest = 0;
  int highest_colour = 0;
  const auto offer = [&](std::uint32_t weight, int colour, const Cells& cells) {
    if (weight < top || cells.empty()) return;
    if (weight > top) {
      best[static_cast<std::size_t>(colour)] = {};
      lowest = colour;
      top = weight;
    }
    best[static_cast<std::size_t>(colour)] |= cells;
    highest_colour = colour;
  };
  for (int colour = 0; colour < kMaxColours; ++colour) {  // W-1
    best[static_cast<std::size_t>(colour)] = {};
    if (!reserve.has(colour)) continue;
    const Cells& flowers = at_.flowers[static_cast<std::size_t>(colour)];
    const int bonus = held.count(colour) == 1 ? prior.extra_turn : 0;
    const Cells near = neighbours(flowers) & line;
    offer(prior.of_quality(1 + bonus), colour, line - near);
    for (const int cell : near) {
      const int size = group_size(flowers, tables_->geometry.adjacent[static_cast<std::size_t>(cell)], cell);
      offer(prior.of_quality(size + bonus), colour, Cells::of(cell));
    }
  }

  list.clear();
  for (int colour = lowest; colour <= highest_colour; ++colour) {
    for (const int cell : best[static_cast<std::size_t>(colour)]) list.push(plant_action(colour, cell));
  }
  const auto offer_other = [&](Action action, int quality) {
    const std::uint32_t weight = prior.of_quality(quality);
    if (weight > top) {
      list.clear();
      top = weight;
    }
    if (weight == top) list.push(action);
  };
  if (line.empty()) offer_other(kSkip, tables_->skip_spaces);                   // W-2
  for (unsigned words = specials_on_offer(); words != 0; words &= words - 1) {  // W-3
    const int special = std::countr_zero(words);
    offer_other(special_action(special), prior.special[static_cast<std::size_t>(special)]);
  }
}

void State::features(int observer, std::span<float> features) const {
  assert(features.size() == static_cast<std::size_t>(kFeatures));
  std::fill(features.begin(), features.end(), 0.0F);
  const std::uint32_t last = *std::min_element(at_.positions.begin(), at_.positions.begin() + tables_->player_count);
  for (int seat = 0; seat < tables_->player_count; ++seat) {
    const int player = (observer + seat) % tables_->player_count;
    const auto p = static_cast<std::size_t>(player);
    const Cells line = plantable(player);
    int best = 0;
    for (int colour = 0; colour < kMaxColours; ++colour) {
      if (at_.reserves[p].has(colour))
        best = std::max(best, best_group(tables_->geometry, at_.flowers[static_cast<std::size_t>(colour)], line));
    }
    const std::array<double, kFeaturesEach> values{
        (at_.positions[p] - last) / double(tables_->lap_lead),
        at_.reserves[p].total() / double(tables_->setup.flowers),
        at_.allowance[p] / double(std::max(1, tables_->setup.specials)),
        best / kLargeGroup,
        mover() == player ? 1.0 : 0.0,
    };
    for (int i = 0; i < kFeaturesEach; ++i) {
      features[static_cast<std::size_t>(seat) * kFeaturesEach + static_cast<std::size_t>(i)] =
          static_cast<float>(values[static_cast<std::size_t>(i)]);
    }
  }
}

}  // namespace cloche::gardens_of_io
