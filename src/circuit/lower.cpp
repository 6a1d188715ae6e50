// SPDX-License-Identifier: Apache-2.0
#include "circuit/lower.hpp"

#include "circuit/topology.hpp"
#include "nonsmooth/base/error.hpp"

namespace nonsmooth {

CircuitModel Circuit::model(const LoweringOptions& options) const {
  check();
  // nodes, and one current per element at most
  const int size = node_count() + static_cast<int>(elements_.size());
  if (size > options.dense_limit && sparse_obstacle(*this, options).empty())
    return lower_sparse(*this, options);
  return lower_reduced(*this, options);
}

void Circuit::check() const {
  if (elements_.empty()) throw Error("circuit: it has no elements; add some");
  check_topology(*this);
}

}  // namespace nonsmooth
