// SPDX-License-Identifier: Apache-2.0
// Coloured Gauss-Seidel sweeps over contacts of rigid bodies, with Coulomb friction or without
// tangential reactions, and without W: kept up to date are the velocities w = M^-1 J^T r that the
// reactions give to the bodies (contact_batches.hpp). Of a contact between spheres that is 0.15 kB
// to read, of others 0.4, where the row of W takes 0.9.
//
// Contacts of one colour share no body: eight are solved at once in the lanes of vector registers,
// and threads share a colour. A body is changed once per colour, so that the result does not depend
// on who does what. Many sweeps are done between two looks at the residual.
#pragma once

#include "nonsmooth/problem.hpp"
#include "nonsmooth/solvers/contact_form.hpp"
#include "nonsmooth/solvers/nsgs.hpp"
#include "nonsmooth/solvers/solver.hpp"
#include "solvers/colour_chunks.hpp"
#include "solvers/contact_batches.hpp"
#include "solvers/run.hpp"

#include <span>
#include <vector>

namespace nonsmooth {

class ContactSweeps {
 public:
  /// Starts from r; `scales` are the block_scales of the problem. Takes all its memory from
  /// `scratch`; keeps references to everything passed. Precondition: fits.
  ContactSweeps(const Nsgs& options, const ContactForm& form, const Problem& problem,
                VectorIn scales, VectorIn r, Arena& scratch);

  static bool fits(const Nsgs& options, const ContactForm* form, const Problem& problem);

  /// One pass over all contacts for every beta of `momentum` (momentum.hpp), by which the last
  /// point moves on before the pass.
  void sweep(std::span<const double> momentum);
  /// The larger residual of the present point, as far as rounding has not added up in w.
  double residual();
  /// The present point.
  void read(VectorOut r);
  /// Computes w anew, from r as it was read, and forgets the point before.
  void restart(VectorIn r);

 private:
  int choose_colours(std::span<int> colours);
  void fill_batches(std::span<const int> colours, int colour_count, VectorIn r);
  void move_on(int part, double beta);
  template <class Visit>
  void visit_batch(int unit, const Visit& visit);

  const ContactForm& form_;
  const Problem& problem_;
  ContactRows rows_;
  Arena& scratch_;
  double roundness_;
  bool momentum_;
  double q_, q_scaled_;  // squares, as in ContactSums
  ContactBodies bodies_;
  std::span<ContactBody> before_;  // the sweep before; empty without momentum
  std::span<RoundContacts> round_;
  std::span<GeneralContacts> general_;
  std::span<ContactSums> sums_;  // of every unit, to be added in their order
  std::span<int>
      units_;  // parts of the bodies, then batches: round ones by number, others -1 - number
  int body_parts_;
  ColourChunks chunks_;
  std::vector<Arena> arenas_;  // of the other threads
};

/// Sweeps until the residual is small enough.
Outcome run_contact_sweeps(const Nsgs& options, const ContactForm& form, const Problem& problem,
                           Workspace& workspace, VectorOut r);

}  // namespace nonsmooth
