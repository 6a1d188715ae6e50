// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/view/image.hpp"

#include "nonsmooth/base/error.hpp"

#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace nonsmooth::cli {
namespace {

void put(std::string& to, std::uint32_t value, int bytes = 4) {
  for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8)
    to.push_back(static_cast<char>((value >> shift) & 0xffu));
}

void put_chunk(std::string& file, const char* kind, const std::string& data) {
  put(file, static_cast<std::uint32_t>(data.size()));
  const std::string body = kind + data;
  file += body;
  put(file, static_cast<std::uint32_t>(crc32(0, reinterpret_cast<const Bytef*>(body.data()),
                                             static_cast<uInt>(body.size()))));
}

// Every line minus the one above it: flat colours and slow shades become zeros.
std::string compressed(const Image& image) {
  const auto line = 3 * static_cast<std::size_t>(image.width);
  std::string rows;
  for (std::size_t y = 0; y < static_cast<std::size_t>(image.height); ++y) {
    rows.push_back(2);
    for (std::size_t x = 0; x < line; ++x) {
      const int above = y > 0 ? image.rgb[(y - 1) * line + x] : 0;
      rows.push_back(static_cast<char>(image.rgb[y * line + x] - above));
    }
  }
  uLongf size = compressBound(rows.size());
  std::string out(size, '\0');
  if (compress2(reinterpret_cast<Bytef*>(out.data()), &size,
                reinterpret_cast<const Bytef*>(rows.data()), rows.size(), 9) != Z_OK)
    throw Error("png: the picture could not be compressed");
  out.resize(size);
  return out;
}

std::string beginning(const Image& image) {
  std::string file = "\x89PNG\r\n\x1a\n", header;
  put(header, static_cast<std::uint32_t>(image.width));
  put(header, static_cast<std::uint32_t>(image.height));
  header += std::string("\x08\x02\x00\x00\x00", 5);  // 8 bits, RGB
  put_chunk(file, "IHDR", header);
  return file;
}

}  // namespace

std::string png(const Image& image) {
  std::string file = beginning(image);
  put_chunk(file, "IDAT", compressed(image));
  put_chunk(file, "IEND", "");
  return file;
}

std::string animated_png(std::span<const Image> frames, double seconds) {
  std::string file = beginning(frames[0]), control;
  put(control, static_cast<std::uint32_t>(frames.size()));
  put(control, 0);
  put_chunk(file, "acTL", control);
  std::uint32_t sequence = 0;
  for (const Image& frame : frames) {
    std::string header;
    put(header, sequence++);
    put(header, static_cast<std::uint32_t>(frame.width));
    put(header, static_cast<std::uint32_t>(frame.height));
    put(header, 0);
    put(header, 0);
    put(header, static_cast<std::uint32_t>(std::lround(1000.0 * seconds)), 2);
    put(header, 1000, 2);
    header += std::string(2, '\0');  // leave it, replace it
    put_chunk(file, "fcTL", header);
    if (&frame == &frames[0]) {
      put_chunk(file, "IDAT", compressed(frame));
      continue;
    }
    std::string data;
    put(data, sequence++);
    put_chunk(file, "fdAT", data + compressed(frame));
  }
  put_chunk(file, "IEND", "");
  return file;
}

Image strip(std::span<const Image> frames, int gap) {
  const auto count = static_cast<int>(frames.size());
  Image all{count * (frames[0].width + gap) - gap, frames[0].height};
  all.rgb.assign(3 * static_cast<std::size_t>(all.width) * static_cast<std::size_t>(all.height),
                 255);
  for (int k = 0; k < count; ++k)
    for (int y = 0; y < all.height; ++y) {
      const Image& frame = frames[static_cast<std::size_t>(k)];
      const auto from = frame.rgb.begin() + 3L * y * frame.width;
      std::copy(
          from, from + 3L * frame.width,
          all.rgb.begin() + 3L * (static_cast<long>(y) * all.width + k * (frame.width + gap)));
    }
  return all;
}

}  // namespace nonsmooth::cli
