#include "search/expectimax.hpp"

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <string>
#include <vector>

#include "bindings/bind_search.hpp"
#include "bindings/bindings.hpp"
#include "games/bloom_town/state.hpp"
#include "games/buds_and_blooms/state.hpp"
#include "games/cottage_garden/state.hpp"
#include "games/gardens_of_io/state.hpp"
#include "games/known/connect_four.hpp"
#include "games/known/goofspiel.hpp"
#include "games/known/kuhn_poker.hpp"
#include "games/known/leduc_poker.hpp"
#include "games/known/liars_dice.hpp"
#include "games/known/nim.hpp"
#include "games/known/pig.hpp"
#include "games/known/small_2048.hpp"
#include "games/known/tic_tac_toe.hpp"

namespace cloche {

// For run_search: a report with what only this search tells.
[[nodiscard]] static py::dict report_to_python(const ExpectimaxReport& report) {
  py::dict raw = report_to_python(static_cast<const SearchReport&>(report));
  raw["depth"] = report.depth;
  raw["worlds"] = report.worlds;
  if (report.at_depth) raw["stopped_by"] = "depth";
  return raw;
}

namespace {

[[nodiscard]] Pruning pruning_from(const std::string& word) {
  if (word == "none") return Pruning::kNone;
  if (word == "star1") return Pruning::kStar1;
  if (word == "star2") return Pruning::kStar2;
  throw InvalidInput("pruning is unknown: '" + word + "'");
}

// Reads ExpectimaxSettings of python/cloche/backend.py.
[[nodiscard]] ExpectimaxConfig config_from(const py::dict& settings) {
  ExpectimaxConfig config;
  config.all_values = settings["all_values"].cast<bool>();
  config.worlds = settings["worlds"].cast<int>();
  config.pruning = pruning_from(settings["pruning"].cast<std::string>());
  config.table = settings["table"].cast<bool>();
  return config;
}

template <HiddenState S>
void deal(BoundSearch<Expectimax<S>>& self, const std::vector<std::pair<const BoundState<S>*, std::uint32_t>>& dealt) {
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
void bind(py::module_& module, const std::string& prefix) {
  using Search = Expectimax<S>;
  using Bound = BoundSearch<Search>;
  py::class_<Bound> bound(module, (prefix + "Expectimax").c_str(), py::is_final(), "Expectimax (seeds/search.md, X-1).");
  bound.def(py::init([](const BoundGame<S>& game, const py::int_& seed, const py::dict& settings) {
              return std::make_unique<Bound>(game.tables, config_from(settings), word_from(seed));
            }),
            py::arg("game"), py::kw_only(), py::arg("seed"), py::arg("settings"));
  bind_search_methods<Search, S>(bound);
  if constexpr (HiddenState<S>) {
    bound.def("deal", &deal<S>, py::arg("worlds"), "The worlds of the next search with their weights, in place of draws (X-10).");
  }
}

}  // namespace

void bind_expectimax(py::module_& module) {
  bind<bloom_town::State>(module, "BloomTown");
  bind<buds_and_blooms::State>(module, "BudsAndBlooms");
  bind<cottage_garden::State>(module, "CottageGarden");
  bind<gardens_of_io::State>(module, "GardensOfIo");
  bind<tic_tac_toe::State>(module, "TicTacToe");
  bind<connect_four::State>(module, "ConnectFour");
  bind<nim::State>(module, "Nim");
  bind<pig::State>(module, "Pig");
  bind<kuhn_poker::State>(module, "KuhnPoker");
  bind<leduc_poker::State>(module, "LeducPoker");
  bind<liars_dice::State>(module, "LiarsDice");
  bind<goofspiel::State>(module, "Goofspiel");
  bind<small_2048::State>(module, "Small2048");
}

}  // namespace cloche
