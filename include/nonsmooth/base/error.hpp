// SPDX-License-Identifier: Apache-2.0
// Wrong use at set-up throws. Numerical outcomes never do: they are a Status (status.hpp).
#pragma once

#include <stdexcept>
#include <string>

namespace nonsmooth {

/// Wrong sizes, unknown names, values out of range. The message names the object, the field, the
/// values met and the remedy.
class Error : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// A file that cannot be read or written. The message names the path, the position, what was
/// expected and what was found.
class FileError : public Error {
 public:
  using Error::Error;
};

}  // namespace nonsmooth
