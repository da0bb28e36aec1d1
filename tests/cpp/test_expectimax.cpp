#include <doctest/doctest.h>
#include "search/expectimax.hpp"
#include "games/known/tic_tac_toe.hpp"
#include "games/known/small_2048.hpp"
#include "games/known/kuhn_poker.hpp"
using namespace cloche;
template class cloche::Expectimax<tic_tac_toe::State>;
template class cloche::Expectimax<small_2048::State>;
template class cloche::Expectimax<kuhn_poker::State>;
