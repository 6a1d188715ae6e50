// SPDX-License-Identifier: Apache-2.0
// Runs of scenes in files: same bits back, same bits after a stop or a kill, nothing flushed is
// lost.
#include "io/scene_run_format.hpp"
#include "io/shape_json.hpp"
#include "nonsmooth/base/random.hpp"
#include "nonsmooth/io.hpp"
#include "nonsmooth/mechanics/packings.hpp"
#include "tests/support/message_of.hpp"

#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <iterator>

namespace nonsmooth::io {
namespace {

using nonsmooth::testing::message_of;

// Balls and a brick in a pit, a driven plate, a pendulum: contacts, joints and born bodies.
Scene small_scene() {
  Scene scene;
  scene.contact_law = {.restitution = 0.3, .friction = 0.4};
  scene.add(Body{.name = "floor", .shape = HalfSpace{}, .motion = Motion::fixed});
  for (Body& ball : sphere_box({.lower = {-0.3, -0.3, 0.0},
                    .upper = {0.3, 0.3, 0.4},
                    .radius_min = 0.05,
                    .radius_max = 0.07,
                    .count = 12}))
    scene.add(std::move(ball));
  scene.add(Body{.name = "brick", .shape = Cuboid{{0.1, 0.05, 0.05}}, .position = {0, 0, 0.6}});
  scene.add(Body{.name = "plate",
                 .shape = Cuboid{{0.3, 0.3, 0.02}},
                 .motion = Motion::driven,
                 .position = {1, 0, 0},
                 .drive = [](double t) { return std::pair(Vec<3>(0, 0, t), Vec<3>(0, 0, 1)); }});
  const BodyId bob = scene.add(
      Body{.name = "bob", .shape = Sphere{0.05}, .position = {-1, 0, 1}, .collides_with = 0});
  scene.add(Joint{.kind = JointKind::ball, .a = bob, .anchor = {-0.5, 0, 1}});
  return scene;
}

TEST(SceneCheckpoint, GivesEveryBitBack) {
  Random random(11);
  SceneState state;
  state.t = 0.1;
  state.step = 123456789012;
  for (int i = 0; i < 3; ++i) {
    const auto draw = [&] { return Vec<3>(random.normal(), random.normal(), random.normal()); };
    state.centre.push_back(draw());
    state.orientation.emplace_back(random.normal(), -0.0, 1, 2);
    state.velocity.push_back(draw());
    state.angular_velocity.push_back(draw());
    state.contacts.push_back({i, i + 1, random.bits(), draw(), draw(), -1e-9, draw(), draw()});
    state.present.push_back(1);
    state.at_rest.push_back(static_cast<unsigned char>(i % 2));
  }
  state.joint_impulses = {1.0, 2.0};
  state.joint_memory = {-3.0};
  state.energy.projection = 1e-300;
  const std::vector<double> numbers = scene_format::pack(state, 2.5);
  SceneState back;
  double time = 0.0;
  ASSERT_TRUE(scene_format::unpack(numbers, back, time));
  EXPECT_EQ(time, 2.5);
  EXPECT_EQ(state_hash(back), state_hash(state));
  EXPECT_EQ(back.contacts[2].feature, state.contacts[2].feature);
  EXPECT_EQ(back.at_rest, state.at_rest);
  EXPECT_EQ(back.joint_memory, state.joint_memory);
  EXPECT_EQ(back.energy.projection, 1e-300);
  // whatever is cut off or added is noticed
  for (std::size_t length = 0; length < numbers.size(); ++length)
    EXPECT_FALSE(scene_format::unpack({numbers.begin(), numbers.begin() + std::ptrdiff_t(length)},
                                      back, time));
  std::vector<double> longer = numbers;
  longer.push_back(0.0);
  EXPECT_FALSE(scene_format::unpack(longer, back, time));
}

TEST(ShapeJson, GivesShapesBack) {
  Matrix heights{{0.0, 1.0}, {2.0, 1.0 / 3.0}, {0.1, 0.2}};
  const std::vector<Vec<3>> corners{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1.0 / 3.0}};
  Compound compound{{Pose{{1, 2, 3}, rotation_matrix({1, 2, 3, 4})}}, {Sphere{0.7}}};
  const std::vector<Shape> shapes{
      Sphere{1.0 / 3.0},
      HalfSpace{{0, 1, 1}, 0.1},
      Capsule{0.1, 0.2},
      Cylinder{0.1, 0.3},
      Cone{0.1, 0.7},
      Cuboid{{1, 2, 3}},
      ConvexHull(corners),
      TriangleMesh(corners, {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}),
      HeightField(heights, 0.5, {1, 2}),
      Circle{0.1},
      Polygon{{{0, 0}, {1, 0}, {0, 1}}},
      Segment{{0, 0}, {1, 1}},
      compound};
  std::vector<double> numbers;
  std::vector<nlohmann::ordered_json> written;
  for (const Shape& shape : shapes) written.push_back(shape_json(shape, numbers, 0));
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    std::vector<double> again;
    const Shape back = parse_shape(written[i], numbers);
    EXPECT_EQ(back.index(), shapes[i].index());
    // the same text and numbers as the first time, hence the same shape
    std::vector<double> fresh;
    EXPECT_EQ(shape_json(back, again, 0), shape_json(shapes[i], fresh, 0)) << written[i];
    EXPECT_EQ(again, fresh);
  }
  EXPECT_EQ(std::get<HeightField>(parse_shape(written[8], numbers)).heights(), heights);
  EXPECT_THROW(parse_shape(written[7], {}), Error);
}

