// SPDX-License-Identifier: Apache-2.0
// Pictures as PNG (W3C, ISO/IEC 15948) and, with several frames, as animated PNG.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace nonsmooth::cli {

struct Image {
  int width = 0, height = 0;
  std::vector<unsigned char> rgb{};  ///< from the top left, three bytes per pixel
};

std::string png(const Image& image);
/// All frames have the size of the first; `seconds` each. Plays for ever.
std::string animated_png(std::span<const Image> frames, double seconds);
/// Frames side by side, with a gap between them.
Image strip(std::span<const Image> frames, int gap = 4);

}  // namespace nonsmooth::cli
