// SPDX-License-Identifier: Apache-2.0
// The report of `bench friction`: who solves how much, how fast, and where Auto loses.
#include "apps/cli/bench_friction.hpp"

#include "apps/cli/bench_support.hpp"

#include "nonsmooth/solvers.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>

namespace nonsmooth::cli {
namespace {

// Auto may take this much of the peer's best time, plus what its look at the problem costs.
constexpr double allowed_factor = 1.5;
constexpr double allowed_extra = 50e-6;

// One solver over the files of one kind; files it did not run on count as failures.
struct Record {
  bool peer = false;
  std::string solver;
  int solved = 0;
  double mean = 0.0;
  std::vector<double> times{};

  std::string label() const { return (peer ? "siconos " : "") + solver; }
};

std::vector<std::string> kinds_of(const FrictionRun& run) {
  std::vector<std::string> kinds;
  for (const FrictionFile& file : run.files)
    if (std::find(kinds.begin(), kinds.end(), file.kind) == kinds.end()) kinds.push_back(file.kind);
  return kinds;
}

int count_of(const FrictionRun& run, const std::string& kind) {
  return static_cast<int>(std::count_if(run.files.begin(), run.files.end(),
                                        [&](const FrictionFile& f) { return f.kind == kind; }));
}

// Success first, then time.
std::vector<Record> records(const FrictionRun& run, const std::string& kind, double tolerance) {
  std::map<std::pair<bool, std::string>, Record> found;
  for (const FrictionRow& row : run.rows) {
    if (run.files[row.file].kind != kind || row.tolerance != tolerance) continue;
    Record& record = found[{row.peer, row.solver}];
    record.peer = row.peer;
    record.solver = row.solver;
    record.solved += row.solved;
    record.times.push_back(row.time_s);
  }
  std::vector<Record> list;
  for (auto& [key, record] : found) {
    record.times.resize(static_cast<std::size_t>(count_of(run, kind)), run.limit);
    record.mean = shifted_geometric_mean(record.times);
    list.push_back(std::move(record));
  }
  std::stable_sort(list.begin(), list.end(), [](const Record& a, const Record& b) {
    return a.solved != b.solved ? a.solved > b.solved : a.mean < b.mean;
  });
  return list;
}

const Record* find_auto(const std::vector<Record>& list) {
  for (const Record& each : list)
    if (!each.peer && each.solver == Auto::name) return &each;
  return nullptr;
}

void print_records(const FrictionRun& run, const std::string& kind, double tolerance) {
  const std::vector<Record> list = records(run, kind, tolerance);
  const Record* ours = find_auto(list);
  const int total = count_of(run, kind);
  std::printf("\n%s, %d files, tolerance %g\n%-24s %9s %12s %10s\n", kind.c_str(), total, tolerance,
              "solver", "solved", "mean time", "of auto");
  for (const Record& each : list) {
    std::printf("%-24s %4d/%-4d %12s", each.label().c_str(), each.solved, total,
                time_text(each.mean).c_str());
    if (ours != nullptr) std::printf(" %10.3g", each.mean / ours->mean);
    std::printf("\n");
  }
}

// Auto and the fastest checked answer of the peer on one file.
struct Duel {
  const FrictionRow* ours = nullptr;
  const FrictionRow* peer = nullptr;  // null: no solver of it gave an answer that passes
  bool peer_ran = false;

