// SPDX-License-Identifier: Apache-2.0
// From a scheme value to its stepper.
#include "nonsmooth/schemes.hpp"
#include "schemes/make.hpp"

#include "nonsmooth/base/error.hpp"

#include <array>

namespace nonsmooth {

std::span<const std::string_view> enum_names(Projection) {
  static constexpr std::array<std::string_view, 3> names{"none", "direct", "combined"};
  return names;
}

std::span<const std::string_view> enum_names(StepForm) {
  static constexpr std::array<std::string_view, 2> names{"reduced", "global"};
  return names;
}

std::string_view name(const Scheme& scheme) {
  return std::visit([](const auto& options) -> std::string_view { return options.name; }, scheme);
}

std::unique_ptr<Stepper> make_stepper(const Scheme& scheme, const Model& model) {
  return std::visit(
      [&]<class Options>(const Options& options) -> std::unique_ptr<Stepper> {
        if constexpr (std::is_same_v<Options, CustomScheme>) {
          if (!options.make) throw Error("custom scheme '" + options.name + "': make is empty");
          return options.make(model);
        } else {
          const std::vector<std::string> complaints = validate(options);
          if (!complaints.empty())
            throw Error(std::string(Options::name) + ": " + complaints.front());
          return make(options, model);
        }
      },
      scheme);
}

}  // namespace nonsmooth
