// SPDX-License-Identifier: Apache-2.0
// Structs of the library as Python classes, from their tables of fields (base/fields.hpp): keyword
// arguments, attributes, documentation, bounds and stubs all come from one line per field.
//
//   bind<Lemke>(module, "Lemke", "Lemke's complementary pivoting ...");
#pragma once

#include "values.hpp"

#include <string>
#include <vector>

namespace nonsmooth::python {

/// What Python can set. By default the struct's own table; specialised where a struct has none, or
/// has members a table of numbers cannot hold (a solver inside a scheme).
template <class T>
struct Table {
  static auto fields() { return T::fields(); }
};

/// How a type of member is read and written; one value per type, shared by all fields.
struct Member {
  void (*set)(void* member, py::handle object, std::string_view what);
  py::object (*get)(const void* member);  ///< null: the object it was set from is remembered
  std::string (*type)();
  double (*number)(const void* member);  ///< for bounds; null if it is no number
};

template <class Value>
const Member& member_of() {
  static const Member member = [] {
    Member made{};
    made.set = [](void* target, py::handle object, std::string_view what) {
      *static_cast<Value*>(target) = Convert<Value>::from(object, what);
    };
    if constexpr (Recoverable<Value>)
      made.get = [](const void* source) {
        return Convert<Value>::to(*static_cast<const Value*>(source));
      };
    made.type = [] { return Convert<Value>::type(); };
    if constexpr (std::is_arithmetic_v<Value> && !std::same_as<Value, bool>)
      made.number = [](const void* source) {
        return static_cast<double>(*static_cast<const Value*>(source));
      };
    return made;
  }();
  return member;
}

struct FieldEntry {
  std::string name, doc;
  std::ptrdiff_t offset;
  const Member* member;
  double min, max;
};

/// A class as the functions below see it, whatever its type.
struct StructEntry {
  std::string name;
  std::vector<FieldEntry> fields;
  void* (*object_of)(py::handle self);
};

template <class T>
std::vector<FieldEntry> field_entries() {
  const T sample{};
  std::vector<FieldEntry> entries;
  const auto add = [&](const auto& field) {
    using Value = std::decay_t<decltype(sample.*field.member)>;
    const auto offset = reinterpret_cast<const char*>(&(sample.*field.member)) -
                        reinterpret_cast<const char*>(&sample);
    entries.push_back({std::string(field.name), std::string(field.doc), offset, &member_of<Value>(),
                       field.min, field.max});
  };
  Table<T>::fields().apply([&](const auto&... field) { (add(field), ...); });
  return entries;
}

/// Sets fields from positional and keyword arguments; throws Error for names that are not there.
void set_fields(const StructEntry& entry, py::handle self, void* object, const py::args& args,
                const py::kwargs& kwargs);
/// Attributes, __repr__, __fields__ (for stubs) and the documentation of the class.
void describe_fields(const StructEntry* entry, py::handle type, const void* defaults,
                     const std::string& doc);

template <class T>
py::class_<T> bind(py::module_& module, const char* name, const std::string& doc) {
  py::class_<T> type(module, name, py::dynamic_attr());
  // lives as long as the class, which is never unloaded
  const auto* entry = new StructEntry{name, field_entries<T>(),
                                      [](py::handle self) -> void* { return &self.cast<T&>(); }};
  type.def(
      "__init__",
      [entry](py::detail::value_and_holder& made, const py::args& args, const py::kwargs& kwargs) {
        auto object = std::make_unique<T>();
        set_fields(*entry, reinterpret_cast<PyObject*>(made.inst), object.get(), args, kwargs);
        made.value_ptr() = object.release();
      },
      py::detail::is_new_style_constructor());
  const T defaults{};
  describe_fields(entry, type, &defaults, doc);
  return type;
}

/// Attributes that cannot be set, __repr__ and __results__ (for stubs) of what the library returns.
void describe_results(const StructEntry* entry, py::handle type);

/// A class for what functions return: the fields of its table, to be read.
template <class T>
py::class_<T> bind_result(py::module_& module, const char* name, const char* doc) {
  py::class_<T> type(module, name, doc);
  describe_results(new StructEntry{name, field_entries<T>(),
                                   [](py::handle self) -> void* { return &self.cast<T&>(); }},
                   type);
  return type;
}

/// Options given as keyword arguments, checked like those of their class.
template <class T>
T options_of(const py::kwargs& given) {
  return py::type::of<T>()(**given).template cast<const T&>();
}

/// A class of names that are strings too: SweepOrder.coloured == "coloured".
void bind_names(py::module_& module, const char* name, std::span<const std::string_view> names);

/// A class for ids of one kind.
template <class Tag>
void bind_id(py::module_& module, const char* name) {
  using Name = Id<Tag>;
  py::class_<Name>(module, name, "A name for something that was added.")
      .def_readonly("index", &Name::index, "Position in the order of add.")
      .def("__eq__",
           [](const Name& a, py::handle b) {
             return py::isinstance<Name>(b) && a == b.cast<const Name&>();
           })
      .def("__hash__", [](const Name& id) { return id.index; })
      .def("__repr__", [text = std::string(name)](const Name& id) {
        return text + "(" + std::to_string(id.index) + ")";
      });
}

}  // namespace nonsmooth::python
