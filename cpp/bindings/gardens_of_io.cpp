#include "bindings/bind_game.hpp"
#include "bindings/bind_search.hpp"
#include "bindings/bindings.hpp"
#include "games/gardens_of_io/state.hpp"

namespace cloche {

void bind_gardens_of_io(py::module_& module) {
  bind_game<gardens_of_io::State>(module, "GardensOfIo");
  bind_searches<gardens_of_io::State>(module, "GardensOfIo");
}

}  // namespace cloche
