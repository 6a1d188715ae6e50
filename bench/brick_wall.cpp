// SPDX-License-Identifier: Apache-2.0
#include "bench/brick_wall.hpp"

#include <Eigen/Geometry>

#include <array>
#include <vector>

namespace nonsmooth::bench {
namespace {

constexpr double density = 2000.0;         // kg/m^3
constexpr double modulus = 2.2e9;          // Pa, of the lattice to within a factor near one
constexpr double brick_height = 0.1;       // m
constexpr double pressure = 30e3 / 0.105;  // Pa on top
constexpr double gravity = 9.81;           // m/s^2
constexpr double mu_joint = 0.83, mu_floor = 0.53;

using Point = Eigen::Vector3i;  // in elements

struct Brick {
  Point origin, extent;
  int first_dof = 0;

  Point nodes() const { return extent + Point::Ones(); }
  int node_count() const { return nodes().prod(); }
  int node(const Point& p) const { return (p.z() * nodes().y() + p.y()) * nodes().x() + p.x(); }
  bool holds(int x, int z) const {
    return x >= origin.x() && x < origin.x() + extent.x() && z >= origin.z() &&
           z < origin.z() + extent.z();
  }
};

// The four corners of an element face with its lowest corner at `corner`, normal to `axis`.
std::array<Point, 4> face_corners(const Point& corner, int axis) {
  const Point a = Point::Unit((axis + 1) % 3), b = Point::Unit((axis + 2) % 3);
  return {corner, corner + a, corner + b, corner + a + b};
}

class Assembly {
 public:
  explicit Assembly(const BrickWall& wall) : wall_(wall), size_(brick_height / wall.height) {
    for (int course = 0; course < wall.courses; ++course) {
      int x = 0;
      for (int i = 0; i <= wall.bricks; ++i) {
        const bool half = i == (course % 2 == 0 ? 0 : wall.bricks);
        const Point extent((half ? 1 : 2) * wall.half_length, wall.depth, wall.height);
        bricks_.push_back({Point(x, 0, course * wall.height), extent, dofs_});
        dofs_ += wall.flexible ? 3 * bricks_.back().node_count() : 6;
        x += extent.x();
      }
      length_ = x;
    }
    f_ = Vector::Zero(dofs_);
  }

  GlobalProblem problem() {
    for (const Brick& brick : bricks_) wall_.flexible ? add_lattice(brick) : add_rigid(brick);
    add_joints();
    add_load();
    GlobalProblem result;
    result.M.resize(dofs_, dofs_);
    result.M.setFromTriplets(M_.begin(), M_.end());
    result.H.resize(dofs_, 3 * static_cast<int>(laws_.size()));
    result.H.setFromTriplets(H_.begin(), H_.end());
    result.f = f_;
    result.w = Vector::Zero(result.H.cols());
    result.laws = laws_;
    return result;
  }

 private:
  // --- Bricks

  void add_lattice(const Brick& brick) {
    const Point n = brick.nodes();
    const double mass = density * size_ * size_ * size_ * brick.extent.prod() / brick.node_count();
    for (int z = 0; z < n.z(); ++z)
      for (int y = 0; y < n.y(); ++y)
        for (int x = 0; x < n.x(); ++x) {
          const Point at(x, y, z);
          const int dof = brick.first_dof + 3 * brick.node(at);
          for (int k = 0; k < 3; ++k) M_.emplace_back(dof + k, dof + k, mass);
          f_[dof + 2] -= wall_.time_step * mass * gravity;
          add_springs(brick, at);
        }
  }

  // To the 13 neighbours that come later; the other 13 have drawn theirs.
  void add_springs(const Brick& brick, const Point& at) {
    for (int number = 14; number < 27; ++number) {
      const Point step(number % 3 - 1, number / 3 % 3 - 1, number / 9 - 1);
      const Point to = at + step;
      if ((to.array() < 0).any() || (to.array() > brick.extent.array()).any()) continue;
      const Vec<3> along = step.cast<double>().normalized();
      const double h = wall_.time_step;
      const Mat<3> block = h * h * (0.2 * modulus * size_) * along * along.transpose();
      const int a = brick.first_dof + 3 * brick.node(at), b = brick.first_dof + 3 * brick.node(to);
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
          M_.emplace_back(a + i, a + j, block(i, j));
          M_.emplace_back(b + i, b + j, block(i, j));
          M_.emplace_back(a + i, b + j, -block(i, j));
          M_.emplace_back(b + i, a + j, -block(i, j));
        }
    }
  }

