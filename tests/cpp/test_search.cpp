#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <vector>

#include "games/known/nim.hpp"
#include "games/known/tic_tac_toe.hpp"
#include "made_up_tables.hpp"
#include "search/flat_monte_carlo.hpp"
#include "search/math.hpp"
#include "search/mcts.hpp"
#include "search/scoring.hpp"
#include "search/transpositions.hpp"
#include "search/tree.hpp"

namespace {

using namespace cloche;

GameSpec nim_of(const ValueList& piles) {
  return {2, ValueObject{{"piles", piles}}, {}, {}};
}

SearchLimits simulations(std::uint64_t count) {
  SearchLimits limits;
  limits.simulations = count;
  return limits;
}

// One decision, one flip of a loaded coin, the end: action 0 flips for 3 in 4, action 1 for 1 in 2, action 2 ends in a draw.
struct CoinTables : testing::MadeUpTables {
  CoinTables() : MadeUpTables{.actions = 3, .outcomes = 2} {}
  static std::shared_ptr<const CoinTables> make(const GameSpec&) { return std::make_shared<const CoinTables>(); }
};

class Coin {
 public:
  using Tables = CoinTables;
  static constexpr int kMaxLegal = 3;
  static constexpr int kMaxOutcomes = 2;
  static constexpr int kFeatures = 1;

  explicit Coin(const CoinTables& tables) : tables_(&tables) {}
  [[nodiscard]] const CoinTables& tables() const { return *tables_; }
  [[nodiscard]] int mover() const { return over_ ? kTerminal : chosen_ < 0 ? 0 : kChance; }
  void legal(LegalList<Coin>& list) const {
    list.clear();
    const int count = over_ ? 0 : chosen_ < 0 ? 3 : 2;
    for (Action a = 0; a < count; ++a) list.push(a);
  }
  [[nodiscard]] bool is_legal(Action action) const { return !over_ && action < (chosen_ < 0 ? 3 : 2); }
  void apply(Action action) {
    if (chosen_ >= 0 || action == 2) {
      over_ = true;
      heads_ = chosen_ >= 0 && action == 1;
    }
    if (chosen_ < 0) chosen_ = action;
  }
  void outcomes(OutcomeList<Coin>& list) const {
    list.clear();
    list.push({0, 1});
    list.push({1, chosen_ == 0 ? 3U : 1U});
  }
  [[nodiscard]] Action sample(Rng& rng) const { return rng.below(chosen_ == 0 ? 4 : 2) == 0 ? Action{0} : Action{1}; }
  [[nodiscard]] PerPlayer<int> scores() const {
    PerPlayer<int> scores(2, 0);
    if (over_ && chosen_ != 2) scores[heads_ ? 0 : 1] = 1;
    return scores;
  }
  [[nodiscard]] PerPlayer<int> ranks() const { return ranks_by_score(scores()); }
  [[nodiscard]] PerPlayer<double> returns() const { return over_ ? returns_by_rank(ranks()) : PerPlayer<double>(2, 0.0); }
  [[nodiscard]] std::uint64_t hash() const { return static_cast<std::uint64_t>(chosen_ + 1) * 4 + (over_ ? 2U : 0U) + (heads_ ? 1U : 0U); }
  friend bool operator==(const Coin& a, const Coin& b) { return a.hash() == b.hash(); }
  void prior(const LegalList<Coin>& list, WeightList<Coin>& weights) const {
    weights.clear();
    weights.resize(list.size(), 1);
  }
  void features(int, std::span<float>) const {}

 private:
  const CoinTables* tables_;
  int chosen_ = -1;
  bool over_ = false;
  bool heads_ = false;
};
static_assert(ChanceState<Coin> && ValuedState<Coin>);

Evaluation values_of(Utility first) {
  return {{first, kUtilityOne - first}, {first, kUtilityOne - first}};
}

}  // namespace

