#include "apps/cli/verbs.hpp"
namespace nonsmooth::cli { int bench_complementarity(const BenchArguments&) { return ok; } }
