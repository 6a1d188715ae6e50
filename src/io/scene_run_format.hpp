// SPDX-License-Identifier: Apache-2.0
// What the file of a scene run holds besides its rows (the layout is in docs/scene-runs.md): a
// header in JSON, bodies as lines of JSON, and checkpoints, a SceneState as a row of numbers.
#pragma once

#include "nonsmooth/io/scene_run_file.hpp"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace nonsmooth::io::scene_format {

inline constexpr std::string_view format = "nonsmooth scene run";
inline constexpr int schema = 1;
inline constexpr const char* header_path = "/scene_run";
inline constexpr const char* bodies_path = "/bodies";
inline constexpr const char* geometry_path = "/geometry";
inline constexpr const char* time_path = "/t";
inline constexpr const char* records_path = "/records";
inline constexpr const char* pose_path = "/pose";
inline constexpr const char* velocity_path = "/velocity";
inline constexpr const char* flags_path = "/flags";
inline constexpr const char* contact_ids_path = "/contact_ids";
inline constexpr const char* contacts_path = "/contacts";
inline constexpr const char* energy_path = "/energy";
inline constexpr const char* certificate_path = "/certificate";
inline constexpr const char* times_path = "/times";

inline const std::array<std::string, 3> record_names{"step", "bodies_end", "contacts_end"};
inline const std::array<std::string, 7> pose_names{"x", "y", "z", "qw", "qx", "qy", "qz"};
inline const std::array<std::string, 6> velocity_names{"vx", "vy", "vz", "wx", "wy", "wz"};
inline const std::array<std::string, 2> flag_names{"present", "at_rest"};
inline const std::array<std::string, 3> contact_id_names{"a", "b", "feature"};
inline const std::array<std::string, 13> contact_names{"px", "py", "pz", "nx", "ny", "nz", "gap",
                                                       "ix", "iy", "iz", "mx", "my", "mz"};

/// A line of /commits: what is in the file for certain.
struct Commit {
  std::int64_t records = 0, steps = 0, failed_records = 0, status = 0;
  std::int64_t checkpoint_begin = 0, checkpoint_end = 0;
  std::int64_t message_begin = 0, message_end = 0;
  std::int64_t finished = 0, hash = 0;
  std::int64_t body_rows = 0, contact_rows = 0;   // of /pose and /contacts
  std::int64_t bodies_end = 0, geometry_end = 0;  // of /bodies and /geometry
};
inline constexpr int commit_columns = 14;
static_assert(sizeof(Commit) == commit_columns * sizeof(std::int64_t));
inline const std::array<std::string, commit_columns> commit_names{
    "records",        "steps",         "failed_records", "status",      "checkpoint_begin",
    "checkpoint_end", "message_begin", "message_end",    "finished",    "hash",
    "body_rows",      "contact_rows",  "bodies_end",     "geometry_end"};

std::string header_text(const SceneSimulator& simulator);
void parse_header(const std::string& text, const std::string& file, SceneRunTable& table);
/// What the header of a run says that `other` does not; empty if they agree.
std::string difference(const std::string& header, const std::string& other);

/// A line about a body; the numbers of its shape are appended to `geometry`, of which `before` are
/// in the file already.
std::string body_line(const SceneSimulator& simulator, BodyId id, std::vector<double>& geometry,
                      long before);
void parse_bodies(const std::string& lines, const std::vector<double>& geometry,
                  const std::string& file, SceneRunTable& table);

std::vector<double> pack(const SceneState& state, double time);
/// False if the numbers are not those of a state.
bool unpack(const std::vector<double>& numbers, SceneState& state, double& time);

/// The rows of /energy, /certificate and /times.
std::vector<double> energy_row(const SceneEnergy& energy);
std::vector<double> certificate_row(const SceneReport& report);
std::vector<double> times_row(const StageTimes& times);

struct RunEnd {
  std::string header, bodies;
  long commits = 0;  // lines of /commits that count
  Commit commit;     // the last of them
  SceneRunTable table;
};

/// The last commit whose checkpoint is whole; with `records_at_most` >= 0 the last with no more
/// records. Without rows the table has bodies and the checkpoint only.
RunEnd read_run(std::span<const char> bytes, const std::string& name, bool with_rows,
                long records_at_most = -1);

}  // namespace nonsmooth::io::scene_format
