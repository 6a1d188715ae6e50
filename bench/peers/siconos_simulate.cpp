// SPDX-License-Identifier: Apache-2.0
// The simulations of `bench simulate` written for the C++ interface of Siconos 4.4. One case per
// run: prints steps, seconds per step (the smaller of wall and processor time) and the end state as
// one JSON object. Compiled by siconos_simulate.py.
#include <SiconosKernel.hpp>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

namespace {

using Steady = std::chrono::steady_clock;

class Stopwatch {
 public:
  Stopwatch() : wall_(Steady::now()), processor_(processor_seconds()) {}
  double seconds() const {
    const double wall = std::chrono::duration<double>(Steady::now() - wall_).count();
    const double processor = processor_seconds() - processor_;
    return wall < processor ? wall : processor;
  }

 private:
  static double processor_seconds() {
    timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
  }
  Steady::time_point wall_;
  double processor_;
};

void print(const std::string& name, long steps, double seconds, const std::vector<double>& end) {
  std::printf("{\"case\": \"%s\", \"steps\": %ld, \"seconds\": %.9g, \"end\": [", name.c_str(),
              steps, seconds);
  for (std::size_t i = 0; i < end.size(); ++i) std::printf("%s%.17g", i == 0 ? "" : ", ", end[i]);
  std::printf("]}\n");
}

long advance(TimeStepping& simulation, long most) {
  long steps = 0;
  while (simulation.hasNextEvent() && steps < most) {
    simulation.computeOneStep();
    simulation.nextStep();
    ++steps;
  }
  return steps;
}

SP::LagrangianLinearTIDS bead(double height, double inertia) {
  auto mass = std::make_shared<SimpleMatrix>(3, 3);
  mass->zero();
  (*mass)(0, 0) = (*mass)(1, 1) = 1.0;
  (*mass)(2, 2) = inertia;
  auto q = std::make_shared<SiconosVector>(3), v = std::make_shared<SiconosVector>(3),
       weight = std::make_shared<SiconosVector>(3);
  q->zero();
  v->zero();
  weight->zero();
  (*q)(0) = height;
  (*weight)(0) = -9.81;
  auto system = std::make_shared<LagrangianLinearTIDS>(q, v, mass);
  system->setFExtPtr(weight);
  return system;
}

SP::Interaction contact(double e, const std::vector<double>& row, double offset) {
  auto H = std::make_shared<SimpleMatrix>(1, static_cast<unsigned>(row.size()));
  for (unsigned j = 0; j < row.size(); ++j) (*H)(0, j) = row[j];
  auto b = std::make_shared<SiconosVector>(1);
  (*b)(0) = offset;
  return std::make_shared<Interaction>(std::make_shared<NewtonImpactNSL>(e),
                                       std::make_shared<LagrangianLinearTIR>(H, b));
}

void ball() {
  const double end = 10.0, step = 5e-3;
  auto system = bead(1.0, 0.004);
  auto all = std::make_shared<NonSmoothDynamicalSystem>(0.0, end);
  all->insertDynamicalSystem(system);
  all->link(contact(0.9, {1, 0, 0}, 0.0), system);
  auto simulation =
      std::make_shared<TimeStepping>(all, std::make_shared<TimeDiscretisation>(0.0, step),
                                     std::make_shared<MoreauJeanOSI>(0.5), std::make_shared<LCP>());
  const Stopwatch watch;
  const long steps = advance(*simulation, 1L << 40);
  print("ball", steps, watch.seconds(), {(*system->q())(0), (*system->velocity())(0)});
}

void events() {
  const double end = 8.5, step = 5e-3;
  auto system = bead(1.0, 0.006);
  auto all = std::make_shared<NonSmoothDynamicalSystem>(0.0, end);
  all->insertDynamicalSystem(system);
  all->link(contact(0.9, {1, 0, 0}, 0.0), system);
  auto simulation =
      std::make_shared<EventDriven>(all, std::make_shared<TimeDiscretisation>(0.0, step));
  simulation->insertIntegrator(std::make_shared<LsodarOSI>());
  simulation->insertNonSmoothProblem(std::make_shared<LCP>(), SICONOS_OSNSP_ED_IMPACT);
  simulation->insertNonSmoothProblem(std::make_shared<LCP>(), SICONOS_OSNSP_ED_SMOOTH_ACC);
  const Stopwatch watch;
  long count = 0;
  while (simulation->hasNextEvent()) {
    simulation->advanceToEvent();
    simulation->processEvents();
    ++count;
  }
  print("events", count, watch.seconds(), {(*system->q())(0), (*system->velocity())(0)});
}

void first_order(const std::string& name) {
  const bool bridge = name == "diode_bridge";
  const double L = 1e-2, C = 1e-6, R = 1e3, step = bridge ? 1e-6 : 1e-4, end = bridge ? 5e-3 : 1.0;
  const unsigned m = bridge ? 4 : 2;
  auto x = std::make_shared<SiconosVector>(2);
  auto A = std::make_shared<SimpleMatrix>(2, 2), B = std::make_shared<SimpleMatrix>(2, m),
       output = std::make_shared<SimpleMatrix>(m, 2), D = std::make_shared<SimpleMatrix>(m, m);
  for (auto* matrix : {&A, &B, &output, &D}) (*matrix)->zero();
  x->zero();
  if (bridge) {
    (*x)(0) = 10;
    (*A)(0, 1) = -1 / C;
    (*A)(1, 0) = 1 / L;
    (*B)(0, 2) = -1 / C;
    (*B)(0, 3) = 1 / C;
    (*output)(2, 0) = -1;
    (*output)(3, 0) = 1;
    (*D)(0, 0) = (*D)(0, 1) = (*D)(1, 0) = (*D)(1, 1) = 1 / R;
    (*D)(0, 2) = (*D)(1, 3) = -1;
    (*D)(2, 0) = (*D)(3, 1) = 1;
  } else {
    (*x)(0) = 1;
    (*x)(1) = -1;
    (*B)(0, 0) = (*B)(1, 1) = 2;
    (*output)(0, 0) = (*output)(1, 1) = 1;
  }
  auto system = std::make_shared<FirstOrderLinearDS>(x, A);
  auto relation = std::make_shared<FirstOrderLinearTIR>(output, B);
  if (bridge) relation->setDPtr(D);
  SP::NonSmoothLaw law;
  SP::OneStepNSProblem problem;
  if (bridge) {
    law = std::make_shared<ComplementarityConditionNSL>(m);
    problem = std::make_shared<LCP>();
  } else {
    law = std::make_shared<RelayNSL>(m);
    problem = std::make_shared<Relay>();
  }
  auto all = std::make_shared<NonSmoothDynamicalSystem>(0.0, end);
  all->insertDynamicalSystem(system);
  all->link(std::make_shared<Interaction>(law, relation), system);
  auto simulation =
      std::make_shared<TimeStepping>(all, std::make_shared<TimeDiscretisation>(0.0, step),
                                     std::make_shared<EulerMoreauOSI>(0.5), problem);
  const Stopwatch watch;
  const long steps = advance(*simulation, 1L << 40);
  print(name, steps, watch.seconds(), {(*system->x())(0), (*system->x())(1)});
}

void beads(const std::string& name, int count, long most) {
  const bool rest = name == "beads_at_rest";
  const double radius = 0.1, step = 5e-4, gap = rest ? -1e-9 : 1e-3,
               clearance = rest ? -1e-9 : 0.05;
  auto all =
      std::make_shared<NonSmoothDynamicalSystem>(0.0, (static_cast<double>(most) + 1.5) * step);
  std::vector<SP::LagrangianLinearTIDS> column;
  for (int i = 0; i < count; ++i) {
    column.push_back(bead(radius + clearance + i * (2 * radius + gap), 0.6 * radius * radius));
    all->insertDynamicalSystem(column.back());
  }
  const double e = rest ? 0.0 : 0.9;
  all->link(contact(e, {1, 0, 0}, -radius), column[0]);
  for (std::size_t i = 0; i + 1 < column.size(); ++i)
    all->link(contact(e, {-1, 0, 0, 1, 0, 0}, -2 * radius), column[i], column[i + 1]);
  auto simulation =
      std::make_shared<TimeStepping>(all, std::make_shared<TimeDiscretisation>(0.0, step),
                                     std::make_shared<MoreauJeanOSI>(0.5), std::make_shared<LCP>());
  const Stopwatch watch;
  const long steps = advance(*simulation, most);
  print(name, steps, watch.seconds(), {(*column.front()->q())(0), (*column.back()->q())(0)});
}

}  // namespace

int main(int argc, char** argv) {
  const std::string name = argc > 1 ? argv[1] : "";
  if (name == "ball")
    ball();
  else if (name == "events")
    events();
  else if (name == "diode_bridge" || name == "relay")
    first_order(name);
  else if (name.rfind("beads", 0) == 0 && argc > 3)
    beads(name, std::atoi(argv[2]), std::atol(argv[3]));
  else
    return 2;
  return 0;
}
