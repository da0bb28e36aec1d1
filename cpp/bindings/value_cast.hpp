// Python data to Value and back. Python data comes from outside, so it may be anything.
#pragma once

#include <pybind11/pybind11.h>

#include <string>

#include "core/value.hpp"

namespace cloche {

// Lists and dicts nest at most this deep.
inline constexpr int kMaxDataDepth = 32;

// None, bool, int, float, str, list or tuple, and dict with text keys, each at any depth. A whole number beyond 64 bits
// becomes a double, which a Reader then refuses by its path. Throws InvalidInput, naming the place under `path`, for
// objects of other types, keys that are no texts, texts that are not Unicode and data nested deeper than kMaxDataDepth.
[[nodiscard]] Value value_from_python(pybind11::handle data, const std::string& path = {});

[[nodiscard]] pybind11::object value_to_python(const Value& value);

}  // namespace cloche
