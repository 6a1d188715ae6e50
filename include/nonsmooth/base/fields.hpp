// SPDX-License-Identifier: Apache-2.0
// One table of fields per options struct. Validation messages, command-line flags, JSON keys and
// documentation are all derived from it, so that a name is written once.
//
//   struct Lemke {
//     double tolerance = 1e-10;
//     static constexpr auto fields() {
//       return Fields{field("tolerance", &Lemke::tolerance, "...", 0.0, 1.0)};
//     }
//   };
#pragma once

#include "nonsmooth/base/error.hpp"
#include "nonsmooth/base/types.hpp"

#include <cmath>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace nonsmooth {

template <class Owner, class Value>
struct Field {
  std::string_view name;
  Value Owner::*member;
  std::string_view doc;
  double min, max;  ///< inclusive bounds of numbers
};

template <class Owner, class Value>
constexpr Field<Owner, Value> field(std::string_view name, Value Owner::*member,
                                    std::string_view doc, double min = -infinity,
                                    double max = infinity) {
  return {name, member, doc, min, max};
}

namespace detail {
template <std::size_t Index, class Each>
struct FieldAt {
  Each field;
};
template <class Indices, class... Each>
struct FieldList;
template <std::size_t... Index, class... Each>
struct FieldList<std::index_sequence<Index...>, Each...> : FieldAt<Index, Each>... {};
}  // namespace detail

/// A table: what std::tuple is, without constructors to choose from. Nearly every file of the
/// project reads dozens of them, and their tuples took a compiler longer than all the rest.
template <class... Each>
class Fields : detail::FieldList<std::index_sequence_for<Each...>, Each...> {
 public:
  constexpr Fields(const Each&... each)
      : detail::FieldList<std::index_sequence_for<Each...>, Each...>{{each}...} {}

  /// visit(field, field, ...)
  template <class Visit>
  constexpr decltype(auto) apply(Visit&& visit) const {
    return apply(visit, std::index_sequence_for<Each...>{});
  }

 private:
  template <class Visit, std::size_t... Index>
  constexpr decltype(auto) apply(Visit& visit, std::index_sequence<Index...>) const {
    return visit(static_cast<const detail::FieldAt<Index, Each>&>(*this).field...);
  }
};

template <class... First, class... Second>
constexpr Fields<First..., Second...> join(const Fields<First...>& first,
                                           const Fields<Second...>& second) {
  return first.apply([&](const auto&... a) {
    return second.apply([&](const auto&... b) { return Fields<First..., Second...>(a..., b...); });
  });
}

template <class Options>
concept HasFields = requires {
  Options::fields();
};

/// Calls `visit(field)` for every field in order of declaration.
template <HasFields Options, class Visit>
constexpr void for_each_field(Visit&& visit) {
  Options::fields().apply([&](const auto&... each) { (visit(each), ...); });
}

/// The candidate with the smallest edit distance to `word`; empty if nothing is near.
std::string_view nearest_name(std::string_view word, std::span<const std::string_view> candidates);

/// "unknown <what> 'word'; did you mean 'near'? (known: a, b, c)"
std::string unknown_name_message(std::string_view what, std::string_view word,
                                 std::span<const std::string_view> candidates);

/// Text to value; throws Error naming the field and the text. An enumeration E takes part by
/// offering `enum_names(E)` (found by argument-dependent lookup): its names in order of value.
double parse_double(std::string_view field, std::string_view text);
int parse_int(std::string_view field, std::string_view text);
bool parse_bool(std::string_view field, std::string_view text);
int parse_choice(std::string_view field, std::string_view text,
                 std::span<const std::string_view> names);

namespace detail {
std::string out_of_range_message(std::string_view field, double value, double min, double max);

template <class Value>
Value parse_field(std::string_view field, std::string_view text) {
  if constexpr (std::is_enum_v<Value>)
    return static_cast<Value>(parse_choice(field, text, enum_names(Value{})));
  else if constexpr (std::is_same_v<Value, bool>)
    return parse_bool(field, text);
  else if constexpr (std::is_integral_v<Value>)
    return parse_int(field, text);
  else
    return parse_double(field, text);
}
}  // namespace detail

/// Every complaint about the values at once; empty when all are within their bounds.
template <HasFields Options>
std::vector<std::string> validate(const Options& options) {
  std::vector<std::string> complaints;
  for_each_field<Options>([&](const auto& f) {
    using Value = std::decay_t<decltype(options.*f.member)>;
    if constexpr (std::is_arithmetic_v<Value> && !std::is_same_v<Value, bool>) {
      const double value = static_cast<double>(options.*f.member);
      if (!(value >= f.min && value <= f.max))
        complaints.push_back(detail::out_of_range_message(f.name, value, f.min, f.max));
    }
  });
  return complaints;
}

template <HasFields Options>
std::vector<std::string_view> field_names() {
  std::vector<std::string_view> names;
  for_each_field<Options>([&](const auto& f) { names.push_back(f.name); });
  return names;
}

/// Sets one field from text. An unknown name throws an Error that names the nearest known one.
template <HasFields Options>
void set_field(Options& options, std::string_view name, std::string_view text) {
  bool known = false;
  for_each_field<Options>([&](const auto& f) {
    if (f.name != name) return;
    known = true;
    using Value = std::decay_t<decltype(options.*f.member)>;
    const Value value = detail::parse_field<Value>(f.name, text);
    if constexpr (std::is_arithmetic_v<Value> && !std::is_same_v<Value, bool>) {
      const double number = static_cast<double>(value);
      if (!(number >= f.min && number <= f.max))
        throw Error(detail::out_of_range_message(f.name, number, f.min, f.max));
    }
    options.*f.member = value;
  });
  if (!known) {
    const auto names = field_names<Options>();
    throw Error(unknown_name_message("option", name, names));
  }
}

}  // namespace nonsmooth