TEST_CASE("the logarithm of whole numbers is right to nine digits") {
  for (std::uint32_t n = 1; n < 100000; n += 7) CHECK(log_whole(n) == doctest::Approx(std::log(n)).epsilon(1e-9));
  CHECK(log_whole(1) == 0.0);
}

TEST_CASE("tables of the selection terms hold what a formula gives past their end") {
  const SelectionMath& math = SelectionMath::instance();
  for (const std::uint32_t n : {1U, 2U, 1000U, 65535U, 65536U, 4000000U}) {
    CHECK(math.reciprocal(n) == 1.0 / n);
    CHECK(math.inverse_sqrt(n) == 1.0 / std::sqrt(static_cast<double>(n)));
    CHECK(math.sqrt_log(n) == std::sqrt(log_whole(n)));
  }
}

TEST_CASE("the first of the highest scores is taken") {
  const std::vector<double> scores{0.25, 0.5, 0.125, 0.5, 0.0};
  const auto first = [&](int count) { return first_of_highest(count, [&](int i) { return scores[static_cast<std::size_t>(i)]; }); };
  CHECK(first(1) == 0);
  CHECK(first(2) == 1);
  CHECK(first(5) == 1);
}

TEST_CASE("edges scored together give the first of the highest scores, whatever their visits (M-13, M-14)") {
  const SelectionMath& math = SelectionMath::instance();
  Rng rng(3, {1});
  for (int round = 0; round < 400; ++round) {
    const int count = 8 * (1 + static_cast<int>(rng.below(6)));
    std::vector<UtilitySum> sums;
    std::vector<std::uint32_t> visits;
    std::vector<std::uint16_t> priors;
    for (int i = 0; i < count; ++i) {
      visits.push_back(static_cast<std::uint32_t>(1 + rng.below(round % 2 == 0 ? 3 : 70000)));
      sums.push_back(UtilitySum{visits.back()} * (static_cast<UtilitySum>(rng.below(3)) * (kUtilityOne / 2)));
      priors.push_back(static_cast<std::uint16_t>(1 + rng.below(2) * 1000));
    }
    const auto value = [&](std::size_t i) { return static_cast<double>(sums[i]) * (1.0 / visits[i]); };
    const auto best_of = [&](auto score) { return first_of_highest(count, [&](int i) { return score(static_cast<std::size_t>(i)); }); };
    const VisitedEdges edges{sums.data(), visits.data(), priors.data(), count};
    const double weight = static_cast<double>(rng.below(1000)) * 8.0;
    CHECK(best_by_puct(edges, weight, math).edge ==
          best_of([&](std::size_t i) { return value(i) + weight * priors[i] * (1.0 / (1.0 + visits[i])); }));
    CHECK(best_by_uct(edges, weight, math).edge ==
          best_of([&](std::size_t i) { return value(i) + weight * (1.0 / std::sqrt(static_cast<double>(visits[i]))); }));
  }
}

TEST_CASE("an arena gives nodes until it is full and never more bytes than its capacity") {
  Arena arena;
  arena.set_capacity(1000);
  int made = 0;
  while (arena.make_node(7, 0) != 0) ++made;
  CHECK(made == 1000 / 160);
  CHECK(arena.used_bytes() <= 1000);
  CHECK(arena.used_bytes() <= 1000 - 8 * 3);
  CHECK(arena.prove(arena.node(1), 0, values_of(0), 2));  // there is room for something smaller
  arena.clear();
  CHECK(arena.used_bytes() == 0);
  CHECK(arena.make_node(7, 0) != 0);
}

TEST_CASE("a larger capacity keeps the content, one too small empties it") {
  Arena arena;
  arena.set_capacity(1000);
  const ArenaIndex index = arena.make_node(3, 1);
  arena.node(index).actions()[2] = 77;
  arena.set_capacity(100000);
  CHECK(arena.node(index).actions()[2] == 77);
  arena.set_capacity(8);
  CHECK(arena.nodes() == 0);
}

