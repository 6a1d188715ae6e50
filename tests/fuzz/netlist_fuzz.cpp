// SPDX-License-Identifier: Apache-2.0
// A netlist is read, or refused by a nonsmooth::Error; what is read can be lowered or is refused
// likewise. Anything else is a finding.
#include "nonsmooth/base/error.hpp"
#include "nonsmooth/io/netlist.hpp"

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const nonsmooth::io::Netlist netlist =
        nonsmooth::io::read_netlist_text({reinterpret_cast<const char*>(data), size}, "input.cir");
    if (netlist.circuit.elements().size() <= 60) (void)netlist.circuit.model();
  } catch (const nonsmooth::Error&) {
    return 0;
  }
  return 0;
}
