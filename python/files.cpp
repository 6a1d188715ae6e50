// SPDX-License-Identifier: Apache-2.0
// nonsmooth.io: files of problems and scenes.
#include "modules.hpp"
#include "values.hpp"

#include "nonsmooth/io.hpp"

namespace nonsmooth::python {

void bind_files(py::module_& module) {
  py::module_ files = module.def_submodule("io", "Files of problems, scenes and runs.");
  files.def(
      "read_problem", [](const std::string& path) { return io::read_problem(path); },
      py::arg("path"), "A problem from FCLib HDF5, Siconos text or JSON; global ones are reduced.");
  files.def(
      "write_json",
      [](const std::string& path, const Problem& problem) {
        io::write_json(path, io::ProblemFile{.problem = problem,
                                             .format = {},
                                             .title = {},
                                             .description = {},
                                             .r = {},
                                             .u = {},
                                             .v = {}});
      },
      py::arg("path"), py::arg("problem"), "A problem as JSON, which reads back exactly.");
  files.def(
      "read_scene",
      [](const std::string& path) {
        const io::SceneFile file = io::read_scene(path);
        return py::make_tuple(file.scene, file.scheme, file.end);
      },
      py::arg("path"), "(scene, scheme, end time in s) of a TOML file.");
  bind_netlists(files);
}

}  // namespace nonsmooth::python
