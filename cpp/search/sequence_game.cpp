#include "search/sequence_game.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace cloche {

// ---- Making

std::uint32_t SequenceGame::add(int player, Sequence before, int actions) {
  Side& its = sides_[static_cast<std::size_t>(player)];
  assert(before < its.sequences && actions > 0);
  its.states.push_back({before, static_cast<Sequence>(its.sequences), static_cast<std::uint32_t>(actions)});
  its.sequences += static_cast<std::size_t>(actions);
  return static_cast<std::uint32_t>(its.states.size() - 1);
}

void SequenceGame::add_end(Sequence first_player, Sequence second_player, double probability, double value) {
  const auto [place, is_new] = places_.try_emplace(std::uint64_t{first_player} << 32 | second_player, ends_.size());
  if (is_new) ends_.push_back({first_player, second_player, 0.0});
  ends_[place->second].value += probability * value;
}

void SequenceGame::finish() {
  places_ = {};
  for (int player = 0; player < kPlayers; ++player) list_ends(player);
}

void SequenceGame::list_ends(int player) {
  Side& its = sides_[static_cast<std::size_t>(player)];
  const auto own_of = [player](const End& end) { return player == 0 ? end.first_player : end.second_player; };
  its.first_ends.assign(its.sequences + 1, 0);
  for (const End& end : ends_) ++its.first_ends[own_of(end) + std::size_t{1}];
  for (std::size_t sequence = 0; sequence < its.sequences; ++sequence) its.first_ends[sequence + 1] += its.first_ends[sequence];
  std::vector<std::size_t> next = its.first_ends;
  its.others.resize(ends_.size());
  its.values.resize(ends_.size());
  for (const End& end : ends_) {
    const std::size_t place = next[own_of(end)]++;
    its.others[place] = player == 0 ? end.second_player : end.first_player;
    its.values[place] = player == 0 ? end.value : -end.value;
  }
}

std::uint64_t SequenceGame::bytes() const {
  constexpr std::uint64_t kPlans = 6;  // as many as a solution keeps of each player
  constexpr std::uint64_t kPlaceBytes = 48;
  std::uint64_t bytes = ends_.size() * (sizeof(End) + 2 * (sizeof(Sequence) + sizeof(double)) + kPlaceBytes);
  for (const Side& its : sides_) {
    bytes += its.states.size() * sizeof(InformationState) + its.sequences * (sizeof(std::size_t) + kPlans * sizeof(double));
  }
  return bytes;
}

// ---- Values

void SequenceGame::payoffs(int player, const Plan& other, Numbers& payoffs) const {
  const Side& its = side(player);
  payoffs.resize(its.sequences);
  for (std::size_t sequence = 0; sequence < its.sequences; ++sequence) {
    double sum = 0.0;
    for (std::size_t end = its.first_ends[sequence]; end < its.first_ends[sequence + 1]; ++end)
      sum += its.values[end] * other[its.others[end]];
    payoffs[sequence] = sum;
  }
}

double SequenceGame::best_response(int player, const Plan& other) const {
  Numbers values;
  payoffs(player, other, values);
  const Side& its = side(player);
  for (auto state = its.states.rbegin(); state != its.states.rend(); ++state) {
    const auto first = values.begin() + state->first;
    values[state->before] += *std::max_element(first, first + state->actions);
  }
  return values[kNothing];
}

Behaviour SequenceGame::best_behaviour(int player, const Plan& other) const {
  Numbers values;
  payoffs(player, other, values);
  const Side& its = side(player);
  Behaviour behaviour(its.sequences, 0.0);
  for (auto state = its.states.rbegin(); state != its.states.rend(); ++state) {
    const auto first = values.begin() + state->first;
    const auto highest = std::max_element(first, first + state->actions);
    behaviour[state->first + static_cast<Sequence>(highest - first)] = 1.0;
    values[state->before] += *highest;
  }
  return behaviour;
}

Behaviour SequenceGame::even_behaviour(int player) const {
  const Side& its = side(player);
  Behaviour behaviour(its.sequences, 0.0);
  for (const InformationState& state : its.states) std::fill_n(behaviour.begin() + state.first, state.actions, 1.0 / state.actions);
  return behaviour;
}

