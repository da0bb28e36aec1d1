#include <doctest/doctest.h>

#include <array>
#include <numeric>
#include <utility>
#include <vector>

#include "games/known/nim.hpp"
#include "games/known/tic_tac_toe.hpp"
#include "made_up_tables.hpp"
#include "search/ending.hpp"
#include "search/flat_monte_carlo.hpp"
#include "search/mcts.hpp"

namespace {

using namespace cloche;

// Players take numbers from either end of a row, in turn; a solo game is played for every other number. Action 0 takes the first.
struct RowTables : testing::MadeUpTables {
  explicit RowTables(int players) : MadeUpTables{.player_count = players, .length = 16, .bounds = {0, 100}, .margin = 5} {}
  static std::shared_ptr<const RowTables> make(const GameSpec& spec) { return std::make_shared<const RowTables>(spec.players); }

  std::vector<int> numbers;
};

class Row {
 public:
  using Tables = RowTables;
  static constexpr int kMaxLegal = 2;
  static constexpr int kFeatures = 1;
  static constexpr int kSolvable = 8;

  explicit Row(const RowTables& tables) : tables_(&tables), end_(static_cast<int>(tables.numbers.size())) {}
  [[nodiscard]] const RowTables& tables() const { return *tables_; }
  [[nodiscard]] int left() const { return end_ - first_; }
  [[nodiscard]] int mover() const { return left() == 0 ? kTerminal : moves_ % tables_->player_count; }
  void legal(LegalList<Row>& list) const {
    list.clear();
    for (Action a = 0; a < std::min(left(), 2); ++a) list.push(a);
  }
  [[nodiscard]] bool is_legal(Action action) const { return action < std::min(left(), 2); }
  void apply(Action action) {
    const int number = tables_->numbers[static_cast<std::size_t>(action == 0 ? first_++ : --end_)];
    if (tables_->player_count == 2 || moves_ % 2 == 0) scores_[static_cast<std::size_t>(moves_ % tables_->player_count)] += number;
    ++moves_;
  }
  [[nodiscard]] PerPlayer<int> scores() const {
    PerPlayer<int> scores;
    for (int p = 0; p < tables_->player_count; ++p) scores.push(scores_[static_cast<std::size_t>(p)]);
    return scores;
  }
  [[nodiscard]] PerPlayer<int> ranks() const { return ranks_by_score(scores()); }
  [[nodiscard]] PerPlayer<double> returns() const { return PerPlayer<double>(tables_->player_count, 0.0); }
  [[nodiscard]] std::uint64_t hash() const { return static_cast<std::uint64_t>(first_); }  // positions meet in memory
  friend bool operator==(const Row&, const Row&) = default;
  void prior(const LegalList<Row>& list, WeightList<Row>& weights) const {  // the last number first
    weights.clear();
    for (const Action action : list) weights.push(1U + action);
  }
  void features(int, std::span<float>) const {}

  [[nodiscard]] bool solvable_ending() const { return mover() >= 0 && left() <= kSolvable; }
  [[nodiscard]] PerPlayer<ScoreBounds> final_scores() const {
    PerPlayer<ScoreBounds> bounds;
    for (const int now : scores())
      bounds.push({now, std::accumulate(tables_->numbers.begin() + first_, tables_->numbers.begin() + end_, now)});
    return bounds;
  }
  [[nodiscard]] Row ending_key() const { return *this; }

 private:
  const RowTables* tables_;
  int first_ = 0;
  int end_;
  int moves_ = 0;
  std::array<int, 2> scores_{};
};
static_assert(BoundedEnding<Row> && KeyedEnding<Row>);
static_assert(!EndingState<nim::State>);

// Layers of places, each with two ways to the next layer, so that most lines meet; the last place says how ten points are shared.
struct MazeTables : testing::MadeUpTables {
  static constexpr int kLayers = 9;
  static constexpr int kPlaces = 4;

  MazeTables() : MadeUpTables{.length = kLayers, .bounds = {0, 10}, .margin = 5} {}
  static std::shared_ptr<const MazeTables> make(const GameSpec&) { return std::make_shared<const MazeTables>(); }

