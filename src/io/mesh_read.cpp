// SPDX-License-Identifier: Apache-2.0
// STL and OBJ. Binary STL has no magic number (a header of 80 free bytes, which may well begin with
// "solid", the number of triangles, 50 bytes each): a file whose size is exactly what its count
// asks for is binary. Other text is ASCII STL if it begins with "solid", else OBJ.
#include "io/diagnose.hpp"
#include "io/read_all.hpp"
#include "io/text_tokens.hpp"
#include "nonsmooth/base/error.hpp"
#include "nonsmooth/io/surface_files.hpp"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <new>

namespace nonsmooth::io {
namespace {

constexpr std::size_t stl_header = 84, stl_triangle = 50;

struct Soup {
  std::vector<Vec<3>> vertices;
  std::vector<std::array<int, 3>> triangles;

  void add_three() {
    const int last = static_cast<int>(vertices.size()) - 1;
    triangles.push_back({last - 2, last - 1, last});
  }
};

template <class T>
T little_endian(const char* bytes) {
  static_assert(sizeof(T) == 4);
  std::uint32_t bits = 0;
  for (unsigned k = 0; k < 4; ++k)
    bits |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[k])) << (8 * k);
  return std::bit_cast<T>(bits);
}

bool same_word(std::string_view text, std::string_view word) {
  return text.size() == word.size() &&
         std::equal(text.begin(), text.end(), word.begin(),
                    [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a + 32 : a) == b; });
}

Soup binary_stl(std::string_view bytes, const std::string& name) {
  const auto count = little_endian<std::uint32_t>(bytes.data() + 80);
  if (count == 0)
    throw FileError(name + ": byte 80: expected the number of triangles of a binary STL, found 0");
  Soup soup;
  soup.vertices.reserve(3 * std::size_t{count});
  soup.triangles.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t k = 1; k < 4; ++k) {  // the first vector is the normal
      const std::size_t offset = stl_header + i * stl_triangle + 12 * k;
      Vec<3> vertex;
      for (int axis = 0; axis < 3; ++axis)
        vertex[axis] =
            little_endian<float>(bytes.data() + offset + 4 * static_cast<std::size_t>(axis));
      if (!vertex.allFinite())
        throw FileError(name + ": byte " + std::to_string(offset) + ": vertex " +
                        std::to_string(k - 1) + " of triangle " + std::to_string(i) +
                        ": expected finite coordinates, found NaN or infinity");
      soup.vertices.push_back(vertex);
    }
    soup.add_three();
  }
  return soup;
}

void expect_word(TokenCursor& cursor, std::string_view word) {
  const std::string quoted = excerpt(word);
  if (const Token token = cursor.next(quoted); !same_word(token.text, word)) reject(token, quoted);
}

Soup ascii_stl(std::string_view text) {
  TokenCursor cursor(text);
  Soup soup;
  while (!cursor.at_end()) {
    expect_word(cursor, "solid");
    cursor.rest_of_line();
    for (;;) {
      const Token token = cursor.next("\"facet\" or \"endsolid\"");
      if (same_word(token.text, "endsolid")) break;
      if (!same_word(token.text, "facet")) reject(token, "\"facet\" or \"endsolid\"");
      expect_word(cursor, "normal");
      for (int k = 0; k < 3; ++k) cursor.next("a normal");
      expect_word(cursor, "outer");
      expect_word(cursor, "loop");
      for (int k = 0; k < 3; ++k) {
        expect_word(cursor, "vertex");
        const double x = cursor.number("x"), y = cursor.number("y"), z = cursor.number("z");
        soup.vertices.emplace_back(x, y, z);
      }
      expect_word(cursor, "endloop");
      expect_word(cursor, "endfacet");
      soup.add_three();
    }
    cursor.rest_of_line();
  }
  return soup;
}

/// One line of an OBJ file as tokens with their place in the whole text.
class ObjReader {
 public:
  explicit ObjReader(std::string_view text) : text_(text) {}

  Soup read() {
    for (std::size_t begin = 0; begin < text_.size();) {
      const std::size_t end = std::min(text_.find('\n', begin), text_.size());
      line(text_.substr(begin, end - begin), begin);
      begin = end + 1;
    }
    // only now is it known how many vertices there are
    for (const auto& [corner, offset] : forward_)
      if (corner > static_cast<int>(soup_.vertices.size()))
        throw Mismatch{offset, "a vertex from 1 to " + std::to_string(soup_.vertices.size()),
                       std::to_string(corner)};
    if (soup_.triangles.empty())
      throw Mismatch{text_.size(), "STL, or OBJ with at least one face (\"f ...\")",
                     "the end of the file"};
    return std::move(soup_);
  }

