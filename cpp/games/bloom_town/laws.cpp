// The laws of a position and of an observation of Bloom Town (seeds/bloom_town/state.md, S-3 to S-18, O-2, O-3).
#include "games/bloom_town/laws.hpp"

#include <algorithm>

#include "games/bloom_town/notation.hpp"

namespace cloche::bloom_town {
namespace {

std::string place(const std::string& key, std::size_t index) {
  return key + "[" + std::to_string(index) + "]";
}
std::string place(const std::string& key, int index) {
  return place(key, static_cast<std::size_t>(index));
}

template <class Numbers>
bool all_zero(const Numbers& numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](auto number) { return number == 0; });
}

}  // namespace

bool Judge::in(std::initializer_list<Phase> phases) const {
  return std::find(phases.begin(), phases.end(), at_.phase) != phases.end();
}

bool Judge::is_emptied(int space) const {
  return std::find(emptied_.begin(), emptied_.end(), space) != emptied_.end();
}

void Judge::judge() {
  judge_tiles();
  judge_community();
  if (!good(kPhase)) return;
  judge_player();
  judge_stacks();
  judge_setup();
  judge_first_hands();
  judge_out();
  judge_hands();
  judge_emptied();
  judge_market();
  judge_used();
  judge_cell();
  judge_replacement();
  judge_kept();
}

void Judge::judge_tiles() {  // S-3, O-2, O-3
  const unsigned seen = kTowns | kHands | kHiddenTiles | kKept | kMarket | kOut | (observed_ ? kObserver : kPool);
  if (!good(seen)) {
    for (const int tiles : at_.face_down) pool_ += tiles;
    return;
  }
  int veiled = 0;
  for (const auto& hand : hidden_) veiled += static_cast<int>(std::count(hand.begin(), hand.end(), kVeiled));
  for (int kind = 0; kind < kKinds; ++kind) {
    const auto k = static_cast<std::size_t>(kind);
    auto tiles = at_.out[k] + std::count(at_.kept.begin(), at_.kept.end(), kind) + std::count(at_.market.begin(), at_.market.end(), kind);
    for (const Town& town : at_.towns) tiles += std::popcount(town.of_kind(kind));
    for (const auto& hand : open_) tiles += std::count(hand.begin(), hand.end(), kind);
    for (const auto& hand : hidden_) tiles += std::count(hand.begin(), hand.end(), kind);
    const std::string have = " has " + std::to_string(tiles + at_.face_down[k]) + " tiles, should have ";
    if (observed_) {
      law(tiles <= tables_.counts[k], "towns",
          "O-2: kind '" + kind_character(kind) + "'" + have + "at most " + std::to_string(tables_.counts[k]));
      pool_ += tables_.counts[k] - static_cast<int>(tiles);
    } else {
      law(tiles + at_.face_down[k] == tables_.counts[k], "pool",
          "S-3: kind '" + kind_character(kind) + "'" + have + std::to_string(tables_.counts[k]));
      pool_ += at_.face_down[k];
    }
  }
  if (!observed_) return;
  law(pool_ >= veiled, "hidden",
      "O-3: has " + std::to_string(veiled) + " tiles that the observer does not know, but only " + std::to_string(pool_) + " are unseen");
  pool_ -= veiled;
  good_ |= kPool;
}

void Judge::judge_player() {  // S-4
  if (!good(kPlayer)) return;
  const bool nobody = in({Phase::kShops, Phase::kMarket, Phase::kLeftOver, Phase::kOver});
  law((player_ == kNobody) == nobody, "player",
      nobody ? "S-4: should be null in this phase" : "S-4: should be the number of a player in this phase");
  if ((player_ == kNobody) != nobody) good_ &= ~unsigned{kPlayer};
}

void Judge::judge_community() {  // S-5
  if (!good(kCommunityOut)) return;
  for (std::size_t type = 0; type < kTypes; ++type) {
    law(community_[type] <= tables_.per_type, place("community", type),
        "S-5: is " + std::to_string(community_[type]) + ", but there are only " + std::to_string(tables_.per_type) + " tiles of a type");
    const bool triggered = good(kByToken) && has_bit(at_.by_token, type);
    law(!triggered || community_[type] >= 1, place("by_token", type), "S-5: no community tile of the type is out");
  }
  if (!good(kByToken | kTokens)) return;
  law(std::popcount(at_.by_token) <= players() - std::popcount(at_.tokens), "by_token", "S-5: more types are triggered than tokens gone");
}

