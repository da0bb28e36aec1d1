// Gardens of Io as data, text and numbers (seeds/gardens_of_io/state.md); reading is in laws.cpp.
#include <algorithm>

#include "core/observation.hpp"
#include "core/tensor_writer.hpp"
#include "games/gardens_of_io/notation.hpp"
#include "games/gardens_of_io/state.hpp"

namespace cloche::gardens_of_io {
namespace {

Value garden_value(const Position& at, const Tables& tables) {
  ValueList rows;
  for (int row = 0; row < tables.geometry.size; ++row) {
    std::string text;
    for (int column = 0; column < tables.geometry.size; ++column) {
      const int cell = row * kStride + column;
      char character = at.trees.has(cell) ? kTreeCharacter : kEmptyCharacter;
      for (int colour = 0; colour < tables.colour_count; ++colour) {
        if (at.flowers[static_cast<std::size_t>(colour)].has(cell)) character = tables.colour_id(colour);
      }
      text += character;
    }
    rows.emplace_back(std::move(text));
  }
  return rows;
}

template <class Numbers>
Value numbers_value(const Numbers& numbers, int count) {
  ValueList list;
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) list.emplace_back(std::int64_t{numbers[i]});
  return list;
}

Value flowers_value(Flowers flowers, const Tables& tables) {
  ValueList list;
  for (int colour = 0; colour < tables.colour_count; ++colour) list.emplace_back(flowers.count(colour));
  return list;
}

// The keys of to_dict in their order, with or without the bag.
void write_keys(ValueObject& object, const Position& at, const Tables& tables, bool with_bag) {
  const bool over = at.phase == Phase::kOver;
  ValueList reserves;
  for (std::size_t p = 0; p < static_cast<std::size_t>(tables.player_count); ++p) reserves.push_back(flowers_value(at.reserves[p], tables));
  object.emplace_back("phase", std::string(kPhaseWords[static_cast<std::size_t>(at.phase)]));
  object.emplace_back("player", over ? Value() : Value(int{at.player}));
  object.emplace_back("garden", garden_value(at, tables));
  object.emplace_back("positions", numbers_value(at.positions, tables.player_count));
  object.emplace_back("reserves", std::move(reserves));
  if (with_bag) object.emplace_back("bag", flowers_value(at.bag, tables));
  object.emplace_back("allowance", numbers_value(at.allowance, tables.player_count));
  object.emplace_back("counters", numbers_value(at.counters, kSpecials));
  object.emplace_back("special_open", at.special_open);
  object.emplace_back("special", at.special == kNoSpecial ? Value() : Value(std::string(kSpecialWords[at.special])));
  object.emplace_back("first", at.phase == Phase::kSecondCell ? Value(cell_text(at.first)) : Value());
  object.emplace_back("extra_turn", at.extra_turn);
}

class GardenWriter : public TensorWriter {
 public:
  using TensorWriter::TensorWriter;

  void cells(const Cells& cells, int size) {
    for (int row = 0; row < size; ++row) {
      for (int column = 0; column < size; ++column) flag(cells.has(row * kStride + column));
    }
  }
};

// What is in the bag by subtraction (IO-5); 0 of a colour that there is too much of, and nothing where a key is damaged:
// from_value says so.
Value bag_of(const Value& position, const Tables& tables) {
  Faults unheard;
  const Reader file(position, "", unheard);
  std::vector<int> left(static_cast<std::size_t>(tables.colour_count));
  for (int colour = 0; colour < tables.colour_count; ++colour) left[static_cast<std::size_t>(colour)] = tables.bag.count(colour);
  const auto take = [&](int colour, std::int64_t flowers) {
    int& rest = left[static_cast<std::size_t>(colour)];
    rest = static_cast<int>(std::max<std::int64_t>(0, rest - flowers));
  };
  for (const Reader& row : file.at("garden").items()) {
    for (const char id : row.text()) {
      if (const int colour = tables.colour_of_id(id); colour >= 0) take(colour, 1);
    }
  }
  for (const Reader& hand : file.at("reserves").items()) {
    int colour = 0;
    for (const Reader& flowers : hand.items(tables.colour_count)) take(colour++, flowers.whole(0, Flowers::kMaxTotal));
  }
  ValueList bag;
  for (const int flowers : left) bag.emplace_back(flowers);
  return bag;
}

}  // namespace

