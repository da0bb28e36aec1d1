// Reading a position of Gardens of Io, and the laws it must obey (seeds/gardens_of_io/state.md, S-1 to S-14).
#include <algorithm>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "games/gardens_of_io/notation.hpp"
#include "games/gardens_of_io/state.hpp"

namespace cloche::gardens_of_io {
namespace {

constexpr int kMaxNumber = 255;  // S-1
constexpr int kNobody = -1;

std::string place(const std::string& key, int index) {
  return key + "[" + std::to_string(index) + "]";
}

// The parts of a position that a law may need; a part is good when it was read without a fault.
enum Part : unsigned {
  kPhase = 1,
  kPlayer = 2,
  kGarden = 4,
  kPositions = 8,
  kReserves = 16,
  kBag = 32,
  kAllowance = 64,
  kCounters = 128,
  kSpecialOpen = 256,
  kSpecial = 512,
  kFirst = 1024,
  kExtraTurn = 2048,
};

// Reads every part, then judges every law, each only where what it needs is good.
class Judge {
 public:
  Judge(const Tables& tables, Faults& faults) : tables_(tables), faults_(faults) {}

  void read(const Reader& file);
  void judge();
  [[nodiscard]] const Position& position() const { return at_; }

 private:
  void read_player(const Reader& player);
  void read_garden(const Reader& garden);
  void read_row(const Reader& item, int row);
  void read_reserves(const Reader& reserves);
  Flowers read_flowers(const Reader& list) const;
  void read_special(const Reader& special);
  void read_first(const Reader& first);
  template <class Numbers>
  void read_numbers(const Reader& list, int count, int most, Numbers& numbers) const;

  void judge_flowers();       // S-3
  void judge_player();        // S-4
  void judge_spaces();        // S-5
  void judge_spent();         // S-6
  void judge_deal();          // S-7
  void judge_trees();         // S-8
  void judge_special_open();  // S-9
  void judge_special();       // S-10
  void judge_cells();         // S-11
  void judge_lap_bonus();     // S-12
  void judge_reserves();      // S-13
  void judge_lead();          // S-14

  template <class Read>
  void part(Part which, const Reader& value, const Read& read) {
    if (value.is_missing()) return;
    const int before = faults_.size();
    read(value);
    if (faults_.size() == before) good_ |= which;
  }
  [[nodiscard]] bool good(unsigned parts) const { return (good_ & parts) == parts; }
  [[nodiscard]] bool in(std::initializer_list<Phase> phases) const {
    return std::find(phases.begin(), phases.end(), at_.phase) != phases.end();
  }
  [[nodiscard]] bool has_player() const { return good(kPlayer) && player_ != kNobody; }
  void law(bool holds, const std::string& key, const char* text) { faults_.require(holds, key, text); }

  [[nodiscard]] std::size_t players() const { return static_cast<std::size_t>(tables_.player_count); }
  [[nodiscard]] Cells planted() const { return tables_.geometry.board - at_.trees - at_.empty; }
  [[nodiscard]] bool all_at_start() const {
    return std::all_of(at_.positions.begin(), at_.positions.end(), [](std::uint32_t position) { return position == 0; });
  }
  [[nodiscard]] bool nothing_spent() const {
    const auto full = [this](std::uint8_t allowance) { return allowance == tables_.setup.specials; };
    return at_.counters == tables_.uses && std::all_of(at_.allowance.begin(), at_.allowance.begin() + tables_.player_count, full);
  }
  [[nodiscard]] bool spent_counter(int special) const {
    const auto k = static_cast<std::size_t>(special);
    return at_.counters[k] < tables_.uses[k];
  }

