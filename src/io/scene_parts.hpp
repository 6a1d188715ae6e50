// SPDX-License-Identifier: Apache-2.0
// The parts of a scene file, each from its table. They ask for every key of the table and leave
// `finish` to the caller.
#pragma once

#include "io/scene_table.hpp"
#include "nonsmooth/mechanics/packings.hpp"
#include "nonsmooth/mechanics/scene.hpp"

namespace nonsmooth::io {

/// The shape under the key; finishes its table.
Shape read_shape(SceneTable& owner, std::string_view key);
ContactLaw read_law(SceneTable& table, const ContactLaw& standard);
Body read_body(SceneTable& table);
/// Names of bodies are looked up in the scene.
Joint read_joint(SceneTable& table, const Scene& scene);
/// Bodies of a [[generate]]; ids of joints count from its own first body.
JointedBodies read_packing(SceneTable& table);

/// Calls `make`; an Error of the library gets file, line and table in front.
template <class Make>
auto in_table(const SceneTable& table, const Make& make) {
  try {
    return make();
  } catch (const FileError&) {
    throw;
  } catch (const Error& error) {
    table.fail(error.what());
  }
}

}  // namespace nonsmooth::io
