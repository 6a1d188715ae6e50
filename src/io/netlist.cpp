// SPDX-License-Identifier: Apache-2.0
// Structure of a netlist: definitions, subcircuits, parameters, commands. Elements are in
// netlist_elements.cpp.
#include "io/formula.hpp"
#include "io/netlist_reader.hpp"
#include "io/read_all.hpp"
#include "io/spice_text.hpp"
#include "nonsmooth/base/error.hpp"
#include "nonsmooth/base/fields.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace nonsmooth::io {
namespace {

constexpr int deepest_call = 32;
constexpr std::size_t most_lines = 200000;  // of all instances of subcircuits together
constexpr std::size_t most_steps = 2000000000;

template <class Map>
std::string unknown(const char* what, const std::string& word, const Map& known) {
  std::vector<std::string_view> names;
  for (const auto& [name, value] : known) names.push_back(name);
  return unknown_name_message(what, word, names);
}

}  // namespace

// --- Words
// -------------------------------------------------------------------------------------------

const std::string& Words::peek() const {
  static const std::string none;
  return more() ? words_[next_] : none;
}

std::string Words::take(const char* what) {
  if (!more())
    line_.fail(line_.text, std::string("expected ") + what + ", found the end of the line");
  return words_[next_++];
}

bool Words::assignment(std::string& name) {
  if (next_ + 1 >= words_.size() || words_[next_ + 1] != "=") return false;
  name = words_[next_];
  next_ += 2;
  return true;
}

double NetlistReader::parameter(const NetlistLine& line, const std::string& expression,
                                const Scope& scope) const {
  // inner names hide outer ones
  std::map<std::string, double> known;
  for (const Scope* at = &scope; at != nullptr; at = at->parent)
    for (const auto& [name, value] : at->values) known.try_emplace(name, value);
  try {
    const std::string plain =
        plain_expression(expression, [](const std::string& call) -> std::string {
          throw Error("'" + call + "' has no value before the run; use a B source");
        });
    std::vector<std::string_view> names;
    std::vector<double> values;
    for (const auto& [name, value] : known) {
      if (plain.find(name) == std::string::npos) continue;
      names.push_back(name);
      values.push_back(value);
    }
    const double result = Formula(plain, names, FormulaLanguage::spice)(values);
    if (!std::isfinite(result)) throw Error("is not a finite number");
    return result;
  } catch (const Error& error) {
    line.fail(expression, error.what());
  }
}

double NetlistReader::number(const NetlistLine& line, const std::string& word,
                             const Scope& scope) const {
  double value = 0.0;
  if (spice_number(word, value)) return value;
  if (word.size() >= 2 && (word[0] == '{' || word[0] == '\''))
    return parameter(line, word.substr(1, word.size() - 2), scope);
  for (const Scope* at = &scope; at != nullptr; at = at->parent)
    if (const auto found = at->values.find(word); found != at->values.end()) return found->second;
  line.fail(word, "expected a number, a parameter or an expression in braces");
}

double NetlistReader::value(Words& words, const Scope& scope, const char* what) const {
  return number(words.line(), words.take(what), scope);
}

std::string NetlistReader::node_name(const std::string& name, const Scope& scope) const {
  if (name == "0" || name == "gnd") return "0";
  if (const auto found = scope.nodes.find(name); found != scope.nodes.end()) return found->second;
  return scope.prefix + name;
}

NodeId NetlistReader::node(Words& words, const Scope& scope) {
  const std::string name = words.take("a node");
  if (name == "=" || name[0] == '{' || name[0] == '\'') words.line().fail(name, "expected a node");
  return netlist_.circuit.node(node_name(name, scope));
}

ElementId NetlistReader::element_named(const NetlistLine& line, const std::string& name,
                                       const Scope& scope) const {
  try {
    return netlist_.circuit.element(scope.prefix + name);
  } catch (const Error& error) {
    line.fail(name, error.what());
  }
}

