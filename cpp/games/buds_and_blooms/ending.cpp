// Endings of Buds and Blooms in which nobody draws any more (seeds/buds_and_blooms/state.md, E-1 to E-6).
#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <vector>

#include "games/buds_and_blooms/state.hpp"

namespace cloche::buds_and_blooms {
namespace {

// E-4
constexpr int kMostHeld = 5;  // cards in both hands
constexpr double kMostWorlds = 512;
constexpr double kWeightsBelow = 4294967296.0;

// A card of a stripped position has the number deck * 24 + group * kGroupSize + place in the group.
constexpr int kGroupSize = kMaxFaces / kHandGroups;
constexpr std::size_t group_of(std::size_t weather, bool may_be_tool) {
  return 2 * weather + (may_be_tool ? 1 : 0);
}

std::uint64_t choose(int n, int k) {
  if (k < 0 || k > n) return 0;
  std::uint64_t ways = 1;
  for (int i = 1; i <= k; ++i) ways = ways * static_cast<std::uint64_t>(n - k + i) / static_cast<std::uint64_t>(i);
  return ways;
}
// n * (n - 1) * ..., k numbers.
std::uint64_t falling(int n, int k) {
  std::uint64_t product = 1;
  for (int i = 0; i < k; ++i) product *= static_cast<std::uint64_t>(n - i);
  return product;
}

// Calls `use` with each choice of so many of the faces.
template <class Use>
void each_choice(Faces faces, int count, Faces chosen, const Use& use) {
  if (count == 0) return use(chosen);
  while (std::popcount(faces) >= count) {
    const Faces first = faces & (~faces + 1);
    faces &= ~first;
    each_choice(faces, count - 1, chosen | first, use);
  }
}

// Cards of a deck with one weather on their backs, as both players see them.
struct Backs {
  Faces flowers = 0;  // that nobody has laid open
  Faces tools = 0;
  std::array<int, 2> held{};  // cards of the hand: flowers for certain, and those that may be tools
  int discarded = 0;          // cards of the compost that may be tools

