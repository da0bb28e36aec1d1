// Endings in which two decide while hands are hidden (seeds/search.md, M-51 to M-55), in a game small enough to work out by hand.
#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "made_up_tables.hpp"
#include "search/endings.hpp"
#include "search/flat_monte_carlo.hpp"

namespace {

using namespace cloche;

// Player 0 puts a coin down, unseen; player 1, who may hold a joker, guesses. Points of player 0 against 1 of player 1, without the joker:
//   guess   0  1          shares: heads 1, 0, tails 1/2, 1. Heads one time in three is worth 2/3 against either guess; player 1
//   heads   2  0          guesses 0 two times in three.
//   tails   1  2
// With the joker player 1 wins whatever comes. Player 0 knows nothing of it.
struct CoinTables : testing::MadeUpTables {
  explicit CoinTables(std::uint64_t joker = 0) : MadeUpTables{.length = 2, .bounds = {0, 5}}, joker_weight(joker) {}
  static std::shared_ptr<const CoinTables> make(const GameSpec&) { return std::make_shared<const CoinTables>(); }

  std::uint64_t joker_weight;  // against 3 without it
};

class Coin {
 public:
  using Tables = CoinTables;
  static constexpr int kMaxLegal = 2;
  static constexpr int kFeatures = 1;

  explicit Coin(const CoinTables& tables, bool joker = false) : tables_(&tables), joker_(joker ? 1 : 0) {}
  [[nodiscard]] const CoinTables& tables() const { return *tables_; }
  [[nodiscard]] int mover() const { return moves_ == 2 ? kTerminal : moves_; }
  void legal(LegalList<Coin>& list) const {
    list.clear();
    for (Action a = 0; moves_ < 2 && a < 2; ++a) list.push(a);
  }
  [[nodiscard]] bool is_legal(Action action) const { return moves_ < 2 && action < 2; }
  void apply(Action action) { (moves_++ == 0 ? coin_ : guess_) = static_cast<int>(action); }
  [[nodiscard]] PerPlayer<int> scores() const {
    PerPlayer<int> scores(2, coin_ == guess_ ? 2 : coin_);
    scores[1] = joker_ == 1 ? 5 : 1;
    return scores;
  }
  [[nodiscard]] PerPlayer<int> ranks() const { return ranks_by_score(scores()); }
  [[nodiscard]] PerPlayer<double> returns() const { return PerPlayer<double>(2, 0.0); }
  [[nodiscard]] std::uint64_t hash() const {
    return static_cast<std::uint64_t>(((moves_ * 4 + coin_ + 1) * 4 + guess_ + 1) * 4 + joker_ + 1);
  }
  friend bool operator==(const Coin&, const Coin&) = default;
  void prior(const LegalList<Coin>& list, WeightList<Coin>& weights) const {
    weights.clear();
    weights.resize(list.size(), 1);
  }
  void features(int, std::span<float>) const {}
  void redeal(int, Rng&) {}
  [[nodiscard]] Action seen(Action action, int) const { return action; }
  [[nodiscard]] std::string seen_text(Action, int) const { return {}; }
  [[nodiscard]] static Coin from_observation(const Value&, const CoinTables& tables) { return Coin(tables); }

  [[nodiscard]] bool duel_ending() const { return moves_ == 0; }
  [[nodiscard]] std::vector<WeightedWorld<Coin>> duel_worlds() const {
    std::vector<WeightedWorld<Coin>> worlds{{Coin(*tables_), 3}};
    if (tables_->joker_weight != 0) worlds.push_back({Coin(*tables_, true), tables_->joker_weight});
    return worlds;
  }
  [[nodiscard]] Coin stripped() const { return *this; }
  [[nodiscard]] Coin stripped_after(Action action) const {
    Coin next = *this;
    next.apply(action);
    return next;
  }
  [[nodiscard]] Coin veiled(int observer) const {
    Coin view = *this;
    (observer == 0 ? view.joker_ : view.coin_) = -1;
    return view;
  }

 private:
  const CoinTables* tables_;
  int moves_ = 0;
  int coin_ = 0;
  int guess_ = 0;
  int joker_;
};
static_assert(DuelEndingState<Coin>);

double share_of(const Ending& ending, std::size_t action) {
  std::uint64_t total = 0;
  for (const ActionWorth& played : ending.strategy) total += played.utility;
  return static_cast<double>(ending.strategy[action].utility) / static_cast<double>(total);
}

}  // namespace

TEST_CASE("M-53, M-54, M-55: an equilibrium in mixed strategies") {
  const CoinTables tables;
  const Evaluator evaluator(tables, 0.0);
  DuelEndingSolver<Coin> solver(Coin(tables), evaluator);
  CHECK(solver.ends() == 4);
  REQUIRE(solver.solve());
  const Ending ending = solver.ending(Rng(1));
  CHECK(share_of(ending, 0) == doctest::Approx(1.0 / 3).epsilon(0.01));
  CHECK(from_utility(ending.values.utility[0]) == doctest::Approx(2.0 / 3).epsilon(0.0001));
  CHECK(ending.values.utility[1] == kUtilityOne - ending.values.utility[0]);
  CHECK(!ending.scores);
  const std::vector<ActionWorth> worths = solver.worths();  // both are played, so both are worth as much as the best
  CHECK(worths[0].utility == worths[1].utility);
}

TEST_CASE("M-52, M-55: what the other may hold counts by its weight, whatever is held") {
  const CoinTables tables{1};
  const Evaluator evaluator(tables, 0.0);
  for (const bool joker : {false, true}) {
    DuelEndingSolver<Coin> solver(Coin(tables, joker), evaluator);
    CHECK(solver.ends() == 8);
    REQUIRE(solver.solve());
    const Ending ending = solver.ending(Rng(1));
    CHECK(share_of(ending, 0) == doctest::Approx(1.0 / 3).epsilon(0.01));
    CHECK(from_utility(ending.values.utility[0]) == doctest::Approx(0.75 * 2.0 / 3).epsilon(0.0001));
  }
}

TEST_CASE("M-34, M-54: a search draws its choice and tells how often each is played") {
  const CoinTables tables;
  SearchLimits limits;
  limits.simulations = 10;
  NoMonitor monitor;
  int heads = 0;
  constexpr int kSeeds = 300;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    FlatMonteCarlo<Coin> search(tables, {}, seed);
    const SearchReport report = search.search(Coin(tables), limits, monitor);
    REQUIRE(report.proven);
    REQUIRE(report.simulations == 0);
    const ActionReport& chosen = report.actions.front();
    heads += chosen.action == 0 ? 1 : 0;
    REQUIRE(chosen.share.value() + report.actions.back().share.value() == doctest::Approx(1.0));
    REQUIRE(chosen.share.value() == doctest::Approx(chosen.action == 0 ? 1.0 / 3 : 2.0 / 3).epsilon(0.01));
    REQUIRE(report.principal_variation == std::vector<Action>{chosen.action});
  }
  CHECK(heads > kSeeds / 3 - 30);
  CHECK(heads < kSeeds / 3 + 30);
}
