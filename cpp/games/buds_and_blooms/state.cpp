#include "games/buds_and_blooms/state.hpp"

#include <algorithm>

namespace cloche::buds_and_blooms {
namespace {

// Bit face * 3 for each of nine faces.
constexpr auto kSpreadFaces = [] {
  std::array<std::uint32_t, 512> table{};
  for (std::uint32_t faces = 0; faces < table.size(); ++faces) {
    for (std::uint32_t i = 0; i < 9; ++i) table[faces] |= (faces >> i & 1U) << (3 * i);
  }
  return table;
}();

// Bit face * 3 for each bloom.
std::uint64_t spread(Faces blooms) {
  return kSpreadFaces[blooms & 511U] | std::uint64_t{kSpreadFaces[blooms >> 9 & 511U]} << 27;
}

constexpr std::uint64_t kColourBits = (std::uint64_t{1} << (kNumbers * kMaxSlots)) - 1;
constexpr std::uint64_t kEveryBed = 0b111;

}  // namespace

State::State(const Tables& tables) : tables_(&tables) {
  derive();
}

State::State(const Tables& tables, const Position& at) : tables_(&tables), at_(at) {
  derive();
}

// ---- Cached fields

int State::combo_of(std::uint8_t card) const {
  const int face = laid_face(card);
  if (tables_->is_bloom(face)) return tables_->bloom_combo[at(face)];
  return at_.played_as[at(laid_deck(card) * kMaxBuds + tables_->bud_of(face))];
}

void State::note_key(Flower& flower) const {
  if (flower.empty()) {
    flower.key = 0;
    return;
  }
  const int combo = combo_of(flower.top());
  const bool fallen = flower.size > 1 && number_of(combo) < number_of(combo_of(flower.card(flower.size - 2)));
  flower.key = key_of(combo, fallen);
}

void State::derive_flower(Flower& flower) const {
  flower.shown = 0;
  flower.hides = 0;
  for (int place = 0; place < flower.size; ++place) {
    const std::uint8_t card = flower.card(place);
    const auto face = at(laid_face(card));
    flower.shown += tables_->shows[face][at(laid_stages(card))];
    const bool hides = place + 1 < flower.size && laid_stages(card) < tables_->stages[face];
    flower.hides = static_cast<std::uint16_t>(flower.hides | (hides ? 1U : 0U) << place);
  }
  note_key(flower);
}

void State::derive() {
  at_.open.fill(0);
  for (int player = 0; player < tables_->player_count; ++player) {
    for (int slot = 0; slot < tables_->slots; ++slot) {
      Flower& flower = at_.flowers[at(player)][at(slot)];
      derive_flower(flower);
      for (int place = 0; place < flower.size; ++place)
        at_.open[at(laid_deck(flower.card(place)))] |= Faces{1} << laid_face(flower.card(place));
      const bool complete = at_.bed_turn[at(slot)] != kNone;
      at_.beds[at(player)][at(slot)] = static_cast<std::uint8_t>(
          complete ? at_.bed_card[at(slot)] * 4 + at_.bed_face[at(slot)] * 2 + (at_.bed_turn[at(slot)] ^ player) : 0);
    }
    for (unsigned rest = at_.sheds[at(player)]; rest != 0; rest &= rest - 1) {
      const int tool = std::countr_zero(rest);
      at_.open[at(tool / kMaxTools)] |= Faces{1} << tables_->tool_face[at(tool % kMaxTools)];
    }
  }
  if (at_.bloom != kNone) at_.open[at(laid_deck(at_.bloom))] |= Faces{1} << laid_face(at_.bloom);
  for (int deck = 0; deck < tables_->decks(); ++deck) at_.left[at(deck)] = free_faces(deck, 0);
}

Faces State::faces_on(Cards cards) const {
  Faces faces = 0;
  for (; cards != 0; cards &= cards - 1) faces |= Faces{1} << (at_.faces[at(std::countr_zero(cards))] & 31U);
  return faces;
}

Faces State::free_faces(int deck, Cards hidden) const {
  const Cards of_deck = deck == 1 ? at_.second : ~at_.second;
  return tables_->all_faces() & ~at_.open[at(deck)] & ~faces_on(at_.numbered() & ~hidden & of_deck);
}

Cards State::zone_b(int pile) const {
  const int first = kMaxFaces * pile + tables_->zone_begin();
  const int count = tables_->zone_end() - tables_->zone_begin();
  return ((Cards{1} << count) - 1) << first;
}

Cards State::looked() const {
  Cards cards = 0;
  for (int i = 0; i < at_.looked_count; ++i) cards |= card_bit(at_.looked[at(i)]);
  return cards;
}

// ---- What is legal

std::uint64_t State::growths(int player) const {  // BB-14
  const auto& flowers = at_.flowers[at(player)];
  return flowers[0].hides | std::uint64_t{flowers[1].hides} << kMaxInFlower | std::uint64_t{flowers[2].hides} << 2 * kMaxInFlower;
}

std::uint64_t State::blooms_on_top(int player) const {  // BB-11
  std::uint64_t fits = 0;
  for (int slot = 0; slot < tables_->slots; ++slot) fits |= bed(player, slot).blooms[flower(player, slot).key] << slot;
  return fits;
}

BedCombos State::combos_on_top(int player) const {  // BB-11, BB-13
  BedCombos fits = 0;
  for (int slot = 0; slot < tables_->slots; ++slot) fits |= bed(player, slot).combos[flower(player, slot).key] << slot;
  return fits;
}

Combos State::combos_held(Faces faces) const {
  Combos held = 0;
  for (Faces rest = faces & tables_->flowers; rest != 0; rest &= rest - 1) held |= tables_->combos[at(std::countr_zero(rest))];
  return held;
}

Combos State::insertions(int player, int slot, int below) const {  // BB-12, BB-19
  const Bed& bed = this->bed(player, slot);
  const Flower& flower = this->flower(player, slot);
  const int above = combo_of(flower.card(below));
  const int n = number_of(above);
  if (below > 0) {
    if (bed.alternate || bed.consecutive) return 0;
    const int m = number_of(combo_of(flower.card(below - 1)));
    unsigned numbers = numbers_above(std::min(m, n)) & numbers_below(std::max(m, n));
    if (bed.direction == Direction::kUpDown) {
      const bool last_rise = m < n && (below + 1 == flower.size || number_of(combo_of(flower.card(below + 1))) < n);
      const bool first_fall = m > n && (below == 1 || number_of(combo_of(flower.card(below - 2))) < m);
      if (last_rise || first_fall) numbers |= numbers_above(std::max(m, n));
    }
    return bed.combos_of(bed.colours, numbers);
  }
  unsigned numbers = 0;
  const bool rises = flower.size > 1 && number_of(combo_of(flower.card(1))) > n;
  if (bed.direction != Direction::kDown) numbers |= numbers_below(n);
  if (bed.direction == Direction::kDown || (bed.direction == Direction::kUpDown && !rises)) numbers |= numbers_above(n);
  if (bed.consecutive) numbers &= numbers_beside(n);
  return bed.combos_of(bed.alternate ? bed.colours & ~(1U << colour_of(above)) : bed.colours, numbers);
}

bool State::obeys(int player, int slot) const {  // BB-12
  const Bed& bed = this->bed(player, slot);
  const Flower& flower = this->flower(player, slot);
  std::uint8_t key = 0;
  for (int place = 0; place < flower.size; ++place) {
    const int combo = combo_of(flower.card(place));
    if ((bed.on_top(key) >> combo & 1U) == 0) return false;
    key = key_of(combo, place > 0 && number_of(combo) < number_of(combo_of_key(key)));
  }
  return true;
}

bool State::may_play(Tool tool) const {  // BB-21
  const unsigned shed = at_.sheds[at_.player];
  return !tables_->single_deck || ((shed >> tool | shed >> (kMaxTools + tool)) & 1U) == 0;
}

std::uint64_t State::cut_takes(std::uint64_t fitting_blooms) const {  // BB-18
  if (!tables_->take_that || tables_->solo()) return 0;
  std::uint64_t slots = 0;
  for (int slot = 0; slot < tables_->slots; ++slot) {
    const Flower& flower = this->flower(1 - at_.player, slot);
    if (flower.empty() || !tables_->is_bloom(laid_face(flower.top()))) continue;
    const bool fits = (fitting_blooms >> (kMaxSlots * laid_face(flower.top())) & kEveryBed) != 0;
    slots |= static_cast<std::uint64_t>(fits ? 1 : 0) << slot;
  }
  return slots;
}

std::uint64_t State::cut_inserts(Faces held) const {  // BB-19
  const Combos combos = combos_held(held);
  std::uint64_t places = 0;
  for (int slot = 0; slot < tables_->slots; ++slot) {
    const int size = flower(at_.player, slot).size;
    for (int below = 0; below < size; ++below) {
      const bool fits = (insertions(at_.player, slot, below) & combos) != 0;
      places |= static_cast<std::uint64_t>(fits ? 1 : 0) << (kMaxInFlower * slot + below);
    }
  }
  return places;
}

// The ids from flower power to dig as one word, flower power the lowest bit.
std::uint64_t State::tool_plays(Faces held, std::uint64_t fitting_blooms) const {
  const auto& face = tables_->tool_face;
  std::uint64_t plays = 0;
  const auto holds = [&](Tool tool) { return face[tool] != kNone && (held >> face[tool] & 1U) != 0 && may_play(tool); };
  if (holds(kPower)) plays |= growths(at_.player) != 0 ? 1U : 0U;  // BB-17
  if (holds(kCut)) {
    plays |= cut_takes(fitting_blooms) << (kFirstCutTake - kFlowerPower);
    plays |= cut_inserts(held) << (kFirstCutInsert - kFlowerPower);
  }
  if (holds(kDig)) {  // BB-20
    if (at_.compost != 0) plays |= std::uint64_t{1} << (kDigCompost - kFlowerPower);
    if (pile_cards(own_pile()) != 0) plays |= std::uint64_t{1} << (kDigDeck - kFlowerPower);
  }
  return plays;
}

void State::add_bud_plays(Choices& choices, Faces held, BedCombos fits) const {  // BB-13
  for (Faces buds = (held & tables_->flowers) >> kMaxBlooms; buds != 0; buds &= buds - 1) {
    const int bud = std::countr_zero(buds);
    const auto& colours = tables_->bud_colours[at(bud)];
    const auto of_colour = [&](int colour) { return fits >> (kNumbers * kMaxSlots * colour) & kColourBits; };
    choices.add(kFirstBud + kBudPlays * bud, of_colour(colours[0]) | of_colour(colours[1]) << (kNumbers * kMaxSlots));
  }
}

void State::add_moves(Choices& choices) const {  // BB-10
  const Cards hand = at_.hands[at_.player];
  const Faces held = faces_on(hand);
  const std::uint64_t fits = blooms_on_top(at_.player);
  choices.add(0, spread(held & tables_->blooms) * kEveryBed & fits);
  if ((held & tables_->flowers & ~tables_->blooms) != 0) add_bud_plays(choices, held, combos_on_top(at_.player));
  if ((held & tables_->tools) != 0) choices.add(kFlowerPower, tool_plays(held, fits));
  const bool both = (hand & at_.sun) != 0 && (hand & ~at_.sun) != 0;
  const bool weather = both && pile_cards(own_pile()) == 0 && growths(at_.player) != 0;  // BB-16
  choices.add(kFirstDiscard, held | (weather ? Faces{1} << kMaxFaces : 0));
}

Choices State::choices() const {
  Choices choices;
  switch (at_.phase) {
    case Phase::kCard: {  // BB-5
      unsigned cards = (1U << tables_->bed_card_count) - 1;
      for (const std::uint8_t card : at_.bed_card) cards &= card == kNone ? ~0U : ~(1U << card);
      choices.add(0, cards);
      break;
    }
    case Phase::kFace: choices.add(0, (weight_of(0) != 0 ? 1U : 0U) | (weight_of(1) != 0 ? 2U : 0U)); break;
    case Phase::kTurn: choices.add(0, 0b11); break;
    case Phase::kBack: {
      unsigned backs = 0;
      for (int back = 0; back < kBacks; ++back) backs |= (weight_of(back) != 0 ? 1U : 0U) << back;
      choices.add(0, backs);
      break;
    }
    case Phase::kDraw:
    case Phase::kLook: choices.add(0, drawable()); break;
    case Phase::kMove: add_moves(choices); break;
    case Phase::kPlayTaken: {  // BB-18
      const int id = kMaxSlots * laid_face(at_.bloom);
      choices.add(id, blooms_on_top(at_.player) >> id & kEveryBed);
      break;
    }
    case Phase::kPlayInsert: {  // BB-19
      const Faces held = faces_on(at_.hands[at_.player]);
      const int slot = at_.place / kMaxInFlower;
      const Combos fits = insertions(at_.player, slot, at_.place % kMaxInFlower);
      Faces blooms = 0;
      for (Faces rest = held & tables_->blooms; rest != 0; rest &= rest - 1) {
        if ((tables_->combos[at(std::countr_zero(rest))] & fits) != 0) blooms |= rest & -rest;
      }
      BedCombos on_bed = 0;
      for (int colour = 0; colour < kMaxColours; ++colour)
        on_bed |= BedCombos{spread_by_three(fits >> (kNumbers * colour) & 0x3FU)} << (kNumbers * kMaxSlots * colour + slot);
      choices.add(slot, spread(blooms));
      add_bud_plays(choices, held, on_bed);
      break;
    }
    case Phase::kGrow: {  // BB-14, D-9
      const bool may_decline = at_.cause == Cause::kDiscard || at_.cause == Cause::kAgain;
      choices.add(kFirstGrow, growths(at_.player) | static_cast<std::uint64_t>(may_decline ? 1 : 0) << kPlaces);
      break;
    }
    case Phase::kTake: choices.add(kFirstTake, faces_on(at_.looked_count != 0 ? looked() : at_.compost)); break;
    case Phase::kSun: choices.add(kFirstDiscard, faces_on(at_.hands[at_.player] & at_.sun)); break;
    case Phase::kRain: choices.add(kFirstDiscard, faces_on(at_.hands[at_.player] & ~at_.sun)); break;
    case Phase::kOver: choices.add(0, 0); break;
  }
  return choices;
}

void State::legal(FixedList<Action, kMaxLegal>& list) const {
  list.clear();
  choices().list(list);
}

bool State::is_legal(Action action) const {
  return choices().has(action);
}

Action State::random_legal(Rng& rng) const {
  const Choices choices = this->choices();
  return choices.nth(rng.below(choices.size()));
}

// ---- What it is worth

int State::points(int player, int slot) const {  // BB-23
  const Flower& flower = this->flower(player, slot);
  if (flower.empty() || !tables_->is_bloom(laid_face(flower.top()))) return 0;
  return tables_->points_of(flower.shown, colour_of(combo_of_key(flower.key)));
}

namespace {

// Points of the flowers, bonus included (BB-23, BB-24).
std::array<std::array<int, kMaxSlots>, kSides> flower_points(const State& state) {
  const Tables& tables = state.tables();
  std::array<std::array<int, kMaxSlots>, kSides> points{};
  for (int slot = 0; slot < tables.slots; ++slot) {
    for (int player = 0; player < tables.player_count; ++player) points[at(player)][at(slot)] = state.points(player, slot);
    if (tables.solo()) continue;
    int& first = points[0][at(slot)];
    int& second = points[1][at(slot)];
    if (first > second) first += tables.better_flower;
    else if (second > first) second += tables.better_flower;
  }
  return points;
}

}  // namespace

PerPlayer<int> State::scores() const {
  const auto points = flower_points(*this);
  PerPlayer<int> scores;
  for (int player = 0; player < tables_->player_count; ++player)
    scores.push(points[at(player)][0] + points[at(player)][1] + points[at(player)][2]);
  return scores;
}

PerPlayer<int> State::ranks() const {  // BB-25
  if (tables_->solo()) return PerPlayer<int>(1, 1);
  const auto points = flower_points(*this);
  std::array<std::array<int, 2>, kSides> worth{};
  for (std::size_t p = 0; p < worth.size(); ++p)
    worth[p] = {points[p][0] + points[p][1] + points[p][2], *std::max_element(points[p].begin(), points[p].end())};
  PerPlayer<int> ranks;
  ranks.push(worth[1] > worth[0] ? 2 : 1);
  ranks.push(worth[0] > worth[1] ? 2 : 1);
  return ranks;
}

PerPlayer<double> State::returns() const {
  if (at_.phase != Phase::kOver) return PerPlayer<double>(tables_->player_count, 0.0);
  if (!tables_->solo()) return returns_by_rank(ranks());
  return PerPlayer<double>(1, scores()[0] > rival_score() ? 1.0 : -1.0);
}

int State::rival_score() const {  // BB-26
  int score = 0;
  for (int slot = 0; slot < tables_->slots; ++slot) score += tables_->beds[at_.beds[0][at(slot)] ^ 1U].rosette;
  return score;
}

bool State::consistent() const {
  if (at_.known[0] & ~at_.numbered()) return false;
  Cards seen = 0;
  bool once = true;
  const auto add = [&](Cards cards) {
    once = once && (seen & cards) == 0;
    seen |= cards;
  };
  for (const Cards hand : at_.hands) add(hand);
  add(at_.compost);
  add(looked());
  for (int pile = 0; pile < tables_->piles(); ++pile) {
    for (int i = 0; i < at_.under_count[at(pile)]; ++i) add(card_bit(at_.under[at(pile)][at(i)]));
  }
  if (!once || seen != at_.numbered() || ((at_.sun | at_.second) & ~seen) != 0) return false;
  int left = 0;
  int lazy = 0;
  for (int deck = 0; deck < tables_->decks(); ++deck) left += std::popcount(at_.left[at(deck)]);
  for (int pile = 0; pile < tables_->piles(); ++pile) lazy += lazy_cards(pile);
  for (int card = 0; card < kMaxCards; ++card) {
    const bool numbered = (seen >> card & 1U) != 0;
    if (!numbered && at_.face_of(card) != 0) return false;
    if (numbered &&
        ((tables_->all_faces() >> at_.face_of(card) & 1U) == 0 || tables_->weather_of(at_.face_of(card)) != at_.weather_of(card)))
      return false;
  }
  return left == lazy && *this == State(*tables_, at_);
}

}  // namespace cloche::buds_and_blooms
