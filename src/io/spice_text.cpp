// SPDX-License-Identifier: Apache-2.0
#include "io/spice_text.hpp"
#include "nonsmooth/base/error.hpp"

#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace nonsmooth::io {
namespace {

bool digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

double suffix_factor(std::string_view suffix) {
  std::string text;
  for (const char c : suffix.substr(0, 3)) text += lower(c);
  if (text == "meg") return 1e6;
  if (text == "mil") return 25.4e-6;
  switch (text.empty() ? ' ' : text[0]) {
    case 't': return 1e12;
    case 'g': return 1e9;
    case 'k': return 1e3;
    case 'm': return 1e-3;
    case 'u': return 1e-6;
    case 'n': return 1e-9;
    case 'p': return 1e-12;
    case 'f': return 1e-15;
    default: return 1.0;
  }
}

// the number a text begins with; its length in `used`
bool leading_number(std::string_view text, double& value, std::size_t& used) {
  const std::size_t sign = !text.empty() && (text[0] == '+' || text[0] == '-') ? 1 : 0;
  if (text.size() <= sign || !(digit(text[sign]) || text[sign] == '.')) return false;
  const char* begin = text.data() + (text[0] == '+' ? 1 : 0);
  const auto [end, problem] = std::from_chars(begin, text.data() + text.size(), value);
  if (problem != std::errc{}) return false;
  used = static_cast<std::size_t>(end - text.data());
  std::size_t letters = used;
  while (letters < text.size() && letter(text[letters])) ++letters;
  value *= suffix_factor(text.substr(used, letters - used));
  used = letters;
  return std::isfinite(value);
}

}  // namespace

bool spice_number(std::string_view text, double& value) {
  std::size_t used = 0;
  return leading_number(text, value, used) && used == text.size();
}

std::string plain_expression(std::string_view text,
                             const std::function<std::string(const std::string& call)>& probe) {
  if (text.size() > 4096) throw Error("the expression is longer than 4096 characters");
  std::string plain;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    double value = 0.0;
    std::size_t used = 0;
    if ((digit(c) || c == '.') && leading_number(text.substr(i), value, used)) {
      char number[40];
      std::snprintf(number, sizeof number, "(%.17g)", value);
      plain += number;
      i += used;
    } else if (letter(c) || c == '_') {
      std::string word;
      while (i < text.size() && (letter(text[i]) || digit(text[i]) || text[i] == '_'))
        word += lower(text[i++]);
      std::size_t next = i;
      while (next < text.size() && text[next] == ' ') ++next;
      if ((word == "v" || word == "i") && next < text.size() && text[next] == '(') {
        const std::size_t end = text.find(')', next);
        if (end == std::string_view::npos) throw Error("'" + word + "(' is not closed");
        std::string call = word + "(";
        for (const char inside : text.substr(next + 1, end - next - 1))
          if (std::isspace(static_cast<unsigned char>(inside)) == 0) call += lower(inside);
        plain += probe(call + ")");
        i = end + 1;
      } else {
        plain += word == "pi" ? "(3.14159265358979312)" : word;
      }
    } else if (text.substr(i, 2) == "**") {
      plain += '^';
      i += 2;
    } else {
      plain += c;
      ++i;
    }
  }
  return plain;
}

}  // namespace nonsmooth::io
