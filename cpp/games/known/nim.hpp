// Nim (seeds/known/nim.md): eight bytes of piles, and who moved last.
//
//   action id = pile * 31 + (taken - 1)
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

namespace cloche::nim {

inline constexpr int kMaxPiles = 8;
inline constexpr int kMaxPile = 31;

using Piles = std::array<std::uint8_t, kMaxPiles>;

struct Tables {
  [[nodiscard]] static std::shared_ptr<const Tables> make(const GameSpec& spec);

  int count = 0;    // of piles
  Piles piles{};    // at first
  int objects = 0;  // in all piles at first

  [[nodiscard]] int players() const { return 2; }
  [[nodiscard]] bool shared_return() const { return false; }
  [[nodiscard]] int num_distinct_actions() const { return kMaxPile * count; }
  [[nodiscard]] int max_chance_outcomes() const { return 0; }
  [[nodiscard]] int max_game_length() const { return objects; }
  [[nodiscard]] ScoreBounds score_bounds() const { return {0, 1}; }
  [[nodiscard]] int margin_scale() const { return 0; }
};

class State {
 public:
  using Tables = nim::Tables;
  static constexpr int kMaxLegal = kMaxPiles * kMaxPile;
  static constexpr int kFeatures = 1;

  explicit State(const Tables& tables) : tables_(&tables), piles_(tables.piles) {}

  [[nodiscard]] const Tables& tables() const { return *tables_; }
  [[nodiscard]] int mover() const { return piles_ == Piles{} ? kTerminal : last_ == kNobody ? 0 : 1 - last_; }
  [[nodiscard]] int winner() const { return piles_ == Piles{} ? int{last_} : -1; }  // NI-3; -1 while there is none

  void legal(FixedList<Action, kMaxLegal>& list) const;
  [[nodiscard]] bool is_legal(Action action) const;
  [[nodiscard]] Action random_legal(Rng& rng) const;
  void apply(Action action);  // NI-2

  [[nodiscard]] PerPlayer<int> scores() const;  // NI-4
  [[nodiscard]] PerPlayer<int> ranks() const { return ranks_by_score(scores()); }
  [[nodiscard]] PerPlayer<double> returns() const;
  [[nodiscard]] std::uint64_t hash() const { return hash_combine(hash_bytes(piles_.data(), piles_.size()), last_); }
  friend bool operator==(const State& a, const State& b) { return a.piles_ == b.piles_ && a.last_ == b.last_; }

  void prior(const FixedList<Action, kMaxLegal>& list, FixedList<std::uint32_t, kMaxLegal>& weights) const;
  void features(int observer, std::span<float> features) const;  // whether the observer is to move

  [[nodiscard]] Value to_value() const;
  [[nodiscard]] Value observation(int player) const;
  [[nodiscard]] static State from_value(const Value& value, const Tables& tables);
  [[nodiscard]] std::string action_text(Action action) const;
  [[nodiscard]] std::optional<Action> parse_action(std::string_view text) const;
  [[nodiscard]] static int tensor_size(const Tables& tables) { return tables.count + 1; }
  void observation_tensor(int player, std::span<float> tensor) const;

 private:
  static constexpr std::uint8_t kNobody = 2;

  const Tables* tables_;
  Piles piles_;
  std::uint8_t last_ = kNobody;  // who moved last
};
static_assert(GameState<State> && FastRandomState<State> && ValuedState<State> && DataState<State>);

}  // namespace cloche::nim
