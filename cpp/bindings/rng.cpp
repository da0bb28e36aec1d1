#include "core/rng.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "bindings/bindings.hpp"
#include "bindings/bound_state.hpp"
#include "bindings/pickling.hpp"
#include "core/game.hpp"

namespace cloche {
namespace {

using Words = std::array<std::uint64_t, 4>;

std::uint64_t word_of(py::handle number, const std::string& what) {
  const bool is_whole = PyIndex_Check(number.ptr()) != 0 && !PyBool_Check(number.ptr());
  if (!is_whole) throw InvalidInput(what + ": is a " + Py_TYPE(number.ptr())->tp_name + ", should be a whole number");
  const auto whole = py::reinterpret_steal<py::int_>(PyNumber_Index(number.ptr()));
  if (!whole) throw py::error_already_set();
  return word_from(whole);
}

// Any arguments are taken, so that errors say in one line what is wrong.
Rng make(const py::args& positional, const py::kwargs& named) {
  for (const auto& [name, value] : named) {
    if (std::string(py::str(name)) != "seed")
      throw py::type_error("cloche.Rng(seed, *keys) takes no argument called " + std::string(py::str(name)));
  }
  if (positional.empty() == named.empty()) throw py::type_error("cloche.Rng(seed, *keys) needs one seed, a whole number");
  const std::uint64_t seed = word_of(named.empty() ? py::object(positional[0]) : py::object(named["seed"]), "seed");
  std::vector<std::uint64_t> keys;
  for (std::size_t i = 1; i < positional.size(); ++i) keys.push_back(word_of(positional[i], "key " + std::to_string(i)));
  return Rng(seed, keys);
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
  for (std::size_t i = 0; i < 4; ++i) words[i] = word_of(saved[i], "word " + std::to_string(i));
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
  {
    py::options by_hand;
    by_hand.disable_function_signatures();
    rng.def(py::init(&make),
            "__init__(self: cloche.Rng, seed: int, *keys: int) -> None\n\n"
            "TypeError without a seed, ValueError for what is no whole number.");
  }
  rng.def("next", &Rng::next, "The next whole number in 0 .. 2**64 - 1.")
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
  pickle_by_state(rng);
  rng.attr("__hash__") = py::none();
}

}  // namespace cloche