#if NS_TEST_HDF5

std::filesystem::path scratch(const std::string& name) {
  const auto path = std::filesystem::path(::testing::TempDir()) /
                    ("nonsmooth_scene_run_" + std::to_string(::getpid()) + "_" + name);
  std::filesystem::remove_all(path);
  return path;
}

const SceneScheme scheme{.step = 2e-3, .solver = Auto{.tolerance = 1e-8}};

SceneRun go(const std::filesystem::path& path, double end, int every = 5,
            std::function<bool(SceneSimulator&, const SceneReport&)> on_step = {}) {
  SceneWriter writer(path,
                     {.existing = IfExists::resume, .flush_every = 0.0, .wait_for_disk = false});
  return simulate(small_scene(), scheme,
                  {.end = end, .record_every = every, .sink = &writer, .on_step = on_step});
}

void expect_same(const SceneRunTable& a, const SceneRunTable& b) {
  ASSERT_EQ(a.size(), b.size());
  EXPECT_EQ(a.t, b.t);
  EXPECT_EQ(a.state_hash, b.state_hash);
  EXPECT_TRUE(a.poses == b.poses);
  EXPECT_TRUE(a.velocities == b.velocities);
  EXPECT_TRUE(a.energies == b.energies);
  EXPECT_EQ(a.first_contact, b.first_contact);
  EXPECT_EQ(a.flags, b.flags);
  ASSERT_EQ(a.all_contacts.size(), b.all_contacts.size());
  for (std::size_t i = 0; i < a.all_contacts.size(); ++i) {
    EXPECT_EQ(a.all_contacts[i].feature, b.all_contacts[i].feature);
    EXPECT_EQ(a.all_contacts[i].impulse, b.all_contacts[i].impulse);
  }
}

