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
  expect_equal(mass_properties(Box{Vec<3>(0.5, 1.0, 1.5)}),
               {6.0, Vec<3>::Zero(), 0.5 * diagonal(13, 10, 5)}, 1e-15);
}

TEST(MassProperties, PlaneShapesAreLaminae) {
  expect_equal(mass_properties(Disk{2.0}), {4 * pi, Vec<3>::Zero(), 4 * pi * diagonal(1, 1, 2)},
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
    halves.parts.push_back(Box{Vec<3>(0.25, 1.0, 1.5)});
  }
  expect_equal(mass_properties(halves), mass_properties(Box{Vec<3>(0.5, 1.0, 1.5)}), 1e-15);
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
  EXPECT_THROW(mass_properties(Compound{{Pose{}, Pose{}}, {Sphere{1.0}, Disk{1.0}}}), Error);
}

}  // namespace
}  // namespace nonsmooth
