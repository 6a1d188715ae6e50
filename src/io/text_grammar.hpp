// SPDX-License-Identifier: Apache-2.0
// The grammars of the Siconos numerics text formats. None of them has a magic number;
// siconos_text.cpp tries them one after the other.
#pragma once

#include "io/text_tokens.hpp"
#include "nonsmooth/io.hpp"

namespace nonsmooth::io {

/// One grammar at work on the text.
struct TextAttempt {
  TokenCursor cursor;
  /// Set by a grammar once what it has read can be nothing else: from there on a mismatch is an
  /// error of the file, not a reason to try a weaker grammar (which might accept a cut-off file).
  bool certain = false;
};

// Each reads one problem from the start of the text or throws Mismatch. Tokens after the data are
// left alone: files carry flags, comments and reference solutions there.

/// n, cone count, M, q, cone starts (count + 1), tau
ProblemFile read_text_soclcp(TextAttempt& attempt);
/// dimension, point count, model, M, q, then eta and theta (Drucker-Prager) or yield stresses
ProblemFile read_text_plasticity(TextAttempt& attempt);
/// dimension, contact count, M, H, q, b, mu, and mu_r in the rolling form
ProblemFile read_text_global(TextAttempt& attempt);
/// dimension, contact count, M, q, mu, and mu_r in the rolling form
ProblemFile read_text_friction(TextAttempt& attempt);
/// two layout flags, n, m, then M and q with block starts and types, and / or A, B, C, D, a, b
ProblemFile read_text_mlcp(TextAttempt& attempt);
/// n, m, rows, then A, B, C, D, a, b; there may be more equations than free unknowns
ProblemFile read_text_mlcp_older(TextAttempt& attempt);
/// M by blocks, q, a type per block, mu after friction types
ProblemFile read_text_generic(TextAttempt& attempt);
/// n, M, q; a relay also lists lower and upper bounds
ProblemFile read_text_lcp_or_relay(TextAttempt& attempt);

}  // namespace nonsmooth::io
