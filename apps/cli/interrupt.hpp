// SPDX-License-Identifier: Apache-2.0
// Ctrl-C as a question: long work looks at `interrupted()` and ends in order. A second signal ends
// the program as if nobody had asked.
#pragma once

namespace nonsmooth::cli {

bool interrupted();
/// As if Ctrl-C had been pressed.
void interrupt();

class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;
};

}  // namespace nonsmooth::cli