const ModelCard& NetlistReader::model(Words& words, const Scope& scope,
                                      std::initializer_list<std::string_view> kinds) const {
  const std::string name = words.take("the name of a model");
  std::map<std::string, int> known;
  for (const Scope* at = &scope; at != nullptr; at = at->parent) {
    if (const auto found = at->models.find(name); found != at->models.end()) {
      if (std::find(kinds.begin(), kinds.end(), found->second.kind) == kinds.end())
        words.line().fail(name, "is a model of kind '" + found->second.kind + "', expected '" +
                                    std::string(*kinds.begin()) + "'");
      return found->second;
    }
    for (const auto& [other, card] : at->models) known[other] = 0;
  }
  words.line().fail(name, unknown("model", name, known));
}

// --- Definitions
// -------------------------------------------------------------------------------------------

void NetlistReader::gather_definitions(const NetlistText& text) {
  Subcircuit* inside = nullptr;
  for (const NetlistLine& line : text.lines) {
    Words words(line, netlist_words(line));
    const std::string first = words.more() ? words.take("a word") : "";
    if (first == ".subckt") {
      if (inside != nullptr)
        line.fail(".subckt", "subcircuits inside subcircuits are not supported; define it before");
      const std::string name = words.take("the name of the subcircuit");
      if (subcircuits_.contains(name)) line.fail(name, "is defined already");
      inside = &subcircuits_[name];
      inside->line = &line;
      std::string key;
      while (words.more()) {
        if (words.assignment(key))
          inside->defaults.emplace_back(key, words.take("a value"));
        else if (words.peek() != "params:")
          inside->ports.push_back(words.take("a node"));
        else
          (void)words.take("params:");
      }
      const std::set<std::string> different(inside->ports.begin(), inside->ports.end());
      if (different.size() != inside->ports.size()) line.fail(name, "names a node twice");
    } else if (first == ".ends") {
      if (inside == nullptr) line.fail(".ends", "there is no .subckt above");
      inside = nullptr;
    } else {
      (inside != nullptr ? inside->lines : top_).push_back(line);
    }
  }
  if (inside != nullptr) inside->line->fail(".subckt", "has no .ends");
}

// parameters may use each other in any order
void NetlistReader::set_parameters(const std::vector<NetlistLine>& lines, Scope& scope) const {
  struct Open {
    const NetlistLine* line;
    std::string name, text;
  };
  std::vector<Open> open;
  for (const NetlistLine& line : lines) {
    if (!line.text.starts_with(".param")) continue;
    Words words(line, netlist_words(line));
    (void)words.take(".param");
    while (words.more()) {
      std::string name;
      if (!words.assignment(name)) line.fail(words.peek(), "expected name = value");
      open.push_back({&line, name, words.take("a value")});
    }
  }
  for (int pass = 0; !open.empty(); ++pass) {
    std::vector<Open> left;
    std::string problem;
    for (const Open& each : open) {
      try {
        scope.values[each.name] = number(*each.line, each.text, scope);
      } catch (const FileError& error) {
        if (problem.empty()) problem = error.what();
        left.push_back(each);
      }
    }
    if (left.size() == open.size()) throw FileError(problem);
    if (pass == 50)
      open.front().line->fail(open.front().name, "needs parameters defined below it, 50 deep");
    open = std::move(left);
  }
}

void NetlistReader::set_models(const std::vector<NetlistLine>& lines, Scope& scope) const {
  for (const NetlistLine& line : lines) {
    if (!line.text.starts_with(".model")) continue;
    Words words(line, netlist_words(line));
    (void)words.take(".model");
    const std::string name = words.take("the name of the model");
    ModelCard card{.kind = words.take("the kind of the model"), .values = {}, .used = {}};
    card.line = &line;
    while (words.more()) {
      std::string key;
      if (!words.assignment(key)) line.fail(words.peek(), "expected parameter = value");
      card.values[key] = value(words, scope, "a value");
    }
    if (!scope.models.emplace(name, std::move(card)).second)
      line.fail(name, "a model of that name is defined already");
  }
}

// --- Instances
// -------------------------------------------------------------------------------------------

