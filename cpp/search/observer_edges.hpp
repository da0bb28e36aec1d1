// The edges of trees of what a player sees (seeds/search.md, M-27, M-28, M-77): found, made and selected among. Members of
// ObserverMcts, whose header includes this one.
#pragma once

#include "search/observer_mcts.hpp"

namespace cloche {

// Legal actions by what `observer` sees of them, by ascending id; their weights, which cost more, come when needed.
template <ValuedState S>
  requires HiddenState<S>
void ObserverMcts<S>::list_candidates(const S& state, int observer) {
  state.legal(legal_);
  counted_as_ = legal_;
  if (state.mover() != observer) {
    for (int i = 0; i < legal_.size(); ++i) counted_as_[i] = state.seen(legal_[i], observer);
    if (config_.merge) merge_candidates(state, observer);
  }
  candidates_.clear();
  weighed_ = false;
  bool ascending = true;
  for (const Action id : counted_as_) {
    ascending = ascending && (candidates_.empty() || candidates_.back().id < id);
    candidates_.push_back({id, 0, -1});
  }
  if (ascending) return;
  std::sort(candidates_.begin(), candidates_.end(), [](const Candidate& a, const Candidate& b) { return a.id < b.id; });
  const auto same = [](const Candidate& a, const Candidate& b) { return a.id == b.id; };
  candidates_.erase(std::unique(candidates_.begin(), candidates_.end(), same), candidates_.end());
}

// The weights of the legal actions, and of each candidate their sum, unless they are known.
template <ValuedState S>
  requires HiddenState<S>
void ObserverMcts<S>::weigh_candidates(const S& state, std::span<const double> priors) {
  if (weighed_) return;
  weighed_ = true;
  weigh(state, priors, legal_, weights_);
  const auto before = [](const Candidate& candidate, Action id) { return candidate.id < id; };
  for (int i = 0; i < legal_.size(); ++i) {
    std::lower_bound(candidates_.begin(), candidates_.end(), counted_as_[i], before)->weight += weights_[i];
  }
}

// Ids after which the observer knows the same become the lowest of them (M-77).
template <ValuedState S>
  requires HiddenState<S>
void ObserverMcts<S>::merge_candidates(const S& state, int observer) {
  known_after_.clear();
  for (int i = 0; i < legal_.size(); ++i) {
    const Action seen = counted_as_[i];
    if (std::any_of(known_after_.begin(), known_after_.end(), [&](const KnownAfter& other) { return other.seen == seen; })) continue;
    S child = state;
    child.apply(legal_[i]);
    known_after_.push_back({seen, information_key(child, observer)});
  }
  std::sort(known_after_.begin(), known_after_.end(), [](const KnownAfter& a, const KnownAfter& b) { return a.seen < b.seen; });
  const auto find = [&](auto is_sought) { return *std::find_if(known_after_.begin(), known_after_.end(), is_sought); };
  for (Action& id : counted_as_) {
    const std::uint64_t key = find([&](const KnownAfter& one) { return one.seen == id; }).key;
    id = find([&](const KnownAfter& one) { return one.key == key; }).seen;
  }
}

// Finds the edge of each candidate, and makes those that are missing.
template <ValuedState S>
  requires HiddenState<S>
bool ObserverMcts<S>::add_missing(const Walk& walk, const S& state, Step& step) {
  const Node present = arena_.node(step.node);
  for (int e = 0; e < present.size(); ++e) edge_of_[present.actions()[e]] = static_cast<std::uint16_t>(e);
  bool complete = true;
  for (Candidate& candidate : candidates_) {
    const int edge = edge_of_[candidate.id];
    candidate.edge = edge < present.size() && present.actions()[edge] == candidate.id ? edge : -1;
    complete = complete && candidate.edge >= 0;
  }
  if (complete) return true;
  weigh_candidates(state);
  missing_.clear();
  for (const Candidate& candidate : candidates_) {
    if (candidate.edge < 0) missing_.push_back(candidate);
  }
  const ArenaIndex place = arena_.grow(step.node, static_cast<int>(missing_.size()));
  if (place == 0) return false;
  move_node(walk, step, place);
  const Node node = arena_.node(place);
  write_last_edges(node, missing_, total_weight(candidates_));
  int edge = node.size() - static_cast<int>(missing_.size());
  for (const Candidate& candidate : missing_) {
    for (Candidate& all : candidates_) {
      if (all.id == candidate.id) all.edge = edge;
    }
    ++edge;
  }
  return true;
}

template <ValuedState S>
  requires HiddenState<S>
Action ObserverMcts<S>::action_counted_as(const S& state, Action id, Rng& rng) {  // M-28
  const auto first = std::find(counted_as_.begin(), counted_as_.end(), id);
  if (std::find(first + 1, counted_as_.end(), id) == counted_as_.end()) return legal_[static_cast<int>(first - counted_as_.begin())];
  weigh_candidates(state);
  std::uint32_t total = 0;
  for (int i = 0; i < legal_.size(); ++i) {
    if (counted_as_[i] == id) total += weights_[i];
  }
  std::uint32_t rest = rng.below(total);
  int place = 0;
  for (; counted_as_[place] != id || rest >= weights_[place]; ++place) {
    if (counted_as_[place] == id) rest -= weights_[place];
  }
  return legal_[place];
}

template <ValuedState S>
  requires HiddenState<S>
void ObserverMcts<S>::move_node(const Walk& walk, Step& step, ArenaIndex place) {
  if (place != step.node) follow_move(step.node, place);
  step.node = place;
  if (walk.path->empty()) {
    *walk.root = place;
  } else {
    arena_.node(walk.path->back().node).children()[walk.path->back().edge] = place;
  }
}

// The edge of a listed candidate (M-28); false if there is no room for those that are missing.
template <ValuedState S>
  requires HiddenState<S>
bool ObserverMcts<S>::select_candidate(const Walk& walk, const S& state, Step& step) {
  if (!add_missing(walk, state, step)) return false;
  const Node node = arena_.node(step.node);
  present_.clear();
  for (const Candidate& candidate : candidates_) {
    present_.push_back(candidate.edge);
    ++node.available()[candidate.edge];
  }
  if (candidates_.size() == static_cast<std::size_t>(node.size())) {
    std::iota(present_.begin(), present_.end(), 0);
  } else {
    std::sort(present_.begin(), present_.end());
  }
  step.edge = select_.among(node, present_);
  return true;
}

// The edge that bears an id, made if it is missing; false if there is no room for it.
template <ValuedState S>
  requires HiddenState<S>
bool ObserverMcts<S>::find_edge(const Walk& walk, Step& step, Action seen) {
  step.edge = arena_.node(step.node).edge_of(seen);
  if (step.edge >= 0) return true;
  const ArenaIndex place = arena_.grow(step.node, 1);
  if (place == 0) return false;
  move_node(walk, step, place);
  const Node node = arena_.node(place);
  step.edge = node.size() - 1;
  node.actions()[step.edge] = seen;
  return true;
}

}  // namespace cloche
