// When a search ends. The core knows neither clocks nor threads: who calls it brings a Monitor.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

namespace cloche {

enum class StopReason { kRunning, kSimulations, kNodes, kSeconds, kCpuSeconds, kStop, kProven, kVisits };

// What a search counts by itself; whichever limit comes first ends it.
struct SearchLimits {
  static constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();

  std::uint64_t simulations = kNone;
  std::uint64_t nodes = kNone;                        // moves applied in trees and playouts; checked between simulations
  std::uint64_t depth = kNone;                        // moves below the root past which a tree makes no nodes; ends nothing
  std::size_t memory_bytes = std::size_t{256} << 20;  // arena of the tree; a full one stops growing
};

// Asked before every simulation, so it must be cheap: `check` may end the search, or throw.
template <class M>
concept Monitor = requires(M monitor) {
  { monitor.check() } -> std::same_as<std::optional<StopReason>>;
};

// Visits of one edge or node are counted up to here; a search that would pass it ends.
inline constexpr std::uint64_t kMostVisits = std::numeric_limits<std::uint32_t>::max();

// Runs `simulate` until a limit, the monitor or a proof ends it (seeds/search.md, M-17). `simulations` and `nodes` are the
// running counts, `nodes` advanced by `simulate`; `kept` are the visits that the root had before; `solved` says that nothing
// is left to find.
template <Monitor M, class Simulate, class Solved>
StopReason run_simulations(const SearchLimits& limits, M& monitor, std::uint64_t kept, std::uint64_t& simulations,
                           const std::uint64_t& nodes, Simulate simulate, Solved solved) {
  for (;; ++simulations) {
    if (solved()) return StopReason::kProven;
    if (simulations >= limits.simulations) return StopReason::kSimulations;
    if (nodes >= limits.nodes) return StopReason::kNodes;
    if (kept + simulations >= kMostVisits) return StopReason::kVisits;
    if (const std::optional<StopReason> reason = monitor.check()) return *reason;
    simulate();
  }
}

// Never ends a search.
struct NoMonitor {
  [[nodiscard]] std::optional<StopReason> check() const { return std::nullopt; }
};

}  // namespace cloche
