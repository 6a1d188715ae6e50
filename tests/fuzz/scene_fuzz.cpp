// SPDX-License-Identifier: Apache-2.0
// Any text gives a scene or an Error; anything else escapes and is a finding.
#include "nonsmooth/base/error.hpp"
#include "nonsmooth/io.hpp"

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    (void)nonsmooth::io::read_scene_text({reinterpret_cast<const char*>(data), size}, "input");
  } catch (const nonsmooth::Error&) {
  }
  return 0;
}
