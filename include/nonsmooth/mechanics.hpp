// SPDX-License-Identifier: Apache-2.0
// Rigid bodies with shapes, contacts and joints.
#pragma once

#include "nonsmooth/collide.hpp"
#include "nonsmooth/mechanics/packings.hpp"
#include "nonsmooth/mechanics/run.hpp"
#include "nonsmooth/mechanics/scene.hpp"
