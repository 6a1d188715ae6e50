// SPDX-License-Identifier: Apache-2.0
// Writes problems and solutions in the project's own JSON; the layout of problems is in
// json_format.hpp. Numbers get the fewest digits that give the same double back.
#include "io/atomic_file.hpp"
#include "io/json_format.hpp"
#include "nonsmooth/base/error.hpp"
#include "nonsmooth/io.hpp"

#include <charconv>
#include <cmath>
#include <utility>

namespace nonsmooth::io {
namespace {

// --- Values
// ---------------------------------------------------------------------------------------

// JSON has no infinity; a reader that expects one finds it as a string
void append(std::string& out, double value) {
  if (!std::isfinite(value)) {
    out += std::isnan(value) ? "\"nan\"" : value > 0.0 ? "\"inf\"" : "\"-inf\"";
    return;
  }
  // an integer -0 would come back as +0
  if (value == 0.0 && std::signbit(value)) {
    out += "-0.0";
    return;
  }
  char digits[32];
  const auto result = std::to_chars(digits, digits + sizeof digits, value);
  out.append(digits, result.ptr);
}
void append(std::string& out, int value) { out += std::to_string(value); }

// Length of the UTF-8 sequence at the start of `text`, 0 if there is none.
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const std::size_t length = byte(0) < 0x80   ? 1
                             : byte(0) < 0xc2 ? 0
                             : byte(0) < 0xe0 ? 2
                             : byte(0) < 0xf0 ? 3
                             : byte(0) < 0xf5 ? 4
                                              : 0;
  if (length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xc0) != 0x80) return 0;
  // overlong forms, surrogates and values beyond the last plane
  if (length > 2 && ((byte(0) == 0xe0 && byte(1) < 0xa0) || (byte(0) == 0xed && byte(1) > 0x9f) ||
                     (byte(0) == 0xf0 && byte(1) < 0x90) || (byte(0) == 0xf4 && byte(1) > 0x8f)))
    return 0;
  return length;
}

