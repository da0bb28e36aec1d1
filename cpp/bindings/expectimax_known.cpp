#include "bindings/bind_expectimax.hpp"
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

void bind_known_expectimax(py::module_& module) {
  bind_expectimax<tic_tac_toe::State>(module, "TicTacToe");
  bind_expectimax<connect_four::State>(module, "ConnectFour");
  bind_expectimax<nim::State>(module, "Nim");
  bind_expectimax<pig::State>(module, "Pig");
  bind_expectimax<kuhn_poker::State>(module, "KuhnPoker");
  bind_expectimax<leduc_poker::State>(module, "LeducPoker");
  bind_expectimax<liars_dice::State>(module, "LiarsDice");
  bind_expectimax<goofspiel::State>(module, "Goofspiel");
  bind_expectimax<small_2048::State>(module, "Small2048");
}

}  // namespace cloche
