#include "games/gardens_of_io/actions.hpp"

#include <algorithm>

#include "games/gardens_of_io/tables.hpp"

namespace cloche::gardens_of_io {

std::string cell_text(int cell) {
  assert(cell >= 0 && cell < kCells);
  return {static_cast<char>('a' + cell % kStride), static_cast<char>('1' + cell / kStride)};
}

std::optional<int> parse_cell(std::string_view text) {
  if (text.size() != 2) return std::nullopt;
  const int column = text[0] - 'a';
  const int row = text[1] - '1';
  if (column < 0 || column >= kStride || row < 0 || row >= kStride) return std::nullopt;
  return row * kStride + column;
}

std::string decision_text(const Tables& tables, Action action) {
  assert(action < kNumActions);
  if (is_plant(action)) return std::string{tables.colour_id(plant_colour(action)), '@'} + cell_text(plant_cell(action));
  if (action == kSkip) return "skip";
  if (is_special(action)) return std::string(kSpecialWords[static_cast<std::size_t>(special_of(action))]);
  return cell_text(cell_of(action));
}

std::optional<Action> parse_decision(const Tables& tables, std::string_view text) {
  if (text == "skip") return static_cast<Action>(kSkip);
  const auto* const word = std::find(kSpecialWords.begin(), kSpecialWords.end(), text);
  if (word != kSpecialWords.end()) return special_action(static_cast<int>(word - kSpecialWords.begin()));
  if (const auto cell = parse_cell(text)) return cell_action(*cell);
  if (text.size() < 2 || text[1] != '@') return std::nullopt;
  const int colour = tables.colour_of_id(text[0]);
  const auto cell = parse_cell(text.substr(2));
  if (colour < 0 || !cell) return std::nullopt;
  return plant_action(colour, *cell);
}

}  // namespace cloche::gardens_of_io
