// Tables of what is known of positions, and what a game may tell so that they hold more.
//
//   KeyedState    names positions by a word each, the same for those that are worth the same
//   SettledState  tells which points only come on top of what the rest of the game is worth
//
//   CheckedTable    all that was found out of positions, until memory ends
//   ForgetfulTable  as much of it as fits
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "core/hash.hpp"
#include "search/effort.hpp"

namespace cloche {

// Of positions of one game that are not over: equal keys other than 0 have the same mover and are worth the same, but for what is
// settled (SettledState). 0 is for positions that are not worth remembering.
template <class S>
concept KeyedState = GameState<S> && requires(const S position) {
  { position.solving_key() } -> std::same_as<std::uint64_t>;
};

// In games of one player or of shared returns: a position is worth `settled_return` more than its key tells.
template <class S>
concept SettledState = KeyedState<S> && requires(const S position) {
  { position.settled_return() } -> std::same_as<double>;
};

// A key that is a word.
struct WordKey {
  std::uint64_t word = 0;

  [[nodiscard]] static WordKey of_none(const WordKey&) { return {}; }
  [[nodiscard]] bool is_some() const { return word != 0; }
  [[nodiscard]] std::uint64_t hash() const { return mix64(word); }
  friend bool operator==(const WordKey&, const WordKey&) = default;
};

// A key that is the whole position, so that what is found is verified.
template <class S>
struct WholeKey {
  S state;
  bool some = true;

  [[nodiscard]] static WholeKey of_none(const WholeKey& any) { return {any.state, false}; }
  [[nodiscard]] bool is_some() const { return some; }
  [[nodiscard]] std::uint64_t hash() const { return state.hash(); }
  friend bool operator==(const WholeKey& a, const WholeKey& b) { return a.some == b.some && a.state == b.state; }
};

template <GameState S>
[[nodiscard]] auto solving_key_of(const S& state) {
  if constexpr (KeyedState<S>) {
    return WordKey{state.solving_key()};
  } else {
    return WholeKey<S>{state};
  }
}
template <class S>
using SolvingKey = decltype(solving_key_of(std::declval<const S&>()));

template <GameState S>
[[nodiscard]] double settled_return_of(const S& state) {
  if constexpr (SettledState<S>) {
    return state.settled_return();
  } else {
    return 0.0;
  }
}

// Everything that was put in, by keys that are some; it grows until memory ends.
template <class Key, class Item>
class CheckedTable {
 public:
  CheckedTable(const Key& any_key, Effort& effort) : effort_(&effort), places_(kFewest, {Key::of_none(any_key), {}}) {}

  // Null where nothing was put in; good until the next `put`.
  [[nodiscard]] const Item* find(const Key& key) const {
    const Place& place = places_[place_of(key)];
    return place.key.is_some() ? &place.item : nullptr;
  }
  // Precondition: nothing was put in by this key.
  void put(const Key& key, const Item& item) {
    if (4 * ++size_ > 3 * places_.size()) grow();
    places_[place_of(key)] = {key, item};
  }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::uint64_t bytes() const { return places_.size() * sizeof(Place); }

 private:
  struct Place {
    Key key;
    Item item;
  };
  static constexpr std::size_t kFewest = 1024;  // a power of two, as every size

  [[nodiscard]] std::size_t place_of(const Key& key) const {
    const std::size_t mask = places_.size() - 1;
    std::size_t at = static_cast<std::size_t>(key.hash()) & mask;
    while (places_[at].key.is_some() && !(places_[at].key == key)) at = (at + 1) & mask;
    return at;
  }
  void grow() {
    effort_->hold(3 * places_.size() * sizeof(Place));  // the old places and twice as many
    std::vector<Place> before(2 * places_.size(), {Key::of_none(places_[0].key), {}});
    before.swap(places_);
    for (const Place& place : before) {
      if (place.key.is_some()) places_[place_of(place.key)] = place;
    }
  }

  Effort* effort_;
  std::vector<Place> places_;
  std::size_t size_ = 0;
};

// As much as fits: where two keys come to the same place the later one stays. What is found is right.
template <class Key, class Item>
class ForgetfulTable {
 public:
  ForgetfulTable(const Key& any_key, const Effort& effort)
      : most_(std::min(effort.limits().memory_bytes, kUsualBytes) / sizeof(Place)), places_(kFewest, {Key::of_none(any_key), {}}) {
    effort.hold(kFewest * sizeof(Place), kFewest * sizeof(Place));
  }

  // Null where nothing is known; good until the next `put`.
  [[nodiscard]] const Item* find(const Key& key) const {
    const Place& place = places_[place_of(key)];
    return place.key == key ? &place.item : nullptr;
  }
  void put(const Key& key, const Item& item) {
    Place& place = places_[place_of(key)];
    if (!place.key.is_some()) ++size_;
    place = {key, item};
    if (2 * size_ > places_.size() && 3 * places_.size() <= most_) grow();
  }

 private:
  struct Place {
    Key key;
    Item item;
  };
  static constexpr std::size_t kFewest = 1024;                          // a power of two, as every size
  static constexpr std::uint64_t kUsualBytes = std::uint64_t{1} << 30;  // where the limit is higher

  [[nodiscard]] std::size_t place_of(const Key& key) const { return static_cast<std::size_t>(key.hash()) & (places_.size() - 1); }
  void grow() {
    std::vector<Place> before(2 * places_.size(), {Key::of_none(places_[0].key), {}});
    before.swap(places_);
    size_ = 0;
    for (const Place& place : before) {
      if (!place.key.is_some()) continue;
      places_[place_of(place.key)] = place;
      ++size_;
    }
  }

  std::uint64_t most_;
  std::vector<Place> places_;
  std::size_t size_ = 0;
};

}  // namespace cloche
