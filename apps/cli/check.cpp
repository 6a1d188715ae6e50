// SPDX-License-Identifier: Apache-2.0
// `nonsmooth check scene.toml` or `robot.urdf`: what the scene is made of, and what looks like a
// mistake.
#include "apps/cli/run.hpp"
#include "apps/cli/scene_text.hpp"
#include "apps/cli/verbs.hpp"

#include <algorithm>
#include <cstdio>
#include <set>

namespace nonsmooth::cli {
namespace {

constexpr std::size_t most_lines = 10;

std::string pair_of(const Scene& scene, const SceneContact& contact) {
  return scene.name(BodyId{contact.a}) + " - " + scene.name(BodyId{contact.b});
}

std::string vector_text(const Vec<3>& v) {
  return "(" + format_number("%.4g", v[0]) + ", " + format_number("%.4g", v[1]) + ", " +
         format_number("%.4g", v[2]) + ")";
}

// The laws that can act, one line each.
Json laws(const Scene& scene) {
  std::set<std::string> materials;
  for (const Body& body : scene.bodies()) materials.insert(body.material);
  Json lines = Json::array();
  for (auto a = materials.begin(); a != materials.end(); ++a)
    for (auto b = a; b != materials.end() && lines.size() < most_lines; ++b) {
      const ContactLaw& law = scene.law(*a, *b);
      lines.push_back(*a + " - " + *b + ": friction " + format_number("%g", law.friction) +
                      ", restitution " + format_number("%g", law.restitution) +
                      (law.rolling > 0.0 ? ", rolling " + format_number("%g m", law.rolling) : ""));
    }
  return lines;
}

Json heaviest(const SceneSimulator& simulator) {
  const Scene& scene = simulator.scene();
  std::vector<std::pair<double, int>> order;
  for (int i = 0; i < static_cast<int>(scene.bodies().size()); ++i)
    if (scene.bodies()[static_cast<std::size_t>(i)].motion == Motion::dynamic)
      order.emplace_back(-simulator.mass(BodyId{i}), i);
  std::sort(order.begin(), order.end());
  Json lines = Json::array();
  for (std::size_t k = 0; k < order.size() && k < most_lines; ++k)
    lines.push_back(scene.name(BodyId{order[k].second}) + ": " +
                    format_number("%.4g kg", -order[k].first) + " at " +
                    vector_text(simulator.body(BodyId{order[k].second}).position));
  return lines;
}

double total_mass(const SceneSimulator& simulator) {
  double sum = 0.0;
  const auto& bodies = simulator.scene().bodies();
  for (int i = 0; i < static_cast<int>(bodies.size()); ++i)
    if (bodies[static_cast<std::size_t>(i)].motion == Motion::dynamic)
      sum += simulator.mass(BodyId{i});
  return sum;
}

// Deeper than what projections call penetration, the deepest first.
Json warnings(const SceneSimulator& simulator, const std::vector<std::string>& notes) {
  const Scene& scene = simulator.scene();
  std::vector<SceneContact> contacts = simulator.state().contacts;
  std::erase_if(contacts, [](const SceneContact& c) { return c.gap > -1e-6; });
  std::stable_sort(contacts.begin(), contacts.end(),
                   [](const auto& a, const auto& b) { return a.gap < b.gap; });
  Json lines = notes;
  std::set<std::pair<int, int>> seen;
  for (const SceneContact& c : contacts)
    if (seen.emplace(c.a, c.b).second && lines.size() < most_lines)
      lines.push_back("overlap at the start: " + pair_of(scene, c) + " by " +
                      format_number("%.3g m", -c.gap) + "; move one of them");
  const double h = simulator.scheme().step;
  for (int i = 0; i < static_cast<int>(scene.bodies().size()); ++i) {
    const Body& body = scene.bodies()[static_cast<std::size_t>(i)];
    const double turn = h * simulator.state().angular_velocity[static_cast<std::size_t>(i)].norm();
    if (body.motion == Motion::dynamic && turn > 0.5 && lines.size() < most_lines)
      lines.push_back(scene.name(BodyId{i}) + " turns by " + format_number("%.2g rad", turn) +
                      " in a step; take a smaller step");
  }
  return lines;
}

Json first_contacts(const SceneSimulator& simulator) {
  Json lines = Json::array();
  for (const SceneContact& c : simulator.state().contacts)
    if (lines.size() < most_lines)
      lines.push_back(pair_of(simulator.scene(), c) + ": gap " + format_number("%.3g m", c.gap) +
                      " at " + vector_text(c.point));
  return lines;
}

}  // namespace

int check(const CheckArguments& arguments) {
  const io::SceneFile file = read_scene_or_robot(arguments.file);
  const SceneSimulator simulator(file.scene, file.scheme);
  Json object{{"title", file.title},
              {"bodies", summary_of_bodies(file.scene)},
              {"joints", file.scene.joints().size()},
              {"dimension", file.scene.dimension()},
              {"mass_kg", total_mass(simulator)},
              {"heaviest", heaviest(simulator)},
              {"law", laws(file.scene)},
              {"step_s", file.scheme.step},
              {"end_s", file.end},
              {"solver", name(file.scheme.solver)},
              {"contacts", simulator.state().contacts.size()},
              {"contact", first_contacts(simulator)},
              {"warning", warnings(simulator, file.notes)}};
  if (arguments.json) {
    object["file"] = arguments.file.string();
    print_line(object);
    return ok;
  }
  std::printf("%s\n", arguments.file.string().c_str());
  print_entries(object);
  return ok;
}

}  // namespace nonsmooth::cli
