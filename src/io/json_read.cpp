// SPDX-License-Identifier: Apache-2.0
// Reads problems in the project's own JSON; the layout is in json_format.hpp.
#include "io/diagnose.hpp"
#include "io/json_format.hpp"
#include "nonsmooth/base/error.hpp"
#include "nonsmooth/base/fields.hpp"
#include "nonsmooth/io.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <set>
#include <utility>

namespace nonsmooth::io {
namespace {

using Json = nlohmann::json;
using Names = std::vector<std::string_view>;

// A value with the way to it, for messages: "file.json: laws[3].mu: expected ..., found ...".
class Node {
 public:
  Node(const Json& value, std::string path, const std::string& file)
      : value_(value), path_(std::move(path)), file_(file) {}

  [[noreturn]] void fail(const std::string& complaint) const {
    throw FileError(file_ + ": " + (path_.empty() ? "" : path_ + ": ") + complaint);
  }
  [[noreturn]] void fail_type(const std::string& expected) const {
    const std::string found = value_.is_string() ? excerpt(value_.get_ref<const std::string&>())
                              : value_.is_number() || value_.is_boolean()
                                  ? excerpt(value_.dump())
                                  : std::string(value_.type_name());
    fail("expected " + expected + ", found " + found);
  }

  bool has(const char* key) const { return value_.contains(key); }
  Node operator[](const char* key) const {
    if (!value_.contains(key)) fail("expected the key '" + std::string(key) + "', found none");
    return {value_.at(key), path_.empty() ? key : path_ + "." + key, file_};
  }
  Node operator[](std::size_t i) const {
    return {value_[i], path_ + "[" + std::to_string(i) + "]", file_};
  }

  /// An object without other keys than these.
  void object(const Names& keys) const {
    if (!value_.is_object()) fail_type("an object");
    for (const auto& item : value_.items()) {
      const std::string_view key = std::string_view(item.key()).substr(0, 64);
      if (std::find(keys.begin(), keys.end(), item.key()) == keys.end())
        fail(unknown_name_message("key", excerpt(key).substr(1, key.size()), keys));
    }
  }
  std::size_t array() const {
    if (!value_.is_array()) fail_type("an array");
    return value_.size();
  }
  const std::string& string() const {
    if (!value_.is_string()) fail_type("a string");
    return value_.get_ref<const std::string&>();
  }
  int integer(int least) const {
    constexpr auto most = std::numeric_limits<int>::max();
    const bool fits =
        value_.is_number_unsigned()  ? value_.get<std::uint64_t>() <= std::uint64_t{most}
        : value_.is_number_integer() ? value_.get<std::int64_t>() >= std::numeric_limits<int>::min()
                                     : false;
    if (!fits || value_.get<int>() < least)
      fail_type("an integer of at least " + std::to_string(least));
    return value_.get<int>();
  }
  double number() const {
    if (!value_.is_number()) fail_type("a number");
    return value_.get<double>();
  }
  double number_or_infinity() const {
    if (value_ == "inf") return infinity;
    if (value_ == "-inf") return -infinity;
    if (!value_.is_number()) fail_type("a number, \"inf\" or \"-inf\"");
    return value_.get<double>();
  }
  Vector vector(double (Node::*entry)() const = &Node::number) const {
    Vector values(static_cast<Eigen::Index>(array()));
    for (Eigen::Index i = 0; i < values.size(); ++i)
      values[i] = ((*this)[static_cast<std::size_t>(i)].*entry)();
    return values;
  }
  std::vector<int> integers(int least) const {
    std::vector<int> values(array());
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = (*this)[i].integer(least);
    return values;
  }

