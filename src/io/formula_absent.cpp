// SPDX-License-Identifier: Apache-2.0
#include "io/formula.hpp"
#include "nonsmooth/base/error.hpp"

namespace nonsmooth::io {

struct Formula::Parser {
  std::string text;
};

Formula::Formula(std::string text, std::span<const std::string_view>, FormulaLanguage) {
  throw Error("'" + text +
              "': this build has no muParser; install libmuparser-dev and build again, "
              "or write the number itself");
}
Formula::~Formula() = default;
Formula::Formula(const Formula&) {}
Formula::Formula(Formula&&) noexcept = default;
Formula& Formula::operator=(const Formula&) { return *this; }
Formula& Formula::operator=(Formula&&) noexcept = default;
double Formula::operator()(std::span<const double>) const { return 0.0; }
const std::string& Formula::text() const { return parser_->text; }

}  // namespace nonsmooth::io
