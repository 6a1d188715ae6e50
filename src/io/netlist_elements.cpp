// SPDX-License-Identifier: Apache-2.0
// The element lines of a netlist, by their first letter:
//
//   R C L a b value [ic=]         K l1 l2 k             V I a b [dc] sin() pulse() pwl()
//   E G a b c d gain | value={}   F H a b vsource gain  B a b v=expression | i=expression
//   D a b model                   S a b c d model       W a b vsource model
//   M d g s [b] model [w= l=]     Q c b e [s] model     U a b c d model (opamp, comparator,
//                                                       transformer)
//
// Of model cards only what an ideal or piecewise-linear device has is used.
#include "io/formula.hpp"
#include "io/netlist_reader.hpp"
#include "io/spice_text.hpp"
#include "nonsmooth/base/error.hpp"

#include <algorithm>
#include <cmath>

namespace nonsmooth::io {

using namespace circuit;

namespace {

double get(const ModelCard& card, const std::string& key, double standard) {
  card.used[key] = true;
  const auto found = card.values.find(key);
  return found == card.values.end() ? standard : found->second;
}

// one of several names for the same thing
double get(const ModelCard& card, std::initializer_list<const char*> keys, double standard) {
  double value = standard;
  for (const char* key : keys) value = get(card, key, value);
  return value;
}

}  // namespace

template <class Element>
void NetlistReader::add(const NetlistLine& line, Element element) {
  const std::string name = element.name;
  try {
    (void)netlist_.circuit.add(std::move(element));
  } catch (const FileError&) {
    throw;
  } catch (const Error& error) {
    line.fail(name, error.what());
  }
}

bool NetlistReader::mentions_others(const NetlistLine& line) {
  const char kind = line.text[0];
  return kind == 'f' || kind == 'h' || kind == 'k' || kind == 'w' || kind == 'b' ||
         ((kind == 'e' || kind == 'g') && line.text.find('{') != std::string::npos);
}

void NetlistReader::element(const NetlistLine& line, const Scope& scope, bool) {
  Words words(line, netlist_words(line));
  switch (line.text[0]) {
    case 'r':
    case 'c':
    case 'l': return passive(words, scope, line.text[0]);
    case 'v': return source(words, scope, true);
    case 'i': return source(words, scope, false);
    case 'e':
    case 'f':
    case 'g':
    case 'h': return controlled(words, scope, line.text[0]);
    case 'b': return behavioural(line, scope);
    case 'd': return diode(words, scope);
    case 's': return contact(words, scope, false);
    case 'w': return contact(words, scope, true);
    case 'm': return mosfet(words, scope);
    case 'q': return bjt(words, scope);
    case 'u': return four_pole(words, scope);
    case 'k': return coupling(words, scope);
    default:
      line.fail(line.text.substr(0, line.text.find_first_of(" \t")),
                "is no element; their first letter is one of B C D E F G H I K L M Q R S U V W X");
  }
}

void NetlistReader::passive(Words& words, const Scope& scope, char kind) {
  const std::string name = scope.prefix + words.take("a name");
  const NodeId a = node(words, scope), b = node(words, scope);
  std::string key;
  std::optional<double> given, initial;
  while (words.more()) {
    if (!words.assignment(key)) {
      if (given) words.line().fail(words.peek(), "expected the end of the line");
      given = value(words, scope, "a value");
    } else if (key == "ic" && kind != 'r') {
      initial = value(words, scope, "an initial value");
    } else if (key[0] == kind && key.size() == 1 && !given) {
      given = value(words, scope, "a value");
    } else {
      words.line().fail(key, "is not a parameter of this element");
    }
  }
  if (!given) words.line().fail(name, "expected a value");
  if (kind == 'r') add(words.line(), Resistor{.name = name, .a = a, .b = b, .ohm = *given});
  if (kind == 'c') add(words.line(), Capacitor{name, a, b, *given, initial});
  if (kind == 'l') add(words.line(), Inductor{name, a, b, *given, initial});
}

void NetlistReader::coupling(Words& words, const Scope& scope) {
  const std::string name = scope.prefix + words.take("a name");
  const ElementId first = element_named(words.line(), words.take("an inductor"), scope),
                  second = element_named(words.line(), words.take("an inductor"), scope);
  add(words.line(), circuit::Coupling{name, first, second, value(words, scope, "k")});
}

// --- Sources
// -------------------------------------------------------------------------------------------

Waveform NetlistReader::waveform(Words& words, const Scope& scope) {
  const std::string kind = words.take("a waveform");
  std::vector<double> numbers;
  while (words.more() && words.peek() != "ac" && words.peek() != "dc")
    numbers.push_back(value(words, scope, "a number"));
  const auto at = [&](std::size_t i, double standard) {
    return i < numbers.size() ? numbers[i] : standard;
  };
  if (kind == "sin" && numbers.size() >= 3 && numbers.size() <= 6)
    return Sine{numbers[0], numbers[1], numbers[2], at(3, 0.0), at(4, 0.0), at(5, 0.0)};
  if (kind == "pulse" && numbers.size() >= 2 && numbers.size() <= 7) {
    const Pulse pulse{numbers[0], numbers[1], at(2, 0), at(3, 0), at(4, 0), at(5, 1e30), at(6, 0)};
    const double once = pulse.rise + pulse.width + pulse.fall;
    if (pulse.rise < 0.0 || pulse.fall < 0.0 || pulse.width < 0.0 || pulse.period < 0.0)
      words.line().fail(kind, "times must not be negative");
    if (pulse.period > 0.0 && once > pulse.period * (1 + 1e-9))
      words.line().fail(kind, "rise, width and fall are longer than the period");
    return pulse;
  }
  if (kind == "pwl" && numbers.size() >= 2 && numbers.size() % 2 == 0) {
    Polyline line;
    for (std::size_t i = 0; i < numbers.size(); i += 2)
      line.points.emplace_back(numbers[i], numbers[i + 1]);
    for (std::size_t i = 1; i < line.points.size(); ++i)
      if (line.points[i].first < line.points[i - 1].first)
        words.line().fail(kind, "times must not fall");
    return line;
  }
  words.line().fail(kind,
                    "expected sin(offset amplitude frequency ...), pulse(low high ...) or "
                    "pwl(t1 v1 t2 v2 ...), with as many numbers as it has");
}

void NetlistReader::source(Words& words, const Scope& scope, bool voltage) {
  const std::string name = scope.prefix + words.take("a name");
  const NodeId a = node(words, scope), b = node(words, scope);
  Waveform wave(0.0);
  while (words.more()) {
    const std::string word = words.peek();
    if (word == "dc") {
      (void)words.take("dc");
      const double constant = value(words, scope, "a value");
      if (wave.constant()) wave = Waveform(constant);
    } else if (word == "ac") {
      while (words.more()) (void)words.take("ac");  // small signals are not ours
    } else if (word == "sin" || word == "pulse" || word == "pwl" || word == "exp" ||
               word == "sffm" || word == "am") {
      wave = waveform(words, scope);
    } else {
      wave = Waveform(value(words, scope, "a value"));
    }
  }
  if (voltage)
    add(words.line(), VoltageSource{name, a, b, wave});
  else
    add(words.line(), CurrentSource{name, a, b, wave});
}

void NetlistReader::controlled(Words& words, const Scope& scope, char kind) {
  const std::string name = scope.prefix + words.take("a name");
  const NodeId a = node(words, scope), b = node(words, scope);
  std::string key;
  if ((kind == 'e' || kind == 'g') && words.assignment(key)) {
    const std::string text = words.take("an expression in braces");
    if ((key != "value" && key != "vol" && key != "cur") || text.size() < 2)
      words.line().fail(key, "expected value = {expression}");
    return behavioural(words.line(), scope, name, a, b, kind == 'e',
                       text.substr(1, text.size() - 2));
  }
  if (kind == 'f' || kind == 'h') {
    const ElementId control = element_named(words.line(), words.take("a voltage source"), scope);
    const double gain = value(words, scope, "a gain");
    if (kind == 'f')
      add(words.line(), CurrentControlledCurrent{name, a, b, control, gain});
    else
      add(words.line(), CurrentControlledVoltage{name, a, b, control, gain});
    return;
  }
  const NodeId c = node(words, scope), d = node(words, scope);
  const double gain = value(words, scope, "a gain");
  if (words.more()) words.line().fail(words.peek(), "expected the end of the line");
  if (kind == 'e')
    add(words.line(), VoltageControlledVoltage{name, a, b, c, d, gain});
  else
    add(words.line(), VoltageControlledCurrent{name, a, b, c, d, gain});
}

void NetlistReader::behavioural(const NetlistLine& line, const Scope& scope) {
  const std::size_t equals = line.text.find('=');
  if (equals == std::string::npos)
    line.fail(line.text, "expected v = expression or i = expression");
  Words words(line, netlist_words({line.file, line.number, line.text.substr(0, equals)}));
  const std::string name = scope.prefix + words.take("a name");
  const NodeId a = node(words, scope), b = node(words, scope);
  const std::string what = words.take("v or i");
  if (what != "v" && what != "i") line.fail(what, "expected v or i");
  std::string text = line.text.substr(equals + 1);
  std::erase_if(text, [](char c) { return c == '{' || c == '}' || c == '\''; });
  behavioural(line, scope, name, a, b, what == "v", text);
}

void NetlistReader::behavioural(const NetlistLine& line, const Scope& scope,
                                const std::string& name, NodeId a, NodeId b, bool voltage,
                                const std::string& text) {
  Behavioural source{.name = name, .a = a, .b = b, .voltage = voltage};
  std::vector<std::string> variables{"time"}, calls;
  const auto probe = [&](const std::string& call) {
    const auto found = std::find(calls.begin(), calls.end(), call);
    const std::size_t index = static_cast<std::size_t>(found - calls.begin());
    if (found == calls.end()) {
      calls.push_back(call);
      const std::string inside = call.substr(2, call.size() - 3);
      if (inside.empty()) line.fail(call, "expected a name in the parentheses");
      const std::size_t comma = inside.find(',');
      Probe p{.a = NodeId{0}};
      const auto known = [&](const std::string& given) {
        const std::string full = node_name(given, scope);
        if (!netlist_.circuit.has_node(full)) line.fail(given, "no element is at this node");
        return netlist_.circuit.node(full);
      };
      if (call[0] == 'i') {
        p.element = element_named(line, inside, scope);
      } else {
        p.a = known(inside.substr(0, comma));
        if (comma != std::string::npos) p.b = known(inside.substr(comma + 1));
      }
      source.probes.push_back(p);
    }
    return "probe_" + std::to_string(index);
  };
  // parameters are numbers by the time of the run
  std::map<std::string, double> parameters;
  for (const Scope* at = &scope; at != nullptr; at = at->parent)
    for (const auto& [key, number] : at->values) parameters.try_emplace(key, number);
  std::vector<double> values{0.0};
  try {
    const std::string plain = plain_expression(text, probe);
    for (std::size_t k = 0; k < calls.size(); ++k)
      variables.push_back("probe_" + std::to_string(k));
    values.resize(variables.size(), 0.0);
    for (const auto& [key, number] : parameters) {
      variables.push_back(key);
      values.push_back(number);
    }
    const std::vector<std::string_view> names(variables.begin(), variables.end());
    source.value = [expression = Formula(plain, names, FormulaLanguage::spice), values](
                       double t, std::span<const double> probed) mutable {
      values[0] = t;
      std::copy(probed.begin(), probed.end(), values.begin() + 1);
      return expression(values);
    };
    if (calls.empty()) {
      // a function of time alone is an ordinary source
      const Waveform wave([value = source.value](double t) mutable { return value(t, {}); });
      if (voltage)
        add(line, VoltageSource{name, a, b, wave});
      else
        add(line, CurrentSource{name, a, b, wave});
      return;
    }
  } catch (const FileError&) {
    throw;
  } catch (const Error& error) {
    line.fail(text, error.what());
  }
  add(line, std::move(source));
}

// --- Devices
// -------------------------------------------------------------------------------------------

void NetlistReader::diode(Words& words, const Scope& scope) {
  const std::string name = scope.prefix + words.take("a name");
  const NodeId a = node(words, scope), b = node(words, scope);
  const ModelCard& card = model(words, scope, {"d"});
  Diode diode{.name = name, .a = a, .b = b};
  diode.forward = get(card, "vfwd", 0.0);
  diode.on = get(card, {"rs", "ron"}, 0.0);
  diode.off = get(card, "roff", infinity);
  const double breakdown = get(card, {"bv", "vrev"}, infinity);
  add(words.line(), diode);
  if (std::isfinite(breakdown))
    add(words.line(),
        Diode{.name = name + ".reverse", .a = b, .b = a, .forward = breakdown, .on = diode.on});
}

void NetlistReader::contact(Words& words, const Scope& scope, bool by_current) {
  const std::string name = scope.prefix + words.take("a name");
  Switch s{.name = name, .a = node(words, scope), .b = node(words, scope)};
  if (by_current) {
    s.control = element_named(words.line(), words.take("a voltage source"), scope);
  } else {
    s.c = node(words, scope);
    s.d = node(words, scope);
  }
  const ModelCard& card =
      by_current ? model(words, scope, {"csw"}) : model(words, scope, {"sw", "vswitch"});
  s.threshold = get(card, by_current ? "it" : "vt", 0.0);
  s.hysteresis = std::abs(get(card, by_current ? "ih" : "vh", 0.0));
  s.on = get(card, "ron", 1.0);
  s.off = get(card, "roff", 1e12);
  if (words.more()) {
    const std::string start = words.take("on or off");
    if (start != "on" && start != "off") words.line().fail(start, "expected on or off");
  }
  add(words.line(), s);
}

void NetlistReader::mosfet(Words& words, const Scope& scope) {
  Mosfet m;
  m.name = scope.prefix + words.take("a name");
  const NodeId drain = node(words, scope), gate = node(words, scope), from = node(words, scope);
  // the bulk may be left out: the word before the first assignment is the model
  std::vector<std::string> rest;
  double w = 1.0, l = 1.0;
  std::string key;
  while (words.more()) {
    if (!words.assignment(key)) {
      rest.push_back(words.take("a model"));
      continue;
    }
    const double number = value(words, scope, "a value");
    if (key == "w") w = number;
    if (key == "l") l = number;
  }
  if (rest.empty() || rest.size() > 2)
    words.line().fail(m.name, "expected drain, gate, source, bulk and a model");
  Words last(words.line(), {rest.back()});
  const ModelCard& card = model(last, scope, {"nmos", "pmos"});
  if (!(w > 0.0 && l > 0.0)) words.line().fail("w", "w and l must be positive");
  m.p_channel = card.kind == "pmos";
  const double threshold = get(card, {"vto", "vt0"}, 1.0);
  m.threshold = m.p_channel ? -threshold : threshold;
  m.k = get(card, "kp", 2e-5) * w / l;
  m.range = get(card, "range", 5.0);
  const double pieces = get(card, "pieces", 2.0), body = get(card, "vbody", infinity);
  if (!(pieces >= 1.0 && pieces <= 1000.0)) words.line().fail("pieces", "expected 1 to 1000");
  m.pieces = static_cast<int>(pieces);
  if (std::isfinite(body)) m.body_diode = body;
  try {
    netlist_.circuit.mosfet(drain, gate, from, m);
  } catch (const Error& error) {
    words.line().fail(m.name, error.what());
  }
}

void NetlistReader::bjt(Words& words, const Scope& scope) {
  Bjt q;
  q.name = scope.prefix + words.take("a name");
  const NodeId collector = node(words, scope), base = node(words, scope),
               emitter = node(words, scope);
  std::vector<std::string> rest;
  while (words.more()) rest.push_back(words.take("a model"));
  if (rest.empty() || rest.size() > 2)
    words.line().fail(q.name, "expected collector, base, emitter, substrate and a model");
  Words last(words.line(), {rest.back()});
  const ModelCard& card = model(last, scope, {"npn", "pnp"});
  const double bf = get(card, "bf", 100.0), br = get(card, "br", 1.0);
  if (!(bf >= 0.0 && br >= 0.0)) words.line().fail("bf", "bf and br must not be negative");
  q.alpha_f = bf / (1.0 + bf);
  q.alpha_r = br / (1.0 + br);
  q.forward = get(card, "vfwd", 0.0);
  q.on = get(card, "ron", 0.0);
  q.pnp = card.kind == "pnp";
  try {
    netlist_.circuit.bjt(collector, base, emitter, q);
  } catch (const Error& error) {
    words.line().fail(q.name, error.what());
  }
}

// What SPICE leaves to subcircuits: amplifiers, a b the output and c d the input, and the ideal
// transformer, v_ab = ratio v_cd.
void NetlistReader::four_pole(Words& words, const Scope& scope) {
  const std::string name = scope.prefix + words.take("a name");
  const NodeId a = node(words, scope), b = node(words, scope), c = node(words, scope),
               d = node(words, scope);
  const ModelCard& card = model(words, scope, {"opamp", "comparator", "transformer"});
  if (card.kind == "transformer")
    return add(words.line(), Transformer{name, a, b, c, d, get(card, "ratio", 1.0)});
  Amplifier u{.name = name, .a = a, .b = b, .c = c, .d = d};
  u.gain = get(card, "gain", infinity);
  u.low = get(card, "low", card.kind == "opamp" ? -15.0 : 0.0);
  u.high = get(card, "high", card.kind == "opamp" ? 15.0 : 1.0);
  add(words.line(), u);
}

}  // namespace nonsmooth::io
