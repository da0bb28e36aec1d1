// Expectimax against every line of play, looked at one by one as seeds/search.md words it.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "buds_and_blooms_box.hpp"
#include "default_components.hpp"
#include "games/buds_and_blooms/state.hpp"
#include "games/gardens_of_io/state.hpp"
#include "games/known/connect_four.hpp"
#include "games/known/goofspiel.hpp"
#include "games/known/kuhn_poker.hpp"
#include "games/known/leduc_poker.hpp"
#include "games/known/liars_dice.hpp"
#include "games/known/nim.hpp"
#include "games/known/pig.hpp"
#include "games/known/small_2048.hpp"
#include "games/known/tic_tac_toe.hpp"
#include "made_up_tables.hpp"
#include "search/expectimax.hpp"

namespace {

using namespace cloche;

using Worths = PerPlayer<Worth>;

SearchLimits to_depth(int depth) {
  SearchLimits limits;
  limits.depth = static_cast<std::uint64_t>(depth);
  return limits;
}

// ---- The page, by the plainest means

enum class Cut { kJudged, kLeast, kMost };  // what cuts are worth for the player of X-9

template <class S>
class Plain {
 public:
  Plain(const S& root, int worlds, std::uint64_t seed) : root_(root), evaluator_(root.tables(), 0.0), mover_(root.mover()) {
    if constexpr (HiddenState<S>) {
      root_ = as_known_to(root, mover_);
      Rng rng(seed, {3, 0, 0});
      for (int i = 0; i < worlds; ++i) {
        worlds_.push_back(root_);
        worlds_.back().redeal(mover_, rng);
      }
    } else {
      worlds_ = {root};
    }
  }

  [[nodiscard]] static std::vector<Action> ordered(const S& state) {  // M-10
    LegalList<S> list;
    WeightList<S> weights;
    state.legal(list);
    state.prior(list, weights);
    std::vector<int> places;
    for (int i = 0; i < list.size(); ++i) places.push_back(i);
    std::stable_sort(places.begin(), places.end(), [&](int a, int b) { return weights[a] > weights[b]; });
    std::vector<Action> actions;
    for (const int i : places) actions.push_back(list[i]);
    return actions;
  }

  [[nodiscard]] Worths value(const S& state, int depth, Cut cut = Cut::kJudged) const {
    const int mover = state.mover();
    if (mover == kTerminal) return of(evaluator_.of_end(state));
    if constexpr (ChanceState<S>) {
      if (mover == kChance) {
        OutcomeList<S> outcomes;
        state.outcomes(outcomes);
        std::uint64_t total = 0;
        for (const Outcome& outcome : outcomes) total += outcome.weight;
        PerPlayer<WorthMean> means(evaluator_.players(), WorthMean(total));  // which has a test of its own
        for (const Outcome& outcome : outcomes) {
          const Worths found = value(after(state, outcome.id), depth, cut);
          for (int p = 0; p < means.size(); ++p) means[p].add(outcome.weight, found[p]);
        }
        Worths worths;
        for (const WorthMean& mean : means) worths.push(mean.value());
        return completed(worths);
      }
    }
    if (depth == 0) {
      if (cut == Cut::kJudged) return of(evaluator_.of_cut(state));
      const Worth most = evaluator_.shared() ? Worth{bounds().high - bounds().low} << 24 : kTop;
      Worths worths(evaluator_.players(), cut == Cut::kLeast ? 0 : most);
      if (!evaluator_.shared() && worths.size() == 2) worths[1 - mover_] = kTop - worths[mover_];
      return worths;
    }
    return value(after(state, best(state, depth, cut)), depth - 1, cut);
  }
  [[nodiscard]] Action best(const S& state, int depth, Cut cut = Cut::kJudged) const {
    std::optional<Worth> highest;
    Action best = 0;
    for (const Action action : ordered(state)) {
      const Worth worth = value(after(state, action), depth - 1, cut)[state.mover()];
      if (highest && worth <= *highest) continue;
      highest = worth;
      best = action;
    }
    return best;
  }
  [[nodiscard]] bool has_cut(const S& state, int depth) const {
    if (state.mover() == kTerminal) return false;
    if (state.mover() >= 0 && depth == 0) return true;
    LegalList<S> list;
    state.legal(list);
    return std::any_of(list.begin(), list.end(),
                       [&](Action action) { return has_cut(after(state, action), state.mover() < 0 ? depth : depth - 1); });
  }

