// SPDX-License-Identifier: Apache-2.0
// How readers complain, and the last check every problem passes before it leaves a reader.
#pragma once

#include "nonsmooth/io.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace nonsmooth::io {

/// "name:3:17: expected ..., found ..." with line and column of `offset` in `text`, both from 1.
[[noreturn]] void throw_at(const std::string& name, std::string_view text, std::size_t offset,
                           const std::string& complaint);

/// At most 40 characters of `text` in quotes, with unprintable bytes replaced: safe in a message.
std::string excerpt(std::string_view text);

/// Throws FileError if the laws do not add up to `size` rows. Must run before anything that adds
/// their sizes as int: a file may claim dimensions whose sum overflows.
void check_law_sizes(const std::vector<AnyLaw>& laws, Eigen::Index size, const std::string& name);

/// validate() with the name of the file in front of its complaints.
void check_problem(const ProblemFile& file, const std::string& name);

}  // namespace nonsmooth::io
