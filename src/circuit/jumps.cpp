// SPDX-License-Identifier: Apache-2.0
#include "nonsmooth/circuit/jumps.hpp"

#include "nonsmooth/base/error.hpp"

#include <algorithm>
#include <cmath>

namespace nonsmooth {
namespace {

using namespace circuit;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

class Jumps {
 public:
  Jumps(const Circuit& circuit, const CircuitModel& lowered, VectorIn t, MatrixIn rows)
      : circuit_(circuit), lowered_(lowered), t_(t), rows_(rows) {}

  std::vector<StateJump> find(const JumpOptions& options) {
    std::vector<StateJump> found;
    for (int e = 0; e < static_cast<int>(circuit_.elements().size()); ++e) {
      const Element& element = circuit_.elements()[at(e)];
      const auto* c = std::get_if<Capacitor>(&element);
      if (c == nullptr && !std::holds_alternative<Inductor>(element)) continue;
      const Vector state = c != nullptr ? voltage(*c) : current(e);
      for (const int k : sharp_steps(state, options))
        found.push_back({t_[k + 1], circuit_.name(ElementId{e}), c != nullptr, state[k],
                         state[k + 1],
                         c != nullptr ? c->farad * (state[k + 1] - state[k]) : flux(e, k)});
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const StateJump& a, const StateJump& b) { return a.t < b.t; });
    return found;
  }

 private:
  Vector voltage(const Capacitor& c) const {
    Vector v = Vector::Zero(t_.size());
    if (c.a.index > 0) v += rows_.col(lowered_.signal("v(" + circuit_.name(c.a) + ")"));
    if (c.b.index > 0) v -= rows_.col(lowered_.signal("v(" + circuit_.name(c.b) + ")"));
    return v;
  }
  Vector current(int e) const {
    return rows_.col(lowered_.signal("i(" + circuit_.name(ElementId{e}) + ")"));
  }
  // that an inductor takes in a step, by its own current and those coupled to it
  double flux(int e, int k) const {
    const auto henry = [&](int i) { return std::get<Inductor>(circuit_.elements()[at(i)]).henry; };
    const auto change = [&](int i) {
      const int column = lowered_.signal("i(" + circuit_.name(ElementId{i}) + ")");
      return rows_(k + 1, column) - rows_(k, column);
    };
    double sum = henry(e) * change(e);
    for (const Element& element : circuit_.elements())
      if (const auto* m = std::get_if<circuit::Coupling>(&element)) {
        const int first = m->first.index, second = m->second.index;
        const int other = first == e ? second : second == e ? first : -1;
        if (other >= 0) sum += m->k * std::sqrt(henry(first) * henry(second)) * change(other);
      }
    return sum;
  }
  std::vector<int> sharp_steps(const Vector& state, const JumpOptions& options) const {
    std::vector<int> found;
    const double least = options.smallest * state.cwiseAbs().maxCoeff();
    const int last = static_cast<int>(t_.size()) - 1;
    const auto rate = [&](int k) {
      return k < 0 || k >= last ? 0.0 : std::abs(state[k + 1] - state[k]) / (t_[k + 1] - t_[k]);
    };
    for (int k = 0; k < last; ++k)
      if (std::abs(state[k + 1] - state[k]) > least &&
          rate(k) > options.sharpness * std::max(rate(k - 1), rate(k + 1)))
        found.push_back(k);
    return found;
  }

  const Circuit& circuit_;
  const CircuitModel& lowered_;
  VectorIn t_;
  MatrixIn rows_;
};

}  // namespace

std::vector<StateJump> state_jumps(const Circuit& circuit, const CircuitModel& lowered, VectorIn t,
                                   MatrixIn rows, const JumpOptions& options) {
  if (t.size() != rows.rows() || rows.cols() != std::ssize(lowered.signals))
    throw Error("state_jumps: " + std::to_string(t.size()) + " instants and signals of " +
                std::to_string(rows.rows()) + " x " + std::to_string(rows.cols()) +
                " do not belong together; pass what observe gives");
  return Jumps(circuit, lowered, t, rows).find(options);
}

}  // namespace nonsmooth
