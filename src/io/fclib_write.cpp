// SPDX-License-Identifier: Apache-2.0
// Writes FCLib files; the layout is in fclib.hpp. Matrices are written as triplets, the only
// storage every known reader understands.
#include "io/atomic_file.hpp"
#include "io/fclib.hpp"
#include "io/hdf5.hpp"
#include "nonsmooth/base/error.hpp"
#include "nonsmooth/io.hpp"

#include <utility>

namespace nonsmooth::io {
namespace {

using hdf5::Writer;

std::span<const double> values_of(const Vector& vector) {
  return {vector.data(), static_cast<std::size_t>(vector.size())};
}

// What the laws of a problem are in FCLib's terms: contacts of one dimension, then equations.
struct ContactLaws {
  int dimension = 0;  // 0 until the first contact
  bool rolling = false;
  std::vector<double> mu, mu_r;
  int equations = 0;

  int contact_rows() const { return dimension * static_cast<int>(mu.size()); }
};

[[noreturn]] void refuse(std::size_t law, const std::string& kind, const std::string& reason) {
  throw Error("write_fclib: law " + std::to_string(law) + " (" + kind +
              ") cannot be written to an FCLib file: " + reason);
}

ContactLaws contact_laws(const std::vector<AnyLaw>& laws, bool global) {
  ContactLaws contacts;
  for (std::size_t i = 0; i < laws.size(); ++i) {
    const std::string kind(laws[i].kind());
    if (const auto* free = laws[i].get_if<Free>()) {
      contacts.equations += free->dimension;
      continue;
    }
    const auto* cone = laws[i].get_if<SecondOrderCone>();
    const auto* rolling = laws[i].get_if<RollingCone>();
    if (cone == nullptr && rolling == nullptr)
      refuse(i, kind, "it holds friction, rolling friction and equations only");
    if (cone != nullptr && cone->shift != cone->mu)
      refuse(i, kind, "its shift is not mu, so it is not Coulomb friction");
    if (cone != nullptr && cone->dimension != 2 && cone->dimension != 3)
      refuse(i, kind, "its dimension is neither 2 nor 3");
    if (rolling != nullptr && !global)
      refuse(i, kind, "rolling friction exists in global form only");
    if (contacts.equations > 0) refuse(i, kind, "equations must come after all contacts");
    if (contacts.dimension != 0 &&
        (contacts.dimension != laws[i].size() || contacts.rolling != (rolling != nullptr)))
      refuse(i, kind, "all contacts must be of one kind and dimension");
    contacts.dimension = laws[i].size();
    contacts.rolling = rolling != nullptr;
    contacts.mu.push_back(cone != nullptr ? cone->mu : rolling->mu);
    if (rolling != nullptr) contacts.mu_r.push_back(rolling->mu_r);
  }
  // without contacts any dimension is as good
  if (contacts.dimension == 0) contacts.dimension = 3;
  return contacts;
}

void write_matrix(Writer& writer, const std::string& path, const SparseMatrix& matrix) {
  std::vector<int> rows, cols;
  std::vector<double> values;
  for (int j = 0; j < matrix.outerSize(); ++j)
    for (SparseMatrix::InnerIterator it(matrix, j); it; ++it) {
      rows.push_back(static_cast<int>(it.row()));
      cols.push_back(j);
      values.push_back(it.value());
    }
  const int count = static_cast<int>(values.size());
  writer.group(path);
  writer.integer(path + "/nzmax", count);
  writer.integer(path + "/m", static_cast<int>(matrix.rows()));
  writer.integer(path + "/n", static_cast<int>(matrix.cols()));
  writer.integer(path + "/nz", count);
  writer.integers(path + "/p", cols);
  writer.integers(path + "/i", rows);
  writer.numbers(path + "/x", values);
}

void write_head(Writer& writer, const std::string& root, const ContactLaws& contacts,
                const ProblemFile& file) {
  writer.group(root);
  writer.integer(root + "/spacedim", contacts.dimension);
  writer.group(root + "/vectors");
  writer.numbers(root + "/vectors/mu", contacts.mu);
  if (contacts.rolling) writer.numbers(root + "/vectors/mu_r", contacts.mu_r);
  writer.group(root + "/info");
  writer.text(root + "/info/title", file.title);
  writer.text(root + "/info/description", file.description);
  writer.text(root + "/info/math_info", "");
}

void write_problem(Writer& writer, const Problem& problem, const ContactLaws& contacts,
                   const ProblemFile& file) {
  const std::string& root = fclib::local_root;
  const int m = contacts.contact_rows(), l = contacts.equations;
  const SparseMatrix all = problem.W.to_sparse();
  write_head(writer, root, contacts, file);
  write_matrix(writer, root + "/W", all.topLeftCorner(m, m));
  writer.numbers(root + "/vectors/q", values_of(problem.q.head(m)));
  if (l == 0) return;
  const SparseMatrix V = all.topRightCorner(m, l);
  const SparseMatrix below = all.bottomLeftCorner(l, m);
  if ((SparseMatrix(V.transpose()) - below).squaredNorm() != 0.0)
    throw Error(
        "write_fclib: the rows of W that belong to equations are not the transpose of its columns, "
        "which an FCLib file (V and V^T) cannot hold");
  write_matrix(writer, root + "/V", V);
  write_matrix(writer, root + "/R", all.bottomRightCorner(l, l));
  writer.numbers(root + "/vectors/s", values_of(problem.q.tail(l)));
}

void write_problem(Writer& writer, const GlobalProblem& problem, const ContactLaws& contacts,
                   const ProblemFile& file) {
  const std::string& root = contacts.rolling ? fclib::rolling_root : fclib::global_root;
  const int m = contacts.contact_rows(), l = contacts.equations;
  write_head(writer, root, contacts, file);
  write_matrix(writer, root + "/M", problem.M);
  write_matrix(writer, root + "/H", problem.H.leftCols(m));
  writer.numbers(root + "/vectors/f", values_of(problem.f));
  writer.numbers(root + "/vectors/w", values_of(problem.w.head(m)));
  if (l == 0) return;
  write_matrix(writer, root + "/G", problem.H.rightCols(l));
  writer.numbers(root + "/vectors/b", values_of(problem.w.tail(l)));
}

void write_solution_group(Writer& writer, const ContactLaws& contacts, const ProblemFile& file) {
  if (!file.r) return;
  const int m = contacts.contact_rows(), l = contacts.equations;
  const auto sized = [&](const Vector& vector, const char* name) -> const Vector& {
    if (vector.size() != m + l)
      throw Error(std::string("write_fclib: ") + name + " has " + std::to_string(vector.size()) +
                  " entries but the problem has " + std::to_string(m + l));
    return vector;
  };
  std::string group = "/solution";
  if (file.guess) {
    writer.group("/guesses");
    writer.integer("/guesses/number_of_guesses", 1);
    group = "/guesses/1";
  }
  writer.group(group);
  writer.numbers(group + "/r", values_of(sized(*file.r, "r").head(m)));
  if (l > 0) writer.numbers(group + "/l", values_of(file.r->tail(l)));
  if (file.u) writer.numbers(group + "/u", values_of(sized(*file.u, "u").head(m)));
  if (file.v) writer.numbers(group + "/v", values_of(*file.v));
}

}  // namespace

void write_fclib(const std::filesystem::path& path, const ProblemFile& file) {
  const std::vector<char> bytes = std::visit(
      [&](const auto& problem) {
        validate(problem);
        constexpr bool global = std::is_same_v<std::decay_t<decltype(problem)>, GlobalProblem>;
        const ContactLaws contacts = contact_laws(problem.laws, global);
        Writer writer(path.string());
        write_problem(writer, problem, contacts, file);
        write_solution_group(writer, contacts, file);
        return writer.bytes();
      },
      file.problem);
  write_file(path, bytes, Existing::refuse);
}

}  // namespace nonsmooth::io