// ---- Data

Value State::to_value() const {
  ValueObject object;
  write_keys(object, at_, *tables_, true);
  return object;
}

Value State::observation(int player) const {  // IO-5
  ValueObject object;
  object.emplace_back("observer", player);
  write_keys(object, at_, *tables_, false);
  return object;
}

State State::from_observation(const Value& value, const Tables& tables) {
  const Value position = without_observer(value, tables.player_count);
  ValueObject object = *position.as_object();
  object.emplace_back("bag", bag_of(position, tables));
  return from_value(object, tables);
}

// ---- Text

std::string State::action_text(Action action) const {
  assert(is_legal(action));
  if (at_.phase == Phase::kDeal) return std::string{tables_->colour_id(action)};
  return decision_text(*tables_, action);
}

std::optional<Action> State::parse_action(std::string_view text) const {
  std::optional<Action> action;
  if (at_.phase == Phase::kDeal) {
    const int colour = text.size() == 1 ? tables_->colour_of_id(text[0]) : -1;
    if (colour >= 0) action = static_cast<Action>(colour);
  } else {
    action = parse_decision(*tables_, text);
  }
  return action && is_legal(*action) ? action : std::nullopt;
}

// ---- Numbers

int State::tensor_size(const Tables& tables) {
  const int circles = tables.geometry.size * tables.geometry.size;
  const int garden = (tables.colour_count + 1) * circles;
  const int each_player = tables.colour_count + tables.geometry.track + 1 + 1;
  const int phase_and_mover = kPhases + tables.player_count;
  const int turn = 2 + kSpecials + circles;
  return garden + tables.player_count * each_player + kSpecials + phase_and_mover + turn;
}

void State::observation_tensor(int player, std::span<float> tensor) const {
  assert(tensor.size() == static_cast<std::size_t>(tensor_size(*tables_)));
  const int players = tables_->player_count;
  const int size = tables_->geometry.size;
  const auto seat = [&](int i) { return static_cast<std::size_t>((player + i) % players); };
  GardenWriter out(tensor);

  for (int colour = 0; colour < tables_->colour_count; ++colour) out.cells(at_.flowers[static_cast<std::size_t>(colour)], size);
  out.cells(at_.trees, size);
  for (int i = 0; i < players; ++i) {
    for (int colour = 0; colour < tables_->colour_count; ++colour)
      out.quotient(at_.reserves[seat(i)].count(colour), tables_->setup.flowers);
  }
  const std::uint32_t last = *std::min_element(at_.positions.begin(), at_.positions.begin() + players);
  for (int i = 0; i < players; ++i) {
    out.one_hot(at_.spaces[seat(i)], tables_->geometry.track);
    out.quotient(static_cast<int>(at_.positions[seat(i)] - last), tables_->lap_lead);
  }
  for (int i = 0; i < players; ++i) out.quotient(at_.allowance[seat(i)], std::max(1, tables_->setup.specials));
  for (std::size_t k = 0; k < kSpecials; ++k) out.quotient(at_.counters[k], std::max(1, int{tables_->uses[k]}));
  out.one_hot(static_cast<int>(at_.phase), kPhases);
  const bool over = at_.phase == Phase::kOver;
  for (int i = 0; i < players; ++i) out.number(!over && seat(i) == at_.player ? 1.0 : 0.0);
  out.number(at_.special_open ? 1.0 : 0.0);
  out.number(at_.extra_turn ? 1.0 : 0.0);
  out.one_hot(at_.special, kSpecials);
  out.cells(at_.phase == Phase::kSecondCell ? Cells::of(at_.first) : Cells{}, size);
  assert(out.full());
}

}  // namespace cloche::gardens_of_io
