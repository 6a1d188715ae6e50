// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/view/svg_chart.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>

namespace nonsmooth::cli {
namespace {

constexpr std::array<const char*, 8> colours{"#1f4e79", "#c0504d", "#4f8a3d", "#8064a2",
                                             "#d08a1d", "#2a9d9d", "#7f7f7f", "#b5528c"};
constexpr double width = 560, height = 250, left = 62, right = 24, top = 28, bottom = 40;
constexpr std::size_t most_pieces = 600;  // of a curve; each keeps its extremes

std::string text_of(const char* format, double value) {
  char text[48];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

struct Range {
  double low = std::numeric_limits<double>::infinity(), high = -low;

  void add(double x) {
    if (!std::isfinite(x)) return;
    low = std::min(low, x);
    high = std::max(high, x);
  }
  void widen() {
    if (!(low <= high)) low = 0.0, high = 1.0;
    if (high - low > 1e-12 * std::max(std::abs(low), std::abs(high))) return;
    const double pad = std::max(0.5 * std::abs(low), 1e-300);
    low -= pad;
    high += pad;
    if (low == high) low = -1.0, high = 1.0;
  }
  double share(double x) const { return (x - low) / (high - low); }
};

struct Frame {
  Range x, y;
  bool logarithmic = false;

  double px(double value) const { return left + (width - left - right) * x.share(value); }
  double py(double value) const {
    return height - bottom - (height - top - bottom) * y.share(value);
  }
};

// Values of zero have no logarithm: they lie a decade below the smallest that has one.
void take_logarithms(std::vector<Curve>& curves) {
  double smallest = std::numeric_limits<double>::infinity();
  for (const Curve& curve : curves)
    for (const double y : curve.y)
      if (std::abs(y) > 0.0) smallest = std::min(smallest, std::abs(y));
  if (!std::isfinite(smallest)) smallest = 1.0;
  for (Curve& curve : curves)
    for (double& y : curve.y) y = std::log10(std::max(std::abs(y), 0.1 * smallest));
}

void put_point(std::string& path, const Frame& frame, double x, double y) {
  if (!std::isfinite(x) || !std::isfinite(y)) return;
  path += (path.empty() ? "M" : "L") + text_of("%.1f", frame.px(x)) + " " +
          text_of("%.1f", frame.py(y));
}

std::string path_of(const Curve& curve, const Frame& frame) {
  const std::size_t count = std::min(curve.x.size(), curve.y.size());
  const std::size_t step = count / most_pieces + 1;
  std::string path;
  for (std::size_t begin = 0; begin < count; begin += step) {
    std::size_t low = begin, high = begin;
    for (std::size_t k = begin; k < std::min(begin + step, count); ++k) {
      if (curve.y[k] < curve.y[low]) low = k;
      if (curve.y[k] > curve.y[high]) high = k;
    }
    put_point(path, frame, curve.x[std::min(low, high)], curve.y[std::min(low, high)]);
    if (low != high)
      put_point(path, frame, curve.x[std::max(low, high)], curve.y[std::max(low, high)]);
  }
  return path;
}

std::string label(double x, double y, const char* anchor, const std::string& text,
                  const char* more = "") {
  return "<text x='" + text_of("%.1f", x) + "' y='" + text_of("%.1f", y) + "' text-anchor='" +
         anchor + "' " + more + ">" + html_text(text) + "</text>";
}

std::string axes(const Frame& frame, const ChartText& text) {
  std::string svg;
  std::vector<double> marks = axis_marks(frame.y.low, frame.y.high, 5);
  if (frame.logarithmic)
    marks.erase(
        std::remove_if(marks.begin(), marks.end(), [](double y) { return y != std::round(y); }),
        marks.end());
  for (const double y : marks) {
    const std::string at = text_of("%.1f", frame.py(y));
    svg += "<line x1='" + text_of("%.0f", left) + "' x2='" + text_of("%.0f", width - right) +
           "' y1='" + at + "' y2='" + at + "' class='grid'/>" +
           label(left - 6, frame.py(y) + 4, "end",
                 frame.logarithmic ? text_of("1e%.0f", y) : text_of("%.4g", y));
  }
  for (const double x : axis_marks(frame.x.low, frame.x.high, 6))
    svg += label(frame.px(x), height - bottom + 16, "middle", text_of("%.4g", x));
  svg += label(0.5 * (left + width - right), height - 6, "middle", text.x_axis);
  svg += label(left, 15, "start",
               text.title + (text.y_axis.empty() ? "" : "  [" + text.y_axis + "]"), "class='name'");
  return svg;
}

std::string legend(const std::vector<Curve>& curves) {
  if (curves.size() < 2 || curves.size() > 16) return {};
  std::string html = "<div class='legend'>";
  for (std::size_t k = 0; k < curves.size(); ++k)
    html += std::string("<span><i style='background:") + colours[k % colours.size()] + "'></i>" +
            html_text(curves[k].label) + "</span>";
  return html + "</div>";
}

}  // namespace

std::vector<double> axis_marks(double low, double high, int count) {
  const double rough = (high - low) / std::max(1, count);
  if (!(rough > 0.0) || !std::isfinite(rough)) return {low};
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  double step = 10.0 * power;
  for (const double factor : {5.0, 2.0, 1.0})
    if (factor * power >= rough) step = factor * power;
  std::vector<double> marks;
  for (double k = std::ceil(low / step - 1e-9); k * step <= high + 1e-9 * (high - low); k += 1.0)
    marks.push_back(k == 0.0 ? 0.0 : k * step);
  return marks;
}

std::string html_text(const std::string& text) {
  std::string html;
  for (const char c : text) switch (c) {
      case '<': html += "&lt;"; break;
      case '>': html += "&gt;"; break;
      case '&': html += "&amp;"; break;
      case '"': html += "&quot;"; break;
      case '\'': html += "&#39;"; break;
      default: html += c;
    }
  return html;
}

std::string svg_chart(const ChartText& text, const std::vector<Curve>& given) {
  std::vector<Curve> curves = given;
  Frame frame;
  frame.logarithmic = text.logarithmic;
  if (text.logarithmic) take_logarithms(curves);
  for (const Curve& curve : curves) {
    for (const double x : curve.x) frame.x.add(x);
    for (const double y : curve.y) frame.y.add(y);
  }
  frame.x.widen();
  frame.y.widen();
  const double pad = 0.06 * (frame.y.high - frame.y.low);
  frame.y.low -= pad;
  frame.y.high += pad;
  std::string svg = "<figure><svg viewBox='0 0 560 250' role='img' aria-label='" +
                    html_text(text.title) + "'>" + axes(frame, text);
  for (std::size_t k = 0; k < curves.size(); ++k)
    svg += std::string("<path fill='none' stroke='") + colours[k % colours.size()] +
           "' stroke-width='1.5' stroke-linejoin='round' d='" + path_of(curves[k], frame) + "'/>";
  return svg + "</svg>" + legend(given) + "</figure>\n";
}

}  // namespace nonsmooth::cli
