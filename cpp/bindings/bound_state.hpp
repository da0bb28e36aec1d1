// What the Python objects of a game hold. Python sees all games through the base classes, which are bound once
// (bound_state.cpp); a game adds only what its state type makes of each function. Searches are bound over the records.
#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bindings/interruptible.hpp"
#include "bindings/solving.hpp"
#include "bindings/value_cast.hpp"
#include "core/game.hpp"
#include "core/observation.hpp"
#include "search/endings.hpp"
#include "search/playout.hpp"

namespace cloche {
namespace py = pybind11;

// A Python whole number of any size as an id; nothing where no id is that high or low.
[[nodiscard]] std::optional<Action> id_from(const py::int_& number);
// Seeds count modulo 2^64.
[[nodiscard]] std::uint64_t word_from(const py::int_& number);

// `_core.State`: one position, as python/cloche/backend.py describes it. Actions and players that come from Python are
// checked by the caller, which has `is_legal` and `players` for it.
class AnyState {
 public:
  virtual ~AnyState() = default;

  [[nodiscard]] virtual int players() const = 0;
  [[nodiscard]] virtual int mover() const = 0;
  [[nodiscard]] virtual IntList legal_actions() const = 0;
  [[nodiscard]] virtual bool is_legal(Action action) const = 0;
  virtual void apply(Action action) = 0;
  [[nodiscard]] virtual std::vector<Outcome> outcomes() const = 0;  // empty but at chance nodes
  virtual void resolve_chance(Rng& rng) = 0;
  [[nodiscard]] virtual py::object clone() const = 0;
  [[nodiscard]] virtual PerPlayer<int> scores() const = 0;
  [[nodiscard]] virtual PerPlayer<int> ranks() const = 0;
  [[nodiscard]] virtual PerPlayer<int> scores_known_to(int viewer) const = 0;
  [[nodiscard]] virtual PerPlayer<int> ranks_known_to(int viewer) const = 0;
  [[nodiscard]] virtual PerPlayer<double> returns() const = 0;
  [[nodiscard]] virtual IntList prior() const = 0;  // empty but at decision nodes
  [[nodiscard]] virtual bool solvable_ending() const = 0;
  [[nodiscard]] virtual bool duel_ending() const = 0;
  // Throws InvalidInput at other nodes.
  [[nodiscard]] virtual std::vector<ActionWorth> ending_worths(double margin_weight) const = 0;
  [[nodiscard]] virtual std::string action_text(Action action) const = 0;
  [[nodiscard]] virtual std::optional<Action> parse_action(std::string_view text) const = 0;
  [[nodiscard]] virtual Value to_value() const = 0;
  [[nodiscard]] virtual Value observation(int player) const = 0;
  [[nodiscard]] virtual std::vector<float> observation_tensor(int player) const = 0;
  [[nodiscard]] virtual std::vector<float> features(int player) const = 0;
  virtual void redeal(int observer, Rng& rng) = 0;
  [[nodiscard]] virtual Action seen(Action action, int observer) const = 0;
  [[nodiscard]] virtual std::string seen_text(Action action, int observer) const = 0;
  [[nodiscard]] virtual bool equals(const AnyState& other) const = 0;
  [[nodiscard]] virtual std::uint64_t hash() const = 0;

 protected:
  AnyState() = default;
  AnyState(const AnyState&) = default;
  AnyState& operator=(const AnyState&) = default;
};

struct Facts {
  int players;
  bool perfect_information;
  bool shared_return;
  int stakes;  // 0 without any
  int num_distinct_actions;
  int max_chance_outcomes;
  int max_game_length;  // below 0 without a bound
  ScoreBounds score_bounds;
  int margin_scale;
  int tensor_size;
};

struct PlayoutTotals {
  std::uint64_t plies = 0;
  PerPlayer<double> returns;  // sum over the games
};

// `_core.Game`: a loaded game.
class AnyGame {
 public:
  virtual ~AnyGame() = default;

