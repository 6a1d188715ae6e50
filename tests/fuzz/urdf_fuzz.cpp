// SPDX-License-Identifier: Apache-2.0
// Any text gives a robot whose bodies have a mass, or an Error; anything else escapes and is a
// finding.
#include "nonsmooth/base/error.hpp"
#include "nonsmooth/io/urdf.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace io = nonsmooth::io;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  io::SceneFile robot;
  try {
    robot = io::read_urdf_text({reinterpret_cast<const char*>(data), size}, "input");
  } catch (const nonsmooth::Error&) {
    return 0;
  }
  for (const nonsmooth::Body& body : robot.scene.bodies())
    if (body.motion == nonsmooth::Motion::dynamic && !(body.mass > 0.0)) std::abort();
  return 0;
}
