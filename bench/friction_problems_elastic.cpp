// SPDX-License-Identifier: Apache-2.0
// Elastic blocks that fall on a bumpy obstacle with some sideways speed; one step of the implicit
// midpoint kind, with the mass matrix M_0 and the stiffness K of trilinear bricks (eight nodes):
//
//   (M_0 + h^2 K) v = M_0 v_k + h F + H r,   w_N = gap / h
//
// Every contact has a node of its own, so H has full column rank and W is positive definite. One
// block carries up to 200 contacts; more are spread over blocks of about 64, which keeps W
// block-sparse: its blocks join the contacts of one elastic block only.
#include "bench/friction_problems_rigid.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace nonsmooth::bench {
namespace {

constexpr double element = 0.1;    // side of a brick, m
constexpr double stiffness = 2e7;  // Young's modulus, Pa: waves cross five bricks in a step
constexpr double poisson = 0.3;
constexpr double roughness = 2e-4;   // largest gap under a node, m
constexpr double fall_speed = 0.05;  // m/s, and the same sideways

using Mat24 = Eigen::Matrix<double, 24, 24>;

struct Brick {
  Mat24 mass = Mat24::Zero(), stiffness = Mat24::Zero();  // of unit density and modulus
};

// Nodes in the order x fastest, then y, then z; two Gauss points per direction are exact.
Brick unit_brick() {
  const double root = 1.0 / std::sqrt(3.0), half = 0.5 * element;
  const double lame = poisson / ((1.0 + poisson) * (1.0 - 2.0 * poisson));
  const double shear = 0.5 / (1.0 + poisson);
  Eigen::Matrix<double, 6, 6> D = Eigen::Matrix<double, 6, 6>::Zero();
  D.topLeftCorner<3, 3>().setConstant(lame);
  D.diagonal() << Vec<3>::Constant(lame + 2.0 * shear), Vec<3>::Constant(shear);
  Brick brick;
  for (int point = 0; point < 8; ++point) {
    const Vec<3> xi((point & 1 ? root : -root), (point & 2 ? root : -root),
                    (point & 4 ? root : -root));
    Eigen::Matrix<double, 3, 24> N = Eigen::Matrix<double, 3, 24>::Zero();
    Eigen::Matrix<double, 6, 24> B = Eigen::Matrix<double, 6, 24>::Zero();
    for (int a = 0; a < 8; ++a) {
      const Vec<3> s(a & 1 ? 1.0 : -1.0, a & 2 ? 1.0 : -1.0, a & 4 ? 1.0 : -1.0);
      const Vec<3> t = Vec<3>::Ones() + s.cwiseProduct(xi);
      const Vec<3> d = Vec<3>(s.x() * t.y() * t.z(), t.x() * s.y() * t.z(), t.x() * t.y() * s.z()) /
                       (8.0 * half);
      N.block<3, 3>(0, 3 * a) = t.prod() / 8.0 * Mat<3>::Identity();
      B.block<6, 3>(0, 3 * a) << d.x(), 0, 0, 0, d.y(), 0, 0, 0, d.z(),  //
          d.y(), d.x(), 0, 0, d.z(), d.y(), d.z(), 0, d.x();
    }
    const double volume = half * half * half;
    brick.mass += volume * N.transpose() * N;
    brick.stiffness += volume * B.transpose() * D * B;
  }
  return brick;
}

// Nodes of a block of nx x ny x nz nodes; the lowest layer may touch.
struct Grid {
  int nx, ny, nz;
  int nodes() const { return nx * ny * nz; }
  int node(int i, int j, int k) const { return (k * ny + j) * nx + i; }
};

class Assembly {
 public:
  explicit Assembly(const FrictionProblemOptions& options)
      : random_(random_of(options)), mu_(options.mu) {}

