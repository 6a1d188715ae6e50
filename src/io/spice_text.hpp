// SPDX-License-Identifier: Apache-2.0
// What numbers and expressions of netlists are in plain terms: {2*pi*f}, V=v(a)*i(vs), 4.7k.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace nonsmooth::io {

/// A number with its suffix: 4.7k, 10MEG, 1mil, 5Volts. False if it is none.
bool spice_number(std::string_view text, double& value);

/// Rewrites an expression as a Formula: suffixes multiplied out, v(...) and i(...) exchanged for
/// what `probe` calls them, lower case.
std::string plain_expression(std::string_view text,
                             const std::function<std::string(const std::string& call)>& probe);

}  // namespace nonsmooth::io
