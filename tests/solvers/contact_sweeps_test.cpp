// SPDX-License-Identifier: Apache-2.0
// Sweeps in terms of bodies are the same sweeps: same answers as with W, same bits for any number
// of threads, and the closed form of spheres is the general one.
#include "nonsmooth/base/random.hpp"
#include "nonsmooth/solvers.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

namespace nonsmooth {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

Vec<3> direction(Random& random) {
  return Vec<3>(random.normal(), random.normal(), random.normal()).normalized();
}

// A problem and its form, both made from the same contacts.
struct Contacts {
  Problem problem;
  ContactForm form;

  // `rows` 3: with friction; 1: normal reactions only
  Contacts(int bodies, int contacts, bool spheres, int rows, Random& random) {
    std::vector<int> degree(at(bodies), 0);
    for (int i = 0; i < bodies; ++i) {
      form.inverse_mass.push_back(random.uniform(0.5, 2.0));
      const Mat<3> Q = Eigen::AngleAxisd(random.uniform(0, 3), direction(random)).matrix();
      const Vec<3> moments = spheres ? Vec<3>(Vec<3>::Constant(random.uniform(1.0, 3.0)))
                                     : Vec<3>(1.0, 2.0, random.uniform(1.5, 3.0));
      form.inverse_inertia.push_back(Q * moments.asDiagonal() * Q.transpose());
    }
    while (static_cast<int>(form.contacts.size()) < contacts) {
      ContactForm::Contact contact;
      contact.a = random.below(bodies);
      contact.b = random.below(bodies + bodies / 10);  // some against what does not give way
      if (contact.b >= bodies) contact.b = -1;
      if (contact.b == contact.a || degree[at(contact.a)] > 10 ||
          (contact.b >= 0 && degree[at(contact.b)] > 10))
        continue;
      for (const int body : {contact.a, contact.b})
        if (body >= 0) ++degree[at(body)];
      contact.normal = direction(random);
      contact.tangent = contact.normal.cross(direction(random)).normalized();
      contact.arm_a = spheres ? Vec<3>(-0.4 * contact.normal) : Vec<3>(0.5 * direction(random));
      contact.arm_b = spheres ? Vec<3>(0.3 * contact.normal) : Vec<3>(0.5 * direction(random));
      form.contacts.push_back(contact);
    }
    for (const int d : degree) form.most_per_body = std::max(form.most_per_body, d);
    assemble(rows, random);
    form.problem = &problem;
  }

  void assemble(int rows, Random& random) {
    const int n = rows * static_cast<int>(form.contacts.size()),
              bodies = static_cast<int>(form.inverse_mass.size());
    Matrix J = Matrix::Zero(n, 6 * bodies), M = Matrix::Zero(6 * bodies, 6 * bodies);
    for (int i = 0; i < bodies; ++i) {
      M.block<3, 3>(6 * i, 6 * i) = form.inverse_mass[at(i)] * Mat<3>::Identity();
      M.block<3, 3>(6 * i + 3, 6 * i + 3) = form.inverse_inertia[at(i)];
    }
    for (int k = 0; k < n; ++k) {
      const ContactForm::Contact& c = form.contacts[at(k / rows)];
      const Vec<3> axis = k % rows == 0   ? c.normal
                          : k % rows == 1 ? c.tangent
                                          : Vec<3>(c.normal.cross(c.tangent));
      J.block<1, 3>(k, 6 * c.a) = axis.transpose();
      J.block<1, 3>(k, 6 * c.a + 3) = c.arm_a.cross(axis).transpose();
      if (c.b < 0) continue;
      J.block<1, 3>(k, 6 * c.b) = -axis.transpose();
      J.block<1, 3>(k, 6 * c.b + 3) = -c.arm_b.cross(axis).transpose();
    }
    const Matrix W = J * M * J.transpose();
    problem.q.resize(n);
    for (int k = 0; k < n; ++k) {
      problem.q[k] = random.uniform(-1, 1);
      if (k % rows == 0) problem.laws.push_back(rows == 3 ? AnyLaw(coulomb(0.4)) : NonNegative{1});
    }
    const std::vector<int> sizes(form.contacts.size(), rows);
    problem.W = BlockSparse(sizes, sizes, SparseMatrix(W.sparseView()));
  }

  Solution swept(const Nsgs& options, bool by_bodies) const {
    Workspace workspace;
    Solution solution;
    solution.r = Vector::Zero(problem.size());
    workspace.contact_form = by_bodies ? &form : nullptr;
    solve(problem, options, workspace, solution);
    return solution;
  }
};

class ContactSweeps : public ::testing::TestWithParam<std::tuple<bool, int>> {
 protected:
  Random random_{7};
  Contacts contacts_{120, 300, std::get<0>(GetParam()), std::get<1>(GetParam()), random_};
};

// The velocities of the bodies are unique, reactions need not be: u is compared.
TEST_P(ContactSweeps, GiveTheAnswerOfW) {
  const Nsgs options{.tolerance = 1e-11, .max_iterations = 100000, .order = SweepOrder::coloured};
  for (const bool momentum : {false, true}) {
    Nsgs with = options;
    with.momentum = momentum;
    const Solution by_bodies = contacts_.swept(with, true), by_W = contacts_.swept(options, false);
    ASSERT_TRUE(by_bodies.success()) << by_bodies.summary();
    ASSERT_TRUE(by_W.success()) << by_W.summary();
    // residuals of 1e-11 let u differ by the square root of the condition, about 1e3, more
    EXPECT_LT((by_bodies.u - by_W.u).norm(), 1e-7 * by_W.u.norm());
  }
}

TEST_P(ContactSweeps, HaveTheSameBitsForAnyNumberOfThreads) {
  Nsgs options{.tolerance = 1e-8, .max_iterations = 500, .order = SweepOrder::coloured};
  options.momentum = true;
  const Solution alone = contacts_.swept(options, true);
  for (const int threads : {2, 4}) {
    options.threads = threads;
    const Solution shared = contacts_.swept(options, true);
    EXPECT_EQ(shared.iterations, alone.iterations);
    EXPECT_EQ(shared.r, alone.r);
  }
}

// A tolerance of nothing takes no contact for round: the same sweeps by other formulas.
TEST_P(ContactSweeps, RoundContactsAreAClosedFormOfGeneralOnes) {
  Nsgs options{.max_iterations = 30, .order = SweepOrder::coloured, .momentum = true};
  options.tolerance = 1e-8;
  const Solution closed = contacts_.swept(options, true);
  options.tolerance = 1e-300;
  const Solution general = contacts_.swept(options, true);
  ASSERT_GT(general.r.norm(), 1.0);
  // thirty sweeps, of which none amplifies rounding by more than a little
  EXPECT_LT((closed.r - general.r).norm(), 1e-10 * general.r.norm());
}

INSTANTIATE_TEST_SUITE_P(Kinds, ContactSweeps,
                         ::testing::Combine(::testing::Bool(), ::testing::Values(1, 3)),
                         [](const auto& kind) {
                           return std::string(std::get<0>(kind.param) ? "Spheres" : "Bodies") +
                                  (std::get<1>(kind.param) == 3 ? "WithFriction" : "Normal");
                         });

}  // namespace
}  // namespace nonsmooth
