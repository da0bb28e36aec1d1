#include "games/cottage_garden/cover.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "core/fixed_list.hpp"
#include "core/game.hpp"

namespace cloche::cottage_garden {
namespace {

constexpr Squares kFirstRow = (Squares{1} << kSide) - 1;

Squares lowest(Squares set) {
  return set & (~set + 1);
}

Squares component_of_lowest(Squares set) {
  Squares component = lowest(set);
  for (Squares grown = 0; grown != component;) {
    grown = component;
    component |= neighbours(component) & set;
  }
  return component;
}

// Symmetries of the square: quarter turns, the upper half of them after mirroring left to right.
int place_after(int cell, int symmetry) {
  int row = cell / kSide;
  int column = cell % kSide;
  if (symmetry >= kOrientations / 2) column = kSide - 1 - column;
  for (int turn = 0; turn < symmetry % (kOrientations / 2); ++turn) {
    const int old_row = row;
    row = column;
    column = kSide - 1 - old_row;
  }
  return row * kSide + column;
}

Squares turned(Squares set, int symmetry) {
  Squares result = 0;
  for (; set != 0; set &= set - 1) result |= square(place_after(std::countr_zero(set), symmetry));
  return result;
}

Squares in_corner(Squares set) {
  while ((set & kFirstRow) == 0) set >>= kSide;
  while ((set & kFirstColumn) == 0) set >>= 1;
  return set;
}

void sort_unique(std::vector<Squares>& sets) {
  std::sort(sets.begin(), sets.end());
  sets.erase(std::unique(sets.begin(), sets.end()), sets.end());
}

// The outer squares: rows 1 and 5, then a2, e2, a3, e3, a4, e4.
unsigned ring_of(Squares set) {
  return (set & 0x1F) | ((set >> 20) & 0x1F) << 5 | ((set >> 5) & 1) << 10 | ((set >> 9) & 3) << 11 | ((set >> 14) & 3) << 13 |
         ((set >> 19) & 1) << 15;
}

Squares set_of_ring(unsigned ring) {
  return (ring & 0x1F) | ((ring >> 5) & 0x1F) << 20 | ((ring >> 10) & 1) << 5 | ((ring >> 11) & 3) << 9 | ((ring >> 13) & 3) << 14 |
         ((ring >> 15) & 1) << 19;
}

unsigned inner_of(Squares set) {
  return ((set >> 6) & 7) | ((set >> 11) & 7) << 3 | ((set >> 16) & 7) << 6;
}

Squares set_of_inner(unsigned inner) {
  return (inner & 7) << 6 | ((inner >> 3) & 7) << 11 | ((inner >> 6) & 7) << 16;
}

// What folds sets by symmetry; made once, when a table is first used.
class Folding {
 public:
  static const Folding& get() {
    static const Folding folding;
    return folding;
  }

  [[nodiscard]] std::size_t entry(Squares set) const {
    const Place place = places_[ring_of(set)];
    return place.ring * kInnerSets + inner_[place.symmetry][inner_of(set)];
  }
  [[nodiscard]] Squares set(std::size_t entry) const {
    return rings_[entry / kInnerSets] | set_of_inner(static_cast<unsigned>(entry % kInnerSets));
  }
  [[nodiscard]] int sets_of(std::size_t ring) const { return members_[ring]; }

 private:
  static constexpr std::size_t kRingSets = std::size_t{1} << 16;

  struct Place {
    std::uint16_t ring = kRings;  // not yet known
    std::uint8_t symmetry = 0;    // turns a set so that its ring is the lowest
  };

  Folding() : places_(kRingSets), inner_(kOrientations) {
    for (std::size_t symmetry = 0; symmetry < inner_.size(); ++symmetry) {
      for (unsigned inner = 0; inner < kInnerSets; ++inner) {
        inner_[symmetry][inner] = static_cast<std::uint16_t>(inner_of(turned(set_of_inner(inner), static_cast<int>(symmetry))));
      }
    }
    for (unsigned ring = 0; ring < kRingSets; ++ring) {
      if (places_[ring].ring == kRings) add(set_of_ring(ring));
    }
    assert(rings_.size() == kRings);
  }

  void add(Squares ring) {
    std::uint8_t members = 0;
    for (int symmetry = 0; symmetry < kOrientations; ++symmetry) {
      Place& place = places_[ring_of(turned(ring, symmetry))];
      if (place.ring != kRings) continue;
      place = {static_cast<std::uint16_t>(rings_.size()), inverse(symmetry)};
      ++members;
    }
    rings_.push_back(ring);
    members_.push_back(members);
  }