  const Tables& tables_;
  Faults& faults_;
  unsigned good_ = 0;
  Position at_;
  int player_ = kNobody;
  int first_ = -1;  // -1: null
};

// ---- S-1, S-2: keys, types and ranges

void Judge::read(const Reader& file) {
  file.expect_keys({"phase", "player", "garden", "positions", "reserves", "bag", "allowance", "counters", "special_open", "special",
                    "first", "extra_turn"});
  const std::vector<std::string> phases{kPhaseWords.begin(), kPhaseWords.end()};
  using Item = const Reader&;
  part(kPhase, file.at("phase"), [&](Item item) { at_.phase = static_cast<Phase>(std::max(0, item.one_of(phases))); });
  part(kPlayer, file.at("player"), [&](Item item) { read_player(item); });
  part(kGarden, file.at("garden"), [&](Item item) { read_garden(item); });
  part(kPositions, file.at("positions"), [&](Item item) { read_numbers(item, tables_.player_count, kMaxPosition, at_.positions); });
  part(kReserves, file.at("reserves"), [&](Item item) { read_reserves(item); });
  part(kBag, file.at("bag"), [&](Item item) { at_.bag = read_flowers(item); });
  part(kAllowance, file.at("allowance"), [&](Item item) { read_numbers(item, tables_.player_count, kMaxNumber, at_.allowance); });
  part(kCounters, file.at("counters"), [&](Item item) { read_numbers(item, kSpecials, kMaxNumber, at_.counters); });
  part(kSpecialOpen, file.at("special_open"), [&](Item item) { at_.special_open = item.boolean(); });
  part(kSpecial, file.at("special"), [&](Item item) { read_special(item); });
  part(kFirst, file.at("first"), [&](Item item) { read_first(item); });
  part(kExtraTurn, file.at("extra_turn"), [&](Item item) { at_.extra_turn = item.boolean(); });
}

void Judge::read_player(const Reader& player) {
  if (player.is_null()) return;
  player_ = static_cast<int>(player.whole(0, tables_.player_count - 1));
  at_.player = static_cast<std::uint8_t>(player_);
}

void Judge::read_garden(const Reader& garden) {
  at_.empty = tables_.geometry.board;
  int row = 0;
  for (const Reader& item : garden.items(tables_.geometry.size)) {
    read_row(item, row);
    ++row;
  }
}

// At most one fault a row.
void Judge::read_row(const Reader& item, int row) {
  const std::string allowed = std::string{kEmptyCharacter, kTreeCharacter} + tables_.colour_ids;
  const std::string* text = item.value().as_text();
  if (text == nullptr || text->size() != static_cast<std::size_t>(tables_.geometry.size)) {
    return item.fault("should be a text of " + std::to_string(tables_.geometry.size) + " characters");
  }
  if (text->find_first_not_of(allowed) != std::string::npos) {
    return item.fault("S-2: should hold only the characters " + allowed + ": empty circle, tree and the ids of the colours");
  }
  for (int column = 0; column < tables_.geometry.size; ++column) {
    const char character = (*text)[static_cast<std::size_t>(column)];
    const int cell = row * kStride + column;
    if (character == kEmptyCharacter) continue;
    at_.empty.erase(cell);
    if (character == kTreeCharacter) at_.trees.insert(cell);
    else at_.flowers[static_cast<std::size_t>(tables_.colour_of_id(character))].insert(cell);
  }
}

template <class Numbers>
void Judge::read_numbers(const Reader& list, int count, int most, Numbers& numbers) const {
  std::size_t i = 0;
  for (const Reader& item : list.items(count)) numbers[i++] = static_cast<typename Numbers::value_type>(item.whole(0, most));
}

Flowers Judge::read_flowers(const Reader& list) const {
  Flowers flowers;
  int colour = 0;
  for (const Reader& item : list.items(tables_.colour_count)) {
    const auto count = static_cast<int>(item.whole(0, kMaxNumber));
    const int most = tables_.bag.count(colour);
    if (count > most) item.fault("S-3: is " + std::to_string(count) + ", but there are only " + std::to_string(most) + " of the colour");
    else flowers.set(colour, count);
    ++colour;
  }
  return flowers;
}

void Judge::read_reserves(const Reader& reserves) {
  std::size_t p = 0;
  for (const Reader& item : reserves.items(tables_.player_count)) at_.reserves[p++] = read_flowers(item);
}

void Judge::read_special(const Reader& special) {
  if (special.is_null()) return;
  const int k = special.one_of({kSpecialWords.begin(), kSpecialWords.end()});
  if (k >= 0) at_.special = static_cast<std::uint8_t>(k);
}

void Judge::read_first(const Reader& first) {
  if (first.is_null()) return;
  const auto cell = parse_cell(first.text());
  if (!cell || !tables_.geometry.board.has(*cell)) return first.fault("should be a circle of the garden or null");
  first_ = *cell;
}

// ---- Laws

void Judge::judge() {
  judge_flowers();
  judge_player();
  judge_spaces();
  judge_spent();
  if (good(kPhase)) {
    judge_deal();
    judge_trees();
    judge_special_open();
    judge_special();
    judge_cells();
    judge_lap_bonus();
    judge_reserves();
    judge_lead();
  }
}

void Judge::judge_flowers() {  // S-3
  if (!good(kGarden | kReserves | kBag)) return;
  for (int colour = 0; colour < tables_.colour_count; ++colour) {
    int count = at_.flowers[static_cast<std::size_t>(colour)].size() + at_.bag.count(colour);
    for (const Flowers reserve : at_.reserves) count += reserve.count(colour);
    if (count != tables_.bag.count(colour)) {
      faults_.add("garden", std::string("S-3: colour '") + tables_.colour_id(colour) + "' has " + std::to_string(count) +
                                " flowers in garden, reserves and bag, should have " + std::to_string(tables_.bag.count(colour)));
      good_ &= ~unsigned{kReserves};  // sums over reserves might not fit
    }
  }
}

void Judge::judge_player() {  // S-4
  if (good(kPhase | kPlayer))
    law((player_ == kNobody) == in({Phase::kOver}), "player", "S-4: should be null exactly when the game is over");
}

void Judge::judge_spaces() {  // S-5
  if (!good(kPositions)) return;
  const auto track = static_cast<std::uint32_t>(tables_.geometry.track);
  for (std::size_t p = 0; p < players(); ++p) at_.spaces[p] = static_cast<std::uint8_t>(at_.positions[p] % track);
  bool shared = false;
  for (std::size_t p = 0; p < players(); ++p) {
    for (std::size_t q = 0; q < p; ++q) shared |= at_.spaces[p] == at_.spaces[q] && at_.positions[p] + at_.positions[q] != 0;
  }
  law(!shared, "positions", "S-5: two Martians share a space");
}

void Judge::judge_spent() {  // S-6
  if (!good(kAllowance | kCounters)) return;
  int allowances = 0;
  int counters = 0;
  bool within = true;
  for (std::size_t p = 0; p < players(); ++p) {
    within &= at_.allowance[p] <= tables_.setup.specials;
    allowances += tables_.setup.specials - at_.allowance[p];
  }
  for (std::size_t k = 0; k < kSpecials; ++k) {
    within &= at_.counters[k] <= tables_.uses[k];
    counters += tables_.uses[k] - at_.counters[k];
  }
  law(within, "counters", "S-6: more allowance or more uses than the setup gives");
  if (within) law(allowances == counters, "counters", "S-6: should have as many uses spent as allowances");
}

void Judge::judge_deal() {  // S-7
  if (!good(kGarden | kReserves)) return;
  if (!in({Phase::kDeal})) {
    int flowers = planted().size();
    for (const Flowers reserve : at_.reserves) flowers += reserve.total();
    law(flowers == tables_.dealt(), "reserves", "S-7: reserves and garden should hold together what was dealt");
    return;
  }
  law(at_.empty == tables_.geometry.board, "garden", "S-7: should be empty during the deal");
  if (good(kPositions)) law(all_at_start(), "positions", "S-7: should be 0 during the deal");
  if (good(kAllowance | kCounters)) law(nothing_spent(), "counters", "S-7: nothing is spent during the deal");
  if (!has_player()) return;
  for (int p = 0; p < tables_.player_count; ++p) {
    const int held = at_.reserves[static_cast<std::size_t>(p)].total();
    const bool holds = p < player_ ? held == tables_.setup.flowers : p == player_ ? held < tables_.setup.flowers : held == 0;
    law(holds, place("reserves", p), "S-7: players before the one who draws hold the full deal, who draws less, players after nothing");
  }
}

void Judge::judge_trees() {  // S-8
  if (!good(kGarden) || in({Phase::kDeal})) return;
  const int standing = at_.trees.size();
  if (!in({Phase::kTree})) return law(standing == tables_.tree_count, "garden", "S-8: all trees should stand");
  law(planted().empty(), "garden", "S-8: no flower is planted before all trees stand");
  if (good(kPositions)) law(all_at_start(), "positions", "S-8: should be 0 while trees are put down");
  if (good(kAllowance | kCounters)) law(nothing_spent(), "counters", "S-8: nothing is spent while trees are put down");
  law(standing < tables_.tree_count, "garden", "S-8: no tree is left to put down");
  for (int p = 0; good(kReserves) && p < tables_.player_count; ++p) {
    law(at_.reserves[static_cast<std::size_t>(p)].total() == tables_.setup.flowers, place("reserves", p), "S-8: should hold the full deal");
  }
  if (standing < tables_.tree_count && has_player()) {
    law(player_ == tables_.setup.trees_by[static_cast<std::size_t>(standing)], "player", "S-8: another player puts down the next tree");
  }
}

void Judge::judge_special_open() {  // S-9
  if (!good(kSpecialOpen)) return;
  if (in({Phase::kDeal, Phase::kTree, Phase::kOver})) law(at_.special_open, "special_open", "S-9: should be true in this phase");
  const bool from_run = in({Phase::kLapBonus}) && good(kSpecial) && at_.special == kRun;
  if (in({Phase::kFirstCell, Phase::kSecondCell}) || from_run)
    law(!at_.special_open, "special_open", "S-9: should be false while a special action is carried out");
  if (!at_.special_open && has_player() && good(kAllowance)) {
    law(at_.allowance[static_cast<std::size_t>(player_)] < tables_.setup.specials, "special_open",
        "S-9: is false, but the player has not spent an allowance");
  }
}

void Judge::judge_special() {  // S-10
  if (!good(kSpecial)) return;
  const bool spent = at_.special == kNoSpecial || !good(kCounters) || spent_counter(at_.special);
  if (in({Phase::kFirstCell, Phase::kSecondCell})) {
    law(at_.special < kRun, "special", "S-10: should be one of the first four words");
  } else if (in({Phase::kLapBonus})) {
    law(at_.special >= kRun, "special", "S-10: should be 'run' or null");
  } else {
    law(at_.special == kNoSpecial, "special", "S-10: should be null in this phase");
    return;
  }
  law(spent, "special", "S-10: no use of its counter is spent");
}

void Judge::judge_cells() {  // S-11
  if (!good(kFirst)) return;
  if (!in({Phase::kSecondCell})) law(first_ < 0, "first", "S-11: should be null in this phase");
  if (!in({Phase::kFirstCell, Phase::kSecondCell}) || !good(kSpecial | kGarden) || at_.special >= kRun) return;
  const Cells cells = State(tables_, at_).first_cells(at_.special);
  if (in({Phase::kFirstCell})) return law(!cells.empty(), "special", "S-11: there is no legal first cell");
  law(first_ >= 0 && cells.has(first_), "first", "S-11: should be a legal first cell of the special action");
  if (first_ >= 0) at_.first = static_cast<std::uint8_t>(first_);
}

void Judge::judge_lap_bonus() {  // S-12
  const bool here = in({Phase::kLapBonus});
  const bool counted = good(kReserves | kGarden);
  if (here) {
    law(tables_.lap_bonus, "phase", "S-12: the option lap_bonus is off");
    if (good(kPositions) && has_player()) {
      law(at_.positions[static_cast<std::size_t>(player_)] >= static_cast<std::uint32_t>(tables_.geometry.track), "positions",
          "S-12: the player has not passed the start");
    }
    if (counted) law(!State(tables_, at_).lap_bonus_cells().empty(), "phase", "S-12: no flower may be taken");
  }
  if (!good(kExtraTurn) || !at_.extra_turn) return;
  law(here, "extra_turn", "S-12: should be false in this phase");
  if (good(kSpecial)) law(at_.special != kRun, "extra_turn", "S-12: a run earns no extra turn");
  if (good(kReserves))
    law(State(tables_, at_).in_reserves().colours() < tables_.colour_count, "extra_turn",
        "S-12: is true, but every colour is in some reserve");
}

void Judge::judge_reserves() {  // S-13
  if (!good(kReserves) || in({Phase::kDeal, Phase::kTree, Phase::kOver})) return;
  const bool own_may_be_empty = in({Phase::kLapBonus}) && !(good(kSpecial) && at_.special == kRun);
  if (own_may_be_empty && !has_player()) return;
  for (std::size_t p = 0; p < players(); ++p) {
    const bool may_be_empty = own_may_be_empty && static_cast<int>(p) == player_;
    law(may_be_empty || !at_.reserves[p].empty(), place("reserves", static_cast<int>(p)),
        "S-13: a reserve is empty, the game should be over");
  }
}

void Judge::judge_lead() {  // S-14
  if (!good(kPositions)) return;
  const bool far_ahead = State(tables_, at_).lead() >= tables_.lap_lead;
  if (in({Phase::kTurn, Phase::kFirstCell, Phase::kSecondCell, Phase::kLapBonus})) {
    law(!far_ahead, "positions", "S-14: the first Martian is a lap ahead, the game should be over");
  } else if (in({Phase::kOver}) && good(kReserves)) {
    const bool out_of_flowers =
        std::any_of(at_.reserves.begin(), at_.reserves.begin() + tables_.player_count, [](Flowers reserve) { return reserve.empty(); });
    law(far_ahead || out_of_flowers, "phase", "S-14: nobody is out of flowers or a lap ahead, the game should go on");
  }
}

}  // namespace

State State::from_value(const Value& value, const Tables& tables) {
  Faults faults;
  Judge judge(tables, faults);
  judge.read(Reader(value, "", faults));
  judge.judge();
  faults.raise_if_any("gardens_of_io position");
  const State state(tables, judge.position());
  assert(state.consistent());
  return state;
}

}  // namespace cloche::gardens_of_io
