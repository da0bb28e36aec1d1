#include "bindings/stop_flag.hpp"

#include "bindings/bindings.hpp"
#include "bindings/pickling.hpp"

namespace py = pybind11;

namespace cloche {

void bind_stop_flag(py::module_& module) {
  py::class_<StopFlag, py::smart_holder> flag(module, "StopFlag", py::is_final(),
                                              "A switch, safe from any thread, that ends the searches it was given to.");
  flag.attr("__module__") = "cloche";
  refuse_pickling(flag);
  flag.def(py::init<>(), "A flag that is not set.")
      .def("set", &StopFlag::set, "Ends every search that reads this flag, within milliseconds.")
      .def("clear", &StopFlag::clear, "Makes the flag ready for another search.")
      .def("is_set", &StopFlag::is_set, "Whether searches with this flag are to end.");
}

}  // namespace cloche
