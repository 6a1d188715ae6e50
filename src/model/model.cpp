// SPDX-License-Identifier: Apache-2.0
// Checks of everything that enters a model. Each throws with the object, the field, the values and
// the remedy.
#include "nonsmooth/model.hpp"

#include "nonsmooth/base/fields.hpp"
#include "nonsmooth/linalg/factorization.hpp"

#include <Eigen/Cholesky>

#include <cmath>

namespace nonsmooth {
namespace {

[[noreturn]] void refuse(const std::string& object, const std::string& complaint) {
  throw Error(object + ": " + complaint);
}

std::string size_text(Eigen::Index rows, Eigen::Index cols) {
  return std::to_string(rows) + " x " + std::to_string(cols);
}

void check_size(const std::string& object, const char* field, Eigen::Index found,
                Eigen::Index wanted, const char* why) {
  if (found != wanted)
    refuse(object, std::string(field) + " has " + std::to_string(found) + " entries but " + why +
                       " has " + std::to_string(wanted));
}

void check_finite(const std::string& object, const char* field, VectorIn values) {
  for (Eigen::Index i = 0; i < values.size(); ++i)
    if (!std::isfinite(values[i]))
      refuse(object, std::string(field) + "[" + std::to_string(i) + "] is " +
                         std::to_string(values[i]) + "; it must be a finite number");
}

void check_matrix(const std::string& object, const char* field, const SystemMatrix& matrix,
                  Eigen::Index size) {
  if (matrix.empty()) return;
  if (matrix.rows() != size || matrix.cols() != size)
    refuse(object, std::string(field) + " is " + size_text(matrix.rows(), matrix.cols()) +
                       " but the system has " + std::to_string(size) + " unknowns");
  if (!matrix.all_finite())
    refuse(object, std::string(field) + " has an entry that is not a finite number");
}

void check_mass(const std::string& object, const char* field, const SystemMatrix& mass) {
  const char* remedy =
      "; give a symmetric positive definite matrix, or prescribe the velocity of "
      "the degree of freedom that has no mass";
  if (mass.is_diagonal()) {
    for (int i = 0; i < mass.rows(); ++i)
      if (!(mass.diagonal()[i] > 0.0))
        refuse(object, std::string(field) + "(" + std::to_string(i) + ", " + std::to_string(i) +
                           ") is " + std::to_string(mass.diagonal()[i]) +
                           ", so the mass is singular or negative" + remedy);
    return;
  }
  if (mass.is_sparse()) {
    SparseFactorization factorization(MatrixClass::positive_definite);
    if (!factorization.factorize(mass.sparse()))
      refuse(object, std::string(field) + " is not positive definite" + remedy);
    return;
  }
  const Matrix dense = mass.dense();
  const double asymmetry = (dense - dense.transpose()).cwiseAbs().maxCoeff();
  if (asymmetry > 1e-10 * dense.cwiseAbs().maxCoeff())
    refuse(object, std::string(field) + " is not symmetric: entries differ by up to " +
                       std::to_string(asymmetry) + " from their mirror images" + remedy);
  const Eigen::LLT<Matrix> cholesky(dense);
  // a pivot lost in rounding means that some motion has no inertia
  if (cholesky.info() != Eigen::Success || Matrix(cholesky.matrixL()).diagonal().minCoeff() <=
                                               1e-12 * std::sqrt(dense.diagonal().maxCoeff()))
    refuse(object, std::string(field) + " is singular or not positive definite" + remedy);
}

void check_force(const std::string& object, const char* field, const Force& force,
                 Eigen::Index size) {
  if (force.constant.size() == 0) return;
  check_size(object, field, force.constant.size(), size, "the velocity");
  check_finite(object, field, force.constant);
}

int law_dimension_of(const Relation& relation) {
  return std::visit(
      []<class R>(const R& r) {
        if constexpr (std::is_same_v<R, LinearRelation>)
          return static_cast<int>(r.H.rows());
        else if constexpr (std::is_same_v<R, FirstOrderLinear>)
          return r.C.size() > 0   ? static_cast<int>(r.C.rows())
                 : r.D.size() > 0 ? static_cast<int>(r.D.rows())
                                  : r.dimension;
        else if constexpr (std::is_same_v<R, FirstOrderSparse>)
          return static_cast<int>(r.C.rows());
        else
          return r.dimension;
      },
      relation);
}

bool is_mechanical(const Relation& relation) {
  return std::holds_alternative<LinearRelation>(relation) ||
         std::holds_alternative<Holonomic>(relation);
}

bool finite(const Matrix& matrix) { return matrix.allFinite(); }
bool finite(const SparseMatrix& matrix) {
  return Eigen::Map<const Vector>(matrix.valuePtr(), matrix.nonZeros()).allFinite();
}

template <class AnyMatrix>
void check_relation_matrix(const std::string& object, const char* field, const AnyMatrix& matrix,
                           Eigen::Index rows, Eigen::Index cols, bool may_be_empty) {
  if (matrix.size() == 0 && may_be_empty) return;
  if (matrix.rows() != rows || matrix.cols() != cols)
    refuse(object, std::string("relation.") + field + " is " +
                       size_text(matrix.rows(), matrix.cols()) + " but must be " +
                       size_text(rows, cols) + " (law x unknowns of the systems)");
  if (!finite(matrix))
    refuse(object, std::string("relation.") + field + " has an entry that is not a finite number");
}

void check_law(const std::string& object, const InteractionLaw& law) {
  const std::vector<std::string> complaints = validate(law.block);
  if (!complaints.empty()) refuse(object, "law: " + complaints.front());
  if (!(law.e >= 0.0 && law.e <= 1.0))
    refuse(object, "law: restitution e is " + std::to_string(law.e) + "; it must be in [0, 1]");
  if (!(law.et >= -1.0 && law.et <= 1.0))
    refuse(object, "law: tangential restitution et is " + std::to_string(law.et) +
                       "; it must be in [-1, 1]");
  if (!(law.stiffness > 0.0) || !(law.exponent >= 1.0))
    refuse(object, "law: stiffness must be positive and its exponent at least 1, not " +
                       std::to_string(law.stiffness) + " and " + std::to_string(law.exponent));
}

std::string object_name(const char* kind, const std::string& name, std::size_t index) {
  return std::string(kind) + " " + (name.empty() ? std::to_string(index) : "'" + name + "'");
}

}  // namespace

SystemId Model::add(Lagrangian system) {
  const std::string object = object_name("Lagrangian", system.name, systems_.size());
  const Eigen::Index n = system.q0.size();
  if (n == 0) refuse(object, "q0 is empty; give one entry per degree of freedom");
  check_finite(object, "q0", system.q0);
  if (system.v0.size() == 0) system.v0.setZero(n);
  check_size(object, "v0", system.v0.size(), n, "q0");
  check_finite(object, "v0", system.v0);
  if (system.mass.empty() == !system.mass_of_q)
    refuse(object, system.mass.empty() ? "mass is missing; give mass or mass_of_q"
                                       : "both mass and mass_of_q are given; keep one");
  if (!system.mass.empty()) {
    if (system.mass.rows() != n || system.mass.cols() != n)
      refuse(object, "mass is " + size_text(system.mass.rows(), system.mass.cols()) +
                         " but q0 has " + std::to_string(n) + " entries");
    check_matrix(object, "mass", system.mass, n);
    check_mass(object, "mass", system.mass);
  } else {
    Matrix mass = Matrix::Zero(n, n);
    system.mass_of_q(system.q0, mass);
    check_matrix(object, "mass_of_q(q0)", SystemMatrix(mass), n);
    check_mass(object, "mass_of_q(q0)", SystemMatrix(mass));
  }
  check_matrix(object, "stiffness", system.stiffness, n);
  check_matrix(object, "damping", system.damping, n);
  check_force(object, "force", system.force, n);
  check_force(object, "internal", system.internal, n);
  check_force(object, "gyroscopic", system.gyroscopic, n);
  for (const PrescribedVelocity& given : system.prescribed) {
    if (given.dof < 0 || given.dof >= n)
      refuse(object, "prescribed velocity of degree of freedom " + std::to_string(given.dof) +
                         ", but there are only 0 to " + std::to_string(n - 1));
    if (!given.velocity)
      refuse(object, "prescribed velocity of degree of freedom " + std::to_string(given.dof) +
                         " has no function");
  }
  systems_.emplace_back(std::move(system));
  return {static_cast<int>(systems_.size()) - 1};
}

SystemId Model::add(RigidBody body) {
  const std::string object = object_name("RigidBody", body.name, systems_.size());
  if (!(body.mass > 0.0) || !std::isfinite(body.mass))
    refuse(object, "mass is " + std::to_string(body.mass) + "; it must be positive");
  if (!body.inertia.allFinite()) refuse(object, "inertia has an entry that is not a finite number");
  check_mass(object, "inertia", SystemMatrix(Matrix(body.inertia)));
  check_finite(object, "position", Vector(body.position));
  check_finite(object, "velocity", Vector(body.velocity));
  check_finite(object, "angular_velocity", Vector(body.angular_velocity));
  const double norm = body.orientation.norm();
  if (!(norm > 0.0) || !std::isfinite(norm))
    refuse(object, "orientation is not a quaternion that can be normalised; its norm is " +
                       std::to_string(norm));
  body.orientation /= norm;
  check_force(object, "force", body.force, 6);
  systems_.emplace_back(std::move(body));
  return {static_cast<int>(systems_.size()) - 1};
}

SystemId Model::add(FirstOrder system) {
  const std::string object = object_name("FirstOrder", system.name, systems_.size());
  const Eigen::Index n = system.x0.size();
  if (n == 0) refuse(object, "x0 is empty; give one entry per state");
  check_finite(object, "x0", system.x0);
  check_matrix(object, "A", system.A, n);
  check_matrix(object, "E", system.E, n);
  if (system.b.size() > 0) {
    check_size(object, "b", system.b.size(), n, "x0");
    check_finite(object, "b", system.b);
  }
  systems_.emplace_back(std::move(system));
  return {static_cast<int>(systems_.size()) - 1};
}

InteractionId Model::add(Interaction interaction) {
  const std::string object = object_name("Interaction", interaction.name, interactions_.size());
  if (interaction.on.empty()) refuse(object, "on is empty; name at least one system");
  const bool mechanical = is_mechanical(interaction.relation);
  Eigen::Index unknowns = 0;
  for (std::size_t i = 0; i < interaction.on.size(); ++i) {
    const SystemId id = interaction.on[i];
    if (!id.valid() || id.index >= static_cast<int>(systems_.size()))
      refuse(object, "on names system " + std::to_string(id.index) + ", but the model has " +
                         std::to_string(systems_.size()) + " systems; add the system first");
    for (std::size_t j = 0; j < i; ++j)
      if (interaction.on[j] == id) refuse(object, "on names " + name(id) + " twice");
    const System& system = systems_[static_cast<std::size_t>(id.index)];
    if (mechanical == std::holds_alternative<FirstOrder>(system))
      refuse(object, mechanical ? "a relation between positions is on " + name(id) +
                                      ", which is a first-order system; use FirstOrderLinear"
                                : "a first-order relation is on " + name(id) +
                                      ", which is mechanical; use LinearRelation or Holonomic");
    if (std::holds_alternative<LinearRelation>(interaction.relation) &&
        std::holds_alternative<RigidBody>(system))
      refuse(object, "LinearRelation is on " + name(id) +
                         ", a rigid body, whose positions and velocities differ in number; use "
                         "Holonomic with its jacobian");
    unknowns += mechanical ? velocity_count(id) : state_count(id);
  }
  check_law(object, interaction.law);
  const int dimension = law_dimension_of(interaction.relation), wanted = interaction.law.size();
  if (dimension != wanted)
    refuse(object, "the relation has " + std::to_string(dimension) + " components but the law (" +
                       std::string(interaction.law.block.kind()) + ") has " +
                       std::to_string(wanted));
  if (interaction.law.unilateral() && !mechanical)
    refuse(object,
           "an impact law needs positions, but the relation is first-order; use a law "
           "without impact, such as NonNegative");
  std::visit(
      [&]<class R>(const R& r) {
        if constexpr (std::is_same_v<R, LinearRelation>) {
          check_relation_matrix(object, "H", r.H, wanted, unknowns, false);
          check_relation_matrix(object, "compliance", r.compliance, wanted, wanted, true);
          if (r.b.size() > 0) {
            check_size(object, "relation.b", r.b.size(), wanted, "the law");
            check_finite(object, "relation.b", r.b);
          }
        } else if constexpr (std::is_same_v<R, Holonomic>) {
          if (!r.gap) refuse(object, "relation.gap is empty; give a function of (t, q)");
          check_relation_matrix(object, "compliance", r.compliance, wanted, wanted, true);
        } else if constexpr (std::is_same_v<R, FirstOrderLinear>) {
          check_relation_matrix(object, "C", r.C, wanted, unknowns, true);
          check_relation_matrix(object, "B", r.B, unknowns, wanted, static_cast<bool>(r.B_of_t));
          check_relation_matrix(object, "D", r.D, wanted, wanted, true);
          if (r.e.size() > 0) {
            check_size(object, "relation.e", r.e.size(), wanted, "the law");
            check_finite(object, "relation.e", r.e);
          }
        } else if constexpr (std::is_same_v<R, FirstOrderSparse>) {
          check_relation_matrix(object, "C", r.C, wanted, unknowns, false);
          check_relation_matrix(object, "B", r.B, unknowns, wanted, false);
          check_relation_matrix(object, "D", r.D, wanted, wanted, false);
          if (r.e.size() > 0) {
            check_size(object, "relation.e", r.e.size(), wanted, "the law");
            check_finite(object, "relation.e", r.e);
          }
        } else {
          if (!r.h || !r.g) refuse(object, "relation.h and relation.g must both be given");
        }
      },
      interaction.relation);
  interactions_.push_back(std::move(interaction));
  return {static_cast<int>(interactions_.size()) - 1};
}

namespace {

template <class Items, class IdType>
const auto& item_of(const Items& items, IdType id, const char* kind) {
  if (!id.valid() || id.index >= static_cast<int>(items.size()))
    throw Error(std::string("Model: there is no ") + kind + " " + std::to_string(id.index) +
                "; the model has " + std::to_string(items.size()));
  return items[static_cast<std::size_t>(id.index)];
}

}  // namespace

std::string Model::name(SystemId id) const {
  const std::string given =
      std::visit([](const auto& system) { return system.name; }, item_of(systems_, id, "system"));
  return given.empty() ? "system " + std::to_string(id.index) : given;
}

std::string Model::name(InteractionId id) const {
  const std::string& given = item_of(interactions_, id, "interaction").name;
  return given.empty() ? "interaction " + std::to_string(id.index) : given;
}

namespace {

template <class IdType>
IdType find_by_name(const Model& model, std::size_t count, std::string_view wanted,
                    const char* kind) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i) {
    names.push_back(model.name(IdType{static_cast<int>(i)}));
    if (names.back() == wanted) return {static_cast<int>(i)};
  }
  const std::vector<std::string_view> views(names.begin(), names.end());
  throw Error(unknown_name_message(kind, wanted, views));
}

}  // namespace

SystemId Model::system(std::string_view wanted) const {
  return find_by_name<SystemId>(*this, systems_.size(), wanted, "system");
}

InteractionId Model::interaction(std::string_view wanted) const {
  return find_by_name<InteractionId>(*this, interactions_.size(), wanted, "interaction");
}

int Model::position_count(SystemId id) const {
  const System& system = item_of(systems_, id, "system");
  if (const auto* lagrangian = std::get_if<Lagrangian>(&system))
    return static_cast<int>(lagrangian->q0.size());
  return std::holds_alternative<RigidBody>(system) ? 7 : 0;
}

int Model::velocity_count(SystemId id) const {
  const System& system = item_of(systems_, id, "system");
  if (const auto* lagrangian = std::get_if<Lagrangian>(&system))
    return static_cast<int>(lagrangian->q0.size());
  return std::holds_alternative<RigidBody>(system) ? 6 : 0;
}

int Model::state_count(SystemId id) const {
  const auto* first_order = std::get_if<FirstOrder>(&item_of(systems_, id, "system"));
  return first_order == nullptr ? 0 : static_cast<int>(first_order->x0.size());
}

}  // namespace nonsmooth
