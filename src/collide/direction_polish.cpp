// SPDX-License-Identifier: Apache-2.0
// From a direction known to about 1e-4 to one known to rounding.
//
// On the sphere of directions the support map of a body has points (faces, caps), circles n.c = k
// (edges, k = 0; the side of a frustum, k its sine) and, in between, vertices and rims. The best
// direction is one of
//
//   a point | two circles that cross | the best of one circle, s'(angle) = 0 | free, grad s || n
//
// with grad s = a(n) - b(n), the support points. All that lie near are tried; the separation is
// evaluated with the whole bodies, hence none can be better than the truth.

#include "collide/body.hpp"

#include <algorithm>

namespace nonsmooth {
namespace {

constexpr double near_angle = 0.02;
constexpr std::size_t most = 12;

/// A vertex or a rim as a map of n; sign is -1 for A, whose support point lies along -n.
struct Smooth {
  Rim rim;
  double sign;
  Vec<3> point(const Vec<3>& n) const {
    return rim.radius > 0.0 ? rim.point(sign * n) : rim.centre;
  }
  /// The derivative of n.point(n) twice by n is sign * stretch * t t^T.
  double stretch(const Vec<3>& n, Vec<3>& t) const {
    const Vec<3> flat = rim.x * rim.x.dot(n) + rim.y * rim.y.dot(n);
    const double length = flat.norm();
    if (!(rim.radius > 0.0) || !(length > 1e-12)) return 0.0;
    t = rim.axis.cross(flat) / length;
    return rim.radius / length;
  }
};

struct Circle {
  Vec<3> axis;
  double level;
  Smooth on_it;  // any support point of its directions
};

struct Near {
  std::array<Vec<3>, most> points;
  std::array<Circle, most> circles;
  std::array<Smooth, most> smooth;
  std::size_t point_count = 0, circle_count = 0, smooth_count = 0;

  void add_point(const Vec<3>& n) {
    if (point_count < most) points[point_count++] = n;
  }
  void add_circle(const Circle& c) {
    if (circle_count < most) circles[circle_count++] = c;
  }
  void add_smooth(const Smooth& s) {
    if (smooth_count < most) smooth[smooth_count++] = s;
  }
};

Smooth vertex_of(const Vec<3>& v, double sign) {
  return {{v, 0.0, Vec<3>::UnitZ(), Vec<3>::UnitX(), Vec<3>::UnitY()}, sign};
}

void near_frustum(const Frustum& f, const Vec<3>& n, double sign, Near& near) {
  const Vec<3> axis = f.axes.col(2);
  const double along = sign * axis.dot(n);
  for (const double end : {-1.0, 1.0})
    if (end * along > 1.0 - 0.5 * near_angle * near_angle) near.add_point(sign * end * axis);
  const bool on_side = std::abs(along - f.sine) < near_angle;
  if (on_side) near.add_circle({axis, sign * f.sine, {f.rims[0], sign}});
  if (on_side || along <= f.sine) near.add_smooth({f.rims[0], sign});
  if (on_side || along >= f.sine) near.add_smooth({f.rims[1], sign});
}

void near_polytope(const PolytopeView& p, const Vec<3>& n, double sign, double size, Near& near) {
  const Vec<3> m = sign * n;
  for (int f = 0; f < p.solid_faces; ++f)
    if (p.normal(f).dot(m) > 1.0 - 0.5 * near_angle * near_angle)
      near.add_point(sign * p.normal(f));
  const double level = m.dot(p.vertex(p.support(m))) - near_angle * size;
  for (const ConvexHull::Edge& e : p.edges) {
    const Vec<3>& tail = p.vertex(e.tail);
    const Vec<3> along = p.vertex(e.head) - tail;
    if (m.dot(tail) < level || std::abs(m.dot(along)) > near_angle * along.norm()) continue;
    near.add_circle({along.normalized(), 0.0, vertex_of(tail, sign)});
  }
  for (const Vec<3>& v : p.vertices)
    if (m.dot(v) >= level) near.add_smooth(vertex_of(v, sign));
}

Near near_body(const ConvexBody& body, const Vec<3>& n, double sign) {
  Near near;
  if (body.is_frustum)
    near_frustum(body.frustum, n, sign, near);
  else
    near_polytope(body.polytope, n, sign, body.size, near);
  return near;
}

class Polish {
 public:
  Polish(const ConvexBody& a, const ConvexBody& b, const Direction& start)
      : a_(a), b_(b), start_(start), best_(start) {}

