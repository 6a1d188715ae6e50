#include <nonsmooth/nonsmooth.hpp>

#include <cstdio>

int main() {
  // 0 <= r _|_ u = W r + q >= 0: two contacts that push on each other
  const ns::Problem problem = ns::lcp(ns::Matrix{{2, 1}, {1, 2}}, ns::Vector{{-5, -6}});
  const ns::Solution solution = ns::solve(problem);
  std::printf("r = (%g, %g), %s\n", solution.r[0], solution.r[1], solution.summary().c_str());
  return solution.success() ? 0 : 1;
}
