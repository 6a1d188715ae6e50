// A steel bar of 200 linear elements flies at a wall. The wave runs to the free end and back in
// 2 L / c; until then the wall pushes with rho c S v, and the bar leaves as it came.
#include "example.hpp"

int main(int argc, char** argv) {
  Example example(argc, argv, "09_elastic_bar");
  const double E = 210e9, S = 3.14e-4, L = 1.0, rho = 7800, v = 0.1, c = std::sqrt(E / rho);
  const int elements = 200, nodes = elements + 1;
  const double size = L / elements, k = E * S / size, m = rho * S * size;
  ns::Matrix M = ns::Matrix::Zero(nodes, nodes), K = M, H = ns::Matrix::Zero(1, nodes);
  for (int i = 0; i < elements; ++i) {
    M.block<2, 2>(i, i) += m / 6 * ns::Matrix{{2, 1}, {1, 2}};
    K.block<2, 2>(i, i) += k * ns::Matrix{{1, -1}, {-1, 1}};
  }
  H(0, 0) = 1.0;
  ns::Model model;
  const auto bar = model.add(ns::Lagrangian{.name = "bar",
                                            .mass = ns::SparseMatrix(M.sparseView()),
                                            .q0 = ns::Vector::Constant(nodes, 5e-5),
                                            .v0 = ns::Vector::Constant(nodes, -v),
                                            .stiffness = ns::SparseMatrix(K.sparseView())});
  // restitution belongs to bodies, not to nodes: what bounces here is the wave
  const auto wall = model.add(ns::Interaction{.on = {bar},
                                              .relation = ns::LinearRelation{.H = H},
                                              .law = ns::NewtonImpact{.e = 0.0},
                                              .name = "wall"});
  const double h = size / c;
  const ns::Trajectory run = ns::simulate(model, ns::MoreauJean{.step = h}, {.end = 1.5e-3});
  example.save(run);

  const auto push = run.impulse(wall).col(0);
  const auto end = run.v(bar).row(run.size() - 1).transpose();
  example.near("time in contact, s", static_cast<double>((push.array() > 0).count()) * h, 2 * L / c,
               1e-5);
  example.near("impulse of the wall, N s", push.sum(), 2 * rho * S * L * v, 0.01);
  example.near("velocity of the centre after, m/s", ns::Vector(M * end).sum() / M.sum(), v, 2e-3);
  example.near("energy kept", run.energy("total").tail(1)[0] / run.energy("total")[0], 1.0, 5e-3);
  return example.result();
}
