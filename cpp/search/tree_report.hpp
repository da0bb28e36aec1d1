// What a tree says: the chosen action, the actions in order, the line of play (seeds/search.md, M-18, M-20 and M-22).
// Nothing here depends on a game.
#pragma once

#include <optional>
#include <vector>

#include "search/evaluation.hpp"
#include "search/report.hpp"
#include "search/root.hpp"
#include "search/tree.hpp"

namespace cloche {

// A tree with the statistics of one search; valid while its parts are.
struct TreeView {
  const Arena& arena;
  const Evaluator& evaluator;
  ArenaIndex root;
  const std::optional<Evaluation>& root_proof;  // exact values, if the root is solved
  const RootStatistics& statistics;
  FinalChoice final_choice;
};

// Goes on with the line of M-22 from a node, or nothing (0); `proven` says that the node is solved.
void follow_line(const Arena& arena, ArenaIndex at, bool proven, std::vector<Action>& line);

// Fills what follows from the tree: actions, values, line, sizes; counts and reasons are the search's own.
void describe_tree(const TreeView& tree, SearchReport& report);

}  // namespace cloche