void Judge::judge_stacks() {  // S-6
  const int height = tables_.setup.stack;
  const bool as_set_up = before(Phase::kMarket);
  int face_down = at_.left_over;
  for (std::size_t s = 0; good(kStackSizes) && s < kStacks; ++s) {
    face_down += at_.stacks[s];
    law(at_.stacks[s] <= height && (!as_set_up || at_.stacks[s] == height), place("stacks", s),
        std::string("S-6: should be ") + (as_set_up ? "" : "at most ") + std::to_string(height));
  }
  if (good(kLeftOver)) {
    const bool full = before(Phase::kLeftOver);
    law(at_.left_over <= tables_.setup.left_over && (!full || at_.left_over == tables_.setup.left_over), "left_over",
        std::string("S-6: should be ") + (full ? "" : "at most ") + std::to_string(tables_.setup.left_over));
  }
  if (as_set_up || !good(kStackSizes | kLeftOver | kCommunityOut | kPool)) return;
  int tiles = pool_ + tables_.community_tiles();
  for (const int out : community_) tiles -= out;
  law(tiles == face_down, "stacks",
      "S-6: stacks and left-overs hold " + std::to_string(face_down) + " tiles, but " + std::to_string(tiles) + " are face down");
}

void Judge::judge_setup() {  // S-7
  if (from(Phase::kBuild)) {
    if (good(kLeftOver)) law(at_.left_over == 0, "left_over", "S-7: should be 0 in this phase");
    return;
  }
  const bool nothing_built = std::all_of(at_.towns.begin(), at_.towns.end(), [](const Town& town) { return town.built() == 0; });
  if (good(kTowns)) law(nothing_built, "towns", "S-7: should be empty before the first turn");
  if (good(kPoints)) law(all_zero(at_.points), "points", "S-7: should be 0 before the first turn");
  if (good(kTokens)) law(std::popcount(at_.tokens) == players(), "tokens", "S-7: should all be there before the first turn");
  if (good(kByToken)) law(at_.by_token == 0, "by_token", "S-7: should be false before the first turn");
  if (good(kUsed)) law(at_.used == 0, "used", "S-7: should be empty before the first turn");
  if (in({Phase::kLeftOver}) && good(kLeftOver)) law(at_.left_over >= 1, "left_over", "S-7: should be at least 1 in this phase");
  if (from(Phase::kMarket)) return;
  const bool no_market = std::all_of(at_.market.begin(), at_.market.end(), [](int kind) { return kind == kNoKind; });
  if (good(kCommunityOut)) law(all_zero(community_), "community", "S-7: should be 0 in this phase");
  if (good(kMarket)) law(no_market, "market", "S-7: should be empty in this phase");
}

void Judge::judge_first_hands() {  // S-8
  if (from(Phase::kBuild)) return;
  for (std::size_t p = 0; p < static_cast<std::size_t>(players()); ++p) {
    if (good(kHands)) law(open_[p].empty(), place("hands", p), "S-8: should be empty before the first turn");
    if (!good(kHiddenTiles)) continue;
    const auto tiles = static_cast<int>(hidden_[p].size());
    const std::string key = place("hidden", p);
    if (in({Phase::kShops})) law(tiles == 0, key, "S-8: nobody holds a tile yet");
    if (from(Phase::kMarket)) law(tiles == tables_.in_hand, key, "S-8: everybody holds the full number of tiles");
    if (!in({Phase::kHands}) || !has_player()) continue;
    const int player = static_cast<int>(p);
    if (player < player_) law(tiles == tables_.in_hand, key, "S-8: players before the one who draws hold the full number of tiles");
    if (player == player_) law(tiles < tables_.in_hand, key, "S-8: the player who draws holds the full number of tiles already");
    if (player > player_) law(tiles == 0, key, "S-8: players after the one who draws hold no tile yet");
  }
}

void Judge::judge_out() {  // S-9
  if (!good(kOut)) return;
  const int removed = tables_.setup.removed;
  const bool early = before(Phase::kLeftOver);
  const auto shops = at_.out.begin() + kShop;
  int all = 0;
  for (std::size_t type = 0; type < kPlainTypes; ++type) {
    all += at_.out[type];
    law(early ? at_.out[type] == removed : at_.out[type] >= removed, place("out", type),
        std::string("S-9: should be ") + (early ? "" : "at least ") + std::to_string(removed));
  }
  int taken = 0;
  for (auto shop = shops; shop != at_.out.end(); ++shop) taken += *shop;
  all += taken;
  if (!early) {
    law(taken >= removed, "out", "S-9: should hold at least " + std::to_string(removed) + " shops");
    const int most = kTypes * removed + tables_.setup.left_over;
    law(all <= most, "out", "S-9: should hold at most " + std::to_string(most) + " tiles");
    return;
  }
  for (std::size_t kind = kShop; kind < kKinds; ++kind)
    law(at_.out[kind] <= std::min<int>(1, tables_.counts[kind]), place("out", kind), "S-9: at most one shop of a kind is taken out");
  if (!in({Phase::kShops})) return law(taken == removed, "out", "S-9: should hold " + std::to_string(removed) + " shops");
  law(tables_.draws_shops(), "phase", "S-9: the shops to be taken out are not drawn in this game");
  law(taken < removed, "out", "S-9: should hold fewer than " + std::to_string(removed) + " shops, all are taken out");
}

