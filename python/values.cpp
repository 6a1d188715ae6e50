// SPDX-License-Identifier: Apache-2.0
#include "values.hpp"

#include <algorithm>

namespace nonsmooth::python {
namespace {

std::string shape_text(const py::array& array) {
  std::string text = "(";
  for (py::ssize_t k = 0; k < array.ndim(); ++k)
    text += (k > 0 ? ", " : "") + std::to_string(array.shape(k));
  return text + (array.ndim() == 1 ? ",)" : ")");
}

std::string with_article(const std::string& noun) {
  return (noun.find_first_of("aeiou") == 0 ? "an " : "a ") + noun;
}

using Doubles = py::array_t<double, py::array::forcecast>;

// what numpy makes of the object, as doubles; empty where that would lose something
std::optional<Doubles> doubles(py::handle object) {
  if (py::isinstance<py::array_t<double>>(object)) return py::reinterpret_borrow<Doubles>(object);
  if (object.is_none() || py::isinstance<py::str>(object)) return std::nullopt;
  const py::array array = py::reinterpret_steal<py::array>(
      py::detail::npy_api::get().PyArray_FromAny_(object.ptr(), nullptr, 0, 0, 0, nullptr));
  if (!array) {  // ragged lists
    PyErr_Clear();
    return std::nullopt;
  }
  const char kind = array.dtype().kind();
  if (kind != 'f' && kind != 'i' && kind != 'u') return std::nullopt;
  return Doubles(array);
}

}  // namespace

std::string describe(py::handle object) {
  if (object.is_none()) return "None";
  if (py::isinstance<py::array>(object)) {
    const auto array = py::reinterpret_borrow<py::array>(object);
    return "an array of shape " + shape_text(array) + " and type " +
           std::string(py::str(array.dtype()));
  }
  const std::string type = py::str(py::type::of(object).attr("__name__"));
  if (py::isinstance<py::str>(object) || PyNumber_Check(object.ptr()) != 0)
    return with_article(type) + " " + std::string(py::repr(object)).substr(0, 60);
  if (const auto array = doubles(object))
    return with_article(type) + " of shape " + shape_text(*array);
  return with_article(type);
}

void refuse(std::string_view what, std::string_view wanted, py::handle met) {
  throw Error(std::string(what) + " must be " + std::string(wanted) + ", not " + describe(met));
}

double read_double(py::handle object, std::string_view what) {
  if (PyFloat_Check(object.ptr()) != 0) return PyFloat_AS_DOUBLE(object.ptr());
  const bool number = PyNumber_Check(object.ptr()) != 0 && !py::isinstance<py::bool_>(object);
  const double value = number ? PyFloat_AsDouble(object.ptr()) : -1.0;
  if (!number || (value == -1.0 && PyErr_Occurred() != nullptr)) {
    PyErr_Clear();
    refuse(what, "a number", object);
  }
  return value;
}

long long read_integer(py::handle object, std::string_view what) {
  const bool integer = PyIndex_Check(object.ptr()) != 0 && !py::isinstance<py::bool_>(object);
  const auto index =
      py::reinterpret_steal<py::object>(integer ? PyNumber_Index(object.ptr()) : nullptr);
  const long long value = index ? PyLong_AsLongLong(index.ptr()) : -1;
  if (!index || PyErr_Occurred() != nullptr) {
    PyErr_Clear();
    refuse(what, "an integer", object);
  }
  return value;
}

bool read_bool(py::handle object, std::string_view what) {
  if (object.ptr() == Py_True) return true;
  if (object.ptr() == Py_False) return false;
  if (std::string(py::str(py::type::of(object).attr("__name__"))) == "bool_")  // numpy's
    return PyObject_IsTrue(object.ptr()) != 0;
  refuse(what, "True or False", object);
}

std::string read_string(py::handle object, std::string_view what) {
  if (!py::isinstance<py::str>(object)) refuse(what, "a string", object);
  return py::reinterpret_borrow<py::str>(object);
}

Vector read_vector(py::handle object, std::string_view what) {
  const auto array = doubles(object);
  if (!array || array->ndim() != 1) refuse(what, "a list or array of numbers", object);
  const auto entries = array->unchecked<1>();
  Vector vector(entries.size());
  for (py::ssize_t i = 0; i < entries.size(); ++i) vector[i] = entries(i);
  return vector;
}

Matrix read_matrix(py::handle object, std::string_view what) {
  if (is_sparse(object)) return read_matrix(object.attr("toarray")(), what);
  const auto array = doubles(object);
  if (!array || array->ndim() != 2)
    refuse(what, "a matrix (a list of rows or an array with two axes)", object);
  const auto entries = array->unchecked<2>();
  Matrix matrix(entries.shape(0), entries.shape(1));
  for (py::ssize_t i = 0; i < matrix.rows(); ++i)
    for (py::ssize_t j = 0; j < matrix.cols(); ++j) matrix(i, j) = entries(i, j);
  return matrix;
}

bool is_sparse(py::handle object) {
  return !py::isinstance<py::array>(object) && py::hasattr(object, "tocsc") &&
         py::hasattr(object, "toarray");
}

SparseMatrix read_sparse(py::handle object, std::string_view what) {
  if (!is_sparse(object)) return read_matrix(object, what).sparseView(0.0, 0.0);
  const py::object columns = object.attr("tocsc")();
  const auto shape = columns.attr("shape").cast<std::pair<int, int>>();
  const Vector values = read_vector(columns.attr("data"), what);
  const py::array_t<int, py::array::c_style | py::array::forcecast> rows(columns.attr("indices"));
  const py::array_t<int, py::array::c_style | py::array::forcecast> begin(columns.attr("indptr"));
  std::vector<Eigen::Triplet<double, int>> entries;
  entries.reserve(static_cast<std::size_t>(values.size()));
  for (int j = 0; j < shape.second; ++j)
    for (int k = begin.at(j); k < begin.at(j + 1); ++k)
      entries.emplace_back(rows.at(k), j, values[k]);
  SparseMatrix matrix(shape.first, shape.second);
  matrix.setFromTriplets(entries.begin(), entries.end());
  return matrix;
}

int read_choice(py::handle object, std::string_view what, std::span<const std::string_view> names) {
  return parse_choice(what, read_string(object, what), names);
}

py::array copy_vector(const double* data, py::ssize_t size) {
  return py::array_t<double>(size, data);
}

py::array copy_matrix(MatrixIn matrix) {
  py::array_t<double> array({matrix.rows(), matrix.cols()});
  auto entries = array.mutable_unchecked<2>();
  for (Eigen::Index i = 0; i < matrix.rows(); ++i)
    for (Eigen::Index j = 0; j < matrix.cols(); ++j) entries(i, j) = matrix(i, j);
  return array;
}

py::object sparse_object(const SparseMatrix& matrix) {
  SparseMatrix packed = matrix;
  packed.makeCompressed();
  const py::array_t<double> values(packed.nonZeros(), packed.valuePtr());
  const py::array_t<int> rows(packed.nonZeros(), packed.innerIndexPtr());
  const py::array_t<int> begin(packed.outerSize() + 1, packed.outerIndexPtr());
  return py::module_::import("scipy.sparse")
      .attr("csc_matrix")(py::make_tuple(values, rows, begin),
                          py::make_tuple(packed.rows(), packed.cols()));
}

py::array view(const double* data, std::vector<py::ssize_t> shape, std::vector<py::ssize_t> strides,
               py::handle owner) {
  for (py::ssize_t& stride : strides) stride *= static_cast<py::ssize_t>(sizeof(double));
  py::array array(py::dtype::of<double>(), std::move(shape), std::move(strides), data, owner);
  py::detail::array_proxy(array.ptr())->flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
  return array;
}

void add_alternative(std::string& names, const std::string& name) {
  if (name.empty()) return;
  if (!names.empty()) names += " | ";
  names += name;
}

SystemMatrix Convert<SystemMatrix>::from(py::handle object, std::string_view what) {
  if (object.is_none()) return {};
  if (is_sparse(object)) return SystemMatrix(read_sparse(object, what));
  return SystemMatrix(read_matrix(object, what));
}

py::object Convert<SystemMatrix>::to(const SystemMatrix& value) {
  if (value.empty()) return py::none();
  return value.is_sparse() ? sparse_object(value.sparse()) : py::object(copy_matrix(value.dense()));
}

// --- Functions -----------------------------------------------------------------------------------

Function::Function(py::handle callable, std::string what) : what_(std::move(what)) {
  if (PyCallable_Check(callable.ptr()) == 0) refuse(what_, "a function", callable);
  callable_ = std::shared_ptr<PyObject>(callable.inc_ref().ptr(), [](PyObject* last) {
    if (Py_IsInitialized() == 0) return;
    const py::gil_scoped_acquire held;
    Py_DECREF(last);
  });
}

py::object Function::call(std::initializer_list<py::object> arguments) const {
  PyObject* plain[8];
  std::size_t count = 0;
  for (const py::object& each : arguments) plain[count++] = each.ptr();
  auto result = py::reinterpret_steal<py::object>(
      PyObject_Vectorcall(callable_.get(), plain, count, nullptr));
  if (!result) throw py::error_already_set();
  return result;
}

void Function::fill(std::initializer_list<py::object> arguments, double* out, Eigen::Index rows,
                    Eigen::Index cols, Eigen::Index stride) const {
  const py::object result = call(arguments);
  if (rows * cols == 1 && PyFloat_Check(result.ptr()) != 0) {
    out[0] = PyFloat_AS_DOUBLE(result.ptr());
    return;
  }
  const auto array = doubles(result);
  const bool scalar = array && rows * cols == 1 && array->size() == 1;
  const bool vector = array && cols == 1 && array->ndim() == 1 && array->shape(0) == rows;
  const bool matrix =
      array && array->ndim() == 2 && array->shape(0) == rows && array->shape(1) == cols;
  if (!scalar && !vector && !matrix)
    refuse("the result of " + what_,
           cols == 1 ? std::to_string(rows) + (rows == 1 ? " number" : " numbers")
                     : "of shape (" + std::to_string(rows) + ", " + std::to_string(cols) + ")",
           result);
  if (scalar)
    out[0] = *static_cast<const double*>(array->data());
  else if (vector)
    for (Eigen::Index i = 0; i < rows; ++i) out[i] = array->unchecked<1>()(i);
  else
    for (Eigen::Index j = 0; j < cols; ++j)
      for (Eigen::Index i = 0; i < rows; ++i) out[j * stride + i] = array->unchecked<2>()(i, j);
}

std::function<double(double)> Convert<std::function<double(double)>>::from(py::handle object,
                                                                           std::string_view what) {
  if (object.is_none()) return {};
  return [call = Function(object, std::string(what))](double t) {
    const py::gil_scoped_acquire held;
    return read_double(call.call({argument(t)}), "the result of " + call.what());
  };
}

std::function<void(double)> Convert<std::function<void(double)>>::from(py::handle object,
                                                                       std::string_view what) {
  if (object.is_none()) return {};
  return [call = Function(object, std::string(what))](double value) {
    const py::gil_scoped_acquire held;
    call.call({argument(value)});
  };
}

}  // namespace nonsmooth::python
