// Endings of Bloom Town: the last turn of the game and what is kept after it (state.md, E-1 and E-2).
#include <algorithm>

#include "games/bloom_town/state.hpp"

namespace cloche::bloom_town {
namespace {

constexpr int kMostHidden = 2;  // E-1

// Lists what players may hold who are not the observer: one hidden tile after the other, those of a player by ascending kind.
class Dealer {
 public:
  Dealer(const std::array<int, kKinds>& unseen, std::vector<std::pair<int, int>> players) : players_(std::move(players)), unseen_(unseen) {}

  // Calls `use(deal, weight)` for each deal; a deal is a player and kind for each tile.
  template <class Use>
  void list(const Use& use) {
    next(0, 0, 0, 1, use);
  }

 private:
  // `run` tiles of the kind before have been dealt to the same player: hands are sets, so that many orders are one.
  template <class Use>
  void next(std::size_t player, int dealt, int run, std::uint64_t weight, const Use& use) {
    if (player == players_.size()) return use(deal_, weight);
    const auto [number, tiles] = players_[player];
    if (dealt == tiles) return next(player + 1, 0, 0, weight, use);
    const int last = dealt == 0 ? 0 : deal_.back().second;
    for (int kind = last; kind < kKinds; ++kind) {
      int& left = unseen_[static_cast<std::size_t>(kind)];
      if (left == 0) continue;
      const int same = dealt > 0 && kind == last ? run + 1 : 1;
      // n * (n - 1) / 2 ways to take two of n.
      const std::uint64_t ways = weight * static_cast<std::uint64_t>(left) / static_cast<std::uint64_t>(same);
      --left;
      deal_.emplace_back(number, kind);
      next(player, dealt + 1, same, ways, use);
      deal_.pop_back();
      ++left;
    }
  }

  std::vector<std::pair<int, int>> players_;  // each with a number of hidden tiles
  std::array<int, kKinds> unseen_;
  std::vector<std::pair<int, int>> deal_;
};

}  // namespace

bool State::solvable_ending() const {  // E-1
  if (mover() < 0) return false;
  const bool last_turn = at_.phase < Phase::kKeep && at_.player + 1 == tables_->player_count && last_round();
  if (!last_turn && at_.phase != Phase::kKeep) return false;
  int hidden = 0;
  for (int player = 0; player < tables_->player_count; ++player) {
    if (player != at_.player) hidden += hand(player).hidden_tiles();
  }
  return hidden <= kMostHidden;
}

Action State::settled_action() const {  // E-2
  assert(at_.phase == Phase::kKeep);
  Action best = 0;
  int most = -1;
  for (unsigned kinds = hand(at_.player).kinds(); kinds != 0; kinds &= kinds - 1) {
    const int kind = std::countr_zero(kinds);
    const int points = rescored(town(at_.player), tables_->scoring, type_of(kind));
    if (points <= most) continue;
    most = points;
    best = static_cast<Action>(kFirstKeep + kind);
  }
  return best;
}

State State::ending_key() const {
  State key = *this;
  std::fill_n(key.at_.face_down.begin(), kKinds, std::uint8_t{0});
  key.at_.market.fill(kNoKind);
  return key;
}

std::vector<WeightedWorld<State>> State::worlds(int observer) const {
  std::vector<std::pair<int, int>> others;
  State without = *this;
  for (int player = 0; player < tables_->player_count; ++player) {
    if (player == observer) continue;
    if (const int tiles = hand(player).hidden_tiles(); tiles > 0) others.emplace_back(player, tiles);
    without.at_.hands[static_cast<std::size_t>(player)].remove_hidden();
  }
  const std::array<int, kKinds> tiles = unseen(observer);
  for (std::size_t kind = 0; kind < kKinds; ++kind) without.at_.face_down[kind] = static_cast<std::uint8_t>(tiles[kind]);
  std::vector<WeightedWorld<State>> worlds;
  Dealer(tiles, std::move(others)).list([&](const auto& deal, std::uint64_t weight) {
    State world = without;
    for (const auto& [player, kind] : deal) {
      world.at_.hands[static_cast<std::size_t>(player)].add(kind, true);
      --world.at_.face_down[static_cast<std::size_t>(kind)];
    }
    worlds.push_back({world, weight});
  });
  return worlds;
}

}  // namespace cloche::bloom_town
