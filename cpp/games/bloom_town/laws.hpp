// Reading a position or an observation of Bloom Town, and judging the laws it must obey (seeds/bloom_town/state.md).
#pragma once

#include <array>
#include <initializer_list>
#include <string>
#include <vector>

#include "core/value.hpp"
#include "games/bloom_town/state.hpp"

namespace cloche::bloom_town {

// The parts of a position that a law may need; a part is good when it was read without a fault.
enum Part : unsigned {
  kPhase = 1U << 0,
  kPlayer = 1U << 1,
  kTowns = 1U << 2,
  kPoints = 1U << 3,
  kTokens = 1U << 4,
  kHands = 1U << 5,
  kHiddenTiles = 1U << 6,
  kKept = 1U << 7,
  kMarket = 1U << 8,
  kStackSizes = 1U << 9,
  kLeftOver = 1U << 10,
  kCommunityOut = 1U << 11,
  kByToken = 1U << 12,
  kOut = 1U << 13,
  kPool = 1U << 14,
  kEmptied = 1U << 15,
  kUsed = 1U << 16,
  kExtraDue = 1U << 17,
  kCell = 1U << 18,
  kObserver = 1U << 19,
};

// Reads every part, then judges every law, each only where what it needs is good.
class Judge {
 public:
  // What is read: a position, or what one player knows of it.
  enum class Form : std::uint8_t { kWhole, kObserved };

  Judge(const Tables& tables, Form form, Faults& faults) : tables_(tables), observed_(form == Form::kObserved), faults_(faults) {}

  void read(const Reader& file);  // S-1, S-2
  void judge();                   // S-3 to S-18, O-2, O-3
  // Of what broke no law. Tiles that the observer does not know are hidden tiles of some kind, and the pool is empty then.
  [[nodiscard]] Position position() const;
  [[nodiscard]] int observer() const { return observer_; }

 private:
  static constexpr int kNobody = -1;
  static constexpr int kVeiled = -1;  // in place of a kind that is not known
  static constexpr std::initializer_list<Phase> kBonusPhases{Phase::kBloom, Phase::kToken, Phase::kTake, Phase::kDraw};

  // Reading (laws_read.cpp)
  void read_town(const Reader& item, std::size_t player);
  void read_row(const Reader& item, int row, Town& town) const;
  [[nodiscard]] int read_kind(const Reader& item) const;
  void read_hands(const Reader& list, bool hidden);
  void read_kinds(const Reader& list, std::size_t count, std::uint8_t* kinds) const;
  void read_emptied(const Reader& list);
  void read_used(const Reader& list);
  void read_cell(const Reader& cell);
  template <class Number>
  void read_numbers(const Reader& list, int count, int most, Number* numbers) const;
  [[nodiscard]] std::uint8_t read_bits(const Reader& list, int count) const;

  // Judging (laws.cpp)
  void judge_tiles();        // S-3, O-2, O-3
  void judge_player();       // S-4
  void judge_community();    // S-5
  void judge_stacks();       // S-6
  void judge_setup();        // S-7
  void judge_first_hands();  // S-8
  void judge_out();          // S-9
  void judge_hands();        // S-10, S-16
  void judge_emptied();      // S-11
  void judge_market();       // S-12
  void judge_used();         // S-13
  void judge_cell();         // S-14, S-15
  void judge_replacement();  // S-17
  void judge_kept();         // S-18

  template <class Read>
  void part(Part which, const Reader& value, const Read& read) {
    if (value.is_missing()) return;
    const int before = faults_.size();
    read(value);
    if (faults_.size() == before) good_ |= which;
  }
  [[nodiscard]] bool good(unsigned parts) const { return (good_ & parts) == parts; }
  [[nodiscard]] bool in(std::initializer_list<Phase> phases) const;
  [[nodiscard]] bool from(Phase phase) const { return at_.phase >= phase; }
  [[nodiscard]] bool before(Phase phase) const { return at_.phase < phase; }
  void law(bool holds, const std::string& key, const std::string& text) { faults_.require(holds, key, text); }
  [[nodiscard]] int players() const { return tables_.player_count; }
  [[nodiscard]] bool has_player() const { return good(kPlayer) && player_ != kNobody; }
  [[nodiscard]] bool has_cell() const { return good(kCell) && at_.cell != kNoCell; }
  [[nodiscard]] bool is_used(Bonus bonus) const { return has_bit(at_.used, bonus); }
  [[nodiscard]] int held(int player) const {
    const auto p = static_cast<std::size_t>(player);
    return static_cast<int>(open_[p].size() + hidden_[p].size());
  }
  [[nodiscard]] Squares empty_squares(int player) const { return tables_.board & ~at_.towns[static_cast<std::size_t>(player)].built(); }
  [[nodiscard]] bool is_emptied(int space) const;

  const Tables& tables_;
  const bool observed_;
  Faults& faults_;
  unsigned good_ = 0;
  Position at_;
  int player_ = kNobody;
  int observer_ = 0;
  std::array<std::vector<int>, kMaxTowns> open_;    // kinds
  std::array<std::vector<int>, kMaxTowns> hidden_;  // kinds, or kVeiled
  std::array<int, kTypes> community_{};             // community tiles out
  std::vector<int> emptied_;                        // market spaces from 0
  int pool_ = 0;                                    // building tiles face down
};

}  // namespace cloche::bloom_town
