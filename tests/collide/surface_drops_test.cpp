// SPDX-License-Identifier: Apache-2.0
// Random bodies in and above random ground, by pure kinematics. The oracle for fields is their
// height: every vertex below it has a contact that holds its depth, and a body that follows its
// contacts out of the ground ends above it.
#include "nonsmooth/collide/contact.hpp"
#include "surfaces.hpp"
#include "tests/support/sinking.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <ctime>

namespace nonsmooth {
namespace {

/// NS_DROPS multiplies the number of poses.
int rounds(int usual) {
  const char* factor = std::getenv("NS_DROPS");
  return usual * (factor != nullptr ? std::max(1, std::atoi(factor)) : 1);
}

/// Smooth hills and rough noise.
HeightField random_field(Random& random) {
  const double a = random.uniform(0, 1), b = random.uniform(0.5, 3), c = random.uniform(0, 6);
  const double roughness = random.below(2) == 0 ? 0.02 : 0.3;
  return surfaces::field(24, 3.0, [&](double x, double y) {
    return a * std::sin(b * x + c) * std::cos(b * y) + random.uniform(-roughness, roughness);
  });
}

TriangleMesh as_mesh(const HeightField& field) {
  std::vector<Vec<3>> vertices;
  std::vector<std::array<int, 3>> triangles;
  const int n = static_cast<int>(field.heights().rows()),
            m = static_cast<int>(field.heights().cols());
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      vertices.emplace_back(field.origin().x() + i * field.spacing(),
                            field.origin().y() + j * field.spacing(), field.heights()(i, j));
  for (int i = 0; i + 1 < n; ++i)
    for (int j = 0; j + 1 < m; ++j) {
      const int a = i * m + j;
      triangles.push_back({a, a + m, a + m + 1});
      triangles.push_back({a, a + m + 1, a + 1});
    }
  return {vertices, triangles};
}

template <class Ground>
Shape ground_of(const HeightField& field) {
  if constexpr (std::is_same_v<Ground, TriangleMesh>) return as_mesh(field);
  return field;
}

std::vector<Vec<3>> vertices_of(const Shape& body, const Pose& pose) {
  std::vector<Vec<3>> vertices;
  if (const auto* hull = std::get_if<ConvexHull>(&body))
    for (const Vec<3>& v : hull->vertices()) vertices.push_back(pose.point(v));
  if (const auto* box = std::get_if<Cuboid>(&body))
    for (int k = 0; k < 8; ++k)
      vertices.push_back(pose.point(
          box->half_extents.cwiseProduct(Vec<3>(k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1))));
  return vertices;
}

Shape random_body(Random& random) {
  if (random.below(2) == 0) return surfaces::random_hull(random, 0.5);
  return Cuboid{
      Vec<3>(random.uniform(0.1, 0.5), random.uniform(0.1, 0.5), random.uniform(0.1, 0.5))};
}

/// How far a point is below the ground: positive inside.
double depth(const HeightField& field, const Vec<3>& point) {
  const auto height = field.height(point.x(), point.y());
  return height ? *height - point.z() : -infinity;
}

/// Processor time: the tests share their machine.
struct Timer {
  const char* what;
  int count = 0, contacts = 0;
  double seconds = 0.0, start = 0.0;

