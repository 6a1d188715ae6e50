// SPDX-License-Identifier: Apache-2.0
// Header, bodies, checkpoints and columns of scene runs. Nothing here needs HDF5.
#include "io/atomic_file.hpp"
#include "io/options_json.hpp"
#include "io/scene_run_format.hpp"
#include "io/shape_json.hpp"
#include "nonsmooth/base/error.hpp"
#include "nonsmooth/base/fields.hpp"
#include "nonsmooth/base/version.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace nonsmooth::io {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view energy_names[] = {"kinetic",    "potential", "initial",    "forces",
                                             "driven",     "normal",    "tangential", "joints",
                                             "projection", "settled",   "total",      "closure"};
constexpr std::string_view certificate_names[] = {
    "status",          "residual",          "residual_invariant", "contacts",    "islands",
    "islands_at_rest", "solver_iterations", "projections",        "deepest_gap", "joint_error"};
constexpr std::string_view time_names[] = {"predict", "assemble", "solve",
                                           "correct", "detect",   "project"};

SceneRunTable::Column named(const SceneRunTable::Rows& rows,
                            std::span<const std::string_view> names, std::string_view name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) throw Error(unknown_name_message("column", name, names));
  return {rows.data() + (found - names.begin()), rows.rows(), Eigen::InnerStride<>(rows.cols())};
}

}  // namespace

std::span<const std::string_view> scene_energy_columns() { return energy_names; }
std::span<const std::string_view> scene_certificate_columns() { return certificate_names; }
std::span<const std::string_view> scene_time_columns() { return time_names; }

std::vector<double> scene_ledger_row(const SceneEnergy& energy, const SceneReport& report) {
  std::vector<double> row = scene_format::energy_row(energy);
  for (const std::vector<double>& part :
       {scene_format::certificate_row(report), scene_format::times_row(report.times)})
    row.insert(row.end(), part.begin(), part.end());
  return row;
}

// --- Records

int SceneRunTable::body_count(int record) const {
  const auto i = static_cast<std::size_t>(record);
  return static_cast<int>(first_body.at(i + 1) - first_body[i]);
}

long SceneRunTable::row(int record, int body) const {
  if (record < 0 || record >= size() || body < 0 || body >= body_count(record))
    throw Error("SceneRunTable: no body " + std::to_string(body) + " in record " +
                std::to_string(record));
  return first_body[static_cast<std::size_t>(record)] + body;
}

Vec<7> SceneRunTable::pose(int record, int body) const { return poses.row(row(record, body)); }
Vec<6> SceneRunTable::velocity(int record, int body) const {
  return velocities.row(row(record, body));
}
bool SceneRunTable::present(int record, int body) const {
  return flags[static_cast<std::size_t>(2 * row(record, body))] != 0;
}
bool SceneRunTable::at_rest(int record, int body) const {
  return flags[static_cast<std::size_t>(2 * row(record, body) + 1)] != 0;
}

std::span<const SceneContact> SceneRunTable::contacts(int record) const {
  const auto i = static_cast<std::size_t>(record);
  return {all_contacts.data() + first_contact.at(i), all_contacts.data() + first_contact.at(i + 1)};
}

int SceneRunTable::body(std::string_view name) const {
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (bodies[i].name == name) return static_cast<int>(i);
    names.push_back(bodies[i].name);
  }
  const std::string_view near = nearest_name(name, names);
  throw Error("unknown body '" + std::string(name) + "'" +
              (near.empty() ? "" : "; did you mean '" + std::string(near) + "'?"));
}

SceneRunTable::Column SceneRunTable::energy(std::string_view name) const {
  return named(energies, energy_names, name);
}
SceneRunTable::Column SceneRunTable::certificate(std::string_view name) const {
  return named(certificates, certificate_names, name);
}
SceneRunTable::Column SceneRunTable::times(std::string_view name) const {
  return named(stage_times, time_names, name);
}

// --- Text

