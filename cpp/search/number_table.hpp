// Numbers of things that are kept in a list, found by what the things are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace cloche {

// Holds the hash and the number of each thing; the things themselves are with the owner, once.
class NumberTable {
 public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  NumberTable() : places_(kFewest) {}

  // The number put in with this hash for which `is_it(number)` holds; kNone where there is none.
  template <class IsIt>
  [[nodiscard]] std::uint32_t find(std::uint64_t hash, const IsIt& is_it) const {
    const std::size_t mask = places_.size() - 1;
    for (std::size_t at = static_cast<std::size_t>(hash) & mask; places_[at].number != kNone; at = (at + 1) & mask) {
      if (places_[at].hash == hash && is_it(places_[at].number)) return places_[at].number;
    }
    return kNone;
  }
  // Precondition: the thing was not put in, and its number is not kNone.
  void put(std::uint64_t hash, std::uint32_t number) {
    if (4 * ++size_ > 3 * places_.size()) grow();
    place(hash, number);
  }
  [[nodiscard]] std::uint64_t bytes() const { return places_.size() * sizeof(Place); }

 private:
  struct Place {
    std::uint64_t hash = 0;
    std::uint32_t number = kNone;
  };
  static constexpr std::size_t kFewest = 1024;  // a power of two, as every size

  void place(std::uint64_t hash, std::uint32_t number) {
    const std::size_t mask = places_.size() - 1;
    std::size_t at = static_cast<std::size_t>(hash) & mask;
    while (places_[at].number != kNone) at = (at + 1) & mask;
    places_[at] = {hash, number};
  }
  void grow() {
    std::vector<Place> before(2 * places_.size());
    before.swap(places_);
    for (const Place& old : before) {
      if (old.number != kNone) place(old.hash, old.number);
    }
  }

  std::vector<Place> places_;
  std::size_t size_ = 0;
};

}  // namespace cloche
