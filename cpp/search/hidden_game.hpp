// A game with hidden information as its players see it: sequences and information states from all the positions that it may start
// from (seeds/search.md, V-8, V-9).
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "search/effort.hpp"
#include "search/known_values.hpp"
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
  HiddenGame(const std::vector<WeightedState<S>>& roots, Effort& effort)
      : effort_(&effort), numbers_{Numbers(Seen{roots[0].state}, effort), Numbers(Seen{roots[0].state}, effort)} {
    try {
      std::vector<Node> layer;
      for (const WeightedState<S>& root : roots) layer.push_back({{root.state, {}}, root.weight});
      while (!layer.empty()) layer = following(layer);
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
  struct Place {
    S state;
    Sequences sequences{};
    bool some = true;

    [[nodiscard]] static Place of_none(const Place& any) { return {any.state, {}, false}; }
    [[nodiscard]] bool is_some() const { return some; }
    [[nodiscard]] std::uint64_t hash() const { return hash_combine(state.hash(), std::uint64_t{sequences[0]} << 32 | sequences[1]); }
    friend bool operator==(const Place& a, const Place& b) { return a.some == b.some && a.sequences == b.sequences && a.state == b.state; }
  };
  struct Node {
    Place place;
    double probability;  // of chance
  };
  // What a player knows: the world of the observation, and what the player has decided.
  struct Seen {
    S world;
    Sequence before = SequenceGame::kNothing;
    bool some = true;

    [[nodiscard]] static Seen of_none(const Seen& any) { return {any.world, 0, false}; }
    [[nodiscard]] bool is_some() const { return some; }
    [[nodiscard]] std::uint64_t hash() const { return hash_combine(world.hash(), before); }
    friend bool operator==(const Seen& a, const Seen& b) { return a.some == b.some && a.before == b.before && a.world == b.world; }
  };
  using Numbers = CheckedTable<Seen, std::uint32_t>;
  using Nodes = CheckedTable<Place, std::size_t>;

  // Positions one move on, equal ones once.
  [[nodiscard]] std::vector<Node> following(const std::vector<Node>& layer) {
    std::vector<Node> next;
    Nodes places(layer[0].place, *effort_);
    for (const Node& node : layer) {
      if (++looked_at_ % kPositionsBetweenLooks == 0) hold((layer.capacity() + next.capacity()) * sizeof(Node) + places.bytes());
      expand(node, [&](Place place, double probability) {
        if (const std::size_t* const known = places.find(place)) {
          next[*known].probability += probability;
        } else {
          places.put(place, next.size());
          next.push_back({place, probability});
        }
      });
    }
    return next;
  }
  template <class Add>
  void expand(const Node& node, const Add& add) {
    const Place& place = node.place;
    const int mover = place.state.mover();
    if (mover == kTerminal) {
      game_.add_end(place.sequences[0], place.sequences[1], node.probability, place.state.returns()[0]);
      return;
    }
    if constexpr (ChanceState<S>) {
      if (mover == kChance) {
        OutcomeList<S> outcomes;
        place.state.outcomes(outcomes);
        double total = 0.0;
        for (const Outcome& outcome : outcomes) total += outcome.weight;
        for (const Outcome& outcome : outcomes) add(after(place, outcome.id), node.probability * outcome.weight / total);
        return;
      }
    }
    LegalList<S> actions;
    place.state.legal(actions);
    Sequence sequence = first_sequence(place, mover, actions);
    for (const Action action : actions) {
      Place next = after(place, action);
      next.sequences[static_cast<std::size_t>(mover)] = sequence++;
      add(next, node.probability);
    }
  }
  [[nodiscard]] Place after(const Place& place, Action action) {
    Place next = place;
    effort_->count();
    next.state.apply(action);
    return next;
  }
  // The sequence with the first action of the information state of the mover.
  [[nodiscard]] Sequence first_sequence(const Place& place, int mover, const LegalList<S>& actions) {
    const auto player = static_cast<std::size_t>(mover);
    const Sequence before = place.sequences[player];
    const Seen seen{as_known_to(place.state, mover), before};
    std::uint32_t number = 0;
    if (const std::uint32_t* const known = numbers_[player].find(seen)) {
      number = *known;
    } else {
      number = game_.add(mover, before, actions.size());
      numbers_[player].put(seen, number);
      worlds_[player].push_back(seen.world);
    }
    const SequenceGame::InformationState& state = game_.information_states(mover)[number];
    assert(state.actions == static_cast<std::uint32_t>(actions.size()));  // H-6
    return state.first;
  }

  void hold(std::uint64_t bytes) {
    bytes += game_.bytes() + numbers_[0].bytes() + numbers_[1].bytes() + (worlds_[0].capacity() + worlds_[1].capacity()) * sizeof(S);
    held_ = bytes;
    effort_->hold(bytes);
  }
  [[nodiscard]] std::uint64_t figure_needed(SolveEnd ended_by, const std::vector<WeightedState<S>>& roots) const;
  [[nodiscard]] static double estimated_nodes(const std::vector<WeightedState<S>>& roots);

  static constexpr std::size_t kPositionsBetweenLooks = 1024;

  Effort* effort_;
  SequenceGame game_;
  std::array<Numbers, SequenceGame::kPlayers> numbers_;  // of information states
  std::array<std::vector<S>, SequenceGame::kPlayers> worlds_;
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
    if (worlds_[player].empty()) continue;
    CheckedTable<WholeKey<S>, std::size_t> places(WholeKey<S>{worlds_[player][0]}, *effort_);
    std::vector<Sum> sums;
    const std::size_t first = conduct.size();
    for (std::size_t i = 0; i < worlds_[player].size(); ++i) {
      const SequenceGame::InformationState& state = game_.information_states(static_cast<int>(player))[i];
      const WholeKey<S> key{worlds_[player][i]};
      const std::size_t* const known = places.find(key);
      const std::size_t place = known != nullptr ? *known : sums.size();
      if (known == nullptr) {
        places.put(key, place);
        Conduct<S>& added = conduct.emplace_back(static_cast<int>(player), key.state);
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
