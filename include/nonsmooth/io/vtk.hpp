// SPDX-License-Identifier: Apache-2.0
// Runs of scenes for ParaView: <folder>/bodies.pvd (surfaces), centres.pvd (one point per body, for
// glyphs) and contacts.pvd (points with normal, gap and impulse), each with one .vtp file per
// record.
#pragma once

#include "nonsmooth/io/scene_run_file.hpp"
#include "nonsmooth/mechanics/run.hpp"

#include <filesystem>
#include <memory>
#include <string>

namespace nonsmooth::io {

/// Writes while the run goes. What was in the folder under the same names is replaced. Throws
/// FileError when something cannot be written.
class VtkWriter final : public SceneSink {
 public:
  explicit VtkWriter(std::filesystem::path folder);
  ~VtkWriter() override;
  VtkWriter(VtkWriter&&) noexcept;
  VtkWriter& operator=(VtkWriter&&) noexcept;

  const SceneState* begin(const SceneSimulator& simulator) override;
  void record(const SceneSimulator& simulator, const SceneReport& report) override;
  void end(const SceneSimulator& simulator, Status status, const std::string& message) override;

 private:
  friend void write_vtk(const SceneRunTable& run, const std::filesystem::path& folder);
  struct Series;
  std::unique_ptr<Series> series_;
};

/// The same of a run that was stored.
void write_vtk(const SceneRunTable& run, const std::filesystem::path& folder);

}  // namespace nonsmooth::io
