// SPDX-License-Identifier: Apache-2.0
// Scene files: what is written is what the scene gets, and every mistake is named with its line.
#include "io/formula.hpp"
#include "io/units.hpp"
#include "nonsmooth/io.hpp"
#include "tests/support/message_of.hpp"

#include <gtest/gtest.h>

#include <unistd.h>

#include <cmath>
#include <fstream>
#include <sstream>

#if NS_TEST_SCENE_FILES
namespace nonsmooth::io {
namespace {

using nonsmooth::testing::message_of;

SceneFile read(const std::string& text) { return read_scene_text(text, "scene.toml"); }
std::string complaint(const std::string& text) {
  return message_of([&] { (void)read(text); });
}
bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

const std::string floor_text = R"toml([[body]]
name = "floor"
shape = { kind = "half_space" }
motion = "fixed"
)toml";

// --- Units and formulas

TEST(Units, BecomeSi) {
  const double degree = 3.14159265358979323846 / 180.0;
  EXPECT_DOUBLE_EQ(parse_quantity("25 deg", dimension::angle), 25 * degree);
  EXPECT_DOUBLE_EQ(parse_quantity("3 t/m^3", dimension::density), 3000.0);
  EXPECT_DOUBLE_EQ(parse_quantity("10cm", dimension::length), 0.1);
  EXPECT_DOUBLE_EQ(parse_quantity("-36 km/h", dimension::speed), -10.0);
  EXPECT_DOUBLE_EQ(parse_quantity("60 rpm", dimension::angular_speed), 360 * degree);
  EXPECT_DOUBLE_EQ(parse_quantity("2 kN m/rad", dimension::angular_stiffness), 2000.0);
  EXPECT_DOUBLE_EQ(parse_quantity("2 g*m/s^2", dimension::force), 0.002);
  EXPECT_DOUBLE_EQ(parse_quantity("5", dimension::length), 5.0);
}

TEST(Units, OfAnotherKindAreRefused) {
  const auto refused = [](const char* text, const Dimension& expected) {
    return message_of([&] { (void)parse_quantity(text, expected); });
  };
  EXPECT_TRUE(contains(refused("3 s", dimension::length), "expected a unit like m"));
  EXPECT_TRUE(contains(refused("3 deg", dimension::none), "expected a unit"));
  EXPECT_TRUE(contains(refused("3 cmm", dimension::length), "did you mean 'cm'"));
  EXPECT_TRUE(contains(refused("much", dimension::length), "expected a number"));
  EXPECT_TRUE(contains(refused("3 m/", dimension::speed), "behind the last"));
}

TEST(Formulas, CopiesAreIndependent) {
  constexpr std::string_view variables[] = {"t", "x"};
  const Formula formula("2*sin(pi*t) + x", variables);
  const Formula copy = formula;
  const double a[] = {0.5, 1.0}, b[] = {0.0, 7.0};
  EXPECT_DOUBLE_EQ(formula(a), 3.0);
  EXPECT_DOUBLE_EQ(copy(b), 7.0);
  EXPECT_DOUBLE_EQ(formula(a), 3.0);
}

TEST(Formulas, MistakesAreNamed) {
  constexpr std::string_view variables[] = {"t"};
  EXPECT_TRUE(contains(message_of([&] { Formula("2*u", variables); }), "\"u\""));
  EXPECT_TRUE(contains(message_of([&] { Formula("1, 2", variables); }), "one value"));
  EXPECT_TRUE(contains(message_of([&] { Formula("", variables); }), "empty"));
  EXPECT_TRUE(contains(message_of([&] { Formula("t\n+1", variables); }), "one line"));
}

// --- What is written is what the scene gets

TEST(SceneFile, HoldsAllOfABody) {
  const SceneFile file = read(R"toml(
[[body]]
name = "brick"
shape = { kind = "cuboid", size = ["20 cm", 0.1, 0.1] }
material = "clay"
density = "1.8 t/m^3"
position = [1, 2, 3]
orientation = { axis = [0, 0, 2], angle = "90 deg" }
velocity = [0, "3.6 km/h", 0]
angular_velocity = [0, 0, "1 turn/s"]
group = 4
collides_with = 3
centre = [0, 0, 0.01]
inertia = [1, 2, 2.5]
force = ["2*t", "vx - x", 0]
torque = [0, 0, "-z"]
)toml");
  const Body& body = file.scene.bodies().at(0);
  EXPECT_EQ(body.name, "brick");
  EXPECT_EQ(body.material, "clay");
  EXPECT_EQ(std::get<Cuboid>(body.shape).half_extents, Vec<3>(0.1, 0.05, 0.05));
  EXPECT_EQ(body.density, 1800.0);
  EXPECT_EQ(body.position, Vec<3>(1, 2, 3));
  EXPECT_LT((body.orientation - Vec<4>(std::sqrt(0.5), 0, 0, std::sqrt(0.5))).norm(), 1e-15);
  EXPECT_DOUBLE_EQ(body.velocity.y(), 1.0);
  EXPECT_DOUBLE_EQ(body.angular_velocity.z(), 6.283185307179586);
  EXPECT_EQ(body.group, 4u);
  EXPECT_EQ(body.collides_with, 3u);
  EXPECT_EQ((*body.inertia)(2, 2), 2.5);
  BodyState state;
  state.position = {1, 0, 5};
  state.velocity = {4, 0, 0};
  const Wrench wrench = body.force(2.0, state);
  EXPECT_EQ(wrench.force, Vec<3>(4, 3, 0));
  EXPECT_EQ(wrench.torque, Vec<3>(0, 0, -5));
}

TEST(SceneFile, TurnsByAnglesAndQuaternions) {
  const auto turned = [](const std::string& text) {
    return read("[[body]]\nshape = { kind = \"sphere\", radius = 1 }\norientation = " + text)
        .scene.bodies()[0]
        .orientation;
  };
  const double half = std::sqrt(0.5);
  EXPECT_LT((turned("[2, 0, 0, 0]") - Vec<4>(1, 0, 0, 0)).norm(), 1e-15);
  EXPECT_LT((turned("{ euler_degrees = [90, 0, 0] }") - Vec<4>(half, half, 0, 0)).norm(), 1e-15);
  // first about x, then about the fixed z: the body's z axis ends up along x
  const Mat<3> both = rotation_matrix(turned("{ euler_degrees = [90, 0, 90] }"));
  EXPECT_LT((both * Vec<3>::UnitZ() - Vec<3>::UnitX()).norm(), 1e-15);
}

TEST(SceneFile, KnowsEveryShape) {
  const SceneFile solid = read(R"toml(
[[body]]
shape = { kind = "sphere", radius = 1 }
[[body]]
shape = { kind = "half_space", normal = [0, 0, 2], offset = 0.5 }
motion = "fixed"
[[body]]
shape = { kind = "capsule", radius = 1, length = 4 }
[[body]]
shape = { kind = "cylinder", radius = 1, half_length = 3 }
[[body]]
shape = { kind = "cone", radius = 1, height = 2 }
[[body]]
shape = { kind = "cuboid", half_extents = [1, 2, 3] }
[[body]]
shape = { kind = "convex_hull", points = [[0,0,0],[1,0,0],[0,1,0],[0,0,1]] }
[[body]]
shape = { kind = "triangle_mesh", vertices = [[0,0,0],[1,0,0],[0,1,0],[0,0,1]], triangles = [[0,2,1],[0,1,3],[0,3,2],[1,2,3]] }
[[body]]
shape = { kind = "height_field", heights = [[0, 1, 2], [3, 4, 5]], spacing = 0.5, origin = [1, 2] }
motion = "fixed"
[[body]]
shape = { kind = "height_field", height = "x + 10*y", spacing = 0.5, points = [3, 4] }
motion = "fixed"
[[body]]
[body.shape]
kind = "compound"
[[body.shape.parts]]
shape = { kind = "sphere", radius = 1 }
position = [0, 0, 1]
)toml");
  const auto shape = [&](std::size_t i) -> const Shape& { return solid.scene.bodies()[i].shape; };
  EXPECT_EQ(std::get<Capsule>(shape(2)).half_length, 2.0);
  EXPECT_EQ(std::get<Cylinder>(shape(3)).half_length, 3.0);
  EXPECT_EQ(std::get<ConvexHull>(shape(6)).vertices().size(), 4u);
  EXPECT_TRUE(std::get<TriangleMesh>(shape(7)).closed());
  // rows from south to north: heights(i, j) is entry i of row j
  EXPECT_EQ(std::get<HeightField>(shape(8)).heights()(2, 1), 5.0);
  EXPECT_EQ(std::get<HeightField>(shape(8)).origin(), Vec<2>(1, 2));
  EXPECT_EQ(std::get<HeightField>(shape(9)).heights()(2, 3), 1.0 + 15.0);
  EXPECT_EQ(std::get<Compound>(shape(10)).poses[0].position.z(), 1.0);

  const SceneFile plane = read(R"toml(
[[body]]
shape = { kind = "circle", radius = 1 }
position = [1, 2]
[[body]]
shape = { kind = "polygon", vertices = [[0,0],[1,0],[0,1]] }
density = "2 kg/m^2"
[[body]]
shape = { kind = "segment", a = [0, 0], b = [1, 0] }
motion = "fixed"
)toml");
  EXPECT_EQ(plane.scene.dimension(), 2);
  EXPECT_EQ(plane.scene.bodies()[0].position, Vec<3>(1, 2, 0));
}

TEST(SceneFile, HoldsSettingsLawsAndJoints) {
  const SceneFile file = read(R"toml(
[scene]
title = "test"
gravity = [0, 0, -1.62]
friction = 0.25
[run]
step = "2 ms"
end = "1 min"
record_every = 5
threads = 2
rest = false
output = "run.h5"
solver = { name = "nsgs", tolerance = 1e-4, max_iterations = 77 }
[[body]]
name = "crank"
shape = { kind = "sphere", radius = 1 }
[[body]]
name = "plate"
shape = { kind = "sphere", radius = 1 }
drive = { velocity = [0, 0, "sin(t)"] }
[[joint]]
name = "pin"
kind = "hinge"
a = "crank"
b = "plate"
anchor = [0.5, 0, 0]
axis = [0, 1, 0]
lower = "-30 deg"
upper = "0.5 turn"
stiffness = "3 N m/rad"
motor_speed = "60 rpm"
motor_limit = "2 N m"
[[joint]]
kind = "slider"
a = "crank"
motor_speed = "2*t"
motor_limit = 10
rest = "10 mm"
[[material_pair]]
a = "default"
b = "ice"
friction = 0.01
)toml");
  EXPECT_EQ(file.title, "test");
  EXPECT_EQ(file.scene.gravity.z(), -1.62);
  EXPECT_EQ(file.scheme.step, 0.002);
  EXPECT_EQ(file.scheme.threads, 2);
  EXPECT_FALSE(file.scheme.rest);
  EXPECT_EQ(file.end, 60.0);
  EXPECT_EQ(file.record_every, 5);
  EXPECT_EQ(file.output, "run.h5");
  EXPECT_EQ(std::get<Nsgs>(file.scheme.solver).max_iterations, 77);
  EXPECT_EQ(std::get<Nsgs>(file.scheme.solver).tolerance, 1e-4);
  EXPECT_EQ(file.scene.law("ice", "default").friction, 0.01);
  EXPECT_EQ(file.scene.law("ice", "ice").friction, 0.25);
  EXPECT_EQ(file.scene.bodies()[1].motion, Motion::driven);
  EXPECT_DOUBLE_EQ(file.scene.bodies()[1].drive(0.5).first.z(), std::sin(0.5));
  const Joint& pin = file.scene.joints()[0];
  EXPECT_EQ(pin.kind, JointKind::hinge);
  EXPECT_EQ(pin.a.index, 0);
  EXPECT_EQ(pin.b.index, 1);
  EXPECT_NEAR(pin.lower, -0.5235987755982988, 1e-15);
  EXPECT_NEAR(pin.motor_speed(0.0), 6.283185307179586, 1e-14);
  EXPECT_EQ(pin.motor_limit, 2.0);
  EXPECT_EQ(file.scene.joints()[1].motor_speed(3.0), 6.0);
  EXPECT_EQ(file.scene.joints()[1].rest, 0.01);
}

TEST(SceneFile, KeepsTheOrderOfTheFile) {
  const SceneFile file = read(floor_text + R"toml(
[[generate]]
kind = "chain"
links = 3
[[body]]
name = "last"
shape = { kind = "sphere", radius = 0.1 }
[[joint]]
a = "last"
b = "link 2"
)toml");
  ASSERT_EQ(file.scene.bodies().size(), 5u);
  EXPECT_EQ(file.scene.bodies()[3].name, "link 2");
  EXPECT_EQ(file.scene.bodies()[4].name, "last");
  // joints of the chain count from its first body
  EXPECT_EQ(file.scene.joints()[1].a.index, 2);
  EXPECT_EQ(file.scene.joints()[1].b.index, 1);
}

// --- Mistakes

TEST(SceneFileMistakes, NameLineKeyAndNearest) {
  EXPECT_TRUE(complaint("[scene]\ngravty = [0, 0, -1]\n")
                  .starts_with("scene.toml:2: [scene]: unknown key 'gravty'; did you mean "
                               "'gravity'? (known: title, gravity"));
  EXPECT_TRUE(contains(complaint("[run]\nsolver = \"nsgz\"\n"), "did you mean 'nsgs'"));
  EXPECT_TRUE(contains(complaint("[run]\nsolver = { name = \"nsgs\", tolernce = 1 }\n"),
                       "did you mean 'tolerance'"));
  EXPECT_TRUE(contains(complaint("[run]\nstep = -1\n"), "scene.toml:2: [run]: step is -1"));
  EXPECT_TRUE(contains(complaint("[bodies]\nx = 1\n"), "scene.toml:1: scene file: unknown key"));
  EXPECT_TRUE(contains(complaint("x = \n"), "scene.toml:1: "));
  EXPECT_TRUE(contains(complaint("[body]\nname = \"a\"\n"), "expected [[body]]"));
}

TEST(SceneFileMistakes, AreReportedTogether) {
  const std::string all = complaint(R"toml([scene]
friction = -1
[[body]]
shape = { kind = "spere", radius = 1 }
[[body]]
name = "ball"
shape = { kind = "sphere", radius = "1 kg" }
[[body]]
name = "plane"
shape = { kind = "half_space" }
[[body]]
shape = { kind = "cuboid" }
[[generate]]
kind = "arch"
stones = 1
)toml");
  for (const char* part :
       {"scene.toml:2: [scene]: friction", "scene.toml:4: body, shape: unknown kind 'spere'",
        "scene.toml:7: body 'ball', shape: radius: expected a unit like m",
        "scene.toml:8: body 'plane'", "motion to fixed or driven",
        "scene.toml:12: body, shape: expected either size or half_extents",
        "scene.toml:15: generate 'arch': stones: expected a whole number from 2"})
    EXPECT_TRUE(contains(all, part)) << part << "\n---\n" << all;
}

TEST(SceneFileMistakes, InJointsAreFound) {
  EXPECT_TRUE(
      contains(complaint(floor_text + "[[joint]]\na = \"flor\"\n"), "did you mean 'floor'"));
  EXPECT_TRUE(contains(complaint(floor_text + "[[joint]]\nkind = \"hing\"\na = \"floor\"\n"),
                       "did you mean 'hinge'"));
  EXPECT_TRUE(
      contains(complaint(floor_text + "[[joint]]\na = \"floor\"\n"), "scene.toml:5: joint"));
}

TEST(SceneFileMistakes, NamesComeOnce) {
  EXPECT_TRUE(contains(complaint(floor_text + floor_text), "that of a body in line 1"));
}

TEST(SceneFileMistakes, FilesStayInTheFolder) {
  const auto folder = std::filesystem::path(::testing::TempDir()) /
                      ("nonsmooth_scene_" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder / "below");
  std::ofstream(folder / "outside.asc") << "";
  const auto text = [](const std::string& file) {
    return "[[body]]\nmotion = \"fixed\"\nshape = { kind = \"height_field\", file = \"" + file +
           "\" }";
  };
  for (const char* file : {"../outside.asc", "/etc/passwd", "a/../../outside.asc", "."})
    EXPECT_TRUE(
        contains(message_of([&] { (void)read_scene_text(text(file), "s", folder / "below"); }),
                 "in the folder of the scene"))
        << file;
  EXPECT_TRUE(contains(complaint(text("x.asc")), "has no folder"));
  std::filesystem::remove_all(folder);
}

// --- Documents and examples

TEST(SceneExamples, AreRead) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(NS_EXAMPLE_SCENES)) {
    if (entry.path().extension() != ".toml") continue;
    SCOPED_TRACE(entry.path().string());
    const SceneFile file = read_scene(entry.path());
    EXPECT_FALSE(file.title.empty());
    EXPECT_GT(file.scene.bodies().size(), 0u);
    ++count;
  }
  EXPECT_GE(count, 13);
}

