// The fewest pieces that cover exactly a set of squares of a bed: searched, or looked up in a table of all 2^25 sets.
//
// The table has an entry for each set up to turning and flipping by its ring, the 16 outer squares:
//
//     r r r r r     entry = place of the ring among the 8484 that differ, times 512, plus the inner squares
//     r i i i r     as they lie once the ring is turned to the lowest of its 8 numbers.
//     r i i i r
//     r i i i r     An entry is one byte. Taking squares out of a set of that kind never leads to a higher entry, so
//     r r r r r     filling them in order finds all that an entry builds on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "games/cottage_garden/placements.hpp"

namespace cloche::cottage_garden {

inline constexpr int kRings = 8484;
inline constexpr std::size_t kInnerSets = 512;
inline constexpr std::size_t kCoverEntries = kRings * kInnerSets;

// What may lie on a bed, turned and flipped at will, each as often as wanted. Single squares always may.
class CoverPieces {
 public:
  // Every connected piece of 1 to kMaxTileSquares squares.
  [[nodiscard]] static CoverPieces polyominoes();
  // Throws InvalidInput for a shape that is no connected piece of 1 to kMaxTileSquares squares of a bed.
  explicit CoverPieces(std::span<const Squares> shapes);

  // One of each shape that differs by more than turning and flipping, in the corner at a1; ascending.
  [[nodiscard]] const std::vector<Squares>& shapes() const { return shapes_; }
  // Squares of the largest piece.
  [[nodiscard]] int largest() const { return largest_; }
  // All that lie with their lowest cell on `cell`, larger ones first.
  [[nodiscard]] const std::vector<Squares>& from(int cell) const { return from_[static_cast<std::size_t>(cell)]; }
  // Whether one piece is enough.
  [[nodiscard]] bool has_piece(Squares squares) const;

 private:
  std::vector<Squares> shapes_;
  std::vector<Squares> placements_;  // ascending
  std::array<std::vector<Squares>, kCells> from_;
  int largest_ = 1;
};

// Searches, and remembers between calls what it has found.
class CoverSearch {
 public:
  // `pieces` must outlive this.
  explicit CoverSearch(const CoverPieces& pieces);

  [[nodiscard]] int fewest(Squares set) { return fewest(set, kCells); }

 private:
  // Of a set, what is in one piece by itself.
  struct Part {
    Squares component;
    int bound;  // at least so many pieces; 1 is exact
  };
  struct Known {
    Squares component = 0;    // 0: the slot is free
    std::uint8_t fewest = 0;  // or a lower bound
    bool exact = false;
  };

  // Exact where it is at most `most`, otherwise some number above that.
  [[nodiscard]] int fewest(Squares set, int most);
  [[nodiscard]] int fewest_of_part(const Part& part, int most);
  [[nodiscard]] int bound(Squares component) const;
  [[nodiscard]] bool covered_by(Squares component, int count);

  [[nodiscard]] Known& known(Squares component);
  [[nodiscard]] std::size_t slot(Squares component) const;
  void grow();

  const CoverPieces* pieces_;
  std::vector<Known> known_;  // a power of two of slots
  std::size_t known_count_ = 0;
};

// The table.
using CoverTable = std::span<const std::uint8_t>;  // kCoverEntries

[[nodiscard]] std::size_t cover_entry(Squares set);
// A set of an entry: all sets of that entry are this one, turned and flipped.
[[nodiscard]] Squares set_of_entry(std::size_t entry);
// Fills the entries of a ring; those of all rings before it must be there.
void fill_ring(const CoverPieces& pieces, int ring, std::span<std::uint8_t> table);
// How many of the 2^25 sets need 0, 1, .. kCells pieces.
[[nodiscard]] std::array<std::int64_t, kCells + 1> count_sets(CoverTable table);

// A bed that is to be finished: prints may be covered or kept, soil has to be covered (CG-11, CG-13).
struct UnfinishedBed {
  Squares pots = 0;
  Squares cloches = 0;
  Squares covered = 0;  // already; a print there is lost
};

// What finishing it may come to.
struct Finish {
  int pieces = 0;
  int pots = 0;     // printed ones that still show
  int cloches = 0;  // likewise
  friend bool operator==(const Finish&, const Finish&) = default;
};

// All of which no other has at most as many pieces and at least as many pots and cloches; by pieces, then fewer pots.
// Without a table (an empty one) each of the sets is searched: 2^n for n open prints.
[[nodiscard]] std::vector<Finish> best_finishes(const UnfinishedBed& bed, const CoverPieces& pieces, CoverTable table);

}  // namespace cloche::cottage_garden
