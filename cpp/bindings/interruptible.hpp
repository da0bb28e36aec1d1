// Long work without the GIL that Ctrl-C, or a StopFlag, still ends.
//
//   Interruptible work(stop);                     // releases the GIL
//   while (!done && !work.should_stop()) step();  // in the calling thread
//   work.finish();                                // takes the GIL back; throws KeyboardInterrupt where there was one
#pragma once

#include <pybind11/pybind11.h>

#if defined(__GLIBCXX__)
#include <cxxabi.h>
#endif

#include <chrono>
#include <thread>
#include <utility>

#include "bindings/pace.hpp"
#include "bindings/stop_flag.hpp"

namespace cloche {

// Lives in the thread that made it, which holds the GIL before and after. Worker threads learn of a stop from that
// thread, or read the StopFlag themselves.
class Interruptible {
 public:
  // `stop` may be null and must outlive this.
  explicit Interruptible(const StopFlag* stop = nullptr) : stop_(stop) {
    // Python handles signals on its main thread only; elsewhere asking for them would only wait for the GIL.
    if (!on_main_thread()) next_signals_ = Clock::time_point::max();
    saved_ = PyEval_SaveThread();
  }
  Interruptible(const Interruptible&) = delete;
  Interruptible& operator=(const Interruptible&) = delete;
  ~Interruptible() noexcept(false) { take_gil(); }

  // Cheap enough to ask after every simulation: it reads the flag, and the clock about twice a millisecond.
  // Once true it stays true.
  [[nodiscard]] bool should_stop() {
    if (!stopped_ && stop_ != nullptr && stop_->is_set()) stopped_ = true;
    if (!stopped_ && pace_.is_due()) look_at_signals();
    return stopped_;
  }
  // The same after a look at the clock now; for calls that are far apart.
  [[nodiscard]] bool should_stop_now() {
    pace_.look();
    if (!stopped_) look_at_signals();
    return should_stop();
  }

  // When the clock was last read, at most about a millisecond ago (or one step, if a step takes longer).
  [[nodiscard]] std::chrono::steady_clock::time_point last_look() const { return pace_.last_look(); }

  // Runs `call` with the GIL held. Afterwards a Python error that is left set stops the work, and finish() throws it.
  template <class Call>
  void with_gil(Call call) {
    take_gil();
    call();
    if (PyErr_Occurred() != nullptr) failed_ = stopped_ = true;
    saved_ = PyEval_SaveThread();
  }

  // Makes a call that may take the GIL or run Python code. Before 3.14 Python ends a daemon thread that wants the GIL while
  // the interpreter ends, by unwinding it by force; the destructors of C++ frames would then use Python without the GIL.
  // Such a thread waits here for the end of the process instead. The call's own frames should own no Python objects.
  template <class Call>
  static auto outlive_python(Call call) {
#if defined(__GLIBCXX__)
    try {
      return call();
    } catch (const abi::__forced_unwind&) {
      wait_for_the_end();
    }
#else
    return call();
#endif
  }

  // Ends the part without the GIL. Throws error_already_set for what a signal handler or with_gil() left.
  void finish() {
    take_gil();
    if (failed_) throw pybind11::error_already_set();
  }

 private:
  using Clock = Pace::Clock;
  static constexpr auto kSignalsEvery = std::chrono::milliseconds(20);

  [[noreturn]] static void wait_for_the_end() {
    for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
  }

  void take_gil() {
    PyThreadState* const saved = std::exchange(saved_, nullptr);
    if (saved == nullptr) return;
    if (interpreter_ends()) wait_for_the_end();
    outlive_python([saved] { PyEval_RestoreThread(saved); });
  }

  [[nodiscard]] static bool interpreter_ends() {
#if PY_VERSION_HEX >= 0x030D0000
    return Py_IsFinalizing() != 0;
#else
    return _Py_IsFinalizing() != 0;
#endif
  }

  void look_at_signals() {
    if (pace_.last_look() >= next_signals_) with_gil([this] { check_signals(); });
  }

  void check_signals() {
    PyErr_CheckSignals();
    next_signals_ = Clock::now() + kSignalsEvery;
  }

  [[nodiscard]] static bool on_main_thread() {
    const auto main_thread = pybind11::module_::import("threading").attr("main_thread")();
    return main_thread.attr("ident").cast<unsigned long>() == PyThread_get_thread_ident();
  }

  const StopFlag* stop_;
  PyThreadState* saved_ = nullptr;  // null while the GIL is held
  bool stopped_ = false;
  bool failed_ = false;  // a Python error is set
  Pace pace_;
  Clock::time_point next_signals_ = pace_.last_look() + kSignalsEvery;
};

}  // namespace cloche
