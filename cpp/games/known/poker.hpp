// What the two poker games share: cards J, Q and K, of which a player sees the own one until hands are shown.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.hpp"
#include "games/known/common.hpp"

namespace cloche::known {

inline constexpr int kRanks = 3;
inline constexpr std::string_view kRankLetters = "JQK";
inline constexpr Action kHiddenCard = 9;             // H-5: a card dealt to the other
inline constexpr int kShownHands = kRanks * kRanks;  // outcomes of a `show` node
using Cards = std::array<std::int8_t, kTwoPlayers>;  // ranks; -1 while there is none

[[nodiscard]] constexpr Action shown_hands(const Cards& cards) {
  return static_cast<Action>(kRanks * cards[0] + cards[1]);
}
[[nodiscard]] inline std::string rank_text(int rank) {
  return std::string(1, kRankLetters[static_cast<std::size_t>(rank)]);
}
[[nodiscard]] inline Value rank_or_null(int rank) {
  if (rank < 0) return {};
  return rank_text(rank);
}
[[nodiscard]] inline std::string shown_text(Action hands) {
  return rank_text(hands / kRanks) + rank_text(hands % kRanks);
}
[[nodiscard]] constexpr int dealt(const Cards& cards) {
  return (cards[0] >= 0) + (cards[1] >= 0);
}

// The cards dealt; null for that of the player `hidden`, if any.
[[nodiscard]] Value cards_value(const Cards& cards, int hidden);

// The rank of a letter, -1 on a fault.
[[nodiscard]] int read_rank(const Reader& card);

// Reads such a list. The card of the player `hidden`, if any, must be null and is given as 0.
[[nodiscard]] Cards read_cards(const Reader& list, int hidden);

// Places in `words` of a list of at most `most` of them; a fault otherwise.
[[nodiscard]] std::vector<int> read_words(const Reader& list, std::span<const std::string_view> words, int most);

// One-hot of the card that a player has, in the next kRanks places; nothing for -1.
inline std::span<float> write_rank(std::span<float> tensor, int rank) {
  for (int r = 0; r < kRanks; ++r) tensor[static_cast<std::size_t>(r)] = r == rank ? 1.0F : 0.0F;
  return tensor.subspan(kRanks);
}

}  // namespace cloche::known
