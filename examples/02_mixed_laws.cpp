// A joint, a diode, a saturated actuator and a contact with Coulomb friction in one problem: laws
// are blocks and mix freely. The status is decided by residuals computed outside the solver.
#include <nonsmooth/nonsmooth.hpp>

#include <cstdio>

int main() {
  const ns::Matrix W = ns::Matrix::Identity(6, 6) + 0.2 * ns::Matrix::Ones(6, 6);
  const ns::Vector q{{0.3, -1.0, -2.0, -1.0, 0.5, 0.2}};
  const ns::Problem problem{
      W,
      q,
      {ns::Free{1}, ns::NonNegative{1},
       ns::Box{.lower = ns::Vector{{-1.0}}, .upper = ns::Vector{{1.0}}}, ns::coulomb(0.4)}};
  const ns::Solution s = ns::solve(problem);
  std::printf("%s\n", s.summary().c_str());

  const double accuracy = 1e-9;  // the tolerance is 1e-10, relative to sizes of about one
  const double joint_error = std::abs(s.u[0]);
  const bool diode = s.r[1] >= 0 && std::abs(s.r[1] * s.u[1]) < accuracy;
  const bool saturated = s.r[2] == 1.0 && s.u[2] <= 0;
  const bool in_cone = s.r.tail(2).norm() <= 0.4 * s.r[3] * (1 + accuracy);
  return s.success() && joint_error < accuracy && diode && saturated && in_cone ? 0 : 1;
}
