// SPDX-License-Identifier: Apache-2.0
#include "mechanics/blocks.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <numeric>

namespace nonsmooth {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// Small problems are solved as dense ones, for which there are direct methods.
constexpr int dense_limit = 24;
// blocks: larger islands are assembled one after the other by all workers
constexpr std::size_t large = 1000;
constexpr int piece = 200;  // blocks a worker takes at a time

using Clock = std::chrono::steady_clock;
double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

double dot6(const double* x, const double* y) {
  return (x[0] * y[0] + x[1] * y[1]) + (x[2] * y[2] + x[3] * y[3]) + (x[4] * y[4] + x[5] * y[5]);
}

}  // namespace

int Islands::root(int body) {
  while (parent_[at(body)] != body) {
    parent_[at(body)] = parent_[at(parent_[at(body)])];
    body = parent_[at(body)];
  }
  return body;
}

void Islands::split(const Bodies& bodies, const Blocks& blocks) {
  const int n = bodies.count(), m = static_cast<int>(blocks.list.size());
  parent_.resize(at(n));
  std::iota(parent_.begin(), parent_.end(), 0);
  const auto moves = [&](int body) { return body >= 0 && bodies.dynamic(body); };
  for (const Blocks::Block& block : blocks.list)
    if (moves(block.a) && moves(block.b)) {
      const int i = root(block.a), j = root(block.b);
      // the smaller number becomes the root: the order of islands does not depend on that of blocks
      parent_[at(std::max(i, j))] = std::min(i, j);
    }

  // islands in the order of their first body, of those that have blocks
  island_of_body_.assign(at(n), -1);
  island_of_block_.assign(at(m), -1);
  int islands = 0;
  for (int k = 0; k < m; ++k) {
    const Blocks::Block& block = blocks.list[at(k)];
    const int body = moves(block.a) ? block.a : moves(block.b) ? block.b : -1;
    if (body < 0) continue;
    int& island = island_of_body_[at(root(body))];
    if (island < 0) island = islands++;
    island_of_block_[at(k)] = island;
  }
  for (int i = 0; i < n; ++i)
    if (moves(i)) island_of_body_[at(i)] = island_of_body_[at(root(i))];

  const auto bucket = [&](const std::vector<int>& island_of, std::vector<int>& first,
                          std::vector<int>& members) {
    first.assign(at(islands + 1), 0);
    for (const int island : island_of)
      if (island >= 0) ++first[at(island) + 1];
    std::partial_sum(first.begin(), first.end(), first.begin());
    members.resize(at(first.back()));
    order_.assign(first.begin(), first.end());
    for (std::size_t k = 0; k < island_of.size(); ++k)
      if (island_of[k] >= 0) members[at(order_[at(island_of[k])]++)] = static_cast<int>(k);
  };
  bucket(island_of_block_, first_, blocks_);
  bucket(island_of_body_, first_body_, bodies_);
  local_.resize(at(m));
  for (int island = 0; island < islands; ++island)
    for (int k = first_[at(island)]; k < first_[at(island) + 1]; ++k)
      local_[at(blocks_[at(k)])] = k - first_[at(island)];

  local_body_.resize(at(n));
  for (int island = 0; island < islands; ++island)
    for (int k = first_body_[at(island)]; k < first_body_[at(island) + 1]; ++k)
      local_body_[at(bodies_[at(k)])] = k - first_body_[at(island)];

  // blocks of every body that gives way
  first_leg_.assign(at(n + 1), 0);
  for (const Blocks::Block& block : blocks.list) {
    if (moves(block.a)) ++first_leg_[at(block.a) + 1];
    if (moves(block.b)) ++first_leg_[at(block.b) + 1];
  }
  std::partial_sum(first_leg_.begin(), first_leg_.end(), first_leg_.begin());
  legs_.resize(at(first_leg_.back()));
  order_.assign(first_leg_.begin(), first_leg_.end());
  for (int k = 0; k < m; ++k) {
    const Blocks::Block& block = blocks.list[at(k)];
    if (moves(block.a)) legs_[at(order_[at(block.a)]++)] = k;
    if (moves(block.b)) legs_[at(order_[at(block.b)]++)] = k;
  }
}

