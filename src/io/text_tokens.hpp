// SPDX-License-Identifier: Apache-2.0
// A cursor over whitespace-separated tokens that knows where it stands. Text formats without a
// magic number are recognised by trying grammars, so a token that does not fit throws a light
// Mismatch; only the one that is finally reported pays for line and column.
#pragma once

#include "nonsmooth/base/types.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace nonsmooth::io {

/// Where a grammar stopped fitting.
struct Mismatch {
  std::size_t offset = 0;
  std::string expected, found;
};

struct Token {
  std::string_view text;
  std::size_t offset = 0;
};

class TokenCursor {
 public:
  explicit TokenCursor(std::string_view text) : text_(text) {}

  /// The next token; `expected` says what it should be in the complaint at the end of the text.
  Token next(std::string_view expected);
  /// An integer within [least, most].
  int integer(std::string_view what, int least, int most);
  /// An integer that must have exactly this value.
  void integer(std::string_view what, int value) { integer(what, value, value); }
  /// A finite number.
  double number(std::string_view what);
  /// `count` finite numbers; refuses more than the remaining text can hold before it allocates.
  Vector vector(std::int64_t count, std::string_view what);
  /// A token that must read exactly so.
  void word(std::string_view expected);
  /// The rest of the current line, without its end; the cursor moves to the next line.
  std::string_view rest_of_line();

  /// Throws unless the remaining text can hold `count` more tokens (two bytes each).
  void require(std::int64_t count, std::string_view what);
  bool at_end();
  /// How many of the tokens that follow are numbers, up to the first that is not.
  std::int64_t numbers_ahead() const;

  std::size_t offset() const { return offset_; }
  std::size_t remaining() const { return text_.size() - offset_; }

 private:
  void skip_space();

  std::string_view text_;
  std::size_t offset_ = 0;
};

/// Throws the Mismatch of a token.
[[noreturn]] void reject(const Token& token, std::string expected);
/// Whole token to number; false if it is not one (or is not finite).
bool parse_number(std::string_view text, double& value);

}  // namespace nonsmooth::io
