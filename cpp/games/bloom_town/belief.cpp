// What a player of Bloom Town knows (seeds/hidden.md, and "What a player knows" of rules.md).
#include "games/bloom_town/state.hpp"

namespace cloche::bloom_town {

std::array<int, kKinds> State::unseen(int observer) const {  // O-2
  std::array<int, kKinds> tiles{};
  for (std::size_t kind = 0; kind < kKinds; ++kind) tiles[kind] = tables_->counts[kind] - at_.out[kind];
  for (int player = 0; player < tables_->player_count; ++player) {
    const Town& town = this->town(player);
    for (std::size_t type = 0; type < kPlainTypes; ++type) tiles[type] -= std::popcount(town.types[type]);
    for (std::size_t kind = kShop; kind < kKinds; ++kind) tiles[kind] -= std::popcount(town.of_kind(static_cast<int>(kind)));
    const Hand& hand = this->hand(player);
    for (int slot = 0; slot < kMaxInHand; ++slot) {
      const bool known = hand.has_tile(slot) && (player == observer || !hand.is_hidden(slot));
      if (known) --tiles[static_cast<std::size_t>(hand.kind(slot))];
    }
    const std::size_t kept = at_.kept[static_cast<std::size_t>(player)];
    if (kept != kNoKind) --tiles[kept];
  }
  for (const std::size_t kind : at_.market) {
    if (kind != kNoKind) --tiles[kind];
  }
  return tiles;
}

void State::redeal(int observer, Rng& rng) {  // H-3
  std::array<int, kKinds> tiles = unseen(observer);
  int total = 0;
  for (const int count : tiles) total += count;
  for (int player = 0; player < tables_->player_count; ++player) {
    if (player == observer) continue;
    Hand& hand = at_.hands[static_cast<std::size_t>(player)];
    const int hidden = hand.hidden_tiles();
    hand.remove_hidden();
    for (int tile = 0; tile < hidden; ++tile) {
      int rest = rng.below(total--);
      std::size_t kind = 0;
      while (rest >= tiles[kind]) rest -= tiles[kind++];
      --tiles[kind];
      hand.add(static_cast<int>(kind), true);
    }
  }
  for (std::size_t kind = 0; kind < kKinds; ++kind) at_.face_down[kind] = static_cast<std::uint8_t>(tiles[kind]);
}

Action State::seen(Action action, int observer) const {  // H-5
  const bool in_secret = at_.phase == Phase::kHands || (at_.phase == Phase::kDraw && !is_community(action));
  return in_secret && observer != at_.player ? kHiddenTile : action;
}

std::string State::seen_text(Action action, int observer) const {
  const Action what = seen(action, observer);
  return what == kHiddenTile && mover() == kChance ? std::string(kHiddenText) : action_text(what);
}

}  // namespace cloche::bloom_town
