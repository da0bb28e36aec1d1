#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <stdexcept>
#include <thread>
#include <vector>

#include "games/known/leduc_poker.hpp"
#include "games/known/pig.hpp"
#include "games/known/tic_tac_toe.hpp"
#include "vector/vector_env.hpp"

namespace {

using namespace cloche;

template <class S>
VectorEnvOf<S> made(const VectorConfig& config, const GameSpec& spec = {2, ValueObject{}, {}, {}}) {
  return VectorEnvOf<S>(S::Tables::make(spec), config);
}

GameSpec pig_to(int target) {
  return {2, ValueObject{{"target", target}, {"coin", false}}, {}, {}};
}

template <class T>
std::vector<T> copied(std::span<const T> values) {
  return {values.begin(), values.end()};
}

TEST_CASE("environments are the same on any number of threads (R-10)") {
  auto one = made<pig::State>({.num_envs = 300, .seed = 3}, pig_to(20));
  for (const int threads : {2, 4}) {
    auto many = made<pig::State>({.num_envs = 300, .threads = threads, .seed = 3}, pig_to(20));
    one.reset({}, 3);
    for (int round = 0; round < 30; ++round) {
      one.random_actions();
      many.random_actions();
      REQUIRE(copied(one.actions()) == copied(many.actions()));
      REQUIRE(!one.step(one.actions()));
      REQUIRE(!many.step(many.actions()));
      REQUIRE(copied(one.rewards()) == copied(many.rewards()));
      REQUIRE(copied(one.terminated()) == copied(many.terminated()));
      REQUIRE(copied(one.masks()) == copied(many.masks()));
      REQUIRE(copied(one.observations()) == copied(many.observations()));
    }
    const auto never = [] { return false; };
    REQUIRE(one.step_random(200, never) == many.step_random(200, never));
    for (int i = 0; i < one.num_envs(); ++i) REQUIRE(one.state(i) == many.state(i));
  }
}

TEST_CASE("the first environment of an illegal action is named, and nothing is changed") {
  auto envs = made<tic_tac_toe::State>({.num_envs = 200, .threads = 3});
  std::vector<std::int64_t> actions(200, 4);
  REQUIRE(!envs.step(actions));
  const auto masks = copied(envs.masks());
  std::fill(actions.begin(), actions.end(), 0);
  actions[170] = actions[60] = 4;
  actions[199] = -1;
  CHECK(envs.step(actions) == 60);
  CHECK(copied(envs.masks()) == masks);
  CHECK(std::all_of(envs.current_players().begin(), envs.current_players().end(), [](int player) { return player == 1; }));
}

TEST_CASE("rewards are returns where a game ended and 0 elsewhere") {
  for (const Autoreset autoreset : {Autoreset::kSameStep, Autoreset::kNextStep}) {
    auto envs = made<leduc_poker::State>({.num_envs = 50, .seed = 1, .autoreset = autoreset});
    int ended = 0;
    for (int round = 0; round < 60; ++round) {
      envs.random_actions();
      REQUIRE(!envs.step(envs.actions()));
      for (int i = 0; i < 50; ++i) {
        const auto row = static_cast<std::size_t>(i);
        const bool over = envs.terminated()[row];
        const double reward = envs.rewards()[2 * row];
        REQUIRE(reward == -envs.rewards()[2 * row + 1]);
        if (!over) REQUIRE(reward == 0.0);
        REQUIRE((envs.current_players()[row] == kTerminal) == (over && autoreset == Autoreset::kNextStep));
        ended += over;
      }
    }
    CHECK(ended > 300);
  }
}

TEST_CASE("random steps end between two of them when they are told to") {
  auto envs = made<tic_tac_toe::State>({.num_envs = 64});
  auto same = made<tic_tac_toe::State>({.num_envs = 64});
  int asked = 0;
  CHECK(envs.step_random(1'000'000'000, [&] { return ++asked == 3; }) > 0);
  static_cast<void>(same.step_random(2 * (20'000 / 64), [] { return false; }));
  for (int i = 0; i < 64; ++i) REQUIRE(envs.state(i) == same.state(i));
}

TEST_CASE("a call while another thread is in one is refused") {
  auto envs = made<tic_tac_toe::State>({.num_envs = 64, .threads = 2});
  std::atomic<bool> inside = false;
  std::atomic<bool> over = false;
  std::thread other([&] {
    static_cast<void>(envs.step_random(1'000'000'000, [&] {
      inside = true;
      return over.load();
    }));
  });
  while (!inside) std::this_thread::yield();
  CHECK_THROWS_AS(envs.random_actions(), std::runtime_error);
  CHECK_THROWS_AS(static_cast<void>(envs.state(0)), std::runtime_error);
  over = true;
  other.join();
  envs.random_actions();
}

}  // namespace
