// SPDX-License-Identifier: Apache-2.0
#include "mechanics/equilibrium.hpp"

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>

namespace nonsmooth {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

constexpr int most_steps = 25;         // Dikin's; one or two, some ten where contacts carry nothing
constexpr int most_vain = 5;           // of them, once it is good enough
constexpr int most_iterations = 2000;  // of conjugate gradients per step
constexpr int most_idle = 200;         // of these, without halving what is left
constexpr double share_left = 1e-6;    // of the momentum, after a step
constexpr double inside = 1e-2;        // of the smallest weight
constexpr double nothing = 1e-4;       // the same: less than this may be left out
constexpr double enough = 1e-6;        // of the weight, where it does not come to the accuracy
constexpr double longest_step = 0.95;  // of the way to the border

Eigen::Map<const Vec<6>> six(const double* x) { return Eigen::Map<const Vec<6>>(x); }

double dot(const std::vector<Vec<6>>& x, const std::vector<Vec<6>>& y) {
  double sum = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += x[i].dot(y[i]);
  return sum;
}

}  // namespace

void Equilibrium::reserve(int bodies, int contacts) {
  const std::size_t n = at(bodies), m = at(contacts);
  number_.reserve(n);
  for (std::vector<Vec<6>>* each : {&momentum_, &y_, &rest_, &z_, &p_, &image_}) each->reserve(n);
  inverse_.reserve(n);
  radius_.reserve(n);
  if (contacts_.capacity() >= m) return;
  // contacts come and go: not a little more in every step
  contacts_.reserve(m + m / 2);
  for (std::vector<Vec<3>>* each : {&r_, &best_r_, &Jy_, &d_}) each->reserve(m + m / 2);
}

bool Equilibrium::collect(const Bodies& bodies, const Blocks& blocks,
                          std::span<const int> island_blocks) {
  contacts_.clear();
  r_.clear();
  for (const int k : island_blocks) {
    const Blocks::Block& block = blocks.list[at(k)];
    const AnyLaw& law = blocks.laws[at(k)];
    const SecondOrderCone* cone = law.get_if<SecondOrderCone>();
    if (block.kind != BlockKind::contact || block.size > 3) return false;
    if (cone == nullptr && law.get_if<NonNegative>() == nullptr) return false;
    if (block.open) continue;  // carries nothing
    const auto number = [&](int body) {
      return body >= 0 && bodies.dynamic(body) ? number_[at(body)] : -1;
    };
    contacts_.push_back({number(block.a), number(block.b), block.row, block.size,
                         blocks.on_a(block.row), blocks.on_b(block.row), Mat<3>::Zero(),
                         cone != nullptr ? cone->mu : 1.0});
    Vec<3>& r = r_.emplace_back(Vec<3>::Zero());
    for (int i = 0; i < block.size; ++i) r[i] = blocks.r[at(block.row + i)];
  }
  return !contacts_.empty();
}

// A little more normal reaction everywhere: at the tips and edges of the cones nothing could move.
void Equilibrium::move_inside() {
  const Vec<3> more(inside * least_weight_, 0.0, 0.0);
  for (std::size_t k = 0; k < contacts_.size(); ++k) add(k, more);
}

void Equilibrium::add(std::size_t k, const Vec<3>& more) {
  const Contact& contact = contacts_[k];
  r_[k] += more;
  for (int i = 0; i < contact.size; ++i) {
    if (contact.a >= 0) momentum_[at(contact.a)] += more[i] * six(contact.J_a + 12 * i);
    if (contact.b >= 0) momentum_[at(contact.b)] += more[i] * six(contact.J_b + 12 * i);
  }
}

// What holds a ball on the floor against its neighbour, if that pushes at all, is too much for one
// of the two contacts: there are those that can carry nothing. Every step leaves a third of them,
// until the metric has lost all digits; at zero they are in their cones and out of the way.
void Equilibrium::leave_out(double length) {
  for (std::size_t k = 0; k < contacts_.size(); ++k)
    if (r_[k][0] <= nothing * least_weight_ && Jy_[k].dot(d_[k]) >= 0.5 * length * length)
      add(k, -Vec<3>(r_[k]));
}

