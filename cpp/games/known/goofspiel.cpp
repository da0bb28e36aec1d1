#include "games/known/goofspiel.hpp"

#include <algorithm>
#include <bit>

#include "games/known/goofspiel_series.hpp"

namespace cloche::goofspiel {
namespace {

constexpr int kMinCards = 2;
constexpr std::array<std::string_view, 3> kPhaseWords{"choose", "reveal", "over"};
constexpr std::array<std::string_view, kResults> kResultWords{"first", "second", "tie"};

[[nodiscard]] constexpr std::uint32_t bit(int card) {
  return std::uint32_t{1} << card;
}

}  // namespace

std::shared_ptr<const Tables> Tables::make(const GameSpec& spec) {
  Faults faults;
  known::check_players(spec, faults);
  const Reader options(spec.options, "options", faults);
  options.expect_keys({"cards"});
  const auto tables = std::make_shared<Tables>();
  tables->cards = static_cast<int>(options.at("cards").whole(kMinCards, kMaxCards));  // GS-1
  faults.raise_if_any("goofspiel");
  return tables;
}

// ---- Moves

Phase State::phase() const {
  if (won_.size() == tables_->cards) return Phase::kOver;
  return std::min(played(0).size(), played(1).size()) > won_.size() ? Phase::kReveal : Phase::kChoose;
}

int State::mover() const {
  const Phase now = phase();
  if (now == Phase::kChoose) return played(0).size() - played(1).size();  // GS-2
  return now == Phase::kOver ? kTerminal : kChance;
}

std::uint32_t State::hand(int player) const {
  std::uint32_t cards = (bit(tables_->cards) - 1) << 1;
  for (int i = 0; i < played(player).size(); ++i) cards &= ~bit(played(player)[i]);
  return cards;
}

void State::legal(FixedList<Action, kMaxLegal>& list) const {
  list.clear();
  switch (phase()) {
    case Phase::kChoose:
      for (std::uint32_t cards = hand(mover()); cards != 0; cards &= cards - 1) {
        list.push(static_cast<Action>(std::countr_zero(cards) - 1));
      }
      break;
    case Phase::kReveal: list.push(static_cast<Action>(result_of(won_.size()))); break;
    case Phase::kOver: break;
  }
}

bool State::is_legal(Action action) const {
  switch (phase()) {
    case Phase::kChoose: return action < tables_->cards && (hand(mover()) & bit(action + 1)) != 0;
    case Phase::kReveal: return action == result_of(won_.size());
    case Phase::kOver: break;
  }
  return false;
}

void State::outcomes(FixedList<Outcome, kMaxOutcomes>& list) const {
  assert(phase() == Phase::kReveal);
  list.clear();
  list.push({static_cast<Action>(result_of(won_.size())), 1});
}

Action State::sample(Rng& rng) const {
  static_cast<void>(rng.below(1));
  return static_cast<Action>(result_of(won_.size()));
}

int State::result_of(int trick) const {
  const int first = played(0)[trick];
  const int second = played(1)[trick];
  return first == second ? kTie : first > second ? 0 : 1;
}

void State::apply(Action action) {
  assert(is_legal(action));
  if (phase() == Phase::kChoose) {
    played_[static_cast<std::size_t>(mover())].push(action + 1);
    return;
  }
  won_.push(action);
  if (won_.size() == tables_->cards - 1) play_last_cards();
}

void State::play_last_cards() {
  for (int p = 0; p < kPlayers; ++p) played_[static_cast<std::size_t>(p)].push(std::countr_zero(hand(p)));
}

PerPlayer<int> State::scores() const {
  PerPlayer<int> scores(kPlayers, 0);
  for (int trick = 0; trick < won_.size(); ++trick) {
    if (won_[trick] != kTie) scores[won_[trick]] += tables_->cards - trick;
  }
  return scores;
}

std::uint64_t State::hash() const {
  const auto sizes = static_cast<std::uint64_t>(played(0).size() << 16 | played(1).size() << 8 | won_.size());
  return hash_combine(hash_combine(hash_combine(played(0).word(), played(1).word()), won_.word()), sizes);
}

// ---- What players know

namespace {

// What an observer knows of the cards of the other: tricks by own card and winner, then choices not revealed yet.
[[nodiscard]] Series series_of(int cards, int observer, const Cards& own, const Winners& won, int length) {
  Series series(cards);
  for (int i = 0; i < length; ++i) {
    if (i >= won.size()) {
      series.add({Series::Known::kNothing, 0});
    } else if (won[i] == kTie) {
      series.add({Series::Known::kEqual, own[i]});
    } else {
      series.add({won[i] == observer ? Series::Known::kBelow : Series::Known::kAbove, own[i]});
    }
  }
  return series;
}

}  // namespace

void State::redeal(int observer, Rng& rng) {
  Cards& cards = played_[static_cast<std::size_t>(1 - observer)];
  if (cards.size() == 0) return;
  const Series series = series_of(tables_->cards, observer, played(observer), won_, cards.size());
  const Series::Cards drawn = series.at(rng.below(series.count()));
  cards = Cards{};
  for (const int card : drawn) cards.push(card);
}

Action State::seen(Action action, int observer) const {
  const int chooser = mover();
  return chooser >= 0 && chooser != observer ? kHiddenCard : action;
}

std::string State::seen_text(Action action, int observer) const {
  return seen(action, observer) == action ? action_text(action) : std::string(known::kHiddenText);
}

State State::from_observation(const Value& value, const Tables& tables) {
  const known::Observed observed = known::read_observer(value);
  const int observer = observed.observer;
  const State state = read(observed.position, tables, observer);
  Faults faults;
  const Series series = series_of(tables.cards, observer, state.played(observer), state.won_, state.played(1 - observer).size());
  faults.require(series.count() > 0, "won", "no cards of the other agree with the tricks won");
  faults.raise_if_any("goofspiel observation");
  return as_known_to(state, observer);
}

// ---- The door

void State::prior(const FixedList<Action, kMaxLegal>& list, FixedList<std::uint32_t, kMaxLegal>& weights) const {
  known::even_prior(list, weights);
}
void State::features(int observer, std::span<float> features) const {
  features[0] = mover() == observer ? 1.0F : 0.0F;
}

Value State::data(int hidden) const {
  ValueList all;
  for (int p = 0; p < kPlayers; ++p) {
    ValueList cards;
    for (int i = 0; i < played(p).size(); ++i) cards.push_back(known::number_or_null(played(p)[i], p != hidden));
    all.emplace_back(std::move(cards));
  }
  ValueList won;
  for (int i = 0; i < won_.size(); ++i) won.push_back(known::number_or_null(won_[i], won_[i] != kTie));
  return ValueObject{{"phase", std::string(kPhaseWords[static_cast<std::size_t>(phase())])},
                     {"player", known::player_value(mover())},
                     {"played", std::move(all)},
                     {"won", std::move(won)}};
}

namespace {

// Reads the cards that a player has chosen; any that lie hidden are given as cards from 1 on.
void read_played(const Reader& list, int most, bool hidden, Cards& cards) {
  const std::vector<Reader> items = list.items();
  if (items.size() > static_cast<std::size_t>(most)) {
    return list.fault("has " + std::to_string(items.size()) + " items, should have at most " + std::to_string(most));
  }
  std::uint32_t seen = 0;
  for (const Reader& item : items) {
    int card = cards.size() + 1;
    if (!hidden) {
      card = static_cast<int>(item.whole(1, most));
      if ((seen & bit(card)) != 0) item.fault("has been played before");
      seen |= bit(card);
    } else if (!item.is_null()) {
      item.fault("should be null, the observer does not see it");
    }
    cards.push(card);
  }
}

}  // namespace

State State::read(const Value& value, const Tables& tables, int observer) {
  Faults faults;
  const Reader file(value, "", faults);
  file.expect_keys({"phase", "player", "played", "won"});
  State state(tables);
  const int phase = file.at("phase").one_of({kPhaseWords.begin(), kPhaseWords.end()});
  const int player = known::read_player(file.at("player"));
  int owner = 0;
  for (const Reader& list : file.at("played").items(kPlayers)) {
    read_played(list, tables.cards, observer >= 0 && owner != observer, state.played_[static_cast<std::size_t>(owner)]);
    ++owner;
  }
  const std::vector<Reader> won = file.at("won").items();
  if (won.size() > static_cast<std::size_t>(tables.cards)) {
    file.at("won").fault("has " + std::to_string(won.size()) + " items, should have at most " + std::to_string(tables.cards));
  } else {
    for (const Reader& item : won) state.won_.push(item.is_null() ? kTie : known::read_player(item));
  }
  faults.raise_if_any("goofspiel position");

  const int tricks = state.won_.size();
  const int first = state.played(0).size();
  const int second = state.played(1).size();
  const bool last = tricks >= tables.cards - 1;  // GS-4
  const bool lengths = last ? first == tables.cards && second == tables.cards : first >= second && second >= tricks && first <= tricks + 1;
  faults.require(lengths, "played", "should hold as many cards as go with " + std::to_string(tricks) + " tricks");
  faults.raise_if_any("goofspiel position");
  faults.require(phase == static_cast<int>(state.phase()), "phase", "should follow from cards and tricks");
  faults.require(player == std::max(state.mover(), -1), "player", "should follow from the cards played");
  for (int i = 0; observer < 0 && i < tricks; ++i) {
    faults.require(state.won_[i] == state.result_of(i), "won[" + std::to_string(i) + "]", "is not what the cards say");
  }
  faults.raise_if_any("goofspiel position");
  return state;
}

std::string State::action_text(Action action) const {
  assert(is_legal(action));
  if (phase() == Phase::kChoose) return std::to_string(action + 1);
  return std::string(kResultWords[action]);
}

std::optional<Action> State::parse_action(std::string_view text) const {
  return known::find_by_text(*this, text);
}

void State::observation_tensor(int player, std::span<float> tensor) const {
  assert(tensor.size() == static_cast<std::size_t>(tensor_size(*tables_)));
  std::fill(tensor.begin(), tensor.end(), 0.0F);
  const int n = tables_->cards;
  const auto set = [&](int place) { tensor[static_cast<std::size_t>(place)] = 1.0F; };
  for (std::uint32_t cards = hand(player); cards != 0; cards &= cards - 1) set(std::countr_zero(cards) - 1);
  for (int i = 0; i < played(player).size(); ++i) set(n + i * n + played(player)[i] - 1);
  for (int i = 0; i < won_.size(); ++i) set(n + n * n + i * kResults + (won_[i] == kTie ? 2 : won_[i] == player ? 0 : 1));
  if (mover() == player) tensor.back() = 1.0F;
}

}  // namespace cloche::goofspiel