  static double now() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  }
  void begin() { start = now(); }
  void end(std::size_t found) {
    seconds += now() - start;
    contacts += static_cast<int>(found);
    ++count;
  }
  ~Timer() {
    std::printf("%s: %d queries, %.1f contacts each, %.2f us each\n", what, count,
                static_cast<double>(contacts) / count, 1e6 * seconds / count);
  }
};

// Every vertex below the surface has a contact of its own: on_a is the vertex, the gap negative.
template <class Ground>
void expect_every_vertex(const char* what, double deepest, double within, std::uint64_t seed) {
  Random random(seed);
  ContactBuffer buffer;
  Timer timer{what};
  int below = 0, missed = 0;
  for (int round = 0; round < rounds(60); ++round) {
    const HeightField field = random_field(random);
    const Shape ground = ground_of<Ground>(field);
    for (int k = 0; k < 100; ++k) {
      const Shape body = random_body(random);
      const Vec<3> at(random.uniform(-within, within), random.uniform(-within, within),
                      random.uniform(deepest, 2));
      const Pose pose{at, surfaces::random_rotation(random)};
      buffer.points.clear();
      timer.begin();
      find_contacts(body, pose, ground, {}, 0.01, buffer);
      timer.end(buffer.points.size());
      for (const ContactPoint& point : buffer.points) {
        EXPECT_NEAR(point.normal.norm(), 1.0, 1e-12);
        EXPECT_LE(point.gap, 0.01);
      }
      const Aabb box = bounds(body, pose);
      const double reach =
          std::is_same_v<Ground, TriangleMesh> ? (box.upper - box.lower).norm() : infinity;
      for (const Vec<3>& vertex : vertices_of(body, pose)) {
        if (depth(field, vertex) < 1e-9 || depth(field, vertex) > reach) continue;
        ++below;
        const bool found =
            std::any_of(buffer.points.begin(), buffer.points.end(), [&](const ContactPoint& point) {
              return (point.on_a - vertex).norm() < 1e-9 && point.gap < 0.0;
            });
        missed += found ? 0 : 1;
      }
    }
  }
  EXPECT_GT(below, 1000);
  EXPECT_EQ(missed, 0) << "of " << below << " vertices below the ground, seed " << seed;
}

TEST(Drops, NoVertexBelowAFieldWithoutContact) {
  expect_every_vertex<HeightField>("polyhedra on fields", -3.0, 2.0, 11);
}
// A mesh is solid behind its triangles up to the size of the body, and not beyond its border.
TEST(Drops, NoVertexBelowAMeshWithoutContact) {
  expect_every_vertex<TriangleMesh>("polyhedra on meshes", -0.3, 1.0, 12);
}

double steepest_slope(const HeightField& field) {
  const Matrix& z = field.heights();
  const auto n = z.rows() - 1, m = z.cols() - 1;
  // both triangles of a cell have one difference of heights along x and one along y
  const double along_x = (z.bottomRows(n) - z.topRows(n)).cwiseAbs().maxCoeff();
  const double along_y = (z.rightCols(m) - z.leftCols(m)).cwiseAbs().maxCoeff();
  return std::hypot(along_x, along_y) / field.spacing();
}

// What of the ground is in the body by 1 cm, or of the body in the ground, has a contact that knows
// at least half of it: a ridge that passes through a face, or above a body that is threaded through
// it, is nothing to the vertices of the body.
template <class Ground>
void expect_every_ridge(std::uint64_t seed) {
  Random random(seed);
  ContactBuffer buffer;
  int ridges = 0, edges = 0, missed_ridges = 0, missed_edges = 0;
  for (int round = 0; round < rounds(60); ++round) {
    const HeightField field = random_field(random);
    const Shape ground = ground_of<Ground>(field);
    // what is d below a surface along z is at least this share of d away from it
    const double nearer = 1.0 / std::hypot(1.0, steepest_slope(field));
    for (int k = 0; k < 100; ++k) {
      const ConvexHull body = surfaces::random_hull(random, 0.5);
      const double x = random.uniform(-1, 1), y = random.uniform(-1, 1);
      const Pose pose{Vec<3>(x, y, *field.height(x, y) + random.uniform(0, 0.5)),
                      surfaces::random_rotation(random)};
      const testing::Sinking sinking = testing::sinking(body, pose, pose.position, field);
      buffer.points.clear();
      find_contacts(body, pose, ground, {}, 0.0, buffer);
      double least = 0.0;
      for (const ContactPoint& point : buffer.points) least = std::min(least, point.gap);
      const double edge = nearer * sinking.edge;
      if (sinking.ridge >= 0.01) ++ridges, missed_ridges += least > -0.5 * sinking.ridge ? 1 : 0;
      if (edge >= 0.01) ++edges, missed_edges += least > -0.5 * edge ? 1 : 0;
    }
  }
  EXPECT_GT(ridges, 1000);
  EXPECT_EQ(missed_ridges, 0) << "of " << ridges << " ridges, seed " << seed;
  EXPECT_GT(edges, 1000);
  EXPECT_EQ(missed_edges, 0) << "of " << edges << " edges, seed " << seed;
}

TEST(Drops, NoRidgeOfAFieldWithoutContact) { expect_every_ridge<HeightField>(21); }
TEST(Drops, NoRidgeOfAMeshWithoutContact) { expect_every_ridge<TriangleMesh>(22); }

/// Follows the deepest contacts out of the ground by translations alone.
bool pushed_out(const Shape& body, Pose& pose, const Shape& ground, ContactBuffer& buffer) {
  for (int step = 0; step < 500; ++step) {
    buffer.points.clear();
    find_contacts(body, pose, ground, {}, 0.0, buffer);
    const ContactPoint* deepest = nullptr;
    for (const ContactPoint& point : buffer.points)
      if (point.gap < -1e-9 && (deepest == nullptr || point.gap < deepest->gap)) deepest = &point;
    if (deepest == nullptr) return true;
    pose.position -= deepest->gap * deepest->normal;
  }
  return false;
}

template <class Ground>
void expect_way_out(double deepest, std::uint64_t seed) {
  Random random(seed);
  ContactBuffer buffer;
  int stuck = 0, ended_below = 0, total = 0;
  double highest = 0.0;
  for (int round = 0; round < rounds(30); ++round) {
    const HeightField field = random_field(random);
    const Shape ground = ground_of<Ground>(field);
    for (int k = 0; k < 50; ++k) {
      const Shape body = random_body(random);
      Pose pose{Vec<3>(random.uniform(-1.5, 1.5), random.uniform(-1.5, 1.5), 0.0),
                surfaces::random_rotation(random)};
      pose.position.z() =
          *field.height(pose.position.x(), pose.position.y()) + random.uniform(deepest, 1.0);
      ++total;
      if (!pushed_out(body, pose, ground, buffer)) ++stuck;
      for (const Vec<3>& vertex : vertices_of(body, pose)) {
        if (depth(field, vertex) > 1e-8) ++ended_below;
      }
      highest = std::max(highest, pose.position.z());
    }
  }
  std::printf("%d drops, highest end %.2f m\n", total, highest);
  EXPECT_EQ(stuck, 0) << "of " << total << ", seed " << seed;
  EXPECT_EQ(ended_below, 0) << "of " << total << ", seed " << seed;
  EXPECT_LT(highest, 4.0);  // out, and not thrown away
}

TEST(Drops, ContactsLeadOutOfFields) { expect_way_out<HeightField>(-3.0, 13); }
TEST(Drops, ContactsLeadOutOfMeshes) { expect_way_out<TriangleMesh>(-0.2, 14); }

// Spheres: the depth of the centre decides, whatever the radius.
TEST(Drops, SpheresAreNeverLost) {
  Random random(15);
  ContactBuffer buffer;
  Timer timer{"spheres on fields"};
  for (int round = 0; round < rounds(60); ++round) {
    const HeightField field = random_field(random);
    const Shape ground = field;
    for (int k = 0; k < 200; ++k) {
      const double radius = random.uniform(0.01, 0.5);
      Pose pose{Vec<3>(random.uniform(-2, 2), random.uniform(-2, 2), random.uniform(-3, 2)),
                Mat<3>::Identity()};
      buffer.points.clear();
      timer.begin();
      find_contacts(Sphere{radius}, pose, ground, {}, 0.0, buffer);
      timer.end(buffer.points.size());
      if (depth(field, pose.position) > -radius * 0.5) {
        // the surface is nearer than straight below
        const double steepest = depth(field, pose.position) > 0 ? 0.0 : radius;
        ASSERT_FALSE(buffer.points.empty() && depth(field, pose.position) > -steepest);
      }
      if (k % 10 == 0) {
        ASSERT_TRUE(pushed_out(Sphere{radius}, pose, ground, buffer));
        EXPECT_LT(depth(field, pose.position), 1e-9);
      }
    }
  }
}

}  // namespace
}  // namespace nonsmooth
