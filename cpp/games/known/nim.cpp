#include "games/known/nim.hpp"

#include <numeric>

#include "games/known/common.hpp"

namespace cloche::nim {
namespace {

constexpr Action take(int pile, int taken) {
  return static_cast<Action>(pile * kMaxPile + taken - 1);
}
constexpr int pile_of(Action action) {
  return action / kMaxPile;
}
constexpr int taken_of(Action action) {
  return action % kMaxPile + 1;
}

int sum(const Piles& piles) {
  return std::accumulate(piles.begin(), piles.end(), 0);
}

}  // namespace

std::shared_ptr<const Tables> Tables::make(const GameSpec& spec) {
  Faults faults;
  known::check_players(spec, faults);
  const Reader options(spec.options, "options", faults);
  options.expect_keys({"piles"});
  const auto tables = std::make_shared<Tables>();
  const std::vector<Reader> piles = options.at("piles").items();  // NI-1
  if (piles.empty() || piles.size() > static_cast<std::size_t>(kMaxPiles)) {
    options.at("piles").fault("has " + std::to_string(piles.size()) + " items, should have 1 to " + std::to_string(kMaxPiles));
  } else {
    for (const Reader& pile : piles)
      tables->piles[static_cast<std::size_t>(tables->count++)] = static_cast<std::uint8_t>(pile.whole(1, kMaxPile));
  }
  faults.raise_if_any("nim");
  tables->objects = sum(tables->piles);
  return tables;
}

void State::legal(FixedList<Action, kMaxLegal>& list) const {
  list.clear();
  for (int pile = 0; pile < tables_->count; ++pile) {
    for (int taken = 1; taken <= piles_[static_cast<std::size_t>(pile)]; ++taken) list.push(take(pile, taken));
  }
}

bool State::is_legal(Action action) const {
  return pile_of(action) < tables_->count && taken_of(action) <= piles_[static_cast<std::size_t>(pile_of(action))];
}

Action State::random_legal(Rng& rng) const {
  int k = rng.below(sum(piles_));
  int pile = 0;
  for (; k >= piles_[static_cast<std::size_t>(pile)]; ++pile) k -= piles_[static_cast<std::size_t>(pile)];
  return take(pile, k + 1);
}

void State::apply(Action action) {
  assert(is_legal(action));
  last_ = static_cast<std::uint8_t>(mover());
  std::uint8_t& pile = piles_[static_cast<std::size_t>(pile_of(action))];
  pile = static_cast<std::uint8_t>(pile - taken_of(action));
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
  ValueList piles;
  for (int pile = 0; pile < tables_->count; ++pile) piles.emplace_back(int{piles_[static_cast<std::size_t>(pile)]});
  return ValueObject{
      {"piles", std::move(piles)}, {"last", last_ == kNobody ? Value() : Value(int{last_})}, {"player", known::player_value(mover())}};
}

Value State::observation(int player) const {
  return known::observation_by(player, to_value());
}

State State::from_value(const Value& value, const Tables& tables) {
  Faults faults;
  const Reader file(value, "", faults);
  file.expect_keys({"piles", "last", "player"});
  State state(tables);
  std::size_t pile = 0;
  for (const Reader& item : file.at("piles").items(tables.count)) {
    state.piles_[pile] = static_cast<std::uint8_t>(item.whole(0, tables.piles[pile]));
    ++pile;
  }
  const int last = known::read_player(file.at("last"));
  const int player = known::read_player(file.at("player"));
  faults.raise_if_any("nim position");

  const int taken = tables.objects - sum(state.piles_);
  faults.require((last < 0) == (taken == 0), "last", "should be null exactly when nothing is taken");
  faults.require(last != 1 || taken >= 2, "last", "is 1, but fewer than two objects are taken");
  faults.raise_if_any("nim position");
  if (last >= 0) state.last_ = static_cast<std::uint8_t>(last);
  faults.require(player == (state.mover() == kTerminal ? -1 : state.mover()), "player", "should follow from piles and last");
  faults.raise_if_any("nim position");
  return state;
}

std::string State::action_text(Action action) const {
  assert(is_legal(action));
  return std::to_string(pile_of(action) + 1) + ":" + std::to_string(taken_of(action));
}

std::optional<Action> State::parse_action(std::string_view text) const {
  return known::find_by_text(*this, text);
}

void State::observation_tensor(int player, std::span<float> tensor) const {
  assert(tensor.size() == static_cast<std::size_t>(tensor_size(*tables_)));
  for (std::size_t pile = 0; pile + 1 < tensor.size(); ++pile)
    tensor[pile] = static_cast<float>(piles_[pile] / double(tables_->piles[pile]));
  tensor.back() = mover() == player ? 1.0F : 0.0F;
}

}  // namespace cloche::nim
