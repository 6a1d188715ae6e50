// SPDX-License-Identifier: Apache-2.0
// Siconos numerics text files: whitespace-separated tokens without a magic number. The format is
// recognised by content: grammars are tried in a fixed order and the first that fits completely and
// consistently wins. The order puts the grammar that demands more before the one it could be
// mistaken for:
//
//   soclcp before friction           with one cone of size 2 or 3 both start alike; soclcp demands
//                                    the cone starts 0 and n as integers where mu would be
//   plasticity before friction       one more integer (the model) before the matrix
//   global before friction           a second matrix header where q would be
//   friction before mlcp, lcp        fixes the size of the matrix twice
//   mlcp before generic, lcp         two flags and block starts from 0
//   lcp and relay                    a relay lists 2 n more numbers, ordered pair by pair
//   older mlcp last                  its first three numbers fit no other kind; all are counted
//
// In plane problems rolling friction (dimension 3) cannot be told from friction in space by its
// start: it is taken for rolling if exactly one more number per contact follows mu, for two
// contacts or more.
#include "io/diagnose.hpp"
#include "io/text_grammar.hpp"
#include "nonsmooth/base/error.hpp"

#include <array>
#include <utility>

namespace nonsmooth::io {
namespace {

using Grammar = ProblemFile (*)(TextAttempt&);

constexpr std::array<std::pair<std::string_view, Grammar>, 8> grammars{{
    {"soclcp", read_text_soclcp},
    {"plasticity", read_text_plasticity},
    {"global friction", read_text_global},
    {"friction", read_text_friction},
    {"mlcp", read_text_mlcp},
    {"generic mechanical", read_text_generic},
    {"lcp or relay", read_text_lcp_or_relay},
    {"older mlcp", read_text_mlcp_older},
}};

}  // namespace

ProblemFile read_text(std::string_view text, const std::string& name) {
  if (TokenCursor(text).at_end()) throw FileError(name + ": expected a problem, found no text");
  Mismatch furthest;
  std::string_view furthest_grammar;
  for (const auto& [grammar_name, grammar] : grammars) {
    TextAttempt attempt{TokenCursor(text)};
    try {
      ProblemFile file = grammar(attempt);
      check_problem(file, name);
      return file;
    } catch (const Mismatch& mismatch) {
      if (furthest_grammar.empty() || attempt.certain || mismatch.offset > furthest.offset) {
        furthest = mismatch;
        furthest_grammar = grammar_name;
      }
      if (attempt.certain) break;
    }
  }
  throw_at(name, text, furthest.offset,
           "expected " + furthest.expected + ", found " + furthest.found + " (read as " +
               std::string(furthest_grammar) + ", the Siconos text format that fits best)");
}

}  // namespace nonsmooth::io