  [[nodiscard]] virtual Facts facts() const = 0;
  [[nodiscard]] virtual py::object new_initial_state() const = 0;
  [[nodiscard]] virtual py::object state_from(const Value& data) const = 0;
  [[nodiscard]] virtual py::object state_from_observation(const Value& data) const = 0;
  // What a position is worth, or all worlds of its public state together, by weights that sum to 1 (V-8).
  [[nodiscard]] virtual py::dict solve(const std::vector<std::pair<const AnyState*, double>>& roots, double tolerance,
                                       const py::dict& limits, const StopFlag* stop) const = 0;
  // `count` random games, or fewer if `work` stops.
  [[nodiscard]] virtual PlayoutTotals play_random(std::int64_t count, std::uint64_t seed, Interruptible& work) const = 0;

 protected:
  AnyGame() = default;
  AnyGame(const AnyGame&) = default;
  AnyGame& operator=(const AnyGame&) = default;
};

// `_core.<Prefix>State`. `state` points at `*tables`, which this keeps alive.
template <DataState S>
  requires ValuedState<S>
struct BoundState final : AnyState {
  BoundState(std::shared_ptr<const typename S::Tables> loaded, const S& position) : tables(std::move(loaded)), state(position) {}

  [[nodiscard]] int players() const override { return tables->players(); }
  [[nodiscard]] int mover() const override { return state.mover(); }
  [[nodiscard]] IntList legal_actions() const override {
    LegalList<S> list;
    state.legal(list);
    return int_list(list);
  }
  [[nodiscard]] bool is_legal(Action action) const override { return state.is_legal(action); }
  void apply(Action action) override { state.apply(action); }
  [[nodiscard]] std::vector<Outcome> outcomes() const override {
    if constexpr (ChanceState<S>) {
      if (state.mover() == kChance) {
        OutcomeList<S> list;
        state.outcomes(list);
        return {list.begin(), list.end()};
      }
    }
    return {};
  }
  void resolve_chance(Rng& rng) override { cloche::resolve_chance(state, rng); }
  [[nodiscard]] py::object clone() const override { return py::cast(BoundState(*this)); }
  [[nodiscard]] PerPlayer<int> scores() const override { return state.scores(); }
  [[nodiscard]] PerPlayer<int> ranks() const override { return state.ranks(); }
  [[nodiscard]] PerPlayer<int> scores_known_to([[maybe_unused]] int viewer) const override {
    if constexpr (VeiledState<S>) return state.scores(viewer);
    return state.scores();
  }
  [[nodiscard]] PerPlayer<int> ranks_known_to([[maybe_unused]] int viewer) const override {
    if constexpr (VeiledState<S>) return state.ranks(viewer);
    return state.ranks();
  }
  [[nodiscard]] PerPlayer<double> returns() const override { return state.returns(); }
  [[nodiscard]] IntList prior() const override {
    LegalList<S> list;
    WeightList<S> weights;
    if (state.mover() >= 0) {
      state.legal(list);
      state.prior(list, weights);
    }
    return int_list(weights);
  }
  [[nodiscard]] bool solvable_ending() const override { return is_solvable_ending(state); }
  [[nodiscard]] bool duel_ending() const override { return is_duel_ending(state); }
  [[nodiscard]] std::vector<ActionWorth> ending_worths(double margin_weight) const override {
    std::vector<ActionWorth> worths = cloche::ending_worths(state, Evaluator(*tables, margin_weight));
    if (worths.empty()) throw InvalidInput("ending_worths: this is no solvable ending");
    return worths;
  }
  [[nodiscard]] std::string action_text(Action action) const override { return state.action_text(action); }
  [[nodiscard]] std::optional<Action> parse_action(std::string_view text) const override { return state.parse_action(text); }
  [[nodiscard]] Value to_value() const override { return state.to_value(); }
  [[nodiscard]] Value observation(int player) const override { return state.observation(player); }
  [[nodiscard]] std::vector<float> observation_tensor(int player) const override {
    std::vector<float> tensor(static_cast<std::size_t>(S::tensor_size(*tables)));
    state.observation_tensor(player, tensor);
    return tensor;
  }
  [[nodiscard]] std::vector<float> features(int player) const override {
    std::vector<float> numbers(static_cast<std::size_t>(S::kFeatures));
    state.features(player, numbers);
    return numbers;
  }
  void redeal([[maybe_unused]] int observer, [[maybe_unused]] Rng& rng) override {
    if constexpr (HiddenState<S>) state.redeal(observer, rng);
  }
  [[nodiscard]] Action seen(Action action, [[maybe_unused]] int observer) const override {
    if constexpr (HiddenState<S>) return state.seen(action, observer);
    return action;
  }
  [[nodiscard]] std::string seen_text(Action action, [[maybe_unused]] int observer) const override {
    if constexpr (HiddenState<S>) return state.seen_text(action, observer);
    return state.action_text(action);
  }
  [[nodiscard]] bool equals(const AnyState& other) const override {
    const auto* same = dynamic_cast<const BoundState*>(&other);
    return same != nullptr && state == same->state;
  }
  [[nodiscard]] std::uint64_t hash() const override { return state.hash(); }

