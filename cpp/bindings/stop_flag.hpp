// A switch that ends a search from another thread.
#pragma once

#include <atomic>

namespace cloche {

// Shared between the Python thread that sets it and the searches that read it; all of it is safe from any thread.
class StopFlag {
 public:
  void set() { set_.store(true, std::memory_order_relaxed); }
  void clear() { set_.store(false, std::memory_order_relaxed); }
  [[nodiscard]] bool is_set() const { return set_.load(std::memory_order_relaxed); }

 private:
  std::atomic<bool> set_ = false;
};

}  // namespace cloche
