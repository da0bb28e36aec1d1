// The solver of a game for Python: positions of its State in, the RawSolution of python/cloche/backend.py out.
#pragma once

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <utility>
#include <vector>

#include "bindings/search_monitor.hpp"
#include "bindings/value_cast.hpp"
#include "search/solve.hpp"

namespace cloche {

// What ended it and how far it came.
[[nodiscard]] pybind11::dict end_to_python(SolveEnd ended_by, std::uint64_t needed, std::uint64_t nodes);
template <GameState S>
[[nodiscard]] pybind11::list conduct_to_python(const std::vector<Conduct<S>>& conduct) {
  pybind11::list list;
  for (const Conduct<S>& at : conduct) {
    pybind11::dict row;
    row["player"] = at.player;
    row["observation"] = value_to_python(at.world.observation(at.player));
    row["actions"] = int_list(at.actions);
    row["probabilities"] = pybind11::cast(at.probabilities);
    list.append(std::move(row));
  }
  return list;
}

// What RawLimits say to a solver; the clocks go to a monitor.
[[nodiscard]] SolveLimits solve_limits_from(const pybind11::dict& limits);

// The GIL is released while it works; a stop or Ctrl-C ends it.
template <ValuedState S>
[[nodiscard]] pybind11::dict solve_positions(std::vector<WeightedState<S>> roots, double tolerance, const pybind11::dict& limits,
                                             const StopFlag* stop) {
  const SolveLimits counted = solve_limits_from(limits);
  SearchMonitor::Config watched = monitor_from(limits);
  Interruptible work(stop);
  SearchMonitor monitor(work, std::move(watched));
  const Solution<S> solution = Solver<S>(std::move(roots), tolerance, counted, [&] { return monitor.check(); }).solve();
  work.finish();
  pybind11::dict raw = end_to_python(solution.ended_by, solution.needed, solution.nodes);
  raw["refused"] = solution.refused;
  raw["method"] = solution.method;
  raw["values"] = double_list(solution.values);
  raw["best_actions"] = int_list(solution.best_actions);
  raw["strategy"] = solution.is_hidden ? pybind11::object(conduct_to_python(solution.strategy)) : pybind11::none();
  raw["exploitability"] = solution.exploitability;
  return raw;
}

}  // namespace cloche