void Judge::judge_hands() {  // S-10, S-16
  if (before(Phase::kBuild) || !good(kHands | kHiddenTiles)) return;
  for (int player = 0; player < players(); ++player)
    law(held(player) <= tables_.in_hand, place("hands", player),
        "S-10: holds " + std::to_string(held(player)) + " tiles, hidden ones included, should be at most " +
            std::to_string(tables_.in_hand));
  if (!has_player()) return;
  if (in(kBonusPhases)) law(held(player_) < tables_.in_hand, place("hands", player_), "S-10: the tile just built is not replaced yet");
  if (!in({Phase::kBuild})) return;
  law(held(player_) > 0, place("hands", player_), "S-16: the player has no tile to build");
  if (good(kTowns)) law(empty_squares(player_) != 0, place("towns", player_), "S-16: the player has no empty square to build on");
}

void Judge::judge_emptied() {  // S-11
  if (!good(kEmptied)) return;
  const auto size = static_cast<int>(emptied_.size());
  for (const int space : emptied_) {
    if (good(kMarket))
      law(at_.market[static_cast<std::size_t>(space)] == kNoKind, place("market", space), "S-11: should be empty, the space is in emptied");
  }
  if (in({Phase::kMarket, Phase::kRefill})) {
    if (emptied_.empty()) return law(false, "emptied", "S-11: should not be empty in this phase");
    if (good(kStackSizes))
      law(at_.stacks[static_cast<std::size_t>(emptied_[0])] != 0, "emptied", "S-11: the first stack should not be empty");
  }
  if (in({Phase::kMarket})) {
    for (int i = 0; i < size; ++i) {
      const int space = emptied_[static_cast<std::size_t>(i)];
      if (space != kStacks - size + i) return law(false, "emptied", "S-11: should run from the present space to 5");
      if (i > 0 && good(kStackSizes))
        law(at_.stacks[static_cast<std::size_t>(space)] == tables_.setup.stack, place("stacks", space),
            "S-11: should have the full height");
    }
  } else if (in({Phase::kRefill})) {
    law(size <= 2, "emptied", "S-11: should hold at most 2 numbers");
  } else if (in({Phase::kBuild}) || in(kBonusPhases)) {
    law(size <= 1, "emptied", "S-11: should hold at most 1 number");
    if (size != 0 && good(kUsed | kExtraDue))
      law(is_used(kExtra) && !at_.extra_due, "emptied", "S-11: should be empty before the second tile of an extra turn");
  } else {
    law(size == 0, "emptied", "S-11: should be empty in this phase");
  }
}

void Judge::judge_market() {  // S-12
  if (before(Phase::kMarket) || !good(kMarket | kEmptied | kStackSizes)) return;
  for (std::size_t space = 0; space < kStacks; ++space) {
    const bool waits = is_emptied(static_cast<int>(space));
    law(at_.market[space] != kNoKind || waits || at_.stacks[space] == 0, place("market", space),
        "S-12: is empty, but its stack is not and the space is not in emptied");
  }
}

void Judge::judge_used() {  // S-13
  if (good(kUsed)) {
    if (in({Phase::kRefill, Phase::kKeep, Phase::kOver})) law(at_.used == 0, "used", "S-13: should be empty in this phase");
    if (in({Phase::kBuild})) law(at_.used == 0 || is_used(kExtra), "used", "S-13: should be empty or hold 'extra'");
  }
  if (!good(kExtraDue) || !at_.extra_due) return;
  law(in({Phase::kToken, Phase::kTake, Phase::kDraw}), "extra_due", "S-13: should be false in this phase");
  if (good(kUsed)) law(is_used(kExtra), "extra_due", "S-13: is true, but 'extra' is not used");
}

