// When a search ends. The core knows neither clocks nor threads: who calls it brings a Monitor.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

namespace cloche {

// kRunning: it has not ended.
enum class StopReason { kRunning, kSimulations, kNodes, kSeconds, kCpuSeconds, kStop, kProven, kSettled, kVisits };

// What a search counts by itself; whichever limit comes first ends it.
struct SearchLimits {
  static constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();

  std::uint64_t simulations = kNone;
  std::uint64_t nodes = kNone;                        // moves applied in trees and playouts; checked between simulations
  std::uint64_t depth = kNone;                        // moves below the root past which a tree makes no nodes; ends nothing
  std::size_t memory_bytes = std::size_t{256} << 20;  // arena of the tree; a full one stops growing
};

// What watches a search from outside. `check` is asked before every simulation, so it must be cheap: it may end the search,
// or with kRunning say that `tell` is to be called now, which may look at the search, and throw. In a search on several threads
// one of them asks, `check_now` where it waits for the others; each of those keeps a `beside` while it works and calls its
// `tick` before every simulation.
template <class M>
concept Monitor = requires(M monitor) {
  { monitor.check() } -> std::same_as<std::optional<StopReason>>;
  { monitor.check_now() } -> std::same_as<std::optional<StopReason>>;
  monitor.tell();
  monitor.beside().tick();
};

// Visits of one edge or node are counted up to here; a search that would pass it ends.
inline constexpr std::uint64_t kMostVisits = std::numeric_limits<std::uint32_t>::max();

// Never ends a search.
struct NoMonitor {
  struct Beside {
    void tick() const {}
  };

  [[nodiscard]] std::optional<StopReason> check() const { return std::nullopt; }
  [[nodiscard]] std::optional<StopReason> check_now() const { return std::nullopt; }
  void tell() const {}
  [[nodiscard]] Beside beside() const { return {}; }
};

}  // namespace cloche
