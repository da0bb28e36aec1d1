// The prior (state.md, W-1 to W-9) and the features of Buds and Blooms.
#include <algorithm>
#include <climits>

#include "games/buds_and_blooms/state.hpp"

namespace cloche::buds_and_blooms {
namespace {

constexpr int kFitsNowhere = INT_MIN;

// Qualities of the actions of one decision node, by what the mover knows.
class Weigher {
 public:
  explicit Weigher(const State& state)
      : state_(state), position_(state.position()), tables_(state.tables()), prior_(tables_.prior), mover_(position_.player) {
    const int pile = state.pile_cards(state.own_pile());
    cards_ = state.held(mover_) + (tables_.single_deck ? (pile + 1) / 2 : pile);
    cap_ = (cards_ + 1) / 2;
    for (int slot = 0; slot < tables_.slots; ++slot) {
      beds_[at(slot)] = &state.bed(mover_, slot);
      if (!tables_.solo()) rival_[at(slot)] = state.points(1 - mover_, slot);
      const Flower& flower = own(slot);
      worth_[at(slot)] = worth(slot, flower.shown, flower.empty() ? kNone : laid_face(flower.top()), flower.key);
    }
  }

  [[nodiscard]] int quality_of(int action) {
    if (is_play(action)) {
      const int gain =
          position_.phase == Phase::kPlayInsert ? insertion_gain(action) : play(face_of(action), combo_of(action), slot_of(action));
      return prior_.play + gain;  // W-1
    }
    if (action == kFlowerPower) return prior_.power + grow();  // W-3
    if (action < kFirstCutInsert) return take_quality(action - kFirstCutTake);
    if (action < kDigCompost) return prior_.insert;        // W-5
    if (action == kDigCompost) return prior_.dig_compost;  // W-6
    if (action == kDigDeck) return prior_.dig_deck;
    if (action < kFirstDiscard) {  // W-7
      const int face = action - kFirstTake;
      if (!tables_.is_flower(face)) return prior_.take_tool;
      const int gain = best(face);
      return gain == kFitsNowhere ? 0 : prior_.take + gain;
    }
    if (action < kWeatherAction) {  // W-2
      const int face = action - kFirstDiscard;
      const int top = position_.phase == Phase::kMove ? position_.top[at(state_.own_pile())] : kNone;
      const bool grows = top != kNone && (top & 1) != tables_.weather_of(face);
      return prior_.discard - keep(face) + (grows ? grow() : 0);
    }
    if (action == kWeatherAction) return prior_.weather + grow() - lowest_keep(true) - lowest_keep(false);  // W-8
    return action == kGrowNone ? 0 : prior_.grow + growth_gain(action - kFirstGrow);                        // W-9
  }

 private:
  [[nodiscard]] const Flower& own(int slot) const { return position_.flowers[at(mover_)][at(slot)]; }
  [[nodiscard]] const Bed& bed(int slot) const { return *beds_[at(slot)]; }

  [[nodiscard]] int face_of(int action) const {
    return action < kFirstBud ? action / kMaxSlots : kMaxBlooms + (action - kFirstBud) / kBudPlays;
  }
  [[nodiscard]] int combo_of(int action) const {
    if (action < kFirstBud) return tables_.bloom_combo[at(action / kMaxSlots)];
    const int rest = action - kFirstBud;
    const int colour = tables_.bud_colours[at(rest / kBudPlays)][at(rest / (kNumbers * kMaxSlots) % 2)];
    return colour * kNumbers + rest / kMaxSlots % kNumbers;
  }
  [[nodiscard]] static int slot_of(int action) { return action % kMaxSlots; }

  // Of an own flower that shows this, with this card on top.
  [[nodiscard]] int worth(int slot, Shown shown, int top_face, int key) const {
    int net = 0;
    if (top_face != kNone) {
      const int colour = colour_of(combo_of_key(key));
      if (tables_.is_bloom(top_face)) {
        net = tables_.points_of(shown, colour);
      } else if (cards_ >= prior_.bud_late && bed(slot).room[at(key)] > 0) {
        shown += tables_.shows[at(top_face)][1] - tables_.shows_all[at(top_face)];
        net = std::max(0, tables_.points_of(shown, colour) - prior_.bud_top);
      }
    }
    const int rival = rival_[at(slot)];
    const int duel = tables_.solo() || net == rival ? 0 : net > rival ? 1 : -1;
    return prior_.point * net + prior_.hope * hidden_in(shown) + prior_.duel * duel;
  }

