// Laws that hold at every node of every game, for tests of games.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

#include "core/game.hpp"

namespace cloche::testing {

// Actions that are asked of is_legal: every id in range, and some far out.
inline constexpr int kIdsTried = 600;

template <GameState S>
void check_legal(const S& state) {
  LegalList<S> list;
  state.legal(list);
  REQUIRE(list.empty() == (state.mover() == kTerminal));
  int found = 0;
  for (int id = 0; id < std::max(kIdsTried, state.tables().num_distinct_actions()); ++id) {
    const bool listed = found < list.size() && list[found] == id;
    if (listed) ++found;
    if (state.is_legal(static_cast<Action>(id)) != listed) FAIL("is_legal of action ", id, " should be ", listed);
  }
  REQUIRE(found == list.size());  // so the list is ascending without duplicates
  REQUIRE_FALSE(state.is_legal(std::numeric_limits<Action>::max()));
}

template <FastRandomState S>
void check_random_legal(const S& state, Rng rng) {
  LegalList<S> list;
  state.legal(list);
  Rng same = rng;
  REQUIRE(state.random_legal(rng) == list[same.below(list.size())]);
  REQUIRE(rng == same);
}

template <ChanceState S>
void check_outcomes(const S& state, Rng rng) {
  OutcomeList<S> outcomes;
  LegalList<S> list;
  state.outcomes(outcomes);
  state.legal(list);
  REQUIRE(outcomes.size() == list.size());
  std::uint32_t total = 0;
  for (int i = 0; i < list.size(); ++i) {
    REQUIRE(outcomes[i].id == list[i]);
    REQUIRE(outcomes[i].weight >= 1);
    total += outcomes[i].weight;
  }
  Rng same = rng;
  std::uint32_t r = same.below(total);
  int i = 0;
  for (; r >= outcomes[i].weight; ++i) r -= outcomes[i].weight;
  REQUIRE(state.sample(rng) == outcomes[i].id);
  REQUIRE(rng == same);
}

template <ValuedState S>
void check_prior(const S& state) {
  LegalList<S> list;
  WeightList<S> weights;
  state.legal(list);
  state.prior(list, weights);
  REQUIRE(weights.size() == list.size());
  REQUIRE(std::all_of(weights.begin(), weights.end(), [](std::uint32_t weight) { return weight >= 1; }));
}

template <DataState S>
void check_data(const S& state) {
  const Value value = state.to_value();
  const S again = S::from_value(value, state.tables());
  REQUIRE(again == state);
  REQUIRE(again.hash() == state.hash());
  REQUIRE(again.mover() == state.mover());
  REQUIRE(again.to_value() == value);

  LegalList<S> list;
  state.legal(list);
  for (const Action action : list) REQUIRE(state.parse_action(state.action_text(action)) == action);
  REQUIRE_FALSE(state.parse_action("").has_value());
  REQUIRE_FALSE(state.parse_action("nonsense").has_value());

  std::vector<float> tensor(static_cast<std::size_t>(S::tensor_size(state.tables())), -1.0F);
  for (int player = 0; player < state.tables().players(); ++player) {
    state.observation_tensor(player, tensor);
    REQUIRE(std::all_of(tensor.begin(), tensor.end(), [](float x) { return x >= 0.0F; }));
    REQUIRE(state.observation(player).as_object()->front() == std::pair<std::string, Value>{"observer", player});
  }
}

template <class S>
void check_node(const S& state, const Rng& rng) {
  check_legal(state);
  check_data(state);
  if (state.mover() == kTerminal) return;
  if constexpr (FastRandomState<S>) check_random_legal(state, rng);
  if constexpr (ChanceState<S>) {
    if (state.mover() == kChance) check_outcomes(state, rng);
  }
  if (state.mover() >= 0) check_prior(state);
}

// A copy of `value`, which has parts, with one part anywhere in it changed.
inline Value mutated(const Value& value, Rng& rng) {
  const std::vector<Value> strange{Value(),
                                   true,
                                   false,
                                   -1,
                                   0,
                                   1,
                                   2,
                                   3,
                                   19,
                                   40,
                                   41,
                                   255,
                                   256,
                                   60000,
                                   60001,
                                   0.5,
                                   "",
                                   "e5",
                                   "run",
                                   "move-tree",
                                   "tree",
                                   "turn",
                                   "over",
                                   "lap_bonus",
                                   "second_cell",
                                   "TTTTTTTTT",
                                   "........B",
                                   ValueList{},
                                   ValueObject{},
                                   ValueList{1, 2}};
  if (const ValueObject* object = value.as_object(); object != nullptr && !object->empty()) {
    ValueObject copy = *object;
    const int i = rng.below(static_cast<int>(copy.size()));
    const int what = rng.below(20);
    if (what == 0) copy.erase(copy.begin() + i);
    else if (what == 1) copy.push_back(copy[static_cast<std::size_t>(i)]);
    else copy[static_cast<std::size_t>(i)].second = mutated(copy[static_cast<std::size_t>(i)].second, rng);
    return copy;
  }
  if (const ValueList* list = value.as_list(); list != nullptr && !list->empty() && rng.below(10) != 0) {
    ValueList copy = *list;
    Value& item = copy[static_cast<std::size_t>(rng.below(static_cast<int>(copy.size())))];
    item = mutated(item, rng);
    return copy;
  }
  if (const std::string* text = value.as_text(); text != nullptr && !text->empty() && rng.below(4) != 0) {
    const std::string characters = ".TBYWPRGXO?";
    std::string copy = *text;
    copy[static_cast<std::size_t>(rng.below(static_cast<int>(copy.size())))] =
        characters[static_cast<std::size_t>(rng.below(static_cast<int>(characters.size())))];
    return copy;
  }
  if (const std::int64_t* n = value.as_int(); n != nullptr && rng.below(2) == 0) return *n + rng.below(5) - 2;
  return strange[static_cast<std::size_t>(rng.below(static_cast<int>(strange.size())))];
}

// A mutated position is refused, or is a position that can be played to an end without breaking a law.
template <DataState S>
bool survives_mutation(const S& state, Rng& rng) {
  Value value = state.to_value();
  for (int changes = 1 + rng.below(3); changes > 0; --changes) value = mutated(value, rng);
  std::optional<S> accepted;
  try {
    accepted = S::from_value(value, state.tables());
  } catch (const InvalidInput&) {
    return false;
  }
  REQUIRE(accepted->to_value().as_object()->size() == value.as_object()->size());
  for (int moves = 0; moves < 40 && accepted->mover() != kTerminal; ++moves) {
    check_legal(*accepted);
    if (moves % 8 == 0) check_data(*accepted);
    accepted->apply(random_action(*accepted, rng));
  }
  return true;
}

// What a player knows decides a redeal, and is kept by it (H-1 to H-7). `poisoned(state, observer, rng)` is the same position
// with other garbage wherever the observer knows nothing.
template <HiddenState S, class Poisoned>
void check_belief(const S& state, Poisoned poisoned, Rng& rng) {
  for (int observer = 0; observer < state.tables().players(); ++observer) {
    const Value known = state.observation(observer);
    const std::uint64_t seed = rng.next();
    S world = state;
    Rng first(seed);
    world.redeal(observer, first);
    REQUIRE(world.consistent());
    REQUIRE(world.observation(observer) == known);
    REQUIRE(world.mover() == state.mover());
    REQUIRE(S::from_value(world.to_value(), state.tables()) == world);
    S same = poisoned(state, observer, rng);
    Rng second(seed);
    same.redeal(observer, second);
    REQUIRE(same == world);
    REQUIRE(first == second);
    const S read = S::from_observation(known, state.tables());
    REQUIRE(read == as_known_to(state, observer));
    REQUIRE(read == as_known_to(world, observer));
    REQUIRE(information_key(state, observer) == information_key(world, observer));
    if (state.mover() == observer) {
      LegalList<S> list;
      LegalList<S> there;
      state.legal(list);
      world.legal(there);
      REQUIRE(list == there);  // H-6
    }
  }
}

// A mutated observation is refused, or is one that can be played on from without breaking a law.
template <HiddenState S>
bool survives_observed_mutation(const S& state, Rng& rng) {
  const int observer = rng.below(state.tables().players());
  Value value = state.observation(observer);
  for (int changes = 1 + rng.below(3); changes > 0; --changes) value = mutated(value, rng);
  std::optional<S> accepted;
  try {
    accepted = S::from_observation(value, state.tables());
  } catch (const InvalidInput&) {
    return false;
  }
  REQUIRE(accepted->consistent());
  const std::int64_t reader = *value.as_object()->front().second.as_int();
  if (value.as_object()->front().first == "observer") REQUIRE(accepted->observation(static_cast<int>(reader)) == value);
  REQUIRE(S::from_value(accepted->to_value(), state.tables()) == *accepted);
  for (int moves = 0; moves < 40 && accepted->mover() != kTerminal; ++moves) {
    check_legal(*accepted);
    accepted->apply(accepted->random_legal(rng));
    REQUIRE(accepted->consistent());
  }
  return true;
}

}  // namespace cloche::testing
