#include "search/crew.hpp"

#include <chrono>
#include <system_error>
#include <utility>

namespace cloche {
namespace {

// Most waits are over within some microseconds, less than a sleep takes.
constexpr int kYields = 50;

}  // namespace

Crew::Crew(int threads) {
  while (static_cast<int>(helpers_.size()) + 1 < threads && add_helper()) continue;
}

bool Crew::add_helper() {
  try {
    helpers_.emplace_back([this] { help(); });
    return true;
  } catch (const std::system_error&) {
    return false;
  }
}

Crew::~Crew() {
  {
    const Lock lock(mutex_);
    ends_ = true;
    ++round_;
  }
  begun_.notify_all();
  for (std::thread& helper : helpers_) helper.join();
}

void Crew::run(int count, const std::function<void(int)>& task, const std::function<void()>& waiting) {
  constexpr auto kWaitingEvery = std::chrono::microseconds(500);
  Lock lock(mutex_);
  task_ = &task;
  next_ = 0;
  count_ = left_ = count;
  ++round_;
  lock.unlock();
  if (!helpers_.empty()) begun_.notify_all();
  lock.lock();
  do_tasks(lock);
  if (left_ > 0) {
    lock.unlock();
    for (int i = 0; i < kYields && left_ > 0; ++i) std::this_thread::yield();
    lock.lock();
  }
  while (left_ > 0) {
    if (!done_.wait_for(lock, kWaitingEvery, [this] { return left_ == 0; })) guarded(waiting, lock);
  }
  if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
}

void Crew::help() {
  std::uint64_t seen = 0;
  for (;;) {
    for (int i = 0; i < kYields && round_ == seen; ++i) std::this_thread::yield();
    Lock lock(mutex_);
    begun_.wait(lock, [&] { return round_ != seen; });
    if (ends_) return;
    seen = round_;
    do_tasks(lock);
  }
}

void Crew::do_tasks(Lock& lock) {
  while (next_ < count_) {
    const int mine = next_++;
    guarded([this, mine, task = task_] { (*task)(mine); }, lock);
    if (--left_ == 0) done_.notify_one();
  }
}

// Calls without the lock, and keeps the first error.
void Crew::guarded(const std::function<void()>& call, Lock& lock) {
  lock.unlock();
  std::exception_ptr error;
  try {
    call();
  } catch (const std::exception&) {
    error = std::current_exception();
  }
  lock.lock();
  if (error && !error_) error_ = error;
}

}  // namespace cloche
