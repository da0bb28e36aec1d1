#include "core/rng.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "bindings/bindings.hpp"
#include "bindings/bound_state.hpp"
#include "core/game.hpp"

namespace cloche {
namespace {

using Words = std::array<std::uint64_t, 4>;

Rng make(const py::int_& seed, const py::args& keys) {
  std::vector<std::uint64_t> words;
  for (const py::handle key : keys) {
    if (!PyLong_Check(key.ptr())) throw py::type_error("the keys of a generator are whole numbers");
    words.push_back(word_from(py::reinterpret_borrow<py::int_>(key)));
  }
  return Rng(word_from(seed), words);
}

std::uint32_t below(Rng& rng, const py::int_& number) {
  int overflow = 0;
  const long long n = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
  constexpr long long kMost = std::numeric_limits<std::uint32_t>::max();
  if (overflow != 0 || n < 1 || n > kMost) throw InvalidInput("below() needs a whole number 1.." + std::to_string(kMost));
  return rng.below(static_cast<std::uint32_t>(n));
}

// Python objects as Rng::shuffle wants them: numbered by int.
struct Objects {
  std::vector<py::object> items;
  [[nodiscard]] int size() const { return static_cast<int>(items.size()); }
  [[nodiscard]] py::object& operator[](int i) { return items[static_cast<std::size_t>(i)]; }
};

void shuffle(Rng& rng, py::list& items) {
  Objects objects;
  for (const py::handle item : items) objects.items.push_back(py::reinterpret_borrow<py::object>(item));
  rng.shuffle(objects);
  py::list shuffled(objects.items.size());
  for (std::size_t i = 0; i < objects.items.size(); ++i) shuffled[i] = objects.items[i];
  items[py::slice(py::none(), py::none(), py::none())] = shuffled;
}

py::tuple words_of(const Rng& rng) {
  const Words words = std::bit_cast<Words>(rng);
  return py::make_tuple(words[0], words[1], words[2], words[3]);
}

Rng from_words(const py::tuple& saved) {
  if (saved.size() != 4) throw InvalidInput("a generator has four words");
  Words words;
  for (std::size_t i = 0; i < 4; ++i) words[i] = saved[i].cast<std::uint64_t>();
  if (words == Words{}) throw InvalidInput("a generator with four words of 0 would draw only 0");
  return std::bit_cast<Rng>(words);
}

}  // namespace

void bind_rng(py::module_& module) {
  py::class_<Rng> rng(module, "Rng", py::is_final(),
                      "The generator of seeds/random.md: equal seeds and keys draw equal numbers everywhere.\n\n"
                      "The keys name a stream: the same seed with other keys is an independent one. Seed and keys are whole\n"
                      "numbers, taken modulo 2**64. Generators pickle, copy and compare by value. One is not to be used by\n"
                      "two threads at once.");
  rng.attr("__module__") = "cloche";
  rng.def(py::init(&make), py::arg("seed"))
      .def("next", &Rng::next, "The next whole number in 0 .. 2**64 - 1.")
      .def("below", &below, py::arg("n"), "A whole number in 0 .. n-1, each equally likely; ValueError unless 1 <= n < 2**32.")
      .def("shuffle", &shuffle, py::arg("items"), "Shuffles a list in place.")
      .def("uniform", &Rng::uniform, "A number in [0, 1) with 53 random bits.")
      .def("__copy__", [](const Rng& self) { return self; })
      .def(
          "__deepcopy__", [](const Rng& self, const py::dict&) { return self; }, py::arg("memo"))
      .def(
          "__eq__", [](const Rng& self, const Rng& other) { return self == other; }, py::is_operator())
      .def("__repr__", [](const Rng& self) { return "<cloche.Rng " + std::string(py::str(words_of(self))) + ">"; })
      .def(py::pickle(&words_of, &from_words));
  rng.attr("__hash__") = py::none();
}

}  // namespace cloche