  // E-5: of a hand with these tools; 0 where there is none.
  [[nodiscard]] std::uint64_t weight(int held_tools) const {
    const int tools_left = std::popcount(tools) - held_tools;
    const int flowers_left = std::popcount(flowers) - held[0] - held[1] + held_tools;
    if (tools_left < 0 || tools_left > discarded || held_tools > held[1] || flowers_left < 0) return 0;
    return falling(discarded, tools_left) * falling(flowers_left, std::min(flowers_left, held_tools));
  }
  // Of all hands, and of all with their weights.
  [[nodiscard]] std::array<std::uint64_t, 2> counts() const {
    std::array<std::uint64_t, 2> counts{};
    for (int t = 0; t <= held[1]; ++t) {
      const std::uint64_t hands = weight(t) == 0 ? 0
                                                 : choose(std::popcount(tools), t) * choose(std::popcount(flowers), held[0] + held[1] - t) *
                                                       choose(held[0] + held[1] - t, held[0]);
      counts[0] += hands;
      counts[1] += hands * weight(t);
    }
    return counts;
  }
  // Calls `use` with the faces of both groups and the weight.
  template <class Use>
  void each_hand(const Use& use) const {
    each_choice(flowers, held[0], 0, [&](Faces certain) {
      each_choice((flowers | tools) & ~certain, held[1], 0, [&](Faces others) {
        if (const std::uint64_t ways = weight(std::popcount(others & tools)); ways != 0) use(certain, others, ways);
      });
    });
  }
};

Backs backs_of(const State& state, int deck, int weather) {
  const Position& at = state.position();
  const Cards own = at.numbered() & state.cards_of_pile(deck);
  const Cards places = own & (weather == 0 ? at.sun : ~at.sun);
  const Faces faces = state.free_faces(deck, own) & state.tables().faces_with[static_cast<std::size_t>(weather)];
  Backs backs;
  backs.flowers = faces & state.tables().flowers;
  backs.tools = faces & state.tables().tools;
  const Cards open_to_tools = backs.tools == 0 ? 0 : state.zone_b(deck);
  const Cards hand = places & at.hands[static_cast<std::size_t>(deck)];
  backs.held = {std::popcount(hand & ~open_to_tools), std::popcount(hand & open_to_tools)};
  backs.discarded = std::popcount(places & at.compost & open_to_tools);
  return backs;
}

struct LikelyHand {
  HandGroups groups;
  std::uint64_t weight;
};

std::vector<LikelyHand> hands_of(const State& state, int deck) {  // E-5
  std::vector<LikelyHand> hands;
  const Backs rain = backs_of(state, deck, 1);
  backs_of(state, deck, 0).each_hand([&](Faces sun_certain, Faces sun_others, std::uint64_t sun_weight) {
    rain.each_hand([&](Faces rain_certain, Faces rain_others, std::uint64_t weight) {
      hands.push_back({{sun_certain, sun_others, rain_certain, rain_others}, sun_weight * weight});
    });
  });
  return hands;
}

}  // namespace

bool State::duel_ending() const {
  if (mover() < 0 || tables_->piles() != 2 || at_.phase == Phase::kTake) return false;  // E-1
  if (pile_cards(0) != 0 || pile_cards(1) != 0 || held(0) + held(1) > kMostHeld) return false;
  double worlds = 1.0;
  double weights = 1.0;
  for (int deck = 0; deck < kSides; ++deck) {
    const Cards own = cards_of_pile(deck);
    if ((at_.hands[static_cast<std::size_t>(deck)] & ~own) != 0 || (at_.known[static_cast<std::size_t>(1 - deck)] & own) != 0)
      return false;  // E-2
    for (int weather = 0; weather < 2; ++weather) {
      const Backs backs = backs_of(*this, deck, weather);
      const int dig = tables_->tool_face[kDig];
      if (backs.held[1] != 0 && dig != kNone && (backs.tools >> dig & 1U) != 0) return false;  // E-3
      const auto [hands, weighted] = backs.counts();
      worlds *= static_cast<double>(hands);
      weights *= static_cast<double>(weighted);
    }
  }
  return worlds <= kMostWorlds && weights < kWeightsBelow;  // E-4
}

std::vector<WeightedWorld<State>> State::duel_worlds() const {
  std::vector<WeightedWorld<State>> worlds;
  const std::vector<LikelyHand> second_hands = hands_of(*this, 1);
  std::uint64_t divisor = 0;
  for (const LikelyHand& first : hands_of(*this, 0)) {
    State half = *this;
    half.strip(0, first.groups);
    for (const LikelyHand& second : second_hands) {
      State world = half;
      world.strip(1, second.groups);
      if (at_.phase == Phase::kPlayInsert && !world.can_insert()) continue;
      worlds.push_back({world, first.weight * second.weight});
      divisor = std::gcd(divisor, worlds.back().weight);
    }
  }
  if (divisor <= 1) return worlds;  // 0 without any
  for (WeightedWorld<State>& world : worlds) world.weight /= divisor;
  return worlds;
}

// ---- Positions without what makes no difference (E-6)

State State::stripped() const {
  State bare = *this;
  for (int deck = 0; deck < kSides; ++deck) {
    HandGroups groups{};
    for (int weather = 0; weather < 2; ++weather) {
      const Cards open_to_tools = backs_of(*this, deck, weather).tools == 0 ? 0 : zone_b(deck);
      const Cards hand = at_.hands[static_cast<std::size_t>(deck)] & (weather == 0 ? at_.sun : ~at_.sun);
      groups[group_of(static_cast<std::size_t>(weather), false)] = faces_on(hand & ~open_to_tools);
      groups[group_of(static_cast<std::size_t>(weather), true)] = faces_on(hand & open_to_tools);
    }
    bare.strip(deck, groups);
  }
  return bare;
}

State State::stripped_after(Action action) const {
  State bare = *this;
  bare.apply(action);
  for (int deck = 0; deck < kSides; ++deck) {
    HandGroups groups{};
    for (std::size_t group = 0; group < kHandGroups; ++group) {
      const Cards of_group = ((Cards{1} << kGroupSize) - 1) << (kMaxFaces * deck + kGroupSize * static_cast<int>(group));
      groups[group] = bare.faces_on(bare.at_.hands[static_cast<std::size_t>(deck)] & of_group);
    }
    bare.strip(deck, groups);
  }
  return bare;
}

void State::strip(int deck, const HandGroups& hand) {
  const Cards others = ~cards_of_pile(deck);
  const auto own = static_cast<std::size_t>(deck);
  for (Cards* cards : {&at_.hands[own], &at_.known[0], &at_.known[1], &at_.compost, &at_.sun, &at_.second}) *cards &= others;
  std::fill_n(at_.faces.begin() + kMaxFaces * std::ptrdiff_t{deck}, kMaxFaces, std::uint8_t{0});
  at_.left[own] = 0;
  for (std::size_t group = 0; group < kHandGroups; ++group) {
    int card = kMaxFaces * deck + kGroupSize * static_cast<int>(group);
    for (Faces faces = hand[group]; faces != 0; faces &= faces - 1, ++card) {
      at_.faces[static_cast<std::size_t>(card)] = static_cast<std::uint8_t>(std::countr_zero(faces));
      at_.hands[own] |= card_bit(card);
      if (group < group_of(1, false)) at_.sun |= card_bit(card);
      if (deck == 1) at_.second |= card_bit(card);
    }
  }
  at_.known[own] |= at_.hands[own];
}

State State::veiled(int observer) const {
  State view = *this;
  for (Cards hidden = hidden_from(observer); hidden != 0; hidden &= hidden - 1)
    view.at_.faces[static_cast<std::size_t>(std::countr_zero(hidden))] = kNone;
  return view;
}

}  // namespace cloche::buds_and_blooms