namespace {

struct NamedColumn {
  std::string name;
  std::vector<double> values;
};

void add_columns(std::vector<NamedColumn>& all, const SceneRunTable::Rows& rows, const char* group,
                 std::span<const std::string_view> names) {
  for (std::size_t k = 0; k < names.size(); ++k) {
    NamedColumn& column = all.emplace_back();
    column.name = std::string(group) + "/" + std::string(names[k]);
    for (Eigen::Index i = 0; i < rows.rows(); ++i)
      column.values.push_back(rows(i, static_cast<Eigen::Index>(k)));
  }
}

template <class Names, class Row>
void add_body_columns(std::vector<NamedColumn>& all, const SceneRunTable& table, const char* group,
                      const Names& names, const Row& row) {
  for (int body = 0; body < static_cast<int>(table.bodies.size()); ++body)
    for (std::size_t k = 0; k < names.size(); ++k) {
      NamedColumn& column = all.emplace_back();
      column.name = std::string(group) + "/" + table.bodies[static_cast<std::size_t>(body)].name +
                    "/" + names[k];
      // before its birth a body is nowhere
      for (int i = 0; i < table.size(); ++i)
        column.values.push_back(body < table.body_count(i)
                                    ? row(i, body)[static_cast<Eigen::Index>(k)]
                                    : std::numeric_limits<double>::quiet_NaN());
    }
}

bool below(const std::string& name, const std::string& wanted) {
  return name == wanted || name.starts_with(wanted + "/");
}

}  // namespace

std::string csv_text(const SceneRunTable& table, std::span<const std::string> wanted) {
  std::vector<NamedColumn> all;
  add_columns(all, table.energies, "energy", energy_names);
  add_columns(all, table.certificates, "certificate", certificate_names);
  add_columns(all, table.stage_times, "times", time_names);
  const auto asks = [&](const char* group) {
    return std::any_of(wanted.begin(), wanted.end(),
                       [&](const std::string& want) { return want.starts_with(group); });
  };
  if (asks("pose"))
    add_body_columns(all, table, "pose", scene_format::pose_names,
                     [&](int i, int body) { return table.pose(i, body); });
  if (asks("velocity"))
    add_body_columns(all, table, "velocity", scene_format::velocity_names,
                     [&](int i, int body) { return table.velocity(i, body); });
  std::vector<const NamedColumn*> chosen;
  const std::string standard[] = {"energy"};
  for (const std::string& want : wanted.empty() ? std::span<const std::string>(standard) : wanted) {
    if (want == "t") continue;
    const std::size_t before = chosen.size();
    for (const NamedColumn& column : all)
      if (below(column.name, want)) chosen.push_back(&column);
    if (chosen.size() > before) continue;
    std::vector<std::string_view> names{"t", "energy", "certificate", "times", "pose", "velocity"};
    for (const NamedColumn& column : all) names.push_back(column.name);
    const std::string_view near = nearest_name(want, names);
    throw Error("unknown column '" + want + "'" +
                (near.empty() ? "" : "; did you mean '" + std::string(near) + "'?"));
  }
  std::string text = "t";
  for (const NamedColumn* column : chosen)
    text += "," + (column->name.find_first_of(",\"\n") == std::string::npos
                       ? column->name
                       : Json(column->name).dump());
  char digits[32];
  for (std::size_t i = 0; i < table.t.size(); ++i) {
    text += "\n";
    text.append(digits, std::to_chars(digits, digits + sizeof digits, table.t[i]).ptr);
    for (const NamedColumn* column : chosen) {
      text += ",";
      text.append(digits, std::to_chars(digits, digits + sizeof digits, column->values[i]).ptr);
    }
  }
  return text + "\n";
}

void write_csv(const SceneRunTable& table, const std::filesystem::path& path,
               std::span<const std::string> wanted) {
  write_file(path, csv_text(table, wanted), Existing::replace);
}

// --- Header and bodies

