// When to look at a clock, told by counting calls: so a loop with steps of some nanoseconds may ask each time.
#pragma once

#include <algorithm>
#include <chrono>

namespace cloche {

class Pace {
 public:
  using Clock = std::chrono::steady_clock;

  // Whether about half a millisecond has passed since it last said so, or one step if a step takes longer.
  [[nodiscard]] bool is_due() {
    if (--countdown_ > 0) return false;
    look();
    return true;
  }
  // The clock now. Keeps the number of calls between two looks such that they are kLookEvery or less apart.
  Clock::time_point look() {
    const Clock::time_point now = Clock::now();
    const auto gap = now - last_look_;
    last_look_ = now;
    if (gap > kLookEvery) {
      stride_ = static_cast<int>(std::max<Clock::rep>(1, stride_ * (Clock::duration(kLookEvery) / 2).count() / gap.count()));
    } else if (countdown_ <= 0 && gap < kLookEvery / 2 && stride_ < kMaxStride) {
      stride_ *= 2;
    }
    countdown_ = stride_;
    return now;
  }
  [[nodiscard]] Clock::time_point last_look() const { return last_look_; }

 private:
  static constexpr auto kLookEvery = std::chrono::microseconds(500);
  static constexpr int kMaxStride = 1 << 20;

  int stride_ = 1;
  int countdown_ = 1;
  Clock::time_point last_look_ = Clock::now();
};

}  // namespace cloche
