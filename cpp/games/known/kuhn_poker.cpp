#include "games/known/kuhn_poker.hpp"

#include "games/known/common.hpp"

namespace cloche::kuhn_poker {
namespace {

using known::kHiddenCard;
using known::kRanks;

constexpr std::array<std::string_view, 4> kPhaseWords{"deal", "bet", "show", "over"};
constexpr std::array<std::string_view, 2> kBetWords{"pass", "bet"};

}  // namespace

std::shared_ptr<const Tables> Tables::make(const GameSpec& spec) {
  known::check_no_options(spec, "kuhn_poker");
  return std::make_shared<Tables>();
}

void State::legal(FixedList<Action, kMaxLegal>& list) const {
  list.clear();
  switch (phase_) {
    case Phase::kDeal:
      for (Action card = 0; card < kRanks; ++card) {
        if (card != cards_[0]) list.push(card);
      }
      break;
    case Phase::kBet:
      list.push(kPassAction);
      list.push(kBetAction);
      break;
    case Phase::kShow: list.push(known::shown_hands(cards_)); break;
    case Phase::kOver: break;
  }
}

bool State::is_legal(Action action) const {
  switch (phase_) {
    case Phase::kDeal: return action < kRanks && action != cards_[0];
    case Phase::kBet: return action <= kBetAction;
    case Phase::kShow: return action == known::shown_hands(cards_);
    case Phase::kOver: break;
  }
  return false;
}

void State::outcomes(FixedList<Outcome, kMaxOutcomes>& list) const {
  assert(mover() == kChance);
  FixedList<Action, kMaxLegal> ids;
  legal(ids);
  list.clear();
  for (const Action id : ids) list.push({id, 1});
}

Action State::sample(Rng& rng) const {
  FixedList<Action, kMaxLegal> ids;
  legal(ids);
  return ids[rng.below(ids.size())];
}

void State::apply(Action action) {
  assert(is_legal(action));
  switch (phase_) {
    case Phase::kDeal:  // KP-1
      cards_[cards_[0] < 0 ? 0 : 1] = static_cast<std::int8_t>(action);
      if (cards_[1] >= 0) phase_ = Phase::kBet;
      break;
    case Phase::kBet:  // KP-2
      line_ = static_cast<std::uint8_t>(line_ | action << bets_);
      ++bets_;
      phase_ = phase_by_bets();
      break;
    default:  // KP-4
      phase_ = Phase::kOver;
  }
}

bool State::has_ended() const {  // KP-3: one pass before a bet leaves both to go on
  return bets_ == kMostBets || (bets_ == 2 && (is_bet(0) || !is_bet(1)));
}

bool State::folded() const {
  return has_ended() && line_ != 0 && !is_bet(bets_ - 1);
}

Phase State::phase_by_bets() const {
  if (!has_ended()) return Phase::kBet;
  return folded() ? Phase::kOver : Phase::kShow;
}

PerPlayer<int> State::scores() const {
  if (phase_ != Phase::kOver) return PerPlayer<int>(known::kTwoPlayers, 0);
  if (folded()) return known::scores_of_pot(bets_ % 2, 1);  // the one who would be next has not folded
  return known::scores_of_pot(cards_[0] > cards_[1] ? 0 : 1, line_ == 0 ? 1 : kStakes);
}

std::uint64_t State::hash() const {
  return mix64(static_cast<std::uint64_t>(cards_[0] + 1) << 32 | static_cast<std::uint64_t>(cards_[1] + 1) << 24 |
               static_cast<std::uint64_t>(bets_) << 16 | static_cast<std::uint64_t>(line_) << 8 | static_cast<std::uint64_t>(phase_));
}

// ---- What players know

void State::redeal(int observer, Rng& rng) {
  const auto own = static_cast<std::size_t>(observer);
  if (cards_[1 - own] < 0 || shown()) return;
  const int card = rng.below(cards_[own] < 0 ? kRanks : kRanks - 1);
  cards_[1 - own] = static_cast<std::int8_t>(card + (cards_[own] >= 0 && card >= cards_[own]));
}

Action State::seen(Action action, int observer) const {
  const int receiver = cards_[0] < 0 ? 0 : 1;
  return phase_ == Phase::kDeal && receiver != observer ? kHiddenCard : action;
}

std::string State::seen_text(Action action, int observer) const {
  return seen(action, observer) == action ? action_text(action) : std::string(known::kHiddenText);
}

State State::from_observation(const Value& value, const Tables& tables) {
  const known::Observed observed = known::read_observer(value);
  return as_known_to(read(observed.position, tables, observed.observer), observed.observer);
}

// ---- The door

void State::prior(const FixedList<Action, kMaxLegal>& list, FixedList<std::uint32_t, kMaxLegal>& weights) const {
  known::even_prior(list, weights);
}
void State::features(int observer, std::span<float> features) const {
  features[0] = mover() == observer ? 1.0F : 0.0F;
}

Value State::data(int hidden) const {
  ValueList bets;
  for (int i = 0; i < bets_; ++i) bets.emplace_back(std::string(kBetWords[is_bet(i) ? 1 : 0]));
  return ValueObject{{"phase", std::string(kPhaseWords[static_cast<std::size_t>(phase_)])},
                     {"player", known::player_value(mover())},
                     {"cards", known::cards_value(cards_, hidden)},
                     {"bets", std::move(bets)}};
}

State State::read(const Value& value, const Tables& tables, int observer) {
  Faults faults;
  const Reader file(value, "", faults);
  file.expect_keys({"phase", "player", "cards", "bets"});
  const int phase = file.at("phase").one_of({kPhaseWords.begin(), kPhaseWords.end()});
  const int player = known::read_player(file.at("player"));
  const std::vector<int> bets = known::read_words(file.at("bets"), kBetWords, kMostBets);
  State state(tables);
  for (const int bet : bets) {
    if (state.has_ended()) faults.add("bets", "goes on after the betting has ended");
    state.line_ = static_cast<std::uint8_t>(state.line_ | (bet == kBetAction) << state.bets_);
    ++state.bets_;
  }
  state.phase_ = static_cast<Phase>(phase);
  const bool hides = observer >= 0 && !(state.phase_ == Phase::kOver && !state.folded());
  state.cards_ = known::read_cards(file.at("cards"), hides ? 1 - observer : -1);
  faults.raise_if_any("kuhn_poker position");

  const bool is_dealt = known::dealt(state.cards_) == known::kTwoPlayers;
  if (is_dealt && !hides) faults.require(state.cards_[0] != state.cards_[1], "cards", "should differ");
  faults.require(is_dealt || bets.empty(), "bets", "should be empty while cards are dealt");
  Phase expected = is_dealt ? state.phase_by_bets() : Phase::kDeal;
  if (expected == Phase::kShow && state.phase_ == Phase::kOver) expected = Phase::kOver;
  faults.require(state.phase_ == expected, "phase", "should follow from cards and bets");
  faults.require(player == std::max(state.mover(), -1), "player", "should follow from phase and bets");
  faults.raise_if_any("kuhn_poker position");
  return state;
}

std::string State::action_text(Action action) const {
  assert(is_legal(action));
  if (phase_ == Phase::kBet) return std::string(kBetWords[action]);
  return phase_ == Phase::kDeal ? known::rank_text(action) : known::shown_text(action);
}

std::optional<Action> State::parse_action(std::string_view text) const {
  return known::find_by_text(*this, text);
}

void State::observation_tensor(int player, std::span<float> tensor) const {
  assert(tensor.size() == static_cast<std::size_t>(tensor_size(*tables_)));
  const auto own = static_cast<std::size_t>(player);
  tensor = known::write_rank(tensor, cards_[own]);
  tensor = known::write_rank(tensor, shown() ? cards_[1 - own] : -1);
  for (int i = 0; i < kMostBets; ++i) {
    tensor[0] = i < bets_ && !is_bet(i) ? 1.0F : 0.0F;
    tensor[1] = i < bets_ && is_bet(i) ? 1.0F : 0.0F;
    tensor = tensor.subspan(2);
  }
  tensor[0] = mover() == player ? 1.0F : 0.0F;
}

}  // namespace cloche::kuhn_poker
