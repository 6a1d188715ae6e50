// SPDX-License-Identifier: Apache-2.0
// resolve_impact: dispatch to the rule, then velocities and energies from the impulse alone, so
// that no rule accounts for itself.
#include "nonsmooth/impacts.hpp"

#include "impacts/rules.hpp"
#include "nonsmooth/base/error.hpp"

#include <cmath>
#include <string>

namespace nonsmooth {
namespace {

// Energies above this share of the work that went back and forth are gains, not rounding.
constexpr double gain_tolerance = 1e-9;

void account(const Impact& impact, ImpactResult& result) {
  double normal = 0.0, tangential = 0.0, joints = 0.0, turnover = 0.0;
  int row = 0;
  for (const ImpactContact& contact : impact.contacts) {
    for (int k = 0; k < contact.dimension; ++k, ++row) {
      const double P = result.impulse[row], before = impact.u_before[row];
      const double after = result.u_after[row], work = 0.5 * P * (before + after);
      (contact.bilateral ? joints : k == 0 ? normal : tangential) += work;
      turnover += 0.5 * std::abs(P) * (std::abs(before) + std::abs(after));
    }
  }
  result.energy_normal = normal;
  result.energy_tangential = tangential;
  result.energy_change = normal + tangential + joints;
  result.gains_energy = result.energy_change > gain_tolerance * turnover;
}

bool has_paradox(const Impact& impact) {
  int row = 0;
  for (const ImpactContact& contact : impact.contacts) {
    if (!contact.bilateral && contact.dimension > 1 && contact.dimension <= 3) {
      Mat<3> W = Mat<3>::Zero();
      impact.W.copy_block(row, row, W.topLeftCorner(contact.dimension, contact.dimension));
      if (W(0, 0) < contact.mu * W.row(0).tail<2>().norm()) return true;
    }
    row += contact.dimension;
  }
  return false;
}

void check_contacts(const Impact& impact, std::vector<std::string>& complaints) {
  int rows = 0;
  for (std::size_t i = 0; i < impact.contacts.size(); ++i) {
    const ImpactContact& contact = impact.contacts[i];
    const std::string here = "contact " + std::to_string(i) + ": ";
    for (const std::string& complaint : validate(contact)) complaints.push_back(here + complaint);
    if (!contact.bilateral && contact.dimension > 3)
      complaints.push_back(here + "dimension is " + std::to_string(contact.dimension) +
                           " but a contact has 1, 2 or 3 rows; is it a joint (bilateral)?");
    rows += contact.dimension;
  }
  if (rows != impact.size())
    complaints.push_back("the contacts have " + std::to_string(rows) +
                         " rows together but u_before has " + std::to_string(impact.size()));
}

}  // namespace

void validate(const Impact& impact) {
  std::vector<std::string> complaints;
  if (impact.W.rows() != impact.size() || impact.W.cols() != impact.size())
    complaints.push_back("W is " + std::to_string(impact.W.rows()) + " x " +
                         std::to_string(impact.W.cols()) + " but u_before has " +
                         std::to_string(impact.size()) + " entries");
  else if (!(impact.W.max_abs() < infinity))
    complaints.emplace_back("W has entries that are not finite");
  if (!impact.u_before.allFinite())
    complaints.emplace_back("u_before has entries that are not finite");
  check_contacts(impact, complaints);
  if (complaints.empty()) return;
  std::string message = "Impact";
  for (std::size_t i = 0; i < complaints.size(); ++i)
    message += (i == 0 ? ": " : "; ") + complaints[i];
  throw Error(message);
}

std::string_view name(const ImpactRule& rule) {
  return std::visit([](const auto& options) { return options.name; }, rule);
}

void update_velocity(const Impact& impact, Workspace& workspace, ImpactResult& result) {
  result.u_after.resize(impact.size());
  impact.W.multiply_accurately(result.impulse, impact.u_before, result.u_after, workspace.arena);
}

void resolve_impact(const Impact& impact, const ImpactRule& rule, ImpactWorkspace& workspace,
                    ImpactResult& result) {
  const Arena::Scope scope(workspace.solver.arena);
  result.impulse.setZero(impact.size());
  result.status = Status::numerical_failure;
  result.residual = infinity;
  result.iterations = 0;
  std::visit([&](const auto& options) { run(options, impact, workspace, result); }, rule);
  update_velocity(impact, workspace.solver, result);
  account(impact, result);
  result.paradox = has_paradox(impact);
}

ImpactResult resolve_impact(const Impact& impact, const ImpactRule& rule) {
  validate(impact);
  std::visit(
      []<class Options>(const Options& options) {
        const std::vector<std::string> complaints = validate(options);
        if (!complaints.empty())
          throw Error(std::string(Options::name) + ": " + complaints.front());
      },
      rule);
  ImpactWorkspace workspace;
  ImpactResult result;
  resolve_impact(impact, rule, workspace, result);
  return result;
}

}  // namespace nonsmooth
