// SPDX-License-Identifier: Apache-2.0
// Defines malloc and its relatives in the executable, which the dynamic linker prefers to the C
// library's; the work itself is left to glibc's own entry points.
#include "tests/support/allocation_counter.hpp"

#include <atomic>
#include <cerrno>
#include <cstddef>

namespace {
std::atomic<long> counted{0};  // constant-initialised: malloc runs before any constructor
}

#ifndef NS_SANITIZED
extern "C" {

void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);

void* malloc(std::size_t size) noexcept {
  counted.fetch_add(1, std::memory_order_relaxed);
  return __libc_malloc(size);
}

void* calloc(std::size_t count, std::size_t size) noexcept {
  counted.fetch_add(1, std::memory_order_relaxed);
  return __libc_calloc(count, size);
}

void* realloc(void* memory, std::size_t size) noexcept {
  counted.fetch_add(1, std::memory_order_relaxed);
  return __libc_realloc(memory, size);
}

void* memalign(std::size_t alignment, std::size_t size) noexcept {
  counted.fetch_add(1, std::memory_order_relaxed);
  return __libc_memalign(alignment, size);
}

void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  return memalign(alignment, size);
}

int posix_memalign(void** memory, std::size_t alignment, std::size_t size) noexcept {
  *memory = memalign(alignment, size);
  return *memory == nullptr ? ENOMEM : 0;
}

}  // extern "C"
#endif

namespace nonsmooth::test {

bool AllocationCounter::works() {
#ifdef NS_SANITIZED
  return false;
#else
  return true;
#endif
}

long AllocationCounter::allocations() { return counted.load(std::memory_order_relaxed); }

}  // namespace nonsmooth::test
