// Goofspiel of imperfect information (seeds/known/goofspiel.md).
//
//   choose (player 0), choose (player 1), reveal ... the last trick without choices: reveal --> over
//
//   played   four bits a trick from the lowest on: the card, 0 where there is none yet; and how many
//   won      two bits a trick: who won it, 2 for nobody; and how many
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/game.hpp"
#include "core/hash.hpp"
#include "games/known/common.hpp"

namespace cloche::goofspiel {

inline constexpr int kMaxCards = 12;
inline constexpr int kTie = 2;
inline constexpr int kResults = 3;
inline constexpr Action kHiddenCard = 12;  // H-5
inline constexpr int kPlayers = known::kTwoPlayers;

struct Tables {
  [[nodiscard]] static std::shared_ptr<const Tables> make(const GameSpec& spec);

  int cards = 0;

  [[nodiscard]] int players() const { return kPlayers; }
  [[nodiscard]] bool shared_return() const { return false; }
  [[nodiscard]] int num_distinct_actions() const { return cards; }
  [[nodiscard]] int max_chance_outcomes() const { return kResults; }
  [[nodiscard]] int max_game_length() const { return kPlayers * (cards - 1); }
  [[nodiscard]] ScoreBounds score_bounds() const { return {0, cards * (cards + 1) / 2}; }
  [[nodiscard]] int margin_scale() const { return 0; }
};

enum class Phase : std::uint8_t { kChoose, kReveal, kOver };

// Small numbers in a row, `Bits` bits each.
template <class Word, int Bits>
class Row {
 public:
  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] int operator[](int i) const { return static_cast<int>(word_ >> Bits * i & ((1U << Bits) - 1)); }
  void push(int number) { word_ |= static_cast<Word>(number) << Bits * size_++; }
  [[nodiscard]] Word word() const { return word_; }
  friend bool operator==(const Row&, const Row&) = default;

 private:
  Word word_ = 0;
  std::uint8_t size_ = 0;
};
using Cards = Row<std::uint64_t, 4>;
using Winners = Row<std::uint32_t, 2>;

class State {
 public:
  using Tables = goofspiel::Tables;
  static constexpr int kMaxLegal = kMaxCards;
  static constexpr int kMaxOutcomes = 1;  // of a node
  static constexpr int kFeatures = 1;

  explicit State(const Tables& tables) : tables_(&tables) {}

  [[nodiscard]] const Tables& tables() const { return *tables_; }
  [[nodiscard]] Phase phase() const;
  [[nodiscard]] int mover() const;

  void legal(FixedList<Action, kMaxLegal>& list) const;  // GS-2
  [[nodiscard]] bool is_legal(Action action) const;
  void outcomes(FixedList<Outcome, kMaxOutcomes>& list) const;  // GS-3
  [[nodiscard]] Action sample(Rng& rng) const;
  void apply(Action action);

  [[nodiscard]] PerPlayer<int> scores() const;  // GS-1, GS-5
  [[nodiscard]] PerPlayer<int> ranks() const { return ranks_by_score(scores()); }
  [[nodiscard]] PerPlayer<double> returns() const { return known::returns_when_over(*this); }
  [[nodiscard]] std::uint64_t hash() const;
  friend bool operator==(const State& a, const State& b) { return a.played_ == b.played_ && a.won_ == b.won_; }

  void redeal(int observer, Rng& rng);
  [[nodiscard]] Action seen(Action action, int observer) const;
  [[nodiscard]] std::string seen_text(Action action, int observer) const;
  [[nodiscard]] static State from_observation(const Value& value, const Tables& tables);

  void prior(const FixedList<Action, kMaxLegal>& list, FixedList<std::uint32_t, kMaxLegal>& weights) const;
  void features(int observer, std::span<float> features) const;  // whether the observer is to choose

  [[nodiscard]] Value to_value() const { return data(-1); }
  [[nodiscard]] Value observation(int player) const { return known::observation_by(player, data(1 - player)); }
  [[nodiscard]] static State from_value(const Value& value, const Tables& tables) { return read(value, tables, -1); }
  [[nodiscard]] std::string action_text(Action action) const;
  [[nodiscard]] std::optional<Action> parse_action(std::string_view text) const;
  [[nodiscard]] static int tensor_size(const Tables& tables) { return tables.cards * (tables.cards + 4) + 1; }
  void observation_tensor(int player, std::span<float> tensor) const;

 private:
  [[nodiscard]] const Cards& played(int player) const { return played_[static_cast<std::size_t>(player)]; }
  [[nodiscard]] std::uint32_t hand(int player) const;  // bit = card
  [[nodiscard]] int result_of(int trick) const;        // GS-3
  void play_last_cards();                              // GS-4
  // The cards of the player `hidden`, if any, are left out, or have to be.
  [[nodiscard]] Value data(int hidden) const;
  [[nodiscard]] static State read(const Value& value, const Tables& tables, int observer);

  const Tables* tables_;
  std::array<Cards, kPlayers> played_{};
  Winners won_;
};
static_assert(GameState<State> && ChanceState<State> && HiddenState<State> && ValuedState<State> && DataState<State>);

}  // namespace cloche::goofspiel