  Direction run() {
    const Near a = near_body(a_, start_.normal, -1.0), b = near_body(b_, start_.normal, 1.0);
    best_.separation -= 1e-12 * (a_.size + b_.size);  // an exact answer wins over the start
    for (std::size_t i = 0; i < b.point_count; ++i) propose(b.points[i], 1);
    for (std::size_t i = 0; i < a.point_count; ++i) propose(a.points[i], 2);
    for (std::size_t i = 0; i < a.circle_count; ++i)
      for (std::size_t j = 0; j < b.circle_count; ++j) cross(a.circles[i], b.circles[j]);
    for (std::size_t i = 0; i < a.circle_count; ++i)
      for (std::size_t j = 0; j < b.smooth_count; ++j)
        along(a.circles[i], a.circles[i].on_it, b.smooth[j], 2);
    for (std::size_t i = 0; i < b.circle_count; ++i)
      for (std::size_t j = 0; j < a.smooth_count; ++j)
        along(b.circles[i], a.smooth[j], b.circles[i].on_it, 1);
    for (std::size_t i = 0; i < a.smooth_count; ++i)
      for (std::size_t j = 0; j < b.smooth_count; ++j) free(a.smooth[i], b.smooth[j]);
    best_.separation = separation(a_, b_, best_.normal);
    return best_;
  }

 private:
  void propose(const Vec<3>& n, int unique) {
    if (!n.allFinite() || n.dot(start_.normal) < 0.9) return;
    const double s = separation(a_, b_, n);
    if (s > best_.separation + 1e-14 * (a_.size + b_.size))
      best_.normal = n, best_.separation = s, best_.unique = unique;
  }

  /// n = p a + q b +- r (a x b) on both circles.
  void cross(const Circle& a, const Circle& b) {
    const double c = a.axis.dot(b.axis);
    const Vec<3> across = a.axis.cross(b.axis);
    const double square = across.squaredNorm();
    if (square < 1e-20) return;
    const double p = (a.level - c * b.level) / square, q = (b.level - c * a.level) / square;
    const Vec<3> middle = p * a.axis + q * b.axis;
    const double rest = (1.0 - middle.squaredNorm()) / square;
    if (rest < 0.0) return;
    for (const double sign : {-1.0, 1.0})
      propose((middle + sign * std::sqrt(rest) * across).normalized(), 0);
  }

  /// Secant steps on s' along a circle.
  void along(const Circle& circle, const Smooth& a, const Smooth& b, int unique) {
    const Vec<3> flat = start_.normal - circle.axis * circle.axis.dot(start_.normal);
    const double radius = std::sqrt(1.0 - circle.level * circle.level);
    const Vec<3> p = flat.normalized(), q = circle.axis.cross(p);
    const auto at = [&](double angle) {
      return Vec<3>(circle.level * circle.axis +
                    radius * (std::cos(angle) * p + std::sin(angle) * q));
    };
    const auto slope = [&](double angle) {
      const Vec<3> n = at(angle);
      return (std::cos(angle) * q - std::sin(angle) * p).dot(a.point(n) - b.point(n));
    };
    double before = 1e-4, now = 0.0, slope_before = slope(before);
    for (int i = 0; i < 20; ++i) {
      const double slope_now = slope(now), rise = slope_now - slope_before;
      if (slope_now == 0.0 || rise == 0.0) break;
      const double step = std::clamp(-slope_now * (now - before) / rise, -0.1, 0.1);
      before = now, slope_before = slope_now;
      now += step;
      if (std::abs(step) < 1e-15) break;
      if (std::abs(now) > 0.5) return;
    }
    propose(at(now).normalized(), unique);
  }

  /// Newton steps on the sphere; two vertices in closed form.
  void free(const Smooth& a, const Smooth& b) {
    Vec<3> n = start_.normal;
    if (!(a.rim.radius > 0.0) && !(b.rim.radius > 0.0))
      return propose((a.rim.centre - b.rim.centre).normalized(), 3);
    for (int i = 0; i < 12; ++i) {
      const Vec<3> gradient = a.point(n) - b.point(n);
      const double s = gradient.dot(n);
      Eigen::Matrix<double, 3, 2> basis;
      basis.col(0) = any_orthogonal(n);
      basis.col(1) = n.cross(Vec<3>(basis.col(0)));
      Mat<2> hessian = -s * Mat<2>::Identity();
      for (const Smooth* part : {&a, &b}) {
        Vec<3> t = Vec<3>::Zero();
        const double stretch = part->stretch(n, t);
        const Vec<2> flat = basis.transpose() * t;
        hessian -= stretch * flat * flat.transpose();
      }
      const Vec<2> residual = basis.transpose() * gradient;
      const double det = hessian(0, 0) * hessian(1, 1) - hessian(0, 1) * hessian(1, 0);
      if (det == 0.0) return;
      const Vec<2> step(-(hessian(1, 1) * residual[0] - hessian(0, 1) * residual[1]) / det,
                        -(hessian(0, 0) * residual[1] - hessian(1, 0) * residual[0]) / det);
      const double length = step.norm();
      if (!(length < 0.5)) return;
      n = (n + basis * step).normalized();
      if (length < 1e-15) break;
    }
    propose(n, 3);
  }

  const ConvexBody &a_, &b_;
  const Direction& start_;
  Direction best_;
};

}  // namespace

Direction polished(const ConvexBody& a, const ConvexBody& b, const Direction& start) {
  return Polish(a, b, start).run();
}

}  // namespace nonsmooth