std::span<const int> Islands::blocks_of(int island) const {
  return {blocks_.data() + first_[at(island)], at(first_[at(island) + 1]) - at(first_[at(island)])};
}

std::span<const int> Islands::bodies_of(int island) const {
  return {bodies_.data() + first_body_[at(island)],
          at(first_body_[at(island) + 1]) - at(first_body_[at(island)])};
}

bool Islands::ran_away(int island) {
  // ten times what stacks of thousands of bodies need, as in Auto
  constexpr double growth = 10.0 * max_reaction_growth;
  const Work& work = work_[at(island)];
  if (work.solution.success()) return false;
  // the problem of a lone body is small: where all methods fail there is no answer, even if they
  // end before the reactions have grown by much
  if (bodies_of(island).size() == 1) return true;
  return work.solution.status == Status::infeasible ||
         reaction_growth(work.problem, work.solution.r, workspaces_.front().arena) > growth;
}

namespace {

// rows of block i times responses of block j, over the bodies they share
template <class Target>
void add_product(const Blocks& blocks, const std::vector<double>& response, const Blocks::Block& i,
                 const Blocks::Block& j, Target&& W) {
  for (const int side_i : {0, 6}) {
    const int body_i = side_i == 0 ? i.a : i.b;
    if (body_i < 0) continue;
    for (const int side_j : {0, 6}) {
      if (body_i != (side_j == 0 ? j.a : j.b)) continue;
      for (int c = 0; c < j.size; ++c) {
        const double* y = response.data() + 12 * at(j.row + c) + side_j;
        for (int r = 0; r < i.size; ++r)
          W(r, c) += dot6(blocks.jacobian.data() + 12 * at(i.row + r) + side_i, y);
      }
    }
  }
}

}  // namespace

void Islands::fill_dense(const Blocks& blocks, int island, Matrix& W) const {
  int row_i = 0;
  for (const int k : blocks_of(island)) {
    const Blocks::Block& i = blocks.list[at(k)];
    int row_j = 0;
    for (const int l : blocks_of(island)) {
      const Blocks::Block& j = blocks.list[at(l)];
      add_product(blocks, response_, i, j, W.block(row_i, row_j, i.size, j.size));
      row_j += j.size;
    }
    for (int r = 0; r < i.size; ++r) W(row_i + r, row_i + r) += i.direct;
    row_i += i.size;
  }
}

void Islands::fill_sparse(const Blocks& blocks, int island, Work& work, Workers& workers) {
  const std::span<const int> members = blocks_of(island);
  work.sizes.clear();
  work.row_begin.assign(1, 0);
  work.columns.clear();
  // columns of a row: the blocks of both bodies, each list ascending
  for (const int k : members) {
    const Blocks::Block& block = blocks.list[at(k)];
    work.sizes.push_back(block.size);
    const auto legs = [&](int body) -> std::span<const int> {
      if (body < 0) return {};
      return {legs_.data() + first_leg_[at(body)],
              at(first_leg_[at(body) + 1]) - at(first_leg_[at(body)])};
    };
    const std::span<const int> one = legs(block.a), two = legs(block.b);
    std::size_t p = 0, q = 0;
    while (p < one.size() || q < two.size()) {
      const int next = q == two.size() || (p < one.size() && one[p] <= two[q]) ? one[p] : two[q];
      if (p < one.size() && one[p] == next) ++p;
      if (q < two.size() && two[q] == next) ++q;
      work.columns.push_back(local_[at(next)]);
    }
    work.row_begin.push_back(static_cast<int>(work.columns.size()));
  }
  BlockSparse& W = work.problem.W.blocks();
  W.reset_rows(work.sizes, work.row_begin, work.columns);
  // W is symmetric: first what is not left of the diagonal, then the rest
  const auto for_each_block = [&](auto&& visit) {
    workers.for_pieces(static_cast<int>(members.size()), piece, [&](int begin, int end) {
      for (int i = begin; i < end; ++i)
        for (int block = W.row_begin(i); block < W.row_begin(i + 1); ++block)
          visit(i, W.block_col(block), block);
    });
  };
  for_each_block([&](int i, int j, int block) {
    if (j < i) return;
    const Blocks::Block& row = blocks.list[at(members[at(i)])];
    MatrixMap target = W.block(i, block);
    add_product(blocks, response_, row, blocks.list[at(members[at(j)])], target);
    if (i == j) target.diagonal().array() += row.direct;
  });
  for_each_block([&](int i, int j, int block) {
    if (j < i) W.block(i, block) = W.block(j, W.find(j, i)).transpose();
  });
}

