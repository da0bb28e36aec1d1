// A game with hidden information as its players see it: sequences and information states from all the positions that it may start
// from (seeds/search.md, V-8, V-9).
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "core/hash.hpp"
#include "search/effort.hpp"
#include "search/number_table.hpp"
#include "search/sequence_game.hpp"

namespace cloche {

template <class S>
struct WeightedState {
  S state;
  double weight;
};

// What a player does at an observation (V-13).
template <class S>
struct Conduct {
  int player;
  S world;  // of the observation, as H-4 has it
  LegalList<S> actions;
  std::vector<double> probabilities;
};

template <HiddenState S>
class HiddenGame {
 public:
  // Precondition: one player, or two.
  HiddenGame(const std::vector<WeightedState<S>>& roots, Effort& effort) : effort_(&effort) {
    try {
      Layer layer;
      for (const WeightedState<S>& root : roots) layer.push_back({root.state, {}, root.weight});
      while (!layer.empty()) layer = following(std::move(layer));
    } catch (OutOfReach& out) {
      out.needed = figure_needed(out.ended_by, roots);
      throw;
    }
    game_.finish();
  }

  [[nodiscard]] const SequenceGame& game() const { return game_; }
  // Of every player and observation, by the plans of the players, and by their behaviours where no plan comes.
  [[nodiscard]] std::vector<Conduct<S>> conduct(const std::array<Plan, SequenceGame::kPlayers>& plans,
                                                const std::array<Plan, SequenceGame::kPlayers>& behaviours) const;

 private:
  using Sequences = std::array<Sequence, SequenceGame::kPlayers>;
  // A position with what both players have decided since the beginning.
  struct Node {
    S state;
    Sequences sequences;
    double probability;  // of chance
  };
  using Layer = std::deque<Node>;  // which takes no room ahead, and gives it back from the front

  // Positions one move on, equal ones once.
  [[nodiscard]] Layer following(Layer layer) {
    Layer next;
    NumberTable numbers;
    const auto look = [&] { hold((layer.size() + next.size()) * sizeof(Node) + numbers.bytes()); };
    const auto add = [&](const Node& node) {
      if (effort_->nodes() % kStepsBetweenLooks == 0) look();
      const std::uint64_t hash = hash_combine(node.state.hash(), std::uint64_t{node.sequences[0]} << 32 | node.sequences[1]);
      const auto is_it = [&](std::uint32_t number) { return next[number].sequences == node.sequences && next[number].state == node.state; };
      const std::uint32_t known = numbers.find(hash, is_it);
      if (known != NumberTable::kNone) {
        next[known].probability += node.probability;
      } else {
        numbers.put(hash, static_cast<std::uint32_t>(next.size()));
        next.push_back(node);
      }
    };
    for (; !layer.empty(); layer.pop_front()) {
      if (++looked_at_ % kStepsBetweenLooks == 0) look();
      expand(layer.front(), add);
    }
    return next;
  }
  template <class Add>
  void expand(const Node& node, const Add& add) {
    const int mover = node.state.mover();
    if (mover == kTerminal) {
      game_.add_end(node.sequences[0], node.sequences[1], node.probability, node.state.returns()[0]);
      return;
    }
    if constexpr (ChanceState<S>) {
      if (mover == kChance) {
        OutcomeList<S> outcomes;
        node.state.outcomes(outcomes);
        double total = 0.0;
        for (const Outcome& outcome : outcomes) total += outcome.weight;
        for (const Outcome& outcome : outcomes) {
          Node next = after(node, outcome.id);
          next.probability = node.probability * outcome.weight / total;
          add(next);
        }
        return;
      }
    }
    LegalList<S> actions;
    node.state.legal(actions);
    Sequence sequence = first_sequence(node, mover, actions);
    for (const Action action : actions) {
      Node next = after(node, action);
      next.sequences[static_cast<std::size_t>(mover)] = sequence++;
      add(next);
    }
  }
  [[nodiscard]] Node after(const Node& node, Action action) {
    Node next = node;
    effort_->count();
    next.state.apply(action);
    return next;
  }
  // The sequence with the first action of the information state of the mover: what the player knows, and has decided.
  [[nodiscard]] Sequence first_sequence(const Node& node, int mover, const LegalList<S>& actions) {
    const auto player = static_cast<std::size_t>(mover);
    const std::vector<SequenceGame::InformationState>& states = game_.information_states(mover);
    std::deque<S>& worlds = worlds_[player];
    const Sequence before = node.sequences[player];
    const S world = as_known_to(node.state, mover);
    const std::uint64_t hash = hash_combine(world.hash(), before);
    std::uint32_t number =
        numbers_[player].find(hash, [&](std::uint32_t other) { return states[other].before == before && worlds[other] == world; });
    if (number == NumberTable::kNone) {
      number = game_.add(mover, before, actions.size());
      numbers_[player].put(hash, number);
      worlds.push_back(world);
    }
    assert(states[number].actions == static_cast<std::uint32_t>(actions.size()));  // H-6
    return states[number].first;
  }

