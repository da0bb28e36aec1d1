// The prior (state.md, W-1 to W-6) and the features of Bloom Town.
#include <algorithm>

#include "games/bloom_town/state.hpp"

namespace cloche::bloom_town {
namespace {

// Points of the kinds in a town, each kind computed once and only when it is asked for.
class PointsInTown {
 public:
  PointsInTown(const Town& town, const Scoring& scoring, Squares empty) : town_(town), scoring_(scoring), empty_(empty) {}

  [[nodiscard]] const SquareNumbers& of(int kind) {
    const auto k = static_cast<std::size_t>(kind);
    if (!has_bit(known_, kind)) {
      known_ |= 1U << kind;
      numbers_[k] = points_everywhere(town_, scoring_, kind);
    }
    return numbers_[k];
  }
  [[nodiscard]] int best(int kind) { return of(kind).highest(empty_).number; }

 private:
  const Town& town_;
  const Scoring& scoring_;
  Squares empty_;
  unsigned known_ = 0;
  std::array<SquareNumbers, kKinds> numbers_;
};

// What a build on a square brings besides points of the tile (W-1): the same for all squares of a symbol, but for blooming ones.
struct Brought {
  std::array<int, kStacks> by_symbol{};
  Squares blooming = 0;  // while a bonus is left
};

Brought brought_to(const State& state, PointsInTown& points) {
  const PriorWeights& prior = state.tables().prior;
  const Position& at = state.position();
  Brought brought;
  if (!state.is_used(kDouble) || !state.is_used(kExtra)) brought.blooming = state.tables().blooming;
  for (std::size_t space = 0; space < kStacks; ++space) {
    const int kind = at.market[space];
    brought.by_symbol[space] = kind == kNoKind ? prior.unknown : prior.market * points.best(kind);
  }
  return brought;
}

}  // namespace

void State::prior(const FixedList<Action, kMaxLegal>& list, FixedList<std::uint32_t, kMaxLegal>& weights) const {
  assert(mover() >= 0);
  weights.clear();
  if (at_.phase == Phase::kBuild) {
    weigh_builds(weights);
  } else {
    for (const Action action : list) weights.push(tables_->prior.of_quality(quality_of(action)));
  }
  assert(weights.size() == list.size());
}

void State::weigh_builds(FixedList<std::uint32_t, kMaxLegal>& weights) const {  // W-1
  const PriorWeights& prior = tables_->prior;
  const Squares empty = empty_squares(at_.player);
  PointsInTown points(town(at_.player), tables_->scoring, empty);
  const Brought brought = brought_to(*this, points);
  for (unsigned kinds = hand(at_.player).kinds(); kinds != 0; kinds &= kinds - 1) {
    const SquareNumbers& of_kind = points.of(std::countr_zero(kinds));
    for (Squares rest = empty; rest != 0; rest &= rest - 1) {
      const int cell = std::countr_zero(rest);
      const int bloom = has(brought.blooming, cell) ? prior.blooming : 0;
      const int symbol = tables_->symbols[static_cast<std::size_t>(cell)];
      weights.push(prior.of_quality(prior.build * of_kind.on(cell) + brought.by_symbol[static_cast<std::size_t>(symbol)] + bloom));
    }
  }
}

int State::quality_of(Action action) const {
  const PriorWeights& prior = tables_->prior;
  const Town& own = town(at_.player);
  const Scoring& scoring = tables_->scoring;
  const auto by_option = [&](int bonus, int none) {
    if (bonus == kNoBonus) return none;
    if (bonus == kExtra) return prior.extra;                                        // W-3
    return prior.build * points_on(own, scoring, own.kind_on(at_.cell), at_.cell);  // W-2
  };
  if (action < kFirstToken) return by_option(action - kFirstBloom, 0);  // W-4
  if (action < kFirstToken + kCommunity)
    return by_option(action - kFirstToken, std::min(prior.token, stack_tiles() / tables_->player_count));  // W-4
  if (action < kFirstTake) {                                                                               // W-5
    const int type = action - kFirstToken - kCommunity;
    int others = 0;
    for (int p = 0; p < tables_->player_count; ++p) {
      if (p != at_.player) others = std::max(others, rescored(town(p), scoring, type));
    }
    return std::max(0, prior.build * (rescored(own, scoring, type) - others) + prior.community);
  }
  if (action < kFirstKeep) {  // W-6
    const int kind = at_.market[static_cast<std::size_t>(action - kFirstTake)];
    return prior.build * best_points(own, scoring, kind, empty_squares(at_.player));
  }
  return prior.build * rescored(own, scoring, type_of(action - kFirstKeep));  // W-6
}

void State::best_by_prior(FixedList<Action, kMaxLegal>& list) const {
  assert(mover() >= 0);
  if (at_.phase == Phase::kBuild) return best_builds(list);
  const Options open = options();
  std::uint32_t top = 0;
  list.clear();
  if ((open.bits & (open.bits - 1)) == 0) {
    list.push(static_cast<Action>(open.first + std::countr_zero(open.bits)));
    return;
  }
  for (unsigned bits = open.bits; bits != 0; bits &= bits - 1) {
    const auto action = static_cast<Action>(open.first + std::countr_zero(bits));
    const std::uint32_t weight = tables_->prior.of_quality(quality_of(action));
    if (weight < top) continue;
    if (weight > top) list.clear();
    top = weight;
    list.push(action);
  }
}

void State::best_builds(FixedList<Action, kMaxLegal>& list) const {  // W-1
  const PriorWeights& prior = tables_->prior;
  const Squares empty = empty_squares(at_.player);
  PointsInTown points(town(at_.player), tables_->scoring, empty);
  const Brought brought = brought_to(*this, points);

  const unsigned kinds = hand(at_.player).kinds();
  std::array<Squares, kMaxInHand> best{};  // of each kind in hand
  std::uint32_t top = 0;
  std::size_t place = 0;
  for (unsigned rest = kinds; rest != 0; rest &= rest - 1, ++place) {
    const SquareNumbers& of_kind = points.of(std::countr_zero(rest));
    const int most = prior.build * of_kind.highest(empty).number;
    const auto offer = [&](Squares among, int more) {
      if (among == 0 || (prior.rising && prior.of_quality(most + more) < top)) return;
      while (among != 0) {
        const SquareNumbers::Highest highest = of_kind.highest(among);
        const std::uint32_t weight = prior.of_quality(prior.build * highest.number + more);
        if (weight > top) {
          best = {};
          top = weight;
        }
        if (weight == top) best[place] |= highest.squares;
        else if (prior.rising) return;
        among &= ~highest.squares;
      }
    };
    for (std::size_t symbol = 0; symbol < kStacks; ++symbol) {
      const Squares squares = tables_->bearing[symbol] & empty;
      offer(squares & brought.blooming, brought.by_symbol[symbol] + prior.blooming);
      offer(squares & ~brought.blooming, brought.by_symbol[symbol]);
    }
  }

  list.clear();
  place = 0;
  for (unsigned rest = kinds; rest != 0; rest &= rest - 1, ++place) {
    for (Squares squares = best[place]; squares != 0; squares &= squares - 1)
      list.push(build_action(std::countr_zero(rest), std::countr_zero(squares)));
  }
}

void State::features(int observer, std::span<float> features) const {
  constexpr double kPointsUnit = 100.0;
  constexpr double kScoringUnit = 10.0;
  assert(features.size() == static_cast<std::size_t>(kFeatures));
  std::fill(features.begin(), features.end(), 0.0F);
  const bool community_left = std::any_of(at_.face_down.begin() + kFirstCommunity, at_.face_down.end(), [](int n) { return n != 0; });
  const auto put = [&](std::size_t& place, double value) { features[place++] = static_cast<float>(value); };
  for (int seat = 0; seat < tables_->player_count; ++seat) {
    const int player = (observer + seat) % tables_->player_count;
    const Squares empty = empty_squares(player);
    std::size_t place = static_cast<std::size_t>(seat) * kFeaturesEach;
    put(place, at_.points[static_cast<std::size_t>(player)] / kPointsUnit);
    for (int type = 0; type < kTypes; ++type) {
      const bool may_come = community_out(type) == 1 && !has_bit(at_.by_token, type) && community_left;
      put(place, rescored(town(player), tables_->scoring, type) / kScoringUnit);
      put(place, may_come ? 1.0 : 0.0);
    }
    int best = 0;
    unsigned reached = 0;
    for (std::size_t space = 0; space < kStacks; ++space) {
      const int kind = at_.market[space];
      if (kind == kNoKind) continue;
      best = std::max(best, best_points(town(player), tables_->scoring, kind, empty));
      if ((tables_->bearing[space] & empty) != 0) reached |= 1U << kind;
    }
    put(place, has_bit(at_.tokens, player) ? 1.0 : 0.0);
    put(place, best / kScoringUnit);
    put(place, std::popcount(reached) / double{kStacks});
    put(place, mover() == player ? 1.0 : 0.0);
    assert(place == static_cast<std::size_t>(seat + 1) * kFeaturesEach);
  }
  std::array<std::uint8_t, kStacks> stacks = at_.stacks;
  std::sort(stacks.begin(), stacks.end());
  std::size_t place = std::size_t{kFeaturesEach} * kMaxTowns;
  put(place, stack_tiles() / (double{kStacks} * tables_->setup.stack));
  for (const std::uint8_t stack : stacks) put(place, stack / double(tables_->setup.stack));
}

}  // namespace cloche::bloom_town
