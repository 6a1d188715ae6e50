// SPDX-License-Identifier: Apache-2.0
// Files that are part of the command, so that nothing has to be found at run time.
#pragma once

#include <string_view>

namespace nonsmooth::cli::embedded {

// the page that `npm run build` in viewer/ made
std::string_view page();
std::string_view script();
std::string_view style();
std::string_view licence();  ///< of three.js
// examples that the demo runs
std::string_view brick_wall();    ///< a scene
std::string_view diode_bridge();  ///< a netlist

}  // namespace nonsmooth::cli::embedded
