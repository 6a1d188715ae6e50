// SPDX-License-Identifier: Apache-2.0
// The reduction of the global form,  W = H^T M^-1 H,  q = H^T M^-1 f + w.
//
// Bodies do not share mass: M falls into components (a rigid body, a principal axis, an elastic
// block), and with H_c the rows of H that belong to component c
//
//   W = sum over c of  H_c^T M_c^-1 H_c.
//
// Each term is factorised alone and touches only the laws that act on its component, so that time
// and memory follow the number of blocks that W really has and never the square of its size.
#include "nonsmooth/base/error.hpp"
#include "nonsmooth/linalg/factorization.hpp"
#include "nonsmooth/problem.hpp"

#include <Eigen/LU>

#include <algorithm>
#include <iterator>
#include <numeric>

namespace nonsmooth {
namespace {

constexpr int dense_limit = 32;  // up to here a dense factorisation is faster than a sparse one

std::size_t index(int i) { return static_cast<std::size_t>(i); }

// The degrees of freedom of every connected component of the graph of M, ascending.
std::vector<std::vector<int>> components_of(const SparseMatrix& M) {
  std::vector<int> parent(index(static_cast<int>(M.cols())));
  std::iota(parent.begin(), parent.end(), 0);
  const auto root = [&](int i) {
    while (parent[index(i)] != i) i = parent[index(i)] = parent[index(parent[index(i)])];
    return i;
  };
  for (int j = 0; j < M.outerSize(); ++j)
    for (SparseMatrix::InnerIterator it(M, j); it; ++it) {
      const int a = root(static_cast<int>(it.row())), b = root(j);
      parent[index(std::max(a, b))] = std::min(a, b);
    }
  std::vector<std::vector<int>> components;
  std::vector<int> number(parent.size(), -1);
  for (int i = 0; i < M.cols(); ++i) {
    int& mine = number[index(root(i))];
    if (mine < 0) {
      mine = static_cast<int>(components.size());
      components.emplace_back();
    }
    components[index(mine)].push_back(i);
  }
  return components;
}

// M_c^-1 of one component after the other. M is symmetric positive definite in mechanics; files
// hold it with rounding, others hold anything.
class ComponentInverse {
 public:
  ComponentInverse(const SparseMatrix& M, std::vector<int>& local) : M_(M), local_(local) {}

  // `local_` must hold the position of every degree of freedom within its component.
  bool factorize(const std::vector<int>& component) {
    const int n = static_cast<int>(component.size());
    small_ = n <= dense_limit;
    if (small_) return factorize_dense(component);
    std::vector<Eigen::Triplet<double>> entries;
    for (const int dof : component)
      for (SparseMatrix::InnerIterator it(M_, dof); it; ++it)
        entries.emplace_back(local_[index(static_cast<int>(it.row()))], local_[index(dof)],
                             it.value());
    SparseMatrix part(n, n);
    part.setFromTriplets(entries.begin(), entries.end());
    return sparse_.factorize(part);
  }

  bool small() const { return small_; }
  /// Precondition: small().
  Matrix solve(const Matrix& b) const { return scale_.asDiagonal() * dense_.solve(b); }
  void solve(VectorIn b, VectorOut x) const {
    if (small_)
      x = scale_.cwiseProduct(dense_.solve(b));
    else
      sparse_.solve(b, x);
  }

 private:
  // the same probe as in the sparse factorisation: a known solution must come back to two digits
  bool factorize_dense(const std::vector<int>& component) {
    const Eigen::Index n = static_cast<Eigen::Index>(component.size());
    Matrix part = Matrix::Zero(n, n);
    for (const int dof : component)
      for (SparseMatrix::InnerIterator it(M_, dof); it; ++it)
        part(local_[index(static_cast<int>(it.row()))], local_[index(dof)]) += it.value();
    scale_ = part.cwiseAbs().colwise().maxCoeff();
    if (!(scale_.minCoeff() > 0.0)) return false;
    scale_ = scale_.cwiseInverse();
    part *= scale_.asDiagonal();
    dense_.compute(part);
    const Vector ones = dense_.solve(part.rowwise().sum());
    return (ones.array() - 1.0).abs().maxCoeff() <= 1e-2;
  }

  const SparseMatrix& M_;
  const std::vector<int>& local_;
  bool small_ = true;
  Vector scale_;
  Eigen::PartialPivLU<Matrix> dense_;
  SparseFactorization sparse_{MatrixClass::general};
};

// Degrees of freedom that are inverted together, and where they act.
struct Group {
  std::vector<int> dofs;
  std::vector<int> columns;  // of H with an entry in the group, ascending
  std::vector<int> laws;     // of these columns, ascending
};

void merge(std::vector<int>& into, const std::vector<int>& other) {
  std::vector<int> both;
  std::set_union(into.begin(), into.end(), other.begin(), other.end(), std::back_inserter(both));
  into = std::move(both);
}

class Reduction {
 public:
  explicit Reduction(const GlobalProblem& problem)
      : problem_(problem), local_(index(static_cast<int>(problem.f.size()))), q_(problem.w) {
    for (std::size_t i = 0; i < problem.laws.size(); ++i) {
      sizes_.push_back(problem.laws[i].size());
      law_of_.insert(law_of_.end(), index(sizes_.back()), static_cast<int>(i));
    }
    make_groups();
    std::vector<std::pair<int, int>> pattern;
    for (const Group& group : groups_)
      for (const int row : group.laws)
        for (const int col : group.laws) pattern.emplace_back(row, col);
    W_ = BlockSparse::zeros(sizes_, sizes_, std::move(pattern));
  }