 private:
  void line(std::string_view content, std::size_t offset) {
    TokenCursor cursor(content.substr(0, content.find('#')));
    if (cursor.at_end()) return;
    try {
      const std::string_view keyword = cursor.next("").text;
      if (keyword == "v") vertex(cursor);
      if (keyword == "f") face(cursor, offset);
    } catch (Mismatch& mismatch) {
      mismatch.offset += offset;
      if (mismatch.found == "the end of the file") mismatch.found = "the end of the line";
      throw;
    }
  }

  void vertex(TokenCursor& cursor) {
    const double x = cursor.number("x"), y = cursor.number("y"), z = cursor.number("z");
    soup_.vertices.emplace_back(x, y, z);  // a weight or colours may follow
  }

  int corner(const Token& token, std::size_t offset) {
    const std::string_view digits = token.text.substr(0, token.text.find('/'));
    std::int64_t number = 0;
    const auto [stop, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), number);
    const auto count = static_cast<std::int64_t>(soup_.vertices.size());
    const std::int64_t from_start = number < 0 ? count + 1 + number : number;
    if (error != std::errc() || stop != digits.data() + digits.size() || from_start < 1 ||
        from_start > std::numeric_limits<int>::max())
      reject(token, "a vertex, counted from 1, or from -1 backwards (" + std::to_string(count) +
                        " so far)");
    if (from_start > count)
      forward_.emplace_back(static_cast<int>(from_start), offset + token.offset);
    return static_cast<int>(from_start) - 1;
  }

  void face(TokenCursor& cursor, std::size_t offset) {
    const int first = corner(cursor.next("three vertices of a face"), offset);
    int last = corner(cursor.next("three vertices of a face"), offset);
    do {
      const int next = corner(cursor.next("three vertices of a face"), offset);
      soup_.triangles.push_back({first, last, next});
      last = next;
    } while (!cursor.at_end());
  }

  std::string_view text_;
  Soup soup_;
  std::vector<std::pair<int, std::size_t>> forward_;
};

std::size_t binary_size(std::string_view bytes) {
  return stl_header + stl_triangle * std::size_t{little_endian<std::uint32_t>(bytes.data() + 80)};
}

Soup read_soup(std::string_view bytes, const std::string& name) {
  if (bytes.size() >= stl_header && bytes.size() == binary_size(bytes))
    return binary_stl(bytes, name);
  if (bytes.find_first_not_of(" \t\r\n") == std::string_view::npos)
    throw FileError(name + ": expected a mesh (STL or OBJ), found no data");
  if (bytes.starts_with("version https://git-lfs"))
    throw FileError(name +
                    ": expected a mesh, found a Git LFS pointer (the data was not downloaded; run "
                    "'git lfs pull')");
  if (bytes.find('\0') != std::string_view::npos) {
    if (bytes.size() < stl_header)
      throw FileError(name + ": expected the 84 bytes that begin a binary STL, found " +
                      std::to_string(bytes.size()));
    throw FileError(name + ": byte 80: expected " + std::to_string(binary_size(bytes)) +
                    " bytes for the " +
                    std::to_string(little_endian<std::uint32_t>(bytes.data() + 80)) +
                    " triangles of a binary STL, found " + std::to_string(bytes.size()));
  }
  try {
    TokenCursor start(bytes);
    if (same_word(start.next("a mesh").text, "solid")) return ascii_stl(bytes);
    return ObjReader(bytes).read();
  } catch (const Mismatch& mismatch) {
    throw_at(name, bytes, mismatch.offset,
             "expected " + mismatch.expected + ", found " + mismatch.found);
  }
}

}  // namespace

TriangleMesh read_mesh_bytes(std::span<const char> bytes, const std::string& name) {
  try {
    Soup soup = read_soup({bytes.data(), bytes.size()}, name);
    if (soup.vertices.size() > std::size_t{1} << 30)
      throw FileError(name + ": more than 2^30 vertices");
    return TriangleMesh(std::move(soup.vertices), std::move(soup.triangles));
  } catch (const FileError&) {
    throw;
  } catch (const Error& error) {
    throw FileError(name + ": " + error.what());
  } catch (const std::bad_alloc&) {
    throw FileError(name + ": the mesh does not fit into memory");
  }
}

TriangleMesh read_mesh(const std::filesystem::path& path) {
  return read_mesh_bytes(read_all(path), path.string());
}

}  // namespace nonsmooth::io
