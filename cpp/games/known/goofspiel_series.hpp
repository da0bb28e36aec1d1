// Which cards a player can have played, by what another one knows (redeal of seeds/known/goofspiel.md).
#pragma once

#include <array>
#include <cstdint>

#include "core/fixed_list.hpp"

namespace cloche::goofspiel {

// Places for different cards 1 .. 12, each with what is known of its card.
class Series {
 public:
  enum class Known : std::uint8_t { kNothing, kBelow, kAbove, kEqual };  // the card is so, compared with `than`
  struct Place {
    Known known;
    int than;
  };
  static constexpr int kMaxPlaces = 12;
  using Cards = FixedList<int, kMaxPlaces>;

  explicit Series(int cards) : unused_(((1U << cards) - 1) << 1) {}
  void add(Place place) { places_.push(place); }

  // The number of ways to fill the places, below 2^32.
  [[nodiscard]] std::uint32_t count() const { return count_from(0, unused_); }
  // The r-th of them in lexicographic order; r < count().
  [[nodiscard]] Cards at(std::uint32_t r) const;

 private:
  [[nodiscard]] static bool fits(const Place& place, int card);
  [[nodiscard]] std::uint32_t count_from(int first, std::uint32_t unused) const;

  FixedList<Place, kMaxPlaces> places_;
  std::uint32_t unused_;  // bit = card
};

}  // namespace cloche::goofspiel