void NetlistReader::instantiate(const std::vector<NetlistLine>& lines, Scope& scope, int depth) {
  set_parameters(lines, scope);
  set_models(lines, scope);
  for (const NetlistLine& line : lines) {
    if (++line_count_ > most_lines)
      line.fail("", "subcircuits make more than 200000 lines; write a smaller netlist");
    if (line.text[0] == '.') {
      if (line.text.starts_with(".param") || line.text.starts_with(".model")) continue;
      if (depth > 0) line.fail(line.text, "commands stand outside of subcircuits");
      command(line, scope);
    } else if (line.text[0] == 'x') {
      call(line, scope, depth);
    } else if (mentions_others(line)) {
      deferred_.push_back({line, &scope});
    } else {
      element(line, scope, false);
    }
  }
}

void NetlistReader::call(const NetlistLine& line, const Scope& scope, int depth) {
  if (depth >= deepest_call) line.fail(line.text, "subcircuits call each other, 32 deep");
  Words words(line, netlist_words(line));
  const std::string instance = words.take("a name");
  std::vector<std::string> plain;
  std::vector<std::pair<std::string, std::string>> given;
  std::string key;
  while (words.more()) {
    if (words.assignment(key))
      given.emplace_back(key, words.take("a value"));
    else if (const std::string word = words.take("a word"); word != "params:")
      plain.push_back(word);
  }
  if (plain.empty()) line.fail(instance, "expected nodes and the name of a subcircuit");
  const auto found = subcircuits_.find(plain.back());
  if (found == subcircuits_.end())
    line.fail(plain.back(), unknown("subcircuit", plain.back(), subcircuits_));
  const Subcircuit& definition = found->second;
  if (plain.size() - 1 != definition.ports.size())
    line.fail(plain.back(), "has " + std::to_string(definition.ports.size()) + " nodes, found " +
                                std::to_string(plain.size() - 1));
  scopes_.push_back(std::make_unique<Scope>());
  Scope& inner = *scopes_.back();
  inner.parent = scopes_.front().get();  // what is global, not what the caller has
  inner.prefix = scope.prefix + instance + ".";
  for (std::size_t i = 0; i < definition.ports.size(); ++i)
    inner.nodes[definition.ports[i]] = node_name(plain[i], scope);
  for (const auto& [name, text] : definition.defaults)
    inner.values[name] = number(*definition.line, text, *inner.parent);
  for (const auto& [name, text] : given) {
    if (!inner.values.contains(name)) line.fail(name, unknown("parameter", name, inner.values));
    inner.values[name] = number(line, text, scope);
  }
  instantiate(definition.lines, inner, depth + 1);
}

void NetlistReader::note_unused(const Scope& scope) {
  for (const auto& [name, card] : scope.models) {
    std::string list;
    for (const auto& [key, value] : card.values)
      if (!card.used.empty() && !card.used.contains(key)) list += (list.empty() ? "" : ", ") + key;
    if (list.empty()) continue;
    netlist_.notes.push_back(card.line->file + ":" + std::to_string(card.line->number) +
                             ": model '" + name + "': " + list +
                             " has no meaning for an ideal device and is not used");
  }
}

Netlist NetlistReader::read(const NetlistText& text) {
  netlist_.title = text.title;
  gather_definitions(text);
  scopes_.push_back(std::make_unique<Scope>());
  instantiate(top_, *scopes_.front(), 0);
  for (const Deferred& each : deferred_) element(each.line, *each.scope, true);
  apply_initial_voltages();
  for (const auto& scope : scopes_) note_unused(*scope);
  std::sort(netlist_.notes.begin(), netlist_.notes.end());
  netlist_.notes.erase(std::unique(netlist_.notes.begin(), netlist_.notes.end()),
                       netlist_.notes.end());
  return std::move(netlist_);
}

// --- Commands
// -------------------------------------------------------------------------------------------

