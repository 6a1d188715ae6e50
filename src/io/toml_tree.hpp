// SPDX-License-Identifier: Apache-2.0
// A TOML document as plain values with positions, so that one .cpp file pays for the parser.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace nonsmooth::io {

struct TomlMember;

struct TomlValue {
  enum class Kind { table, array, string, integer, number, boolean, other };

  Kind kind = Kind::table;
  int line = 0;
  std::string string{};
  std::int64_t integer = 0;
  double number = 0.0;  ///< of integers too
  bool boolean = false;
  std::vector<TomlValue> items{};
  std::vector<TomlMember> members{};  ///< in the order of the file

  const TomlValue* find(std::string_view key) const;
  /// "a string", "a table", ... for messages
  std::string_view kind_name() const;
};

struct TomlMember {
  std::string key;
  int line = 0;
  TomlValue value;
};

/// Throws FileError with the line of the first mistake; `name` stands for the path.
TomlValue parse_toml(std::string_view text, const std::string& name);

}  // namespace nonsmooth::io
