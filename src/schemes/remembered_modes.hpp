// SPDX-License-Identifier: Apache-2.0
// Steps with one W after the other, q alone changing: which rows are between their bounds (the
// mode) rarely changes, and within a mode the answer is linear in q,
//
//   r_b = -(W_bb + compliance)^-1 (q_b + W_bf r_f),     r_f at its bounds.
//
// The inverse of every mode met is remembered; a step is then a product, and the certificate that
// every answer gets. Where that fails the mode has changed, and a solver has to find the new one.
// What is remembered changes the time of an answer and never its bits.
#pragma once

#include "nonsmooth/problem.hpp"

#include <vector>

namespace nonsmooth {

class RememberedModes {
 public:
  /// W and laws as they are from now on; forgets all modes. Allocates for the largest size met.
  void begin(const Problem& problem);
  /// Answers in the mode of solution.r, the warm start. False if that is not the answer:
  /// solution.r is then what it was. No allocation.
  bool answer(const Problem& problem, double tolerance, Solution& solution, Arena& scratch);

 private:
  static constexpr int most_rows = 24;
  static constexpr std::size_t most_modes = 32;
  enum class Place : unsigned char { lower, between, upper };
  struct Mode {
    std::vector<Place> place{};
    std::vector<int> between{};
    std::vector<double> inverse{};   // column-major, as many rows as `between`
    std::vector<double> constant{};  // W_bf r_f
  };
  Place place_of(int i, double r) const {
    return r <= lower_[i] ? Place::lower : r >= upper_[i] ? Place::upper : Place::between;
  }
  const Mode* find(VectorIn r);
  const Mode* learn(const Problem& problem, VectorIn r);

  bool usable_ = false;
  int size_ = 0;
  Vector lower_, upper_, compliance_, scales_;
  std::vector<Mode> modes_;
  std::size_t known_ = 0, next_ = 0;  // of modes_; the oldest is forgotten first
  std::size_t last_ = 0;              // answered by
};

}  // namespace nonsmooth
