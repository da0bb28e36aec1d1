// Binds Expectimax of a game: bind_expectimax<State>(module, "Nim") makes NimExpectimax.
#pragma once

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <string>
#include <utility>
#include <vector>

#include "bindings/bind_search.hpp"
#include "search/expectimax.hpp"

namespace cloche {

// For run_search: a report with what only this search tells.
[[nodiscard]] pybind11::dict report_to_python(const ExpectimaxReport& report);
// Reads ExpectimaxSettings of python/cloche/backend.py.
[[nodiscard]] ExpectimaxConfig expectimax_config_from(const pybind11::dict& settings);

template <HiddenState S>
void deal_worlds(BoundSearch<Expectimax<S>>& self, const std::vector<std::pair<const BoundState<S>*, std::uint32_t>>& dealt) {
  const Claim claim(self.busy);
  std::vector<World<S>> worlds;
  std::uint64_t total = 0;
  for (const auto& [world, weight] : dealt) {
    if (world->tables != self.tables) throw InvalidInput("a world belongs to another game object than the bot");
    if (weight == 0) throw InvalidInput("a world weighs 0, should be at least 1");
    worlds.push_back({world->state, weight});
    total += weight;
  }
  if (total >> 32 != 0) throw InvalidInput("the worlds weigh " + std::to_string(total) + ", should be less than 2^32");
  self.search.deal(std::move(worlds));
}

template <ValuedState S>
void bind_expectimax(py::module_& module, const std::string& prefix) {
  using Search = Expectimax<S>;
  using Bound = BoundSearch<Search>;
  py::class_<Bound> bound(module, (prefix + "Expectimax").c_str(), py::is_final(), "Expectimax (seeds/search.md, X-1).");
  bound.def(py::init([](const BoundGame<S>& game, const py::int_& seed, const py::dict& settings) {
              return std::make_unique<Bound>(game.tables, expectimax_config_from(settings), word_from(seed));
            }),
            py::arg("game"), py::kw_only(), py::arg("seed"), py::arg("settings"));
  bind_search_methods<Search, S>(bound);
  if constexpr (HiddenState<S>) {
    bound.def("deal", &deal_worlds<S>, py::arg("worlds"), "The worlds of the next search with their weights, in place of draws (X-10).");
  }
}

}  // namespace cloche
