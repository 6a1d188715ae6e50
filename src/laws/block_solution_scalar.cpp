// SPDX-License-Identifier: Apache-2.0
// One block of a scalar law: every component is on one piece of its graph.
//
//   Free           u = 0
//   NonNegative    r = 0 or u = 0
//   Box            r = lower, r = upper, r = 0 in a dead zone, or u + compliance r +- dead_zone = 0
//   Graph          r = value, or u + compliance r + offset = 0 on a straight piece
//
// A single component is solved in closed form. Small blocks: Newton on the natural map from the
// warm start (it ends after finitely many steps), then every combination of pieces, each one linear
// solve. Larger blocks are better swept component by component; solve_block declines them.
#include "laws/block_solution.hpp"

#include "nonsmooth/laws/complementarity.hpp"
#include "nonsmooth/laws/graph.hpp"

namespace nonsmooth {
namespace {

constexpr int most_combinations = 1024;

// A piece of a component's graph: r = value, or u + compliance r + offset = 0.
struct GraphPiece {
  bool fixed;
  double value;       // of r where fixed
  double compliance;  // else
  double offset;
};

// visit(piece) for every piece of component i
template <class Visit>
void for_each_piece(const NonNegative&, int, Visit&& visit) {
  visit(GraphPiece{false, 0.0, 0.0, 0.0});
  visit(GraphPiece{true, 0.0, 0.0, 0.0});
}

template <class Visit>
void for_each_piece(const Box& box, int i, Visit&& visit) {
  const double c = box.compliance_at(i), d = box.dead_zone_at(i);
  visit(GraphPiece{false, 0.0, c, d});
  if (d > 0.0) {
    visit(GraphPiece{false, 0.0, c, -d});
    visit(GraphPiece{true, 0.0, 0.0, 0.0});
  }
  if (box.lower[i] > -infinity) visit(GraphPiece{true, box.lower[i], 0.0, 0.0});
  if (box.upper[i] < infinity) visit(GraphPiece{true, box.upper[i], 0.0, 0.0});
}

template <class Visit>
void for_each_piece(const Graph& graph, int i, Visit&& visit) {
  const PiecewiseLinear& curve = graph.at(i);
  for (int k = 0; k < curve.rise_count(); ++k) {
    const PiecewiseLinear::Rise rise = curve.rise(k);
    visit(GraphPiece{false, 0.0, rise.compliance, -(rise.start + rise.compliance * rise.bottom)});
  }
  for (const GraphPoint& corner : curve.points) visit(GraphPiece{true, corner.r, 0.0, 0.0});
}

template <class L>
int piece_count(const L& law, int i) {
  int count = 0;
  for_each_piece(law, i, [&](const GraphPiece&) { ++count; });
  return count;
}

template <class L>
GraphPiece piece_of(const L& law, int i, int wanted) {
  GraphPiece found{};
  for_each_piece(law, i, [&](const GraphPiece& piece) {
    if (wanted-- == 0) found = piece;
  });
  return found;
}

// A scalar law with the interface of a block law, for Trial.
template <class L>
struct AsBlock {
  const L& law;
  void resolvent(double rho, VectorIn, VectorIn z, VectorOut r, Arena&) const {
    for (int i = 0; i < law.size(); ++i) r[i] = law.component(i, rho, z[i]);
  }
  void resolvent_jacobian(double rho, VectorIn, VectorIn z, MatrixOut dz, MatrixOut du,
                          Arena&) const {
    dz.setZero();
    du.setZero();
    for (int i = 0; i < law.size(); ++i) dz(i, i) = law.component_slope(i, rho, z[i]);
  }
};

template <class L>
void offer_combination(const L& law, int combination, MatrixIn W, VectorIn q,
                       Trial<AsBlock<L>>& trial, Arena& scratch) {
  const Arena::Scope scope(scratch);
  const int n = law.size();
  MatrixMap A = scratch.matrix(n, n);
  VectorMap x = scratch.vector(n);
  A = W;
  x = -q;
  for (int i = 0; i < n; ++i) {
    const int count = piece_count(law, i);
    const GraphPiece piece = piece_of(law, i, combination % count);
    combination /= count;
    if (piece.fixed) {
      A.row(i).setZero();
      A(i, i) = 1.0;
      x[i] = piece.value;
    } else {
      A(i, i) += piece.compliance;
      x[i] -= piece.offset;
    }
  }
  eliminate(A, x, scratch);
  // where a row was nearly dependent the bounds are still kept exactly
  for (int i = 0; i < n; ++i) x[i] = law.component(i, 0.0, x[i]);
  trial.offer(x);
}

template <class L>
bool solve_scalar(const L& law, MatrixIn W, VectorIn q, VectorOut r, Arena& scratch) {
  const int n = law.size();
  if (n == 1 && W(0, 0) > 0.0 && std::isfinite(1.0 / W(0, 0))) {
    // the graph is monotone: one resolvent of step 1/W is the solution
    const double rho = 1.0 / W(0, 0);
    r[0] = law.component(0, rho, -rho * q[0]);
    return std::isfinite(r[0]);
  }
  int combinations = 1;
  for (int i = 0; i < n; ++i) {
    combinations *= piece_count(law, i);
    if (combinations > most_combinations) return false;
  }
  const Arena::Scope scope(scratch);
  const AsBlock<L> block{law};
  Trial<AsBlock<L>> trial(block, W, q, r, scratch);
  if (!trial.solved()) trial.newton(trial.warm());
  for (int k = 0; k < combinations && !trial.solved(); ++k)
    offer_combination(law, k, W, q, trial, scratch);
  if (trial.error() > Trial<AsBlock<L>>::acceptable) trial.improve();
  return trial.error() <= 1e-8;
}

}  // namespace

bool Free::solve_block(MatrixIn W, VectorIn q, VectorOut r, Arena& scratch) const {
  const Arena::Scope scope(scratch);
  const AsBlock<Free> block{*this};
  Trial<AsBlock<Free>> trial(block, W, q, r, scratch);
  // the second pass takes back what cancellation left of the first
  if (trial.offer_zero() || trial.offer_stick()) return true;
  Trial<AsBlock<Free>> refined(block, W, q, r, scratch);
  refined.offer_stick();
  return refined.error() <= 1e-8;
}

bool NonNegative::solve_block(MatrixIn W, VectorIn q, VectorOut r, Arena& scratch) const {
  return solve_scalar(*this, W, q, r, scratch);
}

bool Box::solve_block(MatrixIn W, VectorIn q, VectorOut r, Arena& scratch) const {
  return solve_scalar(*this, W, q, r, scratch);
}

bool Graph::solve_block(MatrixIn W, VectorIn q, VectorOut r, Arena& scratch) const {
  return solve_scalar(*this, W, q, r, scratch);
}

}  // namespace nonsmooth
