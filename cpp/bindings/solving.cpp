#include "bindings/solving.hpp"

#include <pybind11/stl.h>

#include <optional>
#include <string_view>

namespace cloche {
namespace {

[[nodiscard]] std::string_view name_of(SolveEnd ended_by) {
  switch (ended_by) {
    case SolveEnd::kSolved: return "";
    case SolveEnd::kNodes: return "nodes";
    case SolveEnd::kSeconds: return "seconds";
    case SolveEnd::kCpuSeconds: return "cpu_seconds";
    case SolveEnd::kMemory: return "memory";
    case SolveEnd::kStop: return "stop";
  }
  return "";
}

}  // namespace

pybind11::dict end_to_python(SolveEnd ended_by, std::uint64_t needed, std::uint64_t nodes) {
  pybind11::dict raw;
  raw["ended_by"] = name_of(ended_by);
  raw["needed"] = needed == 0 ? std::nullopt : std::optional(needed);
  raw["nodes"] = nodes;
  return raw;
}

SolveLimits solve_limits_from(const pybind11::dict& limits) {
  SolveLimits counted;
  counted.nodes = pybind11::object(limits["nodes"]).cast<std::optional<std::uint64_t>>().value_or(SolveLimits::kNone);
  counted.memory_bytes = pybind11::object(limits["memory_bytes"]).cast<std::uint64_t>();
  return counted;
}

}  // namespace cloche