TEST_CASE("keeping a subtree drops the rest and changes nothing inside") {
  // A root with a kept child among dropped ones; below it a node, an ending, a proven node and one with bounds.
  Arena arena;
  arena.set_capacity(100000);
  const ArenaIndex root = arena.make_node(3, 0);
  const ArenaIndex dropped = arena.make_node(5, 1);
  const ArenaIndex kept = arena.make_node(4, 1);
  const ArenaIndex deep = arena.make_node(2, 0);
  const ArenaIndex also_dropped = arena.make_node(9, 0);
  const ArenaIndex proven = arena.make_node(1, 0);
  const ArenaIndex bounded = arena.make_node(1, 0);
  arena.node(root).children()[0] = dropped;
  arena.node(root).children()[2] = kept;
  arena.node(dropped).children()[0] = also_dropped;
  arena.node(kept).children()[0] = deep;
  arena.node(kept).children()[2] = bounded;
  arena.node(kept).children()[3] = proven;
  Bounds half;
  half.low[0] = 7;
  half.high[1] = kUtilityOne - 7;
  CHECK(arena.prove(arena.node(kept), 1, values_of(5), 2));
  CHECK(arena.bound(arena.node(kept), 2, half, 2));
  CHECK_FALSE(arena.bound(arena.node(kept), 2, half, 2));
  CHECK(arena.prove(arena.node(kept), 3, values_of(6), 2));
  arena.node(kept).visits()[3] = 12;
  arena.node(deep).actions()[1] = 99;
  arena.node(proven).actions()[0] = 98;

  const Node node = arena.node(arena.keep_subtree(kept, 2));
  CHECK(arena.nodes() == 4);
  CHECK(arena.records() == 3);
  CHECK(arena.edges() == 4 + 2 + 1 + 1);
  CHECK(arena.used_bytes() == 8 * (Node::words(4) + Node::words(2) + 2 * Node::words(1) + 3 * 3));
  CHECK(node.visits()[3] == 12);
  CHECK(arena.node(node.children()[0]).actions()[1] == 99);
  CHECK(arena.proven_values(node.children()[1], 2) == values_of(5));
  CHECK(arena.node_of(node.children()[1]) == 0);
  CHECK_FALSE(arena.is_proven(node.children()[2]));
  CHECK(arena.range(node.children()[2], 0, 2).low == 7);
  CHECK(arena.range(node.children()[2], 1, 2).high == kUtilityOne - 7);
  CHECK(arena.proven_values(node.children()[3], 2) == values_of(6));
  CHECK(arena.node(arena.node_of(node.children()[3])).actions()[0] == 98);
}

TEST_CASE("M-45, M-46: a node that several edges lead to is kept once") {
  // A dropped root; below it the kept one, whose two children lead to one node with a key; below that a chance node.
  Arena arena(Arena::Layout::kObserver);
  arena.set_capacity(100000);
  const ArenaIndex root = arena.make_node(2, 0);
  const ArenaIndex kept = arena.make_node(2, 0);
  const ArenaIndex left = arena.make_node(1, 1);
  const ArenaIndex dropped = arena.make_node(6, 1);
  const ArenaIndex right = arena.make_node(3, 1);
  const ArenaIndex shared = arena.make_node(4, 0);
  const ArenaIndex deep = arena.make_node(1, kChance);
  arena.node(root).children()[0] = dropped;
  arena.node(root).children()[1] = kept;
  arena.node(dropped).children()[5] = shared;
  arena.node(kept).children()[0] = left;
  arena.node(kept).children()[1] = right;
  arena.node(left).children()[0] = shared;
  arena.node(right).children()[2] = shared;
  arena.node(shared).children()[3] = deep;
  arena.node(shared).key() = 41;
  arena.node(shared).visits()[3] = 12;
  arena.node(deep).actions()[0] = 99;

  const Node node = arena.node(arena.keep_subtree(kept, 2));
  CHECK(arena.nodes() == 5);
  CHECK(arena.edges() == 2 + 1 + 3 + 4 + 1);
  CHECK(arena.used_bytes() ==
        8 * (Node::observer_words(2) + 2 * Node::observer_words(1) + Node::observer_words(3) + Node::observer_words(4)));
  const ArenaIndex met = arena.node(node.children()[0]).children()[0];
  CHECK(arena.node(node.children()[1]).children()[2] == met);
  CHECK(arena.node(met).key() == 41);
  CHECK(arena.node(met).visits()[3] == 12);
  CHECK(arena.node(arena.node(met).children()[3]).actions()[0] == 99);
}

