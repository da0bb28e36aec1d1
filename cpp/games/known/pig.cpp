#include "games/known/pig.hpp"

#include "games/known/common.hpp"

namespace cloche::pig {
namespace {

constexpr int kMaxTarget = 1000;
constexpr std::array<std::string_view, 3> kPhaseWords{"decide", "roll", "over"};
constexpr std::array<std::string_view, kSides> kCoinWords{"tails", "heads"};

}  // namespace

std::shared_ptr<const Tables> Tables::make(const GameSpec& spec) {
  Faults faults;
  known::check_players(spec, faults);
  const Reader options(spec.options, "options", faults);
  options.expect_keys({"target", "coin"});
  const auto tables = std::make_shared<Tables>();
  tables->target = static_cast<int>(options.at("target").whole(1, kMaxTarget));  // PI-1
  tables->coin = options.at("coin").boolean();
  faults.raise_if_any("pig");
  return tables;
}

void State::legal(FixedList<Action, kMaxLegal>& list) const {
  list.clear();
  if (phase_ == Phase::kDecide) {
    if (reached() < tables_->target) list.push(kRollAction);
    list.push(kHoldAction);
  } else if (phase_ == Phase::kRoll) {
    for (int side = 0; side < tables_->max_chance_outcomes(); ++side) list.push(static_cast<Action>(side));
  }
}

bool State::is_legal(Action action) const {
  if (phase_ == Phase::kDecide) return action == kHoldAction || (action == kRollAction && reached() < tables_->target);
  return phase_ == Phase::kRoll && action < tables_->max_chance_outcomes();
}

Action State::random_legal(Rng& rng) const {
  if (phase_ == Phase::kRoll) return sample(rng);
  const bool may_roll = reached() < tables_->target;
  return rng.below(may_roll ? 2 : 1) == 0 && may_roll ? kRollAction : kHoldAction;
}

void State::outcomes(FixedList<Outcome, kMaxOutcomes>& list) const {
  assert(phase_ == Phase::kRoll);
  list.clear();
  for (int side = 0; side < tables_->max_chance_outcomes(); ++side) list.push({static_cast<Action>(side), 1});
}

void State::apply(Action action) {
  assert(is_legal(action));
  if (phase_ == Phase::kRoll) return roll_shows(action);
  if (action == kHoldAction) return hold();
  phase_ = Phase::kRoll;
}

void State::roll_shows(Action outcome) {  // PI-4
  phase_ = Phase::kDecide;
  if (outcome == 0) {
    turn_total_ = 0;
    player_ ^= 1;
    return;
  }
  turn_total_ += tables_->coin ? 1 : outcome + 1;
}

void State::hold() {  // PI-5
  banked_[player_] += turn_total_;
  turn_total_ = 0;
  const bool won = banked_[player_] >= tables_->target;
  player_ = won ? 0 : player_ ^ 1;
  if (won) phase_ = Phase::kOver;
}

PerPlayer<int> State::scores() const {
  PerPlayer<int> scores;
  for (const int banked : banked_) scores.push(banked);
  return scores;
}

PerPlayer<double> State::returns() const {
  return known::returns_when_over(*this);
}

std::uint64_t State::hash() const {
  std::uint64_t hash = mix64(static_cast<std::uint64_t>(phase_) << 1 | player_);
  for (const int number : {banked_[0], banked_[1], turn_total_}) hash = hash_combine(hash, static_cast<std::uint64_t>(number));
  return hash;
}

void State::prior(const FixedList<Action, kMaxLegal>& list, FixedList<std::uint32_t, kMaxLegal>& weights) const {
  known::even_prior(list, weights);
}
void State::features(int observer, std::span<float> features) const {
  features[0] = phase_ != Phase::kOver && player_ == observer ? 1.0F : 0.0F;
}

Value State::to_value() const {
  return ValueObject{{"phase", std::string(kPhaseWords[static_cast<std::size_t>(phase_)])},
                     {"player", phase_ == Phase::kOver ? Value() : Value(int{player_})},
                     {"banked", ValueList{int{banked_[0]}, int{banked_[1]}}},
                     {"turn_total", int{turn_total_}}};
}

Value State::observation(int player) const {
  return known::observation_by(player, to_value());
}

State State::from_value(const Value& value, const Tables& tables) {
  Faults faults;
  const Reader file(value, "", faults);
  file.expect_keys({"phase", "player", "banked", "turn_total"});
  const int most = tables.target + tables.most() - 1;  // more is banked by nobody
  State state(tables);
  const int phase = file.at("phase").one_of({kPhaseWords.begin(), kPhaseWords.end()});
  const int player = known::read_player(file.at("player"));
  std::size_t p = 0;
  for (const Reader& banked : file.at("banked").items(2)) state.banked_[p++] = static_cast<std::int32_t>(banked.whole(0, most));
  state.turn_total_ = static_cast<std::int32_t>(file.at("turn_total").whole(0, most));
  faults.raise_if_any("pig position");

  state.phase_ = static_cast<Phase>(phase);
  const bool over = state.phase_ == Phase::kOver;
  const int winners = (state.banked_[0] >= tables.target) + (state.banked_[1] >= tables.target);
  faults.require(winners == (over ? 1 : 0), "banked",
                 over ? "exactly one player should have won" : "somebody has won, the game should be over");
  faults.require((player < 0) == over, "player", "should be null exactly when the game is over");
  if (over) faults.require(state.turn_total_ == 0, "turn_total", "should be 0 when the game is over");
  faults.raise_if_any("pig position");
  if (!over) {
    state.player_ = static_cast<std::uint8_t>(player);
    const int limit = state.phase_ == Phase::kRoll ? tables.target - 1 : most;
    faults.require(state.reached() <= limit, "turn_total",
                   "banked and turn total of the player should be at most " + std::to_string(limit));
    faults.raise_if_any("pig position");
  }
  return state;
}

std::string State::action_text(Action action) const {
  assert(is_legal(action));
  if (phase_ == Phase::kDecide) return action == kRollAction ? "roll" : "hold";
  return tables_->coin ? std::string(kCoinWords[action]) : std::to_string(action + 1);
}

std::optional<Action> State::parse_action(std::string_view text) const {
  return known::find_by_text(*this, text);
}

void State::observation_tensor(int player, std::span<float> tensor) const {
  assert(tensor.size() == static_cast<std::size_t>(tensor_size(*tables_)));
  const auto own = static_cast<std::size_t>(player);
  const auto share = [this](int points) { return static_cast<float>(points / double(tables_->target)); };
  tensor[0] = share(banked_[own]);
  tensor[1] = share(banked_[1 - own]);
  tensor[2] = share(turn_total_);
  tensor[3] = phase_ != Phase::kOver && player_ == player ? 1.0F : 0.0F;
  tensor[4] = phase_ == Phase::kRoll ? 1.0F : 0.0F;
}

}  // namespace cloche::pig
