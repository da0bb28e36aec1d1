#include "bindings/bind_game.hpp"
#include "bindings/bind_search.hpp"
#include "bindings/bindings.hpp"
#include "games/cottage_garden/state.hpp"

namespace cloche {

void bind_cottage_garden(py::module_& module) {
  bind_game<cottage_garden::State>(module, "CottageGarden");
  bind_searches<cottage_garden::State>(module, "CottageGarden");
}

}  // namespace cloche