TEST_CASE("M-45: nodes are found by what is known and their level") {
  Arena arena(Arena::Layout::kObserver);
  arena.set_capacity(1000000);
  Transpositions transpositions(arena);
  const auto make = [&](std::uint64_t key) {
    const ArenaIndex index = arena.make_node(2, 0);
    arena.node(index).key() = key;
    return index;
  };
  const ArenaIndex root = make(7);
  const ArenaIndex low = make(8);
  const ArenaIndex between = make(0);  // a decision of somebody else
  const ArenaIndex shared = make(9);
  const ArenaIndex deep = make(8);
  arena.node(root).children()[0] = low;
  arena.node(root).children()[1] = between;
  arena.node(low).children()[1] = shared;
  arena.node(between).children()[0] = shared;
  arena.node(shared).children()[0] = deep;

  transpositions.take_tree(root);
  CHECK(transpositions.find(7, 0) == root);
  CHECK(transpositions.find(8, 1) == low);
  CHECK(transpositions.find(8, 2) == 0);
  CHECK(transpositions.find(8, 3) == deep);
  CHECK(transpositions.find(9, 2) == shared);
  CHECK(transpositions.find_first(8) == low);
  CHECK(transpositions.find_first(10) == 0);

  transpositions.take_tree(shared);  // levels count from the new root
  CHECK(transpositions.find(9, 0) == shared);
  CHECK(transpositions.find_first(8) == deep);
  CHECK(transpositions.find(8, 1) == deep);
  CHECK(transpositions.find(7, 0) == 0);

  std::vector<ArenaIndex> many;  // more than there was room for
  for (std::uint64_t key = 100; key < 1000; ++key) {
    many.push_back(make(key));
    transpositions.add(many.back(), key % 5);
  }
  for (std::uint64_t key = 100; key < 1000; ++key) {
    CHECK(transpositions.find(key, key % 5) == many[key - 100]);
    CHECK(transpositions.find(key, key % 5 + 1) == 0);
  }
  CHECK(transpositions.find(8, 1) == deep);
}

TEST_CASE("what is below a proven edge can be cut off") {
  // A root with two kept edges; below the first a node with a proven edge and one with bounds, and a node below that.
  Arena arena;
  arena.set_capacity(100000);
  const ArenaIndex root = arena.make_node(2, 0);
  const ArenaIndex cut = arena.make_node(3, 1);
  const ArenaIndex deep = arena.make_node(4, 0);
  const ArenaIndex kept = arena.make_node(5, 1);
  arena.node(root).children()[0] = cut;
  arena.node(root).children()[1] = kept;
  arena.node(cut).children()[1] = deep;
  Bounds half;
  half.low[0] = 7;
  CHECK(arena.prove(arena.node(cut), 0, values_of(5), 2));
  CHECK(arena.bound(arena.node(cut), 1, half, 2));
  CHECK(arena.bound(arena.node(root), 0, half, 2));
  CHECK(arena.prove(arena.node(root), 0, values_of(6), 2));
  CHECK(arena.records() == 3);

  arena.drop_below(arena.node(root).children()[0]);
  CHECK(arena.nodes() == 2);
  CHECK(arena.edges() == 2 + 5);
  CHECK(arena.records() == 1);
  const Node node = arena.node(arena.keep_subtree(root, 2));
  CHECK(arena.proven_values(node.children()[0], 2) == values_of(6));
  CHECK(arena.node_of(node.children()[0]) == 0);
  CHECK(arena.node(arena.node_of(node.children()[1])).size() == 5);
  CHECK(arena.nodes() == 2);
  CHECK(arena.records() == 1);
  CHECK(arena.used_bytes() == 8 * (Node::words(2) + Node::words(5) + 3));
  arena.drop_below(node.children()[0]);
  CHECK(arena.nodes() == 2);
}

