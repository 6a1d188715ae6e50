// SPDX-License-Identifier: Apache-2.0
// A table of a scene file being read. Every question makes its key a known one; `finish` complains
// about the keys nobody asked for and names the nearest. Messages begin with "file:line: ".
#pragma once

#include "io/formula.hpp"
#include "io/toml_tree.hpp"
#include "io/units.hpp"
#include "nonsmooth/base/fields.hpp"
#include "nonsmooth/base/types.hpp"

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace nonsmooth::io {

/// What all tables of one file share.
struct SceneSource {
  std::string name;              ///< of the file, for messages
  std::filesystem::path folder;  ///< other files are looked for here; empty: there are none

  [[noreturn]] void fail(int line, const std::string& complaint) const;
  /// A file named in the scene. Throws Error if it lies outside the folder.
  std::filesystem::path inside(const std::string& file) const;
};

class SceneTable {
 public:
  /// `what` is the table in words: "body 'floor'", "[run]".
  SceneTable(const SceneSource& source, const TomlValue& table, std::string what);

  const TomlValue* find(std::string_view key);  ///< null if absent; the key is known from now on
  bool has(std::string_view key) { return find(key) != nullptr; }
  const TomlValue& require(std::string_view key);

  double number(std::string_view key, const Dimension& dimension, double standard);
  double number(std::string_view key, const Dimension& dimension);  ///< required
  std::optional<double> maybe_number(std::string_view key, const Dimension& dimension);
  /// May be infinite.
  double limit(std::string_view key, const Dimension& dimension, double standard);
  int count(std::string_view key, int standard, int min, int max);
  bool flag(std::string_view key, bool standard);
  std::string text(std::string_view key, const std::string& standard);
  std::string text(std::string_view key);  ///< required
  int choice(std::string_view key, std::span<const std::string_view> names,
             std::optional<int> standard);
  template <class Enum>
  Enum choice(std::string_view key, Enum standard) {
    return static_cast<Enum>(choice(key, enum_names(Enum{}), static_cast<int>(standard)));
  }
  /// Three numbers, or two and z = 0.
  Vec<3> vector(std::string_view key, const Dimension& dimension, const Vec<3>& standard);
  std::optional<Vec<3>> maybe_vector(std::string_view key, const Dimension& dimension);
  /// Axis and angle, euler_degrees or a quaternion; as (w, x, y, z).
  Vec<4> orientation(std::string_view key);
  /// Three formulas (or numbers).
  std::vector<Formula> formulas(std::string_view key, std::span<const std::string_view> variables);
  Formula formula(std::string_view key, std::span<const std::string_view> variables);
  /// A list of points with `columns` numbers each.
  Matrix points(std::string_view key, int columns, const Dimension& dimension);

  /// Sets the fields of an options struct from keys of the same names.
  template <class Options>
  void fields(Options& options) {
    for_each_field<Options>([&](const auto& field) {
      const TomlValue* value = find(field.name);
      if (value == nullptr) return;
      try {
        set_field(options, field.name, plain_text(*value, field.name));
      } catch (const Error& error) {
        fail(value->line, error.what());
      }
    });
  }

  /// Throws for keys that were never asked for.
  void finish();
  [[noreturn]] void fail(int line, const std::string& complaint) const;
  [[noreturn]] void fail(const std::string& complaint) const { fail(line(), complaint); }
  int line() const { return table_.line; }
  const SceneSource& source() const { return source_; }
  const std::string& what() const { return what_; }

  /// A number, with its unit or without.
  double quantity(const TomlValue& value, std::string_view key, const Dimension& dimension) const;

 private:
  const std::vector<TomlValue>& array(const TomlValue& value, std::string_view key,
                                      const char* expected) const;
  std::string plain_text(const TomlValue& value, std::string_view key) const;
  Formula formula_of(const TomlValue& value, std::string_view key,
                     std::span<const std::string_view> variables) const;

  const SceneSource& source_;
  const TomlValue& table_;
  std::string what_;
  std::vector<std::string_view> known_;
};

}  // namespace nonsmooth::io
