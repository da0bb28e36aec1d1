// Python data to Value and back. Python data comes from outside, so it may be anything.
#pragma once

#include <pybind11/pybind11.h>
#include <pybind11/typing.h>

#include <string>
#include <vector>

#include "core/game.hpp"
#include "core/value.hpp"

namespace cloche {

// Lists and dicts nest at most this deep.
inline constexpr int kMaxDataDepth = 32;

// None, bool, int, float, str, list or tuple, and dict with text keys, each at any depth. A whole number beyond 64 bits
// becomes a double, which a Reader then refuses by its path. Throws InvalidInput, naming the place under `path`, for
// objects of other types, keys that are no texts, texts that are not Unicode and data nested deeper than kMaxDataDepth.
[[nodiscard]] Value value_from_python(pybind11::handle data, const std::string& path = {});

[[nodiscard]] pybind11::object value_to_python(const Value& value);

using IntList = pybind11::typing::List<pybind11::int_>;

[[nodiscard]] inline std::vector<double> double_list(const PerPlayer<double>& numbers) {
  return {numbers.begin(), numbers.end()};
}

template <class Numbers>
[[nodiscard]] IntList int_list(const Numbers& numbers) {
  pybind11::list list(static_cast<std::size_t>(numbers.size()));
  std::size_t i = 0;
  for (const auto number : numbers) list[i++] = pybind11::int_(number);
  return IntList(std::move(list));
}

}  // namespace cloche
