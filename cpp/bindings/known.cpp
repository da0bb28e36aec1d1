#include "bindings/bind_game.hpp"
#include "bindings/bind_search.hpp"
#include "bindings/bindings.hpp"
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
  bind<kuhn_poker::State>(module, "KuhnPoker");
  bind<leduc_poker::State>(module, "LeducPoker");
  bind<liars_dice::State>(module, "LiarsDice");
  bind<goofspiel::State>(module, "Goofspiel");
  bind<small_2048::State>(module, "Small2048");
}

}  // namespace cloche
