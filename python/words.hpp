// SPDX-License-Identifier: Apache-2.0
// What several classes say alike, once: runs of models and scenes, their options and reports.
#pragma once

namespace nonsmooth::python::words {

inline constexpr const char* solver = "of the one-step problems";
inline constexpr const char* end = "time to reach, s";
inline constexpr const char* on_step =
    "called with (simulator, report) after every step; returning False ends the run";
inline constexpr const char* on_progress =
    "called about every tenth of a second with the share done, 0 to 1";

inline constexpr const char* success = "Every step was solved, none is missing.";
inline constexpr const char* status = "Of the worst step.";
inline constexpr const char* message = "How the run ended.";
inline constexpr const char* interrupted = "Ended by Ctrl-C.";
inline constexpr const char* wall_time = "Wall time, s.";
inline constexpr const char* residual = "Standard measure.";
inline constexpr const char* residual_invariant = "Independent of units.";
inline constexpr const char* deepest_gap = "Most negative gap met, m.";
inline constexpr const char* impulse = "Impulse of the step, N s (mechanics), or multiplier.";
inline constexpr const char* seconds = "s";
inline constexpr const char* copy = "A copy.";

}  // namespace nonsmooth::python::words
