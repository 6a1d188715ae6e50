// SPDX-License-Identifier: Apache-2.0
#include "io/vtk_file.hpp"

#include "nonsmooth/base/error.hpp"

#include <bit>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <system_error>

namespace nonsmooth::io::vtk {
namespace {

static_assert(std::endian::native == std::endian::little);

void append_base64(std::string& text, const std::vector<unsigned char>& bytes) {
  static constexpr char digits[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t left = bytes.size() - i;
    const unsigned group = static_cast<unsigned>(bytes[i]) << 16 |
                           (left > 1 ? static_cast<unsigned>(bytes[i + 1]) << 8 : 0u) |
                           (left > 2 ? static_cast<unsigned>(bytes[i + 2]) : 0u);
    text += digits[group >> 18];
    text += digits[group >> 12 & 63];
    text += left > 1 ? digits[group >> 6 & 63] : '=';
    text += left > 2 ? digits[group & 63] : '=';
  }
}

// The number of bytes, then the bytes, as one piece.
template <class Value>
void append_array(std::string& text, const char* type, const std::string& name, int components,
                  const std::vector<Value>& values) {
  text += "<DataArray type=\"" + std::string(type) + "\" Name=\"" + name +
          "\" NumberOfComponents=\"" + std::to_string(components) + "\" format=\"binary\">";
  const std::uint64_t size = values.size() * sizeof(Value);
  std::vector<unsigned char> bytes(sizeof size + size);
  std::memcpy(bytes.data(), &size, sizeof size);
  if (size > 0) std::memcpy(bytes.data() + sizeof size, values.data(), size);
  append_base64(text, bytes);
  text += "</DataArray>\n";
}

void append_cells(std::string& text, const char* element, const Cells& cells) {
  text += "<" + std::string(element) + ">\n";
  append_array(text, "Int64", "connectivity", 1, cells.corners);
  append_array(text, "Int64", "offsets", 1, cells.ends);
  text += "</" + std::string(element) + ">\n";
}

void append_data(std::string& text, const char* element, const std::vector<Array>& arrays) {
  text += "<" + std::string(element) + ">\n";
  for (const Array& array : arrays)
    append_array(text, "Float64", array.name, array.components, array.values);
  text += "</" + std::string(element) + ">\n";
}

std::string opening(const char* type) {
  return "<?xml version=\"1.0\"?>\n<VTKFile type=\"" + std::string(type) +
         "\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\">\n";
}

}  // namespace

std::string text(const PolyData& data) {
  const auto attribute = [](const char* name, std::size_t count) {
    return " " + std::string(name) + "=\"" + std::to_string(count) + "\"";
  };
  std::string out = opening("PolyData") + "<PolyData>\n<Piece" +
                    attribute("NumberOfPoints", data.points.size() / 3) +
                    attribute("NumberOfVerts", data.vertices.ends.size()) +
                    attribute("NumberOfLines", data.lines.ends.size()) +
                    attribute("NumberOfStrips", 0) +
                    attribute("NumberOfPolys", data.polygons.ends.size()) + ">\n";
  append_data(out, "PointData", data.point_data);
  append_data(out, "CellData", data.cell_data);
  out += "<Points>\n";
  append_array(out, "Float64", "Points", 3, data.points);
  out += "</Points>\n";
  append_cells(out, "Verts", data.vertices);
  append_cells(out, "Lines", data.lines);
  append_cells(out, "Strips", {});
  append_cells(out, "Polys", data.polygons);
  return out + "</Piece>\n</PolyData>\n</VTKFile>\n";
}

std::string text(const std::vector<std::pair<double, std::string>>& collection) {
  std::string out = opening("Collection") + "<Collection>\n";
  char digits[32];
  for (const auto& [t, file] : collection)
    out += "<DataSet timestep=\"" +
           std::string(digits, std::to_chars(digits, digits + sizeof digits, t).ptr) +
           "\" part=\"0\" file=\"" + file + "\"/>\n";
  return out + "</Collection>\n</VTKFile>\n";
}

void save(const std::filesystem::path& path, const std::string& text) {
  errno = 0;
  std::ofstream stream(path, std::ios::binary | std::ios::trunc);
  stream.write(text.data(), static_cast<std::streamsize>(text.size()));
  stream.close();
  if (!stream)
    throw FileError(path.string() + ": cannot write: " + std::generic_category().message(errno));
}

}  // namespace nonsmooth::io::vtk
