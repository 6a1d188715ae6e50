// SPDX-License-Identifier: Apache-2.0
// A point is inside where the pseudonormal of the nearest feature points away from it (Baerentzen
// and Aanaes 2005); beyond the border of an open mesh nothing is inside. In a field it is inside
// below the height of its column; its nearest feature is searched for in neighbouring cells only.
#include "collide/surface_view.hpp"

#include "collide/surface_features.hpp"

#include <algorithm>
#include <cmath>

namespace nonsmooth {

Place MeshView::locate(const Vec<3>& point, double reach) const {
  Place place;
  place.triangle = mesh.nearest(point, reach);
  if (place.triangle < 0) return place;
  place.closest = closest_on_triangle(point, corners(place.triangle));
  const Vec<3> offset = point - place.closest.point;
  place.distance = offset.norm();
  const SidedNormal outwards = pseudonormal(*this, place.triangle, place.closest);
  place.inside = !outwards.border && outwards.normal.dot(offset) < 0.0;
  return place;
}

bool FieldView::has_cell(int i, int j) const {
  const Matrix& h = field.heights();
  return i >= 0 && j >= 0 && i + 1 < h.rows() && j + 1 < h.cols() &&
         !(std::isnan(h(i, j)) || std::isnan(h(i + 1, j)) || std::isnan(h(i, j + 1)) ||
           std::isnan(h(i + 1, j + 1)));
}

Vec<3> FieldView::grid_point(int i, int j) const {
  return {field.origin().x() + i * field.spacing(), field.origin().y() + j * field.spacing(),
          field.heights()(i, j)};
}

std::array<int, 3> FieldView::vertices(int t) const {
  const int i = t / 2 / cell_columns(), j = t / 2 % cell_columns(), columns = cell_columns() + 1;
  const int first = i * columns + j, last = first + columns + 1;
  if (t % 2 == 0) return {first, first + columns, last};
  return {first, last, first + 1};
}

std::array<Vec<3>, 3> FieldView::corners(int t) const {
  const int i = t / 2 / cell_columns(), j = t / 2 % cell_columns();
  if (t % 2 == 0) return {grid_point(i, j), grid_point(i + 1, j), grid_point(i + 1, j + 1)};
  return {grid_point(i, j), grid_point(i + 1, j + 1), grid_point(i, j + 1)};
}

Vec<3> FieldView::normal(int t) const {
  const int i = t / 2 / cell_columns(), j = t / 2 % cell_columns();
  const Matrix& h = field.heights();
  const double low = h(i, j), high = h(i + 1, j + 1);
  const double corner = t % 2 == 0 ? h(i + 1, j) : h(i, j + 1);
  const Vec<3> up = t % 2 == 0 ? Vec<3>(low - corner, corner - high, field.spacing())
                               : Vec<3>(corner - high, low - corner, field.spacing());
  return up.normalized();
}

int FieldView::neighbour(int t, int k) const {
  int i = t / 2 / cell_columns(), j = t / 2 % cell_columns();
  const bool lower = t % 2 == 0;
  if (lower && k == 0) --j;
  if (lower && k == 1) ++i;
  if (!lower && k == 1) ++j;
  if (!lower && k == 2) --i;
  return has_cell(i, j) ? 2 * (i * cell_columns() + j) + (lower ? 1 : 0) : -1;
}

template <class Visit>
void FieldView::for_overlapping(const Aabb& box, Visit visit) const {
  const auto range = [&](double low, double high, double origin, Eigen::Index points) {
    const double last = static_cast<double>(points - 2);
    const double first_cell = std::ceil((low - origin) / field.spacing()) - 1.0;
    const double last_cell = std::floor((high - origin) / field.spacing());
    return std::pair(static_cast<int>(std::clamp(first_cell, 0.0, last + 1.0)),
                     static_cast<int>(std::clamp(last_cell, -1.0, last)));
  };
  const Matrix& h = field.heights();
  const auto [i0, i1] = range(box.lower.x(), box.upper.x(), field.origin().x(), h.rows());
  const auto [j0, j1] = range(box.lower.y(), box.upper.y(), field.origin().y(), h.cols());
  for (int i = i0; i <= i1; ++i)
    for (int j = j0; j <= j1; ++j) {
      if (!has_cell(i, j)) continue;
      const auto [low, high] = std::minmax({h(i, j), h(i + 1, j), h(i, j + 1), h(i + 1, j + 1)});
      if (low > box.upper.z() || high < box.lower.z()) continue;
      visit(2 * (i * cell_columns() + j));
      visit(2 * (i * cell_columns() + j) + 1);
    }
}

void FieldView::overlapping(const Aabb& box, std::vector<int>& found) const {
  for_overlapping(box, [&](int t) { found.push_back(t); });
}

int FieldView::column(const Vec<3>& point) const {
  const double u = (point.x() - field.origin().x()) / field.spacing();
  const double v = (point.y() - field.origin().y()) / field.spacing();
  if (!(u >= 0.0 && v >= 0.0 && u <= static_cast<double>(field.heights().rows() - 1) &&
        v <= static_cast<double>(field.heights().cols() - 1)))
    return -1;
  const int i = std::min(static_cast<int>(u), static_cast<int>(field.heights().rows()) - 2);
  const int j = std::min(static_cast<int>(v), cell_columns() - 1);
  if (!has_cell(i, j)) return -1;
  return 2 * (i * cell_columns() + j) + (u - i >= v - j ? 0 : 1);
}

std::array<int, 2> FieldView::triangles_of_cell(int i, int j) const {
  if (!has_cell(i, j)) return {-1, -1};
  const int cell = i * cell_columns() + j;
  return {2 * cell, 2 * cell + 1};
}

Place FieldView::locate(const Vec<3>& point, double reach) const {
  Place place;
  const int above = column(point);
  const Vec<3> up = above >= 0 ? normal(above) : Vec<3>::UnitZ();
  const double side = above >= 0 ? up.dot(point - corners(above)[0]) : 0.0;
  place.inside = above >= 0 && side < 0.0;
  // how far it may be worth looking: the surface straight above is a bound for what is inside
  const double within = place.inside ? std::min(-side / up.z(), 1.5 * field.spacing()) : reach;
  const Vec<3> around = Vec<3>::Constant(within * (1.0 + 1e-12));
  for_overlapping({point - around, point + around}, [&](int t) {
    const ClosestOnTriangle closest = closest_on_triangle(point, corners(t));
    const double distance = (point - closest.point).norm();
    if (distance <= within * (1.0 + 1e-12) && distance < place.distance) {
      place.triangle = t;
      place.closest = closest;
      place.distance = distance;
    }
  });
  if (place.inside && place.triangle < 0) {
    place.triangle = above;
    place.column = true;
    place.distance = -side;
    place.closest.point = point - side * up;
  }
  return place;
}

}  // namespace nonsmooth
