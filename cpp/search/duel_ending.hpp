// Endings in which two opponents both decide while hands are hidden and nothing comes by chance any more: an equilibrium of all that
// they may hold (seeds/search.md, M-51 to M-55).
//
//   DuelEndingState   lists the hands that players may hold, by what both know
//   DuelEndingSolver  writes the rest of the game out as a SequenceGame and solves that
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/fixed_point.hpp"
#include "core/game.hpp"
#include "core/hash.hpp"
#include "core/rng.hpp"
#include "core/weighted_world.hpp"
#include "search/effort.hpp"
#include "search/ending.hpp"
#include "search/sequence_game.hpp"

namespace cloche {

template <class S>
concept DuelEndingState = HiddenState<S> && ValuedState<S> && requires(const S position, Action action, int player) {
  { position.duel_ending() } -> std::same_as<bool>;                           // M-51
  { position.duel_worlds() } -> std::same_as<std::vector<WeightedWorld<S>>>;  // M-52; stripped
  { position.stripped() } -> std::same_as<S>;                                 // without what makes no difference any more
  { position.stripped_after(action) } -> std::same_as<S>;                     // of a stripped position
  { position.veiled(player) } -> std::same_as<S>;                             // of a stripped position: what the player sees
};

// M-51 to M-56, of one position.
template <DuelEndingState S>
class DuelEndingSolver {
 public:
  // Writes the game out that `root` is one world of (M-52), as long as it is small. Precondition: M-51 holds there.
  DuelEndingSolver(const S& root, const Evaluator& evaluator);

  // Whether the game is small enough; otherwise nothing below may be asked.
  [[nodiscard]] bool is_small() const { return ends_.size() <= kMostEnds; }
  // Finds an equilibrium (M-53); whether the game is small enough.
  bool solve();
  // After `solve`: M-54, M-55; one call of `rng`.
  [[nodiscard]] Ending ending(Rng rng) const;
  // After `solve`: what each action is worth to the player to move, in ascending order of ids (M-54).
  [[nodiscard]] std::vector<ActionWorth> worths() const;
  [[nodiscard]] std::size_t ends() const { return ends_.size(); }

 private:
  struct Seen {
    S view;
    Sequence before;

    friend bool operator==(const Seen& a, const Seen& b) { return a.before == b.before && a.view == b.view; }
  };
  struct HashSeen {
    std::size_t operator()(const Seen& seen) const { return static_cast<std::size_t>(hash_combine(seen.view.hash(), seen.before)); }
  };
  using Sequences = std::array<Sequence, SequenceGame::kPlayers>;
  struct End {
    Sequences sequences;
    std::uint64_t utility;  // of the first player, times the weight of the world
    std::uint64_t gain;
  };
  using Numbering = std::unordered_map<Seen, std::uint32_t, HashSeen>;

  void write(const S& state, const Sequences& sequences, std::uint64_t weight);
  [[nodiscard]] std::uint32_t number_of(const S& state, int mover, Sequence before, int actions);
  [[nodiscard]] std::vector<ActionWorth> values() const;    // what each action brings at most
  [[nodiscard]] std::vector<ActionWorth> strategy() const;  // how often each is played
  [[nodiscard]] std::vector<bool> following() const;
  [[nodiscard]] std::size_t at_mover() const { return static_cast<std::size_t>(mover_); }
  [[nodiscard]] const SequenceGame::InformationState& root_state() const { return game_.information_states(mover_)[root_]; }

  static constexpr double kTolerance = 1.0 / 262144;  // of the exploitability, in u
  static constexpr std::size_t kMostEnds = 8192;
  // What is played less often, or is worth so much less than the best, is not played at all (M-54).
  static constexpr Utility kLeastPlayed = kUtilityOne / 1024;
  static constexpr Utility kWorse = kUtilityOne / 1024;

