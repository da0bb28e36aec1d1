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
    case StopReason::kSettled: return "settled";
    case StopReason::kVisits: return "visits";
  }
  return "";
}

template <class T>
[[nodiscard]] std::optional<T> optional_of(const py::dict& values, const char* name) {
  const py::object value = values[name];
  if (value.is_none()) return std::nullopt;
  return value.cast<T>();
}

// The value that a setting names.
template <class T>
[[nodiscard]] T one_of(const py::dict& settings, const char* name, std::initializer_list<std::pair<std::string_view, T>> values) {
  const auto word = settings[name].cast<std::string>();
  for (const auto& [text, value] : values) {
    if (word == text) return value;
  }
  throw InvalidInput(std::string(name) + " is unknown: '" + word + "'");
}

[[nodiscard]] py::object optional_list(const std::optional<PerPlayer<double>>& numbers) {
  if (!numbers) return py::none();
  return py::cast(double_list(*numbers));
}

}  // namespace

FlatMonteCarloConfig flat_config_from(const py::dict& settings) {
  FlatMonteCarloConfig config;
  config.workers = settings["workers"].cast<int>();
  config.threads = settings["threads"].cast<int>();
  config.margin_weight = settings["margin_weight"].cast<double>();
  config.playout.policy =
      one_of<Policy>(settings, "playout", {{"random", Policy::kRandom}, {"greedy", Policy::kGreedy}, {"prior", Policy::kPrior}});
  config.playout.plies = optional_of<int>(settings, "playout_plies").value_or(PlayoutConfig::kToTheEnd);
  config.endings = settings["endings"].cast<bool>();
  return config;
}

MctsConfig mcts_config_from(const py::dict& settings) {
  MctsConfig config{flat_config_from(settings), {}, {}};
  SelectionConfig& selection = config.selection;
  selection.formula = one_of<Selection>(settings, "selection", {{"puct", Selection::kPuct}, {"uct", Selection::kUct}});
  selection.exploration = settings["exploration"].cast<double>();
  selection.fpu_reduction = settings["fpu_reduction"].cast<double>();
  selection.widening = optional_of<double>(settings, "widening").value_or(SelectionConfig::kOff);
  selection.chance_widening = optional_of<double>(settings, "chance_widening").value_or(SelectionConfig::kOff);
  config.opponents = one_of<Opponents>(settings, "opponents", {{"maxn", Opponents::kMaxN}, {"paranoid", Opponents::kParanoid}});
  config.root = one_of<RootPolicy>(settings, "root", {{"selection", RootPolicy::kSelection}, {"halving", RootPolicy::kHalving}});
  config.final_choice = one_of<FinalChoice>(settings, "final",
                                            {{"visits", FinalChoice::kVisits}, {"value", FinalChoice::kValue}, {"lcb", FinalChoice::kLcb}});
  config.observers = one_of<Observers>(settings, "observers", {{"single", Observers::kSingle}, {"multi", Observers::kMulti}});
  config.merge = settings["merge"].cast<bool>();
  config.early_stop = settings["early_stop"].cast<bool>();
  config.transpositions = settings["transpositions"].cast<bool>();
  return config;
}

LeafConfig leaf_config_from(const py::dict& settings, int features, PythonEvaluator::Shape shape) {
  LeafConfig leaf;
  leaf.value = one_of<LeafValue>(settings, "leaf",
                                 {{"playout", LeafValue::kPlayout}, {"linear", LeafValue::kLinear}, {"evaluator", LeafValue::kEvaluator}});
  if (leaf.value == LeafValue::kLinear) {
    const auto value = settings["value"].cast<py::dict>();
    leaf.linear.lead = value["lead"].cast<double>();
    leaf.linear.bias = value["bias"].cast<double>();
    leaf.linear.weights = value["weights"].cast<std::vector<double>>();
    if (leaf.linear.weights.size() != static_cast<std::size_t>(features))
      throw InvalidInput("value: " + std::to_string(leaf.linear.weights.size()) + " weights, should be " + std::to_string(features) +
                         ", one a feature");
  }
  if (leaf.value == LeafValue::kEvaluator) {
    shape.batch = leaf.batch = settings["batch"].cast<int>();
    shape.masks = settings["action_masks"].cast<bool>();
    leaf.evaluator = std::make_shared<PythonEvaluator>(settings["evaluator"], shape);
  }
  return leaf;
}

SearchLimits limits_from(const py::dict& limits) {
  SearchLimits counted;
  counted.simulations = optional_of<std::uint64_t>(limits, "simulations").value_or(SearchLimits::kNone);
  counted.nodes = optional_of<std::uint64_t>(limits, "nodes").value_or(SearchLimits::kNone);
  counted.depth = optional_of<std::uint64_t>(limits, "depth").value_or(SearchLimits::kNone);
  counted.memory_bytes = limits["memory_bytes"].cast<std::size_t>();
  return counted;
}

SearchMonitor::Config monitor_from(const py::dict& limits) {
  return {optional_of<double>(limits, "seconds"), optional_of<double>(limits, "cpu_seconds"), {}, nullptr};
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
    row["share"] = action.share;
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
