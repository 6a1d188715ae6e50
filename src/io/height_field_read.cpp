// SPDX-License-Identifier: Apache-2.0
// ESRI ASCII grid: lines "key value" in any case and order, then nrows rows of ncols heights from
// north to south. xllcorner, yllcorner name the outer corner of the south-western cell, xllcenter,
// yllcenter its middle, where its height is.
#include "io/diagnose.hpp"
#include "io/read_all.hpp"
#include "io/text_tokens.hpp"
#include "nonsmooth/base/error.hpp"
#include "nonsmooth/io/surface_files.hpp"

#include <cmath>
#include <limits>
#include <new>
#include <optional>

namespace nonsmooth::io {
namespace {

struct GridHeader {
  std::optional<int> columns, rows;
  std::optional<double> cell_size, x, y, nodata;
  bool x_is_corner = false, y_is_corner = false;
};

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
  return lower;
}

bool is_nan(std::string_view text) {
  const std::string lower = lower_case(text);
  return lower == "nan" || lower == "-nan" || lower == "+nan";
}

template <class T>
void set_once(std::optional<T>& field, T value, const Token& key) {
  if (field) reject(key, "another key (this one is given twice)");
  field = value;
}

/// False if the token is no key: the heights begin.
bool read_key(TokenCursor& cursor, const Token& key, GridHeader& header) {
  const std::string word = lower_case(key.text);
  constexpr int most = std::numeric_limits<int>::max();
  if (word == "ncols") {
    set_once(header.columns, cursor.integer("ncols", 2, most), key);
  } else if (word == "nrows") {
    set_once(header.rows, cursor.integer("nrows", 2, most), key);
  } else if (word == "cellsize") {
    set_once(header.cell_size, cursor.number("cellsize"), key);
    if (!(*header.cell_size > 0.0)) reject(key, "a positive cellsize");
  } else if (word == "xllcorner" || word == "xllcenter") {
    set_once(header.x, cursor.number(word), key);
    header.x_is_corner = word == "xllcorner";
  } else if (word == "yllcorner" || word == "yllcenter") {
    set_once(header.y, cursor.number(word), key);
    header.y_is_corner = word == "yllcorner";
  } else if (word == "nodata_value") {
    const Token value = cursor.next("nodata_value");
    double number = std::numeric_limits<double>::quiet_NaN();
    if (!is_nan(value.text) && !parse_number(value.text, number)) reject(value, "a number or nan");
    set_once(header.nodata, number, key);
  } else {
    return false;
  }
  return true;
}

GridHeader read_header(TokenCursor& cursor) {
  GridHeader header;
  for (;;) {
    const TokenCursor before = cursor;
    const Token token = cursor.next("a key of an ESRI ASCII grid or a height");
    if (read_key(cursor, token, header)) continue;
    const char* missing = !header.columns     ? "ncols"
                          : !header.rows      ? "nrows"
                          : !header.cell_size ? "cellsize"
                          : !header.x         ? "xllcorner or xllcenter"
                          : !header.y         ? "yllcorner or yllcenter"
                                              : nullptr;
    if (missing != nullptr) reject(token, std::string(missing) + " (of an ESRI ASCII grid)");
    cursor = before;
    return header;
  }
}

Matrix read_heights(TokenCursor& cursor, const GridHeader& header) {
  const int columns = *header.columns, rows = *header.rows;
  const double nodata = header.nodata.value_or(-9999.0);
  cursor.require(std::int64_t{columns} * rows, "heights");
  Matrix heights(columns, rows);
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column) {
      const Token token = cursor.next("a height");
      double value = std::numeric_limits<double>::quiet_NaN();
      if (!is_nan(token.text) && !parse_number(token.text, value))
        reject(token, "a height (row " + std::to_string(row + 1) + ", column " +
                          std::to_string(column + 1) + ")");
      if (value == nodata) value = std::numeric_limits<double>::quiet_NaN();
      heights(column, rows - 1 - row) = value;
    }
  if (!cursor.at_end()) reject(cursor.next(""), "the end of the file after the last height");
  return heights;
}

HeightField read_grid(std::string_view text) {
  TokenCursor cursor(text);
  const GridHeader header = read_header(cursor);
  const double half = *header.cell_size / 2.0;
  const Vec<2> origin(*header.x + (header.x_is_corner ? half : 0.0),
                      *header.y + (header.y_is_corner ? half : 0.0));
  return HeightField(read_heights(cursor, header), *header.cell_size, origin);
}

}  // namespace

HeightField read_height_field_bytes(std::span<const char> bytes, const std::string& name) {
  const std::string_view text(bytes.data(), bytes.size());
  try {
    return read_grid(text);
  } catch (const Mismatch& mismatch) {
    throw_at(name, text, mismatch.offset,
             "expected " + mismatch.expected + ", found " + mismatch.found);
  } catch (const Error& error) {
    throw FileError(name + ": " + error.what());
  } catch (const std::bad_alloc&) {
    throw FileError(name + ": the height field does not fit into memory");
  }
}

HeightField read_height_field(const std::filesystem::path& path) {
  return read_height_field_bytes(read_all(path), path.string());
}

}  // namespace nonsmooth::io
