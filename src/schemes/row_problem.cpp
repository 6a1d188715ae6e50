// SPDX-License-Identifier: Apache-2.0
#include "schemes/row_problem.hpp"

#include <algorithm>

namespace nonsmooth {

VectorMap RowProblem::add(int i, const AnyLaw& law, const MechanicalRows& rows) {
  const int row = coupling_.rows();
  rows.add_block(i, law, coupling_);
  return {c_.data() + row, law.size()};
}

bool RowProblem::solve(const IterationMatrices& A, std::span<const unsigned char> fixed,
                       bool constant, const Solver& solver, Workspace& workspace, Vector& lambda,
                       Vector& z, StepReport& report) {
  if (empty()) return true;
  if (!(assembled_ && constant && coupling_.same_as_before())) coupling_.assemble(A, fixed);
  assembled_ = true;
  const int rows = coupling_.rows();
  const auto row_of = [&](int block) {
    return layout_.interactions[static_cast<std::size_t>(coupling_.interaction(block))].row;
  };
  for (int block = 0; block < coupling_.block_count(); ++block)
    r_.segment(coupling_.row(block), coupling_.size(block)) =
        lambda.segment(row_of(block), coupling_.size(block));
  const Solution& solution = coupling_.solve(z, c_.head(rows), r_.head(rows), solver, workspace);
  if (report.ok() || solution.status != Status::solved) {
    report.status = solution.status;
    report.message = solution.message;
  }
  report.residual = std::max(report.residual, solution.residual);
  report.residual_invariant = std::max(report.residual_invariant, solution.residual_invariant);
  report.solver_iterations += solution.iterations;
  coupling_.add_response(solution.r, z);
  for (int block = 0; block < coupling_.block_count(); ++block)
    lambda.segment(row_of(block), coupling_.size(block)) =
        solution.r.segment(coupling_.row(block), coupling_.size(block));
  return solution.status == Status::solved;
}

}  // namespace nonsmooth
