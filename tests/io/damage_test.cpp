// SPDX-License-Identifier: Apache-2.0
// Cut and flipped files: a reader answers with a FileError or a valid problem, never with anything
// else.
#include "compare.hpp"
#include "nonsmooth/io.hpp"
#include "samples.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

namespace nonsmooth::io {
namespace {

using compare::same;

std::filesystem::path scratch(const std::string& name) {
  const auto path = std::filesystem::path(testing::TempDir()) / ("nonsmooth_damage_" + name);
  std::filesystem::remove(path);
  return path;
}

std::string contents(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

// nothing but FileError may come out, and what is accepted must be valid
std::optional<ProblemFile> read_damaged(const std::string& bytes) {
  try {
    ProblemFile file = read_bytes(bytes, "damaged");
    std::visit([](const auto& problem) { validate(problem); }, file.problem);
    return file;
  } catch (const FileError&) {
    return std::nullopt;
  }
}

// End of the last token a reader needs: cutting inside it gives another, equally valid number.
std::size_t needed(const samples::Sample& sample) {
  const ProblemFile whole = read_text(sample.text, "whole");
  for (std::size_t length = 0; length <= sample.text.size(); ++length) {
    const auto file = read_damaged(sample.text.substr(0, length));
    if (file && same(*file, whole)) return length;
  }
  return sample.text.size();
}

TEST(Damage, CutTextIsRefusedUpToItsLastNumber) {
  for (const samples::Sample& sample : samples::all()) {
    const ProblemFile whole = read_text(sample.text, "whole");
    const std::size_t end = needed(sample);
    const std::size_t last_token = sample.text.find_last_of(" \n", end - 1);
    // prefixes that are whole files of another kind, which no reader can know better: a relay
    // without its bounds is an LCP, and the first numbers of the header of H can be q and mu
    const auto other_kind = [&](const std::string& found) {
      return (sample.format == "siconos text relay" && found == "siconos text lcp") ||
             (sample.format == "siconos text global friction" && found == "siconos text friction");
    };
    for (std::size_t length = 0; length <= sample.text.size(); ++length) {
      const auto file = read_damaged(sample.text.substr(0, length));
      if (!file || length >= end) {
        EXPECT_TRUE(length < end || (file && same(*file, whole))) << sample.format << length;
        continue;
      }
      EXPECT_TRUE(length > last_token || other_kind(file->format))
          << sample.format << " cut to " << length << " read as " << file->format;
    }
  }
}

TEST(Damage, FlippedText) {
  for (const samples::Sample& sample : samples::all())
    for (std::size_t at = 0; at < sample.text.size(); ++at)
      for (const char value : {'\0', ' ', '9', '-', 'e', '\xff'}) {
        std::string text = sample.text;
        text[at] = value;
        read_damaged(text);
      }
}

TEST(Damage, CutAndFlippedJson) {
  const auto path = scratch("sample.json");
  write_json(path, samples::random_local(3, 2, 3, 1));
  const std::string text = contents(path);
  for (std::size_t length = 0; length + 2 < text.size(); ++length)
    EXPECT_FALSE(read_damaged(text.substr(0, length))) << length;
  for (std::size_t at = 0; at < text.size(); ++at)
    for (const char value : {'\0', '"', '9', '-', '[', '}', '\xff'}) {
      std::string flipped = text;
      flipped[at] = value;
      read_damaged(flipped);
    }
}

TEST(Damage, CutAndFlippedFclib) {
#if NS_TEST_HDF5
  const auto path = scratch("sample.hdf5");
  write_fclib(path, samples::random_local(3, 1, 2, 1));
  const std::string bytes = contents(path);
  for (std::size_t length = 0; length < bytes.size(); length += 1 + length / 64)
    EXPECT_FALSE(read_damaged(bytes.substr(0, length))) << length;
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    std::string flipped = bytes;
    flipped[at] = static_cast<char>(~flipped[at]);
    read_damaged(flipped);
  }
#else
  GTEST_SKIP() << "built without HDF5";
#endif
}

TEST(Damage, DeepNestingIsRefusedQuickly) {
  EXPECT_FALSE(read_damaged("{\"W\":" + std::string(1000000, '[')));
}

TEST(Damage, PlainMistakesOfTheUser) {
  const auto message = [](const std::filesystem::path& path) {
    return compare::message_of([&] { read(path); });
  };
  EXPECT_TRUE(compare::contains(message("/nowhere/at/all.dat"), "cannot open"));
  EXPECT_TRUE(compare::contains(message(testing::TempDir()), "found a directory"));
  const std::string pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:0\n";
  EXPECT_TRUE(compare::contains(compare::message_of([&] { read_bytes(pointer, "x"); }), "Git LFS"));
}

}  // namespace
}  // namespace nonsmooth::io