  // A mirrored turn undoes itself.
  static std::uint8_t inverse(int symmetry) {
    const int half = kOrientations / 2;
    return static_cast<std::uint8_t>(symmetry >= half ? symmetry : (half - symmetry) % half);
  }

  std::vector<Place> places_;                                 // by ring
  std::vector<std::array<std::uint16_t, kInnerSets>> inner_;  // by symmetry
  std::vector<Squares> rings_;
  std::vector<std::uint8_t> members_;  // how many rings are the same by symmetry
};

int pieces_of_set(const CoverPieces& pieces, Squares set, const Folding& folding, std::span<const std::uint8_t> table) {
  if (set == 0) return 0;
  const Squares component = component_of_lowest(set);
  if (component != set) return table[folding.entry(component)] + table[folding.entry(set & ~component)];
  const int size = std::popcount(set);
  const int least = (size + pieces.largest() - 1) / pieces.largest();
  int fewest = size;
  for (const Squares piece : pieces.from(std::countr_zero(set))) {
    if ((piece & ~set) != 0) continue;
    fewest = std::min(fewest, 1 + table[folding.entry(set & ~piece)]);
    if (fewest == least) break;
  }
  return fewest;
}

}  // namespace

CoverPieces CoverPieces::polyominoes() {
  std::vector<Squares> grown(kCells);  // in all places of a bed
  std::generate(grown.begin(), grown.end(), [cell = 0]() mutable { return square(cell++); });
  std::vector<Squares> shapes = grown;
  for (int size = 2; size <= kMaxTileSquares; ++size) {
    std::vector<Squares> larger;
    for (const Squares piece : grown) {
      for (Squares more = neighbours(piece) & ~piece; more != 0; more &= more - 1) larger.push_back(piece | lowest(more));
    }
    sort_unique(larger);
    shapes.insert(shapes.end(), larger.begin(), larger.end());
    grown = std::move(larger);
  }
  return CoverPieces(shapes);
}

CoverPieces::CoverPieces(std::span<const Squares> shapes) {
  shapes_.push_back(square(0));
  for (const Squares shape : shapes) {
    const bool fits = shape != 0 && (shape & ~kBoard) == 0 && std::popcount(shape) <= kMaxTileSquares && is_connected(shape);
    if (!fits) {
      throw InvalidInput("shape " + std::to_string(shape) + ": should be a connected piece of 1.." + std::to_string(kMaxTileSquares) +
                         " squares of a bed");
    }
    Squares least = kBoard;
    for (int symmetry = 0; symmetry < kOrientations; ++symmetry) least = std::min(least, in_corner(turned(shape, symmetry)));
    shapes_.push_back(least);
  }
  sort_unique(shapes_);
  for (const Squares shape : shapes_) {
    largest_ = std::max(largest_, std::popcount(shape));
    for (int symmetry = 0; symmetry < kOrientations; ++symmetry) {
      for (Squares row = in_corner(turned(shape, symmetry));; row <<= kSide) {
        for (Squares place = row;; place <<= 1) {
          placements_.push_back(place);
          if ((place & kLastColumn) != 0) break;
        }
        if ((row >> (kCells - kSide)) != 0) break;
      }
    }
  }
  sort_unique(placements_);
  for (const Squares place : placements_) from_[static_cast<std::size_t>(std::countr_zero(place))].push_back(place);
  for (std::vector<Squares>& list : from_) {
    std::stable_sort(list.begin(), list.end(), [](Squares a, Squares b) { return std::popcount(a) > std::popcount(b); });
  }
}

bool CoverPieces::has_piece(Squares squares) const {
  return std::binary_search(placements_.begin(), placements_.end(), squares);
}

CoverSearch::CoverSearch(const CoverPieces& pieces) : pieces_(&pieces) {}

int CoverSearch::fewest(Squares set, int most) {
  FixedList<Part, kCells> parts;
  int total = 0;
  for (Squares rest = set; rest != 0;) {
    const Squares component = component_of_lowest(rest);
    parts.push({component, bound(component)});
    total += parts[parts.size() - 1].bound;
    rest &= ~component;
  }
  for (const Part& part : parts) {
    if (total > most) break;
    if (part.bound > 1) total += fewest_of_part(part, most - total + part.bound) - part.bound;
  }
  return total;
}

int CoverSearch::fewest_of_part(const Part& part, int most) {
  if (2 * (known_count_ + 1) > known_.size()) grow();
  Known& found = known(part.component);
  if (found.component == 0) {
    found = {part.component, static_cast<std::uint8_t>(part.bound), false};
    ++known_count_;
  }
  int count = found.fewest;
  if (found.exact) return count;
  for (; count <= most; ++count) {
    const bool enough = covered_by(part.component, count);
    known(part.component) = {part.component, static_cast<std::uint8_t>(enough ? count : count + 1), enough};
    if (enough) break;
  }
  return count;
}

int CoverSearch::bound(Squares component) const {
  const int size = std::popcount(component);
  if (size <= pieces_->largest() && pieces_->has_piece(component)) return 1;
  return std::max(2, (size + pieces_->largest() - 1) / pieces_->largest());
}

// Whether `count` pieces are enough, where one fewer is not.
bool CoverSearch::covered_by(Squares component, int count) {
  const int rest_size = (count - 1) * pieces_->largest();
  const int size = std::popcount(component);
  for (const Squares piece : pieces_->from(std::countr_zero(component))) {
    if (std::popcount(piece) + rest_size < size) break;
    if ((piece & ~component) == 0 && fewest(component & ~piece, count - 1) < count) return true;
  }
  return false;
}

CoverSearch::Known& CoverSearch::known(Squares component) {
  return known_[slot(component)];
}

std::size_t CoverSearch::slot(Squares component) const {
  const std::size_t mask = known_.size() - 1;
  std::size_t place = (component * std::uint64_t{0x9E3779B97F4A7C15}) >> 32 & mask;
  while (known_[place].component != 0 && known_[place].component != component) place = (place + 1) & mask;
  return place;
}

void CoverSearch::grow() {
  constexpr std::size_t kFirstSlots = 64;
  std::vector<Known> old(std::max(kFirstSlots, 2 * known_.size()));
  old.swap(known_);
  for (const Known& entry : old) {
    if (entry.component != 0) known(entry.component) = entry;
  }
}

std::size_t cover_entry(Squares set) {
  return Folding::get().entry(set);
}

Squares set_of_entry(std::size_t entry) {
  return Folding::get().set(entry);
}

void fill_ring(const CoverPieces& pieces, int ring, std::span<std::uint8_t> table) {
  const Folding& folding = Folding::get();
  const std::size_t first = static_cast<std::size_t>(ring) * kInnerSets;
  for (std::size_t entry = first; entry < first + kInnerSets; ++entry) {
    table[entry] = static_cast<std::uint8_t>(pieces_of_set(pieces, folding.set(entry), folding, table));
  }
}

std::array<std::int64_t, kCells + 1> count_sets(CoverTable table) {
  std::array<std::int64_t, kCells + 1> counts{};
  for (std::size_t entry = 0; entry < kCoverEntries; ++entry) {
    const std::size_t fewest = std::min<std::size_t>(table[entry], kCells);
    counts[fewest] += Folding::get().sets_of(entry / kInnerSets);
  }
  return counts;
}

std::vector<Finish> best_finishes(const UnfinishedBed& bed, const CoverPieces& pieces, CoverTable table) {
  constexpr int kNone = std::numeric_limits<int>::max();
  const Squares pots = bed.pots & ~bed.covered;
  const Squares cloches = bed.cloches & ~bed.covered & ~pots;
  const Squares prints = pots | cloches;
  const Squares soil = kBoard & ~(bed.pots | bed.cloches | bed.covered);
  CoverSearch search(pieces);
  std::array<std::array<int, kCells + 1>, kCells + 1> fewest{};  // by pots and cloches that are kept
  for (auto& row : fewest) row.fill(kNone);
  for (Squares kept = prints;; kept = (kept - 1) & prints) {
    const Squares set = soil | (prints & ~kept);
    const int count = table.empty() ? search.fewest(set) : table[cover_entry(set)];
    int& best = fewest[static_cast<std::size_t>(std::popcount(kept & pots))][static_cast<std::size_t>(std::popcount(kept & cloches))];
    best = std::min(best, count);
    if (kept == 0) break;
  }
  std::vector<Finish> all;
  for (int kept_pots = 0; kept_pots <= kCells; ++kept_pots) {
    for (int kept_cloches = 0; kept_cloches <= kCells; ++kept_cloches) {
      const int count = fewest[static_cast<std::size_t>(kept_pots)][static_cast<std::size_t>(kept_cloches)];
      if (count != kNone) all.push_back({count, kept_pots, kept_cloches});
    }
  }
  std::vector<Finish> best;
  for (const Finish& one : all) {
    const bool beaten = std::any_of(all.begin(), all.end(), [&](const Finish& other) {
      return other != one && other.pieces <= one.pieces && other.pots >= one.pots && other.cloches >= one.cloches;
    });
    if (!beaten) best.push_back(one);
  }
  std::stable_sort(best.begin(), best.end(), [](const Finish& a, const Finish& b) { return a.pieces < b.pieces; });
  return best;
}

}  // namespace cloche::cottage_garden
