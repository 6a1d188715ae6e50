// SPDX-License-Identifier: Apache-2.0
// The files of ngspice. The header is text; "Values:" is followed by numbered points, one number
// per line, "Binary:" by doubles as they lie in memory, point after point.
#include "io/atomic_file.hpp"
#include "nonsmooth/io/netlist.hpp"

#include <cstdio>

namespace nonsmooth::io {

void write_raw(const std::filesystem::path& path, const std::string& title,
               const std::vector<std::string>& names, VectorIn t, MatrixIn columns,
               RawFormat format) {
  std::string text = "Title: " + title + "\nDate: \nPlotname: Transient Analysis\nFlags: real\n";
  text += "No. Variables: " + std::to_string(names.size() + 1) + "\n";
  text += "No. Points: " + std::to_string(t.size()) + "\nVariables:\n\t0\ttime\ttime\n";
  for (std::size_t k = 0; k < names.size(); ++k)
    text += "\t" + std::to_string(k + 1) + "\t" + names[k] + "\t" +
            (names[k].starts_with("i(") ? "current" : "voltage") + "\n";
  text += format == RawFormat::binary ? "Binary:\n" : "Values:\n";
  char number[40];
  for (Eigen::Index k = 0; k < t.size(); ++k)
    for (Eigen::Index i = -1; i < columns.cols(); ++i) {
      const double value = i < 0 ? t[k] : columns(k, i);
      if (format == RawFormat::binary) {
        text.append(reinterpret_cast<const char*>(&value), sizeof value);
        continue;
      }
      std::snprintf(number, sizeof number, "%.15e\n", value);
      text += (i < 0 ? " " + std::to_string(k) + "\t" : std::string("\t")) + number;
    }
  write_file(path, text, Existing::replace);
}

}  // namespace nonsmooth::io
