// SPDX-License-Identifier: Apache-2.0
// Reads a scene file section by section. A mistake ends the item it is in, not the reading: all of
// them are reported together.
#include "io/read_all.hpp"
#include "io/scene_parts.hpp"
#include "nonsmooth/base/error.hpp"
#include "nonsmooth/io/scene_file.hpp"

#include <algorithm>
#include <map>

namespace nonsmooth::io {
namespace {

constexpr std::size_t most_problems = 20;

class SceneReader {
 public:
  SceneReader(std::string_view text, const std::string& name, const std::filesystem::path& folder)
      : source_{name, folder}, document_(parse_toml(text, name)) {}

  SceneFile read() {
    attempt([&] { read_sections(); });
    for (const auto& [value, generated] : items_in_order())
      attempt([&, value = value, generated = generated] {
        generated ? add_packing(*value) : add_body(*value);
      });
    // names that are missing because their bodies failed would be no help
    if (problems_.empty())
      for (const TomlValue& item : list("joint")) attempt([&] { add_joint(item); });
    report();
    return std::move(file_);
  }

 private:
  template <class Action>
  void attempt(const Action& action) {
    if (problems_.size() >= most_problems) return;
    try {
      action();
    } catch (const Error& error) {
      problems_.push_back(error.what());
    }
  }

  void report() const {
    if (problems_.empty()) return;
    std::string text;
    for (const std::string& problem : problems_) text += (text.empty() ? "" : "\n") + problem;
    if (problems_.size() >= most_problems) text += "\n(and perhaps more)";
    throw FileError(text);
  }

  void read_sections() {
    SceneTable top(source_, document_, "scene file");
    const TomlValue* scene = top.find("scene");
    const TomlValue* run = top.find("run");
    for (const char* key : {"body", "generate", "material_pair", "joint"}) (void)top.find(key);
    attempt([&] { top.finish(); });
    if (scene != nullptr) attempt([&] { read_scene_section(*scene); });
    if (run != nullptr) attempt([&] { read_run_section(*run); });
    for (const TomlValue& pair : list("material_pair")) attempt([&] { add_law(pair); });
  }

  void read_scene_section(const TomlValue& value) {
    SceneTable table(source_, value, "[scene]");
    file_.title = table.text("title", "");
    file_.scene.gravity = table.vector("gravity", dimension::acceleration, file_.scene.gravity);
    file_.scene.contact_law = read_law(table, file_.scene.contact_law);
    table.finish();
  }

  void read_run_section(const TomlValue& value) {
    SceneTable table(source_, value, "[run]");
    table.fields(file_.scheme);
    file_.end = table.number("end", dimension::time, file_.end);
    if (file_.end < 0.0) table.fail("end: expected a time not below 0");
    file_.record_every = table.count("record_every", 1, 1, 1000000000);
    file_.stop_on_failure = table.flag("stop_on_failure", false);
    if (table.has("output")) file_.output = table.text("output");
    if (const TomlValue* solver = table.find("solver")) read_solver(table, *solver);
    table.finish();
  }

  // solver = "nsgs", or { name = "nsgs", tolerance = 1e-4 }
  void read_solver(SceneTable& run, const TomlValue& value) {
    if (value.kind == TomlValue::Kind::string) {
      file_.scheme.solver = in_table(run, [&] { return solver_by_name(value.string); });
      return;
    }
    SceneTable table(source_, value, "[run], solver");
    const std::string name = table.text("name", "auto");
    Solver solver = in_table(table, [&] { return solver_by_name(name); });
    if (name == "auto") solver = file_.scheme.solver;
    std::visit(
        [&]<class Options>(Options& options) {
          if constexpr (HasFields<Options>) table.fields(options);
        },
        solver);
    table.finish();
    file_.scheme.solver = solver;
  }

  // The tables of [[key]].
  const std::vector<TomlValue>& list(std::string_view key) {
    static const std::vector<TomlValue> none;
    const TomlValue* value = document_.find(key);
    if (value == nullptr) return none;
    if (value->kind != TomlValue::Kind::array) {
      attempt([&] {
        source_.fail(value->line, "expected [[" + std::string(key) + "]], found " +
                                      std::string(value->kind_name()));
      });
      return none;
    }
    return value->items;
  }

  // Bodies and packings in the order of the file: it is the order of ids.
  std::vector<std::pair<const TomlValue*, bool>> items_in_order() {
    std::vector<std::pair<const TomlValue*, bool>> items;
    for (const TomlValue& item : list("body")) items.emplace_back(&item, false);
    for (const TomlValue& item : list("generate")) items.emplace_back(&item, true);
    std::stable_sort(items.begin(), items.end(),
                     [](const auto& a, const auto& b) { return a.first->line < b.first->line; });
    return items;
  }

  static std::string titled(const TomlValue& item, const std::string& what, const char* key) {
    const TomlValue* name = item.find(key);
    return name == nullptr || name->string.empty() ? what : what + " '" + name->string + "'";
  }

  void take(const SceneTable& table, Body body) {
    if (!body.name.empty()) {
      const auto [other, fresh] = lines_.emplace(body.name, table.line());
      if (!fresh)
        table.fail("the name '" + body.name + "' is that of a body in line " +
                   std::to_string(other->second) + "; give another");
    }
    in_table(table, [&] { return file_.scene.add(std::move(body)); });
  }

  void add_body(const TomlValue& item) {
    SceneTable table(source_, item, titled(item, "body", "name"));
    Body body = read_body(table);
    table.finish();
    take(table, std::move(body));
  }

  void add_packing(const TomlValue& item) {
    SceneTable table(source_, item, titled(item, "generate", "kind"));
    JointedBodies made = read_packing(table);
    table.finish();
    const int first = static_cast<int>(file_.scene.bodies().size());
    for (Body& body : made.bodies) take(table, std::move(body));
    for (Joint& joint : made.joints) {
      joint.a.index += first;
      if (joint.b.valid()) joint.b.index += first;
      in_table(table, [&] { return file_.scene.add(joint); });
    }
  }

  void add_law(const TomlValue& item) {
    SceneTable table(source_, item, "material_pair");
    const std::string a = table.text("a"), b = table.text("b");
    const ContactLaw law = read_law(table, file_.scene.contact_law);
    table.finish();
    in_table(table, [&] { file_.scene.set_law(a, b, law); });
  }

  void add_joint(const TomlValue& item) {
    SceneTable table(source_, item, titled(item, "joint", "name"));
    Joint joint = read_joint(table, file_.scene);
    table.finish();
    in_table(table, [&] { return file_.scene.add(std::move(joint)); });
  }

  SceneSource source_;
  TomlValue document_;
  SceneFile file_;
  std::map<std::string, int> lines_;  // where names were given
  std::vector<std::string> problems_;
};

}  // namespace

SceneFile read_scene_text(std::string_view text, const std::string& name,
                          const std::filesystem::path& folder) {
  return SceneReader(text, name, folder).read();
}

SceneFile read_scene(const std::filesystem::path& path) {
  const std::vector<char> bytes = read_all(path);
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
  return read_scene_text({bytes.data(), bytes.size()}, path.string(), folder);
}

}  // namespace nonsmooth::io
