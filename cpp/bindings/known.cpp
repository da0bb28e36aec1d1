#include "bindings/bind_game.hpp"
#include "bindings/bind_search.hpp"
#include "bindings/bindings.hpp"
#include "games/known/connect_four.hpp"
#include "games/known/nim.hpp"
#include "games/known/pig.hpp"
#include "games/known/tic_tac_toe.hpp"

namespace cloche {
namespace {

template <class S>
void bind(py::module_& module, const std::string& prefix) {
  bind_game<S>(module, prefix);
  bind_searches<S>(module, prefix);
}

}  // namespace

void bind_known(py::module_& module) {
  bind<tic_tac_toe::State>(module, "TicTacToe");
  bind<connect_four::State>(module, "ConnectFour");
  bind<nim::State>(module, "Nim");
  bind<pig::State>(module, "Pig");
}

}  // namespace cloche
