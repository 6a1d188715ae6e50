// SPDX-License-Identifier: Apache-2.0
// Runs in files: same bits back, same bits after a kill, and no way to lose what was flushed.
#include "bench/models.hpp"
#include "nonsmooth/base/random.hpp"
#include "nonsmooth/base/version.hpp"
#include "nonsmooth/io.hpp"
#include "tests/support/message_of.hpp"

#include <gtest/gtest.h>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <bit>
#include <csignal>
#include <fstream>
#include <limits>

#if NS_TEST_HDF5
namespace nonsmooth::io {
namespace {

using nonsmooth::testing::message_of;

std::filesystem::path scratch(const std::string& name) {
  const auto path = std::filesystem::path(::testing::TempDir()) /
                    ("nonsmooth_run_" + std::to_string(::getpid()) + "_" + name);
  std::filesystem::remove(path);
  return path;
}

// a ball, and a relay beside it that has nothing to do with it: every group has columns
Model mixed_model() {
  Model model = models::bouncing_ball().model;
  const SystemId tank =
      model.add(FirstOrder{.name = "tank", .A = Matrix{{0, 1}, {-1, -0.1}}, .x0 = Vector{{1, 0}}});
  model.add(Interaction{.on = {tank},
                        .relation = FirstOrderLinear{.C = Matrix{{0, 1}}, .B = Matrix{{0}, {1}}},
                        .law = models::relay_law(1),
                        .name = "relay"});
  return model;
}

// bitwise: a NaN equals itself, and 0 is not -0
void expect_same_bits(const TrajectoryTable& a, const TrajectoryTable& b, long rows = -1) {
  if (rows < 0) {
    ASSERT_EQ(a.size(), b.size());
    EXPECT_EQ(a.state_hash, b.state_hash);
    rows = a.size();
  }
  for (std::size_t k = 0; k < quantity_count; ++k) {
    ASSERT_EQ(a.groups[k].cols(), b.groups[k].cols());
    if (a.groups[k].cols() == 0) continue;
    for (long row = 0; row < rows; ++row)
      for (Eigen::Index i = 0; i < a.groups[k].cols(); ++i)
        ASSERT_EQ(std::bit_cast<std::uint64_t>(a.groups[k](row, i)),
                  std::bit_cast<std::uint64_t>(b.groups[k](row, i)))
            << "group " << k << " row " << row << " column " << i;
  }
}

// what a program does that may be killed at any time: begin, or go on
Trajectory go(const Model& model, const Scheme& scheme, const std::filesystem::path& path,
              RunOptions options, double flush_every = 0.0) {
  TrajectoryWriter writer(
      path, {.existing = IfExists::resume, .flush_every = flush_every, .wait_for_disk = false});
  options.sink = &writer;
  return simulate(model, scheme, options);
}

// In a process of its own, which never returns into the tests; its exit code is the answer.
pid_t in_child(const auto& action) {
  const pid_t child = ::fork();
  if (child != 0) return child;
  int code = 99;
  try {
    code = action();
  } catch (...) {
  }
  ::_exit(code);
}

int wait_for(pid_t child) {
  int status = 0;
  ::waitpid(child, &status, 0);
  return status;
}

TEST(TrajectoryFile, GivesTheRunBack) {
  const auto path = scratch("back.h5");
  const Model model = mixed_model();
  const Trajectory run = simulate(model, MoreauJean{.step = 5e-3}, {.end = 2.0});
  write_trajectory(run, path);
  const TrajectoryTable table = read_trajectory(path);
  expect_same_bits(table, table_of(run));
  EXPECT_TRUE(table.success());
  EXPECT_EQ(table.message, run.message);
  EXPECT_EQ(table.steps, 400);
  EXPECT_EQ(table.scheme, "moreau_jean");
  EXPECT_NE(table.scheme_options.find("\"step\":0.005"), std::string::npos);
  EXPECT_EQ(table.library, version);
  EXPECT_EQ(table.worst_residual, run.worst_residual);
  EXPECT_EQ(table.deepest_gap, run.deepest_gap);
  EXPECT_EQ(table.last.t, run.end.t);
  for (int k = 0; k < quantity_count; ++k)
    EXPECT_EQ(table.columns(static_cast<Quantity>(k)), run.column_names(static_cast<Quantity>(k)));
  const SystemId ball = model.system("ball"), tank = model.system("tank");
  EXPECT_EQ(table.q("ball"), run.q(ball));
  EXPECT_EQ(table.v("ball"), run.v(ball));
  EXPECT_EQ(table.x("tank"), run.x(tank));
  EXPECT_EQ(table.impulse("floor"), run.impulse(model.interaction("floor")));
  EXPECT_EQ(table.output("relay"), run.output(model.interaction("relay")));
  EXPECT_EQ(table.work("floor"), run.work(model.interaction("floor")));
  EXPECT_EQ(table.energy("kinetic"), run.energy("kinetic"));
  EXPECT_EQ(table.column("x/tank/1"), run.x(tank).col(1));
}

TEST(TrajectoryFile, NamesTheNearestColumn) {
  const TrajectoryTable table =
      table_of(simulate(mixed_model(), MoreauJean{.step = 0.01}, {.end = 0.1}));
  EXPECT_NE(message_of([&] { (void)table.q("bal"); }).find("'ball'"), std::string::npos);
  EXPECT_NE(message_of([&] { (void)table.column("q/bal/0"); }).find("'q/ball/0'"),
            std::string::npos);
  EXPECT_NE(message_of([&] { (void)table.energy("kinetik"); }).find("kinetic"), std::string::npos);
  EXPECT_NE(message_of([&] { (void)table.x("ball"); }).find("mechanical"), std::string::npos);
  const std::vector<std::string> typo{"enrgy"};
  EXPECT_NE(message_of([&] { (void)csv_text(table, typo); }).find("'energy'"), std::string::npos);
}

TEST(TrajectoryFile, ExportsChosenColumns) {
  const Trajectory run = simulate(mixed_model(), MoreauJean{.step = 0.25}, {.end = 0.5});
  const std::vector<std::string> wanted{"x", "q/ball/0"};
  const std::string text = csv_text(table_of(run), wanted);
  EXPECT_EQ(text.substr(0, text.find('\n')), "t,x/tank/0,x/tank/1,q/ball/0");
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 4);
  // the digits give the same number back
  const double last = std::stod(text.substr(text.rfind(',') + 1));
  EXPECT_EQ(last, run.q(run.model().system("ball"))(2, 0));
}

TEST(TrajectoryFile, IsReadableWhileTheRunGoes) {
  const auto path = scratch("live.h5");
  const Model model = mixed_model();
  const MoreauJean scheme{.step = 1e-2};
  const TrajectoryTable whole = table_of(simulate(model, scheme, {.end = 1.0}));
  int readings = 0;
  go(model, scheme, path,
     {.end = 1.0, .keep_rows = false, .on_step = [&](Simulator& now, const StepReport&) {
        // the row of this step is recorded after this call, the one before is flushed
        if (now.state().step < 2 || now.state().step % 7 != 0) return true;
        const TrajectoryTable part = read_trajectory(path);
        EXPECT_EQ(part.size(), now.state().step);
        EXPECT_FALSE(part.finished);
        EXPECT_FALSE(part.success());
        expect_same_bits(part, whole, part.size());
        ++readings;
        return true;
      }});
  EXPECT_EQ(readings, 14);
  expect_same_bits(read_trajectory(path), whole);
}

TEST(TrajectoryFile, IsReadableByAnotherProcess) {
  const auto path = scratch("other_process.h5");
  const Model model = mixed_model();
  const MoreauJean scheme{.step = 1e-3};
  const TrajectoryTable whole = table_of(simulate(model, scheme, {.end = 1.0}));
  const pid_t child = in_child([&] {
    go(model, scheme, path, {.end = 1.0, .keep_rows = false});
    return 0;
  });
  // flushed after every row, as fast as it goes: whatever moment is caught, it is a beginning
  long before = 0;
  bool finished = false;
  int readings = 0;
  for (int waits = 0; !finished && waits < 60000; ++waits) {
    if (!std::filesystem::exists(path)) {
      ::usleep(1000);
      continue;
    }
    const TrajectoryTable part = read_trajectory(path);
    ASSERT_GE(part.size(), before);
    before = part.size();
    finished = part.finished;
    expect_same_bits(part, whole, before);
    ++readings;
  }
  EXPECT_EQ(wait_for(child), 0);
  EXPECT_TRUE(finished);
  EXPECT_GT(readings, 2);
  EXPECT_EQ(before, whole.size());
}

// --- Kill and go on
// -------------------------------------------------------------------------------

struct Killed {
  std::string name;
  Model model;
  Scheme scheme;
  RunOptions options;
};

std::vector<Killed> killed_runs() {
  std::vector<Killed> runs;
  runs.push_back({"mixed", mixed_model(), MoreauJean{.step = 5e-3}, {.end = 1.0}});
  runs.push_back(
      {"sparse_rows", mixed_model(), MoreauJean{.step = 5e-3}, {.end = 1.0, .record_every = 7}});
  runs.push_back({"column",
                  models::bead_column(10, 0.1, 0.2, 0.21, 0.5).model,
                  MoreauJean{.step = 1e-3},
                  {.end = 0.2}});
  runs.push_back({"bridge",
                  models::diode_bridge().model,
                  EulerMoreau{.step = 1e-6, .theta = 0.5},
                  {.end = 2e-4}});
  return runs;
}

TEST(TrajectoryFile, GoesOnAfterAKillWithTheSameBits) {
  for (Killed& run : killed_runs()) {
    SCOPED_TRACE(run.name);
    const auto path = scratch("killed_" + run.name + ".h5");
    for (const long fatal : {1L, 50L, 133L}) {
      const pid_t child = in_child([&] {
        run.options.on_step = [&](Simulator& now, const StepReport&) {
          if (now.state().step == fatal) ::raise(SIGKILL);
          return true;
        };
        go(run.model, run.scheme, path, run.options);
        return 0;
      });
      EXPECT_TRUE(WIFSIGNALED(wait_for(child)));
    }
    const TrajectoryTable left = read_trajectory(path);
    EXPECT_FALSE(left.finished);
    EXPECT_EQ(left.steps, run.options.record_every == 7 ? 126 : 132);
    run.options.on_step = {};
    go(run.model, run.scheme, path, run.options);
    expect_same_bits(read_trajectory(path), table_of(simulate(run.model, run.scheme, run.options)));
  }
}

TEST(TrajectoryFile, SurvivesAKillAtAnyMoment) {
  const auto path = scratch("any_moment.h5");
  const Model model = mixed_model();
  const MoreauJean scheme{.step = 1e-3};
  const TrajectoryTable whole = table_of(simulate(model, scheme, {.end = 5.0}));
  Random random(7);
  long before = 0;
  for (int trial = 0; trial < 12; ++trial) {
    const pid_t child = in_child([&] {
      go(model, scheme, path, {.end = 5.0, .keep_rows = false});
      return 0;
    });
    ::usleep(static_cast<useconds_t>(random.uniform(2e3, 6e4)));
    ::kill(child, SIGKILL);
    wait_for(child);
    if (!std::filesystem::exists(path)) continue;
    const TrajectoryTable part = read_trajectory(path);
    EXPECT_GE(part.size(), before);
    before = part.size();
    expect_same_bits(part, whole, part.size());
  }
  go(model, scheme, path, {.end = 5.0}, 1.0);
  expect_same_bits(read_trajectory(path), whole);
  // only names that were never published may be left over
  for (const auto& entry : std::filesystem::directory_iterator(path.parent_path()))
    if (entry.path().string().starts_with(path.string() + ".partial"))
      std::filesystem::remove(entry.path());
}

TEST(TrajectoryFile, FullDiskKeepsWhatWasFlushed) {
  const auto path = scratch("full.h5");
  const Model model = mixed_model();
  const MoreauJean scheme{.step = 1e-3};
  const TrajectoryTable whole = table_of(simulate(model, scheme, {.end = 5.0}));
  const pid_t child = in_child([&] {
    // the nearest thing to a full disk that needs no disk
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{300000, RLIM_INFINITY};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    const std::string message = message_of([&] { go(model, scheme, path, {.end = 5.0}); });
    return message.find(path.string()) != std::string::npos &&
                   message.find("File too large") != std::string::npos
               ? 0
               : 1;
  });
  EXPECT_EQ(wait_for(child), 0) << "no clear message";
  const TrajectoryTable part = read_trajectory(path);
  EXPECT_GT(part.size(), 200);
  EXPECT_LT(part.size(), whole.size());
  expect_same_bits(part, whole, part.size());
  go(model, scheme, path, {.end = 5.0}, 1.0);
  expect_same_bits(read_trajectory(path), whole);
}

TEST(TrajectoryFile, KeepsTheRowsOfARunThatThrows) {
  const auto path = scratch("throws.h5");
  const Model model = mixed_model();
  EXPECT_THROW(go(model, MoreauJean{.step = 0.01}, path,
                  {.end = 1.0,
                   .on_step = [](Simulator& now, const StepReport&) -> bool {
                     if (now.state().step == 30) throw std::runtime_error("the user's");
                     return true;
                   }},
                  1e9),
               std::runtime_error);
  EXPECT_EQ(read_trajectory(path).size(), 30);
}

// --- Refusals
// -------------------------------------------------------------------------------------

TEST(TrajectoryFile, RefusesWhatIsNotTheRunItWas) {
  const auto path = scratch("other.h5");
  const Model model = mixed_model();
  go(model, MoreauJean{.step = 0.01}, path, {.end = 0.1});
  const auto attempt = [&](const Model& other, const Scheme& scheme) {
    return message_of([&] { go(other, scheme, path, {.end = 0.2}); });
  };
  EXPECT_NE(attempt(model, MoreauJean{.step = 0.02}).find("\"step\":0.02"), std::string::npos);
  EXPECT_NE(attempt(models::bouncing_ball().model, MoreauJean{.step = 0.01})
                .find("1 systems instead of 2"),
            std::string::npos);
  // none of it touched the file
  EXPECT_EQ(read_trajectory(path).size(), 11);
  EXPECT_EQ(go(model, MoreauJean{.step = 0.01}, path, {.end = 0.2}).success(), true);
  EXPECT_EQ(read_trajectory(path).size(), 21);
}

TEST(TrajectoryFile, RefusesToOverwriteOrShare) {
  const auto path = scratch("taken.h5");
  const Model model = mixed_model();
  TrajectoryWriter first(path);
  const auto second = [&] {
    return message_of([&] { TrajectoryWriter(path, {.existing = IfExists::replace}); });
  };
  (void)simulate(model, MoreauJean{.step = 0.01}, {.end = 0.1, .sink = &first});
  EXPECT_NE(message_of([&] { TrajectoryWriter writer(path); }).find("exists"), std::string::npos);
  EXPECT_NE(second().find("another program"), std::string::npos);
  { const TrajectoryWriter gone = std::move(first); }
  EXPECT_EQ(second(), "no exception");
  EXPECT_EQ(read_trajectory(path).size(), 11);
}

TEST(TrajectoryFile, SaysWhyAPathCannotBeWritten) {
  const Trajectory run = simulate(mixed_model(), MoreauJean{.step = 0.01}, {.end = 0.1});
  const auto nowhere = scratch("no_such_folder") / "run.h5";
  const std::string message = message_of([&] { write_trajectory(run, nowhere); });
  EXPECT_NE(message.find("No such file or directory"), std::string::npos) << message;
  EXPECT_NE(message.find(nowhere.string()), std::string::npos) << message;
  EXPECT_NE(
      message_of([&] { write_trajectory(run, ::testing::TempDir()); }).find("found something"),
      std::string::npos);
  EXPECT_NE(message_of([&] { (void)read_trajectory(nowhere); }).find("cannot open"),
            std::string::npos);
}

TEST(TrajectoryFile, KeepsWhatIsNotANumber) {
  const auto path = scratch("nan.h5");
  Model model;
  model.add(FirstOrder{.name = "bad",
                       .x0 = Vector{{1.0}},
                       .f = [](double t, VectorIn) { return t > 0.045 ? std::sqrt(-t) : 1.0; },
                       .f_dx = [](double, VectorIn) { return 0.0; }});
  const Trajectory run =
      go(model, EulerMoreau{.step = 0.01}, path, {.end = 0.1, .on_failure = OnFailure::stop});
  EXPECT_FALSE(run.success());
  const TrajectoryTable table = read_trajectory(path);
  EXPECT_TRUE(table.finished);
  EXPECT_FALSE(table.success());
  EXPECT_EQ(table.message, run.message);
  expect_same_bits(table, table_of(run));
}

// --- Damage
// ---------------------------------------------------------------------------------------

std::string contents(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

// true if it was read; nothing but FileError may come out
bool read_damaged(const std::string& bytes) {
  try {
    (void)read_trajectory_bytes(bytes, "damaged");
    return true;
  } catch (const FileError&) {
    return false;
  }
}

TEST(TrajectoryFile, CutFilesAreRefused) {
  const auto path = scratch("cut.h5");
  write_trajectory(simulate(mixed_model(), MoreauJean{.step = 0.05}, {.end = 0.2}), path);
  const std::string whole = contents(path);
  ASSERT_TRUE(read_damaged(whole));
  for (std::size_t length = 0; length < whole.size(); length += 1 + whole.size() / 400)
    EXPECT_FALSE(read_damaged(whole.substr(0, length))) << length;
}

TEST(TrajectoryFile, FlippedFilesDoNoHarm) {
  const auto path = scratch("flipped.h5");
  write_trajectory(simulate(mixed_model(), MoreauJean{.step = 0.05}, {.end = 0.2}), path);
  const std::string whole = contents(path);
  Random random(11);
  int refused = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    std::string bytes = whole;
    // half of the trials in the first bytes, where the structure is
    const double range = trial % 2 == 0 ? 8192.0 : static_cast<double>(whole.size());
    for (int flips = 0; flips < 3; ++flips)
      bytes[static_cast<std::size_t>(random.uniform(0.0, range))] =
          static_cast<char>(random.uniform(0.0, 256.0));
    refused += read_damaged(bytes) ? 0 : 1;
  }
  EXPECT_GT(refused, 100);
}

TEST(TrajectoryFile, OtherFilesAreNotRuns) {
  EXPECT_FALSE(is_trajectory(scratch("nothing.h5")));
  const auto text = scratch("text.h5");
  std::ofstream(text) << "t,q\n";
  EXPECT_FALSE(is_trajectory(text));
  const auto run = scratch("run.h5");
  write_trajectory(simulate(mixed_model(), MoreauJean{.step = 0.05}, {.end = 0.2}), run);
  EXPECT_TRUE(is_trajectory(run));
}

}  // namespace
}  // namespace nonsmooth::io
#endif
