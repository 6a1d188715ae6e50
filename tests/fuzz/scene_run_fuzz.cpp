// SPDX-License-Identifier: Apache-2.0
#include "nonsmooth/base/error.hpp"
#include "nonsmooth/io.hpp"

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    (void)nonsmooth::io::read_scene_run_bytes({reinterpret_cast<const char*>(data), size}, "input");
  } catch (const nonsmooth::Error&) {
  }
  return 0;
}
