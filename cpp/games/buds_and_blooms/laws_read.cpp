// Reading a position or an observation of Buds and Blooms: keys, types and ranges (seeds/buds_and_blooms/state.md, S-1, O-1).
#include <algorithm>

#include "games/buds_and_blooms/laws.hpp"
#include "games/buds_and_blooms/notation.hpp"

namespace cloche::buds_and_blooms {
namespace {

int small(std::int64_t n) {
  return static_cast<int>(n);
}

}  // namespace

void Judge::read(const Reader& file) {
  using Item = const Reader&;
  if (observed_) {
    file.expect_keys(
        {"observer", "phase", "player", "beds", "flowers", "sheds", "hands", "compost", "looked", "piles", "cause", "place", "bloom"});
    part(kObserverPart, file.at("observer"), [&](Item item) { observer_ = small(item.whole(0, players() - 1)); });  // O-1
  } else {
    file.expect_keys({"phase", "player", "beds", "flowers", "sheds", "hands", "compost", "looked", "piles", "cause", "place", "bloom"});
  }
  const std::vector<std::string> phases{kPhaseWords.begin(), kPhaseWords.end()};
  const std::vector<std::string> causes{kCauseWords.begin(), kCauseWords.end()};
  part(kPhasePart, file.at("phase"), [&](Item item) { at_.phase = static_cast<Phase>(std::max(0, item.one_of(phases))); });
  part(kPlayerPart, file.at("player"), [&](Item item) {
    if (!item.is_null()) player_ = small(item.whole(0, players() - 1));
  });
  part(kBedsPart, file.at("beds"), [&](Item item) { read_beds(item); });
  part(kFlowersPart, file.at("flowers"), [&](Item item) { read_flowers(item); });
  part(kShedsPart, file.at("sheds"), [&](Item item) {
    std::size_t player = 0;
    for (const Reader& shed : item.items(players())) read_shed(shed, sheds_[player++]);
  });
  part(kHandsPart, file.at("hands"), [&](Item item) {
    std::size_t player = 0;
    for (const Reader& hand : item.items(players())) read_cards(hand, kMaxCards, true, hands_[player++]);
  });
  part(kCompostPart, file.at("compost"), [&](Item item) { read_cards(item, kMaxCards, true, compost_); });
  part(kLookedPart, file.at("looked"), [&](Item item) { read_cards(item, kMaxLook, false, looked_); });
  part(kPilesPart, file.at("piles"), [&](Item item) { read_piles(item); });
  part(kCausePart, file.at("cause"), [&](Item item) {
    if (!item.is_null()) at_.cause = static_cast<Cause>(1 + std::max(-1, item.one_of(causes)));
  });
  part(kPlacePart, file.at("place"), [&](Item item) { read_place(item); });
  part(kBloomPart, file.at("bloom"), [&](Item item) {
    if (!item.is_null()) {
      item.expect_keys({"face", "deck"});
      bloom_ = read_open_card(item);
    }
  });
  assemble();
}

void Judge::read_beds(const Reader& list) {
  const std::vector<Reader> items = list.items();
  if (items.size() > at(tables_.slots)) return list.fault("S-1: should have at most " + std::to_string(tables_.slots) + " beds");
  for (const Reader& item : items) {
    item.expect_keys({"card", "face", "turn"});
    BedCard bed;
    bed.card = std::max(0, item.at("card").one_of(tables_.bed_ids));
    const auto bit = [](const Reader& number) { return number.is_null() ? kNull : small(number.whole(0, 1)); };
    bed.face = bit(item.at("face"));
    bed.turn = bit(item.at("turn"));
    beds_.push_back(bed);
  }
}

void Judge::read_flowers(const Reader& list) {
  std::size_t player = 0;
  for (const Reader& slots : list.items(players())) {
    std::size_t slot = 0;
    for (const Reader& flower : slots.items(tables_.slots)) read_flower(flower, flowers_[player][slot++]);
    ++player;
  }
}

void Judge::read_flower(const Reader& list, OpenCards& flower) const {
  const std::vector<Reader> items = list.items();
  if (items.size() > std::size_t{kMaxInFlower})
    return list.fault("S-8: has " + std::to_string(items.size()) + " cards, no rule allows more than " + std::to_string(kMaxInFlower));
  for (const Reader& item : items) {
    const int before = faults_.size();
    item.expect_keys({"face", "deck", "as", "stages"});
    OpenCard card = read_open_card(item);
    const Reader as = item.at("as");
    const std::string* text = as.value().as_text();
    const bool two = text != nullptr && text->size() == 2;
    const std::size_t colour = two ? tables_.colour_ids.find(text->front()) : std::string::npos;
    const int number = two ? text->back() - '0' : 0;
    if (colour == std::string::npos || number < 1 || number > kNumbers) as.fault("S-1: should be a colour and a number 1 to 6, as 'R4'");
    else card.combo = static_cast<int>(colour) * kNumbers + number - 1;
    card.stages = small(item.at("stages").whole(1, kMaxStages));
    if (faults_.size() == before) flower.push_back(std::move(card));
  }
}

// 0 on a fault.
int Judge::read_face(const Reader& face) const {
  const int place = face.one_of(tables_.present_ids);
  return place < 0 ? 0 : tables_.present_faces[static_cast<std::size_t>(place)];
}

Judge::OpenCard Judge::read_open_card(const Reader& item) const {
  OpenCard card;
  card.path = item.path();
  card.face = read_face(item.at("face"));
  card.deck = small(item.at("deck").whole(0, tables_.decks() - 1));
  return card;
}

void Judge::read_shed(const Reader& list, OpenCards& shed) const {
  std::pair<int, int> last{-1, -1};
  for (const Reader& item : list.items()) {
    const int before = faults_.size();
    item.expect_keys({"face", "deck"});
    OpenCard card = read_open_card(item);
    if (faults_.size() != before) continue;
    const std::pair<int, int> order{card.face, card.deck};
    if (order <= last) item.fault("S-1: should come after the one before by face, then deck");
    last = order;
    shed.push_back(std::move(card));
  }
}

Judge::NumberedCard Judge::read_card(const Reader& item) const {
  item.expect_keys({"deck", "draw", "back", "face", "known"});
  NumberedCard card;
  card.path = item.path();
  card.deck = small(item.at("deck").whole(0, tables_.decks() - 1));
  card.draw = small(item.at("draw").whole(1, tables_.pile_size()));
  card.card = (tables_.single_deck ? 0 : kMaxFaces * card.deck) + card.draw - 1;
  card.weather = std::max(0, item.at("back").one_of({kWeatherWords.begin(), kWeatherWords.end()}));
  const Reader face = item.at("face");
  if (!observed_ || !face.is_null()) card.face = read_face(face);
  int last = -1;
  for (const Reader& who : item.at("known").items()) {
    const int player = small(who.whole(0, players() - 1));
    if (player <= last) who.fault("S-1: should be another player than those before, in their order");
    last = std::max(last, player);
    card.known |= 1U << player;
  }
  return card;
}

void Judge::read_cards(const Reader& list, int most, bool ascending, NumberedCards& cards) const {
  const std::vector<Reader> items = list.items();
  if (items.size() > at(most))
    return list.fault("has " + std::to_string(items.size()) + " cards, should have at most " + std::to_string(most));
  int last = -1;
  for (const Reader& item : items) {
    const int before = faults_.size();
    NumberedCard card = read_card(item);
    if (faults_.size() != before) continue;
    if (ascending && card.card <= last) item.fault("S-1: should have a higher card number than the one before");
    last = std::max(last, card.card);
    cards.push_back(std::move(card));
  }
}

void Judge::read_piles(const Reader& list) {
  std::size_t pile = 0;
  for (const Reader& item : list.items(tables_.piles())) {
    item.expect_keys({"drawn", "top", "under"});
    at_.drawn[pile] = static_cast<std::uint8_t>(item.at("drawn").whole(0, tables_.pile_size()));
    read_top(item.at("top"), pile);
    read_cards(item.at("under"), kMaxUnder, false, under_[pile]);
    ++pile;
  }
}

void Judge::read_top(const Reader& top, std::size_t pile) {
  if (top.is_null()) return;
  std::vector<std::string> backs;
  backs.reserve(kBacks);
  for (int back = 0; back < (tables_.single_deck ? kBacks : 2); ++back) backs.push_back(back_text(tables_, back >> 1, back & 1));
  const int back = top.one_of(backs);
  if (back >= 0) at_.top[pile] = static_cast<std::uint8_t>(back);
}

void Judge::read_place(const Reader& place) {
  if (place.is_null()) return;
  const std::string text = place.text();
  for (int id = 0; id < kPlaces; ++id) {
    if (place_text(id) == text) place_ = id;
  }
  if (place_ == kNull || place_ / kMaxInFlower >= tables_.slots)
    place.fault("S-1: should be a bed and a number of cards below, as '1.0', or null");
}

// The position of what was read, as far as it can be one: only questions may be asked of it.
void Judge::assemble() {
  if (player_ != kNull) at_.player = static_cast<std::uint8_t>(player_);
  for (std::size_t slot = 0; good(kBedsPart) && slot < beds_.size(); ++slot) {
    const auto or_none = [](int n) { return n == kNull ? kNone : static_cast<std::uint8_t>(n); };
    at_.bed_card[slot] = static_cast<std::uint8_t>(beds_[slot].card);
    at_.bed_face[slot] = or_none(beds_[slot].face);
    at_.bed_turn[slot] = at_.bed_face[slot] == kNone ? kNone : or_none(beds_[slot].turn);
  }
  for (std::size_t player = 0; player < flowers_.size(); ++player) {
    for (std::size_t slot = 0; slot < flowers_[player].size(); ++slot) {
      Flower& flower = at_.flowers[player][slot];
      for (const OpenCard& card : flowers_[player][slot]) {
        if (!tables_.is_flower(card.face) || card.stages == 0) continue;
        flower.cards[flower.size++] = laid(card.face, card.deck, card.stages);
        if (tables_.is_bud(card.face))
          at_.played_as[at(card.deck * kMaxBuds + tables_.bud_of(card.face))] = static_cast<std::uint8_t>(card.combo);
      }
    }
    for (const OpenCard& card : sheds_[player]) {
      if (tables_.is_flower(card.face)) continue;
      const int bit = card.deck * kMaxTools + tables_.tool_of[at(card.face)];
      at_.sheds[player] = static_cast<std::uint8_t>(at_.sheds[player] | 1U << bit);
    }
    for (const NumberedCard& card : hands_[player]) at_.hands[player] |= card_bit(card.card);
    for (const NumberedCard& card : under_[player]) at_.under[player][at_.under_count[player]++] = static_cast<std::uint8_t>(card.card);
  }
  for (const NumberedCard& card : compost_) at_.compost |= card_bit(card.card);
  for (const NumberedCard& card : looked_) at_.looked[at_.looked_count++] = static_cast<std::uint8_t>(card.card);
  each_numbered([&](const NumberedCard& card) {
    at_.faces[at(card.card)] = static_cast<std::uint8_t>(std::max(0, card.face));
    if (card.face == kNull) hidden_ |= card_bit(card.card);
    if (card.weather == 0) at_.sun |= card_bit(card.card);
    if (card.deck == 1) at_.second |= card_bit(card.card);
    for (std::size_t player = 0; player < at_.known.size(); ++player) {
      if ((card.known >> player & 1U) != 0) at_.known[player] |= card_bit(card.card);
    }
  });
  if (bloom_) at_.bloom = laid(bloom_->face, bloom_->deck, 1);
  if (good(kPlacePart) && place_ != kNull) at_.place = static_cast<std::uint8_t>(place_);
  state_ = State(tables_, at_);
}

}  // namespace cloche::buds_and_blooms
