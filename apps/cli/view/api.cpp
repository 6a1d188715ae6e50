// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/view/api.hpp"

#include "apps/cli/embedded.hpp"
#include "apps/cli/json_line.hpp"
#include "nonsmooth/base/error.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

namespace nonsmooth::cli {
namespace {

constexpr const char* json_type = "application/json";
constexpr const char* bytes_type = "application/octet-stream";

std::string dump(const Json& object) {
  return object.dump(-1, ' ', false, Json::error_handler_t::replace);
}

template <class Values>
Json numbers(const Values& values) {
  Json list = Json::array();
  for (const auto value : values) list.push_back(value);
  return list;
}

// Little-endian on every machine this builds for (x86-64).
template <class Number>
std::string bytes_of(const std::vector<Number>& values) {
  std::string bytes(values.size() * sizeof(Number), '\0');
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

std::size_t checked(const Query& query, const char* key, std::size_t count) {
  const auto found = query.find(key);
  if (found == query.end() || static_cast<std::size_t>(found->second) >= count)
    throw Error(std::string("expected ") + key + " below " + std::to_string(count));
  return static_cast<std::size_t>(found->second);
}

// --- Scenes

Json description(const ScenePlay& play) {
  Json meshes = Json::array(), bodies = Json::array();
  for (const Mesh& mesh : play.meshes.all())
    meshes.push_back({{"kind", mesh.kind},
                      {"points", mesh.points},
                      {"triangles", mesh.triangles},
                      {"lines", mesh.lines}});
  for (const ScenePlay::Body& body : play.bodies)
    bodies.push_back({{"name", body.name},
                      {"material", body.material},
                      {"motion", enum_names(Motion{})[static_cast<std::size_t>(body.motion)]},
                      {"kind", body.kind},
                      {"mass", body.mass},
                      {"mesh", body.look.mesh},
                      {"scale", numbers(body.look.scale)}});
  return {{"kind", "scene"},
          {"title", play.title},
          {"library", play.library},
          {"scheme", Json::parse(play.scheme)},
          {"step", play.step},
          {"gravity", numbers(play.gravity)},
          {"joints", play.joint_count},
          {"live", play.live},
          {"lower", numbers(play.bounds.lower)},
          {"upper", numbers(play.bounds.upper)},
          {"ledger", ledger_names()},
          {"bodies", bodies},
          {"meshes", meshes}};
}

// What came since record `from`.
Json progress(const ScenePlay& play, std::size_t from) {
  Json t = Json::array();
  for (std::size_t i = from; i < play.records.size(); ++i) t.push_back(play.records[i].t);
  const auto since = [&](const std::vector<long>& ends) {
    return numbers(std::span(ends).subspan(std::min(from, ends.size())));
  };
  return {{"records", play.records.size()},
          {"t", t},
          {"body_ends", since(play.body_ends)},
          {"contact_ends", since(play.contact_ends)},
          {"body_count", play.bodies.size()},
          {"finished", play.finished},
          {"live", play.live},
          {"status", name(play.status)},
          {"message", play.message}};
}

void body_row(const ScenePlay&, const SceneRecord& record, int i, std::vector<float>& out) {
  for (const double x : record.body(i)) out.push_back(static_cast<float>(x));
  const auto k = 2 * static_cast<std::size_t>(i);
  out.push_back(static_cast<float>((record.flags[k] != 0) + 2 * (record.flags[k + 1] != 0)));
}

void contact_row(const ScenePlay& play, const SceneRecord& record, int i, std::vector<float>& out) {
  const SceneContact& c = record.contacts[static_cast<std::size_t>(i)];
  out.push_back(static_cast<float>(c.a));
  out.push_back(static_cast<float>(c.b));
  for (const Vec<3>* each : {&c.point, &c.normal, &c.impulse})
    for (const double x : *each) out.push_back(static_cast<float>(x));
  out.push_back(static_cast<float>(c.gap));
  out.push_back(static_cast<float>(play.dissipation(record, c)));
}

constexpr std::uint64_t body_row_bytes = 14 * sizeof(float);
constexpr std::uint64_t contact_row_bytes = 13 * sizeof(float);

// Bytes of rows that are made when they are asked for.
template <class Row>
std::string rows(const ScenePlay& play, const std::vector<long>& ends, std::uint64_t row_bytes,
                 std::uint64_t first, std::uint64_t count, const Row& row) {
  const auto begin = static_cast<long>(first / row_bytes);
  const auto end = static_cast<long>((first + count + row_bytes - 1) / row_bytes);
  std::vector<float> values;
  auto record =
      static_cast<std::size_t>(std::upper_bound(ends.begin(), ends.end(), begin) - ends.begin());
  for (long k = begin; k < end; ++k) {
    while (ends[record] <= k) ++record;
    row(play, play.records[record], static_cast<int>(k - (record > 0 ? ends[record - 1] : 0)),
        values);
  }
  return bytes_of(values).substr(first % row_bytes, count);
}

Json body_json(const ScenePlay& play, const SceneRecord& record, int i) {
  const auto row = record.body(i);
  Json contacts = Json::array();
  for (const SceneContact& c : record.contacts)
    if (c.a == i || c.b == i) {
      const double sign = c.a == i ? 1.0 : -1.0;
      contacts.push_back(
          {{"with", play.bodies[static_cast<std::size_t>(c.a == i ? c.b : c.a)].name},
           {"point", numbers(c.point)},
           {"normal", numbers(Vec<3>(sign * c.normal))},
           {"gap", c.gap},
           {"impulse", numbers(Vec<3>(sign * c.impulse))},
           {"dissipation", play.dissipation(record, c)}});
    }
  return {{"t", record.t},
          {"name", play.bodies[static_cast<std::size_t>(i)].name},
          {"pose", numbers(row.first(7))},
          {"velocity", numbers(row.subspan(7))},
          {"present", record.present(i)},
          {"at_rest", record.flags[2 * static_cast<std::size_t>(i) + 1] != 0},
          {"contacts", contacts}};
}

// t, pose, velocity, speed, sum of normal forces, friction power of one body; NaN before its birth.
std::vector<double> series(const ScenePlay& play, int body) {
  const std::size_t stride = play.records.size() / 20000 + 1;
  std::vector<double> values;
  for (std::size_t k = 0; k < play.records.size(); k += stride) {
    const SceneRecord& record = play.records[k];
    values.push_back(record.t);
    if (body >= record.body_count()) {
      values.insert(values.end(), SceneRecord::width + 3, std::numeric_limits<double>::quiet_NaN());
      continue;
    }
    const auto row = record.body(body);
    values.insert(values.end(), row.begin(), row.end());
    double force = 0.0, power = 0.0;
    for (const SceneContact& c : record.contacts)
      if (c.a == body || c.b == body) {
        force += std::abs(c.impulse.dot(c.normal));
        power += play.dissipation(record, c);
      }
    const double per_step = play.step > 0.0 ? 1.0 / play.step : 0.0;
    values.push_back(Vec<3>(row[7], row[8], row[9]).norm());
    values.push_back(force * per_step);
    values.push_back(power * per_step);
  }
  return values;
}

std::vector<double> ledger(const ScenePlay& play) {
  std::vector<double> values;
  for (const SceneRecord& record : play.records) {
    values.push_back(record.t);
    values.insert(values.end(), record.ledger.begin(), record.ledger.end());
  }
  return values;
}

std::uint64_t last_or_zero(const std::vector<long>& ends) {
  return ends.empty() ? 0 : static_cast<std::uint64_t>(ends.back());
}

}  // namespace

std::vector<Route> scene_routes(SharedPlay& shared) {
  const auto locked = [&shared](const auto& use) {
    return [&shared, use](const Query& query) {
      const std::lock_guard lock(shared.guard);
      return use(shared.play, query);
    };
  };
  const auto table = [&shared](const char* path, std::vector<long> ScenePlay::*ends,
                               std::uint64_t row_bytes, auto row) {
    Route route{.path = path, .type = bytes_type};
    route.size = [&shared, ends, row_bytes] {
      const std::lock_guard lock(shared.guard);
      return row_bytes * last_or_zero(shared.play.*ends);
    };
    route.read = [&shared, ends, row_bytes, row](std::uint64_t first, std::uint64_t count) {
      const std::lock_guard lock(shared.guard);
      return rows(shared.play, shared.play.*ends, row_bytes, first, count, row);
    };
    return route;
  };
  return {{"/api/run", json_type,
           locked([](const ScenePlay& play, const Query&) { return dump(description(play)); })},
          {"/api/progress", json_type, locked([](const ScenePlay& play, const Query& query) {
             const auto from = query.find("from");
             return dump(
                 progress(play, from == query.end() ? 0 : static_cast<std::size_t>(from->second)));
           })},
          {"/api/body", json_type, locked([](const ScenePlay& play, const Query& query) {
             const SceneRecord& record =
                 play.records[checked(query, "record", play.records.size())];
             const std::size_t body =
                 checked(query, "body", static_cast<std::size_t>(record.body_count()));
             return dump(body_json(play, record, static_cast<int>(body)));
           })},
          {"/api/series", bytes_type, locked([](const ScenePlay& play, const Query& query) {
             return bytes_of(
                 series(play, static_cast<int>(checked(query, "body", play.bodies.size()))));
           })},
          {"/api/ledger", bytes_type,
           locked([](const ScenePlay& play, const Query&) { return bytes_of(ledger(play)); })},
          table("/api/bodies", &ScenePlay::body_ends, body_row_bytes, body_row),
          table("/api/contacts", &ScenePlay::contact_ends, contact_row_bytes, contact_row)};
}

// --- Other runs

std::vector<Route> trajectory_routes(const io::TrajectoryTable& table, const std::string& title) {
  std::vector<std::string> names = table.columns();
  names.erase(std::remove(names.begin(), names.end(), "t"), names.end());
  names.insert(names.begin(), "t");
  Json systems = Json::array();
  for (const auto& system : table.systems)
    systems.push_back({{"name", system.name}, {"kind", system.kind}});
  const Json run{{"kind", "trajectory"},
                 {"title", title},
                 {"library", table.library},
                 {"scheme", table.scheme},
                 {"options", table.scheme_options},
                 {"systems", systems},
                 {"signals", table.signals},
                 {"rows", table.size()},
                 {"steps", table.steps},
                 {"failed_steps", table.failed_steps},
                 {"worst_residual", table.worst_residual},
                 {"deepest_gap", table.deepest_gap},
                 {"finished", table.finished},
                 {"status", name(table.status)},
                 {"message", table.message},
                 {"columns", names}};
  return {{"/api/run", json_type, [run](const Query&) { return dump(run); }},
          {"/api/column", bytes_type, [&table, names](const Query& query) {
             const auto column = table.column(names[checked(query, "index", names.size())]);
             std::vector<double> values(static_cast<std::size_t>(column.size()));
             for (Eigen::Index i = 0; i < column.size(); ++i)
               values[static_cast<std::size_t>(i)] = column[i];
             return bytes_of(values);
           }}};
}

std::vector<Route> failure_routes(const std::string& title, const std::string& message) {
  const Json run{{"kind", "failure"}, {"title", title}, {"message", message}};
  return {{"/api/run", json_type, [run](const Query&) { return dump(run); }}};
}

std::vector<Route> bundle_routes() {
  const auto route = [](const char* path, const char* type, std::string_view content) {
    return Route{path, type, [content](const Query&) { return std::string(content); }};
  };
  return {route("/", "text/html; charset=utf-8", embedded::page()),
          route("/viewer.js", "text/javascript; charset=utf-8", embedded::script()),
          route("/viewer.css", "text/css; charset=utf-8", embedded::style()),
          route("/LICENSE.three.txt", "text/plain; charset=utf-8", embedded::licence())};
}

}  // namespace nonsmooth::cli
