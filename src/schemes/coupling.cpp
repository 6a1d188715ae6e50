// SPDX-License-Identifier: Apache-2.0
#include "schemes/coupling.hpp"

#include <algorithm>

namespace nonsmooth {
namespace {

constexpr int dense_limit = 24;    // rows up to which W is dense: blocks would cost more
constexpr int shelf_limit = 1024;  // rows up to which vectors of every size are kept: 13 MB

}  // namespace

void Coupling::keep(int system, int z, int n, const double* A, const double* start) {
  kept_of_system_[index(system)] = static_cast<int>(kept_.size());
  kept_.push_back({system, z, n, A, start, kept_rows_});
  kept_rows_ += n;
}

void Coupling::begin() {
  before_.swap(blocks_);
  blocks_.clear();
  legs_.clear();
  rows_ = 0;
  response_size_ = 0;
}

void Coupling::add_block(int interaction, const AnyLaw& law) {
  const int size = law.size(), block = block_count();
  blocks_.push_back({interaction, rows_, size, static_cast<int>(legs_.size()), nullptr});
  rows_ += size;
  // laws hold their place while the blocks stay the same, so that copying them is rare
  if (block < static_cast<int>(before_.size()) && block < static_cast<int>(problem_.laws.size()) &&
      before_[index(block)].interaction == interaction)
    return;
  if (block < static_cast<int>(problem_.laws.size()))
    problem_.laws[index(block)] = law;
  else
    problem_.laws.push_back(law);
}

void Coupling::add_leg(int system, int z, int n, const double* left, const double* right,
                       int stride) {
  legs_.push_back({block_count() - 1, system, z, n, stride, left, right, response_size_});
  response_size_ += index(n * blocks_.back().size);
}

bool Coupling::same_as_before() const {
  if (blocks_.size() != before_.size()) return false;
  for (std::size_t i = 0; i < blocks_.size(); ++i)
    if (blocks_[i].interaction != before_[i].interaction) return false;
  return true;
}

void Coupling::respond(const IterationMatrices& A, std::span<const unsigned char> fixed) {
  responses_.resize(response_size_);
  for (const Leg& leg : legs_) {
    if (kept(leg.system) >= 0) continue;
    const int m = size(leg.block), n = leg.n;
    double* Y = responses_.data() + leg.response;
    for (int j = 0; j < m; ++j)
      for (int i = 0; i < n; ++i)
        Y[j * n + i] = fixed[index(leg.z + i)] != 0 ? 0.0
                       : leg.right != nullptr       ? leg.right[j * leg.stride + i]
                                                    : leg.left[i * m + j];
    if (const double* inverse = A.inverse_diagonal(leg.system)) {
      for (int j = 0; j < m; ++j)
        for (int i = 0; i < n; ++i) Y[j * n + i] *= inverse[i];
    } else {
      A.solve_columns(leg.system, MatrixMap(Y, n, m));
    }
  }
}

void Coupling::sort_legs_by_system() {
  std::fill(first_leg_.begin(), first_leg_.end(), 0);
  for (const Leg& leg : legs_)
    if (kept(leg.system) < 0) ++first_leg_[index(leg.system) + 1];
  for (std::size_t s = 1; s < first_leg_.size(); ++s) first_leg_[s] += first_leg_[s - 1];
  const int count = first_leg_.back();
  legs_of_system_.resize(index(count));
  // filling from the back leaves first_leg_ where it was and the legs in order
  for (int k = static_cast<int>(legs_.size()) - 1; k >= 0; --k)
    if (const int s = legs_[index(k)].system; kept(s) < 0)
      legs_of_system_[index(--first_leg_[index(s) + 1])] = k;
  for (std::size_t s = 0; s + 1 < first_leg_.size(); ++s) first_leg_[s] = first_leg_[s + 1];
  first_leg_.back() = count;
}

namespace {

// W(i, j) += L (m x n) times Y (n x k)
template <class Target>
void add_product(const double* L, const double* Y, int m, int n, int k, Target&& W) {
  for (int c = 0; c < k; ++c)
    for (int i = 0; i < n; ++i) {
      const double y = Y[c * n + i];
      if (y == 0.0) continue;
      for (int r = 0; r < m; ++r) W(r, c) += L[i * m + r] * y;
    }
}

}  // namespace

// every window of W that a kept system fills: place(block row, block column, values, stride, sign);
// kept system k counts as block block_count() + k
template <class Place>
void Coupling::place_kept(Place&& place) const {
  for (int k = 0; k < static_cast<int>(kept_.size()); ++k) {
    const Kept& system = kept_[index(k)];
    place(block_count() + k, block_count() + k, system.A, system.n, 1.0);
  }
  for (const Leg& leg : legs_) {
    const int k = kept(leg.system);
    if (k < 0) continue;
    place(leg.block, block_count() + k, leg.left, size(leg.block), 1.0);
    place(block_count() + k, leg.block, leg.right, leg.stride, -1.0);
  }
}

void Coupling::fill_dense(Matrix& W) const {
  W.setZero(all_rows(), all_rows());
  for (std::size_t s = 0; s + 1 < first_leg_.size(); ++s)
    for (int a = first_leg_[s]; a < first_leg_[s + 1]; ++a)
      for (int b = first_leg_[s]; b < first_leg_[s + 1]; ++b) {
        const Leg &from = legs_[index(legs_of_system_[index(b)])],
                  &to = legs_[index(legs_of_system_[index(a)])];
        const int m = size(to.block), k = size(from.block);
        add_product(to.left, responses_.data() + from.response, m, to.n, k,
                    W.block(row(to.block), row(from.block), m, k));
      }
  for (const Block& block : blocks_)
    if (block.direct != nullptr)
      W.block(block.row, block.row, block.size, block.size) +=
          MatrixView(block.direct, block.size, block.size);
  const auto begin = [&](int b) {
    return b < block_count() ? row(b) : rows_ + kept_[index(b - block_count())].row;
  };
  const auto extent = [&](int b) {
    return b < block_count() ? size(b) : kept_[index(b - block_count())].n;
  };
  place_kept([&](int i, int j, const double* values, int stride, double sign) {
    for (int c = 0; c < extent(j); ++c)
      for (int r = 0; r < extent(i); ++r)
        W(begin(i) + r, begin(j) + c) += sign * values[c * stride + r];
  });
}

void Coupling::fill_sparse(BlockSparse& W) {
  sizes_.clear();
  pattern_.clear();
  for (int i = 0; i < block_count(); ++i) {
    sizes_.push_back(size(i));
    pattern_.emplace_back(i, i);
  }
  for (const Kept& system : kept_) sizes_.push_back(system.n);
  place_kept([&](int i, int j, const double*, int, double) { pattern_.emplace_back(i, j); });
  for (std::size_t s = 0; s + 1 < first_leg_.size(); ++s)
    for (int a = first_leg_[s]; a < first_leg_[s + 1]; ++a)
      for (int b = first_leg_[s]; b < first_leg_[s + 1]; ++b)
        pattern_.emplace_back(legs_[index(legs_of_system_[index(a)])].block,
                              legs_[index(legs_of_system_[index(b)])].block);
  W.reset(sizes_, sizes_, pattern_);
  for (std::size_t s = 0; s + 1 < first_leg_.size(); ++s)
    for (int a = first_leg_[s]; a < first_leg_[s + 1]; ++a)
      for (int b = first_leg_[s]; b < first_leg_[s + 1]; ++b) {
        const Leg &from = legs_[index(legs_of_system_[index(b)])],
                  &to = legs_[index(legs_of_system_[index(a)])];
        add_product(to.left, responses_.data() + from.response, size(to.block), to.n,
                    size(from.block), W.block(to.block, W.find(to.block, from.block)));
      }
  for (int i = 0; i < block_count(); ++i)
    if (const double* direct = blocks_[index(i)].direct)
      W.block(i, W.find(i, i)) += MatrixView(direct, size(i), size(i));
  place_kept([&](int i, int j, const double* values, int stride, double sign) {
    MatrixMap window = W.block(i, W.find(i, j));
    for (Eigen::Index c = 0; c < window.cols(); ++c)
      for (Eigen::Index r = 0; r < window.rows(); ++r)
        window(r, c) += sign * values[c * stride + r];
  });
}

void Coupling::take_size(int n) {
  const int had = static_cast<int>(problem_.q.size());
  if (had == n) return;
  // all smaller sizes at once: they may be met for the first time late in a run
  for (int size = static_cast<int>(shelves_.size());
       size <= std::max(dense_limit, std::min(n, shelf_limit)); ++size) {
    const int dense = size <= dense_limit ? size : 0;
    shelves_.push_back({Matrix(dense, dense), Vector(size), Vector(size), Vector(size)});
  }
  const auto exchange = [&](int size) {
    if (size > shelf_limit) return;
    Shelf& shelf = shelves_[index(size)];
    problem_.q.swap(shelf.q);
    solution_.r.swap(shelf.r);
    solution_.u.swap(shelf.u);
    if (size <= dense_limit) problem_.W.dense().swap(shelf.W);
  };
  exchange(had);
  if (n <= dense_limit && !problem_.W.is_dense()) {
    sparse_ = std::move(problem_.W.blocks());
    problem_.W = Matrix();
  } else if (n > dense_limit && problem_.W.is_dense()) {
    problem_.W = std::move(sparse_);
  }
  exchange(n);
  problem_.q.resize(n);
  solution_.r.resize(n);
  solution_.u.resize(n);
}

void Coupling::assemble(const IterationMatrices& A, std::span<const unsigned char> fixed) {
  problem_.laws.erase(problem_.laws.begin() + block_count(), problem_.laws.end());
  for (const Kept& system : kept_) problem_.laws.emplace_back(Free{system.n});
  respond(A, fixed);
  sort_legs_by_system();
  take_size(all_rows());
  if (problem_.W.is_dense())
    fill_dense(problem_.W.dense());
  else
    fill_sparse(problem_.W.blocks());
}

void Coupling::prepare(VectorIn z_free, VectorIn c, VectorIn r) {
  problem_.q.head(rows_) = c;
  for (const Leg& leg : legs_) {
    if (kept(leg.system) >= 0) continue;
    const int m = size(leg.block);
    double* q = problem_.q.data() + row(leg.block);
    for (int i = 0; i < leg.n; ++i)
      for (int k = 0; k < m; ++k) q[k] += leg.left[i * m + k] * z_free[leg.z + i];
  }
  solution_.r.head(rows_) = r;
  for (const Kept& system : kept_)
    for (int i = 0; i < system.n; ++i) {
      problem_.q[rows_ + system.row + i] = -z_free[system.z + i];
      solution_.r[rows_ + system.row + i] = system.start[i];
    }
}

const Solution& Coupling::solve(VectorIn z_free, VectorIn c, VectorIn r, const Solver& solver,
                                Workspace& workspace) {
  prepare(z_free, c, r);
  nonsmooth::solve(problem_, solver, workspace, solution_);
  return solution_;
}

double Coupling::input_at(int z, VectorIn r) const {
  double sum = 0.0;
  for (const Leg& leg : legs_) {
    const int i = z - leg.z, m = size(leg.block);
    if (i < 0 || i >= leg.n) continue;
    for (int j = 0; j < m; ++j)
      sum += (leg.right != nullptr ? leg.right[j * leg.stride + i] : leg.left[i * m + j]) *
             r[row(leg.block) + j];
  }
  return sum;
}

void Coupling::add_response(VectorIn r, VectorOut z) const {
  for (const Kept& system : kept_)
    for (int i = 0; i < system.n; ++i) z[system.z + i] = r[rows_ + system.row + i];
  for (const Leg& leg : legs_) {
    if (kept(leg.system) >= 0) continue;
    const int m = size(leg.block);
    const double* Y = responses_.data() + leg.response;
    for (int j = 0; j < m; ++j) {
      const double impulse = r[row(leg.block) + j];
      if (impulse == 0.0) continue;
      for (int i = 0; i < leg.n; ++i) z[leg.z + i] += Y[j * leg.n + i] * impulse;
    }
  }
}

}  // namespace nonsmooth
