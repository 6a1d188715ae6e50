// SPDX-License-Identifier: Apache-2.0
// Problems, solve, and answers. Vectors of an answer are views of its memory.
#include "laws.hpp"
#include "modules.hpp"
#include "structs.hpp"

#include "nonsmooth/io.hpp"
#include "nonsmooth/solvers.hpp"

namespace nonsmooth::python {
namespace {

// One block per law of friction; rows of scalar laws stand alone, since a sparse matrix of them has
// no blocks.
Delassus read_operator(py::handle object, const std::vector<AnyLaw>& laws) {
  if (!is_sparse(object)) return read_matrix(object, "W");
  const SparseMatrix matrix = read_sparse(object, "W");
  std::vector<int> sizes;
  for (const AnyLaw& law : laws)
    if (law.scalar())
      sizes.insert(sizes.end(), static_cast<std::size_t>(law.size()), 1);
    else
      sizes.push_back(law.size());
  return BlockSparse(sizes, sizes, matrix);
}

Problem make_problem(py::handle W, py::handle q, py::handle laws) {
  Problem problem;
  problem.laws = Convert<std::vector<AnyLaw>>::from(laws, "Problem.laws");
  problem.W = read_operator(W, problem.laws);
  problem.q = read_vector(q, "Problem.q");
  validate(problem);
  return problem;
}

Problem checked(Problem problem) {
  validate(problem);
  return problem;
}

Problem make_lcp(py::handle M, py::handle q) {
  Problem problem;
  problem.q = read_vector(q, "q");
  problem.laws = {NonNegative{static_cast<int>(problem.q.size())}};
  problem.W = read_operator(M, problem.laws);
  return checked(std::move(problem));
}

Problem make_mlcp(py::handle M, py::handle q, int free_count) {
  Problem problem;
  problem.q = read_vector(q, "q");
  if (free_count < 0 || free_count > problem.size())
    throw Error("mlcp: free_count is " + std::to_string(free_count) + ", q has " +
                std::to_string(problem.size()) + " entries");
  if (free_count > 0) problem.laws.push_back(Free{free_count});
  if (free_count < problem.size()) problem.laws.push_back(NonNegative{problem.size() - free_count});
  problem.W = read_operator(M, problem.laws);
  return checked(std::move(problem));
}

Problem make_relay(py::handle M, py::handle q, py::handle lower, py::handle upper) {
  Problem problem;
  problem.q = read_vector(q, "q");
  problem.laws = {Box{.lower = read_vector(lower, "lower"), .upper = read_vector(upper, "upper")}};
  problem.W = read_operator(M, problem.laws);
  return checked(std::move(problem));
}

Problem make_avi(py::handle M, py::handle q, py::handle A, py::handle b) {
  return checked(
      avi(read_matrix(M, "M"), read_vector(q, "q"), read_matrix(A, "A"), read_vector(b, "b")));
}

GlobalProblem make_global(py::handle M, py::handle H, py::handle f, py::handle w, py::handle laws) {
  GlobalProblem problem{read_sparse(M, "GlobalProblem.M"), read_sparse(H, "GlobalProblem.H"),
                        read_vector(f, "GlobalProblem.f"), read_vector(w, "GlobalProblem.w"),
                        Convert<std::vector<AnyLaw>>::from(laws, "GlobalProblem.laws")};
  validate(problem);
  return problem;
}

template <class AnyProblem>
Solution solve_from(const AnyProblem& problem, py::handle solver, py::handle start) {
  const Solver chosen = solver.is_none() ? Solver(Auto{}) : Convert<Solver>::from(solver, "solver");
  if (start.is_none()) {
    const py::gil_scoped_release released;
    return solve(problem, chosen);
  }
  Solution solution;
  solution.r = read_vector(start, "start");
  if (solution.r.size() != problem.size())
    throw Error("start has " + std::to_string(solution.r.size()) + " entries, the problem has " +
                std::to_string(problem.size()));
  Workspace workspace;
  const py::gil_scoped_release released;
  solve(problem, chosen, workspace, solution);
  return solution;
}

py::object operator_object(const Delassus& W) {
  return W.is_dense() ? py::object(copy_matrix(W.dense())) : sparse_object(W.to_sparse());
}

template <class AnyProblem>
py::class_<AnyProblem> bind_problem(py::module_& module, const char* name, const char* doc) {
  return py::class_<AnyProblem>(module, name, doc)
      .def_property_readonly(
          "laws",
          [](const AnyProblem& problem) { return Convert<std::vector<AnyLaw>>::to(problem.laws); },
          "One per block; None for laws written in Python.")
      .def_property_readonly("size", &AnyProblem::size, "Number of rows.")
      .def_property_readonly(
          "kind",
          [](const AnyProblem& problem) { return std::string(nonsmooth::name(kind(problem))); },
          "What the field calls this mix of laws: 'lcp', 'friction_3d', ...");
}

void bind_solution(py::module_& module) {
  py::class_<Solution>(module, "Solution", "An answer and its certificate.")
      .def_property_readonly(
          "r", [](py::object self) { return view(self.cast<const Solution&>().r, self); },
          "Reaction.")
      .def_property_readonly(
          "u", [](py::object self) { return view(self.cast<const Solution&>().u, self); },
          "Relative velocity, W r + q.")
      .def_property_readonly(
          "v", [](py::object self) { return view(self.cast<const Solution&>().v, self); },
          "Velocity (global problems only).")
      .def_property_readonly("success", &Solution::success,
                             "Both residuals are within the tolerance.")
      .def_property_readonly(
          "status", [](const Solution& s) { return std::string(nonsmooth::name(s.status)); },
          "'solved', 'max_iterations', 'max_time', 'infeasible', ...")
      .def_property_readonly(
          "message", [](const Solution& s) { return std::string(s.message); },
          "How it ended, in plain words.")
      .def_readonly("residual", &Solution::residual, "The field's own measure.")
      .def_readonly("residual_invariant", &Solution::residual_invariant,
                    "The same point judged independently of units.")
      .def_readonly("iterations", &Solution::iterations, "Pivots, sweeps or Newton steps.")
      .def_readonly("time", &Solution::time, "Wall time, s.")
      .def_property_readonly(
          "path",
          [](const Solution& s) {
            py::list path;
            for (const Attempt& each : s.path)
              path.append(py::make_tuple(std::string(each.solver), each.iterations, each.residual));
            return path;
          },
          "(solver, iterations, residual) of every attempt.")
      .def("__repr__", [](const Solution& s) { return "<Solution: " + s.summary() + ">"; });
}

void bind_builders(py::module_& module) {
  module.def("lcp", &make_lcp, py::arg("M"), py::arg("q"), "0 <= r _|_ M r + q >= 0.");
  module.def("mlcp", &make_mlcp, py::arg("M"), py::arg("q"), py::arg("free_count"),
             "The first free_count rows are equations with free unknowns, the rest "
             "complementarity.");
  module.def("relay", &make_relay, py::arg("M"), py::arg("q"), py::arg("lower"), py::arg("upper"),
             "-(M r + q) in N_[lower, upper](r).");
  module.def("avi", &make_avi, py::arg("M"), py::arg("q"), py::arg("A"), py::arg("b"),
             "-(M r + q) in N_K(r), K = { A r <= b }.");
}

void bind_solve(py::module_& module) {
  constexpr const char* doc =
      "Solves from `start` (zero if None). Data that make no sense raise Error; any numerical\n"
      "outcome is a status. `success` means that both residuals, computed outside the solver,\n"
      "are within its tolerance.";
  module.def("solve", &solve_from<Problem>, py::arg("problem"), py::arg("solver") = py::none(),
             py::arg("start") = py::none(), doc);
  module.def("solve", &solve_from<GlobalProblem>, py::arg("problem"),
             py::arg("solver") = py::none(), py::arg("start") = py::none(), doc);
  module.def("reduce", &reduce, py::arg("problem"),
             "W = H^T M^-1 H, q = H^T M^-1 f + w of a global problem.");
  module.def(
      "natural_residual",
      [](const Problem& problem, py::handle r) {
        const Residuals found = natural_residual(problem, read_vector(r, "r"));
        return py::make_tuple(found.standard, found.invariant);
      },
      py::arg("problem"), py::arg("r"), "(standard, invariant) residual of a point.");
  module.def(
      "solvers_for",
      [](const Problem& problem) { return Convert<std::vector<Solver>>::to(solvers_for(problem)); },
      py::arg("problem"), "The built-in solvers that can treat the problem.");
  module.def(
      "enumerate",
      [](const Problem& problem, const Enumeration& options) {
        const SolutionSet found = nonsmooth::enumerate(problem, options);
        return py::make_tuple(Convert<std::vector<Solution>>::to(found.solutions), found.complete);
      },
      py::arg("problem"), py::arg("options") = Enumeration{},
      "All different solutions of a small problem, and whether they are complete.");
}

}  // namespace

void bind_problems(py::module_& module) {
  bind_problem<Problem>(module, "Problem",
                        "u = W r + q with one law per block of rows. W may be a numpy array or a\n"
                        "scipy.sparse matrix.")
      .def(py::init(&make_problem), py::arg("W"), py::arg("q"), py::arg("laws"))
      .def_property_readonly(
          "W", [](const Problem& p) { return operator_object(p.W); },
          "Operator, unit of u / unit of r (a copy).")
      .def_property_readonly(
          "q", [](py::object self) { return view(self.cast<const Problem&>().q, self); },
          "Unit of u.");
  bind_problem<GlobalProblem>(
      module, "GlobalProblem",
      "M v = H r + f, u = H^T v + w with one law per block of columns of H.")
      .def(py::init(&make_global), py::arg("M"), py::arg("H"), py::arg("f"), py::arg("w"),
           py::arg("laws"))
      .def_property_readonly("M", [](const GlobalProblem& p) { return sparse_object(p.M); })
      .def_property_readonly("H", [](const GlobalProblem& p) { return sparse_object(p.H); })
      .def_property_readonly(
          "f", [](py::object self) { return view(self.cast<const GlobalProblem&>().f, self); })
      .def_property_readonly(
          "w", [](py::object self) { return view(self.cast<const GlobalProblem&>().w, self); });
  bind_solution(module);
  bind_builders(module);
  bind_solve(module);
}

}  // namespace nonsmooth::python
