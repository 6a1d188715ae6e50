// SPDX-License-Identifier: Apache-2.0
// The matrix block shared by the Siconos numerics text formats: `storage rows cols`, then
//
//   storage 0  dense: rows and cols again, then the values column by column (line breaks come after
//              `cols` values, so an unsymmetric matrix looks transposed on screen)
//   storage 1  sparse blocks: block count, block rows, block columns, cumulative row and column
//              sizes, lengths of the two index arrays, row pointers, column indices, then for every
//              block its number and its values column by column
//   storage 2  a CSparse print: origin (1 triplet, 2 compressed column, 3 compressed row, 4 half
//              triplet), a banner line, `m-by-n, nzmax: k nnz: k[, 1-norm: x]`, then either lines
//              `row col : value` or `col j : locations a to b` followed by lines `row : value`
#pragma once

#include "io/text_tokens.hpp"
#include "nonsmooth/laws.hpp"
#include "nonsmooth/linalg/delassus.hpp"

#include <string_view>
#include <variant>
#include <vector>

namespace nonsmooth::io {

inline constexpr int any_size = -1;

struct MatrixHeader {
  int storage = 0, rows = 0, cols = 0;
};
using TextMatrix = std::variant<Matrix, BlockSparse, SparseMatrix>;

/// `rows` and `cols` are what the problem demands (any_size: whatever the file says). Every format
/// lists vectors of these lengths later, so sizes beyond the remaining text are refused here.
MatrixHeader read_matrix_header(TokenCursor& cursor, std::string_view name, int rows, int cols);
TextMatrix read_matrix_body(TokenCursor& cursor, std::string_view name, const MatrixHeader& header);
/// Header and body.
TextMatrix read_matrix(TokenCursor& cursor, std::string_view name, int rows, int cols);

Matrix to_dense(const TextMatrix& matrix);
/// Without entries that are exactly zero.
SparseMatrix to_sparse(const TextMatrix& matrix);
/// What is dense in the file stays dense; everything else gets one block per law.
Delassus to_delassus(TextMatrix matrix, const std::vector<AnyLaw>& laws);
/// For scalar laws: dense up to 1000 rows whatever the storage, because pivoting methods want that.
Delassus to_scalar_delassus(TextMatrix matrix, const std::vector<AnyLaw>& laws);

}  // namespace nonsmooth::io
