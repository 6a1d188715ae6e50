// SPDX-License-Identifier: Apache-2.0
// Rows by name, and their export. Nothing here needs HDF5.
#include "io/atomic_file.hpp"
#include "io/run_format.hpp"
#include "nonsmooth/base/error.hpp"
#include "nonsmooth/base/fields.hpp"

#include <algorithm>
#include <charconv>
#include <map>

namespace nonsmooth::io {
namespace {

std::size_t at(Quantity quantity) { return static_cast<std::size_t>(quantity); }

bool of_systems(Quantity quantity) {
  return quantity == Quantity::q || quantity == Quantity::v || quantity == Quantity::x;
}

int count_of(const TrajectoryTable::System& system, Quantity quantity) {
  return quantity == Quantity::q ? system.q : quantity == Quantity::v ? system.v : system.x;
}

int count_of(const TrajectoryTable::Interaction& interaction, Quantity quantity) {
  return quantity == Quantity::work ? 2 : interaction.size;
}

[[noreturn]] void unknown(const char* what, std::string_view wanted,
                          const std::vector<std::string>& names) {
  const std::vector<std::string_view> known(names.begin(), names.end());
  // thousands of columns would hide the one that is meant
  const std::string_view near = nearest_name(wanted, known);
  if (known.size() > 30 && !near.empty())
    throw Error("unknown " + std::string(what) + " '" + std::string(wanted) + "'; did you mean '" +
                std::string(near) + "'?");
  throw Error(unknown_name_message(what, wanted, known));
}

}  // namespace

std::vector<std::string> TrajectoryTable::columns(Quantity quantity) const {
  if (quantity == Quantity::time) return {"t"};
  std::vector<std::string> names;
  const std::string group(enum_names(Quantity{})[at(quantity)]);
  if (quantity == Quantity::energy)
    for (const std::string_view name : energy_columns())
      names.push_back(group + "/" + std::string(name));
  if (quantity == Quantity::certificate)
    for (const std::string_view name : certificate_columns())
      names.push_back(group + "/" + std::string(name));
  if (!names.empty()) return names;
  const auto add = [&](const auto& owner) {
    for (int k = 0; k < count_of(owner, quantity); ++k)
      names.push_back(group + "/" + owner.name + "/" +
                      (quantity != Quantity::work ? std::to_string(k)
                       : k == 0                   ? "normal"
                                                  : "tangential"));
  };
  if (of_systems(quantity))
    for (const System& system : systems) add(system);
  else
    for (const Interaction& interaction : interactions) add(interaction);
  return names;
}

std::vector<std::string> TrajectoryTable::columns(std::span<const std::string> wanted) const {
  std::vector<std::string> all;
  for (int k = 0; k < quantity_count; ++k) {
    const std::vector<std::string> names = columns(static_cast<Quantity>(k));
    all.insert(all.end(), names.begin(), names.end());
  }
  all.insert(all.end(), signals.begin(), signals.end());
  if (wanted.empty()) return all;
  std::vector<std::string> chosen;
  for (const std::string& want : wanted) {
    const std::size_t before = chosen.size();
    for (const std::string& name : all)
      if (name == want || name.starts_with(want + "/")) chosen.push_back(name);
    if (chosen.size() > before) continue;
    // groups and owners may be meant as well
    std::vector<std::string> known = all;
    for (const std::string& name : all)
      for (std::size_t slash = name.find('/'); slash != std::string::npos;
           slash = name.find('/', slash + 1))
        known.push_back(name.substr(0, slash));
    std::sort(known.begin(), known.end());
    known.erase(std::unique(known.begin(), known.end()), known.end());
    unknown("column", want, known);
  }
  return chosen;
}

TrajectoryTable::Column TrajectoryTable::column(std::string_view name) const {
  for (int k = 0; k < quantity_count; ++k) {
    const std::vector<std::string> names = columns(static_cast<Quantity>(k));
    const auto found = std::find(names.begin(), names.end(), name);
    const Rows& rows = groups[static_cast<std::size_t>(k)];
    if (found != names.end())
      return {rows.data() + (found - names.begin()), rows.rows(),
              Eigen::InnerStride<>(rows.cols())};
  }
  if (const auto found = std::find(signals.begin(), signals.end(), name); found != signals.end())
    return {signal_rows.data() + (found - signals.begin()), signal_rows.rows(),
            Eigen::InnerStride<>(signal_rows.cols())};
  unknown("column", name, columns());
}

TrajectoryTable::Part TrajectoryTable::part(Quantity quantity, std::string_view owner) const {
  const Rows& rows = groups[at(quantity)];
  int first = 0;
  std::vector<std::string> names;
  const auto find = [&](const auto& owners) -> int {
    for (const auto& each : owners) {
      if (each.name == owner) return count_of(each, quantity);
      names.push_back(each.name);
      first += count_of(each, quantity);
    }
    unknown(of_systems(quantity) ? "system" : "interaction", owner, names);
  };
  const int count = of_systems(quantity) ? find(systems) : find(interactions);
  if (count == 0)
    throw Error("'" + std::string(owner) + "' has no " +
                std::string(enum_names(Quantity{})[at(quantity)]) +
                (quantity == Quantity::x ? "; it is mechanical, ask for q or v"
                                         : "; it is first-order, ask for x"));
  return {rows.data() + first, rows.rows(), count, Eigen::OuterStride<>(rows.cols())};
}

TrajectoryTable table_of(const Trajectory& run) {
  TrajectoryTable table;
  run_format::parse_header(run_format::header_text(run.model(), run.scheme), "run", table);
  table.finished = true;
  table.status = run.status;
  table.message = run.message;
  table.steps = run.steps;
  table.failed_steps = run.failed_steps;
  table.worst_residual = run.worst_residual;
  table.deepest_gap = run.deepest_gap;
  table.time = run.time;
  table.last = run.end;
  table.state_hash = state_hash(run.end);
  for (int k = 0; k < quantity_count; ++k)
    table.groups[static_cast<std::size_t>(k)] = run.group(static_cast<Quantity>(k));
  return table;
}

std::string csv_text(const TrajectoryTable& table, std::span<const std::string> wanted) {
  std::vector<std::string> names = table.columns(wanted);
  std::erase(names, "t");
  names.insert(names.begin(), "t");
  // every name once: asking the table one by one would compare all with all
  std::map<std::string, TrajectoryTable::Column> known;
  for (int k = 0; k < quantity_count; ++k) {
    const auto& rows = table.groups[static_cast<std::size_t>(k)];
    const std::vector<std::string> all = table.columns(static_cast<Quantity>(k));
    for (std::size_t i = 0; i < all.size(); ++i)
      known.emplace(all[i], TrajectoryTable::Column(rows.data() + i, rows.rows(),
                                                    Eigen::InnerStride<>(rows.cols())));
  }
  for (std::size_t i = 0; i < table.signals.size(); ++i)
    known.emplace(table.signals[i],
                  TrajectoryTable::Column(table.signal_rows.data() + i, table.signal_rows.rows(),
                                          Eigen::InnerStride<>(table.signal_rows.cols())));
  std::vector<TrajectoryTable::Column> columns;
  std::string text;
  for (const std::string& name : names) {
    columns.push_back(known.at(name));
    // names of the user may hold anything
    const bool quote = name.find_first_of(",\"\n") != std::string::npos;
    std::string cell = name;
    for (std::size_t i = 0; quote && i < cell.size(); ++i)
      if (cell[i] == '"') cell.insert(i++, 1, '"');
    text += (text.empty() ? "" : ",") + (quote ? "\"" + cell + "\"" : cell);
  }
  text += '\n';
  char digits[40];
  for (int row = 0; row < table.size(); ++row) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (i > 0) text += ',';
      text.append(digits, std::to_chars(digits, digits + sizeof digits, columns[i][row]).ptr);
    }
    text += '\n';
  }
  return text;
}

void write_csv(const TrajectoryTable& table, const std::filesystem::path& path,
               std::span<const std::string> wanted) {
  write_file(path, csv_text(table, wanted), Existing::replace);
}

}  // namespace nonsmooth::io
