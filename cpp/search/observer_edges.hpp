// The edges of trees of what a player sees (seeds/search.md, M-27, M-28, M-77): found, made and selected among. Members of
// ObserverMcts, whose header includes this one.
#pragma once

#include "search/observer_mcts.hpp"

namespace cloche {

// Legal actions by what `observer` sees of them, by ascending id, with the sum of their weights.
template <ValuedState S>
  requires HiddenState<S>
void ObserverMcts<S>::list_candidates(const S& state, int observer, std::span<const double> priors) {
  state.legal(legal_);
  if (priors.empty()) state.prior(legal_, weights_);
  else weigh_by(priors, legal_, weights_);
  candidates_.clear();
  counted_as_ = legal_;
  const bool own = state.mover() == observer;
  if (!own) {
    for (int i = 0; i < legal_.size(); ++i) counted_as_[i] = state.seen(legal_[i], observer);
    if (config_.merge) merge_candidates(state, observer);
  }
  for (int i = 0; i < legal_.size(); ++i) candidates_.push_back({counted_as_[i], weights_[i], -1});
  if (own) return;
  std::sort(candidates_.begin(), candidates_.end(), [](const Candidate& a, const Candidate& b) { return a.id < b.id; });
  std::size_t last = 0;
  for (std::size_t i = 1; i < candidates_.size(); ++i) {
    if (candidates_[i].id == candidates_[last].id) {
      candidates_[last].weight += candidates_[i].weight;
    } else {
      candidates_[++last] = candidates_[i];
    }
  }
  candidates_.resize(last + 1);
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
bool ObserverMcts<S>::add_missing(const Walk& walk, Step& step) {
  const Node present = arena_.node(step.node);
  for (int e = 0; e < present.size(); ++e) edge_of_[present.actions()[e]] = static_cast<std::uint16_t>(e);
  missing_.clear();
  for (Candidate& candidate : candidates_) {
    const int edge = edge_of_[candidate.id];
    candidate.edge = edge < present.size() && present.actions()[edge] == candidate.id ? edge : -1;
    if (candidate.edge < 0) missing_.push_back(candidate);
  }
  if (missing_.empty()) return true;
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
Action ObserverMcts<S>::action_counted_as(Action id, Rng& rng) const {  // M-28
  std::uint32_t total = 0;
  int count = 0;
  Action last = id;
  for (int i = 0; i < legal_.size(); ++i) {
    if (counted_as_[i] != id) continue;
    total += weights_[i];
    last = legal_[i];
    ++count;
  }
  if (count == 1) return last;
  std::uint32_t rest = rng.below(total);
  for (int i = 0; i < legal_.size(); ++i) {
    if (counted_as_[i] != id) continue;
    if (rest < weights_[i]) return legal_[i];
    rest -= weights_[i];
  }
  return last;
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
bool ObserverMcts<S>::select_candidate(const Walk& walk, Step& step) {
  if (!add_missing(walk, step)) return false;
  const Node node = arena_.node(step.node);
  present_.clear();
  for (const Candidate& candidate : candidates_) {
    present_.push_back(candidate.edge);
    ++node.available()[candidate.edge];
  }
  std::sort(present_.begin(), present_.end());
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
