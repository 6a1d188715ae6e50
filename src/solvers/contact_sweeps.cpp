// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact_sweeps.hpp"

#include "solvers/momentum.hpp"
#include "solvers/patience.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <memory>
#include <utility>

namespace nonsmooth {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

constexpr int least_size = 64;  // contacts: below, nothing is gained
constexpr int most_colours = 64;
constexpr int bodies_per_part = 64;
constexpr int least_chunk = 16;                   // batches of 0.1 microseconds
constexpr int first_look = 10, look_period = 20;  // sweeps; a look costs about one of them

}  // namespace

bool ContactSweeps::fits(const Nsgs& options, const ContactForm* form, const Problem& problem) {
  if (form == nullptr || form->problem != &problem || problem.W.is_dense()) return false;
  if (options.order != SweepOrder::coloured || options.anderson > 0 || options.freeze_after > 0 ||
      options.relaxation != 1.0 || options.regularisation != 0.0)
    return false;
  if (problem.laws.size() < least_size || form->contacts.size() != problem.laws.size())
    return false;
  const bool rubs = problem.laws.front().get_if<SecondOrderCone>() != nullptr;
  for (const AnyLaw& law : problem.laws) {
    if (!rubs && (law.get_if<NonNegative>() == nullptr || law.size() != 1)) return false;
    if (!rubs) continue;
    const auto* cone = law.get_if<SecondOrderCone>();
    if (cone == nullptr || cone->dimension != 3 || cone->shift != cone->mu || !(cone->mu > 0.0))
      return false;
  }
  for (const ContactForm::Contact& contact : form->contacts)
    if (contact.a < 0 && contact.b < 0) return false;
  // a body with many contacts needs as many colours
  return form->most_per_body < most_colours / 2;
}

ContactSweeps::ContactSweeps(const Nsgs& options, const ContactForm& form, const Problem& problem,
                             VectorIn scales, VectorIn r, Arena& scratch)
    : form_(form),
      problem_(problem),
      rows_(problem),
      scratch_(scratch),
      // rounding turns the arms of spheres by some 1e-14
      roundness_(std::min(1e-12, 1e-3 * options.tolerance)),
      momentum_(options.momentum),
      q_(problem.q.squaredNorm()),
      q_scaled_((problem.q.array().square() / scales.array()).sum()),
      chunks_(options.threads, least_chunk),
      arenas_(at(chunks_.threads() - 1)) {
  const auto count = static_cast<Eigen::Index>(form.inverse_mass.size());
  bodies_.moving = scratch.array<ContactBody>(count + 1);
  bodies_.inertia = scratch.array<ContactInertia>(count + 1);
  before_ = scratch.array<ContactBody>(momentum_ ? count + 1 : 0);
  for (std::size_t i = 0; i < bodies_.moving.size(); ++i) {
    bodies_.moving[i] = {};
    bodies_.inertia[i] = {};
    if (i == form.inverse_mass.size()) continue;
    const Mat<3>& inverse = form.inverse_inertia[i];
    bodies_.moving[i].v[3] = form.inverse_mass[i];
    bodies_.moving[i].omega[3] = inverse(0, 0);
    for (int k = 0; k < 3; ++k) std::copy_n(inverse.col(k).data(), 3, bodies_.inertia[i].column[k]);
  }
  body_parts_ = momentum_ ? static_cast<int>(count) / bodies_per_part + 1 : 0;
  auto colours = scratch.array<int>(static_cast<Eigen::Index>(form.contacts.size()));
  const int colour_count = choose_colours(colours);
  fill_batches(colours, colour_count, r);
  restart(r);
}

// the first colour that neither body has yet
int ContactSweeps::choose_colours(std::span<int> colours) {
  auto used = scratch_.array<std::uint64_t>(static_cast<Eigen::Index>(bodies_.moving.size()));
  std::fill(used.begin(), used.end(), 0);
  int count = 0;
  for (std::size_t k = 0; k < colours.size(); ++k) {
    const ContactForm::Contact& contact = form_.contacts[k];
    const std::uint64_t taken =
        (contact.a < 0 ? 0 : used[at(contact.a)]) | (contact.b < 0 ? 0 : used[at(contact.b)]);
    colours[k] = std::countr_one(taken);
    for (const int body : {contact.a, contact.b})
      if (body >= 0) used[at(body)] |= std::uint64_t{1} << colours[k];
    count = std::max(count, colours[k] + 1);
  }
  return count;
}