  [[nodiscard]] int play(int face, int combo, int slot) {
    const Flower& flower = own(slot);
    const auto& room = bed(slot).room;
    const bool falls = !flower.empty() && number_of(combo) < number_of(combo_of_key(flower.key));
    const int key = key_of(combo, falls);
    const int room_after = room[at(key)];
    const int passed = std::min<int>(room[flower.key], cap_) - std::min(room_after, cap_) - 1;
    const int after = tables_.is_bloom(face) ? worth_covered(face, slot, key) : worth_under_bud(face, slot, key, room_after > 0);
    return after - worth_[at(slot)] - prior_.skip * std::max(0, passed);
  }

  // Worth of a flower after a card on top of it.
  [[nodiscard]] int worth_covered(int face, int slot, int key) const {
    const Flower& flower = own(slot);
    Shown shown = flower.shown + tables_.shows_all[at(face)];
    if (!flower.empty()) {
      const auto covered = at(laid_face(flower.top()));
      shown += tables_.shows[covered][1] - tables_.shows_all[covered];
    }
    return worth(slot, shown, face, key);
  }

  // The same for a bud, whose plays on a bed differ by colour and by whether there is room on top: few are to be computed.
  [[nodiscard]] int worth_under_bud(int face, int slot, int key, bool roomy) {
    const int place = ((tables_.bud_of(face) * kMaxSlots + slot) * kMaxColours + colour_of(combo_of_key(key))) * 2 + (roomy ? 1 : 0);
    int& value = under_bud_[at(place)];
    if ((under_bud_known_ >> place & 1U) == 0) {
      under_bud_known_ |= std::uint64_t{1} << place;
      value = worth_covered(face, slot, key);
    }
    return value;
  }

  // The best play of a flower card; kFitsNowhere where there is none.
  [[nodiscard]] int best(int face) {
    int most = kFitsNowhere;
    for (int slot = 0; slot < tables_.slots; ++slot) {
      const BedCombos on_bed = bed(slot).combos[own(slot).key];
      for (Combos rest = tables_.combos[at(face)]; rest != 0; rest &= rest - 1) {
        const int combo = std::countr_zero(rest);
        if ((on_bed >> (3 * combo) & 1U) != 0) most = std::max(most, play(face, combo, slot));
      }
    }
    return most;
  }

  [[nodiscard]] int growth_gain(int place) const {
    const int slot = place / kMaxInFlower;
    const Flower& flower = own(slot);
    const std::uint8_t card = flower.card(place % kMaxInFlower);
    const auto& shows = tables_.shows[at(laid_face(card))];
    const Shown shown = flower.shown + shows[at(laid_stages(card) + 1)] - shows[at(laid_stages(card))];
    return worth(slot, shown, laid_face(flower.top()), flower.key) - worth_[at(slot)];
  }

  // The highest gain of one growth.
  [[nodiscard]] int grow() {
    if (!grow_known_) {
      grow_known_ = true;
      std::uint64_t places = state_.growths(mover_);
      if (places != 0) grow_ = INT_MIN;
      for (; places != 0; places &= places - 1) grow_ = std::max(grow_, growth_gain(std::countr_zero(places)));
    }
    return grow_;
  }

  [[nodiscard]] int keep(int face) {
    if (!tables_.is_flower(face)) return prior_.keep_tool;
    if (!fits_known_) {
      fits_known_ = true;
      const BedCombos fits = state_.combos_on_top(mover_);
      constexpr BedCombos kFirstBits = 0x0009249249249249;  // bits 0, 3, 6 ...
      any_bed_ = (fits | fits >> 1 | fits >> 2) & kFirstBits;
    }
    bool fits = false;
    for (Combos rest = tables_.combos[at(face)]; rest != 0 && !fits; rest &= rest - 1)
      fits = (any_bed_ >> (3 * std::countr_zero(rest)) & 1U) != 0;
    return fits ? prior_.keep : 0;
  }

