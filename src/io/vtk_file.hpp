// SPDX-License-Identifier: Apache-2.0
// Poly data in the XML format of VTK, arrays inline in base64, and collections over time. No
// library is needed: the format is a few elements around counted bytes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace nonsmooth::io::vtk {

struct Array {
  std::string name;
  int components = 1;
  std::vector<double> values{};
};

struct Cells {
  std::vector<std::int64_t> corners{}, ends{};
};

struct PolyData {
  std::vector<double> points{};  ///< x, y, z
  Cells vertices{}, lines{}, polygons{};
  std::vector<Array> point_data{};
  std::vector<Array> cell_data{};  ///< in the order vertices, lines, polygons
};

std::string text(const PolyData& data);
/// (time, file) of every record; the files are relative to the collection.
std::string text(const std::vector<std::pair<double, std::string>>& collection);
/// Throws FileError with the system's reason.
void save(const std::filesystem::path& path, const std::string& text);

}  // namespace nonsmooth::io::vtk
