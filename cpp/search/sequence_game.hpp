// A game of two players with hidden information in sequence form (von Stengel 1996), its equilibrium by CFR+ (Tammelin 2014), and exact
// best responses (seeds/search.md, V-9 to V-12). Nothing here depends on a game.
//
// A *sequence* of a player is what that player decided from the first decision to some action, or nothing, number 0. A *behaviour* gives
// each sequence the probability of its last action at its information state, a *plan* the product of those of all its actions.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "search/effort.hpp"

namespace cloche {

using Sequence = std::uint32_t;
using Numbers = std::vector<double>;  // of each sequence
using Plan = Numbers;
using Behaviour = Numbers;

class SequenceGame {
 public:
  static constexpr int kPlayers = 2;
  static constexpr Sequence kNothing = 0;

  struct InformationState {
    Sequence before;  // what the player had decided
    Sequence first;   // with the first action here; the other actions follow
    std::uint32_t actions;
  };

  // Adds a decision of a player after `before`; its number, from 0.
  std::uint32_t add(int player, Sequence before, int actions);
  // An end of the game comes after these sequences with this probability of chance, and is worth `value` to player 0.
  void add_end(Sequence first_player, Sequence second_player, double probability, double value);
  // After the last addition.
  void finish();

  [[nodiscard]] const std::vector<InformationState>& information_states(int player) const { return side(player).states; }
  [[nodiscard]] std::size_t sequences(int player) const { return side(player).sequences; }
  [[nodiscard]] std::size_t ends() const { return ends_.size(); }
  // What it holds, finished or not, and what a solution takes on top.
  [[nodiscard]] std::uint64_t bytes() const;

  // What a player gets at most against a plan of the other.
  [[nodiscard]] double best_response(int player, const Plan& other) const;
  // The behaviour that gets it, by the first action of equals.
  [[nodiscard]] Behaviour best_behaviour(int player, const Plan& other) const;
  // Every action alike.
  [[nodiscard]] Behaviour even_behaviour(int player) const;
  void write_plan(int player, const Behaviour& behaviour, Plan& plan) const;
  [[nodiscard]] Plan plan_of(int player, const Behaviour& behaviour) const;
  // What player 0 gets.
  [[nodiscard]] double value(const Plan& first_player, const Plan& second_player) const;

  // Of each sequence of a player what ends after it come to, against a plan of the other, later decisions left out.
  void payoffs(int player, const Plan& other, Numbers& payoffs) const;

 private:
  struct Side {
    std::vector<InformationState> states;  // by number, earlier decisions before later ones
    std::size_t sequences = 1;
    // The ends after each sequence: the other's sequence, and probability * value for this player.
    std::vector<std::size_t> first_ends;
    std::vector<Sequence> others;
    std::vector<double> values;
  };
  struct End {
    Sequence first_player;
    Sequence second_player;
    double value;  // of player 0, times its probability
  };

  [[nodiscard]] const Side& side(int player) const { return sides_[static_cast<std::size_t>(player)]; }
  void list_ends(int player);

  std::array<Side, kPlayers> sides_;
  std::vector<End> ends_;
  std::unordered_map<std::uint64_t, std::size_t> places_;  // of ends, by both sequences, until finished
};

struct Equilibrium {
  std::array<Plan, SequenceGame::kPlayers> plans;  // averages
  std::array<double, SequenceGame::kPlayers> best_responses{};
  std::array<Behaviour, SequenceGame::kPlayers> last;  // of the last round

  [[nodiscard]] double exploitability() const { return 0.5 * (best_responses[0] + best_responses[1]); }
  [[nodiscard]] double value() const { return 0.5 * (best_responses[0] - best_responses[1]); }  // of player 0
};

// Rounds of CFR+ until the exploitability is at most the tolerance.
[[nodiscard]] Equilibrium find_equilibrium(const SequenceGame& game, double tolerance, Effort& effort);

}  // namespace cloche