  [[nodiscard]] int lowest_keep(bool sun) {
    int lowest = INT_MAX;
    const Cards hand = position_.hands[at(mover_)] & (sun ? position_.sun : ~position_.sun);
    for (Cards rest = hand; rest != 0; rest &= rest - 1) lowest = std::min(lowest, keep(position_.face_of(std::countr_zero(rest))));
    return lowest;
  }

  [[nodiscard]] int take_quality(int slot) {  // W-4
    const Flower& flower = state_.flower(1 - mover_, slot);
    const auto taken = at(laid_face(flower.top()));
    int after = 0;
    if (flower.size > 1) {
      const std::uint8_t top = flower.card(flower.size - 2);
      const auto face = at(laid_face(top));
      const Shown shown = flower.shown - tables_.shows_all[taken] + tables_.shows_all[face] - tables_.shows[face][at(laid_stages(top))];
      if (tables_.is_bloom(laid_face(top))) after = tables_.points_of(shown, colour_of(tables_.bloom_combo[face]));
    }
    return prior_.cut + best(static_cast<int>(taken)) + prior_.point * (rival_[at(slot)] - after);
  }

  [[nodiscard]] int insertion_gain(int action) const {  // W-1
    const int slot = slot_of(action);
    const Flower& flower = own(slot);
    const int below = position_.place % kMaxInFlower;
    const int top = combo_of_key(flower.key);
    bool fallen = has_fallen(flower.key);
    if (below + 1 == flower.size) fallen = number_of(top) < number_of(combo_of(action));
    const Shown shown = flower.shown + tables_.shows[at(face_of(action))][1];
    return worth(slot, shown, laid_face(flower.top()), key_of(top, fallen)) - worth_[at(slot)];
  }

