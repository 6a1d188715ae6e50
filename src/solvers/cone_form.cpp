// SPDX-License-Identifier: Apache-2.0
#include "solvers/cone_form.hpp"

#include <algorithm>
#include <cmath>

namespace nonsmooth {
namespace {

constexpr double least_width = 1e-8;

// Writes the cones of one law after another; counts them where there is no memory yet.
class ConeWriter {
 public:
  explicit ConeWriter(ConeForm* form) : form_(form) {}

  void write(const AnyLaw& law, int row) {
    const int size = law.scalar() ? 1 : law.size();
    for (int i = 0; i < law.size(); i += size) {
      const int first = cones_;
      row_ = row + i;
      law.visit([&](const auto& kind) { add(kind, i); });
      if (form_ != nullptr)
        form_->units[static_cast<std::size_t>(units_)] = {row_, size, first, cones_ - first};
      ++units_;
    }
  }
  int cones() const { return cones_; }
  int units() const { return units_; }
  int rows() const { return rows_; }

 private:
  void put(ConeBlock cone) {
    cone.begin = rows_;
    if (form_ != nullptr) form_->cones[static_cast<std::size_t>(cones_)] = cone;
    ++cones_;
    rows_ += cone.size();
  }
  // a length of the problem in the common unit
  double length(double value) const {
    return form_ == nullptr ? value : value * form_->root[row_] / form_->unit;
  }
  static double width(double value) { return std::max(value, least_width); }

  void add(const Free&, int) {}
  void add(const NonNegative&, int) { put({.normal = row_, .a = 1.0}); }
  void add(const Box& law, int i) {
    const double lower = length(law.lower[i]);
    const double upper = std::max(length(law.upper[i]), lower + least_width);
    if (lower > -infinity) put({.normal = row_, .a = 1.0, .b = -lower});
    if (upper < infinity) put({.normal = row_, .a = -1.0, .b = upper});
  }
  void add(const SecondOrderCone& law, int) {
    put({.normal = row_,
         .a = width(law.mu),
         .tangent = row_ + 1,
         .tangent_size = law.size() - 1,
         .shift = law.shift});
  }
  void add(const RollingCone& law, int) {
    const int half = (law.size() - 1) / 2;
    put({.normal = row_,
         .a = width(law.mu),
         .tangent = row_ + 1,
         .tangent_size = half,
         .shift = law.mu});
    put({.normal = row_,
         .a = width(law.mu_r),
         .tangent = row_ + 1 + half,
         .tangent_size = half,
         .shift = law.mu_r});
  }
  void add(const Disk& law, int) {
    put({.b = width(length(law.radius)), .tangent = row_, .tangent_size = law.size()});
  }
  void add(const Graph&, int) {}
  void add(const Polytope&, int) {}
  void add(const CustomLaw&, int) {}

  ConeForm* form_;
  int row_ = 0, cones_ = 0, units_ = 0, rows_ = 0;
};

ConeWriter write_all(const Problem& problem, ConeForm* form) {
  ConeWriter writer(form);
  int row = 0;
  for (const AnyLaw& law : problem.laws) {
    writer.write(law, row);
    row += law.size();
  }
  return writer;
}

void fill_compliance(const Problem& problem, ConeForm& form) {
  form.compliance.setZero();
  int row = 0;
  for (const AnyLaw& law : problem.laws) {
    if (const Box* box = law.get_if<Box>(); box != nullptr)
      for (int i = 0; i < law.size(); ++i)
        form.compliance[row + i] =
            box->compliance_at(i) / (form.root[row + i] * form.root[row + i]);
    row += law.size();
  }
}

}  // namespace

std::string_view cone_form_obstacle(const Problem& problem) {
  for (const AnyLaw& law : problem.laws) {
    if (law.get_if<CustomLaw>() != nullptr) return "a law of one's own is not known as a cone";
    if (law.get_if<Graph>() != nullptr)
      return "piecewise-linear graphs do not mix with round laws here";
    if (law.get_if<Polytope>() != nullptr) return "polytopes do not mix with round laws here";
    if (const Box* box = law.get_if<Box>();
        box != nullptr && box->dead_zone.size() > 0 && box->dead_zone.maxCoeff() > 0.0)
      return "dead zones do not mix with round laws here";
  }
  return {};
}

ConeForm make_cone_form(const Problem& problem, Arena& scratch) {
  const int n = problem.size();
  ConeForm form{.size = n,
                .cones = {},
                .units = {},
                .root = scratch.vector(n),
                .q = scratch.vector(n),
                .compliance = scratch.vector(n)};
  block_scales(problem, form.root);
  form.root = form.root.cwiseSqrt();
  form.q = problem.q.cwiseQuotient(form.root);
  if (n > 0) form.unit = form.q.cwiseAbs().maxCoeff();
  if (!(form.unit > 0.0)) form.unit = 1.0;
  form.q /= form.unit;
  fill_compliance(problem, form);
  const ConeWriter counted = write_all(problem, nullptr);
  form.cones = scratch.array<ConeBlock>(counted.cones());
  form.units = scratch.array<ConeUnit>(counted.units());
  form.cone_rows = write_all(problem, &form).rows();
  for (const ConeBlock& cone : form.cones) form.sliding = form.sliding || cone.shift > 0.0;
  return form;
}

}  // namespace nonsmooth
