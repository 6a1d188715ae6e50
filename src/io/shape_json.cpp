// SPDX-License-Identifier: Apache-2.0
#include "io/shape_json.hpp"

#include "io/shape_kinds.hpp"
#include "nonsmooth/base/error.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace nonsmooth::io {
namespace {

using Json = nlohmann::ordered_json;
constexpr int deepest = 16;

// --- To JSON

template <class Range>
Json list(const Range& values) {
  Json array = Json::array();
  for (const double value : values) array.push_back(value);
  return array;
}

struct ToJson {
  std::vector<double>& numbers;
  long before;

  Json refer(std::size_t begin) const {
    return {before + static_cast<long>(begin), numbers.size() - begin};
  }
  Json points(const std::vector<Vec<3>>& all) const {
    const std::size_t begin = numbers.size();
    for (const Vec<3>& point : all) numbers.insert(numbers.end(), point.begin(), point.end());
    return refer(begin);
  }

  Json operator()(const Sphere& s) const { return {{"radius", s.radius}}; }
  Json operator()(const HalfSpace& s) const {
    return {{"normal", list(s.normal)}, {"offset", s.offset}};
  }
  Json operator()(const Capsule& s) const {
    return {{"radius", s.radius}, {"half_length", s.half_length}};
  }
  Json operator()(const Cylinder& s) const {
    return {{"radius", s.radius}, {"half_length", s.half_length}};
  }
  Json operator()(const Cone& s) const { return {{"radius", s.radius}, {"height", s.height}}; }
  Json operator()(const Cuboid& s) const { return {{"half_extents", list(s.half_extents)}}; }
  Json operator()(const ConvexHull& s) const { return {{"vertices", points(s.vertices())}}; }
  Json operator()(const TriangleMesh& s) const {
    Json json{{"vertices", points(s.vertices())}};
    const std::size_t begin = numbers.size();
    for (const auto& triangle : s.triangles())
      for (const int corner : triangle) numbers.push_back(corner);
    json["triangles"] = refer(begin);
    return json;
  }
  Json operator()(const HeightField& s) const {
    const std::size_t begin = numbers.size();
    const Matrix& heights = s.heights();
    numbers.insert(numbers.end(), heights.data(), heights.data() + heights.size());
    return {{"heights", refer(begin)},
            {"rows", heights.rows()},
            {"spacing", s.spacing()},
            {"origin", list(s.origin())}};
  }
  Json operator()(const Circle& s) const { return {{"radius", s.radius}}; }
  Json operator()(const Polygon& s) const {
    Json vertices = Json::array();
    for (const Vec<2>& vertex : s.vertices) vertices.push_back(list(vertex));
    return {{"vertices", vertices}};
  }
  Json operator()(const Segment& s) const { return {{"a", list(s.a)}, {"b", list(s.b)}}; }
  Json operator()(const Compound& s) const {
    Json parts = Json::array();
    for (std::size_t i = 0; i < s.parts.size(); ++i) {
      Json part = shape_json(s.parts[i], numbers, before);
      part["position"] = list(s.poses[i].position);
      part["rotation"] = list(s.poses[i].rotation.reshaped());  // column by column
      parts.push_back(part);
    }
    return {{"parts", parts}};
  }
};

// --- From JSON

template <int N>
Vec<N> vector(const Json& json) {
  Vec<N> values;
  if (!json.is_array() || json.size() != N) throw Error("expected an array of numbers in a shape");
  for (int i = 0; i < N; ++i) values[i] = json.at(static_cast<std::size_t>(i)).get<double>();
  return values;
}

struct FromJson {
  const Json& json;
  const std::vector<double>& numbers;
  int depth;

  double number(const char* key) const { return json.at(key).get<double>(); }
  std::span<const double> referred(const char* key) const {
    const Json& range = json.at(key);
    const auto begin = range.at(0).get<std::uint64_t>(), count = range.at(1).get<std::uint64_t>();
    if (begin > numbers.size() || count > numbers.size() - begin)
      throw Error("a shape refers to numbers that are not there");
    return {numbers.data() + begin, static_cast<std::size_t>(count)};
  }
  std::vector<Vec<3>> points(const char* key) const {
    const std::span<const double> values = referred(key);
    std::vector<Vec<3>> list;
    for (std::size_t i = 0; i + 2 < values.size(); i += 3)
      list.emplace_back(values[i], values[i + 1], values[i + 2]);
    return list;
  }
  Shape mesh() const {
    std::vector<std::array<int, 3>> triangles;
    const std::span<const double> corners = referred("triangles");
    for (std::size_t i = 0; i + 2 < corners.size(); i += 3) {
      auto& triangle = triangles.emplace_back();
      for (std::size_t k = 0; k < 3; ++k) {
        if (!(std::abs(corners[i + k]) < std::numeric_limits<int>::max()))
          throw Error("a mesh refers to vertices that are not there");
        triangle[k] = static_cast<int>(corners[i + k]);
      }
    }
    return TriangleMesh(points("vertices"), std::move(triangles));
  }
  Shape field() const {
    const std::span<const double> heights = referred("heights");
    const auto rows = json.at("rows").get<std::int64_t>();
    if (rows < 1 || heights.size() % static_cast<std::size_t>(rows) != 0)
      throw Error("a height field has rows of different lengths");
    return HeightField(
        MatrixView(heights.data(), rows, static_cast<Eigen::Index>(heights.size()) / rows),
        number("spacing"), vector<2>(json.at("origin")));
  }
  Shape polygon() const {
    Polygon polygon;
    for (const Json& vertex : json.at("vertices")) polygon.vertices.push_back(vector<2>(vertex));
    return polygon;
  }
  Shape compound() const;
  Shape read() const;
};

Shape FromJson::compound() const {
  if (depth > deepest) throw Error("parts of parts of parts: too deep");
  Compound compound;
  for (const Json& part : json.at("parts")) {
    compound.parts.push_back(FromJson{part, numbers, depth + 1}.read());
    const Vec<9> rotation = vector<9>(part.at("rotation"));
    compound.poses.push_back(
        {vector<3>(part.at("position")), Eigen::Map<const Mat<3>>(rotation.data())});
  }
  return compound;
}

Shape FromJson::read() const {
  const std::string kind = json.at("kind").get<std::string>();
  const auto found = std::find(shape_kinds.begin(), shape_kinds.end(), kind);
  switch (found - shape_kinds.begin()) {
    case 0: return Sphere{number("radius")};
    case 1: return HalfSpace{vector<3>(json.at("normal")), number("offset")};
    case 2: return Capsule{number("radius"), number("half_length")};
    case 3: return Cylinder{number("radius"), number("half_length")};
    case 4: return Cone{number("radius"), number("height")};
    case 5: return Cuboid{vector<3>(json.at("half_extents"))};
    case 6: return ConvexHull(points("vertices"));
    case 7: return mesh();
    case 8: return field();
    case 9: return Circle{number("radius")};
    case 10: return polygon();
    case 11: return Segment{vector<2>(json.at("a")), vector<2>(json.at("b"))};
    case 12: return compound();
    default: throw Error("expected a shape, found '" + kind + "'");
  }
}

}  // namespace

Json shape_json(const Shape& shape, std::vector<double>& numbers, long before) {
  Json json{{"kind", std::string(shape_kinds[shape.index()])}};
  json.update(std::visit(ToJson{numbers, before}, shape));
  return json;
}

Shape parse_shape(const Json& json, const std::vector<double>& numbers) {
  Shape shape = FromJson{json, numbers, 0}.read();
  check_shape(shape);
  return shape;
}

}  // namespace nonsmooth::io
