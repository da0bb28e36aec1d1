#include "bindings/bind_expectimax.hpp"
#include "bindings/bindings.hpp"
#include "games/barton_in_bloom/state.hpp"
#include "games/bloom_town/state.hpp"
#include "games/buds_and_blooms/state.hpp"
#include "games/cottage_garden/state.hpp"
#include "games/gardens_of_io/state.hpp"

namespace cloche {
namespace {
[[nodiscard]] Pruning pruning_from(const std::string& word) {
  if (word == "none") return Pruning::kNone;
  if (word == "star1") return Pruning::kStar1;
  if (word == "star2") return Pruning::kStar2;
  throw InvalidInput("pruning is unknown: '" + word + "'");
}

}  // namespace

py::dict report_to_python(const ExpectimaxReport& report) {
  py::dict raw = report_to_python(static_cast<const SearchReport&>(report));
  raw["depth"] = report.depth;
  raw["worlds"] = report.worlds;
  if (report.at_depth) raw["stopped_by"] = "depth";
  return raw;
}

ExpectimaxConfig expectimax_config_from(const py::dict& settings) {
  ExpectimaxConfig config;
  config.all_values = settings["all_values"].cast<bool>();
  config.worlds = settings["worlds"].cast<int>();
  config.pruning = pruning_from(settings["pruning"].cast<std::string>());
  config.table = settings["table"].cast<bool>();
  config.endings = settings["endings"].cast<bool>();
  config.margin_weight = settings["margin_weight"].cast<double>();
  return config;
}

void bind_expectimax(py::module_& module) {
  bind_expectimax<barton_in_bloom::State>(module, "BartonInBloom");
  bind_expectimax<bloom_town::State>(module, "BloomTown");
  bind_expectimax<buds_and_blooms::State>(module, "BudsAndBlooms");
  bind_expectimax<cottage_garden::State>(module, "CottageGarden");
  bind_expectimax<gardens_of_io::State>(module, "GardensOfIo");
}

}  // namespace cloche
