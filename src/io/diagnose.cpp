// SPDX-License-Identifier: Apache-2.0
#include "io/diagnose.hpp"

#include "nonsmooth/base/error.hpp"

#include <algorithm>
#include <cstdint>

namespace nonsmooth::io {

void throw_at(const std::string& name, std::string_view text, std::size_t offset,
              const std::string& complaint) {
  const std::string_view before = text.substr(0, std::min(offset, text.size()));
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t newline = before.rfind('\n');
  const std::size_t column =
      newline == std::string_view::npos ? before.size() + 1 : before.size() - newline;
  throw FileError(name + ":" + std::to_string(line) + ":" + std::to_string(column) + ": " +
                  complaint);
}

std::string excerpt(std::string_view text) {
  constexpr std::size_t longest = 40;
  std::string shown(text.substr(0, longest));
  for (char& c : shown)
    if (c < ' ' || c > '~') c = '?';
  return "'" + shown + (text.size() > longest ? "...'" : "'");
}

void check_law_sizes(const std::vector<AnyLaw>& laws, Eigen::Index size, const std::string& name) {
  std::int64_t total = 0;
  for (std::size_t i = 0; i < laws.size(); ++i) {
    if (laws[i].size() < 0)
      throw FileError(name + ": law " + std::to_string(i) + " has dimension " +
                      std::to_string(laws[i].size()) + " but it must not be negative");
    total += laws[i].size();
  }
  if (total != size)
    throw FileError(name + ": the laws have " + std::to_string(total) +
                    " components together but the problem has " + std::to_string(size));
}

void check_problem(const ProblemFile& file, const std::string& name) {
  std::visit(
      [&](const auto& problem) {
        check_law_sizes(problem.laws, problem.size(), name);
        try {
          validate(problem);
        } catch (const Error& error) {
          // one complaint per law can make a message of the size of the file
          constexpr std::size_t longest = 2000;
          std::string message = error.what();
          if (message.size() > longest) message = message.substr(0, longest) + " ...";
          throw FileError(name + ": " + message);
        }
      },
      file.problem);
}

}  // namespace nonsmooth::io
