// Endings in which one player decides while things are hidden or come by chance (seeds/search.md, M-41 to M-43), in a game small enough
// to work out by hand.
#include <doctest/doctest.h>

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "made_up_tables.hpp"
#include "search/endings.hpp"
#include "search/flat_monte_carlo.hpp"

namespace {

using namespace cloche;

// Player 1 holds a card: 0, 1 or 3, of which one, two and one are in the deck. Player 0 stops with 1 point or draws 0, 1 or 4 out of
// one, two and one, but sees only whether it is more than 0; then keeps it or takes 2 points instead. Player 1 shows the card or throws
// it away for nothing; a shown card is lost once in four times. More points win.
struct UrnTables : testing::MadeUpTables {
  UrnTables() : MadeUpTables{.outcomes = 3, .length = 3, .bounds = {0, 4}, .margin = 4} {}
  static std::shared_ptr<const UrnTables> make(const GameSpec&) { return std::make_shared<const UrnTables>(); }
};

class Urn {
 public:
  using Tables = UrnTables;
  static constexpr int kMaxLegal = 3;
  static constexpr int kMaxOutcomes = 3;
  static constexpr int kFeatures = 1;
  enum Action0 : Action { kStop, kDraw };
  enum Action1 : Action { kKeep, kTwo };
  enum Show : Action { kShow, kThrowAway };

  explicit Urn(const UrnTables& tables) : tables_(&tables) {}
  Urn(const UrnTables& tables, int card) : tables_(&tables), card_(card) {}
  [[nodiscard]] const UrnTables& tables() const { return *tables_; }

  [[nodiscard]] int mover() const {
    constexpr std::array<int, 6> kMovers{0, kChance, 0, 1, kChance, kTerminal};
    return kMovers[static_cast<std::size_t>(phase_)];
  }
  void legal(LegalList<Urn>& list) const {
    list.clear();
    const int count = phase_ == kOver ? 0 : phase_ == kDrawing ? 3 : 2;
    for (Action a = 0; a < count; ++a) list.push(a);
  }
  [[nodiscard]] bool is_legal(Action action) const { return phase_ != kOver && action < (phase_ == kDrawing ? 3 : 2); }
  void outcomes(OutcomeList<Urn>& list) const {
    list.clear();
    if (phase_ == kDrawing) {
      for (const auto& outcome : {Outcome{0, 1}, Outcome{1, 2}, Outcome{2, 1}}) list.push(outcome);
    } else {
      for (const auto& outcome : {Outcome{0, 3}, Outcome{1, 1}}) list.push(outcome);
    }
  }
  [[nodiscard]] Action sample(Rng& rng) const {
    const int drawn = rng.below(4);
    return phase_ == kDrawing ? static_cast<Action>((drawn + 1) / 2) : static_cast<Action>(drawn == 3);
  }
  void apply(Action action) {
    switch (phase_) {
      case kFirst:
        points_ = 1;
        phase_ = action == kStop ? kShowing : kDrawing;
        return;
      case kDrawing:
        points_ = action == 2 ? 4 : static_cast<int>(action);
        phase_ = kSecond;
        return;
      case kSecond:
        if (action == kTwo) points_ = 2;
        phase_ = kShowing;
        return;
      case kShowing:
        if (action == kThrowAway) card_ = 0;
        phase_ = kLosing;
        return;
      default:
        if (action == 1) card_ = 0;
        phase_ = kOver;
    }
  }
  [[nodiscard]] PerPlayer<int> scores() const {
    PerPlayer<int> scores(2, points_);
    scores[1] = card_;
    return scores;
  }
  [[nodiscard]] PerPlayer<int> ranks() const { return ranks_by_score(scores()); }
  [[nodiscard]] PerPlayer<double> returns() const { return PerPlayer<double>(2, 0.0); }
  [[nodiscard]] std::uint64_t hash() const { return static_cast<std::uint64_t>((phase_ * 8 + points_) * 8 + card_); }
  friend bool operator==(const Urn&, const Urn&) = default;
  void prior(const LegalList<Urn>& list, WeightList<Urn>& weights) const {
    weights.clear();
    weights.resize(list.size(), 1);
  }
  void features(int, std::span<float>) const {}

  void redeal(int observer, Rng& rng) {
    if (observer == 0 && phase_ < kLosing) card_ = kCards[static_cast<std::size_t>(rng.below(4))];
  }
  [[nodiscard]] Action seen(Action action, int) const { return phase_ == kDrawing ? Action{action > 0} : action; }
  [[nodiscard]] std::string seen_text(Action, int) const { return {}; }
  [[nodiscard]] static Urn from_observation(const Value&, const UrnTables& tables) { return Urn(tables); }

