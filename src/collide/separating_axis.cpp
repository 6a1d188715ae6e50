// SPDX-License-Identifier: Apache-2.0
// Best separating axis of two polytopes: all face normals, and the crosses of those edges whose
// arcs meet on the unit sphere of directions.
//
// An edge e of A between faces with normals l (left) and r is met first along -n if -n lies on the
// arc from l to r; with n = c (e_a x e_b), c = +-1, that is   c l_a.e_b <= 0 <= c r_a.e_b,   and
// for the edge of B   c l_b.e_a <= 0 <= c r_b.e_a.   Four dot products reject almost all pairs.
//
// S. Gottschalk, M. Lin, D. Manocha, OBBTree, SIGGRAPH 1996; D. Gregorius, GDC 2013.

#include "collide/polytope.hpp"

namespace nonsmooth {
namespace {

// Faces win over edges that are better only by rounding: their polygons are flat.
constexpr double face_preference = 1e-12;

double extent(const PolytopeView& p) { return (p.vertices.front() - p.vertices.back()).norm(); }

double least_along(const PolytopeView& p, const Vec<3>& n) {
  double least = infinity;
  for (const Vec<3>& v : p.vertices) least = std::min(least, n.dot(v));
  return least;
}

/// True separation: used where edges are nearly parallel and their cross is known badly.
double separation(const PolytopeView& a, const PolytopeView& b, const Vec<3>& n) {
  return least_along(a, n) + least_along(b, -n);
}

/// Keeps the best axis of all and the best one that leads out to the front of B, if B is a sheet.
struct Choice {
  Axis all, front;
  const Vec<3>* towards = nullptr;
  double bias = 0.0;

