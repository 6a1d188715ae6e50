// SPDX-License-Identifier: Apache-2.0
// nonsmooth.io: SPICE netlists, their measures, raw files.
#include "modules.hpp"
#include "structs.hpp"

#include "nonsmooth/io/netlist.hpp"

namespace nonsmooth::io {

std::span<const std::string_view> enum_names(RawFormat) {
  static constexpr std::array<std::string_view, 2> names{"ascii", "binary"};
  return names;
}

std::span<const std::string_view> enum_names(Measure::Kind) {
  static constexpr std::array<std::string_view, 9> names{
      "average", "rms", "maximum", "minimum", "peak_to_peak", "integral", "find", "when", "delay"};
  return names;
}

}  // namespace nonsmooth::io

namespace nonsmooth::python {

template <>
struct Table<io::TransientCommand> {
  using T = io::TransientCommand;
  static auto fields() {
    return Fields{field("step", &T::step, "between printed rows, s"), field("end", &T::end, "s"),
                  field("start", &T::start, "s"),
                  field("largest_step", &T::largest_step, "s; 0: not given"),
                  field("use_initial_values", &T::use_initial_values,
                        "else the run begins at the operating point")};
  }
};

template <>
struct Table<io::SweepCommand> {
  using T = io::SweepCommand;
  static auto fields() {
    return Fields{field("source", &T::source, "name of the source"),
                  field("from_", &T::from, "V or A"), field("to", &T::to, "V or A"),
                  field("step", &T::step, "V or A")};
  }
};

template <>
struct Table<io::Measure> {
  using T = io::Measure;
  static auto fields() {
    return Fields{field("name", &T::name, "of the result"), field("kind", &T::kind, "what"),
                  field("signal", &T::signal, "of which signal"), field("from_", &T::from, "s"),
                  field("to", &T::to, "s")};
  }
};

template <>
struct Table<io::Netlist> {
  using T = io::Netlist;
  static auto fields() {
    return Fields{
        field("title", &T::title, "first line"),
        field("circuit", &T::circuit, "a copy"),
        field("transient", &T::transient, ".tran, or None"),
        field("sweep", &T::sweep, ".dc, or None"),
        field("operating_point", &T::operating_point, "whether .op asks for it"),
        field("tolerance", &T::tolerance, "of controlled steps, V and A; None: fixed steps"),
        field("print", &T::print, "signals asked for"),
        field("measures", &T::measures, "one per .measure"),
        field("notes", &T::notes, "what was read and has no effect")};
  }
};

void bind_netlists(py::module_& files) {
  bind_names(files, "RawFormat", enum_names(io::RawFormat{}));
  bind_result<io::TransientCommand>(files, "TransientCommand", "What .tran asks for.")
      .def("fixed_step", &io::TransientCommand::fixed_step, "The largest step or the step, s.");
  bind_result<io::SweepCommand>(files, "SweepCommand", "What .dc asks for.");
  bind_result<io::Measure>(files, "Measure", "One .measure of a transient.");
  bind_result<io::Netlist>(files, "Netlist", "A circuit, and what is asked of it.");
  files.def(
      "read_netlist", [](const std::string& path) { return io::read_netlist(path); },
      py::arg("path"), "A SPICE netlist; included files must lie in its folder or below.");
  files.def(
      "read_netlist_text",
      [](const std::string& text, const std::string& name) {
        return io::read_netlist_text(text, name);
      },
      py::arg("text"), py::arg("name") = "netlist",
      "The same from a string, without includes; `name` stands in messages for the path.");
  files.def(
      "signal_column",
      [](const CircuitModel& lowered, py::handle rows, const std::string& name) {
        const Vector column = io::signal_column(lowered, read_matrix(rows, "rows"), name);
        return copy_vector(column.data(), column.size());
      },
      py::arg("lowered"), py::arg("rows"), py::arg("name"),
      "A column of signals by its name: 'v(a)', 'v(a,b)' V, 'i(r1)' A, 'p(r1)' W.");
  files.def(
      "evaluate",
      [](const io::Measure& measure, const CircuitModel& lowered, py::handle t, py::handle rows) {
        return Convert<std::optional<double>>::to(
            io::evaluate(measure, lowered, read_vector(t, "t"), read_matrix(rows, "rows")));
      },
      py::arg("measure"), py::arg("lowered"), py::arg("t"), py::arg("rows"),
      "What a measure finds; None where a crossing never happens.");
  files.def(
      "write_raw",
      [](const std::string& path, const std::string& title, py::handle names, py::handle t,
         py::handle columns, py::handle format) {
        io::write_raw(path, title, Convert<std::vector<std::string>>::from(names, "names"),
                      read_vector(t, "t"), read_matrix(columns, "columns"),
                      Convert<io::RawFormat>::from(format, "format"));
      },
      py::arg("path"), py::arg("title"), py::arg("names"), py::arg("t"), py::arg("columns"),
      py::arg("format") = "binary", "The raw file of ngspice.");
}

}  // namespace nonsmooth::python
