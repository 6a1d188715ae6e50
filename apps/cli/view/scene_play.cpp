// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/view/scene_play.hpp"

#include "nonsmooth/base/error.hpp"
#include "nonsmooth/base/version.hpp"
#include "nonsmooth/collide/mass_properties.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace nonsmooth::cli {
namespace {

template <class Row>
void append(std::vector<double>& to, const Row& row) {
  for (const double x : row) to.push_back(x);
}

// Half-spaces are drawn as squares that reach well past everything else.
template <class Shapes, class Poses>
Aabb bounds_of(int count, const Shapes& shape, const Poses& pose) {
  Aabb box;
  for (int i = 0; i < count; ++i) {
    if (std::holds_alternative<HalfSpace>(shape(i))) continue;
    const Aabb each = nonsmooth::bounds(shape(i), pose(i));
    if (each.lower.allFinite() && each.upper.allFinite()) box.add(each);
  }
  if (!box.lower.allFinite()) return {Vec<3>::Constant(-1.0), Vec<3>::Constant(1.0)};
  return box;
}

double extent_of(const Aabb& box) {
  const double reach = std::max(box.upper.cwiseAbs().maxCoeff(), box.lower.cwiseAbs().maxCoeff());
  return 4.0 * reach + 4.0 * (box.upper - box.lower).norm();
}

Pose pose_of(std::span<const double> row) {
  return {Vec<3>(row[0], row[1], row[2]), rotation_matrix(Vec<4>(row[3], row[4], row[5], row[6]))};
}

}  // namespace

Pose SceneRecord::pose(int i) const { return pose_of(body(i)); }

Vec<3> SceneRecord::velocity_at(int i, const Vec<3>& centre, const Vec<3>& x) const {
  const std::span<const double> row = body(i);
  const Pose at = pose(i);
  const Vec<3> spin = at.direction(Vec<3>(row[10], row[11], row[12]));
  return Vec<3>(row[7], row[8], row[9]) + spin.cross(x - at.point(centre));
}

std::vector<std::string> ledger_names() {
  std::vector<std::string> names;
  for (const auto& each : io::scene_energy_columns())
    names.push_back("energy/" + std::string(each));
  for (const auto& each : io::scene_certificate_columns())
    names.push_back("certificate/" + std::string(each));
  for (const auto& each : io::scene_time_columns()) names.push_back("times/" + std::string(each));
  return names;
}

void ScenePlay::add_body(std::string name, std::string material, Motion motion, const Shape& shape,
                         double mass) {
  Body& body = bodies.emplace_back();
  body.name = std::move(name);
  body.material = std::move(material);
  body.motion = motion;
  body.kind = nonsmooth::name(shape);
  body.mass = mass;
  // what is fixed or driven turns about its frame; what is dynamic has a finite interior
  if (motion == Motion::dynamic) try {
      body.centre = mass_properties(shape).centre;
    } catch (const Error&) {
      body.centre.setZero();  // a mass given by the user to a shape without interior
    }
  body.look = meshes.add(shape);
}

void ScenePlay::add_record(SceneRecord record) {
  body_ends.push_back((body_ends.empty() ? 0 : body_ends.back()) + record.body_count());
  contact_ends.push_back((contact_ends.empty() ? 0 : contact_ends.back()) +
                         static_cast<long>(record.contacts.size()));
  records.push_back(std::move(record));
}

double ScenePlay::dissipation(const SceneRecord& record, const SceneContact& contact) const {
  const auto velocity = [&](int i) {
    return record.velocity_at(i, bodies[static_cast<std::size_t>(i)].centre, contact.point);
  };
  const Vec<3> u = velocity(contact.a) - velocity(contact.b);
  const Vec<3> sliding = u - u.dot(contact.normal) * contact.normal;
  return std::max(0.0, -contact.impulse.dot(sliding));
}

ScenePlay play_of(const io::SceneRunTable& table) {
  ScenePlay play;
  play.library = table.library;
  play.scheme = table.scheme_options;
  play.step = nlohmann::json::parse(table.scheme_options).value("step", 0.0);
  play.gravity = table.gravity;
  play.joint_count = table.joint_count;
  for (const int record : {0, table.size() - 1})
    play.bounds.add(bounds_of(
        table.body_count(record),
        [&](int i) -> const Shape& { return table.bodies[static_cast<std::size_t>(i)].shape; },
        [&](int i) { return pose_of(std::span<const double>(table.pose(record, i).data(), 7)); }));
  play.meshes = Meshes(extent_of(play.bounds));
  for (const auto& body : table.bodies)
    play.add_body(body.name, body.material, body.motion, body.shape, body.mass);
  for (int i = 0; i < table.size(); ++i) {
    SceneRecord record{.t = table.t[static_cast<std::size_t>(i)]};
    const long first = table.first_body[static_cast<std::size_t>(i)];
    for (long row = first; row < first + table.body_count(i); ++row) {
      append(record.bodies, table.poses.row(row));
      append(record.bodies, table.velocities.row(row));
    }
    record.flags.assign(table.flags.begin() + 2 * first,
                        table.flags.begin() + 2 * (first + table.body_count(i)));
    record.contacts.assign(table.contacts(i).begin(), table.contacts(i).end());
    append(record.ledger, table.energies.row(i));
    append(record.ledger, table.certificates.row(i));
    append(record.ledger, table.stage_times.row(i));
    play.add_record(std::move(record));
  }
  play.finished = table.finished;
  play.status = table.status;
  play.message = table.message;
  play.steps = table.steps;
  play.time = table.time;
  return play;
}

ScenePlay play_of(const SceneSimulator& simulator) {
  ScenePlay play;
  const Scene& scene = simulator.scene();
  play.live = true;
  play.library = version;
  play.step = simulator.scheme().step;
  play.scheme =
      nlohmann::json{{"step", play.step}, {"solver", name(simulator.scheme().solver)}}.dump();
  play.gravity = scene.gravity;
  play.joint_count = static_cast<int>(scene.joints().size());
  const int count = static_cast<int>(scene.bodies().size());
  play.bounds = bounds_of(
      count,
      [&](int i) -> const Shape& { return scene.bodies()[static_cast<std::size_t>(i)].shape; },
      [&](int i) {
        const BodyState body = simulator.body(BodyId{i});
        return Pose{body.position, rotation_matrix(body.orientation)};
      });
  play.meshes = Meshes(extent_of(play.bounds));
  return play;
}

SceneRecord record_of(const SceneSimulator& simulator, const SceneReport& report) {
  const SceneState& state = simulator.state();
  SceneRecord record{.t = state.t};
  for (int i = 0; i < static_cast<int>(simulator.scene().bodies().size()); ++i) {
    const BodyState body = simulator.body(BodyId{i});
    append(record.bodies, body.position);
    append(record.bodies, body.orientation);
    append(record.bodies, body.velocity);
    append(record.bodies, body.angular_velocity);
    record.flags.push_back(state.present[static_cast<std::size_t>(i)]);
    record.flags.push_back(state.at_rest[static_cast<std::size_t>(i)]);
  }
  record.contacts = state.contacts;
  record.ledger = io::scene_ledger_row(state.energy, report);
  return record;
}

}  // namespace nonsmooth::cli
