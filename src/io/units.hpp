// SPDX-License-Identifier: Apache-2.0
// Quantities written with their unit: "25 deg", "3 t/m^3", "10 cm". The result is in SI units,
// angles in rad.
#pragma once

#include <string>
#include <string_view>

namespace nonsmooth::io {

/// Exponents of metre, kilogram, second and radian.
struct Dimension {
  int length = 0, mass = 0, time = 0, angle = 0;
  friend bool operator==(const Dimension&, const Dimension&) = default;
};

namespace dimension {
inline constexpr Dimension none{};
inline constexpr Dimension length{1, 0, 0, 0};
inline constexpr Dimension mass{0, 1, 0, 0};
inline constexpr Dimension time{0, 0, 1, 0};
inline constexpr Dimension angle{0, 0, 0, 1};
inline constexpr Dimension speed{1, 0, -1, 0};
inline constexpr Dimension angular_speed{0, 0, -1, 1};
inline constexpr Dimension acceleration{1, 0, -2, 0};
inline constexpr Dimension density{-3, 1, 0, 0};
inline constexpr Dimension inertia{2, 1, 0, 0};
inline constexpr Dimension force{1, 1, -2, 0};
inline constexpr Dimension torque{2, 1, -2, 0};
inline constexpr Dimension stiffness{0, 1, -2, 0};           ///< N/m
inline constexpr Dimension damping{0, 1, -1, 0};             ///< N s/m
inline constexpr Dimension angular_stiffness{2, 1, -2, -1};  ///< N m/rad
inline constexpr Dimension angular_damping{2, 1, -1, -1};    ///< N m s/rad
}  // namespace dimension

/// "m/s^2", "kg/m^3", "1"
std::string unit_text(const Dimension& dimension);

/// The value of `text` in SI units. A number without a unit is taken as it is. Radians may be left
/// out ("3 1/s" is an angular speed), nothing else. Throws Error naming what was expected.
double parse_quantity(std::string_view text, const Dimension& expected);

}  // namespace nonsmooth::io
