// SPDX-License-Identifier: Apache-2.0
#include "mechanics/detector.hpp"

#include <algorithm>
#include <atomic>
#include <tuple>

namespace nonsmooth {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// bodies or pairs one worker takes at a time; fixed, so that the pieces do not depend on the
// workers
constexpr int piece_size = 128;

auto key(const SceneContact& contact) { return std::tuple(contact.a, contact.b, contact.feature); }

Vec<3> point_velocity(const SceneState& state, const std::vector<Pose>& poses, int body,
                      const Vec<3>& point) {
  return state.velocity[at(body)] +
         poses[at(body)].rotation *
             state.angular_velocity[at(body)].cross(
                 poses[at(body)].direction_in_body(point - state.centre[at(body)]));
}

}  // namespace

double normal_velocity(const SceneState& state, const std::vector<Pose>& poses,
                       const SceneContact& contact) {
  return contact.normal.dot(point_velocity(state, poses, contact.a, contact.point) -
                            point_velocity(state, poses, contact.b, contact.point));
}

Detector::Detector(const Scene& scene) {
  for (const Joint& joint : scene.joints())
    if (joint.b.valid())
      joined_.emplace_back(std::min(joint.a.index, joint.b.index),
                           std::max(joint.a.index, joint.b.index));
  std::sort(joined_.begin(), joined_.end());
}

bool Detector::may_meet(const Scene& scene, const Bodies& bodies, const SceneState& state, int i,
                        int j) const {
  if (!bodies.dynamic(i) && !bodies.dynamic(j)) return false;
  if (state.present[at(i)] == 0 || state.present[at(j)] == 0) return false;
  const Body &a = scene.bodies()[at(i)], &b = scene.bodies()[at(j)];
  if ((a.group & b.collides_with) == 0 || (b.group & a.collides_with) == 0) return false;
  return !std::binary_search(joined_.begin(), joined_.end(), std::pair(i, j));
}

void Detector::narrow(const Scene& scene, const Bodies& bodies, double h, const SceneState& state,
                      int i, int j, std::span<const unsigned char> moved, ContactBuffer& buffer,
                      std::vector<SceneContact>& found) const {
  // what stands still touches where it did
  const auto still = [&](int k) {
    return state.at_rest[at(k)] != 0 || scene.bodies()[at(k)].motion == Motion::fixed ||
           (!moved.empty() && moved[at(k)] == 0);
  };
  if (still(i) && still(j)) {
    const auto less = [](const SceneContact& contact, const std::pair<int, int>& pair) {
      return std::pair(contact.a, contact.b) < pair;
    };
    auto old =
        std::lower_bound(state.contacts.begin(), state.contacts.end(), std::pair(i, j), less);
    for (; old != state.contacts.end() && old->a == i && old->b == j; ++old) found.push_back(*old);
    return;
  }
  buffer.points.clear();
  find_contacts(scene.bodies()[at(i)].shape, poses_[at(i)], scene.bodies()[at(j)].shape,
                poses_[at(j)], reach_[at(i)] + reach_[at(j)], buffer);
  const double size = std::min(bodies.dynamic(i) ? bodies.extent[at(i)] : infinity,
                               bodies.dynamic(j) ? bodies.extent[at(j)] : infinity);
  // what others may throw at each other within the step; not every corner of a rock on the ground
  const bool bounces =
      ((bodies.dynamic(i) && bodies.dynamic(j)) || buffer.points.size() <= 2) &&
      laws_[at(bodies.material[at(i)]) * bodies.materials.size() + at(bodies.material[at(j)])]
              .restitution > 0.0;
  // what forces can close within a step, and a little more so that contacts at rest stay
  const double near = 2.0 * h * h * scene.gravity.norm() + 1e-6 * size;
  const std::size_t first = found.size();
  for (const ContactPoint& point : buffer.points) {
    SceneContact contact;
    contact.a = i;
    contact.b = j;
    contact.feature = point.feature;
    contact.point = 0.5 * (point.on_a + point.on_b);
    contact.normal = point.normal;
    contact.gap = point.gap;
    contact.impulse.setZero();
    contact.moment.setZero();
    const double closing = -normal_velocity(state, poses_, contact);
    if (bounces || contact.gap <= near + 2.0 * h * std::max(0.0, closing)) found.push_back(contact);
  }
  std::sort(found.begin() + static_cast<std::ptrdiff_t>(first), found.end(),
            [](const SceneContact& x, const SceneContact& y) { return x.feature < y.feature; });
}

