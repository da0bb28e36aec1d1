#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <cmath>

#include "bindings/bind_search.hpp"

namespace cloche {
namespace {

[[nodiscard]] std::string_view name_of(StopReason reason) {
  switch (reason) {
    case StopReason::kRunning: return "";
    case StopReason::kSimulations: return "simulations";
    case StopReason::kNodes: return "nodes";
    case StopReason::kSeconds: return "seconds";
    case StopReason::kCpuSeconds: return "cpu_seconds";
    case StopReason::kStop: return "stop";
    case StopReason::kProven: return "proven";
    case StopReason::kVisits: return "visits";
  }
  return "";
}

template <class T>
[[nodiscard]] std::optional<T> limit_of(const py::dict& limits, const char* name) {
  const py::object value = limits[name];
  if (value.is_none()) return std::nullopt;
  return value.cast<T>();
}

[[nodiscard]] py::object optional_list(const std::optional<PerPlayer<double>>& numbers) {
  if (!numbers) return py::none();
  return py::cast(double_list(*numbers));
}

}  // namespace

PlayoutConfig playout_config(const std::string& policy, const std::optional<int>& plies) {
  PlayoutConfig config;
  if (policy == "random") config.policy = Policy::kRandom;
  else if (policy == "greedy") config.policy = Policy::kGreedy;
  else if (policy == "prior") config.policy = Policy::kPrior;
  else throw InvalidInput("playout is '" + policy + "', should be 'random', 'greedy' or 'prior'");
  if (plies && *plies < 0) throw InvalidInput("playout_plies is " + std::to_string(*plies) + ", should be at least 0");
  config.plies = plies.value_or(PlayoutConfig::kToTheEnd);
  return config;
}

Selection selection_from(const std::string& name) {
  if (name == "puct") return Selection::kPuct;
  if (name == "uct") return Selection::kUct;
  throw InvalidInput("selection is '" + name + "', should be 'puct' or 'uct'");
}

SearchLimits limits_from(const py::dict& limits) {
  SearchLimits counted;
  counted.simulations = limit_of<std::uint64_t>(limits, "simulations").value_or(SearchLimits::kNone);
  counted.nodes = limit_of<std::uint64_t>(limits, "nodes").value_or(SearchLimits::kNone);
  counted.depth = limit_of<std::uint64_t>(limits, "depth").value_or(SearchLimits::kNone);
  counted.memory_bytes = limits["memory_bytes"].cast<std::size_t>();
  return counted;
}

SearchMonitor::Config monitor_from(const py::dict& limits) {
  return {limit_of<double>(limits, "seconds"), limit_of<double>(limits, "cpu_seconds"), {}};
}

py::dict report_to_python(const SearchReport& report) {
  py::list actions;
  for (const ActionReport& action : report.actions) {
    py::dict row;
    row["action"] = action.action;
    row["visits"] = action.visits;
    row["utility"] = action.utility;
    row["value"] = optional_list(action.value);
    row["prior"] = action.prior;
    row["proven"] = action.proven;
    actions.append(std::move(row));
  }
  py::dict raw;
  raw["actions"] = std::move(actions);
  raw["values"] = double_list(report.values);
  raw["win_share"] = optional_list(report.win_share);
  raw["score_counts"] = report.score_counts;
  raw["principal_variation"] = report.principal_variation;
  raw["simulations"] = report.simulations;
  raw["nodes"] = report.nodes;
  raw["stopped_by"] = name_of(report.stopped_by);
  raw["proven"] = report.proven;
  raw["tree_nodes"] = report.tree_nodes;
  raw["tree_edges"] = report.tree_edges;
  raw["tree_bytes"] = report.tree_bytes;
  raw["fingerprint"] = report.fingerprint;
  return raw;
}

}  // namespace cloche
