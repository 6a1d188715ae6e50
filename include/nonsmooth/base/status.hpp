// SPDX-License-Identifier: Apache-2.0
// How a solve ended. `solved` is only ever set by the certificate, never by a solver about itself.
#pragma once

#include <string_view>

namespace nonsmooth {

enum class Status {
  not_judged,         ///< nothing has been certified yet: where every report and solution begins
  solved,             ///< both residuals of the returned point are within the tolerance
  max_iterations,     ///< the iteration limit came first; the point returned is the best one met
  max_time,           ///< the time budget came first; the point returned is the best one met
  infeasible,         ///< proved: no point satisfies the constraints (the proof was checked)
  numerical_failure,  ///< breakdown (ray, singular system, NaN) without a proof of infeasibility
  unsupported,        ///< the solver cannot treat this problem; `message` says what is missing
};

constexpr std::string_view name(Status status) {
  switch (status) {
    case Status::not_judged: return "not_judged";
    case Status::solved: return "solved";
    case Status::max_iterations: return "max_iterations";
    case Status::max_time: return "max_time";
    case Status::infeasible: return "infeasible";
    case Status::numerical_failure: return "numerical_failure";
    case Status::unsupported: return "unsupported";
  }
  return "unknown";
}

}  // namespace nonsmooth
