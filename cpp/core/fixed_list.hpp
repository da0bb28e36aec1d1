// A list of at most N items without heap or initialisation, for moves, outcomes and players.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <span>
#include <type_traits>

namespace cloche {

template <class T, int N>
class FixedList {
  static_assert(std::is_trivially_copyable_v<T> && N >= 1);

 public:
  using value_type = T;
  static constexpr int kCapacity = N;

  FixedList() = default;  // the items stay uninitialised: a list of 573 moves costs nothing to make
  explicit FixedList(int count, T value) { resize(count, value); }

  void push(T item) {
    assert(size_ < N);
    items_[static_cast<std::size_t>(size_++)] = item;
  }
  void clear() { size_ = 0; }
  void resize(int count, T value = T{}) {
    assert(count >= 0 && count <= N);
    for (int i = size_; i < count; ++i) items_[static_cast<std::size_t>(i)] = value;
    size_ = count;
  }

  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] T& operator[](int i) {
    assert(i >= 0 && i < size_);
    return items_[static_cast<std::size_t>(i)];
  }
  [[nodiscard]] const T& operator[](int i) const {
    assert(i >= 0 && i < size_);
    return items_[static_cast<std::size_t>(i)];
  }
  [[nodiscard]] T* begin() { return items_.data(); }
  [[nodiscard]] T* end() { return items_.data() + size_; }
  [[nodiscard]] const T* begin() const { return items_.data(); }
  [[nodiscard]] const T* end() const { return items_.data() + size_; }
  [[nodiscard]] std::span<const T> span() const { return {items_.data(), static_cast<std::size_t>(size_)}; }

  friend bool operator==(const FixedList& a, const FixedList& b) { return std::equal(a.begin(), a.end(), b.begin(), b.end()); }

 private:
  int size_ = 0;
  std::array<T, static_cast<std::size_t>(N)> items_;
};

}  // namespace cloche
