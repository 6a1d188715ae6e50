// SPDX-License-Identifier: Apache-2.0
// The extension module nonsmooth._core. What users import is python/nonsmooth/__init__.py.
#include "interrupt.hpp"
#include "modules.hpp"

#include "nonsmooth/base/error.hpp"
#include "nonsmooth/base/version.hpp"

namespace py = pybind11;

PYBIND11_MODULE(_core, module) {
  using namespace nonsmooth::python;
  module.attr("__version__") = std::string(nonsmooth::version);
  const auto error = py::register_exception<nonsmooth::Error>(module, "Error", PyExc_ValueError);
  py::register_exception<nonsmooth::FileError>(module, "FileError", error.ptr());
  Interrupt::learn_main_thread();
  bind_laws(module);
  bind_solvers(module);
  bind_problems(module);
  bind_model(module);
  bind_schemes(module);
  bind_simulate(module);
  bind_shapes(module);
  bind_scene(module);
  bind_scene_run(module);
  bind_elements(module);
  bind_circuit(module);
  bind_files(module);
  bind_control(module);
  bind_analysis(module);
}