  [[nodiscard]] Worths of_action(Action action, int depth, Cut cut = Cut::kJudged) const {
    Worths sums(evaluator_.players(), 0);
    for (const S& world : worlds_) {
      const Worths found = value(after(world, action), depth - 1, cut);
      for (int p = 0; p < sums.size(); ++p) sums[p] += found[p];
    }
    return mean(sums, static_cast<Worth>(worlds_.size()));
  }

  void check(const ExpectimaxReport& report, int depth, bool all_values) const {
    const std::vector<Action> actions = ordered(root_);
    std::vector<Worths> worths;
    for (const Action action : actions) worths.push_back(of_action(action, depth));
    const auto own = [&](std::size_t i) { return worths[i][mover_]; };
    std::vector<std::size_t> listed;
    for (std::size_t i = 0; i < actions.size(); ++i) listed.push_back(i);
    std::stable_sort(listed.begin(), listed.end(), [&](std::size_t a, std::size_t b) { return own(a) > own(b); });
    const std::size_t chosen = listed.front();
    if (!all_values) {
      std::sort(listed.begin(), listed.end());
      std::rotate(listed.begin(), listed.begin() + static_cast<std::ptrdiff_t>(chosen),
                  listed.begin() + static_cast<std::ptrdiff_t>(chosen) + 1);
    }
    REQUIRE(report.actions.size() == actions.size());
    const std::vector<bool> proven = proofs(worths, chosen, depth);
    for (std::size_t k = 0; k < listed.size(); ++k) {
      const ActionReport& shown = report.actions[k];
      const std::size_t i = listed[k];
      REQUIRE(shown.action == actions[i]);
      const bool known = all_values || k == 0;
      REQUIRE(shown.value.has_value() == known);
      CHECK(shown.proven == (known && proven[i]));
      if (known) CHECK(*shown.value == returns(worths[i]));
    }
    CHECK(report.values == returns(worths[chosen]));
    CHECK(report.proven == root_proven(worths, chosen, depth));
    CHECK(report.principal_variation == line(actions[chosen], depth));
    CHECK(report.depth == depth);
    CHECK(report.at_depth == !(report.proven && std::all_of(proven.begin(), proven.end(), [&](bool sure) { return sure || !all_values; })));
  }

