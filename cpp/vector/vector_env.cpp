#include "vector/vector_env.hpp"

#include <algorithm>
#include <cassert>
#include <stdexcept>

#if defined(_WIN32)
#include <process.h>
#else
#include <unistd.h>
#endif

namespace cloche {
namespace {

constexpr int kRangesPerThread = 4;
constexpr int kLeastOfRange = 32;             // environments; less is not worth a task
constexpr std::int64_t kStepsOfLook = 20000;  // random steps between two questions whether to stop, about a millisecond

long this_process() {
#if defined(_WIN32)
  return _getpid();
#else
  return getpid();
#endif
}

}  // namespace

VectorEnv::Claim::Claim(VectorEnv& envs) : claimed_(envs.claimed_) {
  if (claimed_.test_and_set()) throw std::runtime_error("another thread steps, resets or reads these environments");
}

VectorEnv::VectorEnv(const VectorConfig& config, const VectorSizes& sizes) : config_(config), sizes_(sizes) {
  assert(config.num_envs >= 1 && config.threads >= 1);
  const auto n = static_cast<std::size_t>(config.num_envs);
  players_ = std::make_unique<std::int32_t[]>(n);
  rewards_ = std::make_unique<double[]>(n * static_cast<std::size_t>(sizes.players));
  terminated_ = std::make_unique<bool[]>(n);
  actions_ = std::make_unique<std::int64_t[]>(n);
  std::fill_n(actions_.get(), n, kNoAction);
}

void EndInItsProcess::operator()(Crew* crew) const {
  if (process == this_process()) delete crew;
}

Crew& VectorEnv::crew() {
  const EndInItsProcess here{this_process()};
  if (crew_ == nullptr || crew_.get_deleter().process != here.process) crew_ = {new Crew(config_.threads), here};
  return *crew_;
}

void VectorEnv::in_ranges(const std::function<void(Range)>& work) {
  const int n = config_.num_envs;
  const int count = std::clamp(n / kLeastOfRange, 1, config_.threads * kRangesPerThread);
  if (config_.threads == 1 || count == 1) {
    work({0, n});
    return;
  }
  const auto edge = [n, count](int i) { return static_cast<int>(std::int64_t{n} * i / count); };
  crew().run(count, [&](int i) { work({edge(i), edge(i + 1)}); }, [] {});
}

void VectorEnv::reset(std::span<const bool> chosen, std::optional<std::uint64_t> seed) {
  assert(chosen.empty() || chosen.size() == static_cast<std::size_t>(config_.num_envs));
  const Claim claim(*this);
  changed();
  in_ranges([&](Range range) { reset_range(range, chosen, seed); });
}

std::optional<int> VectorEnv::step(std::span<const std::int64_t> actions) {
  assert(actions.size() == static_cast<std::size_t>(config_.num_envs));
  const Claim claim(*this);
  std::atomic<int> first = config_.num_envs;
  in_ranges([&](Range range) {
    const int found = first_illegal(range, actions);
    if (found == range.end) return;
    int before = first;
    while (found < before && !first.compare_exchange_weak(before, found)) continue;
  });
  if (first < config_.num_envs) return first;
  changed();
  in_ranges([&](Range range) { step_range(range, actions); });
  return std::nullopt;
}

void VectorEnv::random_actions() {
  const Claim claim(*this);
  in_ranges([&](Range range) { choose_range(range); });
}

std::int64_t VectorEnv::step_random(std::int64_t count, const std::function<bool()>& should_stop) {
  const Claim claim(*this);
  const std::int64_t chunk = std::max(std::int64_t{1}, kStepsOfLook * config_.threads / config_.num_envs);
  std::atomic<std::int64_t> ended = 0;
  for (std::int64_t done = 0; done < count && !should_stop(); done += chunk) {
    changed();
    in_ranges([&](Range range) { ended += step_random_range(range, std::min(chunk, count - done)); });
  }
  return ended;
}

std::span<const std::uint8_t> VectorEnv::masks() {
  const Claim claim(*this);
  const auto size = static_cast<std::size_t>(config_.num_envs) * static_cast<std::size_t>(mask_bytes());
  if (!masks_) masks_ = std::make_unique<std::uint8_t[]>(size);
  if (!masks_written_) in_ranges([&](Range range) { write_masks(range); });
  masks_written_ = true;
  return {masks_.get(), size};
}

std::span<const float> VectorEnv::observations() {
  const Claim claim(*this);
  const auto size = static_cast<std::size_t>(config_.num_envs) * static_cast<std::size_t>(sizes_.tensor);
  if (!observations_) observations_ = std::make_unique<float[]>(size);
  if (!observations_written_) in_ranges([&](Range range) { write_observations(range); });
  observations_written_ = true;
  return {observations_.get(), size};
}

}  // namespace cloche