  Problem run() {
    ComponentInverse inverse(problem_.M, local_);
    for (const Group& group : groups_) {
      if (!inverse.factorize(group.dofs))
        throw Error("GlobalProblem: M (" + std::to_string(problem_.M.rows()) + " x " +
                    std::to_string(problem_.M.cols()) +
                    ") is singular; every degree of freedom needs mass");
      add(group, inverse);
    }
    return {std::move(W_), std::move(q_), problem_.laws};
  }

 private:
  // Small components in a row are taken together if that adds no block to W: the axes of a body.
  void make_groups() {
    const SparseMatrix Ht = problem_.H.transpose();
    for (std::vector<int>& component : components_of(problem_.M)) {
      Group group = group_of(std::move(component), Ht);
      const auto holds = [](const Group& a, const Group& b) {
        return std::includes(a.laws.begin(), a.laws.end(), b.laws.begin(), b.laws.end());
      };
      if (!groups_.empty() && groups_.back().dofs.size() + group.dofs.size() <= dense_limit &&
          (holds(groups_.back(), group) || holds(group, groups_.back()))) {
        merge(groups_.back().dofs, group.dofs);
        merge(groups_.back().columns, group.columns);
        merge(groups_.back().laws, group.laws);
      } else {
        groups_.push_back(std::move(group));
      }
    }
    for (const Group& group : groups_)
      for (std::size_t k = 0; k < group.dofs.size(); ++k)
        local_[index(group.dofs[k])] = static_cast<int>(k);
  }

  Group group_of(std::vector<int> dofs, const SparseMatrix& Ht) const {
    Group group{std::move(dofs), {}, {}};
    for (const int dof : group.dofs)
      for (SparseMatrix::InnerIterator it(Ht, dof); it; ++it)
        group.columns.push_back(static_cast<int>(it.row()));
    std::sort(group.columns.begin(), group.columns.end());
    group.columns.erase(std::unique(group.columns.begin(), group.columns.end()),
                        group.columns.end());
    for (const int column : group.columns) group.laws.push_back(law_of_[index(column)]);
    group.laws.erase(std::unique(group.laws.begin(), group.laws.end()), group.laws.end());
    return group;
  }

  // W += H_c^T M_c^-1 H_c and q += H_c^T M_c^-1 f_c
  void add(const Group& group, const ComponentInverse& inverse) {
    if (group.columns.empty()) return;
    const SparseMatrix H = part_of_H(group);
    Vector right(H.rows()), solved(H.rows());
    for (std::size_t k = 0; k < group.dofs.size(); ++k)
      right[static_cast<Eigen::Index>(k)] = problem_.f[group.dofs[k]];
    inverse.solve(right, solved);
    const Vector free = H.transpose() * solved;
    for (std::size_t k = 0; k < group.columns.size(); ++k)
      q_[group.columns[k]] += free[static_cast<Eigen::Index>(k)];
    scatter(group.columns, product(H, inverse));
  }

  // H_c^T M_c^-1 H_c
  static Matrix product(const SparseMatrix& H, const ComponentInverse& inverse) {
    if (inverse.small()) {
      const Matrix dense = H;
      return dense.transpose().lazyProduct(inverse.solve(dense));
    }
    Matrix result(H.cols(), H.cols());
    Vector right(H.rows()), solved(H.rows());
    for (Eigen::Index k = 0; k < H.cols(); ++k) {
      right = H.col(k);
      inverse.solve(right, solved);
      result.col(k).noalias() = H.transpose() * solved;
    }
    return result;
  }

  // The rows of H that belong to the group, its columns only.
  SparseMatrix part_of_H(const Group& group) const {
    std::vector<Eigen::Triplet<double>> entries;
    for (std::size_t k = 0; k < group.columns.size(); ++k)
      for (SparseMatrix::InnerIterator it(problem_.H, group.columns[k]); it; ++it)
        if (const int dof = static_cast<int>(it.row()); belongs(group, dof))
          entries.emplace_back(local_[index(dof)], static_cast<int>(k), it.value());
    SparseMatrix H(static_cast<int>(group.dofs.size()), static_cast<int>(group.columns.size()));
    H.setFromTriplets(entries.begin(), entries.end());
    return H;
  }

  bool belongs(const Group& group, int dof) const {
    const std::size_t k = index(local_[index(dof)]);
    return k < group.dofs.size() && group.dofs[k] == dof;
  }

  // W += product at the rows and columns given
  void scatter(const std::vector<int>& columns, const Matrix& product) {
    const auto end_of_law = [&](std::size_t k) {
      const int law = law_of_[index(columns[k])];
      while (k < columns.size() && law_of_[index(columns[k])] == law) ++k;
      return k;
    };
    for (std::size_t c0 = 0, c1 = 0; c0 < columns.size(); c0 = c1) {
      c1 = end_of_law(c0);
      const int col = law_of_[index(columns[c0])];
      for (std::size_t r0 = 0, r1 = 0; r0 < columns.size(); r0 = r1) {
        r1 = end_of_law(r0);
        const int row = law_of_[index(columns[r0])];
        MatrixMap block = W_.block(row, W_.find(row, col));
        for (std::size_t c = c0; c < c1; ++c)
          for (std::size_t r = r0; r < r1; ++r)
            block(columns[r] - W_.row_offset(row), columns[c] - W_.col_offset(col)) +=
                product(static_cast<Eigen::Index>(r), static_cast<Eigen::Index>(c));
      }
    }
  }

  const GlobalProblem& problem_;
  std::vector<Group> groups_;
  std::vector<int> local_;   // position of a degree of freedom within its group
  std::vector<int> law_of_;  // law of a column of H
  std::vector<int> sizes_;
  BlockSparse W_;
  Vector q_;
};

}  // namespace

Problem reduce(const GlobalProblem& problem) {
  validate(problem);
  return Reduction(problem).run();
}

}  // namespace nonsmooth
