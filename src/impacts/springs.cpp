// SPDX-License-Identifier: Apache-2.0
// The springs of EnergeticRule in their stretched time, by the pair of Dormand and Prince (orders 5
// and 4) with error control and located events. Everything is made dimensionless: velocities by the
// fastest approach U, W by its largest diagonal entry D, time by the shortest collision a contact
// would have alone,
//
//   P = (U / D) x,   d = U T y,   t = T tau,   k_j = K_j (U T)^eta_j T D / U,
//   x' = k y^eta,    y' = -rate u,   u = u- / U + (W / D) x.
//
// Modes of a contact, and the quantity whose change of sign ends them:
//
//   compressing  rate 1                  u (-y if e = 1); touching contacts wait here, y = 0
//   expanding    rate 1 or 1/e^2        -u (compressed again), floor - y (lets go)
//   open         rate 0, y = 0          -u
//
// In between the right-hand side is smooth (y^1.5 at 0 costs some short steps).
// Reference: Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, II.4 to II.6.
#include "impacts/energetic.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace nonsmooth {
namespace {

constexpr int stages = 7;
constexpr double A[stages][stages - 1] = {
    {},
    {1.0 / 5},
    {3.0 / 40, 9.0 / 40},
    {44.0 / 45, -56.0 / 15, 32.0 / 9},
    {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
    {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
    {35.0 / 384, 0.0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}};
// difference of the weights of order 5 (the last row above) and 4
constexpr double error_weights[stages] = {71.0 / 57600,      0.0,        -71.0 / 16695, 71.0 / 1920,
                                          -17253.0 / 339200, 22.0 / 525, -1.0 / 40};

// A change of sign smaller than this, in dimensionless units, is rounding.
constexpr double event_tolerance = 1e-13;

// A contact compressed by less carries no force: ahead of a wave compressions fall faster than
// exponentially, and the arithmetic of numbers below 1e-308 is slow.
constexpr double faint = 1e-40;

class Springs {
 public:
  Springs(const EnergeticRule& rule, const NormalSystem& system, Arena& arena);

  bool integrate(int& steps);
  void impulses(VectorOut p) const { p = (U_ / D_) * now_.head(n_); }

 private:
  enum Mode : char { compressing, expanding, open };
  struct Contact {
    Mode mode = open;
    double k = 0.0, eta = 1.0;  // stiffness and exponent
    double extent = 1.0;        // a typical y: k extent^(1 + eta) = 1
    double residue = 0.0;       // y with an energy of the square of the tolerance
    double expansion_rate = 1.0;
    double floor_share = 0.0;  // mono-stiffness: share of the largest y at which it lets go
    double floor = 0.0;
    bool returns = true;   // e > 0
    bool elastic = false;  // e = 1: the turn from compression to expansion is no event
  };
  struct Entry {
    int col;
    double value;
  };

  void set_scales(const NormalSystem& system);
  void set_contact(const EnergeticRule& rule, const ImpactContact& data, Contact& contact) const;
  void set_rows(const NormalSystem& system, Arena& arena);

  double velocity(int j, VectorIn y) const;
  static double force(const Contact& contact, double y);
  void derivative(VectorIn y, VectorOut dy) const;
  double attempt(double h);
  double crossing(VectorIn y) const;
  double crossing(int j, double u, double y) const;
  void locate(double h);
  void switch_modes();
  void switch_mode(int j, double u);
  bool settled() const;

  const double tolerance_;
  const int max_steps_;
  const int n_;
  double U_ = 1.0, D_ = 1.0, T_ = 1.0;
  std::span<Contact> contacts_;
  VectorMap u0_;
  std::span<int> row_begin_;
  std::span<Entry> entries_;
  VectorMap now_, next_;  // x, then y
  MatrixMap k_;
};

Springs::Springs(const EnergeticRule& rule, const NormalSystem& system, Arena& arena)
    : tolerance_(rule.tolerance),
      max_steps_(rule.max_steps),
      n_(system.size()),
      contacts_(arena.array<Contact>(n_)),
      u0_(arena.vector(n_)),
      row_begin_(arena.array<int>(n_ + 1)),
      now_(arena.vector(2 * n_)),
      next_(arena.vector(2 * n_)),
      k_(arena.matrix(2 * n_, stages)) {
  set_scales(system);
  set_rows(system, arena);
  for (int j = 0; j < n_; ++j) {
    Contact& contact = contacts_[static_cast<std::size_t>(j)];
    contact = {};
    set_contact(rule, system.contact(j), contact);
    u0_[j] = system.u_start(j) / U_;
    contact.mode = u0_[j] > 0.0 ? open : compressing;
  }
  now_.setZero();
}

void Springs::set_scales(const NormalSystem& system) {
  U_ = system.approach();
  D_ = 0.0;
  for (int j = 0; j < n_; ++j) D_ = std::max(D_, system.W(j, j));
  T_ = infinity;
  for (int j = 0; j < n_; ++j) {
    const double eta = system.contact(j).exponent;
    if (system.W(j, j) >
        0.0)  // U^(1 - eta) / (K W) = T^(1 + eta), by logarithms: K may be anything
      T_ = std::min(T_, std::exp(((1.0 - eta) * std::log(U_) - std::log(system.W(j, j)) -
                                  std::log(system.contact(j).stiffness)) /
                                 (1.0 + eta)));
  }
}

void Springs::set_contact(const EnergeticRule& rule, const ImpactContact& data,
                          Contact& contact) const {
  contact.eta = data.exponent;
  contact.k = std::exp(std::log(data.stiffness) + data.exponent * std::log(U_ * T_) +
                       std::log(T_ * D_ / U_));
  contact.extent = std::pow(contact.k, -1.0 / (1.0 + data.exponent));
  contact.residue = contact.extent * std::pow(tolerance_, 2.0 / (1.0 + data.exponent));
  contact.returns = data.e > 0.0;
  contact.elastic = data.e == 1.0;
  if (rule.compliance == Compliance::bi_stiffness)
    contact.expansion_rate = 1.0 / (data.e * data.e);
  else
    contact.floor_share = std::pow(1.0 - data.e * data.e, 1.0 / (1.0 + data.exponent));
}

void Springs::set_rows(const NormalSystem& system, Arena& arena) {
  int count = 0;
  for (int i = 0; i < n_; ++i)
    for (int j = 0; j < n_; ++j) count += system.W(i, j) != 0.0;
  entries_ = arena.array<Entry>(count);
  count = 0;
  for (int i = 0; i < n_; ++i) {
    row_begin_[static_cast<std::size_t>(i)] = count;
    for (int j = 0; j < n_; ++j)
      if (system.W(i, j) != 0.0)
        entries_[static_cast<std::size_t>(count++)] = {j, system.W(i, j) / D_};
  }
  row_begin_[static_cast<std::size_t>(n_)] = count;
}

double Springs::velocity(int j, VectorIn y) const {
  double u = u0_[j];
  const auto row = static_cast<std::size_t>(j);
  for (int k = row_begin_[row]; k < row_begin_[row + 1]; ++k) {
    const Entry& entry = entries_[static_cast<std::size_t>(k)];
    u += entry.value * y[entry.col];
  }
  return u;
}

double Springs::force(const Contact& contact, double y) {
  if (!(y > faint * contact.extent) || contact.mode == open) return 0.0;
  if (contact.eta == 1.5) return contact.k * y * std::sqrt(y);
  return contact.k * (contact.eta == 1.0 ? y : std::pow(y, contact.eta));
}

void Springs::derivative(VectorIn y, VectorOut dy) const {
  for (int j = 0; j < n_; ++j) {
    const Contact& contact = contacts_[static_cast<std::size_t>(j)];
    dy[j] = force(contact, y[n_ + j]);
    dy[n_ + j] =
        contact.mode == open
            ? 0.0
            : (contact.mode == expanding ? -contact.expansion_rate : -1.0) * velocity(j, y);
  }
}

// One step from now_ with the derivative k_.col(0) to next_; returns the error over the tolerance.
double Springs::attempt(double h) {
  for (int s = 1; s < stages; ++s) {
    next_ = now_;
    for (int r = 0; r < s; ++r)
      if (A[s][r] != 0.0) next_ += (h * A[s][r]) * k_.col(r);
    derivative(next_, k_.col(s));
  }
  double worst = 0.0;
  for (int i = 0; i < 2 * n_; ++i) {
    double error = 0.0;
    for (int s = 0; s < stages; ++s) error += error_weights[s] * k_(i, s);
    const double unit = i < n_ ? 1.0 : contacts_[static_cast<std::size_t>(i - n_)].extent;
    const double scale = tolerance_ * (unit + std::max(std::abs(now_[i]), std::abs(next_[i])));
    worst = std::max(worst, std::abs(h * error) / scale);
  }
  return worst;
}

// How far a contact has gone beyond the end of its mode; negative while it is within.
double Springs::crossing(int j, double u, double y) const {
  const Contact& contact = contacts_[static_cast<std::size_t>(j)];
  if (contact.mode == compressing) return contact.elastic ? -y / contact.extent : u;
  if (contact.mode == open) return -u;
  return std::max(-u, (contact.floor - y) / contact.extent);
}

double Springs::crossing(VectorIn y) const {
  double worst = -infinity;
  for (int j = 0; j < n_; ++j) worst = std::max(worst, crossing(j, velocity(j, y), y[n_ + j]));
  return worst;
}

// Shortens a step that went beyond the end of some mode: next_ ends up just beyond the first one.
// Regula falsi with the correction of Illinois, every trial a step of its own.
void Springs::locate(double h) {
  double low = 0.0, high = 1.0;
  double below = std::min(crossing(now_), 0.0), beyond = crossing(next_);
  int side = 0;  // which end the last trial replaced
  for (int trial = 0; trial < 60 && high - low > 1e-15; ++trial) {
    const double margin = 1e-3 * (high - low);
    const double share =
        std::clamp((low * beyond - high * below) / (beyond - below), low + margin, high - margin);
    attempt(share * h);
    const double value = crossing(next_);
    if (value > 0.0 && value <= event_tolerance) return;
    if (value > 0.0) {
      if (side > 0) below *= 0.5;
      high = share, beyond = value, side = 1;
    } else {
      if (side < 0) beyond *= 0.5;
      low = share, below = value, side = -1;
    }
  }
  attempt(high * h);
}

void Springs::switch_mode(int j, double u) {
  Contact& contact = contacts_[static_cast<std::size_t>(j)];
  double& y = now_[n_ + j];
  const bool leaves = contact.mode == expanding && y <= contact.floor;
  if (contact.mode == compressing && contact.returns && !contact.elastic && y > 0.0) {
    contact.mode = expanding;
    contact.floor = contact.floor_share * y;
  } else if (contact.mode == compressing || leaves) {
    y = 0.0;
    contact.mode = u < 0.0 ? compressing : open;
  } else {
    contact.mode = compressing;
  }
}

void Springs::switch_modes() {
  for (int j = 0; j < n_; ++j)
    if (const double u = velocity(j, now_); crossing(j, u, now_[n_ + j]) > 0.0) switch_mode(j, u);
}

// Nothing is compressed beyond what could move a contact by the tolerance, and nothing approaches.
bool Springs::settled() const {
  for (int j = 0; j < n_; ++j)
    if (now_[n_ + j] > contacts_[static_cast<std::size_t>(j)].residue) return false;
  for (int j = 0; j < n_; ++j)
    if (velocity(j, now_) < -tolerance_) return false;
  return true;
}

bool Springs::integrate(int& steps) {
  double h = 1e-2;
  derivative(now_, k_.col(0));
  while (!settled()) {
    if (steps++ >= max_steps_) return false;
    const double error = attempt(h);
    if (!(error <= 1.0)) {
      h *= std::isfinite(error) ? std::max(0.2, 0.9 * std::pow(error, -0.2)) : 0.1;
      continue;
    }
    const bool event = crossing(next_) > event_tolerance;
    if (event) locate(h);
    now_ = next_;
    if (crossing(now_) > 0.0) {
      switch_modes();
      derivative(now_, k_.col(0));
    } else {
      k_.col(0) = k_.col(stages - 1);
    }
    if (!event) h *= std::clamp(0.9 * std::pow(error, -0.2), 0.2, 5.0);
  }
  return true;
}

}  // namespace

bool integrate_springs(const EnergeticRule& rule, const NormalSystem& system, VectorOut p,
                       int& steps, Arena& arena) {
  const Arena::Scope scope(arena);
  Springs springs(rule, system, arena);
  const bool complete = springs.integrate(steps);
  springs.impulses(p);
  return complete;
}

}  // namespace nonsmooth
