// SPDX-License-Identifier: Apache-2.0
#include "io/expression.hpp"
#include "nonsmooth/base/error.hpp"

#include <muParser.h>

#include <algorithm>
#include <cmath>

namespace nonsmooth::io {

struct Expression::Compiled {
  std::string text;
  std::vector<std::string> variables;
  std::vector<double> values;
  mu::Parser parser;

  Compiled(std::string expression, std::vector<std::string> names)
      : text(std::move(expression)), variables(std::move(names)), values(variables.size(), 0.0) {
    try {
      parser.DefineFun("pow", [](double a, double b) { return std::pow(a, b); });
      parser.DefineFun("pwr", [](double a, double b) { return std::pow(std::abs(a), b); });
      parser.DefineFun("sgn", [](double a) { return a > 0.0 ? 1.0 : a < 0.0 ? -1.0 : 0.0; });
      parser.DefineFun("u", [](double a) { return a > 0.0 ? 1.0 : 0.0; });
      parser.DefineFun("uramp", [](double a) { return std::max(a, 0.0); });
      parser.DefineFun("limit", [](double a, double low, double high) {
        return std::min(std::max(a, std::min(low, high)), std::max(low, high));
      });
      parser.DefineFun("floor", [](double a) { return std::floor(a); });
      parser.DefineFun("ceil", [](double a) { return std::ceil(a); });
      parser.DefineFun("int", [](double a) { return std::trunc(a); });
      for (std::size_t k = 0; k < variables.size(); ++k) parser.DefineVar(variables[k], &values[k]);
      parser.SetExpr(text);
      (void)parser.Eval();
    } catch (const mu::Parser::exception_type& problem) {
      throw Error("'" + text + "': " + problem.GetMsg());
    }
  }
};

Expression::Expression(std::string text, std::vector<std::string> variables)
    : compiled_(std::make_unique<Compiled>(std::move(text), std::move(variables))) {}
Expression::Expression(const Expression& other)
    : compiled_(std::make_unique<Compiled>(other.compiled_->text, other.compiled_->variables)) {}
Expression::~Expression() = default;

double Expression::operator()(std::span<const double> values) const {
  std::copy_n(values.begin(), std::min(values.size(), compiled_->values.size()),
              compiled_->values.begin());
  try {
    return compiled_->parser.Eval();
  } catch (const mu::Parser::exception_type&) {
    return std::nan("");
  }
}

}  // namespace nonsmooth::io
