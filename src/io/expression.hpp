// SPDX-License-Identifier: Apache-2.0
// Expressions of netlists: {2*pi*f}, V=v(a)*i(vs). Numbers may carry SPICE suffixes.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nonsmooth::io {

/// A number with its suffix: 4.7k, 10MEG, 1mil, 5Volts. False if it is none.
bool spice_number(std::string_view text, double& value);

/// Compiled once, evaluated often; copies are independent.
class Expression {
 public:
  /// Throws Error with the token that is wrong.
  Expression(std::string text, std::vector<std::string> variables);
  Expression(const Expression& other);
  Expression& operator=(const Expression&) = delete;
  ~Expression();
  double operator()(std::span<const double> values) const;

 private:
  struct Compiled;
  std::unique_ptr<Compiled> compiled_;
};

/// Rewrites an expression for the parser: suffixes multiplied out, v(...) and i(...) exchanged for
/// what `probe` calls them, lower case.
std::string plain_expression(std::string_view text,
                             const std::function<std::string(const std::string& call)>& probe);

}  // namespace nonsmooth::io
