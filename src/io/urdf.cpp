// SPDX-License-Identifier: Apache-2.0
// URDF: a tree of links, each with a frame, and joints from parent to child,
//
//   X_child = X_parent  origin(joint),     axis in the frame of the child.
//
// Links that fixed joints hold together become one body: mass m = sum m_i, centre of mass
// c = sum m_i c_i / m, inertia by the parallel axis theorem,
//
//   J = sum R_i J_i R_i^T + m_i (|d|^2 I - d d^T),   d = c_i - c.
//
// Format: http://wiki.ros.org/urdf/XML.
#include "nonsmooth/io/urdf.hpp"

#include "io/nearby_file.hpp"
#include "io/read_all.hpp"
#include "nonsmooth/base/error.hpp"
#include "nonsmooth/io/surface_files.hpp"

#include <console_bridge/console.h>
#include <urdf_parser/urdf_parser.h>

#include <algorithm>
#include <utility>

namespace nonsmooth::io {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

Vec<3> vector_of(const urdf::Vector3& v) { return {v.x, v.y, v.z}; }

Pose pose_of(const urdf::Pose& pose) {
  const urdf::Rotation& q = pose.rotation;
  return {vector_of(pose.position), rotation_matrix(Vec<4>(q.w, q.x, q.y, q.z))};
}

Vec<4> quaternion_of(const Mat<3>& rotation) {
  const Eigen::Quaterniond q(rotation);
  return {q.w(), q.x(), q.y(), q.z()};
}

// Takes down what urdfdom would print.
class Complaints final : public console_bridge::OutputHandler {
 public:
  Complaints() : before_(console_bridge::getOutputHandler()) {
    console_bridge::useOutputHandler(this);
  }
  ~Complaints() override { console_bridge::useOutputHandler(before_); }
  Complaints(const Complaints&) = delete;
  Complaints& operator=(const Complaints&) = delete;
  void log(const std::string& text, console_bridge::LogLevel level, const char*, int) override {
    if (level >= console_bridge::CONSOLE_BRIDGE_LOG_ERROR)
      text_ += (text_.empty() ? "" : "; ") + text;
  }
  const std::string& text() const { return text_; }

 private:
  console_bridge::OutputHandler* before_;
  std::string text_;
};

struct PointMass {
  double mass = 0.0;
  Vec<3> centre = Vec<3>::Zero();
  Mat<3> inertia = Mat<3>::Zero();
};

PointMass together(const std::vector<PointMass>& parts) {
  PointMass sum;
  for (const PointMass& part : parts) {
    sum.mass += part.mass;
    sum.centre += part.mass * part.centre;
  }
  if (sum.mass > 0.0) sum.centre /= sum.mass;
  for (const PointMass& part : parts) {
    const Vec<3> d = part.centre - sum.centre;
    sum.inertia +=
        part.inertia + part.mass * (d.squaredNorm() * Mat<3>::Identity() - d * d.transpose());
  }
  return sum;
}

// Links that move as one.
struct Group {
  std::string name;  // of the link nearest to the root
  Pose pose;         // of that link, world
  std::vector<PointMass> masses;
  Compound shapes;
};

// A joint between groups and where it is, world.
struct Connection {
  const urdf::Joint* joint;
  Pose place;
  int child, parent;
};

class RobotReader {
 public:
  RobotReader(const std::string& name, const std::filesystem::path& folder,
              const UrdfOptions& options)
      : name_(name), folder_(folder), options_(options) {}

  SceneFile read(const urdf::ModelInterface& model) {
    file_.title = model.getName();
    visit_tree(model.getRoot());
    for (std::size_t i = 0; i < groups_.size(); ++i) add_body(i);
    for (const Connection& connection : connections_) add_joint(connection);
    return std::move(file_);
  }

 private:
  [[noreturn]] void fail(const std::string& what) const { throw FileError(name_ + ": " + what); }

