// SPDX-License-Identifier: Apache-2.0
// Builders, validation and kinds.
#include "nonsmooth/problem.hpp"

#include "nonsmooth/base/error.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <utility>

namespace nonsmooth {
namespace {

std::string shape(Eigen::Index rows, Eigen::Index cols) {
  return std::to_string(rows) + " x " + std::to_string(cols);
}

int total_size(const std::vector<AnyLaw>& laws) {
  int size = 0;
  for (const AnyLaw& law : laws) size += law.size();
  return size;
}

void check_laws(std::vector<std::string>& complaints, const std::vector<AnyLaw>& laws, int size) {
  for (std::size_t i = 0; i < laws.size(); ++i)
    for (const std::string& complaint : validate(laws[i]))
      complaints.push_back("law " + std::to_string(i) + ": " + complaint);
  if (const int total = total_size(laws); total != size)
    complaints.push_back("the laws have " + std::to_string(total) +
                         " components together but the problem has " + std::to_string(size));
}

void throw_if_any(const char* object, const std::vector<std::string>& complaints) {
  if (complaints.empty()) return;
  std::string message = object;
  for (std::size_t i = 0; i < complaints.size(); ++i)
    message += (i == 0 ? ": " : "; ") + complaints[i];
  throw Error(message);
}

ProblemKind kind_of(const std::vector<AnyLaw>& laws) {
  bool free = false, nonnegative = false, box = false, polytope = false, rolling = false;
  bool plain_cone = false, coulomb2 = false, coulomb3 = false, dilating = false, other = false;
  for (const AnyLaw& law : laws) {
    if (law.size() == 0) continue;
    if (law.get_if<Free>() != nullptr)
      free = true;
    else if (law.get_if<NonNegative>() != nullptr)
      nonnegative = true;
    else if (law.get_if<Box>() != nullptr)
      box = true;
    else if (law.get_if<Polytope>() != nullptr)
      polytope = true;
    else if (law.get_if<RollingCone>() != nullptr)
      rolling = true;
    else if (const auto* cone = law.get_if<SecondOrderCone>(); cone != nullptr) {
      if (cone->shift == cone->mu && cone->dimension == 2)
        coulomb2 = true;
      else if (cone->shift == cone->mu && cone->dimension == 3)
        coulomb3 = true;
      else if (cone->shift == 0.0)
        plain_cone = true;
      else
        dilating = true;
    } else
      other = true;
  }
  const int families =
      box + polytope + rolling + plain_cone + coulomb2 + coulomb3 + dilating + other;
  if (families == 0) return free ? ProblemKind::mlcp : ProblemKind::lcp;
  if (families > 1 || free || nonnegative) return ProblemKind::mixed;
  if (box) return ProblemKind::relay;
  if (polytope) return ProblemKind::avi;
  if (rolling) return ProblemKind::rolling;
  if (coulomb2) return ProblemKind::friction_2d;
  if (coulomb3) return ProblemKind::friction_3d;
  if (plain_cone) return ProblemKind::soclcp;
  return dilating ? ProblemKind::plasticity : ProblemKind::mixed;
}

}  // namespace

void validate(const Problem& problem) {
  std::vector<std::string> complaints;
  if (problem.W.rows() != problem.size() || problem.W.cols() != problem.size())
    complaints.push_back("W is " + shape(problem.W.rows(), problem.W.cols()) + " but q has " +
                         std::to_string(problem.size()) + " entries");
  else if (!(problem.W.max_abs() < infinity))
    complaints.emplace_back("W has entries that are not finite");
  if (!problem.q.allFinite()) complaints.emplace_back("q has entries that are not finite");
  check_laws(complaints, problem.laws, problem.size());
  throw_if_any("Problem", complaints);
}

void validate(const GlobalProblem& problem) {
  std::vector<std::string> complaints;
  const auto n = problem.f.size();
  if (problem.M.rows() != n || problem.M.cols() != n)
    complaints.push_back("M is " + shape(problem.M.rows(), problem.M.cols()) + " but f has " +
                         std::to_string(n) + " entries");
  if (problem.H.rows() != n || problem.H.cols() != problem.w.size())
    complaints.push_back("H is " + shape(problem.H.rows(), problem.H.cols()) + " but f has " +
                         std::to_string(n) + " and w has " + std::to_string(problem.w.size()) +
                         " entries");
  if (!problem.f.allFinite() || !problem.w.allFinite())
    complaints.emplace_back("f or w has entries that are not finite");
  bool finite = true;  // entry by entry: loose storage has unused places that hold anything
  for (const SparseMatrix* matrix : {&problem.M, &problem.H})
    for (int j = 0; j < matrix->outerSize(); ++j)
      for (SparseMatrix::InnerIterator it(*matrix, j); it; ++it)
        finite = finite && std::isfinite(it.value());
  if (!finite) complaints.emplace_back("M or H has entries that are not finite");
  check_laws(complaints, problem.laws, problem.size());
  throw_if_any("GlobalProblem", complaints);
}

Problem lcp(Matrix M, Vector q) {
  const int n = static_cast<int>(q.size());
  Problem problem{std::move(M), std::move(q), {NonNegative{n}}};
  validate(problem);
  return problem;
}

Problem mlcp(Matrix M, Vector q, int free_count) {
  const int n = static_cast<int>(q.size());
  if (free_count < 0 || free_count > n)
    throw Error("mlcp: free_count is " + std::to_string(free_count) + " but q has " +
                std::to_string(n) + " entries");
  Problem problem{std::move(M), std::move(q), {Free{free_count}, NonNegative{n - free_count}}};
  validate(problem);
  return problem;
}

Problem mlcp(const Matrix& A, const Matrix& B, const Matrix& C, const Matrix& D, const Vector& a,
             const Vector& b) {
  const Eigen::Index equations = A.rows(), unknowns = A.cols(), m = b.size();
  if (a.size() != equations || B.rows() != m || B.cols() != m || C.rows() != equations ||
      C.cols() != m || D.rows() != m || D.cols() != unknowns)
    throw Error("mlcp: A is " + shape(A.rows(), A.cols()) + ", B " + shape(B.rows(), B.cols()) +
                ", C " + shape(C.rows(), C.cols()) + ", D " + shape(D.rows(), D.cols()) + ", a " +
                std::to_string(a.size()) + ", b " + std::to_string(b.size()) +
                "; with A n x k and b of size m they must be B m x m, C n x m, D m x k, a n");
  const Eigen::Index n = std::max(equations, unknowns);
  Matrix M = Matrix::Zero(n + m, n + m);
  M.topLeftCorner(equations, unknowns) = A;
  M.block(0, n, equations, m) = C;
  M.block(n, 0, m, unknowns) = D;
  M.bottomRightCorner(m, m) = B;
  Vector q = Vector::Zero(n + m);
  q.head(equations) = a;
  q.tail(m) = b;
  return mlcp(std::move(M), std::move(q), static_cast<int>(n));
}

Problem relay(Matrix M, Vector q, Vector lower, Vector upper) {
  Problem problem{
      std::move(M), std::move(q), {Box{.lower = std::move(lower), .upper = std::move(upper)}}};
  validate(problem);
  return problem;
}

Problem avi(Matrix M, Vector q, Matrix A, Vector b) {
  Problem problem{std::move(M), std::move(q), {Polytope{std::move(A), std::move(b)}}};
  validate(problem);
  return problem;
}

ProblemKind kind(const Problem& problem) { return kind_of(problem.laws); }
ProblemKind kind(const GlobalProblem& problem) { return kind_of(problem.laws); }

std::string_view name(ProblemKind kind) {
  static constexpr std::array<std::string_view, 10> names{
      "lcp",         "mlcp",        "relay",   "avi",        "soclcp",
      "friction_2d", "friction_3d", "rolling", "plasticity", "mixed"};
  return names[static_cast<std::size_t>(kind)];
}

std::string Solution::summary() const {
  char text[200];
  std::snprintf(text, sizeof text, "%s in %d iterations, residual %.1e (invariant %.1e), %.3g ms",
                std::string(name(status)).c_str(), iterations, residual, residual_invariant,
                1e3 * time);
  std::string result = text;
  for (std::size_t i = 0; i < path.size(); ++i)
    result += (i == 0 ? ", by " : " > ") + std::string(path[i].solver);
  return result;
}

}  // namespace nonsmooth
