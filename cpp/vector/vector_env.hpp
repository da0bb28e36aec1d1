// Many games side by side, each in an environment of its own, stepped together by some threads.
//
//   VectorEnvOf<connect_four::State> envs(tables, {.num_envs = 1024, .threads = 2});
//   envs.random_actions();                       // or actions of one's own, one an environment
//   envs.step(envs.actions());
//   envs.rewards(), envs.terminated(), envs.current_players(), envs.masks(), envs.observations();
//
// Environments stand at decisions: chance is drawn inside, from a stream of each (seeds/random.md, R-10), so that equal
// seeds and calls give equal arrays for any number of threads. Arrays have an environment a row and stay where they are as
// long as this lives. Masks and observations are written when they are asked for; the others are always up to date.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "search/crew.hpp"

namespace cloche {

// What becomes of an environment in which a game ends.
enum class Autoreset {
  kSameStep,  // the same step deals the next game; terminated and the rewards tell of the one that ended
  kNextStep,  // it stands at the end; the next step ignores its action and deals the next game, for a reward of 0
  kDisabled,  // it stands at the end until reset(); a step before that is refused
};

struct VectorConfig {
  int num_envs = 1;  // at least 1
  int threads = 1;   // at least 1; changes nothing but the time
  std::uint64_t seed = 0;
  Autoreset autoreset = Autoreset::kSameStep;
  bool packed_masks = false;  // a bit an action, lowest bit of a byte first, in place of a byte
};

// Numbers a row of the arrays.
struct VectorSizes {
  int players;
  int actions;
  int tensor;
};

// A process that forks takes no threads along: the child leaves a crew of its parent alone and makes its own.
struct EndInItsProcess {
  void operator()(Crew* crew) const;
  long process = 0;
};

// All but the games themselves. Calls throw std::runtime_error while another thread is in one; not so those that are const.
class VectorEnv {
 public:
  static constexpr std::int64_t kNoAction = -1;  // of random_actions(), where the game is over

  VectorEnv(const VectorEnv&) = delete;
  VectorEnv& operator=(const VectorEnv&) = delete;
  virtual ~VectorEnv() = default;

  [[nodiscard]] int num_envs() const { return config_.num_envs; }
  [[nodiscard]] int mask_bytes() const { return config_.packed_masks ? (sizes_.actions + 7) / 8 : sizes_.actions; }
  [[nodiscard]] const VectorConfig& config() const { return config_; }
  [[nodiscard]] const VectorSizes& sizes() const { return sizes_; }

  // Deals new games, everywhere or where `chosen` is true. With a seed their streams start anew; otherwise they go on.
  void reset(std::span<const bool> chosen, std::optional<std::uint64_t> seed);
  // Plays an action in every environment; or changes nothing and returns the first one in which its action is not legal.
  [[nodiscard]] std::optional<int> step(std::span<const std::int64_t> actions);
  // Draws a legal action for every environment into actions().
  void random_actions();
  // As `count` times random_actions() and step(), but that games which are over and wait for reset() are left alone. Returns
  // the number of games that ended. Ends early, between two steps, once `should_stop`, which is asked now and then, is true.
  std::int64_t step_random(std::int64_t count, const std::function<bool()>& should_stop);

  [[nodiscard]] std::span<const std::int32_t> current_players() const { return rows(players_, 1); }  // or kTerminal
  [[nodiscard]] std::span<const double> rewards() const { return rows(rewards_, sizes_.players); }   // returns where a game ended
  [[nodiscard]] std::span<const bool> terminated() const { return rows(terminated_, 1); }
  [[nodiscard]] std::span<const std::int64_t> actions() const { return rows(actions_, 1); }
  [[nodiscard]] std::span<const std::uint8_t> masks();  // mask_bytes() a row: what is legal; 0 where the game is over
  [[nodiscard]] std::span<const float> observations();  // of the player to move, or who moved last where the game is over

 protected:
  struct Range {
    int begin;
    int end;
  };
  template <class T>
  using Rows = std::unique_ptr<T[]>;

  // One call at a time.
  class Claim {
   public:
    explicit Claim(VectorEnv& envs);
    Claim(const Claim&) = delete;
    Claim& operator=(const Claim&) = delete;
    ~Claim() { claimed_.clear(); }