TEST(SceneRunFile, HoldsWhatTheSimulatorShowed) {
  const auto path = scratch("plain.h5");
  const Scene scene = small_scene();
  const SceneRun memory = simulate(scene, scheme, {.end = 0.2, .record_every = 5});
  {
    SceneWriter writer(path);
    const SceneRun run = simulate(scene, scheme, {.end = 0.2, .record_every = 5, .sink = &writer});
    EXPECT_TRUE(run.success()) << run.message;
    EXPECT_EQ(writer.records(), 21);
  }
  EXPECT_TRUE(is_scene_run(path));
  EXPECT_FALSE(is_trajectory(path));
  const SceneRunTable table = read_scene_run(path);
  EXPECT_TRUE(table.success());
  EXPECT_EQ(table.message, "reached the end");
  EXPECT_EQ(table.t, memory.t);
  EXPECT_EQ(table.state_hash, state_hash(memory.end));
  EXPECT_EQ(table.bodies.size(), scene.bodies().size());
  EXPECT_EQ(table.bodies[1].name, "sphere 0");
  EXPECT_EQ(table.bodies[0].mass, 0.0);
  EXPECT_EQ(std::get<Sphere>(table.bodies[1].shape).radius,
            std::get<Sphere>(scene.bodies()[1].shape).radius);
  std::size_t contacts = 0;
  for (int i = 0; i < table.size(); ++i) {
    const SceneState& state = memory.states[static_cast<std::size_t>(i)];
    const int brick = table.body("brick");
    // the frame of a cuboid is at its centre of mass
    EXPECT_EQ(Vec<3>(table.pose(i, brick).head<3>()), state.centre[std::size_t(brick)]);
    EXPECT_EQ(Vec<4>(table.pose(i, brick).tail<4>()), state.orientation[std::size_t(brick)]);
    EXPECT_EQ(Vec<3>(table.velocity(i, brick).head<3>()), state.velocity[std::size_t(brick)]);
    ASSERT_EQ(table.contacts(i).size(), state.contacts.size());
    for (std::size_t k = 0; k < state.contacts.size(); ++k) {
      EXPECT_EQ(table.contacts(i)[k].impulse, state.contacts[k].impulse);
      EXPECT_EQ(table.contacts(i)[k].gap, state.contacts[k].gap);
      EXPECT_EQ(table.contacts(i)[k].feature, state.contacts[k].feature);
    }
    EXPECT_EQ(table.energy("kinetic")[i], state.energy.kinetic);
    contacts += state.contacts.size();
  }
  EXPECT_GT(contacts, 10u);  // else the test would say nothing about them
  const std::string csv = csv_text(table, std::vector<std::string>{"energy/total", "pose/brick/z"});
  EXPECT_EQ(csv.substr(0, csv.find('\n')), "t,energy/total,pose/brick/z");
  EXPECT_NE(
      message_of([&] { csv_text(table, std::vector<std::string>{"enrgy"}); }).find("'energy'"),
      std::string::npos);
  std::filesystem::remove(path);
}

TEST(SceneRunFile, GoesOnWithTheSameBits) {
  const auto whole = scratch("whole.h5"), pieces = scratch("pieces.h5");
  go(whole, 0.2);
  // ends by itself, ends between two records, and goes on to the end
  go(pieces, 0.06);
  go(pieces, 0.2, 5,
     [](SceneSimulator& simulator, const SceneReport&) { return simulator.state().step != 57; });
  EXPECT_EQ(read_scene_run(pieces).steps, 57);
  go(pieces, 0.2);
  expect_same(read_scene_run(whole), read_scene_run(pieces));
  std::filesystem::remove(whole);
  std::filesystem::remove(pieces);
}