  void add_rigid(const Brick& brick) {
    const Vec<3> sides = size_ * brick.extent.cast<double>();
    const double mass = density * sides.prod();
    for (int k = 0; k < 3; ++k) {
      M_.emplace_back(brick.first_dof + k, brick.first_dof + k, mass);
      const double inertia = mass / 12.0 * (sides.squaredNorm() - sides[k] * sides[k]);
      M_.emplace_back(brick.first_dof + 3 + k, brick.first_dof + 3 + k, inertia);
    }
    f_[brick.first_dof + 2] -= wall_.time_step * mass * gravity;
  }

  // --- Where forces meet bricks

  // The force `direction`, spread over a face, on the degrees of freedom of a brick.
  template <class Use>
  void spread(const Brick& brick, const Point& corner, int axis, const Vec<3>& direction,
              const Use& use) const {
    const std::array<Point, 4> corners = face_corners(corner, axis);
    if (wall_.flexible) {
      for (const Point& each : corners)
        for (int k = 0; k < 3; ++k)
          use(brick.first_dof + 3 * brick.node(each - brick.origin) + k, 0.25 * direction[k]);
      return;
    }
    const Vec<3> middle = 0.5 * (corners[0] + corners[3]).cast<double>();
    const Vec<3> centre = brick.origin.cast<double>() + 0.5 * brick.extent.cast<double>();
    const Vec<3> moment = (size_ * (middle - centre)).cross(direction);
    for (int k = 0; k < 3; ++k) {
      use(brick.first_dof + k, direction[k]);
      use(brick.first_dof + 3 + k, moment[k]);
    }
  }

  const Brick* brick_at(int x, int z) const {
    for (const Brick& brick : bricks_)
      if (brick.holds(x, z)) return &brick;
    return nullptr;
  }

  // --- Contacts: `above` against `below` (null: the floor), or right against left

  void add_contact(const Brick* below, const Brick* above, const Point& corner, int axis) {
    for (int k = 0; k < 3; ++k) {
      const Vec<3> direction = Vec<3>::Unit((axis + k) % 3);  // the normal first
      const int col = 3 * static_cast<int>(laws_.size()) + k;
      const auto entry = [&](double sign) {
        return [this, col, sign](int row, double value) {
          if (value != 0.0) H_.emplace_back(row, col, sign * value);
        };
      };
      spread(*above, corner, axis, direction, entry(1.0));
      if (below != nullptr) spread(*below, corner, axis, direction, entry(-1.0));
    }
    laws_.emplace_back(coulomb(below != nullptr ? mu_joint : mu_floor));
  }

  void add_joints() {
    for (int course = 0; course < wall_.courses; ++course)
      for (int x = 0; x < length_; ++x) {
        const int z = course * wall_.height;
        for (int y = 0; y < wall_.depth; ++y)
          add_contact(brick_at(x, z - 1), brick_at(x, z), Point(x, y, z), 2);
        if (x == 0 || brick_at(x, z) == brick_at(x - 1, z)) continue;
        for (int y = 0; y < wall_.depth; ++y)
          for (int k = z; k < z + wall_.height; ++k)
            add_contact(brick_at(x - 1, z), brick_at(x, z), Point(x, y, k), 0);
      }
  }

  void add_load() {
    const int top = wall_.courses * wall_.height;
    const double force = wall_.time_step * pressure * size_ * size_;
    for (int x = 0; x < length_; ++x)
      for (int y = 0; y < wall_.depth; ++y)
        spread(*brick_at(x, top - 1), Point(x, y, top), 2, Vec<3>(wall_.push * force, 0.0, -force),
               [this](int row, double value) { f_[row] += value; });
  }

  BrickWall wall_;
  double size_;  // of an element, m
  int length_ = 0, dofs_ = 0;
  std::vector<Brick> bricks_;
  std::vector<Eigen::Triplet<double>> M_, H_;
  Vector f_;
  std::vector<AnyLaw> laws_;
};

}  // namespace

GlobalProblem brick_wall(const BrickWall& wall) { return Assembly(wall).problem(); }

}  // namespace nonsmooth::bench
