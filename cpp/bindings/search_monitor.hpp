// What ends a search from outside the core: clocks, a StopFlag, Ctrl-C; and the progress callback.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
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
    std::optional<double> cpu_seconds;  // of all threads of the search together
    std::function<void()> on_progress;  // called with the GIL; may be empty, may throw
    StopFlag* ask = nullptr;            // calls it whenever this is set, and clears it; without one, about ten times a second
  };
  class Beside;

  SearchMonitor(Interruptible& work, Config config)
      : work_(&work), config_(std::move(config)), start_(Clock::now()), next_progress_(start_ + kProgressEvery) {
    if (config_.cpu_seconds) cpu_start_ = thread_cpu_seconds();
  }

  [[nodiscard]] std::optional<StopReason> check() {
    if (work_->should_stop()) return StopReason::kStop;
    if (config_.ask != nullptr && config_.ask->is_set()) return StopReason::kRunning;
    const Clock::time_point now = work_->last_look();
    if (now == seen_) return std::nullopt;
    seen_ = now;
    if (config_.seconds && elapsed(now) >= *config_.seconds) return StopReason::kSeconds;
    if (config_.cpu_seconds && cpu_seconds() >= *config_.cpu_seconds) return StopReason::kCpuSeconds;
    if (config_.ask == nullptr && config_.on_progress && now >= next_progress_) return StopReason::kRunning;
    return std::nullopt;
  }
  [[nodiscard]] std::optional<StopReason> check_now() {
    if (work_->should_stop_now()) return StopReason::kStop;
    return check();
  }
  void tell() {
    if (config_.ask != nullptr) config_.ask->clear();
    work_->with_gil(config_.on_progress);
    next_progress_ = Clock::now() + kProgressEvery;
  }
  [[nodiscard]] Beside beside();

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr auto kProgressEvery = std::chrono::milliseconds(100);

  [[nodiscard]] double elapsed(Clock::time_point now) const { return std::chrono::duration<double>(now - start_).count(); }
  [[nodiscard]] double cpu_seconds() const {
    return thread_cpu_seconds() - cpu_start_ + static_cast<double>(others_.load(std::memory_order_relaxed)) * 1e-9;
  }

  Interruptible* work_;
  Config config_;
  Clock::time_point start_;
  Clock::time_point next_progress_;
  Clock::time_point seen_{};
  double cpu_start_ = 0.0;
  std::atomic<std::int64_t> others_ = 0;  // nanoseconds of processor time of other threads
};

// Adds up the processor time of another thread while it works, where there is a limit of it.
class SearchMonitor::Beside {
 public:
  explicit Beside(std::atomic<std::int64_t>* total) : total_(total) {
    if (total_ != nullptr) last_ = thread_cpu_seconds();
  }
  Beside(const Beside&) = delete;
  Beside& operator=(const Beside&) = delete;
  ~Beside() { tell(); }

  void tick() {
    if (total_ != nullptr && pace_.is_due()) tell();
  }

 private:
  void tell() {
    if (total_ == nullptr) return;
    const double now = thread_cpu_seconds();
    total_->fetch_add(static_cast<std::int64_t>((now - last_) * 1e9), std::memory_order_relaxed);
    last_ = now;
  }

  std::atomic<std::int64_t>* total_;  // null without a limit
  double last_ = 0.0;
  Pace pace_;
};

// The clocks of RawLimits (python/cloche/backend.py).
[[nodiscard]] SearchMonitor::Config monitor_from(const pybind11::dict& limits);

inline SearchMonitor::Beside SearchMonitor::beside() {
  return Beside(config_.cpu_seconds ? &others_ : nullptr);
}

}  // namespace cloche
