// What the small games share: two players, a prior that knows nothing, boards written as rows of characters.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "core/game.hpp"
#include "core/observation.hpp"

namespace cloche::known {

inline constexpr int kTwoPlayers = 2;
inline constexpr char kEmptyCharacter = '.';
inline constexpr std::array<char, kTwoPlayers> kMarks{'X', 'O'};

inline constexpr std::string_view kHiddenText = "hidden";  // what another player sees of a private outcome

inline void check_players(const GameSpec& spec, Faults& faults) {
  faults.require(spec.players == kTwoPlayers, "players", "is " + std::to_string(spec.players) + ", should be 2");
}

// Throws InvalidInput unless two play and no option is given.
inline void check_no_options(const GameSpec& spec, const std::string& game) {
  Faults faults;
  check_players(spec, faults);
  Reader(spec.options, "options", faults).expect_keys({});
  faults.raise_if_any(game);
}

// 1 for the winner, otherwise 0; `winner` -1 while there is none.
[[nodiscard]] inline PerPlayer<int> scores_of_winner(int winner) {
  PerPlayer<int> scores;
  for (int p = 0; p < kTwoPlayers; ++p) scores.push(p == winner ? 1 : 0);
  return scores;
}

// What the winner of a pot wins and the other loses.
[[nodiscard]] inline PerPlayer<int> scores_of_pot(int winner, int chips) {
  PerPlayer<int> scores;
  for (int p = 0; p < kTwoPlayers; ++p) scores.push(p == winner ? chips : -chips);
  return scores;
}

// M-50: scores, which are 0 before the end.
[[nodiscard]] inline PerPlayer<double> returns_of_stakes(const PerPlayer<int>& scores) {
  PerPlayer<double> returns;
  for (const int score : scores) returns.push(score);
  return returns;
}

template <class S>
[[nodiscard]] PerPlayer<double> returns_when_over(const S& state) {
  return state.mover() == kTerminal ? returns_by_rank(state.ranks()) : PerPlayer<double>(kTwoPlayers, 0.0);
}

template <class List, class Weights>
void even_prior(const List& list, Weights& weights) {
  weights.clear();
  weights.resize(list.size(), 1);
}

// The legal action with exactly this text.
template <class S>
[[nodiscard]] std::optional<Action> find_by_text(const S& state, std::string_view text) {
  LegalList<S> list;
  state.legal(list);
  for (const Action action : list) {
    if (state.action_text(action) == text) return action;
  }
  return std::nullopt;
}

// Everybody sees everything: the observer's number, then the whole position.
[[nodiscard]] inline Value observation_by(int observer, const Value& position) {
  ValueObject object{{"observer", observer}};
  object.insert(object.end(), position.as_object()->begin(), position.as_object()->end());
  return object;
}

// An observation without its observer, and the observer's number; throws InvalidInput where that is no player.
struct Observed {
  int observer;
  Value position;
};
[[nodiscard]] inline Observed read_observer(const Value& observation) {
  Value position = without_observer(observation, kTwoPlayers);
  int observer = 0;
  for (const auto& [key, value] : *observation.as_object()) {
    if (key == "observer") observer = static_cast<int>(*value.as_int());
  }
  return {observer, std::move(position)};
}

// A player's number, or null when over.
[[nodiscard]] inline Value player_value(int mover) {
  return mover >= 0 ? Value(mover) : Value();
}

[[nodiscard]] inline Value number_or_null(int number, bool is_known) {
  if (!is_known) return {};
  return number;
}

// 0 or 1, or -1 for null.
[[nodiscard]] inline int read_player(const Reader& player) {
  return player.is_null() ? -1 : static_cast<int>(player.whole(0, kTwoPlayers - 1));
}

// The rows of a board, topmost first; `mark_at(row, column)` is a player or -1.
template <class MarkAt>
[[nodiscard]] Value rows_value(int rows, int columns, const MarkAt& mark_at) {
  ValueList list;
  for (int row = 0; row < rows; ++row) {
    std::string text;
    for (int column = 0; column < columns; ++column) {
      const int player = mark_at(row, column);
      text += player < 0 ? kEmptyCharacter : kMarks[static_cast<std::size_t>(player)];
    }
    list.emplace_back(std::move(text));
  }
  return list;
}

// Reads such rows; calls `put(row, column, player)` for each mark. At most one fault a row.
template <class Put>
void read_rows(const Reader& board, int rows, int columns, const Put& put) {
  int row = 0;
  for (const Reader& item : board.items(rows)) {
    const std::string* text = item.value().as_text();
    if (text == nullptr || text->size() != static_cast<std::size_t>(columns)) {
      item.fault("should be a text of " + std::to_string(columns) + " characters");
    } else if (text->find_first_not_of({kEmptyCharacter, kMarks[0], kMarks[1]}) != std::string::npos) {
      item.fault("should hold only the characters '.', 'X' and 'O'");
    } else {
      for (int column = 0; column < columns; ++column) {
        const char character = (*text)[static_cast<std::size_t>(column)];
        if (character != kEmptyCharacter) put(row, column, character == kMarks[0] ? 0 : 1);
      }
    }
    ++row;
  }
}

}  // namespace cloche::known
