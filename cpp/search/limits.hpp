// When a search ends. The core knows neither clocks nor threads: who calls it brings a Monitor.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

namespace cloche {

enum class StopReason { kRunning, kSimulations, kNodes, kSeconds, kCpuSeconds, kStop, kProven, kSettled, kVisits };

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

// Never ends a search.
struct NoMonitor {
  [[nodiscard]] std::optional<StopReason> check() const { return std::nullopt; }
};

}  // namespace cloche
