#include "bindings/bind_game.hpp"
#include "bindings/bind_search.hpp"
#include "bindings/bindings.hpp"
#include "games/bloom_town/state.hpp"

namespace cloche {

void bind_bloom_town(py::module_& module) {
  bind_game<bloom_town::State>(module, "BloomTown");
  bind_searches<bloom_town::State>(module, "BloomTown");
}

}  // namespace cloche
