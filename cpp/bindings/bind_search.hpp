// One template binds the searches of every game: bind_searches<State>(module, "Nim") makes NimMcts and
// NimFlatMonteCarlo, which satisfy SearchBackend of python/cloche/backend.py.
#pragma once

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <atomic>
#include <memory>
#include <string>

#include "bindings/bind_game.hpp"
#include "bindings/pickling.hpp"
#include "bindings/python_evaluator.hpp"
#include "bindings/report_cast.hpp"
#include "bindings/search_monitor.hpp"
#include "search/flat_monte_carlo.hpp"
#include "search/mcts.hpp"
#include "search/observer_mcts.hpp"
#include "search/workers.hpp"

namespace cloche {

// The evaluator of its leaves, if it has one; known to the garbage collector, since a function may well know the bot.
template <class Config>
[[nodiscard]] std::shared_ptr<PythonEvaluator> evaluator_of([[maybe_unused]] const Config& config) {
  if constexpr (std::derived_from<Config, MctsConfig>) return std::static_pointer_cast<PythonEvaluator>(config.leaf.evaluator);
  return nullptr;
}

// A search and what it needs alive. One call at a time: the search runs without the GIL.
template <class Search>
struct BoundSearch {
  template <class Config>
  BoundSearch(std::shared_ptr<const typename Search::Tables> loaded, const Config& config, std::uint64_t seed)
      : tables(std::move(loaded)), evaluator(evaluator_of(config)), search(*tables, config, seed) {}

  std::shared_ptr<const typename Search::Tables> tables;
  std::shared_ptr<PythonEvaluator> evaluator;
  Workers<Search> search;
  std::atomic<bool> busy = false;
};

// Lets the garbage collector of Python see, and break, circles that go through the evaluator of a search.
template <class Bound>
[[nodiscard]] pybind11::custom_type_setup collects_evaluator() {
  return pybind11::custom_type_setup([](PyHeapTypeObject* heap_type) {
    PyTypeObject& type = heap_type->ht_type;
    type.tp_flags |= Py_TPFLAGS_HAVE_GC;
    type.tp_traverse = [](PyObject* self, visitproc visit, void* arg) {
      Py_VISIT(Py_TYPE(self));
      if (pybind11::detail::is_holder_constructed(self)) {
        const auto& bound = pybind11::handle(self).cast<const Bound&>();
        if (bound.evaluator) Py_VISIT(bound.evaluator->function());
      }
      return 0;
    };
    type.tp_clear = [](PyObject* self) {
      if (pybind11::detail::is_holder_constructed(self)) {
        const auto& bound = pybind11::handle(self).cast<const Bound&>();
        if (bound.evaluator) bound.evaluator->let_go();
      }
      return 0;
    };
  });
}

// Claims a search for one call; throws std::runtime_error while another thread, or the search's own callback, holds it.
class Claim {
 public:
  explicit Claim(std::atomic<bool>& busy) : busy_(&busy) {
    if (busy.exchange(true)) throw std::runtime_error("this bot is searching; wait for it or use another one");
  }
  Claim(const Claim&) = delete;
  Claim& operator=(const Claim&) = delete;
  ~Claim() { *busy_ = false; }

