// SPDX-License-Identifier: Apache-2.0

#include "collide/polytope.hpp"

namespace nonsmooth {
namespace {

constexpr int box_loops[] = {0, 4, 6, 2, 1, 3, 7, 5, 0, 1, 5, 4,
                             2, 6, 7, 3, 0, 2, 3, 1, 4, 5, 7, 6};

struct Topology {
  std::vector<ConvexHull::Face> faces;
  std::vector<ConvexHull::Edge> edges;

  Topology(std::span<const int> loops, int count, int corners) {
    const auto corner = [&](int f, int k) {
      return loops[static_cast<std::size_t>(f * corners + k % corners)];
    };
    for (int f = 0; f < count; ++f) {
      faces.push_back({f * corners, corners, Vec<3>::Zero(), 0.0});
      for (int k = 0; k < corners; ++k)
        for (int g = f + 1; g < count; ++g)
          for (int l = 0; l < corners; ++l)
            if (corner(g, l) == corner(f, k + 1) && corner(g, l + 1) == corner(f, k))
              edges.push_back({corner(f, k), corner(f, k + 1), f, g});
    }
  }
};

const Topology& box_topology() {
  static const Topology topology(box_loops, 6, 4);
  return topology;
}

}  // namespace

BoxPolytope::BoxPolytope(const Vec<3>& half, const Pose& pose) {
  const Vec<3> x = pose.rotation.col(0) * half[0], y = pose.rotation.col(1) * half[1],
               z = pose.rotation.col(2) * half[2];
  const Vec<3> low = pose.position - z, high = pose.position + z;
  vertices = {low - x - y,  low + x - y,  low - x + y,  low + x + y,
              high - x - y, high + x - y, high - x + y, high + x + y};
  for (int k = 0; k < 3; ++k) {
    normals[static_cast<std::size_t>(2 * k)] = -pose.rotation.col(k);
    normals[static_cast<std::size_t>(2 * k + 1)] = pose.rotation.col(k);
  }
}

BoxPolytope::BoxPolytope(const Vec<3>& h) {
  for (int i = 0; i < 8; ++i)
    vertices[static_cast<std::size_t>(i)] =
        Vec<3>(i & 1 ? h[0] : -h[0], i & 2 ? h[1] : -h[1], i & 4 ? h[2] : -h[2]);
  for (int k = 0; k < 3; ++k) {
    normals[static_cast<std::size_t>(2 * k)] = -Vec<3>::Unit(k);
    normals[static_cast<std::size_t>(2 * k + 1)] = Vec<3>::Unit(k);
  }
}

PolytopeView BoxPolytope::view() const {
  const Topology& topology = box_topology();
  return {vertices, normals, topology.faces, topology.edges, box_loops, 6};
}

PolytopeView hull_at_rest(const ConvexHull& hull) {
  return {hull.vertices(), {},           hull.faces(),
          hull.edges(),    hull.loops(), static_cast<int>(hull.faces().size())};
}

PolytopeView moved_hull(const ConvexHull& hull, const Pose& pose, std::vector<Vec<3>>& scratch) {
  const std::size_t count = hull.vertices().size();
  scratch.resize(count + hull.faces().size());
  for (std::size_t i = 0; i < count; ++i) scratch[i] = pose.point(hull.vertices()[i]);
  for (std::size_t i = 0; i < hull.faces().size(); ++i)
    scratch[count + i] = pose.direction(hull.faces()[i].normal);
  const std::span<const Vec<3>> all(scratch);
  return {all.first(count), all.subspan(count), hull.faces(),
          hull.edges(),     hull.loops(),       static_cast<int>(hull.faces().size())};
}

PolytopeView segment_polytope(const std::array<Vec<3>, 2>& ends) {
  static constexpr std::array<ConvexHull::Edge, 1> edge{{{0, 1, -1, -1}}};
  PolytopeView segment;
  segment.vertices = ends, segment.edges = edge;
  return segment;
}

}  // namespace nonsmooth
