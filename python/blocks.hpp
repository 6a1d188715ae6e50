// SPDX-License-Identifier: Apache-2.0
// Functions (t, in) -> out: controllers, observers, right-hand sides, resets. The library's own
// blocks go into a loop as what they are, without the interpreter; Python functions are called.
#pragma once

#include "values.hpp"

#include "nonsmooth/control/loop.hpp"

namespace nonsmooth::python {

using control::Block;

/// A block of the library with the sizes that it needs.
class SizedBlock {
 public:
  SizedBlock(int inputs, int outputs) : inputs(inputs), outputs(outputs) {}
  SizedBlock(const SizedBlock&) = default;
  SizedBlock& operator=(const SizedBlock&) = delete;
  virtual ~SizedBlock() = default;
  /// One tick; throws Error where sizes do not fit.
  void tick(double t, VectorIn in, VectorOut out);
  /// A copy with what it remembers, that the loop owns.
  virtual Block copy() const = 0;

  const int inputs, outputs;

 protected:
  virtual void run(double t, VectorIn in, VectorOut out) = 0;
};

template <>
struct Convert<Block> {
  static Block from(py::handle object, std::string_view what);
  static std::string type() {
    return "Block | Callable[[float, NDArray[numpy.float64]], ArrayLike] | None";
  }
};

}  // namespace nonsmooth::python
