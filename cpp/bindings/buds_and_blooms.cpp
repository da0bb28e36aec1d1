#include "bindings/bind_game.hpp"
#include "bindings/bind_search.hpp"
#include "bindings/bindings.hpp"
#include "games/buds_and_blooms/state.hpp"

namespace cloche {

void bind_buds_and_blooms(py::module_& module) {
  bind_game<buds_and_blooms::State>(module, "BudsAndBlooms");
  bind_searches<buds_and_blooms::State>(module, "BudsAndBlooms");
}

}  // namespace cloche