  void add_block(const Grid& grid) {
    const int first = static_cast<int>(f_.size());
    const double modulus = stiffness * std::exp2(random_.uniform(-1.0, 1.0));
    const double direction = random_.uniform(0.0, 2.0 * std::numbers::pi);
    const Vec<3> speed(fall_speed * std::cos(direction), fall_speed * std::sin(direction),
                       -fall_speed - gravity * time_step);
    f_.resize(f_.size() + 3 * static_cast<std::size_t>(grid.nodes()), 0.0);
    const Mat24 mass = density * brick_.mass;
    const Mat24 iteration = mass + time_step * time_step * modulus * brick_.stiffness;
    const Vec<24> momentum = mass * speed.replicate<8, 1>();
    for (int k = 0; k + 1 < grid.nz; ++k)
      for (int j = 0; j + 1 < grid.ny; ++j)
        for (int i = 0; i + 1 < grid.nx; ++i) {
          std::array<int, 24> dofs{};
          for (int a = 0; a < 24; ++a)
            dofs[static_cast<std::size_t>(a)] =
                first + 3 * grid.node(i + (a / 3 & 1), j + (a / 6 & 1), k + (a / 12 & 1)) + a % 3;
          add_brick(dofs, iteration, momentum);
        }
    for (int j = 0; j < grid.ny; ++j)
      for (int i = 0; i < grid.nx; ++i) add_contact(first + 3 * grid.node(i, j, 0));
  }

  GlobalProblem problem() const {
    const int dofs = static_cast<int>(f_.size()), rows = static_cast<int>(w_.size());
    GlobalProblem problem{SparseMatrix(dofs, dofs),
                          SparseMatrix(dofs, rows),
                          Eigen::Map<const Vector>(f_.data(), dofs),
                          Eigen::Map<const Vector>(w_.data(), rows),
                          {}};
    problem.M.setFromTriplets(M_.begin(), M_.end());
    problem.H.setFromTriplets(H_.begin(), H_.end());
    problem.laws.assign(w_.size() / 3, coulomb(mu_));
    return problem;
  }

 private:
  void add_brick(const std::array<int, 24>& dofs, const Mat24& iteration, const Vec<24>& momentum) {
    for (int b = 0; b < 24; ++b) {
      const int col = dofs[static_cast<std::size_t>(b)];
      f_[static_cast<std::size_t>(col)] += momentum[b];
      for (int a = 0; a < 24; ++a)
        M_.emplace_back(dofs[static_cast<std::size_t>(a)], col, iteration(a, b));
    }
  }

  // The obstacle is below: its normal is tilted by some degrees.
  void add_contact(int dof) {
    const Vec<3> normal =
        Vec<3>(random_.uniform(-0.1, 0.1), random_.uniform(-0.1, 0.1), 1.0).normalized();
    const Mat<3> frame = contact_frame(normal);
    for (int k = 0; k < 3; ++k)
      for (int i = 0; i < 3; ++i)
        H_.emplace_back(dof + i, static_cast<int>(w_.size()) + k, frame(i, k));
    w_.insert(w_.end(), {random_.uniform(0.0, roughness) / time_step, 0.0, 0.0});
  }

  const Brick brick_ = unit_brick();
  Random random_;
  double mu_;
  std::vector<Eigen::Triplet<double>> M_, H_;
  std::vector<double> f_, w_;
};

// nx x ny nodes with a product near `contacts`, nearly square
Grid grid_for(double contacts) {
  const int nx = std::max(2, static_cast<int>(std::lround(std::sqrt(contacts))));
  const int ny = std::max(2, static_cast<int>(std::lround(contacts / nx)));
  return {nx, ny, 2 + nx / 3};
}

}  // namespace

GlobalProblem elastic_blocks(const FrictionProblemOptions& options) {
  const int blocks = options.contacts <= 200 ? 1 : (options.contacts + 32) / 64;
  const Grid grid = grid_for(static_cast<double>(options.contacts) / blocks);
  Assembly assembly(options);
  for (int i = 0; i < blocks; ++i) assembly.add_block(grid);
  return assembly.problem();
}

}  // namespace nonsmooth::bench