// The island in terms of its bodies, if it is made of contacts with friction alone, or of normal
// ones alone.
bool Islands::fill_form(const Bodies& bodies, std::span<const Pose> poses, const Blocks& blocks,
                        int island, Work& work) const {
  ContactForm& form = work.form;
  form.problem = &work.problem;
  form.contacts.clear();
  const auto number = [&](int body) {
    return body >= 0 && bodies.dynamic(body) ? local_body_[at(body)] : -1;
  };
  for (const int k : blocks_of(island)) {
    const Blocks::Block& block = blocks.list[at(k)];
    if (block.kind != BlockKind::contact || (block.size != 3 && block.size != 1)) return false;
    const double* J = blocks.on_a(block.row);
    const Vec<3> tangent =
        block.size == 1 ? Vec<3>::Zero() : Vec<3>(Eigen::Map<const Vec<3>>(J + 12));
    form.contacts.push_back({number(block.a), number(block.b), Eigen::Map<const Vec<3>>(J), tangent,
                             block.arm_a, block.arm_b});
  }
  form.inverse_mass.clear();
  form.inverse_inertia.clear();
  form.most_per_body = 0;
  for (const int i : bodies_of(island)) {
    const Mat<3>& R = poses[at(i)].rotation;
    form.inverse_mass.push_back(bodies.inverse_mass[at(i)]);
    form.inverse_inertia.push_back(R * bodies.inverse_inertia[at(i)] * R.transpose());
    form.most_per_body = std::max(form.most_per_body, first_leg_[at(i) + 1] - first_leg_[at(i)]);
  }
  return true;
}

// M^-1 J^T
void Islands::respond(const Bodies& bodies, const Blocks& blocks, Workers& workers) {
  response_.resize(blocks.jacobian.size());
  workers.for_pieces(static_cast<int>(blocks.list.size()), piece, [&](int begin, int end) {
    for (int k = begin; k < end; ++k) {
      const Blocks::Block& block = blocks.list[at(k)];
      for (int row = block.row; row < block.row + block.size; ++row)
        for (const int side : {0, 6}) {
          const int body = side == 0 ? block.a : block.b;
          double* y = response_.data() + 12 * at(row) + side;
          if (body < 0 || !bodies.dynamic(body)) {
            std::fill(y, y + 6, 0.0);
            continue;
          }
          const double* J = blocks.jacobian.data() + 12 * at(row) + side;
          for (int i = 0; i < 3; ++i) y[i] = bodies.inverse_mass[at(body)] * J[i];
          Eigen::Map<Vec<3>>(y + 3) =
              bodies.inverse_inertia[at(body)] * Eigen::Map<const Vec<3>>(J + 3);
        }
    }
  });
}

void Islands::assemble(const Blocks& blocks, int island, std::span<const Vec<6>> v, Work& work,
                       Workers& workers) {
  const Clock::time_point begin = Clock::now();
  int rows = 0;
  for (const int k : blocks_of(island)) rows += blocks.list[at(k)].size;
  Problem& problem = work.problem;
  problem.judgement = Judgement::invariant;
  problem.laws.clear();
  problem.q.resize(rows);
  work.solution.r.resize(rows);
  int row = 0;
  for (const int k : blocks_of(island)) {
    const Blocks::Block& block = blocks.list[at(k)];
    problem.laws.push_back(blocks.laws[at(k)]);
    for (int i = 0; i < block.size; ++i, ++row) {
      problem.q[row] = blocks.velocity(block, block.row + i, v) + blocks.bias[at(block.row + i)];
      work.solution.r[row] = blocks.r[at(block.row + i)];
    }
  }
  if (rows <= dense_limit) {
    if (!problem.W.is_dense()) {
      work.sparse = std::move(problem.W.blocks());
      problem.W = Matrix();
    }
    problem.W.dense().setZero(rows, rows);
    fill_dense(blocks, island, problem.W.dense());
  } else {
    if (problem.W.is_dense()) problem.W = std::move(work.sparse);
    fill_sparse(blocks, island, work, workers);
  }
  work.assemble_time = seconds_since(begin);
}

