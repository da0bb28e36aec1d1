#include "games/buds_and_blooms/tables.hpp"

#include <algorithm>
#include <utility>

namespace cloche::buds_and_blooms {
namespace {

constexpr int kSchema = 1;
constexpr int kMaxCount = 255;
constexpr int kMaxWeight = 1 << 24;
constexpr int kMaxQuality = 1000;
constexpr std::string_view kGame = "buds_and_blooms";
constexpr std::string_view kColourIds = "RYB";
constexpr std::array<std::string_view, 3> kKinds{"bloom", "bud", "tool"};
constexpr std::array<int, 4> kFirstFace{0, kMaxBlooms, kMaxBlooms + kMaxBuds, kMaxFaces};  // of each kind

int small(std::int64_t n) {
  return static_cast<int>(n);
}

void read_heading(const Reader& file) {
  (void)file.at("schema").whole(kSchema, kSchema);
  const Reader game = file.at("game");
  if (game.text() != kGame) game.fault("should be '" + std::string(kGame) + "'");
}

std::string number_text(int number) {
  return std::to_string(number);
}

}  // namespace

// Reads one part of the files after the other; what is wrong goes to the Faults that the readers share.
class TablesReader {
 public:
  explicit TablesReader(Tables& tables) : tables_(tables) {}

  void options(const Reader& options);
  void players(const Reader& players) const;
  void colours(const Reader& colours);
  void cards(const Reader& cards);
  void deck(const Reader& deck);
  void bed_cards(const Reader& cards);
  void slots(const Reader& slots);
  void score(const Reader& score);
  void weights(const Reader& file);
  void check(Faults& faults) const;

 private:
  void flower_card(const Reader& item, int number_of_face, bool bloom);
  void tool_card(const Reader& item, int face);
  void bed(const Reader& item, Bed& bed) const;
  void derive_bed(Bed& bed) const;
  [[nodiscard]] int colour(const Reader& item) const { return std::max(0, item.one_of(colour_texts_)); }
  static constexpr std::size_t kBloom = 0;
  static constexpr std::size_t kTool = 2;