 private:
  [[nodiscard]] ScoreBounds bounds() const { return root_.tables().score_bounds(); }
  [[nodiscard]] Worths of(const Evaluation& evaluation) const {
    Worths worths;
    for (int p = 0; p < evaluator_.players(); ++p) worths.push(Worth{65536} * evaluation.gain[static_cast<std::size_t>(p)]);
    return worths;
  }
  [[nodiscard]] Worths mean(const Worths& sums, Worth total) const {
    Worths means;
    for (const Worth sum : sums) means.push((sum + total / 2) / total);
    return completed(means);
  }
  [[nodiscard]] Worths completed(Worths worths) const {
    if (!evaluator_.shared() && worths.size() == 2) worths[1] = kTop - worths[0];
    return worths;
  }
  [[nodiscard]] PerPlayer<double> returns(const Worths& worths) const {
    PerPlayer<double> returns;
    for (const Worth worth : worths) returns.push(evaluator_.to_return(static_cast<double>(worth) / 65536.0));
    return returns;
  }
  [[nodiscard]] std::vector<Action> line(Action first, int depth) const {
    std::vector<Action> line{first};
    if (HiddenState<S>) return line;
    ends_ = false;
    S state = after(root_, first);
    for (int left = depth - 1; state.mover() != kTerminal;) {
      if constexpr (ChanceState<S>) {
        if (state.mover() == kChance) {
          OutcomeList<S> outcomes;
          state.outcomes(outcomes);
          Outcome likeliest = outcomes[0];
          for (const Outcome& outcome : outcomes) {
            if (outcome.weight > likeliest.weight) likeliest = outcome;
          }
          line.push_back(likeliest.id);
          state.apply(likeliest.id);
          continue;
        }
      }
      if (left == 0) return line;
      line.push_back(best(state, left--));
      state.apply(line.back());
    }
    ends_ = true;
    return line;
  }
  [[nodiscard]] std::vector<bool> proofs(const std::vector<Worths>& worths, std::size_t chosen, int depth) const {
    std::vector<bool> proven(worths.size(), false);
    if (HiddenState<S>) return proven;
    const std::vector<Action> actions = ordered(root_);
    (void)line(actions[chosen], depth);
    if (!ends_) return proven;
    for (std::size_t i = 0; i < actions.size(); ++i) {
      if (evaluator_.two_sided()) {
        proven[i] = of_action(actions[i], depth, Cut::kLeast)[mover_] == of_action(actions[i], depth, Cut::kMost)[mover_];
      } else {
        proven[i] = !has_cut(after(root_, actions[i]), depth - 1);
      }
    }
    return proven;
  }
  [[nodiscard]] bool root_proven(const std::vector<Worths>& worths, std::size_t chosen, int depth) const {
    const std::vector<bool> proven = proofs(worths, chosen, depth);
    if (!proven[chosen]) return false;
    if (!evaluator_.two_sided()) return std::all_of(proven.begin(), proven.end(), [](bool sure) { return sure; });
    const std::vector<Action> actions = ordered(root_);
    return std::all_of(actions.begin(), actions.end(), [&](Action action) {
      return action == actions[chosen] || of_action(action, depth, Cut::kMost)[mover_] <= worths[chosen][mover_];
    });
  }

