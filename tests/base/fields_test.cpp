// SPDX-License-Identifier: Apache-2.0
#include "nonsmooth/base/fields.hpp"
#include "tests/support/message_of.hpp"

#include <gtest/gtest.h>

#include <array>

namespace nonsmooth {

// at namespace scope: options are, and enum_names is found by argument-dependent lookup
enum class Flavor { sweet, sour, salty };
inline std::span<const std::string_view> enum_names(Flavor) {
  static constexpr std::array<std::string_view, 3> names{"sweet", "sour", "salty"};
  return names;
}

struct SampleOptions {
  double tolerance = 1e-8;
  int max_iterations = 100;
  bool scale = true;
  Flavor flavor = Flavor::sweet;
  double offset = 0.0;

  static constexpr auto fields() {
    return Fields{field("tolerance", &SampleOptions::tolerance, "stop below", 0, 1),
                  field("max_iterations", &SampleOptions::max_iterations, "limit", 1),
                  field("scale", &SampleOptions::scale, "scale first"),
                  field("flavor", &SampleOptions::flavor, "taste"),
                  field("offset", &SampleOptions::offset, "shift")};
  }
};

namespace {

using testing::message_of;

TEST(Fields, SetFromText) {
  SampleOptions options;
  set_field(options, "tolerance", "1e-3");
  set_field(options, "max_iterations", "7");
  set_field(options, "scale", "off");
  set_field(options, "flavor", "salty");
  EXPECT_EQ(options.tolerance, 1e-3);
  EXPECT_EQ(options.max_iterations, 7);
  EXPECT_FALSE(options.scale);
  EXPECT_EQ(options.flavor, Flavor::salty);
}

TEST(Fields, RefusedTextLeavesTheValue) {
  SampleOptions options;
  const auto set = [&](std::string_view name, std::string_view text) {
    return message_of([&] { set_field(options, name, text); });
  };
  EXPECT_EQ(set("tolerance", "abc"), "tolerance: expected a number, found 'abc'");
  EXPECT_EQ(set("tolerance", "1e-3x"), "tolerance: expected a number, found '1e-3x'");
  EXPECT_EQ(set("tolerance", ""), "tolerance: expected a number, found ''");
  EXPECT_EQ(set("tolerance", "2"), "tolerance is 2 but must be between 0 and 1");
  EXPECT_EQ(set("tolerance", "nan"), "tolerance is nan but must be between 0 and 1");
  EXPECT_EQ(set("offset", "nan"), "offset is nan but must be a number");
  EXPECT_EQ(set("max_iterations", "0"), "max_iterations is 0 but must be at least 1");
  EXPECT_EQ(set("max_iterations", "2.5"), "max_iterations: expected a whole number, found '2.5'");
  EXPECT_EQ(set("max_iterations", "99999999999"),
            "max_iterations: expected a whole number, found '99999999999'");
  EXPECT_EQ(set("scale", "maybe"), "scale: expected true or false, found 'maybe'");
  EXPECT_EQ(set("flavor", "slaty"),
            "flavor: unknown choice 'slaty'; did you mean 'salty'? (known: sweet, sour, salty)");
  EXPECT_EQ(set("tolerence", "1"),
            "unknown option 'tolerence'; did you mean 'tolerance'? (known: tolerance, "
            "max_iterations, scale, flavor, offset)");
  EXPECT_EQ(options.tolerance, 1e-8);
  EXPECT_EQ(options.max_iterations, 100);
  EXPECT_EQ(options.flavor, Flavor::sweet);
}

TEST(Fields, ValidateReportsEverythingAtOnce) {
  EXPECT_TRUE(validate(SampleOptions{}).empty());
  const auto complaints = validate(SampleOptions{.tolerance = -1.0, .max_iterations = 0});
  ASSERT_EQ(complaints.size(), 2u);
  EXPECT_EQ(complaints[0], "tolerance is -1 but must be between 0 and 1");
  EXPECT_EQ(complaints[1], "max_iterations is 0 but must be at least 1");
  EXPECT_EQ(validate(SampleOptions{.tolerance = std::nan("")}).size(), 1u);
}

TEST(Fields, NearestNameOnlyWhenNear) {
  const std::array<std::string_view, 3> names{"lemke", "nsgs", "interior_point"};
  EXPECT_EQ(nearest_name("lemek", names), "lemke");
  EXPECT_EQ(nearest_name("nsg", names), "nsgs");
  EXPECT_EQ(nearest_name("point", names), "interior_point");  // part of a name
  EXPECT_EQ(nearest_name("interior-point", names), "interior_point");
  EXPECT_EQ(nearest_name("zzzzzzzzzzzz", names), "");
  EXPECT_EQ(nearest_name("x", {}), "");
  EXPECT_EQ(unknown_name_message("solver", "qqqqqqqqq", names),
            "unknown solver 'qqqqqqqqq' (known: lemke, nsgs, interior_point)");
}

TEST(Fields, NamesInOrderOfDeclaration) {
  EXPECT_EQ(
      field_names<SampleOptions>(),
      (std::vector<std::string_view>{"tolerance", "max_iterations", "scale", "flavor", "offset"}));
}

}  // namespace
}  // namespace nonsmooth
