// Expectimax where the worth for one side tells that for the other: alpha-beta at decisions, Star1 and Star2 at chance nodes (Ballard
// 1983; Hauk, Buro and Schaeffer 2004), a table of positions. All worths are for player 0, who is on the side that wants them high.
//
//   decision -> node -> decision | chance | end | cut
//   chance   -> mean of children -> node
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/game.hpp"
#include "search/expectimax/budget.hpp"
#include "search/expectimax/config.hpp"
#include "search/expectimax/move_order.hpp"
#include "search/expectimax/root.hpp"
#include "search/expectimax/table.hpp"
#include "search/expectimax/worth.hpp"

namespace cloche {

// What a cut position is worth.
enum class Cuts : std::uint8_t { kJudged, kLeast, kMost };

// What is asked of a worth: whether it is `low` or less, `high` or more, or which one between them.
struct Window {
  Worth low;
  Worth high;
};

// The worth lies between `low` and `high`. A bound is *firm* if it holds for all greater depths too, and whatever cuts are worth.
struct Finding {
  Worth low;
  Worth high;
  bool firm_low;
  bool firm_high;

  static Finding exactly(Worth worth, bool firm) { return {worth, worth, firm, firm}; }
  [[nodiscard]] bool answers(const Window& window) const { return low >= window.high || high <= window.low || low == high; }
  void raise_low(Worth worth, bool firm) {
    if (worth < low || (worth == low && !firm)) return;
    low = worth;
    firm_low = firm;
  }
  void lower_high(Worth worth, bool firm) {
    if (worth > high || (worth == high && !firm)) return;
    high = worth;
    firm_high = firm;
  }
  void narrow(const Finding& other) {
    raise_low(other.low, other.firm_low);
    lower_high(other.high, other.firm_high);
  }
};

struct TwoSidedNote {
  Finding found;
  std::int32_t best;  // the move to look at first; none at chance nodes
  std::uint16_t depth;
  Cuts cuts;
  std::uint8_t search;  // the last bits of its number

  [[nodiscard]] bool gives_way_to(const TwoSidedNote& fresh) const { return cuts == fresh.cuts && depth <= fresh.depth; }
  [[nodiscard]] int staying_power(const TwoSidedNote& fresh) const { return search == fresh.search ? depth + 1 : 0; }
};

template <ValuedState S>
class TwoSidedSearch {
 public:
  using Tables = typename S::Tables;

  TwoSidedSearch(const Tables& tables, const ExpectimaxConfig& config)
      : appraiser_(tables),
        config_(config),
        opposed_(!tables.shared_return()),
        history_(tables.num_distinct_actions()),
        open_{-1, appraiser_.most() + 1} {
    safe_total_ = (std::uint64_t{1} << 62) / static_cast<std::uint64_t>(open_.high + 1);
  }

  void begin(const SearchLimits& limits) {
    table_.limit(limits.memory_bytes);
    history_.clear();
    ++number_;
  }
  void forget() { table_.clear(); }

  // Nothing if the budget ends first. `before` is what the iteration before this one found.
  [[nodiscard]] std::optional<Iteration> iterate(const SearchRoot<S>& root, int depth, const Iteration& before, SearchBudget& budget);

 private:
  // Where nobody wants a worth low, bounds save next to nothing and make the table's notes less exact; but they do for proofs.
  [[nodiscard]] bool prunes() const { return config_.pruning != Pruning::kNone && (cuts_ != Cuts::kJudged || opposed_); }
  [[nodiscard]] Finding unknown() const { return {0, appraiser_.most(), true, true}; }

  [[nodiscard]] Finding node(const S& state, int depth, const Window& window);
  [[nodiscard]] Finding decision(const S& state, int mover, int depth, Window window);
  [[nodiscard]] Finding chance(const S& state, int depth, const Window& window);
  [[nodiscard]] Finding cut(const S& state) const;

  template <class Children>
  [[nodiscard]] Finding mean_of(const Children& children, int depth, const Window& window);
  template <class Children>
  [[nodiscard]] Finding wide_mean_of(const Children& children, int depth);
  [[nodiscard]] Finding probed(const S& child, int mover, int depth, const Window& window);

  void recall(const S& state, std::uint64_t hash, int depth, Finding& known, int& best) const;
  void remember(const S& state, std::uint64_t hash, int depth, int best, const Finding& found);

