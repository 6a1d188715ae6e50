// SPDX-License-Identifier: Apache-2.0
// Ctrl-C during a run. While an Interrupt lives, the first one asks the run to end with what it has
// so far; a second one raises KeyboardInterrupt as usual. Handlers that users have set are left in
// place, and in threads other than the main one nothing is changed.
#pragma once

#include "values.hpp"

#include <atomic>
#include <memory>

namespace nonsmooth::python {

class Interrupt {
 public:
  /// Once, while the module is made.
  static void learn_main_thread();
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  /// To be called often, without the interpreter; looks at signals now and then. Throws what the
  /// handlers of signals raise.
  bool requested() {
    if (!watches_) return false;
    const long long now = milliseconds();
    if (now - looked_ > 20) {
      looked_ = now;
      look();
    }
    return asked_->load(std::memory_order_relaxed);
  }

 private:
  static void look();
  static long long milliseconds();

  const bool watches_;  // in the main thread
  std::shared_ptr<std::atomic<bool>> asked_ = std::make_shared<std::atomic<bool>>(false);
  long long looked_ = milliseconds();
  py::object before_;  // handler to put back; null if none was set
};

inline constexpr const char* interrupted_message = "the run was ended by an interrupt";

}  // namespace nonsmooth::python