  const State& state_;
  const Position& position_;
  const Tables& tables_;
  const PriorWeights& prior_;
  int mover_;
  int cards_ = 0;  // T
  int cap_ = 0;
  std::array<const Bed*, kMaxSlots> beds_{};
  std::array<int, kMaxSlots> rival_{};  // points of the rival's flowers
  std::array<int, kMaxSlots> worth_{};  // of the own flowers
  std::uint64_t under_bud_known_ = 0;   // a bit for each number below
  std::array<int, std::size_t{kMaxBuds} * kMaxSlots * kMaxColours * 2> under_bud_;
  bool grow_known_ = false;
  int grow_ = 0;
  bool fits_known_ = false;
  BedCombos any_bed_ = 0;
};

}  // namespace

void State::prior(const FixedList<Action, kMaxLegal>& list, FixedList<std::uint32_t, kMaxLegal>& weights) const {
  assert(mover() >= 0);
  Weigher weigher(*this);
  weights.clear();
  for (const Action action : list) weights.push(tables_->prior.of_quality(weigher.quality_of(action)));
}

void State::best_by_prior(FixedList<Action, kMaxLegal>& list) const {
  assert(mover() >= 0);
  FixedList<Action, kMaxLegal> all;
  legal(all);
  list.clear();
  if (all.size() == 1) return list.push(all[0]);
  Weigher weigher(*this);
  std::uint32_t top = 0;
  for (const Action action : all) {
    const std::uint32_t weight = tables_->prior.of_quality(weigher.quality_of(action));
    if (weight < top) continue;
    if (weight > top) list.clear();
    top = weight;
    list.push(action);
  }
}

std::array<Faces, kSides> State::coming_to(int player, int observer) const {
  Cards at_hand = at_.hands[at(player)];
  const auto pile = at(tables_->pile_of(player));
  for (std::size_t i = 0; i < at_.under_count[pile]; ++i) at_hand |= card_bit(at_.under[pile][i]);
  at_hand &= at_.known[at(observer)];
  std::array<Faces, kSides> coming{faces_on(at_hand & ~at_.second), faces_on(at_hand & at_.second)};
  for (int deck = 0; deck < tables_->decks(); ++deck) {
    if (tables_->pile_of(deck) == static_cast<int>(pile)) coming[at(deck)] |= free_faces(deck, hidden_from(observer));
  }
  return coming;
}

void State::features(int observer, std::span<float> features) const {
  constexpr double kPointsUnit = 20.0;
  constexpr double kLeavesUnit = 10.0;
  constexpr double kBeesUnit = 4.0;
  constexpr double kButterfliesUnit = 3.0;
  constexpr double kStagesUnit = 6.0;
  constexpr double kFlowersUnit = kMaxBlooms + kMaxBuds;
  assert(features.size() == static_cast<std::size_t>(kFeatures));
  std::fill(features.begin(), features.end(), 0.0F);
  if (at_.phase < Phase::kBack) return;  // beds are missing
  std::array<std::array<Faces, kSides>, kSides> coming{};
  for (int player = 0; player < tables_->player_count; ++player) coming[at(player)] = coming_to(player, observer);
  for (int seat = 0; seat < tables_->player_count; ++seat) {
    const int player = (observer + seat) % tables_->player_count;
    const int rival = 1 - player;
    std::size_t place = at(seat) * kFeaturesEach;
    const auto put = [&](double value) { features[place++] = static_cast<float>(value); };
    const bool may_be_cut = !tables_->solo() && tables_->take_that && may_cut(rival, coming[at(rival)]);
    for (int slot = 0; slot < tables_->slots; ++slot) {
      const Flower& flower = this->flower(player, slot);
      const Bed& bed = this->bed(player, slot);
      const int own = points(player, slot);
      int hidden_stages = 0;
      for (int card = 0; card + 1 < flower.size; ++card)
        hidden_stages += tables_->stages[at(laid_face(flower.card(card)))] - laid_stages(flower.card(card));
      const Combos fitting = bed.on_top(flower.key);
      int fits = 0;
      for (const Faces faces : coming[at(player)]) {
        for (Faces rest = faces & tables_->flowers; rest != 0; rest &= rest - 1)
          fits += (tables_->combos[at(std::countr_zero(rest))] & fitting) != 0 ? 1 : 0;
      }
      const int top = flower.empty() ? -1 : laid_face(flower.top());
      put(own / kPointsUnit);
      put(leaves_in(flower.shown) / kLeavesUnit);
      put(bees_in(flower.shown) / kBeesUnit);
      put(flower.empty() ? 0.0 : butterflies_in(flower.shown, colour_of(combo_of_key(flower.key))) / kButterfliesUnit);
      put(hidden_stages / kStagesUnit);
      put(top >= 0 && tables_->is_bud(top) ? 1.0 : 0.0);
      put(!tables_->solo() && own > points(rival, slot) ? 1.0 : 0.0);
      put(fits / kFlowersUnit);
      put(may_be_cut && top >= 0 && tables_->is_bloom(top) && (blooms_on_top(rival) >> (kMaxSlots * top) & 0b111U) != 0 ? 1.0 : 0.0);
    }
    place = at(seat + 1) * kFeaturesEach - kFeaturesOfSeat;
    put(held(player) / double(tables_->hand));
    put(pile_cards(tables_->pile_of(player)) / double(tables_->pile_size()));
    put(std::popcount(at_.sheds[at(player)]) / double{kMaxTools});
    put(growing_discards(player) / double(tables_->hand));
    put(mover() == player ? 1.0 : 0.0);
    assert(place == at(seat + 1) * kFeaturesEach);
  }
}

bool State::may_cut(int player, const std::array<Faces, kSides>& coming) const {
  const std::uint8_t cut = tables_->tool_face[kCut];
  if (cut == kNone) return false;
  const unsigned played = at_.sheds[at(player)] & (1U << kCut | 1U << (kMaxTools + kCut));
  if (tables_->single_deck && played != 0) return false;  // BB-21
  return ((coming[0] | coming[1]) >> cut & 1U) != 0;
}

int State::growing_discards(int player) const {
  const Cards hand = at_.hands[at(player)];
  const int suns = std::popcount(hand & at_.sun);
  const int rains = std::popcount(hand & ~at_.sun);
  const int pile = tables_->pile_of(player);
  if (pile_cards(pile) == 0) return 2 * std::min(suns, rains);
  const std::uint8_t top = at_.top[at(pile)];
  if (top == kNone) return 0;
  return (top & 1U) == 0 ? rains : suns;
}

}  // namespace cloche::buds_and_blooms
