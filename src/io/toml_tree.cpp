// SPDX-License-Identifier: Apache-2.0
#include "io/toml_tree.hpp"

#include "nonsmooth/base/error.hpp"

#include <toml++/toml.h>

#include <algorithm>
#include <tuple>

namespace nonsmooth::io {
namespace {

int line_of(const toml::source_region& source) { return static_cast<int>(source.begin.line); }

TomlValue convert(const toml::node& node) {
  TomlValue value;
  value.line = line_of(node.source());
  if (const toml::table* table = node.as_table()) {
    value.kind = TomlValue::Kind::table;
    // the parser sorts keys by name; messages and bodies follow the file
    std::vector<std::tuple<toml::source_index, toml::source_index, const toml::key*>> order;
    for (const auto& [key, each] : *table)
      order.emplace_back(key.source().begin.line, key.source().begin.column, &key);
    std::sort(order.begin(), order.end());
    for (const auto& [line, column, key] : order)
      value.members.push_back(
          {std::string(key->str()), static_cast<int>(line), convert(*table->get(key->str()))});
  } else if (const toml::array* array = node.as_array()) {
    value.kind = TomlValue::Kind::array;
    for (const toml::node& item : *array) value.items.push_back(convert(item));
  } else if (const auto* text = node.as_string()) {
    value.kind = TomlValue::Kind::string;
    value.string = text->get();
  } else if (const auto* integer = node.as_integer()) {
    value.kind = TomlValue::Kind::integer;
    value.integer = integer->get();
    value.number = static_cast<double>(value.integer);
  } else if (const auto* number = node.as_floating_point()) {
    value.kind = TomlValue::Kind::number;
    value.number = number->get();
  } else if (const auto* boolean = node.as_boolean()) {
    value.kind = TomlValue::Kind::boolean;
    value.boolean = boolean->get();
  } else {
    value.kind = TomlValue::Kind::other;
  }
  return value;
}

}  // namespace

const TomlValue* TomlValue::find(std::string_view key) const {
  for (const TomlMember& member : members)
    if (member.key == key) return &member.value;
  return nullptr;
}

std::string_view TomlValue::kind_name() const {
  switch (kind) {
    case Kind::table: return "a table";
    case Kind::array: return "an array";
    case Kind::string: return "a string";
    case Kind::integer: return "a whole number";
    case Kind::number: return "a number";
    case Kind::boolean: return "true or false";
    case Kind::other: break;
  }
  return "a date or time";
}

TomlValue parse_toml(std::string_view text, const std::string& name) {
  try {
    const toml::table document = toml::parse(text, name);
    return convert(document);
  } catch (const toml::parse_error& error) {
    throw FileError(name + ":" + std::to_string(line_of(error.source())) + ": " +
                    std::string(error.description()));
  }
}

}  // namespace nonsmooth::io