 private:
  std::atomic<bool>* busy_;
};

// Read FlatSettings and MctsSettings of python/cloche/backend.py.
[[nodiscard]] FlatMonteCarloConfig flat_config_from(const pybind11::dict& settings);
[[nodiscard]] MctsConfig mcts_config_from(const pybind11::dict& settings);
// How leaves are judged in a game of so many features.
[[nodiscard]] LeafConfig leaf_config_from(const pybind11::dict& settings, int features, PythonEvaluator::Shape shape);
// Reads RawLimits; the clocks go to the monitor, the rest to the search.
[[nodiscard]] SearchLimits limits_from(const pybind11::dict& limits);

template <class Search, ValuedState S>
[[nodiscard]] pybind11::dict run_search(BoundSearch<Search>& self, const BoundState<S>& root, const pybind11::dict& limits,
                                        const StopFlag* stop, const pybind11::object& on_progress, StopFlag* ask,
                                        std::optional<int> observer) {
  if (root.tables != self.tables) throw InvalidInput("the state belongs to another game object than the bot");
  if (root.state.mover() == kTerminal) throw InvalidInput("nothing to search: the game is over");
  if (root.state.mover() == kChance) throw InvalidInput("nothing to search at a chance node: draw it first with resolve_chance");
  if (observer && (*observer < 0 || *observer >= self.tables->players())) throw InvalidInput("observer: there is no such player");
  const Claim claim(self.busy);
  const S state = root.state;
  const SearchLimits counted = limits_from(limits);
  SearchMonitor::Config watched = monitor_from(limits);
  if (!on_progress.is_none()) {
    watched.on_progress = [&] {
      const pybind11::dict report = report_to_python(self.search.report(StopReason::kRunning));
      PyObject* const answer = Interruptible::outlive_python([&] { return PyObject_CallOneArg(on_progress.ptr(), report.ptr()); });
      if (answer == nullptr) throw pybind11::error_already_set();
      Py_DECREF(answer);
    };
    watched.ask = ask;
  }
  Interruptible work(stop);
  SearchMonitor monitor(work, std::move(watched));
  const auto report = [&] {
    if constexpr (HiddenState<S> && std::derived_from<Search, TreeSearch>) {
      if (observer) return self.search.ponder(state, *observer, counted, monitor);
    }
    return self.search.search(state, counted, monitor);
  }();
  work.finish();
  return report_to_python(report);
}

template <class Search, ValuedState S>
void bind_search_methods(pybind11::class_<BoundSearch<Search>>& bound) {
  using Bound = BoundSearch<Search>;
  refuse_pickling(bound);
  bound
      .def("search", &run_search<Search, S>, py::arg("state"), py::arg("limits"), py::arg("stop") = py::none(),
           py::arg("on_progress") = py::none(), py::arg("ask") = py::none(), py::arg("observer") = py::none(),
           "Searches from a decision node until a limit is reached; without the GIL, ended by Ctrl-C. `on_progress` is called whenever "
           "`ask` is set, and clears it; without one, about ten times a second. With an observer that player ponders (M-66).")
      .def(
          "advance",
          [](Bound& self, const py::int_& number) {
            const Claim claim(self.busy);
            const std::optional<Action> action = id_from(number);
            if (!action || !self.search.can_advance(*action)) throw InvalidInput("the action is not legal in the position searched last");
            self.search.advance(*action);
          },
          py::arg("action"), "Makes the child of a legal action or outcome the root; what lies below it is kept.")
      .def(
          "reset",
          [](Bound& self) {
            const Claim claim(self.busy);
            self.search.reset();
          },
          "Forgets the tree and starts the random streams anew.");
}

// The tree search of a game: of positions that all can see, or of what one player knows.
template <ValuedState S>
struct TreeSearchOf {
  using Type = Mcts<S>;
};
template <ValuedState S>
  requires HiddenState<S>
struct TreeSearchOf<S> {
  using Type = ObserverMcts<S>;
};

template <ValuedState S>
void bind_searches(pybind11::module_& module, const std::string& prefix) {
  using Tree = typename TreeSearchOf<S>::Type;
  using BoundMcts = BoundSearch<Tree>;
  using BoundFlat = BoundSearch<FlatMonteCarlo<S>>;
  py::class_<BoundMcts> mcts(module, (prefix + "Mcts").c_str(), py::is_final(), collects_evaluator<BoundMcts>(),
                             "Monte Carlo tree search (seeds/search.md, M-10, M-25).");
  mcts.def(py::init([](const BoundGame<S>& game, const py::int_& seed, const py::dict& settings) {
             MctsConfig config = mcts_config_from(settings);
             config.leaf = leaf_config_from(settings, S::kFeatures,
                                            {.tensor_size = S::tensor_size(*game.tables),
                                             .actions = game.tables->num_distinct_actions(),
                                             .players = game.tables->players()});
             return std::make_unique<BoundMcts>(game.tables, config, word_from(seed));
           }),
           py::arg("game"), py::kw_only(), py::arg("seed"), py::arg("settings"));
  bind_search_methods<Tree, S>(mcts);

  py::class_<BoundFlat> flat(module, (prefix + "FlatMonteCarlo").c_str(), py::is_final(), "Flat Monte Carlo (seeds/search.md, M-23).");
  flat.def(py::init([](const BoundGame<S>& game, const py::int_& seed, const py::dict& settings) {
             return std::make_unique<BoundFlat>(game.tables, flat_config_from(settings), word_from(seed));
           }),
           py::arg("game"), py::kw_only(), py::arg("seed"), py::arg("settings"));
  bind_search_methods<FlatMonteCarlo<S>, S>(flat);
}

}  // namespace cloche
