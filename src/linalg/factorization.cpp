// SPDX-License-Identifier: Apache-2.0
// The seam between the callers and the direct solvers: keeps the pattern, decides when an analysis
// can be reused, hands over where a method is out of its domain, and probes every factorisation.
//
// The probe solves A x = b for b = A x0 with x0_j = +-1 / |a_j|, which no scaling of rows or
// columns affects. Two numbers judge the factors:
//   backward error  |b - A x| / (|A| |x| + |b|)   large when the pivots were bad: refactorise
//   safely forward error   max_j |a_j| |x_j - x0_j|      large when A is singular to working
//   precision
#include "nonsmooth/linalg/factorization.hpp"

#include "linalg/factorization_backend.hpp"
#include "nonsmooth/base/error.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>

namespace nonsmooth {
namespace {

constexpr double backward_error_limit = 1e-10;  // bad pivots; a stable factorisation is below 1e-14
constexpr double forward_error_limit = 1e-2;    // two digits of a known solution

using enum FactorizationMethod;
#ifdef NS_HAVE_SUITESPARSE
constexpr FactorizationMethod general_methods[] = {klu, umfpack, eigen};
constexpr FactorizationMethod definite_methods[] = {cholmod, eigen};
#else
constexpr FactorizationMethod general_methods[] = {eigen};
constexpr FactorizationMethod definite_methods[] = {eigen};
#endif
#ifdef NS_HAVE_MUMPS
constexpr FactorizationMethod indefinite_methods[] = {mumps, eigen};
#else
constexpr FactorizationMethod indefinite_methods[] = {eigen};
#endif

detail::BackendPointer make_backend(FactorizationMethod method, MatrixClass matrix_class) {
  switch (method) {
#ifdef NS_HAVE_SUITESPARSE
    case cholmod: return detail::make_cholmod_backend();
    case klu: return detail::make_klu_backend();
    case umfpack: return detail::make_umfpack_backend();
#endif
#ifdef NS_HAVE_MUMPS
    case mumps: return detail::make_mumps_backend();
#endif
    default: return detail::make_eigen_backend(matrix_class);
  }
}

// One pass over the stored entries of the full matrix, whether or not only its lower half is held.
template <class Visit>
void for_each_entry(const SparseMatrix& matrix, bool symmetric, Visit&& visit) {
  for (int j = 0; j < matrix.outerSize(); ++j)
    for (SparseMatrix::InnerIterator it(matrix, j); it; ++it) {
      const int i = static_cast<int>(it.row());
      visit(i, j, it.value());
      if (symmetric && i != j) visit(j, i, it.value());
    }
}

}  // namespace

struct SparseFactorization::State {
  MatrixClass matrix_class;
  FactorizationMethod method;               // resolved: never automatic
  detail::BackendPointer first, successor;  // the successor takes over from KLU
  detail::FactorizationBackend* active = nullptr;
  SparseMatrix held;  // what was factorised last (lower triangle of symmetric classes)
  bool analyzed = false, ready = false;
  int analysis_count = 0, factorization_count = 0;
  Vector column_norm, probe_x0, probe_b, probe_x, probe_scale;

  bool symmetric() const { return matrix_class != MatrixClass::general; }

  // Copies the matrix (or its lower triangle). Sets `same` if the pattern is the one already held.
  // Returns false if an entry is not finite.
  bool take(const SparseMatrix& matrix, bool& same) {
    const bool lower_only = symmetric();
    bool finite = true;
    same = held.rows() == matrix.rows();
    int count = 0;
    for (int j = 0; j < matrix.outerSize(); ++j) {
      same = same && held.outerIndexPtr()[j] == count;
      for (SparseMatrix::InnerIterator it(matrix, j); it; ++it) {
        if (lower_only && it.row() < j) continue;
        finite = finite && std::isfinite(it.value());
        same = same && count < held.nonZeros() && held.innerIndexPtr()[count] == it.row();
        if (same) held.valuePtr()[count] = it.value();
        ++count;
      }
    }
    same = same && count == held.nonZeros();
    if (same) return finite;
    held.resize(matrix.rows(), matrix.cols());
    held.reserve(count);
    for (int j = 0; j < matrix.outerSize(); ++j) {
      held.startVec(j);
      for (SparseMatrix::InnerIterator it(matrix, j); it; ++it)
        if (!lower_only || it.row() >= j) held.insertBackByOuterInner(j, it.row()) = it.value();
    }
    held.finalize();
    return finite;
  }

  bool analyze(detail::FactorizationBackend& backend) {
    active = &backend;
    ++analysis_count;
    return backend.analyze(held);
  }

  bool analyze() {
    if (!analyze(*first)) return false;
    if (!first->too_much_work()) return true;
    if (!successor) {
      const auto methods = available_methods(matrix_class);
      const auto next = std::find(methods.begin(), methods.end(), method) + 1;
      successor = make_backend(next < methods.end() ? *next : eigen, matrix_class);
    }
    return analyze(*successor);
  }

