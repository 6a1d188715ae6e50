// SPDX-License-Identifier: Apache-2.0
// Files of runs: a table whose accessors hold together, or a nonsmooth::Error.
#include "nonsmooth/base/error.hpp"
#include "nonsmooth/io.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace io = nonsmooth::io;
  io::TrajectoryTable table;
  try {
    table = io::read_trajectory_bytes({reinterpret_cast<const char*>(data), size}, "input");
  } catch (const nonsmooth::Error&) {
    return 0;
  }
  // what was accepted can be used: every column has its rows, and the export reads all of them
  if (table.size() < 1 || io::csv_text(table).empty()) std::abort();
  return 0;
}
