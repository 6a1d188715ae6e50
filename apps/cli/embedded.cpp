// SPDX-License-Identifier: Apache-2.0
// The assembler reads the files, which costs no compile time; CMakeLists.txt lists them too.
#include "apps/cli/embedded.hpp"

#define NS_EMBED(symbol, file)     \
  __asm__(                         \
      ".pushsection .rodata\n"     \
      ".global nonsmooth_" #symbol \
      "_begin\n"                   \
      "nonsmooth_" #symbol         \
      "_begin:\n"                  \
      ".incbin \"" file            \
      "\"\n"                       \
      ".global nonsmooth_" #symbol \
      "_end\n"                     \
      "nonsmooth_" #symbol         \
      "_end:\n"                    \
      ".byte 0\n"                  \
      ".popsection\n");            \
  extern "C" const char nonsmooth_##symbol##_begin[], nonsmooth_##symbol##_end[]

NS_EMBED(page, NS_SOURCE_DIR "/viewer/dist/index.html");
NS_EMBED(script, NS_SOURCE_DIR "/viewer/dist/viewer.js");
NS_EMBED(style, NS_SOURCE_DIR "/viewer/dist/viewer.css");
NS_EMBED(licence, NS_SOURCE_DIR "/viewer/dist/LICENSE.three.txt");
NS_EMBED(brick_wall, NS_SOURCE_DIR "/examples/scenes/brick_wall.toml");
NS_EMBED(diode_bridge, NS_SOURCE_DIR "/examples/circuits/bridge.cir");

namespace nonsmooth::cli::embedded {

std::string_view page() { return {nonsmooth_page_begin, nonsmooth_page_end}; }
std::string_view script() { return {nonsmooth_script_begin, nonsmooth_script_end}; }
std::string_view style() { return {nonsmooth_style_begin, nonsmooth_style_end}; }
std::string_view licence() { return {nonsmooth_licence_begin, nonsmooth_licence_end}; }
std::string_view brick_wall() { return {nonsmooth_brick_wall_begin, nonsmooth_brick_wall_end}; }
std::string_view diode_bridge() {
  return {nonsmooth_diode_bridge_begin, nonsmooth_diode_bridge_end};
}

}  // namespace nonsmooth::cli::embedded
