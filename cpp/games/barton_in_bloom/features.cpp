// The features of Barton in Bloom (seeds/barton_in_bloom/state.md, "Features").
#include <algorithm>

#include "games/barton_in_bloom/state.hpp"

namespace cloche::barton_in_bloom {

void State::features(int observer, std::span<float> features) const {
  assert(features.size() == at(kFeatures));
  std::fill(features.begin(), features.end(), 0.0F);
  std::size_t place = 0;
  const auto put = [&](double value) { features[place++] = static_cast<float>(value); };
  const PerPlayer<int> scores = scores_in_view(observer);
  for (int i = 0; i < tables_->player_count; ++i) {
    const int player = (observer + i) % tables_->player_count;
    const Seat& seat = this->seat(player);
    put(scores[player] / 60.0);
    put(seat.money / 30.0);
    put(seat.tokens() / 10.0);
    put(std::popcount(seat.types_held()) / 5.0);
    put(std::popcount(seat.cells) / 8.0);
    put(seat.complete() / 6.0);
    put(seat.free.size() / 10.0);
    put(seat.grown.size() / 10.0);
    put(seat.harvested.size() / 10.0);
    put(std::popcount(seat.hand) / 5.0);
    put(seat.gossip != kNone ? 1.0 : 0.0);
    put(seat.awake);
    for (int fertilizer = 0; fertilizer < kFertilizerKinds; ++fertilizer) put(seat.owns(fertilizer) ? 1.0 : 0.0);
    put(metric(player, {MetricKind::kOrders}) / 8.0);
    int payables = 0;
    for (int deck = 0; deck < kOrderDecks; ++deck) {
      const Order* order = order_up(deck);
      payables += order != nullptr && payable(*order, 0, seat.shed) ? 1 : 0;
    }
    put(payables / 3.0);
    put(income_money(player) / 15.0);
    put(mover() == player ? 1.0 : 0.0);
    put(turns_to_go(player) / double(tables_->turn_limit));
    assert(place == at((i + 1) * kFeaturesEach));
  }
  place = at(kFeaturesEach * kMaxSeats);
  int demands = 0;
  int resting = 0;
  for (std::size_t die = 0; die < kDice; ++die) {
    demands += at_.demand[die];
    resting += at_.space[die] == kRestSpace ? 1 : 0;
  }
  put(demands / 24.0);
  put(resting / 4.0);
  put(at_.trigger != kNone ? 1.0 : 0.0);
  put(static_cast<double>(std::count(at_.board.begin(), at_.board.end(), kNone)) / 5.0);
  int good = 0;
  for (std::uint64_t rest = seat(observer).hand; rest != 0; rest &= rest - 1)
    good += judge_lead(std::countr_zero(rest), observer) > 0 ? 1 : 0;
  put(good / 5.0);
}

}  // namespace cloche::barton_in_bloom
