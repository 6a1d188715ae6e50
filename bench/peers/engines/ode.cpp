// SPDX-License-Identifier: Apache-2.0
// ODE: the iterative step (20 iterations as it comes) and the direct one (Dantzig); friction is a
// pyramid along the axes of the contact.
#include "bench/peers/engines/engine.hpp"

#include <ode/ode.h>

namespace nonsmooth::engines {
namespace {

Vec<3> from(const dReal* v) { return {v[0], v[1], v[2]}; }

class Ode final : public Engine {
 public:
  Ode(const Setup& setup, bool quick) : setup_(setup), quick_(quick) {
    dInitODE2(0);
    world_ = dWorldCreate();
    space_ = dHashSpaceCreate(nullptr);
    group_ = dJointGroupCreate(0);
    dWorldSetGravity(world_, 0, 0, -9.81);
    dWorldSetContactMaxCorrectingVel(world_, 1.0);
    ground_ = dCreatePlane(space_, 0, 0, 1, 0);
    for (const Item& item : setup.items) {
      const dBodyID body = dBodyCreate(world_);
      dMass mass;
      dGeomID geometry;
      if (item.ball) {
        dMassSetSphereTotal(&mass, item.mass, item.half[0]);
        geometry = dCreateSphere(space_, item.half[0]);
      } else {
        dMassSetBoxTotal(&mass, item.mass, 2 * item.half[0], 2 * item.half[1], 2 * item.half[2]);
        geometry = dCreateBox(space_, 2 * item.half[0], 2 * item.half[1], 2 * item.half[2]);
      }
      dBodySetMass(body, &mass);
      dGeomSetBody(geometry, body);
      dBodySetPosition(body, item.position[0], item.position[1], item.position[2]);
      bodies_.push_back(body);
    }
    forces_.resize(setup.items.size(), Vec<3>::Zero());
  }
  ~Ode() override {
    dJointGroupDestroy(group_);
    dSpaceDestroy(space_);
    dWorldDestroy(world_);
    dCloseODE();
  }

  void push(int item, const Vec<3>& force) override {
    forces_[static_cast<std::size_t>(item)] = force;
  }
  void step() override {
    for (std::size_t i = 0; i < forces_.size(); ++i)
      dBodyAddForce(bodies_[i], forces_[i][0], forces_[i][1], forces_[i][2]);
    dSpaceCollide(space_, this, &on_near);
    if (quick_)
      dWorldQuickStep(world_, setup_.step);
    else
      dWorldStep(world_, setup_.step);
    dJointGroupEmpty(group_);
  }
  Vec<3> position(int item) const override {
    return from(dBodyGetPosition(bodies_[static_cast<std::size_t>(item)]));
  }
  Vec<3> velocity(int item) const override {
    return from(dBodyGetLinearVel(bodies_[static_cast<std::size_t>(item)]));
  }

 private:
  static void on_near(void* self, dGeomID a, dGeomID b) { static_cast<Ode*>(self)->touch(a, b); }
  void touch(dGeomID a, dGeomID b) {
    const bool box = dGeomGetClass(a) == dBoxClass || dGeomGetClass(b) == dBoxClass;
    const bool ground = a == ground_ || b == ground_;
    const double mu = ground ? setup_.ground_friction : box ? setup_.box_friction : 0.0;
    dContact contacts[8];
    const int count = dCollide(a, b, 8, &contacts[0].geom, sizeof(dContact));
    for (int i = 0; i < count; ++i) {
      contacts[i].surface = {};
      contacts[i].surface.mode = dContactApprox1 | dContactBounce;
      contacts[i].surface.mu = mu;
      contacts[i].surface.bounce = setup_.restitution;
      dJointAttach(dJointCreateContact(world_, group_, &contacts[i]), dGeomGetBody(a),
                   dGeomGetBody(b));
    }
  }

  Setup setup_;
  bool quick_;
  dWorldID world_;
  dSpaceID space_;
  dJointGroupID group_;
  dGeomID ground_;
  std::vector<dBodyID> bodies_;
  std::vector<Vec<3>> forces_;
};

}  // namespace

std::unique_ptr<Engine> make_ode_quick(const Setup& setup) {
  return std::make_unique<Ode>(setup, true);
}
std::unique_ptr<Engine> make_ode_direct(const Setup& setup) {
  return std::make_unique<Ode>(setup, false);
}

}  // namespace nonsmooth::engines
