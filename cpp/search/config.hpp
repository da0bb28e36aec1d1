// Settings of the searches; python/cloche/players.py says what they mean to a user.
#pragma once

#include "search/leaf.hpp"
#include "search/playout.hpp"
#include "search/root.hpp"
#include "search/selection.hpp"

namespace cloche {

struct FlatMonteCarloConfig {
  int workers = 1;             // trees, or tallies, that are searched side by side (M-60)
  int threads = 1;             // that they run on; changes no report
  double margin_weight = 0.5;  // part of the utility that is the margin rather than the win, 0 to 1
  PlayoutConfig playout;
  bool endings = true;  // solves what can be solved instead of searching it (M-34)
};

enum class Opponents {
  kMaxN,      // everybody plays for themselves
  kParanoid,  // all others are against the player who searches
};

enum class Observers {
  kSingle,  // a tree of what the player who searches sees
  kMulti,   // a tree for each player (M-70)
};

// The tree searches.
struct MctsConfig : FlatMonteCarloConfig {
  LeafConfig leaf;
  SelectionConfig selection;
  Opponents opponents = Opponents::kMaxN;
  RootPolicy root = RootPolicy::kSelection;
  FinalChoice final_choice = FinalChoice::kVisits;
  Observers observers = Observers::kSingle;  // in games that hide something, as what follows
  bool merge = false;                        // others' moves after which the observer knows the same are one (M-77)
  bool early_stop = false;                   // ends a search whose choice by visits is settled (M-40)
  bool transpositions = true;                // an observer's tree has one node for what is known on a level (M-45)
};

}  // namespace cloche
