// A law of one's own: a spring that only pushes, stiffening with its load. No base class and no
// registration: a type with a dimension and a resolvent. check_law runs the identities every law
// obeys.
#include <nonsmooth/nonsmooth.hpp>

#include <cmath>
#include <cstdio>

struct Bumper {  // -u in d( I_[0, inf)(r) + c r^3 / 3 ), that is r = sqrt(-u / c) while pressed
  static constexpr int dimension = 1;
  double c = 0.5;  // m / (N s^2)
  ns::Vec<1> resolvent(double rho, const ns::Vec<1>&, const ns::Vec<1>& z) const {
    // positive root of r + rho c r^2 = z
    if (z[0] <= 0) return ns::Vec<1>{0.0};
    return ns::Vec<1>{2 * z[0] / (1 + std::sqrt(1 + 4 * rho * c * z[0]))};
  }
};

int main() {
  const ns::AnyLaw law(Bumper{});
  const ns::LawReport report = ns::check_law(law);
  for (const std::string& failure : report.failures) std::printf("law: %s\n", failure.c_str());

  // u = r - 3: pressed, 3 - r = c r^2, r = -1 + sqrt(7) for c = 1/2
  const ns::Solution s = ns::solve({ns::Matrix{{1.0}}, ns::Vector{{-3.0}}, {law}}, ns::Nsgs{});
  std::printf("r = %.12g, %s\n", s.r[0], s.summary().c_str());
  return report.ok() && s.success() && std::abs(s.r[0] - (std::sqrt(7.0) - 1)) < 1e-7 ? 0 : 1;
}
