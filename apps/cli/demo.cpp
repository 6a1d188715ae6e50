// SPDX-License-Identifier: Apache-2.0
// `nonsmooth demo`: one run of each domain with its certificate, a report of each, and the wall as
// a moving picture.
#include "apps/cli/embedded.hpp"
#include "apps/cli/verbs.hpp"
#include "apps/cli/view.hpp"
#include "apps/cli/view/render.hpp"
#include "apps/cli/view/svg_chart.hpp"

#include "nonsmooth/base/error.hpp"
#include "nonsmooth/io.hpp"
#include "nonsmooth/simulate.hpp"

#include <chrono>
#include <cmath>
#include <cstdio>

namespace nonsmooth::cli {
namespace {

namespace fs = std::filesystem;

struct Row {
  std::string domain, what, name;
  long steps = 0;
  double seconds = 0.0, residual = 0.0;
  Status status = Status::solved;
  std::string check;  // a number that is known otherwise
};

std::string text(const char* format, double value) {
  char buffer[96];
  std::snprintf(buffer, sizeof buffer, format, value);
  return buffer;
}

// A dry wall of bricks is hit by a heavy ball.
Row wall(const fs::path& out) {
  const io::SceneFile file = io::read_scene_text(embedded::brick_wall(), "brick_wall.toml");
  io::SceneWriter writer(out / "wall.h5", {.existing = io::IfExists::replace});
  const SceneRun run =
      simulate(file.scene, file.scheme,
               {.end = file.end, .record_every = file.record_every, .sink = &writer});
  return {"rigid bodies", "brick wall hit by a ball",
          "wall",         run.steps,
          run.time,       run.worst_residual,
          run.status,     text("deepest overlap %.1e m", -run.deepest_gap)};
}

// Ideal diodes rectify the oscillation of a tank: energy in the tank and in the load add up.
Row bridge(const fs::path& out) {
  const io::Netlist netlist = io::read_netlist_text(embedded::diode_bridge(), "bridge.cir");
  const CircuitModel lowered = netlist.circuit.model();
  io::TrajectoryWriter writer(
      out / "bridge.h5",
      {.existing = io::IfExists::replace,
       .signals = {lowered.signals, [&](double t, VectorIn x, VectorIn lambda, VectorOut y) {
                     lowered.observe(t, x, lambda, y);
                   }}});
  const Trajectory run =
      simulate(lowered.model, EulerMoreau{.step = netlist.transient->fixed_step(), .theta = 0.5},
               {.end = netlist.transient->end, .sink = &writer});
  const Matrix rows = lowered.observe(run.t(), run.group(Quantity::x), run.group(Quantity::lambda));
  const double lowest =
      io::signal_column(lowered, rows, "v(plus,minus)").tail(rows.rows() - 1).minCoeff();
  return {"circuits", "diode bridge behind a tank",
          "bridge",   run.steps,
          run.time,   run.worst_residual,
          run.status, text("load never below %.1e V", lowest)};
}

// x'' = u + d(t), |d| <= 0.5, by a relay u = -sgn(x' + 2 x): after the reaching phase x decays as
// exp(-2 t) whatever d is, without chattering.
Row sliding_mode(const fs::path& out) {
  Model model;
  const SystemId plant = model.add(
      FirstOrder{.name = "plant",
                 .A = Matrix{{0, 1}, {0, 0}},
                 .x0 = Vector{{0.2, 0.0}},
                 .b_of_t = [](double t, VectorOut b) { b << 0.0, 0.5 * std::sin(3.0 * t); }});
  model.add(Interaction{.on = {plant},
                        .relation = FirstOrderLinear{.C = Matrix{{2, 1}}, .B = Matrix{{0}, {1}}},
                        .law = Box{Vector{{-1.0}}, Vector{{1.0}}},
                        .name = "relay"});
  io::TrajectoryWriter writer(out / "sliding.h5", {.existing = io::IfExists::replace});
  const Trajectory run =
      simulate(model, EulerMoreau{.step = 1e-3, .theta = 1.0}, {.end = 6.0, .sink = &writer});
  const auto x = run.x(plant);
  const double off = std::abs(2.0 * x(run.size() - 1, 0) + x(run.size() - 1, 1));
  return {"control", "sliding mode by a relay", "sliding",  run.steps,
          run.time,  run.worst_residual,        run.status, text("off the surface %.1e", off)};
}

// x'' + x = 0 against a wall at x = 0: x(t) = e^n |cos t| after n impacts.
Row oscillator(const fs::path& out) {
  Model model;
  const SystemId mass = model.add(Lagrangian{
      .name = "mass", .mass = Matrix{{1.0}}, .q0 = Vector{{1.0}}, .stiffness = Matrix{{1.0}}});
  model.add(Interaction{.on = {mass},
                        .relation = LinearRelation{.H = Matrix{{1.0}}},
                        .law = NewtonImpact{.e = 0.8},
                        .name = "wall"});
  io::TrajectoryWriter writer(out / "oscillator.h5", {.existing = io::IfExists::replace});
  const Trajectory run = simulate(model, MoreauJean{.step = 1e-3}, {.end = 15.0, .sink = &writer});
  double worst = 0.0;
  for (int i = 0; i < run.size(); ++i) {
    const double impacts = std::floor(run.t()[i] / 3.14159265358979323846 + 0.5);
    worst = std::max(worst, std::abs(run.q(mass)(i, 0) -
                                     std::pow(0.8, impacts) * std::abs(std::cos(run.t()[i]))));
  }
  return {
      "impacts", "oscillator against a wall", "oscillator", run.steps,
      run.time,  run.worst_residual,          run.status,   text("off the formula %.1e m", worst)};
}

void write_text(const fs::path& path, const std::string& content) { write_picture(path, content); }

std::string index_html(const std::vector<Row>& rows) {
  std::string html =
      "<!doctype html><html lang='en'><head><meta charset='utf-8'><meta name='viewport' "
      "content='width=device-width, initial-scale=1'><title>nonsmooth demo</title><style>"
      "body{font:15px/1.5 system-ui,'DejaVu Sans',sans-serif;color:#1d2733;background:#eef1f5;"
      "max-width:1000px;margin:0 auto;padding:28px 20px}img{max-width:100%;border-radius:10px}"
      "table{border-collapse:collapse;background:#fff;width:100%;margin-top:18px}"
      "td,th{padding:6px 12px;border-bottom:1px solid #e3e7ec;text-align:left}a{color:#1f4e79}"
      "</style></head><body><h1>One run of each domain</h1>"
      "<img src='wall.png' alt='the wall is hit'><br><img src='wall_strip.png' alt='five instants'>"
      "<table><tr><th>domain</th><th>run</th><th>status</th><th>worst residual</th><th>check</th>"
      "</tr>\n";
  for (const Row& row : rows)
    html += "<tr><td>" + row.domain + "</td><td><a href='" + row.name + ".html'>" + row.what +
            "</a></td><td>" + std::string(name(row.status)) + "</td><td>" +
            text("%.1e", row.residual) + "</td><td>" + html_text(row.check) + "</td></tr>\n";
  return html + "</table></body></html>\n";
}

}  // namespace

int demo(const DemoArguments& arguments) {
  fs::create_directories(arguments.out);
  if (arguments.problems) return demo_problems(arguments.out);
  const auto began = std::chrono::steady_clock::now();
  std::printf("%-14s %-28s %7s %9s %9s  %-8s %s\n", "domain", "run", "steps", "time", "residual",
              "status", "check");
  std::vector<Row> rows;
  for (const auto& each : {wall, bridge, sliding_mode, oscillator}) {
    const Row& row = rows.emplace_back(each(arguments.out));
    std::printf("%-14s %-28s %7ld %7.2f s %9.1e  %-8s %s\n", row.domain.c_str(), row.what.c_str(),
                row.steps, row.seconds, row.residual, std::string(name(row.status)).c_str(),
                row.check.c_str());
    std::fflush(stdout);
  }
  for (const Row& row : rows)
    write_text(arguments.out / (row.name + ".html"),
               report_html(arguments.out / (row.name + ".h5")));
  const ScenePlay play = play_of(io::read_scene_run(arguments.out / "wall.h5"));
  write_picture(arguments.out / "wall.png", animation(play));
  write_picture(arguments.out / "wall_strip.png",
                png(strip(pictures(play, 5, {.width = 300, .height = 260}))));
  write_text(arguments.out / "index.html", index_html(rows));
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  const std::string folder = arguments.out.string();
  std::printf(
      "\nEvery status is decided outside the solver, by the residuals of every step. %.1f s.\n"
      "  open        %s/index.html (reports of all runs, the wall as a moving picture)\n"
      "  play        nonsmooth view %s/wall.h5\n"
      "  draw        nonsmooth plot %s/oscillator.h5\n",
      seconds, folder.c_str(), folder.c_str(), folder.c_str());
  const bool all_solved = std::all_of(rows.begin(), rows.end(),
                                      [](const Row& row) { return row.status == Status::solved; });
  return all_solved ? ok : not_converged;
}

}  // namespace nonsmooth::cli
