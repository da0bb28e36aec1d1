// What a search may still do: its nodes, and who may end it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "search/limits.hpp"

namespace cloche {

class SearchBudget {
 public:
  using Look = std::function<std::optional<StopReason>()>;

  SearchBudget() = default;
  // `look` is asked now and then, and says why to end, if so.
  SearchBudget(std::uint64_t most_nodes, Look look) : most_(most_nodes), look_(std::move(look)) {}

  // Whether to stop at once; asked at every decision node. Once true it stays true.
  [[nodiscard]] bool is_spent() {
    if (ended_) return true;
    if (nodes >= most_) {
      ended_ = StopReason::kNodes;
    } else if (nodes >= next_look_) {
      next_look_ = nodes + kNodesBetweenLooks;
      ended_ = look_();
    }
    return ended_.has_value();
  }
  [[nodiscard]] bool has_ended() const { return ended_.has_value(); }
  [[nodiscard]] std::optional<StopReason> ended() const { return ended_; }

  std::uint64_t nodes = 0;  // moves applied so far

 private:
  static constexpr std::uint64_t kNodesBetweenLooks = 64;

  std::uint64_t most_ = SearchLimits::kNone;
  std::uint64_t next_look_ = 0;
  Look look_;
  std::optional<StopReason> ended_;
};

}  // namespace cloche
