// Exact values of endings: every line of play to the end of the game, by alpha-beta with memory (seeds/search.md, M-31 to M-34).
//
//   EndingState    says where the rest of a game is short enough for that
//   BoundedEnding  tells how its scores can still turn out, which saves most of the lines
//   KeyedEnding    leaves out what makes no difference any more, so that lines meet in memory
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <type_traits>
#include <vector>

#include "core/game.hpp"
#include "core/hash.hpp"
#include "search/evaluation.hpp"
#include "search/order.hpp"
#include "search/report.hpp"

namespace cloche {

// `solvable_ending` follows from the position alone and keeps to M-31.
template <class S>
concept EndingState = ValuedState<S> && requires(const S position) {
  { position.solvable_ending() } -> std::same_as<bool>;
};

template <ValuedState S>
[[nodiscard]] bool is_solvable_ending(const S& state) {
  if constexpr (EndingState<S>) {
    return state.solvable_ending();
  } else {
    return false;
  }
}

// From a solvable ending on, of each player: the score at the end is `high` at most, and there is a way to play by which it is at least
// `low`, whatever the others do.
template <class S>
concept BoundedEnding = EndingState<S> && requires(const S position) {
  { position.final_scores() } -> std::same_as<PerPlayer<ScoreBounds>>;
};

// From a solvable ending on: positions with equal keys have the same mover and the same value. Nothing else is asked of a key.
template <class S>
concept KeyedEnding = EndingState<S> && requires(const S position) {
  { position.ending_key() } -> std::same_as<S>;
};

// An action and a number of units of 2^-24: what it is worth to the player who takes it, or how often it is played.
struct ActionWorth {
  Action action;
  Utility utility;
};

struct Ending {
  std::vector<Action> line;              // best play from the root to the end, or as far as it is settled beforehand (M-43)
  Evaluation values;                     // at its end
  std::optional<PerPlayer<int>> scores;  // at its end; nothing where chance has a say in them
  std::vector<ActionWorth> strategy;     // how often each action is played where that is drawn (M-54)
};

// Tells how often each action is played; nothing where none is drawn.
inline void set_shares(const std::vector<ActionWorth>& strategy, SearchReport& report) {
  std::uint64_t total = 0;
  for (const ActionWorth& played : strategy) total += played.utility;
  for (ActionReport& action : report.actions) {
    for (const ActionWorth& played : strategy) {
      if (played.action == action.action) action.share = static_cast<double>(played.utility) / static_cast<double>(total);
    }
  }
}

// M-34, X-12: of a report of no simulation that has all the actions; the first of the line comes first, with what is proven.
inline void tell(const Ending& ending, const Evaluator& evaluator, int mover, SearchReport& report) {
  const PerPlayer<double> gains = exact_gains(evaluator, ending.values);
  const auto best = std::find_if(report.actions.begin(), report.actions.end(),
                                 [&](const ActionReport& action) { return action.action == ending.line.front(); });
  assert(best != report.actions.end());
  best->proven = true;
  best->utility = from_utility(ending.values.utility[static_cast<std::size_t>(mover)]);
  best->value = returns_of(evaluator, gains);
  std::rotate(report.actions.begin(), best, best + 1);
  set_shares(ending.strategy, report);
  set_gains(evaluator, gains, report);
  report.principal_variation = ending.line;
  report.proven = true;
}

// As SearchReport has it.
[[nodiscard]] inline std::uint64_t fingerprint_of(const Ending& ending) {
  std::uint64_t fingerprint = ending.values.utility[0];
  for (const Action action : ending.line) fingerprint = hash_combine(fingerprint, action);
  return fingerprint;
}

// Utilities of one player, or one beyond them where nothing is known.
using EndingValue = std::int32_t;
struct EndingBounds {
  EndingValue low = -1;
  EndingValue high = kUtilityOne + 1;
};

// What is known of positions, verified by whole keys. The positions of an ending have most in common, so of a key only those words
// are kept in which it differs from the first one. Of two that come to the same place the later one stays.
template <class S>
  requires std::is_trivially_copyable_v<S>
class EndingMemory {
 public:
  struct Known {
    EndingBounds bounds;
    Action best;
  };

  [[nodiscard]] const Known* find(const S& key) const {
    const std::uint32_t number = places_[place_of(key)];
    return number != 0 && is_of(entries_[number - 1], words_of(key)) ? &entries_[number - 1].known : nullptr;
  }
  void keep(const S& key, const Known& known) {
    const Words words = words_of(key);
    if (entries_.empty()) first_ = words;
    std::uint32_t& number = places_[place_of(key)];
    if (number == 0) {
      entries_.emplace_back();
      number = static_cast<std::uint32_t>(entries_.size());
    }
    Entry& entry = entries_[number - 1];
    entry.known = known;
    write(entry, words);
  }
  [[nodiscard]] std::size_t size() const { return entries_.size(); }
  // Of all that it holds, but for its places.
  [[nodiscard]] std::size_t bytes() const { return entries_.size() * sizeof(Entry) + runs_.size() * sizeof(Difference); }