void Judge::judge_cell() {  // S-14, S-15
  if (good(kCell))
    law((at_.cell != kNoCell) == in(kBonusPhases), "cell",
        in(kBonusPhases) ? "S-14: should be a square in this phase" : "S-14: should be null in this phase");
  if (!in(kBonusPhases)) return;
  if (has_cell() && has_player() && good(kTowns))
    law(!has(empty_squares(player_), at_.cell), "cell", "S-14: should be a square with a tile of the player");
  const bool bonus_left = !is_used(kDouble) || !is_used(kExtra);
  if (in({Phase::kBloom})) {
    if (has_cell()) law(has(tables_.blooming, at_.cell), "cell", "S-15: should be a blooming square");
    if (good(kUsed)) law(bonus_left, "used", "S-15: nothing is left to use the blooming square for");
  }
  if (!in({Phase::kToken})) return;
  if (has_player() && good(kTokens)) law(has_bit(at_.tokens, player_), place("tokens", player_), "S-15: the token of the player is gone");
  if (!good(kUsed | kCommunityOut | kByToken)) return;
  bool triggers = false;
  for (std::size_t type = 0; type < kTypes; ++type) triggers |= community_[type] == 1 && !has_bit(at_.by_token, type);
  law(bonus_left || triggers, "phase", "S-15: nothing is left to use the token for");
}

void Judge::judge_replacement() {  // S-17
  if (!in({Phase::kTake, Phase::kDraw}) || !has_cell()) return;
  const std::size_t space = tables_.symbols[at_.cell];
  if (good(kMarket)) {
    law(at_.market[space] == kNoKind, place("market", space), "S-17: should be empty, or its tile would have been taken");
    const bool any = std::any_of(at_.market.begin(), at_.market.end(), [](int kind) { return kind != kNoKind; });
    if (in({Phase::kTake})) law(any, "market", "S-17: there is no tile to take");
  }
  if (!good(kStackSizes)) return;
  if (in({Phase::kTake})) law(at_.stacks[space] == 0, place("stacks", space), "S-17: should be 0, or a tile would be drawn");
  else law(at_.stacks[space] != 0, place("stacks", space), "S-17: should not be 0, there is nothing to draw");
}

void Judge::judge_kept() {  // S-18
  if (!good(kKept)) return;
  const bool hands = good(kHands | kHiddenTiles);
  const bool keeping = in({Phase::kKeep});
  for (int player = 0; player < players(); ++player) {
    const bool has_kept = at_.kept[static_cast<std::size_t>(player)] != kNoKind;
    const std::string key = place("kept", player);
    if (before(Phase::kKeep)) {
      law(!has_kept, key, "S-18: should be null in this phase");
      continue;
    }
    if (keeping && !has_player()) continue;
    const bool done = !keeping || player < player_;
    law(done || !has_kept, key, "S-18: should be null, the player has not chosen yet");
    if (!hands) continue;
    if (keeping && player == player_) law(held(player) > 0, place("hands", player), "S-18: the player has no tile to keep");
    if (has_kept) law(held(player) < tables_.in_hand, place("hands", player), "S-18: a tile is kept, so the hand is not full");
    else if (done) law(held(player) == 0, key, "S-18: is null, but the player had a tile to keep");
  }
}

Position Judge::position() const {
  Position at = at_;
  if (player_ != kNobody) at.player = static_cast<std::uint8_t>(player_);
  for (std::size_t p = 0; p < kMaxTowns; ++p) {
    for (const int kind : open_[p]) at.hands[p].add(kind, false);
    for (const int kind : hidden_[p]) at.hands[p].add(std::max(kind, 0), true);
  }
  for (std::size_t type = 0; type < kTypes; ++type)
    at.face_down[kFirstCommunity + type] = static_cast<std::uint8_t>(tables_.per_type - community_[type]);
  for (const int space : emptied_) at.emptied.push(space);
  return at;
}

State State::from_value(const Value& value, const Tables& tables) {
  Faults faults;
  Judge judge(tables, Judge::Form::kWhole, faults);
  judge.read(Reader(value, "", faults));
  judge.judge();
  faults.raise_if_any("bloom_town position");
  const State state(tables, judge.position());
  assert(state.consistent());
  return state;
}

State State::from_observation(const Value& value, const Tables& tables) {  // H-4, H-7
  Faults faults;
  Judge judge(tables, Judge::Form::kObserved, faults);
  judge.read(Reader(value, "", faults));
  judge.judge();
  faults.raise_if_any("bloom_town observation");
  const State state = as_known_to(State(tables, judge.position()), judge.observer());
  assert(state.consistent());
  return state;
}

}  // namespace cloche::bloom_town
