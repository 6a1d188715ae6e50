// SPDX-License-Identifier: Apache-2.0
// One table of doubles: a row per recorded step, groups of columns side by side.
#include "nonsmooth/base/error.hpp"
#include "nonsmooth/base/fields.hpp"
#include "nonsmooth/model/layout.hpp"
#include "nonsmooth/simulate.hpp"

#include <array>

namespace nonsmooth {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }
std::size_t at(Quantity q) { return static_cast<std::size_t>(q); }

constexpr std::array<std::string_view, quantity_count> quantity_names{
    "time", "q", "v", "x", "lambda", "output", "work", "energy", "certificate"};
constexpr std::array<std::string_view, 11> energy_names{
    "kinetic", "potential",  "external",  "internal", "viscous", "boundary",
    "normal",  "tangential", "numerical", "closure",  "total"};
constexpr std::array<std::string_view, 7> certificate_names{"residual",
                                                            "residual_invariant",
                                                            "equation_residual",
                                                            "newton_iterations",
                                                            "active",
                                                            "deepest_gap",
                                                            "status"};

}  // namespace

std::span<const std::string_view> enum_names(Quantity) { return quantity_names; }
std::span<const std::string_view> energy_columns() { return energy_names; }
std::span<const std::string_view> certificate_columns() { return certificate_names; }

Trajectory::Trajectory(const Model& model) : model_(model) {
  const Layout layout(model);
  const int widths[quantity_count] = {1,
                                      layout.q_count,
                                      layout.v_count,
                                      layout.x_count,
                                      layout.row_count,
                                      layout.row_count,
                                      2 * static_cast<int>(layout.interactions.size()),
                                      static_cast<int>(energy_names.size()),
                                      static_cast<int>(certificate_names.size())};
  for (int k = 0; k < quantity_count; ++k) begin_[k + 1] = begin_[k] + widths[k];
  for (const SystemSlot& slot : layout.systems) {
    first_of_system_[0].push_back(slot.q);
    first_of_system_[1].push_back(slot.v);
    first_of_system_[2].push_back(slot.x);
  }
  for (const InteractionSlot& slot : layout.interactions) first_of_interaction_.push_back(slot.row);
}

int Trajectory::width(Quantity quantity) const {
  return begin_[at(quantity) + 1] - begin_[at(quantity)];
}

Trajectory::Rows Trajectory::group(Quantity quantity) const {
  return {rows_.data() + begin_[at(quantity)], size(), width(quantity),
          Eigen::OuterStride<>(width())};
}

Trajectory::Column Trajectory::column(Quantity quantity, int index) const {
  return {rows_.data() + begin_[at(quantity)] + index, size(), Eigen::InnerStride<>(width())};
}

namespace {

Trajectory::Rows part_of(const Trajectory& run, Quantity quantity, int first, int count) {
  return {run.group(quantity).data() + first, run.size(), count, Eigen::OuterStride<>(run.width())};
}

[[noreturn]] void no_such(const Model& model, SystemId id, const char* what, const char* instead) {
  throw Error("Trajectory: " + model.name(id) + " has no " + what + "; ask for " + instead);
}

}  // namespace

Trajectory::Rows Trajectory::q(SystemId id) const {
  const int count = model_.position_count(id);
  if (count == 0) no_such(model_, id, "positions, it is a first-order system", "x");
  return part_of(*this, Quantity::q, first_of_system_[0][at(id.index)], count);
}

Trajectory::Rows Trajectory::v(SystemId id) const {
  const int count = model_.velocity_count(id);
  if (count == 0) no_such(model_, id, "velocities, it is a first-order system", "x");
  return part_of(*this, Quantity::v, first_of_system_[1][at(id.index)], count);
}

Trajectory::Rows Trajectory::x(SystemId id) const {
  const int count = model_.state_count(id);
  if (count == 0) no_such(model_, id, "first-order states, it is mechanical", "q or v");
  return part_of(*this, Quantity::x, first_of_system_[2][at(id.index)], count);
}

Trajectory::Rows Trajectory::lambda(InteractionId id) const {
  (void)model_.name(id);  // throws for an unknown one
  return part_of(*this, Quantity::lambda, first_of_interaction_[at(id.index)],
                 model_.interactions()[at(id.index)].law.size());
}

Trajectory::Rows Trajectory::output(InteractionId id) const {
  (void)model_.name(id);
  return part_of(*this, Quantity::output, first_of_interaction_[at(id.index)],
                 model_.interactions()[at(id.index)].law.size());
}

