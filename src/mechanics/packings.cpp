// SPDX-License-Identifier: Apache-2.0
#include "nonsmooth/mechanics/packings.hpp"

#include "nonsmooth/base/error.hpp"
#include "nonsmooth/base/random.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <string>

namespace nonsmooth {
namespace {

constexpr double pi = 3.14159265358979323846;
constexpr double most = 1e7;  // bodies of one packing

void require(bool holds, const char* packing, const char* complaint) {
  if (!holds) throw Error(std::string(packing) + ": " + complaint);
}

bool positive(const Vec<3>& size) { return size.allFinite() && (size.array() > 0.0).all(); }
bool positive(double size) { return std::isfinite(size) && size > 0.0; }

Vec<4> coefficients(const Eigen::Quaterniond& q) { return {q.w(), q.x(), q.y(), q.z()}; }

Body numbered(const char* what, std::size_t number, Shape shape, const Vec<3>& position) {
  Body body;
  body.name = std::string(what) + " " + std::to_string(number);
  body.shape = std::move(shape);
  body.position = position;
  return body;
}

// Uniform over all orientations: Shoemake 1992.
Vec<4> random_orientation(Random& random) {
  const double u = random.uniform(), a = 2.0 * pi * random.uniform(),
               b = 2.0 * pi * random.uniform();
  return {std::sqrt(u) * std::cos(b), std::sqrt(1.0 - u) * std::sin(a),
          std::sqrt(1.0 - u) * std::cos(a), std::sqrt(u) * std::sin(b)};
}

}  // namespace

std::vector<Body> sphere_box(const SphereBox& o) {
  require(positive(o.radius_min) && positive(o.radius_max) && o.radius_min <= o.radius_max,
          "sphere_box", "expected 0 < radius_min <= radius_max");
  require(o.lower.allFinite() && positive(Vec<3>(o.upper - o.lower)), "sphere_box",
          "expected lower below upper in every direction");
  require(o.count >= 0 && o.looseness >= 0.0, "sphere_box",
          "expected count and looseness not negative");
  const double cell = 2.0 * o.radius_max * (1.0 + o.looseness);
  // a box of exactly ten cells must not lose one to rounding
  const Vec<3> fits = ((o.upper - o.lower) / cell * (1.0 + 1e-12)).array().floor();
  require(fits.prod() <= most, "sphere_box", "more than 1e7 cells; take larger radii");
  require(fits.prod() >= std::max(1, o.count), "sphere_box",
          "the box has fewer cells than spheres; make it higher, or the spheres smaller");
  const int nx = static_cast<int>(fits.x()), ny = static_cast<int>(fits.y());
  const int cells = nx * ny * static_cast<int>(fits.z());
  const Vec<3> side((o.upper.x() - o.lower.x()) / nx, (o.upper.y() - o.lower.y()) / ny, cell);
  Random random(o.seed);
  std::vector<Body> bodies;
  for (int c = 0; c < (o.count > 0 ? o.count : cells); ++c) {
    const double radius = random.uniform(o.radius_min, o.radius_max);
    const Vec<3> corner = o.lower + Vec<3>(c % nx, c / nx % ny, c / (nx * ny)).cwiseProduct(side);
    Vec<3> at;
    for (int k = 0; k < 3; ++k) at[k] = corner[k] + random.uniform(radius, side[k] - radius);
    bodies.push_back(numbered("sphere", bodies.size(), Sphere{radius}, at));
  }
  return bodies;
}

std::vector<Body> brick_wall(const BrickWall& o) {
  require(o.columns > 0 && o.rows > 0, "brick_wall", "expected columns and rows of at least 1");
  require(1.0 * o.columns * o.rows <= most, "brick_wall", "more than 1e7 bricks");
  require(positive(o.brick) && o.gap >= 0.0, "brick_wall", "expected a positive size of bricks");
  const double pitch = o.brick.x() + o.gap;
  const double left = o.position.x() - 0.5 * (o.columns * pitch - o.gap);
  std::vector<Body> bodies;
  const auto put = [&](double begin, double length, int row) {
    const Vec<3> size(length, o.brick.y(), o.brick.z());
    bodies.push_back(numbered(
        "brick", bodies.size(), Cuboid{size / 2.0},
        {begin + 0.5 * length, o.position.y(), o.position.z() + (row + 0.5) * o.brick.z()}));
  };
  const double half = 0.5 * (o.brick.x() - o.gap);
  for (int row = 0; row < o.rows; ++row) {
    if (row % 2 == 0) {
      for (int i = 0; i < o.columns; ++i) put(left + i * pitch, o.brick.x(), row);
      continue;
    }
    put(left, half, row);
    for (int i = 0; i + 1 < o.columns; ++i) put(left + half + o.gap + i * pitch, o.brick.x(), row);
    put(left + half + o.gap + (o.columns - 1) * pitch, half, row);
  }
  return bodies;
}

std::vector<Body> plank_tower(const PlankTower& o) {
  require(o.levels > 0 && o.planks > 0, "plank_tower", "expected levels and planks of at least 1");
  require(1.0 * o.levels * o.planks <= most, "plank_tower", "more than 1e7 planks");
  require(positive(o.plank), "plank_tower", "expected a positive size of planks");
  require(o.planks * o.plank.y() <= o.plank.x() * (1.0 + 1e-12), "plank_tower",
          "the planks of a level are wider than a plank is long; take fewer");
  const double room = o.plank.x() - o.plank.y();
  std::vector<Body> bodies;
  for (int level = 0; level < o.levels; ++level)
    for (int i = 0; i < o.planks; ++i) {
      const double aside =
          o.planks == 1 ? 0.0 : room * (static_cast<double>(i) / (o.planks - 1) - 0.5);
      const double z = (level + 0.5) * o.plank.z();
      const bool across = level % 2 == 1;
      const Vec<3> size = across ? Vec<3>(o.plank.y(), o.plank.x(), o.plank.z()) : Vec<3>(o.plank);
      const Vec<3> at = across ? Vec<3>(aside, 0.0, z) : Vec<3>(0.0, aside, z);
      bodies.push_back(
          numbered("plank", bodies.size(), Cuboid{size / 2.0}, Vec<3>(o.position + at)));
    }
  return bodies;
}

std::vector<Body> arch(const Arch& o) {
  require(o.stones > 1 && o.stones <= 10000, "arch", "expected 2 to 10000 stones");
  require(positive(o.inner_radius) && positive(o.thickness) && positive(o.depth), "arch",
          "expected positive inner_radius, thickness and depth");
  const double middle = o.inner_radius + 0.5 * o.thickness;
  std::vector<Body> bodies;
  for (int i = 0; i < o.stones; ++i) {
    const double begin = pi * i / o.stones, end = pi * (i + 1) / o.stones;
    const double turn = 0.5 * (begin + end);
    const Vec<3> origin(middle * std::cos(turn), 0.0, middle * std::sin(turn));
    std::vector<Vec<3>> corners;
    for (const double angle : {begin, end})
      for (const double radius : {o.inner_radius, o.inner_radius + o.thickness})
        for (const double y : {-0.5 * o.depth, 0.5 * o.depth})
          corners.push_back(Vec<3>(radius * std::cos(angle), y, radius * std::sin(angle)) - origin);
    bodies.push_back(
        numbered("stone", bodies.size(), ConvexHull(corners), Vec<3>(o.position + origin)));
  }
  return bodies;
}

std::vector<Body> domino_row(const DominoRow& o) {
  require(o.count > 0 && o.count <= most, "domino_row", "expected a count of at least 1");
  require(positive(o.domino), "domino_row", "expected a positive size of dominoes");
  require(o.spacing > o.domino.x(), "domino_row",
          "spacing is from middle to middle: larger than the thickness");
  std::vector<Body> bodies;
  for (int i = 0; i < o.count; ++i)
    bodies.push_back(numbered("domino", bodies.size(), Cuboid{o.domino / 2.0},
                              o.position + Vec<3>(i * o.spacing, 0.0, 0.5 * o.domino.z())));
  // about the lower edge in front: a turn and the motion of the middle that goes with it
  bodies[0].angular_velocity = Vec<3>(0.0, o.push, 0.0);
  bodies[0].velocity =
      Vec<3>(0.0, o.push, 0.0).cross(Vec<3>(-0.5 * o.domino.x(), 0.0, 0.5 * o.domino.z()));
  return bodies;
}

std::vector<Body> grid(const Grid& o) {
  double all = 1.0;
  for (const int count : o.counts) {
    require(count > 0, "grid", "expected counts of at least 1");
    all *= count;
  }
  require(all <= most, "grid", "more than 1e7 bodies");
  require(o.spacing.allFinite() && std::isfinite(o.jitter), "grid", "expected finite numbers");
  Random random(o.seed);
  std::vector<Body> bodies;
  for (int k = 0; k < o.counts[2]; ++k)
    for (int j = 0; j < o.counts[1]; ++j)
      for (int i = 0; i < o.counts[0]; ++i) {
        Body body = o.body;
        body.name =
            (o.body.name.empty() ? "body" : o.body.name) + " " + std::to_string(bodies.size());
        body.position += Vec<3>(i, j, k).cwiseProduct(o.spacing);
        for (double& x : body.position) x += o.jitter * random.uniform(-1.0, 1.0);
        if (o.turn) body.orientation = random_orientation(random);
        bodies.push_back(std::move(body));
      }
  return bodies;
}

JointedBodies chain(const Chain& o) {
  const double length = (o.to - o.from).norm() / std::max(1, o.links);
  require(o.links > 0 && o.links <= 100000, "chain", "expected 1 to 100000 links");
  require(positive(o.radius) && std::isfinite(length) && length > 2.0 * o.radius, "chain",
          "links shorter than they are thick; take fewer of them, or a smaller radius");
  const Vec<3> along = (o.to - o.from).normalized();
  const Vec<4> turn = coefficients(Eigen::Quaterniond::FromTwoVectors(Vec<3>::UnitZ(), along));
  JointedBodies chain;
  for (int i = 0; i < o.links; ++i) {
    Body link = numbered("link", chain.bodies.size(), Capsule{o.radius, 0.5 * length - o.radius},
                         o.from + (i + 0.5) * length * along);
    link.orientation = turn;
    link.group = 2u;
    link.collides_with = ~2u;
    chain.bodies.push_back(std::move(link));
    if (i == 0 && !o.hold_from) continue;
    Joint joint;
    joint.a = BodyId{i};
    if (i > 0) joint.b = BodyId{i - 1};
    joint.anchor = o.from + i * length * along;
    chain.joints.push_back(joint);
  }
  if (o.hold_to) {
    Joint joint;
    joint.a = BodyId{o.links - 1};
    joint.anchor = o.to;
    chain.joints.push_back(joint);
  }
  return chain;
}

}  // namespace nonsmooth
