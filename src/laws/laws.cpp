// SPDX-License-Identifier: Apache-2.0
// Validation of law data and the identities every law must satisfy.
#include "nonsmooth/laws.hpp"

#include "nonsmooth/base/random.hpp"

#include <cmath>
#include <cstdio>

namespace nonsmooth {
namespace {

void require(std::vector<std::string>& complaints, bool holds, const char* field, double value,
             const char* remedy) {
  if (holds) return;
  char text[160];
  std::snprintf(text, sizeof text, "%s is %g but %s", field, value, remedy);
  complaints.emplace_back(text);
}

struct Validator {
  std::vector<std::string> complaints;

  void operator()(const Free& law) { dimension(law.dimension, 0); }
  void operator()(const NonNegative& law) { dimension(law.dimension, 0); }
  void operator()(const Box& law) {
    const auto check_size = [&](const Vector& v, const char* field, bool optional) {
      if (v.size() != law.size() && !(optional && v.size() == 0))
        complaints.push_back(std::string(field) + " has " + std::to_string(v.size()) +
                             " entries but lower has " + std::to_string(law.size()));
    };
    check_size(law.upper, "upper", false);
    check_size(law.compliance, "compliance", true);
    check_size(law.dead_zone, "dead_zone", true);
    if (!complaints.empty()) return;  // entries cannot be compared
    for (int i = 0; i < law.size(); ++i) {
      const double c = law.compliance_at(i), d = law.dead_zone_at(i);
      require(complaints, law.lower[i] <= law.upper[i], "lower", law.lower[i],
              "must not exceed upper");
      require(complaints, law.lower[i] < infinity, "lower", law.lower[i], "must be below infinity");
      require(complaints, law.upper[i] > -infinity, "upper", law.upper[i],
              "must be above -infinity");
      require(complaints, c >= 0.0 && c < infinity, "compliance", c, "must be finite and >= 0");
      require(complaints, d >= 0.0 && d < infinity, "dead_zone", d, "must be finite and >= 0");
      require(complaints, d == 0.0 || (law.lower[i] <= 0.0 && law.upper[i] >= 0.0), "lower",
              law.lower[i], "a dead zone needs lower <= 0 <= upper");
    }
  }
  void operator()(const Graph& law) {
    for (int i = 0; i < law.size(); ++i) curve(i, law.at(i));
  }
  void operator()(const Polytope& law) {
    if (law.A.rows() != law.b.size())
      complaints.push_back("A has " + std::to_string(law.A.rows()) + " rows but b has " +
                           std::to_string(law.b.size()) + " entries");
    else if (!law.A.allFinite() || !law.b.allFinite())
      complaints.emplace_back("A and b must be finite");
    else {
      Arena scratch;
      const Arena::Scope scope(scratch);
      VectorMap r = scratch.vector(law.size());
      if (!law.project(Vector::Zero(law.size()), r, scratch, nullptr, nullptr))
        complaints.emplace_back("the set { A r <= b } is empty");
    }
  }
  void operator()(const SecondOrderCone& law) {
    dimension(law.dimension, 1);
    coefficient("mu", law.mu);
    coefficient("shift", law.shift);
  }
  void operator()(const RollingCone& law) {
    if (law.dimension != 3 && law.dimension != 5)
      complaints.push_back("dimension is " + std::to_string(law.dimension) +
                           " but must be 3 (plane) or 5 (space)");
    coefficient("mu", law.mu);
    coefficient("mu_r", law.mu_r);
  }
  void operator()(const Disk& law) {
    dimension(law.dimension, 1);
    coefficient("radius", law.radius);
  }
  void operator()(const CustomLaw& law) {
    dimension(law.dimension, 1);
    if (!law.resolve) complaints.emplace_back("resolve is empty");
  }

  void curve(int i, const PiecewiseLinear& curve) {
    const std::vector<GraphPoint>& points = curve.points;
    const std::string name = "curve " + std::to_string(i);
    if (points.empty()) {
      complaints.push_back(name + " has no point; give at least one corner (u, r)");
      return;
    }
    for (const double slope : {curve.before, curve.after})
      require(complaints, slope <= 0.0, (name + ": slope before or after").c_str(), slope,
              "must be zero, negative or -infinity: r falls with u");
    for (std::size_t k = 0; k < points.size(); ++k)
      if (!std::isfinite(points[k].u) || !std::isfinite(points[k].r))
        complaints.push_back(name + ": point " + std::to_string(k) + " is not finite");
    for (std::size_t k = 1; k < points.size(); ++k) corner(name, points[k - 1], points[k]);
  }
  void corner(const std::string& name, const GraphPoint& a, const GraphPoint& b) {
    char text[400];
    if (b.u < a.u)
      std::snprintf(text, sizeof text, "%s: u falls from %g to %g; order the points by u",
                    name.c_str(), a.u, b.u);
    else if (b.r > a.r && b.u > a.u)
      std::snprintf(text, sizeof text,
                    "%s: r rises from %g to %g between u = %g and %g, but a law is monotone (r "
                    "falls with u); split off a smooth part: write r = g(u) + k u with k >= %g, "
                    "give the points of g to the law and k u to the force or rate of the system",
                    name.c_str(), a.r, b.r, a.u, b.u, (b.r - a.r) / (b.u - a.u));
    else if (b.r > a.r)
      std::snprintf(text, sizeof text,
                    "%s: r jumps up from %g to %g at u = %g; exchange the points", name.c_str(),
                    a.r, b.r, a.u);
    else
      return;
    complaints.emplace_back(text);
  }

