// SPDX-License-Identifier: Apache-2.0
#include "io/run_format.hpp"

#include "io/options_json.hpp"
#include "nonsmooth/base/error.hpp"
#include "nonsmooth/base/version.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <cstring>
#include <limits>

namespace nonsmooth::io {

std::uint64_t state_hash(const State& state) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  const auto add = [&](const void* data, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i)
      hash = (hash ^ static_cast<const unsigned char*>(data)[i]) * 0x100000001b3u;
  };
  const std::vector<double> numbers = run_format::pack(state, 0, 0, 0);
  add(numbers.data(), numbers.size() * sizeof(double));
  return hash;
}

namespace run_format {
namespace {

using Json = nlohmann::ordered_json;

std::string dump(const Json& json) {
  return json.dump(1, ' ', false, Json::error_handler_t::replace);
}

// --- Header
// ---------------------------------------------------------------------------------------

Json scheme_json(const Scheme& scheme) {
  return std::visit(
      [&]<class Options>(const Options& options) -> Json {
        Json object{{"name", std::string(name(scheme))}, {"options", options_json(options)}};
        if constexpr (requires { options.solver; })
          object["options"]["solver"] = solver_json(options.solver);
        return object;
      },
      scheme);
}

Json system_json(const Model& model, SystemId id) {
  static constexpr const char* kinds[] = {"lagrangian", "rigid_body", "first_order"};
  return {{"name", model.name(id)},
          {"kind", kinds[model.systems()[static_cast<std::size_t>(id.index)].index()]},
          {"q", model.position_count(id)},
          {"v", model.velocity_count(id)},
          {"x", model.state_count(id)}};
}

Json interaction_json(const Model& model, InteractionId id) {
  static constexpr const char* relations[] = {"linear", "holonomic", "first_order_linear",
                                              "first_order_general"};
  static constexpr const char* jumps[] = {"", "newton ", "fremond ", "custom "};
  const Interaction& interaction = model.interactions()[static_cast<std::size_t>(id.index)];
  Json on = Json::array();
  for (const SystemId system : interaction.on) on.push_back(model.name(system));
  return {{"name", model.name(id)},
          {"law", jumps[static_cast<std::size_t>(interaction.law.jump)] +
                      std::string(interaction.law.block.kind())},
          {"relation", relations[interaction.relation.index()]},
          {"mechanical", interaction.relation.index() < 2},
          {"size", interaction.law.size()},
          {"on", on}};
}

}  // namespace

std::string rows_path(Quantity quantity) {
  if (quantity == Quantity::time) return "/t";
  return "/" + std::string(enum_names(Quantity{})[static_cast<std::size_t>(quantity)]);
}

std::string header_text(const Model& model, const Scheme& scheme,
                        const std::vector<std::string>& signals) {
  Json header{{"format", format},
              {"schema", schema},
              {"library", version},
              {"units", "SI, or whatever the model was written in; time first"},
              {"scheme", scheme_json(scheme)},
              {"systems", Json::array()},
              {"interactions", Json::array()}};
  for (int i = 0; i < static_cast<int>(model.systems().size()); ++i)
    header["systems"].push_back(system_json(model, SystemId{i}));
  for (int i = 0; i < static_cast<int>(model.interactions().size()); ++i)
    header["interactions"].push_back(interaction_json(model, InteractionId{i}));
  if (!signals.empty()) header["signals"] = signals;
  return dump(header);
}

namespace {

int count_of(const Json& object, const char* key) {
  const auto value = object.at(key).get<std::int64_t>();
  if (value < 0 || value > std::numeric_limits<int>::max())
    throw Error(std::string("expected a count as ") + key + ", found " + std::to_string(value));
  return static_cast<int>(value);
}

void parse(const Json& header, TrajectoryTable& table) {
  if (header.at("format").get<std::string>() != format)
    throw Error("expected a nonsmooth run, found '" + header.at("format").get<std::string>() + "'");
  if (const int found = count_of(header, "schema"); found != schema)
    throw Error("expected schema " + std::to_string(schema) + ", found " + std::to_string(found) +
                "; it takes a newer library");
  table.library = header.at("library").get<std::string>();
  table.scheme = header.at("scheme").at("name").get<std::string>();
  table.scheme_options = header.at("scheme").at("options").dump();
  for (const Json& s : header.at("systems"))
    table.systems.push_back({s.at("name").get<std::string>(), s.at("kind").get<std::string>(),
                             count_of(s, "q"), count_of(s, "v"), count_of(s, "x")});
  for (const Json& i : header.at("interactions"))
    table.interactions.push_back({i.at("name").get<std::string>(), i.at("law").get<std::string>(),
                                  i.at("relation").get<std::string>(),
                                  i.at("on").get<std::vector<std::string>>(), count_of(i, "size"),
                                  i.at("mechanical").get<bool>()});
  if (header.contains("signals"))
    table.signals = header.at("signals").get<std::vector<std::string>>();
  for (int k = 0; k < quantity_count; ++k) (void)width(table, static_cast<Quantity>(k));
}

}  // namespace

void parse_header(const std::string& text, const std::string& file, TrajectoryTable& table) {
  try {
    parse(Json::parse(text), table);
  } catch (const Json::exception& error) {
    throw FileError(file + ": " + header_path + ": expected the header of a run, found " +
                    error.what());
  } catch (const FileError&) {
    throw;
  } catch (const Error& error) {
    throw FileError(file + ": " + header_path + ": " + error.what());
  }
}

std::string difference(const std::string& header, const std::string& other) {
  const Json a = Json::parse(header), b = Json::parse(other);
  for (const char* part : {"systems", "interactions"}) {
    if (a.at(part) == b.at(part)) continue;
    if (a.at(part).size() != b.at(part).size())
      return std::to_string(a.at(part).size()) + " " + part + " instead of " +
             std::to_string(b.at(part).size());
    for (std::size_t i = 0; i < a.at(part).size(); ++i)
      if (a.at(part)[i] != b.at(part)[i])
        return a.at(part)[i].dump() + " instead of " + b.at(part)[i].dump();
  }
  if (a.value("signals", Json::array()) != b.value("signals", Json::array()))
    return "signals of other names";
  if (a.at("scheme") != b.at("scheme"))
    return "scheme " + a.at("scheme").dump() + " instead of " + b.at("scheme").dump();
  return {};
}

// --- Checkpoints
// ----------------------------------------------------------------------------------

namespace {

// Every number of a State in one order. A member added to it does not compile here until it is
// listed: a checkpoint that forgets something is not one.
template <class AnyState, class Scalar, class Vectors, class Flags>
void for_each_number(AnyState& state, const Scalar& scalar, const Vectors& vector,
                     const Flags& flags) {
  auto& [t, step, origin, origin_step, q, v, x, lambda, output, work, present, energy, memory] =
      state;
  auto& [kinetic, potential, initial, external, internal, viscous, boundary, normal, tangential,
         numerical] = energy;
  scalar(t);
  scalar(step);
  scalar(origin);
  scalar(origin_step);
  for (auto* e : {&kinetic, &potential, &initial, &external, &internal, &viscous, &boundary,
                  &normal, &tangential, &numerical})
    scalar(*e);
  for (auto* each : {&q, &v, &x, &lambda, &output, &work}) vector(*each);
  flags(present);
  vector(memory);
}

}  // namespace

std::vector<double> pack(const State& state, double worst_residual, double deepest_gap,
                         double time) {
  std::vector<double> numbers{worst_residual, deepest_gap, time};
  for_each_number(
      state, [&](const auto& value) { numbers.push_back(static_cast<double>(value)); },
      [&](const Vector& values) { numbers.insert(numbers.end(), values.begin(), values.end()); },
      [&](const auto& flags) { numbers.insert(numbers.end(), flags.begin(), flags.end()); });
  return numbers;
}

bool unpack(const std::vector<double>& numbers, TrajectoryTable& table) {
  State& state = table.last;
  const auto width_of = [&](Quantity quantity) { return width(table, quantity); };
  state.q.resize(width_of(Quantity::q));
  state.v.resize(width_of(Quantity::v));
  state.x.resize(width_of(Quantity::x));
  state.lambda.resize(width_of(Quantity::lambda));
  state.output.resize(width_of(Quantity::output));
  state.work.resize(width_of(Quantity::work));
  state.present.resize(table.interactions.size());
  state.memory.resize(0);
  const std::size_t least = pack(state, 0, 0, 0).size();
  if (numbers.size() < least) return false;
  state.memory.resize(static_cast<Eigen::Index>(numbers.size() - least));
  const double* from = numbers.data();
  table.worst_residual = *from++;
  table.deepest_gap = *from++;
  table.time = *from++;
  bool sound = true;
  for_each_number(
      state,
      [&]<class Value>(Value& value) {
        // a count that a double cannot hold exactly is damage
        if (std::is_integral_v<Value> && !(std::abs(*from) < 9e15)) sound = false;
        value = sound || !std::is_integral_v<Value> ? static_cast<Value>(*from) : Value{};
        ++from;
      },
      [&](Vector& values) {
        for (double& value : values) value = *from++;
      },
      [&](auto& flags) {
        for (auto& flag : flags) flag = *from++ != 0.0 ? 1 : 0;
      });
  return sound;
}

int width(const TrajectoryTable& table, Quantity quantity) {
  std::int64_t sum = 0;
  for (const auto& s : table.systems)
    sum += quantity == Quantity::q   ? s.q
           : quantity == Quantity::v ? s.v
           : quantity == Quantity::x ? s.x
                                     : 0;
  for (const auto& i : table.interactions)
    sum += quantity == Quantity::lambda || quantity == Quantity::output ? i.size
           : quantity == Quantity::work                                 ? 2
                                                                        : 0;
  if (quantity == Quantity::time) sum = 1;
  if (quantity == Quantity::energy) sum = static_cast<std::int64_t>(energy_columns().size());
  if (quantity == Quantity::certificate)
    sum = static_cast<std::int64_t>(certificate_columns().size());
  if (sum > std::numeric_limits<int>::max() / 8)
    throw Error("expected fewer columns, found " + std::to_string(sum));
  return static_cast<int>(sum);
}

}  // namespace run_format
}  // namespace nonsmooth::io
