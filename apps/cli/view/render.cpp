// SPDX-License-Identifier: Apache-2.0
// Two passes: what is nearest to the eye at every pixel (depth, normal, body), then its shade, for
// which the same is done from the light: what the light does not see lies in shadow.
#include "apps/cli/view/render.hpp"

#include "nonsmooth/base/error.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>

namespace nonsmooth::cli {
namespace {

// x_pixel = width / 2 + scale right . (x - centre), y downwards; depth grows towards the eye.
struct Camera {
  Vec<3> right, up, toward, centre;
  double scale = 1.0;  // pixels per metre
  int width = 0, height = 0;

  Vec<3> pixel(const Vec<3>& x) const {
    const Vec<3> d = x - centre;
    return {0.5 * width + scale * right.dot(d), 0.5 * height - scale * up.dot(d), toward.dot(d)};
  }
  Vec<3> point(double px, double py, double depth) const {
    return centre + right * ((px - 0.5 * width) / scale) - up * ((py - 0.5 * height) / scale) +
           toward * depth;
  }
};

Camera looking(const Vec<3>& toward, const Vec<3>& up, const Aabb& box, int width, int height) {
  Camera camera;
  camera.toward = toward.normalized();
  camera.right = up.cross(camera.toward).normalized();
  camera.up = camera.toward.cross(camera.right);
  camera.centre = 0.5 * (box.lower + box.upper);
  camera.width = width;
  camera.height = height;
  const Vec<3> half = 0.5 * (box.upper - box.lower);
  const double across = camera.right.cwiseAbs().dot(half), high = camera.up.cwiseAbs().dot(half);
  camera.scale = 0.46 * std::min(width / std::max(across, 1e-12), height / std::max(high, 1e-12));
  return camera;
}

struct Buffer {
  int width, height;
  std::vector<double> depth;
  std::vector<Vec<3>> normal;
  std::vector<int> body;  // -1: nothing

  Buffer(int w, int h)
      : width(w),
        height(h),
        depth(static_cast<std::size_t>(w) * static_cast<std::size_t>(h), -infinity),
        normal(depth.size(), Vec<3>::Zero()),
        body(depth.size(), -1) {}
  std::size_t at(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
           static_cast<std::size_t>(x);
  }
  void put(int x, int y, double z, const Vec<3>& n, int owner) {
    const std::size_t k = at(x, y);
    if (z <= depth[k]) return;
    depth[k] = z;
    normal[k] = n;
    body[k] = owner;
  }
};

struct Painter {
  const Camera& camera;
  Buffer& buffer;
  int owner = 0;

  // pixels whose centres lie in [low, high], cut at the picture
  static std::pair<int, int> span(double low, double high, int count) {
    return {std::max(0, static_cast<int>(std::ceil(std::clamp(low - 0.5, -1.0, count + 1.0)))),
            std::min(count - 1,
                     static_cast<int>(std::floor(std::clamp(high - 0.5, -1.0, count + 1.0))))};
  }

  void sphere(const Vec<3>& centre, double radius) {
    const Vec<3> c = camera.pixel(centre);
    const double r = radius * camera.scale;
    const auto [x0, x1] = span(c.x() - r, c.x() + r, buffer.width);
    const auto [y0, y1] = span(c.y() - r, c.y() + r, buffer.height);
    for (int y = y0; y <= y1; ++y)
      for (int x = x0; x <= x1; ++x) {
        const double dx = (x + 0.5 - c.x()) / r, dy = (c.y() - y - 0.5) / r;
        const double rest = 1.0 - dx * dx - dy * dy;
        if (rest < 0.0) continue;
        const double dz = std::sqrt(rest);
        buffer.put(x, y, c.z() + radius * dz,
                   dx * camera.right + dy * camera.up + dz * camera.toward, owner);
      }
  }

  void triangle(const Vec<3>& a, const Vec<3>& b, const Vec<3>& c, bool both_sides) {
    Vec<3> normal = (b - a).cross(c - a);
    const double size = normal.norm();
    if (size < 1e-300) return;
    normal /= size;
    if (normal.dot(camera.toward) <= 0.0) {
      if (!both_sides) return;
      normal = -normal;
    }
    const std::array p{camera.pixel(a), camera.pixel(b), camera.pixel(c)};
    const double area = (p[1].x() - p[0].x()) * (p[2].y() - p[0].y()) -
                        (p[2].x() - p[0].x()) * (p[1].y() - p[0].y());
    if (std::abs(area) < 1e-12) return;
    const auto [x0, x1] = span(std::min({p[0].x(), p[1].x(), p[2].x()}),
                               std::max({p[0].x(), p[1].x(), p[2].x()}), buffer.width);
    const auto [y0, y1] = span(std::min({p[0].y(), p[1].y(), p[2].y()}),
                               std::max({p[0].y(), p[1].y(), p[2].y()}), buffer.height);
    for (int y = y0; y <= y1; ++y)
      for (int x = x0; x <= x1; ++x) {
        const auto weight = [&](const Vec<3>& s, const Vec<3>& e) {
          return ((s.x() - x - 0.5) * (e.y() - y - 0.5) - (e.x() - x - 0.5) * (s.y() - y - 0.5)) /
                 area;
        };
        const double wa = weight(p[1], p[2]), wb = weight(p[2], p[0]), wc = 1.0 - wa - wb;
        if (wa < 0.0 || wb < 0.0 || wc < 0.0) continue;
        buffer.put(x, y, wa * p[0].z() + wb * p[1].z() + wc * p[2].z(), normal, owner);
      }
  }

