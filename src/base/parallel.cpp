// SPDX-License-Identifier: Apache-2.0
#include "nonsmooth/base/parallel.hpp"

#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>

namespace nonsmooth {

struct Workers::Arena {
  oneapi::tbb::task_arena arena;
  oneapi::tbb::task_group group;
};

Workers::Workers(int threads) : threads_(threads) {
  if (threads > 1) arena_.reset(new Arena{oneapi::tbb::task_arena(threads), {}});
}
Workers::~Workers() = default;
Workers::Workers(Workers&&) noexcept = default;
Workers& Workers::operator=(Workers&&) noexcept = default;

void Workers::call_everywhere(const std::function<void(int)>& body) {
  arena_->arena.execute([&] {
    for (int i = 1; i < threads_; ++i) arena_->group.run([&body, i] { body(i); });
    body(0);
    arena_->group.wait();
  });
}

}  // namespace nonsmooth
