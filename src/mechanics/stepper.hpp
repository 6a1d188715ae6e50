// SPDX-License-Identifier: Apache-2.0
// One step of a scene; the stages are in the order of nonsmooth/mechanics/run.hpp. stepper.cpp
// holds the step, rebounds.cpp impacts of several contacts, projection.cpp and ground.cpp what
// follows it, changes.cpp what users do between steps.
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
  /// A block for every contact, with the law that law(contact) names, filled by fill(block).
  template <class Law, class Fill>
  void add_contacts(Blocks& blocks, const Law& law, const Fill& fill) {
    constexpr int piece = 200;  // contacts a worker takes at a time
    const int count = static_cast<int>(state.contacts.size());
    const std::size_t first = blocks.list.size();
    for (int i = 0; i < count; ++i) {
      const SceneContact& contact = state.contacts[static_cast<std::size_t>(i)];
      blocks.add(contact.a, contact.b, law(contact), BlockKind::contact, i);
    }
    workers_.for_pieces(count, piece, [&](int begin, int end) {
      for (int i = begin; i < end; ++i) fill(blocks.list[first + static_cast<std::size_t>(i)]);
    });
  }
  std::size_t law_of(const SceneContact& contact) const;
  void fill_contact(Blocks::Block& block);
  void choose_resting();
  void solve(SceneReport& report);
  bool pass_on_impacts();
  bool release_wedged();
  void judge(IslandReport& report) const;
  void settle();
  void account();
  void correct();
  void hold_back(std::size_t body, const Vec<3>& from);
  void detect(std::span<const unsigned char> moved = {});
  bool violated(SceneReport& report) const;
  /// Islands with a body of `only`; empty: all.
  void project(SceneReport& report, std::span<const unsigned char> only = {});
  void find_surfaces();
  bool find_sunken();
  bool has_entered(int body) const;
  void lift_sunken(SceneReport& report);
  void go_back(int body);
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
  std::vector<Vec<6>> change_;           // of velocities in the step
  std::vector<Vec<6>> v0_, v_free_, v_;  // per body
  std::vector<Vec<6>> shift_;            // of a projection
  std::vector<unsigned char> moved_;     // by the last projection
  std::vector<int> surfaces_;            // bodies that are meshes or fields and do not give way
  std::vector<unsigned char> joined_, sunken_;  // per body: has a joint, is too deep in a surface
  std::vector<Vec<3>> start_centre_;            // of the step
  std::vector<Vec<4>> start_orientation_;
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
