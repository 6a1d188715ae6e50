// What the examples do with their results: write them where `nonsmooth plot` finds them, compare
// with what is known, and end with an exit code that says whether all of it was right.
#pragma once

#include <nonsmooth/nonsmooth.hpp>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

class Example {
 public:
  /// The file is the first argument of the program, or out/<name>.h5.
  Example(int argc, char** argv, const std::string& name)
      : file_(argc > 1 ? argv[1] : "out/" + name + ".h5") {}

  /// A run to show; with a label to <file>-<label>.h5.
  void save(const ns::Trajectory& run, const std::string& label = "") {
    try {
      ns::io::write_trajectory(run, path(label));
    } catch (const ns::FileError& error) {
      std::printf("not written: %s\n", error.what());
    }
    right(run.success(), run.message);
  }
  /// For SampledLoop::run: the same file with the loop's signals in it; null where none can be
  /// written.
  std::unique_ptr<ns::RunSink> sink(const ns::control::SampledLoop& loop,
                                    const std::string& label = "") {
    const auto values = [&loop](double, ns::VectorIn, ns::VectorIn, ns::VectorOut out) {
      loop.signal_values(out);
    };
    try {
      return std::make_unique<ns::io::TrajectoryWriter>(
          path(label), ns::io::WriterOptions{.existing = ns::io::IfExists::replace,
                                             .signals = {loop.signal_names(), values}});
    } catch (const ns::Error& error) {
      std::printf("not written: %s\n", error.what());
      return nullptr;
    }
  }
  /// Numbers that are no run, as comma-separated values beside the others.
  void table(const ns::Matrix& rows, const std::string& label) {
    std::ofstream file(path(label).replace_extension(".csv"));
    file << rows.format(Eigen::IOFormat(Eigen::StreamPrecision, Eigen::DontAlignCols, ",")) << "\n";
    right(file.good(), "table " + label);
  }
  void right(bool holds, const std::string& what) {
    if (!holds) std::printf("WRONG: %s\n", what.c_str());
    all_right_ = all_right_ && holds;
  }
  void near(const char* what, double found, double expected, double tolerance) {
    const bool holds = std::abs(found - expected) <= tolerance;
    std::printf("%s%s: %.8g, expected %.8g\n", holds ? "" : "WRONG: ", what, found, expected);
    all_right_ = all_right_ && holds;
  }
  int result() const { return all_right_ ? 0 : 1; }

 private:
  std::filesystem::path path(const std::string& label) const {
    std::filesystem::path file = file_;
    if (!label.empty()) file.replace_filename(file_.stem().string() + "-" + label + ".h5");
    if (file.has_parent_path()) std::filesystem::create_directories(file.parent_path());
    return file;
  }

  std::filesystem::path file_;
  bool all_right_ = true;
};