// Other files carry titles in any encoding; what is not UTF-8 becomes the replacement character.
void append(std::string& out, std::string_view text) {
  constexpr std::string_view hexadecimal = "0123456789abcdef";
  out += '"';
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const char c = text[0];
    if (length == 0) {
      out += "\\ufffd";
    } else if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (length == 1 && c < ' ') {
      out += "\\u00";
      out += hexadecimal[static_cast<unsigned char>(c) >> 4];
      out += hexadecimal[static_cast<unsigned char>(c) & 15];
    } else {
      out.append(text.substr(0, length));
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  out += '"';
}

template <class Range>
void append_array(std::string& out, const Range& values) {
  out += '[';
  bool first = true;
  for (const auto& value : values) {
    if (!std::exchange(first, false)) out += ", ";
    append(out, value);
  }
  out += ']';
}

void append(std::string& out, const Vector& values) { append_array(out, values); }
void append(std::string& out, const std::vector<int>& values) { append_array(out, values); }

void append(std::string& out, const Matrix& matrix);
void append(std::string& out, const BlockSparse& matrix);
void append(std::string& out, const SparseMatrix& matrix);
void append(std::string& out, const std::vector<AnyLaw>& laws);

// Appends `"key": value` with a comma before all but the first.
class Object {
 public:
  Object(std::string& out, const char* separator) : out_(out), separator_(separator) {
    out_ += '{';
  }
  ~Object() { out_ += '}'; }
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;

  std::string& key(std::string_view name) {
    if (!std::exchange(first_, false)) out_ += separator_;
    append(out_, name);
    return out_ += ": ";
  }
  template <class Value>
  void field(std::string_view name, const Value& value) {
    append(key(name), value);
  }

 private:
  std::string& out_;
  const char* separator_;
  bool first_ = true;
};

// --- Matrices
// -------------------------------------------------------------------------------------

void append_values(std::string& out, MatrixIn matrix) {
  out += '[';
  for (Eigen::Index i = 0; i < matrix.rows(); ++i)
    for (Eigen::Index j = 0; j < matrix.cols(); ++j) {
      if (i + j > 0) out += j == 0 ? ",\n  " : ", ";
      append(out, matrix(i, j));
    }
  out += ']';
}

void append(std::string& out, const Matrix& matrix) {
  Object object(out, ", ");
  object.field("storage", std::string_view("dense"));
  object.field("rows", static_cast<int>(matrix.rows()));
  object.field("cols", static_cast<int>(matrix.cols()));
  append_values(object.key("values"), matrix);
}

void append(std::string& out, const BlockSparse& matrix) {
  std::vector<int> row_sizes, col_sizes;
  for (int i = 0; i < matrix.block_rows(); ++i) row_sizes.push_back(matrix.row_size(i));
  for (int j = 0; j < matrix.block_cols(); ++j) col_sizes.push_back(matrix.col_size(j));
  Object object(out, ", ");
  object.field("storage", std::string_view("block_sparse"));
  object.field("row_sizes", row_sizes);
  object.field("col_sizes", col_sizes);
  object.key("blocks") += '[';
  for (int i = 0; i < matrix.block_rows(); ++i)
    for (int k = matrix.row_begin(i); k < matrix.row_begin(i + 1); ++k) {
      out += k > 0 ? ",\n  " : "\n  ";
      Object block(out, ", ");
      block.field("row", i);
      block.field("col", matrix.block_col(k));
      append_values(block.key("values"), matrix.block(i, k));
    }
  out += ']';
}

void append(std::string& out, const SparseMatrix& matrix) {
  std::vector<int> row, col;
  std::vector<double> values;
  for (int j = 0; j < matrix.outerSize(); ++j)
    for (SparseMatrix::InnerIterator it(matrix, j); it; ++it) {
      row.push_back(static_cast<int>(it.row()));
      col.push_back(j);
      values.push_back(it.value());
    }
  Object object(out, ", ");
  object.field("storage", std::string_view("triplets"));
  object.field("rows", static_cast<int>(matrix.rows()));
  object.field("cols", static_cast<int>(matrix.cols()));
  object.field("row", row);
  object.field("col", col);
  append_array(object.key("values"), values);
}

// --- Laws
// -----------------------------------------------------------------------------------------

struct LawWriter {
  Object& object;

  void operator()(const Free& law) const { object.field("dimension", law.dimension); }
  void operator()(const NonNegative& law) const { object.field("dimension", law.dimension); }
  void operator()(const Box& law) const {
    object.field("lower", law.lower);
    object.field("upper", law.upper);
    if (law.compliance.size() > 0) object.field("compliance", law.compliance);
    if (law.dead_zone.size() > 0) object.field("dead_zone", law.dead_zone);
  }
  void operator()(const Graph& law) const {
    std::string& text = object.key("curves");
    text += '[';
    for (int i = 0; i < law.size(); ++i) {
      if (i > 0) text += ", ";
      const PiecewiseLinear& curve = law.at(i);
      Vector u(static_cast<Eigen::Index>(curve.points.size())), r(u.size());
      for (Eigen::Index k = 0; k < u.size(); ++k) {
        u[k] = curve.points[static_cast<std::size_t>(k)].u;
        r[k] = curve.points[static_cast<std::size_t>(k)].r;
      }
      Object entry(text, ", ");
      entry.field("u", u);
      entry.field("r", r);
      entry.field("before", curve.before);
      entry.field("after", curve.after);
    }
    text += ']';
  }
  void operator()(const Polytope& law) const {
    object.field("A", law.A);
    object.field("b", law.b);
  }
  void operator()(const SecondOrderCone& law) const {
    object.field("dimension", law.dimension);
    object.field("mu", law.mu);
    object.field("shift", law.shift);
  }
  void operator()(const RollingCone& law) const {
    object.field("dimension", law.dimension);
    object.field("mu", law.mu);
    object.field("mu_r", law.mu_r);
  }
  void operator()(const Disk& law) const {
    object.field("dimension", law.dimension);
    object.field("radius", law.radius);
  }
  void operator()(const CustomLaw&) const {
    throw Error("write_json: a custom law is code and cannot be written to a file");
  }
};

void append(std::string& out, const std::vector<AnyLaw>& laws) {
  out += '[';
  for (std::size_t i = 0; i < laws.size(); ++i) {
    out += i > 0 ? ",\n  " : "\n  ";
    Object object(out, ", ");
    object.field("kind", laws[i].kind());
    laws[i].visit(LawWriter{object});
  }
  out += ']';
}

// --- Documents
// ------------------------------------------------------------------------------------

void append_problem(Object& object, const Problem& problem) {
  if (problem.W.is_dense())
    object.field("W", problem.W.dense());
  else
    object.field("W", problem.W.blocks());
  object.field("q", problem.q);
  object.field("laws", problem.laws);
}

void append_problem(Object& object, const GlobalProblem& problem) {
  object.field("M", problem.M);
  object.field("H", problem.H);
  object.field("f", problem.f);
  object.field("w", problem.w);
  object.field("laws", problem.laws);
}

void append_solution(Object& object, const ProblemFile& file) {
  if (!file.r && !file.u && !file.v) return;
  Object solution(object.key("solution"), ", ");
  if (file.r) solution.field("r", *file.r);
  if (file.u) solution.field("u", *file.u);
  if (file.v) solution.field("v", *file.v);
}

void append_path(std::string& out, const std::vector<Attempt>& path) {
  out += '[';
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (i > 0) out += ", ";
    Object attempt(out, ", ");
    attempt.field("solver", path[i].solver);
    attempt.field("iterations", path[i].iterations);
    attempt.field("residual", path[i].residual);
  }
  out += ']';
}

}  // namespace

std::string json::text_of(const ProblemFile& file) {
  std::visit([](const auto& problem) { validate(problem); }, file.problem);
  std::string out;
  {
    Object object(out, ",\n");
    object.field("format", json::problem_format);
    object.field("version", json::version);
    const bool reduced = std::holds_alternative<Problem>(file.problem);
    object.field("form", std::string_view(reduced ? "reduced" : "global"));
    if (!file.title.empty()) object.field("title", std::string_view(file.title));
    if (!file.description.empty()) object.field("description", std::string_view(file.description));
    std::visit([&](const auto& problem) { append_problem(object, problem); }, file.problem);
    append_solution(object, file);
  }
  return out + '\n';
}

void write_json(const std::filesystem::path& path, const ProblemFile& file) {
  write_file(path, json::text_of(file), Existing::replace);
}

void write_solution(const std::filesystem::path& path, const Solution& solution) {
  std::string out;
  {
    Object object(out, ",\n");
    object.field("format", json::solution_format);
    object.field("version", json::version);
    object.field("status", name(solution.status));
    object.field("message", solution.message);
    object.field("residual", solution.residual);
    object.field("residual_invariant", solution.residual_invariant);
    object.field("iterations", solution.iterations);
    object.field("time_s", solution.time);
    append_path(object.key("path"), solution.path);
    object.field("r", solution.r);
    object.field("u", solution.u);
    if (solution.v.size() > 0) object.field("v", solution.v);
  }
  out += '\n';
  write_file(path, out, Existing::replace);
}

}  // namespace nonsmooth::io