  // a ribbon that faces the eye
  void line(const Vec<3>& a, const Vec<3>& b) {
    const Vec<3> along = b - a;
    const Vec<3> side = along.cross(camera.toward).normalized() * (1.5 / camera.scale);
    triangle(a - side, a + side, b + side, true);
    triangle(a - side, b + side, b - side, true);
  }
};

bool is_flat(const std::string& kind) {
  return kind == "circle" || kind == "polygon" || kind == "segment";
}

void paint_body(const ScenePlay& play, const SceneRecord& record, int i, Painter painter) {
  const ScenePlay::Body& body = play.bodies[static_cast<std::size_t>(i)];
  const Mesh& mesh = play.meshes.all()[static_cast<std::size_t>(body.look.mesh)];
  const Pose pose = record.pose(i);
  if (mesh.kind == "sphere") {
    painter.sphere(pose.position, body.look.scale[0]);
    return;
  }
  const auto corner = [&](int k) {
    const auto at = 3 * static_cast<std::size_t>(k);
    return pose.point(body.look.scale.cwiseProduct(
        Vec<3>(mesh.points[at], mesh.points[at + 1], mesh.points[at + 2])));
  };
  for (std::size_t k = 0; k + 2 < mesh.triangles.size(); k += 3)
    painter.triangle(corner(mesh.triangles[k]), corner(mesh.triangles[k + 1]),
                     corner(mesh.triangles[k + 2]), is_flat(mesh.kind));
  for (std::size_t k = 0; k + 1 < mesh.lines.size(); k += 2)
    painter.line(corner(mesh.lines[k]), corner(mesh.lines[k + 1]));
}

Buffer nearest(const ScenePlay& play, const SceneRecord& record, const Camera& camera) {
  Buffer buffer(camera.width, camera.height);
  for (int i = 0; i < record.body_count(); ++i)
    if (record.present(i)) paint_body(play, record, i, {camera, buffer, i});
  return buffer;
}

constexpr std::array<std::array<double, 3>, 3> edged{
    {{0.72, 0.41, 0.25}, {0.79, 0.50, 0.33}, {0.66, 0.36, 0.22}}};
constexpr std::array<std::array<double, 3>, 3> round{
    {{0.25, 0.44, 0.62}, {0.35, 0.53, 0.70}, {0.20, 0.38, 0.55}}};

Vec<3> colour_of(const ScenePlay::Body& body, int index) {
  if (body.kind.starts_with("half")) return {0.955, 0.96, 0.97};
  if (body.motion == Motion::fixed) return {0.62, 0.66, 0.70};
  const bool ball = body.kind == "sphere" || body.kind == "circle";
  const auto& shade = (ball ? round : edged)[static_cast<std::size_t>(index * 7 % 3)];
  return {shade[0], shade[1], shade[2]};
}

const Vec<3> paper(0.925, 0.94, 0.957);

struct Light {
  Camera camera;
  Buffer seen;

