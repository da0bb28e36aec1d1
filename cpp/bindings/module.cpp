// The extension module cloche._core. It is private: users see the Python package, which adds readable checks.
#include <pybind11/pybind11.h>

#include "bindings/bindings.hpp"

namespace py = pybind11;

namespace {

#if defined(__clang__)
constexpr auto kCompiler = "Clang " __clang_version__;
#else
constexpr auto kCompiler = "GCC " __VERSION__;
#endif

}  // namespace

PYBIND11_MODULE(_core, m, py::mod_gil_not_used(), py::multiple_interpreters::per_interpreter_gil()) {
  m.doc() = "The native core of cloche.";
  m.attr("TARGET") = CLOCHE_TARGET;  // from CMakeLists.txt
  m.attr("COMPILER") = kCompiler;
  cloche::bind_rng(m);
  cloche::bind_stop_flag(m);
  cloche::bind_cottage_cover(m);
  cloche::bind_bases(m);
  cloche::bind_barton_in_bloom(m);
  cloche::bind_bloom_town(m);
  cloche::bind_buds_and_blooms(m);
  cloche::bind_cottage_garden(m);
  cloche::bind_gardens_of_io(m);
  cloche::bind_known(m);
  cloche::bind_vector_env(m);
}
