// SPDX-License-Identifier: Apache-2.0
// The lines of a netlist: comments gone, continuations joined, included files put in, lower case.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nonsmooth::io {

struct NetlistLine {
  std::string file;
  int number = 0;
  std::string text;

  /// Throws FileError "file:line: 'token': problem".
  [[noreturn]] void fail(std::string_view token, const std::string& problem) const;
};

struct NetlistText {
  std::string title;
  std::vector<NetlistLine> lines;
};

/// `folder` is where includes are looked for; none refuses them.
NetlistText netlist_lines(std::string_view text, const std::string& name,
                          const std::optional<std::filesystem::path>& folder);

/// Words between spaces, commas and parentheses; "=" is a word, {..} and '..' are one, and v(..),
/// i(..), p(..) too where `calls` is set.
std::vector<std::string> netlist_words(const NetlistLine& line, bool calls = false);

}  // namespace nonsmooth::io
