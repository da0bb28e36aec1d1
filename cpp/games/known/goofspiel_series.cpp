#include "games/known/goofspiel_series.hpp"

#include <bit>
#include <cassert>

namespace cloche::goofspiel {

bool Series::fits(const Place& place, int card) {
  switch (place.known) {
    case Known::kBelow: return card < place.than;
    case Known::kAbove: return card > place.than;
    case Known::kEqual: return card == place.than;
    case Known::kNothing: break;
  }
  return true;
}

// Cards are met in ascending order. One that an `above` place takes goes to any of those whose bound is passed already;
// one that a `below` place takes is reserved, and finds its place when the bound comes. ways[r][a] counts the ways with r
// cards reserved and a places of the kind `above` filled.
std::uint32_t Series::count_from(int first, std::uint32_t unused) const {
  std::array<int, kMaxPlaces + 2> below{};  // places by bound
  std::array<int, kMaxPlaces + 2> above{};
  int reserving = 0;
  int free = 0;
  int all_above = 0;
  for (int i = first; i < places_.size(); ++i) {
    const auto than = static_cast<std::size_t>(places_[i].than);
    switch (places_[i].known) {
      case Known::kBelow:
        ++below[than];
        ++reserving;
        break;
      case Known::kAbove:
        ++above[than];
        ++all_above;
        break;
      case Known::kEqual:
        if ((unused >> than & 1) == 0) return 0;
        unused &= ~(1U << than);
        break;
      case Known::kNothing: ++free;
    }
  }
  using Ways = std::array<std::array<std::uint64_t, kMaxPlaces + 1>, kMaxPlaces + 1>;
  Ways ways{};
  ways[0][0] = 1;
  int open = 0;  // `above` places whose bound is passed
  const auto rows = static_cast<std::size_t>(reserving);
  const auto columns = static_cast<std::size_t>(all_above);
  for (std::size_t card = 1; card <= kMaxPlaces; ++card) {
    for (int k = 0; k < below[card]; ++k) {  // the bound comes: one of the reserved cards
      for (std::size_t r = 0; r < rows; ++r) {
        for (std::size_t a = 0; a <= columns; ++a) ways[r][a] = ways[r + 1][a] * (r + 1);
      }
      for (std::size_t a = 0; a <= columns; ++a) ways[rows][a] = 0;
    }
    if ((unused >> card & 1) != 0) {
      for (std::size_t r = rows + 1; r-- > 0;) {
        for (std::size_t a = columns + 1; a-- > 0;) {
          if (r > 0) ways[r][a] += ways[r - 1][a];
          if (a > 0 && static_cast<int>(a) <= open) ways[r][a] += ways[r][a - 1] * (static_cast<std::uint64_t>(open) - (a - 1));
        }
      }
    }
    open += above[card];
  }
  std::uint64_t count = ways[0][columns];
  int left = std::popcount(unused) - reserving - all_above;
  for (; free > 0; --free, --left) count *= static_cast<std::uint64_t>(left > 0 ? left : 0);
  return static_cast<std::uint32_t>(count);
}

Series::Cards Series::at(std::uint32_t r) const {
  Cards cards;
  std::uint32_t unused = unused_;
  for (int i = 0; i < places_.size(); ++i) {
    for (int card = 1;; ++card) {
      assert(card <= kMaxPlaces);
      if ((unused >> card & 1) == 0 || !fits(places_[i], card)) continue;
      const std::uint32_t ways = count_from(i + 1, unused & ~(1U << card));
      if (r < ways) {
        cards.push(card);
        unused &= ~(1U << card);
        break;
      }
      r -= ways;
    }
  }
  return cards;
}

}  // namespace cloche::goofspiel