// Every key that a section knows has a row in docs/scenes.md. The reader itself says which it
// knows.
TEST(SceneDocument, NamesEveryKey) {
  std::ifstream stream(NS_SCENES_DOCUMENT);
  std::stringstream text;
  text << stream.rdbuf();
  const std::string body = "[[body]]\nshape = { kind = \"sphere\", radius = 1 }\nname = \"b\"\n";
  const std::string probes[] = {"zzz = 1",
                                "[scene]\nzzz = 1",
                                "[run]\nzzz = 1",
                                body + "zzz = 1",
                                body + "drive = { zzz = 1 }",
                                body + "orientation = { zzz = 1 }",
                                "[[material_pair]]\na = \"a\"\nb = \"b\"\nzzz = 1",
                                body + "[[joint]]\na = \"b\"\nzzz = 1",
                                "[[generate]]\nkind = \"sphere_box\"\nradius = 0.1\nzzz = 1",
                                "[[generate]]\nkind = \"brick_wall\"\nzzz = 1",
                                "[[generate]]\nkind = \"plank_tower\"\nzzz = 1",
                                "[[generate]]\nkind = \"arch\"\nzzz = 1",
                                "[[generate]]\nkind = \"domino_row\"\nzzz = 1",
                                "[[generate]]\nkind = \"chain\"\nzzz = 1",
                                "[[generate]]\nkind = \"grid\"\nzzz = 1\n[generate.body]\nshape = "
                                "{ kind = \"sphere\", radius "
                                "= 1 }"};
  for (const std::string& probe : probes) {
    const std::string message = complaint(probe);
    const std::size_t begin = message.find("(known: ");
    ASSERT_NE(begin, std::string::npos) << probe << "\n" << message;
    std::stringstream keys(message.substr(begin + 8, message.find(')', begin) - begin - 8));
    for (std::string key; std::getline(keys, key, ',');) {
      key.erase(0, key.find_first_not_of(' '));
      EXPECT_TRUE(contains(text.str(), "`" + key + "`")) << key << " of " << probe;
    }
  }
}

}  // namespace
}  // namespace nonsmooth::io
#endif
