// SPDX-License-Identifier: Apache-2.0
// 0 <= r _|_ M r + q >= 0 with the solution r = (1, 0), u = (0, 2).
#include <nonsmooth/base/version.hpp>
#include <nonsmooth/linalg/factorization.hpp>
#include <nonsmooth/ode.hpp>
#include <nonsmooth/problem.hpp>

#include <cstdio>

int main() {
  const ns::Problem problem = ns::lcp(ns::Matrix{{2.0, 1.0}, {1.0, 2.0}}, ns::Vector{{-2.0, 1.0}});
  const double right = ns::natural_residual(problem, ns::Vector{{1.0, 0.0}}).worst();
  const double wrong = ns::natural_residual(problem, ns::Vector{{0.5, 0.0}}).worst();
  // every direct solver must have come along with the static library
  bool factorized = true;
  for (const auto method : ns::available_methods(ns::MatrixClass::general)) {
    ns::SparseFactorization factorization(ns::MatrixClass::general, method);
    factorized = factorized && factorization.factorize(problem.W.to_sparse());
  }
  // and so must the integrator of smooth phases: y' = y
  ns::Vector y{{1.0}};
  if (ns::OdeIntegrator::available()) {
    ns::OdeSystem growth;
    growth.size = 1;
    growth.rhs = [](double, ns::VectorIn state, ns::VectorOut slope) { slope = state; };
    ns::OdeIntegrator integrator(growth);
    integrator.restart(0.0, y);
    factorized = factorized && integrator.advance(1.0, y).end == ns::OdeEnd::reached_end;
  }
  std::printf("nonsmooth %s: residual %g at the solution, %g elsewhere\n", ns::version, right,
              wrong);
  return right == 0.0 && wrong > 0.1 && factorized ? 0 : 1;
}
