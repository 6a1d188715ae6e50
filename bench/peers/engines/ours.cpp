// SPDX-License-Identifier: Apache-2.0
#include "bench/peers/engines/engine.hpp"

#include "nonsmooth/mechanics.hpp"

namespace nonsmooth::engines {
namespace {

class Ours final : public Engine {
 public:
  Ours(const Setup& setup, const Solver& solver)
      : forces_(std::make_shared<std::vector<Vec<3>>>(setup.items.size(), Vec<3>::Zero())) {
    Scene scene;
    scene.contact_law = {.restitution = setup.restitution, .friction = setup.ground_friction};
    scene.set_law("ball", "ball", {.restitution = setup.restitution, .friction = 0.0});
    scene.set_law("ball", "box",
                  {.restitution = setup.restitution, .friction = setup.box_friction});
    scene.add(Body{.shape = HalfSpace{}, .motion = Motion::fixed, .material = "ground"});
    for (std::size_t i = 0; i < setup.items.size(); ++i) {
      const Item& item = setup.items[i];
      Body body{.shape = Cuboid{item.half}, .material = "box", .mass = item.mass};
      if (item.ball) {
        body.shape = Sphere{item.half[0]};
        body.material = "ball";
      } else {
        body.force = [forces = forces_, i](double, const BodyState&) {
          return Wrench{.force = (*forces)[i]};
        };
      }
      body.position = item.position;
      scene.add(std::move(body));
    }
    simulator_.emplace(scene, SceneScheme{.step = setup.step, .solver = solver});
  }

  void push(int item, const Vec<3>& force) override {
    (*forces_)[static_cast<std::size_t>(item)] = force;
  }
  void step() override { static_cast<void>(simulator_->step()); }
  Vec<3> position(int item) const override { return simulator_->body(BodyId{item + 1}).position; }
  Vec<3> velocity(int item) const override { return simulator_->body(BodyId{item + 1}).velocity; }

 private:
  std::shared_ptr<std::vector<Vec<3>>> forces_;  // the scene is copied, its functions are not
  std::optional<SceneSimulator> simulator_;
};

}  // namespace

std::unique_ptr<Engine> make_ours(const Setup& setup) {
  return std::make_unique<Ours>(
      setup, Nsgs{.tolerance = 1e-4, .max_iterations = 200, .order = SweepOrder::coloured});
}

std::unique_ptr<Engine> make_ours_tight(const Setup& setup) {
  return std::make_unique<Ours>(setup, Auto{.tolerance = 1e-11});
}

}  // namespace nonsmooth::engines
