// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/json_line.hpp"
#include "apps/cli/verbs.hpp"

#include "nonsmooth/base/version.hpp"
#include "nonsmooth/linalg/factorization.hpp"
#include "nonsmooth/ode.hpp"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <string>
#include <thread>

namespace nonsmooth::cli {
namespace {

bool has_method(FactorizationMethod wanted) {
  for (const MatrixClass matrix_class :
       {MatrixClass::general, MatrixClass::symmetric_indefinite, MatrixClass::positive_definite})
    for (const FactorizationMethod method : available_methods(matrix_class))
      if (method == wanted) return true;
  return false;
}

// The BLAS library this process has loaded, from its memory map (links resolved by the loader).
std::string blas_in_use() {
  std::ifstream maps("/proc/self/maps");
  std::string line, found = "none loaded";
  while (std::getline(maps, line)) {
    const std::size_t slash = line.find('/');
    if (slash == std::string::npos) continue;
    const std::string file = line.substr(line.rfind('/') + 1);
    if (file.find("openblas") != std::string::npos) return line.substr(slash);
    if (file.find("blas") != std::string::npos || file.find("mkl") != std::string::npos)
      found = line.substr(slash);
  }
  return found;
}

std::string processor() {
  std::ifstream info("/proc/cpuinfo");
  std::string line;
  while (std::getline(info, line))
    if (line.rfind("model name", 0) == 0) return line.substr(line.find(':') + 2);
  return "unknown";
}

struct Part {
  const char* name;
  bool present;
  const char* gives;
  const char* remedy;
};

}  // namespace

int doctor(const DoctorArguments& arguments) {
  const bool suitesparse = has_method(FactorizationMethod::cholmod);
#ifdef NS_HAS_HDF5
  constexpr bool hdf5 = true;
#else
  constexpr bool hdf5 = false;
#endif
#ifdef NS_HAS_SCENE_FILES
  constexpr bool scenes = true;
#else
  constexpr bool scenes = false;
#endif
#ifdef NS_HAS_URDF
  constexpr bool urdf = true;
#else
  constexpr bool urdf = false;
#endif
  const Part parts[] = {
      {"HDF5", hdf5, "reads and writes FCLib problem files",
       "apt-get install libhdf5-dev, rebuild"},
      {"toml++ and muparser", scenes, "scenes as files",
       "apt-get install libtomlplusplus-dev libmuparser-dev, rebuild"},
      {"urdfdom", urdf, "robots as URDF files", "apt-get install liburdfdom-dev, rebuild"},
      {"CHOLMOD", suitesparse,
       "sparse positive definite systems, about ten times Eigen at 50 000 unknowns",
       "apt-get install libsuitesparse-dev libopenblas-dev, rebuild"},
      {"KLU", has_method(FactorizationMethod::klu), "circuit matrices, fast refactorisation",
       "apt-get install libsuitesparse-dev, rebuild"},
      {"UMFPACK", has_method(FactorizationMethod::umfpack),
       "general sparse systems KLU is unfit for", "apt-get install libsuitesparse-dev, rebuild"},
      {"MUMPS", has_method(FactorizationMethod::mumps), "symmetric indefinite saddle points",
       "apt-get install libmumps-seq-dev, rebuild"},
      {"SUNDIALS", OdeIntegrator::available(), "smooth phases between events",
       "apt-get install libsundials-dev, rebuild"},
      {"Siconos", std::ifstream("/usr/lib/python3/dist-packages/siconos/numerics.py").good(),
       "the peer of bench --peer siconos", "./ns setup --profile peers"},
  };
  const std::string eigen = std::to_string(EIGEN_WORLD_VERSION) + "." +
                            std::to_string(EIGEN_MAJOR_VERSION) + "." +
                            std::to_string(EIGEN_MINOR_VERSION);
  Json object{{"nonsmooth", version},
              {"compiler", __VERSION__},
              {"instruction_set", NS_ARCH_NAME},
              {"eigen", eigen},
              {"blas", blas_in_use()},
              {"processor", processor()},
              {"cores", std::thread::hardware_concurrency()}};
  Json components = Json::object();
  for (const Part& part : parts)
    components[part.name] = {{"present", part.present}, {"gives", part.gives}};
  if (arguments.json) {
    object["parts"] = components;
    print_line(object);
    return ok;
  }
  for (const auto& [key, value] : object.items())
    std::printf("%-16s %s\n", key.c_str(),
                value.is_string() ? value.get<std::string>().c_str() : value.dump().c_str());
  std::printf("\n%-10s %-8s %s\n", "part", "", "gives");
  for (const Part& part : parts) {
    std::printf("%-10s %-8s %s\n", part.name, part.present ? "yes" : "missing", part.gives);
    if (!part.present) std::printf("%-10s %-8s   to add it: %s\n", "", "", part.remedy);
  }
  if (suitesparse && blas_in_use().find("openblas") == std::string::npos)
    std::printf(
        "\nThe BLAS in use is not OpenBLAS; CHOLMOD is then several times slower.\n"
        "  to add it: apt-get install libopenblas-dev\n");
  return ok;
}

}  // namespace nonsmooth::cli
