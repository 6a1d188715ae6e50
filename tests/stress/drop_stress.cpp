// SPDX-License-Identifier: Apache-2.0
// Polyhedra dropped on terrain, many at a time and deaf to each other: none may end below the
// surface, and on flat ground no edge inside a face may push sideways.
//
//   drop_stress <drops> [first seed = 1] [threads = 1]
//
// Ground in turn: rough height field, rough mesh, flat and tilted height field, the same as mesh. A
// leak is a centre below the ground, or a corner deeper than `deep`, after two steps in a row: one
// projection per step leaves a share of what an impact at 15 m/s pushes in, for a step.
#include "nonsmooth/base/random.hpp"
#include "nonsmooth/collide/contact.hpp"
#include "nonsmooth/mechanics.hpp"
#include "tests/support/terrain.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace nonsmooth {
namespace {

using nonsmooth::testing::mesh_of;

constexpr int side = 40, per_scene = 250, steps = 20;
constexpr double step = 0.01, deep = 0.03;

Matrix heights_of(Random& random, bool flat) {
  const double slope_x = random.uniform(-0.4, 0.4), slope_y = random.uniform(-0.4, 0.4);
  const double rough = flat ? 0.0 : random.uniform(0.1, 0.8);
  Matrix heights(side, side);
  for (int i = 0; i < side; ++i)
    for (int j = 0; j < side; ++j)
      heights(i, j) = slope_x * i + slope_y * j + rough * random.uniform(-1, 1);
  return heights;
}

struct Tally {
  long drops = 0, landed = 0, leaks = 0, ghosts = 0, contacts = 0, unsolved = 0;
  double deepest = 0.0;
};

class Drops {
 public:
  explicit Drops(std::uint64_t seed)
      : random_(seed), flat_(seed % 4 >= 2), field_(heights_of(random_, flat_), 1.0) {
    scene_.contact_law = {.restitution = random_.uniform(0, 0.5),
                          .friction = random_.uniform(0, 1.0)};
    const Shape ground = seed % 2 == 1 ? Shape(mesh_of(field_.heights())) : Shape(field_);
    scene_.add(Body{.shape = ground, .motion = Motion::fixed});
    for (int k = 0; k < per_scene; ++k) add_rock(ground);
    const Matrix& z = field_.heights();
    normal_ = Vec<3>(z(0, 0) - z(1, 0), z(0, 0) - z(0, 1), 1.0).normalized();
  }

  void run(int threads, Tally& tally) {
    SceneSimulator simulator(scene_, {.step = step, .threads = threads});
    for (int i = 0; i < steps; ++i) {
      tally.unsolved += simulator.step().ok() ? 0 : 1;
      look(simulator, tally);
    }
    for (const Rock& rock : rocks_) {
      tally.leaks += rock.leaked ? 1 : 0;
      tally.landed += rock.landed ? 1 : 0;
    }
    tally.drops += per_scene;
  }

 private:
  void add_rock(const Shape& ground) {
    std::vector<Vec<3>> corners;
    const double size = random_.uniform(0.15, 0.5);
    const Vec<3> stretch(1.0, random_.uniform(0.5, 1.0), random_.uniform(0.3, 1.0));
    const int count = 5 + static_cast<int>(random_.uniform() * 25);
    for (int i = 0; i < count; ++i) corners.push_back(size * unit().cwiseProduct(stretch));
    const double x = random_.uniform(12, side - 13), y = random_.uniform(12, side - 13);
    const ConvexHull rock(corners);
    Vec<3> start(x, y, highest_around(x, y, size) + size);
    start[2] += random_.uniform(0.01, 0.3) - clearance(rock, start, ground);
    const Vec<3> velocity = 3.0 * unit() - Vec<3>(0, 0, random_.uniform(3, 15));
    rocks_.push_back({corners, velocity[2]});
    scene_.add(Body{.shape = rock,
                    .density = 2600,
                    .position = start,
                    .velocity = velocity,
                    .angular_velocity = 5.0 * unit(),
                    .group = 2,
                    .collides_with = 1});
  }

