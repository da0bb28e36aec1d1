#include "games/known/connect_four.hpp"

#include <algorithm>
#include <cstdlib>

#include "games/known/common.hpp"

namespace cloche::connect_four {
namespace {

constexpr int kMinLine = 2;

}  // namespace

std::shared_ptr<const Tables> Tables::make(const GameSpec& spec) {
  Faults faults;
  known::check_players(spec, faults);
  const Reader options(spec.options, "options", faults);
  options.expect_keys({"columns", "rows", "line"});
  const auto tables = std::make_shared<Tables>();
  tables->columns = static_cast<int>(options.at("columns").whole(1, kMaxSide));  // CF-1
  tables->rows = static_cast<int>(options.at("rows").whole(1, kMaxSide));
  tables->line = static_cast<int>(options.at("line").whole(kMinLine, kMaxSide));  // CF-3
  faults.require((tables->rows + 1) * tables->columns <= kBits, "options", "(rows + 1) * columns should be at most 64");
  faults.raise_if_any("connect_four");

  for (int column = 0; column < tables->columns; ++column) {
    const auto c = static_cast<std::size_t>(column);
    tables->column_bottom[c] = std::uint64_t{1} << tables->bit_of(0, column);
    for (int row = 0; row < tables->rows; ++row) {
      tables->column_squares[c] |= std::uint64_t{1} << tables->bit_of(row, column);
      tables->column_of[static_cast<std::size_t>(tables->bit_of(row, column))] = static_cast<std::uint8_t>(column);
    }
    tables->bottom |= tables->column_bottom[c];
    tables->top |= tables->column_bottom[c] << (tables->rows - 1);
    tables->board |= tables->column_squares[c];
  }
  return tables;
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

std::uint64_t State::solving_key() const {
  // The lowest empty square of each column stands as a bit above the mover's marks, so that the word is unambiguous.
  const std::uint64_t word = own_ + filled_ + tables_->bottom;
  constexpr int kMirroredMarks = 12;  // images meet in the same search early only
  if (std::popcount(filled_) > kMirroredMarks) return word;
  const std::uint64_t column = (std::uint64_t{1} << (tables_->rows + 1)) - 1;
  std::uint64_t mirrored = 0;
  for (int c = 0; c < tables_->columns; ++c) mirrored = mirrored << (tables_->rows + 1) | (word >> c * (tables_->rows + 1) & column);
  return std::min(word, mirrored);
}

ReturnBounds State::tactics(FixedList<Action, kMaxLegal>& list) const {
  constexpr ReturnBounds kWon{1.0, 1.0};
  constexpr ReturnBounds kLost{-1.0, -1.0};
  list.clear();
  const std::uint64_t other = own_ ^ filled_;
  std::uint64_t squares = landings();
  if ((tables_->line_squares(own_) & squares) != 0) return kWon;
  const std::uint64_t threats = tables_->line_squares(other) & tables_->board;
  const std::uint64_t forced = threats & squares;
  if ((forced & (forced - 1)) != 0) return kLost;
  if (forced != 0) squares = forced;
  squares &= ~(threats >> 1);  // a mark there would let the other make a line on top of it
  if (squares == 0) return kLost;

  struct Ranked {
    Action id;
    int rank;
  };
  FixedList<Ranked, kMaxLegal> ranked;
  for (; squares != 0; squares &= squares - 1) {
    const std::uint64_t square = squares & (~squares + 1);
    const Action column = tables_->column_of[first_bit(square)];
    const int waiting = std::popcount(tables_->line_squares(own_ | square) & tables_->board & ~filled_);
    const int off_middle = std::abs(2 * column - (tables_->columns - 1));
    const Ranked item{column, waiting * 2 * kMaxSide - off_middle};
    ranked.push(item);
    int place = ranked.size() - 1;
    for (; place > 0 && ranked[place - 1].rank < item.rank; --place) ranked[place] = ranked[place - 1];
    ranked[place] = item;
  }
  for (const Ranked& item : ranked) list.push(item.id);
  // Who can't make a line any more, even with all squares left, doesn't win.
  return {tables_->has_line(tables_->board & ~own_) ? -1.0 : 0.0, tables_->has_line(tables_->board & ~other) ? 1.0 : 0.0};
}

Value State::to_value() const {
  const auto mark_at = [this](int row_from_top, int column) {
    const int bit = tables_->bit_of(tables_->rows - 1 - row_from_top, column);
    return (marks_of(0) >> bit & 1) != 0 ? 0 : (marks_of(1) >> bit & 1) != 0 ? 1 : -1;
  };
  return ValueObject{{"board", known::rows_value(tables_->rows, tables_->columns, mark_at)}, {"player", known::player_value(mover())}};
}

Value State::observation(int player) const {
  return known::observation_by(player, to_value());
}

State State::from_value(const Value& value, const Tables& tables) {
  Faults faults;
  const Reader file(value, "", faults);
  file.expect_keys({"board", "player"});
  std::array<std::uint64_t, 2> marks{};
  known::read_rows(file.at("board"), tables.rows, tables.columns, [&](int row_from_top, int column, int player) {
    marks[static_cast<std::size_t>(player)] |= std::uint64_t{1} << tables.bit_of(tables.rows - 1 - row_from_top, column);
  });
  const int player = known::read_player(file.at("player"));
  faults.raise_if_any("connect_four position");

  const std::uint64_t filled = marks[0] | marks[1];
  // A mark stands on the bottom row or on another mark.
  const bool supported = (filled & ~((filled << 1) | tables.bottom)) == 0;
  faults.require(supported, "board", "has a mark above an empty square");
  const int ahead = std::popcount(marks[0]) - std::popcount(marks[1]);
  faults.require(ahead == 0 || ahead == 1, "board", "should have as many X as O, or one more");
  const std::array<bool, 2> line{tables.has_line(marks[0]), tables.has_line(marks[1])};
  faults.require(!(line[0] && line[1]), "board", "both players have a line");
  faults.raise_if_any("connect_four position");

  const auto last = static_cast<std::size_t>(1 - ahead);  // who moved last, if anybody has
  faults.require(!line[1 - last], "board", "who has a line should have moved last");
  if (line[last]) {
    const std::uint64_t topmost = marks[last] & ~(filled >> 1);
    bool explained = false;
    for (std::uint64_t rest = topmost; rest != 0; rest &= rest - 1) explained |= !tables.has_line(marks[last] & ~(rest & (~rest + 1)));
    faults.require(explained, "board", "no topmost mark belongs to every line");
  }
  State state(tables);
  state.player_ = static_cast<std::uint8_t>(ahead);
  state.own_ = marks[static_cast<std::size_t>(ahead)];
  state.filled_ = filled;
  state.won_ = line[last];
  state.over_ = state.won_ || filled == tables.board;
  faults.require(player == (state.over_ ? -1 : ahead), "player", "should follow from the board");
  faults.raise_if_any("connect_four position");
  return state;
}

std::string State::action_text(Action action) const {
  assert(is_legal(action));
  return {static_cast<char>('a' + action)};
}

std::optional<Action> State::parse_action(std::string_view text) const {
  return known::find_by_text(*this, text);
}

void State::observation_tensor(int player, std::span<float> tensor) const {
  assert(tensor.size() == static_cast<std::size_t>(tensor_size(*tables_)));
  std::size_t i = 0;
  for (int seat = 0; seat < 2; ++seat) {
    const std::uint64_t marks = marks_of((player + seat) % 2);
    for (int row = tables_->rows - 1; row >= 0; --row) {
      for (int column = 0; column < tables_->columns; ++column)
        tensor[i++] = (marks >> tables_->bit_of(row, column) & 1) != 0 ? 1.0F : 0.0F;
    }
  }
  tensor[i] = mover() == player ? 1.0F : 0.0F;
}

}  // namespace cloche::connect_four
