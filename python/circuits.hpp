// SPDX-License-Identifier: Apache-2.0
// Circuits across the border: waveforms may be numbers, shapes or functions of time.
#pragma once

#include "values.hpp"

#include "nonsmooth/circuit.hpp"

namespace nonsmooth::python {

template <>
struct Convert<Waveform> {
  static Waveform from(py::handle object, std::string_view what);
  static std::string type() { return "float | Sine | Pulse | Polyline | Callable[[float], float]"; }
};

}  // namespace nonsmooth::python