  void take(const Axis& axis) {
    const auto better = [&](const Axis& best) {
      const bool equal_rank = axis.kind == Axis::Kind::face_b || best.kind == axis.kind;
      return axis.separation > best.separation + (equal_rank ? 0.0 : bias);
    };
    if (better(all)) all = axis;
    if (towards && axis.normal.dot(*towards) >= 0.0 && better(front)) front = axis;
  }
  /// Apart means apart, on whichever side.
  const Axis& best() const { return towards && all.separation <= 0.0 ? front : all; }
};

void try_edges(const PolytopeView& a, const PolytopeView& b, int i, int j, const Vec<3>& ea,
               const Vec<3>& eb, double sign, Choice& choice) {
  const Vec<3> cross = ea.cross(eb);
  const double square = cross.squaredNorm(), scale = ea.squaredNorm() * eb.squaredNorm();
  if (square <= 1e-24 * scale) return;
  const Vec<3> n = cross * (sign / std::sqrt(square));
  const double s = square > 1e-8 * scale
                       ? n.dot(a.vertex(a.edges[static_cast<std::size_t>(i)].tail) -
                               b.vertex(b.edges[static_cast<std::size_t>(j)].tail))
                       : separation(a, b, n);
  choice.take({s, n, Axis::Kind::edges, i, j});
}

}  // namespace

Axis best_axis(const PolytopeView& a, const PolytopeView& b, double enough) {
  Choice choice;
  choice.bias = face_preference * (extent(a) + extent(b));
  if (b.solid_faces < static_cast<int>(b.faces.size())) choice.towards = &b.normal(0);
  for (int f = 0; f < b.solid_faces; ++f) {
    const double s = least_along(a, b.normal(f)) - b.offset(f);
    choice.take({s, b.normal(f), Axis::Kind::face_b, -1, f});
    if (s > enough) return choice.all;
  }
  for (int f = 0; f < a.solid_faces; ++f) {
    const double s = least_along(b, a.normal(f)) - a.offset(f);
    choice.take({s, -a.normal(f), Axis::Kind::face_a, f, -1});
    if (s > enough) return choice.all;
  }
  for (std::size_t i = 0; i < a.edges.size(); ++i) {
    const ConvexHull::Edge& edge_a = a.edges[i];
    const Vec<3> ea = a.vertex(edge_a.head) - a.vertex(edge_a.tail);
    const Vec<3>&la = a.normal(edge_a.left), &ra = a.normal(edge_a.right);
    for (std::size_t j = 0; j < b.edges.size(); ++j) {
      const ConvexHull::Edge& edge_b = b.edges[j];
      const double bl = ea.dot(b.normal(edge_b.left)), br = ea.dot(b.normal(edge_b.right));
      if (bl * br > 0.0) continue;
      const Vec<3> eb = b.vertex(edge_b.head) - b.vertex(edge_b.tail);
      const double al = eb.dot(la), ar = eb.dot(ra);
      const double sign = br >= bl ? 1.0 : -1.0;
      if (al * ar > 0.0 || sign * (ar - al) < 0.0) continue;
      try_edges(a, b, static_cast<int>(i), static_cast<int>(j), ea, eb, sign, choice);
    }
    if (choice.all.separation > enough) return choice.all;
  }
  return choice.best();
}

namespace {

/// Number of the box edge along `axis` with the signs of `towards` on the other axes.
int box_edge(const PolytopeView& box, int axis, const Vec<3>& towards) {
  int tail = 0;
  for (int k = 0; k < 3; ++k)
    if (k != axis && towards[k] > 0.0) tail |= 1 << k;
  const int head = tail | 1 << axis;
  for (std::size_t i = 0; i < box.edges.size(); ++i) {
    const ConvexHull::Edge& e = box.edges[i];
    if ((e.tail == tail && e.head == head) || (e.tail == head && e.head == tail))
      return static_cast<int>(i);
  }
  return -1;
}

}  // namespace

Axis best_box_axis(const Vec<3>& half_a, const Pose& pose, const Vec<3>& half_b, double enough) {
  const Mat<3>& r = pose.rotation;
  const Mat<3> size = r.cwiseAbs();
  const Vec<3>& t = pose.position;
  Axis best;
  const double bias = face_preference * 2.0 * (half_a.sum() + half_b.sum());
  const Vec<3> along_b = t.cwiseAbs() - half_b - size * half_a;
  for (int i = 0; i < 3; ++i)
    if (along_b[i] > best.separation)
      best = {along_b[i], Vec<3>(Vec<3>::Unit(i) * (t[i] < 0.0 ? -1.0 : 1.0)), Axis::Kind::face_b,
              -1, 2 * i + (t[i] < 0.0 ? 0 : 1)};
  if (best.separation > enough) return best;
  const Vec<3> ta = r.transpose() * t;
  const Vec<3> along_a = ta.cwiseAbs() - half_a - size.transpose() * half_b;
  for (int j = 0; j < 3; ++j)
    if (along_a[j] > best.separation + bias)
      best = {along_a[j], Vec<3>(r.col(j) * (ta[j] < 0.0 ? -1.0 : 1.0)), Axis::Kind::face_a,
              2 * j + (ta[j] < 0.0 ? 1 : 0), -1};
  if (best.separation > enough) return best;
  for (int i = 0; i < 3; ++i) {
    const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
    for (int j = 0; j < 3; ++j) {
      const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      // axis = unit_i x r_j, of length sin of their angle
      const double square = r(i1, j) * r(i1, j) + r(i2, j) * r(i2, j);
      if (square <= 1e-24) continue;
      const double along = t[i2] * r(i1, j) - t[i1] * r(i2, j);
      const double reach = half_b[i1] * size(i2, j) + half_b[i2] * size(i1, j) +
                           half_a[j1] * size(i, j2) + half_a[j2] * size(i, j1);
      const double needed = best.separation + (best.kind == Axis::Kind::edges ? 0.0 : bias);
      const double length = std::sqrt(square);
      double s = (std::abs(along) - reach) / length;
      if (!(s > needed)) continue;
      Vec<3> n = Vec<3>::Zero();
      const double scale = (along < 0.0 ? -1.0 : 1.0) / length;
      n[i1] = -r(i2, j) * scale, n[i2] = r(i1, j) * scale;
      if (square < 1e-6) {  // nearly parallel: the quotient above is mostly rounding
        s = n.dot(t) - n.cwiseAbs().dot(half_b) - (r.transpose() * n).cwiseAbs().dot(half_a);
        if (!(s > needed)) continue;
      }
      best = {s, n, Axis::Kind::edges, j, i};
    }
  }
  if (best.kind == Axis::Kind::edges && best.separation <= enough) {
    static const BoxPolytope unit(Vec<3>::Ones());
    const PolytopeView view = unit.view();
    best.a = box_edge(view, best.a, r.transpose() * -best.normal);
    best.b = box_edge(view, best.b, best.normal);
  }
  return best;
}

}  // namespace nonsmooth
