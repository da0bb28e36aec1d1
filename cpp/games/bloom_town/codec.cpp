// Bloom Town as data, text and numbers (seeds/bloom_town/state.md); reading is in laws.cpp.
#include <algorithm>

#include "core/tensor_writer.hpp"
#include "games/bloom_town/notation.hpp"
#include "games/bloom_town/state.hpp"

namespace cloche::bloom_town {
namespace {

constexpr int kNobody = -1;

bool has_player(Phase phase) {  // S-4
  return phase != Phase::kShops && phase != Phase::kMarket && phase != Phase::kLeftOver && phase != Phase::kOver;
}

Value kind_value(int kind) {
  return kind == kNoKind ? Value() : Value(kind_character(kind));
}

Value town_value(const Town& town, int size) {
  ValueList rows;
  for (int row = 0; row < size; ++row) {
    std::string text;
    for (int column = 0; column < size; ++column) {
      const int kind = town.kind_on(row * kStride + column);
      text += kind == kNoKind ? kEmptyCharacter : kKindCharacters[static_cast<std::size_t>(kind)];
    }
    rows.emplace_back(std::move(text));
  }
  return rows;
}

// The open or the hidden tiles; a null for each where `veiled`.
Value hand_value(const Hand& hand, bool hidden, bool veiled) {
  ValueList tiles;
  for (int slot = 0; slot < kMaxInHand; ++slot) {
    if (hand.has_tile(slot) && hand.is_hidden(slot) == hidden) tiles.push_back(veiled ? Value() : kind_value(hand.kind(slot)));
  }
  return tiles;
}

template <class Numbers>
Value numbers_value(const Numbers& numbers, std::size_t first, std::size_t count) {
  ValueList list;
  for (std::size_t i = first; i < first + count; ++i) list.emplace_back(int{numbers[i]});
  return list;
}

Value bits_value(unsigned bits, int count) {
  ValueList list;
  for (int i = 0; i < count; ++i) list.emplace_back(has_bit(bits, i));
  return list;
}

Value emptied_value(SpaceQueue emptied) {
  ValueList list;
  for (; !emptied.empty(); emptied.pop()) list.emplace_back(emptied.first() + 1);
  return list;
}

// The keys of to_dict in their order; without the pool and with nulls for what others hide when `observer` is a player.
void write_keys(ValueObject& object, const State& state, int observer) {
  const Position& at = state.position();
  const Tables& tables = state.tables();
  const auto players = static_cast<std::size_t>(tables.player_count);
  ValueList towns;
  ValueList hands;
  ValueList hidden;
  ValueList kept;
  for (std::size_t p = 0; p < players; ++p) {
    const bool veiled = observer != kNobody && p != static_cast<std::size_t>(observer);
    towns.push_back(town_value(at.towns[p], tables.size));
    hands.push_back(hand_value(at.hands[p], false, false));
    hidden.push_back(hand_value(at.hands[p], true, veiled));
    kept.push_back(kind_value(at.kept[p]));
  }
  ValueList market;
  for (const int kind : at.market) market.push_back(kind_value(kind));
  ValueList community;
  for (int type = 0; type < kTypes; ++type) community.emplace_back(state.community_out(type));
  ValueList used;
  if (state.is_used(kDouble)) used.emplace_back(std::string(kUsedWords[0]));
  if (state.is_used(kExtra)) used.emplace_back(std::string(kUsedWords[1]));

  object.emplace_back("phase", std::string(kPhaseWords[static_cast<std::size_t>(at.phase)]));
  object.emplace_back("player", has_player(at.phase) ? Value(int{at.player}) : Value());
  object.emplace_back("towns", std::move(towns));
  object.emplace_back("points", numbers_value(at.points, 0, players));
  object.emplace_back("tokens", bits_value(at.tokens, tables.player_count));
  object.emplace_back("hands", std::move(hands));
  object.emplace_back("hidden", std::move(hidden));
  object.emplace_back("kept", std::move(kept));
  object.emplace_back("market", std::move(market));
  object.emplace_back("stacks", numbers_value(at.stacks, 0, kStacks));
  object.emplace_back("left_over", int{at.left_over});
  object.emplace_back("community", std::move(community));
  object.emplace_back("by_token", bits_value(at.by_token, kTypes));
  object.emplace_back("out", numbers_value(at.out, 0, kKinds));
  if (observer == kNobody) object.emplace_back("pool", numbers_value(at.face_down, 0, kKinds));
  object.emplace_back("emptied", emptied_value(at.emptied));
  object.emplace_back("used", std::move(used));
  object.emplace_back("extra_due", at.extra_due);
  object.emplace_back("cell", at.cell == kNoCell ? Value() : Value(cell_text(at.cell)));
}

class TownWriter : public TensorWriter {
 public:
  using TensorWriter::TensorWriter;

