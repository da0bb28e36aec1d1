#include "games/known/small_2048.hpp"

#include <algorithm>
#include <functional>

#include "games/known/common.hpp"

namespace cloche::small_2048 {
namespace {

constexpr int kMinSide = 2;
constexpr Action kUp = 0;
constexpr Action kRight = 1;
constexpr Action kDown = 2;
constexpr int kMoves = 4;
constexpr std::uint32_t kTwoWeight = 9;  // TW-2
constexpr std::uint32_t kFourWeight = 1;
constexpr std::uint64_t kCellOnes = 0x1111'1111'1111'1111U;
constexpr std::array<std::string_view, 3> kPhaseWords{"tile", "move", "over"};
constexpr std::array<std::string_view, kMoves> kMoveWords{"up", "right", "down", "left"};
constexpr std::string_view kColumnLetters = "abcd";

// Rows as columns.
constexpr std::uint64_t transposed(std::uint64_t x) {
  std::uint64_t t = (x ^ x >> 12) & 0x0000'F0F0'0000'F0F0U;  // in each 2 x 2
  x ^= t ^ t << 12;
  t = (x ^ x >> 24) & 0x0000'0000'FF00'FF00U;  // 2 x 2 by 2 x 2
  return x ^ t ^ t << 24;
}
static_assert(transposed(0xFEDC'BA98'7654'3210U) == 0xFB73'EA62'D951'C840U);

// Rows from the last to the first, on a board of so many.
constexpr std::uint64_t upside_down(std::uint64_t x, int rows) {
  x = (x & 0x0000'FFFF'0000'FFFFU) << 16 | (x >> 16 & 0x0000'FFFF'0000'FFFFU);
  return (x << 32 | x >> 32) >> 16 * (kMaxSide - rows);
}

constexpr Line line_of(std::uint64_t board, int number) {
  return static_cast<Line>(board >> 16 * number);
}

}  // namespace

std::shared_ptr<const Tables> Tables::make(const GameSpec& spec) {
  Faults faults;
  faults.require(spec.players == 1, "players", "is " + std::to_string(spec.players) + ", should be 1");
  const Reader options(spec.options, "options", faults);
  options.expect_keys({"rows", "columns"});
  const auto tables = std::make_shared<Tables>();
  tables->rows = static_cast<int>(options.at("rows").whole(kMinSide, kMaxSide));  // TW-1
  tables->columns = static_cast<int>(options.at("columns").whole(kMinSide, kMaxSide));
  faults.raise_if_any("small_2048");
  tables->top = std::min(kHighest, tables->cells() + 1);
  tables->row_lines = &Lines::of_length(tables->columns);
  tables->column_lines = &Lines::of_length(tables->rows);
  for (int row = 0; row < tables->rows; ++row) {
    for (int column = 0; column < tables->columns; ++column) tables->board |= std::uint64_t{1} << (16 * row + 4 * column);
  }
  return tables;
}

// ---- Moves

std::uint64_t State::empty_cells() const {
  std::uint64_t filled = board_ | board_ >> 2;
  filled |= filled >> 1;
  return tables_->board & ~filled;
}

unsigned State::moves() const {
  unsigned across = 0;
  unsigned along = 0;
  const std::uint64_t columns = transposed(board_);
  for (int row = 0; row < tables_->rows; ++row) across |= tables_->row_lines->ways(line_of(board_, row));
  for (int column = 0; column < tables_->columns; ++column) along |= tables_->column_lines->ways(line_of(columns, column));
  // Bits of up 0, right 1, down 2, left 3.
  return (along & Lines::kToStart) | (across & Lines::kToEnd) | (along & Lines::kToEnd) << 1 | (across & Lines::kToStart) << 3;
}

void State::legal(FixedList<Action, kMaxLegal>& list) const {
  list.clear();
  if (phase_ == Phase::kMove) {
    for (unsigned left = moves(); left != 0; left &= left - 1) list.push(static_cast<Action>(std::countr_zero(left)));
  } else if (phase_ == Phase::kTile) {
    FixedList<Outcome, kMaxOutcomes> tiles;
    outcomes(tiles);
    for (const Outcome& tile : tiles) list.push(tile.id);
  }
}

bool State::is_legal(Action action) const {
  if (phase_ == Phase::kMove) return action < kMoves && (moves() >> action & 1) != 0;
  if (phase_ == Phase::kOver || action >= 2 * tables_->cells()) return false;
  return exponent(action / 2 / tables_->columns, action / 2 % tables_->columns) == 0;
}

Action State::random_legal(Rng& rng) const {
  if (phase_ == Phase::kTile) {  // every outcome alike
    FixedList<Action, kMaxLegal> list;
    legal(list);
    return list[rng.below(list.size())];
  }
  unsigned left = moves();
  for (int k = rng.below(std::popcount(left)); k > 0; --k) left &= left - 1;
  return static_cast<Action>(std::countr_zero(left));
}

void State::outcomes(FixedList<Outcome, kMaxOutcomes>& list) const {
  assert(phase_ == Phase::kTile);
  list.clear();
  for (std::uint64_t left = empty_cells(); left != 0; left &= left - 1) {
    const int place = std::countr_zero(left);
    const auto cell = static_cast<Action>(place / 16 * tables_->columns + place % 16 / 4);
    list.push({static_cast<Action>(2 * cell), kTwoWeight});
    list.push({static_cast<Action>(2 * cell + 1), kFourWeight});
  }
}

Action State::sample(Rng& rng) const {
  constexpr std::uint32_t kWeight = kTwoWeight + kFourWeight;
  std::uint64_t left = empty_cells();
  const std::uint32_t r = rng.below(kWeight * static_cast<std::uint32_t>(std::popcount(left)));
  for (std::uint32_t k = r / kWeight; k > 0; --k) left &= left - 1;
  const int place = std::countr_zero(left);
  const int cell = place / 16 * tables_->columns + place % 16 / 4;
  return static_cast<Action>(2 * cell + (r % kWeight >= kTwoWeight ? 1 : 0));
}

void State::apply(Action action) {
  assert(is_legal(action));
  if (phase_ == Phase::kMove) return move(action);
  put(action / 2, action % 2 == 0 ? 1 : 2);
}

void State::move(Action action) {
  const bool vertical = action == kUp || action == kDown;
  const bool to_end = action == kRight || action == kDown;
  const Lines& lines = vertical ? *tables_->column_lines : *tables_->row_lines;
  const int count = vertical ? tables_->columns : tables_->rows;
  const std::uint64_t before = vertical ? transposed(board_) : board_;
  std::uint64_t after = 0;
  std::uint32_t points = 0;
  for (int i = 0; i < count; ++i) {
    const Lines::Moved& moved = lines[line_of(before, i)];
    after |= std::uint64_t{to_end ? moved.to_end : moved.to_start} << 16 * i;
    points += moved.points;
  }
  board_ = vertical ? transposed(after) : after;
  score_ += static_cast<std::int32_t>(points);
  phase_ = Phase::kTile;
}

void State::put(int cell, unsigned exponent) {
  board_ |= std::uint64_t{exponent} << (16 * (cell / tables_->columns) + 4 * (cell % tables_->columns));
  const std::uint64_t empty = empty_cells();
  const int tiles = tables_->cells() - std::popcount(empty);
  // A tile beside an empty cell can move; so only a full board needs to be looked at.
  phase_ = tiles < 2 ? Phase::kTile : empty != 0 || moves() != 0 ? Phase::kMove : Phase::kOver;
}

// ---- Solving

std::uint64_t State::solving_key() const {
  if (phase_ != Phase::kTile) return 0;
  const std::uint64_t across = transposed(board_);
  const std::uint64_t board_down = upside_down(board_, tables_->rows);
  const std::uint64_t across_down = upside_down(across, tables_->columns);
  std::uint64_t least = std::min(board_, board_down);
  least = std::min(least, transposed(across_down));
  least = std::min(least, upside_down(transposed(across_down), tables_->rows));
  if (tables_->rows != tables_->columns) return least;
  least = std::min({least, across, across_down, transposed(board_down)});
  return std::min(least, upside_down(transposed(board_down), tables_->columns));
}

// ---- The door

void State::prior(const FixedList<Action, kMaxLegal>& list, FixedList<std::uint32_t, kMaxLegal>& weights) const {
  known::even_prior(list, weights);
}
void State::features(int, std::span<float> features) const {
  features[0] = static_cast<float>(std::popcount(empty_cells()) / double(tables_->cells()));
}

Value State::to_value() const {
  ValueList board;
  for (int row = 0; row < tables_->rows; ++row) {
    ValueList tiles;
    for (int column = 0; column < tables_->columns; ++column) {
      const int e = exponent(row, column);
      tiles.emplace_back(e == 0 ? 0 : 1 << e);
    }
    board.emplace_back(std::move(tiles));
  }
  return ValueObject{{"phase", std::string(kPhaseWords[static_cast<std::size_t>(phase_)])},
                     {"player", known::player_value(mover())},
                     {"board", std::move(board)},
                     {"score", int{score_}}};
}

Value State::observation(int player) const {
  return known::observation_by(player, to_value());
}

State State::from_value(const Value& value, const Tables& tables) {
  Faults faults;
  const Reader file(value, "", faults);
  file.expect_keys({"phase", "player", "board", "score"});
  State state(tables);
  state.phase_ = static_cast<Phase>(file.at("phase").one_of({kPhaseWords.begin(), kPhaseWords.end()}));
  const Reader player = file.at("player");
  const int mover = player.is_null() ? -1 : static_cast<int>(player.whole(0, 0));
  state.score_ = static_cast<std::int32_t>(file.at("score").whole(0, tables.score_bounds().high));
  int place = 0;
  for (const Reader& row : file.at("board").items(tables.rows)) {
    int bit = place;
    for (const Reader& cell : row.items(tables.columns)) {
      const auto tile = static_cast<std::uint64_t>(cell.whole(0, std::int64_t{1} << tables.top));
      if (tile == 1 || std::popcount(tile) > 1) cell.fault("should be 0 or a power of two from 2 on");
      if (tile != 0) state.board_ |= static_cast<std::uint64_t>(std::countr_zero(tile)) << bit;
      bit += 4;
    }
    place += 16;
  }
  faults.raise_if_any("small_2048 position");
  state.judge(mover, faults);
  faults.raise_if_any("small_2048 position");
  return state;
}

void State::judge(int player, Faults& faults) const {
  FixedList<int, kMaxCells> tiles;
  for (std::uint64_t board = board_; board != 0; board >>= 4) {
    if ((board & 15) != 0) tiles.push(static_cast<int>(board & 15));
  }
  std::sort(tiles.begin(), tiles.end(), std::greater<>());
  int most = 0;
  int least = 0;
  for (int i = 0; i < tiles.size(); ++i) {
    const int e = tiles[i];
    faults.require(e <= tables_->cells() + 1 - i, "board",
                   "leaves no room to make a " + std::to_string(1 << e) + " its tile " + std::to_string(i + 1) + " in descending order");
    most += (e - 1) << e;
    least += e > 1 ? (e - 2) << e : 0;
  }
  faults.require(score_ >= least && score_ <= most && score_ % 4 == 0, "score",
                 "should be a multiple of 4 from " + std::to_string(least) + " to " + std::to_string(most));
  Phase expected = tiles.size() < 2 ? Phase::kTile : moves() != 0 ? Phase::kMove : Phase::kOver;
  if (phase_ == Phase::kTile && tiles.size() < tables_->cells()) expected = Phase::kTile;
  faults.require(phase_ == expected, "phase", "should follow from the board");
  faults.require(player == (phase_ == Phase::kMove ? 0 : -1), "player", "should be 0 at 'move', otherwise null");
}

std::string State::action_text(Action action) const {
  assert(is_legal(action));
  if (phase_ == Phase::kMove) return std::string(kMoveWords[action]);
  const int cell = action / 2;
  return kColumnLetters[static_cast<std::size_t>(cell % tables_->columns)] + std::to_string(cell / tables_->columns + 1) +
         (action % 2 == 0 ? ":2" : ":4");
}

std::optional<Action> State::parse_action(std::string_view text) const {
  return known::find_by_text(*this, text);
}

void State::observation_tensor(int, std::span<float> tensor) const {
  assert(tensor.size() == static_cast<std::size_t>(tensor_size(*tables_)));
  std::size_t place = 0;
  for (int row = 0; row < tables_->rows; ++row) {
    for (int column = 0; column < tables_->columns; ++column)
      tensor[place++] = static_cast<float>(exponent(row, column) / double(tables_->top));
  }
  tensor[place] = phase_ == Phase::kMove ? 1.0F : 0.0F;
}

}  // namespace cloche::small_2048