void NetlistReader::command(const NetlistLine& line, const Scope& scope) {
  Words words(line, netlist_words(line, true));
  const std::string name = words.take("a command");
  if (name == ".tran") {
    TransientCommand tran;
    tran.step = value(words, scope, "the step");
    tran.end = value(words, scope, "the end");
    if (words.more() && words.peek() != "uic") tran.start = value(words, scope, "the start");
    if (words.more() && words.peek() != "uic")
      tran.largest_step = value(words, scope, "the largest step");
    tran.use_initial_values = words.more() && words.take("uic") == "uic";
    if (!(tran.step > 0.0 && tran.end > 0.0 && tran.start >= 0.0 && tran.largest_step >= 0.0))
      line.fail(".tran", "step and end must be positive");
    if (tran.end / tran.fixed_step() > static_cast<double>(most_steps))
      line.fail(".tran", "asks for more than 2e9 steps");
    netlist_.transient = tran;
  } else if (name == ".op") {
    netlist_.operating_point = true;
  } else if (name == ".dc") {
    SweepCommand sweep;
    sweep.source = words.take("a source");
    sweep.from = value(words, scope, "the first value");
    sweep.to = value(words, scope, "the last value");
    sweep.step = value(words, scope, "the step");
    if (sweep.step == 0.0 || (sweep.to - sweep.from) / sweep.step < 0.0 ||
        (sweep.to - sweep.from) / sweep.step > 1e7)
      line.fail(".dc", "the step does not lead from the first to the last value in 1e7 steps");
    netlist_.sweep = sweep;
  } else if (name == ".print" || name == ".plot" || name == ".save" || name == ".probe") {
    while (words.more()) {
      const std::string word = words.take("a signal");
      if (word.ends_with(")")) netlist_.print.push_back(word);
    }
  } else if (name == ".ic") {
    initial_voltages(line, scope);
  } else if (name == ".measure" || name == ".meas") {
    measure(line, scope);
  } else if (name == ".options" || name == ".option") {
    options(line, scope);
  } else if (name == ".temp" || name == ".width" || name == ".nodeset" || name == ".global") {
    netlist_.notes.push_back(line.file + ":" + std::to_string(line.number) + ": " + name +
                             " has no effect");
  } else {
    static constexpr std::string_view known[] = {
        ".tran", ".op",    ".dc",    ".print",  ".plot", ".save",    ".probe", ".ic",
        ".meas", ".param", ".model", ".subckt", ".ends", ".include", ".end",   ".options"};
    line.fail(name, unknown_name_message("command", name, known));
  }
}

// method=adaptive|fixed and tolerance= are ours, everything else belongs to other simulators
void NetlistReader::options(const NetlistLine& line, const Scope& scope) {
  Words words(line, netlist_words(line));
  (void)words.take(".options");
  std::string key, ignored;
  while (words.more()) {
    if (!words.assignment(key)) {
      ignored += (ignored.empty() ? "" : ", ") + words.take("an option");
    } else if (key == "method") {
      const std::string method = words.take("a method");
      if (method == "adaptive")
        netlist_.tolerance = netlist_.tolerance.value_or(1e-4);
      else if (method == "fixed")
        netlist_.tolerance.reset();
      else
        ignored += (ignored.empty() ? "method=" : ", method=") + method;
    } else if (key == "tolerance") {
      netlist_.tolerance = value(words, scope, "a tolerance");
      if (!(*netlist_.tolerance > 0.0)) line.fail("tolerance", "must be positive");
    } else {
      (void)words.take("a value");
      ignored += (ignored.empty() ? "" : ", ") + key;
    }
  }
  if (ignored.empty()) return;
  netlist_.notes.push_back(line.file + ":" + std::to_string(line.number) +
                           ": .options: " + ignored + " has no effect");
}

void NetlistReader::initial_voltages(const NetlistLine& line, const Scope& scope) {
  Words words(line, netlist_words(line, true));
  (void)words.take(".ic");
  while (words.more()) {
    std::string name;
    if (!words.assignment(name) || !name.starts_with("v(") || !name.ends_with(")"))
      line.fail(words.peek(), "expected v(node) = value");
    initial_[node_name(name.substr(2, name.size() - 3), scope)] = value(words, scope, "a voltage");
  }
}

