// SPDX-License-Identifier: Apache-2.0
#include "solvers/cone_system.hpp"

#include "solvers/storage_choice.hpp"

#include <algorithm>
#include <cmath>

namespace nonsmooth {
namespace {

// against singular equations; far below the accuracy sought
constexpr double shifts[] = {0.0, 1e-12, 1e-10, 1e-8};

SparseMatrix scaled_with_diagonal(const Problem& problem, const ConeForm& form) {
  SparseMatrix identity(form.size, form.size);
  identity.setIdentity();
  SparseMatrix W = problem.W.to_sparse() + 0.0 * identity;
  for (int j = 0; j < W.cols(); ++j)
    for (SparseMatrix::InnerIterator entry(W, j); entry; ++entry)
      entry.valueRef() /= form.root[entry.row()] * form.root[j];
  return W;
}

bool is_symmetric(const SparseMatrix& matrix) {
  const SparseMatrix transposed = matrix.transpose();
  return (matrix - transposed).norm() <= 1e-12 * matrix.norm();
}

// Every entry of the blocks of W, zeros included.
SparseMatrix full_pattern(const BlockSparse& W) {
  std::vector<Eigen::Triplet<double>> entries;
  for (int i = 0; i < W.block_rows(); ++i)
    for (int k = W.row_begin(i); k < W.row_begin(i + 1); ++k)
      for (int c = 0; c < W.col_size(W.block_col(k)); ++c)
        for (int a = 0; a < W.row_size(i); ++a)
          entries.emplace_back(W.row_offset(i) + a, W.col_offset(W.block_col(k)) + c, 0.0);
  SparseMatrix pattern(W.rows(), W.cols());
  pattern.setFromTriplets(entries.begin(), entries.end());
  return pattern;
}

std::vector<int> places_of_blocks(const BlockSparse& W, const SparseMatrix& matrix) {
  std::vector<int> places;
  for (int i = 0; i < W.block_rows(); ++i)
    for (int k = W.row_begin(i); k < W.row_begin(i + 1); ++k)
      for (int c = 0; c < W.col_size(W.block_col(k)); ++c) {
        const int column = W.col_offset(W.block_col(k)) + c;
        const int* rows = matrix.innerIndexPtr();
        const int* begin = rows + matrix.outerIndexPtr()[column];
        const int* end = rows + matrix.outerIndexPtr()[column + 1];
        places.push_back(static_cast<int>(std::lower_bound(begin, end, W.row_offset(i)) - rows));
      }
  return places;
}

}  // namespace

ConeSystem::ConeSystem(const Problem& problem, const ConeForm& form, Arena& scratch)
    : problem_(problem),
      form_(form),
      scratch_(scratch),
      blocks_(scratch.array<double*>(static_cast<Eigen::Index>(form.units.size()))) {
  for (std::size_t i = 0; i < form.units.size(); ++i)
    blocks_[i] = scratch.vector(block_kinds * form.units[i].size * form.units[i].size).data();
  if (!wants_sparse_factors(problem)) return;
  std::vector<int> sizes;
  for (const ConeUnit& unit : form.units) sizes.push_back(unit.size);
  const SparseMatrix scaled = scaled_with_diagonal(problem, form);
  BlockSparse W(sizes, sizes, scaled);
  SparseMatrix pattern = full_pattern(W);
  std::vector<int> places = places_of_blocks(W, pattern);
  std::optional<BlockLu> lu;
  if (BlockLu::supports(W)) lu.emplace(W);
  BlockSparse blocks = W;
  sparse_.emplace(Sparse{.W = std::move(W),
                         .blocks = std::move(blocks),
                         .lu = std::move(lu),
                         .matrix = std::move(pattern),
                         .places = std::move(places),
                         .symmetric = is_symmetric(scaled),
                         .general = SparseFactorization(MatrixClass::general),
                         .definite = SparseFactorization(MatrixClass::positive_definite)});
}

MatrixMap ConeSystem::block(BlockKind kind, std::size_t unit) const {
  const int size = form_.units[unit].size;
  return {blocks_[unit] + static_cast<int>(kind) * size * size, size, size};
}

void ConeSystem::multiply(VectorIn r, VectorOut product) const {
  const Arena::Scope scope(scratch_);
  VectorMap unscaled = scratch_.vector(form_.size);
  unscaled = r.cwiseQuotient(form_.root);
  problem_.W.multiply(unscaled, product);
  product = product.cwiseQuotient(form_.root);
}

// T and T^T D T
void ConeSystem::set_scaling(std::size_t i, std::span<const NtScaling> scalings) {
  const ConeUnit& unit = form_.units[i];
  const auto first = static_cast<std::size_t>(unit.first);
  MatrixMap T = block(BlockKind::right, i), D = block(BlockKind::diagonal, i);
  if (unit.count == 1 && form_.cones[first].normal >= 0 && form_.compliance[unit.row] == 0.0) {
    scalings[first].copy(T);
    T.row(0) /= form_.cones[first].a;
    D.setIdentity();
    return;
  }
  D.setZero();
  D.diagonal() = form_.compliance.segment(unit.row, unit.size);
  for (std::size_t j = first; j < first + static_cast<std::size_t>(unit.count); ++j) {
    const ConeBlock& cone = form_.cones[j];
    for (int l = 0; l < cone.size(); ++l)
      for (int k = 0; k < cone.size(); ++k)
        if (cone.row(k) >= 0 && cone.row(l) >= 0)
          D(cone.row(k) - unit.row, cone.row(l) - unit.row) +=
              cone.factor(k) * scalings[j].inverse_square(k, l) * cone.factor(l);
  }
  T.setZero();
  for (int k = 0; k < unit.size; ++k) T(k, k) = 1.0 / std::sqrt(1.0 + D(k, k));
  for (int l = 0; l < unit.size; ++l)
    for (int k = 0; k < unit.size; ++k) D(k, l) *= T(k, k) * T(l, l);
}

// L = T^T (I + G)
void ConeSystem::set_left(std::size_t i, const VectorMap* slip) {
  const ConeUnit& unit = form_.units[i];
  MatrixMap L = block(BlockKind::left, i);
  L = block(BlockKind::right, i).transpose();
  if (slip == nullptr) return;
  for (int j = unit.first; j < unit.first + unit.count; ++j) {
    const ConeBlock& cone = form_.cones[static_cast<std::size_t>(j)];
    if (cone.shift == 0.0) continue;
    for (int k = 0; k < cone.tangent_size; ++k)
      L.col(cone.tangent + k - unit.row) +=
          cone.shift * (*slip)[cone.tangent + k] * L.col(cone.normal - unit.row);
  }
}

bool ConeSystem::factorize(std::span<const NtScaling> scalings, const VectorMap* slip) {
  for (std::size_t i = 0; i < form_.units.size(); ++i) {
    set_scaling(i, scalings);
    set_left(i, slip);
  }
  for (const double shift : shifts)
    if (sparse_ ? factorize_sparse(shift, slip == nullptr) : factorize_dense(shift)) return true;
  return false;
}

bool ConeSystem::factorize_dense(double shift) {
  MatrixMap matrix = scratch_.matrix(form_.size, form_.size);
  problem_.W.copy_dense(matrix);
  for (int j = 0; j < form_.size; ++j) matrix.col(j).array() /= form_.root.array() * form_.root[j];
  matrix.diagonal().array() += shift;
  for (std::size_t i = 0; i < form_.units.size(); ++i) {
    const ConeUnit& unit = form_.units[i];
    const Arena::Scope scope(scratch_);
    MatrixMap strip = scratch_.matrix(form_.size, unit.size);
    strip.noalias() =
        matrix.middleCols(unit.row, unit.size).lazyProduct(block(BlockKind::right, i));
    matrix.middleCols(unit.row, unit.size) = strip;
  }
  for (std::size_t i = 0; i < form_.units.size(); ++i) {
    const ConeUnit& unit = form_.units[i];
    const Arena::Scope scope(scratch_);
    MatrixMap strip = scratch_.matrix(unit.size, form_.size);
    strip.noalias() = block(BlockKind::left, i).lazyProduct(matrix.middleRows(unit.row, unit.size));
    matrix.middleRows(unit.row, unit.size) = strip;
    matrix.block(unit.row, unit.row, unit.size, unit.size) += block(BlockKind::diagonal, i);
  }
  lu_.emplace(matrix, scratch_);
  return lu_->pivot_ratio() > 0.0;
}

void ConeSystem::fill_blocks(double shift) {
  const BlockSparse& W = sparse_->W;
  for (int i = 0; i < W.block_rows(); ++i) {
    const auto row = static_cast<std::size_t>(i);
    for (int k = W.row_begin(i); k < W.row_begin(i + 1); ++k) {
      const Arena::Scope scope(scratch_);
      const auto column = static_cast<std::size_t>(W.block_col(k));
      MatrixMap half = scratch_.matrix(W.row_size(i), W.col_size(W.block_col(k)));
      MatrixMap full = sparse_->blocks.block(i, k);
      half.noalias() = W.block(i, k).lazyProduct(block(BlockKind::right, column));
      if (column == row) half += shift * block(BlockKind::right, row);
      full.noalias() = block(BlockKind::left, row).lazyProduct(half);
      if (column == row) full += block(BlockKind::diagonal, row);
    }
  }
}

// BlockLu exchanges no rows across blocks: a known solution must come back.
bool ConeSystem::factorize_blocks() {
  Sparse& s = *sparse_;
  if (!s.lu || !s.lu->factorize(s.blocks)) return false;
  const Arena::Scope scope(scratch_);
  VectorMap x = scratch_.vector(form_.size), b = scratch_.vector(form_.size),
            image = scratch_.vector(form_.size);
  x.setOnes();
  s.blocks.multiply(x, b);
  s.lu->solve(b, x);
  s.blocks.multiply(x, image);
  return (image - b).norm() <= 1e-8 * b.norm();
}

bool ConeSystem::factorize_sparse(double shift, bool symmetric) {
  Sparse& s = *sparse_;
  fill_blocks(shift);
  s.by_blocks = factorize_blocks();
  if (s.by_blocks) return true;
  auto place = s.places.begin();
  for (int i = 0; i < s.blocks.block_rows(); ++i)
    for (int k = s.blocks.row_begin(i); k < s.blocks.row_begin(i + 1); ++k) {
      const MatrixMap full = s.blocks.block(i, k);
      for (int c = 0; c < full.cols(); ++c, ++place)
        std::copy_n(full.col(c).data(), full.rows(), s.matrix.valuePtr() + *place);
    }
  s.cholesky = symmetric && s.symmetric && s.definite.factorize(s.matrix, NearlySingular::accept);
  return s.cholesky || s.general.factorize(s.matrix, NearlySingular::accept);
}

void ConeSystem::apply(BlockKind kind, VectorIn x, VectorOut y) const {
  for (std::size_t i = 0; i < form_.units.size(); ++i) {
    const ConeUnit& unit = form_.units[i];
    y.segment(unit.row, unit.size) = block(kind, i).lazyProduct(x.segment(unit.row, unit.size));
  }
}

// (L W T + T^T D T) y
void ConeSystem::multiply_matrix(VectorIn y, VectorOut product) const {
  const Arena::Scope scope(scratch_);
  VectorMap r = scratch_.vector(form_.size), image = scratch_.vector(form_.size);
  apply(BlockKind::right, y, r);
  multiply(r, image);
  apply(BlockKind::left, image, product);
  apply(BlockKind::diagonal, y, image);
  product += image;
}

void ConeSystem::apply_factors(VectorOut x) {
  if (!sparse_)
    lu_->solve(x);
  else if (sparse_->by_blocks)
    sparse_->lu->solve(x, x);
  else if (sparse_->cholesky)
    sparse_->definite.solve(x, x);
  else
    sparse_->general.solve(x, x);
}

void ConeSystem::solve(VectorOut x) {
  const Arena::Scope scope(scratch_);
  VectorMap rhs = scratch_.vector(form_.size), y = scratch_.vector(form_.size),
            defect = scratch_.vector(form_.size);
  for (std::size_t i = 0; i < form_.units.size(); ++i) {
    const ConeUnit& unit = form_.units[i];
    rhs.segment(unit.row, unit.size) =
        block(BlockKind::right, i).transpose().lazyProduct(x.segment(unit.row, unit.size));
  }
  y = rhs;
  apply_factors(y);
  multiply_matrix(y, defect);
  defect = rhs - defect;
  apply_factors(defect);
  if (defect.allFinite()) y += defect;
  apply(BlockKind::right, y, x);
}

}  // namespace nonsmooth
