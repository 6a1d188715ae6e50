// SPDX-License-Identifier: Apache-2.0
#include "nonsmooth/io/surface_files.hpp"

#include "compare.hpp"
#include "nonsmooth/base/random.hpp"
#include "surface_samples.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <functional>

namespace nonsmooth::io {
namespace {

using compare::contains;
using compare::message_of;

TriangleMesh mesh(const std::string& bytes) { return read_mesh_bytes(bytes, "file"); }
HeightField grid(const std::string& bytes) { return read_height_field_bytes(bytes, "file"); }
std::string mesh_message(const std::string& bytes) {
  return message_of([&] { mesh(bytes); });
}
std::string grid_message(const std::string& bytes) {
  return message_of([&] { grid(bytes); });
}

TEST(SurfaceFiles, EveryFormatHoldsTheTetrahedron) {
  for (const std::string& bytes : {samples::ascii_stl, samples::binary_stl(), samples::obj}) {
    const TriangleMesh found = mesh(bytes);
    EXPECT_EQ(found.vertices().size(), 4u);
    EXPECT_EQ(found.triangles().size(), 4u);
    EXPECT_TRUE(found.closed());
    EXPECT_EQ(found.box().lower, Vec<3>::Zero());
    EXPECT_EQ(found.box().upper, Vec<3>::Ones());
  }
}

TEST(SurfaceFiles, ObjPolygonsBecomeFans) {
  const TriangleMesh quad = mesh("v 0 0 0\r\nv 1 0 0\r\nv 1 1 0\r\nv 0 1 0\r\nf 1 2 3 4\r\n");
  EXPECT_EQ(quad.triangles(), (std::vector<std::array<int, 3>>{{0, 1, 2}, {0, 2, 3}}));
  // a face may come before its vertices
  EXPECT_EQ(mesh("f 1 2 3\nv 0 0 0\nv 1 0 0\nv 0 1 0\n").triangles().size(), 1u);
}

TEST(SurfaceFiles, MeshErrorsNameThePlace) {
  EXPECT_TRUE(contains(mesh_message(""), "found no data"));
  EXPECT_TRUE(contains(mesh_message("v 0 0\nf 1 2 3\n"), "file:1:6: expected z, found the end"))
      << mesh_message("v 0 0\nf 1 2 3\n");
  EXPECT_TRUE(contains(mesh_message("v 0 0 nan\n"), "file:1:7: expected z (a finite number)"));
  EXPECT_TRUE(contains(mesh_message("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 7\n"),
                       "file:4:7: expected a vertex from 1 to 3, found 7"));
  EXPECT_TRUE(contains(mesh_message("v 0 0 0\nf 1 -2 1\n"), "file:2:5: expected a vertex"));
  EXPECT_TRUE(contains(mesh_message("v 0 0 0\nf 0 1 1\n"), "file:2:3: expected a vertex"));
  EXPECT_TRUE(contains(mesh_message("v 0 0 0\nf 1 1\n"), "three vertices of a face"));
  EXPECT_TRUE(contains(mesh_message("hello world\n"), "expected STL, or OBJ"));
  EXPECT_TRUE(contains(mesh_message("v 0 0 0\nf 1 1 1\n"), "no triangle with an area"));
  std::string text = samples::ascii_stl;
  text.resize(100);
  EXPECT_TRUE(contains(mesh_message(text), "found the end of the file"));
  text = samples::ascii_stl;
  text.replace(text.find("vertex 0 1 0"), 12, "vertex 0 oh 0");
  EXPECT_TRUE(contains(mesh_message(text), "file:5:12: expected y (a finite number)"))
      << mesh_message(text);
}

TEST(SurfaceFiles, BinaryStlIsChecked) {
  EXPECT_TRUE(
      contains(mesh_message(samples::binary_stl(5)),
               "byte 80: expected 334 bytes for the 5 triangles of a binary STL, found 284"));
  EXPECT_TRUE(contains(mesh_message(samples::binary_stl(0xFFFFFFFFu)), "4294967295 triangles"));
  std::string bytes = samples::binary_stl();
  bytes[84 + 12 + 3] = '\x7f';
  bytes[84 + 12 + 2] = '\xc0';  // the first coordinate is NaN
  EXPECT_TRUE(contains(mesh_message(bytes), "byte 96: vertex 0 of triangle 0"))
      << mesh_message(bytes);
  EXPECT_TRUE(contains(mesh_message(std::string(84, '\0')), "found 0"));
}

TEST(SurfaceFiles, GridRunsFromNorthToSouth) {
  const HeightField field = grid(samples::grid);
  EXPECT_EQ(field.spacing(), 10.0);
  EXPECT_EQ(field.origin(), Vec<2>(105, 200.5));
  ASSERT_EQ(field.heights().rows(), 3);
  ASSERT_EQ(field.heights().cols(), 2);
  EXPECT_EQ(field.heights()(0, 1), 1.0);
  EXPECT_EQ(field.heights()(2, 1), 3.0);
  EXPECT_TRUE(std::isnan(field.heights()(0, 0)));
  EXPECT_EQ(field.heights()(2, 0), 6.0);
  EXPECT_EQ(field.height(120, 200.5), 5.5);
  EXPECT_FALSE(field.height(106, 205));
}

TEST(SurfaceFiles, GridErrorsNameThePlace) {
  const auto changed = [](const std::string& from, const std::string& to) {
    std::string text = samples::grid;
    return text.replace(text.find(from), from.size(), to);
  };
  EXPECT_TRUE(contains(grid_message(""), "expected a key"));
  EXPECT_TRUE(contains(grid_message(changed("NCOLS 3\n", "")), "expected ncols"));
  EXPECT_TRUE(contains(grid_message(changed("NCOLS 3", "NCOLS 1")), "file:1:7: expected ncols"));
  EXPECT_TRUE(contains(grid_message(changed("NCOLS 3", "NCOLS 2147483647")),
                       "expected 4294967294 numbers (heights)"));
  EXPECT_TRUE(contains(grid_message(changed("cellsize 10", "cellsize -1")), "positive cellsize"));
  EXPECT_TRUE(contains(grid_message(changed("nrows 2", "ncols 2")), "given twice"));
  EXPECT_TRUE(contains(grid_message(changed("5 6", "5")), "found the end of the file"));
  EXPECT_TRUE(
      contains(grid_message(changed("5 6", "5 6 7")), "the end of the file after the last"));
  EXPECT_TRUE(
      contains(grid_message(changed("5 6", "inf 6")), "file:8:4: expected a height (row 2"));
  EXPECT_TRUE(contains(grid_message(changed("1 2 3", "nan 2 nan")), "nothing is left"));
}

TEST(SurfaceFiles, FilesAreReadByPath) {
  const auto path = std::filesystem::path(testing::TempDir()) / "nonsmooth_surface_test.stl";
  std::ofstream(path, std::ios::binary) << samples::binary_stl();
  EXPECT_TRUE(read_mesh(path).closed());
  std::ofstream(path, std::ios::binary) << samples::grid;
  EXPECT_EQ(read_height_field(path).spacing(), 10.0);
  std::filesystem::remove(path);
  EXPECT_TRUE(contains(message_of([&] { read_mesh(path); }), path.string()));
}

// Cut and flipped: a surface or a FileError, nothing else.
TEST(SurfaceFiles, DamageIsSurvived) {
  Random random(8);
  int refused = 0, accepted = 0;
  for (const auto& [format, original] : samples::surfaces())
    for (int round = 0; round < 1500; ++round) {
      std::string bytes = original;
      if (round % 3 == 0)
        bytes.resize(static_cast<std::size_t>(random.below(static_cast<int>(bytes.size()))));
      for (int k = random.below(4); k > 0 && !bytes.empty(); --k)
        bytes[static_cast<std::size_t>(random.below(static_cast<int>(bytes.size())))] =
            static_cast<char>(random.below(256));
      for (const auto& read : {std::function<void()>([&] { mesh(bytes); }),
                               std::function<void()>([&] { grid(bytes); })}) {
        try {
          read();
          ++accepted;
        } catch (const FileError&) {
          ++refused;
        }
      }
    }
  EXPECT_GT(refused, 3000);
  EXPECT_GT(accepted, 100);
}

}  // namespace
}  // namespace nonsmooth::io
