// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/bench_support.hpp"

#include "nonsmooth/base/error.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <thread>

namespace nonsmooth::cli {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> files_in(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

void for_each_problem(const std::vector<fs::path>& places,
                      const std::function<void(const fs::path&, io::ProblemFile&&)>& use) {
  for (const fs::path& place : places) {
    if (!fs::is_directory(place)) {
      use(place, io::read(place));
      continue;
    }
    for (const fs::path& file : files_in(place)) {
      try {
        use(file, io::read(file));
      } catch (const Error& error) {
        std::fprintf(stderr, "nonsmooth: left out: %s\n", error.what());
      }
    }
  }
}

TemporaryFolder::TemporaryFolder() {
  std::string name = (fs::temp_directory_path() / "nonsmooth-bench-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw FileError(name + ": could not be created");
  path = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path, ignored);
}

void demand_siconos() {
  if (!fs::exists("/usr/lib/python3/dist-packages/siconos/numerics.py"))
    throw Error("the peer siconos is not installed; run ./ns setup --profile peers");
}

Vector vector_of(const Json& numbers) {
  Vector values(static_cast<Eigen::Index>(numbers.size()));
  for (Eigen::Index i = 0; i < values.size(); ++i) {
    const Json& entry = numbers[static_cast<std::size_t>(i)];
    values[i] = entry.is_number() ? entry.get<double>() : infinity;
  }
  return values;
}

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

void show_progress(const std::string& text) {
  if (isatty(STDERR_FILENO) != 0) std::fprintf(stderr, "\r\033[K%s", text.c_str());
}

std::string time_text(double seconds) {
  char text[32];
  if (seconds < 1e-3)
    std::snprintf(text, sizeof text, "%.1f us", 1e6 * seconds);
  else if (seconds < 1.0)
    std::snprintf(text, sizeof text, "%.2f ms", 1e3 * seconds);
  else
    std::snprintf(text, sizeof text, "%.2f s", seconds);
  return text;
}

std::string machine_facts() {
  std::ifstream info("/proc/cpuinfo");
  std::string line, model = "unknown processor";
  while (std::getline(info, line))
    if (line.rfind("model name", 0) == 0) {
      model = line.substr(line.find(':') + 2);
      break;
    }
  return model + ", " + std::to_string(std::thread::hardware_concurrency()) +
         " cores, one thread, g++ " + __VERSION__ + ", -march=" NS_ARCH_NAME;
}

}  // namespace nonsmooth::cli
