// SPDX-License-Identifier: Apache-2.0
// Coloured Gauss-Seidel sweeps over Coulomb contacts of rigid bodies, without W: kept up to date
// are the velocities w = M^-1 J^T r that the reactions give to the bodies. For every contact,
//
//     u = J_i w + q_i,   q_loc = u - W_ii r_i,   r_i exact for q_loc,   w += M^-1 J_i^T (change),
//
// which reads 0.3 kB of a contact and its two bodies where the row of W takes 0.9. Contacts of one
// colour share no body: eight are solved at once in the lanes of vector registers, and threads
// share a colour. A body is changed once per colour, so that the result does not depend on who does
// what.
#pragma once

#include "nonsmooth/base/parallel.hpp"
#include "nonsmooth/laws/space_coulomb.hpp"
#include "nonsmooth/problem.hpp"
#include "nonsmooth/solvers/contact_form.hpp"
#include "nonsmooth/solvers/nsgs.hpp"
#include "solvers/momentum.hpp"

#include <atomic>
#include <optional>
#include <span>

namespace nonsmooth {

class ContactSweeps {
 public:
  /// Takes all its memory from `scratch`; keeps references to everything passed.
  /// Precondition: fits.
  ContactSweeps(const Nsgs& options, const ContactForm& form, const Problem& problem, VectorOut r,
                Arena& scratch);

  static bool fits(const Nsgs& options, const ContactForm* form, const Problem& problem);

  /// One pass over all contacts. Returns the largest change of r relative to the largest r, both in
  /// the natural unit sqrt(W_ii) r.
  double sweep(bool full);
  bool skipped() const { return false; }
  bool halfway() const { return false; }
  /// Computes w from r anew.
  void refresh();
  /// r was moved on by momentum; w follows.
  void follow(double beta);

 private:
  // One contact per lane; missing ones are open for ever and belong to a body that never moves.
  struct Batch {
    int a[lane_count], b[lane_count], row[lane_count];  // row -1 where missing
    Lanes normal[3], tangent[3], arm_a[3], arm_b[3];
    Lanes q[3];
    Lanes W[6];  // 00 01 02 11 12 22
    SpaceCoulomb<Lanes> contacts;
    Lanes mu;
    bool round;    // W_ii is diagonal and the same across the normal, as of spheres
    Lanes alpha;   // of the last visit
    Lanes weight;  // sqrt of the mean diagonal of W_ii, 0 where missing
  };
  struct Body {
    double v[4], omega[4];  // the fourth of each is of no use
  };
  struct Inertia {
    double inverse_mass[4], column[3][4];
  };
  struct Local {
    Arena* scratch;
    double largest_change, largest_reaction;
  };
  // Consecutive batches of one colour: what a thread takes at a time.
  struct Chunk {
    int begin, end;
    int needs;  // chunks of the colours before
    int taken;  // number of the sweep in which somebody last took it
  };

  int choose_colours(std::span<int> colours);
  void fill_batches(std::span<const int> colours, int colour_count);
  void fill_lane(Batch& batch, int lane, int contact);
  void cut_chunks(std::span<const int> colour_end);
  void work_on_chunks(int me, std::atomic<int>& done);
  void visit(Batch& batch, Local& local);
  static void solve_round(const Batch& batch, const Lanes* q, Lanes* next);
  void solve_exactly(Batch& batch, const Lanes* q, const Lanes* old, Lanes* next,
                     Local& local) const;
  void solve_alone(const Batch& batch, int lane, const Lanes* q, const Lanes* old, Lanes* next,
                   Local& local) const;
  static void give(Body& body, const Inertia& inertia, Lanes::Four push, Lanes::Four turn);

  const Nsgs& options_;
  const ContactForm& form_;
  const Problem& problem_;
  VectorOut r_;
  Arena& scratch_;
  std::span<Body> bodies_;  // and one that never moves
  std::span<Inertia> inertia_;
  std::span<Batch> batches_;
  std::span<Chunk> chunks_;
  std::span<int> part_begin_;  // first chunk of each part: by colour, then by owner
  std::span<Local> locals_;
  std::vector<Arena> arenas_;  // of the other threads
  Workers workers_;
  std::optional<Momentum::Follower> follower_;
  int sweep_number_ = 0;
};

}  // namespace nonsmooth