// In each colour the round contacts come first.
void ContactSweeps::fill_batches(std::span<const int> colours, int colour_count, VectorIn r) {
  const auto kind_of = [&](std::size_t contact) {
    return RoundContacts::fits(form_, form_.contacts[contact], roundness_) ? 0 : 1;
  };
  // the next place of every colour and kind, counted in lanes of that kind
  auto next = scratch_.array<int>(2 * colour_count),
       colour_end = scratch_.array<int>(1 + colour_count);
  auto group = scratch_.array<int>(static_cast<Eigen::Index>(colours.size()));
  std::fill(next.begin(), next.end(), 0);
  for (std::size_t k = 0; k < colours.size(); ++k) {
    group[k] = 2 * colours[k] + kind_of(k);
    ++next[at(group[k])];
  }
  int batches[2]{};
  colour_end[0] = body_parts_;
  units_ = scratch_.array<int>(static_cast<Eigen::Index>(colours.size()) + body_parts_);
  for (int g = 0; g < 2 * colour_count; ++g) {
    int& kind = batches[g % 2];
    const int added = (next[at(g)] + lane_count - 1) / lane_count;
    int& end = colour_end[at(1 + g / 2)];
    if (g % 2 == 0) end = colour_end[at(g / 2)];
    for (int k = 0; k < added; ++k) units_[at(end++)] = g % 2 == 0 ? kind + k : -1 - (kind + k);
    next[at(g)] = lane_count * kind;
    kind += added;
  }
  round_ = scratch_.array<RoundContacts>(batches[0]);
  general_ = scratch_.array<GeneralContacts>(batches[1]);
  for (RoundContacts& batch : round_) std::construct_at(&batch, bodies_.nobody());
  for (GeneralContacts& batch : general_) std::construct_at(&batch, bodies_.nobody());
  for (std::size_t k = 0; k < colours.size(); ++k) {
    const int lane = next[at(group[k])]++, number = static_cast<int>(k);
    if (group[k] % 2 == 0)
      round_[at(lane / lane_count)].set(lane % lane_count, number, form_, problem_, r);
    else
      general_[at(lane / lane_count)].set(lane % lane_count, number, form_, problem_, r);
  }
  for (GeneralContacts& batch : general_) batch.prepare(problem_);
  units_ = units_.first(at(colour_end.back()));
  sums_ = scratch_.array<ContactSums>(static_cast<Eigen::Index>(units_.size()));
  chunks_.cut(colour_end, scratch_);
}

template <class Visit>
void ContactSweeps::visit_batch(int unit, const Visit& visit) {
  const int batch = units_[at(unit)];
  if (batch >= 0)
    visit(round_[at(batch)]);
  else
    visit(general_[at(-1 - batch)]);
}

void ContactSweeps::sweep(std::span<const double> momentum) {
  chunks_.run(static_cast<int>(momentum.size()), [&](int unit, int round, int thread) {
    const double beta = momentum[at(round)];
    if (unit < body_parts_) return move_on(unit, beta);
    const int batch = units_[at(unit)];
    if (batch >= 0)
      round_[at(batch)].visit(beta, bodies_);
    else
      general_[at(-1 - batch)].visit(beta, bodies_, problem_,
                                     thread == 0 ? scratch_ : arenas_[at(thread - 1)]);
  });
}

void ContactSweeps::move_on(int part, double beta) {
  const std::size_t begin = at(part * bodies_per_part),
                    end = std::min(begin + bodies_per_part, bodies_.moving.size());
  double *x = bodies_.moving.data()->v, *previous = before_.data()->v;
  for (std::size_t i = 8 * begin; i < 8 * end; ++i) {
    const double here = x[i];
    x[i] += beta * (here - previous[i]);  // fourth places do not change
    previous[i] = here;
  }
}