  [[nodiscard]] bool solvable_ending() const { return mover() >= 0; }
  [[nodiscard]] Urn ending_key() const { return *this; }
  [[nodiscard]] std::vector<WeightedWorld<Urn>> worlds(int) const {
    std::vector<WeightedWorld<Urn>> worlds;
    for (const auto& [card, weight] : {std::pair{0, 1}, {1, 2}, {3, 1}}) {
      worlds.push_back({*this, static_cast<std::uint64_t>(weight)});
      worlds.back().state.card_ = card;
    }
    return worlds;
  }
  [[nodiscard]] bool is_settled() const { return phase_ >= kShowing; }
  [[nodiscard]] Action settled_action() const { return kShow; }

 private:
  enum Phase { kFirst, kDrawing, kSecond, kShowing, kLosing, kOver };
  static constexpr std::array<int, 4> kCards{0, 1, 1, 3};

  const UrnTables* tables_;
  Phase phase_ = kFirst;
  int points_ = 0;
  int card_ = 3;
};
static_assert(LoneEndingState<Urn>);

// In units of a win. A shown card wins a share against 0, 1, 2, 4 points of player 0; a quarter of it is as if it were 0:
//   0 points: 3/4 * 1/8 + 1/4 * 1/2 = 7/32      1 point: 3/4 * 1/2 + 1/4 = 5/8
//   2 points: 3/4 * 3/4 + 1/4 = 13/16           4 points: 1
constexpr Utility of_a_win(int numerator, int denominator) {
  return static_cast<Utility>(std::int64_t{kUtilityOne} * numerator / denominator);
}

}  // namespace

TEST_CASE("M-42: what comes is told apart only as far as the observer sees it") {
  const UrnTables tables;
  const Evaluator evaluator(tables, 0.0);
  const Urn root(tables);
  // Keeping more than 0 is worth (2 * 5/8 + 1) / 3 = 3/4, so two points are better after either draw, 13/16. Who saw the 4 would keep it.
  const Ending ending = LoneEndingSolver<Urn>(evaluator).solve(root);
  CHECK(ending.values.utility[0] == of_a_win(13, 16));
  CHECK(ending.values.utility[1] == of_a_win(3, 16));
  CHECK(ending.values.gain == ending.values.utility);
  CHECK(!ending.scores);
  CHECK(ending.strategy.empty());
  const auto worths = LoneEndingSolver<Urn>(evaluator).worths(root);
  REQUIRE(worths.size() == 2);
  CHECK(worths[Urn::kStop].utility == of_a_win(5, 8));
  CHECK(worths[Urn::kDraw].utility == of_a_win(13, 16));
}

TEST_CASE("M-43: the line ends before what the observer does not decide") {
  const UrnTables tables;
  const Evaluator evaluator(tables, 0.0);
  CHECK(LoneEndingSolver<Urn>(evaluator).solve(Urn(tables)).line == std::vector<Action>{Urn::kDraw});
  Urn drawn(tables);
  drawn.apply(Urn::kDraw);
  drawn.apply(2);
  CHECK(LoneEndingSolver<Urn>(evaluator).solve(drawn).line == std::vector<Action>{Urn::kKeep});  // the points are the position's own
}

TEST_CASE("M-41: what others hold is not looked at") {
  const UrnTables tables;
  const Evaluator evaluator(tables, 0.5);
  const Ending first = LoneEndingSolver<Urn>(evaluator).solve(Urn(tables, 0));
  const Ending second = LoneEndingSolver<Urn>(evaluator).solve(Urn(tables, 3));
  CHECK(first.values == second.values);
  CHECK(first.line == second.line);
}

TEST_CASE("M-42: u is a mean with its margin, and the choice heeds it") {
  const UrnTables tables;
  const Evaluator evaluator(tables, 1.0);
  const auto worths = LoneEndingSolver<Urn>(evaluator).worths(Urn(tables));
  // 1 point leads by 1, 0, -2 over 0, 1, 3: squashed 0.6, 0.5, 1/3; after the loss of the card 0.6.
  const double shown = (0.6 + 2 * 0.5 + 1.0 / 3) / 4;
  CHECK(from_utility(worths[Urn::kStop].utility) == doctest::Approx(0.75 * shown + 0.25 * 0.6));
}

TEST_CASE("M-34: a flat search solves such an ending") {
  const UrnTables tables;
  FlatMonteCarloConfig config;
  config.margin_weight = 0.0;
  FlatMonteCarlo<Urn> search(tables, config, 1);
  SearchLimits limits;
  limits.simulations = 10;
  NoMonitor monitor;
  const SearchReport report = search.search(Urn(tables), limits, monitor);
  CHECK(report.proven);
  CHECK(report.simulations == 0);
  CHECK(report.actions.front().action == Urn::kDraw);
  CHECK(report.win_share.value()[0] == doctest::Approx(13.0 / 16));
  CHECK(!report.actions.front().share);
}
