// SPDX-License-Identifier: Apache-2.0
#include "nonsmooth/solvers/flight_recorder.hpp"

#include "nonsmooth/base/error.hpp"

#include <exception>

namespace nonsmooth {
namespace {

// Memory may be what is missing: the reason is worth less than the solve that goes on.
void set_reason(std::string& complaint, const char* reason) noexcept {
  try {
    complaint = reason;
  } catch (...) {
    complaint.clear();
  }
}

}  // namespace

void FlightRecorder::keep(const Flight& flight) noexcept {
  try {
    write(flight);
    ++written;
    return;
  } catch (const FileError& error) {
    stopped = true;
    set_reason(complaint, error.what());
  } catch (const std::exception& error) {
    set_reason(complaint, error.what());
  } catch (...) {
    set_reason(complaint, "the writer threw something that is no exception");
  }
  ++left_out;
}

}  // namespace nonsmooth