double ContactSweeps::residual() {
  chunks_.run([&](int unit, int) {
    if (unit < body_parts_) return;
    visit_batch(unit, [&](const auto& batch) { sums_[at(unit)] = batch.measure(bodies_); });
  });
  ContactSums all;
  for (const ContactSums& sums : sums_.subspan(at(body_parts_))) all += sums;
  const double limit = max_reaction_growth * max_reaction_growth * q_scaled_;
  // as in natural_residual: without friction relative to q alone
  const double size = rows_.per_contact == 1 ? q_ : std::max({q_, all.r, all.u}),
               reached = std::max(all.r_scaled, all.u_scaled),
               scale = q_scaled_ > 0.0 ? std::max(q_scaled_, std::min(reached, limit)) : reached;
  if (!(reached < infinity)) return infinity;
  return Residuals{.standard = std::sqrt(size > 0.0 ? all.plain / size : all.plain),
                   .invariant = std::sqrt(scale > 0.0 ? all.scaled / scale : all.scaled),
                   .by = problem_.judgement}
      .worst();
}

void ContactSweeps::read(VectorOut r) {
  for (const RoundContacts& batch : round_) batch.read(form_, rows_, r);
  for (const GeneralContacts& batch : general_) batch.read(rows_, r);
}

void ContactSweeps::restart(VectorIn r) {
  for (ContactBody& body : bodies_.moving) {
    std::fill_n(body.v, 3, 0.0);
    std::fill_n(body.omega, 3, 0.0);
  }
  for (std::size_t k = 0; k < form_.contacts.size(); ++k) {
    const ContactForm::Contact& contact = form_.contacts[k];
    const Vec<3> reaction = rows_.of(r, static_cast<int>(k));
    const Vec<3> impulse = reaction[0] * contact.normal + reaction[1] * contact.tangent +
                           reaction[2] * contact.normal.cross(contact.tangent);
    for (const bool first : {true, false}) {
      const int body = first ? contact.a : contact.b;
      if (body < 0) continue;
      const Vec<3> push = first ? impulse : Vec<3>(-impulse);
      const Vec<3> turn = (first ? contact.arm_a : contact.arm_b).cross(push);
      Eigen::Map<Vec<3>>(bodies_.moving[at(body)].v) += form_.inverse_mass[at(body)] * push;
      Eigen::Map<Vec<3>>(bodies_.moving[at(body)].omega) += form_.inverse_inertia[at(body)] * turn;
    }
  }
  if (momentum_) std::copy(bodies_.moving.begin(), bodies_.moving.end(), before_.begin());
  for (RoundContacts& batch : round_) batch.forget();
  for (GeneralContacts& batch : general_) batch.forget();
}

// The looks are cheap because u is known from the bodies; that the last one is right is then asked
// of W.
Outcome run_contact_sweeps(const Nsgs& options, const ContactForm& form, const Problem& problem,
                           Workspace& workspace, VectorOut r) {
  const Arena::Scope scope(workspace.arena);
  VectorMap u = workspace.arena.vector(r.size()), scales = workspace.arena.vector(r.size());
  block_scales(problem, scales);
  ContactSweeps sweeps(options, form, problem, scales, r, workspace.arena);
  Momentum momentum;
  Patience patience(options);
  std::array<double, look_period> beta{};
  double last = infinity;
  for (int sweep = 0; sweep < options.max_iterations;) {
    const int count =
        std::min(sweep == 0 ? first_look : look_period, options.max_iterations - sweep);
    for (int k = 0; k < count && options.momentum; ++k) beta[at(k)] = momentum.next();
    sweeps.sweep(std::span(beta).first(at(count)));
    sweep += count;
    double residual = sweeps.residual();
    if (residual <= options.tolerance) {
      sweeps.read(r);
      residual = natural_residual(problem, scales, r, u, workspace.arena).worst();
      if (residual <= options.tolerance) return {Status::solved, "", sweep};
      sweeps.restart(r);
    }
    momentum.look(residual);
    const bool same = residual == std::exchange(last, residual);
    if (!workspace.expired() && residual < infinity && !same && !patience.lost(residual, sweep))
      continue;
    sweeps.read(r);
    if (workspace.expired()) return {Status::max_time, "the time budget was used up", sweep};
    if (same) return {Status::numerical_failure, "the sweeps came to rest", sweep};
    if (!(residual < infinity)) return {Status::numerical_failure, "the sweeps diverged", sweep};
    return {Status::max_iterations, "the sweeps converge too slowly", sweep};
  }
  sweeps.read(r);
  return {Status::max_iterations, "the sweep limit was reached", options.max_iterations};
}

}  // namespace nonsmooth