  void prepare_probe() {
    const Eigen::Index n = held.rows();
    column_norm.setZero(n);
    for_each_entry(held, symmetric(), [&](int, int j, double value) {
      column_norm[j] = std::max(column_norm[j], std::abs(value));
    });
    probe_x0.resize(n);
    probe_b.setZero(n);
    probe_x.resize(n);
    probe_scale.resize(n);
    // signs from a multiplicative hash: without structure a matrix could share
    for (Eigen::Index j = 0; j < n; ++j) {
      const bool negative = (static_cast<std::uint64_t>(j) * 0x9E3779B97F4A7C15ull) >> 63 != 0;
      probe_x0[j] = (negative ? -1.0 : 1.0) / column_norm[j];
    }
    for_each_entry(held, symmetric(),
                   [&](int i, int j, double value) { probe_b[i] += value * probe_x0[j]; });
  }

  // The factors just computed, judged as the head of this file says.
  struct Probe {
    double backward, forward;
    bool accurate(NearlySingular verdict) const {
      return backward <= backward_error_limit &&
             (forward <= forward_error_limit || verdict == NearlySingular::accept);
    }
  };
  Probe probe() {
    active->solve(held, probe_b.data(), probe_x.data());
    if (!probe_x.allFinite()) return {infinity, infinity};
    double forward = 0.0;
    for (Eigen::Index j = 0; j < probe_x.size(); ++j)
      forward = std::max(forward, std::abs(probe_x[j] - probe_x0[j]) * column_norm[j]);
    probe_scale = probe_b.cwiseAbs();
    probe_x0 = probe_b;  // from here on the residual
    for_each_entry(held, symmetric(), [&](int i, int j, double value) {
      probe_x0[i] -= value * probe_x[j];
      probe_scale[i] += std::abs(value * probe_x[j]);
    });
    return {probe_x0.cwiseAbs().maxCoeff() / probe_scale.maxCoeff(), forward};
  }

  bool factorize(NearlySingular verdict) {
    prepare_probe();
    if (!(column_norm.minCoeff() > 0.0)) return false;  // an empty column
    ++factorization_count;
    if (active->factorize(held) && probe().accurate(verdict)) return true;
    if (!active->factorize_safely(held)) return false;
    ++factorization_count;
    prepare_probe();
    return probe().accurate(verdict);
  }
};

std::span<const std::string_view> enum_names(FactorizationMethod) {
  static constexpr std::array<std::string_view, 6> names{"automatic", "eigen",   "cholmod",
                                                         "klu",       "umfpack", "mumps"};
  return names;
}

std::span<const FactorizationMethod> available_methods(MatrixClass matrix_class) {
  switch (matrix_class) {
    case MatrixClass::positive_definite: return definite_methods;
    case MatrixClass::symmetric_indefinite: return indefinite_methods;
    case MatrixClass::general: break;
  }
  return general_methods;
}

SparseFactorization::SparseFactorization(MatrixClass matrix_class, FactorizationMethod method)
    : state_(std::make_unique<State>()) {
  const auto methods = available_methods(matrix_class);
  if (method == automatic) method = methods.front();
  if (std::find(methods.begin(), methods.end(), method) == methods.end()) {
    const auto name_of = [](FactorizationMethod m) {
      return std::string(enum_names(m)[static_cast<std::size_t>(m)]);
    };
    static constexpr const char* class_names[] = {"general", "symmetric indefinite",
                                                  "positive definite"};
    std::string message = "SparseFactorization: method " + name_of(method) +
                          " is not in this build or cannot treat a " +
                          class_names[static_cast<int>(matrix_class)] + " matrix (available:";
    for (const FactorizationMethod m : methods)
      message += (m == methods.front() ? " " : ", ") + name_of(m);
    throw Error(message + ")");
  }
  state_->matrix_class = matrix_class;
  state_->method = method;
  state_->first = make_backend(method, matrix_class);
  state_->active = state_->first.get();
}

SparseFactorization::~SparseFactorization() = default;
SparseFactorization::SparseFactorization(SparseFactorization&&) noexcept = default;
SparseFactorization& SparseFactorization::operator=(SparseFactorization&&) noexcept = default;

bool SparseFactorization::factorize(const SparseMatrix& matrix, NearlySingular verdict) {
  State& state = *state_;
  state.ready = false;
  if (matrix.rows() != matrix.cols()) return false;
  if (matrix.rows() == 0) return state.ready = true;
  bool same = false;
  const bool finite = state.take(matrix, same);
  state.analyzed = state.analyzed && same;
  if (!finite) return false;
  if (!state.analyzed) state.analyzed = state.analyze();
  if (!state.analyzed) return false;
  return state.ready = state.factorize(verdict);
}

void SparseFactorization::solve(VectorIn b, VectorOut x) const {
  if (x.size() == 0) return;
  state_->active->solve(state_->held, b.data(), x.data());
}

FactorizationMethod SparseFactorization::method() const { return state_->active->method(); }
int SparseFactorization::analysis_count() const { return state_->analysis_count; }
int SparseFactorization::factorization_count() const { return state_->factorization_count; }

}  // namespace nonsmooth
