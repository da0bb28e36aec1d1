#include "games/known/tic_tac_toe.hpp"

#include "games/known/common.hpp"

namespace cloche::tic_tac_toe {
namespace {

// Rows, columns, diagonals as bits of squares.
constexpr std::array<std::uint64_t, 8> kLines{0b000000111, 0b000111000, 0b111000000, 0b001001001,
                                              0b010010010, 0b100100100, 0b100010001, 0b001010100};

}  // namespace

std::shared_ptr<const Tables> Tables::make(const GameSpec& spec) {
  known::check_no_options(spec, "tic_tac_toe");
  return std::make_shared<Tables>();
}

bool State::has_line(const Squares& marks) {
  for (const std::uint64_t line : kLines) {
    if (Squares::from_word(line).is_subset_of(marks)) return true;
  }
  return false;
}

int State::winner() const {
  if (!over_) return -1;
  for (int p = 0; p < 2; ++p) {
    if (has_line(marks_[static_cast<std::size_t>(p)])) return p;
  }
  return -1;
}

void State::legal(FixedList<Action, kMaxLegal>& list) const {
  list.clear();
  if (over_) return;
  for (const int square : empty()) list.push(static_cast<Action>(square));
}

bool State::is_legal(Action action) const {
  return !over_ && action < kSquares && empty().has(action);
}

Action State::random_legal(Rng& rng) const {
  const Squares squares = empty();
  return static_cast<Action>(squares.nth(rng.below(squares.size())));
}

void State::apply(Action action) {
  assert(is_legal(action));
  Squares& own = marks_[player_];
  own.insert(action);
  player_ ^= 1;
  over_ = has_line(own) || empty().empty();
}

PerPlayer<int> State::scores() const {
  return known::scores_of_winner(winner());
}
PerPlayer<double> State::returns() const {
  return known::returns_when_over(*this);
}

void State::prior(const FixedList<Action, kMaxLegal>& list, FixedList<std::uint32_t, kMaxLegal>& weights) const {
  known::even_prior(list, weights);
}
void State::features(int observer, std::span<float> features) const {
  features[0] = mover() == observer ? 1.0F : 0.0F;
}

Value State::to_value() const {
  const auto mark_at = [this](int row, int column) {
    const int square = row * kSide + column;
    return marks_[0].has(square) ? 0 : marks_[1].has(square) ? 1 : -1;
  };
  return ValueObject{{"board", known::rows_value(kSide, kSide, mark_at)}, {"player", known::player_value(mover())}};
}

Value State::observation(int player) const {
  return known::observation_by(player, to_value());
}

State State::from_value(const Value& value, const Tables& tables) {
  Faults faults;
  const Reader file(value, "", faults);
  file.expect_keys({"board", "player"});
  State state(tables);
  known::read_rows(file.at("board"), kSide, kSide,
                   [&](int row, int column, int player) { state.marks_[static_cast<std::size_t>(player)].insert(row * kSide + column); });
  const int player = known::read_player(file.at("player"));
  faults.raise_if_any("tic_tac_toe position");

  const int ahead = state.marks_[0].size() - state.marks_[1].size();
  faults.require(ahead == 0 || ahead == 1, "board", "should have as many X as O, or one more");
  const bool line_0 = has_line(state.marks_[0]);
  const bool line_1 = has_line(state.marks_[1]);
  faults.require(!(line_0 && line_1), "board", "both players have a line");
  faults.require(!(line_0 && ahead != 1) && !(line_1 && ahead != 0), "board", "who has a line should have moved last");
  faults.raise_if_any("tic_tac_toe position");

  state.player_ = static_cast<std::uint8_t>(ahead);
  state.over_ = line_0 || line_1 || state.empty().empty();
  faults.require(player == (state.over_ ? -1 : ahead), "player", "should follow from the board");
  faults.raise_if_any("tic_tac_toe position");
  return state;
}

std::string State::action_text(Action action) const {
  assert(is_legal(action));
  return {static_cast<char>('a' + action % kSide), static_cast<char>('1' + action / kSide)};
}

std::optional<Action> State::parse_action(std::string_view text) const {
  return known::find_by_text(*this, text);
}

void State::observation_tensor(int player, std::span<float> tensor) const {
  assert(tensor.size() == static_cast<std::size_t>(tensor_size(*tables_)));
  for (int seat = 0; seat < 2; ++seat) {
    const Squares& marks = marks_[static_cast<std::size_t>((player + seat) % 2)];
    for (int square = 0; square < kSquares; ++square)
      tensor[static_cast<std::size_t>(seat) * kSquares + static_cast<std::size_t>(square)] = marks.has(square) ? 1.0F : 0.0F;
  }
  tensor.back() = mover() == player ? 1.0F : 0.0F;
}

}  // namespace cloche::tic_tac_toe