  // parents before children; a stack, because files decide how deep the tree is
  void visit_tree(const urdf::LinkConstSharedPtr& root) {
    struct Open {
      urdf::LinkConstSharedPtr link;
      Pose pose;
      int parent;
    };
    std::vector<Open> open{{root, Pose{}, -1}};
    while (!open.empty()) {
      const Open here = open.back();
      open.pop_back();
      const int group = group_of(*here.link, here.pose, here.parent);
      add_link(*here.link, groups_[at(group)].pose, here.pose, groups_[at(group)]);
      for (auto child = here.link->child_links.rbegin(); child != here.link->child_links.rend();
           ++child)
        open.push_back(
            {*child, here.pose * pose_of((*child)->parent_joint->parent_to_joint_origin_transform),
             group});
    }
  }

  int group_of(const urdf::Link& link, const Pose& pose, int parent) {
    const urdf::JointSharedPtr& joint = link.parent_joint;
    if (joint != nullptr && joint->type == urdf::Joint::FIXED) return parent;
    const int group = static_cast<int>(groups_.size());
    groups_.push_back({link.name, pose, {}, {}});
    if (joint != nullptr) connections_.push_back({joint.get(), pose, group, parent});
    return group;
  }

  void add_link(const urdf::Link& link, const Pose& frame, const Pose& pose, Group& group) {
    const Pose local{frame.point_in_body(pose.position),
                     frame.rotation.transpose() * pose.rotation};
    if (link.inertial != nullptr) {
      const urdf::Inertial& given = *link.inertial;
      const Pose place = local * pose_of(given.origin);
      Mat<3> J;
      J << given.ixx, given.ixy, given.ixz, given.ixy, given.iyy, given.iyz, given.ixz, given.iyz,
          given.izz;
      if (!(given.mass >= 0.0 && given.mass < infinity))
        fail("link '" + link.name + "': mass is " + std::to_string(given.mass) +
             "; it must be 0 or larger");
      const Mat<3> turned = place.rotation * J * place.rotation.transpose();
      group.masses.push_back(
          {given.mass, place.position, Mat<3>(0.5 * (turned + turned.transpose()))});
    }
    for (const urdf::CollisionSharedPtr& part : link.collision_array) {
      if (part == nullptr || part->geometry == nullptr) continue;
      group.shapes.poses.push_back(local * pose_of(part->origin));
      group.shapes.parts.push_back(shape_of(*part->geometry, link.name));
    }
  }

  Shape shape_of(const urdf::Geometry& geometry, const std::string& link) {
    switch (geometry.type) {
      case urdf::Geometry::SPHERE: return Sphere{static_cast<const urdf::Sphere&>(geometry).radius};
      case urdf::Geometry::BOX:
        return Cuboid{0.5 * vector_of(static_cast<const urdf::Box&>(geometry).dim)};
      case urdf::Geometry::CYLINDER: {
        const auto& cylinder = static_cast<const urdf::Cylinder&>(geometry);
        return Cylinder{cylinder.radius, 0.5 * cylinder.length};
      }
      case urdf::Geometry::MESH: return hull_of(static_cast<const urdf::Mesh&>(geometry), link);
    }
    fail("link '" + link + "': its geometry is of no kind that is known");
  }

  // package://name/path is looked for as path beside the file
  Shape hull_of(const urdf::Mesh& mesh, const std::string& link) {
    std::string file = mesh.filename;
    for (const std::string_view scheme : {"package://", "file://"})
      if (file.starts_with(scheme)) {
        file.erase(0, scheme.size());
        if (scheme == "package://") file.erase(0, std::min(file.size(), file.find('/') + 1));
      }
    std::vector<Vec<3>> points = read_mesh(nearby_file(folder_, file)).vertices();
    for (Vec<3>& point : points) point = point.cwiseProduct(vector_of(mesh.scale));
    file_.notes.push_back("link '" + link + "': the convex hull stands for the mesh " + file);
    return ConvexHull(points);
  }

  bool fixed(std::size_t group) const {
    if (group != 0) return false;
    if (options_.fixed_base) return *options_.fixed_base;
    return groups_[0].name == "world" || together(groups_[0].masses).mass == 0.0;
  }

