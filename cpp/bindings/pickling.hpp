// What pickle and copy make of bound classes. Without this, the old protocols 0 and 1 and a call of __reduce__ end in
// pybind11 with an abort.
#pragma once

#include <pybind11/pybind11.h>

#include <string>

namespace cloche {

// The class holds what cannot be saved: TypeError by every protocol.
template <class Class>
void refuse_pickling(Class& bound) {
  namespace py = pybind11;
  const auto refuse = [](const py::object& self) -> py::object {
    throw py::type_error(std::string("cannot pickle ") + Py_TYPE(self.ptr())->tp_name + " objects");
  };
  bound.def("__reduce__", refuse);
  bound.def("__reduce_ex__", [refuse](const py::object& self, int) { return refuse(self); });
}

// The class has its state by py::pickle: every protocol uses it as protocol 2 does.
template <class Class>
void pickle_by_state(Class& bound) {
  namespace py = pybind11;
  const auto reduce = [](const py::object& self) -> py::object {
    const auto make = py::module_::import("copyreg").attr("__newobj__");
    return py::make_tuple(make, py::make_tuple(py::type::of(self)), self.attr("__getstate__")());
  };
  bound.def("__reduce__", reduce);
  bound.def("__reduce_ex__", [reduce](const py::object& self, int) { return reduce(self); });
}

}  // namespace cloche
