#include "games/buds_and_blooms/flowers.hpp"

namespace cloche::buds_and_blooms {

Combos Bed::combos_of(unsigned colour_bits, unsigned number_bits) const {
  Combos result = 0;
  for (int colour = 0; colour < kMaxColours; ++colour) {
    if ((colour_bits & colours) >> colour & 1U) result |= (number_bits & numbers) << (kNumbers * colour);
  }
  return result;
}

Combos Bed::on_top(int key) const {  // BB-12
  if (key == 0) return combos_of(colours, numbers);
  const int combo = combo_of_key(key);
  const int number = number_of(combo);
  unsigned allowed = 0;
  if (direction != Direction::kDown && !(direction == Direction::kUpDown && has_fallen(key))) allowed |= numbers_above(number);
  if (direction != Direction::kUp) allowed |= numbers_below(number);
  if (consecutive) allowed &= numbers_beside(number);
  return combos_of(alternate ? colours & ~(1U << colour_of(combo)) : colours, allowed);
}

int Bed::room_on(int key) const {
  const int all = std::popcount(numbers);
  if (key == 0) return direction == Direction::kUpDown ? 2 * all - 1 : all;
  const int number = number_of(combo_of_key(key));
  const int above = std::popcount(numbers & numbers_above(number));
  const int below = std::popcount(numbers & numbers_below(number));
  if (direction == Direction::kUp) return above;
  if (direction == Direction::kDown || has_fallen(key)) return below;
  return above + all - 1;
}

}  // namespace cloche::buds_and_blooms
