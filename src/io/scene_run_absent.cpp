// SPDX-License-Identifier: Apache-2.0
// Stands in for the files of scene runs in builds without HDF5.
#include "nonsmooth/base/error.hpp"
#include "nonsmooth/io/scene_run_file.hpp"

namespace nonsmooth::io {
namespace {

[[noreturn]] void absent(const std::string& file) {
  throw FileError(file +
                  ": runs are HDF5 files, and this build has no HDF5; configure with "
                  "-DNS_WITH_HDF5=ON");
}

}  // namespace

SceneRunTable read_scene_run(const std::filesystem::path& path) { absent(path.string()); }
SceneRunTable read_scene_run_bytes(std::span<const char>, const std::string& name) { absent(name); }
bool is_scene_run(const std::filesystem::path&) { return false; }

struct SceneWriter::File {};
SceneWriter::SceneWriter(std::filesystem::path path, WriterOptions) { absent(path.string()); }
SceneWriter::~SceneWriter() = default;
SceneWriter::SceneWriter(SceneWriter&&) noexcept = default;
SceneWriter& SceneWriter::operator=(SceneWriter&&) noexcept = default;
const SceneState* SceneWriter::begin(const SceneSimulator&) { return nullptr; }
void SceneWriter::record(const SceneSimulator&, const SceneReport&) {}
void SceneWriter::end(const SceneSimulator&, Status, const std::string&) {}
long SceneWriter::records() const { return 0; }

}  // namespace nonsmooth::io
