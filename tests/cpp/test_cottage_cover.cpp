#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/game.hpp"
#include "games/cottage_garden/cover.hpp"

namespace {

using namespace cloche;
using namespace cloche::cottage_garden;

Squares picture(const std::string& rows) {
  Squares set = 0;
  int cell = 0;
  for (const char mark : rows) {
    if (mark == '/') {
      cell += kSide - cell % kSide;
    } else {
      if (mark == '#') set |= square(cell);
      ++cell;
    }
  }
  return set;
}

int fewest(Squares set, const CoverPieces& pieces) {
  return CoverSearch(pieces).fewest(set);
}

constexpr Squares kChessboard = 0x1555555;

}  // namespace

TEST_CASE("cottage cover: pieces are all that fit on a bed") {
  const CoverPieces all = CoverPieces::polyominoes();
  CHECK(all.shapes().size() == 55);
  CHECK(all.largest() == kMaxTileSquares);
  CHECK(all.has_piece(picture(".#./###")));
  CHECK_FALSE(all.has_piece(square(4) | square(5)));  // e1 and a2
  const std::array shapes{picture("#/##/.#")};
  const CoverPieces one(shapes);
  CHECK(one.shapes() == std::vector<Squares>{picture("#"), picture(".##/##.")});
  std::size_t places = 0;
  for (int cell = 0; cell < kCells; ++cell) places += one.from(cell).size();
  CHECK(places == 25 + 4 * 12);
}

TEST_CASE("cottage cover: what is no piece is refused") {
  for (const Squares wrong : {Squares{0}, picture("#.#"), picture("#####/##..."), Squares{1} << kCells}) {
    CHECK_THROWS_AS(CoverPieces(std::span(&wrong, 1)), InvalidInput);
  }
}

TEST_CASE("cottage cover: the fewest pieces of sets made by hand") {
  const CoverPieces all = CoverPieces::polyominoes();
  CHECK(fewest(0, all) == 0);
  CHECK(fewest(kBoard, all) == 5);
  CHECK(fewest(kBoard & ~square(12), all) == 4);
  CHECK(fewest(kChessboard, all) == 13);
  const std::array dominoes{picture("##")};
  CHECK(fewest(kBoard, CoverPieces(dominoes)) == 13);
  CHECK(fewest(kBoard & ~square(1), CoverPieces(dominoes)) == 13);  // a1 alone, and one more of its colour
  CHECK(fewest(kBoard & ~square(0), CoverPieces(dominoes)) == 12);
  CHECK(fewest(kBoard, CoverPieces({})) == kCells);
}

TEST_CASE("cottage cover: entries fold all sets, and a table agrees with the search") {
  for (std::size_t entry = 0; entry < kCoverEntries; entry += 61) {
    REQUIRE(cover_entry(set_of_entry(entry)) == entry);
  }
  for (const CoverPieces& pieces : {CoverPieces::polyominoes(), CoverPieces(std::array{picture("###/#"), picture("##")})}) {
    constexpr int kSomeRings = 300;
    std::vector<std::uint8_t> table(kCoverEntries);
    for (int ring = 0; ring < kSomeRings; ++ring) fill_ring(pieces, ring, table);
    for (std::size_t entry = 0; entry < kSomeRings * kInnerSets; entry += 41) {
      REQUIRE(table[entry] == fewest(set_of_entry(entry), pieces));
    }
  }
}

TEST_CASE("cottage cover: all sets are counted") {
  const std::vector<std::uint8_t> zeros(kCoverEntries);
  const auto counts = count_sets(zeros);
  CHECK(counts[0] == std::int64_t{1} << kCells);
  CHECK(counts[1] == 0);
}

TEST_CASE("cottage cover: finishes that no other beats") {
  const CoverPieces all = CoverPieces::polyominoes();
  const Squares soil = picture("##.##");
  const Squares pots = square(2);
  CHECK(best_finishes({pots, kBoard & ~soil & ~pots, 0}, all, {}) == std::vector<Finish>{{1, 0, 20}, {2, 1, 20}});
  CHECK(best_finishes({pots, kBoard & ~soil & ~pots, pots}, all, {}) == std::vector<Finish>{{2, 0, 20}});
  CHECK(best_finishes({pots, 0, kBoard}, all, {}) == std::vector<Finish>{{0, 0, 0}});
}
