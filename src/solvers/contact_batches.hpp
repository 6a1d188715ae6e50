// SPDX-License-Identifier: Apache-2.0
// Eight Coulomb contacts that share no body, solved at once in terms of their bodies:
//
//     u = J_i w + q_i,   q_loc = u - W_ii y_i,   x_i exact for q_loc,
//     w += M^-1 J_i^T (x_i - y_i),
//
// from the point y_i = x_i + beta (x_i - previous x_i), which is the last one without momentum. The
// velocities w of the bodies have moved on already.
//
// Where both bodies have equal principal moments and the point lies on the normals through their
// centres, as of spheres, W_ii = d_N n n^T + d_T (1 - n n^T): such contacts need no frame, and the
// exact answer is the projection of y - u / d, normal part first.
//
// Contacts without tangential reactions, one row each, are those with mu = 0.
#pragma once

#include "nonsmooth/base/arena.hpp"
#include "nonsmooth/base/lanes.hpp"
#include "nonsmooth/laws/space_coulomb.hpp"
#include "nonsmooth/problem.hpp"
#include "nonsmooth/solvers/contact_form.hpp"

#include <algorithm>
#include <span>

namespace nonsmooth {

/// What reactions give to the bodies, M^-1 J^T r, and in the fourth places the inverse of the mass
/// and, for bodies with equal principal moments, of these.
struct ContactBody {
  double v[4], omega[4];
};

/// The other bodies' inverse moments of inertia: columns.
struct ContactInertia {
  double column[3][4];
};

/// All bodies; the last one never moves and stands for those that do not give way.
struct ContactBodies {
  std::span<ContactBody> moving;
  std::span<ContactInertia> inertia;

  int nobody() const { return static_cast<int>(moving.size()) - 1; }
};

/// Which contacts these are: bodies and numbers, -1 where a lane is not in use.
struct BatchMembers {
  int a[lane_count], b[lane_count], contact[lane_count];

  explicit BatchMembers(int nobody);
};

/// Squares that the residuals of friction are made of (problem.hpp), summed over some contacts.
struct ContactSums {
  double plain = 0.0, scaled = 0.0;  ///< of the natural map
  double r = 0.0, u = 0.0, r_scaled = 0.0, u_scaled = 0.0;

  void operator+=(const ContactSums& other);
};

/// Rows of each contact, and its friction.
struct ContactRows {
  explicit ContactRows(const Problem& problem)
      : per_contact(problem.laws.empty() ? 3 : problem.laws.front().size()) {}
  double mu(const Problem& problem, int contact) const;
  Vec<3> of(VectorIn x, int contact) const;

  int per_contact;  ///< 3, or 1 without friction
};

class RoundContacts {
 public:
  explicit RoundContacts(int nobody) : members_(nobody) { std::fill_n(scale_, lane_count, 1.0); }
  /// Whether W_ii has that form up to `roundness`, relative.
  static bool fits(const ContactForm& form, const ContactForm::Contact& contact, double roundness);

  void set(int lane, int number, const ContactForm& form, const Problem& problem, VectorIn r);
  void visit(double beta, const ContactBodies& bodies);
  /// There was no point before this one.
  void forget() { std::copy_n(r_[0], 3 * lane_count, previous_[0]); }
  ContactSums measure(const ContactBodies& bodies) const;
  /// Reactions to their rows.
  void read(const ContactForm& form, ContactRows rows, VectorOut r) const;

 private:
  using Row = double[lane_count];

  alignas(64) BatchMembers members_;
  alignas(64) Row normal_[3]{}, q_[3]{}, r_[3]{}, previous_[3]{};  // in the axes of the world
  Row arm_a_{}, arm_b_{};                        // along the normal, from the centres
  Row inverse_normal_{}, inverse_tangential_{};  // of W_ii
  Row scale_;                                    // mean of the diagonal of W_ii
  Row mu_{};
};

class GeneralContacts {
 public:
  explicit GeneralContacts(int nobody);

  void set(int lane, int number, const ContactForm& form, const Problem& problem, VectorIn r);
  /// To be called once when all lanes are set.
  void prepare(const Problem& problem);
  void visit(double beta, const ContactBodies& bodies, const Problem& problem, Arena& scratch);
  void forget() { std::copy_n(r_, 3, previous_); }
  ContactSums measure(const ContactBodies& bodies) const;
  void read(ContactRows rows, VectorOut r) const;

 private:
  struct Frame;
  void velocities(const Frame& frame, const ContactBodies& bodies, Lanes* u) const;
  void solve(const Lanes* q, const Lanes* old, Lanes* next, const Problem& problem, Arena& scratch);

  BatchMembers members_;
  Lanes normal_[3], tangent_[3], arm_a_[3], arm_b_[3];
  Lanes q_[3], r_[3], previous_[3];  // in the frame of the contact
  Lanes W_[6];                       // 00 01 02 11 12 22
  SpaceCoulomb<Lanes> law_;
  Lanes mu_ = 1.0;
  bool rubs_ = true;
  Lanes alpha_;  // of the last visit
};

}  // namespace nonsmooth
