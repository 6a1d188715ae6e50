// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/interrupt.hpp"

#include <atomic>
#include <csignal>

namespace nonsmooth::cli {
namespace {

std::atomic<bool> asked = false;  // another thread may look, and a handler may set it
static_assert(std::atomic<bool>::is_always_lock_free);

void on_signal(int number) {
  asked = true;
  std::signal(number, SIG_DFL);
}

}  // namespace

bool interrupted() { return asked; }
void interrupt() { asked = true; }

InterruptGuard::InterruptGuard() {
  asked = false;
  for (const int number : {SIGINT, SIGTERM}) std::signal(number, on_signal);
}
InterruptGuard::~InterruptGuard() {
  for (const int number : {SIGINT, SIGTERM}) std::signal(number, SIG_DFL);
}

}  // namespace nonsmooth::cli