  std::array<std::array<std::array<int, 2>, kPlaces>, kLayers> ways{};
  std::array<int, kPlaces> points{};
};

class Maze {
 public:
  using Tables = MazeTables;
  static constexpr int kMaxLegal = 2;
  static constexpr int kFeatures = 1;

  explicit Maze(const MazeTables& tables) : tables_(&tables) {}
  [[nodiscard]] const MazeTables& tables() const { return *tables_; }
  [[nodiscard]] int mover() const { return layer_ == MazeTables::kLayers ? kTerminal : layer_ % 2; }
  void legal(LegalList<Maze>& list) const {
    list.clear();
    for (Action a = 0; mover() >= 0 && a < 2; ++a) list.push(a);
  }
  [[nodiscard]] bool is_legal(Action action) const { return mover() >= 0 && action < 2; }
  void apply(Action action) {
    place_ = tables_->ways[static_cast<std::size_t>(layer_)][static_cast<std::size_t>(place_)][action];
    ++layer_;
  }
  [[nodiscard]] PerPlayer<int> scores() const {
    PerPlayer<int> scores(2, tables_->points[static_cast<std::size_t>(place_)]);
    scores[1] = 10 - scores[0];
    return scores;
  }
  [[nodiscard]] PerPlayer<int> ranks() const { return ranks_by_score(scores()); }
  [[nodiscard]] PerPlayer<double> returns() const { return PerPlayer<double>(2, 0.0); }
  [[nodiscard]] std::uint64_t hash() const { return static_cast<std::uint64_t>(layer_ * MazeTables::kPlaces + place_); }
  friend bool operator==(const Maze&, const Maze&) = default;
  void prior(const LegalList<Maze>& list, WeightList<Maze>& weights) const {
    weights.clear();
    weights.resize(list.size(), 1);
  }
  void features(int, std::span<float>) const {}

 private:
  const MazeTables* tables_;
  int layer_ = 0;
  int place_ = 0;
};
static_assert(ValuedState<Maze> && !EndingState<Maze>);

MazeTables random_maze(Rng& rng) {
  MazeTables maze;
  for (auto& layer : maze.ways) {
    for (auto& ways : layer) {
      for (int& way : ways) way = static_cast<int>(rng.below(MazeTables::kPlaces));
    }
  }
  for (int& points : maze.points) points = static_cast<int>(rng.below(11));
  return maze;
}

// Without memory, windows or bounds.
template <class S>
Ending by_brute_force(const S& state, const Evaluator& evaluator) {
  if (state.mover() == kTerminal) return {{}, evaluator.of_end(state), state.scores(), {}};
  struct Ranked {
    Action id;
    std::uint32_t weight;
  };
  LegalList<S> list;
  WeightList<S> weights;
  state.legal(list);
  state.prior(list, weights);
  std::vector<Ranked> order;
  for (int i = 0; i < list.size(); ++i) order.push_back({list[i], weights[i]});
  sort_by_weight(order);
  Ending best;
  for (const Ranked& ranked : order) {
    S next = state;
    next.apply(ranked.id);
    Ending ending = by_brute_force(next, evaluator);
    const auto mover = static_cast<std::size_t>(state.mover());
    if (!best.line.empty() && ending.values.utility[mover] <= best.values.utility[mover]) continue;
    ending.line.insert(ending.line.begin(), ranked.id);
    best = std::move(ending);
  }
  return best;
}

template <class S>
void check_equal(const S& state, double margin_weight) {
  const Evaluator evaluator(state.tables(), margin_weight);
  const Ending solved = EndingSolver<S>(evaluator).solve(state);
  const Ending tried = by_brute_force(state, evaluator);
  CHECK(solved.line == tried.line);
  CHECK(solved.values == tried.values);
  CHECK(solved.scores == tried.scores);
}

RowTables random_row(Rng& rng, int players, int length) {
  RowTables tables(players);
  for (int i = 0; i < length; ++i) tables.numbers.push_back(rng.below(6));
  return tables;
}

}  // namespace

TEST_CASE("M-33: endings are worth what trying everything finds, and so is the line") {
  Rng rng(7);
  for (int i = 0; i < 60; ++i) {
    const RowTables tables = random_row(rng, 1 + i % 2, 1 + i % 9);
    for (const double margin_weight : {0.0, 0.5, 1.0}) check_equal(Row(tables), margin_weight);
  }
}

