// SPDX-License-Identifier: Apache-2.0
// The project's own problem format, JSON:
//
//   { "format": "nonsmooth problem", "version": 1, "form": "reduced" | "global",
//     "title": "...", "description": "...",                                     (optional)
//     "W": matrix, "q": [...],                                                  (reduced)
//     "M": matrix, "H": matrix, "f": [...], "w": [...],                         (global)
//     "laws": [ {"kind": "second_order_cone", "dimension": 3, "mu": 0.5, "shift": 0.5}, ... ],
//     "solution": {"r": [...], "u": [...], "v": [...]} }                        (optional, each
//     too)
//
//   matrix   {"storage": "dense", "rows": 2, "cols": 2, "values": [row by row]}
//            {"storage": "block_sparse", "row_sizes": [...], "col_sizes": [...],
//             "blocks": [{"row": 0, "col": 0, "values": [row by row]}, ...]}
//            {"storage": "triplets", "rows": 2, "cols": 2, "row": [...], "col": [...],
//             "values": [...]}
//
// W is dense or block_sparse, M and H are triplets. Numbers carry the digits that give the same
// double back; the bounds of a box may be "inf" and "-inf". A key that is not known or comes twice
// is an error.
#pragma once

#include <string>
#include <string_view>

namespace nonsmooth::io {
struct ProblemFile;
}

namespace nonsmooth::io::json {

inline constexpr std::string_view problem_format = "nonsmooth problem";
inline constexpr std::string_view solution_format = "nonsmooth solution";
inline constexpr int version = 1;

/// The whole document. Throws Error if the problem is not valid or has a custom law.
std::string text_of(const ProblemFile& file);

}  // namespace nonsmooth::io::json