void Equilibrium::scale() {
  for (std::size_t k = 0; k < contacts_.size(); ++k) {
    Contact& contact = contacts_[k];
    Vec<3> x = r_[k];
    x[0] *= contact.mu;
    const double half = 0.5 * std::max(0.0, x[0] * x[0] - x.tail<2>().squaredNorm());
    contact.D = x * x.transpose();
    contact.D.diagonal() += Vec<3>(-half, half, half);
    contact.D.row(0) /= contact.mu;
    contact.D.col(0) /= contact.mu;
  }
}

void Equilibrium::apply(const std::vector<Vec<6>>& x, std::vector<Vec<6>>& y) {
  for (Vec<6>& each : y) each.setZero();
  for (std::size_t k = 0; k < contacts_.size(); ++k) {
    const Contact& contact = contacts_[k];
    Vec<3> Jx = Vec<3>::Zero();
    for (int i = 0; i < contact.size; ++i) {
      if (contact.a >= 0) Jx[i] += six(contact.J_a + 12 * i).dot(x[at(contact.a)]);
      if (contact.b >= 0) Jx[i] += six(contact.J_b + 12 * i).dot(x[at(contact.b)]);
    }
    Jy_[k] = Jx;
    d_[k].noalias() = contact.D * Jx;
    for (int i = 0; i < contact.size; ++i) {
      if (contact.a >= 0) y[at(contact.a)] += d_[k][i] * six(contact.J_a + 12 * i);
      if (contact.b >= 0) y[at(contact.b)] += d_[k][i] * six(contact.J_b + 12 * i);
    }
  }
}

bool Equilibrium::precondition() {
  for (Mat<6>& block : inverse_) block.setZero();
  for (const Contact& contact : contacts_)
    for (const bool first : {true, false}) {
      const int body = first ? contact.a : contact.b;
      if (body < 0) continue;
      const double* J = first ? contact.J_a : contact.J_b;
      for (int i = 0; i < contact.size; ++i)
        for (int j = 0; j < contact.size; ++j)
          inverse_[at(body)].noalias() +=
              contact.D(i, j) * six(J + 12 * i) * six(J + 12 * j).transpose();
    }
  for (std::size_t i = 0; i < inverse_.size(); ++i) {
    Mat<6>& block = inverse_[i];
    // a body that one contact carries is not held in every direction
    const double size = block.topLeftCorner<3, 3>().trace();
    if (!(size > 0.0)) return false;
    block.diagonal().head<3>().array() += 1e-8 * size;
    block.diagonal().tail<3>().array() += 1e-8 * size * radius_[i] * radius_[i];
    block = block.llt().solve(Mat<6>::Identity()).eval();
  }
  return true;
}

double Equilibrium::momentum_left() const {
  double sum = 0.0;
  for (std::size_t i = 0; i < rest_.size(); ++i)
    sum += rest_[i].head<3>().squaredNorm() +
           rest_[i].tail<3>().squaredNorm() / (radius_[i] * radius_[i]);
  return sum;
}

// (J^T D J) y = -momentum. Leaves D J y in d_.
bool Equilibrium::conjugate_gradients() {
  const std::size_t n = momentum_.size();
  for (std::size_t i = 0; i < n; ++i) {
    y_[i].setZero();
    rest_[i] = -momentum_[i];
    z_[i].noalias() = inverse_[i] * rest_[i];
    p_[i] = z_[i];
  }
  const double start = momentum_left();
  double least = start;
  int halved = 0;
  double rho = dot(rest_, z_);
  for (int iteration = 0; iteration < most_iterations; ++iteration) {
    apply(p_, image_);
    const double curvature = dot(p_, image_);
    if (!(curvature > 0.0)) break;
    const double step = rho / curvature;
    for (std::size_t i = 0; i < n; ++i) {
      y_[i] += step * p_[i];
      rest_[i] -= step * image_[i];
      z_[i].noalias() = inverse_[i] * rest_[i];
    }
    const double left = momentum_left();
    if (left <= share_left * share_left * start) break;
    if (left < 0.25 * least) {
      least = left;
      halved = iteration;
    } else if (iteration - halved > most_idle) {
      break;  // what is left no contact can take up, and iterations would only add to it
    }
    const double next = dot(rest_, z_), beta = next / std::exchange(rho, next);
    for (std::size_t i = 0; i < n; ++i) p_[i] = z_[i] + beta * p_[i];
  }
  apply(y_, image_);
  return momentum_left() < 0.25 * start;
}

