// SPDX-License-Identifier: Apache-2.0
#include "nonsmooth/collide/mass_properties.hpp"

#include "nonsmooth/base/error.hpp"

#include <gtest/gtest.h>

#include <numbers>

namespace nonsmooth {
namespace {

constexpr double pi = std::numbers::pi;

Mat<3> rotation_about_z(double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  return Mat<3>{{c, -s, 0}, {s, c, 0}, {0, 0, 1}};
}

Mat<3> diagonal(double x, double y, double z) { return Vec<3>(x, y, z).asDiagonal(); }

void expect_equal(const MassProperties& found, const MassProperties& expected, double relative) {
  EXPECT_NEAR(found.volume, expected.volume, relative * expected.volume);
  EXPECT_LT((found.centre - expected.centre).norm(), relative * (1.0 + expected.centre.norm()));
  EXPECT_LT((found.inertia - expected.inertia).norm(), relative * expected.inertia.norm())
      << found.inertia << "\nexpected\n"
      << expected.inertia;
}

// int over the solid of revolution r <= profile(z) by the midpoint rule: second order in 1/steps.
template <class Profile>
MassProperties revolved(double low, double high, Profile profile) {
  constexpr int steps = 20000;
  MassProperties sum;
  const double dz = (high - low) / steps;
  for (int k = 0; k < steps; ++k) {
    const double z = low + (k + 0.5) * dz, r2 = std::pow(profile(z), 2), area = pi * r2;
    sum.volume += area * dz;
    sum.centre.z() += area * z * dz;
    sum.inertia += area * dz * diagonal(r2 / 4 + z * z, r2 / 4 + z * z, r2 / 2);
  }
  sum.centre /= sum.volume;
  return sum;
}

TEST(MassProperties, SolidsOfRevolutionAgreeWithTheirIntegrals) {
  const auto ball = [](double z) { return std::sqrt(std::max(0.0, 0.49 - z * z)); };
  expect_equal(mass_properties(Sphere{0.7}), revolved(-0.7, 0.7, ball), 1e-7);
  expect_equal(
      mass_properties(Capsule{0.7, 1.1}),
      revolved(-1.8, 1.8, [&](double z) { return ball(std::max(std::abs(z) - 1.1, 0.0)); }), 1e-7);
  expect_equal(mass_properties(Cylinder{0.7, 1.1}), revolved(-1.1, 1.1, [](double) { return 0.7; }),
               1e-7);
  expect_equal(mass_properties(Cone{0.7, 2.0}),
               revolved(-0.5, 1.5, [](double z) { return 0.7 * (1.5 - z) / 2.0; }), 1e-7);
}

TEST(MassProperties, Box) {
  expect_equal(mass_properties(Cuboid{Vec<3>(0.5, 1.0, 1.5)}),
               {6.0, Vec<3>::Zero(), 0.5 * diagonal(13, 10, 5)}, 1e-15);
}

// The tetrahedron 0, a e1, b e2, c e3, far away: V = abc / 6, centre (a, b, c) / 4, and
// I_xx = V 3 (b^2 + c^2) / 80, I_xy = V a b / 80.
TEST(MassProperties, TetrahedronAsHullAndAsMesh) {
  const double a = 1.0, b = 2.0, c = 3.0, volume = 1.0;
  const Vec<3> at(10.0, -20.0, 5.0);
  const std::vector<Vec<3>> corners{at, at + Vec<3>(a, 0, 0), at + Vec<3>(0, b, 0),
                                    at + Vec<3>(0, 0, c)};
  const Mat<3> inertia = volume / 80.0 *
                         Mat<3>{{3 * (b * b + c * c), a * b, a * c},
                                {a * b, 3 * (a * a + c * c), b * c},
                                {a * c, b * c, 3 * (a * a + b * b)}};
  const MassProperties expected{volume, at + Vec<3>(a, b, c) / 4.0, inertia};
  expect_equal(mass_properties(ConvexHull(corners)), expected, 1e-14);
  const TriangleMesh mesh(corners, {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}});
  ASSERT_TRUE(mesh.closed());
  expect_equal(mass_properties(mesh), expected, 1e-14);
}

// Quarters of a box as hull points: coplanar triangles and a point inside change nothing.
TEST(MassProperties, BoxAsHull) {
  std::vector<Vec<3>> points{Vec<3>(0.1, 0.1, 0.1)};
  for (int k = 0; k < 27; ++k)
    points.emplace_back(0.5 * (k % 3 - 1), 1.0 * (k / 3 % 3 - 1), 1.5 * (k / 9 - 1));
  expect_equal(mass_properties(ConvexHull(points)), mass_properties(Cuboid{Vec<3>(0.5, 1.0, 1.5)}),
               1e-14);
}

// A torus of n x n quadrilaterals: V = 2 pi^2 R r^2, I_zz = V (R^2 + 3/4 r^2), to order n^-2.
TEST(MassProperties, TorusConvergesWithOrderTwo) {
  const double R = 2.0, r = 0.5, volume = 2 * pi * pi * R * r * r;
  std::vector<double> errors;
  for (const int n : {40, 80}) {
    std::vector<Vec<3>> vertices;
    std::vector<std::array<int, 3>> triangles;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        const double u = 2 * pi * i / n, v = 2 * pi * j / n, radius = R + r * std::cos(v);
        vertices.emplace_back(radius * std::cos(u), radius * std::sin(u), r * std::sin(v));
        const int a = i * n + j, b = (i + 1) % n * n + j, c = (i + 1) % n * n + (j + 1) % n,
                  d = i * n + (j + 1) % n;
        triangles.push_back({a, b, c});
        triangles.push_back({a, c, d});
      }
    const MassProperties found = mass_properties(TriangleMesh(vertices, triangles));
    EXPECT_LT(found.centre.norm(), 1e-13);
    errors.push_back(std::abs(found.volume / volume - 1));
    errors.push_back(std::abs(found.inertia(2, 2) / (volume * (R * R + 0.75 * r * r)) - 1));
    errors.push_back(std::abs(found.inertia(0, 0) / (volume * (R * R / 2 + 0.625 * r * r)) - 1));
  }
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_LT(errors[k], 0.02);
    EXPECT_NEAR(std::log2(errors[k] / errors[k + 3]), 2.0, 0.02);
  }
}

