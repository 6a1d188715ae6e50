// SPDX-License-Identifier: Apache-2.0
// One JSON object per line, for whatever reads the output.
#pragma once

#include <nlohmann/json.hpp>

#include <cstdio>

namespace nonsmooth::cli {

using Json = nlohmann::ordered_json;

/// File names and titles may come in any encoding; what is not UTF-8 becomes U+FFFD.
inline void print_line(const Json& object) {
  std::printf("%s\n", object.dump(-1, ' ', false, Json::error_handler_t::replace).c_str());
}

}  // namespace nonsmooth::cli
