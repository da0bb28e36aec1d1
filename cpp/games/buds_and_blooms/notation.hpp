// Words of positions as data and texts (seeds/buds_and_blooms/state.md), shared by writing and reading.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "games/buds_and_blooms/state.hpp"

namespace cloche::buds_and_blooms {

inline constexpr std::array<std::string_view, kPhases> kPhaseWords{"card",       "face",        "turn", "back", "draw", "look", "move",
                                                                   "play_taken", "play_insert", "grow", "take", "sun",  "rain", "over"};
inline constexpr std::array<std::string_view, kCauses> kCauseWords{"discard", "power", "again", "weather"};
inline constexpr std::array<std::string_view, 2> kWeatherWords{"sun", "rain"};

// `sun`, in a single deck `0.sun`.
[[nodiscard]] inline std::string back_text(const Tables& tables, int deck, int weather) {
  std::string text;
  if (tables.single_deck) {
    text += std::to_string(deck);
    text += '.';
  }
  text += kWeatherWords[static_cast<std::size_t>(weather)];
  return text;
}

// `R4`
[[nodiscard]] inline std::string combo_text(const Tables& tables, int combo) {
  std::string text(1, tables.colour_ids[static_cast<std::size_t>(colour_of(combo))]);
  text += std::to_string(number_of(combo));
  return text;
}

// `1.0`: a bed from 1, then cards below.
[[nodiscard]] inline std::string place_text(int place) {
  std::string text = std::to_string(place / kMaxInFlower + 1);
  text += '.';
  text += std::to_string(place % kMaxInFlower);
  return text;
}

// Draw of a card number, from 1.
[[nodiscard]] inline int draw_of(const Tables& tables, int card) {
  return (tables.single_deck ? card : card % kMaxFaces) + 1;
}

// `1.7`: deck and draw, in a single deck the draw alone.
[[nodiscard]] inline std::string card_text(const Tables& tables, int card) {
  std::string text;
  if (!tables.single_deck) {
    text += std::to_string(card / kMaxFaces);
    text += '.';
  }
  text += std::to_string(draw_of(tables, card));
  return text;
}

}  // namespace cloche::buds_and_blooms
