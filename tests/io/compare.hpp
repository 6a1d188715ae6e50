// SPDX-License-Identifier: Apache-2.0
// Exact comparison of problems, and the message of the error a call throws.
#pragma once

#include "nonsmooth/base/error.hpp"
#include "nonsmooth/io.hpp"

#include <string>

namespace nonsmooth::io::compare {

inline bool same(const Vector& a, const Vector& b) { return a.size() == b.size() && a == b; }
inline bool same(const Matrix& a, const Matrix& b) {
  return a.rows() == b.rows() && a.cols() == b.cols() && a == b;
}

inline bool same(const AnyLaw& a, const AnyLaw& b) {
  if (a.kind() != b.kind() || a.size() != b.size()) return false;
  return a.visit([&]<class L>(const L& left) {
    const L& right = *b.get_if<L>();
    if constexpr (std::is_same_v<L, Box>)
      return same(left.lower, right.lower) && same(left.upper, right.upper) &&
             same(left.compliance, right.compliance) && same(left.dead_zone, right.dead_zone);
    else if constexpr (std::is_same_v<L, Polytope>)
      return same(left.A, right.A) && same(left.b, right.b);
    else if constexpr (std::is_same_v<L, SecondOrderCone>)
      return left.mu == right.mu && left.shift == right.shift;
    else if constexpr (std::is_same_v<L, RollingCone>)
      return left.mu == right.mu && left.mu_r == right.mu_r;
    else if constexpr (std::is_same_v<L, Disk>)
      return left.radius == right.radius;
    else
      return true;
  });
}

inline bool same(const std::vector<AnyLaw>& a, const std::vector<AnyLaw>& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!same(a[i], b[i])) return false;
  return true;
}

inline bool same(const ProblemFile& a, const ProblemFile& b) {
  if (a.problem.index() != b.problem.index()) return false;
  if (const auto* left = std::get_if<Problem>(&a.problem)) {
    const auto& right = std::get<Problem>(b.problem);
    return same(left->W.to_dense(), right.W.to_dense()) && same(left->q, right.q) &&
           same(left->laws, right.laws);
  }
  const auto& left = std::get<GlobalProblem>(a.problem);
  const auto& right = std::get<GlobalProblem>(b.problem);
  return same(Matrix(left.M), Matrix(right.M)) && same(Matrix(left.H), Matrix(right.H)) &&
         same(left.f, right.f) && same(left.w, right.w) && same(left.laws, right.laws);
}

/// What a call that must throw E says; empty if it does not throw.
template <class E = FileError, class Call>
std::string message_of(Call&& call) {
  try {
    call();
  } catch (const E& error) {
    return error.what();
  }
  return "";
}

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace nonsmooth::io::compare
