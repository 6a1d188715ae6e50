// SPDX-License-Identifier: Apache-2.0
#include "nonsmooth/base/fields.hpp"

#include <algorithm>
#include <charconv>
#include <cstdio>

namespace nonsmooth {
namespace {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  // Levenshtein, one row at a time
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substituted = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, substituted});
    }
  }
  return row[b.size()];
}

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", value);
  return text;
}

template <class Number>
Number parse_number(std::string_view field, std::string_view text, const char* what) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size())
    throw Error(std::string(field) + ": expected " + what + ", found '" + std::string(text) + "'");
  return value;
}

}  // namespace

std::string_view nearest_name(std::string_view word,
                              std::span<const std::string_view> candidates) {
  // part of a longer name: "newton" means "semismooth_newton"
  if (word.size() >= 3)
    for (const std::string_view candidate : candidates)
      if (candidate.find(word) != std::string_view::npos) return candidate;
  std::string_view best;
  std::size_t best_distance = word.size() / 2 + 2;  // further away is no help to the reader
  for (const std::string_view candidate : candidates) {
    const std::size_t distance = edit_distance(word, candidate);
    if (distance < best_distance) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

std::string unknown_name_message(std::string_view what, std::string_view word,
                                 std::span<const std::string_view> candidates) {
  std::string message = "unknown " + std::string(what) + " '" + std::string(word) + "'";
  const std::string_view near = nearest_name(word, candidates);
  if (!near.empty()) message += "; did you mean '" + std::string(near) + "'?";
  message += " (known:";
  for (std::size_t i = 0; i < candidates.size(); ++i)
    message += (i == 0 ? " " : ", ") + std::string(candidates[i]);
  return message + ")";
}

double parse_double(std::string_view field, std::string_view text) {
  return parse_number<double>(field, text, "a number");
}

int parse_int(std::string_view field, std::string_view text) {
  return parse_number<int>(field, text, "a whole number");
}

bool parse_bool(std::string_view field, std::string_view text) {
  if (text == "true" || text == "yes" || text == "on" || text == "1") return true;
  if (text == "false" || text == "no" || text == "off" || text == "0") return false;
  throw Error(std::string(field) + ": expected true or false, found '" + std::string(text) + "'");
}

int parse_choice(std::string_view field, std::string_view text,
                 std::span<const std::string_view> names) {
  const auto found = std::find(names.begin(), names.end(), text);
  if (found == names.end())
    throw Error(std::string(field) + ": " + unknown_name_message("choice", text, names));
  return static_cast<int>(found - names.begin());
}

std::string detail::out_of_range_message(std::string_view field, double value, double min,
                                         double max) {
  std::string message = std::string(field) + " is " + number(value) + " but must be ";
  if (min == -infinity && max == infinity) return message + "a number";
  if (max == infinity) return message + "at least " + number(min);
  if (min == -infinity) return message + "at most " + number(max);
  return message + "between " + number(min) + " and " + number(max);
}

}  // namespace nonsmooth