  S root_;
  Evaluator evaluator_;
  int mover_;
  std::vector<S> worlds_;
  mutable bool ends_ = false;  // the last line did
};

template <class S>
ExpectimaxReport searched(const S& state, const ExpectimaxConfig& config, const SearchLimits& limits, std::uint64_t seed = 1) {
  NoMonitor monitor;
  Expectimax<S> search(state.tables(), config, seed);
  return search.search(state, limits, monitor);
}

// A decision after some random moves, if the game is not over before.
template <class S>
std::optional<S> random_decision(const typename S::Tables& tables, int moves, Rng& rng) {
  S state(tables);
  for (int i = 0;; ++i) {
    resolve_chance(state, rng);
    if (state.mover() == kTerminal) return std::nullopt;
    if (i == moves) return state;
    state.apply(random_action(state, rng));
  }
}

// At each of these depths, in every setting.
template <class S>
void check_searches(const typename S::Tables& tables, const std::vector<int>& depths, int positions, int most_moves,
                    std::uint64_t seed = 1) {
  Rng rng(seed);
  int found = 0;
  for (int tries = 0; found < positions && tries < 20 * positions; ++tries) {
    const std::optional<S> state = random_decision<S>(tables, static_cast<int>(rng.below(static_cast<std::uint32_t>(most_moves + 1))), rng);
    if (!state) continue;
    ++found;
    std::array<std::optional<int>, 2> proven_at;  // without and with all values
    for (const int depth : depths) {
      const int worlds = 1 + static_cast<int>(rng.below(5));
      const Plain<S> plain(*state, worlds, seed);
      for (const bool all_values : {false, true}) {
        // An earlier depth may have proven all there is; a search stops there.
        ExpectimaxConfig config;
        config.all_values = all_values;
        config.worlds = worlds;
        std::optional<ExpectimaxReport> first;
        for (const Pruning pruning : {Pruning::kNone, Pruning::kStar1, Pruning::kStar2}) {
          for (const bool table : {false, true}) {
            config.pruning = pruning;
            config.table = table;
            const ExpectimaxReport report = searched(*state, config, to_depth(depth), seed);
            if (!first) {
              first = report;
              plain.check(report, report.depth, all_values);
              std::optional<int>& proven = proven_at[all_values ? 1 : 0];
              if (proven) CHECK(report.depth == *proven);
              else CHECK((report.depth == depth || !report.at_depth));
              if (!report.at_depth) proven = report.depth;
              continue;
            }
            CHECK(report.depth == first->depth);
            CHECK(report.at_depth == first->at_depth);
            CHECK(report.values == first->values);
            CHECK(report.proven == first->proven);
            CHECK(report.principal_variation == first->principal_variation);
            REQUIRE(report.actions.size() == first->actions.size());
            for (std::size_t i = 0; i < report.actions.size(); ++i) {
              CHECK(report.actions[i].action == first->actions[i].action);
              CHECK(report.actions[i].value == first->actions[i].value);
              CHECK(report.actions[i].utility == first->actions[i].utility);
              CHECK(report.actions[i].proven == first->actions[i].proven);
            }
          }
        }
      }
    }
  }
  REQUIRE(found > 0);
}

GameSpec spec(int players, Value options) {
  return {players, std::move(options), {}, {}};
}

// ---- A game of which the worths are known by construction

// Each player in turn takes left (0) or right (1); chance then adds 0 or 1 to the turns' number, the first outcome weighing `heavy`.
struct LoadedTables : testing::MadeUpTables {
  explicit LoadedTables(int players, std::uint32_t weight = 1, int turns = 6)
      : MadeUpTables{.player_count = players, .outcomes = 2, .length = turns, .bounds = {0, 64}, .margin = 3}, heavy(weight) {}
  static std::shared_ptr<const LoadedTables> make(const GameSpec& given) { return std::make_shared<const LoadedTables>(given.players); }

  std::uint32_t heavy;
};

class Loaded {
 public:
  using Tables = LoadedTables;
  static constexpr int kMaxLegal = 2;
  static constexpr int kMaxOutcomes = 2;
  static constexpr int kFeatures = 1;

  explicit Loaded(const LoadedTables& tables) : tables_(&tables) {}
  [[nodiscard]] const LoadedTables& tables() const { return *tables_; }
  [[nodiscard]] int mover() const { return rolling_ ? kChance : turn_ == tables_->length ? kTerminal : turn_ % tables_->player_count; }
  void legal(LegalList<Loaded>& list) const {
    list.clear();
    if (mover() == kTerminal) return;
    list.push(0);
    list.push(1);
  }
  [[nodiscard]] bool is_legal(Action action) const { return mover() != kTerminal && action < 2; }
  void apply(Action action) {
    word_ = word_ << 1 | action;
    if (rolling_) ++turn_;
    rolling_ = !rolling_;
  }
  void outcomes(OutcomeList<Loaded>& list) const {
    list.clear();
    list.push({0, tables_->heavy});
    list.push({1, 1});
  }
  [[nodiscard]] Action sample(Rng& rng) const { return rng.below(tables_->heavy + 1) < tables_->heavy ? Action{0} : Action{1}; }
  [[nodiscard]] PerPlayer<int> scores() const {
    PerPlayer<int> scores;
    std::uint64_t word = mix64(word_ & ~std::uint64_t{1});  // chance matters half of the time
    for (int p = 0; p < tables_->player_count; ++p, word >>= 8) scores.push(static_cast<int>(word % 16));
    return scores;
  }
  [[nodiscard]] PerPlayer<int> ranks() const { return ranks_by_score(scores()); }
  [[nodiscard]] PerPlayer<double> returns() const { return PerPlayer<double>(tables_->player_count, 0.0); }
  [[nodiscard]] std::uint64_t hash() const { return word_ % 3; }  // positions meet in the table
  friend bool operator==(const Loaded& a, const Loaded& b) { return a.word_ == b.word_; }
  void prior(const LegalList<Loaded>& list, WeightList<Loaded>& weights) const {
    weights.clear();
    for (const Action action : list) weights.push(1U + (word_ % 2 == 0 ? 0U : action));
  }
  void features(int, std::span<float>) const {}