  const Evaluator& evaluator_;
  int mover_;
  LegalList<S> actions_;  // at the root
  SequenceGame game_;
  std::array<Numbering, SequenceGame::kPlayers> numbers_;
  std::vector<End> ends_;
  std::uint32_t root_ = 0;   // the information state of the player to move at the root
  std::uint64_t total_ = 0;  // weight of all worlds, and of those that belong to it
  std::uint64_t mass_ = 0;
  Equilibrium equilibrium_;
};

// M-51, M-52.
template <ValuedState S>
[[nodiscard]] bool is_duel_ending(const S& state) {
  if constexpr (DuelEndingState<S>) {
    if (!state.duel_ending()) return false;
    const Evaluator evaluator(state.tables(), 0.0);
    return DuelEndingSolver<S>(state, evaluator).is_small();
  } else {
    return false;
  }
}

template <DuelEndingState S>
DuelEndingSolver<S>::DuelEndingSolver(const S& root, const Evaluator& evaluator) : evaluator_(evaluator), mover_(root.mover()) {
  root.legal(actions_);
  const S view = root.stripped().veiled(mover_);
  for (const WeightedWorld<S>& world : root.duel_worlds()) {
    write(world.state, {}, world.weight);
    if (!is_small()) return;
    total_ += world.weight;
    if (world.state.veiled(mover_) == view) mass_ += world.weight;
  }
  root_ = numbers_[at_mover()].at({view, SequenceGame::kNothing});
  game_.finish();
}

template <DuelEndingState S>
bool DuelEndingSolver<S>::solve() {
  if (!is_small()) return false;
  Effort effort({}, nullptr);
  equilibrium_ = find_equilibrium(game_, kTolerance * double{kUtilityOne} * static_cast<double>(total_), effort);
  return true;
}

template <DuelEndingState S>
void DuelEndingSolver<S>::write(const S& state, const Sequences& sequences, std::uint64_t weight) {
  const int mover = state.mover();
  if (mover == kTerminal) {
    const Evaluation values = evaluator_.of_end(state);
    ends_.push_back({sequences, weight * values.utility[0], weight * values.gain[0]});
    game_.add_end(sequences[0], sequences[1], 1.0, static_cast<double>(ends_.back().utility));
    return;
  }
  if (!is_small()) return;
  LegalList<S> actions;
  state.legal(actions);
  const auto player = static_cast<std::size_t>(mover);
  const std::uint32_t number = number_of(state, mover, sequences[player], actions.size());
  Sequences then = sequences;
  then[player] = game_.information_states(mover)[number].first;
  for (const Action action : actions) {
    write(state.stripped_after(action), then, weight);
    ++then[player];
  }
}

template <DuelEndingState S>
std::uint32_t DuelEndingSolver<S>::number_of(const S& state, int mover, Sequence before, int actions) {
  const auto [place, is_new] = numbers_[static_cast<std::size_t>(mover)].try_emplace({state.veiled(mover), before}, 0);
  if (is_new) place->second = game_.add(mover, before, actions);
  return place->second;
}

template <DuelEndingState S>
std::vector<ActionWorth> DuelEndingSolver<S>::strategy() const {
  const Plan& own = equilibrium_.plans[at_mover()];
  std::vector<ActionWorth> shares = values();
  const auto best = std::max_element(shares.begin(), shares.end(), [](const auto& a, const auto& b) { return a.utility < b.utility; });
  const Utility most = best->utility;
  const auto first_best = best - shares.begin();
  bool any = false;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const Utility share = to_utility(own[root_state().first + i]);
    const bool is_played = share >= kLeastPlayed && most - shares[i].utility <= kWorse;
    shares[i].utility = is_played ? share : 0;
    any = any || is_played;
  }
  if (!any) shares[static_cast<std::size_t>(first_best)].utility = kUtilityOne;
  return shares;
}

template <DuelEndingState S>
Ending DuelEndingSolver<S>::ending(Rng rng) const {
  const Plan& own = equilibrium_.plans[at_mover()];
  const Plan& other = equilibrium_.plans[1 - at_mover()];
  Ending ending;
  ending.strategy = strategy();
  std::uint32_t total = 0;
  for (const ActionWorth& action : ending.strategy) total += action.utility;
  std::uint32_t rest = rng.below(total);
  auto drawn = ending.strategy.begin();
  for (; rest >= drawn->utility; ++drawn) rest -= drawn->utility;
  ending.line.push_back(drawn->action);

  double utility = 0.0;
  double gain = 0.0;
  const std::vector<bool> follows = following();
  for (const End& end : ends_) {
    if (!follows[end.sequences[at_mover()]]) continue;
    const double probability = own[end.sequences[at_mover()]] * other[end.sequences[1 - at_mover()]];
    utility += static_cast<double>(end.utility) * probability;
    gain += static_cast<double>(end.gain) * probability;
  }
  ending.values.utility[0] = static_cast<Utility>(std::floor(utility / static_cast<double>(mass_) + 0.5));
  ending.values.gain[0] = static_cast<std::uint32_t>(std::floor(gain / static_cast<double>(mass_) + 0.5));
  evaluator_.complete(ending.values);
  return ending;
}

template <DuelEndingState S>
std::vector<ActionWorth> DuelEndingSolver<S>::values() const {
  const SequenceGame::InformationState& here = root_state();
  Numbers values;
  game_.payoffs(mover_, equilibrium_.plans[1 - at_mover()], values);
  const auto& states = game_.information_states(mover_);
  for (auto state = states.rbegin(); state != states.rend(); ++state) {
    const auto first = values.begin() + state->first;
    if (state->before != SequenceGame::kNothing) values[state->before] += *std::max_element(first, first + state->actions);
  }
  std::vector<ActionWorth> worths;
  for (std::uint32_t i = 0; i < here.actions; ++i) {
    const double value = values[here.first + i] / static_cast<double>(mass_) + (mover_ == 0 ? 0.0 : double{kUtilityOne});
    worths.push_back({actions_[static_cast<int>(i)], static_cast<Utility>(std::floor(std::clamp(value, 0.0, double{kUtilityOne}) + 0.5))});
  }
  return worths;
}

template <DuelEndingState S>
std::vector<ActionWorth> DuelEndingSolver<S>::worths() const {
  std::vector<ActionWorth> worths = values();
  const std::vector<ActionWorth> shares = strategy();
  Utility most = 0;
  for (const ActionWorth& action : worths) most = std::max(most, action.utility);
  for (std::size_t i = 0; i < worths.size(); ++i) {
    if (shares[i].utility > 0) worths[i].utility = most;
  }
  return worths;
}

// Whether each sequence of the player to move goes on from the root as it is.
template <DuelEndingState S>
std::vector<bool> DuelEndingSolver<S>::following() const {
  std::vector<bool> follows(game_.sequences(mover_), false);
  std::fill_n(follows.begin() + root_state().first, root_state().actions, true);
  for (const SequenceGame::InformationState& state : game_.information_states(mover_)) {
    if (follows[state.before]) std::fill_n(follows.begin() + state.first, state.actions, true);
  }
  return follows;
}

}  // namespace cloche