void Detector::keep_impulses(const std::vector<SceneContact>& before,
                             std::vector<SceneContact>& contacts) const {
  auto old = before.begin();
  for (SceneContact& contact : contacts) {
    while (old != before.end() && key(*old) < key(contact)) ++old;
    if (old == before.end()) return;
    if (key(*old) != key(contact)) continue;
    contact.impulse = old->impulse;
    contact.moment = old->moment;
  }
}

void Detector::place(const Scene& scene, const Bodies& bodies, const SceneState& state) {
  poses_.resize(scene.bodies().size());
  for (std::size_t i = 0; i < poses_.size(); ++i) poses_[i] = frame_pose(bodies, state, i);
}

double Detector::depth(const Scene& scene, const Bodies& bodies, const SceneState& state, int body,
                       std::span<const int> others) {
  const Shape& shape = scene.bodies()[at(body)].shape;
  const Pose pose = frame_pose(bodies, state, at(body));
  const Aabb box = bounds(shape, pose);
  if (buffers_.empty()) buffers_.resize(1);
  double most = 0.0;
  for (const int other : others) {
    const Shape& there = scene.bodies()[at(other)].shape;
    if (!may_meet(scene, bodies, state, std::min(body, other), std::max(body, other))) continue;
    if (!bounds(there, poses_[at(other)]).overlaps(box)) continue;
    buffers_[0].points.clear();
    find_contacts(shape, pose, there, poses_[at(other)], 0.0, buffers_[0]);
    for (const ContactPoint& point : buffers_[0].points) most = std::max(most, -point.gap);
  }
  return most;
}

bool Detector::has_entered(const Scene& scene, const Bodies& bodies, const SceneState& state,
                           int body, const Vec<3>& from, std::span<const int> others) const {
  const Vec<3>& to = state.centre[at(body)];
  return std::any_of(others.begin(), others.end(), [&](int other) {
    return may_meet(scene, bodies, state, std::min(body, other), std::max(body, other)) &&
           ray_hit(scene.bodies()[at(other)].shape, poses_[at(other)], from, to).has_value();
  });
}

void Detector::detect(const Scene& scene, const Bodies& bodies, double h, SceneState& state,
                      Workers& workers, std::span<const unsigned char> moved) {
  const int n = bodies.count();
  poses_.resize(at(n));
  boxes_.resize(at(n));
  reach_.resize(at(n));
  const double fall = h * h * scene.gravity.norm();
  workers.for_pieces(n, piece_size, [&](int begin, int end) {
    for (std::size_t i = at(begin); i < at(end); ++i) {
      const Vec<3>& omega = state.angular_velocity[i];
      poses_[i] = frame_pose(bodies, state, i);
      const double spin = omega.norm() == 0.0 ? 0.0 : omega.norm() * bodies.radius[i];
      reach_[i] =
          scene.bodies()[i].motion == Motion::fixed
              ? 0.0
              : 2.0 * (h * (state.velocity[i].norm() + spin) + fall) + 1e-6 * bodies.extent[i];
      boxes_[i] = state.present[i] == 0
                      ? Aabb{}
                      : bounds(scene.bodies()[i].shape, poses_[i]).grown(reach_[i]);
    }
  });
  const std::span<const std::pair<int, int>> pairs = broad_.pairs(boxes_);

  const int pieces = (static_cast<int>(pairs.size()) + piece_size - 1) / piece_size;
  if (pieces_.size() < at(pieces)) pieces_.resize(at(pieces));
  if (buffers_.size() < at(workers.threads())) buffers_.resize(at(workers.threads()));
  std::atomic<int> next_piece = 0;
  workers.run([&](int worker) {
    for (int piece = next_piece++; piece < pieces; piece = next_piece++) {
      pieces_[at(piece)].clear();
      const std::size_t end = std::min(at(piece + 1) * piece_size, pairs.size());
      for (std::size_t k = at(piece) * piece_size; k < end; ++k)
        if (const auto [i, j] = pairs[k]; may_meet(scene, bodies, state, i, j))
          narrow(scene, bodies, h, state, i, j, moved, buffers_[at(worker)], pieces_[at(piece)]);
    }
  });
  fresh_.clear();
  for (int piece = 0; piece < pieces; ++piece)
    fresh_.insert(fresh_.end(), pieces_[at(piece)].begin(), pieces_[at(piece)].end());
  keep_impulses(state.contacts, fresh_);
  state.contacts.swap(fresh_);
}

}  // namespace nonsmooth
