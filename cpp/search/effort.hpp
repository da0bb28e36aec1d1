// What solving a position costs, and what ends it before it is done (seeds/search.md, V-15).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>

#include "search/limits.hpp"

namespace cloche {

struct SolveLimits {
  static constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();

  std::uint64_t nodes = kNone;         // moves and outcomes applied
  std::uint64_t memory_bytes = kNone;  // of tables and trees
};

enum class SolveEnd { kSolved, kNodes, kSeconds, kCpuSeconds, kMemory, kStop };

// Thrown where a limit is reached; it never leaves Solver::solve.
struct OutOfReach {
  SolveEnd ended_by;
  std::uint64_t needed = 0;  // what the limit would have to be; 0 where that is not known
};

// One position's worth of work. `watch` tells of clocks and flags; it is asked now and then.
class Effort {
 public:
  using Watch = std::function<std::optional<StopReason>()>;

  Effort(const SolveLimits& limits, Watch watch) : limits_(limits), watch_(std::move(watch)) {}

  // Before a move or outcome is applied.
  void count() {
    if (nodes_ >= limits_.nodes) throw OutOfReach{SolveEnd::kNodes};
    if (++nodes_ % kMovesBetweenLooks == 0) look();
  }
  // After steps that apply nothing; each costs about as much as `moves` of them.
  void spend(std::uint64_t moves) {
    spent_ += moves;
    if (spent_ < kMovesBetweenLooks) return;
    spent_ = 0;
    look();
  }
  // Before memory is taken: what all of it will come to; `needed` as of OutOfReach.
  void hold(std::uint64_t bytes, std::uint64_t needed = 0) const {
    if (bytes > limits_.memory_bytes) throw OutOfReach{SolveEnd::kMemory, needed};
  }
  void look() const {
    if (!watch_) return;
    const std::optional<StopReason> reason = watch_();
    if (!reason) return;
    throw OutOfReach{*reason == StopReason::kSeconds      ? SolveEnd::kSeconds
                     : *reason == StopReason::kCpuSeconds ? SolveEnd::kCpuSeconds
                                                          : SolveEnd::kStop};
  }

  [[nodiscard]] std::uint64_t nodes() const { return nodes_; }
  [[nodiscard]] const SolveLimits& limits() const { return limits_; }

 private:
  static constexpr std::uint64_t kMovesBetweenLooks = 256;

  SolveLimits limits_;
  Watch watch_;
  std::uint64_t nodes_ = 0;
  std::uint64_t spent_ = 0;
};

}  // namespace cloche