 private:
  const LoadedTables* tables_;
  std::uint64_t word_ = 1;
  int turn_ = 0;
  bool rolling_ = false;
};
static_assert(ChanceState<Loaded> && ValuedState<Loaded>);

// Counts its looks, and ends the search at one of them.
struct EndingMonitor : NoMonitor {
  int looks_left = 0;
  int told = 0;
  [[nodiscard]] std::optional<StopReason> check() {
    if (looks_left-- > 0) return StopReason::kRunning;
    return StopReason::kStop;
  }
  void tell() { ++told; }
};

}  // namespace

TEST_CASE("Expectimax finds what every line of play comes to: games that hide nothing (X-2 to X-9)") {
  check_searches<tic_tac_toe::State>(*tic_tac_toe::Tables::make(spec(2, ValueObject{})), {1, 3, 4}, 6, 7);
  check_searches<connect_four::State>(*connect_four::Tables::make(spec(2, ValueObject{{"columns", 4}, {"rows", 3}, {"line", 3}})),
                                      {1, 3, 4}, 5, 9);
  check_searches<nim::State>(*nim::Tables::make(spec(2, ValueObject{{"piles", ValueList{1, 2, 3}}})), {1, 3, 6}, 6, 3);
  check_searches<pig::State>(*pig::Tables::make(spec(2, ValueObject{{"target", 7}, {"coin", false}})), {1, 2, 3}, 5, 12);
  check_searches<pig::State>(*pig::Tables::make(spec(2, ValueObject{{"target", 3}, {"coin", true}})), {3, 7}, 6, 6);
  check_searches<small_2048::State>(*small_2048::Tables::make(spec(1, ValueObject{{"rows", 2}, {"columns", 2}})), {1, 2, 4}, 8, 30);
  check_searches<small_2048::State>(*small_2048::Tables::make(spec(1, ValueObject{{"rows", 2}, {"columns", 3}})), {2, 3}, 4, 60);
}

TEST_CASE("Expectimax finds what every line of play comes to: gardens (X-2 to X-9)") {
  for (const int players : {2, 3}) {
    const auto tables = gardens_of_io::Tables::make(testing::gardens_spec(players));
    check_searches<gardens_of_io::State>(*tables, {1, 2}, 2, 56, static_cast<std::uint64_t>(players));
  }
}

TEST_CASE("Expectimax averages over worlds (X-10)") {
  check_searches<kuhn_poker::State>(*kuhn_poker::Tables::make(spec(2, ValueObject{})), {1, 3}, 6, 2);
  check_searches<leduc_poker::State>(*leduc_poker::Tables::make(spec(2, ValueObject{})), {1, 2, 4}, 6, 5);
  check_searches<liars_dice::State>(*liars_dice::Tables::make(spec(2, ValueObject{{"dice", 1}, {"sides", 3}})), {1, 3}, 6, 3);
  check_searches<goofspiel::State>(*goofspiel::Tables::make(spec(2, ValueObject{{"cards", 4}})), {1, 3}, 6, 6);
  for (const int players : {1, 2}) check_searches<buds_and_blooms::State>(*testing::buds_tables(players), {1}, 3, 40);
}

TEST_CASE("Expectimax of one to five players with chance at every turn, weights of any size, a table whose places are few (X-3)") {
  for (int players = 1; players <= 5; ++players) {
    for (const std::uint32_t heavy : {1U, 9U, 1000003U, 4000000000U}) {
      const LoadedTables tables(players, heavy, 4);
      check_searches<Loaded>(tables, {1, 2, 4}, 3, 2, heavy);
    }
  }
}

