// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/json_line.hpp"
#include "apps/cli/verbs.hpp"

#include "nonsmooth/base/error.hpp"
#include "nonsmooth/io.hpp"

#include <chrono>
#include <cstdio>
#include <system_error>

namespace nonsmooth::cli {
namespace {

std::string_view name_of(bench::Family family) {
  return enum_names(family)[static_cast<std::size_t>(family)];
}

std::string title_of(const bench::FrictionProblemOptions& options) {
  std::string title =
      std::string(name_of(options.family)) + ", seed " + std::to_string(options.seed);
  for_each_field<bench::FrictionProblemOptions>([&](const auto& field) {
    if (field.name == "seed") return;
    char text[64];
    std::snprintf(text, sizeof text, ", %s %g", std::string(field.name).c_str(),
                  static_cast<double>(options.*field.member));
    title += text;
  });
  return title + (options.cubes ? ", cubes" : "");
}

}  // namespace

// A large pile takes a minute: what cannot be written must be known before.
void refuse_unwritable(const std::filesystem::path& path) {
  const auto refuse = [&](std::errc reason) {
    throw FileError(path.string() + ": cannot write: " + std::make_error_code(reason).message());
  };
  std::error_code ignored;
  if (std::filesystem::exists(path, ignored)) refuse(std::errc::file_exists);
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
  if (!std::filesystem::is_directory(folder, ignored)) refuse(std::errc::no_such_file_or_directory);
}

int generate(const GenerateArguments& arguments) {
  refuse_unwritable(arguments.out);
  const auto began = std::chrono::steady_clock::now();
  GlobalProblem global = bench::friction_problem(arguments.problem);
  const std::size_t contacts = global.laws.size();
  const long dofs = static_cast<long>(global.f.size());
  io::ProblemFile file;
  file.title = title_of(arguments.problem);
  file.description = "made by nonsmooth generate";
  if (arguments.reduced)
    file.problem = reduce(global);
  else
    file.problem = std::move(global);
  io::write_fclib(arguments.out, file);
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  const char* form = arguments.reduced ? "reduced" : "global";
  if (arguments.json)
    print_line({{"file", arguments.out.string()},
                {"family", std::string(name_of(arguments.problem.family))},
                {"contacts", contacts},
                {"contacts_asked", arguments.problem.contacts},
                {"degrees_of_freedom", dofs},
                {"seed", arguments.problem.seed},
                {"form", form},
                {"time_s", seconds}});
  else
    std::printf("%s: %s, %zu contacts (asked for %d), %ld degrees of freedom, %s form, %.2f s\n",
                arguments.out.string().c_str(),
                std::string(name_of(arguments.problem.family)).c_str(), contacts,
                arguments.problem.contacts, dofs, form, seconds);
  return ok;
}

}  // namespace nonsmooth::cli
