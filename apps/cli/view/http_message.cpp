// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/view/http_message.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <exception>

namespace nonsmooth::cli {
namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

template <class Number>
bool parse(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size();
}

bool parse_query(std::string_view text, Query& query) {
  while (!text.empty()) {
    const std::string_view entry = text.substr(0, text.find('&'));
    text.remove_prefix(std::min(text.size(), entry.size() + 1));
    const std::size_t equals = entry.find('=');
    long number = 0;
    if (equals == std::string_view::npos || query.size() >= 8) return false;
    if (!parse(entry.substr(equals + 1), number) || number < 0) return false;
    query[std::string(entry.substr(0, equals))] = number;
  }
  return true;
}

// "GET /api/body?record=1 HTTP/1.1"
void parse_line(std::string_view line, HttpRequest& request) {
  const std::size_t first = line.find(' '), last = line.rfind(' ');
  if (first == std::string_view::npos || last == first ||
      !line.substr(last + 1).starts_with("HTTP/1.")) {
    request.refused = 400;
    return;
  }
  const std::string_view method = line.substr(0, first);
  std::string_view target = line.substr(first + 1, last - first - 1);
  request.head = method == "HEAD";
  request.keep_alive = line.substr(last + 1) == "HTTP/1.1";
  if (method != "GET" && method != "HEAD") request.refused = 405;
  const std::size_t question = target.find('?');
  if (question != std::string_view::npos &&
      !parse_query(target.substr(question + 1), request.query))
    request.refused = 400;
  request.path = target.substr(0, question);
}

// A page of another origin can make a browser ask us under a name of its own (DNS rebinding); the
// name it asked for is then not one of this machine.
bool is_this_machine(std::string_view host) {
  const std::string name = lower(host.substr(0, host.find(':')));
  return name == "127.0.0.1" || name == "localhost";
}

// "bytes=100-199" and "bytes=100-"; everything else is left out, which means the whole.
void parse_range(std::string_view text, HttpRequest& request) {
  if (!text.starts_with("bytes=")) return;
  text.remove_prefix(6);
  const std::size_t dash = text.find('-');
  HttpRequest::Range range;
  if (dash == std::string_view::npos || !parse(text.substr(0, dash), range.first)) return;
  if (dash + 1 < text.size() && !parse(text.substr(dash + 1), range.last.emplace())) return;
  request.range = range;
}

void parse_headers(std::string_view lines, HttpRequest& request) {
  bool host = false;
  while (!lines.empty()) {
    const std::string_view line = lines.substr(0, lines.find("\r\n"));
    lines.remove_prefix(std::min(lines.size(), line.size() + 2));
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) {
      request.refused = 400;
      return;
    }
    const std::string name = lower(line.substr(0, colon));
    const std::string_view value = trimmed(line.substr(colon + 1));
    if (name == "host") {
      host = true;
      if (!is_this_machine(value)) request.refused = 403;
    }
    if (name == "range") parse_range(value, request);
    if (name == "connection" && lower(value) == "close") request.keep_alive = false;
    if ((name == "content-length" && value != "0") || name == "transfer-encoding")
      request.refused = request.refused != 0 ? request.refused : 400;
  }
  if (!host && request.refused == 0) request.refused = 403;
}

const char* reason(int status) {
  switch (status) {
    case 200: return "OK";
    case 206: return "Partial Content";
    case 400: return "Bad Request";
    case 403: return "Forbidden";
    case 404: return "Not Found";
    case 405: return "Method Not Allowed";
    case 416: return "Range Not Satisfiable";
    default: return "Request Header Fields Too Large";
  }
}

struct Content {
  int status = 200;
  std::string type = "text/plain; charset=utf-8", body, extra{};
};

Content refusal(int status, const std::string& why = {}) {
  return {status, "text/plain; charset=utf-8", (why.empty() ? reason(status) : why) + "\n"};
}

Content ranged(const HttpRequest& request, const Route& route) {
  const std::uint64_t size = route.size();
  std::uint64_t first = 0, end = size;
  if (request.range) {
    first = request.range->first;
    if (first >= size) {
      Content content = refusal(416);
      content.extra = "Content-Range: bytes */" + std::to_string(size) + "\r\n";
      return content;
    }
    if (request.range->last) end = std::min(size - 1, std::max(first, *request.range->last)) + 1;
  }
  const bool whole = !request.range && size <= longest_range;
  end = std::min(end, first + longest_range);
  Content content{whole ? 200 : 206, route.type, route.read(first, end - first)};
  content.extra = "Accept-Ranges: bytes\r\n";
  if (!whole)
    content.extra += "Content-Range: bytes " + std::to_string(first) + "-" +
                     std::to_string(end - 1) + "/" + std::to_string(size) + "\r\n";
  return content;
}

Content content_of(const HttpRequest& request, const std::vector<Route>& routes) {
  if (request.refused != 0) return refusal(request.refused);
  const auto route = std::find_if(routes.begin(), routes.end(),
                                  [&](const Route& each) { return each.path == request.path; });
  if (route == routes.end()) return refusal(404);
  try {
    if (route->read) return ranged(request, *route);
    return {200, route->type, route->answer(request.query)};
  } catch (const std::exception& error) {
    return refusal(404, error.what());
  }
}

}  // namespace

std::optional<HttpRequest> take_request(std::string& bytes) {
  const std::size_t end = bytes.find("\r\n\r\n");
  if (end == std::string::npos || end > longest_request) {
    if (bytes.size() <= longest_request) return std::nullopt;
    bytes.clear();
    return HttpRequest{.refused = 431, .keep_alive = false};
  }
  const std::string head = bytes.substr(0, end);
  bytes.erase(0, end + 4);
  HttpRequest request;
  const std::size_t line = std::min(head.find("\r\n"), head.size());
  parse_line(std::string_view(head).substr(0, line), request);
  parse_headers(std::string_view(head).substr(std::min(head.size(), line + 2)), request);
  if (request.refused != 0) request.keep_alive = false;
  return request;
}

std::string answer(const HttpRequest& request, const std::vector<Route>& routes) {
  const Content content = content_of(request, routes);
  std::string text = "HTTP/1.1 " + std::to_string(content.status) + " " + reason(content.status) +
                     "\r\nContent-Type: " + content.type +
                     "\r\nContent-Length: " + std::to_string(content.body.size()) + "\r\n" +
                     content.extra +
                     "Cache-Control: no-store\r\n"
                     "X-Content-Type-Options: nosniff\r\n"
                     "Cross-Origin-Resource-Policy: same-origin\r\n"
                     "Content-Security-Policy: default-src 'none'; script-src 'self'; "
                     "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
                     "connect-src 'self'; frame-ancestors 'self'\r\n" +
                     (request.keep_alive ? "" : "Connection: close\r\n") + "\r\n";
  return request.head ? text : text + content.body;
}

}  // namespace nonsmooth::cli
