// SPDX-License-Identifier: Apache-2.0
// Surfaces are closed and have the size of their shapes; files have the layout that VTK documents
// (tests/cli/vtk_test.py has VTK itself read them).
#include "io/vtk_file.hpp"
#include "nonsmooth/collide/mass_properties.hpp"
#include "nonsmooth/io.hpp"
#include "nonsmooth/io/tessellate.hpp"

#include <gtest/gtest.h>

#include <unistd.h>

#include <fstream>
#include <map>
#include <sstream>

namespace nonsmooth::io {
namespace {

// Divergence theorem over the polygons: positive when they are seen counter-clockwise from outside.
double enclosed_volume(const Surface& surface) {
  double volume = 0.0;
  const auto at = [&](int i) -> const Vec<3>& {
    return surface.points[static_cast<std::size_t>(i)];
  };
  for (const auto& polygon : surface.polygons)
    for (std::size_t k = 1; k + 1 < polygon.size(); ++k)
      volume += at(polygon[0]).dot(at(polygon[k]).cross(at(polygon[k + 1]))) / 6.0;
  return volume;
}

void expect_closed(const Surface& surface) {
  std::map<std::pair<int, int>, int> edges;
  for (const auto& polygon : surface.polygons)
    for (std::size_t k = 0; k < polygon.size(); ++k)
      ++edges[{polygon[k], polygon[(k + 1) % polygon.size()]}];
  for (const auto& [edge, count] : edges) {
    EXPECT_EQ(count, 1);
    EXPECT_EQ(edges.count({edge.second, edge.first}), 1u);
  }
}

TEST(Tessellation, ClosesAroundTheShape) {
  const std::vector<Vec<3>> corners{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}};
  const std::vector<Shape> shapes{
      Sphere{0.7},
      Capsule{0.2, 0.5},
      Cylinder{0.3, 0.4},
      Cone{0.3, 0.9},
      Cuboid{{1, 2, 3}},
      ConvexHull(corners),
      Compound{{Pose{{1, 0, 0}, rotation_matrix({1, 1, 0, 0})}}, {Cylinder{0.3, 0.4}}}};
  for (const Shape& shape : shapes) {
    SCOPED_TRACE(name(shape));
    const Surface surface = tessellate(shape, {.sphere = 3, .circle = 64});
    expect_closed(surface);
    const double exact = mass_properties(shape).volume;
    // corners lie on the shape, so that flat faces cut off about (pi/n)^2 of round ones
    EXPECT_LE(enclosed_volume(surface), exact * (1 + 1e-12));
    EXPECT_GE(enclosed_volume(surface), exact * 0.985);
  }
}

TEST(Tessellation, TerrainKeepsItsHoles) {
  Matrix heights = Matrix::Zero(3, 3);
  heights(0, 0) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(tessellate(HeightField(heights, 1.0)).polygons.size(), 6u);
  EXPECT_EQ(tessellate(Segment{{0, 0}, {1, 0}}).lines.size(), 1u);
  const Surface plane = tessellate(HalfSpace{{0, 0, 2}, 3.0}, {.extent = 5});
  EXPECT_EQ(plane.points[0], Vec<3>(-5, -5, 1.5));
}

TEST(VtkFile, HasCountedBytesInBase64) {
  vtk::PolyData data;
  data.points = {0.0, 0.0, 0.0};
  data.vertices = {{0}, {1}};
  const std::string text = vtk::text(data);
  EXPECT_NE(text.find("NumberOfPoints=\"1\""), std::string::npos);
  // 24 bytes as a 64-bit number, then three zeros: 32 bytes, 44 characters
  EXPECT_NE(text.find(">GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=<"), std::string::npos);
  EXPECT_NE(vtk::text({{0.25, "a.vtp"}}).find("timestep=\"0.25\" part=\"0\" file=\"a.vtp\""),
            std::string::npos);
}

TEST(VtkFile, ARunAndItsFileGiveTheSamePictures) {
  const auto folder =
      std::filesystem::path(::testing::TempDir()) / ("nonsmooth_vtk_" + std::to_string(::getpid()));
  std::filesystem::remove_all(folder);
  Scene scene;
  scene.add(Body{.shape = HalfSpace{}, .motion = Motion::fixed});
  scene.add(Body{.shape = Sphere{0.1}, .position = {0, 0, 0.1}});
  scene.add(Body{.shape = Cuboid{{0.1, 0.1, 0.1}}, .position = {1, 0, 0.1}});
  const SceneScheme scheme{.step = 0.01};
  VtkWriter live(folder / "live");
  (void)simulate(scene, scheme, {.end = 0.05, .sink = &live});
  const auto read = [](const std::filesystem::path& path) {
    std::ifstream stream(path, std::ios::binary);
    std::stringstream text;
    text << stream.rdbuf();
    return text.str();
  };
  EXPECT_NE(read(folder / "live" / "bodies.pvd").find("bodies/000005.vtp"), std::string::npos);
  EXPECT_NE(read(folder / "live" / "contacts/000005.vtp").find("Name=\"impulse\""),
            std::string::npos);
#if NS_TEST_HDF5
  {
    SceneWriter writer(folder / "run.h5");
    (void)simulate(scene, scheme, {.end = 0.05, .sink = &writer});
  }
  write_vtk(read_scene_run(folder / "run.h5"), folder / "stored");
  for (const char* file : {"bodies.pvd", "bodies/000000.vtp", "bodies/000005.vtp",
                           "centres/000003.vtp", "contacts/000005.vtp"})
    EXPECT_EQ(read(folder / "live" / file), read(folder / "stored" / file)) << file;
#endif
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace nonsmooth::io