void SequenceGame::write_plan(int player, const Behaviour& behaviour, Plan& plan) const {
  const Side& its = side(player);
  plan.resize(its.sequences);
  plan[kNothing] = 1.0;
  for (const InformationState& state : its.states) {
    for (Sequence action = state.first; action < state.first + state.actions; ++action)
      plan[action] = plan[state.before] * behaviour[action];
  }
}

Plan SequenceGame::plan_of(int player, const Behaviour& behaviour) const {
  Plan plan;
  write_plan(player, behaviour, plan);
  return plan;
}

double SequenceGame::value(const Plan& first_player, const Plan& second_player) const {
  double sum = 0.0;
  for (const End& end : ends_) sum += end.value * first_player[end.first_player] * second_player[end.second_player];
  return sum;
}

// ---- CFR+

namespace {

// One player's part: regrets, the strategy that follows from them, and the average plan.
class Learner {
 public:
  Learner(const SequenceGame& game, int player)
      : game_(&game),
        player_(player),
        behaviour_(game.even_behaviour(player)),
        plan_(game.plan_of(player, behaviour_)),
        regrets_(plan_.size(), 0.0),
        sum_(plan_.size(), 0.0) {}

  // Regrets against the other's plan, and a new plan, which counts in the average with `weight`.
  void learn(const Plan& other, double weight) {
    game_->payoffs(player_, other, values_);
    const auto& states = game_->information_states(player_);
    for (auto state = states.rbegin(); state != states.rend(); ++state) {
      const Sequence end = state->first + state->actions;
      double expected = 0.0;
      for (Sequence action = state->first; action < end; ++action) expected += behaviour_[action] * values_[action];
      double total = 0.0;
      for (Sequence action = state->first; action < end; ++action) {
        regrets_[action] = std::max(0.0, regrets_[action] + values_[action] - expected);
        total += regrets_[action];
      }
      for (Sequence action = state->first; action < end; ++action)
        behaviour_[action] = total > 0.0 ? regrets_[action] / total : 1.0 / state->actions;
      values_[state->before] += expected;
    }
    game_->write_plan(player_, behaviour_, plan_);
    for (std::size_t i = 0; i < plan_.size(); ++i) sum_[i] += weight * plan_[i];
  }

  [[nodiscard]] const Plan& plan() const { return plan_; }
  [[nodiscard]] const Behaviour& behaviour() const { return behaviour_; }
  [[nodiscard]] Plan average() const {
    Plan average = sum_;
    for (double& probability : average) probability /= sum_[SequenceGame::kNothing];
    return average;
  }

 private:
  const SequenceGame* game_;
  int player_;
  Behaviour behaviour_;
  Plan plan_;
  Numbers regrets_;
  Numbers sum_;     // of weight * plan
  Numbers values_;  // of each sequence, by later decisions too
};

}  // namespace

Equilibrium find_equilibrium(const SequenceGame& game, double tolerance, Effort& effort) {
  std::array<Learner, SequenceGame::kPlayers> learners{Learner(game, 0), Learner(game, 1)};
  const std::uint64_t cost = 2 * game.ends() + game.sequences(0) + game.sequences(1);
  constexpr std::uint64_t kMovesToOne = 8;  // steps of a round that take as long as a move
  Equilibrium found;
  for (std::uint64_t round = 1, next_look = 1;; ++round) {
    for (std::size_t player = 0; player < learners.size(); ++player)
      learners[player].learn(learners[1 - player].plan(), static_cast<double>(round));
    effort.spend(cost / kMovesToOne + 1);
    if (round < next_look) continue;
    next_look = round + std::max<std::uint64_t>(1, round / 8);
    for (std::size_t player = 0; player < learners.size(); ++player) found.plans[player] = learners[player].average();
    for (int player = 0; player < SequenceGame::kPlayers; ++player)
      found.best_responses[static_cast<std::size_t>(player)] =
          game.best_response(player, found.plans[static_cast<std::size_t>(1 - player)]);
    if (found.exploitability() <= tolerance) break;
  }
  for (std::size_t player = 0; player < learners.size(); ++player) found.last[player] = learners[player].behaviour();
  return found;
}

}  // namespace cloche
