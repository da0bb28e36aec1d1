// Expectimax of three and more players, each of whom maximises their own worth (max^n, Luckhardt and Irani 1986), with shallow pruning
// (Korf 1991) and a table of positions. Moves are looked at in the order of M-10, which tells equal ones apart.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/game.hpp"
#include "search/expectimax/budget.hpp"
#include "search/expectimax/config.hpp"
#include "search/expectimax/root.hpp"
#include "search/expectimax/table.hpp"
#include "search/expectimax/worth.hpp"

namespace cloche {

struct MaxNNote {
  PerPlayer<Worth> worths;  // empty where all that is noted is that no position below is cut
  std::uint16_t depth;
  std::uint8_t search;  // the last bits of its number
  bool clean;           // no cut was met, so that it holds for all greater depths too

  [[nodiscard]] bool gives_way_to(const MaxNNote& fresh) const { return worths.empty() == fresh.worths.empty() && depth <= fresh.depth; }
  [[nodiscard]] int staying_power(const MaxNNote& fresh) const { return search == fresh.search ? depth + 1 : 0; }
};

template <ValuedState S>
class MaxNSearch {
 public:
  using Tables = typename S::Tables;

  MaxNSearch(const Tables& tables, const ExpectimaxConfig& config) : appraiser_(tables), config_(config) {}

  void begin(const SearchLimits& limits) {
    table_.limit(limits.memory_bytes);
    ++number_;
  }
  void forget() { table_.clear(); }

  // Nothing if the budget ends first.
  [[nodiscard]] std::optional<Iteration> iterate(const SearchRoot<S>& root, int depth, const Iteration& before, SearchBudget& budget);

 private:
  struct Finding {
    PerPlayer<Worth> worths;
    bool clean = true;     // no cut was met
    bool refuted = false;  // no better for the rival than what is sure; `worths` says no more
  };
  // Who chose before, and what is sure for them already.
  struct Rival {
    int player = -1;  // nobody
    Worth sure = 0;
  };

  // Shares are rounded: together they may be this much more than kTop, 2 units of 2^-24 and a little for every mean.
  static constexpr Worth kExcess = Worth{3} << kWorthBitsOfGain;

  [[nodiscard]] bool prunes() const { return config_.pruning != Pruning::kNone; }
  [[nodiscard]] Finding node(const S& state, int depth, const Rival& rival);
  [[nodiscard]] Finding decision(const S& state, int mover, int depth, const Rival& rival);
  [[nodiscard]] Finding chance(const S& state, int depth);
  [[nodiscard]] Finding of_action(const SearchRoot<S>& root, Action action, int depth, const Rival& rival);
  [[nodiscard]] bool reaches_the_end(S state, int depth, std::vector<Action>& line);
  [[nodiscard]] bool has_cut(const S& state, int depth);

  [[nodiscard]] std::optional<Finding> recall(const S& state, std::uint64_t hash, int depth) const;

  // A mean for each player.
  class Means {
   public:
    Means(int players, std::uint64_t total) : means_(players, WorthMean(total)) {}
    void add(std::uint32_t weight, const PerPlayer<Worth>& worths) {
      for (int p = 0; p < means_.size(); ++p) means_[p].add(weight, worths[p]);
    }
    [[nodiscard]] PerPlayer<Worth> values() const {
      PerPlayer<Worth> values;
      for (const WorthMean& mean : means_) values.push(mean.value());
      return values;
    }

   private:
    PerPlayer<WorthMean> means_;
  };