TEST(SceneRunFile, AKillCostsNothingThatWasFlushed) {
  const auto whole = scratch("unkilled.h5"), killed = scratch("killed.h5");
  go(whole, 0.3);
  for (int round = 0; round < 3; ++round) {
    const pid_t child = ::fork();
    if (child == 0) {
      try {
        const long limit = 30 * (round + 1) + 7;
        go(killed, 0.3, 5, [&](SceneSimulator& simulator, const SceneReport&) {
          if (simulator.state().step == limit) ::kill(::getpid(), SIGKILL);
          return true;
        });
      } catch (...) {
      }
      ::_exit(1);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    ASSERT_TRUE(WIFSIGNALED(status));
    const SceneRunTable left = read_scene_run(killed);
    EXPECT_FALSE(left.finished);
    EXPECT_EQ(left.steps, 5 * ((30 * (round + 1) + 7) / 5));
  }
  go(killed, 0.3);
  expect_same(read_scene_run(whole), read_scene_run(killed));
  std::filesystem::remove(whole);
  std::filesystem::remove(killed);
}

TEST(SceneRunFile, BodiesMayBeBornAndLeave) {
  const auto path = scratch("births.h5");
  {
    SceneWriter writer(path);
    const auto on_step = [](SceneSimulator& simulator, const SceneReport&) {
      if (simulator.state().step == 10)
        simulator.add(Body{.name = "late", .shape = Cone{0.1, 0.2}, .position = {5, 0, 1}});
      if (simulator.state().step == 20) simulator.set_present(simulator.scene().body("bob"), false);
      return true;
    };
    (void)simulate(small_scene(), scheme,
                   {.end = 0.06, .record_every = 5, .sink = &writer, .on_step = on_step});
  }
  const SceneRunTable table = read_scene_run(path);
  ASSERT_EQ(table.size(), 7);
  const int late = table.body("late"), bob = table.body("bob");
  EXPECT_EQ(table.body_count(0), late);
  EXPECT_EQ(table.body_count(6), late + 1);
  EXPECT_TRUE(std::holds_alternative<Cone>(table.bodies[static_cast<std::size_t>(late)].shape));
  EXPECT_TRUE(table.present(0, bob));
  EXPECT_FALSE(table.present(6, bob));
  const std::string text = csv_text(table, std::vector<std::string>{"pose/late/z"});
  EXPECT_NE(text.find("nan"), std::string::npos);
  std::filesystem::remove(path);
}

TEST(SceneRunFile, AnotherSceneIsRefused) {
  const auto path = scratch("other.h5");
  go(path, 0.02);
  const auto resume = [&](const Scene& scene, const SceneScheme& with) {
    return message_of([&] {
      SceneWriter writer(path, {.existing = IfExists::resume});
      (void)simulate(scene, with, {.end = 0.1, .sink = &writer});
    });
  };
  Scene heavier = small_scene();
  heavier.gravity *= 2.0;
  EXPECT_NE(resume(heavier, scheme).find("other gravity"), std::string::npos);
  SceneScheme coarser = scheme;
  coarser.step *= 2.0;
  EXPECT_NE(resume(small_scene(), coarser).find("other scheme"), std::string::npos);
  Scene more = small_scene();
  more.add(Body{.shape = Sphere{0.1}, .position = {9, 9, 9}});
  EXPECT_NE(resume(more, scheme).find("other bodies"), std::string::npos);
  // threads change no bit
  SceneScheme threads = scheme;
  threads.threads = 2;
  EXPECT_EQ(resume(small_scene(), threads), "no exception");
  EXPECT_NE(message_of([&] { SceneWriter writer(path); }).find("exists"), std::string::npos);
  std::filesystem::remove(path);
}

// The reader answers damaged bytes with an Error or a table, never with anything else.
TEST(SceneRunFile, DamageIsAnError) {
  const auto path = scratch("damage.h5");
  go(path, 0.02);
  std::ifstream stream(path, std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(stream), {}};
  Random random(4);
  int refused = 0;
  for (int i = 0; i < 300; ++i) {
    std::vector<char> damaged = bytes;
    if (i % 3 == 0)
      damaged.resize(bytes.size() * static_cast<std::size_t>(random.below(100)) / 100);
    else
      for (int k = 0; k < 1 + i % 5; ++k)
        damaged[static_cast<std::size_t>(random.below(static_cast<int>(bytes.size())))] ^=
            static_cast<char>(1 << random.below(8));
    try {
      (void)read_scene_run_bytes(damaged, "damaged");
    } catch (const Error&) {
      ++refused;
    }
  }
  EXPECT_GE(refused, 100);  // all that were cut
  std::filesystem::remove(path);
}

#endif

}  // namespace
}  // namespace nonsmooth::io
