// SPDX-License-Identifier: Apache-2.0
// One step of the theta family: Moreau-Jean for mechanical systems, Euler-Moreau for first-order
// ones, side by side in one problem. With z = (v, x) the unknowns and z_j the Newton iterate,
//
//   A (z - z_j) = -R(z_j) + right-hand sides of the interactions,
//
//   mechanics     R = M (v - v_0) + h C v_th + h K q_th - h F_th
//                 A = M + h th (C - dF/dv) + h^2 th^2 (K - dF/dq)
//   first order   R = E (x - x_0) - h (th f_1 + (1 - th) f_0)
//                 A = E - h th df/dx
//
// so that z_free = z_j - A^-1 R. Linear systems need one pass. Gaps and directions of contacts are
// those at the beginning of the step (Acary, Brogliato: Numerical Methods for Nonsmooth Dynamical
// Systems, 2008, chapter 10).
#pragma once

#include "nonsmooth/model/layout.hpp"
#include "nonsmooth/schemes/euler_moreau.hpp"
#include "nonsmooth/schemes/moreau_jean.hpp"
#include "nonsmooth/schemes/stepper.hpp"
#include "schemes/coupling.hpp"
#include "schemes/iteration_matrices.hpp"
#include "schemes/mechanical_rows.hpp"
#include "schemes/mechanical_systems.hpp"
#include "schemes/position_projection.hpp"

#include <optional>
#include <vector>

namespace nonsmooth {

struct ThetaOptions {
  double step, theta, gamma;
  double input_gamma;  // of first-order outputs
  StepForm form = StepForm::reduced;
  Projection projection = Projection::none;
  double projection_tolerance = 1e-12;
  int projection_iterations = 20;
  double newton_tolerance;
  int newton_iterations;
  Solver solver;
};

ThetaOptions theta_options(const MoreauJean& options);
ThetaOptions theta_options(const EulerMoreau& options);

class ThetaStepper final : public Stepper {
 public:
  ThetaStepper(const Model& model, ThetaOptions options);

  void start(State& state) override;
  StepReport step(State& state, double end) override;
  double nominal_step() const override { return options_.step; }
  void use_recorder(FlightRecorder* recorder) override { workspace_.recorder = recorder; }
  /// Allocates only for sparse matrices and bounded laws.
  [[nodiscard]] bool set_step(double step, const State& state) override;

 private:
  // What is known of a system before the run.
  struct Part {
    bool mechanical = true;
    int z = 0, n = 0;      // its unknowns in z
    bool linear = true;    // R is affine in z
    bool constant = true;  // A never changes
    bool trivial = false;  // z_free = z_0 + increment
    bool under_a_law = false;
    bool kept = false;  // A is singular without the laws: unknowns stay in the problem
    Vector theta{};     // first order: of every row
    Matrix A{};         // where kept
  };
  // The relation of an interaction as the step sees it; J of mechanical ones is in rows_.
  struct Link {
    int columns = 0;         // unknowns of its systems
    std::size_t J = 0;       // first order: size x columns in numbers_, gamma C
    std::size_t B = 0;       // first order: columns x size, h B
    std::size_t direct = 0;  // size x size, what lambda adds to the output
    bool has_direct = false;
    bool constant = true;  // none of these changes
  };

  void compile_systems();
  void compile_links();
  void check_form() const;
  void fill_links();
  bool set_matrix(int system, VectorIn z, const State& state);
  bool set_mechanical_matrix(int system, VectorIn z, const State& state);
  bool set_first_order_matrix(int system, VectorIn z);
  bool keep(int system, VectorIn z);

  double* number(std::size_t at) { return numbers_.data() + at; }
  const double* number(std::size_t at) const { return numbers_.data() + at; }

  void begin(const State& state);
  void detect(const State& state, StepReport& report);
  bool link_mechanical(int i, const State& state, StepReport& report);
  void link_first_order(int i);
  void link_general(int i, const State& state);
  void add_block(int i);
  bool predict(const State& state);
  void residual_lagrangian(int s, const State& state);
  void residual_body(int s, const State& state);
  void residual_first_order(int s, const State& state);
  void linearise_inputs(const State& state);
  // when first-order outputs are taken; exactly the end where gamma is 1
  double input_time() const {
    return options_.input_gamma == 1.0 ? t1_ : t0_ + options_.input_gamma * h_;
  }
  void offsets(const State& state);
  bool solve(State& state, StepReport& report);
  void iterate(State& state, StepReport& report);
  void project(State& state, StepReport& report);
  bool take_violated(const State& state);
  double newton_change() const;
  void measure_boundary(const State& state);
  void correct(State& state);
  void record(State& state, StepReport& report);
  void account_work(State& state) const;

  const Model model_;
  const Layout layout_;
  ThetaOptions options_;
  MechanicalSystems systems_;
  MechanicalRows rows_;  // at the beginning of the step
  std::vector<Part> parts_;
  std::vector<Link> links_;
  std::vector<AnyLaw> laws_;     // in impulses
  std::vector<double> numbers_;  // the matrices of all links
  Vector increment_;             // of trivial systems
  IterationMatrices matrices_;
  Coupling coupling_;
  Workspace workspace_;
  std::optional<PositionProjection> projection_;
  std::vector<unsigned char> forced_, closed_;  // contacts a combined projection has touched, holds
  Vector q0_;                                   // to begin the step again from

  int singular_ = 0;  // the system whose matrix was
  bool linear_ = true, constant_ = true, assembled_ = false;
  double h_ = 0.0, t0_ = 0.0, t1_ = 0.0;
  Vector z0_, z_, z_free_, z_last_, R_, external_, internal_;
  Vector external0_, internal0_;  // forces at the beginning; f_0 of first-order systems
  Vector after_;                  // y of first-order interactions at the end
  Vector drift_;                  // what moving obstacles add to u at the end
  Vector mean_;                   // relative velocities of the ledger
  Vector offset_, r_;             // c and the warm start of the active rows
  Vector boundary_;               // impulse of prescribed velocities
  Vector input_;                  // of general first-order relations at the iterate
  Matrix input_dx_;               // its derivative; empty where there is none
};

}  // namespace nonsmooth
