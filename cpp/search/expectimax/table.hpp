// What was found out about positions, verified by the whole position: a search that reads it finds the same with less work.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <type_traits>
#include <utility>

#include "core/game.hpp"

namespace cloche {

// A note about a position. Where there is a fresh one of the same position, one that gives way to it goes; otherwise, if a place is
// needed, the one with the least staying power.
template <class N>
concept TableNote = std::is_trivially_copyable_v<N> && requires(const N note, const N fresh) {
  { note.gives_way_to(fresh) } -> std::same_as<bool>;
  { note.staying_power(fresh) } -> std::same_as<int>;
};

// Grows up to a limit of memory, then lets notes go for others.
template <GameState S, TableNote N>
class PositionTable {
 public:
  PositionTable() = default;

  // More than this is never held. Less than is held now empties the table.
  void limit(std::size_t bytes) {
    most_buckets_ = std::clamp<std::size_t>(bytes / sizeof(Bucket), 1, kMostBuckets);
    if (buckets_ > most_buckets_) clear();
  }
  void clear() {
    memory_.reset();
    buckets_ = 0;
    used_ = 0;
  }
  [[nodiscard]] std::size_t bytes() const { return buckets_ * sizeof(Bucket); }

  // Calls `visit` with every note of a position.
  template <class Visit>
  void visit(const S& state, std::uint64_t hash, Visit visit) const {
    if (buckets_ == 0) return;
    for (const Entry& entry : bucket_of(hash).entries) {
      if (entry.sign == sign_of(hash) && entry.state == state) visit(entry.note);
    }
  }
  void keep(const S& state, std::uint64_t hash, const N& note) {
    if (used_ >= buckets_ * kEntries / 2) grow();
    if (buckets_ != 0) put(state, sign_of(hash), hash, note);
  }

 private:
  static constexpr std::size_t kEntries = 4;
  static constexpr std::size_t kFirstBuckets = 256;
  static constexpr std::size_t kMostBuckets = std::size_t{1} << 32;

  struct Entry {
    std::uint64_t sign;  // the position's hash; 0 where there is none
    S state;
    N note;
  };
  struct Bucket {
    Entry entries[kEntries];
  };
  struct Free {
    void operator()(Bucket* memory) const { std::free(memory); }
  };

  static std::uint64_t sign_of(std::uint64_t hash) { return hash == 0 ? 1 : hash; }
  [[nodiscard]] Bucket& bucket_of(std::uint64_t hash) const { return memory_.get()[(hash >> 32) * buckets_ >> 32]; }

  void put(const S& state, std::uint64_t sign, std::uint64_t hash, const N& note) {
    Bucket& bucket = bucket_of(hash);
    Entry* place = nullptr;
    for (Entry& entry : bucket.entries) {
      if (entry.sign == 0) {
        ++used_;
        place = &entry;
        break;
      }
      if (entry.sign == sign && entry.note.gives_way_to(note) && entry.state == state) {
        place = &entry;
        break;
      }
      if (place == nullptr || entry.note.staying_power(note) < place->note.staying_power(note)) place = &entry;
    }
    place->sign = sign;
    place->state = state;
    place->note = note;
  }

  // Zeroed memory comes without being touched, so that a small search costs little.
  void grow() {
    const std::size_t wanted = std::min(most_buckets_, std::max(kFirstBuckets, 2 * buckets_));
    if (wanted <= buckets_) return;
    std::unique_ptr<Bucket, Free> old;
    const std::size_t old_buckets = buckets_;
    if (buckets_ + wanted <= most_buckets_) old = std::move(memory_);  // otherwise both would take too much
    else memory_.reset();
    auto* const fresh = static_cast<Bucket*>(std::calloc(wanted, sizeof(Bucket)));
    if (fresh == nullptr) {  // goes on with what there is
      memory_ = std::move(old);
      most_buckets_ = buckets_ = memory_ == nullptr ? 0 : old_buckets;
      return;
    }
    memory_.reset(fresh);
    buckets_ = wanted;
    used_ = 0;
    for (std::size_t b = 0; old != nullptr && b < old_buckets; ++b) {
      for (const Entry& entry : old.get()[b].entries) {
        if (entry.sign != 0) put(entry.state, entry.sign, entry.sign, entry.note);
      }
    }
  }

  std::unique_ptr<Bucket, Free> memory_;
  std::size_t buckets_ = 0;
  std::size_t most_buckets_ = 0;
  std::size_t used_ = 0;  // entries
};

}  // namespace cloche
