// SPDX-License-Identifier: Apache-2.0
#include "io/units.hpp"

#include "nonsmooth/base/error.hpp"
#include "nonsmooth/base/fields.hpp"

#include <charconv>
#include <cmath>
#include <vector>

namespace nonsmooth::io {
namespace {

struct Unit {
  std::string_view name;
  double factor;  // to SI
  Dimension dimension;
};

constexpr double pi = 3.14159265358979323846;
constexpr Unit units[] = {
    {"m", 1.0, dimension::length},
    {"km", 1e3, dimension::length},
    {"cm", 1e-2, dimension::length},
    {"mm", 1e-3, dimension::length},
    {"um", 1e-6, dimension::length},
    {"in", 0.0254, dimension::length},
    {"ft", 0.3048, dimension::length},
    {"kg", 1.0, dimension::mass},
    {"g", 1e-3, dimension::mass},
    {"mg", 1e-6, dimension::mass},
    {"t", 1e3, dimension::mass},
    {"lb", 0.45359237, dimension::mass},
    {"s", 1.0, dimension::time},
    {"ms", 1e-3, dimension::time},
    {"us", 1e-6, dimension::time},
    {"min", 60.0, dimension::time},
    {"h", 3600.0, dimension::time},
    {"Hz", 1.0, {0, 0, -1, 0}},
    {"rad", 1.0, dimension::angle},
    {"deg", pi / 180.0, dimension::angle},
    {"turn", 2.0 * pi, dimension::angle},
    {"rpm", 2.0 * pi / 60.0, dimension::angular_speed},
    {"N", 1.0, dimension::force},
    {"kN", 1e3, dimension::force},
    {"MN", 1e6, dimension::force},
    {"Pa", 1.0, {-1, 1, -2, 0}},
    {"kPa", 1e3, {-1, 1, -2, 0}},
    {"MPa", 1e6, {-1, 1, -2, 0}},
    {"GPa", 1e9, {-1, 1, -2, 0}},
    {"J", 1.0, dimension::torque},
    {"l", 1e-3, {3, 0, 0, 0}},
    {"%", 1e-2, dimension::none},
    {"1", 1.0, dimension::none},
};

const Unit& unit_named(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Unit& unit : units) {
    if (unit.name == name) return unit;
    names.push_back(unit.name);
  }
  throw Error(unknown_name_message("unit", name, names));
}

bool is_space(char c) { return c == ' ' || c == '\t'; }

// Products of units: "kN m/rad", "kg*m^2". Everything behind a slash up to the next product sign or
// space divides.
struct UnitCursor {
  std::string_view rest;
  double factor = 1.0;
  Dimension dimension{};

  void skip_space() {
    while (!rest.empty() && is_space(rest.front())) rest.remove_prefix(1);
  }
  int exponent() {
    if (rest.empty() || rest.front() != '^') return 1;
    rest.remove_prefix(1);
    int power = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), power);
    if (error != std::errc{} || std::abs(power) > 9)
      throw Error("expected a small whole number behind '^', found '" + std::string(rest) + "'");
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
    return power;
  }
  void one(int sign) {
    const std::size_t length = rest.find_first_of("^*/ \t");
    const Unit& unit = unit_named(rest.substr(0, length));
    rest.remove_prefix(std::min(length, rest.size()));
    const int power = sign * exponent();
    factor *= std::pow(unit.factor, power);
    dimension.length += power * unit.dimension.length;
    dimension.mass += power * unit.dimension.mass;
    dimension.time += power * unit.dimension.time;
    dimension.angle += power * unit.dimension.angle;
  }
  void all() {
    int sign = 1;
    for (skip_space(); !rest.empty(); skip_space()) {
      one(sign);
      skip_space();
      sign = !rest.empty() && rest.front() == '/' ? -1 : 1;
      if (!rest.empty() && (rest.front() == '/' || rest.front() == '*')) {
        rest.remove_prefix(1);
        skip_space();
        if (rest.empty()) throw Error("expected a unit behind the last '/' or '*'");
      }
    }
  }
};

}  // namespace

std::string unit_text(const Dimension& dimension) {
  std::string text;
  const auto add = [&](const char* name, int power) {
    if (power == 0) return;
    text += (text.empty() ? "" : " ") + std::string(name);
    if (power != 1) text += "^" + std::to_string(power);
  };
  add("kg", dimension.mass);
  add("m", dimension.length);
  add("s", dimension.time);
  add("rad", dimension.angle);
  return text.empty() ? "1" : text;
}

double parse_quantity(std::string_view text, const Dimension& expected) {
  UnitCursor cursor{text};
  cursor.skip_space();
  if (!cursor.rest.empty() && cursor.rest.front() == '+') cursor.rest.remove_prefix(1);
  double value = 0.0;
  const char* begin = cursor.rest.data();
  const auto [end, error] = std::from_chars(begin, begin + cursor.rest.size(), value);
  const std::string found = ", found '" + std::string(text) + "'";
  if (error != std::errc{}) throw Error("expected a number with a unit" + found);
  cursor.rest.remove_prefix(static_cast<std::size_t>(end - begin));
  cursor.skip_space();
  if (cursor.rest.empty()) return value;
  cursor.all();
  Dimension wanted = expected;
  if (cursor.dimension.angle == 0) wanted.angle = 0;
  if (!(cursor.dimension == wanted))
    throw Error("expected a unit like " + unit_text(expected) + found);
  return value * cursor.factor;
}

}  // namespace nonsmooth::io