  bool reaches(const Vec<3>& x, double slack) const {
    const Vec<3> p = camera.pixel(x);
    const int px = static_cast<int>(std::floor(p.x())), py = static_cast<int>(std::floor(p.y()));
    if (px < 0 || py < 0 || px >= seen.width || py >= seen.height) return true;
    return seen.depth[seen.at(px, py)] <= p.z() + slack;
  }
};

Vec<3> shade(const ScenePlay& play, const Camera& camera, const Buffer& buffer, const Light& light,
             int x, int y) {
  const std::size_t k = buffer.at(x, y);
  if (buffer.body[k] < 0) return paper;
  const ScenePlay::Body& body = play.bodies[static_cast<std::size_t>(buffer.body[k])];
  const double slack = 3.0 / light.camera.scale;
  const double facing = std::max(0.0, buffer.normal[k].dot(light.camera.toward));
  const bool lit =
      is_flat(body.kind) || light.reaches(camera.point(x + 0.5, y + 0.5, buffer.depth[k]), slack);
  // a line where one body ends before another
  const bool edge = (x + 1 < buffer.width && buffer.body[k + 1] != buffer.body[k]) ||
                    (y + 1 < buffer.height && buffer.body[buffer.at(x, y + 1)] != buffer.body[k]);
  const double ink = edge && !body.kind.starts_with("half") ? 0.62 : 1.0;
  const double sky = 0.5 + 0.5 * buffer.normal[k].dot(camera.up);
  return ink * colour_of(body, buffer.body[k]) *
         std::min(1.08, 0.50 + 0.16 * sky + (lit ? 0.46 * facing : 0.0));
}

double reach(const ScenePlay& play, const ScenePlay::Body& body) {
  const Mesh& mesh = play.meshes.all()[static_cast<std::size_t>(body.look.mesh)];
  double longest = 0.0;
  for (std::size_t k = 0; k + 2 < mesh.points.size(); k += 3)
    longest = std::max(
        longest,
        body.look.scale.cwiseProduct(Vec<3>(mesh.points[k], mesh.points[k + 1], mesh.points[k + 2]))
            .norm());
  return longest;
}

// Moves and zooms so that what happens fills the picture, whenever it happens; terrain may reach
// out of it.
void fit(const ScenePlay& play, Camera& camera) {
  const bool something_moves =
      std::any_of(play.bodies.begin(), play.bodies.end(),
                  [](const ScenePlay::Body& body) { return body.motion == Motion::dynamic; });
  std::vector<double> reaches;
  for (const ScenePlay::Body& body : play.bodies) reaches.push_back(reach(play, body));
  Aabb seen;  // in axes of the camera
  const std::size_t stride = play.records.size() / 8 + 1;
  for (std::size_t k = 0; k < play.records.size() + stride - 1; k += stride) {
    const SceneRecord& record = play.records[std::min(k, play.records.size() - 1)];
    for (int i = 0; i < record.body_count(); ++i) {
      const auto body = static_cast<std::size_t>(i);
      if (!record.present(i) || play.bodies[body].kind.starts_with("half")) continue;
      if (something_moves && play.bodies[body].motion == Motion::fixed) continue;
      const Vec<3> d = record.pose(i).position - camera.centre;
      const Vec<3> at(camera.right.dot(d), camera.up.dot(d), 0.0);
      seen.add(Aabb{at, at}.grown(reaches[body]));
    }
  }
  if (!seen.lower.allFinite()) return;
  const Vec<3> middle = 0.5 * (seen.lower + seen.upper), size = seen.upper - seen.lower;
  camera.centre += camera.right * middle.x() + camera.up * middle.y();
  camera.scale = 0.9 * std::min(camera.width / std::max(size.x(), 1e-12),
                                camera.height / std::max(size.y(), 1e-12));
}

// The eye stands before and above; plane scenes are seen straight on.
Camera eye(const ScenePlay& play, const PictureSize& size) {
  const bool flat = std::any_of(play.bodies.begin(), play.bodies.end(),
                                [](const ScenePlay::Body& body) { return is_flat(body.kind); });
  const Vec<3> up =
      play.gravity.norm() > 0.0 ? Vec<3>(-play.gravity.normalized()) : Vec<3>(Vec<3>::UnitZ());
  const Vec<3> side = std::abs(up.z()) > 0.9 ? Vec<3>(0.6, -0.8, 0.0) : Vec<3>(0.37, 0.0, 0.93);
  Camera camera = looking(flat ? Vec<3>(Vec<3>::UnitZ()) : Vec<3>(side + 0.5 * up), up, play.bounds,
                          2 * size.width, 2 * size.height);
  fit(play, camera);
  return camera;
}

}  // namespace

Image render(const ScenePlay& play, const SceneRecord& record, const PictureSize& size) {
  const Camera camera = eye(play, size);
  const Vec<3> above = camera.up * 1.3 - camera.right * 0.6 + camera.toward * 1.1;
  const Camera sun = looking(above, camera.right, play.bounds.grown(0.0), 1024, 1024);
  const Light light{sun, nearest(play, record, sun)};
  const Buffer buffer = nearest(play, record, camera);
  Image image{size.width, size.height};
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x) {
      Vec<3> sum = Vec<3>::Zero();  // of the four points of a pixel
      for (const auto& [dx, dy] :
           {std::pair(0, 0), std::pair(1, 0), std::pair(0, 1), std::pair(1, 1)})
        sum += shade(play, camera, buffer, light, 2 * x + dx, 2 * y + dy);
      for (const double c : sum)
        image.rgb.push_back(
            static_cast<unsigned char>(std::lround(255.0 * std::clamp(0.25 * c, 0.0, 1.0))));
    }
  return image;
}

std::vector<Image> pictures(const ScenePlay& play, int count, const PictureSize& size) {
  std::vector<Image> all;
  const auto last = static_cast<double>(play.records.size() - 1);
  for (int k = 0; k < count; ++k)
    all.push_back(render(
        play,
        play.records[static_cast<std::size_t>(std::lround(last * k / std::max(1, count - 1)))],
        size));
  return all;
}

std::string animation(const ScenePlay& play) {
  const double duration = std::min(6.0, play.records.back().t - play.records.front().t);
  const int count = std::clamp(static_cast<int>(std::lround(25.0 * duration)), 2, 150);
  const int frames = std::min(count, static_cast<int>(play.records.size()));
  return animated_png(pictures(play, frames), std::max(0.02, duration / std::max(1, frames - 1)));
}

void write_picture(const std::filesystem::path& path, const std::string& bytes) {
  std::ofstream file(path, std::ios::binary);
  file << bytes;
  file.close();
  if (!file) throw FileError(path.string() + ": cannot write");
}

}  // namespace nonsmooth::cli
