// SPDX-License-Identifier: Apache-2.0
// The page that `npm run build` in viewer/ made, inside the command: nothing has to be found at run
// time. The assembler reads the files, which costs no compile time (CMakeLists.txt has the paths).
#include "apps/cli/view/api.hpp"

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

NS_EMBED(page, NS_BUNDLE_DIR "/index.html");
NS_EMBED(script, NS_BUNDLE_DIR "/viewer.js");
NS_EMBED(style, NS_BUNDLE_DIR "/viewer.css");
NS_EMBED(licence, NS_BUNDLE_DIR "/LICENSE.three.txt");

namespace nonsmooth::cli {
namespace {

Route embedded(const char* path, const char* type, const char* begin, const char* end) {
  return {path, type, [begin, end](const Query&) { return std::string(begin, end); }};
}

}  // namespace

std::vector<Route> bundle_routes() {
  return {embedded("/", "text/html; charset=utf-8", nonsmooth_page_begin, nonsmooth_page_end),
          embedded("/viewer.js", "text/javascript; charset=utf-8", nonsmooth_script_begin,
                   nonsmooth_script_end),
          embedded("/viewer.css", "text/css; charset=utf-8", nonsmooth_style_begin,
                   nonsmooth_style_end),
          embedded("/LICENSE.three.txt", "text/plain; charset=utf-8", nonsmooth_licence_begin,
                   nonsmooth_licence_end)};
}

}  // namespace nonsmooth::cli
