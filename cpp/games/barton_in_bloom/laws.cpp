// The laws of a position and of an observation of Barton in Bloom (seeds/barton_in_bloom/state.md): S-2 to S-8, O-2.
#include "games/barton_in_bloom/laws.hpp"

#include <algorithm>

namespace cloche::barton_in_bloom {
namespace {

constexpr int kMaxStepsBehind = 14;
bool is_brought_by_pick(StepKind kind) {
  return kind == StepKind::kLay || kind == StepKind::kTurnUp || kind == StepKind::kPut || kind == StepKind::kPay;
}

}  // namespace

bool Judge::has_step(StepKind kind) const {
  return std::any_of(todo_.begin(), todo_.end(), [&](const StepRead& read) { return read.step.kind == kind; });
}

int Judge::deck_of(int draw) const {
  int found = kNull;
  for (std::size_t i = 0; i < decks_.size(); ++i) {
    if (decks_[i].from <= draw) found = static_cast<int>(i);
  }
  return found;
}

void Judge::judge() {
  if (!faults_.empty()) return;
  judge_lists();
  judge_tiles();
  judge_beds();
  judge_cards();
  judge_dice();
  judge_judges();
  judge_drawn();
  if (!faults_.empty()) return;
  assemble();
  judge_empty();
  if (phase_ != kStepKinds) {
    if (turns_ == kNull) judge_setup();
    else judge_turns();
    judge_steps();
    judge_node();
  }
  judge_trigger();
  if (phase_ == kStepKinds) judge_end();
}

void Judge::judge_lists() {  // S-2
  for (const std::string& path : disordered_) law(false, path, "S-2: should come after the one before, and once");
  const int first = todo_.empty() ? kStepKinds : static_cast<int>(kind(0));
  law(phase_ == first, "phase",
      "S-2: should be '" + std::string(first == kStepKinds ? kOverWord : kStepWords[at(first)]) + "', as todo has it");
  const bool board = !todo_.empty() && turns_ == kNull &&
                     std::all_of(todo_.begin(), todo_.end(), [](const StepRead& read) { return read.step.kind <= StepKind::kMarket; });
  const bool nobody = todo_.empty() || board;
  law((player_ == kNull) == nobody, "player", nobody ? "S-2: should be null here" : "S-2: should be the number of a player here");
  if (todo_.empty()) law(turns_ != kNull, "turns", "S-2: should not be null when the game is over");
  law(todo_.size() <= kMaxSteps, "todo", "S-2: has " + std::to_string(todo_.size()) + " steps, should have at most 16");
  const auto behind = std::find_if_not(todo_.begin(), todo_.end(), [](const StepRead& read) { return is_brought_by_pick(read.step.kind); });
  law(todo_.end() - behind <= kMaxStepsBehind, "todo", "S-2: should have at most 14 steps behind those of 'lay', 'turn_up', 'put', 'pay'");
}

void Judge::judge_tiles() {  // S-3
  std::uint64_t seen = 0;
  const auto once = [&](int tile, const std::string& path) {
    law((seen >> tile & 1U) == 0, path, "S-3: the tile is in another place as well");
    seen |= bit(tile);
  };
  std::array<std::uint64_t, kMaxSeats> cells{};
  for (const TileAt& tile : tiles_) {
    once(tile.tile, tile.path);
    cells[at(tile.player)] |= bit(tile.cell);
    law((unsigned{tables_.tiles[at(tile.tile)].distinct} >> tile.turns & 1U) != 0, tile.path, "S-3: fewer quarter turns look the same");
  }
  for (int pile = 0; pile < kPiles; ++pile) {
    if (at_.display[at(pile)] != kNone) once(at_.display[at(pile)], place_in("display", pile));
  }
  for (const StepRead& read : todo_) {
    if (read.step.kind == StepKind::kLay) once(read.step.tag, read.path + ".tile");
  }
  for (int player = 0; player < players(); ++player) {
    const std::uint64_t garden = cells[at(player)];
    const std::string path = place_in("gardens", player);
    if (garden == 0) {
      law(turns_ == kNull, path, "S-3: should have a tile");
      continue;
    }
    if (!law((garden >> kMiddle & 1U) != 0, path, "S-3: should have a tile in the middle cell, 24")) continue;
    std::uint64_t reached = bit(kMiddle);
    for (std::uint64_t before = 0; before != reached;) {
      before = reached;
      reached |= cells_beside(reached) & garden;
    }
    law(reached == garden, path, "S-3: the tiles should hang together edge to edge");
  }
  int piles = 0;
  for (int pile = 0; pile < kPiles; ++pile) {
    piles += at_.piles[at(pile)];
    law(at_.piles[at(pile)] <= tables_.pile_size(pile), place_in("piles", pile),
        "S-3: should be at most " + std::to_string(tables_.pile_size(pile)) + ", as at the start");
  }
  const int nowhere = tables_.tile_count() - std::popcount(seen);
  law(piles == nowhere, "piles",
      "S-3: " + std::to_string(piles) + " together, should be the " + std::to_string(nowhere) + " tiles that are nowhere");
}

void Judge::judge_beds() {  // S-4
  std::array<Board, kMaxSeats> ground{};
  std::array<Board, kMaxSeats> beds{};
  std::array<Board, kMaxSeats> covered{};
  for (const TileAt& tile : tiles_) {
    ground[at(tile.player)].insert(first_square(tile.cell), kWholeTile);
    beds[at(tile.player)].insert(first_square(tile.cell), tables_.tiles[at(tile.tile)].ground[at(tile.turns)][kBed]);
  }
  std::array<int, kMaxOrnaments> copies{};
  for (const OrnamentAt& laid : ornaments_) {
    const Ornament& ornament = tables_.ornaments[at(laid.kind)];
    ++copies[at(laid.kind)];
    if (!law((ornament.distinct >> laid.orientation & 1U) != 0, laid.path, "S-4: a lower orientation has the same squares")) continue;
    const Shape& shape = ornament.shapes[at(laid.orientation)];
    bool lies = laid.square % kSide + shape.width <= kSide && laid.square / kSide + shape.height <= kSide;
    for (std::size_t i = 0; lies && i < shape.size; ++i) lies = ground[at(laid.player)].has(laid.square + shape.steps[i]);
    if (!law(lies, laid.path, "S-4: should lie wholly on tiles")) continue;
    bool over = false;
    for (std::size_t i = 0; i < shape.size; ++i) {
      over = over || covered[at(laid.player)].has(laid.square + shape.steps[i]);
      covered[at(laid.player)].insert(laid.square + shape.steps[i]);
    }
    law(!over, laid.path, "S-4: lies over another ornament");
  }
  for (const StepRead& read : todo_) {
    if (read.step.kind == StepKind::kPut) ++copies[read.step.tag];
  }
  for (int kind = 0; kind < tables_.ornament_count(); ++kind) {
    const Ornament& ornament = tables_.ornaments[at(kind)];
    law(copies[at(kind)] <= ornament.copies, "ornaments",
        "S-4: " + std::to_string(copies[at(kind)]) + " of '" + ornament.id + "', there are " + std::to_string(ornament.copies));
  }
  for (const PlantAt& plant : plants_) {
    const bool stands = beds[at(plant.player)].has(plant.square) && !covered[at(plant.player)].has(plant.square);
    law(stands, plant.path, "S-4: should stand on a bed that is not covered");
  }
}

void Judge::judge_cards() {  // S-5
  std::array<std::uint32_t, kOrderDecks> seen{};
  const auto once = [&](const OrderAt& order) {
    law((seen[at(order.deck)] >> order.card & 1U) == 0, order.path, "S-5: the order is in another place as well");
    seen[at(order.deck)] |= std::uint32_t{1} << order.card;
  };
  for (int deck = 0; deck < kOrderDecks; ++deck) {
    const OrderAt& up = orders_up_[at(deck)];
    if (up.deck == kNull) continue;
    once(up);
    if (law(up.deck == deck, up.path, "S-5: should be an order of deck " + std::to_string(deck + 1)))
      at_.orders[at(deck)] = static_cast<std::uint8_t>(up.card);
  }
  for (const OrderAt& order : done_) once(order);
  for (std::size_t size = 0; size < kSizes; ++size) {
    int built = 0;
    for (const Seat& seat : at_.seats) built += seat.decorations[size];
    law(built <= tables_.decorations[size].supply, "decorations",
        "S-5: " + std::to_string(built) + " '" + std::string(kDecorationIds[size]) + "', there are " +
            std::to_string(tables_.decorations[size].supply));
  }
}

void Judge::judge_dice() {  // S-6
  std::array<int, kSpaces> own{};
  std::array<int, kSpaces> others{};
  for (int die = 0; die < kDice; ++die) {
    const std::uint8_t space = at_.space[at(die)];
    ++(space == kHarvestSpace + die ? own : others)[space];
    const bool named = std::any_of(todo_.begin(), todo_.end(), [&](const StepRead& read) {
      return (read.step.kind == StepKind::kRest || read.step.kind == StepKind::kFresh) && read.step.tag == die;
    });
    if (space == kRestSpace && !named) law(at_.demand[at(die)] == 1, place_in("dice", die) + ".demand", "S-6: should be 1, the die rests");
  }
  for (std::size_t space = 0; space < kRestSpace; ++space)
    law(others[space] <= 1, "dice",
        "S-6: " + std::to_string(others[space]) + " dice on '" + std::string(kSpaceIds[space]) + "' where one may stand");
}

void Judge::judge_judges() {  // S-7, O-2
  if (!law(!decks_.empty(), "decks", "S-7: should have the newest deck")) return;
  std::array<int, kMaxJudges> places{};
  const auto put = [&](std::uint64_t judges) {
    for (; judges != 0; judges &= judges - 1) ++places[at(std::countr_zero(judges))];
  };
  int discarded = 0;
  for (const std::uint8_t judge : at_.board) put(judge == kNone ? 0 : bit(judge));
  put(at_.discards);
  for (const StepRead& read : todo_) {
    if (read.step.kind != StepKind::kDiscard) continue;
    ++discarded;
    put(bit(read.step.tag));
  }
  law(discarded <= 1, "todo", "S-7: should have at most one step 'discard'");
  int last = 0;
  for (const Deck& deck : decks_) {
    put(deck.unseen);
    law(deck.from > last, deck.path + ".from", "S-7: should be more than that of the deck before");
    last = std::max(last, deck.from);
  }
  for (int judge = 0; judge < tables_.judge_count(); ++judge) {
    if (places[at(judge)] == 1) continue;
    law(false, "decks",
        "S-7: '" + tables_.judges[at(judge)].id + "' is in " + std::to_string(places[at(judge)]) + " places, should be in one");
  }

  std::vector<int> draws;
  std::uint64_t on_cards = 0;
  std::vector<std::uint64_t> known(decks_.size());
  std::vector<int> cards(decks_.size());
  std::vector<int> unnamed(decks_.size());
  for (const Card& card : cards_) {
    law(std::find(draws.begin(), draws.end(), card.draw) == draws.end(), card.path + ".draw", "S-7: the draw is given twice");
    draws.push_back(card.draw);
    const int deck = deck_of(card.draw);
    if (!law(deck != kNull, card.path + ".draw", "S-7: is older than the first deck")) continue;
    ++cards[at(deck)];
    if (card.judge == kNull) {
      ++unnamed[at(deck)];
      continue;
    }
    law((decks_[at(deck)].unseen >> card.judge & 1U) != 0, card.path + ".judge", "S-7: should be in 'unseen' of its deck");
    law((on_cards >> card.judge & 1U) == 0, card.path + ".judge", "S-7: is on two cards");
    on_cards |= bit(card.judge);
    known[at(deck)] |= bit(card.judge);
  }
  for (std::size_t i = 0; i < decks_.size(); ++i) {
    const bool newest = i + 1 == decks_.size();
    const std::string path = decks_[i].path + ".unseen";
    const int left = std::popcount(decks_[i].unseen & ~known[i]);
    if (!newest) law(cards[i] >= 1, path, "S-7: an older deck should have a hidden card");
    if (observed_)
      law(newest ? left >= unnamed[i] : left == unnamed[i], path,
          "O-2: " + std::to_string(left) + " judges are left for " + std::to_string(unnamed[i]) + " cards that the observer does not know");
    else if (!newest) law(left == 0, path, "S-7: all of an older deck should be on hidden cards");
  }
}

void Judge::judge_drawn() {  // S-8
  if (decks_.empty()) return;
  const Deck& newest = decks_.back();
  int hidden = 0;
  for (const Card& card : cards_) hidden += card.draw >= newest.from ? 1 : 0;
  const int judges = tables_.judge_count();
  if (newest.from == 1) {
    const int undrawn = std::popcount(newest.unseen) - hidden;
    law(drawn_ == judges - undrawn, "drawn", "S-8: should be " + std::to_string(judges - undrawn) + ", as the decks have it");
    return;
  }
  law(newest.from > judges, newest.path + ".from", "S-8: should be more than the number of judges, " + std::to_string(judges));
  int face_up = std::popcount(at_.discards);
  for (const std::uint8_t judge : at_.board) face_up += judge != kNone ? 1 : 0;
  for (const StepRead& read : todo_) face_up += read.step.kind == StepKind::kDiscard ? 1 : 0;
  const int laid_open = drawn_ - newest.from + 1 - hidden;
  law(laid_open >= 0 && laid_open <= face_up, "drawn",
      "S-8: " + std::to_string(laid_open) + " of the newest deck were laid open, should be 0 to " + std::to_string(face_up));
}

// The position of what was read. S-2 to S-8 hold.
void Judge::assemble() {
  at_.steps = static_cast<std::uint8_t>(todo_.size());
  for (std::size_t i = 0; i < todo_.size(); ++i) at_.todo[todo_.size() - 1 - i] = todo_[i].step;
  at_.where.fill(kNowhere);
  at_.laid.fill(kNowhere);
  for (const TileAt& tile : tiles_) at_.where[at(tile.tile)] = static_cast<std::uint16_t>(tile.player << 8 | tile.cell << 2 | tile.turns);
  for (const OrnamentAt& laid : ornaments_) {
    std::size_t copy = at(tables_.ornaments[at(laid.kind)].first_copy);
    while (at_.laid[copy] != kNowhere) ++copy;
    at_.laid[copy] = static_cast<std::uint16_t>(laid.player << 12 | laid.square << 3 | laid.orientation);
  }
  for (const PlantAt& plant : plants_) {
    Seat& seat = at_.seats[at(plant.player)];
    (plant.grown ? seat.grown : seat.harvested).insert(plant.square);
    for (std::size_t i = 0; i < seat.types.size(); ++i) {
      if (((plant.type + 1) >> i & 1) != 0) seat.types[i].insert(plant.square);
    }
  }
  assemble_judges();
  state_ = State(tables_, at_);
}

void Judge::assemble_judges() {
  std::vector<std::uint64_t> left;
  left.reserve(decks_.size());
  for (const Deck& deck : decks_) left.push_back(deck.unseen);
  for (const Card& card : cards_) {
    if (card.judge != kNull) left[at(deck_of(card.draw))] &= ~bit(card.judge);
  }
  for (const Card& card : cards_) {
    const std::size_t deck = at(deck_of(card.draw));
    const int judge = card.judge != kNull ? card.judge : std::countr_zero(left[deck]);
    left[deck] &= ~bit(judge);
    at_.draw[at(judge)] = static_cast<std::uint16_t>(card.draw);
    at_.deck[at(judge)] = static_cast<std::uint16_t>(decks_[deck].from);
    Seat& seat = at_.seats[at(card.player)];
    if (card.zone == Zone::kInHand) seat.hand |= bit(judge);
    else if (card.zone == Zone::kReplaced) seat.gone |= bit(judge);
    else seat.gossip = static_cast<std::uint8_t>(judge);
  }
  at_.undrawn = left.back();
  at_.newest = static_cast<std::uint16_t>(decks_.back().from);
}

State State::from_value(const Value& value, const Tables& tables) {
  Faults faults;
  Judge judge(tables, Judge::Form::kWhole, faults);
  judge.read(Reader(value, "", faults));
  judge.judge();
  faults.raise_if_any("barton_in_bloom position");
  assert(judge.state().consistent());
  return judge.state();
}

State State::from_observation(const Value& value, const Tables& tables) {  // H-4, H-7
  Faults faults;
  Judge judge(tables, Judge::Form::kObserved, faults);
  judge.read(Reader(value, "", faults));
  judge.judge();
  faults.raise_if_any("barton_in_bloom observation");
  assert(judge.state().consistent());
  return as_known_to(judge.state(), judge.observer());
}

}  // namespace cloche::barton_in_bloom
