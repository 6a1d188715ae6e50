// SPDX-License-Identifier: Apache-2.0
// nonsmooth.control: what one asks of (A, B, C, D) before a controller is built.
#include "modules.hpp"
#include "structs.hpp"

#include "nonsmooth/control/design.hpp"
#include "nonsmooth/control/finite_time.hpp"
#include "nonsmooth/control/implicit_step.hpp"

namespace nonsmooth::control {

std::span<const std::string_view> enum_names(WellPosedness) {
  static constexpr std::array<std::string_view, 4> names{"lipschitz", "absolutely_continuous",
                                                         "needs_jump_rule", "unknown"};
  return names;
}

}  // namespace nonsmooth::control

namespace nonsmooth::python {

using namespace control;

template <>
struct Table<ZeroDynamics> {
  using T = ZeroDynamics;
  static auto fields() {
    return Fields{field("V", &T::V, "orthonormal basis of the states with y = 0"),
                  field("dynamics", &T::dynamics, "z' = dynamics z, x = V z"),
                  field("input", &T::input, "l = input z"),
                  field("unique", &T::unique, "whether y = 0 fixes l"),
                  field("zeros", &T::zeros, "transmission zeros, 1/s")};
  }
};

template <>
struct Table<Passivity> {
  using T = Passivity;
  static auto fields() {
    return Fields{field("passive", &T::passive, "whether a storage function exists"),
                  field("strictly", &T::strictly, "with room"),
                  field("P", &T::P, "of the storage x^T P x / 2, if passive"),
                  field("violation", &T::violation, "largest eigenvalue of the inequality"),
                  field("reason", &T::reason, "in words")};
  }
};

template <>
struct Table<WellPosednessReport> {
  using T = WellPosednessReport;
  static auto fields() {
    return Fields{field("kind", &T::kind, "what is known of solutions"),
                  field("reason", &T::reason, "in words")};
  }
};

template <>
struct Table<HeldModel> {
  static auto fields() {
    return Fields{field("Phi", &HeldModel::Phi, "x_1 = Phi x_0 + Psi u"),
                  field("Psi", &HeldModel::Psi, "of the held input")};
  }
};

namespace {

// all four helpers take x' = A x + B l, y = C x + D l; None for D is zero
template <auto helper>
void def_helper(py::module_& module, const char* name, const char* doc) {
  module.def(
      name,
      [](py::handle A, py::handle B, py::handle C, py::handle D) {
        const auto answer = helper({read_matrix(A, "A"), read_matrix(B, "B"), read_matrix(C, "C"),
                                    D.is_none() ? Matrix() : read_matrix(D, "D")});
        return Convert<std::decay_t<decltype(answer)>>::to(answer);
      },
      py::arg("A"), py::arg("B"), py::arg("C"), py::arg("D") = py::none(), doc);
}

}  // namespace

void bind_design(py::module_& module) {
  bind_names(module, "WellPosedness", enum_names(WellPosedness{}));
  bind_result<ZeroDynamics>(module, "ZeroDynamics", "What happens inside while y is kept at zero.");
  bind_result<Passivity>(module, "Passivity", "Whether energy can be defined that is not made.");
  bind_result<WellPosednessReport>(module, "WellPosednessReport", "Of 0 <= y _|_ l >= 0.");
  bind_result<HeldModel>(module, "HeldModel", "x' = A x + B u over one period of held u.");
  def_helper<&relative_degree>(
      module, "relative_degree",
      "Per output of (A, B, C, D): derivatives until l appears; -1: never.");
  def_helper<&zero_dynamics>(module, "zero_dynamics", "The ZeroDynamics of (A, B, C, D).");
  def_helper<&passivity>(module, "passivity", "The Passivity of (A, B, C, D), up to ten states.");
  def_helper<&well_posedness>(module, "well_posedness",
                              "Of 0 <= y _|_ l >= 0 on (A, B, C, D), with the reason.");
  module.def(
      "is_p_matrix", [](py::handle M) { return is_p_matrix(read_matrix(M, "M")); }, py::arg("M"),
      "All principal minors positive; up to 16 rows.");
  module.def(
      "hold",
      [](py::handle A, py::handle B, double h) {
        return hold(read_matrix(A, "A"), read_matrix(B, "B"), h);
      },
      py::arg("A"), py::arg("B"), py::arg("h"), "x' = A x + B u with u held over the time h, s.");
  module.def("twisting_time", &twisting_time, py::arg("x1"), py::arg("x2"), py::arg("r1"),
             py::arg("r2"), "When undisturbed twisting reaches zero, s.");
  module.def("super_twisting_time", &super_twisting_time, py::arg("x1"), py::arg("x2"),
             py::arg("k1"), py::arg("k2"), "When undisturbed super-twisting reaches zero, s.");
}

}  // namespace nonsmooth::python
