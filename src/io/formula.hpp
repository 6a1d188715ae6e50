// SPDX-License-Identifier: Apache-2.0
// A formula in named variables, "0.1*sin(2*pi*t)", by muparser. A copy is a formula of its own: two
// threads may evaluate two copies.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nonsmooth::io {

enum class FormulaLanguage {
  plain,  ///< of scene files: the functions of muparser
  spice   ///< of netlists, after spice_text.hpp: pow, pwr, sgn, u, uramp, limit, floor, ceil, int
};

class Formula {
 public:
  /// Throws Error with the position of the mistake and the names that are known.
  Formula(std::string text, std::span<const std::string_view> variables,
          FormulaLanguage language = FormulaLanguage::plain);
  ~Formula();
  Formula(const Formula& other);
  Formula(Formula&&) noexcept;
  Formula& operator=(const Formula& other);
  Formula& operator=(Formula&&) noexcept;

  /// One value per variable. A division by zero is an infinity, no error.
  double operator()(std::span<const double> values) const;
  const std::string& text() const;

 private:
  struct Parser;
  std::unique_ptr<Parser> parser_;
};

}  // namespace nonsmooth::io
