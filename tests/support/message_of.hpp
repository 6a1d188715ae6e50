// SPDX-License-Identifier: Apache-2.0
// The words of the Error an action throws, for tests of messages.
#pragma once

#include "nonsmooth/base/error.hpp"

#include <string>

namespace nonsmooth::testing {

std::string message_of(const auto& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "no exception";
}

}  // namespace nonsmooth::testing
