// SPDX-License-Identifier: Apache-2.0
#include "nonsmooth/collide/height_field.hpp"

#include "nonsmooth/base/error.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace nonsmooth {

HeightField::HeightField(Matrix heights, double spacing, Vec<2> origin)
    : heights_(std::move(heights)), spacing_(spacing), origin_(origin) {
  if (heights_.rows() < 2 || heights_.cols() < 2)
    throw Error("HeightField: heights are " + std::to_string(heights_.rows()) + " x " +
                std::to_string(heights_.cols()) + "; at least 2 x 2 points make a cell");
  if (!(spacing > 0.0) || !std::isfinite(spacing))
    throw Error("HeightField: spacing is " + std::to_string(spacing) +
                "; it must be positive and finite");
  if (!origin.allFinite()) throw Error("HeightField: origin must be finite");
  if (heights_.array().isInf().any())
    throw Error("HeightField: heights hold an infinite value; mark holes by NaN");
  for (Eigen::Index j = 0; j + 1 < heights_.cols(); ++j)
    for (Eigen::Index i = 0; i + 1 < heights_.rows(); ++i) {
      const auto cell = heights_.block<2, 2>(i, j);
      if (cell.array().isNaN().any()) continue;
      const Vec<2> corner = origin + spacing * Vec<2>(i, j);
      box_.add({corner.x(), corner.y(), cell.minCoeff()});
      box_.add({corner.x() + spacing, corner.y() + spacing, cell.maxCoeff()});
    }
  if (!box_.lower.allFinite())
    throw Error("HeightField: every cell has a corner without height (NaN); nothing is left");
}

std::optional<double> HeightField::height(double x, double y) const {
  const double u = (x - origin_.x()) / spacing_, v = (y - origin_.y()) / spacing_;
  if (!(u >= 0.0 && v >= 0.0 && u <= static_cast<double>(heights_.rows() - 1) &&
        v <= static_cast<double>(heights_.cols() - 1)))
    return std::nullopt;
  const Eigen::Index i = std::min(static_cast<Eigen::Index>(u), heights_.rows() - 2);
  const Eigen::Index j = std::min(static_cast<Eigen::Index>(v), heights_.cols() - 2);
  const double a = heights_(i, j), b = heights_(i + 1, j), c = heights_(i + 1, j + 1),
               d = heights_(i, j + 1);
  if (std::isnan(a) || std::isnan(b) || std::isnan(c) || std::isnan(d)) return std::nullopt;
  const double s = u - static_cast<double>(i), t = v - static_cast<double>(j);
  return s >= t ? a + s * (b - a) + t * (c - b) : a + t * (d - a) + s * (c - d);
}

}  // namespace nonsmooth