Trajectory::Rows Trajectory::work(InteractionId id) const {
  (void)model_.name(id);
  return part_of(*this, Quantity::work, 2 * id.index, 2);
}

Matrix Trajectory::gap(InteractionId id) const {
  const std::string name = model_.name(id);
  const Interaction& interaction = model_.interactions()[at(id.index)];
  if (!std::holds_alternative<LinearRelation>(interaction.relation) &&
      !std::holds_alternative<Holonomic>(interaction.relation))
    throw Error("Trajectory: " + name + " has no gap, it is first-order; ask for output");
  Matrix gaps(size(), interaction.law.size());
  Vector y(interaction.law.size());
  const Layout layout(model_);
  Arena scratch;
  for (int row = 0; row < size(); ++row) {
    const Arena::Scope scope(scratch);
    const Vector all = group(Quantity::q).row(row).transpose();
    const VectorMap own =
        joined(layout, interaction, all, &SystemSlot::q, &SystemSlot::q_count, scratch);
    relation_gap(interaction.relation, t()[row], own, y);
    gaps.row(row) = y.transpose();
  }
  return gaps;
}

namespace {

int column_of(std::string_view wanted, std::span<const std::string_view> names, const char* what) {
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i] == wanted) return static_cast<int>(i);
  throw Error(unknown_name_message(what, wanted, names));
}

}  // namespace

Trajectory::Column Trajectory::energy(std::string_view wanted) const {
  return column(Quantity::energy, column_of(wanted, energy_names, "energy column"));
}

Trajectory::Column Trajectory::certificate(std::string_view wanted) const {
  return column(Quantity::certificate, column_of(wanted, certificate_names, "certificate column"));
}

std::vector<std::string> Trajectory::column_names(Quantity quantity) const {
  std::vector<std::string> names;
  const std::string group(quantity_names[at(quantity)]);
  const auto add = [&](const std::string& owner, int count) {
    for (int k = 0; k < count; ++k) names.push_back(group + "/" + owner + "/" + std::to_string(k));
  };
  const int systems = static_cast<int>(model_.systems().size());
  const int interactions = static_cast<int>(model_.interactions().size());
  if (quantity == Quantity::time) return {"t"};
  if (quantity == Quantity::energy)
    for (const std::string_view column : energy_names)
      names.push_back(group + "/" + std::string(column));
  if (quantity == Quantity::certificate)
    for (const std::string_view column : certificate_names)
      names.push_back(group + "/" + std::string(column));
  for (int s = 0; s < systems; ++s) {
    const SystemId id{s};
    if (quantity == Quantity::q) add(model_.name(id), model_.position_count(id));
    if (quantity == Quantity::v) add(model_.name(id), model_.velocity_count(id));
    if (quantity == Quantity::x) add(model_.name(id), model_.state_count(id));
  }
  for (int i = 0; i < interactions; ++i) {
    const InteractionId id{i};
    if (quantity == Quantity::lambda || quantity == Quantity::output)
      add(model_.name(id), model_.interactions()[at(i)].law.size());
    if (quantity == Quantity::work) {
      names.push_back(group + "/" + model_.name(id) + "/normal");
      names.push_back(group + "/" + model_.name(id) + "/tangential");
    }
  }
  return names;
}

void Trajectory::reserve(long rows) {
  rows_.reserve(static_cast<std::size_t>(rows) * static_cast<std::size_t>(width()));
}

void Trajectory::clear_rows() {
  rows_.clear();
  row_count_ = 0;
}

void Trajectory::append(const State& state, const StepReport& report) {
  const std::size_t begin = rows_.size();
  rows_.resize(begin + static_cast<std::size_t>(width()));
  double* out = rows_.data() + begin;
  const auto put = [&](const Vector& values) {
    for (const double value : values) *out++ = value;
  };
  *out++ = state.t;
  put(state.q);
  put(state.v);
  put(state.x);
  put(state.lambda);
  put(state.output);
  put(state.work);
  const EnergyLedger& e = state.energy;
  for (const double value :
       {e.kinetic, e.potential, e.external, e.internal, e.viscous, e.boundary, e.normal,
        e.tangential, e.numerical, e.closure(), e.kinetic + e.potential})
    *out++ = value;
  for (const double value :
       {report.residual, report.residual_invariant, report.equation_residual,
        static_cast<double>(report.newton_iterations), static_cast<double>(report.active),
        report.deepest_gap, static_cast<double>(report.status)})
    *out++ = value;
  ++row_count_;
}

}  // namespace nonsmooth
