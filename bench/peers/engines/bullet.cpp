// SPDX-License-Identifier: Apache-2.0
// Bullet in double precision, sequential impulses: 10 iterations as it comes, and 500.
#include "bench/peers/engines/engine.hpp"

#include <btBulletDynamicsCommon.h>

namespace nonsmooth::engines {
namespace {

btVector3 to(const Vec<3>& v) { return {v[0], v[1], v[2]}; }
Vec<3> from(const btVector3& v) { return {v.x(), v.y(), v.z()}; }

class Bullet final : public Engine {
 public:
  Bullet(const Setup& setup, int iterations)
      : step_(setup.step),
        dispatcher_(&configuration_),
        world_(&dispatcher_, &broad_phase_, &solver_, &configuration_) {
    world_.setGravity({0, 0, -9.81});
    world_.getSolverInfo().m_numIterations = iterations;
    world_.getSolverInfo().m_restitutionVelocityThreshold = 0.0;
    // coefficients of a pair are products
    const double ball = setup.ground_friction;
    add(std::make_unique<btStaticPlaneShape>(btVector3(0, 0, 1), 0), 0.0, Vec<3>::Zero(), 1.0, 1.0);
    for (const Item& item : setup.items) {
      if (item.ball)
        add(std::make_unique<btSphereShape>(item.half[0]), item.mass, item.position, ball,
            setup.restitution);
      else
        add(std::make_unique<btBoxShape>(to(item.half)), item.mass, item.position,
            ball > 0.0 ? setup.box_friction / ball : 0.0, setup.restitution);
    }
    forces_.resize(setup.items.size(), Vec<3>::Zero());
  }
  ~Bullet() override {
    for (const auto& body : bodies_) world_.removeRigidBody(body.get());
  }

  void push(int item, const Vec<3>& force) override {
    forces_[static_cast<std::size_t>(item)] = force;
  }
  void step() override {
    for (std::size_t i = 0; i < forces_.size(); ++i)
      bodies_[i + 1]->applyCentralForce(to(forces_[i]));
    world_.stepSimulation(step_, 0);
  }
  Vec<3> position(int item) const override { return from(body(item).getCenterOfMassPosition()); }
  Vec<3> velocity(int item) const override { return from(body(item).getLinearVelocity()); }

 private:
  const btRigidBody& body(int item) const { return *bodies_[static_cast<std::size_t>(item) + 1]; }
  void add(std::unique_ptr<btCollisionShape> shape, double mass, const Vec<3>& position,
           double friction, double restitution) {
    btVector3 inertia(0, 0, 0);
    if (mass > 0.0) shape->calculateLocalInertia(mass, inertia);
    btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, shape.get(), inertia);
    info.m_startWorldTransform.setIdentity();
    info.m_startWorldTransform.setOrigin(to(position));
    info.m_friction = friction;
    info.m_restitution = restitution;
    bodies_.push_back(std::make_unique<btRigidBody>(info));
    bodies_.back()->setActivationState(DISABLE_DEACTIVATION);
    shapes_.push_back(std::move(shape));
    world_.addRigidBody(bodies_.back().get());
  }

  double step_;
  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_;
  btDbvtBroadphase broad_phase_;
  btSequentialImpulseConstraintSolver solver_;
  btDiscreteDynamicsWorld world_;
  std::vector<std::unique_ptr<btCollisionShape>> shapes_;
  std::vector<std::unique_ptr<btRigidBody>> bodies_;
  std::vector<Vec<3>> forces_;
};

}  // namespace

std::unique_ptr<Engine> make_bullet(const Setup& setup) {
  return std::make_unique<Bullet>(setup, 10);
}
std::unique_ptr<Engine> make_bullet_patient(const Setup& setup) {
  return std::make_unique<Bullet>(setup, 500);
}

}  // namespace nonsmooth::engines
