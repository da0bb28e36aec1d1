// The observation of Buds and Blooms as numbers (seeds/buds_and_blooms/state.md, "observation_tensor").
#include "core/tensor_writer.hpp"
#include "games/buds_and_blooms/state.hpp"

namespace cloche::buds_and_blooms {
namespace {

constexpr int kBedFlags = 7;       // beside its colours
constexpr int kFlowerNumbers = 4;  // beside faces and colours
constexpr double kPointsUnit = 20.0;
constexpr int kRosetteUnit = 10;
constexpr int kUnderUnit = 24;
constexpr int kCompostUnit = 48;
constexpr unsigned kOdd = 0b010101;
constexpr unsigned kEven = 0b101010;

class ObservationWriter : TensorWriter {
 public:
  ObservationWriter(const State& state, int observer, std::span<float> tensor)
      : TensorWriter(tensor), at_(state.position()), tables_(state.tables()), state_(state), observer_(observer) {}

  void write() {
    for (int slot = 0; slot < tables_.slots; ++slot) {  // 1
      bed(slot, observer_);
      bed(slot, 1 - observer_);
    }
    for (int i = 0; i < players(); ++i) {  // 2
      for (int slot = 0; slot < tables_.slots; ++slot) flower(seat(i), slot);
    }
    const Cards known = at_.known[at(observer_)];  // 3
    copies(at_.hands[at(observer_)]);
    if (players() == 2) {
      const Cards rival = at_.hands[at(1 - observer_)];
      copies(rival & known);
      quotient(std::popcount(rival & at_.sun), tables_.hand);
      quotient(std::popcount(rival & ~at_.sun), tables_.hand);
    }
    some_known(at_.compost, kCompostUnit);  // 4
    some_known(state_.looked(), tables_.dig_look);
    for (int i = 0; i < tables_.piles(); ++i) {
      const auto pile = at(tables_.pile_of(seat(i)));
      Cards under = 0;
      for (std::size_t k = 0; k < at_.under_count[pile]; ++k) under |= card_bit(at_.under[pile][k]);
      some_known(under, kUnderUnit);
    }
    for (int i = 0; i < tables_.piles(); ++i) {  // 5
      const int pile = tables_.pile_of(seat(i));
      quotient(state_.pile_cards(pile), tables_.pile_size());
      one_hot(at_.top[at(pile)], tables_.single_deck ? kBacks : 2);
    }
    for (int i = 0; i < tables_.decks(); ++i) faces(state_.free_faces(seat(i), state_.hidden_from(observer_)));  // 6
    for (int i = 0; i < players(); ++i) {                                                                        // 7
      const unsigned shed = at_.sheds[at(seat(i))];
      for (int tool = 0; tool < kMaxTools; ++tool) quotient(static_cast<int>((shed >> tool & 1U) + (shed >> (kMaxTools + tool) & 1U)), 2);
    }
    one_hot(static_cast<int>(at_.phase), kPhases);  // 8
    const bool has_player = at_.phase >= Phase::kBack && at_.phase != Phase::kOver;
    for (int i = 0; i < players(); ++i) flag(has_player && seat(i) == at_.player);
    one_hot(static_cast<int>(at_.cause) - 1, kCauses);
    one_hot(at_.place, kPlaces);
    one_hot(at_.bloom == kNone ? -1 : laid_face(at_.bloom), kMaxFaces);
    assert(full());
  }

 private:
  void faces(Faces faces) {
    for (int face = 0; face < kMaxFaces; ++face) flag((faces >> face & 1U) != 0);
  }
  // How often each face is on these cards, as a share of the two copies.
  void copies(Cards cards) {
    std::array<int, kMaxFaces> counts{};
    for (; cards != 0; cards &= cards - 1) ++counts[at(at_.face_of(std::countr_zero(cards)))];
    for (const int count : counts) quotient(count, 2);
  }
  void some_known(Cards cards, int unit) {
    const Cards known = at_.known[at(observer_)];
    copies(cards & known);
    quotient(std::popcount(cards & ~known), unit);
  }

  void bed(int slot, int side) {
    const int numbers = tables_.colour_count + kBedFlags + 1;
    if (at_.bed_turn[at(slot)] == kNone) return one_hot(-1, numbers);
    const Bed& bed = tables_.beds[at(at_.bed_card[at(slot)] * 4 + at_.bed_face[at(slot)] * 2 + (at_.bed_turn[at(slot)] ^ side))];
    for (int colour = 0; colour < tables_.colour_count; ++colour) flag((bed.colours >> colour & 1U) != 0);
    flag(bed.alternate);
    flag(bed.numbers == kOdd);
    flag(bed.numbers == kEven);
    flag(bed.direction != Direction::kDown);
    flag(bed.direction != Direction::kUp);
    flag(bed.consecutive);
    flag(bed.worm);
    quotient(bed.rosette, kRosetteUnit);
  }

  void flower(int player, int slot) {
    const Flower& flower = state_.flower(player, slot);
    std::array<double, kMaxFaces> shown{};
    for (int place = 0; place < flower.size; ++place) {
      const auto face = at(laid_face(flower.card(place)));
      shown[face] += static_cast<double>(laid_stages(flower.card(place))) / tables_.stages[face];
    }
    for (const double stages : shown) number(stages / 2);
    const int combo = flower.empty() ? -1 : combo_of_key(flower.key);
    one_hot(flower.empty() ? -1 : colour_of(combo), tables_.colour_count);
    quotient(flower.empty() ? 0 : number_of(combo), kNumbers);
    quotient(flower.size, kMaxInFlower);
    number(state_.points(player, slot) / kPointsUnit);
    flag(!flower.empty() && has_fallen(flower.key) && state_.bed(player, slot).direction == Direction::kUpDown);
  }

  [[nodiscard]] int players() const { return tables_.player_count; }
  [[nodiscard]] int seat(int i) const { return (observer_ + i) % players(); }

  const Position& at_;
  const Tables& tables_;
  const State& state_;
  int observer_;
};

}  // namespace

int State::tensor_size(const Tables& tables) {
  const int players = tables.player_count;
  const int beds = 2 * tables.slots * (tables.colour_count + kBedFlags + 1);
  const int flowers = players * tables.slots * (kMaxFaces + tables.colour_count + kFlowerNumbers);
  const int hands = kMaxFaces + (players == 2 ? kMaxFaces + 2 : 0);
  const int others = (2 + tables.piles()) * (kMaxFaces + 1);
  const int piles = tables.piles() * (1 + (tables.single_deck ? kBacks : 2));
  const int decks = tables.decks() * kMaxFaces;
  return beds + flowers + hands + others + piles + decks + players * kMaxTools + kPhases + players + kCauses + kPlaces + kMaxFaces;
}

void State::observation_tensor(int player, std::span<float> tensor) const {
  assert(tensor.size() == at(tensor_size(*tables_)));
  ObservationWriter(*this, player, tensor).write();
}

}  // namespace cloche::buds_and_blooms
