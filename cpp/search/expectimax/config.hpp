// Settings of Expectimax; python/cloche/players.py says what they mean to a user.
#pragma once

#include <cstdint>

namespace cloche {

enum class Pruning : std::uint8_t {
  kNone,   // every line
  kStar1,  // alpha-beta, and bounds of what outcomes can still bring
  kStar2,  // the same after one reply to each outcome
};

// `pruning` and `table` don't change what is found.
struct ExpectimaxConfig {
  static constexpr int kMostDepth = 256;  // X-6; the stack holds so many

  bool all_values = false;
  int worlds = 16;
  Pruning pruning = Pruning::kStar2;
  bool table = true;
  bool endings = true;
  double margin_weight = 0.5;  // of endings
};

}  // namespace cloche
