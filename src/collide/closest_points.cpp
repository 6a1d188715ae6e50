// SPDX-License-Identifier: Apache-2.0

#include "collide/closest_points.hpp"

#include <algorithm>

namespace nonsmooth {

std::array<double, 3> closest_in_triangle(const Vec<3>& p, const Vec<3>& q, const Vec<3>& r) {
  const Vec<3> pq = q - p, pr = r - p;
  const double d1 = -pq.dot(p), d2 = -pr.dot(p);
  if (d1 <= 0.0 && d2 <= 0.0) return {1.0, 0.0, 0.0};
  const double d3 = -pq.dot(q), d4 = -pr.dot(q);
  if (d3 >= 0.0 && d4 <= d3) return {0.0, 1.0, 0.0};
  const double vc = d1 * d4 - d3 * d2;
  if (vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0) {
    const double t = d1 / (d1 - d3);
    return {1.0 - t, t, 0.0};
  }
  const double d5 = -pq.dot(r), d6 = -pr.dot(r);
  if (d6 >= 0.0 && d5 <= d6) return {0.0, 0.0, 1.0};
  const double vb = d5 * d2 - d1 * d6;
  if (vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0) {
    const double t = d2 / (d2 - d6);
    return {1.0 - t, 0.0, t};
  }
  const double va = d3 * d6 - d5 * d4;
  if (va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0) {
    const double t = (d4 - d3) / ((d4 - d3) + (d5 - d6));
    return {0.0, 1.0 - t, t};
  }
  const double sum = va + vb + vc;
  return {va / sum, vb / sum, vc / sum};
}

std::array<double, 2> closest_on_segments(const Vec<3>& p, const Vec<3>& u, const Vec<3>& q,
                                          const Vec<3>& v) {
  const auto clamp = [](double x) { return std::clamp(x, 0.0, 1.0); };
  const Vec<3> r = p - q;
  const double a = u.squaredNorm(), e = v.squaredNorm(), f = v.dot(r);
  if (!(a > 0.0)) return {0.0, e > 0.0 ? clamp(f / e) : 0.0};
  const double c = u.dot(r);
  if (!(e > 0.0)) return {clamp(-c / a), 0.0};
  const double b = u.dot(v), square = u.cross(v).squaredNorm();
  double s = square > 1e-30 * a * e ? clamp((b * f - c * e) / square) : 0.5;
  double t = (b * s + f) / e;
  if (t < 0.0 || t > 1.0) {
    t = clamp(t);
    s = clamp((b * t - c) / a);
  }
  return {s, t};
}

void Simplex::keep(std::initializer_list<int> which, std::initializer_list<double> weights) {
  std::size_t k = 0;
  for (const int i : which) {  // ascending, so that nothing is overwritten before it is read
    const auto j = static_cast<std::size_t>(i);
    w[k] = w[j], a[k] = a[j], b[k] = b[j];
    ++k;
  }
  k = 0;
  for (const double x : weights) weight[k++] = x;
  count = static_cast<int>(k);
}

Vec<3> Simplex::reduce_segment() {
  const Vec<3> u = w[1] - w[0];
  const double along = -u.dot(w[0]), square = u.squaredNorm();
  if (along <= 0.0)
    keep({0}, {1.0});
  else if (along >= square)
    keep({1}, {1.0});
  else
    weight = {1.0 - along / square, along / square, 0.0, 0.0};
  return count == 1 ? w[0] : Vec<3>(w[0] + u * weight[1]);
}

Vec<3> Simplex::reduce_triangle() {
  const auto l = closest_in_triangle(w[0], w[1], w[2]);
  const Vec<3> point = l[0] * w[0] + l[1] * w[1] + l[2] * w[2];
  if (l[1] == 0.0 && l[2] == 0.0)
    keep({0}, {1.0});
  else if (l[0] == 0.0 && l[2] == 0.0)
    keep({1}, {1.0});
  else if (l[0] == 0.0 && l[1] == 0.0)
    keep({2}, {1.0});
  else if (l[2] == 0.0)
    keep({0, 1}, {l[0], l[1]});
  else if (l[1] == 0.0)
    keep({0, 2}, {l[0], l[2]});
  else if (l[0] == 0.0)
    keep({1, 2}, {l[1], l[2]});
  else {
    weight = {l[0], l[1], l[2], 0.0};
    // along the normal, which weights give badly in thin triangles
    const Vec<3> normal = (w[1] - w[0]).cross(w[2] - w[0]);
    return normal * (normal.dot(w[0]) / normal.squaredNorm());
  }
  return point;
}

Vec<3> Simplex::reduce_tetrahedron() {
  // The closest point lies on a face that the origin is in front of.
  constexpr int faces[4][4] = {{0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 3, 1}, {1, 2, 3, 0}};
  Simplex best;
  Vec<3> closest = Vec<3>::Zero();
  double least = infinity;
  bool outside = false;
  for (const auto& f : faces) {
    const auto i = static_cast<std::size_t>(f[0]), j = static_cast<std::size_t>(f[1]),
               k = static_cast<std::size_t>(f[2]), l = static_cast<std::size_t>(f[3]);
    const Vec<3> normal = (w[j] - w[i]).cross(w[k] - w[i]);
    const double inner = normal.dot(w[l] - w[i]), origin = -normal.dot(w[i]);
    if (origin * inner > 0.0) continue;
    outside = true;
    Simplex face;
    face.w = {w[i], w[j], w[k], w[k]}, face.a = {a[i], a[j], a[k], a[k]};
    face.b = {b[i], b[j], b[k], b[k]}, face.count = 3;
    const Vec<3> point = face.reduce_triangle();
    if (const double square = point.squaredNorm(); square < least)
      least = square, closest = point, best = face;
  }
  if (outside) *this = best;
  return closest;
}

Vec<3> Simplex::reduce() {
  switch (count) {
    case 1: weight = {1.0, 0.0, 0.0, 0.0}; return w[0];
    case 2: return reduce_segment();
    case 3: return reduce_triangle();
    default: return reduce_tetrahedron();
  }
}

}  // namespace nonsmooth