 private:
  static constexpr std::size_t kPlaces = std::size_t{1} << 16;
  static constexpr std::size_t kWords = (sizeof(S) + 7) / 8;
  using Words = std::array<std::uint64_t, kWords>;

  struct Difference {
    std::uint32_t at;
    std::array<std::uint32_t, 2> word;
  };
  // Its differences are `count` of the run that begins at `first`, which has room for `room`.
  struct Entry {
    Known known;
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    std::uint32_t room = 0;
  };

  static std::size_t place_of(const S& key) { return static_cast<std::size_t>(key.hash()) % kPlaces; }
  static Words words_of(const S& key) {
    Words words{};
    std::memcpy(words.data(), &key, sizeof key);
    return words;
  }
  [[nodiscard]] static std::array<std::uint32_t, 2> halves(std::uint64_t word) {
    return {static_cast<std::uint32_t>(word), static_cast<std::uint32_t>(word >> 32)};
  }

  [[nodiscard]] bool is_of(const Entry& entry, const Words& words) const {
    std::uint32_t seen = 0;
    for (std::uint32_t i = 0; i < kWords; ++i) {
      if (words[i] == first_[i]) continue;
      if (seen == entry.count) return false;
      const Difference& kept = runs_[entry.first + seen++];
      if (kept.at != i || kept.word != halves(words[i])) return false;
    }
    return seen == entry.count;
  }
  void write(Entry& entry, const Words& words) {
    std::uint32_t count = 0;
    for (std::uint32_t i = 0; i < kWords; ++i) count += words[i] != first_[i] ? 1U : 0U;
    if (count > entry.room) {  // at least twice as much, so that runs left behind are no more than those in use
      entry.first = static_cast<std::uint32_t>(runs_.size());
      entry.room = std::max(count, 2 * entry.room);
      runs_.resize(runs_.size() + entry.room);
    }
    entry.count = count;
    std::uint32_t at = entry.first;
    for (std::uint32_t i = 0; i < kWords; ++i) {
      if (words[i] != first_[i]) runs_[at++] = {i, halves(words[i])};
    }
  }

  std::vector<std::uint32_t> places_ = std::vector<std::uint32_t>(kPlaces);  // 0, or 1 + the number of an entry
  std::vector<Entry> entries_;
  std::vector<Difference> runs_;
  Words first_{};
};

template <ValuedState S>
class EndingSolver {
 public:
  explicit EndingSolver(const Evaluator& evaluator) : evaluator_(evaluator) {}

  // Precondition: a player is to move in `root`, and M-31 holds there.
  [[nodiscard]] Ending solve(const S& root) {  // M-33
    side_ = root.mover();
    const EndingValue value = value_of(root, {});
    Ending ending;
    S state = root;
    while (state.mover() != kTerminal) {
      const Action action = state.mover() == kChance ? idle_outcome(state) : first_worth(value, state);
      ending.line.push_back(action);
      state = after(state, action);
    }
    ending.values = evaluator_.of_end(state);
    ending.scores = state.scores();
    assert(of_side(ending.values) == value);
    return ending;
  }
  // What each action is worth to the player to move, in ascending order of ids. Precondition as above.
  [[nodiscard]] std::vector<ActionWorth> worths(const S& root) {
    side_ = root.mover();
    LegalList<S> list;
    root.legal(list);
    std::vector<ActionWorth> worths;
    for (const Action action : list) worths.push_back({action, static_cast<Utility>(value_of(after(root, action), {}))});
    return worths;
  }
  // Moves applied so far.
  [[nodiscard]] std::uint64_t moves() const { return moves_; }
  [[nodiscard]] const EndingMemory<S>& memory() const { return memory_; }

 private:
  struct Supposed;

  [[nodiscard]] S after(const S& state, Action action) {
    S next = state;
    next.apply(action);
    ++moves_;
    return next;
  }
  [[nodiscard]] EndingValue of_side(const Evaluation& values) const {
    return static_cast<EndingValue>(values.utility[static_cast<std::size_t>(side_)]);
  }
  // Whether a player wants the utility of `side_` high; an opponent wants it low.
  [[nodiscard]] bool raises(int player) const { return evaluator_.shared() || player == side_; }

  // The lowest outcome at a chance node, which is idle: one is as good as another (M-31, M-33).
  [[nodiscard]] static Action idle_outcome([[maybe_unused]] const S& state) {
    if constexpr (ChanceState<S>) {
      OutcomeList<S> outcomes;
      state.outcomes(outcomes);
      return outcomes[0].id;
    }
    assert(false);
    return 0;
  }
  // The first action in the order that keeps the value of a position.
  [[nodiscard]] Action first_worth(EndingValue value, const S& state) {
    const RankedList<S> ranked = actions_in_order(state);
    const bool up = raises(state.mover());
    const EndingBounds window = up ? EndingBounds{value - 1, value} : EndingBounds{value, value + 1};
    int i = 0;
    for (; i + 1 < ranked.size(); ++i) {
      const EndingValue found = value_of(after(state, ranked[i].id), window);
      if (up ? found >= value : found <= value) break;
    }
    return ranked[i].id;
  }