  void squares(Squares squares, int size) {
    for (int row = 0; row < size; ++row) {
      for (int column = 0; column < size; ++column) flag(has(squares, row * kStride + column));
    }
  }
};

constexpr int kPointsUnit = 100;
constexpr int kTurnFlags = 3;  // double used, extra used, extra due

}  // namespace

// ---- Data

Value State::to_value() const {
  ValueObject object;
  write_keys(object, *this, kNobody);
  return object;
}

Value State::observation(int player) const {  // H-1
  ValueObject object;
  object.emplace_back("observer", player);
  write_keys(object, *this, player);
  return object;
}

// ---- Text

std::string State::action_text(Action action) const {
  assert(is_legal(action));
  if (at_.phase == Phase::kShops) return kind_text(kShop + action);
  return mover() == kChance ? tile_text(action) : decision_text(action);
}

std::optional<Action> State::parse_action(std::string_view text) const {
  std::optional<Action> action = mover() == kChance ? parse_tile(text) : parse_decision(text);
  if (action && at_.phase == Phase::kShops) {
    if (*action < kShop || *action >= kKinds) return std::nullopt;
    action = static_cast<Action>(*action - kShop);
  }
  return action && is_legal(*action) ? action : std::nullopt;
}

// ---- Numbers

int State::tensor_size(const Tables& tables) {
  const int squares = tables.size * tables.size;
  const int each_player = kKinds * squares + (kKinds + 1 + kKinds) + 2 + 1;
  const int tiles = 2 * kKinds + kStacks * kKinds + kStacks + 1 + 2 * kTypes;
  return tables.player_count * each_player + tiles + kPhases + kStacks + kTurnFlags + squares;
}

void State::observation_tensor(int player, std::span<float> tensor) const {
  assert(tensor.size() == static_cast<std::size_t>(tensor_size(*tables_)));
  const int players = tables_->player_count;
  const auto seat = [&](int i) { return (player + i) % players; };
  const auto or_one = [](int number) { return std::max(1, number); };
  TownWriter out(tensor);

  for (int i = 0; i < players; ++i) {
    for (int kind = 0; kind < kKinds; ++kind) out.squares(town(seat(i)).of_kind(kind), tables_->size);
  }
  for (int i = 0; i < players; ++i) {
    const Hand& hand = this->hand(seat(i));
    for (int kind = 0; kind < kKinds; ++kind) out.quotient(hand.count(kind, false), tables_->in_hand);
    out.quotient(hand.hidden_tiles(), tables_->in_hand);
    out.one_hot(at_.kept[static_cast<std::size_t>(seat(i))], kKinds);
  }
  for (int kind = 0; kind < kKinds; ++kind) out.quotient(hand(player).count(kind, true), tables_->in_hand);
  const std::array<int, kKinds> hidden = unseen(player);
  for (std::size_t kind = 0; kind < kKinds; ++kind) out.quotient(hidden[kind], or_one(tables_->counts[kind]));
  for (const int kind : at_.market) out.one_hot(kind, kKinds);
  for (const int stack : at_.stacks) out.quotient(stack, tables_->setup.stack);
  out.quotient(at_.left_over, or_one(tables_->setup.left_over));
  for (int type = 0; type < kTypes; ++type) out.quotient(community_out(type), or_one(tables_->per_type));
  for (int type = 0; type < kTypes; ++type) out.flag(has_bit(at_.by_token, type));
  for (int i = 0; i < players; ++i) {
    out.quotient(at_.points[static_cast<std::size_t>(seat(i))], kPointsUnit);
    out.flag((at_.tokens >> seat(i) & 1U) != 0);
  }
  out.one_hot(static_cast<int>(at_.phase), kPhases);
  for (int i = 0; i < players; ++i) out.flag(has_player(at_.phase) && seat(i) == at_.player);
  for (int space = 0; space < kStacks; ++space) out.flag(at_.emptied.has(space));
  out.flag(is_used(kDouble));
  out.flag(is_used(kExtra));
  out.flag(at_.extra_due);
  out.squares(at_.cell == kNoCell ? 0 : square(at_.cell), tables_->size);
  assert(out.full());
}

}  // namespace cloche::bloom_town