  void add_body(std::size_t i) {
    Group& group = groups_[i];
    const PointMass mass = together(group.masses);
    Body body{.name = group.name, .motion = fixed(i) ? Motion::fixed : Motion::dynamic};
    if (!fixed(i) && !(mass.mass > 0.0))
      fail("link '" + group.name +
           "': it moves but neither it nor what is fixed to it has a mass; give it an <inertial>");
    body.mass = mass.mass;
    if (mass.mass > 0.0) {
      body.inertia = mass.inertia;
      body.centre = mass.centre;
    }
    body.position = group.pose.position;
    body.orientation = quaternion_of(group.pose.rotation);
    body.group = 2;
    if (!options_.self_collision) body.collides_with = ~2u;
    if (group.shapes.parts.empty()) {
      body.shape = Sphere{1e-3};  // has a place but meets nothing
      body.collides_with = 0;
    } else {
      body.shape = group.shapes;
    }
    if (i == 0 && !fixed(0) && options_.ground) add_ground();
    ids_.push_back(file_.scene.add(std::move(body)));
  }

  void add_ground() {
    Aabb box;
    for (const Group& group : groups_)
      if (!group.shapes.parts.empty()) box.add(bounds(group.shapes, group.pose));
    if (!(box.lower[2] < infinity)) return;
    file_.scene.add(Body{.name = "ground",
                         .shape = HalfSpace{Vec<3>::UnitZ(), box.lower[2]},
                         .motion = Motion::fixed});
  }

  void add_joint(const Connection& connection) {
    const urdf::Joint& given = *connection.joint;
    if (given.type == urdf::Joint::FLOATING) return;
    Joint joint{.name = given.name,
                .a = ids_[at(connection.child)],
                .b = ids_[at(connection.parent)],
                .anchor = connection.place.position,
                .axis = connection.place.direction(vector_of(given.axis))};
    switch (given.type) {
      case urdf::Joint::REVOLUTE:
      case urdf::Joint::CONTINUOUS: joint.kind = JointKind::hinge; break;
      case urdf::Joint::PRISMATIC: joint.kind = JointKind::slider; break;
      default:
        fail("joint '" + given.name +
             "': expected revolute, continuous, prismatic, fixed or floating");
    }
    if (!(joint.axis.norm() > 0.0)) fail("joint '" + given.name + "': its axis is zero");
    if (given.type != urdf::Joint::CONTINUOUS && given.limits != nullptr) {
      joint.lower = given.limits->lower;
      joint.upper = given.limits->upper;
      if (joint.lower > 0.0 || joint.upper < 0.0)
        file_.notes.push_back("joint '" + given.name +
                              "': begins at 0, which is outside of its limits");
    }
    if (given.dynamics != nullptr) {
      joint.damping = given.dynamics->damping;
      joint.friction = given.dynamics->friction;
    }
    if (given.mimic != nullptr)
      file_.notes.push_back("joint '" + given.name + "': mimic is ignored");
    file_.scene.add(std::move(joint));
  }

  const std::string& name_;
  const std::filesystem::path& folder_;
  const UrdfOptions& options_;
  SceneFile file_;
  std::vector<Group> groups_;
  std::vector<Connection> connections_;
  std::vector<BodyId> ids_;
};

}  // namespace

SceneFile read_urdf_text(const std::string& text, const std::string& name,
                         const std::filesystem::path& folder, const UrdfOptions& options) {
  urdf::ModelInterfaceSharedPtr model;
  std::string complaint;
  {
    Complaints complaints;
    model = urdf::parseURDF(text);
    complaint = complaints.text();
  }
  if (model == nullptr || model->getRoot() == nullptr)
    throw FileError(name + ": expected a URDF robot" +
                    (complaint.empty() ? std::string() : ", found: " + complaint));
  try {
    return RobotReader(name, folder, options).read(*model);
  } catch (const FileError&) {
    throw;
  } catch (const Error& error) {
    throw FileError(name + ": " + error.what());
  }
}

SceneFile read_urdf(const std::filesystem::path& path, const UrdfOptions& options) {
  const std::vector<char> bytes = read_all(path);
  const std::filesystem::path folder = path.parent_path();
  return read_urdf_text({bytes.begin(), bytes.end()}, path.string(), folder.empty() ? "." : folder,
                        options);
}

}  // namespace nonsmooth::io
