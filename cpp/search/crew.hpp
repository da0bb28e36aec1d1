// Threads that do the tasks of one search side by side, the calling one among them.
//
//   Crew crew(threads);
//   crew.run(count, task, waiting);  // task(0) .. task(count - 1), each once, on any thread; returns when all are done
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace cloche {

// Lives as long as one search, so that no thread is left when a process forks or ends.
class Crew {
 public:
  // Fewer threads where the system gives no more.
  explicit Crew(int threads);
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;
  ~Crew();

  // `waiting` is called, in the calling thread, about twice a millisecond while that has nothing else to do. When a task or
  // `waiting` throws the others are still done; then the first error comes out.
  void run(int count, const std::function<void(int)>& task, const std::function<void()>& waiting);
  // Whether this is the thread that calls run().
  [[nodiscard]] bool is_caller() const { return std::this_thread::get_id() == caller_; }

 private:
  using Lock = std::unique_lock<std::mutex>;

  bool add_helper();  // false where the system gives no more
  void help();
  void do_tasks(Lock& lock);
  void guarded(const std::function<void()>& call, Lock& lock);

  const std::thread::id caller_ = std::this_thread::get_id();

  std::mutex mutex_;
  std::condition_variable begun_;
  std::condition_variable done_;
  std::atomic<std::uint64_t> round_ = 0;  // of run(); written under the mutex
  std::atomic<int> left_ = 0;             // tasks that are not done; written under the mutex
  // Under the mutex:
  const std::function<void(int)>* task_ = nullptr;
  int next_ = 0;
  int count_ = 0;
  bool ends_ = false;
  std::exception_ptr error_;

  std::vector<std::thread> helpers_;  // last: they use the rest
};

}  // namespace cloche
