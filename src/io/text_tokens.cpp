// SPDX-License-Identifier: Apache-2.0
#include "io/text_tokens.hpp"

#include "io/diagnose.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <system_error>
#include <utility>

namespace nonsmooth::io {
namespace {

constexpr std::string_view space = " \t\r\n\f\v";

std::string_view without_plus(std::string_view text) {
  const bool signed_twice = text.size() > 1 && (text[1] == '-' || text[1] == '+');
  return !text.empty() && text[0] == '+' && !signed_twice ? text.substr(1) : text;
}

}  // namespace

void reject(const Token& token, std::string expected) {
  throw Mismatch{token.offset, std::move(expected), excerpt(token.text)};
}

bool parse_number(std::string_view text, double& value) {
  const std::string_view digits = without_plus(text);
  const char* end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, value);
  if (stop != end || error == std::errc::invalid_argument) return false;
  // from_chars calls underflow out of range too; that is a harmless zero
  if (error == std::errc::result_out_of_range)
    value = std::strtod(std::string(digits).c_str(), nullptr);
  return std::isfinite(value);
}

void TokenCursor::skip_space() {
  const std::size_t found = text_.find_first_not_of(space, offset_);
  offset_ = found == std::string_view::npos ? text_.size() : found;
}

bool TokenCursor::at_end() {
  skip_space();
  return offset_ == text_.size();
}

Token TokenCursor::next(std::string_view expected) {
  if (at_end()) throw Mismatch{offset_, std::string(expected), "the end of the file"};
  const std::size_t end = std::min(text_.find_first_of(space, offset_), text_.size());
  const Token token{text_.substr(offset_, end - offset_), offset_};
  offset_ = end;
  return token;
}

int TokenCursor::integer(std::string_view what, int least, int most) {
  const Token token = next(what);
  const std::string_view digits = without_plus(token.text);
  const char* end = digits.data() + digits.size();
  std::int64_t value = 0;
  const auto [stop, error] = std::from_chars(digits.data(), end, value);
  if (stop == end && error == std::errc() && value >= least && value <= most)
    return static_cast<int>(value);
  const std::string range =
      least == most ? std::to_string(least)
                    : "an integer from " + std::to_string(least) + " to " + std::to_string(most);
  reject(token, std::string(what) + " (" + range + ")");
}

double TokenCursor::number(std::string_view what) {
  const Token token = next(what);
  double value = 0.0;
  if (!parse_number(token.text, value)) reject(token, std::string(what) + " (a finite number)");
  return value;
}

Vector TokenCursor::vector(std::int64_t count, std::string_view what) {
  require(count, what);
  Vector values(count);
  for (double& value : values) value = number(what);
  return values;
}

void TokenCursor::word(std::string_view expected) {
  const std::string quoted = excerpt(expected);
  if (const Token token = next(quoted); token.text != expected) reject(token, quoted);
}

std::string_view TokenCursor::rest_of_line() {
  const std::size_t end = std::min(text_.find('\n', offset_), text_.size());
  const std::string_view line = text_.substr(offset_, end - offset_);
  offset_ = std::min(end + 1, text_.size());
  return line;
}

void TokenCursor::require(std::int64_t count, std::string_view what) {
  const auto most = static_cast<std::int64_t>(remaining() / 2 + 1);
  if (count <= most) return;
  throw Mismatch{offset_, std::to_string(count) + " numbers (" + std::string(what) + ")",
                 "only " + std::to_string(remaining()) + " more bytes of text"};
}

std::int64_t TokenCursor::numbers_ahead() const {
  TokenCursor ahead = *this;
  std::int64_t count = 0;
  for (double ignored = 0.0; !ahead.at_end(); ++count)
    if (!parse_number(ahead.next("").text, ignored)) break;
  return count;
}

}  // namespace nonsmooth::io
