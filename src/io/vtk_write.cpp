// SPDX-License-Identifier: Apache-2.0
#include "io/vtk_file.hpp"
#include "nonsmooth/base/error.hpp"
#include "nonsmooth/io/tessellate.hpp"
#include "nonsmooth/io/vtk.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace nonsmooth::io {
namespace {

namespace fs = std::filesystem;

// One instant of a run, wherever it comes from.
struct Frame {
  double t = 0.0;
  std::vector<Vec<7>> poses{};
  std::vector<Vec<6>> velocities{};
  std::vector<unsigned char> present{}, at_rest{};
  std::span<const SceneContact> contacts{};
};

Pose pose_of(const Vec<7>& numbers) {
  return {numbers.head<3>(), rotation_matrix(numbers.tail<4>())};
}

bool bounded(const Shape& shape) { return !std::holds_alternative<HalfSpace>(shape); }

// Half the diagonal of everything that has an end, and a little more.
double extent_of(const std::vector<const Shape*>& shapes, const Frame& frame) {
  Aabb box;
  for (std::size_t i = 0; i < frame.poses.size(); ++i)
    if (bounded(*shapes[i])) box.add(bounds(*shapes[i], pose_of(frame.poses[i])));
  const double size = (box.upper - box.lower).norm();
  return std::isfinite(size) && size > 0.0 ? 1.5 * size : 10.0;
}

double radius_of(const Shape& shape) {
  if (const auto* sphere = std::get_if<Sphere>(&shape)) return sphere->radius;
  const Aabb box = bounds(shape, {});
  const double radius = 0.5 * (box.upper - box.lower).norm();
  return std::isfinite(radius) ? radius : 0.0;
}

void add_point(vtk::PolyData& data, const Vec<3>& point) {
  data.points.insert(data.points.end(), point.begin(), point.end());
}

void add_vertex(vtk::PolyData& data, const Vec<3>& point) {
  add_point(data, point);
  data.vertices.corners.push_back(static_cast<std::int64_t>(data.vertices.corners.size()));
  data.vertices.ends.push_back(static_cast<std::int64_t>(data.vertices.corners.size()));
}

template <class Range>
void append(vtk::Array& array, const Range& values) {
  array.values.insert(array.values.end(), values.begin(), values.end());
}

}  // namespace

struct VtkWriter::Series {
  fs::path folder;
  std::vector<const Shape*> shapes{};  // of the scene or table, which outlive the writing
  std::vector<Surface> surfaces{};
  std::vector<double> masses{};
  double extent = 0.0;
  std::vector<std::pair<double, std::string>> bodies{}, centres{}, contacts{};

  void prepare() const;
  void write(const Frame& frame);
  void write_collections() const;
  vtk::PolyData body_data(const Frame& frame) const;
  vtk::PolyData centre_data(const Frame& frame) const;
};

void VtkWriter::Series::prepare() const {
  std::error_code reason;
  for (const char* part : {"bodies", "centres", "contacts"}) {
    fs::create_directories(folder / part, reason);
    if (reason) throw FileError((folder / part).string() + ": cannot make it: " + reason.message());
  }
}

vtk::PolyData VtkWriter::Series::body_data(const Frame& frame) const {
  vtk::PolyData data;
  // cells of lines come first in the file, whatever the order of bodies
  std::vector<double> of_lines, of_polygons;
  for (std::size_t i = 0; i < frame.poses.size(); ++i) {
    if (frame.present[i] == 0) continue;
    const Pose pose = pose_of(frame.poses[i]);
    const auto first = static_cast<std::int64_t>(data.points.size() / 3);
    for (const Vec<3>& point : surfaces[i].points) add_point(data, pose.point(point));
    const auto add = [&](const auto& from, vtk::Cells& cells, std::vector<double>& owners) {
      for (const std::vector<int>& cell : from) {
        for (const int corner : cell) cells.corners.push_back(first + corner);
        cells.ends.push_back(static_cast<std::int64_t>(cells.corners.size()));
        owners.push_back(static_cast<double>(i));
      }
    };
    add(surfaces[i].lines, data.lines, of_lines);
    add(surfaces[i].polygons, data.polygons, of_polygons);
  }
  vtk::Array body{"body"}, speed{"speed"}, rest{"at_rest"};
  of_lines.insert(of_lines.end(), of_polygons.begin(), of_polygons.end());
  for (const double owner : of_lines) {
    const auto i = static_cast<std::size_t>(owner);
    body.values.push_back(owner);
    speed.values.push_back(frame.velocities[i].head<3>().norm());
    rest.values.push_back(frame.at_rest[i]);
  }
  data.cell_data = {std::move(body), std::move(speed), std::move(rest)};
  return data;
}

