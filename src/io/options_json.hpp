// SPDX-License-Identifier: Apache-2.0
// Options structs as JSON objects, by their field tables.
#pragma once

#include "nonsmooth/base/fields.hpp"
#include "nonsmooth/solvers.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <type_traits>
#include <variant>

namespace nonsmooth::io {

template <class Options>
nlohmann::ordered_json options_json(const Options& options) {
  auto object = nlohmann::ordered_json::object();
  if constexpr (HasFields<Options>)
    for_each_field<Options>([&](const auto& field) {
      using Value = std::decay_t<decltype(options.*field.member)>;
      const std::string key(field.name);
      if constexpr (std::is_enum_v<Value>)
        object[key] =
            std::string(enum_names(Value{})[static_cast<std::size_t>(options.*field.member)]);
      else
        object[key] = options.*field.member;
    });
  return object;
}

inline nlohmann::ordered_json solver_json(const Solver& solver) {
  return std::visit(
      [&](const auto& options) -> nlohmann::ordered_json {
        return {{"name", std::string(name(solver))}, {"options", options_json(options)}};
      },
      solver);
}

}  // namespace nonsmooth::io
