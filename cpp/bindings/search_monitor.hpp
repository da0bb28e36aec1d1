// What ends a search from outside the core: clocks, a StopFlag, Ctrl-C; and the progress callback.
#pragma once

#include <chrono>
#include <functional>
#include <optional>

#include "bindings/interruptible.hpp"
#include "search/limits.hpp"

namespace cloche {

// Processor time of the calling thread, in seconds.
[[nodiscard]] double thread_cpu_seconds();

class SearchMonitor {
 public:
  struct Config {
    std::optional<double> seconds;
    std::optional<double> cpu_seconds;
    std::function<void()> on_progress;  // called with the GIL about ten times a second; may be empty, may throw
  };

  SearchMonitor(Interruptible& work, Config config)
      : work_(&work), config_(std::move(config)), start_(Clock::now()), next_progress_(start_ + kProgressEvery) {
    if (config_.cpu_seconds) cpu_start_ = thread_cpu_seconds();
  }

  [[nodiscard]] std::optional<StopReason> check() {
    if (work_->should_stop()) return StopReason::kStop;
    const Clock::time_point now = work_->last_look();
    if (now == seen_) return std::nullopt;
    seen_ = now;
    if (config_.seconds && elapsed(now) >= *config_.seconds) return StopReason::kSeconds;
    if (config_.cpu_seconds && thread_cpu_seconds() - cpu_start_ >= *config_.cpu_seconds) return StopReason::kCpuSeconds;
    if (config_.on_progress && now >= next_progress_) {
      work_->with_gil(config_.on_progress);
      next_progress_ = Clock::now() + kProgressEvery;
    }
    return std::nullopt;
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr auto kProgressEvery = std::chrono::milliseconds(100);

  [[nodiscard]] double elapsed(Clock::time_point now) const { return std::chrono::duration<double>(now - start_).count(); }

  Interruptible* work_;
  Config config_;
  Clock::time_point start_;
  Clock::time_point next_progress_;
  Clock::time_point seen_{};
  double cpu_start_ = 0.0;
};

}  // namespace cloche