TEST_CASE("M-33: games without bounds and keys of their own are solved too") {
  const auto check_nim = [](ValueList piles) {
    const auto tables = nim::Tables::make({2, ValueObject{{"piles", std::move(piles)}}, {}, {}});
    check_equal(nim::State(*tables), 0.5);
  };
  check_nim({1, 2, 3});
  check_nim({3, 4});
  const auto tables = tic_tac_toe::Tables::make({2, ValueObject{}, {}, {}});
  tic_tac_toe::State state(*tables);
  const Evaluator evaluator(*tables, 0.0);
  CHECK(EndingSolver<tic_tac_toe::State>(evaluator).solve(state).values.gain[0] == kUtilityOne / 2);  // a draw
  state.apply(0);
  state.apply(8);
  check_equal(state, 0.0);
}

TEST_CASE("M-33: what is remembered of a position is right for whoever comes there next") {
  Rng rng(11);
  for (int i = 0; i < 300; ++i) {
    const MazeTables tables = random_maze(rng);
    check_equal(Maze(tables), 1.0);
  }
}

TEST_CASE("bounds and memory save moves") {
  Rng rng(3);
  const RowTables tables = random_row(rng, 2, 16);
  const Evaluator evaluator(tables, 1.0);
  EndingSolver<Row> solver(evaluator);
  static_cast<void>(solver.solve(Row(tables)));
  CHECK(solver.moves() < 10000);  // of 2^16
}

TEST_CASE("M-34: a search whose root is a solvable ending reports what is proven, without a simulation") {
  Rng rng(5);
  const RowTables tables = random_row(rng, 2, Row::kSolvable);
  SearchLimits limits;
  limits.simulations = 50;
  limits.memory_bytes = 1;
  NoMonitor monitor;
  const Row root(tables);
  const Ending ending = by_brute_force(root, Evaluator(tables, 0.5));
  const auto check = [&](const SearchReport& report) {
    CHECK(report.proven);
    CHECK(report.stopped_by == StopReason::kProven);
    CHECK(report.simulations == 0);
    CHECK(report.nodes == 0);
    CHECK(report.principal_variation == ending.line);
    CHECK(report.actions.front().action == ending.line.front());
    CHECK(report.actions.front().proven);
    CHECK(!report.actions.back().proven);
    CHECK(report.actions.front().utility == from_utility(ending.values.utility[0]));
    CHECK(report.win_share.value()[0] == from_utility(ending.values.gain[0]));
    CHECK(report.score_counts[0] == std::vector<std::pair<int, std::uint64_t>>{{ending.scores.value()[0], 1}});
  };
  Mcts<Row> mcts(tables, {}, 1);
  check(mcts.search(root, limits, monitor));
  mcts.advance(ending.line.front());
  Row next = root;
  next.apply(ending.line.front());
  CHECK(mcts.search(next, limits, monitor).principal_variation == std::vector<Action>(ending.line.begin() + 1, ending.line.end()));
  FlatMonteCarlo<Row> flat(tables, {}, 1);
  check(flat.search(root, limits, monitor));
}

TEST_CASE("M-34: other roots are searched, and all are with the setting off") {
  Rng rng(5);
  const RowTables longer = random_row(rng, 2, Row::kSolvable + 1);
  const RowTables tables = random_row(rng, 2, Row::kSolvable);
  SearchLimits limits;
  limits.simulations = 20;
  NoMonitor monitor;
  MctsConfig tree_off;
  tree_off.endings = false;
  FlatMonteCarloConfig flat_off;
  flat_off.endings = false;
  CHECK(Mcts<Row>(longer, {}, 1).search(Row(longer), limits, monitor).simulations == 20);
  CHECK(Mcts<Row>(tables, tree_off, 1).search(Row(tables), limits, monitor).simulations == 20);
  CHECK(FlatMonteCarlo<Row>(longer, {}, 1).search(Row(longer), limits, monitor).simulations == 20);
  CHECK(FlatMonteCarlo<Row>(tables, flat_off, 1).search(Row(tables), limits, monitor).simulations == 20);
}
