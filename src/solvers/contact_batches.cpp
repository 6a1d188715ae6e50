// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact_batches.hpp"

#include "solvers/four.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

// see lanes.hpp
#pragma GCC diagnostic ignored "-Wpsabi"

namespace nonsmooth {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// rows of four numbers become columns
void transpose(Four& a, Four& b, Four& c, Four& d) {
  const Four ab_low = __builtin_shufflevector(a, b, 0, 4, 2, 6),
             ab_high = __builtin_shufflevector(a, b, 1, 5, 3, 7),
             cd_low = __builtin_shufflevector(c, d, 0, 4, 2, 6),
             cd_high = __builtin_shufflevector(c, d, 1, 5, 3, 7);
  a = __builtin_shufflevector(ab_low, cd_low, 0, 1, 4, 5);
  b = __builtin_shufflevector(ab_high, cd_high, 0, 1, 4, 5);
  c = __builtin_shufflevector(ab_low, cd_low, 2, 3, 6, 7);
  d = __builtin_shufflevector(ab_high, cd_high, 2, 3, 6, 7);
}

template <class Real>
struct Three {
  Real x, y, z;

  friend Three operator+(const Three& a, const Three& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
  }
  friend Three operator-(const Three& a, const Three& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
  }
  friend Three operator*(const Real& s, const Three& a) { return {s * a.x, s * a.y, s * a.z}; }
};

template <class Real>
Three<Real> cross(const Three<Real>& a, const Three<Real>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class Real>
Real dot(const Three<Real>& a, const Three<Real>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

Three<Four> load_rows(const double (*rows)[lane_count], int lane) {
  return {load(rows[0] + lane), load(rows[1] + lane), load(rows[2] + lane)};
}
void store_rows(const Three<Four>& v, double (*rows)[lane_count], int lane) {
  store(v.x, rows[0] + lane);
  store(v.y, rows[1] + lane);
  store(v.z, rows[2] + lane);
}

// Four bodies, one per lane.
struct FourBodies {
  Three<Four> v, omega;
  Four inverse_mass, inverse_inertia;

  FourBodies(std::span<const ContactBody> bodies, const int* number) {
    Four p[4], s[4];
    for (int i = 0; i < 4; ++i) {
      p[i] = load(bodies[at(number[i])].v);
      s[i] = load(bodies[at(number[i])].omega);
    }
    transpose(p[0], p[1], p[2], p[3]);
    transpose(s[0], s[1], s[2], s[3]);
    v = {p[0], p[1], p[2]};
    omega = {s[0], s[1], s[2]};
    inverse_mass = p[3];
    inverse_inertia = s[3];
  }
  void give(const Three<Four>& push, const Three<Four>& turn) {
    v = v + inverse_mass * push;
    omega = omega + inverse_inertia * turn;
  }
  // nobody is left alone: threads share it
  void write(std::span<ContactBody> bodies, const int* number) const {
    Four p[4]{v.x, v.y, v.z, inverse_mass}, s[4]{omega.x, omega.y, omega.z, inverse_inertia};
    transpose(p[0], p[1], p[2], p[3]);
    transpose(s[0], s[1], s[2], s[3]);
    for (int i = 0; i < 4; ++i) {
      if (at(number[i]) + 1 == bodies.size()) continue;
      store(p[i], bodies[at(number[i])].v);
      store(s[i], bodies[at(number[i])].omega);
    }
  }
};

Four select(Lanes::FourMask mask, Four yes, Four no) { return mask ? yes : no; }
Four root(Four x) { return root(Lanes(x, x)).low(); }
double sum(Four x) { return (x[0] + x[1]) + (x[2] + x[3]); }
double sum(Lanes x) { return sum(x.low()) + sum(x.high()); }

// r - P_K(r - rho (u + mu |u_T| n)) for rho = 1 and, in the unit of the natural size d of W_ii,
// rho = 1 / d; tangential parts as vectors.
template <class Real>
ContactSums measured(const Real& u_n, const Three<Real>& u_t, const Real& r_n,
                     const Three<Real>& r_t, const Real& mu, const Real& d) {
  const Real zero{}, one = zero + 1.0, tiny = zero + 1e-300;
  const Real shifted = u_n + mu * root(dot(u_t, u_t));
  const auto map = [&](const Real& rho) -> Real {
    const Real z_n = r_n - rho * shifted;
    const Three<Real> z_t = r_t - rho * u_t;
    const Real size = root(dot(z_t, z_t)), along = (z_n + mu * size) / (one + mu * mu);
    const Real edge = select(along > zero, along, zero);
    const auto inside = (size <= mu * z_n) & (z_n >= zero);
    const Real share = select(inside, one, mu * edge / select(size > tiny, size, tiny));
    const Real f_n = r_n - select(inside, z_n, edge);
    const Three<Real> f_t = r_t - share * z_t;
    return f_n * f_n + dot(f_t, f_t);
  };
  const Real u_2 = u_n * u_n + dot(u_t, u_t), r_2 = r_n * r_n + dot(r_t, r_t);
  return {sum(map(one)), sum(map(one / d) * d), sum(r_2), sum(u_2), sum(r_2 * d), sum(u_2 / d)};
}

}  // namespace

void ContactSums::operator+=(const ContactSums& other) {
  plain += other.plain;
  scaled += other.scaled;
  r += other.r;
  u += other.u;
  r_scaled += other.r_scaled;
  u_scaled += other.u_scaled;
}

double ContactRows::mu(const Problem& problem, int contact) const {
  return per_contact == 1 ? 0.0 : problem.laws[at(contact)].get_if<SecondOrderCone>()->mu;
}

Vec<3> ContactRows::of(VectorIn x, int contact) const {
  if (per_contact == 1) return {x[contact], 0.0, 0.0};
  return x.segment<3>(3 * contact);
}

BatchMembers::BatchMembers(int nobody) {
  std::fill_n(a, lane_count, nobody);
  std::fill_n(b, lane_count, nobody);
  std::fill_n(contact, lane_count, -1);
}

// --- Round contacts ------------------------------------------------------------------------------

bool RoundContacts::fits(const ContactForm& form, const ContactForm::Contact& contact,
                         double roundness) {
  for (const bool first : {true, false}) {
    const int body = first ? contact.a : contact.b;
    if (body < 0) continue;
    const Mat<3>& inverse = form.inverse_inertia[at(body)];
    const Vec<3>& arm = first ? contact.arm_a : contact.arm_b;
    const double size = inverse(0, 0);
    if ((inverse - size * Mat<3>::Identity()).cwiseAbs().maxCoeff() > roundness * size)
      return false;
    if (contact.normal.cross(arm).norm() > roundness * arm.norm()) return false;
  }
  return true;
}

void RoundContacts::set(int lane, int number, const ContactForm& form, const Problem& problem,
                        VectorIn r) {
  const ContactForm::Contact& contact = form.contacts[at(number)];
  const Vec<3>&n = contact.normal, &t = contact.tangent;
  const Vec<3> s = n.cross(t);
  members_.contact[lane] = number;
  double along = 0.0, across = 0.0;
  for (const bool first : {true, false}) {
    const int body = first ? contact.a : contact.b;
    const double arm = n.dot(first ? contact.arm_a : contact.arm_b);
    if (body < 0) continue;
    (first ? members_.a : members_.b)[lane] = body;
    (first ? arm_a_ : arm_b_)[lane] = arm;
    along += form.inverse_mass[at(body)];
    across += arm * arm * form.inverse_inertia[at(body)](0, 0);
  }
  const ContactRows rows(problem);
  const auto in_world = [&](const Vec<3>& x) -> Vec<3> { return x[0] * n + x[1] * t + x[2] * s; };
  const Vec<3> q = in_world(rows.of(problem.q, number)), reaction = in_world(rows.of(r, number));
  for (int i = 0; i < 3; ++i) {
    normal_[i][lane] = n[i];
    q_[i][lane] = q[i];
    r_[i][lane] = previous_[i][lane] = reaction[i];
  }
  inverse_normal_[lane] = 1.0 / along;
  inverse_tangential_[lane] = 1.0 / (along + across);
  scale_[lane] = rows.per_contact == 1 ? along : along + across * (2.0 / 3.0);
  mu_[lane] = rows.mu(problem, number);
}

void RoundContacts::visit(double beta, const ContactBodies& bodies) {
  for (const int lane : {0, 4}) {
    const Three<Four> n = load_rows(normal_, lane), x = load_rows(r_, lane);
    FourBodies a(bodies.moving, members_.a + lane), b(bodies.moving, members_.b + lane);
    const Four arm_a = load(arm_a_ + lane), arm_b = load(arm_b_ + lane);
    const Three<Four> y = x + (Four{} + beta) * (x - load_rows(previous_, lane));
    store_rows(x, previous_, lane);

    const Three<Four> u =
        (a.v - b.v) + cross(arm_a * a.omega - arm_b * b.omega, n) + load_rows(q_, lane);
    const Four u_n = dot(u, n), y_n = dot(y, n);
    const Four wanted = y_n - load(inverse_normal_ + lane) * u_n;
    const Four pressure = wanted > 0.0 ? wanted : Four{};
    const Three<Four> stick = (y - y_n * n) - load(inverse_tangential_ + lane) * (u - u_n * n);
    const Four size = root(dot(stick, stick)), most = load(mu_ + lane) * pressure;
    const Four share = size > most ? most / size : Four{} + 1.0;
    const Three<Four> next = pressure * n + share * stick;
    store_rows(next, r_, lane);

    const Three<Four> push = next - y, turn = cross(n, push);
    a.give(push, arm_a * turn);
    a.write(bodies.moving, members_.a + lane);
    b.give((Four{} - 1.0) * push, -arm_b * turn);
    b.write(bodies.moving, members_.b + lane);
  }
}

ContactSums RoundContacts::measure(const ContactBodies& bodies) const {
  ContactSums sums;
  for (const int lane : {0, 4}) {
    const Three<Four> n = load_rows(normal_, lane), r = load_rows(r_, lane);
    const FourBodies a(bodies.moving, members_.a + lane), b(bodies.moving, members_.b + lane);
    const Three<Four> u = (a.v - b.v) + load_rows(q_, lane) +
                          cross(load(arm_a_ + lane) * a.omega - load(arm_b_ + lane) * b.omega, n);
    const Four u_n = dot(u, n), r_n = dot(r, n);
    const Four mu = load(mu_ + lane), rubs = mu > 0.0 ? Four{} + 1.0 : Four{};
    sums += measured(u_n, rubs * (u - u_n * n), r_n, r - r_n * n, mu, load(scale_ + lane));
  }
  return sums;
}

void RoundContacts::read(const ContactForm& form, ContactRows rows, VectorOut r) const {
  for (int lane = 0; lane < lane_count && members_.contact[lane] >= 0; ++lane) {
    const ContactForm::Contact& contact = form.contacts[at(members_.contact[lane])];
    const Vec<3> reaction(r_[0][lane], r_[1][lane], r_[2][lane]);
    double* to = r.data() + rows.per_contact * members_.contact[lane];
    to[0] = contact.normal.dot(reaction);
    if (rows.per_contact == 1) continue;
    to[1] = contact.tangent.dot(reaction);
    to[2] = contact.normal.cross(contact.tangent).dot(reaction);
  }
}

// --- General contacts ----------------------------------------------------------------------------

namespace {

Three<Lanes> three(const Lanes* rows) { return {rows[0], rows[1], rows[2]}; }

// vectors of eight places in memory, one per lane
template <class Place>
Three<Lanes> gather(const Place& place) {
  Four low[4], high[4];
  for (int i = 0; i < 4; ++i) {
    low[i] = load(place(i));
    high[i] = load(place(i + 4));
  }
  transpose(low[0], low[1], low[2], low[3]);
  transpose(high[0], high[1], high[2], high[3]);
  return {{low[0], high[0]}, {low[1], high[1]}, {low[2], high[2]}};
}

// lane by lane: (x, y, z, 0)
void spread(const Three<Lanes>& v, Four* lanes) {
  for (const int half : {0, 1}) {
    Four a = half == 0 ? v.x.low() : v.x.high(), b = half == 0 ? v.y.low() : v.y.high(),
         c = half == 0 ? v.z.low() : v.z.high(), d{};
    transpose(a, b, c, d);
    lanes[4 * half] = a;
    lanes[4 * half + 1] = b;
    lanes[4 * half + 2] = c;
    lanes[4 * half + 3] = d;
  }
}

void give(ContactBody& body, const ContactInertia& inertia, Four push, Four turn) {
  store(load(body.v) + body.v[3] * push, body.v);  // the fourth of a push is zero
  store(load(body.omega) + (load(inertia.column[0]) * turn[0] + load(inertia.column[1]) * turn[1] +
                            load(inertia.column[2]) * turn[2]),
        body.omega);
}

}  // namespace

struct GeneralContacts::Frame {
  Three<Lanes> normal, tangent, across, arm_a, arm_b;

  explicit Frame(const GeneralContacts& contacts)
      : normal(three(contacts.normal_)),
        tangent(three(contacts.tangent_)),
        across(cross(normal, tangent)),
        arm_a(three(contacts.arm_a_)),
        arm_b(three(contacts.arm_b_)) {}
};

GeneralContacts::GeneralContacts(int nobody) : members_(nobody) {
  q_[0] = 1.0;  // those that are missing are open for ever
  W_[0] = W_[3] = W_[5] = 1.0;
}

void GeneralContacts::set(int lane, int number, const ContactForm& form, const Problem& problem,
                          VectorIn r) {
  const ContactForm::Contact& contact = form.contacts[at(number)];
  if (contact.a >= 0) members_.a[lane] = contact.a;
  if (contact.b >= 0) members_.b[lane] = contact.b;
  members_.contact[lane] = number;
  const ContactRows rows(problem);
  const Vec<3> q = rows.of(problem.q, number), reaction = rows.of(r, number);
  for (int i = 0; i < 3; ++i) {
    normal_[i].set(lane, contact.normal[i]);
    tangent_[i].set(lane, contact.tangent[i]);
    arm_a_[i].set(lane, contact.arm_a[i]);
    arm_b_[i].set(lane, contact.arm_b[i]);
    q_[i].set(lane, q[i]);
    r_[i].set(lane, reaction[i]);
    previous_[i].set(lane, reaction[i]);
  }
  const BlockSparse& W = problem.W.blocks();
  const auto block = W.block(number, W.find(number, number));
  constexpr int entries[6][2]{{0, 0}, {0, 1}, {0, 2}, {1, 1}, {1, 2}, {2, 2}};
  for (int i = 0; i < (rows.per_contact == 1 ? 1 : 6); ++i)
    W_[i].set(lane, block(entries[i][0], entries[i][1]));
}

void GeneralContacts::prepare(const Problem& problem) {
  for (int lane = 0; lane < lane_count && members_.contact[lane] >= 0; ++lane)
    mu_.set(lane, ContactRows(problem).mu(problem, members_.contact[lane]));
  rubs_ = any(mu_ > 0.0);
  law_ = SpaceCoulomb<Lanes>(mu_, W_[0], W_[1], W_[2], W_[1], W_[2], W_[3], W_[4], W_[4], W_[5]);
}

inline void GeneralContacts::velocities(const Frame& frame, const ContactBodies& bodies,
                                        Lanes* u) const {
  const auto v = [&](const int* body) {
    return gather([&](int lane) { return bodies.moving[at(body[lane])].v; });
  };
  const auto omega = [&](const int* body) {
    return gather([&](int lane) { return bodies.moving[at(body[lane])].omega; });
  };
  const Three<Lanes> slide =
      (v(members_.a) - v(members_.b)) +
      (cross(omega(members_.a), frame.arm_a) - cross(omega(members_.b), frame.arm_b));
  u[0] = dot(frame.normal, slide) + q_[0];
  u[1] = dot(frame.tangent, slide) + q_[1];
  u[2] = dot(frame.across, slide) + q_[2];
}

void GeneralContacts::visit(double beta, const ContactBodies& bodies, const Problem& problem,
                            Arena& scratch) {
  const Frame frame(*this);
  Lanes u[3], y[3], next[3], change[3];
  velocities(frame, bodies, u);
  for (int i = 0; i < 3; ++i) {
    y[i] = r_[i] + beta * (r_[i] - previous_[i]);
    previous_[i] = r_[i];
  }
  const Lanes* W = W_;
  const Lanes q[3]{u[0] - (W[0] * y[0] + W[1] * y[1] + W[2] * y[2]),
                   u[1] - (W[1] * y[0] + W[3] * y[1] + W[4] * y[2]),
                   u[2] - (W[2] * y[0] + W[4] * y[1] + W[5] * y[2])};
  solve(q, y, next, problem, scratch);
  for (int i = 0; i < 3; ++i) {
    change[i] = next[i] - y[i];
    r_[i] = next[i];
  }
  const Three<Lanes> impulse =
      change[0] * frame.normal + change[1] * frame.tangent + change[2] * frame.across;
  Four push[lane_count], turn[lane_count];
  spread(impulse, push);
  for (const bool first : {true, false}) {
    spread(cross(first ? frame.arm_a : frame.arm_b, impulse), turn);
    const int* body = first ? members_.a : members_.b;
    const double sign = first ? 1.0 : -1.0;
    for (int lane = 0; lane < lane_count; ++lane)
      if (body[lane] != bodies.nobody())
        give(bodies.moving[at(body[lane])], bodies.inertia[at(body[lane])], sign * push[lane],
             sign * turn[lane]);
  }
}

void GeneralContacts::solve(const Lanes* q, const Lanes* old, Lanes* next, const Problem& problem,
                            Arena& scratch) {
  if (!rubs_) {
    next[0] = select(q[0] < 0.0, -q[0] / W_[0], 0.0);
    next[1] = next[2] = 0.0;
    return;
  }
  const auto answer = law_.solve(q[0], q[1], q[2], alpha_, slip_accuracy);
  alpha_ = answer.alpha;
  next[0] = answer.r0;
  next[1] = answer.r1;
  next[2] = answer.r2;
  if (!any(!answer.exact)) return;
  // the law itself, which does not mind a singular block
  constexpr int entry[9]{0, 1, 2, 1, 3, 4, 2, 4, 5};
  for (int lane = 0; lane < lane_count && members_.contact[lane] >= 0; ++lane) {
    if (answer.exact[lane]) continue;
    Mat<3> W;
    for (int i = 0; i < 9; ++i) W.data()[i] = W_[entry[i]][lane];
    const Vec<3> q_loc(q[0][lane], q[1][lane], q[2][lane]);
    Vec<3> r(old[0][lane], old[1][lane], old[2][lane]);
    // what it leaves where it fails is the present point, which is no harm
    if (!problem.laws[at(members_.contact[lane])].solve_block(W, q_loc, r, scratch)) continue;
    for (int i = 0; i < 3; ++i) next[i].set(lane, r[i]);
  }
}

ContactSums GeneralContacts::measure(const ContactBodies& bodies) const {
  Lanes u[3], used;
  velocities(Frame(*this), bodies, u);
  for (int lane = 0; lane < lane_count && members_.contact[lane] >= 0; ++lane) used.set(lane, 1.0);
  const Lanes d = rubs_ ? (W_[0] + W_[3] + W_[5]) / 3.0 : W_[0], rubs = rubs_ ? 1.0 : 0.0;
  return measured(used * u[0], Three<Lanes>{rubs * u[1], rubs * u[2], 0.0}, r_[0],
                  Three<Lanes>{r_[1], r_[2], 0.0}, mu_, d);
}

void GeneralContacts::read(ContactRows rows, VectorOut r) const {
  for (int lane = 0; lane < lane_count && members_.contact[lane] >= 0; ++lane)
    for (int i = 0; i < rows.per_contact; ++i)
      r[rows.per_contact * members_.contact[lane] + i] = r_[i][lane];
}

}  // namespace nonsmooth
