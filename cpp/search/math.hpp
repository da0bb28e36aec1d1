// The few functions that selection needs, the same on every machine: + - * / and sqrt only (seeds/search.md, M-14).
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

namespace cloche {

// Natural logarithm of a whole number n >= 1, to nine digits.
[[nodiscard]] inline double log_whole(std::uint32_t n) {
  int e = static_cast<int>(std::bit_width(n)) - 1;
  double x = static_cast<double>(n) / static_cast<double>(std::uint64_t{1} << e);
  if (x > 1.5) {
    x *= 0.5;
    ++e;
  }
  const double t = (x - 1.0) / (x + 1.0);
  const double r = t * t;
  double y = 1.0 / 11.0;
  for (int j = 9; j >= 1; j -= 2) y = y * r + 1.0 / j;
  return e * 0.6931471805599453 + 2.0 * t * y;
}

// Values of small arguments, since most visit counts are small; larger ones are computed, to the same bits.
class SelectionMath {
  static constexpr std::uint32_t kSize = (1 << 16) + 1;  // 2 MiB: past it a look costs a division or two

 public:
  static constexpr std::uint32_t kPairs = kSize - 1;  // a power of two

  static const SelectionMath& instance() {
    static const SelectionMath& tables = *new SelectionMath;  // never destroyed: threads may search while the program ends
    return tables;
  }

  // For 1 <= n < kPairs two numbers side by side: 1 / n and 1 / (n + 1), or 1 / n and 1 / sqrt(n).
  template <bool kNext>
  [[nodiscard]] const double* pair(std::uint32_t n) const {
    return kNext ? &reciprocal_[n] : &with_root_[2 * std::size_t{n}];
  }

  // 1 / n
  [[nodiscard]] double reciprocal(std::uint32_t n) const { return n < kSize ? reciprocal_[n] : 1.0 / n; }
  // 1 / sqrt(n)
  [[nodiscard]] double inverse_sqrt(std::uint32_t n) const {
    return n < kSize ? with_root_[2 * std::size_t{n} + 1] : 1.0 / std::sqrt(static_cast<double>(n));
  }
  // sqrt(ln n)
  [[nodiscard]] double sqrt_log(std::uint32_t n) const { return n < kSize ? sqrt_log_[n] : std::sqrt(log_whole(n)); }

 private:
  SelectionMath() {
    for (std::uint32_t n = 1; n < kSize; ++n) {
      reciprocal_[n] = 1.0 / n;
      with_root_[2 * std::size_t{n}] = reciprocal_[n];
      with_root_[2 * std::size_t{n} + 1] = 1.0 / std::sqrt(static_cast<double>(n));
      sqrt_log_[n] = std::sqrt(log_whole(n));
    }
  }

  std::vector<double> reciprocal_ = std::vector<double>(kSize);
  std::vector<double> with_root_ = std::vector<double>(2 * std::size_t{kSize});
  std::vector<double> sqrt_log_ = std::vector<double>(kSize);
};

// The first of the highest scores of 0 .. count-1, none below 0; count >= 1. Without branches: which edge wins is hard to
// predict.
template <class ScoreOf>
[[nodiscard]] int first_of_highest(int count, ScoreOf score_of) {
  double best_score = -1.0;
  int best = 0;
  for (int i = 0; i < count; ++i) {
    const double score = score_of(i);
    const bool better = score > best_score;
    best_score = better ? score : best_score;
    best = better ? i : best;
  }
  return best;
}

}  // namespace cloche