// what .ic says of both nodes of a capacitor is its voltage
void NetlistReader::apply_initial_voltages() {
  if (initial_.empty()) return;
  for (const auto& [name, voltage] : initial_)
    if (!netlist_.circuit.has_node(name))
      throw FileError(".ic: no element is at node '" + name + "'");
  initial_["0"] = 0.0;
  Circuit with;
  for (int k = 1; k < netlist_.circuit.node_count(); ++k)
    (void)with.node(netlist_.circuit.name(NodeId{k}));
  for (circuit::Element element : netlist_.circuit.elements()) {
    if (auto* c = std::get_if<circuit::Capacitor>(&element); c != nullptr && !c->v0) {
      const auto a = initial_.find(netlist_.circuit.name(c->a)),
                 b = initial_.find(netlist_.circuit.name(c->b));
      if (a != initial_.end() && b != initial_.end()) c->v0 = a->second - b->second;
    }
    (void)with.add(std::move(element));
  }
  netlist_.circuit = std::move(with);
}

// --- Measures
// -------------------------------------------------------------------------------------------

Measure::Crossing NetlistReader::crossing(Words& words, const Scope& scope) {
  Measure::Crossing at;
  std::string key;
  if (words.peek() == "at" && words.assignment(key)) {
    at.at = value(words, scope, "a time");
    return at;
  }
  if (words.assignment(at.signal))
    at.value = value(words, scope, "a value");
  else
    at.signal = words.take("a signal");
  while (words.more() && words.peek() != "targ") {
    if (!words.assignment(key))
      words.line().fail(words.peek(), "expected val, rise, fall or cross");
    if (key == "val") {
      at.value = value(words, scope, "a value");
    } else if (key == "rise" || key == "fall" || key == "cross") {
      at.direction = key == "rise" ? 1 : key == "fall" ? -1 : 0;
      const std::string count = words.take("a count");
      const double n = count == "last" ? -1.0 : number(words.line(), count, scope);
      if (n != -1.0 && !(n >= 1.0 && n <= 1e9))
        words.line().fail(count, "expected 1, 2, ... or last");
      at.count = static_cast<int>(n);
    } else {
      words.line().fail(key, "expected val, rise, fall or cross");
    }
  }
  return at;
}

void NetlistReader::measure(const NetlistLine& line, const Scope& scope) {
  Words words(line, netlist_words(line, true));
  (void)words.take(".measure");
  if (words.peek() == "tran") (void)words.take("tran");
  Measure m;
  m.name = words.take("the name of the measure");
  const std::string kind = words.take("avg, rms, max, min, pp, integ, find, when or trig");
  static const std::map<std::string, Measure::Kind> simple{
      {"avg", Measure::Kind::average},      {"rms", Measure::Kind::rms},
      {"max", Measure::Kind::maximum},      {"min", Measure::Kind::minimum},
      {"pp", Measure::Kind::peak_to_peak},  {"integ", Measure::Kind::integral},
      {"integral", Measure::Kind::integral}};
  if (const auto found = simple.find(kind); found != simple.end()) {
    m.kind = found->second;
    m.signal = words.take("a signal");
    std::string key;
    while (words.assignment(key)) {
      const double bound = value(words, scope, "a time");
      if (key != "from" && key != "to") line.fail(key, "expected from or to");
      (key == "from" ? m.from : m.to) = bound;
    }
  } else if (kind == "find") {
    m.kind = Measure::Kind::find;
    m.signal = words.take("a signal");
    if (words.peek() == "when") (void)words.take("when");
    m.when = crossing(words, scope);
  } else if (kind == "when") {
    m.kind = Measure::Kind::when;
    m.when = crossing(words, scope);
  } else if (kind == "trig") {
    m.kind = Measure::Kind::delay;
    m.when = crossing(words, scope);
    if (words.take("targ") != "targ") line.fail(kind, "expected targ after trig");
    m.target = crossing(words, scope);
  } else {
    line.fail(kind, "expected avg, rms, max, min, pp, integ, find, when or trig");
  }
  if (words.more()) line.fail(words.peek(), "expected the end of the line");
  netlist_.measures.push_back(std::move(m));
}

// --- Reading
// -------------------------------------------------------------------------------------------

Netlist read_netlist_text(std::string_view text, const std::string& name) {
  return NetlistReader().read(netlist_lines(text, name, {}));
}

Netlist read_netlist(const std::filesystem::path& path) {
  const std::vector<char> bytes = read_all(path);
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
  return NetlistReader().read(netlist_lines({bytes.data(), bytes.size()}, path.string(), folder));
}

}  // namespace nonsmooth::io
