// SPDX-License-Identifier: Apache-2.0
#include "nonsmooth/linalg/factorization.hpp"

#include "nonsmooth/base/error.hpp"
#include "nonsmooth/base/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace nonsmooth {
namespace {

using Entries = std::vector<Eigen::Triplet<double>>;

SparseMatrix matrix_of(int n, const Entries& entries) {
  SparseMatrix matrix(n, n);
  matrix.setFromTriplets(entries.begin(), entries.end());
  return matrix;
}

// a few random entries per column next to a diagonal of the given size
SparseMatrix random_unsymmetric(int n, double diagonal, Random& random) {
  Entries entries;
  for (int i = 0; i < n; ++i) {
    entries.emplace_back(i, i, diagonal + random.uniform());
    for (int k = 0; k < 3; ++k) entries.emplace_back(random.below(n), i, random.uniform(-1.0, 1.0));
  }
  return matrix_of(n, entries);
}

SparseMatrix random_definite(int n, Random& random) {
  const SparseMatrix b = random_unsymmetric(n, 1.0, random);
  SparseMatrix identity(n, n);
  identity.setIdentity();
  return SparseMatrix(b * SparseMatrix(b.transpose())) + 0.1 * identity;
}

// [[A, B^T], [B, 0]] with A positive definite and B of full rank: no diagonal in the second block
SparseMatrix saddle_point(int n, int m, Random& random) {
  const SparseMatrix a = random_definite(n, random);
  Entries entries;
  for (int j = 0; j < n; ++j)
    for (SparseMatrix::InnerIterator it(a, j); it; ++it)
      entries.emplace_back(static_cast<int>(it.row()), j, it.value());
  for (int i = 0; i < m; ++i) {
    const auto put = [&](int column, double value) {
      entries.emplace_back(n + i, column, value);
      entries.emplace_back(column, n + i, value);
    };
    put(i, 1.0);
    put((i + m) % n, random.uniform(-1.0, 1.0));
  }
  return matrix_of(n + m, entries);
}

Vector random_vector(int n, Random& random) {
  Vector v(n);
  for (double& value : v) value = random.uniform(-1.0, 1.0);
  return v;
}

// |A x - b| / (|A| |x| + |b|) with the full matrix
double relative_residual(const SparseMatrix& a, const Vector& x, const Vector& b) {
  const Vector size = a.cwiseAbs() * x.cwiseAbs() + b.cwiseAbs();
  return (a * x - b).cwiseAbs().maxCoeff() / size.maxCoeff();
}

std::string name_of(FactorizationMethod method) {
  return std::string(enum_names(method)[static_cast<std::size_t>(method)]);
}

bool has(MatrixClass matrix_class, FactorizationMethod method) {
  const auto methods = available_methods(matrix_class);
  return std::find(methods.begin(), methods.end(), method) != methods.end();
}

void expect_solves(MatrixClass matrix_class, const SparseMatrix& matrix, Random& random) {
  const int n = static_cast<int>(matrix.rows());
  for (const FactorizationMethod method : available_methods(matrix_class)) {
    SCOPED_TRACE(name_of(method));
    SparseFactorization factorization(matrix_class, method);
    ASSERT_TRUE(factorization.factorize(matrix));
    EXPECT_EQ(factorization.method(), method);
    const Vector b = random_vector(n, random);
    Vector x(n);
    factorization.solve(b, x);
    EXPECT_LT(relative_residual(matrix, x, b), 1e-13);
    Vector in_place = b;
    factorization.solve(in_place, in_place);
    EXPECT_EQ(in_place, x);
  }
}

// Rank n - 1 up to rounding: irrational weights, constants are the null vector.
SparseMatrix graph_laplacian(int n, Random& random) {
  Entries entries;
  for (int i = 0; i < 3 * n; ++i) {
    const int a = i % n, b = (i + 1 + i / n) % n;
    const double weight = random.uniform(0.5, 1.5);
    entries.emplace_back(a, a, weight);
    entries.emplace_back(b, b, weight);
    entries.emplace_back(a, b, -weight);
    entries.emplace_back(b, a, -weight);
  }
  return matrix_of(n, entries);
}

TEST(Factorization, SolvesEveryClassWithEveryMethod) {
  Random random(1);
  for (const int n : {1, 2, 10, 300}) {
    SCOPED_TRACE(n);
    expect_solves(MatrixClass::general, random_unsymmetric(n, 4.0, random), random);
    expect_solves(MatrixClass::positive_definite, random_definite(n, random), random);
    const SparseMatrix definite = random_definite(n, random);
    expect_solves(MatrixClass::symmetric_indefinite, definite, random);
    expect_solves(MatrixClass::symmetric_indefinite, SparseMatrix(-definite), random);
  }
}

TEST(Factorization, SolvesSaddlePointsWithZeroDiagonalBlock) {
  Random random(2);
  for (const int m : {1, 5, 40}) {
    const SparseMatrix matrix = saddle_point(100, m, random);
    expect_solves(MatrixClass::symmetric_indefinite, matrix, random);
    expect_solves(MatrixClass::general, matrix, random);
  }
}

TEST(Factorization, SurvivesPivotsThatBreakTheUnpivotedFactorisation) {
  // a tiny leading pivot: exact zero stops L D L^T, 1e-20 makes it inaccurate without stopping it
  Random random(3);
  for (const double pivot : {0.0, 1e-20, 1e-12}) {
    Entries entries;
    const int n = 40;
    for (int i = 0; i + 1 < n; i += 2) {
      entries.emplace_back(i, i, pivot);
      entries.emplace_back(i + 1, i + 1, pivot);
      entries.emplace_back(i + 1, i, 1.0 + i);
      entries.emplace_back(i, i + 1, 1.0 + i);
    }
    for (int i = 0; i + 2 < n; ++i) {
      entries.emplace_back(i + 2, i, 0.1);
      entries.emplace_back(i, i + 2, 0.1);
    }
    expect_solves(MatrixClass::symmetric_indefinite, matrix_of(n, entries), random);
  }
}

TEST(Factorization, ReadsOnlyTheLowerTriangleOfSymmetricClasses) {
  Random random(4);
  const SparseMatrix full = random_definite(50, random);
  const SparseMatrix lower = full.triangularView<Eigen::Lower>();
  const Vector b = random_vector(50, random);
  for (const MatrixClass c : {MatrixClass::positive_definite, MatrixClass::symmetric_indefinite})
    for (const FactorizationMethod method : available_methods(c)) {
      SparseFactorization factorization(c, method);
      ASSERT_TRUE(factorization.factorize(lower));
      Vector x(50);
      factorization.solve(b, x);
      EXPECT_LT(relative_residual(full, x, b), 1e-13);
    }
}

TEST(Factorization, AcceptsUncompressedStorage) {
  Random random(5);
  const SparseMatrix compressed = random_unsymmetric(30, 4.0, random);
  SparseMatrix loose = compressed;
  loose.uncompress();
  loose.reserve(Eigen::VectorXi::Constant(30, 7));
  ASSERT_FALSE(loose.isCompressed());
  expect_solves(MatrixClass::general, loose, random);
}

TEST(Factorization, ReusesTheAnalysisWhileThePatternStays) {
  Random random(6);
  for (const MatrixClass c : {MatrixClass::general, MatrixClass::positive_definite}) {
    for (const FactorizationMethod method : available_methods(c)) {
      SCOPED_TRACE(name_of(method));
      SparseFactorization factorization(c, method);
      SparseMatrix matrix = random_definite(60, random);
      for (int pass = 1; pass <= 4; ++pass) {
        matrix *= 1.5;
        matrix.coeffRef(3, 3) += 1.0;
        ASSERT_TRUE(factorization.factorize(matrix));
        EXPECT_EQ(factorization.analysis_count(), 1);
        EXPECT_EQ(factorization.factorization_count(), pass);
        const Vector b = random_vector(60, random);
        Vector x(60);
        factorization.solve(b, x);
        EXPECT_LT(relative_residual(matrix, x, b), 1e-13);
      }
      // same number of entries at other places, then another size
      ASSERT_TRUE(factorization.factorize(random_definite(60, random)));
      EXPECT_EQ(factorization.analysis_count(), 2);
      ASSERT_TRUE(factorization.factorize(random_definite(20, random)));
      EXPECT_EQ(factorization.analysis_count(), 3);
    }
  }
}

TEST(Factorization, GivesUpOldPivotsThatTurnedBad) {
  // the first matrix makes the diagonal the natural pivots, the second makes them nearly zero
  if (!has(MatrixClass::general, FactorizationMethod::klu)) GTEST_SKIP();
  Random random(7);
  SparseFactorization factorization(MatrixClass::general, FactorizationMethod::klu);
  const int n = 50;
  const auto ring = [&](double diagonal) {
    Entries entries;
    for (int i = 0; i < n; ++i) {
      entries.emplace_back(i, i, diagonal);
      entries.emplace_back((i + 1) % n, i, 1.0);
      entries.emplace_back((i + 7) % n, i, 0.3);
    }
    return matrix_of(n, entries);
  };
  for (const double diagonal : {10.0, 1e-14, 10.0, 1e-9}) {
    const SparseMatrix matrix = ring(diagonal);
    ASSERT_TRUE(factorization.factorize(matrix));
    const Vector b = random_vector(n, random);
    Vector x(n);
    factorization.solve(b, x);
    EXPECT_LT(relative_residual(matrix, x, b), 1e-12) << diagonal;
  }
  EXPECT_EQ(factorization.analysis_count(), 1);
}

TEST(Factorization, RefusesSingularMatrices) {
  Random random(8);
  const int n = 40;
  for (const MatrixClass c :
       {MatrixClass::general, MatrixClass::symmetric_indefinite, MatrixClass::positive_definite})
    for (const FactorizationMethod method : available_methods(c)) {
      SCOPED_TRACE(name_of(method));
      SparseFactorization factorization(c, method);
      // one empty row and column
      SparseMatrix structural = random_definite(n, random);
      structural.prune([](int row, int col, double) { return row != 7 && col != 7; });
      EXPECT_FALSE(factorization.factorize(structural));
      // stored zeros
      SparseMatrix stored = random_definite(n, random);
      for (int j = 0; j < n; ++j)
        for (SparseMatrix::InnerIterator it(stored, j); it; ++it)
          if (it.row() == 7 || j == 7) it.valueRef() = 0.0;
      EXPECT_FALSE(factorization.factorize(stored));
      EXPECT_FALSE(factorization.factorize(graph_laplacian(n, random)));
      // and is of use again afterwards
      EXPECT_TRUE(factorization.factorize(random_definite(n, random)));
    }
}

TEST(Factorization, NearlySingularMatricesAreAcceptedOnRequest) {
  Random random(8);
  const int n = 40;
  const SparseMatrix nearly = graph_laplacian(n, random);
  const Vector b = nearly * Vector::LinSpaced(n, -1.0, 1.0);
  for (const FactorizationMethod method : available_methods(MatrixClass::general)) {
    SCOPED_TRACE(name_of(method));
    SparseFactorization factorization(MatrixClass::general, method);
    EXPECT_FALSE(factorization.factorize(nearly));
    ASSERT_TRUE(factorization.factorize(nearly, NearlySingular::accept));
    // any error lies along the null vector
    Vector x(n);
    factorization.solve(b, x);
    EXPECT_LE((nearly * x - b).norm(), 1e-12 * (b.norm() + x.norm()));
  }
}

TEST(Factorization, RefusesStructurallySingularMatrices) {
  // every column is filled, but row 5 is empty; or three columns share two rows
  Random random(14);
  const int n = 30;
  for (const FactorizationMethod method : available_methods(MatrixClass::general)) {
    SCOPED_TRACE(name_of(method));
    SparseFactorization factorization(MatrixClass::general, method);
    SparseMatrix empty_row = random_unsymmetric(n, 4.0, random);
    empty_row.coeffRef(6, 5) = 1.0;
    empty_row.prune([](int row, int, double) { return row != 5; });
    EXPECT_FALSE(factorization.factorize(empty_row));
    EXPECT_FALSE(factorization.factorize(empty_row));
    Entries entries;
    for (int i = 3; i < n; ++i) entries.emplace_back(i, i, 1.0);
    for (int j = 0; j < 3; ++j)
      for (int i = 0; i < 2; ++i) entries.emplace_back(i, j, random.uniform());
    entries.emplace_back(2, 10, 1.0);
    EXPECT_FALSE(factorization.factorize(matrix_of(n, entries)));
    EXPECT_TRUE(factorization.factorize(random_unsymmetric(n, 4.0, random)));
  }
}

TEST(Factorization, BadScalingIsNotSingularity) {
  // rows and columns scaled by 1e-8 .. 1e8: condition number 1e30, yet every digit is there
  Random random(9);
  const int n = 60;
  const SparseMatrix base = random_definite(n, random);
  Vector scale(n);
  for (double& s : scale) s = std::pow(10.0, random.uniform(-8.0, 8.0));
  const SparseMatrix scaled = scale.asDiagonal() * base * scale.asDiagonal();
  for (const MatrixClass c :
       {MatrixClass::general, MatrixClass::symmetric_indefinite, MatrixClass::positive_definite})
    for (const FactorizationMethod method : available_methods(c)) {
      SparseFactorization factorization(c, method);
      EXPECT_TRUE(factorization.factorize(scaled)) << name_of(method);
    }
}

TEST(Factorization, RefusesIndefiniteMatricesAsPositiveDefinite) {
  Random random(10);
  for (const FactorizationMethod method : available_methods(MatrixClass::positive_definite)) {
    SparseFactorization factorization(MatrixClass::positive_definite, method);
    EXPECT_FALSE(factorization.factorize(saddle_point(50, 10, random))) << name_of(method);
    EXPECT_FALSE(factorization.factorize(SparseMatrix(-random_definite(50, random))));
    EXPECT_TRUE(factorization.factorize(random_definite(50, random)));
  }
}

TEST(Factorization, RefusesWhatIsNotSquareOrNotFinite) {
  Random random(11);
  for (const MatrixClass c :
       {MatrixClass::general, MatrixClass::symmetric_indefinite, MatrixClass::positive_definite})
    for (const FactorizationMethod method : available_methods(c)) {
      SCOPED_TRACE(name_of(method));
      SparseFactorization factorization(c, method);
      EXPECT_FALSE(factorization.factorize(SparseMatrix(3, 4)));
      for (const double bad : {std::nan(""), infinity, -infinity}) {
        SparseMatrix matrix = random_definite(10, random);
        matrix.coeffRef(4, 4) = bad;
        EXPECT_FALSE(factorization.factorize(matrix));
      }
      EXPECT_TRUE(factorization.factorize(SparseMatrix(0, 0)));
      Vector nothing(0);
      factorization.solve(nothing, nothing);
    }
}

// A ring of neighbours, where KLU is at home, or with random long-range couplings, where it is not.
SparseMatrix ring_with_couplings(int n, bool couplings, Random& random) {
  Entries entries;
  const auto couple = [&](int a, int b) {
    entries.emplace_back(a, b, -1.0);
    entries.emplace_back(b, a, -1.0);
  };
  for (int i = 0; i < n; ++i) {
    entries.emplace_back(i, i, 8.0 + random.uniform());
    couple(i, (i + 1) % n);
    if (couplings) couple(i, random.below(n));
  }
  return matrix_of(n, entries);
}

TEST(Factorization, KluHandsOverWhenItsAnalysisAnnouncesTooMuchWork) {
  if (!has(MatrixClass::general, FactorizationMethod::klu)) GTEST_SKIP();
  Random random(12);
  SparseFactorization factorization(MatrixClass::general);
  const SparseMatrix ring = ring_with_couplings(4000, false, random);
  ASSERT_TRUE(factorization.factorize(ring));
  EXPECT_EQ(factorization.method(), FactorizationMethod::klu);

  const SparseMatrix web = ring_with_couplings(4000, true, random);
  ASSERT_TRUE(factorization.factorize(web));
  EXPECT_EQ(factorization.method(), FactorizationMethod::umfpack);
  const int analyses = factorization.analysis_count();
  ASSERT_TRUE(factorization.factorize(web));
  EXPECT_EQ(factorization.analysis_count(), analyses);
  const Vector b = random_vector(4000, random);
  Vector x(4000);
  factorization.solve(b, x);
  EXPECT_LT(relative_residual(web, x, b), 1e-13);

  // back home
  ASSERT_TRUE(factorization.factorize(ring));
  EXPECT_EQ(factorization.method(), FactorizationMethod::klu);
}

TEST(Factorization, SaysWhatIsAvailableWhenAMethodIsNot) {
  try {
    SparseFactorization factorization(MatrixClass::positive_definite, FactorizationMethod::klu);
    FAIL() << "no exception";
  } catch (const Error& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find("klu"), std::string::npos) << message;
    EXPECT_NE(message.find("positive definite"), std::string::npos) << message;
    EXPECT_NE(message.find("eigen"), std::string::npos) << message;
  }
}

TEST(Factorization, MovesWithItsFactors) {
  Random random(13);
  const SparseMatrix matrix = random_definite(20, random);
  SparseFactorization first(MatrixClass::positive_definite);
  ASSERT_TRUE(first.factorize(matrix));
  SparseFactorization second = std::move(first);
  const Vector b = random_vector(20, random);
  Vector x(20);
  second.solve(b, x);
  EXPECT_LT(relative_residual(matrix, x, b), 1e-13);
}

}  // namespace
}  // namespace nonsmooth