double Equilibrium::length_of_step() const {
  double longest = 0.0;
  for (std::size_t k = 0; k < contacts_.size(); ++k) longest = std::max(longest, Jy_[k].dot(d_[k]));
  return std::sqrt(longest);
}

double Equilibrium::imbalance(const Bodies& bodies, std::span<const int> island_bodies,
                              double fall) const {
  double worst = 0.0;
  for (std::size_t i = 0; i < island_bodies.size(); ++i) {
    const std::size_t body = at(island_bodies[i]);
    const double weight = fall * bodies.mass[body];
    worst = std::max({worst, momentum_[i].head<3>().norm() / weight,
                      momentum_[i].tail<3>().norm() / (weight * bodies.radius[body])});
  }
  return worst;
}

void Equilibrium::begin(const Bodies& bodies, std::span<const int> island_bodies,
                        std::span<const Vec<6>> change, double fall) {
  const std::size_t n = island_bodies.size();
  for (std::vector<Vec<6>>* each : {&momentum_, &y_, &rest_, &z_, &p_, &image_}) each->resize(n);
  inverse_.resize(n);
  radius_.resize(n);
  Jy_.resize(contacts_.size());
  d_.resize(contacts_.size());
  least_weight_ = infinity;
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t body = at(island_bodies[i]);
    least_weight_ = std::min(least_weight_, fall * bodies.mass[body]);
    radius_[i] = bodies.radius[body];
    momentum_[i].head<3>() = bodies.mass[body] * change[body].head<3>();
    momentum_[i].tail<3>() = bodies.inertia[body] * change[body].tail<3>();
  }
}

bool Equilibrium::take_step() {
  scale();
  if (!precondition()) return false;
  const bool converged = conjugate_gradients();
  const double length = length_of_step();
  const double share = length > longest_step ? longest_step / length : 1.0;
  for (std::size_t k = 0; k < r_.size(); ++k) r_[k] += share * d_[k];
  for (std::size_t i = 0; i < momentum_.size(); ++i) momentum_[i] += share * image_[i];
  if (share < 1.0) leave_out(length);
  return converged;
}

bool Equilibrium::find(const Bodies& bodies, Blocks& blocks, std::span<const int> island_bodies,
                       std::span<const int> island_blocks, std::span<const Vec<6>> change,
                       double fall, double accuracy) {
  number_.resize(at(bodies.count()));
  for (std::size_t i = 0; i < island_bodies.size(); ++i)
    number_[at(island_bodies[i])] = static_cast<int>(i);
  if (!collect(bodies, blocks, island_blocks)) return false;
  begin(bodies, island_bodies, change, fall);
  const double given = imbalance(bodies, island_bodies, fall);
  // what is nearly there, mostly from the step before, is inside
  if (given > enough) move_inside();
  double best = infinity;
  for (int step = 0, vain = 0; step <= most_steps; ++step) {
    const double now = imbalance(bodies, island_bodies, fall);
    if (now < best) {
      best = now;
      best_r_ = r_;
      vain = 0;
    } else if (++vain == most_vain && best <= enough) {
      break;
    }
    if (best <= accuracy || step == most_steps) break;
    // a spin that nothing can hold keeps what is left from falling, but not the rest from improving
    if (!take_step() && best > enough) break;
  }
  if (given <= best) return given <= enough;
  if (!(best <= enough)) return false;
  for (std::size_t k = 0; k < best_r_.size(); ++k)
    for (int i = 0; i < contacts_[k].size; ++i) blocks.r[at(contacts_[k].row + i)] = best_r_[k][i];
  return true;
}

}  // namespace nonsmooth
