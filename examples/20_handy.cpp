// HANDY, a model of societies: people x live on nature y through wealth w. Famine sets in where the
// wealth is below a threshold: min(1, w / (rho x)), by a complementarity condition for the surplus
// lambda = max(0, w - rho x). At the best rate of depletion everything settles.
#include "example.hpp"

int main(int argc, char** argv) {
  Example example(argc, argv, "20_handy");
  const double death = 0.01, famine = 0.07, birth = 0.03, salary = 5e-4, rho = 5e-3, growth = 0.01;
  const double capacity = 100, eta = (famine - birth) / (famine - death);
  struct Case {
    std::string label;
    double depletion;
  };
  const double best = 2 * eta * salary / capacity;
  for (const auto& [label, depletion] : {Case{"settles", best}, Case{"collapses", 5.5 * best}}) {
    const auto rate = [=, d = depletion](double, ns::VectorIn z, ns::VectorIn surplus) {
      const double x = z[0], y = z[1], w = z[2], fed = (w - surplus[0]) / (rho * x);
      return ns::Vec<3>((birth - death - (1 - fed) * (famine - death)) * x,
                        growth * y * (capacity - y) - d * x * y, d * x * y - fed * salary * x);
    };
    ns::Model model;
    const auto society = model.add(ns::FirstOrder{
        .name = "society", .A = ns::Matrix::Zero(3, 3), .x0 = ns::Vector{{100, 100, 0}}});
    model.add(ns::Interaction{
        .on = {society},
        .relation =
            ns::FirstOrderGeneral{.h = [=](double, ns::VectorIn z,
                                           ns::VectorIn l) { return l[0] - (z[2] - rho * z[0]); },
                                  .g = rate},
        .law = ns::NonNegative{1},
        .name = "surplus"});
    const ns::Trajectory run = ns::simulate(model, ns::EulerMoreau{.step = 0.1}, {.end = 600.0});
    example.save(run, label);
    const auto end = run.x(society).row(run.size() - 1);
    std::printf("%s: %.0f people at t = 600, %.0f at most\n", label.c_str(), end[0],
                run.x(society).col(0).maxCoeff());
    example.right(run.x(society).minCoeff() >= -1e-9, "nothing negative");
    if (label == "collapses")
      example.right(end[0] < 0.2 * run.x(society).col(0).maxCoeff(), "collapse");
    if (label == "settles") example.near("people", end[0], 74999.6, 50);
    if (label == "settles") example.near("nature", end[1], 50.0003, 0.05);
    if (label == "settles") example.near("wealth", end[2], 250.0, 0.5);
  }
  return example.result();
}
