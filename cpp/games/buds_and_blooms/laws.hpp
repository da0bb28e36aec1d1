// Reading a position or an observation of Buds and Blooms, and judging the laws it must obey (seeds/buds_and_blooms/state.md).
#pragma once

#include <array>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "core/value.hpp"
#include "games/buds_and_blooms/state.hpp"

namespace cloche::buds_and_blooms {

// The parts of a position that a law may need; a part is good when it was read without a fault and no law of it broke that
// others build on.
enum Part : unsigned {
  kPhasePart = 1U << 0,
  kPlayerPart = 1U << 1,
  kBedsPart = 1U << 2,
  kFlowersPart = 1U << 3,
  kShedsPart = 1U << 4,
  kHandsPart = 1U << 5,
  kCompostPart = 1U << 6,
  kLookedPart = 1U << 7,
  kPilesPart = 1U << 8,
  kCausePart = 1U << 9,
  kPlacePart = 1U << 10,
  kBloomPart = 1U << 11,
  kObserverPart = 1U << 12,
};
inline constexpr unsigned kNumberedParts = kHandsPart | kCompostPart | kLookedPart | kPilesPart;
inline constexpr unsigned kOpenParts = kFlowersPart | kShedsPart | kBloomPart;

// Reads every part, then judges every law, each only where what it needs is good.
class Judge {
 public:
  // What is read: a position, or what one player knows of it.
  enum class Form : std::uint8_t { kWhole, kObserved };

  Judge(const Tables& tables, Form form, Faults& faults)
      : tables_(tables), observed_(form == Form::kObserved), faults_(faults), state_(tables) {}

  void read(const Reader& file);  // S-1
  void judge();                   // S-2 to S-17, O-2 to O-4
  // Of what broke no law; faces that the observer does not know are those of any card.
  [[nodiscard]] State state() const { return {tables_, at_}; }
  [[nodiscard]] int observer() const { return observer_; }

 private:
  static constexpr int kNull = -1;

  struct NumberedCard {
    std::string path;
    int card = 0;  // its number
    int deck = 0;
    int draw = 0;  // from 1
    int weather = 0;
    int face = kNull;
    unsigned known = 0;  // a bit for each player
  };
  struct OpenCard {
    std::string path;
    int deck = 0;
    int face = 0;
    int combo = 0;   // in a flower
    int stages = 0;  // in a flower
  };
  struct BedCard {
    int card = 0;
    int face = kNull;
    int turn = kNull;
  };
  using NumberedCards = std::vector<NumberedCard>;
  using OpenCards = std::vector<OpenCard>;

  // Reading (laws_read.cpp)
  void read_beds(const Reader& list);
  void read_flowers(const Reader& list);
  void read_flower(const Reader& list, OpenCards& flower) const;
  void read_shed(const Reader& list, OpenCards& shed) const;
  void read_piles(const Reader& list);
  void read_top(const Reader& top, std::size_t pile);
  void read_place(const Reader& place);
  [[nodiscard]] int read_face(const Reader& face) const;
  [[nodiscard]] OpenCard read_open_card(const Reader& item) const;
  [[nodiscard]] NumberedCard read_card(const Reader& item) const;
  void read_cards(const Reader& list, int most, bool ascending, NumberedCards& cards) const;
  void assemble();

  // Judging (laws.cpp, and laws_of_turns.cpp from S-11 on)
  void judge_player();     // S-2
  void judge_beds();       // S-3
  void judge_setup();      // S-4
  void judge_cards();      // S-5
  void judge_numbers();    // S-6
  void judge_lazy();       // S-7, O-3
  void judge_flowers();    // S-8
  void judge_known();      // S-9, O-2
  void judge_digs();       // S-10
  void judge_tops();       // S-11
  void judge_hands();      // S-12, S-13
  void judge_missing();    // S-12 in play
  void judge_looked();     // S-14
  void judge_discards();   // S-15
  void judge_growth();     // S-16
  void judge_cut();        // S-17
  void judge_insertion();  // S-17, O-4

  template <class Read>
  void part(Part which, const Reader& value, const Read& read) {
    if (value.is_missing()) return;
    const int before = faults_.size();
    read(value);
    if (faults_.size() == before) good_ |= which;
  }
  [[nodiscard]] bool good(unsigned parts) const { return (good_ & parts) == parts; }
  void spoil(unsigned parts) { good_ &= ~parts; }
  [[nodiscard]] bool in(std::initializer_list<Phase> phases) const;
  [[nodiscard]] bool from(Phase phase) const { return at_.phase >= phase; }
  bool law(bool holds, const std::string& key, const std::string& text) { return faults_.require(holds, key, text); }
  [[nodiscard]] bool has_player() const { return good(kPlayerPart) && player_ != kNull; }
  [[nodiscard]] bool plays() const { return good(kPhasePart) && has_player(); }
  [[nodiscard]] int players() const { return tables_.player_count; }
  [[nodiscard]] int own_pile() const { return tables_.pile_of(player_); }
  [[nodiscard]] bool pile_empty(int pile) const { return state_.pile_cards(pile) == 0; }
  [[nodiscard]] int missing(int player) const { return tables_.hand - static_cast<int>(hands_[static_cast<std::size_t>(player)].size()); }
  [[nodiscard]] bool full_or_empty(int player) const { return missing(player) == 0 || pile_empty(tables_.pile_of(player)); }
  [[nodiscard]] int tools_in_shed(int player, Tool tool) const;
  [[nodiscard]] bool compost_has(int weather, int player) const;
  [[nodiscard]] bool is_deal() const;
  [[nodiscard]] bool nothing_drawn() const { return (at_.drawn[0] | at_.drawn[1]) == 0; }
  template <class Visit>
  void each_numbered(const Visit& visit) const;
  template <class Visit>
  void each_open(const Visit& visit) const;

  const Tables& tables_;
  const bool observed_;
  Faults& faults_;
  unsigned good_ = 0;
  Position at_;
  State state_;  // of what was read, good or not
  int player_ = kNull;
  int observer_ = kNull;
  std::vector<BedCard> beds_;
  std::array<std::array<OpenCards, kMaxSlots>, kSides> flowers_;
  std::array<OpenCards, kSides> sheds_;
  std::array<NumberedCards, kSides> hands_;
  NumberedCards compost_;
  NumberedCards looked_;
  std::array<NumberedCards, kSides> under_;
  std::optional<OpenCard> bloom_;
  int place_ = kNull;
  Cards hidden_ = 0;        // numbered cards without a face
  bool cards_fit_ = false;  // S-5 and S-6 hold
};

template <class Visit>
void Judge::each_numbered(const Visit& visit) const {
  for (const NumberedCards& hand : hands_) {
    for (const NumberedCard& card : hand) visit(card);
  }
  for (const NumberedCard& card : compost_) visit(card);
  for (const NumberedCard& card : looked_) visit(card);
  for (const NumberedCards& under : under_) {
    for (const NumberedCard& card : under) visit(card);
  }
}

template <class Visit>
void Judge::each_open(const Visit& visit) const {
  for (const auto& slots : flowers_) {
    for (const OpenCards& flower : slots) {
      for (const OpenCard& card : flower) visit(card);
    }
  }
  for (const OpenCards& shed : sheds_) {
    for (const OpenCard& card : shed) visit(card);
  }
  if (bloom_) visit(*bloom_);
}

[[nodiscard]] inline std::string place_in(const std::string& key, int index) {
  return key + "[" + std::to_string(index) + "]";
}

}  // namespace cloche::buds_and_blooms