void IslandReport::judge(const Solution& solution) {
  if (status == Status::solved) {
    status = solution.status;
    message = solution.message;
  }
  residual = std::max(residual, solution.residual);
  residual_invariant = std::max(residual_invariant, solution.residual_invariant);
}

void Islands::solve(const Bodies& bodies, std::span<const Pose> poses, Blocks& blocks,
                    std::span<Vec<6>> v, const Solver& solver, std::span<const unsigned char> skip,
                    Workers& workers, FlightRecorder* recorder, IslandReport& report) {
  const Clock::time_point start = Clock::now();
  respond(bodies, blocks, workers);
  if (work_.size() < at(count())) work_.resize(at(count()));
  if (workspaces_.size() < at(workers.threads())) workspaces_.resize(at(workers.threads()));
  for (Workspace& workspace : workspaces_) workspace.recorder = recorder;
  // the largest first, so that none is left to run alone at the end
  order_.resize(at(count()));
  std::iota(order_.begin(), order_.end(), 0);
  std::sort(order_.begin(), order_.end(), [&](int i, int j) {  // a stable sort would allocate
    const std::size_t size_i = blocks_of(i).size(), size_j = blocks_of(j).size();
    return size_i != size_j ? size_i > size_j : i < j;
  });
  const double prepared = seconds_since(start);

  const auto skipped = [&](int island) { return !skip.empty() && skip[at(island)] != 0; };
  int assembled = 0;
  for (; assembled < count(); ++assembled) {
    const int island = order_[at(assembled)];
    if (blocks_of(island).size() < large) break;
    if (!skipped(island)) assemble(blocks, island, v, work_[at(island)], workers);
  }
  std::atomic<int> next_island = 0;
  workers.run([&](int worker) {
    Workers alone(1);
    for (int i = next_island++; i < count(); i = next_island++) {
      const int island = order_[at(i)];
      if (skipped(island)) continue;
      Work& work = work_[at(island)];
      if (i >= assembled) assemble(blocks, island, v, work, alone);
      Workspace& workspace = workspaces_[at(worker)];
      const bool formed = !poses.empty() && !work.problem.W.is_dense() &&
                          fill_form(bodies, poses, blocks, island, work);
      workspace.contact_form = formed ? &work.form : nullptr;
      nonsmooth::solve(work.problem, solver, workspace, work.solution);
      workspace.contact_form = nullptr;
    }
  });

  report.islands += count();
  for (int island = 0; island < count(); ++island) {
    if (skipped(island)) {
      ++report.skipped;
      continue;
    }
    const Work& work = work_[at(island)];
    report.assemble_time += work.assemble_time;
    const Solution& solution = work.solution;
    report.judge(solution);
    report.iterations += solution.iterations;
    int row = 0;
    for (const int k : blocks_of(island)) {
      const Blocks::Block& block = blocks.list[at(k)];
      for (int i = 0; i < block.size; ++i, ++row) {
        const double r = solution.r[row];
        const std::size_t global = at(block.row + i);
        blocks.r[global] = r;
        if (r == 0.0) continue;
        const double* y = response_.data() + 12 * global;
        if (block.a >= 0 && bodies.dynamic(block.a))
          v[at(block.a)] += r * Eigen::Map<const Vec<6>>(y);
        if (block.b >= 0 && bodies.dynamic(block.b))
          v[at(block.b)] += r * Eigen::Map<const Vec<6>>(y + 6);
      }
    }
  }
  for (const Blocks::Block& block : blocks.list)
    for (int row = block.row; row < block.row + block.size; ++row)
      blocks.u[at(row)] = blocks.velocity(block, row, v);
  report.assemble_time += prepared;
}

}  // namespace nonsmooth
