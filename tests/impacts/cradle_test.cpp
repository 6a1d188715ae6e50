// SPDX-License-Identifier: Apache-2.0
// The table of docs/impacts.md, read from the document: every number is what the library gives.
#include "tests/impacts/balls.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <optional>
#include <sstream>
#include <string>

namespace nonsmooth {
namespace {

struct Row {
  std::string rule;
  double e = 0.0;
  Vector numbers;  // five velocities and the energy
};

std::optional<Row> parse(const std::string& line) {
  std::istringstream cells(line);
  std::string cell;
  std::vector<std::string> words;
  while (std::getline(cells, cell, '|')) words.push_back(cell);
  if (words.size() < 9 || words[1].find('`') == std::string::npos) return {};
  Row row{words[1], std::stod(words[2]), Vector(6)};
  for (int i = 0; i < 6; ++i) row.numbers[i] = std::stod(words[static_cast<std::size_t>(3 + i)]);
  return row;
}

ImpactRule rule_named(const std::string& text) {
  if (text.find("NewtonRule") != std::string::npos) return NewtonRule{};
  if (text.find("FremondRule") != std::string::npos) return FremondRule{};
  if (text.find("PoissonRule") != std::string::npos) return PoissonRule{};
  if (text.find("BinaryCollisions") != std::string::npos) return BinaryCollisions{};
  EXPECT_NE(text.find("EnergeticRule"), std::string::npos) << text;
  return EnergeticRule{};
}

TEST(Cradle, NumbersOfTheDocument) {
  std::ifstream document(NS_IMPACTS_DOCUMENT);
  ASSERT_TRUE(document) << NS_IMPACTS_DOCUMENT;
  int rows = 0;
  for (std::string line; std::getline(document, line);) {
    const std::optional<Row> row = parse(line);
    if (!row) continue;
    ++rows;
    const testing::Balls balls = testing::equal_balls(5);
    const double exponent = row->rule.find("linear") != std::string::npos ? 1.0 : 1.5;
    const Vector v = balls.after(rule_named(row->rule), {.e = row->e, .exponent = exponent});
    Vector numbers(6);
    numbers << v, v.squaredNorm();
    EXPECT_LE((numbers - row->numbers).lpNorm<Eigen::Infinity>(), 0.51e-4) << line << numbers;
    EXPECT_NEAR(v.sum(), 1.0, 1e-12) << line;
  }
  EXPECT_EQ(rows, 12);
}

}  // namespace
}  // namespace nonsmooth
