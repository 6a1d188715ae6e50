// SPDX-License-Identifier: Apache-2.0
// From bodies and contacts to M, H, f, w.
#include "bench/friction_problems_rigid.hpp"

#include "nonsmooth/base/error.hpp"

#include <Eigen/Geometry>

#include <cmath>

namespace nonsmooth::bench {
namespace {

using Entries = std::vector<Eigen::Triplet<double>>;

// The columns of one contact in the rows of one body: force, then moment about the centre.
void add_directions(Entries& entries, int body, int column, const Mat<3>& frame, const Vec<3>& arm,
                    double sign) {
  for (int k = 0; k < 3; ++k) {
    const Vec<3> force = sign * frame.col(k), moment = arm.cross(force);
    for (int i = 0; i < 3; ++i) {
      if (force[i] != 0.0) entries.emplace_back(6 * body + i, column + k, force[i]);
      if (moment[i] != 0.0) entries.emplace_back(6 * body + 3 + i, column + k, moment[i]);
    }
  }
}

void add_mass(Entries& entries, int body, const RigidBody& data) {
  for (int i = 0; i < 3; ++i) {
    entries.emplace_back(6 * body + i, 6 * body + i, data.mass);
    for (int j = 0; j < 3; ++j)
      if (data.inertia(i, j) != 0.0)
        entries.emplace_back(6 * body + 3 + i, 6 * body + 3 + j, data.inertia(i, j));
  }
}

}  // namespace

Mat<3> contact_frame(const Vec<3>& n) {
  // Duff et al. 2017, "Building an orthonormal basis, revisited"
  const double sign = std::copysign(1.0, n.z());
  const double a = -1.0 / (sign + n.z()), b = n.x() * n.y() * a;
  Mat<3> frame;
  frame.col(0) = n;
  frame.col(1) = Vec<3>(1.0 + sign * n.x() * n.x() * a, sign * b, -sign * n.x());
  frame.col(2) = Vec<3>(b, sign + n.y() * n.y() * a, -n.y());
  return frame;
}

Random random_of(const FrictionProblemOptions& options) {
  const auto family = static_cast<std::uint64_t>(options.family);
  return Random((family << 40) + static_cast<std::uint64_t>(options.seed));
}

GlobalProblem one_step(const RigidScene& scene, double mu) {
  const int dofs = 6 * static_cast<int>(scene.bodies.size());
  const int rows = 3 * static_cast<int>(scene.contacts.size());
  GlobalProblem problem{SparseMatrix(dofs, dofs),
                        SparseMatrix(dofs, rows),
                        Vector::Zero(dofs),
                        Vector::Zero(rows),
                        {}};
  Entries entries;
  for (int i = 0; i < dofs / 6; ++i) {
    const RigidBody& body = scene.bodies[static_cast<std::size_t>(i)];
    add_mass(entries, i, body);
    problem.f.segment<3>(6 * i) =
        body.mass * (body.velocity.head<3>() + time_step * scene.acceleration);
    problem.f.segment<3>(6 * i + 3) = body.inertia * body.velocity.tail<3>();
  }
  problem.M.setFromTriplets(entries.begin(), entries.end());
  entries.clear();
  for (int i = 0; i < rows / 3; ++i) {
    const Contact& contact = scene.contacts[static_cast<std::size_t>(i)];
    const Mat<3> frame = contact_frame(contact.normal);
    if (contact.a != ground) add_directions(entries, contact.a, 3 * i, frame, contact.arm_a, 1.0);
    if (contact.b != ground) add_directions(entries, contact.b, 3 * i, frame, contact.arm_b, -1.0);
    problem.w[3 * i] = contact.bias;
  }
  problem.H.setFromTriplets(entries.begin(), entries.end());
  problem.laws.assign(scene.contacts.size(), coulomb(mu));
  return problem;
}

RigidScene rigid_scene(const FrictionProblemOptions& options) {
  switch (options.family) {
    case Family::pile: return options.cubes ? cube_pile(options) : sphere_pile(options);
    case Family::tower: return tower(options);
    case Family::wall: return wall(options);
    case Family::arch: return arch(options);
    case Family::chute: return chute(options);
    case Family::elastic: break;
  }
  throw Error("friction_problem: family elastic has no rigid bodies");
}

GlobalProblem friction_problem(const FrictionProblemOptions& options) {
  const std::vector<std::string> complaints = validate(options);
  if (!complaints.empty()) throw Error("friction_problem: " + complaints.front());
  if (options.family == Family::elastic) return elastic_blocks(options);
  return one_step(rigid_scene(options), options.mu);
}

}  // namespace nonsmooth::bench
