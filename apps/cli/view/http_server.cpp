// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/view/http_server.hpp"

#include "apps/cli/view/http_message.hpp"
#include "nonsmooth/base/error.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>

namespace nonsmooth::cli {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t most_connections = 64;
constexpr auto time_to_ask = std::chrono::seconds(10);   // for a request that has begun
constexpr auto time_to_take = std::chrono::seconds(20);  // without a byte being taken
constexpr auto time_to_wait = std::chrono::seconds(60);  // between requests

struct Connection {
  int socket = -1;
  std::string in, out;
  std::size_t sent = 0;
  bool last = false;  // close when everything is out
  Clock::time_point deadline = Clock::now() + time_to_ask;

  bool sending() const { return sent < out.size(); }
};

// False when the other side is gone.
bool receive(Connection& c) {
  char buffer[4096];
  const ssize_t count = recv(c.socket, buffer, sizeof buffer, 0);
  if (count == 0) return false;
  if (count < 0) return errno == EAGAIN || errno == EINTR;
  if (c.in.empty()) c.deadline = Clock::now() + time_to_ask;
  c.in.append(buffer, static_cast<std::size_t>(count));
  return true;
}

bool send_more(Connection& c) {
  // a client that went away is an answer of send, not a signal that ends the program
  const ssize_t count = send(c.socket, c.out.data() + c.sent, c.out.size() - c.sent, MSG_NOSIGNAL);
  if (count < 0) return errno == EAGAIN || errno == EINTR;
  c.sent += static_cast<std::size_t>(count);
  c.deadline = Clock::now() + time_to_take;
  if (c.sending()) return true;
  c.out.clear();
  c.sent = 0;
  c.deadline = Clock::now() + time_to_wait;
  return !c.last;
}

int listen_on(int port) {
  const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (socket < 0) throw Error(std::string("view: no socket: ") + std::strerror(errno));
  const int yes = 1;
  setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
      listen(socket, 64) != 0) {
    const std::string why = std::strerror(errno);
    close(socket);
    throw Error("view: cannot listen on 127.0.0.1, port " + std::to_string(port) + ": " + why +
                "; leave --port away for any that is free");
  }
  return socket;
}

}  // namespace

struct HttpServer::Loop {
  int listener = -1;
  std::vector<Route> routes;
  std::vector<Connection> connections;

  void accept_new();
  bool advance(Connection& c, short events);
};

void HttpServer::Loop::accept_new() {
  for (;;) {
    const int socket = accept4(listener, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (socket < 0) return;
    const int yes = 1;
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    if (connections.size() >= most_connections) {
      // whoever has kept us waiting longest makes room
      const auto oldest = std::min_element(
          connections.begin(), connections.end(),
          [](const Connection& a, const Connection& b) { return a.deadline < b.deadline; });
      close(oldest->socket);
      connections.erase(oldest);
    }
    connections.emplace_back().socket = socket;
  }
}

// False when the connection is done with.
bool HttpServer::Loop::advance(Connection& c, short events) {
  if ((events & (POLLERR | POLLNVAL)) != 0) return false;
  if ((events & (POLLIN | POLLHUP)) != 0 && !c.sending() && !receive(c)) return false;
  while (!c.sending()) {
    const std::optional<HttpRequest> request = take_request(c.in);
    if (!request) break;
    c.out = answer(*request, routes);
    c.last = !request->keep_alive;
    if (!send_more(c)) return false;
  }
  if ((events & POLLOUT) != 0 && c.sending() && !send_more(c)) return false;
  return Clock::now() < c.deadline;
}

HttpServer::HttpServer(int port, std::vector<Route> routes) : loop_(std::make_unique<Loop>()) {
  loop_->listener = listen_on(port);
  loop_->routes = std::move(routes);
}

HttpServer::~HttpServer() {
  for (const Connection& c : loop_->connections) close(c.socket);
  close(loop_->listener);
}

int HttpServer::port() const {
  sockaddr_in address{};
  socklen_t length = sizeof address;
  getsockname(loop_->listener, reinterpret_cast<sockaddr*>(&address), &length);
  return ntohs(address.sin_port);
}

void HttpServer::serve(const std::function<bool()>& stop) {
  Loop& loop = *loop_;
  std::vector<pollfd> waiting;
  while (!stop()) {
    waiting.assign(1, {loop.listener, POLLIN, 0});
    for (const Connection& c : loop.connections)
      waiting.push_back({c.socket, static_cast<short>(c.sending() ? POLLOUT : POLLIN), 0});
    if (poll(waiting.data(), waiting.size(), 250) < 0) continue;  // a signal; `stop` knows
    std::vector<Connection> kept;
    for (std::size_t i = 0; i < loop.connections.size(); ++i)
      if (loop.advance(loop.connections[i], waiting[i + 1].revents))
        kept.push_back(std::move(loop.connections[i]));
      else
        close(loop.connections[i].socket);
    loop.connections = std::move(kept);
    if ((waiting[0].revents & POLLIN) != 0) loop.accept_new();
  }
}

}  // namespace nonsmooth::cli