   private:
    std::atomic_flag& claimed_;
  };

  VectorEnv(const VectorConfig& config, const VectorSizes& sizes);

  // Each for the environments of a range, on any thread.
  virtual void reset_range(Range range, std::span<const bool> chosen, std::optional<std::uint64_t> seed) = 0;
  [[nodiscard]] virtual int first_illegal(Range range, std::span<const std::int64_t> actions) const = 0;  // range.end for none
  virtual void step_range(Range range, std::span<const std::int64_t> actions) = 0;
  virtual void choose_range(Range range) = 0;
  [[nodiscard]] virtual std::int64_t step_random_range(Range range, std::int64_t count) = 0;
  virtual void write_masks(Range range) const = 0;
  virtual void write_observations(Range range) const = 0;

  VectorConfig config_;
  VectorSizes sizes_;
  Rows<std::int32_t> players_;
  Rows<double> rewards_;  // 0 but where terminated
  Rows<bool> terminated_;
  Rows<std::int64_t> actions_;
  Rows<std::uint8_t> masks_;  // null until asked for, as the next one
  Rows<float> observations_;

 private:
  template <class T>
  [[nodiscard]] std::span<const T> rows(const Rows<T>& values, int width) const {
    return {values.get(), static_cast<std::size_t>(config_.num_envs) * static_cast<std::size_t>(width)};
  }
  void in_ranges(const std::function<void(Range)>& work);
  [[nodiscard]] Crew& crew();
  void changed() { masks_written_ = observations_written_ = false; }

  bool masks_written_ = false;  // since the last change, as the next one
  bool observations_written_ = false;
  std::atomic_flag claimed_;
  std::unique_ptr<Crew, EndInItsProcess> crew_;  // none for one thread
};

// seeds/random.md, R-10.
inline constexpr std::uint64_t kVectorStream = 9;
enum class VectorDraws : std::uint64_t { kOfChance = 0, kOfDecisions = 1 };

[[nodiscard]] inline Rng vector_rng(std::uint64_t seed, VectorDraws draws, int env) {
  return Rng(seed, {kVectorStream, static_cast<std::uint64_t>(draws), static_cast<std::uint64_t>(env)});
}

template <DataState S>
class VectorEnvOf final : public VectorEnv {
 public:
  VectorEnvOf(std::shared_ptr<const typename S::Tables> tables, const VectorConfig& config)
      : VectorEnv(config, {tables->players(), tables->num_distinct_actions(), S::tensor_size(*tables)}),
        tables_(std::move(tables)),
        envs_(static_cast<std::size_t>(config.num_envs), Env{S(*tables_), Rng(0), Rng(0), 0}) {
    reset({}, config.seed);
  }

  [[nodiscard]] const std::shared_ptr<const typename S::Tables>& tables() const { return tables_; }
  [[nodiscard]] S state(int env) {
    const Claim claim(*this);
    return at(env).state;
  }

 private:
  struct Env {
    S state;
    Rng chance;
    Rng decisions;
    int last_player;  // who moved last; 0 before the first move
  };

  [[nodiscard]] const Env& at(int i) const { return envs_[static_cast<std::size_t>(i)]; }
  [[nodiscard]] Env& at(int i) { return envs_[static_cast<std::size_t>(i)]; }
  [[nodiscard]] std::span<double> rewards_of(int i) {
    const auto width = static_cast<std::size_t>(sizes_.players);
    return {&rewards_[static_cast<std::size_t>(i) * width], width};
  }

  void deal(int i) {
    Env& env = at(i);
    env.state = S(*tables_);
    env.last_player = 0;
    resolve_chance(env.state, env.chance);
    players_[static_cast<std::size_t>(i)] = env.state.mover();
  }

  void set_running(int i) {
    const auto row = static_cast<std::size_t>(i);
    if (!terminated_[row]) return;
    terminated_[row] = false;
    for (double& reward : rewards_of(i)) reward = 0.0;
  }