  // what is left of the allowance: above 1 Auto is too slow
  double excess() const {
    if (ours == nullptr || peer == nullptr) return 0.0;
    return ours->time_s / (allowed_factor * peer->time_s + allowed_extra);
  }
};

Duel duel(const FrictionRun& run, std::size_t file, double tolerance) {
  Duel result;
  for (const FrictionRow& row : run.rows) {
    if (row.file != file || row.tolerance != tolerance) continue;
    if (!row.peer && row.solver == Auto::name) result.ours = &row;
    result.peer_ran = result.peer_ran || row.peer;
    if (row.peer && row.solved && (result.peer == nullptr || row.time_s < result.peer->time_s))
      result.peer = &row;
  }
  return result;
}

void print_duels(const FrictionRun& run, double tolerance) {
  std::printf("\nfile by file, tolerance %g%s\n%-36s %8s %10s %9s  ", tolerance,
              run.with_peer ? "; SLOW: Auto above 1.5 times the best of siconos plus 50 us" : "",
              "file", "contacts", "auto", "invariant");
  if (run.with_peer)
    std::printf("%10s %9s %8s %-5s %-14s ", "siconos", "invariant", "ours/its", "", "its best");
  std::printf("%s\n", "path of auto");
  for (std::size_t i = 0; i < run.files.size(); ++i) {
    const Duel both = duel(run, i, tolerance);
    if (both.ours == nullptr) continue;
    std::printf("%-36.36s %8d %10s %9.1e  ", run.files[i].name.c_str(), run.files[i].contacts,
                both.ours->solved ? time_text(both.ours->time_s).c_str() : "not solved",
                both.ours->residuals.invariant);
    if (both.peer != nullptr)
      std::printf("%10s %9.1e %8.2f %-5s %-14s ", time_text(both.peer->time_s).c_str(),
                  both.peer->residuals.invariant, both.ours->time_s / both.peer->time_s,
                  both.excess() > 1.0 ? "SLOW" : "", both.peer->solver.c_str());
    else if (run.with_peer)
      std::printf("%10s %9s %8s %-5s %-14s ", both.peer_ran ? "none" : "-", "", "", "", "");
    std::printf("%s\n", both.ours->path.c_str());
  }
}

// Per kind the peer may bring another solver; that is more than one would do in practice.
void print_against_single(const FrictionRun& run, double tolerance) {
  std::vector<double> ours_all, peer_all;
  for (const std::string& kind : kinds_of(run)) {
    const std::vector<Record> list = records(run, kind, tolerance);
    const Record* ours = find_auto(list);
    const Record* best = nullptr;
    for (const Record& each : list)
      if (each.peer && (best == nullptr || each.mean < best->mean)) best = &each;
    if (ours == nullptr || best == nullptr) continue;
    std::printf("%s: Auto %d/%zu in %s, best single siconos solver %s %d/%zu in %s: %.1f times\n",
                kind.c_str(), ours->solved, ours->times.size(), time_text(ours->mean).c_str(),
                best->solver.c_str(), best->solved, best->times.size(),
                time_text(best->mean).c_str(), best->mean / ours->mean);
    ours_all.insert(ours_all.end(), ours->times.begin(), ours->times.end());
    peer_all.insert(peer_all.end(), best->times.begin(), best->times.end());
  }
  if (!ours_all.empty())
    std::printf("all kinds, the best single solver of each: %.1f times\n",
                shifted_geometric_mean(peer_all) / shifted_geometric_mean(ours_all));
}

void print_against_portfolio(const FrictionRun& run, double tolerance) {
  std::size_t worst = 0;
  int slow = 0, compared = 0;
  double most = 0.0;
  for (std::size_t i = 0; i < run.files.size(); ++i) {
    const Duel both = duel(run, i, tolerance);
    if (both.peer == nullptr || both.ours == nullptr) continue;
    ++compared;
    slow += both.excess() > 1.0;
    if (both.excess() <= most) continue;
    most = both.excess();
    worst = i;
  }
  if (compared == 0) return;
  const Duel both = duel(run, worst, tolerance);
  std::printf(
      "against the best of its portfolio per file: %d of %d too slow; worst file %s, "
      "%s against %s (%s)\n",
      slow, compared, run.files[worst].name.c_str(), time_text(both.ours->time_s).c_str(),
      time_text(both.peer->time_s).c_str(), both.peer->solver.c_str());
}

// Answers that the peer calls solved and the residual does not.
void print_false_claims(const FrictionRun& run, double tolerance) {
  std::map<std::string, int> claims;
  for (const FrictionRow& row : run.rows)
    if (row.peer && row.tolerance == tolerance && !row.solved && row.status == "claims success" &&
        row.residuals.standard > row.tolerance)
      ++claims[run.files[row.file].kind + " " + row.solver];
  if (claims.empty()) return;
  std::printf("success claimed by siconos and not confirmed:");
  const char* separator = " ";
  for (const auto& [solver, count] : claims) {
    std::printf("%s%s %d", separator, solver.c_str(), count);
    separator = ", ";
  }
  std::printf("\n");
}

}  // namespace

double shifted_geometric_mean(const std::vector<double>& times, double shift) {
  double sum = 0.0;
  for (const double time : times) sum += std::log(time + shift);
  return std::exp(sum / static_cast<double>(times.size())) - shift;
}

void print_friction_report(const FrictionRun& run) {
  for (const double tolerance : run.tolerances) {
    for (const std::string& kind : kinds_of(run)) print_records(run, kind, tolerance);
    print_duels(run, tolerance);
    if (!run.with_peer) continue;
    std::printf("\nsummary, tolerance %g, failures at %g s, geometric means shifted by 1 ms\n",
                tolerance, run.limit);
    print_against_single(run, tolerance);
    print_against_portfolio(run, tolerance);
    print_false_claims(run, tolerance);
  }
}

void write_friction_csv(const FrictionRun& run, const std::filesystem::path& path) {
  const auto quoted = [](const std::string& text) {
    std::string cell = "\"";
    for (const char c : text) cell += c == '"' ? std::string("\"\"") : std::string(1, c);
    return cell + "\"";
  };
  std::ofstream csv(path);
  csv << "file,kind,contacts,size,tolerance,side,solver,solved,time_s,residual,residual_invariant,"
         "iterations,status,path\n";
  for (const FrictionRow& row : run.rows) {
    const FrictionFile& file = run.files[row.file];
    csv << quoted(file.name) << ',' << file.kind << ',' << file.contacts << ',' << file.size << ','
        << row.tolerance << ',' << (row.peer ? "siconos" : "ours") << ',' << row.solver << ','
        << row.solved << ',' << row.time_s << ',' << row.residuals.standard << ','
        << row.residuals.invariant << ',' << row.iterations << ',' << quoted(row.status) << ','
        << quoted(row.path) << '\n';
  }
  csv.close();
  if (!csv) throw FileError(path.string() + ": could not be written completely");
}

}  // namespace nonsmooth::cli
