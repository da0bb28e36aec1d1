// Reading a position or an observation of Bloom Town: keys, types and ranges (seeds/bloom_town/state.md, S-1, S-2, O-1).
#include <algorithm>

#include "games/bloom_town/laws.hpp"
#include "games/bloom_town/notation.hpp"

namespace cloche::bloom_town {
namespace {

constexpr int kMaxNumber = 255;  // S-1

}  // namespace

void Judge::read(const Reader& file) {
  using Item = const Reader&;
  if (observed_) {
    file.expect_keys({"observer", "phase", "player", "towns", "points", "tokens", "hands", "hidden", "kept", "market", "stacks",
                      "left_over", "community", "by_token", "out", "emptied", "used", "extra_due", "cell"});
    part(kObserver, file.at("observer"), [&](Item item) { observer_ = static_cast<int>(item.whole(0, players() - 1)); });
  } else {
    file.expect_keys({"phase", "player", "towns", "points", "tokens", "hands", "hidden", "kept", "market", "stacks", "left_over",
                      "community", "by_token", "out", "pool", "emptied", "used", "extra_due", "cell"});
  }
  const std::vector<std::string> phases{kPhaseWords.begin(), kPhaseWords.end()};
  const auto town_count = static_cast<std::size_t>(players());
  part(kPhase, file.at("phase"), [&](Item item) { at_.phase = static_cast<Phase>(std::max(0, item.one_of(phases))); });
  part(kPlayer, file.at("player"), [&](Item item) {
    if (!item.is_null()) player_ = static_cast<int>(item.whole(0, players() - 1));
  });
  part(kTowns, file.at("towns"), [&](Item item) {
    std::size_t player = 0;
    for (const Reader& town : item.items(players())) read_town(town, player++);
  });
  part(kPoints, file.at("points"), [&](Item item) { read_numbers(item, players(), tables_.score_bounds().high, at_.points.data()); });
  part(kTokens, file.at("tokens"), [&](Item item) { at_.tokens = read_bits(item, players()); });
  part(kHands, file.at("hands"), [&](Item item) { read_hands(item, false); });
  part(kHiddenTiles, file.at("hidden"), [&](Item item) { read_hands(item, true); });
  part(kKept, file.at("kept"), [&](Item item) { read_kinds(item, town_count, at_.kept.data()); });
  part(kMarket, file.at("market"), [&](Item item) { read_kinds(item, kStacks, at_.market.data()); });
  part(kStackSizes, file.at("stacks"), [&](Item item) { read_numbers(item, kStacks, kMaxNumber, at_.stacks.data()); });
  part(kLeftOver, file.at("left_over"), [&](Item item) { at_.left_over = static_cast<std::uint8_t>(item.whole(0, kMaxNumber)); });
  part(kCommunityOut, file.at("community"), [&](Item item) { read_numbers(item, kTypes, kMaxNumber, community_.data()); });
  part(kByToken, file.at("by_token"), [&](Item item) { at_.by_token = read_bits(item, kTypes); });
  part(kOut, file.at("out"), [&](Item item) { read_numbers(item, kKinds, kMaxNumber, at_.out.data()); });
  if (!observed_) part(kPool, file.at("pool"), [&](Item item) { read_numbers(item, kKinds, kMaxNumber, at_.face_down.data()); });
  part(kEmptied, file.at("emptied"), [&](Item item) { read_emptied(item); });
  part(kUsed, file.at("used"), [&](Item item) { read_used(item); });
  part(kExtraDue, file.at("extra_due"), [&](Item item) { at_.extra_due = item.boolean(); });
  part(kCell, file.at("cell"), [&](Item item) { read_cell(item); });
}

void Judge::read_town(const Reader& item, std::size_t player) {
  int row = 0;
  for (const Reader& line : item.items(tables_.size)) read_row(line, row++, at_.towns[player]);
}

// At most one fault a row.
void Judge::read_row(const Reader& item, int row, Town& town) const {
  const std::string* text = item.value().as_text();
  if (text == nullptr || text->size() != static_cast<std::size_t>(tables_.size))
    return item.fault("should be a text of " + std::to_string(tables_.size) + " characters");
  const std::string allowed = kEmptyCharacter + std::string(kKindCharacters);
  if (text->find_first_not_of(allowed) != std::string::npos)
    return item.fault("S-2: should hold only the characters " + allowed + ": empty square and the kinds");
  for (int column = 0; column < tables_.size; ++column) {
    const std::size_t kind = kKindCharacters.find((*text)[static_cast<std::size_t>(column)]);
    if (kind != std::string_view::npos) town.put(static_cast<int>(kind), row * kStride + column);
  }
}

// kNoKind on a fault.
int Judge::read_kind(const Reader& item) const {
  const std::string* text = item.value().as_text();
  const std::size_t kind = text != nullptr && text->size() == 1 ? kKindCharacters.find(text->front()) : std::string_view::npos;
  if (kind != std::string_view::npos) return static_cast<int>(kind);
  item.fault("S-2: should be one of the characters " + std::string(kKindCharacters));
  return kNoKind;
}

void Judge::read_hands(const Reader& list, bool hidden) {
  std::size_t player = 0;
  for (const Reader& hand : list.items(players())) {
    const bool veiled = observed_ && hidden && good(kObserver) && player != static_cast<std::size_t>(observer_);
    std::vector<int>& kinds = hidden ? hidden_[player] : open_[player];
    ++player;
    const std::vector<Reader> items = hand.items();
    if (items.size() > static_cast<std::size_t>(tables_.in_hand)) {
      hand.fault("has " + std::to_string(items.size()) + " tiles, should have at most " + std::to_string(tables_.in_hand));
      continue;
    }
    for (const Reader& item : items) {
      const bool judged = !observed_ || !hidden || good(kObserver);  // else nobody knows whose tiles should be null
      if (veiled && !item.is_null()) item.fault("O-1: should be null, a tile that the observer does not know");
      if (veiled || (!judged && item.is_null())) kinds.push_back(kVeiled);
      else kinds.push_back(read_kind(item));
    }
    if (!std::is_sorted(kinds.begin(), kinds.end())) hand.fault("S-2: should be sorted in the order of the kinds");
  }
}

void Judge::read_kinds(const Reader& list, std::size_t count, std::uint8_t* kinds) const {
  for (const Reader& item : list.items(static_cast<int>(count))) {
    *kinds++ = item.is_null() ? kNoKind : static_cast<std::uint8_t>(read_kind(item));
  }
}

template <class Number>
void Judge::read_numbers(const Reader& list, int count, int most, Number* numbers) const {
  for (const Reader& item : list.items(count)) *numbers++ = static_cast<Number>(item.whole(0, most));
}

std::uint8_t Judge::read_bits(const Reader& list, int count) const {
  unsigned bits = 0;
  int place = 0;
  for (const Reader& item : list.items(count)) bits |= (item.boolean() ? 1U : 0U) << place++;
  return static_cast<std::uint8_t>(bits);
}

void Judge::read_emptied(const Reader& list) {
  const std::vector<Reader> items = list.items();
  if (items.size() > static_cast<std::size_t>(kStacks)) return list.fault("S-2: should hold different numbers 1 to 5");
  for (const Reader& item : items) {
    const int space = static_cast<int>(item.whole(1, kStacks)) - 1;
    if (is_emptied(space)) item.fault("S-2: should be another number than those before");
    else emptied_.push_back(space);
  }
}

void Judge::read_used(const Reader& list) {
  const std::vector<Reader> items = list.items();
  if (items.size() > kUsedWords.size()) return list.fault("S-2: should hold different words");
  int last = -1;
  for (const Reader& item : items) {
    const int word = item.one_of({kUsedWords.begin(), kUsedWords.end()});
    if (word < 0) continue;
    if (word <= last) item.fault("S-2: should be different words in their order");
    last = word;
    at_.used = static_cast<std::uint8_t>(at_.used | 1U << (kDouble + word));
  }
}

void Judge::read_cell(const Reader& cell) {
  if (cell.is_null()) return;
  const std::string* text = cell.value().as_text();
  const auto found = text != nullptr ? parse_cell(*text) : std::nullopt;
  if (!found || !has(tables_.board, *found)) return cell.fault("S-2: should be a square of the town, as 'c3', or null");
  at_.cell = static_cast<std::uint8_t>(*found);
}

}  // namespace cloche::bloom_town
