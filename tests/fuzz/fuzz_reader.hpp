// SPDX-License-Identifier: Apache-2.0
// What every reader promises for any input: a problem that passes validate, or a nonsmooth::Error.
// Any other exception escapes and is a finding.
#pragma once

#include "nonsmooth/base/error.hpp"
#include "nonsmooth/io.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace nonsmooth::io {

template <class Read>
int fuzz_reader(const std::uint8_t* data, std::size_t size, Read read) {
  const char* bytes = reinterpret_cast<const char*>(data);
  ProblemFile file;
  try {
    file = read(bytes, size);
  } catch (const Error&) {
    return 0;
  }
  // outside the try block: an accepted problem that is not valid must not pass as an Error
  std::visit([](const auto& problem) { validate(problem); }, file.problem);
  return 0;
}

}  // namespace nonsmooth::io