  Appraiser appraiser_;
  ExpectimaxConfig config_;
  PositionTable<S, MaxNNote> table_;
  SearchBudget* budget_ = nullptr;
  std::uint8_t number_ = 0;
};

// ---- Nodes

template <ValuedState S>
auto MaxNSearch<S>::node(const S& state, int depth, const Rival& rival) -> Finding {
  const int mover = state.mover();
  if (mover == kTerminal) return {appraiser_.all_of_end(state)};
  if constexpr (ChanceState<S>) {
    if (mover == kChance) return chance(state, depth);
  }
  if (depth == 0) return {appraiser_.all_of_cut(state), false};
  return decision(state, mover, depth, rival);
}

template <ValuedState S>
auto MaxNSearch<S>::decision(const S& state, int mover, int depth, const Rival& rival) -> Finding {
  if (budget_->is_spent()) return {};
  const std::uint64_t hash = config_.table ? state.hash() : 0;
  if (const std::optional<Finding> known = recall(state, hash, depth)) return *known;
  const bool is_rival = prunes() && rival.player >= 0 && rival.player != mover;
  const Worth too_much = is_rival ? kTop + kExcess - rival.sure : 2 * kTop;
  Finding best;
  for (const RankedAction& action : actions_in_order(state)) {
    ++budget_->nodes;
    const bool first = best.worths.empty();
    const Finding found = node(after(state, action.id), depth - 1, first ? Rival{} : Rival{mover, best.worths[mover]});
    if (budget_->has_ended()) return {};
    best.clean = best.clean && found.clean;
    if (found.refuted) continue;
    if (first || found.worths[mover] > best.worths[mover]) best.worths = found.worths;
    if (!prunes()) continue;
    if (best.worths[mover] >= kTop) break;
    if (best.worths[mover] >= too_much) {
      best.refuted = true;
      return best;
    }
  }
  if (config_.table) table_.keep(state, hash, {best.worths, static_cast<std::uint16_t>(depth), number_, best.clean});
  return best;
}

template <ValuedState S>
auto MaxNSearch<S>::chance(const S& state, int depth) -> Finding {
  if constexpr (ChanceState<S>) {
    const std::uint64_t hash = config_.table ? state.hash() : 0;
    if (const std::optional<Finding> known = recall(state, hash, depth)) return *known;
    OutcomeList<S> outcomes;
    state.outcomes(outcomes);
    Means means(appraiser_.players(), total_weight(outcomes));
    Finding mean;
    for (const Outcome& outcome : outcomes) {
      ++budget_->nodes;
      const Finding found = node(after(state, outcome.id), depth, {});
      if (budget_->has_ended()) return {};
      mean.clean = mean.clean && found.clean;
      means.add(outcome.weight, found.worths);
    }
    mean.worths = means.values();
    if (config_.table) table_.keep(state, hash, {mean.worths, static_cast<std::uint16_t>(depth), number_, mean.clean});
    return mean;
  } else {
    return {};
  }
}

template <ValuedState S>
auto MaxNSearch<S>::recall(const S& state, std::uint64_t hash, int depth) const -> std::optional<Finding> {
  std::optional<Finding> known;
  if (!config_.table) return known;
  table_.visit(state, hash, [&](const MaxNNote& note) {
    if (note.worths.empty()) return;
    if (note.depth == depth || (note.clean && note.depth <= depth)) known = Finding{note.worths, note.clean};
  });
  return known;
}

// ---- The root

template <ValuedState S>
auto MaxNSearch<S>::of_action(const SearchRoot<S>& root, Action action, int depth, const Rival& rival) -> Finding {
  if (budget_->is_spent()) return {};
  if (root.worlds.size() == 1) {
    ++budget_->nodes;
    return node(after(root.worlds.front().state, action), depth, rival);
  }
  Means means(appraiser_.players(), root.total_weight());
  Finding mean;
  for (const World<S>& world : root.worlds) {
    ++budget_->nodes;
    const Finding found = node(after(world.state, action), depth, {});
    if (budget_->has_ended()) return {};
    mean.clean = mean.clean && found.clean;
    means.add(world.weight, found.worths);
  }
  mean.worths = means.values();
  return mean;
}

template <ValuedState S>
std::optional<Iteration> MaxNSearch<S>::iterate(const SearchRoot<S>& root, int depth, const Iteration&, SearchBudget& budget) {
  budget_ = &budget;
  const int count = root.actions.size();
  Iteration found;
  found.depth = depth;
  found.chosen = -1;
  found.settled = true;
  found.worths.resize(static_cast<std::size_t>(count));
  found.proven.resize(static_cast<std::size_t>(count));
  PerPlayer<Worth> best;
  for (int place = 0; place < count; ++place) {
    const bool first = found.chosen < 0;
    const Finding action =
        of_action(root, root.actions[place].id, depth - 1, first || config_.all_values ? Rival{} : Rival{root.mover, best[root.mover]});
    if (budget_->has_ended()) return std::nullopt;
    found.settled = found.settled && action.clean;
    if (config_.all_values) found.worths[static_cast<std::size_t>(place)] = action.worths;
    if (action.refuted || !(first || action.worths[root.mover] > best[root.mover])) continue;
    found.chosen = place;
    best = action.worths;
  }
  found.worths[static_cast<std::size_t>(found.chosen)] = best;
  const Action chosen = root.actions[found.chosen].id;
  found.line.push_back(chosen);
  if constexpr (!HiddenState<S>) {
    const S& state = root.worlds.front().state;
    if (reaches_the_end(after(state, chosen), depth - 1, found.line)) {
      found.root_proven = true;
      for (int place = 0; place < count && (found.root_proven || config_.all_values); ++place) {
        const bool is_open = has_cut(after(state, root.actions[place].id), depth - 1);
        found.root_proven = found.root_proven && !is_open;
        found.proven[static_cast<std::size_t>(place)] = !is_open && found.worths[static_cast<std::size_t>(place)].has_value();
      }
      if (!config_.all_values && !found.root_proven) {
        found.proven[static_cast<std::size_t>(found.chosen)] = !has_cut(after(state, chosen), depth - 1);
      }
    }
    if (budget_->has_ended()) return std::nullopt;
  }
  return found;
}

// Follows best play, and says whether the game is over at its end.
template <ValuedState S>
bool MaxNSearch<S>::reaches_the_end(S state, int depth, std::vector<Action>& line) {
  for (;;) {
    const int mover = state.mover();
    if (mover == kTerminal) return true;
    if constexpr (ChanceState<S>) {
      if (mover == kChance) {
        line.push_back(likeliest_outcome(state));
        state.apply(line.back());
        ++budget_->nodes;
        continue;
      }
    }
    if (depth == 0) return false;
    --depth;
    std::optional<Worth> highest;
    Action best = 0;
    for (const RankedAction& action : actions_in_order(state)) {
      ++budget_->nodes;
      const Finding found = node(after(state, action.id), depth, highest ? Rival{mover, *highest} : Rival{});
      if (budget_->has_ended()) return false;
      if (found.refuted || (highest && found.worths[mover] <= *highest)) continue;
      highest = found.worths[mover];
      best = action.id;
    }
    line.push_back(best);
    state.apply(best);
    ++budget_->nodes;
  }
}

// Whether some line from here is cut.
template <ValuedState S>
bool MaxNSearch<S>::has_cut(const S& state, int depth) {
  const int mover = state.mover();
  if (mover == kTerminal) return false;
  if (mover >= 0 && depth == 0) return true;
  if (budget_->is_spent()) return true;
  const std::uint64_t hash = config_.table ? state.hash() : 0;
  if (config_.table) {
    bool is_known = false;
    table_.visit(state, hash, [&](const MaxNNote& note) { is_known = is_known || (note.worths.empty() && note.depth <= depth); });
    if (is_known) return false;
  }
  LegalList<S> actions;
  state.legal(actions);
  for (const Action action : actions) {
    ++budget_->nodes;
    if (has_cut(after(state, action), mover == kChance ? depth : depth - 1)) return true;
  }
  if (config_.table) table_.keep(state, hash, {{}, static_cast<std::uint16_t>(depth), number_, true});
  return false;
}

}  // namespace cloche
