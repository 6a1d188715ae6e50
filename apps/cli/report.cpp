// SPDX-License-Identifier: Apache-2.0
// `nonsmooth report run.h5`: what the run was, what is certain about it, where energy and time
// went, in one HTML file that needs no network, no script and no other file.
#include "apps/cli/runs.hpp"
#include "apps/cli/scene_text.hpp"
#include "apps/cli/view.hpp"
#include "apps/cli/view/render.hpp"
#include "apps/cli/view/svg_chart.hpp"

#include "nonsmooth/base/error.hpp"
#include "nonsmooth/io.hpp"

#include <cmath>
#include <cstdio>
#include <fstream>

namespace nonsmooth::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* style = R"(<style>
:root{--ink:#1d2733;--quiet:#5b6672;--line:#d9dfe6}
body{font:15px/1.5 system-ui,"Segoe UI","DejaVu Sans",sans-serif;color:var(--ink);background:#eef1f5;margin:0}
main{max-width:1160px;margin:0 auto;padding:28px 20px 60px}
h1{font-size:24px;margin:0 0 4px}h2{font-size:17px;margin:34px 0 10px}
.lead{color:var(--quiet);margin:0 0 18px}
.badge{font-size:13px;padding:2px 10px;border-radius:11px;vertical-align:4px;margin-left:10px;font-weight:500}
.good{background:#dff1e6;color:#2f7d4f}.bad{background:#f8e2e0;color:#b3382f}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,440px),1fr));gap:14px}
figure{margin:0;background:#fff;border:1px solid var(--line);border-radius:10px;padding:10px 12px}
svg{width:100%;height:auto;display:block;font:11px system-ui,"DejaVu Sans",sans-serif;fill:var(--quiet)}
svg .grid{stroke:#e3e7ec}svg .name{font-size:13px;fill:var(--ink)}
.legend{display:flex;flex-wrap:wrap;gap:2px 14px;font-size:13px;color:var(--quiet)}
.legend i{display:inline-block;width:15px;height:3px;border-radius:2px;margin-right:5px;vertical-align:middle}
table{border-collapse:collapse;background:#fff;border:1px solid var(--line);border-radius:10px;width:100%}
td,th{padding:5px 14px;border-bottom:1px solid #eef1f4;text-align:left;vertical-align:top;overflow-wrap:anywhere}
th{font-weight:500;color:var(--quiet);width:220px}td.n{text-align:right;font-variant-numeric:tabular-nums}
img{max-width:100%;display:block;border-radius:8px}pre{background:#fff;border:1px solid var(--line);border-radius:10px;padding:12px;overflow:auto}
@media print{body{background:#fff}figure{break-inside:avoid}}
</style>
)";

std::string base64(const std::string& bytes) {
  static constexpr char digits[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    unsigned group = 0;
    for (std::size_t k = 0; k < 3; ++k)
      group = group << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    for (std::size_t k = 0; k < 4; ++k)
      text += k <= bytes.size() - i ? digits[group >> (18 - 6 * k) & 63u] : '=';
  }
  return text;
}

std::string text_of(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number_float()) return format_number("%.6g", value.get<double>());
  return value.dump();
}

std::string in_words(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

std::string table_of_entries(const Json& entries) {
  std::string html = "<table>";
  for (const auto& [key, value] : entries.items())
    html += "<tr><th>" + html_text(in_words(key)) + "</th><td>" + html_text(text_of(value)) +
            "</td></tr>\n";
  return html + "</table>\n";
}

// The entries that say what is certain, taken out of the others.
Json take(Json& entries, std::initializer_list<const char*> keys) {
  Json taken = Json::object();
  for (const char* key : keys)
    if (entries.contains(key)) {
      taken[key] = entries[key];
      entries.erase(key);
    }
  return taken;
}

std::string section(const char* title, const std::string& content) {
  return content.empty() ? "" : "<h2>" + std::string(title) + "</h2>\n" + content;
}

std::string figures(const std::string& content) {
  return content.empty() ? "" : "<div class='figures'>\n" + content + "</div>\n";
}

template <class Column>
std::vector<double> values(const Column& column) {
  return {column.begin(), column.end()};
}

bool acts(const std::vector<double>& y) {
  return std::any_of(y.begin(), y.end(), [](double x) { return std::abs(x) > 0.0; });
}

// What is zero throughout says nothing; the first curve stays, where zero can be drawn.
std::string chart(const ChartText& text, std::vector<Curve> curves) {
  std::vector<Curve> acting;
  for (Curve& curve : curves)
    if ((acting.empty() && !text.logarithmic) || acts(curve.y)) acting.push_back(std::move(curve));
  return acting.empty() ? "" : svg_chart(text, acting);
}

// --- Scenes

std::string stage_table(const io::SceneRunTable& run) {
  std::string html =
      "<table><tr><th>stage</th><th>mean of the recorded steps, ms</th><th>share</th></tr>\n";
  const double total = run.stage_times.sum();
  for (const std::string_view stage : io::scene_time_columns()) {
    const double sum = run.times(stage).sum();
    html += "<tr><td>" + std::string(stage) + "</td><td class='n'>" +
            format_number("%.4g", 1e3 * sum / std::max(1, run.size() - 1)) + "</td><td class='n'>" +
            format_number("%.1f %%", total > 0.0 ? 100.0 * sum / total : 0.0) + "</td></tr>\n";
  }
  return html + "</table>\n";
}

std::string scene_figures(const io::SceneRunTable& run) {
  const auto curves = [&](auto column, std::initializer_list<const char*> names) {
    std::vector<Curve> all;
    for (const char* each : names) all.push_back({in_words(each), run.t, values(column(each))});
    return all;
  };
  const auto energy = [&](const char* each) { return run.energy(each); };
  const auto certificate = [&](const char* each) { return run.certificate(each); };
  return figures(
      chart({"energy", "t, s", "J"}, curves(energy, {"total", "kinetic", "potential"})) +
      chart({"where energy went", "t, s", "J"},
            curves(energy, {"normal", "tangential", "joints", "forces", "driven", "projection",
                            "settled"})) +
      chart({"energy that nothing explains", "t, s", "J", true}, curves(energy, {"closure"})) +
      chart({"residuals", "t, s", "", true},
            curves(certificate, {"residual", "residual_invariant"})) +
      chart({"contacts and islands", "t, s", ""},
            curves(certificate, {"contacts", "islands", "islands_at_rest"})) +
      chart({"deepest gap", "t, s", "m"}, curves(certificate, {"deepest_gap"})) +
      chart({"wall time of a step", "t, s", "s"},
            curves([&](const char* each) { return run.times(each); },
                   {"solve", "detect", "assemble", "correct", "predict", "project"})));
}

std::string scene_pictures(const io::SceneRunTable& run) {
  const std::vector<Image> frames = pictures(play_of(run), 4, {.width = 440, .height = 340});
  const auto last = static_cast<double>(run.t.size() - 1);
  std::string html;
  for (std::size_t k = 0; k < frames.size(); ++k) {
    const auto record = static_cast<std::size_t>(std::lround(last * static_cast<double>(k) / 3.0));
    html += "<figure><img alt='bodies at " + format_number("%g s", run.t[record]) +
            "' src='data:image/png;base64," + base64(png(frames[k])) +
            "'><div class='legend'>t = " + format_number("%.4g s", run.t[record]) +
            "</div></figure>\n";
  }
  return figures(html);
}

std::string scene_body(const fs::path& path, Json& entries) {
  const io::SceneRunTable run = io::read_scene_run(path);
  entries = describe_scene_run(path);
  const Json certain =
      take(entries, {"status", "message", "finished", "steps", "failed_records", "worst_residual",
                     "deepest_gap", "joint_error", "energy_closure", "state_hash"});
  const std::string settings = Json::parse(run.scheme_options).dump(1);
  entries.erase("scheme");
  return section("Pictures", scene_pictures(run)) +
         section("Certificate", table_of_entries(certain)) +
         section("Figures", scene_figures(run)) + section("Time", stage_table(run)) +
         section("Run", table_of_entries(entries)) +
         section("Settings", "<pre>" + html_text(settings) + "</pre>\n");
}

// --- Other runs

std::string group_name(const std::string& column) {
  return column.starts_with("v(")   ? "voltage"
         : column.starts_with("i(") ? "current"
                                    : column.substr(0, column.find('/'));
}

std::string unit_of(const std::string& group) {
  return group == "voltage" ? "V" : group == "current" ? "A" : group == "energy" ? "J" : "";
}

// A few curves of each kind: a thousand of them would show nothing.
std::string column_figures(const io::TrajectoryTable& run) {
  const std::vector<double> t = values(run.t());
  std::vector<std::pair<std::string, std::vector<Curve>>> groups;
  std::vector<std::string> names = run.signals;
  if (!shows_a_circuit(run))
    for (const Quantity quantity : {Quantity::q, Quantity::v, Quantity::x, Quantity::lambda})
      for (const std::string& each : run.columns(quantity)) names.push_back(each);
  for (const std::string& each : names) {
    const std::string group = group_name(each);
    auto found = std::find_if(groups.begin(), groups.end(),
                              [&](const auto& entry) { return entry.first == group; });
    if (found == groups.end()) found = groups.insert(groups.end(), {group, {}});
    if (found->second.size() < 6) found->second.push_back({each, t, values(run.column(each))});
  }
  std::string html;
  for (const auto& [group, curves] : groups)
    html += svg_chart({group, "t, s", unit_of(group)}, curves);
  return html;
}

std::string ledger_figures(const io::TrajectoryTable& run) {
  const std::vector<double> t = values(run.t());
  std::string html;
  if (run.groups[static_cast<std::size_t>(Quantity::v)].cols() > 0) {
    std::vector<Curve> ledger;
    for (const char* each : {"total", "external", "internal", "viscous", "boundary", "normal",
                             "tangential", "numerical"})
      ledger.push_back({each, t, values(run.energy(each))});
    html += chart({"energy and work", "t, s", "J"}, std::move(ledger)) +
            chart({"energy that nothing explains", "t, s", "J", true},
                  {{"closure", t, values(run.energy("closure"))}});
  }
  std::vector<Curve> residuals;
  for (const std::string& each : run.columns(Quantity::certificate))
    if (each.find("residual") != std::string::npos)
      residuals.push_back({in_words(each.substr(each.find('/') + 1)), t, values(run.column(each))});
  if (!residuals.empty()) html += chart({"residuals", "t, s", "", true}, std::move(residuals));
  return html;
}

std::string trajectory_body(const fs::path& path, Json& entries) {
  const io::TrajectoryTable run = io::read_trajectory(path);
  entries = describe_run(path);
  const Json certain =
      take(entries, {"status", "message", "finished", "steps", "failed_steps", "worst_residual",
                     "deepest_gap", "energy_closure", "state_hash"});
  const std::string settings = Json::parse(run.scheme_options).dump(1);
  entries.erase("options");
  Json time{{"wall time", format_number("%.4g s", run.time)},
            {"per step", format_number("%.4g us", 1e6 * run.time / std::max(1L, run.steps))}};
  return section("Figures", figures(column_figures(run) + ledger_figures(run))) +
         section("Certificate", table_of_entries(certain)) +
         section("Time", table_of_entries(time)) + section("Run", table_of_entries(entries)) +
         section("Settings", "<pre>" + html_text(settings) + "</pre>\n");
}

}  // namespace

std::string report_html(const fs::path& file) {
  Json entries;
  const bool scene = io::is_scene_run(file);
  const std::string body = scene ? scene_body(file, entries) : trajectory_body(file, entries);
  const std::string title = html_text(file.filename().string());
  const bool good = body.find("<th>status</th><td>solved</td>") != std::string::npos &&
                    body.find("<th>finished</th><td>true</td>") != std::string::npos;
  return "<!doctype html>\n<html lang='en'><head><meta charset='utf-8'>"
         "<meta name='viewport' content='width=device-width, initial-scale=1'><title>" +
         title + "</title>\n" + style + "</head><body><main>\n<h1>" + title +
         "<span class='badge " + (good ? "good'>solved" : "bad'>not solved") + "</span></h1>\n" +
         "<p class='lead'>" + html_text(text_of(entries["format"])) + " over " +
         html_text(text_of(entries["time"])) + ". A step counts as solved when " +
         (scene ? "the invariant residual, computed outside the solver, is"
                : "both residuals, computed outside the solver, are") +
         " within the tolerance.</p>\n" + body + "</main></body></html>\n";
}

int report(const ReportArguments& arguments) {
  const fs::path out =
      arguments.out ? *arguments.out : arguments.file.filename().replace_extension(".html");
  const std::string html = report_html(arguments.file);
  if (out.has_parent_path()) fs::create_directories(out.parent_path());
  std::ofstream file(out, std::ios::binary);
  file << html;
  file.close();
  if (!file) throw FileError(out.string() + ": cannot write");
  std::printf("%s\n", out.string().c_str());
  return ok;
}

}  // namespace nonsmooth::cli
