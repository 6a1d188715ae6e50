// SPDX-License-Identifier: Apache-2.0
// DART with its own collision detection and its default solver (boxed LCP, Dantzig); friction is a
// pyramid. Coefficients of a pair: the smaller friction, the product of restitutions.
#include "bench/peers/engines/engine.hpp"

#include <dart/collision/dart/DARTCollisionDetector.hpp>
#include <dart/constraint/ConstraintSolver.hpp>
#include <dart/dynamics/BoxShape.hpp>
#include <dart/dynamics/FreeJoint.hpp>
#include <dart/dynamics/Skeleton.hpp>
#include <dart/dynamics/SphereShape.hpp>
#include <dart/dynamics/WeldJoint.hpp>
#include <dart/simulation/World.hpp>

namespace nonsmooth::engines {
namespace {

class Dart final : public Engine {
 public:
  explicit Dart(const Setup& setup) : world_(dart::simulation::World::create()) {
    world_->setTimeStep(setup.step);
    world_->setGravity({0, 0, -9.81});
    world_->getConstraintSolver()->setCollisionDetector(
        dart::collision::DARTCollisionDetector::create());
    const auto ground = dart::dynamics::Skeleton::create("ground");
    auto* base = ground->createJointAndBodyNodePair<dart::dynamics::WeldJoint>().second;
    dress(*base, std::make_shared<dart::dynamics::BoxShape>(Eigen::Vector3d(400, 400, 2)),
          setup.ground_friction, 1.0);
    Eigen::Isometry3d below = Eigen::Isometry3d::Identity();
    below.translation()[2] = -1.0;
    base->getParentJoint()->setTransformFromParentBodyNode(below);
    world_->addSkeleton(ground);
    for (const Item& item : setup.items) add(item, setup);
    forces_.resize(setup.items.size(), Vec<3>::Zero());
  }

  void push(int item, const Vec<3>& force) override {
    forces_[static_cast<std::size_t>(item)] = force;
  }
  void step() override {
    for (std::size_t i = 0; i < forces_.size(); ++i)
      if (!forces_[i].isZero(0.0)) bodies_[i]->addExtForce(forces_[i]);
    world_->step();
  }
  Vec<3> position(int item) const override {
    return bodies_[static_cast<std::size_t>(item)]->getTransform().translation();
  }
  Vec<3> velocity(int item) const override {
    return bodies_[static_cast<std::size_t>(item)]->getLinearVelocity();
  }

 private:
  static void dress(dart::dynamics::BodyNode& body, const dart::dynamics::ShapePtr& shape,
                    double friction, double restitution) {
    auto* node =
        body.createShapeNodeWith<dart::dynamics::CollisionAspect, dart::dynamics::DynamicsAspect>(
            shape);
    node->getDynamicsAspect()->setFrictionCoeff(friction);
    node->getDynamicsAspect()->setRestitutionCoeff(restitution);
  }

  void add(const Item& item, const Setup& setup) {
    const auto skeleton = dart::dynamics::Skeleton::create("item" + std::to_string(bodies_.size()));
    auto [joint, body] = skeleton->createJointAndBodyNodePair<dart::dynamics::FreeJoint>();
    dart::dynamics::ShapePtr shape;
    if (item.ball)
      shape = std::make_shared<dart::dynamics::SphereShape>(item.half[0]);
    else
      shape = std::make_shared<dart::dynamics::BoxShape>(Eigen::Vector3d(2.0 * item.half));
    dress(*body, shape, item.ball ? setup.ground_friction : setup.box_friction,
          setup.restitution > 0.0 ? 1.0 : 0.0);
    dart::dynamics::Inertia inertia;
    inertia.setMass(item.mass);
    inertia.setMoment(shape->computeInertia(item.mass));
    body->setInertia(inertia);
    Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
    pose.translation() = item.position;
    joint->setTransform(pose);
    world_->addSkeleton(skeleton);
    bodies_.push_back(body);
  }

  dart::simulation::WorldPtr world_;
  std::vector<dart::dynamics::BodyNode*> bodies_;
  std::vector<Vec<3>> forces_;
};

}  // namespace

std::unique_ptr<Engine> make_dart(const Setup& setup) { return std::make_unique<Dart>(setup); }

}  // namespace nonsmooth::engines
