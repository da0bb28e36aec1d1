// What is special at the root: which edge a simulation takes and which one is played in the end (seeds/search.md, M-18,
// M-35, M-36). Nothing here depends on a game.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "search/selection.hpp"
#include "search/tree.hpp"

namespace cloche {

class RootStatistics;

enum class RootPolicy {
  kSelection,  // a node like others
  kHalving,    // anytime sequential halving
};

enum class FinalChoice {
  kVisits,
  kValue,  // the highest mean of those visited often
  kLcb,    // the highest lower confidence bound
};

// Anytime sequential halving: short passes over the edges of highest score, in rounds, each with the better half and twice the
// turns (M-35).
class Halving {
 public:
  // A search begins.
  void begin() { arms_.clear(); }
  // The edge of the next simulation; `select` ranks edges.
  [[nodiscard]] int next(const Node& root, Selector& select);

 private:
  std::vector<int> arms_;    // of this round
  std::size_t at_ = 0;       // whose turn it is
  std::uint32_t turns_ = 1;  // of each in this round
  std::uint32_t done_ = 0;
};

// The chosen edge of a decision node that is no root: by visits; `proven` says that the node is solved (M-18).
[[nodiscard]] int chosen_edge(const Node& node, bool proven, const Arena& arena);

// The chosen edge of the root (M-36).
[[nodiscard]] int chosen_root_edge(const Node& root, bool proven, const Arena& arena, FinalChoice choice, const RootStatistics& statistics);

}  // namespace cloche
