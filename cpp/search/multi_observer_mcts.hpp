// Searches with multiple observers (seeds/search.md, M-70 to M-76): the trees of all players, walked together. Members of
// ObserverMcts, whose header includes this one.
#pragma once

#include "search/observer_mcts.hpp"

namespace cloche {

template <ValuedState S>
  requires HiddenState<S>
std::optional<Evaluation> ObserverMcts<S>::descend_together(S& state, Rng& rng) {  // M-73
  enter_trees(state);
  std::uint64_t moves = 0;
  for (bool shown = false;;) {  // the last decision showed the observer hidden things
    const int mover = state.mover();
    Action action = 0;
    if (mover != kChance) {
      if (!decide_together(state, shown, action)) return end_by_playout(state, rng);
    } else if constexpr (ChanceState<S>) {
      action = state.sample(rng);
    }
    follow_together(state, action);
    if constexpr (ShowingState<S>) shown = mover == observer_ && S::shows(action);
    state.apply(action);
    ++run_.nodes;
    if (state.mover() == kTerminal) return end_of_game(state);
    go_on_together(state, shown, ++moves);
  }
}

// Finds the roots of a world, and makes those that are missing (M-72).
template <ValuedState S>
  requires HiddenState<S>
void ObserverMcts<S>::enter_trees(const S& state) {
  walks_.clear();
  for (int p = 0; p < evaluator_.players(); ++p) {
    if (p == observer_) {
      walks_.push_back(own_walk(root_));
      continue;
    }
    OtherTree& tree = others_[static_cast<std::size_t>(p)];
    tree.path.clear();
    const std::uint64_t key = information_key(state, p);
    auto known = std::find_if(tree.roots.begin(), tree.roots.end(), [&](const auto& root) { return root.key == key; });
    if (known == tree.roots.end() && tree.roots.size() < OtherTree::kMostRoots) known = tree.roots.insert(known, {key, 0});
    ArenaIndex& root = known == tree.roots.end() ? tree.joint : known->node;
    if (root == 0) root = make_node_of(p, state);
    walks_.push_back({p, &root, &tree.path, root});
  }
}

// The decision of the mover in the tree of their own; false if that is left.
template <ValuedState S>
  requires HiddenState<S>
bool ObserverMcts<S>::decide_together(const S& state, bool shown, Action& action) {
  const int mover = state.mover();
  const Walk& walk = walks_[static_cast<std::size_t>(mover)];
  if (walk.at == 0) return false;
  Step step{walk.at, 0};
  if (mover == observer_ && !shown) {
    step.edge = select(arena_.node(walk.at));
  } else {
    list_candidates(state, mover);
    if (!select_candidate(walk, state, step)) return false;
  }
  action = arena_.node(step.node).actions()[step.edge];
  walk.path->push_back(step);
  return true;
}

// The edges of an outcome, or of an action in the trees of those who look on; where one finds no room its tree is left.
template <ValuedState S>
  requires HiddenState<S>
void ObserverMcts<S>::follow_together(const S& state, Action action) {
  for (Walk& walk : walks_) {
    if (walk.at == 0 || walk.player == state.mover()) continue;
    Step step{walk.at, 0};
    if (find_edge(walk, step, id_for(walk.player, state, action))) {
      walk.path->push_back(step);
    } else {
      walk.at = 0;
    }
  }
}

// The nodes below the edges taken, after so many moves; a tree without one grows or is left (M-12, M-45).
template <ValuedState S>
  requires HiddenState<S>
void ObserverMcts<S>::go_on_together(const S& state, bool shown, std::uint64_t moves) {
  for (Walk& walk : walks_) {
    if (walk.at == 0) continue;
    const Step& last = walk.path->back();
    ArenaIndex& child = arena_.node(last.node).children()[last.edge];
    if (child == 0) {
      if (walk.player == observer_) child = node_for_leaf(state, shown);
      else if (may_grow(last, moves)) child = make_node_of(walk.player, state);
    }
    walk.at = child;
  }
}

template <ValuedState S>
  requires HiddenState<S>
ArenaIndex ObserverMcts<S>::make_node_of(int player, const S& state) {  // M-71
  const int mover = state.mover();
  if (mover != player) return arena_.make_node(0, mover);
  list_candidates(state, player);
  weigh_candidates(state);
  const ArenaIndex index = arena_.make_node(static_cast<int>(candidates_.size()), mover);
  if (index != 0) write_last_edges(arena_.node(index), candidates_, total_weight(candidates_));
  return index;
}

// What the edge of an action or outcome bears in the tree of a player.
template <ValuedState S>
  requires HiddenState<S>
Action ObserverMcts<S>::id_for(int player, const S& state, Action action) {
  if (!config_.merge || state.mover() == kChance) return state.seen(action, player);
  list_candidates(state, player);  // M-77
  const auto place = std::find(legal_.begin(), legal_.end(), action) - legal_.begin();
  return counted_as_[static_cast<int>(place)];
}

template <ValuedState S>
  requires HiddenState<S>
void ObserverMcts<S>::back_up_others(const Evaluation& values) {  // M-74
  for (const Walk& walk : walks_) {
    if (walk.player == observer_ || walk.path->empty()) continue;
    const Step& leaf = walk.path->back();
    run_.mix(std::uint64_t{leaf.node} << 32 ^ static_cast<std::uint64_t>(leaf.edge));
    for (const Step& step : *walk.path) add_visit(arena_.node(step.node), step.edge, values);
  }
}

}  // namespace cloche
