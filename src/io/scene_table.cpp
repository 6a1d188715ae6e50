// SPDX-License-Identifier: Apache-2.0
#include "io/scene_table.hpp"

#include "io/nearby_file.hpp"

#include "nonsmooth/base/error.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace nonsmooth::io {

namespace fs = std::filesystem;

void SceneSource::fail(int line, const std::string& complaint) const {
  throw FileError(name + ":" + std::to_string(line) + ": " + complaint);
}

std::filesystem::path SceneSource::inside(const std::string& file) const {
  return nearby_file(folder, file);
}

SceneTable::SceneTable(const SceneSource& source, const TomlValue& table, std::string what)
    : source_(source), table_(table), what_(std::move(what)) {
  if (table.kind != TomlValue::Kind::table)
    fail("expected a table, found " + std::string(table.kind_name()));
}

void SceneTable::fail(int line, const std::string& complaint) const {
  source_.fail(line, what_ + ": " + complaint);
}

const TomlValue* SceneTable::find(std::string_view key) {
  if (std::find(known_.begin(), known_.end(), key) == known_.end()) known_.push_back(key);
  return table_.find(key);
}

const TomlValue& SceneTable::require(std::string_view key) {
  const TomlValue* value = find(key);
  if (value == nullptr) fail("expected the key '" + std::string(key) + "', found none");
  return *value;
}

void SceneTable::finish() {
  for (const TomlMember& member : table_.members)
    if (std::find(known_.begin(), known_.end(), member.key) == known_.end())
      fail(member.line, unknown_name_message("key", member.key, known_));
}

// --- Numbers

double SceneTable::quantity(const TomlValue& value, std::string_view key,
                            const Dimension& dimension) const {
  const std::string field(key);
  double number = value.number;
  if (value.kind == TomlValue::Kind::string) try {
      number = parse_quantity(value.string, dimension);
    } catch (const Error& error) {
      fail(value.line, field + ": " + error.what());
    }
  else if (value.kind != TomlValue::Kind::integer && value.kind != TomlValue::Kind::number)
    fail(value.line, field + ": expected a number, found " + std::string(value.kind_name()));
  if (std::isnan(number)) fail(value.line, field + ": expected a number, found nan");
  return number;
}

double SceneTable::limit(std::string_view key, const Dimension& dimension, double standard) {
  const TomlValue* value = find(key);
  return value == nullptr ? standard : quantity(*value, key, dimension);
}

std::optional<double> SceneTable::maybe_number(std::string_view key, const Dimension& dimension) {
  const TomlValue* value = find(key);
  if (value == nullptr) return {};
  const double number = quantity(*value, key, dimension);
  if (!std::isfinite(number)) fail(value->line, std::string(key) + ": expected a finite number");
  return number;
}

double SceneTable::number(std::string_view key, const Dimension& dimension, double standard) {
  return maybe_number(key, dimension).value_or(standard);
}

double SceneTable::number(std::string_view key, const Dimension& dimension) {
  (void)require(key);
  return *maybe_number(key, dimension);
}

int SceneTable::count(std::string_view key, int standard, int min, int max) {
  const TomlValue* value = find(key);
  if (value == nullptr) return standard;
  if (value->kind != TomlValue::Kind::integer || value->integer < min || value->integer > max)
    fail(value->line,
         std::string(key) + ": expected a whole number from " + std::to_string(min) + " to " +
             std::to_string(max) + ", found " +
             (value->kind == TomlValue::Kind::integer ? std::to_string(value->integer)
                                                      : std::string(value->kind_name())));
  return static_cast<int>(value->integer);
}

bool SceneTable::flag(std::string_view key, bool standard) {
  const TomlValue* value = find(key);
  if (value == nullptr) return standard;
  if (value->kind != TomlValue::Kind::boolean)
    fail(value->line,
         std::string(key) + ": expected true or false, found " + std::string(value->kind_name()));
  return value->boolean;
}

// --- Texts

std::string SceneTable::text(std::string_view key) {
  const TomlValue& value = require(key);
  if (value.kind != TomlValue::Kind::string)
    fail(value.line,
         std::string(key) + ": expected a string, found " + std::string(value.kind_name()));
  return value.string;
}

std::string SceneTable::text(std::string_view key, const std::string& standard) {
  return has(key) ? text(key) : standard;
}

int SceneTable::choice(std::string_view key, std::span<const std::string_view> names,
                       std::optional<int> standard) {
  if (standard && !has(key)) return *standard;
  const std::string word = text(key);
  const auto found = std::find(names.begin(), names.end(), word);
  if (found == names.end()) fail(require(key).line, unknown_name_message(key, word, names));
  return static_cast<int>(found - names.begin());
}

// Options of solvers are set from texts, as on the command line; times may carry a unit.
std::string SceneTable::plain_text(const TomlValue& value, std::string_view key) const {
  if (value.kind == TomlValue::Kind::boolean) return value.boolean ? "true" : "false";
  if (value.kind == TomlValue::Kind::integer) return std::to_string(value.integer);
  double number = value.number;
  if (value.kind == TomlValue::Kind::string) {
    const bool digit = !value.string.empty() && (std::isdigit(value.string[0]) != 0);
    if (!digit) return value.string;
    number = quantity(value, key, dimension::time);
  } else if (value.kind != TomlValue::Kind::number) {
    fail(value.line,
         std::string(key) + ": expected a value, found " + std::string(value.kind_name()));
  }
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, number).ptr};
}

