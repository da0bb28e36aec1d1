// Fills a tensor from the front; what each number means is in the game's state.md.
#pragma once

#include <span>

namespace cloche {

class TensorWriter {
 public:
  explicit TensorWriter(std::span<float> tensor) : rest_(tensor) {}

  void number(double value) {
    rest_.front() = static_cast<float>(value);
    rest_ = rest_.subspan(1);
  }
  void quotient(int part, int whole) { number(static_cast<double>(part) / whole); }
  void flag(bool value) { number(value ? 1.0 : 0.0); }
  // `hot` outside 0 .. count-1 leaves all at 0.
  void one_hot(int hot, int count) {
    for (int i = 0; i < count; ++i) flag(i == hot);
  }
  [[nodiscard]] bool full() const { return rest_.empty(); }

 private:
  std::span<float> rest_;
};

}  // namespace cloche
