// A SearchReport as the RawReport of python/cloche/backend.py.
#pragma once

#include <pybind11/pybind11.h>

#include "search/report.hpp"

namespace cloche {

[[nodiscard]] pybind11::dict report_to_python(const SearchReport& report);

}  // namespace cloche
