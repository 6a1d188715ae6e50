// SPDX-License-Identifier: Apache-2.0
#include "io/scene_parts.hpp"
#include "nonsmooth/base/error.hpp"

namespace nonsmooth::io {
namespace {

constexpr std::string_view kinds[] = {"sphere_box", "brick_wall", "plank_tower", "arch",
                                      "domino_row", "grid",       "chain"};
constexpr int most = 1000000;

std::uint64_t seed(SceneTable& table) {
  return static_cast<std::uint64_t>(table.count("seed", 1, 0, std::numeric_limits<int>::max()));
}

Vec<3> size(SceneTable& table, std::string_view key, const Vec<3>& standard) {
  return table.vector(key, dimension::length, standard);
}

SphereBox spheres(SceneTable& table) {
  SphereBox box;
  box.lower = size(table, "lower", box.lower);
  box.upper = size(table, "upper", box.upper);
  if (const TomlValue& radius = table.require("radius"); radius.kind == TomlValue::Kind::array) {
    if (radius.items.size() != 2)
      table.fail(radius.line, "radius: expected one number, or the smallest and the largest");
    box.radius_min = table.quantity(radius.items[0], "radius", dimension::length);
    box.radius_max = table.quantity(radius.items[1], "radius", dimension::length);
  } else {
    box.radius_min = box.radius_max = table.number("radius", dimension::length);
  }
  box.count = table.count("count", box.count, 0, most);
  box.looseness = table.number("looseness", dimension::none, box.looseness);
  box.seed = seed(table);
  return box;
}

BrickWall wall(SceneTable& table) {
  BrickWall wall;
  wall.columns = table.count("columns", wall.columns, 1, 1000);
  wall.rows = table.count("rows", wall.rows, 1, 1000);
  wall.brick = size(table, "brick", wall.brick);
  wall.gap = table.number("gap", dimension::length, wall.gap);
  wall.position = size(table, "position", wall.position);
  return wall;
}

PlankTower tower(SceneTable& table) {
  PlankTower tower;
  tower.levels = table.count("levels", tower.levels, 1, 10000);
  tower.planks = table.count("planks", tower.planks, 1, 100);
  tower.plank = size(table, "plank", tower.plank);
  tower.position = size(table, "position", tower.position);
  return tower;
}

Arch stones(SceneTable& table) {
  Arch arch;
  arch.stones = table.count("stones", arch.stones, 2, 10000);
  arch.inner_radius = table.number("inner_radius", dimension::length, arch.inner_radius);
  arch.thickness = table.number("thickness", dimension::length, arch.thickness);
  arch.depth = table.number("depth", dimension::length, arch.depth);
  arch.position = size(table, "position", arch.position);
  return arch;
}

DominoRow dominoes(SceneTable& table) {
  DominoRow row;
  row.count = table.count("count", row.count, 1, most);
  row.domino = size(table, "domino", row.domino);
  row.spacing = table.number("spacing", dimension::length, row.spacing);
  row.push = table.number("push", dimension::angular_speed, row.push);
  row.position = size(table, "position", row.position);
  return row;
}

Grid copies(SceneTable& table) {
  Grid grid;
  SceneTable body(table.source(), table.require("body"), table.what() + ", body");
  grid.body = read_body(body);
  body.finish();
  const Vec<3> counts = table.vector("counts", dimension::none, Vec<3>::Constant(2));
  for (int k = 0; k < 3; ++k) {
    if (!(counts[k] >= 0.0 && counts[k] <= 1e6)) table.fail("counts: expected whole numbers");
    grid.counts[static_cast<std::size_t>(k)] = std::max(1, static_cast<int>(counts[k]));
  }
  if (counts.cwiseMax(1.0).prod() > most) table.fail("counts: more than 1e6 bodies");
  grid.spacing = size(table, "spacing", grid.spacing);
  grid.jitter = table.number("jitter", dimension::length, grid.jitter);
  grid.turn = table.flag("turn", grid.turn);
  grid.seed = seed(table);
  return grid;
}

JointedBodies links(SceneTable& table) {
  Chain options;
  options.from = size(table, "from", options.from);
  options.to = size(table, "to", options.to);
  options.links = table.count("links", options.links, 1, 100000);
  options.radius = table.number("radius", dimension::length, options.radius);
  options.hold_from = table.flag("hold_from", options.hold_from);
  options.hold_to = table.flag("hold_to", options.hold_to);
  return chain(options);
}

JointedBodies packing(SceneTable& table, int kind) {
  switch (kind) {
    case 0: return {sphere_box(spheres(table)), {}};
    case 1: return {brick_wall(wall(table)), {}};
    case 2: return {plank_tower(tower(table)), {}};
    case 3: return {arch(stones(table)), {}};
    case 4: return {domino_row(dominoes(table)), {}};
    case 5: return {grid(copies(table)), {}};
    default: return links(table);
  }
}

}  // namespace

JointedBodies read_packing(SceneTable& table) {
  return in_table(table, [&] {
    const int kind = table.choice("kind", kinds, {});
    JointedBodies made = packing(table, kind);
    const std::string name = table.text("name", "");
    const bool is_grid = kinds[kind] == "grid";
    // a grid says all this of its body
    const std::string material = is_grid ? "" : table.text("material", "");
    const double density = is_grid ? 0.0 : table.number("density", dimension::density, 0.0);
    for (std::size_t i = 0; i < made.bodies.size(); ++i) {
      Body& body = made.bodies[i];
      if (!name.empty()) body.name = name + " " + std::to_string(i);
      if (!material.empty()) body.material = material;
      if (density > 0.0) body.density = density;
    }
    return made;
  });
}

}  // namespace nonsmooth::io
