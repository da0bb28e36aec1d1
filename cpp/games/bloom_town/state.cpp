#include "games/bloom_town/state.hpp"

#include <algorithm>

#include "core/bitset.hpp"

namespace cloche::bloom_town {
namespace {

constexpr unsigned kBothBonuses = 1U << kDouble | 1U << kExtra;

template <class Count>
void count_down(Count& count) {
  assert(count > 0);
  count = static_cast<Count>(count - 1);
}

template <class Counts>
int sum_of(const Counts& counts) {
  int sum = 0;
  for (const int count : counts) sum += count;
  return sum;
}

}  // namespace

State::State(const Tables& tables) : tables_(&tables) {
  for (std::size_t kind = 0; kind < kKinds; ++kind) at_.face_down[kind] = tables.counts[kind];
  for (std::size_t type = 0; type < kTypes; ++type) at_.face_down[kFirstCommunity + type] = static_cast<std::uint8_t>(tables.per_type);
  at_.stacks.fill(static_cast<std::uint8_t>(tables.setup.stack));
  at_.left_over = static_cast<std::uint8_t>(tables.setup.left_over);
  at_.tokens = static_cast<std::uint8_t>((1U << tables.player_count) - 1);
  const auto take_out = [&](int kind, int tiles) {
    at_.face_down[static_cast<std::size_t>(kind)] = static_cast<std::uint8_t>(at_.face_down[static_cast<std::size_t>(kind)] - tiles);
    at_.out[static_cast<std::size_t>(kind)] = static_cast<std::uint8_t>(tiles);
  };
  for (int type = 0; type < kPlainTypes; ++type) take_out(type, tables.setup.removed);  // BT-4, D-1
  at_.phase = tables.draws_shops() ? Phase::kShops : Phase::kHands;
  if (at_.phase == Phase::kHands && tables.setup.removed != 0) {
    for (unsigned kinds = tables.shop_kinds(); kinds != 0; kinds &= kinds - 1) take_out(kShop + std::countr_zero(kinds), 1);
  }
  at_.face_down_total = static_cast<std::uint16_t>(derived_total());
}

State::State(const Tables& tables, const Position& at) : tables_(&tables), at_(at) {
  at_.face_down_total = static_cast<std::uint16_t>(derived_total());
}

// Reads nothing that is hidden from anybody.
int State::derived_total() const {
  if (at_.phase > Phase::kHands) return sum_of(at_.stacks) + at_.left_over;
  int tiles = sum_of(tables_->counts) - sum_of(at_.out) + tables_->community_tiles();
  for (const Hand& hand : at_.hands) tiles -= hand.size();
  return tiles;
}

// ---- What is legal

unsigned State::shops_to_take_out() const {  // D-1
  unsigned kinds = tables_->shop_kinds();
  for (int shop = 0; shop < kShopKinds; ++shop) {
    if (at_.out[std::size_t{kShop} + static_cast<std::size_t>(shop)] != 0) kinds &= ~(1U << shop);
  }
  return kinds;
}

unsigned State::bloom_options() const {  // BT-15, BT-16
  return (1U << kNoBonus | kBothBonuses) & ~unsigned{at_.used};
}

unsigned State::token_options() const {  // BT-15, BT-17
  unsigned options = (1U << kNoBonus | kBothBonuses) & ~unsigned{at_.used};
  for (int type = 0; type < kTypes; ++type) {
    const bool triggers = community_out(type) == 1 && !has_bit(at_.by_token, type);
    options |= (triggers ? 1U : 0U) << (kCommunity + type);
  }
  return options;
}

unsigned State::market_spaces() const {
  unsigned spaces = 0;
  for (std::size_t space = 0; space < kStacks; ++space) spaces |= (at_.market[space] != kNoKind ? 1U : 0U) << space;
  return spaces;
}

int State::stack_tiles() const {
  return sum_of(at_.stacks);
}

bool State::last_round() const {  // BT-26
  const auto ended = std::count(at_.stacks.begin(), at_.stacks.end(), std::uint8_t{0});
  return ended >= tables_->setup.end_stacks;
}

State::Options State::options() const {
  switch (at_.phase) {
    case Phase::kBloom: return {kFirstBloom, bloom_options()};
    case Phase::kToken: return {kFirstToken, token_options()};
    case Phase::kTake: return {kFirstTake, market_spaces()};
    case Phase::kKeep: return {kFirstKeep, hand(at_.player).kinds()};
    case Phase::kShops: return {0, shops_to_take_out()};
    case Phase::kBuild:
    case Phase::kOver: return {0, 0};
    default: break;
  }
  unsigned tiles = 0;
  for (std::size_t tile = 0; tile < kTiles; ++tile) tiles |= (at_.face_down[tile] != 0 ? 1U : 0U) << tile;
  if (at_.phase == Phase::kHands) tiles &= (1U << kKinds) - 1;  // BT-5, BT-6
  return {0, tiles};
}

void State::legal(FixedList<Action, kMaxLegal>& list) const {
  list.clear();
  if (at_.phase == Phase::kBuild) {
    const Squares empty = empty_squares(at_.player);
    for (unsigned kinds = hand(at_.player).kinds(); kinds != 0; kinds &= kinds - 1) {
      const int kind = std::countr_zero(kinds);
      for (Squares rest = empty; rest != 0; rest &= rest - 1) list.push(build_action(kind, std::countr_zero(rest)));
    }
    return;
  }
  const Options open = options();
  for (unsigned bits = open.bits; bits != 0; bits &= bits - 1) list.push(static_cast<Action>(open.first + std::countr_zero(bits)));
}

bool State::is_legal(Action action) const {
  if (at_.phase == Phase::kBuild) {
    return is_build(action) && has_bit(hand(at_.player).kinds(), build_kind(action)) && has(empty_squares(at_.player), build_cell(action));
  }
  const Options open = options();
  const int place = action - open.first;
  return place >= 0 && place < 32 && has_bit(open.bits, place);
}

Action State::random_legal(Rng& rng) const {
  if (at_.phase == Phase::kBuild) {
    const Squares empty = empty_squares(at_.player);
    const int squares = std::popcount(empty);
    const unsigned kinds = hand(at_.player).kinds();
    const unsigned above = kinds & (kinds - 1);
    const int k = rng.below(above != 0 ? 2 * squares : squares);
    const int kind = std::countr_zero(k < squares ? kinds : above);
    return build_action(kind, nth_bit(empty, k < squares ? k : k - squares));
  }
  const Options open = options();
  return static_cast<Action>(open.first + nth_bit(open.bits, rng.below(std::popcount(open.bits))));
}

void State::outcomes(FixedList<Outcome, kMaxOutcomes>& list) const {
  assert(mover() == kChance);
  list.clear();
  for (unsigned bits = options().bits; bits != 0; bits &= bits - 1) {
    const int outcome = std::countr_zero(bits);
    const std::uint32_t weight = at_.phase == Phase::kShops ? 1 : at_.face_down[static_cast<std::size_t>(outcome)];
    list.push({static_cast<Action>(outcome), weight});
  }
}

Action State::sample(Rng& rng) const {
  assert(mover() == kChance);
  if (at_.phase == Phase::kShops) return random_legal(rng);  // D-1: equally likely
  int total = at_.face_down_total;
  if (at_.phase == Phase::kHands) total -= tables_->community_tiles();
  const int r = rng.below(total);
  int sum = 0;
  int outcome = 0;
  for (const int tiles : at_.face_down) {
    sum += tiles;
    outcome += sum <= r ? 1 : 0;
  }
  return static_cast<Action>(outcome);
}

// ---- What follows

void State::apply(Action action) {
  assert(is_legal(action));
  switch (at_.phase) {
    case Phase::kShops: return take_out_shop(action);
    case Phase::kHands: return deal(action);
    case Phase::kMarket:
    case Phase::kRefill: return turn_up(action);
    case Phase::kLeftOver: return turn_up_left_over(action);
    case Phase::kBuild: return build(build_kind(action), build_cell(action));
    case Phase::kBloom: return use_bloom(action - kFirstBloom);
    case Phase::kToken: return use_token(action - kFirstToken);
    case Phase::kTake: return take(action - kFirstTake);
    case Phase::kDraw: return draw(action);
    case Phase::kKeep: return keep(action - kFirstKeep);
    case Phase::kOver: return;
  }
}

void State::take_out_shop(int shop) {  // BT-4, D-1
  const std::size_t kind = std::size_t{kShop} + static_cast<std::size_t>(shop);
  uncover(static_cast<int>(kind));
  ++at_.out[kind];
  int taken = 0;
  for (std::size_t i = kShop; i < kKinds; ++i) taken += at_.out[i];
  if (taken == tables_->setup.removed) at_.phase = Phase::kHands;
}

void State::deal(int kind) {  // BT-5
  uncover(kind);
  own_hand().add(kind, true);
  if (own_hand().size() < tables_->in_hand) return;
  if (++at_.player < tables_->player_count) return;
  at_.player = 0;
  at_.phase = Phase::kMarket;
  at_.emptied = SpaceQueue::all();
  drop_empty_stacks();
}

// A face-down tile, or one that leaves the game, is seen by somebody.
void State::uncover(int tile) {
  count_down(at_.face_down[static_cast<std::size_t>(tile)]);
  count_down(at_.face_down_total);
  if (!is_community(tile)) return;
  const int type = tile - kFirstCommunity;
  if (community_out(type) == 2 && !has_bit(at_.by_token, type)) rescore(type);  // BT-14
}

void State::rescore(int type) {  // BT-14, BT-25
  for (std::size_t p = 0; p < static_cast<std::size_t>(tables_->player_count); ++p)
    at_.points[p] = static_cast<std::uint16_t>(at_.points[p] + rescored(at_.towns[p], tables_->scoring, type));
}

void State::turn_up(int tile) {  // BT-7, BT-13
  const auto space = static_cast<std::size_t>(at_.emptied.first());
  count_down(at_.stacks[space]);
  uncover(tile);
  if (!is_community(tile)) {
    at_.market[space] = static_cast<std::uint8_t>(tile);
    at_.emptied.pop();
  }
  drop_empty_stacks();
  if (!at_.emptied.empty()) return;
  if (at_.phase == Phase::kRefill) return end_turn();
  at_.phase = at_.left_over != 0 ? Phase::kLeftOver : Phase::kBuild;
}

void State::drop_empty_stacks() {  // BT-13
  while (!at_.emptied.empty() && at_.stacks[static_cast<std::size_t>(at_.emptied.first())] == 0) at_.emptied.pop();
}

void State::turn_up_left_over(int tile) {  // BT-8
  count_down(at_.left_over);
  uncover(tile);
  if (!is_community(tile)) ++at_.out[static_cast<std::size_t>(tile)];
  if (at_.left_over == 0) at_.phase = Phase::kBuild;
}

void State::build(int kind, int cell) {  // BT-9
  Town& town = own_town();
  own_hand().remove(kind);
  at_.points[at_.player] = static_cast<std::uint16_t>(at_.points[at_.player] + points_on(town, tables_->scoring, kind, cell));  // BT-10
  town.put(kind, cell);
  at_.cell = static_cast<std::uint8_t>(cell);
  const bool offers = has(tables_->blooming, cell) && (bloom_options() & kBothBonuses) != 0;  // BT-16, BT-18
  if (!offers) return offer_token();
  at_.phase = Phase::kBloom;
}

void State::use(int bonus) {
  if (bonus == kNoBonus) return;
  at_.used = static_cast<std::uint8_t>(at_.used | 1U << bonus);
  if (bonus == kExtra) {  // BT-19
    at_.extra_due = true;
    return;
  }
  const Town& town = own_town();  // BT-15
  const int again = points_on(town, tables_->scoring, town.kind_on(at_.cell), at_.cell);
  at_.points[at_.player] = static_cast<std::uint16_t>(at_.points[at_.player] + again);
}

void State::use_bloom(int bonus) {  // BT-16
  use(bonus);
  offer_token();
}

void State::offer_token() {  // BT-11, BT-17, BT-18
  const bool offers = has_bit(at_.tokens, at_.player) && token_options() != 1U << kNoBonus;
  if (!offers) return replace_tile();
  at_.phase = Phase::kToken;
}

void State::use_token(int bonus) {  // BT-17
  if (bonus != kNoBonus) at_.tokens = static_cast<std::uint8_t>(at_.tokens & ~(1U << at_.player));
  if (bonus < kCommunity) {
    use(bonus);
  } else {
    const int type = bonus - kCommunity;
    at_.by_token = static_cast<std::uint8_t>(at_.by_token | 1U << type);
    rescore(type);
  }
  replace_tile();
}

void State::replace_tile() {  // BT-12
  const std::size_t space = tables_->symbols[at_.cell];
  if (at_.market[space] != kNoKind) return take(static_cast<int>(space));
  if (at_.stacks[space] == 0) return choose_from_market();
  at_.phase = Phase::kDraw;
}

void State::choose_from_market() {  // BT-12
  if (market_spaces() == 0) return finish_tile();
  at_.phase = Phase::kTake;
}

void State::take(int space) {  // BT-12
  std::uint8_t& tile = at_.market[static_cast<std::size_t>(space)];
  own_hand().add(tile, false);
  tile = kNoKind;
  at_.emptied.push(space);
  finish_tile();
}

void State::draw(int tile) {  // BT-12, D-5
  std::uint8_t& stack = at_.stacks[tables_->symbols[at_.cell]];
  count_down(stack);
  uncover(tile);
  if (is_community(tile)) {
    if (stack == 0) choose_from_market();
    return;
  }
  own_hand().add(tile, true);
  finish_tile();
}

// The tile built is replaced: its extra turn (BT-19), or the refill (BT-13).
void State::finish_tile() {
  at_.cell = kNoCell;
  const bool again = at_.extra_due && can_build(at_.player);  // D-2
  at_.extra_due = false;
  if (again) {
    at_.phase = Phase::kBuild;
    return;
  }
  at_.used = 0;
  at_.phase = Phase::kRefill;
  drop_empty_stacks();
  if (at_.emptied.empty()) end_turn();
}

void State::end_turn() {  // BT-26
  for (int turns = 0; turns < tables_->player_count; ++turns) {
    if (at_.player + 1 < tables_->player_count) {
      ++at_.player;
    } else {
      if (last_round()) break;
      at_.player = 0;
    }
    if (can_build(at_.player)) {
      at_.phase = Phase::kBuild;
      return;
    }
  }
  next_keeper(0);  // BT-27, D-2
}

void State::next_keeper(int from) {  // BT-27
  for (int player = from; player < tables_->player_count; ++player) {
    if (hand(player).empty()) continue;
    at_.phase = Phase::kKeep;
    at_.player = static_cast<std::uint8_t>(player);
    return;
  }
  at_.phase = Phase::kOver;
  at_.player = 0;
}

void State::keep(int kind) {  // BT-27
  const std::size_t player = at_.player;
  own_hand().remove(kind);
  at_.kept[player] = static_cast<std::uint8_t>(kind);
  at_.points[player] = static_cast<std::uint16_t>(at_.points[player] + rescored(own_town(), tables_->scoring, type_of(kind)));
  next_keeper(at_.player + 1);
}

// ---- What it is worth

PerPlayer<int> State::scores() const {
  PerPlayer<int> scores;
  for (std::size_t p = 0; p < static_cast<std::size_t>(tables_->player_count); ++p) scores.push(at_.points[p]);
  return scores;
}

PerPlayer<int> State::ranks() const {  // BT-28
  PerPlayer<int> ranks;
  for (int p = 0; p < tables_->player_count; ++p) {
    const int own = at_.points[static_cast<std::size_t>(p)];
    int rank = 1;
    for (int other = 0; other < tables_->player_count; ++other) {
      const int points = at_.points[static_cast<std::size_t>(other)];
      rank += points > own || (points == own && other > p) ? 1 : 0;
    }
    ranks.push(rank);
  }
  return ranks;
}

PerPlayer<double> State::returns() const {
  if (at_.phase != Phase::kOver) return PerPlayer<double>(tables_->player_count, 0.0);
  return returns_by_rank(ranks());
}

bool State::consistent() const {
  std::array<int, kKinds> tiles{};
  for (std::size_t kind = 0; kind < kKinds; ++kind) {
    tiles[kind] = at_.out[kind] + at_.face_down[kind];
    for (const Town& town : at_.towns) tiles[kind] += std::popcount(town.of_kind(static_cast<int>(kind)));
    for (const Hand& hand : at_.hands) tiles[kind] += hand.count(static_cast<int>(kind), false) + hand.count(static_cast<int>(kind), true);
    tiles[kind] += static_cast<int>(std::count(at_.market.begin(), at_.market.end(), static_cast<std::uint8_t>(kind)));
    tiles[kind] += static_cast<int>(std::count(at_.kept.begin(), at_.kept.end(), static_cast<std::uint8_t>(kind)));
  }
  if (!std::equal(tiles.begin(), tiles.end(), tables_->counts.begin())) return false;
  return sum_of(at_.face_down) == at_.face_down_total && *this == State(*tables_, at_);
}

}  // namespace cloche::bloom_town
