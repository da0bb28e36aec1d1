// The outcomes of chance nodes and their weights (seeds/buds_and_blooms/state.md, C-1 to C-4).
#include "games/buds_and_blooms/state.hpp"

namespace cloche::buds_and_blooms {

int State::pile_at_back() const {
  if ((at_.drawn[0] | at_.drawn[1]) != 0) return own_pile();
  return at_.top[0] == kNone ? 0 : 1;
}

// Faces that a draw or a look may bring (C-2 to C-4).
Faces State::drawable() const {
  const auto pile = at(own_pile());
  if (!draws_lazily()) return Faces{1} << at_.face_of(at_.under[pile][0]);
  const auto deck = at(tables_->single_deck ? at_.top[0] >> 1 : own_pile());
  const Faces left = at_.left[deck];
  return FaceWeights::of(*tables_, left, at_.drawn[pile]).possible(*tables_, left & tables_->faces_with[at_.top[pile] & 1U]);
}

// Of an outcome of the node, in range or not; 0 where it can't come.
std::uint32_t State::weight_of(int outcome) const {
  switch (at_.phase) {
    case Phase::kFace: {  // C-1
      if (outcome > 1) return 0;
      if (!tables_->rocky_slots) return 1;
      int slots = tables_->slots;
      int rocks = *tables_->rocky_slots;
      for (const std::uint8_t face : at_.bed_face) {
        if (face == kNone) continue;
        --slots;
        rocks -= face;
      }
      return static_cast<std::uint32_t>(outcome == 1 ? rocks : slots - rocks);
    }
    case Phase::kBack: {
      const int pile = pile_at_back();
      const auto weather = at(outcome & 1);
      if (!tables_->single_deck && outcome > 1) return 0;
      const int deck = tables_->single_deck ? outcome >> 1 : pile;
      if (lazy_cards(pile) == 0) {  // C-4
        const int card = at_.under[at(pile)][0];
        return deck == at_.deck_of(card) && static_cast<int>(weather) == at_.weather_of(card) ? 1 : 0;
      }
      const Faces left = at_.left[at(deck)];
      return FaceWeights::of(*tables_, left, at_.drawn[at(pile)]).sum(*tables_, left & tables_->faces_with[weather]);
    }
    case Phase::kDraw:
    case Phase::kLook: {
      if (!draws_lazily()) return 1;
      const auto deck = at(tables_->single_deck ? at_.top[0] >> 1 : own_pile());
      const FaceWeights weights = FaceWeights::of(*tables_, at_.left[deck], at_.drawn[at(own_pile())]);
      return tables_->is_flower(outcome) ? weights.flower : weights.tool;
    }
    default: return 1;
  }
}

void State::outcomes(FixedList<Outcome, kMaxOutcomes>& list) const {
  assert(mover() == kChance);
  FixedList<Action, kMaxLegal> ids;
  legal(ids);
  list.clear();
  for (const Action id : ids) list.push({id, weight_of(id)});
}

Action State::sample_back(Rng& rng) const {  // C-2 to C-4
  const int pile = pile_at_back();
  if (lazy_cards(pile) == 0) {
    (void)rng.below(1);
    const int card = at_.under[at(pile)][0];
    return static_cast<Action>(at_.weather_of(card) + (tables_->single_deck ? 2 * at_.deck_of(card) : 0));
  }
  if (tables_->single_deck) {
    std::array<int, kBacks> weights{};
    int total = 0;
    for (std::size_t back = 0; back < weights.size(); ++back) {
      weights[back] = std::popcount(at_.left[back >> 1] & tables_->faces_with[back & 1]);
      total += weights[back];
    }
    int r = rng.below(total);
    std::size_t back = 0;
    while (r >= weights[back]) r -= weights[back++];
    return static_cast<Action>(back);
  }
  const Faces left = at_.left[at(pile)];
  const FaceWeights weights = FaceWeights::of(*tables_, left, at_.drawn[at(pile)]);
  const std::uint32_t sun = weights.sum(*tables_, left & tables_->faces_with[0]);
  const std::uint32_t rain = weights.sum(*tables_, left & tables_->faces_with[1]);
  return rng.below(sun + rain) < sun ? 0 : 1;
}

Action State::sample_face(Rng& rng) const {  // C-2 to C-4
  const auto pile = at(own_pile());
  if (!draws_lazily()) {
    (void)rng.below(1);
    return static_cast<Action>(at_.face_of(at_.under[pile][0]));
  }
  const auto deck = at(tables_->single_deck ? at_.top[0] >> 1 : own_pile());
  const Faces left = at_.left[deck];
  const Faces faces = left & tables_->faces_with[at_.top[pile] & 1U];
  const FaceWeights weights = FaceWeights::of(*tables_, left, at_.drawn[pile]);
  const Faces flowers = faces & tables_->flowers;
  const std::uint32_t of_flowers = weights.flower * static_cast<std::uint32_t>(std::popcount(flowers));
  const std::uint32_t r = rng.below(weights.sum(*tables_, faces));
  if (weights.tool == 0) return static_cast<Action>(nth_bit(flowers, static_cast<int>(r)));  // each flower weighs 1
  if (r < of_flowers) return static_cast<Action>(nth_bit(flowers, static_cast<int>(r / weights.flower)));
  return static_cast<Action>(nth_bit(faces & tables_->tools, static_cast<int>((r - of_flowers) / weights.tool)));
}

Action State::sample(Rng& rng) const {
  assert(mover() == kChance);
  if (at_.phase == Phase::kBack) return sample_back(rng);
  if (at_.phase == Phase::kDraw || at_.phase == Phase::kLook) return sample_face(rng);
  if (at_.phase != Phase::kFace) return random_legal(rng);  // C-1: equally likely
  const std::uint32_t plain = weight_of(0);
  return rng.below(plain + weight_of(1)) < plain ? 0 : 1;
}

}  // namespace cloche::buds_and_blooms