namespace scene_format {

std::string header_text(const SceneSimulator& simulator) {
  const Scene& scene = simulator.scene();
  Json scheme = options_json(simulator.scheme());
  scheme["solver"] = solver_json(simulator.scheme().solver);
  Json joints = Json::array();
  for (int i = 0; i < static_cast<int>(scene.joints().size()); ++i) {
    const Joint& joint = scene.joints()[static_cast<std::size_t>(i)];
    joints.push_back({{"name", scene.name(JointId{i})},
                      {"kind", enum_names(JointKind{})[static_cast<std::size_t>(joint.kind)]},
                      {"a", joint.a.index},
                      {"b", joint.b.index}});
  }
  const Json header{{"format", format},
                    {"schema", schema},
                    {"library", version},
                    {"units", "SI; quaternions w, x, y, z"},
                    {"scheme", scheme},
                    {"gravity", {scene.gravity[0], scene.gravity[1], scene.gravity[2]}},
                    {"dimension", scene.dimension()},
                    {"joints", joints}};
  return header.dump(1, ' ', false, Json::error_handler_t::replace);
}

namespace {

void parse(const Json& header, SceneRunTable& table) {
  if (header.at("format").get<std::string>() != format)
    throw Error("expected the run of a scene, found '" + header.at("format").get<std::string>() +
                "'");
  if (const int found = header.at("schema").get<int>(); found != schema)
    throw Error("expected schema " + std::to_string(schema) + ", found " + std::to_string(found) +
                "; it takes a newer library");
  table.library = header.at("library").get<std::string>();
  table.scheme_options = header.at("scheme").dump();
  for (std::size_t k = 0; k < 3; ++k)
    table.gravity[static_cast<Eigen::Index>(k)] = header.at("gravity").at(k).get<double>();
  table.joint_count = static_cast<int>(header.at("joints").size());
}

// What fails while JSON is read is a matter of the file.
template <class Read>
void reading(const std::string& file, const char* path, const Read& read) {
  try {
    read();
  } catch (const Json::exception& error) {
    throw FileError(file + ": " + path + ": expected other JSON, found " + error.what());
  } catch (const FileError&) {
    throw;
  } catch (const Error& error) {
    throw FileError(file + ": " + path + ": " + error.what());
  }
}

}  // namespace

void parse_header(const std::string& text, const std::string& file, SceneRunTable& table) {
  reading(file, header_path, [&] { parse(Json::parse(text), table); });
}

std::string difference(const std::string& header, const std::string& other) {
  Json a = Json::parse(header), b = Json::parse(other);
  for (Json* each : {&a, &b}) each->at("scheme").erase("threads");  // changes no bit
  for (const char* part : {"scheme", "gravity", "dimension", "joints"})
    if (a.at(part) != b.at(part)) {
      const std::string ours = a.at(part).dump(), theirs = b.at(part).dump();
      return "other " + std::string(part) + ": " + ours.substr(0, 300) + " instead of " +
             theirs.substr(0, 300);
    }
  return {};
}

std::string body_line(const SceneSimulator& simulator, BodyId id, std::vector<double>& geometry,
                      long before) {
  const Body& body = simulator.scene().bodies()[static_cast<std::size_t>(id.index)];
  const Json line{{"name", simulator.scene().name(id)},
                  {"material", body.material},
                  {"motion", enum_names(Motion{})[static_cast<std::size_t>(body.motion)]},
                  {"mass", body.motion == Motion::dynamic ? simulator.mass(id) : 0.0},
                  {"shape", shape_json(body.shape, geometry, before)}};
  return line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

void parse_bodies(const std::string& lines, const std::vector<double>& geometry,
                  const std::string& file, SceneRunTable& table) {
  reading(file, bodies_path, [&] {
    for (std::size_t begin = 0; begin < lines.size();) {
      const std::size_t end = std::min(lines.find('\n', begin), lines.size());
      const Json line = Json::parse(lines.begin() + static_cast<std::ptrdiff_t>(begin),
                                    lines.begin() + static_cast<std::ptrdiff_t>(end));
      SceneRunTable::Body& body = table.bodies.emplace_back();
      body.name = line.at("name").get<std::string>();
      body.material = line.at("material").get<std::string>();
      body.motion = static_cast<Motion>(
          parse_choice("motion", line.at("motion").get<std::string>(), enum_names(Motion{})));
      body.mass = line.at("mass").get<double>();
      body.shape = parse_shape(line.at("shape"), geometry);
      begin = end + 1;
    }
  });
}

// --- Rows

std::vector<double> energy_row(const SceneEnergy& energy) {
  const auto& [kinetic, potential, initial, forces, driven, normal, tangential, joints, projection,
               settled] = energy;
  return {kinetic,
          potential,
          initial,
          forces,
          driven,
          normal,
          tangential,
          joints,
          projection,
          settled,
          kinetic + potential,
          energy.closure()};
}

std::vector<double> certificate_row(const SceneReport& r) {
  return {static_cast<double>(r.status),
          r.residual,
          r.residual_invariant,
          static_cast<double>(r.contacts),
          static_cast<double>(r.islands),
          static_cast<double>(r.islands_at_rest),
          static_cast<double>(r.solver_iterations),
          static_cast<double>(r.projections),
          r.deepest_gap,
          r.joint_error};
}

std::vector<double> times_row(const StageTimes& times) {
  const auto& [predict, assemble, solve, correct, detect, project] = times;
  return {predict, assemble, solve, correct, detect, project};
}

}  // namespace scene_format
}  // namespace nonsmooth::io
