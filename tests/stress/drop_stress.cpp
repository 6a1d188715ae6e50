// SPDX-License-Identifier: Apache-2.0
// Polyhedra dropped on terrain, many at a time and deaf to each other: none may end below the
// surface, and on flat ground no edge inside a face may push sideways.
//
//   drop_stress <drops> [first seed = 1] [threads = 1]
//
// Ground in turn: rough height field, rough mesh, flat and tilted height field, the same as mesh.
// At any time these are leaks (tests/support/sinking.hpp): a corner or an edge deeper than `deep`
// in the ground, an edge of the ground deeper than that in a rock, a centre of mass below the
// surface.
#include "nonsmooth/base/random.hpp"
#include "nonsmooth/mechanics.hpp"
#include "tests/support/sinking.hpp"
#include "tests/support/terrain.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace nonsmooth {
namespace {

using nonsmooth::testing::mesh_of;
using nonsmooth::testing::Sinking;

constexpr int side = 40, per_scene = 250, steps = 60;
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
  long drops = 0, leaks = 0, ghosts = 0, contacts = 0, unsolved = 0;
  Sinking deepest;
};

class Drops {
 public:
  explicit Drops(std::uint64_t seed)
      : seed_(seed), random_(seed), flat_(seed % 4 >= 2), field_(heights_of(random_, flat_), 1.0) {
    scene_.contact_law = {.restitution = random_.uniform(0, 0.5),
                          .friction = random_.uniform(0, 1.0)};
    const Shape ground = seed % 2 == 1 ? Shape(mesh_of(field_.heights())) : Shape(field_);
    scene_.add(Body{.shape = ground, .motion = Motion::fixed});
    for (int k = 0; k < per_scene; ++k) add_rock();
    const Matrix& z = field_.heights();
    normal_ = Vec<3>(z(0, 0) - z(1, 0), z(0, 0) - z(0, 1), 1.0).normalized();
  }

  void run(int threads, Tally& tally) {
    SceneSimulator simulator(scene_, {.step = step, .threads = threads});
    std::vector<unsigned char> leaked(hulls_.size(), 0);
    for (int i = 0; i < steps; ++i) {
      tally.unsolved += simulator.step().ok() ? 0 : 1;
      look_for_leaks(simulator, leaked, tally);
      look_for_ghosts(simulator, tally);
    }
    for (const unsigned char leak : leaked) tally.leaks += leak;
    tally.drops += per_scene;
  }

 private:
  void add_rock() {
    std::vector<Vec<3>> corners;
    const double size = random_.uniform(0.15, 0.5);
    const Vec<3> stretch(1.0, random_.uniform(0.5, 1.0), random_.uniform(0.3, 1.0));
    const int count = 5 + static_cast<int>(random_.uniform() * 25);
    for (int i = 0; i < count; ++i) corners.push_back(size * unit().cwiseProduct(stretch));
    const double x = random_.uniform(12, side - 13), y = random_.uniform(12, side - 13);
    scene_.add(Body{.shape = hulls_.emplace_back(corners),
                    .density = 2600,
                    .position = {x, y, *field_.height(x, y) + random_.uniform(1.6, 2.5)},
                    .velocity = 3.0 * unit() - Vec<3>(0, 0, random_.uniform(0, 15)),
                    .angular_velocity = 5.0 * unit(),
                    .group = 2,
                    .collides_with = 1});
  }

  Vec<3> unit() {
    return Vec<3>(random_.normal(), random_.normal(), random_.normal()).normalized();
  }

  void look_for_leaks(const SceneSimulator& simulator, std::vector<unsigned char>& leaked,
                      Tally& tally) {
    for (std::size_t k = 0; k < hulls_.size(); ++k) {
      const BodyState body = simulator.body(BodyId{static_cast<int>(k) + 1});
      const Sinking now =
          testing::sinking(hulls_[k], {body.position, rotation_matrix(body.orientation)},
                           simulator.state().centre[k + 1], field_);
      tally.deepest = worse_of(tally.deepest, now);
      if (leaked[k] != 0 || !(now.most() > deep || now.centre > 0.0)) continue;
      leaked[k] = 1;
      std::printf(
          "seed %llu rock %zu step %ld: corner %.4f, edge %.4f, ridge %.4f, centre %.1e m deep\n",
          static_cast<unsigned long long>(seed_), k + 1, simulator.state().step, now.corner,
          now.edge, now.ridge, now.centre);
    }
  }

  void look_for_ghosts(const SceneSimulator& simulator, Tally& tally) const {
    tally.contacts += static_cast<long>(simulator.state().contacts.size());
    if (!flat_) return;
    for (const SceneContact& contact : simulator.state().contacts) {
      const Vec<3>& x = contact.point;
      const bool inside = x[0] > 1 && x[1] > 1 && x[0] < side - 2 && x[1] < side - 2;
      // the normal points from the rock, the second body, to the ground
      if (inside && (contact.normal + normal_).norm() > 1e-9) ++tally.ghosts;
    }
  }

  std::uint64_t seed_;
  Random random_;
  bool flat_;
  HeightField field_;
  Scene scene_;
  std::vector<ConvexHull> hulls_;
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
    const long ghosts = tally.ghosts;
    Drops(seed).run(threads, tally);
    if (tally.ghosts != ghosts)
      std::printf("seed %llu: %ld ghost contacts so far\n", static_cast<unsigned long long>(seed),
                  tally.ghosts);
  }
  std::printf(
      "%ld drops, %ld contacts, %ld leaks (deepest corner %.1e, edge %.1e, ridge %.1e, "
      "centre %.1e m), "
      "%ld ghost contacts, %ld steps not solved\n",
      tally.drops, tally.contacts, tally.leaks, tally.deepest.corner, tally.deepest.edge,
      tally.deepest.ridge, tally.deepest.centre, tally.ghosts, tally.unsolved);
  return tally.leaks + tally.ghosts == 0 ? 0 : 1;
}
