#include "games/known/liars_dice.hpp"

#include <algorithm>

namespace cloche::liars_dice {
namespace {

constexpr int kMinSides = 2;
constexpr std::array<std::string_view, 4> kPhaseWords{"roll", "bid", "count", "over"};

// A bid as its bit says it.
[[nodiscard]] std::string bid_text(int bid, int sides) {
  return std::to_string(bid / sides + 1) + "x" + std::to_string(bid % sides + 1);
}

}  // namespace

std::shared_ptr<const Tables> Tables::make(const GameSpec& spec) {
  Faults faults;
  known::check_players(spec, faults);
  const Reader options(spec.options, "options", faults);
  options.expect_keys({"dice", "sides"});
  const auto tables = std::make_shared<Tables>();
  tables->dice = static_cast<int>(options.at("dice").whole(1, kMaxDice));  // LD-1
  tables->sides = static_cast<int>(options.at("sides").whole(kMinSides, kMaxSides));
  faults.require(tables->bids() <= kMaxBids, "options.dice, sides",
                 "2 * dice * sides is " + std::to_string(tables->bids()) + ", should be at most " + std::to_string(kMaxBids));
  faults.raise_if_any("liars_dice");
  return tables;
}

// ---- Moves

void State::legal(FixedList<Action, kMaxLegal>& list) const {
  list.clear();
  const int sides = tables_->sides;
  switch (phase_) {
    case Phase::kRoll:
      for (int face = 0; face < sides; ++face) list.push(static_cast<Action>(face));
      break;
    case Phase::kBid: {  // LD-2, LD-3
      if (bids_ != 0) list.push(kLiarAction);
      int face = (last_bid() + 1) % sides;
      for (int number = (last_bid() + 1) / sides; number < tables_->all_dice(); ++number, face = 0) {
        for (; face < sides; ++face) list.push(static_cast<Action>(1 + number * kMaxSides + face));
      }
      break;
    }
    case Phase::kCount: list.push(static_cast<Action>(matching())); break;
    case Phase::kOver: break;
  }
}

bool State::is_legal(Action action) const {
  switch (phase_) {
    case Phase::kRoll: return action < tables_->sides;
    case Phase::kBid: {
      if (action == kLiarAction) return bids_ != 0;
      const int number = (action - 1) / kMaxSides;
      const int face = (action - 1) % kMaxSides;
      return number < tables_->all_dice() && face < tables_->sides && number * tables_->sides + face > last_bid();
    }
    case Phase::kCount: return action == matching();
    case Phase::kOver: break;
  }
  return false;
}

Action State::random_legal(Rng& rng) const {
  if (phase_ != Phase::kBid) return sample(rng);
  const int first = last_bid() + 1;
  const int may_call = bids_ != 0 ? 1 : 0;
  const int place = rng.below(tables_->bids() - first + may_call) - may_call;
  if (place < 0) return kLiarAction;
  const int bid = first + place;
  return static_cast<Action>(1 + bid / tables_->sides * kMaxSides + bid % tables_->sides);
}

void State::outcomes(FixedList<Outcome, kMaxOutcomes>& list) const {
  assert(mover() == kChance);
  list.clear();
  if (phase_ == Phase::kCount) return list.push({static_cast<Action>(matching()), 1});
  for (int face = 0; face < tables_->sides; ++face) list.push({static_cast<Action>(face), 1});
}

Action State::sample(Rng& rng) const {
  const int r = rng.below(phase_ == Phase::kCount ? 1 : tables_->sides);
  return static_cast<Action>(phase_ == Phase::kCount ? matching() : r);
}

void State::apply(Action action) {
  assert(is_legal(action));
  switch (phase_) {
    case Phase::kRoll:  // LD-1
      ++dice_[static_cast<std::size_t>(roller())][action];
      if (++thrown_ == tables_->all_dice()) phase_ = Phase::kBid;
      break;
    case Phase::kBid:
      if (action == kLiarAction) {  // LD-3
        phase_ = Phase::kCount;
      } else {  // LD-2
        bids_ |= std::uint64_t{1} << ((action - 1) / kMaxSides * tables_->sides + (action - 1) % kMaxSides);
      }
      break;
    default:  // LD-4
      matching_ = static_cast<std::uint8_t>(action);
      phase_ = Phase::kOver;
  }
}

int State::thrown_by(int player) const {
  return player == 0 ? std::min<int>(thrown_, tables_->dice) : std::max(0, thrown_ - tables_->dice);
}

int State::matching_of(int player) const {
  const Dice& dice = dice_[static_cast<std::size_t>(player)];
  int count = 0;
  for (int face = 0; face < tables_->sides; ++face) count += matches(face) ? dice[static_cast<std::size_t>(face)] : 0;
  return count;
}

int State::winner() const {
  if (phase_ != Phase::kOver) return -1;
  const int caller = std::popcount(bids_) % kPlayers;
  const bool holds = matching_ > last_bid() / tables_->sides;
  return holds ? 1 - caller : caller;
}

std::uint64_t State::hash() const {
  std::uint64_t hash = hash_combine(bids_, static_cast<std::uint64_t>(phase_) << 16 | static_cast<std::uint64_t>(thrown_) << 8 | matching_);
  return hash_combine(hash, hash_bytes(dice_.data(), sizeof(dice_)));
}

// ---- What players know

void State::redeal(int observer, Rng& rng) {
  const int other = 1 - observer;
  Dice& dice = dice_[static_cast<std::size_t>(other)];
  dice = Dice{};
  FixedList<int, kMaxSides> good;
  FixedList<int, kMaxSides> bad;
  for (int face = 0; face < tables_->sides; ++face) (phase_ != Phase::kOver || matches(face) ? good : bad).push(face);
  const int count = thrown_by(other);
  const int match = phase_ == Phase::kOver ? matching_ - matching_of(observer) : count;
  for (int i = 0; i < count; ++i) {
    const auto& faces = i < match ? good : bad;
    ++dice[static_cast<std::size_t>(faces[rng.below(faces.size())])];
  }
}

Action State::seen(Action action, int observer) const {
  return phase_ == Phase::kRoll && roller() != observer ? kHiddenDie : action;
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
  ValueList all;
  for (int player = 0; player < kPlayers; ++player) {
    ValueList faces;
    for (int face = 0; face < tables_->sides; ++face) {
      const int count = dice_[static_cast<std::size_t>(player)][static_cast<std::size_t>(face)];
      for (int i = 0; i < count; ++i) faces.push_back(known::number_or_null(face + 1, player != hidden));
    }
    all.emplace_back(std::move(faces));
  }
  ValueList bids;
  for (int bid = 0; bid <= last_bid(); ++bid) {
    if ((bids_ >> bid & 1) != 0) bids.emplace_back(bid_text(bid, tables_->sides));
  }
  return ValueObject{{"phase", std::string(kPhaseWords[static_cast<std::size_t>(phase_)])},
                     {"player", known::player_value(mover())},
                     {"dice", std::move(all)},
                     {"bids", std::move(bids)},
                     {"matching", known::number_or_null(matching_, phase_ == Phase::kOver)}};
}

void State::read_dice(const Reader& list, int player, bool hidden) {
  const std::vector<Reader> items = list.items();
  if (items.size() > static_cast<std::size_t>(tables_->dice)) {
    return list.fault("has " + std::to_string(items.size()) + " items, should have at most " + std::to_string(tables_->dice));
  }
  int least = 1;
  for (const Reader& item : items) {
    int face = 1;
    if (!hidden) {
      face = static_cast<int>(item.whole(1, tables_->sides));
      if (face < least) list.fault("should ascend");
      least = face;
    } else if (!item.is_null()) {
      item.fault("should be null, the observer does not see it");
    }
    ++dice_[static_cast<std::size_t>(player)][static_cast<std::size_t>(face - 1)];
    ++thrown_;
  }
}

void State::read_bids(const Reader& list) {
  for (const Reader& item : list.items()) {
    const std::string text = item.text();
    int bid = 0;
    while (bid < tables_->bids() && bid_text(bid, tables_->sides) != text) ++bid;
    if (bid == tables_->bids()) {
      item.fault("is no bid; the highest is " + bid_text(bid - 1, tables_->sides));
    } else if (bid <= last_bid()) {
      item.fault("should be higher than the bid before it");
    } else {
      bids_ |= std::uint64_t{1} << bid;
    }
  }
}

State State::read(const Value& value, const Tables& tables, int observer) {
  Faults faults;
  const Reader file(value, "", faults);
  file.expect_keys({"phase", "player", "dice", "bids", "matching"});
  State state(tables);
  state.phase_ = static_cast<Phase>(file.at("phase").one_of({kPhaseWords.begin(), kPhaseWords.end()}));
  const int player = known::read_player(file.at("player"));
  int owner = 0;
  int first = 0;  // dice thrown by player 0
  for (const Reader& list : file.at("dice").items(kPlayers)) {
    state.read_dice(list, owner, observer >= 0 && owner != observer);
    if (owner++ == 0) first = state.thrown_;
  }
  state.read_bids(file.at("bids"));
  const Reader matching = file.at("matching");
  const int told = matching.is_null() ? -1 : static_cast<int>(matching.whole(0, tables.all_dice()));
  faults.raise_if_any("liars_dice position");
  faults.require(first == tables.dice || first == state.thrown_, "dice", "player 0 should throw before player 1");
  state.judge(player, told, observer, faults);
  faults.raise_if_any("liars_dice position");
  return state;
}

// The laws of a position read up to what has been told at the end.
void State::judge(int player, int told, int observer, Faults& faults) {
  const bool is_thrown = thrown_ == tables_->all_dice();
  const bool called = phase_ == Phase::kCount || phase_ == Phase::kOver;
  faults.require(is_thrown != (phase_ == Phase::kRoll), "phase", "should be 'roll' exactly until all dice are thrown");
  faults.require(is_thrown || bids_ == 0, "bids", "should be empty until all dice are thrown");
  faults.require(!called || bids_ != 0, "bids", "should not be empty once liar is called");
  faults.require(player == std::max(mover(), -1), "player", "should follow from phase and bids");
  faults.require((told >= 0) == (phase_ == Phase::kOver), "matching", "should be a number exactly at the end");
  if (!faults.empty() || phase_ != Phase::kOver) return;
  int low = matching();
  int high = low;
  if (observer >= 0) {
    const int own = matching_of(observer);
    const bool all_match = tables_->sides == kMinSides && last_face() == 0;
    low = own + (all_match ? tables_->dice : 0);
    high = own + tables_->dice;
  }
  faults.require(told >= low && told <= high, "matching", "should be the number of dice that match");
  matching_ = static_cast<std::uint8_t>(told);
}

std::string State::action_text(Action action) const {
  assert(is_legal(action));
  if (phase_ == Phase::kRoll) return std::to_string(action + 1);
  if (phase_ == Phase::kCount) return std::to_string(action);
  if (action == kLiarAction) return "liar";
  return bid_text((action - 1) / kMaxSides * tables_->sides + (action - 1) % kMaxSides, tables_->sides);
}

std::optional<Action> State::parse_action(std::string_view text) const {
  return known::find_by_text(*this, text);
}

void State::observation_tensor(int player, std::span<float> tensor) const {
  assert(tensor.size() == static_cast<std::size_t>(tensor_size(*tables_)));
  std::size_t place = 0;
  const Dice& own = dice_[static_cast<std::size_t>(player)];
  for (int face = 0; face < tables_->sides; ++face)
    tensor[place++] = static_cast<float>(own[static_cast<std::size_t>(face)] / double(tables_->dice));
  for (int bid = 0; bid < tables_->bids(); ++bid) tensor[place++] = static_cast<float>(bids_ >> bid & 1);
  tensor[place++] = phase_ == Phase::kCount || phase_ == Phase::kOver ? 1.0F : 0.0F;
  tensor[place] = mover() == player ? 1.0F : 0.0F;
}

}  // namespace cloche::liars_dice
