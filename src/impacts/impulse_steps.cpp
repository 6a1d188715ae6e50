// SPDX-License-Identifier: Apache-2.0
// The springs of EnergeticRule by fixed impulse steps, the way published results were made. Not for
// accuracy: the error is of first order, contacts below `threshold` do not count, and what a
// contact receives while it starts is a guess. With
//
//   F_j = C_j E_j^(eta/(1+eta)),   C_j = (1+eta)^(eta/(1+eta)) K_j^(1/(1+eta)),
//
// and the primary contact i, the one with the most energy, a step gives
//
//   dP_i = impulse_step,   dP_j = F_j dP_i / F_i,   u += W dP,
//   E_j -= w_j for w_j = (u_j + u_j,new)/2 dP_j < 0,   E_j -= w_j / e_j^2 otherwise (bi-stiffness).
//
// A contact that starts has no energy yet; E_j = |u_j| dP_j at the end of the step is put in its
// place, which makes dP_j = (C_j dP_i / F_i)^(1+eta) |u_j|^eta.
#include "impacts/energetic.hpp"

#include <cmath>

namespace nonsmooth {
namespace {

struct ImpulseStepping {
  enum State : char { open, starting, charged };

  const EnergeticRule& rule;
  const NormalSystem& system;
  VectorOut p;
  VectorMap u, u_new, energy, compressed, dp;  // compressed: energy at the last maximum
  VectorMap C;
  std::span<State> state;

  ImpulseStepping(const EnergeticRule& the_rule, const NormalSystem& the_system, VectorOut& the_p,
                  Arena& arena)
      : rule(the_rule),
        system(the_system),
        p(the_p),
        u(arena.vector(p.size())),
        u_new(arena.vector(p.size())),
        energy(arena.vector(p.size())),
        compressed(arena.vector(p.size())),
        dp(arena.vector(p.size())),
        C(arena.vector(p.size())),
        state(arena.array<State>(p.size())) {
    for (int j = 0; j < p.size(); ++j) {
      const double eta = exponent(j);
      u[j] = system.u_start(j);
      C[j] = std::pow(1.0 + eta, eta / (1.0 + eta)) *
             std::pow(system.contact(j).stiffness, 1.0 / (1.0 + eta));
    }
    energy.setZero();
    compressed.setZero();
  }

  double exponent(int j) const { return system.contact(j).exponent; }
  State& state_of(int j) { return state[static_cast<std::size_t>(j)]; }

  bool ended() {
    bool all_open = true;
    for (int j = 0; j < p.size(); ++j) {
      state_of(j) = energy[j] > rule.threshold ? charged : u[j] < -rule.threshold ? starting : open;
      all_open = all_open && state_of(j) == open;
    }
    return all_open;
  }

  void distribute() {
    int primary = 0;
    const bool any_charged = energy.maxCoeff(&primary) > rule.threshold;
    if (!any_charged) u.minCoeff(&primary);
    const double eta_i = exponent(primary), step = rule.impulse_step;
    const double source = any_charged ? energy[primary] : -u[primary] * step;
    const double time = step / (C[primary] * std::pow(source, eta_i / (1.0 + eta_i)));
    for (int j = 0; j < p.size(); ++j) {
      const double eta = exponent(j);
      if (state_of(j) == charged)
        dp[j] = C[j] * std::pow(energy[j], eta / (1.0 + eta)) * time;
      else if (state_of(j) == starting)
        dp[j] = std::pow(C[j] * time, 1.0 + eta) * std::pow(-u[j], eta);
      else
        dp[j] = 0.0;
    }
  }

  void move() {
    p += dp;
    u_new = u;
    for (int j = 0; j < p.size(); ++j)
      if (dp[j] != 0.0)
        for (int i = 0; i < p.size(); ++i) u_new[i] += system.W(i, j) * dp[j];
  }

  void charge() {
    for (int j = 0; j < p.size(); ++j) {
      const double e2 = system.contact(j).e * system.contact(j).e;
      const double work = 0.5 * (u[j] + u_new[j]) * dp[j];
      if (u[j] < 0.0 && u_new[j] >= 0.0) compressed[j] = energy[j];
      if (rule.compliance == Compliance::mono_stiffness) {
        energy[j] -= work;
        if (u_new[j] > 0.0 && energy[j] <= (1.0 - e2) * compressed[j]) energy[j] = 0.0;
      } else {
        energy[j] = work <= 0.0 ? energy[j] - work : e2 > 0.0 ? energy[j] - work / e2 : 0.0;
      }
      energy[j] = std::max(energy[j], 0.0);
    }
    u = u_new;
  }
};

}  // namespace

bool step_by_impulse(const EnergeticRule& rule, const NormalSystem& system, VectorOut p, int& steps,
                     Arena& arena) {
  const Arena::Scope scope(arena);
  ImpulseStepping stepping(rule, system, p, arena);
  while (!stepping.ended()) {
    if (steps++ >= rule.max_steps) return false;
    stepping.distribute();
    stepping.move();
    stepping.charge();
  }
  return true;
}

}  // namespace nonsmooth