  Tables& tables_;
  std::vector<std::string> colour_texts_;
};

void TablesReader::options(const Reader& options) {
  options.expect_keys({"rocks", "take_that", "single_deck"});
  const Reader rocks = options.at("rocks");  // BB-5
  if (rocks.value().as_text() != nullptr) {
    if (rocks.one_of({"mixed", "none"}) == 1) tables_.rocky_slots = 0;
  } else if (rocks.value().as_int() != nullptr) {
    tables_.rocky_slots = small(rocks.whole(0, kMaxSlots));
  } else {
    rocks.fault("is " + std::string(rocks.value().kind()) + ", should be 'mixed', 'none' or a number of slots");
  }
  tables_.take_that = options.at("take_that").boolean();      // BB-18
  tables_.single_deck = options.at("single_deck").boolean();  // BB-21
  if (tables_.single_deck && tables_.solo()) {
    options.at("single_deck").fault("is not for solo games");
    tables_.single_deck = false;
  }
}

void TablesReader::players(const Reader& players) const {
  players.expect_keys({"min", "max"});
  const int low = small(players.at("min").whole(1, kSides));
  const int high = small(players.at("max").whole(1, kSides));
  if (tables_.player_count < low || tables_.player_count > high) {
    players.faults().add("players", "is " + number_text(tables_.player_count) + ", should be a whole number " + number_text(low) + " to " +
                                        number_text(high));
  }
}

void TablesReader::colours(const Reader& colours) {
  for (const char id : kColourIds) colour_texts_.emplace_back(1, id);
  tables_.colour_ids = kColourIds;
  tables_.colour_count = kMaxColours;
  std::size_t place = 0;
  for (const Reader& item : colours.items(kMaxColours)) {
    item.expect_keys({"id", "name"});
    (void)item.at("name").text();
    if (item.at("id").text() != colour_texts_[place]) item.at("id").fault("should be '" + colour_texts_[place] + "'");
    ++place;
  }
}

void TablesReader::cards(const Reader& cards) {  // BB-1 to BB-3
  int last = -1;
  for (const Reader& item : cards.items()) {
    const auto kind = static_cast<std::size_t>(std::max(0, item.at("kind").one_of({kKinds.begin(), kKinds.end()})));
    const int face = std::max(0, item.at("id").one_of({kFaceIds.begin(), kFaceIds.end()}));
    if (face < kFirstFace[kind] || face >= kFirstFace[kind + 1]) item.at("id").fault("is not the name of a card of that kind");
    else if (face <= last) item.at("id").fault("should come before the cards ahead of it, and once");
    last = face;
    const Faces bit = Faces{1} << face;
    const bool rain = item.at("back").one_of({"sun", "rain"}) == 1;
    tables_.faces_with[rain ? 1 : 0] |= bit;
    if (kind == kTool) {
      tool_card(item, face);
      tables_.tools |= bit;
    } else {
      flower_card(item, face, kind == kBloom);
      tables_.flowers |= bit;
      if (kind == kBloom) tables_.blooms |= bit;
    }
    tables_.present_ids.emplace_back(kFaceIds[static_cast<std::size_t>(face)]);
    tables_.present_faces.push_back(static_cast<std::uint8_t>(face));
  }
  tables_.face_count = std::popcount(tables_.flowers | tables_.tools);
}

void TablesReader::tool_card(const Reader& item, int face) {
  item.expect_keys({"id", "kind", "name", "back"});
  (void)item.at("name").text();
  const int tool = std::max(0, face - kFirstFace[kTool]);
  tables_.tool_of[static_cast<std::size_t>(face)] = static_cast<std::uint8_t>(tool);
  tables_.tool_face[static_cast<std::size_t>(tool)] = static_cast<std::uint8_t>(face);
}

void TablesReader::flower_card(const Reader& item, int number_of_face, bool bloom) {
  const auto face = static_cast<std::size_t>(number_of_face);
  std::string id;
  if (bloom) {
    item.expect_keys({"id", "kind", "colour", "number", "leaves", "bees", "butterfly", "back"});
    const int of = colour(item.at("colour"));
    const int number = small(item.at("number").whole(1, kNumbers));
    tables_.bloom_combo[face] = static_cast<std::uint8_t>(of * kNumbers + number - 1);
    tables_.combos[face] = Combos{1} << tables_.bloom_combo[face];
    id = kColourIds[static_cast<std::size_t>(of)] + number_text(number);
  } else {
    item.expect_keys({"id", "kind", "colours", "leaves", "bees", "butterfly", "back"});
    std::size_t which = 0;
    auto& pair = tables_.bud_colours[static_cast<std::size_t>(std::clamp(number_of_face - kMaxBlooms, 0, kMaxBuds - 1))];
    for (const Reader& one : item.at("colours").items(2)) {
      const int of = colour(one);
      pair[which++] = static_cast<std::uint8_t>(of);
      tables_.combos[face] |= Combos{0x3F} << (kNumbers * of);
      id += kColourIds[static_cast<std::size_t>(of)];
    }
  }
  if (id != kFaceIds[face]) item.at("id").fault("should be '" + id + "', as its other entries say");
  const Reader leaves_list = item.at("leaves");
  const std::size_t stages_given = leaves_list.items().size();
  if (stages_given < 1 || stages_given > std::size_t{kMaxStages})
    leaves_list.fault("should have 1 to " + number_text(kMaxStages) + " stages");
  const int stages = std::clamp(small(static_cast<std::int64_t>(stages_given)), 1, kMaxStages);
  tables_.stages[face] = static_cast<std::uint8_t>(stages);
  std::array<Shown, kMaxStages> steps{};
  int leaves = 0;
  int butterflies = 0;
  std::size_t stage = 0;
  for (const Reader& n : item.at("leaves").items(stages)) {
    const std::int64_t count = n.whole(0, kMaxCount);
    leaves += small(count);
    steps[stage++] += static_cast<Shown>(count);
  }
  stage = 0;
  for (const Reader& n : item.at("bees").items(stages)) steps[stage++] += static_cast<Shown>(n.whole(0, kMaxCount)) << kBeesShift;
  stage = 0;
  for (const Reader& n : item.at("butterfly").items(stages)) {
    std::vector<std::string> allowed = colour_texts_;
    allowed.emplace_back("");
    const int of = n.one_of(allowed);
    if (of >= 0 && of < tables_.colour_count) {
      ++butterflies;
      steps[stage] += Shown{1} << (kButterflyShift + kButterflyBits * of);
    }
    ++stage;
  }
  tables_.most_leaves_ = std::max(tables_.most_leaves_, leaves);
  tables_.most_butterflies_ = std::max(tables_.most_butterflies_, butterflies);
  Shown shown = static_cast<Shown>(butterflies) << kHiddenShift;
  for (std::size_t s = 0; s <= std::size_t{kMaxStages}; ++s) {
    tables_.shows[face][s] = shown;
    if (s == steps.size()) break;
    shown += steps[s];
    if ((steps[s] >> kButterflyShift) != 0) shown -= Shown{1} << kHiddenShift;
  }
  tables_.shows_all[face] = tables_.shows[face][static_cast<std::size_t>(stages)];
}

void TablesReader::deck(const Reader& deck) {  // BB-7, BB-9, BB-20
  deck.expect_keys({"set_aside", "under", "over", "hand", "dig_look"});
  const int set_aside = small(deck.at("set_aside").whole(0, kMaxFaces));
  tables_.under = small(deck.at("under").whole(0, kMaxFaces));
  tables_.over = small(deck.at("over").whole(0, kMaxFaces));
  tables_.hand = small(deck.at("hand").whole(1, kMaxFaces));
  tables_.dig_look = small(deck.at("dig_look").whole(1, kMaxLook));
  if (tables_.under + tables_.over != set_aside) deck.at("set_aside").fault("should be the sum of under and over");
}

void TablesReader::bed(const Reader& item, Bed& bed) const {  // BB-12
  item.expect_keys({"colours", "alternate", "parity", "direction", "consecutive", "worm", "rosette"});
  for (const Reader& one : item.at("colours").items()) {
    const unsigned bit = 1U << colour(one);
    if ((bed.colours & bit) != 0) one.fault("is given twice");
    bed.colours |= bit;
  }
  if (bed.colours == 0) item.at("colours").fault("should name a colour");
  bed.alternate = item.at("alternate").boolean();
  if (bed.alternate && std::popcount(bed.colours) != 2) item.at("alternate").fault("is true, so there should be two colours");
  constexpr std::array<unsigned, 3> kParities{0b111111, 0b010101, 0b101010};
  bed.numbers = kParities[static_cast<std::size_t>(std::max(0, item.at("parity").one_of({"all", "odd", "even"})))];
  bed.direction = static_cast<Direction>(std::max(0, item.at("direction").one_of({"up", "down", "updown"})));
  bed.consecutive = item.at("consecutive").boolean();
  bed.worm = item.at("worm").boolean();
  bed.rosette = small(item.at("rosette").whole(0, kMaxCount));
  derive_bed(bed);
}

void TablesReader::derive_bed(Bed& bed) const {
  for (int key = 0; key < kKeys; ++key) {
    const auto k = static_cast<std::size_t>(key);
    const Combos allowed = bed.on_top(key);
    for (int combo = 0; combo < kCombos; ++combo) bed.combos[k] |= static_cast<BedCombos>(allowed >> combo & 1U) << (3 * combo);
    for (Faces rest = tables_.blooms; rest != 0; rest &= rest - 1) {
      const int face = std::countr_zero(rest);
      if ((tables_.combos[static_cast<std::size_t>(face)] & allowed) != 0) bed.blooms[k] |= std::uint64_t{1} << (3 * face);
    }
    bed.room[k] = static_cast<std::int8_t>(bed.room_on(key));
  }
}

void TablesReader::bed_cards(const Reader& cards) {  // BB-4
  const std::vector<Reader> items = cards.items();
  if (items.empty() || items.size() > std::size_t{kMaxBedCards}) {
    cards.fault("has " + std::to_string(items.size()) + " cards, should have 1 to " + number_text(kMaxBedCards));
    return;
  }
  std::size_t place = 0;
  for (const Reader& item : items) {
    item.expect_keys({"id", "face"});
    const std::string id = item.at("id").text();
    const bool taken = std::find(tables_.bed_ids.begin(), tables_.bed_ids.end(), id) != tables_.bed_ids.end();
    if (id.empty() || taken) item.at("id").fault("should be a name of its own");
    tables_.bed_ids.push_back(id);
    bool rocks = false;
    for (const Reader& face : item.at("face").items(2)) {
      face.expect_keys({"rocks", "bed"});
      if (face.at("rocks").boolean() != rocks) face.at("rocks").fault(rocks ? "should be true" : "should be false");
      rocks = true;
      int worms = 0;
      for (const Reader& one : face.at("bed").items(2)) {
        bed(one, tables_.beds[place]);
        worms += tables_.beds[place++].worm ? 1 : 0;
      }
      if (worms != 1) face.at("bed").fault("should have a worm on exactly one bed");
    }
    place = tables_.bed_ids.size() * 4;
  }
  tables_.bed_card_count = small(static_cast<std::int64_t>(items.size()));
}

void TablesReader::slots(const Reader& slots) {  // BB-5, BB-6
  slots.expect_keys({"count", "middle"});
  tables_.slots = small(slots.at("count").whole(1, kMaxSlots));
  tables_.middle = small(slots.at("middle").whole(1, tables_.slots)) - 1;
}

void TablesReader::score(const Reader& score) {  // BB-23, BB-24
  score.expect_keys({"bees", "butterfly", "better_flower"});
  const std::vector<Reader> bees = score.at("bees").items();
  if (bees.empty() || bees.size() > std::size_t{kMaxScored}) {
    score.at("bees").fault("has " + std::to_string(bees.size()) + " items, should have 1 to " + number_text(kMaxScored));
    return;
  }
  for (std::size_t i = 0; i < tables_.bee_points.size(); ++i)
    tables_.bee_points[i] = i < bees.size() ? small(bees[i].whole(0, kMaxCount)) : tables_.bee_points[i - 1];
  tables_.butterfly = small(score.at("butterfly").whole(0, kMaxCount));
  tables_.better_flower = small(score.at("better_flower").whole(0, kMaxCount));
}

void TablesReader::weights(const Reader& file) {
  file.expect_keys({"schema", "game", "prior"});
  read_heading(file);
  const Reader prior = file.at("prior");
  prior.expect_keys({"points",    "point", "hope", "duel",   "skip",        "bud_top",  "bud_late", "play",      "discard", "keep",
                     "keep_tool", "power", "cut",  "insert", "dig_compost", "dig_deck", "take",     "take_tool", "weather", "grow"});
  PriorWeights& weights = tables_.prior;
  for (const Reader& item : prior.at("points").items()) weights.points.push_back(static_cast<std::uint32_t>(item.whole(1, kMaxWeight)));
  if (weights.points.empty()) prior.at("points").fault("should have a weight for quality 0 at least");
  const std::array<std::pair<std::string_view, int*>, 19> numbers{{{"point", &weights.point},
                                                                   {"hope", &weights.hope},
                                                                   {"duel", &weights.duel},
                                                                   {"skip", &weights.skip},
                                                                   {"bud_top", &weights.bud_top},
                                                                   {"bud_late", &weights.bud_late},
                                                                   {"play", &weights.play},
                                                                   {"discard", &weights.discard},
                                                                   {"keep", &weights.keep},
                                                                   {"keep_tool", &weights.keep_tool},
                                                                   {"power", &weights.power},
                                                                   {"cut", &weights.cut},
                                                                   {"insert", &weights.insert},
                                                                   {"dig_compost", &weights.dig_compost},
                                                                   {"dig_deck", &weights.dig_deck},
                                                                   {"take", &weights.take},
                                                                   {"take_tool", &weights.take_tool},
                                                                   {"weather", &weights.weather},
                                                                   {"grow", &weights.grow}}};
  for (const auto& [key, number] : numbers) *number = small(prior.at(key).whole(0, kMaxQuality));
}

// What can only be judged when every number is in its range: the setup can be carried out.
void TablesReader::check(Faults& faults) const {
  const int flowers = std::popcount(tables_.flowers);
  faults.require(flowers >= 1, "components.card", "should have a flower card");
  faults.require(tables_.under + tables_.over <= flowers, "components.deck.set_aside",
                 "should be at most the " + number_text(flowers) + " flower cards");
  const int hands = (tables_.single_deck ? 2 : 1) * tables_.hand;
  faults.require(hands <= tables_.pile_size(), "components.deck.hand",
                 "needs " + number_text(hands) + " cards of a deck of " + number_text(tables_.pile_size()));
  faults.require(tables_.slots <= tables_.bed_card_count, "components.slots.count",
                 "should be at most the " + number_text(tables_.bed_card_count) + " bed cards");
  faults.require(tables_.rocky_slots.value_or(0) <= tables_.slots, "options.rocks",
                 "should be at most the " + number_text(tables_.slots) + " slots");
}

std::shared_ptr<const Tables> Tables::make(const GameSpec& spec) {
  Faults faults;
  const Reader file(spec.components, "components", faults);
  const bool told = file.has("provenance");
  if (told)
    file.expect_keys(
        {"schema", "game", "edition", "provenance", "players", "colour", "card", "deck", "bed_card", "slots", "score", "rival"});
  else file.expect_keys({"schema", "game", "edition", "players", "colour", "card", "deck", "bed_card", "slots", "score", "rival"});
  const auto tables = std::make_shared<Tables>();
  tables->player_count = spec.players;
  TablesReader reader(*tables);
  reader.options(Reader(spec.options, "options", faults));
  read_heading(file);
  (void)file.at("edition").text();
  if (told && file.at("provenance").value().as_object() == nullptr) file.at("provenance").fault("should be an object");
  reader.players(file.at("players"));
  reader.colours(file.at("colour"));
  reader.cards(file.at("card"));
  reader.deck(file.at("deck"));
  reader.bed_cards(file.at("bed_card"));
  reader.slots(file.at("slots"));
  reader.score(file.at("score"));
  for (const Reader& rival : file.at("rival").items()) {
    rival.expect_keys({"rocks", "name", "venue"});
    (void)rival.at("rocks").whole(0, kMaxSlots);
    (void)rival.at("name").text();
    (void)rival.at("venue").text();
  }
  reader.weights(Reader(spec.weights, "weights", faults));
  if (faults.empty()) reader.check(faults);
  faults.raise_if_any("buds_and_blooms");
  return tables;
}

int Tables::max_game_length() const {
  const auto of_tool = [&](Tool tool) { return tool_face[tool] == kNone ? 0 : decks(); };
  return 2 * (decks() * face_count + of_tool(kDig)) + of_tool(kPower);
}

ScoreBounds Tables::score_bounds() const {
  const int most_bees = *std::max_element(bee_points.begin(), bee_points.end());
  const int flower = kMaxInFlower * most_leaves_ + most_bees + butterfly * kMaxInFlower * most_butterflies_;
  return {0, slots * (flower + (solo() ? 0 : better_flower))};
}

}  // namespace cloche::buds_and_blooms