  // A decision of a game that is not over; says whether it ends it.
  bool play(int i, Action action) {
    Env& env = at(i);
    const auto row = static_cast<std::size_t>(i);
    env.last_player = env.state.mover();
    env.state.apply(action);
    resolve_chance(env.state, env.chance);
    const int mover = env.state.mover();
    if (mover != kTerminal) {
      set_running(i);
      players_[row] = mover;
      return false;
    }
    const PerPlayer<double> returns = env.state.returns();
    std::copy(returns.begin(), returns.end(), rewards_of(i).begin());
    terminated_[row] = true;
    players_[row] = kTerminal;
    if (config_.autoreset == Autoreset::kSameStep) deal(i);
    return true;
  }

  // What a step makes of a game that is over.
  void step_ended(int i) {
    if (config_.autoreset == Autoreset::kDisabled) return;
    deal(i);
    set_running(i);
  }

  void reset_range(Range range, std::span<const bool> chosen, std::optional<std::uint64_t> seed) override {
    for (int i = range.begin; i < range.end; ++i) {
      if (!chosen.empty() && !chosen[static_cast<std::size_t>(i)]) continue;
      if (seed) {
        at(i).chance = vector_rng(*seed, VectorDraws::kOfChance, i);
        at(i).decisions = vector_rng(*seed, VectorDraws::kOfDecisions, i);
      }
      deal(i);
      set_running(i);
    }
  }

  [[nodiscard]] int first_illegal(Range range, std::span<const std::int64_t> actions) const override {
    int i = range.begin;
    for (; i < range.end; ++i) {
      const S& state = at(i).state;
      const std::int64_t action = actions[static_cast<std::size_t>(i)];
      if (state.mover() == kTerminal) {
        if (config_.autoreset == Autoreset::kDisabled) break;
      } else if (action < 0 || action >= sizes_.actions || !state.is_legal(static_cast<Action>(action))) {
        break;
      }
    }
    return i;
  }

  void step_range(Range range, std::span<const std::int64_t> actions) override {
    for (int i = range.begin; i < range.end; ++i) {
      if (at(i).state.mover() == kTerminal) step_ended(i);
      else play(i, static_cast<Action>(actions[static_cast<std::size_t>(i)]));
    }
  }

  void choose_range(Range range) override {
    for (int i = range.begin; i < range.end; ++i) {
      Env& env = at(i);
      actions_[static_cast<std::size_t>(i)] = env.state.mover() == kTerminal ? kNoAction : random_action(env.state, env.decisions);
    }
  }

  [[nodiscard]] std::int64_t step_random_range(Range range, std::int64_t count) override {
    std::int64_t ended = 0;
    for (int i = range.begin; i < range.end; ++i) {  // one game for some steps: it stays in the cache
      Env& env = at(i);
      for (std::int64_t n = 0; n < count; ++n) {
        if (env.state.mover() == kTerminal) step_ended(i);
        else ended += play(i, random_action(env.state, env.decisions));
      }
    }
    return ended;
  }

  void write_masks(Range range) const override {
    const auto width = static_cast<std::size_t>(mask_bytes());
    LegalList<S> list;
    for (int i = range.begin; i < range.end; ++i) {
      const std::span<std::uint8_t> mask(&masks_[static_cast<std::size_t>(i) * width], width);
      std::fill(mask.begin(), mask.end(), std::uint8_t{0});
      if (at(i).state.mover() == kTerminal) continue;
      at(i).state.legal(list);
      for (const Action action : list) {
        if (config_.packed_masks) mask[action / 8U] |= static_cast<std::uint8_t>(1U << (action % 8U));
        else mask[action] = 1;
      }
    }
  }

  void write_observations(Range range) const override {
    const auto width = static_cast<std::size_t>(sizes_.tensor);
    for (int i = range.begin; i < range.end; ++i) {
      const std::span<float> tensor(&observations_[static_cast<std::size_t>(i) * width], width);
      std::fill(tensor.begin(), tensor.end(), 0.0F);
      const Env& env = at(i);
      env.state.observation_tensor(env.state.mover() == kTerminal ? env.last_player : env.state.mover(), tensor);
    }
  }

  std::shared_ptr<const typename S::Tables> tables_;
  std::vector<Env> envs_;
};

}  // namespace cloche