  // The value inside the window, both ends excluded; what comes out at the low end or below is no less than the value, at the high end
  // or above no more.
  [[nodiscard]] EndingValue value_of(const S& state, EndingBounds window);
  // The same of an action's outcome. After the first action it is first looked whether the value is any better at all.
  [[nodiscard]] EndingValue value_in_turn(const S& next, bool up, bool first, EndingBounds window) {
    if (first || window.high - window.low <= 1) return value_of(next, window);
    const EndingValue found = value_of(next, up ? EndingBounds{window.low, window.low + 1} : EndingBounds{window.high - 1, window.high});
    return found > window.low && found < window.high ? value_of(next, window) : found;
  }
  [[nodiscard]] EndingBounds bounds_of(const S& state) const;
  [[nodiscard]] EndingValue supposed_value(const S& state, const PerPlayer<int>& scores, bool wins_ties) const;

  [[nodiscard]] static S key_of(const S& state) {
    if constexpr (KeyedEnding<S>) {
      return state.ending_key();
    } else {
      return state;
    }
  }

  const Evaluator& evaluator_;
  int side_ = 0;
  std::uint64_t moves_ = 0;
  EndingMemory<S> memory_;
};

template <ValuedState S>
EndingValue EndingSolver<S>::value_of(const S& state, EndingBounds window) {
  if (state.mover() == kTerminal) return of_side(evaluator_.of_end(state));
  if (state.mover() == kChance) return value_of(after(state, idle_outcome(state)), window);
  const S key = key_of(state);
  const auto* const remembered = memory_.find(key);
  EndingBounds known = remembered != nullptr ? remembered->bounds : bounds_of(state);
  if (known.low >= window.high || known.low == known.high) return known.low;
  if (known.high <= window.low) return known.high;
  RankedList<S> ranked = actions_in_order(state);
  if (remembered != nullptr) {
    const auto best = std::find_if(ranked.begin(), ranked.end(), [&](const RankedAction& item) { return item.id == remembered->best; });
    if (best != ranked.end()) std::rotate(ranked.begin(), best, best + 1);
  }

  window = {std::max(window.low, known.low), std::min(window.high, known.high)};
  const bool up = raises(state.mover());
  EndingBounds open = window;
  EndingValue value = up ? EndingBounds{}.low : EndingBounds{}.high;
  Action best = ranked[0].id;
  for (const RankedAction& item : ranked) {
    const EndingValue found = value_in_turn(after(state, item.id), up, item.id == ranked[0].id, open);
    if (up ? found > value : found < value) {
      value = found;
      best = item.id;
    }
    if (up) open.low = std::max(open.low, value);
    else open.high = std::min(open.high, value);
    if (open.low >= open.high) break;
  }
  if (value > window.low) known.low = std::max(known.low, value);
  if (value < window.high) known.high = std::min(known.high, value);
  memory_.keep(key, {known, best});
  return value;
}

// ---- What can be said of a value without looking further

// A position with scores and ranks of one's own.
template <ValuedState S>
struct EndingSolver<S>::Supposed : S {
  using S::S;
  Supposed(const S& state, const PerPlayer<int>& own) : S(state), own_scores(own), own_ranks(own) {}
  [[nodiscard]] PerPlayer<int> scores() const { return own_scores; }
  [[nodiscard]] PerPlayer<int> ranks() const { return own_ranks; }

  PerPlayer<int> own_scores;
  PerPlayer<int> own_ranks;
};

template <ValuedState S>
EndingValue EndingSolver<S>::supposed_value(const S& state, const PerPlayer<int>& scores, bool wins_ties) const {
  Supposed end(state, scores);
  bool wins = true;
  for (int p = 0; p < scores.size(); ++p) {
    const int lead = scores[side_] - scores[p];
    wins = wins && (p == side_ || lead > 0 || (wins_ties && lead == 0));
  }
  for (int p = 0; p < scores.size(); ++p) end.own_ranks[p] = (p == side_) == wins ? 1 : 2;
  return of_side(evaluator_.of_end(end));
}

template <ValuedState S>
EndingBounds EndingSolver<S>::bounds_of(const S& state) const {
  if constexpr (!BoundedEnding<S>) {
    return {0, kUtilityOne};
  } else {
    PerPlayer<int> worst;
    PerPlayer<int> best;
    for (const ScoreBounds& scores : state.final_scores()) {
      const bool with_side = raises(worst.size());
      worst.push(with_side ? scores.low : scores.high);
      best.push(with_side ? scores.high : scores.low);
    }
    return {supposed_value(state, worst, false), supposed_value(state, best, true)};
  }
}

}  // namespace cloche
