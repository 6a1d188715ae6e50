// SPDX-License-Identifier: Apache-2.0
// What the writer needs of the reader to go on with a file.
#pragma once

#include "io/run_format.hpp"

#include <span>
#include <string>

namespace nonsmooth::io {

struct RunEnd {
  std::string header;
  long commits = 0;           // lines of /commits that count
  run_format::Commit commit;  // the last of them
  TrajectoryTable table;      // without rows unless asked for
};

/// The last commit whose checkpoint is whole; with `rows_at_most` >= 0 the last that has no more
/// rows. Throws FileError.
RunEnd read_run(std::span<const char> bytes, const std::string& name, bool with_rows,
                long rows_at_most = -1);

}  // namespace nonsmooth::io
