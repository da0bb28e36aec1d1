#include "games/bloom_town/town.hpp"

namespace cloche::bloom_town {
namespace {

constexpr int kTilesPoints = 2;                        // BT-25: of an office, subway or park scored anew
constexpr std::array<int, 4> kParkPoints{0, 1, 3, 4};  // BT-22, by the size of the group
constexpr int kLargestPark = static_cast<int>(kParkPoints.size()) - 1;

// Unbroken runs of members from a square, itself not counted, in the direction of a step.
template <class Step>
int run_from(Squares members, int cell, const Step& step) {
  int run = 0;
  for (Squares at = step(square(cell)) & members; at != 0; at = step(at) & members) ++run;
  return run;
}
// The same for every square at once.
template <class Step>
void add_runs(SquareNumbers& numbers, Squares members, const Step& step) {
  for (Squares reached = step(members); reached != 0; reached = step(reached & members)) numbers.add(reached);
}

constexpr auto kNorthEast = [](Squares s) { return north(east(s)); };
constexpr auto kNorthWest = [](Squares s) { return north(west(s)); };
constexpr auto kSouthEast = [](Squares s) { return south(east(s)); };
constexpr auto kSouthWest = [](Squares s) { return south(west(s)); };

int office_points(Squares offices, int cell) {  // BT-20
  const int row = cell / kStride;
  const int column = cell % kStride;
  return 1 + kRunThrough[row_of(offices, row)][static_cast<std::size_t>(column)] +
         kRunThrough[column_of(offices, column)][static_cast<std::size_t>(row)];
}

Squares subway_group(Squares subways, Squares group) {
  for (Squares before = 0; before != group;) {
    before = group;
    group |= corners(group) & subways;
  }
  return group;
}

int subway_points(Squares subways, int cell, bool lines) {  // BT-21
  if (!lines) return std::popcount(subway_group(subways, square(cell)));
  return 1 + run_from(subways, cell, kNorthEast) + run_from(subways, cell, kNorthWest) + run_from(subways, cell, kSouthEast) +
         run_from(subways, cell, kSouthWest);
}

int park_points(Squares parks, int cell) {  // BT-22
  // A group of at most kLargestPark tiles lies within so many steps, and a larger one has more than these within them.
  Squares group = square(cell);
  for (int steps = 0; steps < kLargestPark; ++steps) group |= neighbours(group) & parks;
  const int size = std::popcount(group);
  return size > kLargestPark ? 0 : kParkPoints[static_cast<std::size_t>(size)];
}

int home_points(const Town& town, int cell) {  // BT-23
  const Squares beside = kAdjacent[static_cast<std::size_t>(cell)];
  int points = 1;
  for (const Squares type : town.types) points += (beside & type) != 0 ? 1 : 0;
  return points;
}

int shop_points(const Town& town, const Scoring& scoring, int kind, int cell) {  // BT-24
  const auto& matches = scoring.matches[static_cast<std::size_t>(kind - kShop)];
  const Squares first = town.types[matches[0]] & kAdjacent[static_cast<std::size_t>(cell)];
  const Squares second = town.types[matches[1]] & kAdjacent[static_cast<std::size_t>(cell)];
  if (scoring.shop_types) return 1 + (first != 0 ? 1 : 0) + (second != 0 ? 1 : 0);
  return 1 + std::popcount(first | second);
}

int homes_rescored(const Town& town) {
  const Squares homes = town.types[kHome];
  int points = std::popcount(homes);
  for (const Squares type : town.types) points += std::popcount(homes & neighbours(type));
  return points;
}

int shops_rescored(const Town& town, const Scoring& scoring) {
  int points = std::popcount(town.types[kShop]);
  for (int kind = kShop; kind < kKinds; ++kind) {
    const Squares shops = town.of_kind(kind);
    if (shops == 0) continue;
    const auto& matches = scoring.matches[static_cast<std::size_t>(kind - kShop)];
    const Squares first = town.types[matches[0]];
    const Squares second = town.types[matches[1]];
    if (scoring.shop_types) {
      points += std::popcount(shops & neighbours(first)) + std::popcount(shops & neighbours(second));
    } else {
      const Squares wanted = first | second;
      points += std::popcount(shops & north(wanted)) + std::popcount(shops & south(wanted)) + std::popcount(shops & east(wanted)) +
                std::popcount(shops & west(wanted));
    }
  }
  return points;
}

SquareNumbers subways_everywhere(Squares subways, bool lines) {
  SquareNumbers numbers(1);
  if (lines) {
    add_runs(numbers, subways, kNorthEast);
    add_runs(numbers, subways, kNorthWest);
    add_runs(numbers, subways, kSouthEast);
    add_runs(numbers, subways, kSouthWest);
    return numbers;
  }
  while (subways != 0) {
    const Squares group = subway_group(subways, subways & (~subways + 1));
    subways &= ~group;
    const Squares joined = corners(group) & ~group;
    std::size_t digit = 0;
    for (int size = std::popcount(group); size != 0; size >>= 1, ++digit) {
      if ((size & 1) != 0) numbers.add(joined, digit);
    }
  }
  return numbers;
}

// How many of the four neighbours of a square are in a set.
struct Around {
  explicit Around(Squares s) {
    const Squares n = north(s);
    const Squares o = south(s);
    const Squares e = east(s);
    const Squares w = west(s);
    const Squares odd = n ^ o ^ e ^ w;
    none = ~(n | o | e | w);
    one = odd & ~((n & o) | (e & w));
    two = ~odd & ~none & ~(n & o & e & w);
  }
  Squares none;
  Squares one;
  Squares two;
};

SquareNumbers parks_everywhere(Squares parks) {
  // Groups of one tile and of two. The neighbours of a square never are neighbours of each other, so each tile of a pair beside it
  // belongs to another pair.
  const Around around(parks);
  const Squares single = parks & around.none;
  const Squares ends = parks & around.one;
  const Squares pairs = ends & neighbours(ends);
  const Squares open = ~neighbours(parks & ~single & ~pairs);
  const Around singles_beside(single);
  const Around pairs_beside(pairs);
  SquareNumbers numbers(0);
  numbers.set(kParkPoints[1], around.none);
  numbers.set(kParkPoints[2], open & singles_beside.one & pairs_beside.none);
  numbers.set(kParkPoints[3], open & ((singles_beside.two & pairs_beside.none) | (singles_beside.none & pairs_beside.one)));
  return numbers;
}

SquareNumbers shops_everywhere(const Town& town, const Scoring& scoring, int kind) {
  const auto& matches = scoring.matches[static_cast<std::size_t>(kind - kShop)];
  const Squares first = town.types[matches[0]];
  const Squares second = town.types[matches[1]];
  SquareNumbers numbers(1);
  if (scoring.shop_types) {
    numbers.add(neighbours(first));
    numbers.add(neighbours(second));
    return numbers;
  }
  const Squares wanted = first | second;
  numbers.add(north(wanted));
  numbers.add(south(wanted));
  numbers.add(east(wanted));
  numbers.add(west(wanted));
  return numbers;
}

}  // namespace

int points_on(const Town& town, const Scoring& scoring, int kind, int cell) {
  switch (type_of(kind)) {
    case kOffice: return office_points(town.types[kOffice], cell);
    case kSubway: return subway_points(town.types[kSubway], cell, scoring.subway_lines);
    case kPark: return park_points(town.types[kPark], cell);
    case kHome: return home_points(town, cell);
    default: return shop_points(town, scoring, kind, cell);
  }
}

int rescored(const Town& town, const Scoring& scoring, int type) {  // BT-25
  if (type == kHome) return homes_rescored(town);
  if (type == kShop) return shops_rescored(town, scoring);
  return kTilesPoints * std::popcount(town.types[static_cast<std::size_t>(type)]);
}

SquareNumbers points_everywhere(const Town& town, const Scoring& scoring, int kind) {
  switch (type_of(kind)) {
    case kOffice: {
      SquareNumbers numbers(1);
      const Squares offices = town.types[kOffice];
      add_runs(numbers, offices, north);
      add_runs(numbers, offices, south);
      add_runs(numbers, offices, east);
      add_runs(numbers, offices, west);
      return numbers;
    }
    case kSubway: return subways_everywhere(town.types[kSubway], scoring.subway_lines);
    case kPark: return parks_everywhere(town.types[kPark]);
    case kHome: {
      SquareNumbers numbers(1);
      for (const Squares type : town.types) numbers.add(neighbours(type));
      return numbers;
    }
    default: return shops_everywhere(town, scoring, kind);
  }
}

}  // namespace cloche::bloom_town
