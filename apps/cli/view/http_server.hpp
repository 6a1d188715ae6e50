// SPDX-License-Identifier: Apache-2.0
// A web server for one reader on the same machine: it listens on 127.0.0.1 only, answers GET and
// HEAD only, and knows a fixed table of paths. No path ever becomes the name of a file, so there is
// nothing to traverse. One thread waits for all connections at once (poll): clients that are slow
// or vanish cost a slot until their time is over, never a thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace nonsmooth::cli {

/// Whole numbers after the question mark: /api/body?record=3&body=7.
using Query = std::map<std::string, long>;

/// One path. Either `answer` gives all of it, or `size` and `read` give the bytes of a file that
/// exists in memory only, whole or by ranges. An exception becomes 404 with its message.
struct Route {
  std::string path, type;
  std::function<std::string(const Query&)> answer{};
  std::function<std::uint64_t()> size{};
  std::function<std::string(std::uint64_t first, std::uint64_t count)> read{};
};

class HttpServer {
 public:
  /// Port 0 takes any that is free. Throws Error if the port is taken.
  HttpServer(int port, std::vector<Route> routes);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  int port() const;
  /// Returns within half a second after `stop` became true.
  void serve(const std::function<bool()>& stop);

 private:
  struct Loop;
  std::unique_ptr<Loop> loop_;
};

}  // namespace nonsmooth::cli