  std::shared_ptr<const typename S::Tables> tables;
  S state;
};

// `_core.<Prefix>Game`.
template <DataState S>
  requires ValuedState<S>
struct BoundGame final : AnyGame {
  // Throws InvalidInput that lists every fault.
  explicit BoundGame(const GameSpec& spec) : tables(S::Tables::make(spec)) {}

  [[nodiscard]] Facts facts() const override {
    return {.players = tables->players(),
            .perfect_information = !HiddenState<S>,
            .shared_return = tables->shared_return(),
            .stakes = stakes_of(*tables),
            .num_distinct_actions = tables->num_distinct_actions(),
            .max_chance_outcomes = tables->max_chance_outcomes(),
            .max_game_length = tables->max_game_length(),
            .score_bounds = tables->score_bounds(),
            .margin_scale = tables->margin_scale(),
            .tensor_size = S::tensor_size(*tables)};
  }
  [[nodiscard]] py::object new_initial_state() const override { return py::cast(BoundState<S>(tables, S(*tables))); }
  [[nodiscard]] py::object state_from(const Value& data) const override {
    return py::cast(BoundState<S>(tables, S::from_value(data, *tables)));
  }
  [[nodiscard]] py::object state_from_observation(const Value& data) const override {
    if constexpr (requires { S::from_observation(data, *tables); }) {
      return py::cast(BoundState<S>(tables, S::from_observation(data, *tables)));
    } else {
      return py::cast(BoundState<S>(tables, S::from_value(without_observer(data, tables->players()), *tables)));
    }
  }
  [[nodiscard]] py::dict solve(const std::vector<std::pair<const AnyState*, double>>& roots, double tolerance, const py::dict& limits,
                               const StopFlag* stop) const override {
    std::vector<WeightedState<S>> positions;
    positions.reserve(roots.size());
    for (const auto& [root, weight] : roots) {
      const auto* const bound = dynamic_cast<const BoundState<S>*>(root);
      if (bound == nullptr || bound->tables != tables) throw InvalidInput("the state belongs to another game object");
      positions.push_back({bound->state, weight});
    }
    if (positions.empty()) throw InvalidInput("there is no position to solve");
    return solve_positions(std::move(positions), tolerance, limits, stop);
  }
  [[nodiscard]] PlayoutTotals play_random(std::int64_t count, std::uint64_t seed, Interruptible& work) const override {
    PlayoutTotals totals{0, PerPlayer<double>(tables->players(), 0.0)};
    for (std::int64_t playout = 0; playout < count && !work.should_stop(); ++playout) {
      Rng rng(seed, Stream::kPlayout, static_cast<std::uint64_t>(playout));
      S state(*tables);
      play_out(state, PlayoutConfig{}, rng, totals.plies);
      const PerPlayer<double> returns = state.returns();
      for (int p = 0; p < totals.returns.size(); ++p) totals.returns[p] += returns[p];
    }
    return totals;
  }

  std::shared_ptr<const typename S::Tables> tables;
};

}  // namespace cloche
