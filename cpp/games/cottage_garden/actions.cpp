#include "games/cottage_garden/actions.hpp"

namespace cloche::cottage_garden {

std::string cell_text(int cell) {
  assert(cell >= 0 && cell < kCells);
  return {static_cast<char>('a' + cell % kSide), static_cast<char>('1' + cell / kSide)};
}

std::optional<int> parse_cell(std::string_view text) {
  if (text.size() != 2) return std::nullopt;
  const int column = text[0] - 'a';
  const int row = text[1] - '1';
  if (column < 0 || column >= kSide || row < 0 || row >= kSide) return std::nullopt;
  return row * kSide + column;
}

std::optional<int> parse_number(std::string_view text, int most) {
  if (text.empty() || (text[0] == '0' && text.size() > 1)) return std::nullopt;
  int number = 0;
  for (const char digit : text) {
    if (digit < '0' || digit > '9') return std::nullopt;
    number = 10 * number + (digit - '0');
    if (number > most) return std::nullopt;
  }
  return number;
}

}  // namespace cloche::cottage_garden