 private:
  const Json& value_;
  std::string path_;
  const std::string& file_;
};

// --- Matrices
// -------------------------------------------------------------------------------------

Matrix rows_of(const Node& values, Eigen::Index rows, Eigen::Index cols) {
  if (static_cast<std::int64_t>(values.array()) != std::int64_t{rows} * cols)
    values.fail("expected " + std::to_string(rows) + " x " + std::to_string(cols) +
                " numbers, found " + std::to_string(values.array()));
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const Vector all = values.vector();
  return Eigen::Map<const RowMajor>(all.data(), rows, cols);
}

// `most_cols` bounds what no value backs: a matrix without rows may claim any number of columns
Matrix dense_of(const Node& matrix, Eigen::Index most_cols) {
  matrix.object({"storage", "rows", "cols", "values"});
  const int rows = matrix["rows"].integer(0), cols = matrix["cols"].integer(0);
  if (cols > most_cols)
    matrix["cols"].fail("expected at most " + std::to_string(most_cols) +
                        " (the size of the problem), found " + std::to_string(cols));
  if (rows > 0 && cols == 0)
    matrix["rows"].fail("expected 0 for a matrix without columns, found " + std::to_string(rows));
  return rows_of(matrix["values"], rows, cols);
}

void demand_sum(const Node& sizes, const std::vector<int>& values, Eigen::Index expected) {
  std::int64_t sum = 0;
  for (const int value : values) sum += value;
  if (sum != expected)
    sizes.fail("expected sizes that add up to " + std::to_string(expected) + ", found " +
               std::to_string(sum));
}

BlockSparse blocks_of(const Node& matrix, Eigen::Index size) {
  matrix.object({"storage", "row_sizes", "col_sizes", "blocks"});
  const std::vector<int> row_sizes = matrix["row_sizes"].integers(0);
  const std::vector<int> col_sizes = matrix["col_sizes"].integers(0);
  demand_sum(matrix["row_sizes"], row_sizes, size);
  demand_sum(matrix["col_sizes"], col_sizes, size);
  const Node blocks = matrix["blocks"];
  std::vector<BlockSparse::Triplet> triplets;
  std::set<std::pair<int, int>> places;
  for (std::size_t k = 0; k < blocks.array(); ++k) {
    const Node block = blocks[k];
    block.object({"row", "col", "values"});
    const auto row = static_cast<std::size_t>(block["row"].integer(0));
    const auto col = static_cast<std::size_t>(block["col"].integer(0));
    if (row >= row_sizes.size() || col >= col_sizes.size())
      block.fail("expected a block within " + std::to_string(row_sizes.size()) + " x " +
                 std::to_string(col_sizes.size()) + ", found (" + std::to_string(row) + ", " +
                 std::to_string(col) + ")");
    const std::pair place(static_cast<int>(row), static_cast<int>(col));
    if (!places.insert(place).second) block.fail("expected each block once, found it again");
    triplets.push_back(
        {place.first, place.second, rows_of(block["values"], row_sizes[row], col_sizes[col])});
  }
  return BlockSparse(row_sizes, col_sizes, triplets);
}

Delassus delassus_of(const Node& matrix, Eigen::Index size) {
  const Names storages{"dense", "block_sparse"};
  const std::string& storage = matrix["storage"].string();
  if (storage == "dense") return dense_of(matrix, size);
  if (storage == "block_sparse") return blocks_of(matrix, size);
  matrix["storage"].fail(unknown_name_message("storage", storage.substr(0, 64), storages));
}

SparseMatrix sparse_of(const Node& matrix, Eigen::Index rows, Eigen::Index cols) {
  matrix.object({"storage", "rows", "cols", "row", "col", "values"});
  if (matrix["storage"].string() != "triplets") matrix["storage"].fail_type("\"triplets\"");
  const auto demand = [&](const char* key, Eigen::Index expected) {
    if (const int found = matrix[key].integer(0); found != expected)
      matrix[key].fail("expected " + std::to_string(expected) + " (from the vectors), found " +
                       std::to_string(found));
  };
  demand("rows", rows);
  demand("cols", cols);
  const std::vector<int> row = matrix["row"].integers(0), col = matrix["col"].integers(0);
  const Vector values = matrix["values"].vector();
  if (row.size() != col.size() || static_cast<Eigen::Index>(row.size()) != values.size())
    matrix.fail("expected row, col and values of one length, found " + std::to_string(row.size()) +
                ", " + std::to_string(col.size()) + ", " + std::to_string(values.size()));
  std::vector<Eigen::Triplet<double>> entries;
  for (std::size_t k = 0; k < row.size(); ++k) {
    if (row[k] >= rows) matrix["row"][k].fail_type("a row below " + std::to_string(rows));
    if (col[k] >= cols) matrix["col"][k].fail_type("a column below " + std::to_string(cols));
    entries.emplace_back(row[k], col[k], values[static_cast<Eigen::Index>(k)]);
  }
  SparseMatrix sparse(rows, cols);
  sparse.setFromTriplets(entries.begin(), entries.end());
  return sparse;
}

// --- Laws
// -----------------------------------------------------------------------------------------

Box box_of(const Node& law) {
  law.object({"kind", "lower", "upper", "compliance", "dead_zone"});
  Box box;
  box.lower = law["lower"].vector(&Node::number_or_infinity);
  box.upper = law["upper"].vector(&Node::number_or_infinity);
  if (law.has("compliance")) box.compliance = law["compliance"].vector();
  if (law.has("dead_zone")) box.dead_zone = law["dead_zone"].vector();
  return box;
}

Graph graph_of(const Node& law) {
  law.object({"kind", "curves"});
  Graph graph;
  const Node curves = law["curves"];
  for (std::size_t i = 0; i < curves.array(); ++i) {
    curves[i].object({"u", "r", "before", "after"});
    const Vector u = curves[i]["u"].vector(), r = curves[i]["r"].vector();
    if (u.size() != r.size())
      curves[i].fail("expected u and r of one length, found " + std::to_string(u.size()) + " and " +
                     std::to_string(r.size()));
    PiecewiseLinear curve;
    for (Eigen::Index k = 0; k < u.size(); ++k) curve.points.push_back({u[k], r[k]});
    curve.before = curves[i]["before"].number_or_infinity();
    curve.after = curves[i]["after"].number_or_infinity();
    graph.curves.push_back(curve);
  }
  return graph;
}

Polytope polytope_of(const Node& law, Eigen::Index size) {
  law.object({"kind", "A", "b"});
  const Node A = law["A"];
  if (A["storage"].string() != "dense") A["storage"].fail_type("\"dense\"");
  return {dense_of(A, size), law["b"].vector()};
}

AnyLaw law_of(const Node& law, Eigen::Index size) {
  static const Names kinds{"free",     "non_negative",      "box",          "graph",
                           "polytope", "second_order_cone", "rolling_cone", "disk"};
  const auto dimension = [&] { return law["dimension"].integer(0); };
  const std::string& kind = law["kind"].string();
  if (kind == "box") return box_of(law);
  if (kind == "graph") return graph_of(law);
  if (kind == "polytope") return polytope_of(law, size);
  if (kind == "free" || kind == "non_negative") {
    law.object({"kind", "dimension"});
    if (kind == "free") return Free{dimension()};
    return NonNegative{dimension()};
  }
  if (kind == "second_order_cone") {
    law.object({"kind", "dimension", "mu", "shift"});
    return SecondOrderCone{dimension(), law["mu"].number(), law["shift"].number()};
  }
  if (kind == "rolling_cone") {
    law.object({"kind", "dimension", "mu", "mu_r"});
    return RollingCone{dimension(), law["mu"].number(), law["mu_r"].number()};
  }
  if (kind == "disk") {
    law.object({"kind", "dimension", "radius"});
    return Disk{dimension(), law["radius"].number()};
  }
  law["kind"].fail(unknown_name_message("law", kind.substr(0, 64), kinds));
}

std::vector<AnyLaw> laws_of(const Node& laws, Eigen::Index size) {
  std::vector<AnyLaw> all;
  for (std::size_t i = 0; i < laws.array(); ++i) {
    if (!laws[i].has("kind")) laws[i].fail_type("an object with the key 'kind'");
    all.push_back(law_of(laws[i], size));
  }
  return all;
}

// --- Problem
// --------------------------------------------------------------------------------------

Problem reduced_of(const Node& root) {
  root.object({"format", "version", "form", "title", "description", "W", "q", "laws", "solution"});
  Problem problem;
  problem.q = root["q"].vector();
  problem.W = delassus_of(root["W"], problem.q.size());
  problem.laws = laws_of(root["laws"], problem.q.size());
  return problem;
}

GlobalProblem global_of(const Node& root) {
  root.object({"format", "version", "form", "title", "description", "M", "H", "f", "w", "laws",
               "solution"});
  GlobalProblem problem;
  problem.f = root["f"].vector();
  problem.w = root["w"].vector();
  problem.M = sparse_of(root["M"], problem.f.size(), problem.f.size());
  problem.H = sparse_of(root["H"], problem.f.size(), problem.w.size());
  problem.laws = laws_of(root["laws"], problem.w.size());
  return problem;
}

void read_solution(const Node& solution, ProblemFile& file) {
  solution.object({"r", "u", "v"});
  const Eigen::Index size = std::visit([](const auto& p) { return p.size(); }, file.problem);
  const auto* global = std::get_if<GlobalProblem>(&file.problem);
  const auto read = [&](const char* key, Eigen::Index expected) -> std::optional<Vector> {
    if (!solution.has(key)) return std::nullopt;
    Vector values = solution[key].vector();
    if (values.size() != expected)
      solution[key].fail("expected " + std::to_string(expected) + " numbers, found " +
                         std::to_string(values.size()));
    return values;
  };
  file.r = read("r", size);
  file.u = read("u", size);
  file.v = read("v", global != nullptr ? global->f.size() : 0);
}

// --- Parsing
// --------------------------------------------------------------------------------------

// Watches the parser: nesting deeper than any problem has, and keys that come twice in one object
// (the library would silently keep the last).
class Watch {
 public:
  explicit Watch(const std::string& file) : file_(file) {}