  double highest_around(double x, double y, double reach) const {
    const auto low = [&](double c) { return static_cast<Eigen::Index>(std::floor(c - reach)); };
    const auto high = [&](double c) { return static_cast<Eigen::Index>(std::ceil(c + reach)); };
    const Eigen::Index i = low(x), j = low(y);
    return field_.heights().block(i, j, high(x) - i + 1, high(y) - j + 1).maxCoeff();
  }

  double clearance(const Shape& rock, const Vec<3>& position, const Shape& ground) {
    constexpr double far = 3.0;
    buffer_.points.clear();
    find_contacts(rock, {position, Mat<3>::Identity()}, ground, {}, far, buffer_);
    double least = far;
    for (const ContactPoint& point : buffer_.points) least = std::min(least, point.gap);
    return least;
  }

  Vec<3> unit() {
    return Vec<3>(random_.normal(), random_.normal(), random_.normal()).normalized();
  }

  void look(const SceneSimulator& simulator, Tally& tally) {
    for (std::size_t k = 0; k < rocks_.size(); ++k) {
      Rock& rock = rocks_[k];
      const BodyState body = simulator.body(BodyId{static_cast<int>(k) + 1});
      const Mat<3> R = rotation_matrix(body.orientation);
      const Vec<3>& centre = simulator.state().centre[k + 1];
      double deepest = 0.0;
      for (const Vec<3>& corner : rock.corners)
        deepest = std::max(deepest, depth(body.position + R * corner));
      tally.deepest = std::max(tally.deepest, deepest);
      rock.deep_for = deepest > deep || depth(centre) > 0.0 ? rock.deep_for + 1 : 0;
      rock.leaked = rock.leaked || rock.deep_for > 1;
      rock.landed = rock.landed || body.velocity[2] > rock.fall - 9.81 * step + 1e-6;
      rock.fall = body.velocity[2];
    }
    tally.contacts += static_cast<long>(simulator.state().contacts.size());
    if (!flat_) return;
    for (const SceneContact& contact : simulator.state().contacts) {
      const Vec<3>& x = contact.point;
      const bool inside = x[0] > 1 && x[1] > 1 && x[0] < side - 2 && x[1] < side - 2;
      // the normal points from the rock, the second body, to the ground
      if (inside && (contact.normal + normal_).norm() > 1e-9) ++tally.ghosts;
    }
  }

  // below the ground, measured straight down
  double depth(const Vec<3>& x) const {
    const std::optional<double> z = field_.height(x[0], x[1]);
    return z ? *z - x[2] : 0.0;
  }

  Random random_;
  bool flat_;
  HeightField field_;
  Scene scene_;
  struct Rock {
    std::vector<Vec<3>> corners;
    double fall;  // upward velocity after the last step
    int deep_for = 0;
    bool leaked = false, landed = false;
  };
  std::vector<Rock> rocks_;
  ContactBuffer buffer_;
  Vec<3> normal_;
};

}  // namespace
}  // namespace nonsmooth

int main(int argc, char** argv) {
  using namespace nonsmooth;
  const long drops = argc > 1 ? std::atol(argv[1]) : 10000;
  std::uint64_t seed = argc > 2 ? static_cast<std::uint64_t>(std::atol(argv[2])) : 1;
  const int threads = argc > 3 ? std::max(1, std::atoi(argv[3])) : 1;
  Tally tally;
  for (; tally.drops < drops; ++seed) {
    const long bad = tally.leaks + tally.ghosts;
    Drops(seed).run(threads, tally);
    if (tally.leaks + tally.ghosts != bad)
      std::printf("seed %llu: %ld leaks, %ld ghost contacts so far\n",
                  static_cast<unsigned long long>(seed), tally.leaks, tally.ghosts);
  }
  std::printf(
      "%ld drops, %ld of them landed, %ld contacts, %ld leaks (deepest corner %.1e m), %ld ghost "
      "contacts, %ld steps not solved\n",
      tally.drops, tally.landed, tally.contacts, tally.leaks, tally.deepest, tally.ghosts,
      tally.unsolved);
  return tally.leaks + tally.ghosts == 0 ? 0 : 1;
}