TEST(MassProperties, PlaneShapesAreLaminae) {
  expect_equal(mass_properties(Circle{2.0}), {4 * pi, Vec<3>::Zero(), 4 * pi * diagonal(1, 1, 2)},
               1e-15);
  // a rectangle of 2 x 4 around (1e3, -2): area 8, I_zz = 8 (4 + 16) / 12
  const Polygon rectangle{{{999, -4}, {1001, -4}, {1001, 0}, {999, 0}}};
  expect_equal(mass_properties(rectangle),
               {8.0, Vec<3>(1000, -2, 0), diagonal(32.0 / 3, 8.0 / 3, 40.0 / 3)}, 1e-14);
  // the right triangle (0,0), (a,0), (0,b): products of inertia -int xy = a^2 b^2 / 72
  const MassProperties triangle = mass_properties(Polygon{{{0, 0}, {3, 0}, {0, 2}}});
  EXPECT_NEAR(triangle.inertia(0, 1), 9.0 * 4.0 / 72.0, 1e-15);
  EXPECT_NEAR(triangle.inertia(2, 2), 3.0 * 2.0 * (9.0 + 4.0) / 36.0, 1e-15);
}

TEST(MassProperties, CompoundOfHalvesIsTheWhole) {
  Compound halves;
  for (const double x : {-0.25, 0.25}) {
    halves.poses.push_back({Vec<3>(x, 0, 0), Mat<3>::Identity()});
    halves.parts.push_back(Cuboid{Vec<3>(0.25, 1.0, 1.5)});
  }
  expect_equal(mass_properties(halves), mass_properties(Cuboid{Vec<3>(0.5, 1.0, 1.5)}), 1e-15);
  // a rigid motion of the whole turns the inertia and moves the centre
  const Mat<3> rotation = rotation_about_z(0.7);
  const MassProperties moved = mass_properties(Compound{{{Vec<3>(1, 2, 3), rotation}}, {halves}});
  expect_equal(
      moved, {6.0, Vec<3>(1, 2, 3), rotation * (0.5 * diagonal(13, 10, 5)) * rotation.transpose()},
      1e-14);
}

TEST(MassProperties, ShapesWithoutInteriorAreRefused) {
  EXPECT_THROW(mass_properties(HalfSpace{}), Error);
  EXPECT_THROW(mass_properties(Segment{{0, 0}, {1, 0}}), Error);
  EXPECT_THROW(mass_properties(Compound{}), Error);
  EXPECT_THROW(mass_properties(HeightField(Matrix::Zero(2, 2), 1.0)), Error);
  EXPECT_THROW(mass_properties(TriangleMesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}})),
               Error);
  EXPECT_THROW(mass_properties(Compound{{Pose{}, Pose{}}, {Sphere{1.0}, Circle{1.0}}}), Error);
}

}  // namespace
}  // namespace nonsmooth
