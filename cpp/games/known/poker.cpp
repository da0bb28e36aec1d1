#include "games/known/poker.hpp"

namespace cloche::known {

Value cards_value(const Cards& cards, int hidden) {
  ValueList list;
  for (int p = 0; p < dealt(cards); ++p) {
    list.push_back(rank_or_null(p == hidden ? -1 : cards[static_cast<std::size_t>(p)]));
  }
  return list;
}

int read_rank(const Reader& card) {
  const std::string* text = card.value().as_text();
  const std::size_t rank = text != nullptr && text->size() == 1 ? kRankLetters.find(*text) : std::string_view::npos;
  if (rank != std::string_view::npos) return static_cast<int>(rank);
  card.fault("should be 'J', 'Q' or 'K'");
  return -1;
}

Cards read_cards(const Reader& list, int hidden) {
  Cards cards{-1, -1};
  const std::vector<Reader> items = list.items();
  if (items.size() > cards.size()) {
    list.fault("has " + std::to_string(items.size()) + " items, should have at most 2");
    return cards;
  }
  for (std::size_t p = 0; p < items.size(); ++p) {
    if (static_cast<int>(p) != hidden) {
      cards[p] = static_cast<std::int8_t>(read_rank(items[p]));
    } else {
      if (!items[p].is_null()) items[p].fault("should be null, the observer does not see it");
      cards[p] = 0;
    }
  }
  return cards;
}

std::vector<int> read_words(const Reader& list, std::span<const std::string_view> words, int most) {
  std::vector<int> places;
  const std::vector<Reader> items = list.items();
  if (items.size() > static_cast<std::size_t>(most)) {
    list.fault("has " + std::to_string(items.size()) + " items, should have at most " + std::to_string(most));
    return places;
  }
  for (const Reader& item : items) places.push_back(item.one_of({words.begin(), words.end()}));
  return places;
}

}  // namespace cloche::known
