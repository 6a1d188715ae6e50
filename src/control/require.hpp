// SPDX-License-Identifier: Apache-2.0
// Messages about sizes and ranges, in the words of the user's fields.
#pragma once

#include "nonsmooth/base/error.hpp"
#include "nonsmooth/base/types.hpp"

#include <string>

namespace nonsmooth::control {

inline void require(bool holds, const std::string& message) {
  if (!holds) throw Error(message);
}

inline void require_size(const char* who, const char* field, MatrixIn matrix, Eigen::Index rows,
                         Eigen::Index cols) {
  require(matrix.rows() == rows && matrix.cols() == cols,
          std::string(who) + ": " + field + " is " + std::to_string(matrix.rows()) + " x " +
              std::to_string(matrix.cols()) + ", expected " + std::to_string(rows) + " x " +
              std::to_string(cols));
  require(matrix.allFinite(), std::string(who) + ": " + field + " has entries that are not finite");
}

inline void require_positive(const char* who, const char* field, double value) {
  require(value > 0.0 && value < infinity, std::string(who) + ": " + field + " is " +
                                               std::to_string(value) + "; it must be positive");
}

}  // namespace nonsmooth::control
