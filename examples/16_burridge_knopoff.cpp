// Blocks on a belt, tied to each other and to a wall by springs: earthquakes in a row. Friction
// falls from Fs to Fd with the slip s, F = Fd + (Fs - Fd) exp(-|s| / c); its set-valued part Fs
// Sgn(s) is the law, the smooth rest a force. All blocks alike move as one, with a known period.
#include "example.hpp"

ns::Trajectory chain(int count, double disorder, double end) {
  const double Fs = 1.0, Fd = 0.5, c = 0.01, V = 0.2, kp = 1.0, kc = 4.0;
  ns::Matrix K = kp * ns::Matrix::Identity(count, count);
  for (int i = 0; i + 1 < count; ++i) K.block<2, 2>(i, i) += kc * ns::Matrix{{1, -1}, {-1, 1}};
  ns::Vector q0 = ns::Vector::Zero(count);
  for (int i = 0; i < count; ++i) q0[i] = disorder * std::sin(1.0 + i * i);  // no two alike
  const auto rest = [=](double, ns::VectorIn, ns::VectorIn v, ns::VectorOut out) {
    for (int i = 0; i < count; ++i) {
      const double s = v[i] - V;
      out[i] = (Fs - Fd) * (s > 0 ? 1 : -1) * (1 - std::exp(-std::abs(s) / c));
    }
  };
  const auto none = [](double, ns::VectorIn, ns::VectorIn, ns::MatrixOut J) { J.setZero(); };
  const auto slope = [=](double, ns::VectorIn, ns::VectorIn v, ns::MatrixOut J) {
    J.setZero();
    for (int i = 0; i < count; ++i) J(i, i) = (Fs - Fd) / c * std::exp(-std::abs(v[i] - V) / c);
  };
  ns::Model model;
  const auto blocks = model.add(ns::Lagrangian{.name = "block",
                                               .mass = ns::diagonal(ns::Vector::Ones(count)),
                                               .q0 = q0,
                                               .v0 = ns::Vector::Constant(count, V),
                                               .force = ns::of_state(rest, none, slope),
                                               .stiffness = K});
  model.add(ns::Interaction{
      .on = {blocks},
      .relation = ns::Holonomic{
          .dimension = count,
          .gap = [=](double t, ns::VectorIn q) { return ns::Vector(q.array() - V * t); },
          .jacobian = [](double, ns::VectorIn, ns::MatrixOut J) { J.setIdentity(); },
          .drift = [=](double, ns::VectorIn, ns::VectorOut d) { d.setConstant(-V); }},
      .law = ns::Box{ns::Vector::Constant(count, -Fs), ns::Vector::Constant(count, Fs)},
      .name = "belt"});
  return ns::simulate(model, ns::MoreauJean{.step = 1e-2}, {.end = end, .record_every = 2});
}

int main(int argc, char** argv) {
  Example example(argc, argv, "16_burridge_knopoff");
  const ns::Trajectory alike = chain(3, 0.0, 40.0), quakes = chain(20, 0.2, 40.0);
  example.save(alike, "alike");
  example.save(quakes);
  const auto q = alike.group(ns::Quantity::q);
  example.near("difference between equal blocks, m", (q.col(0) - q.col(2)).cwiseAbs().maxCoeff(), 0,
               1e-9);
  std::vector<double> falls;  // times at which the first block passes zero on its way back
  for (int i = 1; i < alike.size(); ++i)
    if (q(i - 1, 0) > 0.5 && q(i, 0) <= 0.5) falls.push_back(alike.t()[i]);
  example.near("period of stick and slip, s", (falls.back() - falls[0]) / (falls.size() - 1.0),
               8.9026, 0.2);
  // friction cannot be stronger than its limit, and every block has slipped by now
  example.right(quakes.group(ns::Quantity::lambda).cwiseAbs().maxCoeff() <= 1.0 * 1e-2 + 1e-12,
                "limit");
  return example.result();
}