TEST_CASE("a mean is rounded to the nearest worth, halves up, whatever the weights (X-3)") {
  const auto mean = [](const std::vector<std::pair<std::uint32_t, Worth>>& items) {
    std::uint64_t total = 0;
    for (const auto& [weight, worth] : items) total += weight;
    WorthMean found(total);
    for (const auto& [weight, worth] : items) found.add(weight, worth);
    return found.value();
  };
  CHECK(mean({{1, 0}, {1, 1}}) == 1);
  CHECK(mean({{2, 0}, {1, 1}}) == 0);
  CHECK(mean({{1, 7}}) == 7);
  CHECK(mean({{0x7FFFFFFF, kTop}, {0x7FFFFFFF, kTop - 1}}) == kTop);
  CHECK(mean({{0xFFFFFFFE, Worth{1} << 50}, {1, 0}}) == (Worth{1} << 50) - (Worth{1} << 18));  // 2^50 / (2^32 - 1), rounded
}

TEST_CASE("known values where the depth reaches the end (design: tic-tac-toe, nim, Connect Four)") {
  const auto ttt = tic_tac_toe::Tables::make(spec(2, ValueObject{}));
  const ExpectimaxReport draw = searched(tic_tac_toe::State(*ttt), {}, {});
  CHECK(draw.proven);
  CHECK(draw.stopped_by == StopReason::kProven);
  CHECK(draw.values == PerPlayer<double>(2, 0.0));
  CHECK(draw.principal_variation.size() == 9);

  const auto lost = nim::Tables::make(spec(2, ValueObject{{"piles", ValueList{1, 3, 5, 7}}}));
  CHECK(searched(nim::State(*lost), {}, {}).values[0] == -1.0);
  const auto won = nim::Tables::make(spec(2, ValueObject{{"piles", ValueList{3, 4, 5}}}));
  ExpectimaxConfig all;
  all.all_values = true;
  const ExpectimaxReport only = searched(nim::State(*won), all, {});
  CHECK(only.proven);
  CHECK(only.values[0] == 1.0);
  CHECK(nim::State(*won).action_text(only.actions[0].action) == "1:2");  // 3 -> 1
  for (std::size_t i = 1; i < only.actions.size(); ++i) CHECK((*only.actions[i].value)[0] == -1.0);

  const auto four = connect_four::Tables::make(spec(2, ValueObject{{"columns", 4}, {"rows", 4}, {"line", 4}}));
  const ExpectimaxReport level = searched(connect_four::State(*four), {}, {});
  CHECK(level.proven);
  CHECK(level.values[0] == 0.0);
}

TEST_CASE("limits, flags and progress end or watch a search; the last iteration completed stands (X-5, X-6)") {
  const auto tables = connect_four::Tables::make(spec(2, ValueObject{{"columns", 7}, {"rows", 6}, {"line", 4}}));
  const connect_four::State state(*tables);
  const ExpectimaxReport whole = searched(state, {}, to_depth(5));
  CHECK(whole.at_depth);
  for (const std::uint64_t nodes : {1U, 7U, 8U, 100U, 1000U, 5000U}) {
    SearchLimits limits;
    limits.nodes = nodes;
    const ExpectimaxReport report = searched(state, {}, limits);
    CHECK(report.stopped_by == StopReason::kNodes);
    CHECK(report.nodes >= nodes);
    CHECK(report.nodes <= nodes + 7);  // at most the moves of one node
    if (report.depth == 0) {
      CHECK(report.principal_variation.empty());
      CHECK_FALSE(report.actions.front().value.has_value());
      continue;
    }
    const ExpectimaxReport same = searched(state, {}, to_depth(report.depth));
    CHECK(report.values == same.values);
    CHECK(report.principal_variation == same.principal_variation);
  }
  EndingMonitor monitor;
  monitor.looks_left = 30;
  Expectimax<connect_four::State> search(*tables, {}, 1);
  const ExpectimaxReport stopped = search.search(state, {}, monitor);
  CHECK(stopped.stopped_by == StopReason::kStop);
  CHECK(monitor.told == 30);
  CHECK(stopped.depth >= 1);
  NoMonitor quiet;
  const ExpectimaxReport again = search.search(state, to_depth(5), quiet);  // what was left in the table does no harm
  CHECK(again.values == whole.values);
  CHECK(again.principal_variation == whole.principal_variation);
}

