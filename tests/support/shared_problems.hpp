// SPDX-License-Identifier: Apache-2.0
// The public problem files lie beside the repository, not in it. NS_SHARED_PROBLEMS names another
// folder; the target defines NS_SHARED_PROBLEMS_DEFAULT.
#pragma once

#include <cstdlib>
#include <filesystem>

namespace nonsmooth::testing {

inline std::filesystem::path shared_problems() {
  const char* given = std::getenv("NS_SHARED_PROBLEMS");
  return given != nullptr ? given : NS_SHARED_PROBLEMS_DEFAULT;
}

}  // namespace nonsmooth::testing

/// In a test or SetUp: skips, and says why, where the files are not there.
#define SKIP_WITHOUT_SHARED_PROBLEMS()                                              \
  if (!std::filesystem::is_directory(::nonsmooth::testing::shared_problems()))      \
  GTEST_SKIP() << "no problem files at " << ::nonsmooth::testing::shared_problems() \
               << "; set NS_SHARED_PROBLEMS"
