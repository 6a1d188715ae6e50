// SPDX-License-Identifier: Apache-2.0
// A name for something a container holds: an index that cannot be mixed up with another kind's.
#pragma once

#include <compare>

namespace nonsmooth {

template <class Tag>
struct Id {
  int index = -1;  ///< position in the order of `add`; negative: no such thing

  bool valid() const { return index >= 0; }
  friend auto operator<=>(const Id&, const Id&) = default;
};

using SystemId = Id<struct SystemTag>;
using InteractionId = Id<struct InteractionTag>;

}  // namespace nonsmooth
