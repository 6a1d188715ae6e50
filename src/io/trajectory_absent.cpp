// SPDX-License-Identifier: Apache-2.0
// Stands in for the files of runs in builds without HDF5.
#include "nonsmooth/base/error.hpp"
#include "nonsmooth/io/trajectory_file.hpp"

namespace nonsmooth::io {
namespace {

[[noreturn]] void absent(const std::string& file) {
  throw FileError(file +
                  ": runs are HDF5 files, and this build has no HDF5; configure with "
                  "-DNS_WITH_HDF5=ON, or use csv_text(table_of(run))");
}

}  // namespace

void write_trajectory(const Trajectory&, const std::filesystem::path& path) {
  absent(path.string());
}
TrajectoryTable read_trajectory(const std::filesystem::path& path) { absent(path.string()); }
TrajectoryTable read_trajectory_bytes(std::span<const char>, const std::string& name) {
  absent(name);
}
bool is_trajectory(const std::filesystem::path&) { return false; }

struct TrajectoryWriter::File {};
TrajectoryWriter::TrajectoryWriter(std::filesystem::path path, WriterOptions) {
  absent(path.string());
}
TrajectoryWriter::~TrajectoryWriter() = default;
TrajectoryWriter::TrajectoryWriter(TrajectoryWriter&&) noexcept = default;
TrajectoryWriter& TrajectoryWriter::operator=(TrajectoryWriter&&) noexcept = default;
const Checkpoint* TrajectoryWriter::begin(const Trajectory&, const State&) { return nullptr; }
void TrajectoryWriter::record(const Trajectory&, const State&) {}
void TrajectoryWriter::end(const Trajectory&) {}
long TrajectoryWriter::rows() const { return 0; }

}  // namespace nonsmooth::io
