// SPDX-License-Identifier: Apache-2.0
// Curves as SVG, for pages that must open without a script and without a network.
#pragma once

#include <string>
#include <vector>

namespace nonsmooth::cli {

struct Curve {
  std::string label;
  std::vector<double> x, y;  ///< of one length; what is not finite is left out
};

struct ChartText {
  std::string title, x_axis, y_axis;
  bool logarithmic = false;  ///< y; values of zero are drawn at the bottom
};

std::string svg_chart(const ChartText& text, const std::vector<Curve>& curves);

/// Round steps that give about `count` marks within [low, high].
std::vector<double> axis_marks(double low, double high, int count);

/// < > & " as entities.
std::string html_text(const std::string& text);

}  // namespace nonsmooth::cli
