// SPDX-License-Identifier: Apache-2.0
// Laws as fields of other structs: any class of the module, or any Python object that offers
// `dimension` and `resolvent(rho, u, z)`, and if it can `resolvent_jacobian(rho, u, z) -> (dz, du)`
// and `bias(u_before)`, which makes it a law of impacts.
#pragma once

#include "values.hpp"

#include "nonsmooth/laws.hpp"
#include "nonsmooth/model/interaction.hpp"

namespace nonsmooth::python {

AnyLaw read_law(py::handle object, std::string_view what);
InteractionLaw read_interaction_law(py::handle object, std::string_view what);
py::object law_object(const AnyLaw& law);

template <>
struct Convert<AnyLaw> {
  static AnyLaw from(py::handle object, std::string_view what) { return read_law(object, what); }
  static py::object to(const AnyLaw& law) { return law_object(law); }
  static std::string type() { return "Law"; }
};

template <>
struct Convert<InteractionLaw> {
  static InteractionLaw from(py::handle object, std::string_view what) {
    return read_interaction_law(object, what);
  }
  static std::string type() { return "Law | None"; }
};

}  // namespace nonsmooth::python
