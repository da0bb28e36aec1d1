// Reading a position or an observation of Barton in Bloom, and judging the laws it must obey (seeds/barton_in_bloom/state.md).
#pragma once

#include <array>
#include <initializer_list>
#include <string>
#include <vector>

#include "core/value.hpp"
#include "games/barton_in_bloom/notation.hpp"
#include "games/barton_in_bloom/state.hpp"

namespace cloche::barton_in_bloom {

// Reads all, then judges: S-2 to S-8 if S-1 holds, S-9 to S-15 if those do.
class Judge {
 public:
  // What is read: a position, or what one player knows of it.
  enum class Form : std::uint8_t { kWhole, kObserved };

  Judge(const Tables& tables, Form form, Faults& faults)
      : tables_(tables), observed_(form == Form::kObserved), faults_(faults), state_(tables) {}

  void read(const Reader& file);  // S-1, O-1
  void judge();                   // S-2 to S-15, O-2
  // Of what broke no law; judges that the observer does not know are any of those left.
  [[nodiscard]] const State& state() const { return state_; }
  [[nodiscard]] int observer() const { return observer_; }

 private:
  static constexpr int kNull = -1;

  struct StepRead {
    Step step;
    std::string path;
  };
  struct Card {  // a judge card that is hidden from somebody
    std::string path;
    int player = 0;
    Zone zone = Zone::kInHand;
    int draw = 0;
    int judge = kNull;
  };
  struct Deck {
    std::string path;
    int from = 0;
    std::uint64_t unseen = 0;
  };
  struct TileAt {
    std::string path;
    int player = 0;
    int cell = 0;
    int tile = 0;
    int turns = 0;
  };
  struct PlantAt {
    std::string path;
    int player = 0;
    int square = 0;
    int type = 0;
    bool grown = false;
  };
  struct OrnamentAt {
    std::string path;
    int player = 0;
    int kind = 0;
    int square = 0;
    int orientation = 0;
  };
  struct OrderAt {
    std::string path;
    int deck = 0;
    int card = 0;
  };

  // Reading (laws_read.cpp)
  void read_turn(const Reader& file);
  void read_board(const Reader& file);
  void read_judges(const Reader& file);
  void read_players(const Reader& file);
  void read_gardens(const Reader& file);
  void read_todo(const Reader& list);
  [[nodiscard]] Step read_step(const Reader& item);
  void read_field(const Reader& item, Field field, Step& step);
  void expect_keys_of(const Reader& item, StepKind kind) const;
  [[nodiscard]] unsigned read_types(const Reader& list);
  [[nodiscard]] std::uint64_t read_judge_ids(const Reader& list);
  [[nodiscard]] Card read_card(const Reader& item, int player, Zone zone);
  [[nodiscard]] OrderAt read_order(const Reader& item) const;
  [[nodiscard]] static int letter(const Reader& item);
  template <class Place>
  void read_places(const Reader& list, Place& places, int count, const std::vector<std::string>& ids);
  template <class Read>
  void each_player(const Reader& list, const Read& read);
  // S-2: what comes after must be more.
  void rising(const Reader& item, long& last, long value);

  // Judging (laws.cpp, and laws_of_turns.cpp from S-9 on)
  void judge_lists();   // S-2
  void judge_tiles();   // S-3
  void judge_beds();    // S-4
  void judge_cards();   // S-5
  void judge_dice();    // S-6
  void judge_judges();  // S-7, O-2
  void judge_drawn();   // S-8
  void assemble();
  void assemble_judges();
  void judge_empty();  // S-9
  void judge_setup();  // S-10
  void judge_board_setup();
  void judge_own_setup();
  void judge_turns();  // S-11
  void judge_front(std::size_t end);
  void judge_steps();  // S-12
  void judge_step(std::size_t i);
  void judge_node();     // S-13
  void judge_trigger();  // S-14
  void judge_end();      // S-15

  bool law(bool holds, const std::string& key, const std::string& text) { return faults_.require(holds, key, text); }
  [[nodiscard]] int players() const { return tables_.player_count; }
  [[nodiscard]] StepKind kind(std::size_t i) const { return todo_[i].step.kind; }
  [[nodiscard]] bool has_step(StepKind kind) const;
  [[nodiscard]] bool is_list(std::initializer_list<StepKind> kinds) const;
  [[nodiscard]] bool is_end_of(const std::vector<StepKind>& kinds) const;
  [[nodiscard]] int deck_of(int draw) const;  // place in decks_, kNull before the first
  [[nodiscard]] int complete(int player) const { return state_.seat(player).complete(); }

  const Tables& tables_;
  const bool observed_;
  Faults& faults_;
  Position at_;
  State state_;
  int observer_ = kNull;
  int phase_ = 0;  // kStepKinds: over
  int turns_ = kNull;
  int player_ = kNull;
  int trigger_ = kNull;
  int drawn_ = 0;
  std::vector<std::string> disordered_;  // S-2: paths of what does not rise
  std::vector<StepRead> todo_;
  std::vector<Deck> decks_;
  std::vector<Card> cards_;  // hands, gossip and gone
  std::vector<TileAt> tiles_;
  std::vector<PlantAt> plants_;
  std::vector<OrnamentAt> ornaments_;
  std::array<OrderAt, kOrderDecks> orders_up_;
  std::vector<OrderAt> done_;
};

[[nodiscard]] inline std::string place_in(const std::string& key, int index) {
  return key + "[" + std::to_string(index) + "]";
}

}  // namespace cloche::barton_in_bloom
