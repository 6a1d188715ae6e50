// SPDX-License-Identifier: Apache-2.0
// The run of a scene in memory, record by record: read from a file, or growing while it is
// simulated. What the viewer, reports and pictures draw.
#pragma once

#include "apps/cli/view/meshes.hpp"
#include "nonsmooth/io/scene_run_file.hpp"

#include <span>
#include <string>
#include <vector>

namespace nonsmooth::cli {

struct SceneRecord {
  static constexpr int width = 13;  ///< numbers per body: pose (7), velocity (6)

  double t = 0.0;
  std::vector<double> bodies{};
  std::vector<unsigned char> flags{};  ///< per body: present, at rest
  std::vector<SceneContact> contacts{};
  std::vector<double> ledger{};  ///< see ledger_names

  int body_count() const { return static_cast<int>(bodies.size()) / width; }
  std::span<const double> body(int i) const {
    return std::span(bodies).subspan(static_cast<std::size_t>(i) * width, width);
  }
  bool present(int i) const { return flags[2 * static_cast<std::size_t>(i)] != 0; }
  Pose pose(int i) const;
  /// Of the body's material point at `x`, world axes; `centre` of mass in body axes.
  Vec<3> velocity_at(int i, const Vec<3>& centre, const Vec<3>& x) const;
};

struct ScenePlay {
  struct Body {
    std::string name, material;
    Motion motion = Motion::dynamic;
    std::string kind;
    double mass = 0.0;
    Vec<3> centre = Vec<3>::Zero();  ///< of mass, body axes
    Look look{};
  };

  std::string title, library, scheme;  ///< the scheme as JSON
  double step = 0.0;                   ///< s
  Vec<3> gravity = Vec<3>::Zero();
  int joint_count = 0;
  std::vector<Body> bodies;
  Meshes meshes;
  std::vector<SceneRecord> records;
  std::vector<long> body_ends, contact_ends;  ///< rows up to and with each record
  bool live = false, finished = false;
  Status status = Status::solved;
  std::string message;
  long steps = 0;
  double time = 0.0;  ///< wall time, s
  Aabb bounds;        ///< of what is not unbounded, at the start and at the end

  void add_body(std::string name, std::string material, Motion motion, const Shape& shape,
                double mass);
  void add_record(SceneRecord record);
  /// Work that a contact took away in its step with the velocities at its end, J: friction where it
  /// slides. Impacts at a restitution are not in it.
  double dissipation(const SceneRecord& record, const SceneContact& contact) const;
};

/// "energy/total", "certificate/residual", "times/solve", in the order of SceneRecord::ledger.
std::vector<std::string> ledger_names();

ScenePlay play_of(const io::SceneRunTable& table);
/// Bodies and settings of a run that begins; records follow.
ScenePlay play_of(const SceneSimulator& simulator);
SceneRecord record_of(const SceneSimulator& simulator, const SceneReport& report);

}  // namespace nonsmooth::cli
