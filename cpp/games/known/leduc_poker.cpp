#include "games/known/leduc_poker.hpp"

#include <algorithm>

#include "games/known/common.hpp"

namespace cloche::leduc_poker {
namespace {

using known::kHiddenCard;
using known::kRanks;
using known::kTwoPlayers;

constexpr int kCopies = 2;                          // LP-1: cards of a rank
constexpr int kMostRaises = 2;                      // LP-2: in a round
constexpr std::array<int, kRounds> kRaiseBy{2, 4};  // LP-2
constexpr std::array<std::string_view, 5> kPhaseWords{"deal", "bet", "board", "show", "over"};
constexpr std::array<std::string_view, kActions> kBetWords{"fold", "call", "raise"};

}  // namespace

std::shared_ptr<const Tables> Tables::make(const GameSpec& spec) {
  known::check_no_options(spec, "leduc_poker");
  return std::make_shared<Tables>();
}

int Bets::raises() const {
  int raises = 0;
  for (int i = 0; i < count_; ++i) raises += (*this)[i] == kRaiseAction;
  return raises;
}

bool Bets::is_legal(Action bet) const {
  if (bet == kFoldAction) return count_ > 0 && last() == kRaiseAction;
  return bet == kCallAction || (bet == kRaiseAction && raises() < kMostRaises);
}

bool Bets::has_ended() const {
  if (count_ == 0) return false;
  return last() == kFoldAction || (last() == kCallAction && count_ > 1);
}

void State::legal(FixedList<Action, kMaxLegal>& list) const {
  list.clear();
  if (phase_ == Phase::kShow) return list.push(known::shown_hands(cards_));
  if (phase_ == Phase::kOver) return;
  for (Action action = 0; action < kMaxLegal; ++action) {
    if (is_legal(action)) list.push(action);
  }
}

bool State::is_legal(Action action) const {
  switch (phase_) {
    case Phase::kBet: return bets().is_legal(action);
    case Phase::kShow: return action == known::shown_hands(cards_);
    case Phase::kOver: return false;
    default: return action < kRanks && left_without(cards_[0], cards_[1])[action] > 0;
  }
}

void State::outcomes(FixedList<Outcome, kMaxOutcomes>& list) const {
  assert(mover() == kChance);
  list.clear();
  if (phase_ == Phase::kShow) return list.push({known::shown_hands(cards_), 1});
  const Left left = left_without(cards_[0], cards_[1]);
  for (Action rank = 0; rank < kRanks; ++rank) {
    if (left[rank] > 0) list.push({rank, static_cast<std::uint32_t>(left[rank])});
  }
}

namespace {

// The first rank whose running sum exceeds r = below(all).
template <class Left>
int draw_rank(const Left& left, Rng& rng) {
  int all = 0;
  for (const int count : left) all += count;
  int r = rng.below(all);
  int rank = 0;
  for (; r >= left[static_cast<std::size_t>(rank)]; ++rank) r -= left[static_cast<std::size_t>(rank)];
  return rank;
}

}  // namespace

Action State::sample(Rng& rng) const {
  if (phase_ != Phase::kShow) return static_cast<Action>(draw_rank(left_without(cards_[0], cards_[1]), rng));
  static_cast<void>(rng.below(1));
  return known::shown_hands(cards_);
}

void State::apply(Action action) {
  assert(is_legal(action));
  switch (phase_) {
    case Phase::kDeal:  // LP-1
      cards_[cards_[0] < 0 ? 0 : 1] = static_cast<std::int8_t>(action);
      if (cards_[1] >= 0) phase_ = Phase::kBet;
      break;
    case Phase::kBet:  // LP-2
      rounds_[board_ < 0 ? 0 : 1].push(action);
      phase_ = phase_by_bets();
      break;
    case Phase::kBoard:  // LP-4
      board_ = static_cast<std::int8_t>(action);
      phase_ = Phase::kBet;
      break;
    default:  // LP-5
      phase_ = Phase::kOver;
  }
}

Phase State::phase_by_bets() const {
  if (!bets().has_ended()) return Phase::kBet;
  if (bets().folded()) return Phase::kOver;
  return board_ < 0 ? Phase::kBoard : Phase::kShow;
}

int State::chips_of(int player) const {
  std::array<int, kTwoPlayers> chips{1, 1};
  for (std::size_t round = 0; round < rounds_.size(); ++round) {
    for (int i = 0; i < rounds_[round].count(); ++i) {
      const Action bet = rounds_[round][i];
      if (bet == kFoldAction) continue;
      chips[static_cast<std::size_t>(i % 2)] = std::max(chips[0], chips[1]) + (bet == kRaiseAction ? kRaiseBy[round] : 0);
    }
  }
  return chips[static_cast<std::size_t>(player)];
}

int State::winner() const {
  if (folded()) return bets().count() % 2;  // the one who would be next
  if (cards_[0] == cards_[1]) return -1;
  if (cards_[0] == board_) return 0;
  if (cards_[1] == board_) return 1;
  return cards_[0] > cards_[1] ? 0 : 1;
}

PerPlayer<int> State::scores() const {
  const int won_by = phase_ == Phase::kOver ? winner() : -1;
  if (won_by < 0) return PerPlayer<int>(kTwoPlayers, 0);
  return known::scores_of_pot(won_by, chips_of(1 - won_by));
}

State::Left State::left_without(int a, int b) const {
  Left left;
  for (int rank = 0; rank < kRanks; ++rank) {
    left[static_cast<std::size_t>(rank)] = kCopies - (rank == a) - (rank == b) - (rank == board_);
  }
  return left;
}

std::uint64_t State::hash() const {
  std::uint64_t word = static_cast<std::uint64_t>(phase_);
  for (const std::int8_t card : {cards_[0], cards_[1], board_}) word = word << 2 | static_cast<std::uint64_t>(card + 1);
  for (const Bets& bets : rounds_) word = word << 8 | bets.word();
  return mix64(word);
}

// ---- What players know

void State::redeal(int observer, Rng& rng) {
  const auto own = static_cast<std::size_t>(observer);
  if (cards_[1 - own] < 0 || shown()) return;
  cards_[1 - own] = static_cast<std::int8_t>(draw_rank(left_without(cards_[own], -1), rng));
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
  ValueList rounds;
  for (const Bets& bets : rounds_) {
    ValueList words;
    for (int i = 0; i < bets.count(); ++i) words.emplace_back(std::string(kBetWords[bets[i]]));
    rounds.emplace_back(std::move(words));
  }
  return ValueObject{{"phase", std::string(kPhaseWords[static_cast<std::size_t>(phase_)])},
                     {"player", known::player_value(mover())},
                     {"cards", known::cards_value(cards_, hidden)},
                     {"board", known::rank_or_null(board_)},
                     {"bets", std::move(rounds)}};
}

State State::read(const Value& value, const Tables& tables, int observer) {
  Faults faults;
  const Reader file(value, "", faults);
  file.expect_keys({"phase", "player", "cards", "board", "bets"});
  State state(tables);
  state.phase_ = static_cast<Phase>(file.at("phase").one_of({kPhaseWords.begin(), kPhaseWords.end()}));
  const int player = known::read_player(file.at("player"));
  const Reader board = file.at("board");
  if (!board.is_null()) state.board_ = static_cast<std::int8_t>(known::read_rank(board));
  std::size_t round = 0;
  for (const Reader& list : file.at("bets").items(kRounds)) {
    Bets& bets = state.rounds_[round++];
    for (const int bet : known::read_words(list, kBetWords, kMostBets)) {
      if (bet < 0) break;
      if (bets.has_ended() || !bets.is_legal(static_cast<Action>(bet))) {
        list.fault("holds a bet that was not legal");
        break;
      }
      bets.push(static_cast<Action>(bet));
    }
  }
  const bool hides = observer >= 0 && !state.shown();
  state.cards_ = known::read_cards(file.at("cards"), hides ? 1 - observer : -1);
  faults.raise_if_any("leduc_poker position");
  if (hides && known::dealt(state.cards_) > 1 - observer) {
    state.cards_[static_cast<std::size_t>(1 - observer)] = -1;  // counts for nothing among the cards seen
    state.judge(player, true, faults);
    faults.raise_if_any("leduc_poker observation");
    state.cards_[static_cast<std::size_t>(1 - observer)] = 0;
    return state;
  }
  state.judge(player, false, faults);
  faults.raise_if_any("leduc_poker position");
  return state;
}

// The laws; with `hides` there is one more card than can be seen.
void State::judge(int player, bool hides, Faults& faults) const {
  const Left left = left_without(cards_[0], cards_[1]);
  faults.require(*std::min_element(left.begin(), left.end()) >= 0, "cards", "has more than two cards of a rank with the board");
  const bool is_dealt = known::dealt(cards_) + (hides ? 1 : 0) == kTwoPlayers;
  faults.require(is_dealt || (rounds_[0].count() == 0 && rounds_[1].count() == 0), "bets", "should be empty while cards are dealt");
  const bool may_be_up = is_dealt && rounds_[0].has_ended() && !rounds_[0].folded();
  faults.require(board_ < 0 || may_be_up, "board", "should be null until the first round has ended without a fold");
  faults.require(board_ >= 0 || rounds_[1].count() == 0, "bets[1]", "should be empty before the board is up");
  if (!faults.empty()) return;
  Phase expected = is_dealt ? phase_by_bets() : Phase::kDeal;
  if (expected == Phase::kShow && phase_ == Phase::kOver) expected = Phase::kOver;
  faults.require(phase_ == expected, "phase", "should follow from cards, board and bets");
  faults.require(player == std::max(mover(), -1), "player", "should follow from phase and bets");
}

std::string State::action_text(Action action) const {
  assert(is_legal(action));
  if (phase_ == Phase::kBet) return std::string(kBetWords[action]);
  return phase_ == Phase::kShow ? known::shown_text(action) : known::rank_text(action);
}

std::optional<Action> State::parse_action(std::string_view text) const {
  return known::find_by_text(*this, text);
}

void State::observation_tensor(int player, std::span<float> tensor) const {
  assert(tensor.size() == static_cast<std::size_t>(tensor_size(*tables_)));
  const auto own = static_cast<std::size_t>(player);
  tensor = known::write_rank(tensor, cards_[own]);
  tensor = known::write_rank(tensor, shown() ? cards_[1 - own] : -1);
  tensor = known::write_rank(tensor, board_);
  for (const Bets& bets : rounds_) {
    for (int i = 0; i < kMostBets; ++i) {
      for (Action word = 0; word < kActions; ++word) tensor[word] = i < bets.count() && bets[i] == word ? 1.0F : 0.0F;
      tensor = tensor.subspan(kActions);
    }
  }
  tensor[0] = mover() == player ? 1.0F : 0.0F;
}

}  // namespace cloche::leduc_poker
