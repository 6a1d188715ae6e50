// SPDX-License-Identifier: Apache-2.0
// From lines to a circuit. Parameters and models belong to the subcircuit they stand in; what a
// subcircuit does not know it asks where it was called from. An instance x1 of a subcircuit names
// its nodes and elements x1.<name>. Elements that mention others come last, so that order in the
// file does not matter.
#pragma once

#include "io/netlist_lines.hpp"
#include "nonsmooth/io/netlist.hpp"

#include <map>
#include <string>
#include <vector>

namespace nonsmooth::io {

/// .model name kind (parameter = value ...)
struct ModelCard {
  std::string kind;
  std::map<std::string, double> values;
  mutable std::map<std::string, bool> used;
  const NetlistLine* line = nullptr;
};

struct Subcircuit {
  std::vector<std::string> ports;
  std::vector<std::pair<std::string, std::string>> defaults;  ///< parameters, as text
  std::vector<NetlistLine> lines;
  const NetlistLine* line = nullptr;
};

struct Scope {
  const Scope* parent = nullptr;
  std::string prefix;
  std::map<std::string, std::string> nodes;  ///< of the ports, to names outside
  std::map<std::string, double> values;      ///< parameters
  std::map<std::string, ModelCard> models;
};

/// The words of an element line, taken one by one.
class Words {
 public:
  Words(const NetlistLine& line, std::vector<std::string> words)
      : line_(line), words_(std::move(words)) {}
  bool more() const { return next_ < words_.size(); }
  const std::string& peek() const;
  std::string take(const char* what);
  /// Whether the next two words are `name =`, which are then taken.
  bool assignment(std::string& name);
  const NetlistLine& line() const { return line_; }

 private:
  const NetlistLine& line_;
  std::vector<std::string> words_;
  std::size_t next_ = 0;
};

class NetlistReader {
 public:
  Netlist read(const NetlistText& text);

 private:
  struct Deferred {
    NetlistLine line;
    const Scope* scope;
  };

  void gather_definitions(const NetlistText& text);
  void set_parameters(const std::vector<NetlistLine>& lines, Scope& scope) const;
  void set_models(const std::vector<NetlistLine>& lines, Scope& scope) const;
  void instantiate(const std::vector<NetlistLine>& lines, Scope& scope, int depth);
  void call(const NetlistLine& line, const Scope& scope, int depth);
  void command(const NetlistLine& line, const Scope& scope);
  void options(const NetlistLine& line, const Scope& scope);
  void measure(const NetlistLine& line, const Scope& scope);
  Measure::Crossing crossing(Words& words, const Scope& scope);
  void initial_voltages(const NetlistLine& line, const Scope& scope);
  void apply_initial_voltages();
  void note_unused(const Scope& scope);

  // elements, by their first letter
  void element(const NetlistLine& line, const Scope& scope, bool deferred);
  void passive(Words& words, const Scope& scope, char kind);
  void source(Words& words, const Scope& scope, bool voltage);
  void controlled(Words& words, const Scope& scope, char kind);
  void behavioural(const NetlistLine& line, const Scope& scope);
  void behavioural(const NetlistLine& line, const Scope& scope, const std::string& name, NodeId a,
                   NodeId b, bool voltage, const std::string& expression);
  void diode(Words& words, const Scope& scope);
  void contact(Words& words, const Scope& scope, bool by_current);
  void mosfet(Words& words, const Scope& scope);
  void bjt(Words& words, const Scope& scope);
  void four_pole(Words& words, const Scope& scope);
  void coupling(Words& words, const Scope& scope);
  Waveform waveform(Words& words, const Scope& scope);
  static bool mentions_others(const NetlistLine& line);

  // what words mean
  double value(Words& words, const Scope& scope, const char* what) const;
  double number(const NetlistLine& line, const std::string& word, const Scope& scope) const;
  double parameter(const NetlistLine& line, const std::string& expression,
                   const Scope& scope) const;
  NodeId node(Words& words, const Scope& scope);
  std::string node_name(const std::string& name, const Scope& scope) const;
  ElementId element_named(const NetlistLine& line, const std::string& name,
                          const Scope& scope) const;
  const ModelCard& model(Words& words, const Scope& scope,
                         std::initializer_list<std::string_view> kinds) const;
  template <class Element>
  void add(const NetlistLine& line, Element element);

  Netlist netlist_;
  std::map<std::string, Subcircuit> subcircuits_;
  std::vector<NetlistLine> top_;
  std::vector<std::unique_ptr<Scope>> scopes_;
  std::vector<Deferred> deferred_;
  std::map<std::string, double> initial_;  // .ic
  std::size_t line_count_ = 0;
};

}  // namespace nonsmooth::io
