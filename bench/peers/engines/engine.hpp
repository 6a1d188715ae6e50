// SPDX-License-Identifier: Apache-2.0
// Rigid-body engines behind one face, for scenes that all of them can hold: balls and boxes over a
// ground at z = 0. One source file per engine, none of them sees another's headers.
#pragma once

#include "nonsmooth/base/types.hpp"

#include <memory>
#include <string>
#include <vector>

namespace nonsmooth::engines {

struct Item {
  bool ball = true;
  Vec<3> half = Vec<3>::Zero();  ///< of a box; a ball has its radius in the first entry
  double mass = 1.0;             ///< kg, spread evenly
  Vec<3> position = Vec<3>::Zero();
};

struct Setup {
  std::vector<Item> items{};
  double ground_friction = 0.0;  ///< balls on the ground
  double box_friction = 0.0;     ///< balls under boxes
  double restitution = 0.0;
  double step = 1e-3;
};

class Engine {
 public:
  virtual ~Engine() = default;
  /// Forces on item i for all steps to come, N, at its centre.
  virtual void push(int item, const Vec<3>& force) = 0;
  virtual void step() = 0;
  virtual Vec<3> position(int item) const = 0;
  virtual Vec<3> velocity(int item) const = 0;
};

struct Maker {
  std::string name;
  std::unique_ptr<Engine> (*make)(const Setup& setup);
};

std::unique_ptr<Engine> make_ours(const Setup& setup);
std::unique_ptr<Engine> make_ours_tight(const Setup& setup);
std::unique_ptr<Engine> make_bullet(const Setup& setup);
std::unique_ptr<Engine> make_bullet_patient(const Setup& setup);
std::unique_ptr<Engine> make_ode_quick(const Setup& setup);
std::unique_ptr<Engine> make_ode_direct(const Setup& setup);
std::unique_ptr<Engine> make_dart(const Setup& setup);

}  // namespace nonsmooth::engines
