// The contract between games and searches: five concepts, and a sixth for the door to the outside.
//
//   GameState    a position: who moves, what is legal, what follows, what it is worth
//   ChanceState  its random events, exact and sampled
//   HiddenState  what a player can't know, and how to draw it anew
//   VeiledState  scores as a player knows them
//   ValuedState  cheap knowledge of the game for searches: a prior over moves, features for a value
//   DataState    the position as data and text
//
// A state is a small regular value: trivially copyable, no heap, compared and hashed by position. It points at its
// immutable Tables, which the owner of the game keeps alive. Branching is a copy; there is no undo.
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

#include "core/fixed_list.hpp"
#include "core/rng.hpp"
#include "core/value.hpp"

namespace cloche {

// A decision, or the outcome of a chance node: dense ids from 0, two spaces of their own.
using Action = std::uint16_t;

// Values of mover() that are no player; the same numbers as in the Python package.
inline constexpr int kChance = -1;
inline constexpr int kTerminal = -4;

inline constexpr int kMaxPlayers = 5;
template <class T>
using PerPlayer = FixedList<T, kMaxPlayers>;

// An outcome has the probability weight / (sum of the weights of its node); weights are at least 1.
struct Outcome {
  Action id;
  std::uint32_t weight;
  friend bool operator==(const Outcome&, const Outcome&) = default;
};

// Thrown for input from outside that breaks a rule; becomes ValueError in Python.
class InvalidInput : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

// Everything a game needs to be set up, as plain data. Each game makes its Tables from it, or throws InvalidInput
// that lists every fault.
struct GameSpec {
  int players = 2;
  Value options;     // an object: every option by name
  Value components;  // an object: the component file; null for games without one
  Value weights;     // an object: the weight file; null for games without one
};

struct ScoreBounds {
  int low = 0;
  int high = 1;
};

// Facts of a loaded game: players, options and components, immutable and shared by all its states.
template <class T>
concept GameTables = requires(const T tables) {
  { T::make(GameSpec{}) } -> std::same_as<std::shared_ptr<const T>>;
  { tables.players() } -> std::same_as<int>;
  { tables.shared_return() } -> std::same_as<bool>;  // solo and cooperative games: everybody's return is the score
  { tables.num_distinct_actions() } -> std::same_as<int>;
  { tables.max_chance_outcomes() } -> std::same_as<int>;  // 0 for games without chance
  { tables.max_game_length() } -> std::same_as<int>;      // decisions; -1 where the rules set no bound
  { tables.score_bounds() } -> std::same_as<ScoreBounds>;
  // A lead in score that is as good as won, for the slope of a search's utility; 0 where only winning counts.
  { tables.margin_scale() } -> std::same_as<int>;
};

// A game of two for points won and lost, where a return is the score (seeds/search.md, M-50).
template <class T>
concept StakedTables = GameTables<T> && requires(const T tables) {
  { tables.stakes() } -> std::same_as<int>;  // the most that one player can win, at least 1
};

// The stakes of a game; 0 where it is not played for any.
template <GameTables T>
[[nodiscard]] int stakes_of(const T& tables) {
  if constexpr (StakedTables<T>) return tables.stakes();
  return 0;
}

template <class S>
concept GameState = std::is_trivially_copyable_v<S> && std::equality_comparable<S> &&
                    requires(S state, const S position, Action action, FixedList<Action, S::kMaxLegal>& list) {
                      requires GameTables<typename S::Tables>;
                      requires std::constructible_from<S, const typename S::Tables&>;  // the first node of the game
                      { S::kMaxLegal } -> std::convertible_to<int>;                    // upper bound of the length of a legal list
                      { position.tables() } -> std::same_as<const typename S::Tables&>;
                      { position.mover() } -> std::same_as<int>;  // a player, kChance or kTerminal
                      position.legal(list);                       // fills `list`: ascending, no duplicates; outcomes at a chance node
                      { position.is_legal(action) } -> std::same_as<bool>;  // of any action, in or out of range
                      state.apply(action);                                  // precondition: is_legal(action)
                      { position.scores() } -> std::same_as<PerPlayer<int>>;
                      { position.ranks() } -> std::same_as<PerPlayer<int>>;
                      { position.returns() } -> std::same_as<PerPlayer<double>>;
                      { position.hash() } -> std::same_as<std::uint64_t>;
                    };

template <class S>
using LegalList = FixedList<Action, S::kMaxLegal>;
template <class S>
using WeightList = FixedList<std::uint32_t, S::kMaxLegal>;

// A faster way to what legal() gives: random_legal(rng) == legal()[rng.below(size)] for every state of the generator.
template <class S>
concept FastRandomState = GameState<S> && requires(const S position, Rng& rng) {
  { position.random_legal(rng) } -> std::same_as<Action>;
};

// Valid at chance nodes only.
template <class S>
concept ChanceState = GameState<S> && requires(const S position, Rng& rng, FixedList<Outcome, S::kMaxOutcomes>& list) {
  { S::kMaxOutcomes } -> std::convertible_to<int>;
  position.outcomes(list);                           // ascending, exact weights
  { position.sample(rng) } -> std::same_as<Action>;  // seeds/random.md, R-7: one call of below(total)
};

template <class S>
using OutcomeList = FixedList<Outcome, S::kMaxOutcomes>;

// What a player can't know (seeds/hidden.md); the other games hide nothing.
template <class S>
concept HiddenState = GameState<S> && requires(S state, const S position, int observer, Action action, Rng& rng, const Value& value,
                                               const typename S::Tables& tables) {
  // H-3: overwrites all that the observer can't know with a draw from its exact distribution given what they know, reading
  // known parts only.
  state.redeal(observer, rng);
  { position.seen(action, observer) } -> std::same_as<Action>;            // H-5, of a legal action or outcome: an id, or a hidden id
  { position.seen_text(action, observer) } -> std::same_as<std::string>;  // what the observer sees of it, in notation
  { S::from_observation(value, tables) } -> std::same_as<S>;              // H-4; throws InvalidInput with every contradiction
};

// Where scores may hang on what is hidden: what a player knows of them before the end.
template <class S>
concept VeiledState = HiddenState<S> && requires(const S position, int viewer) {
  { position.scores(viewer) } -> std::same_as<PerPlayer<int>>;
  { position.ranks(viewer) } -> std::same_as<PerPlayer<int>>;
};

template <class S>
concept ValuedState =
    GameState<S> && requires(const S position, const LegalList<S>& list, WeightList<S>& weights, int observer, std::span<float> features) {
      position.prior(list, weights);  // a weight of at least 1 for each action of legal(), at decision nodes
      { S::kFeatures } -> std::convertible_to<int>;
      position.features(observer, features);  // kFeatures numbers, the position as `observer` sees it
    };

// The door: data and notation, checked on the way in.
template <class S>
concept DataState = GameState<S> && requires(const S position, Action action, std::string_view text, int player, const Value& value,
                                             const typename S::Tables& tables, std::span<float> tensor) {
  { position.to_value() } -> std::same_as<Value>;  // seeds/<game>/state.md
  { position.observation(player) } -> std::same_as<Value>;
  { S::from_value(value, tables) } -> std::same_as<S>;                     // throws InvalidInput with every broken law
  { position.action_text(action) } -> std::same_as<std::string>;           // precondition: legal
  { position.parse_action(text) } -> std::same_as<std::optional<Action>>;  // a legal action, or nothing
  { S::tensor_size(tables) } -> std::same_as<int>;
  position.observation_tensor(player, tensor);
};

// The world of an observer that `Rng(0, 3)` gives (H-4): equal for all positions that the observer can't tell apart.
template <HiddenState S>
[[nodiscard]] S as_known_to(const S& state, int observer) {
  S world = state;
  Rng rng(0, {static_cast<std::uint64_t>(Stream::kRedeal)});
  world.redeal(observer, rng);
  return world;
}

// Hash of the observer's information set.
template <HiddenState S>
[[nodiscard]] std::uint64_t information_key(const S& state, int observer) {
  return as_known_to(state, observer).hash();
}

// Draws chance nodes until a decision or the end.
template <GameState S>
void resolve_chance(S& state, Rng& rng) {
  if constexpr (ChanceState<S>) {
    while (state.mover() == kChance) state.apply(state.sample(rng));
  }
}

// A uniformly random decision (seeds/random.md, R-8).
template <GameState S>
[[nodiscard]] Action random_action(const S& state, Rng& rng) {
  if constexpr (FastRandomState<S>) {
    return state.random_legal(rng);
  } else {
    LegalList<S> list;
    state.legal(list);
    return list[rng.below(list.size())];
  }
}

// Ranks of scores where more is better and equal scores share a rank: 1, 1, 3.
[[nodiscard]] inline PerPlayer<int> ranks_by_score(const PerPlayer<int>& scores) {
  PerPlayer<int> ranks;
  for (const int own : scores) {
    int rank = 1;
    for (const int other : scores) rank += other > own;
    ranks.push(rank);
  }
  return ranks;
}

// Returns of a finished competitive game (seeds/README.md): (n * share - 1) / (n - 1).
[[nodiscard]] inline PerPlayer<double> returns_by_rank(const PerPlayer<int>& ranks) {
  const int n = ranks.size();
  int winners = 0;
  for (const int rank : ranks) winners += rank == 1;
  PerPlayer<double> returns;
  for (const int rank : ranks) returns.push((n * (rank == 1 ? 1.0 / winners : 0.0) - 1.0) / (n - 1));
  return returns;
}

}  // namespace cloche
