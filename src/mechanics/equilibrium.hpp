// SPDX-License-Identifier: Apache-2.0
// Reactions that hold an island in equilibrium, near those that a solver has found. With p the
// momentum that these leave, wanted is the nearest change d of the reactions with
//
//   J^T d = -p,   r + d inside of the cones.
//
// Nearest in the metric that the logarithmic barrier of the cones has at r: its unit ball around r
// (Dikin's ellipsoid) lies inside of the cone, so that a step shorter than 1 leaves no cone. With
// D = (Hessian of the barrier)^-1 per contact,
//
//   D = x x^T - (x_0^2 - |x_T|^2) / 2 diag(1, -1, -1),   x = (mu r_N, r_T),
//   (J^T D J) y = -p,   d = D J y,
//
// by conjugate gradients with the blocks of the bodies as preconditioner. Every reaction is first
// moved into its cone by a hundredth of a weight; contacts that cannot carry anything are left out
// once a step would take them to zero. Reactions in equilibrium prove that nothing moves: u = 0
// with r in the cones satisfies every law.
//
// Y. Nesterov, A. Nemirovskii, Interior-Point Polynomial Algorithms in Convex Programming, 1994.
#pragma once

#include "mechanics/blocks.hpp"

#include <span>
#include <vector>

namespace nonsmooth {

/// Keeps its memory from call to call.
class Equilibrium {
 public:
  /// Memory for an island of this size, so that the first one to come to rest, long after the scene
  /// has found its size, asks for none.
  void reserve(int bodies, int contacts);
  /// change: of the velocities of bodies that forces and the reactions of the island's blocks
  /// leave. Improves the reactions until no body has more than `accuracy` of `fall`, the largest
  /// change by forces alone, or as far as rounding lets it. Returns whether no body has more than a
  /// millionth; else nothing is changed.
  /// Contacts alone: false where an island has other blocks or rolling resistance.
  bool find(const Bodies& bodies, Blocks& blocks, std::span<const int> island_bodies,
            std::span<const int> island_blocks, std::span<const Vec<6>> change, double fall,
            double accuracy);

 private:
  struct Contact {
    int a, b;  // numbers in the island, -1: does not give way
    int row, size;
    const double *J_a, *J_b;
    Mat<3> D;
    double mu;
  };
  bool collect(const Bodies& bodies, const Blocks& blocks, std::span<const int> island_blocks);
  void move_inside();
  /// To the reaction of a contact.
  void add(std::size_t k, const Vec<3>& more);
  /// Of contacts that a step of this length would turn to nothing, those that carry next to it.
  void leave_out(double length);
  void scale();
  /// J^T D J x, and D J x of the contacts.
  void apply(const std::vector<Vec<6>>& x, std::vector<Vec<6>>& y);
  /// False if no contact holds a body.
  bool precondition();
  bool conjugate_gradients();
  /// Square of the momentum that conjugate gradients have left; angular over radius.
  double momentum_left() const;
  double length_of_step() const;
  /// Of Dikin's; false where it leaves half of the momentum or more.
  bool take_step();
  void begin(const Bodies& bodies, std::span<const int> island_bodies,
             std::span<const Vec<6>> change, double fall);
  /// The largest momentum of a body, of what it gains in `fall`.
  double imbalance(const Bodies& bodies, std::span<const int> island_bodies, double fall) const;

  double least_weight_ = 0.0;  // of a body, times the step
  std::vector<int> number_;    // of a body in the island
  std::vector<Contact> contacts_;
  std::vector<Vec<3>> r_, best_r_, Jy_, d_;                  // per contact
  std::vector<Vec<6>> momentum_, y_, rest_, z_, p_, image_;  // per body
  std::vector<Mat<6>> inverse_;
  std::vector<double> radius_;
};

}  // namespace nonsmooth