TEST_CASE("what a table remembers changes no report, however small it is (X-11)") {
  const auto tables = pig::Tables::make(spec(2, ValueObject{{"target", 20}, {"coin", false}}));
  ExpectimaxConfig config;
  config.all_values = true;
  const ExpectimaxReport large = searched(pig::State(*tables), config, to_depth(6));
  SearchLimits few = to_depth(6);
  few.memory_bytes = 4096;
  const ExpectimaxReport small = searched(pig::State(*tables), config, few);
  CHECK(small.nodes > large.nodes);
  CHECK(small.values == large.values);
  Expectimax<pig::State> search(*tables, config, 1);
  NoMonitor quiet;
  (void)search.search(pig::State(*tables), few, quiet);
  const ExpectimaxReport kept = search.search(pig::State(*tables), few, quiet);
  CHECK(kept.nodes < small.nodes);
  CHECK(kept.values == large.values);
  CHECK(kept.principal_variation == large.principal_variation);
  search.reset();
  CHECK(search.search(pig::State(*tables), few, quiet).nodes == small.nodes);
}

TEST_CASE("a search depends on nothing that the mover can't know (X-10)") {
  const auto tables = leduc_poker::Tables::make(spec(2, ValueObject{}));
  Rng rng(5);
  for (int i = 0; i < 40; ++i) {
    const auto state = random_decision<leduc_poker::State>(*tables, static_cast<int>(rng.below(4)), rng);
    if (!state) continue;
    leduc_poker::State other = *state;
    other.redeal(state->mover(), rng);
    const ExpectimaxReport a = searched(*state, {}, to_depth(3));
    const ExpectimaxReport b = searched(other, {}, to_depth(3));
    CHECK(a.fingerprint == b.fingerprint);
    CHECK(a.values == b.values);
    CHECK(a.nodes == b.nodes);
    CHECK(a.worlds == b.worlds);
    CHECK_FALSE(a.proven);
  }
}

TEST_CASE("worlds that are dealt are weighed as told, and for one search (X-10)") {
  const auto tables = kuhn_poker::Tables::make(spec(2, ValueObject{}));
  Rng rng(2);
  const auto state = *random_decision<kuhn_poker::State>(*tables, 1, rng);
  std::vector<World<kuhn_poker::State>> worlds;
  while (worlds.size() < 2) {
    kuhn_poker::State world = state;
    world.redeal(state.mover(), rng);
    if (worlds.empty() || !(worlds[0].state == world)) worlds.push_back({world, worlds.empty() ? 3U : 1U});
  }
  NoMonitor quiet;
  ExpectimaxConfig config;
  config.all_values = true;
  Expectimax<kuhn_poker::State> search(*tables, config, 1);
  const auto found_with = [&](std::vector<World<kuhn_poker::State>> dealt) {
    search.deal(std::move(dealt));
    return search.search(state, to_depth(4), quiet);
  };
  const ExpectimaxReport both = found_with(worlds);
  CHECK(both.worlds == 2);
  std::vector<ExpectimaxReport> single;
  for (const auto& world : worlds) single.push_back(found_with({world}));
  for (const ActionReport& action : both.actions) {
    const auto value_in = [&](std::size_t i) {
      const auto& all = single[i].actions;
      return (*std::find_if(all.begin(), all.end(), [&](const ActionReport& other) { return other.action == action.action; })->value)[0];
    };
    CHECK((*action.value)[0] == doctest::Approx(0.75 * value_in(0) + 0.25 * value_in(1)));
  }
}
