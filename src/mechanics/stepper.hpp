// SPDX-License-Identifier: Apache-2.0
// One step of a scene; the stages are in the order of nonsmooth/mechanics/run.hpp. stepper.cpp
// holds the step, projection.cpp what follows it, changes.cpp what users do between steps.
#pragma once

#include "mechanics/blocks.hpp"
#include "mechanics/detector.hpp"
#include "mechanics/equilibrium.hpp"
#include "mechanics/joints.hpp"

namespace nonsmooth {

class SceneSimulator::Stepper {
 public:
  Stepper(const Scene& scene, SceneScheme scheme);

  SceneReport step();
  void restart(const SceneState& state);
  BodyId add(Body body);
  void set_present(int body, bool present);
  void set_velocity(int body, const Vec<3>& velocity, const Vec<3>& angular_velocity);

  Scene scene;
  SceneScheme scheme;
  Bodies bodies;
  SceneState state;
  FlightRecorder* recorder = nullptr;

 private:
  void predict();
  void assemble();
  void add_contact(int number);
  void choose_resting();
  void solve(SceneReport& report);
  bool pass_on_impacts();
  void settle();
  void account();
  void correct();
  void hold_back(std::size_t body, const Vec<3>& from);
  void detect();
  bool violated(SceneReport& report) const;
  void project(SceneReport& report);
  void wake_all();
  void compile_laws();
  double tolerance() const;
  /// Depth or gap of a contact that counts as touching, m.
  double touching(const SceneContact& contact) const;

  Joints joints_;
  Detector detector_;
  Workers workers_;
  Blocks blocks_, position_blocks_;
  Islands islands_, position_islands_;
  Equilibrium equilibrium_;
  std::vector<Vec<6>> v0_, v_free_, v_;  // per body
  std::vector<Vec<6>> shift_;            // of a projection
  std::vector<unsigned char> skip_, again_, position_skip_, restless_, still_;
  struct PassedOn {
    double gap;   // 0: nothing to pass on
    double bias;  // if others close the contact
  };
  std::vector<PassedOn> passed_on_;  // per contact
  std::vector<ContactLaw> laws_;     // of pairs of materials
  std::vector<AnyLaw> block_laws_;
  Solver solver_;
  int dimension_ = 3;
};

}  // namespace nonsmooth
