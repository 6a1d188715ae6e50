// SPDX-License-Identifier: Apache-2.0
// The parts of the extension module, in the order in which they need each other.
#pragma once

#include <pybind11/pybind11.h>

namespace nonsmooth::python {

void bind_laws(pybind11::module_& module);
void bind_solvers(pybind11::module_& module);
void bind_problems(pybind11::module_& module);
void bind_model(pybind11::module_& module);
void bind_schemes(pybind11::module_& module);
void bind_simulate(pybind11::module_& module);
void bind_shapes(pybind11::module_& module);
void bind_scene(pybind11::module_& module);
void bind_scene_run(pybind11::module_& module);
void bind_elements(pybind11::module_& module);
void bind_circuit(pybind11::module_& module);
void bind_files(pybind11::module_& module);
void bind_netlists(pybind11::module_& files);
void bind_control(pybind11::module_& module);
void bind_blocks(pybind11::module_& control);
void bind_design(pybind11::module_& control);
void bind_analysis(pybind11::module_& module);

}  // namespace nonsmooth::python
