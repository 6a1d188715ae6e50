// SPDX-License-Identifier: Apache-2.0
#include "mechanics/blocks.hpp"

namespace nonsmooth {

void Blocks::clear() {
  list.clear();
  laws.clear();
  jacobian.clear();
  bias.clear();
  r.clear();
  u.clear();
}

int Blocks::add(int a, int b, const AnyLaw& law, BlockKind kind, int source, double direct) {
  const int row = rows(), size = law.size();
  list.push_back(
      {.a = a, .b = b, .row = row, .size = size, .source = source, .kind = kind, .direct = direct});
  laws.push_back(law);
  const std::size_t end = static_cast<std::size_t>(row + size);
  jacobian.resize(12 * end, 0.0);
  bias.resize(end, 0.0);
  r.resize(end, 0.0);
  u.resize(end, 0.0);
  return row;
}

void Blocks::set_point_row(int row, const Vec<3>& direction, const Vec<3>& arm_a,
                           const Vec<3>& arm_b, const Mat<3>& R_a, const Mat<3>& R_b) {
  const Vec<3> turn_a = R_a.transpose() * arm_a.cross(direction),
               turn_b = R_b.transpose() * arm_b.cross(direction);
  double *a = on_a(row), *b = on_b(row);
  for (int k = 0; k < 3; ++k) {
    a[k] = direction[k];
    a[3 + k] = turn_a[k];
    b[k] = -direction[k];
    b[3 + k] = -turn_b[k];
  }
}

void Blocks::set_turn_row(int row, const Vec<3>& direction, const Mat<3>& R_a, const Mat<3>& R_b) {
  const Vec<3> turn_a = R_a.transpose() * direction, turn_b = R_b.transpose() * direction;
  double *a = on_a(row), *b = on_b(row);
  for (int k = 0; k < 3; ++k) {
    a[k] = b[k] = 0.0;
    a[3 + k] = turn_a[k];
    b[3 + k] = -turn_b[k];
  }
}

double Blocks::velocity(const Block& block, int row, std::span<const Vec<6>> v) const {
  double sum = 0.0;
  if (block.a >= 0) sum += Eigen::Map<const Vec<6>>(on_a(row)).dot(v[std::size_t(block.a)]);
  if (block.b >= 0) sum += Eigen::Map<const Vec<6>>(on_b(row)).dot(v[std::size_t(block.b)]);
  return sum;
}

}  // namespace nonsmooth
