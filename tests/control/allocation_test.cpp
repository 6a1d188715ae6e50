// SPDX-License-Identifier: Apache-2.0
// Devices allocate nothing once they have run a few times.
#include "nonsmooth/control.hpp"
#include "tests/support/allocation_counter.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace ns = nonsmooth;
namespace nc = nonsmooth::control;

namespace {

TEST(Allocation, NoneInTheTicksOfALoop) {
  const ns::Matrix A{{0, 1}, {-1, -0.1}}, B{{0}, {1}}, C{{1, 0}};
  const double h = 1e-2;
  nc::SampledLoop loop(nc::linear_plant(A, B, ns::Vector{{1, 0}}, ns::ZeroOrderHold{.step = h}));
  const auto add = [&](const char* name, int inputs, int outputs, nc::Block block,
                       int drives = -1) {
    loop.add({.name = name,
              .period = h,
              .inputs = inputs,
              .outputs = outputs,
              .measure = [inputs](const nc::LoopView& now,
                                  ns::VectorOut in) { in = now.state.x.head(inputs); },
              .block = std::move(block),
              .drives = drives,
              .sensor = {.noise = 1e-3, .delay = 1}});
  };
  add("u", 2, 1,
      nc::SlidingMode(
          {.A = A, .B = B, .C = ns::Matrix{{1, 1}}, .gain = ns::Vector{{1.0}}, .period = h}),
      0);
  add("twisting", 2, 1, nc::Twisting({.r1 = 2, .r2 = 1, .period = h}));
  add("super-twisting", 1, 1, nc::SuperTwisting({.period = h, .form = nc::Form::compensated}));
  add("nested", 2, 1, nc::Nested({.period = h}));
  add("differentiator", 1, 3, nc::Differentiator({.order = 2, .period = h}));
  add("luenberger", 2, 2,
      nc::Luenberger({.A = A, .B = B, .C = C, .L = ns::Matrix{{0.5}, {1}}, .period = h}));
  add("observer", 2, 3,
      nc::SlidingObserver({.A = A,
                           .B = B,
                           .C = C,
                           .G = ns::Matrix{{1}, {0}},
                           .gain = ns::Vector{{1.0}},
                           .period = h}));
  add("lcs", 1, 3,
      nc::LcsObserver({.A = A,
                       .B = B,
                       .H = ns::Matrix{{0, 1}},
                       .J = ns::Matrix{{1.0}},
                       .C = C,
                       .L = ns::Matrix{{1}, {1}},
                       .period = h}));
  add("feedback", 2, 1, nc::StateFeedback{.K = ns::Matrix{{1, 2}}, .reference = [](double t) {
                                            return ns::Vec<2>(std::sin(t), 0);
                                          }});
  for (const nc::Form form : {nc::Form::implicit, nc::Form::explicit_euler})
    add(form == nc::Form::implicit ? "tracking" : "explicit tracking", 2, 1,
        nc::PassivityTracking(
            {.mass = [](ns::VectorIn) { return ns::Mat<1>::Identity(); },
             .bias = [](ns::VectorIn q, ns::VectorIn, ns::VectorIn) { return std::sin(q[0]); },
             .position = [](double t) { return std::sin(t); },
             .velocity = [](double t) { return std::cos(t); },
             .acceleration = [](double t) { return -std::sin(t); },
             .Lambda = ns::Matrix{{1}},
             .K = ns::Matrix{{2}},
             .gamma = ns::Vector{{0.5}},
             .period = h,
             .form = form}));
  for (int k = 0; k < 500; ++k) (void)loop.step();  // every solver has had its turn
  const ns::test::AllocationCounter counter;
  for (int k = 0; k < 500; ++k) (void)loop.step();
  EXPECT_EQ(counter.count(), 0);
}

}  // namespace