  bool operator()(int depth, Json::parse_event_t event, Json& parsed) {
    using Event = Json::parse_event_t;
    constexpr int deepest = 16;
    if (depth > deepest)
      throw FileError(file_ + ": expected at most " + std::to_string(deepest) +
                      " levels of nesting, found more");
    if (event == Event::object_start) keys_.emplace_back();
    if (event == Event::object_end) keys_.pop_back();
    if (event == Event::key && !keys_.back().insert(parsed.get<std::string>()).second)
      throw FileError(file_ + ": the key " + excerpt(parsed.get<std::string>()) +
                      " comes twice in one object");
    return true;
  }

 private:
  const std::string& file_;
  std::vector<std::set<std::string>> keys_;
};

// "[json.exception.parse_error.101] parse error at line 1, column 2: syntax error ..." to its
// reason
std::string reason_of(const std::string& message) {
  const std::size_t column = message.find("column ");
  const std::size_t colon = message.find(": ", column == std::string::npos ? 0 : column);
  return colon == std::string::npos ? message : message.substr(colon + 2);
}

Json parse(std::string_view text, const std::string& name) {
  try {
    return Json::parse(text.begin(), text.end(), Watch(name));
  } catch (const Json::parse_error& error) {
    const std::string reason = reason_of(error.what());
    throw_at(name, text, error.byte > 0 ? error.byte - 1 : 0, "not JSON: " + reason.substr(0, 200));
  } catch (const Json::exception& error) {
    throw FileError(name + ": not JSON: " + std::string(error.what()).substr(0, 200));
  }
}

}  // namespace

ProblemFile read_json(std::string_view text, const std::string& name) {
  const Json json = parse(text, name);
  const Node root(json, "", name);
  if (!json.is_object()) root.fail_type("an object");
  if (root["format"].string() != json::problem_format)
    root["format"].fail_type("\"" + std::string(json::problem_format) + "\"");
  if (const int found = root["version"].integer(1); found != json::version)
    root["version"].fail("expected version " + std::to_string(json::version) +
                         ", the only one this program knows, found " + std::to_string(found));
  const std::string& form = root["form"].string();
  ProblemFile file;
  file.format = "nonsmooth json";
  if (form == "reduced")
    file.problem = reduced_of(root);
  else if (form == "global")
    file.problem = global_of(root);
  else
    root["form"].fail_type("\"reduced\" or \"global\"");
  if (root.has("title")) file.title = root["title"].string();
  if (root.has("description")) file.description = root["description"].string();
  if (root.has("solution")) read_solution(root["solution"], file);
  check_problem(file, name);
  return file;
}

}  // namespace nonsmooth::io
