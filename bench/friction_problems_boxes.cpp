// SPDX-License-Identifier: Apache-2.0
// Walls, towers and piles of upright boxes in layers. A box touches those one layer below; the four
// corners of the common rectangle are the contacts, one more than needed to hold a face.
#include "bench/friction_problems_rigid.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace nonsmooth::bench {
namespace {

struct Box {
  double x, y, length, width;  // centre and sides in the plane, m
};
using Layer = std::vector<Box>;

struct Layout {
  std::vector<Layer> layers;
  double height = 0.1;  // of every layer, m
};

// The plane rectangle two boxes share; empty if its sides are not positive.
struct Rectangle {
  double x0, x1, y0, y1;
  bool empty() const { return !(x1 > x0 && y1 > y0); }
};
Rectangle bounds(const Box& box) {
  return {box.x - 0.5 * box.length, box.x + 0.5 * box.length, box.y - 0.5 * box.width,
          box.y + 0.5 * box.width};
}
Rectangle overlap(const Box& a, const Box& b) {
  const Rectangle p = bounds(a), q = bounds(b);
  return {std::max(p.x0, q.x0), std::min(p.x1, q.x1), std::max(p.y0, q.y0), std::min(p.y1, q.y1)};
}

RigidBody body_of(const Box& box, double z, double height, Random& random) {
  RigidBody body;
  // stones differ in weight by up to 10 %: nothing is symmetric by accident
  body.mass = density * random.uniform(0.9, 1.1) * box.length * box.width * height;
  body.centre = {box.x, box.y, z};
  const Vec<3> squares(box.length * box.length, box.width * box.width, height * height);
  body.inertia = (body.mass / 12.0 * (Vec<3>::Constant(squares.sum()) - squares)).asDiagonal();
  return body;
}

void add_face(RigidScene& scene, int a, int b, const Rectangle& face, double z, double gaps,
              Random& random) {
  for (const double x : {face.x0, face.x1})
    for (const double y : {face.y0, face.y1}) {
      const Vec<3> point(x, y, z);
      Contact contact{.a = a, .b = b};
      contact.arm_a = point - scene.bodies[static_cast<std::size_t>(a)].centre;
      if (b != ground) contact.arm_b = point - scene.bodies[static_cast<std::size_t>(b)].centre;
      if (gaps > 0.0) contact.gap = random.uniform(0.0, gaps);
      contact.bias = contact.gap / time_step;  // closing the gap is free
      scene.contacts.push_back(contact);
    }
}

RigidScene stacked(const Layout& layout, double gaps, Random& random) {
  RigidScene scene;
  int first_below = 0;
  for (std::size_t k = 0; k < layout.layers.size(); ++k) {
    const int first = static_cast<int>(scene.bodies.size());
    const double bottom = static_cast<double>(k) * layout.height;
    for (const Box& box : layout.layers[k]) {
      const int a = static_cast<int>(scene.bodies.size());
      scene.bodies.push_back(body_of(box, bottom + 0.5 * layout.height, layout.height, random));
      if (k == 0) add_face(scene, a, ground, bounds(box), bottom, gaps, random);
      for (int b = first_below; k > 0 && b < first; ++b) {
        const Box& below = layout.layers[k - 1][static_cast<std::size_t>(b - first_below)];
        const Rectangle face = overlap(box, below);
        if (!face.empty()) add_face(scene, a, b, face, bottom, gaps, random);
      }
    }
    first_below = first;
  }
  return scene;
}

}  // namespace

// `count` stones per course, the ends of every other course closed by halves: 4 count contacts on
// the ground and 8 count in every bed joint.
RigidScene wall(const FrictionProblemOptions& options) {
  const double length = 0.2, width = 0.1;
  int count = 1, courses = 1;
  long best = -1;
  const int wide = std::max(1, static_cast<int>(std::sqrt(options.contacts / 8.0)));
  for (int c = wide; c <= 2 * wide && best != 0; ++c) {
    const int n =
        std::max(1, static_cast<int>(std::lround((options.contacts / (4.0 * c) + 1) / 2)));
    const long miss = std::labs(4L * c * (2L * n - 1) - options.contacts);
    if (best >= 0 && miss >= best) continue;
    best = miss, count = c, courses = n;
  }
  Layout layout;
  for (int k = 0; k < courses; ++k) {
    Layer course;
    if (k % 2 == 0)
      for (int i = 0; i < count; ++i) course.push_back({(i + 0.5) * length, 0, length, width});
    else {
      course.push_back({0.25 * length, 0, 0.5 * length, width});
      for (int i = 1; i < count; ++i) course.push_back({i * length, 0, length, width});
      course.push_back({(count - 0.25) * length, 0, 0.5 * length, width});
    }
    layout.layers.push_back(course);
  }
  Random random = random_of(options);
  return stacked(layout, options.gaps, random);
}

// `count` planks per layer cross as many below: 4 count on the ground, 4 count^2 between layers.
RigidScene tower(const FrictionProblemOptions& options) {
  const double length = 0.3, width = 0.04, thickness = 0.02;
  const int tallest = 100;  // layers
  const auto layers_of = [&](int planks) {
    return std::max(1, 1 + static_cast<int>(std::lround((options.contacts - 4.0 * planks) /
                                                        (4.0 * planks * planks))));
  };
  int count = options.contacts < 400 ? 2 : 3;
  while (layers_of(count) > tallest) ++count;
  Random random = random_of(options);
  Layout layout{.layers = {}, .height = thickness};
  // planks lie at even distances, out of place by up to a tenth of their width
  const double reach = length * std::max(1.0, count / 5.0), pitch = (reach - width) / (count - 1);
  for (int k = 0; k < layers_of(count); ++k) {
    Layer layer;
    for (int i = 0; i < count; ++i) {
      const double along = random.uniform(-0.1, 0.1) * width;
      const double across = 0.5 * (width - reach) + i * pitch + random.uniform(-0.1, 0.1) * width;
      layer.push_back(k % 2 == 0 ? Box{along, across, 1.1 * reach, width}
                                 : Box{across, along, width, 1.1 * reach});
    }
    layout.layers.push_back(layer);
  }
  return stacked(layout, 0.0, random);
}

// Layers of m x n cubes with room between them, each layer one smaller and half a cube aside, so
// that a cube rests on four: 4 contacts on the ground, 16 above.
RigidScene cube_pile(const FrictionProblemOptions& options) {
  const double side = 0.1, pitch = 1.1 * side;
  int m = 1, n = 1, height = 1;
  double best = infinity;
  const int most = 2 + static_cast<int>(std::cbrt(options.contacts));
  for (int a = 1; a <= most; ++a)
    for (int b = a; b <= 2 * a; ++b) {
      long count = 4L * a * b;
      for (int k = 1; k <= a; ++k) {
        // low piles are dull: a layer that is missing at the top counts like one percent
        const double miss = std::labs(count - options.contacts) + 0.01 * options.contacts * (a - k);
        if (miss < best) best = miss, m = a, n = b, height = k;
        count += 16L * (a - k) * (b - k);
      }
    }
  Random random = random_of(options);
  Layout layout{.layers = {}, .height = side};
  for (int k = 0; k < height; ++k) {
    Layer layer;
    for (int i = 0; i < m - k; ++i)
      for (int j = 0; j < n - k; ++j)
        layer.push_back({(i + 0.5 * k) * pitch + random.uniform(-0.04, 0.04) * side,
                         (j + 0.5 * k) * pitch + random.uniform(-0.04, 0.04) * side, side, side});
    layout.layers.push_back(layer);
  }
  return stacked(layout, 0.0, random);
}

}  // namespace nonsmooth::bench
