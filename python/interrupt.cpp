// SPDX-License-Identifier: Apache-2.0
#include "interrupt.hpp"

#include <csignal>
#include <ctime>

namespace nonsmooth::python {

namespace {
unsigned long main_thread = 0;
}

void Interrupt::learn_main_thread() {
  main_thread =
      py::module_::import("threading").attr("main_thread")().attr("ident").cast<unsigned long>();
}

// Handlers belong to the main thread: others need not ask, which would cost them microseconds of
// the interpreter that all of them share.
Interrupt::Interrupt() : watches_(PyThread_get_thread_ident() == main_thread) {
  if (!watches_) return;
  const py::module_ signal = py::module_::import("signal");
  const py::object usual = signal.attr("default_int_handler");
  if (!signal.attr("getsignal")(SIGINT).is(usual)) return;
  const py::cpp_function handler([asked = asked_, usual](py::handle number, py::handle frame) {
    if (asked->exchange(true)) usual(number, frame);
  });
  before_ = signal.attr("signal")(SIGINT, handler);
}

Interrupt::~Interrupt() {
  if (!before_) return;
  try {
    py::module_::import("signal").attr("signal")(SIGINT, before_);
  } catch (py::error_already_set& error) {
    error.discard_as_unraisable("nonsmooth: restoring the handler of SIGINT");
  }
}

// The clock of the last tick of the kernel, a few milliseconds old: it is read after every step,
// and steps of small models take a tenth of a microsecond.
long long Interrupt::milliseconds() {
#ifdef CLOCK_MONOTONIC_COARSE
  constexpr clockid_t clock = CLOCK_MONOTONIC_COARSE;
#else
  constexpr clockid_t clock = CLOCK_MONOTONIC;
#endif
  timespec now{};
  clock_gettime(clock, &now);
  return 1000LL * now.tv_sec + now.tv_nsec / 1000000;
}

void Interrupt::look() {
  const py::gil_scoped_acquire held;
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
}

}  // namespace nonsmooth::python
