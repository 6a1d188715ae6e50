// SPDX-License-Identifier: Apache-2.0
#include "io/text_matrix.hpp"

#include "io/partition.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <string>
#include <utility>

namespace nonsmooth::io {
namespace {

using Entries = std::vector<Eigen::Triplet<double>>;
constexpr int largest_int = std::numeric_limits<int>::max();

std::string of(std::string_view part, std::string_view name) {
  return std::string(part) + " of " + std::string(name);
}

// --- storage 1
// ------------------------------------------------------------------------------------

// cumulative sizes that end at `total`, as single sizes
std::vector<int> read_partition(TokenCursor& cursor, int count, int total,
                                const std::string& what) {
  cursor.require(count, what);
  std::vector<int> sizes;
  sizes.reserve(static_cast<std::size_t>(count));
  int end = 0;
  for (int i = 0; i < count; ++i) {
    const int begin = end;
    end = cursor.integer(what, i + 1 == count ? total : begin, total);
    sizes.push_back(end - begin);
  }
  return sizes;
}

std::vector<int> read_row_pointers(TokenCursor& cursor, int rows, int blocks,
                                   const std::string& what) {
  cursor.require(std::int64_t{rows} + 1, what);
  std::vector<int> pointers{0};
  cursor.integer(what, 0);
  for (int i = 0; i < rows; ++i)
    pointers.push_back(cursor.integer(what, i + 1 == rows ? blocks : pointers.back(), blocks));
  return pointers;
}

Matrix read_block(TokenCursor& cursor, int rows, int cols, const std::string& what) {
  const std::int64_t count = std::int64_t{rows} * cols;
  cursor.require(count, what);
  Matrix block(rows, cols);
  for (std::int64_t k = 0; k < count; ++k) block.data()[k] = cursor.number(what);
  return block;
}

BlockSparse read_blocks(TokenCursor& cursor, std::string_view name, const MatrixHeader& header) {
  const int blocks = cursor.integer(of("number of blocks", name), 0, largest_int);
  const int block_rows = cursor.integer(of("number of block rows", name), 0, header.rows);
  const int block_cols = cursor.integer(of("number of block columns", name), 0, header.cols);
  if ((block_rows == 0) != (header.rows == 0) || (block_cols == 0) != (header.cols == 0))
    throw Mismatch{cursor.offset(), of("at least one block row and column", name), "none"};
  const auto row_sizes =
      read_partition(cursor, block_rows, header.rows, of("cumulative row size", name));
  const auto col_sizes =
      read_partition(cursor, block_cols, header.cols, of("cumulative column size", name));
  cursor.integer(of("length of the row pointers", name), block_rows + 1);
  cursor.integer(of("length of the column indices", name), blocks);
  const auto pointers = read_row_pointers(cursor, block_rows, blocks, of("row pointer", name));
  cursor.require(blocks, of("column indices", name));
  std::vector<int> cols;
  for (int k = 0; k < blocks; ++k)
    cols.push_back(cursor.integer(of("column index", name), 0, block_cols - 1));

  std::vector<BlockSparse::Triplet> triplets;
  for (int i = 0; i < block_rows; ++i)
    for (int k = pointers[static_cast<std::size_t>(i)];
         k < pointers[static_cast<std::size_t>(i) + 1]; ++k) {
      cursor.integer(of("block number", name), k);
      const int j = cols[static_cast<std::size_t>(k)];
      triplets.push_back({i, j,
                          read_block(cursor, row_sizes[static_cast<std::size_t>(i)],
                                     col_sizes[static_cast<std::size_t>(j)],
                                     of("value of block " + std::to_string(k), name))});
    }
  return BlockSparse(row_sizes, col_sizes, triplets);
}

// --- storage 2
// ------------------------------------------------------------------------------------

// the number that follows a label such as `nnz:`; a comma may be stuck to it
int labelled_count(TokenCursor& cursor, std::string_view label) {
  cursor.word(label);
  const std::string what = "the number after '" + std::string(label) + "'";
  const Token token = cursor.next(what);
  std::string_view digits = token.text;
  if (digits.ends_with(',')) digits.remove_suffix(1);
  TokenCursor single(digits);
  try {
    return single.integer(what, 0, largest_int);
  } catch (const Mismatch& mismatch) {
    reject(token, mismatch.expected);
  }
}

// banner and header line; returns the number of entries
int read_sparse_header(TokenCursor& cursor, std::string_view name, const MatrixHeader& header) {
  const Token banner = cursor.next("the banner 'CSparse Version ...'");
  if (banner.text != "CSparse") reject(banner, "the banner 'CSparse Version ...'");
  cursor.rest_of_line();
  const std::string shape =
      std::to_string(header.rows) + "-by-" + std::to_string(header.cols) + ",";
  Token token = cursor.next("'" + shape + "'");
  if (token.text == "triplet:" || token.text == "csr:" || token.text == "csc:")
    token = cursor.next("'" + shape + "'");
  if (token.text != shape) reject(token, "the shape '" + shape + "' " + of("", name));
  labelled_count(cursor, "nzmax:");
  const int count = labelled_count(cursor, "nnz:");
  TokenCursor ahead = cursor;
  if (!ahead.at_end() && ahead.next("").text == "1-norm:") {
    cursor.word("1-norm:");
    cursor.next("the 1-norm");
  }
  cursor.require(std::int64_t{count} * 3, of("entries", name));
  return count;
}

Entries read_triplets(TokenCursor& cursor, std::string_view name, const MatrixHeader& header,
                      int count, bool half) {
  Entries entries;
  for (int k = 0; k < count; ++k) {
    const int row = cursor.integer(of("row", name), 0, header.rows - 1);
    const int col = cursor.integer(of("column", name), 0, header.cols - 1);
    cursor.word(":");
    const double value = cursor.number(of("value", name));
    entries.emplace_back(row, col, value);
    if (half && row != col) entries.emplace_back(col, row, value);
  }
  return entries;
}

// compressed columns, or compressed rows with the roles exchanged
Entries read_compressed(TokenCursor& cursor, std::string_view name, const MatrixHeader& header,
                        int count, bool by_row) {
  const int major_count = by_row ? header.rows : header.cols;
  const int minor_count = by_row ? header.cols : header.rows;
  Entries entries;
  int location = 0;
  for (int major = 0; major < major_count; ++major) {
    const Token label = cursor.next("'col'");
    if (label.text != "col" && !(by_row && label.text == "row"))
      reject(label, by_row ? "'row' or 'col'" : "'col'");
    cursor.integer(of("column number", name), major);
    cursor.word(":");
    cursor.word("locations");
    cursor.integer(of("first location", name), location);
    cursor.word("to");
    const int last = cursor.integer(of("last location", name), location - 1, count - 1);
    for (; location <= last; ++location) {
      const int minor = cursor.integer(of("index", name), 0, minor_count - 1);
      cursor.word(":");
      const double value = cursor.number(of("value", name));
      entries.emplace_back(by_row ? major : minor, by_row ? minor : major, value);
    }
  }
  if (location != count)
    throw Mismatch{cursor.offset(), std::to_string(count) + " " + of("entries", name),
                   std::to_string(location)};
  return entries;
}

SparseMatrix read_sparse(TokenCursor& cursor, std::string_view name, const MatrixHeader& header) {
  const int origin = cursor.integer(of("origin of the sparse storage", name), 1, 4);
  const int count = read_sparse_header(cursor, name, header);
  if (origin == 4 && header.rows != header.cols)
    throw Mismatch{cursor.offset(), "a square matrix in half triplet storage",
                   std::to_string(header.rows) + " x " + std::to_string(header.cols)};
  const Entries entries = origin == 1 || origin == 4
                              ? read_triplets(cursor, name, header, count, origin == 4)
                              : read_compressed(cursor, name, header, count, origin == 3);
  SparseMatrix matrix(header.rows, header.cols);
  matrix.setFromTriplets(entries.begin(), entries.end());
  return matrix;
}

Matrix read_dense(TokenCursor& cursor, std::string_view name, const MatrixHeader& header) {
  return read_block(cursor, header.rows, header.cols, of("value", name));
}

SparseMatrix without_zeros(SparseMatrix matrix) {
  matrix.prune([](int, int, double value) { return value != 0.0; });
  return matrix;
}

int read_size(TokenCursor& cursor, const std::string& what, int demanded) {
  const int size = cursor.integer(what, demanded == any_size ? 0 : demanded,
                                  demanded == any_size ? largest_int : demanded);
  cursor.require(size, what);
  return size;
}

}  // namespace

MatrixHeader read_matrix_header(TokenCursor& cursor, std::string_view name, int rows, int cols) {
  MatrixHeader header;
  header.storage = cursor.integer(of("storage", name), 0, 2);
  header.rows = read_size(cursor, of("rows", name), rows);
  header.cols = read_size(cursor, of("columns", name), cols);
  if (header.storage == 0) {
    cursor.integer(of("rows (repeated)", name), header.rows);
    cursor.integer(of("columns (repeated)", name), header.cols);
  }
  return header;
}

TextMatrix read_matrix_body(TokenCursor& cursor, std::string_view name,
                            const MatrixHeader& header) {
  switch (header.storage) {
    case 0: return read_dense(cursor, name, header);
    case 1: return read_blocks(cursor, name, header);
    default: return read_sparse(cursor, name, header);
  }
}

TextMatrix read_matrix(TokenCursor& cursor, std::string_view name, int rows, int cols) {
  const MatrixHeader header = read_matrix_header(cursor, name, rows, cols);
  return read_matrix_body(cursor, name, header);
}

Matrix to_dense(const TextMatrix& matrix) {
  if (const auto* dense = std::get_if<Matrix>(&matrix)) return *dense;
  if (const auto* blocks = std::get_if<BlockSparse>(&matrix)) return blocks->dense();
  return Matrix(std::get<SparseMatrix>(matrix));
}

SparseMatrix to_sparse(const TextMatrix& matrix) {
  if (const auto* dense = std::get_if<Matrix>(&matrix)) return without_zeros(dense->sparseView());
  if (const auto* blocks = std::get_if<BlockSparse>(&matrix))
    return without_zeros(blocks->compressed());
  return without_zeros(std::get<SparseMatrix>(matrix));
}

Delassus to_delassus(TextMatrix matrix, const std::vector<AnyLaw>& laws) {
  if (auto* dense = std::get_if<Matrix>(&matrix)) return std::move(*dense);
  const std::vector<int> sizes = block_partition(laws);
  auto* blocks = std::get_if<BlockSparse>(&matrix);
  if (blocks == nullptr) return BlockSparse(sizes, sizes, std::get<SparseMatrix>(matrix));
  bool fits = blocks->block_rows() == static_cast<int>(sizes.size()) &&
              blocks->block_cols() == blocks->block_rows();
  for (int i = 0; fits && i < blocks->block_rows(); ++i) {
    const int size = sizes[static_cast<std::size_t>(i)];
    fits = blocks->row_size(i) == size && blocks->col_size(i) == size;
  }
  return fits ? std::move(*blocks) : BlockSparse(sizes, sizes, blocks->compressed());
}

Delassus to_scalar_delassus(TextMatrix matrix, const std::vector<AnyLaw>& laws) {
  constexpr int largest_dense = 1000;
  const bool small =
      std::visit([](const auto& stored) { return stored.rows() <= largest_dense; }, matrix);
  return small ? Delassus(to_dense(matrix)) : to_delassus(std::move(matrix), laws);
}

}  // namespace nonsmooth::io
