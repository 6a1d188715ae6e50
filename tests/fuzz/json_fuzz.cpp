// SPDX-License-Identifier: Apache-2.0
#include "fuzz_reader.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return nonsmooth::io::fuzz_reader(data, size, [](const char* bytes, std::size_t count) {
    return nonsmooth::io::read_json({bytes, count}, "input");
  });
}
