// SPDX-License-Identifier: Apache-2.0
// Robots from URDF: masses, frames and limits as the file gives them; the arm swings as its
// equation says; what is wrong is refused by name.
#include "nonsmooth/io/urdf.hpp"
#include "nonsmooth/base/error.hpp"
#include "tests/support/message_of.hpp"

#include <gtest/gtest.h>

#include <cmath>

#if NS_TEST_URDF

namespace nonsmooth::io {
namespace {

using nonsmooth::testing::message_of;

std::string robot(const std::string& parts) {
  return "<?xml version='1.0'?><robot name='r'>" + parts + "</robot>";
}

std::string link(const std::string& name, double mass, const std::string& more = "") {
  const std::string m = std::to_string(mass);
  return "<link name='" + name + "'><inertial><origin xyz='0 0 -0.5' rpy='0 0 0'/><mass value='" +
         m + "'/><inertia ixx='0.1' ixy='0' ixz='0' iyy='0.2' iyz='0' izz='0.3'/></inertial>" +
         more + "</link>";
}

std::string joint(const std::string& name, const std::string& type, const std::string& parent,
                  const std::string& child, const std::string& more = "") {
  return "<joint name='" + name + "' type='" + type + "'><parent link='" + parent +
         "'/><child link='" + child + "'/>" + more + "</joint>";
}

const std::string limit = "<limit lower='-1' upper='0.5' effort='10' velocity='1'/>";

SceneFile read(const std::string& parts, const UrdfOptions& options = {}) {
  return read_urdf_text(robot(parts), "arm.urdf", {}, options);
}

TEST(Urdf, LinksAreBodiesWhereJointsPutThem) {
  const SceneFile file =
      read("<link name='world'/>" + link("upper", 2.0) + link("lower", 1.0) +
           joint("shoulder", "revolute", "world", "upper",
                 "<origin xyz='0 0 2' rpy='0 1.5707963267948966 0'/><axis xyz='0 1 0'/>"
                 "<dynamics damping='0.25' friction='0.5'/>" +
                     limit) +
           joint("elbow", "prismatic", "upper", "lower",
                 "<origin xyz='0 0 -1'/><axis xyz='0 0 1'/>" + limit));
  const Scene& scene = file.scene;
  ASSERT_EQ(scene.bodies().size(), 3u);
  EXPECT_EQ(scene.bodies()[0].motion, Motion::fixed);
  ASSERT_EQ(scene.joints().size(), 2u);
  const Joint& shoulder = scene.joints()[0];
  EXPECT_EQ(shoulder.kind, JointKind::hinge);
  EXPECT_EQ(shoulder.lower, -1.0);
  EXPECT_EQ(shoulder.upper, 0.5);
  EXPECT_EQ(shoulder.damping, 0.25);
  EXPECT_EQ(shoulder.friction, 0.5);
  EXPECT_LT((shoulder.axis - Vec<3>::UnitY()).norm(), 1e-14);
  // the upper link is turned by 90 degrees about y: its z axis is the world's x axis
  const Joint& elbow = scene.joints()[1];
  EXPECT_EQ(elbow.kind, JointKind::slider);
  EXPECT_LT((elbow.anchor - Vec<3>(-1, 0, 2)).norm(), 1e-14);
  EXPECT_LT((elbow.axis - Vec<3>::UnitX()).norm(), 1e-14);
  const SceneSimulator simulator(scene, file.scheme);
  EXPECT_LT((simulator.state().centre[2] - Vec<3>(-1.5, 0, 2)).norm(), 1e-14);
}

TEST(Urdf, FixedLinksAreOneBody) {
  const SceneFile file = read(link("a", 2.0,
                                   "<collision><geometry><sphere radius='0.1'/>"
                                   "</geometry></collision>") +
                              link("b", 1.0) + "<link name='sensor'/>" +
                              joint("weld", "fixed", "a", "b", "<origin xyz='3 0 0'/>") +
                              joint("mount", "fixed", "b", "sensor"));
  ASSERT_EQ(file.scene.bodies().size(), 2u) << "ground and robot";
  const Body& body = file.scene.bodies()[1];
  EXPECT_EQ(body.motion, Motion::dynamic);
  EXPECT_DOUBLE_EQ(body.mass, 3.0);
  EXPECT_LT((*body.centre - Vec<3>(1, 0, -0.5)).norm(), 1e-15);
  // two equal tensors, and m1 m2 / m d^2 = 6 across the line between the centres
  const Mat<3> expected = Vec<3>(0.2, 0.4 + 6.0, 0.6 + 6.0).asDiagonal();
  EXPECT_LT((*body.inertia - expected).norm(), 1e-14);
  EXPECT_DOUBLE_EQ(std::get<HalfSpace>(file.scene.bodies()[0].shape).offset, -0.1);
}

TEST(Urdf, AnArmSwingsAsItsEquationSays) {
  // theta'' = -m g l / (J_y + m l^2) sin theta, small swings
  const SceneFile file = read("<link name='world'/>" + link("bob", 2.0) +
                              joint("pivot", "continuous", "world", "bob", "<axis xyz='0 1 0'/>"));
  const double omega = std::sqrt(2.0 * 9.81 * 0.5 / (0.2 + 2.0 * 0.25));
  SceneSimulator simulator(file.scene, {.step = 1e-3, .solver = Auto{.tolerance = 1e-12}});
  const double rate = 1e-3;
  simulator.set_velocity(BodyId{1}, Vec<3>(-0.5 * rate, 0, 0), Vec<3>(0, rate, 0));
  const int steps = 1000;
  for (int i = 0; i < steps; ++i) ASSERT_TRUE(simulator.step().ok());
  const Vec<3>& x = simulator.state().centre[1];
  // second order in the step: (omega h)^2 / 24 of the phase
  EXPECT_NEAR(std::atan2(-x[0], -x[2]), rate / omega * std::sin(omega), 1e-8);
}

TEST(Urdf, ARobotThatIsNotFixedStandsOnGround) {
  const std::string foot =
      "<collision><origin xyz='0 0 -0.5'/><geometry><box size='0.4 0.4 0.2'/></geometry>"
      "</collision>";
  const SceneFile file = read(link("foot", 5.0, foot));
  SceneSimulator simulator(file.scene, file.scheme);
  for (int i = 0; i < 200; ++i) ASSERT_TRUE(simulator.step().ok());
  EXPECT_NEAR(simulator.state().centre[1][2], -0.5, 1e-9);
  EXPECT_EQ(read(link("foot", 5.0, foot), {.fixed_base = true}).scene.bodies()[0].motion,
            Motion::fixed);
}

TEST(Urdf, WhatIsLeftOutIsNoted) {
  const SceneFile file =
      read("<link name='world'/>" + link("a", 1.0) + link("b", 1.0) +
           joint("one", "revolute", "world", "a", "<axis xyz='0 1 0'/>" + limit) +
           joint("two", "revolute", "world", "b",
                 "<axis xyz='0 1 0'/><mimic joint='one'/>"
                 "<limit lower='0.2' upper='0.5' effort='10' velocity='1'/>"));
  ASSERT_EQ(file.notes.size(), 2u);
  EXPECT_NE(file.notes[0].find("'two': begins at 0"), std::string::npos) << file.notes[0];
  EXPECT_NE(file.notes[1].find("mimic"), std::string::npos) << file.notes[1];
}

TEST(Urdf, MalformedFilesAreRefusedByName) {
  const auto message = [](const std::string& parts) {
    return message_of([&] { static_cast<void>(read(parts)); });
  };
  const auto raw = [](const std::string& text) {
    return message_of([&] { static_cast<void>(read_urdf_text(text, "arm.urdf")); });
  };
  for (const std::string& text :
       {std::string(), std::string("<robot"), std::string("<a/>"), std::string("{}"), robot("")})
    EXPECT_NE(raw(text).find("arm.urdf: expected a URDF robot"), std::string::npos) << raw(text);
  EXPECT_NE(message("<link name='world'/><link name='a'/>" +
                    joint("j", "continuous", "world", "a", "<axis xyz='0 1 0'/>"))
                .find("link 'a': it moves but"),
            std::string::npos);
  EXPECT_NE(message("<link name='world'/>" + link("a", 1.0) +
                    joint("j", "planar", "world", "a", "<axis xyz='0 1 0'/>"))
                .find("joint 'j': expected revolute"),
            std::string::npos);
  EXPECT_NE(message(link("a", 1.0,
                         "<collision><geometry><mesh filename='../x.stl'/></geometry>"
                         "</collision>"))
                .find("x.stl"),
            std::string::npos);
  EXPECT_NE(message(link("a", 1.0,
                         "<collision><geometry><sphere radius='-1'/></geometry>"
                         "</collision>"))
                .find("radius"),
            std::string::npos);
}

TEST(Urdf, CutFilesAreRefused) {
  const std::string text = robot("<link name='world'/>" + link("a", 1.0) +
                                 joint("j", "continuous", "world", "a", "<axis xyz='0 1 0'/>"));
  for (std::size_t length = 0; length < text.size(); length += 3)
    EXPECT_THROW(static_cast<void>(read_urdf_text(text.substr(0, length), "cut")), FileError)
        << length;
}

}  // namespace
}  // namespace nonsmooth::io

#else

TEST(Urdf, NeedsUrdfdom) { GTEST_SKIP() << "built without urdfdom (liburdfdom-dev)"; }

#endif
