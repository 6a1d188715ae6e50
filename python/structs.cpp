// SPDX-License-Identifier: Apache-2.0
#include "structs.hpp"

#include <algorithm>
#include <cmath>

namespace nonsmooth::python {
namespace {

char* address(void* object, const FieldEntry& field) {
  return static_cast<char*>(object) + field.offset;
}
const char* address(const void* object, const FieldEntry& field) {
  return static_cast<const char*>(object) + field.offset;
}

std::string hidden(const FieldEntry& field) { return "_" + field.name; }

void set_one(const StructEntry& entry, const FieldEntry& field, py::handle self, void* object,
             py::handle value) {
  field.member->set(address(object, field), value, entry.name + "." + field.name);
  if (field.member->number != nullptr) {
    const double number = field.member->number(address(object, field));
    if (!(number >= field.min && number <= field.max))
      throw Error(
          entry.name + ": " +
          nonsmooth::detail::out_of_range_message(field.name, number, field.min, field.max));
  }
  if (field.member->get == nullptr) self.attr("__dict__")[hidden(field).c_str()] = value;
}

const FieldEntry& find(const StructEntry& entry, const std::string& name) {
  std::vector<std::string_view> names;
  for (const FieldEntry& each : entry.fields) {
    if (each.name == name) return each;
    names.push_back(each.name);
  }
  throw Error(entry.name + ": " + unknown_name_message("field", name, names));
}

py::object get_one(const FieldEntry& field, py::handle self, const void* object) {
  if (field.member->get != nullptr) return field.member->get(address(object, field));
  return self.attr("__dict__").attr("get")(hidden(field));
}

std::string bounds_text(const FieldEntry& field) {
  if (field.member->number == nullptr) return "";
  const auto number = [](double value) { return std::string(py::repr(py::float_(value))); };
  const bool below = std::isfinite(field.max), above = std::isfinite(field.min);
  if (above && below) return ", " + number(field.min) + " to " + number(field.max);
  if (above) return field.min < 1e-299 && field.min > 0 ? ", > 0" : ", >= " + number(field.min);
  return below ? ", <= " + number(field.max) : "";
}

std::string default_text(const FieldEntry& field, const void* defaults) {
  if (field.member->get == nullptr) return "None";
  return py::repr(field.member->get(address(defaults, field)));
}

std::string repr(const StructEntry& entry, py::handle self) {
  std::string text;
  for (const FieldEntry& field : entry.fields) {
    const py::object value = get_one(field, self, entry.object_of(self));
    if (value.is_none()) continue;
    text += (text.empty() ? "" : ", ") + field.name + "=" + std::string(py::repr(value));
  }
  return entry.name + "(" + text + ")";
}

// numbers and words; arrays and lists would fill the screen
std::string short_repr(const StructEntry& entry, py::handle self) {
  std::string text = "<" + entry.name;
  for (const FieldEntry& field : entry.fields) {
    const py::object value = get_one(field, self, entry.object_of(self));
    if (py::isinstance<py::str>(value) || PyNumber_Check(value.ptr()) != 0)
      if (!py::isinstance<py::array>(value))
        text += " " + field.name + "=" + std::string(py::repr(value));
  }
  return text + ">";
}

}  // namespace

void set_fields(const StructEntry& entry, py::handle self, void* object, const py::args& args,
                const py::kwargs& kwargs) {
  if (args.size() > entry.fields.size())
    throw Error(entry.name + " has " + std::to_string(entry.fields.size()) + " fields, " +
                std::to_string(args.size()) + " were given");
  for (std::size_t i = 0; i < args.size(); ++i)
    set_one(entry, entry.fields[i], self, object, args[i]);
  for (const auto& [key, value] : kwargs) {
    const std::string name = py::str(key);
    const FieldEntry& field = find(entry, name);
    if (static_cast<std::size_t>(&field - entry.fields.data()) < args.size())
      throw Error(entry.name + ": " + name + " is given twice");
    set_one(entry, field, self, object, value);
  }
}

void describe_fields(const StructEntry* entry, py::handle type, const void* defaults,
                     const std::string& doc) {
  const py::object property =
      py::reinterpret_borrow<py::object>(reinterpret_cast<PyObject*>(&PyProperty_Type));
  py::list table;
  std::string text = doc + (entry->fields.empty() ? "" : "\n");
  for (const FieldEntry& field : entry->fields) {
    const std::string standard = default_text(field, defaults);
    text += "\n" + field.name + " = " + standard + "\n    " + field.doc + bounds_text(field);
    table.append(py::make_tuple(field.name, field.member->type(), standard, field.doc));
    const FieldEntry* each = &field;
    const py::cpp_function get(
        [entry, each](py::handle self) { return get_one(*each, self, entry->object_of(self)); },
        py::is_method(type));
    py::setattr(type, field.name.c_str(), property(get, py::none(), py::none(), field.doc));
  }
  // all assignments come here, so that a misspelt field is an error
  py::setattr(type, "__setattr__",
              py::cpp_function(
                  [entry](py::handle self, const std::string& name, py::handle value) {
                    set_one(*entry, find(*entry, name), self, entry->object_of(self), value);
                  },
                  py::is_method(type)));
  py::setattr(type, "__repr__",
              py::cpp_function([entry](py::handle self) { return repr(*entry, self); },
                               py::is_method(type)));
  py::setattr(type, "__doc__", py::str(text));
  py::setattr(type, "__fields__", py::tuple(table));
}

void describe_results(const StructEntry* entry, py::handle type) {
  const py::object property =
      py::reinterpret_borrow<py::object>(reinterpret_cast<PyObject*>(&PyProperty_Type));
  py::list table;
  for (const FieldEntry& field : entry->fields) {
    const FieldEntry* each = &field;
    const py::cpp_function get(
        [entry, each](py::handle self) {
          return each->member->get(address(entry->object_of(self), *each));
        },
        py::is_method(type));
    py::setattr(type, field.name.c_str(), property(get, py::none(), py::none(), field.doc));
    table.append(py::make_tuple(field.name, field.member->type(), field.doc));
  }
  py::setattr(type, "__repr__",
              py::cpp_function([entry](py::handle self) { return short_repr(*entry, self); },
                               py::is_method(type)));
  py::setattr(type, "__results__", py::tuple(table));
}

void bind_names(py::module_& module, const char* name, std::span<const std::string_view> names) {
  py::dict members;
  for (const std::string_view each : names) members[py::str(std::string(each))] = std::string(each);
  // users know the package, not the extension module inside it
  const py::object home = module.attr("__name__").attr("replace")("._core", "");
  const py::object type = py::module_::import("enum").attr("Enum")(
      name, members, py::arg("type") = py::type::of(py::str()), py::arg("module") = home);
  module.attr(name) = type;
}

}  // namespace nonsmooth::python
