// SPDX-License-Identifier: Apache-2.0
// A run of a model as Python holds it, whoever made it: simulate, a circuit, a sampled loop.
#pragma once

#include "values.hpp"

#include "nonsmooth/simulate.hpp"

namespace nonsmooth::python {

struct ModelRun {
  Trajectory rows;
  bool interrupted = false;
  bool success() const { return rows.success() && !interrupted; }
};

/// Keyword arguments are the fields of RunOptions. Ctrl-C ends the run. The sink may be null.
ModelRun run_model(const Model& model, py::handle scheme, const py::kwargs& kwargs, RunSink* sink);

}  // namespace nonsmooth::python
