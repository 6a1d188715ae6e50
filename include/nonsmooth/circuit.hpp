// SPDX-License-Identifier: Apache-2.0
// Circuits of ideal components, lowered to a Model:
//
//   ns::Circuit c;
//   const auto top = c.node("top"), plus = c.node("plus"), minus = c.node("minus");
//   c.capacitor(top, c.ground(), 1e-6, {.v0 = 10.0});
//   c.diode(top, plus);
//   ...
//   const ns::CircuitModel lowered = c.model();
//   const ns::Trajectory run = ns::simulate(lowered.model, ns::EulerMoreau{.step = 1e-6},
//                                           {.end = 5e-3});
//   const ns::Matrix signals = lowered.observe(run.t(), run.group(ns::Quantity::x),
//                                              run.group(ns::Quantity::lambda));
//
// The states are the voltages of capacitors and the currents of inductors; every diode, hinge or
// amplifier adds one pair to the law. All other voltages and currents are eliminated.
#pragma once

#include "nonsmooth/circuit/elements.hpp"
#include "nonsmooth/circuit/waveform.hpp"
#include "nonsmooth/model.hpp"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nonsmooth {

/// A circuit as a model, and how its voltages and currents follow from states and multipliers.
struct CircuitModel {
  using RowsIn =
      const Eigen::Ref<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>,
                       0, Eigen::OuterStride<>>&;

  Model model;
  /// "v(out)" for every node, "i(r1)" for every element; lower case.
  std::vector<std::string> signals;
  /// Everything a law sees: signals = from_x x + from_lambda lambda + from_source s(t).
  SparseMatrix from_x, from_lambda, from_source;
  std::vector<Waveform> sources;  ///< s; the first is the constant 1
  /// v i of an element is signals[voltage] - ... : for power and energy, one entry per element.
  struct Branch {
    std::string name;
    int current = -1;           ///< signal of its current; negative: it has none
    int plus = -1, minus = -1;  ///< signals of its nodes; negative: ground
    bool stores = false;        ///< capacitor or inductor
    bool source = false;        ///< may give energy: sources, controlled ones, amplifiers
  };
  std::vector<Branch> branches;

  /// The column of a signal; throws Error naming the nearest.
  int signal(std::string_view name) const;
  /// One row per instant, one column per signal; x and lambda as in State.
  Matrix observe(VectorIn t, RowsIn x, RowsIn lambda) const;
  void observe(double t, VectorIn x, VectorIn lambda, VectorOut values) const;
  /// Corners and jumps of all sources in (from, to], ascending: where steps should end.
  std::vector<double> breakpoints(double from, double to) const;
  /// Power taken by every branch, from rows of signals.
  Matrix powers(MatrixIn signal_rows) const;
};

struct LoweringOptions {
  /// Sources hold the value they have at this time: for operating points.
  std::optional<double> frozen_at{};
  /// Up to this many nodes and currents everything that can be is eliminated and matrices are
  /// dense; above it every node is a system of its own and the one-step problem is sparse, and
  /// everything is taken at the end of the step (implicit Euler whatever theta is).
  int dense_limit = 400;
};

namespace circuit {

struct Named {
  std::string name{};
};

struct Charged {
  std::optional<double> v0{};
  std::string name{};
};

struct Fluxed {
  std::optional<double> i0{};
  std::string name{};
};

struct Zener {
  std::string name{};
  double breakdown = 5.0;  ///< V, reverse
  double forward = 0.0;    ///< V
  double on = 0.0;         ///< ohm
};

struct Mosfet {
  std::string name{};
  double threshold = 1.0;  ///< V; the sign of a p-channel is that of `p_channel`
  double k = 1.0;          ///< A/V^2: k / 2 ((v_gs - vt)+^2 - (v_gd - vt)+^2), piecewise linear
  double range = 5.0;      ///< V above the threshold that are met exactly at the corners
  int pieces = 2;          ///< of the square over the range
  bool p_channel = false;
  std::optional<double> body_diode{};  ///< its forward voltage, V
};

struct Bjt {
  std::string name{};
  double alpha_f = 0.99, alpha_r = 0.5;
  double forward = 0.0;  ///< V of both junctions
  double on = 0.0;       ///< ohm of both junctions
  bool pnp = false;
};

}  // namespace circuit

class Circuit {
 public:
  Circuit();

  // --- Nodes
  NodeId ground() const { return {0}; }
  /// A new node; one with a name is made once and found again. "0" and "gnd" are ground.
  NodeId node(std::string_view name = {});
  int node_count() const { return static_cast<int>(nodes_.size()); }
  const std::string& name(NodeId id) const;
  bool has_node(std::string_view name) const;

  // --- Elements
  /// Throws Error for values that are no circuit: wrong signs, NaN, unknown nodes, a second element
  /// of that name.
  ElementId add(circuit::Element element);
  const std::vector<circuit::Element>& elements() const { return elements_; }
  const std::string& name(ElementId id) const;
  /// The element of that name; throws Error naming the nearest.
  ElementId element(std::string_view name) const;
  /// A copy whose elements went through `edit`, which may change values; they are checked again.
  Circuit edited(const std::function<void(circuit::Element&)>& edit) const;

  ElementId resistor(NodeId a, NodeId b, double ohm, circuit::Named options = {});
  ElementId capacitor(NodeId a, NodeId b, double farad, circuit::Charged options);
  ElementId capacitor(NodeId a, NodeId b, double farad) {
    return capacitor(a, b, farad, circuit::Charged{});
  }
  ElementId inductor(NodeId a, NodeId b, double henry, circuit::Fluxed options);
  ElementId inductor(NodeId a, NodeId b, double henry) {
    return inductor(a, b, henry, circuit::Fluxed{});
  }
  ElementId couple(ElementId first, ElementId second, double k);
  ElementId transformer(NodeId a, NodeId b, NodeId c, NodeId d, double ratio);
  ElementId voltage_source(NodeId a, NodeId b, Waveform volt, std::string name = {});
  ElementId current_source(NodeId a, NodeId b, Waveform ampere, std::string name = {});
  ElementId diode(NodeId anode, NodeId cathode);
  ElementId diode(circuit::Diode diode) { return add(std::move(diode)); }

  // --- Devices made of several elements, named <name>.<part>
  /// Conducts forward as a diode, and backwards beyond `breakdown`.
  void zener(NodeId anode, NodeId cathode, circuit::Zener options);

  void mosfet(NodeId drain, NodeId gate, NodeId source, circuit::Mosfet options);

  /// Two diodes with current gains (Ebers and Moll, straight lines in place of exponentials).
  void bjt(NodeId collector, NodeId base, NodeId emitter, circuit::Bjt options);

  // --- Lowering
  /// Throws Error naming elements and nodes, with a remedy, where sources form a loop or cut a part
  /// off, nodes float, or initial values contradict each other.
  CircuitModel model(const LoweringOptions& options = {}) const;
  /// The same checks alone.
  void check() const;

 private:
  std::vector<std::string> nodes_;
  std::vector<circuit::Element> elements_;
  std::map<std::string, int, std::less<>> node_of_name_, element_of_name_;
};

}  // namespace nonsmooth