  void dimension(int value, int least) {
    if (value < least)
      complaints.push_back("dimension is " + std::to_string(value) + " but must be at least " +
                           std::to_string(least));
  }
  void coefficient(const char* field, double value) {
    require(complaints, value >= 0.0 && value < infinity, field, value, "must be finite and >= 0");
  }
};

}  // namespace

std::vector<std::string> validate(const AnyLaw& law) {
  Validator validator;
  law.visit(validator);
  for (std::string& complaint : validator.complaints)
    complaint = std::string(law.kind()) + ": " + complaint;
  return std::move(validator.complaints);
}

LawReport check_law(const AnyLaw& law, int samples, std::uint64_t seed) {
  LawReport report;
  Random random(seed);
  Arena scratch;
  const Arena::Scope scope(scratch);
  const int n = law.size();
  Vector u(n), z(n), z2(n), r(n), r2(n), shifted(n);
  Matrix dz(n, n), du(n, n), dz_fd(n, n), du_fd(n, n);
  const Vector zero = Vector::Zero(n);
  const auto resolve = [&](double rho, const Vector& at_u, const Vector& at_z, Vector& out) {
    law.resolvent(rho, at_u, at_z, out, scratch);
    report.finite = report.finite && out.allFinite();
  };
  for (int sample = 0; sample < samples; ++sample) {
    const double size = std::pow(10.0, random.uniform(-2.0, 2.0));
    const double rho = std::pow(10.0, random.uniform(-1.0, 1.0));
    for (int i = 0; i < n; ++i) {
      u[i] = size * random.uniform(-1.0, 1.0);
      z[i] = size * random.uniform(-2.0, 2.0);
      z2[i] = size * random.uniform(-2.0, 2.0);
    }
    const double scale = size * std::sqrt(static_cast<double>(n)) + machine_epsilon;

    // the resolvent at equal u is a firmly nonexpansive map
    resolve(rho, u, z, r);
    resolve(rho, u, z2, r2);
    const double moved = (r - r2).norm(), given = (z - z2).norm();
    report.nonexpansive = std::max(report.nonexpansive, (moved - given) / scale);
    report.firmness =
        std::max(report.firmness, (moved * moved - (r - r2).dot(z - z2)) / (scale * scale));

    // A pair (u, r) that satisfies the law: r = R(rho, u, z) with u = (z - r) / rho, by iteration
    // on u (one pass without shift). Whether a pair satisfies the law may not depend on rho.
    u.setZero();
    bool found = false;
    for (int pass = 0; pass < 100 && !found; ++pass) {
      resolve(rho, u, z, r);
      u = (z - r) / rho;
      resolve(rho, u, r - rho * u, r2);
      found = (r2 - r).norm() <= 1e-12 * scale;
    }
    if (found) {
      const double rho2 = rho * std::pow(10.0, random.uniform(-1.0, 1.0));
      resolve(rho2, u, r - rho2 * u, r2);
      report.independence = std::max(report.independence, (r2 - r).norm() / scale);
    }
    // a law with a set K: what was resolved lies in K and stays; compliance moves it, so small rho
    resolve(1e-14, zero, r, r2);
    report.idempotence = std::max(report.idempotence, (r2 - r).norm() / scale);

    if (!law.differentiable()) continue;
    for (int i = 0; i < n; ++i) u[i] = size * random.uniform(-1.0, 1.0);
    law.resolvent_jacobian(rho, u, z, dz, du, scratch);
    report.finite = report.finite && dz.allFinite() && du.allFinite();
    const double step = 1e-6 * size;
    bool kink = false;  // one-sided differences that disagree mark a point without derivative
    for (int which = 0; which < 2 && !kink; ++which)
      for (int j = 0; j < n && !kink; ++j) {
        const auto at = [&](double delta) {
          Vector result(n);
          Vector u_moved = u, z_moved = z;
          (which == 0 ? z_moved : u_moved)[j] += delta;
          resolve(rho, u_moved, z_moved, result);
          return result;
        };
        const Vector plus = at(step), here = at(0.0), minus = at(-step);
        if ((plus - 2.0 * here + minus).norm() > 1e-2 * step) kink = true;
        (which == 0 ? dz_fd : du_fd).col(j) = (plus - minus) / (2.0 * step);
      }
    if (!kink)
      report.jacobian = std::max(
          {report.jacobian, (dz - dz_fd).norm(), (du - du_fd).norm() / std::max(1.0, rho)});
  }
  const auto judge = [&](double value, double bound, const char* what) {
    if (value <= bound) return;
    char text[160];
    std::snprintf(text, sizeof text, "%s: worst violation %.2e, allowed %.0e", what, value, bound);
    report.failures.emplace_back(text);
  };
  judge(report.independence, 1e-9, "a solution for one rho is a solution for every rho");
  judge(report.idempotence, 1e-9, "resolving a resolved point again changes nothing");
  judge(report.nonexpansive, 1e-9, "the resolvent does not expand distances");
  judge(report.firmness, 1e-9, "the resolvent is firmly nonexpansive");
  judge(report.jacobian, 1e-4, "resolvent_jacobian agrees with finite differences");
  if (!report.finite) report.failures.emplace_back("finite input gave NaN or infinity");
  return report;
}

}  // namespace nonsmooth
