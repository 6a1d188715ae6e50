// SPDX-License-Identifier: Apache-2.0
// Threads for loops whose result must not depend on how many there are: the caller hands out fixed
// pieces of work, workers only decide who does which.
#pragma once

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>

namespace nonsmooth {

/// A number of threads to call upon. One thread costs nothing and starts nothing.
class Workers {
 public:
  explicit Workers(int threads);
  ~Workers();
  Workers(Workers&&) noexcept;
  Workers& operator=(Workers&&) noexcept;

  int threads() const { return threads_; }
  /// Calls body(0) here and, as far as processors are free, body(1) to body(threads - 1) on other
  /// threads at the same time; returns when all calls have. They may come one after the other: a
  /// body must not wait for a companion that has not begun.
  template <class Body>
  void run(const Body& body) {
    if (!arena_) return body(0);
    call_everywhere(std::cref(body));  // a copy of it might not fit into a std::function
  }
  /// Calls visit(begin, end) for every piece of 0 to count, `piece` numbers each but for the last.
  template <class Visit>
  void for_pieces(int count, int piece, const Visit& visit) {
    std::atomic<int> next = 0;
    const auto body = [&](int) {
      for (int begin = next.fetch_add(piece); begin < count; begin = next.fetch_add(piece))
        visit(begin, std::min(begin + piece, count));
    };
    if (count <= piece) return body(0);
    run(body);
  }

 private:
  void call_everywhere(const std::function<void(int)>& body);

  struct Arena;
  int threads_;
  std::unique_ptr<Arena> arena_;
};

}  // namespace nonsmooth
