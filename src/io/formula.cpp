// SPDX-License-Identifier: Apache-2.0
#include "io/formula.hpp"

#include "nonsmooth/base/error.hpp"

#include <muParser.h>

#include <limits>

namespace nonsmooth::io {

struct Formula::Parser {
  std::string text;
  std::vector<std::string> names;
  std::vector<double> values;  // the formula is bound to these addresses
  mu::Parser formula;

  Parser(std::string expression, std::vector<std::string> variables)
      : text(std::move(expression)), names(std::move(variables)), values(names.size(), 0.0) {
    formula.DefineConst("pi", 3.14159265358979323846);
    for (std::size_t i = 0; i < names.size(); ++i) formula.DefineVar(names[i], &values[i]);
    formula.SetExpr(text);
    (void)formula.Eval();  // parses; later calls run what was compiled here
    if (formula.GetNumResults() != 1) throw Error("formula '" + text + "': expected one value");
  }
};

namespace {

std::string listed(std::span<const std::string_view> variables) {
  std::string list;
  for (const std::string_view name : variables) list += std::string(name) + ", ";
  return list + "pi";
}

}  // namespace

Formula::Formula(std::string text, std::span<const std::string_view> variables) {
  // the parser stops at a line break or a zero byte without a word
  for (const char c : text)
    if (static_cast<unsigned char>(c) < ' ')
      throw Error("formula '" + text + "': expected one line without control characters");
  if (text.size() > 1000) throw Error("formula of " + std::to_string(text.size()) + " characters");
  try {
    parser_ = std::make_unique<Parser>(
        text, std::vector<std::string>(variables.begin(), variables.end()));
  } catch (const mu::Parser::exception_type& error) {
    throw Error("formula '" + text + "': " + error.GetMsg() + " (variables: " + listed(variables) +
                ")");
  }
}
Formula::~Formula() = default;
Formula::Formula(const Formula& other)
    : parser_(std::make_unique<Parser>(other.parser_->text, other.parser_->names)) {}
Formula::Formula(Formula&&) noexcept = default;
Formula& Formula::operator=(const Formula& other) {
  if (this != &other) *this = Formula(other);
  return *this;
}
Formula& Formula::operator=(Formula&&) noexcept = default;

double Formula::operator()(std::span<const double> values) const {
  for (std::size_t i = 0; i < parser_->values.size(); ++i) parser_->values[i] = values[i];
  try {
    return parser_->formula.Eval();
  } catch (const mu::Parser::exception_type&) {
    return std::numeric_limits<double>::quiet_NaN();
  }
}

const std::string& Formula::text() const { return parser_->text; }

}  // namespace nonsmooth::io
