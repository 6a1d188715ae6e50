// SPDX-License-Identifier: Apache-2.0
// What of HTTP/1.1 (RFC 9112, ranges RFC 9110 section 14) the viewer needs: requests without a body
// in, answers with a length out.
#pragma once

#include "apps/cli/view/http_server.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace nonsmooth::cli {

struct HttpRequest {
  int refused = 0;  ///< status to refuse with, 0 if it is sound
  std::string path{};
  Query query{};
  bool head = false;  ///< no body is wanted
  bool keep_alive = true;
  struct Range {
    std::uint64_t first = 0;
    std::optional<std::uint64_t> last;  ///< inclusive; open without
  };
  std::optional<Range> range{};
};

inline constexpr std::size_t longest_request = 8192;       ///< bytes of line and headers
inline constexpr std::uint64_t longest_range = 32u << 20;  ///< bytes per answer; more is cut short

/// Takes the first whole request off the front of `bytes`; none while it is incomplete.
std::optional<HttpRequest> take_request(std::string& bytes);
/// The whole answer, header and body.
std::string answer(const HttpRequest& request, const std::vector<Route>& routes);

}  // namespace nonsmooth::cli