TEST_CASE("a search is repeatable, keeps to its limit and leaves its root alone") {
  const auto tables = tic_tac_toe::Tables::make({2, ValueObject{}, {}, {}});
  const tic_tac_toe::State root(*tables);
  NoMonitor monitor;
  Mcts<tic_tac_toe::State> one(*tables, {}, 3);
  Mcts<tic_tac_toe::State> other(*tables, {}, 3);
  const SearchReport first = one.search(root, simulations(500), monitor);
  const SearchReport second = other.search(root, simulations(500), monitor);
  CHECK(first.simulations == 500);
  CHECK(first.fingerprint == second.fingerprint);
  CHECK(first.nodes == second.nodes);
  CHECK(root == tic_tac_toe::State(*tables));
  std::uint64_t visits = 0;
  for (const ActionReport& action : first.actions) visits += action.visits;
  CHECK(visits == 500);
}

TEST_CASE("a search proves Nim 3-4-5 and knows the only winning move") {
  const auto tables = nim::Tables::make(nim_of({3, 4, 5}));
  NoMonitor monitor;
  Mcts<nim::State> search(*tables, {}, 1);
  const SearchReport report = search.search(nim::State(*tables), simulations(200000), monitor);
  REQUIRE(report.proven);
  CHECK(report.stopped_by == StopReason::kProven);
  CHECK(nim::State(*tables).action_text(report.actions[0].action) == "1:2");
  CHECK(report.values[0] == 1.0);
}

TEST_CASE("a full arena stops growing and the search goes on") {
  const auto tables = nim::Tables::make(nim_of({7, 7, 7, 7}));
  NoMonitor monitor;
  Mcts<nim::State> search(*tables, {}, 1);
  SearchLimits limits = simulations(20000);
  limits.memory_bytes = 20000;
  const SearchReport report = search.search(nim::State(*tables), limits, monitor);
  CHECK(report.simulations == 20000);
  CHECK(report.tree_bytes <= 20000);
}

TEST_CASE("flat Monte Carlo gives every action as many simulations, give or take one") {
  const auto tables = tic_tac_toe::Tables::make({2, ValueObject{}, {}, {}});
  NoMonitor monitor;
  FlatMonteCarlo<tic_tac_toe::State> search(*tables, {}, 1);
  const SearchReport report = search.search(tic_tac_toe::State(*tables), simulations(95), monitor);
  for (const ActionReport& action : report.actions) CHECK((action.visits == 10 || action.visits == 11));
}

TEST_CASE("a chance node is proven by its outcomes, and worth their exact mean (M-16)") {
  const auto tables = CoinTables::make({});
  NoMonitor monitor;
  Mcts<Coin> search(*tables, {}, 1);
  const SearchReport report = search.search(Coin(*tables), simulations(10000), monitor);
  REQUIRE(report.proven);
  CHECK(report.simulations < 10000);
  CHECK(report.actions[0].action == 0);
  CHECK(report.actions[0].proven);
  CHECK(*report.actions[0].utility == 0.75);
  CHECK(report.values[0] == 0.5);
  CHECK(report.values[1] == -0.5);
  CHECK(report.principal_variation == std::vector<Action>{0, 1});
}