  void hold(std::uint64_t bytes) {
    bytes += game_.bytes() + numbers_[0].bytes() + numbers_[1].bytes() + (worlds_[0].size() + worlds_[1].size()) * sizeof(S);
    held_ = bytes;
    effort_->hold(bytes);
  }
  [[nodiscard]] std::uint64_t figure_needed(SolveEnd ended_by, const std::vector<WeightedState<S>>& roots) const;
  [[nodiscard]] static double estimated_nodes(const std::vector<WeightedState<S>>& roots);

  static constexpr std::size_t kStepsBetweenLooks = 1024;  // moves applied, and positions looked at

  Effort* effort_;
  SequenceGame game_;
  std::array<NumberTable, SequenceGame::kPlayers> numbers_;   // of information states
  std::array<std::deque<S>, SequenceGame::kPlayers> worlds_;  // of their observations, as H-4 has it
  std::size_t looked_at_ = 0;
  std::uint64_t held_ = 0;  // bytes, at the last look
};

template <HiddenState S>
std::vector<Conduct<S>> HiddenGame<S>::conduct(const std::array<Plan, SequenceGame::kPlayers>& plans,
                                               const std::array<Plan, SequenceGame::kPlayers>& behaviours) const {
  struct Sum {
    double weight = 0.0;  // of the plan that leads there
    int count = 0;        // of information states
    std::vector<double> weighted;
    std::vector<double> plain;
  };
  std::vector<Conduct<S>> conduct;
  for (std::size_t player = 0; player < SequenceGame::kPlayers; ++player) {
    NumberTable places;
    std::vector<Sum> sums;
    const std::size_t first = conduct.size();
    for (std::size_t i = 0; i < worlds_[player].size(); ++i) {
      const SequenceGame::InformationState& state = game_.information_states(static_cast<int>(player))[i];
      const S& world = worlds_[player][i];
      const std::uint64_t hash = world.hash();
      std::uint32_t place = places.find(hash, [&](std::uint32_t other) { return conduct[first + other].world == world; });
      if (place == NumberTable::kNone) {
        place = static_cast<std::uint32_t>(sums.size());
        places.put(hash, place);
        Conduct<S>& added = conduct.emplace_back(static_cast<int>(player), world);
        added.world.legal(added.actions);
        sums.push_back({0.0, 0, std::vector<double>(state.actions), std::vector<double>(state.actions)});
      }
      Sum& sum = sums[place];
      sum.weight += plans[player][state.before];
      ++sum.count;
      for (std::size_t action = 0; action < state.actions; ++action) {
        sum.weighted[action] += plans[player][state.first + action];
        sum.plain[action] += behaviours[player][state.first + action];
      }
    }
    for (std::size_t place = 0; place < sums.size(); ++place) {
      const Sum& sum = sums[place];
      std::vector<double>& probabilities = conduct[first + place].probabilities;
      probabilities = sum.weight > 0.0 ? sum.weighted : sum.plain;
      for (double& probability : probabilities) probability /= sum.weight > 0.0 ? sum.weight : sum.count;
    }
  }
  return conduct;
}

// ---- What would do

// Moves and outcomes from all roots on, equal positions counted apart: the mean over random lines of the products of the numbers of
// choices (Knuth 1975).
template <HiddenState S>
double HiddenGame<S>::estimated_nodes(const std::vector<WeightedState<S>>& roots) {
  constexpr int kLines = 1000;
  double sum = 0.0;
  Rng rng(0);
  for (int i = 0; i < kLines; ++i) {
    S state = roots[rng.below(static_cast<std::uint32_t>(roots.size()))].state;
    double product = static_cast<double>(roots.size());
    while (state.mover() != kTerminal) {
      LegalList<S> choices;
      state.legal(choices);
      product *= choices.size();
      sum += product;
      state.apply(choices[rng.below(choices.size())]);
    }
  }
  return sum / kLines;
}

template <HiddenState S>
std::uint64_t HiddenGame<S>::figure_needed(SolveEnd ended_by, const std::vector<WeightedState<S>>& roots) const {
  constexpr double kMost = 4e18;
  const double nodes = std::max(estimated_nodes(roots), static_cast<double>(effort_->nodes()) + 1.0);
  if (ended_by == SolveEnd::kNodes) return static_cast<std::uint64_t>(std::min(nodes, kMost));
  if (ended_by != SolveEnd::kMemory) return 0;
  return static_cast<std::uint64_t>(std::min(nodes / static_cast<double>(effort_->nodes() + 1) * static_cast<double>(held_), kMost));
}

}  // namespace cloche
