// SPDX-License-Identifier: Apache-2.0
#include "io/formula.hpp"

#include "nonsmooth/base/error.hpp"

#include <muParser.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace nonsmooth::io {
namespace {

void define_spice_functions(mu::Parser& formula) {
  formula.DefineFun("pow", [](double a, double b) { return std::pow(a, b); });
  formula.DefineFun("pwr", [](double a, double b) { return std::pow(std::abs(a), b); });
  formula.DefineFun("sgn", [](double a) { return a > 0.0 ? 1.0 : a < 0.0 ? -1.0 : 0.0; });
  formula.DefineFun("u", [](double a) { return a > 0.0 ? 1.0 : 0.0; });
  formula.DefineFun("uramp", [](double a) { return std::max(a, 0.0); });
  formula.DefineFun("limit", [](double a, double low, double high) {
    return std::min(std::max(a, std::min(low, high)), std::max(low, high));
  });
  formula.DefineFun("floor", [](double a) { return std::floor(a); });
  formula.DefineFun("ceil", [](double a) { return std::ceil(a); });
  formula.DefineFun("int", [](double a) { return std::trunc(a); });
}

// what to know beside the parser's own words; the variables of netlists are probes without a name
std::string known_names(std::span<const std::string_view> variables, FormulaLanguage language) {
  if (language == FormulaLanguage::spice) return {};
  std::string list = " (variables: ";
  for (const std::string_view name : variables) list += std::string(name) + ", ";
  return list + "pi)";
}

}  // namespace

struct Formula::Parser {
  std::string text;
  std::vector<std::string> names;
  FormulaLanguage language;
  std::vector<double> values;  // the formula is bound to these addresses
  mu::Parser formula;

  Parser(std::string expression, std::vector<std::string> variables, FormulaLanguage spoken)
      : text(std::move(expression)),
        names(std::move(variables)),
        language(spoken),
        values(names.size(), 0.0) {
    if (language == FormulaLanguage::spice)
      define_spice_functions(formula);
    else
      formula.DefineConst("pi", 3.14159265358979323846);
    for (std::size_t i = 0; i < names.size(); ++i) formula.DefineVar(names[i], &values[i]);
    formula.SetExpr(text);
    (void)formula.Eval();  // parses; later calls run what was compiled here
    if (formula.GetNumResults() != 1) throw Error("formula '" + text + "': expected one value");
  }
};

Formula::Formula(std::string text, std::span<const std::string_view> variables,
                 FormulaLanguage language) {
  // the parser stops at a line break or a zero byte without a word
  for (const char c : text)
    if (static_cast<unsigned char>(c) < ' ' && c != '\t')
      throw Error("formula '" + text + "': expected one line without control characters");
  constexpr std::size_t longest = 50000;  // of a netlist, with numbers written out
  if (text.size() > (language == FormulaLanguage::plain ? 1000 : longest))
    throw Error("formula of " + std::to_string(text.size()) + " characters");
  try {
    parser_ = std::make_unique<Parser>(
        text, std::vector<std::string>(variables.begin(), variables.end()), language);
  } catch (const mu::Parser::exception_type& error) {
    throw Error("formula '" + text + "': " + error.GetMsg() + known_names(variables, language));
  }
}
Formula::~Formula() = default;
Formula::Formula(const Formula& other)
    : parser_(std::make_unique<Parser>(other.parser_->text, other.parser_->names,
                                       other.parser_->language)) {}
Formula::Formula(Formula&&) noexcept = default;
Formula& Formula::operator=(const Formula& other) {
  if (this != &other) *this = Formula(other);
  return *this;
}
Formula& Formula::operator=(Formula&&) noexcept = default;

double Formula::operator()(std::span<const double> values) const {
  std::copy_n(values.begin(), std::min(values.size(), parser_->values.size()),
              parser_->values.begin());
  try {
    return parser_->formula.Eval();
  } catch (const mu::Parser::exception_type&) {
    return std::numeric_limits<double>::quiet_NaN();
  }
}

const std::string& Formula::text() const { return parser_->text; }

}  // namespace nonsmooth::io