// --- Vectors

const std::vector<TomlValue>& SceneTable::array(const TomlValue& value, std::string_view key,
                                                const char* expected) const {
  if (value.kind != TomlValue::Kind::array)
    fail(value.line,
         std::string(key) + ": expected " + expected + ", found " + std::string(value.kind_name()));
  return value.items;
}

std::optional<Vec<3>> SceneTable::maybe_vector(std::string_view key, const Dimension& dimension) {
  const TomlValue* value = find(key);
  if (value == nullptr) return {};
  const auto& items = array(*value, key, "three numbers");
  if (items.size() != 3 && items.size() != 2)
    fail(value->line, std::string(key) + ": expected three numbers (two in a plane), found " +
                          std::to_string(items.size()));
  Vec<3> vector = Vec<3>::Zero();
  for (std::size_t i = 0; i < items.size(); ++i)
    vector[static_cast<Eigen::Index>(i)] = quantity(items[i], key, dimension);
  if (!vector.allFinite()) fail(value->line, std::string(key) + ": expected finite numbers");
  return vector;
}

Vec<3> SceneTable::vector(std::string_view key, const Dimension& dimension,
                          const Vec<3>& standard) {
  return maybe_vector(key, dimension).value_or(standard);
}

Vec<4> SceneTable::orientation(std::string_view key) {
  const TomlValue* value = find(key);
  if (value == nullptr) return {1, 0, 0, 0};
  if (value->kind == TomlValue::Kind::array) {
    if (value->items.size() != 4)
      fail(value->line, std::string(key) +
                            ": expected a quaternion [w, x, y, z], { axis, angle } or "
                            "{ euler_degrees }, found an array of " +
                            std::to_string(value->items.size()));
    Vec<4> quaternion;
    for (std::size_t i = 0; i < 4; ++i)
      quaternion[static_cast<Eigen::Index>(i)] = quantity(value->items[i], key, dimension::none);
    if (!quaternion.allFinite() || quaternion.norm() < 1e-12)
      fail(value->line, std::string(key) + ": expected a quaternion that is not zero");
    return quaternion.normalized();
  }
  SceneTable table(source_, *value, what_ + ", " + std::string(key));
  Eigen::Quaterniond turned = Eigen::Quaterniond::Identity();
  const auto axis = table.maybe_vector("axis", dimension::none);
  const auto angle = table.maybe_number("angle", dimension::angle);
  const auto euler = table.maybe_vector("euler_degrees", dimension::none);
  table.finish();
  if (euler.has_value() == (axis && angle) || axis.has_value() != angle.has_value())
    table.fail("expected either axis and angle, or euler_degrees");
  if (axis) {
    if (axis->norm() < 1e-12) table.fail("axis: expected a direction, found zero");
    turned = Eigen::AngleAxisd(*angle, axis->normalized());
  } else {
    const Vec<3> angles = *euler * (3.14159265358979323846 / 180.0);
    turned = Eigen::AngleAxisd(angles[2], Vec<3>::UnitZ()) *
             Eigen::AngleAxisd(angles[1], Vec<3>::UnitY()) *
             Eigen::AngleAxisd(angles[0], Vec<3>::UnitX());
  }
  return {turned.w(), turned.x(), turned.y(), turned.z()};
}

Matrix SceneTable::points(std::string_view key, int columns, const Dimension& dimension) {
  const TomlValue& value = require(key);
  const auto& items = array(value, key, "a list of points");
  Matrix points(columns, static_cast<Eigen::Index>(items.size()));
  for (std::size_t i = 0; i < items.size(); ++i) {
    const auto& point = array(items[i], key, "a point");
    if (point.size() != static_cast<std::size_t>(columns))
      fail(items[i].line, std::string(key) + ": expected " + std::to_string(columns) +
                              " numbers in entry " + std::to_string(i + 1) + ", found " +
                              std::to_string(point.size()));
    for (std::size_t k = 0; k < point.size(); ++k)
      points(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(i)) =
          quantity(point[k], key, dimension);
  }
  if (!points.allFinite()) fail(value.line, std::string(key) + ": expected finite numbers");
  return points;
}

// --- Formulas

Formula SceneTable::formula_of(const TomlValue& value, std::string_view key,
                               std::span<const std::string_view> variables) const {
  std::string text = value.string;
  if (value.kind == TomlValue::Kind::integer || value.kind == TomlValue::Kind::number) {
    char digits[32];
    text = {digits, std::to_chars(digits, digits + sizeof digits, value.number).ptr};
  } else if (value.kind != TomlValue::Kind::string) {
    fail(value.line,
         std::string(key) + ": expected a formula, found " + std::string(value.kind_name()));
  }
  try {
    return {text, variables};
  } catch (const Error& error) {
    fail(value.line, std::string(key) + ": " + error.what());
  }
}

Formula SceneTable::formula(std::string_view key, std::span<const std::string_view> variables) {
  return formula_of(require(key), key, variables);
}

std::vector<Formula> SceneTable::formulas(std::string_view key,
                                          std::span<const std::string_view> variables) {
  const TomlValue& value = require(key);
  const auto& items = array(value, key, "three formulas");
  if (items.size() != 3)
    fail(value.line,
         std::string(key) + ": expected three formulas, found " + std::to_string(items.size()));
  std::vector<Formula> result;
  for (const TomlValue& item : items) result.push_back(formula_of(item, key, variables));
  return result;
}

}  // namespace nonsmooth::io
