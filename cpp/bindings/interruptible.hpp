// Long work without the GIL that Ctrl-C, or a StopFlag, still ends.
//
//   Interruptible work(stop);                     // releases the GIL
//   while (!done && !work.should_stop()) step();  // in the calling thread
//   work.finish();                                // takes the GIL back; throws KeyboardInterrupt where there was one
#pragma once

#include <pybind11/pybind11.h>

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "bindings/stop_flag.hpp"

namespace cloche {

// Lives in the thread that made it, which holds the GIL before and after. Worker threads learn of a stop from that
// thread, or read the StopFlag themselves.
class Interruptible {
 public:
  // `stop` may be null and must outlive this.
  explicit Interruptible(const StopFlag* stop = nullptr) : stop_(stop), saved_(PyEval_SaveThread()) {}
  Interruptible(const Interruptible&) = delete;
  Interruptible& operator=(const Interruptible&) = delete;
  ~Interruptible() noexcept(false) { take_gil(); }

  // Cheap enough to ask after every simulation: it reads the flag, and the clock about twice a millisecond.
  // Once true it stays true.
  [[nodiscard]] bool should_stop() {
    if (!stopped_ && stop_ != nullptr && stop_->is_set()) stopped_ = true;
    if (!stopped_ && --countdown_ <= 0) look_at_clock();
    return stopped_;
  }

  // When the clock was last read, at most about a millisecond ago (or one step, if a step takes longer).
  [[nodiscard]] std::chrono::steady_clock::time_point last_look() const { return last_look_; }

  // Runs `call` with the GIL held. Afterwards a Python error that is left set stops the work, and finish() throws it.
  template <class Call>
  void with_gil(Call call) {
    take_gil();
    call();
    if (PyErr_Occurred() != nullptr) failed_ = stopped_ = true;
    saved_ = PyEval_SaveThread();
  }

  // Ends the part without the GIL. Throws error_already_set for what a signal handler or with_gil() left.
  void finish() {
    take_gil();
    if (failed_) throw pybind11::error_already_set();
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr auto kSignalsEvery = std::chrono::milliseconds(20);
  static constexpr auto kLookEvery = std::chrono::microseconds(500);
  static constexpr int kMaxStride = 1 << 20;

  void take_gil() {
    PyThreadState* const saved = std::exchange(saved_, nullptr);
    if (saved == nullptr) return;
    // Python ends a thread that comes back while the interpreter ends, which would unwind C++ frames by force: a daemon
    // thread waits here for the end of the process instead.
    while (interpreter_ends()) std::this_thread::sleep_for(std::chrono::hours(1));
    PyEval_RestoreThread(saved);
  }

  [[nodiscard]] static bool interpreter_ends() {
#if PY_VERSION_HEX >= 0x030D0000
    return Py_IsFinalizing() != 0;
#else
    return _Py_IsFinalizing() != 0;
#endif
  }

  // Keeps the number of calls between two looks such that they are kLookEvery or less apart.
  void look_at_clock() {
    const Clock::time_point now = Clock::now();
    const auto gap = now - last_look_;
    last_look_ = now;
    if (gap > kLookEvery) {
      stride_ = static_cast<int>(std::max<Clock::rep>(1, stride_ * (Clock::duration(kLookEvery) / 2).count() / gap.count()));
    } else if (gap < kLookEvery / 2 && stride_ < kMaxStride) {
      stride_ *= 2;
    }
    countdown_ = stride_;
    if (now >= next_signals_) with_gil([this] { check_signals(); });
  }

  // Python handles signals on its main thread only; elsewhere the question would only wait for the GIL.
  void check_signals() {
    if (first_check_ && !on_main_thread()) {
      next_signals_ = Clock::time_point::max();
      return;
    }
    first_check_ = false;
    PyErr_CheckSignals();
    next_signals_ = Clock::now() + kSignalsEvery;
  }

  [[nodiscard]] static bool on_main_thread() {
    const auto main_thread = pybind11::module_::import("threading").attr("main_thread")();
    return main_thread.attr("ident").cast<unsigned long>() == PyThread_get_thread_ident();
  }

  const StopFlag* stop_;
  PyThreadState* saved_;  // null while the GIL is held
  bool stopped_ = false;
  bool failed_ = false;  // a Python error is set
  bool first_check_ = true;
  int stride_ = 1;
  int countdown_ = 1;
  Clock::time_point last_look_ = Clock::now();
  Clock::time_point next_signals_ = last_look_ + kSignalsEvery;
};

}  // namespace cloche