vtk::PolyData VtkWriter::Series::centre_data(const Frame& frame) const {
  vtk::PolyData data;
  vtk::Array body{"body"}, radius{"radius"}, mass{"mass"}, rest{"at_rest"},
      quaternion{"quaternion", 4}, velocity{"velocity", 3}, turning{"angular_velocity_body", 3};
  for (std::size_t i = 0; i < frame.poses.size(); ++i) {
    if (frame.present[i] == 0) continue;
    add_vertex(data, frame.poses[i].head<3>());
    body.values.push_back(static_cast<double>(i));
    radius.values.push_back(radius_of(*shapes[i]));
    mass.values.push_back(masses[i]);
    rest.values.push_back(frame.at_rest[i]);
    append(quaternion, frame.poses[i].tail<4>());
    append(velocity, frame.velocities[i].head<3>());
    append(turning, frame.velocities[i].tail<3>());
  }
  data.point_data = {body, radius, mass, rest, quaternion, velocity, turning};
  return data;
}

namespace {

vtk::PolyData contact_data(std::span<const SceneContact> contacts) {
  vtk::PolyData data;
  vtk::Array a{"a"}, b{"b"}, gap{"gap"}, size{"impulse_norm"}, normal{"normal", 3},
      impulse{"impulse", 3}, moment{"moment", 3};
  for (const SceneContact& contact : contacts) {
    add_vertex(data, contact.point);
    a.values.push_back(contact.a);
    b.values.push_back(contact.b);
    gap.values.push_back(contact.gap);
    size.values.push_back(contact.impulse.norm());
    append(normal, contact.normal);
    append(impulse, contact.impulse);
    append(moment, contact.moment);
  }
  data.point_data = {a, b, gap, size, normal, impulse, moment};
  return data;
}

}  // namespace

void VtkWriter::Series::write(const Frame& frame) {
  if (extent == 0.0) extent = extent_of(shapes, frame);
  // many balls with few corners, few balls with many
  const Fineness fineness{.sphere = shapes.size() > 5000  ? 0
                                    : shapes.size() > 300 ? 1
                                                          : 2,
                          .extent = extent};
  while (surfaces.size() < shapes.size())
    surfaces.push_back(tessellate(*shapes[surfaces.size()], fineness));
  std::string number = std::to_string(bodies.size());
  number.insert(0, number.size() < 6 ? 6 - number.size() : 0, '0');
  const auto put = [&](const char* part, const vtk::PolyData& data, auto& collection) {
    const std::string file = std::string(part) + "/" + number + ".vtp";
    vtk::save(folder / file, vtk::text(data));
    collection.emplace_back(frame.t, file);
  };
  put("bodies", body_data(frame), bodies);
  put("centres", centre_data(frame), centres);
  put("contacts", contact_data(frame.contacts), contacts);
  // what has been written can be looked at before the run ends
  if (std::has_single_bit(bodies.size())) write_collections();
}

void VtkWriter::Series::write_collections() const {
  vtk::save(folder / "bodies.pvd", vtk::text(bodies));
  vtk::save(folder / "centres.pvd", vtk::text(centres));
  vtk::save(folder / "contacts.pvd", vtk::text(contacts));
}

VtkWriter::VtkWriter(fs::path folder) : series_(std::make_unique<Series>()) {
  series_->folder = std::move(folder);
  series_->prepare();
}
VtkWriter::~VtkWriter() = default;
VtkWriter::VtkWriter(VtkWriter&&) noexcept = default;
VtkWriter& VtkWriter::operator=(VtkWriter&&) noexcept = default;

const SceneState* VtkWriter::begin(const SceneSimulator& simulator) {
  record(simulator, {});
  return nullptr;
}

void VtkWriter::record(const SceneSimulator& simulator, const SceneReport&) {
  const auto& bodies = simulator.scene().bodies();
  Frame frame;
  frame.t = simulator.state().t;
  frame.present = simulator.state().present;
  frame.at_rest = simulator.state().at_rest;
  frame.contacts = simulator.state().contacts;
  series_->shapes.clear();  // a birth may have moved the bodies
  for (int i = 0; i < static_cast<int>(bodies.size()); ++i) {
    const BodyState state = simulator.body(BodyId{i});
    const Body& body = bodies[static_cast<std::size_t>(i)];
    series_->shapes.push_back(&body.shape);
    if (series_->masses.size() < series_->shapes.size())
      series_->masses.push_back(body.motion == Motion::dynamic ? simulator.mass(BodyId{i}) : 0.0);
    frame.poses.emplace_back() << state.position, state.orientation;
    frame.velocities.emplace_back() << state.velocity, state.angular_velocity;
  }
  series_->write(frame);
}

void VtkWriter::end(const SceneSimulator&, Status, const std::string&) {
  series_->write_collections();
}

void write_vtk(const SceneRunTable& run, const fs::path& folder) {
  VtkWriter::Series series{folder};
  series.prepare();
  for (const SceneRunTable::Body& body : run.bodies) {
    series.shapes.push_back(&body.shape);
    series.masses.push_back(body.mass);
  }
  for (int i = 0; i < run.size(); ++i) {
    Frame frame;
    frame.t = run.t[static_cast<std::size_t>(i)];
    frame.contacts = run.contacts(i);
    for (int body = 0; body < run.body_count(i); ++body) {
      frame.poses.push_back(run.pose(i, body));
      frame.velocities.push_back(run.velocity(i, body));
      frame.present.push_back(run.present(i, body) ? 1 : 0);
      frame.at_rest.push_back(run.at_rest(i, body) ? 1 : 0);
    }
    series.write(frame);
  }
  series.write_collections();
}

}  // namespace nonsmooth::io
