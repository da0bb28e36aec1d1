#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <pybind11/typing.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bindings/bindings.hpp"
#include "bindings/interruptible.hpp"
#include "bindings/pickling.hpp"
#include "core/game.hpp"
#include "games/cottage_garden/cover.hpp"

namespace py = pybind11;

namespace cloche {
namespace {

using cottage_garden::CoverPieces;
using cottage_garden::CoverTable;
using cottage_garden::Squares;

using FinishTuple = py::typing::Tuple<py::int_, py::int_, py::int_>;
using OnCoverProgress = std::optional<py::typing::Callable<py::object(py::float_)>>;

// `_core.CottageGardenCover`: never changes. The table, if there is one, is memory of the Python object that was given.
class BoundCover {
 public:
  BoundCover(const std::optional<std::vector<Squares>>& shapes, const std::optional<py::buffer>& table)
      : pieces_(shapes ? CoverPieces(*shapes) : CoverPieces::polyominoes()) {
    if (!table) return;
    memory_ = table->request();
    const bool fits = memory_.itemsize == 1 && memory_.ndim == 1 && memory_.strides[0] == 1 &&
                      static_cast<std::size_t>(memory_.size) == cottage_garden::kCoverEntries;
    if (!fits) throw InvalidInput("a table has " + std::to_string(cottage_garden::kCoverEntries) + " bytes");
  }

  [[nodiscard]] const CoverPieces& pieces() const { return pieces_; }
  [[nodiscard]] CoverTable table() const { return {static_cast<const std::uint8_t*>(memory_.ptr), static_cast<std::size_t>(memory_.size)}; }

 private:
  CoverPieces pieces_;
  py::buffer_info memory_;
};

[[nodiscard]] Squares checked_squares(Squares set) {
  if ((set & ~cottage_garden::kBoard) != 0) throw InvalidInput("a set of squares has 25 bits");
  return set;
}

[[nodiscard]] std::vector<std::uint8_t> filled_table(const CoverPieces& pieces, const OnCoverProgress& on_progress) {
  using Clock = std::chrono::steady_clock;
  constexpr auto kTellEvery = std::chrono::milliseconds(100);
  std::vector<std::uint8_t> table(cottage_garden::kCoverEntries);
  Interruptible work;
  Clock::time_point next = Clock::now() + kTellEvery;
  for (int ring = 0; ring < cottage_garden::kRings && !work.should_stop(); ++ring) {
    cottage_garden::fill_ring(pieces, ring, table);
    if (!on_progress || work.last_look() < next) continue;
    const double done = (ring + 1.0) / cottage_garden::kRings;
    work.with_gil([&] { Interruptible::outlive_python([&] { (*on_progress)(done); }); });
    next = Clock::now() + kTellEvery;
  }
  work.finish();
  return table;
}

[[nodiscard]] int fewest_of(const BoundCover& cover, Squares mask) {
  const Squares set = checked_squares(mask);
  if (!cover.table().empty()) return cover.table()[cottage_garden::cover_entry(set)];
  const py::gil_scoped_release others_run;
  return cottage_garden::CoverSearch(cover.pieces()).fewest(set);
}

[[nodiscard]] py::bytes build_cover_table(const BoundCover& cover, const OnCoverProgress& on_progress) {
  const std::vector<std::uint8_t> table = filled_table(cover.pieces(), on_progress);
  return {reinterpret_cast<const char*>(table.data()), table.size()};
}

[[nodiscard]] std::vector<std::int64_t> counted_sets(const BoundCover& cover) {
  if (cover.table().empty()) throw InvalidInput("sets are counted in a table");
  const auto counts = cottage_garden::count_sets(cover.table());
  return {counts.begin(), counts.end()};
}

[[nodiscard]] py::typing::List<FinishTuple> finishes_of(const BoundCover& cover, Squares pots, Squares cloches, Squares covered) {
  constexpr int kManyPrints = 16;  // from here on filling a table takes less time than searching each set
  const cottage_garden::UnfinishedBed bed{checked_squares(pots), checked_squares(cloches), checked_squares(covered)};
  const bool many = std::popcount((pots | cloches) & ~covered) >= kManyPrints;
  std::vector<std::uint8_t> own;
  if (many && cover.table().empty()) own = filled_table(cover.pieces(), std::nullopt);
  std::vector<cottage_garden::Finish> finishes;
  {
    const py::gil_scoped_release others_run;
    finishes = cottage_garden::best_finishes(bed, cover.pieces(), own.empty() ? cover.table() : CoverTable(own));
  }
  py::list list;
  for (const cottage_garden::Finish& finish : finishes) list.append(py::make_tuple(finish.pieces, finish.pots, finish.cloches));
  return list;
}

}  // namespace

void bind_cottage_cover(py::module_& module) {
  py::class_<BoundCover> cover(module, "CottageGardenCover", py::is_final(),
                               "The fewest pieces that cover a set of squares; bits are row * 5 + column.");
  refuse_pickling(cover);
  cover
      .def(py::init<const std::optional<std::vector<Squares>>&, const std::optional<py::buffer>&>(), py::arg("shapes") = py::none(),
           py::arg("table") = py::none(), "Without shapes every connected piece of 1 to 6 squares. A table is what build_table() gave.")
      .def("shapes", [](const BoundCover& self) { return self.pieces().shapes(); })
      .def("fewest", &fewest_of, py::arg("mask").noconvert(), "Looked up if there is a table, otherwise searched.")
      .def("build_table", &build_cover_table, py::arg("on_progress") = py::none(), "Without the GIL, ended by Ctrl-C.")
      .def("count_sets", &counted_sets, "How many of all sets need 0, 1, .. 25 pieces; from the table.")
      .def("finishes", &finishes_of, py::arg("pots").noconvert(), py::arg("cloches").noconvert(), py::arg("covered").noconvert(),
           "Pieces, pots and cloches kept of each finish that no other beats.");
}

}  // namespace cloche
