// One template binds every game: bind_game<State>(module, "Nim") makes the classes NimGame and NimState, which satisfy
// python/cloche/backend.py. The searches of a game are bound beside it, over the records of bound_state.hpp.
#pragma once

#include <pybind11/pybind11.h>

#include <string>

#include "bindings/bound_state.hpp"

namespace cloche {

template <DataState S>
void bind_game(py::module_& module, const std::string& prefix) {
  py::class_<BoundState<S>, AnyState>(module, (prefix + "State").c_str(), py::is_final());
  py::class_<BoundGame<S>, AnyGame>(module, (prefix + "Game").c_str(), py::is_final())
      .def(py::init([](int players, const py::dict& options, const py::object& components, const py::object& weights) {
             return BoundGame<S>(GameSpec{players, value_from_python(options, "options"), value_from_python(components, "components"),
                                          value_from_python(weights, "weights")});
           }),
           py::arg("players").noconvert(), py::arg("options"), py::arg("components") = py::none(), py::arg("weights") = py::none(),
           "ValueError lists everything that is wrong.");
}

}  // namespace cloche
