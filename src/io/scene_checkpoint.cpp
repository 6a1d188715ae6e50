// SPDX-License-Identifier: Apache-2.0
// A SceneState as a row of numbers and back. Members are listed by structured binding: one that is
// added does not compile here until it is listed, for a checkpoint that forgets something is none.
#include "io/scene_run_format.hpp"

#include <cmath>

namespace nonsmooth::io::scene_format {
namespace {

constexpr double largest_count = 9e15;  // a double holds every whole number below

struct Packer {
  std::vector<double>& numbers;
  bool sound = true;

  void number(const double& value) { numbers.push_back(value); }
  template <class Integer>
  void whole(const Integer& value) {
    numbers.push_back(static_cast<double>(value));
  }
  // 64 bits are more than a double holds
  void bits(const std::uint64_t& value) {
    whole(value >> 32);
    whole(value & 0xffffffffu);
  }
  template <class List>
  void size(const List& list) {
    whole(list.size());
  }
};

struct Unpacker {
  const std::vector<double>& numbers;
  std::size_t at = 0;
  bool sound = true;

  double next() {
    if (at >= numbers.size()) sound = false;
    return sound ? numbers[at++] : 0.0;
  }
  void number(double& value) { value = next(); }
  template <class Integer>
  void whole(Integer& value) {
    const double found = next();
    if (!(std::abs(found) < largest_count)) sound = false;
    value = sound ? static_cast<Integer>(found) : Integer{};
  }
  void bits(std::uint64_t& value) {
    std::uint64_t high = 0, low = 0;
    whole(high);
    whole(low);
    value = high << 32 | low;
  }
  // every entry takes a number at least: what is not there is not allocated
  template <class List>
  void size(List& list) {
    std::size_t count = 0;
    whole(count);
    if (count > numbers.size() - at) sound = false;
    list.resize(sound ? count : 0);
  }
};

template <class Walker, class Vectors>
void vectors(Walker& walk, Vectors& list) {
  walk.size(list);
  for (auto& vector : list)
    for (auto& value : vector) walk.number(value);
}

template <class Walker, class Contact>
void contact(Walker& walk, Contact& each) {
  auto& [a, b, feature, point, normal, gap, impulse, moment] = each;
  walk.whole(a);
  walk.whole(b);
  walk.bits(feature);
  walk.number(gap);
  for (auto* vector : {&point, &normal, &impulse, &moment})
    for (auto& value : *vector) walk.number(value);
}

template <class Walker, class AnyState>
void for_each_number(Walker& walk, AnyState& state) {
  auto& [t, step, centre, orientation, velocity, angular_velocity, contacts, joint_impulses,
         joint_memory, present, at_rest, energy] = state;
  auto& [kinetic, potential, initial, forces, driven, normal, tangential, joints, projection,
         settled] = energy;
  walk.number(t);
  walk.whole(step);
  for (auto* each : {&kinetic, &potential, &initial, &forces, &driven, &normal, &tangential,
                     &joints, &projection, &settled})
    walk.number(*each);
  vectors(walk, centre);
  vectors(walk, orientation);
  vectors(walk, velocity);
  vectors(walk, angular_velocity);
  walk.size(contacts);
  for (auto& each : contacts) contact(walk, each);
  for (auto* each : {&joint_impulses, &joint_memory}) {
    walk.size(*each);
    for (auto& value : *each) walk.number(value);
  }
  for (auto* each : {&present, &at_rest}) {
    walk.size(*each);
    for (auto& value : *each) walk.whole(value);
  }
}

}  // namespace

std::vector<double> pack(const SceneState& state, double time) {
  std::vector<double> numbers{time};
  Packer packer{numbers};
  for_each_number(packer, state);
  return numbers;
}

bool unpack(const std::vector<double>& numbers, SceneState& state, double& time) {
  Unpacker unpacker{numbers};
  unpacker.number(time);
  for_each_number(unpacker, state);
  const std::size_t bodies = state.centre.size();
  return unpacker.sound && unpacker.at == numbers.size() && state.orientation.size() == bodies &&
         state.velocity.size() == bodies && state.angular_velocity.size() == bodies;
}

}  // namespace nonsmooth::io::scene_format
