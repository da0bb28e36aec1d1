#include "bindings/bind_game.hpp"
#include "bindings/bind_search.hpp"
#include "bindings/bindings.hpp"
#include "games/barton_in_bloom/state.hpp"

namespace cloche {

void bind_barton_in_bloom(py::module_& module) {
  bind_game<barton_in_bloom::State>(module, "BartonInBloom");
  bind_searches<barton_in_bloom::State>(module, "BartonInBloom");
}

}  // namespace cloche
