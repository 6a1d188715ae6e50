// SPDX-License-Identifier: Apache-2.0
// Orders of convergence, fitted over six halvings. Errors across impacts are erratic from one step
// to the next, because impacts fall anywhere inside a step: bounds of orders there are wide.
#include "bench/convergence.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

namespace ns = nonsmooth;

namespace {

TEST(Orders, OfEverySchemeOnEveryProblem) {
  std::ofstream csv;
  if (const char* path = std::getenv("NS_CONVERGENCE_CSV")) csv.open(path);
  std::vector<ns::convergence::Row> all;
  for (const auto& [label, scheme] : ns::convergence::schemes())
    for (const auto& problem : ns::convergence::problems()) {
      const bool friction = problem.name == "oscillator with dry friction";
      if (friction && (label == "Schatzman-Paoli" || label == "D1-minus")) {
        EXPECT_THROW(ns::Simulator(problem.model, scheme), ns::Error) << "friction is not theirs";
        continue;
      }
      const auto rows = ns::convergence::measure(problem, scheme, 6, label);
      const double q = ns::convergence::order(rows, &ns::convergence::Row::q),
                   v = ns::convergence::order(rows, &ns::convergence::Row::v);
      RecordProperty(label + " on " + problem.name, std::to_string(q) + " " + std::to_string(v));
      const bool smooth = problem.name == "free oscillator";
      const double expected = smooth && label != "Moreau-Jean 1" ? 2.0 : 1.0;
      // the last bounces, shorter than any step, are lost: no bound says more than 1/2 there
      const bool accumulation = problem.name == "ball through its accumulation";
      EXPECT_NEAR(q, expected,
                  smooth         ? 0.1
                  : accumulation ? 0.5
                                 : 0.4)
          << label << " on " << problem.name;
      // the central velocity of Schatzman-Paoli is half a step old
      const double of_v = label == "Schatzman-Paoli" ? 1.0 : expected;
      EXPECT_NEAR(v, of_v, smooth ? 0.1 : 0.4) << label << " on " << problem.name;
      all.insert(all.end(), rows.begin(), rows.end());
      if (std::getenv("NS_CONVERGENCE_CSV"))
        std::printf("%-38s %-22s %5.2f %5.2f  %.2e\n", label.c_str(), problem.name.c_str(), q, v,
                    rows.back().q);
    }
  for (const auto& problem : ns::convergence::problems()) {
    if (problem.name != "ball through its accumulation") continue;
    const auto rows = ns::convergence::measure_hand_over(problem, 6);
    // a rebound of duration tau rises by g tau^2 / 8; which one is the first too short is erratic
    EXPECT_NEAR(ns::convergence::order(rows, &ns::convergence::Row::q), 2.0, 0.4);
    EXPECT_NEAR(ns::convergence::order(rows, &ns::convergence::Row::v), 2.0, 0.4);
    all.insert(all.end(), rows.begin(), rows.end());
  }
  if (csv.is_open()) ns::convergence::write_csv(all, csv);
}

}  // namespace
