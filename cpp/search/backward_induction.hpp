// Exact values of positions by all lines of play to the end of the game, each position once (seeds/search.md, V-1, V-5, V-6): expectimax,
// and max^n where three or more compete. Games may be long: the line that is looked at is kept on the heap.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "core/game.hpp"
#include "search/effort.hpp"
#include "search/known_values.hpp"

namespace cloche {

// What a position is worth to everybody: one number where returns are shared or one player plays.
class SharedValue {
 public:
  SharedValue() = default;
  template <GameState S>
  [[nodiscard]] static SharedValue of_end(const S& state) {
    return SharedValue(state.returns()[0]);
  }
  [[nodiscard]] static SharedValue lowest() { return SharedValue(-std::numeric_limits<double>::infinity()); }

  void add(const SharedValue& other, double weight) { value_ += other.value_ * weight; }
  void divide(double total) { value_ /= total; }
  void settle(double settled) { value_ += settled; }
  [[nodiscard]] bool is_better_for(int, const SharedValue& other) const { return value_ > other.value_; }
  [[nodiscard]] double of(int) const { return value_; }

 private:
  explicit SharedValue(double value) : value_(value) {}

  double value_ = 0.0;
};

// What it is worth to each of several players who compete.
class PlayerValues {
 public:
  PlayerValues() = default;
  template <GameState S>
  [[nodiscard]] static PlayerValues of_end(const S& state) {
    PlayerValues values;
    std::size_t p = 0;
    for (const double value : state.returns()) values.values_[p++] = value;
    return values;
  }
  [[nodiscard]] static PlayerValues lowest() {
    PlayerValues values;
    values.values_.fill(-std::numeric_limits<double>::infinity());
    return values;
  }

  void add(const PlayerValues& other, double weight) {
    for (std::size_t p = 0; p < values_.size(); ++p) values_[p] += other.values_[p] * weight;
  }
  void divide(double total) {
    for (double& value : values_) value /= total;
  }
  void settle(double) {}                                                           // no game of several players settles anything
  [[nodiscard]] bool is_better_for(int player, const PlayerValues& other) const {  // V-6
    constexpr double kRounding = 1e-9;
    return of(player) > other.of(player) + kRounding;
  }
  [[nodiscard]] double of(int player) const { return values_[static_cast<std::size_t>(player)]; }

 private:
  std::array<double, kMaxPlayers> values_{};
};

template <GameState S, class Values>
class BackwardInduction {
 public:
  // `root` is any position of the game.
  BackwardInduction(const S& root, Effort& effort) : effort_(&effort), known_(solving_key_of(root), effort) {}

  [[nodiscard]] Values value_of(const S& root) {
    if (root.mover() == kTerminal) return Values::of_end(root);
    if (const std::optional<Values> values = remembered(root)) return *values;
    line_.clear();
    begin(root);
    for (;;) {
      Step& step = line_.back();
      if (step.done < step.choices.size()) {
        S next = step.state;
        effort_->count();
        next.apply(step.choices[step.done]);
        if (next.mover() == kTerminal) {
          step.take(Values::of_end(next));
        } else if (const std::optional<Values> values = remembered(next)) {
          step.take(*values);
        } else {
          begin(next);
        }
        continue;
      }
      const Values values = step.finished();
      remember(step.state, values);
      line_.pop_back();
      if (line_.empty()) return values;
      line_.back().take(values);
    }
  }
  // Positions in memory.
  [[nodiscard]] std::size_t positions() const { return known_.size(); }

 private:
  // A position of the line, with what is known of its choices so far.
  struct Step {
    S state;
    int mover;
    int done = 0;  // of the choices
    LegalList<S> choices;
    WeightList<S> weights;  // of outcomes
    double total = 0.0;     // of the weights done
    Values values;          // the best choice for the mover, or the sum of weight * values

    void take(const Values& choice) {
      if (mover == kChance) {
        values.add(choice, weights[done]);
        total += weights[done];
      } else if (done == 0 || choice.is_better_for(mover, values)) {
        values = choice;
      }
      ++done;
    }
    [[nodiscard]] Values finished() const {
      Values result = values;
      if (mover == kChance) result.divide(total);
      return result;
    }
  };

  void begin(const S& state) {
    Step& step = line_.emplace_back(state, state.mover());
    if constexpr (ChanceState<S>) {
      if (step.mover == kChance) {
        OutcomeList<S> outcomes;
        state.outcomes(outcomes);
        for (const Outcome& outcome : outcomes) {
          step.choices.push(outcome.id);
          step.weights.push(outcome.weight);
        }
        return;
      }
    }
    state.legal(step.choices);
  }
  [[nodiscard]] std::optional<Values> remembered(const S& state) {
    const SolvingKey<S> key = solving_key_of(state);
    const Values* const found = key.is_some() ? known_.find(key) : nullptr;
    if (found == nullptr) return std::nullopt;
    Values values = *found;
    values.settle(settled_return_of(state));
    return values;
  }
  void remember(const S& state, Values values) {
    const SolvingKey<S> key = solving_key_of(state);
    if (!key.is_some()) return;
    values.settle(-settled_return_of(state));
    known_.put(key, values);
  }

  Effort* effort_;
  CheckedTable<SolvingKey<S>, Values> known_;
  std::vector<Step> line_;
};

}  // namespace cloche
