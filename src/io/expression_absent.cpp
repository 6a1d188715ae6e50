// SPDX-License-Identifier: Apache-2.0
#include "io/expression.hpp"
#include "nonsmooth/base/error.hpp"

namespace nonsmooth::io {

struct Expression::Compiled {};

Expression::Expression(std::string text, std::vector<std::string>) {
  throw Error("'" + text +
              "': this build has no muParser; install libmuparser-dev and build again, "
              "or write the number itself");
}
Expression::Expression(const Expression&) {}
Expression::~Expression() = default;
double Expression::operator()(std::span<const double>) const { return 0.0; }

}  // namespace nonsmooth::io