  // The worth of a root action with the worlds.
  [[nodiscard]] Finding of_action(const SearchRoot<S>& root, Action action, int depth, const Window& window);
  void prove(const SearchRoot<S>& root, Iteration& found);
  [[nodiscard]] bool reaches_the_end(const S& after_first, Worth worth, int depth, std::vector<Action>& line);

  // Chance nodes with less depth are not noted: to look them up costs more than their outcomes.
  static constexpr int kNoteChanceFrom = 2;
  static constexpr int kMostProbed = 64;

  struct Outcomes;  // children of a chance node
  struct Deals;     // what a root action leads to in every world

  Appraiser appraiser_;
  ExpectimaxConfig config_;
  bool opposed_;  // by another player, or a rival
  MoveHistory history_;
  PositionTable<S, TwoSidedNote> table_;
  Window open_;                   // beyond all worths
  std::uint64_t safe_total_ = 0;  // weights that add up to no more don't overflow sums of worths
  SearchBudget* budget_ = nullptr;
  Cuts cuts_ = Cuts::kJudged;
  std::uint8_t number_ = 0;
};

// ---- Nodes

template <ValuedState S>
struct TwoSidedSearch<S>::Outcomes {
  const S& state;
  OutcomeList<S> list;
  [[nodiscard]] int size() const { return list.size(); }
  [[nodiscard]] std::uint32_t weight(int i) const { return list[i].weight; }
  [[nodiscard]] S child(int i) const { return after(state, list[i].id); }
};

template <ValuedState S>
struct TwoSidedSearch<S>::Deals {
  const SearchRoot<S>& root;
  Action action;
  [[nodiscard]] int size() const { return static_cast<int>(root.worlds.size()); }
  [[nodiscard]] std::uint32_t weight(int i) const { return root.worlds[static_cast<std::size_t>(i)].weight; }
  [[nodiscard]] S child(int i) const { return after(root.worlds[static_cast<std::size_t>(i)].state, action); }
};

template <ValuedState S>
Finding TwoSidedSearch<S>::node(const S& state, int depth, const Window& window) {
  const int mover = state.mover();
  if (mover == kTerminal) return Finding::exactly(appraiser_.of_end(state), true);
  if constexpr (ChanceState<S>) {
    if (mover == kChance) return chance(state, depth, window);
  }
  if (depth == 0) return cut(state);
  return decision(state, mover, depth, window);
}

template <ValuedState S>
Finding TwoSidedSearch<S>::cut(const S& state) const {
  switch (cuts_) {
    case Cuts::kJudged: return Finding::exactly(appraiser_.of_cut(state), false);
    case Cuts::kLeast: return {0, 0, true, false};
    case Cuts::kMost: return {appraiser_.most(), appraiser_.most(), false, true};
  }
  return unknown();
}

template <ValuedState S>
Finding TwoSidedSearch<S>::decision(const S& state, int mover, int depth, Window window) {
  if (budget_->is_spent()) return unknown();
  Finding known = unknown();
  int best = MoveHistory::kNone;
  const std::uint64_t hash = config_.table ? state.hash() : 0;
  if (config_.table) {
    recall(state, hash, depth, known, best);
    if (known.answers(window)) return known;
  }
  LegalList<S> actions;
  state.legal(actions);
  if (prunes()) history_.sort(state, depth, best, actions);

  [[maybe_unused]] const Window asked = window;
  if (prunes()) window = {std::max(window.low, known.low), std::min(window.high, known.high)};
  else window = open_;
  const bool up = appraiser_.raises(mover);
  Finding all = up ? Finding{-1, -1, true, true} : Finding{open_.high, open_.high, true, true};
  bool complete = true;
  for (const Action action : actions) {
    ++budget_->nodes;
    const Finding found = node(after(state, action), depth - 1, window);
    if (budget_->has_ended()) return unknown();
    if (up) {
      if (found.low > all.low) best = action;
      all.raise_low(found.low, found.firm_low);
      if (found.high > all.high) all.high = found.high;
      all.firm_high = all.firm_high && found.firm_high;
      if (!prunes()) continue;
      window.low = std::max(window.low, all.low);
    } else {
      if (found.high < all.high) best = action;
      all.lower_high(found.high, found.firm_high);
      if (found.low < all.low) all.low = found.low;
      all.firm_low = all.firm_low && found.firm_low;
      if (!prunes()) continue;
      window.high = std::min(window.high, all.high);
    }
    if (window.low >= window.high) {
      complete = action == actions[actions.size() - 1];
      if (prunes()) history_.reward(best, depth);
      break;
    }
  }
  if (complete || up) known.raise_low(all.low, all.firm_low);
  if (complete || !up) known.lower_high(all.high, all.firm_high);
  if (config_.table) remember(state, hash, depth, best, known);
  assert(known.answers(asked) || !prunes());
  return known;
}

template <ValuedState S>
Finding TwoSidedSearch<S>::chance(const S& state, int depth, const Window& window) {
  if constexpr (ChanceState<S>) {
    Finding known = unknown();
    int best = MoveHistory::kNone;
    const bool noted = config_.table && depth >= kNoteChanceFrom;
    const std::uint64_t hash = noted ? state.hash() : 0;
    if (noted) {
      recall(state, hash, depth, known, best);
      if (known.answers(window)) return known;
    }
    Outcomes children{state, {}};
    state.outcomes(children.list);
    known.narrow(mean_of(children, depth, window));
    if (noted && !budget_->has_ended()) remember(state, hash, depth, best, known);
    return known;
  } else {
    return unknown();
  }
}

// ---- Means

// With S the sum of weight * worth over a total W, the mean is
// (S + half) div W; it is `window.low` or less exactly if S <= fail_low, and `window.high` or more exactly if S >= fail_high.
template <ValuedState S>
template <class Children>
Finding TwoSidedSearch<S>::mean_of(const Children& children, int depth, const Window& window) {
  const int count = children.size();
  std::uint64_t weights = 0;
  for (int i = 0; i < count; ++i) weights += children.weight(i);
  if (weights > safe_total_) return wide_mean_of(children, depth);
  const auto total = static_cast<Worth>(weights);
  const Worth half = total / 2;
  Finding sum{0, appraiser_.most() * total, true, true};
  // Of the children that were looked at; the sums have the firmness of the others.
  bool firm_low = true;
  bool firm_high = true;
  int left = count;
  const auto mean = [&] {
    return Finding{(sum.low + half) / total, (sum.high + half) / total, firm_low && (left == 0 || sum.firm_low),
                   firm_high && (left == 0 || sum.firm_high)};
  };
  if (!prunes()) {
    for (int i = 0; i < count; ++i) {
      const Worth weight = children.weight(i);
      ++budget_->nodes;
      const Finding found = node(children.child(i), depth, open_);
      if (budget_->has_ended()) return unknown();
      sum.low += weight * found.low;
      sum.high -= weight * (appraiser_.most() - found.high);
      firm_low = firm_low && found.firm_low;
      firm_high = firm_high && found.firm_high;
    }
    left = 0;
    return mean();
  }
  const Worth fail_low = (window.low + 1) * total - half - 1;
  const Worth fail_high = window.high * total - half;

  // Star2: one good reply at each child may be enough.
  std::array<Finding, kMostProbed> probes;
  const bool probing = config_.pruning == Pruning::kStar2 && depth > 0 && count > 1 && count <= kMostProbed &&
                       (window.low > 0 || window.high < appraiser_.most());
  if (probing) {
    for (int i = 0; i < count; ++i) {
      Finding& probe = probes[static_cast<std::size_t>(i)];
      probe = unknown();
      const S child = children.child(i);
      const int mover = child.mover();
      if (mover < 0) continue;
      const Worth weight = children.weight(i);
      const bool up = appraiser_.raises(mover);
      if (up ? window.high >= open_.high : window.low <= open_.low) continue;
      ++budget_->nodes;
      const Worth others_high = sum.high - weight * probe.high;
      const Window of_child{std::max(open_.low, floor_div(fail_low - others_high, weight)),
                            std::min(open_.high, floor_div(fail_high - sum.low + weight - 1, weight))};
      probe.narrow(probed(child, mover, depth, of_child));
      if (budget_->has_ended()) return unknown();
      sum.low += weight * probe.low;
      sum.high -= weight * (appraiser_.most() - probe.high);
      sum.firm_low = sum.firm_low && probe.firm_low;
      sum.firm_high = sum.firm_high && probe.firm_high;
      if (sum.high <= fail_low || sum.low >= fail_high) return mean();
    }
  }

  for (int i = 0; i < count; ++i) {
    const Worth weight = children.weight(i);
    const Finding known = probing ? probes[static_cast<std::size_t>(i)] : unknown();
    const Worth others_low = sum.low - weight * known.low;
    const Worth others_high = sum.high - weight * known.high;
    Window of_child{known.low - 1, known.high + 1};
    if (depth > 0) {
      of_child.low = std::max(of_child.low, floor_div(fail_low - others_high, weight));
      of_child.high = std::min(of_child.high, floor_div(fail_high - others_low + weight - 1, weight));
    }
    ++budget_->nodes;
    Finding found = node(children.child(i), depth, of_child);
    if (budget_->has_ended()) return unknown();
    if (probing) found.narrow(known);
    sum.low = others_low + weight * found.low;
    sum.high = others_high + weight * found.high;
    firm_low = firm_low && found.firm_low;
    firm_high = firm_high && found.firm_high;
    --left;
    if (sum.high <= fail_low || sum.low >= fail_high) break;
  }
  return mean();
}

// The same where sums of worths could overflow.
template <ValuedState S>
template <class Children>
Finding TwoSidedSearch<S>::wide_mean_of(const Children& children, int depth) {
  std::uint64_t total = 0;
  for (int i = 0; i < children.size(); ++i) total += children.weight(i);
  WorthMean low(total);
  WorthMean high(total);
  bool firm_low = true;
  bool firm_high = true;
  for (int i = 0; i < children.size(); ++i) {
    ++budget_->nodes;
    const Finding found = node(children.child(i), depth, open_);
    if (budget_->has_ended()) return unknown();
    low.add(children.weight(i), found.low);
    high.add(children.weight(i), found.high);
    firm_low = firm_low && found.firm_low;
    firm_high = firm_high && found.firm_high;
  }
  return {low.value(), high.value(), firm_low, firm_high};
}

// What one move, the first in the order of looking, says of a decision.
template <ValuedState S>
Finding TwoSidedSearch<S>::probed(const S& child, int mover, int depth, const Window& window) {
  Finding known = unknown();
  int best = MoveHistory::kNone;
  if (config_.table) {
    recall(child, child.hash(), depth, known, best);
    if (known.answers(window)) return known;
  }
  LegalList<S> actions;
  child.legal(actions);
  history_.sort(child, depth, best, actions);
  ++budget_->nodes;
  const Finding found = node(after(child, actions[0]), depth - 1, window);
  if (budget_->has_ended()) return unknown();
  if (appraiser_.raises(mover)) known.raise_low(found.low, found.firm_low);
  else known.lower_high(found.high, found.firm_high);
  return known;
}

// ---- Memory

// What the table adds to what is known of a position, and the move that was best.
template <ValuedState S>
void TwoSidedSearch<S>::recall(const S& state, std::uint64_t hash, int depth, Finding& known, int& best) const {
  int deepest = -1;
  table_.visit(state, hash, [&](const TwoSidedNote& note) {
    const Finding& found = note.found;
    const bool same = note.depth == depth && note.cuts == cuts_;
    if (same || (found.firm_low && note.depth <= depth)) known.raise_low(found.low, found.firm_low);
    if (same || (found.firm_high && note.depth <= depth)) known.lower_high(found.high, found.firm_high);
    if (note.depth > deepest) {
      deepest = note.depth;
      best = note.best;
    }
  });
}

template <ValuedState S>
void TwoSidedSearch<S>::remember(const S& state, std::uint64_t hash, int depth, int best, const Finding& found) {
  table_.keep(state, hash, {found, best, static_cast<std::uint16_t>(depth), cuts_, number_});
}

// ---- The root

template <ValuedState S>
Finding TwoSidedSearch<S>::of_action(const SearchRoot<S>& root, Action action, int depth, const Window& window) {
  if (budget_->is_spent()) return unknown();
  if (root.worlds.size() > 1) return mean_of(Deals{root, action}, depth, window);
  ++budget_->nodes;
  return node(after(root.worlds.front().state, action), depth, window);
}

template <ValuedState S>
std::optional<Iteration> TwoSidedSearch<S>::iterate(const SearchRoot<S>& root, int depth, const Iteration& before, SearchBudget& budget) {
  budget_ = &budget;
  const int count = root.actions.size();
  const bool up = appraiser_.raises(root.mover);
  Iteration found;
  found.depth = depth;
  found.chosen = -1;
  found.settled = true;
  found.worths.resize(static_cast<std::size_t>(count));
  found.proven.resize(static_cast<std::size_t>(count));
  Worth highest = 0;  // what the chosen one is worth
  for (int i = 0; i < count; ++i) {
    const int place = i == 0 ? before.chosen : i <= before.chosen ? i - 1 : i;  // the last choice first
    Window window = open_;
    if (found.chosen >= 0 && !config_.all_values) {  // an equal one is chosen if it stands before
      if (up) window.low = highest - (place < found.chosen ? 1 : 0);
      else window.high = highest + (place < found.chosen ? 1 : 0);
    }
    const Finding action = of_action(root, root.actions[place].id, depth - 1, window);
    if (budget_->has_ended()) return std::nullopt;
    const bool exact = action.low == action.high;
    assert(exact || !config_.all_values);
    if (config_.all_values) found.worths[static_cast<std::size_t>(place)] = appraiser_.all_of_first(action.low);
    const Worth worth = action.low;
    const bool better =
        exact && (found.chosen < 0 || (up ? worth > highest : worth < highest) || (worth == highest && place < found.chosen));
    const bool firm = up ? action.firm_high : action.firm_low;
    found.settled = found.settled && firm && (!(better || config_.all_values) || (action.firm_low && action.firm_high));
    if (better) {
      found.chosen = place;
      highest = worth;
    }
  }
  found.worths[static_cast<std::size_t>(found.chosen)] = appraiser_.all_of_first(highest);
  const Action chosen = root.actions[found.chosen].id;
  found.line.push_back(chosen);
  if constexpr (!HiddenState<S>) {
    if (reaches_the_end(after(root.worlds.front().state, chosen), highest, depth - 1, found.line)) prove(root, found);
    cuts_ = Cuts::kJudged;
    if (budget_->has_ended()) return std::nullopt;
  }
  return found;
}

// Follows best play from a position whose worth is known, and says whether the game is over at its end.
template <ValuedState S>
bool TwoSidedSearch<S>::reaches_the_end(const S& after_first, Worth worth, int depth, std::vector<Action>& line) {
  S state = after_first;
  for (;;) {
    const int mover = state.mover();
    if (mover == kTerminal) return true;
    if constexpr (ChanceState<S>) {
      if (mover == kChance) {
        line.push_back(likeliest_outcome(state));
        state.apply(line.back());
        ++budget_->nodes;
        const Finding found = node(state, depth, open_);
        if (budget_->has_ended()) return false;
        worth = found.low;
        continue;
      }
    }
    if (depth == 0) return false;
    --depth;
    const RankedList<S> ranked = actions_in_order(state);
    const bool up = appraiser_.raises(mover);
    const Window window = up ? Window{worth - 1, worth} : Window{worth, worth + 1};
    int i = 0;
    for (; i + 1 < ranked.size(); ++i) {
      ++budget_->nodes;
      const Finding found = node(after(state, ranked[i].id), depth, window);
      if (budget_->has_ended()) return false;
      if (up ? found.low >= worth : found.high <= worth) break;
    }
    line.push_back(ranked[i].id);
    state.apply(line.back());
    ++budget_->nodes;
  }
}

// What does not depend on what cuts are worth.
template <ValuedState S>
void TwoSidedSearch<S>::prove(const SearchRoot<S>& root, Iteration& found) {
  const int depth = found.depth - 1;
  const auto is_sure = [&](int place, Cuts cuts, Worth worth) {
    cuts_ = cuts;
    const Action action = root.actions[place].id;
    if (cuts == Cuts::kLeast) return of_action(root, action, depth, {worth - 1, worth}).low >= worth;
    return of_action(root, action, depth, {worth, worth + 1}).high <= worth;
  };
  const auto worth_at = [&](int place) { return (*found.worths[static_cast<std::size_t>(place)])[0]; };
  const auto is_proven = [&](int place) {
    return is_sure(place, Cuts::kMost, worth_at(place)) && is_sure(place, Cuts::kLeast, worth_at(place));
  };
  const int count = root.actions.size();
  for (int place = 0; place < count && !budget_->has_ended(); ++place) {
    const auto at = static_cast<std::size_t>(place);
    if (found.worths[at]) found.proven[at] = is_proven(place);
  }
  bool root_proven = found.proven[static_cast<std::size_t>(found.chosen)];
  const Cuts hopes = appraiser_.raises(root.mover) ? Cuts::kMost : Cuts::kLeast;
  for (int place = 0; root_proven && place < count && !budget_->has_ended(); ++place) {
    if (place != found.chosen) root_proven = is_sure(place, hopes, worth_at(found.chosen));
  }
  found.root_proven = root_proven;
}

}  // namespace cloche
