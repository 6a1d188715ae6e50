// SPDX-License-Identifier: Apache-2.0
// Contacts of a state: which bodies are within reach of each other in the next step, where, and
// with which impulses the last step left them.
#pragma once

#include "mechanics/bodies.hpp"

#include "nonsmooth/base/parallel.hpp"
#include "nonsmooth/collide/broad_phase.hpp"
#include "nonsmooth/collide/contact.hpp"

#include <span>

namespace nonsmooth {

class Detector {
 public:
  explicit Detector(const Scene& scene);
  /// Laws of all pairs of materials, row by row. To be called before anything is detected.
  void use_laws(std::span<const ContactLaw> laws) { laws_.assign(laws.begin(), laws.end()); }

  /// Replaces state.contacts by those of its positions, in the order (a, b, feature); impulses go
  /// over from contacts of the same feature. Pairs that stand still keep theirs as they are, and so
  /// do those of bodies that have not `moved` since the last call (empty: all may have).
  void detect(const Scene& scene, const Bodies& bodies, double h, SceneState& state,
              Workers& workers, std::span<const unsigned char> moved = {});
  /// How deep a body is in others, 0 if it is outside of all.
  double depth(const Scene& scene, const Bodies& bodies, const SceneState& state, int body,
               std::span<const int> others);
  /// Whether the way of its centre of mass from a point to where it is leads into one of others.
  bool has_entered(const Scene& scene, const Bodies& bodies, const SceneState& state, int body,
                   const Vec<3>& from, std::span<const int> others) const;
  /// Sets the poses of a state alone.
  void place(const Scene& scene, const Bodies& bodies, const SceneState& state);
  const std::vector<Pose>& poses() const { return poses_; }

 private:
  bool may_meet(const Scene& scene, const Bodies& bodies, const SceneState& state, int i,
                int j) const;
  void narrow(const Scene& scene, const Bodies& bodies, double h, const SceneState& state, int i,
              int j, std::span<const unsigned char> moved, ContactBuffer& buffer,
              std::vector<SceneContact>& found) const;
  void keep_impulses(const std::vector<SceneContact>& before,
                     std::vector<SceneContact>& contacts) const;

  std::vector<std::pair<int, int>> joined_;  // bodies of one joint do not touch
  BroadPhase broad_;
  std::vector<ContactLaw> laws_;
  std::vector<Pose> poses_;
  std::vector<Aabb> boxes_;
  std::vector<double> reach_;
  std::vector<SceneContact> fresh_;
  std::vector<std::vector<SceneContact>> pieces_;  // of fixed ranges of pairs
  std::vector<ContactBuffer> buffers_;
};

/// Velocity of a minus that of b at a contact, along its normal.
double normal_velocity(const SceneState& state, const std::vector<Pose>& poses,
                       const SceneContact& contact);

}  // namespace nonsmooth
