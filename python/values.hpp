// SPDX-License-Identifier: Apache-2.0
// Values across the border. Convert<T>::from reads a Python object and throws an Error that names
// the field, what was met and what is wanted; Convert<T>::to makes a Python object. Types without
// `to` (functions, laws behind an erased value) are remembered as the object they were made from.
//
// Arrays are doubles. Lists and arrays of integers or single precision are widened, which is exact;
// complex numbers, text and ragged lists are refused.
#pragma once

#include "nonsmooth/base/error.hpp"
#include "nonsmooth/base/fields.hpp"
#include "nonsmooth/base/id.hpp"
#include "nonsmooth/base/types.hpp"
#include "nonsmooth/model/functions.hpp"
#include "nonsmooth/model/system_matrix.hpp"

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <complex>
#include <concepts>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace nonsmooth::python {

namespace py = pybind11;

// --- Arrays --------------------------------------------------------------------------------------

/// "a float", "an array of shape (2, 3)": what was met, for messages.
std::string describe(py::handle object);
[[noreturn]] void refuse(std::string_view what, std::string_view wanted, py::handle met);

double read_double(py::handle object, std::string_view what);
long long read_integer(py::handle object, std::string_view what);
bool read_bool(py::handle object, std::string_view what);
std::string read_string(py::handle object, std::string_view what);
Vector read_vector(py::handle object, std::string_view what);
Matrix read_matrix(py::handle object, std::string_view what);
/// Arrays and scipy.sparse matrices of any format.
bool is_sparse(py::handle object);
SparseMatrix read_sparse(py::handle object, std::string_view what);
int read_choice(py::handle object, std::string_view what, std::span<const std::string_view> names);

py::array copy_vector(const double* data, py::ssize_t size);
py::array copy_matrix(MatrixIn matrix);
py::object sparse_object(const SparseMatrix& matrix);
/// A view that nobody may write to; `owner` stays alive as long as the view does. Strides in
/// doubles.
py::array view(const double* data, std::vector<py::ssize_t> shape, std::vector<py::ssize_t> strides,
               py::handle owner);
inline py::array view(const Vector& vector, py::handle owner) {
  return view(vector.data(), {vector.size()}, {1}, owner);
}

// --- Functions written in Python -----------------------------------------------------------------

/// A Python callable that may be copied and dropped by threads that do not hold the interpreter.
class Function {
 public:
  Function(py::handle callable, std::string what);

  const std::string& what() const { return what_; }
  /// Precondition: the interpreter is held. Throws what Python raised.
  py::object call(std::initializer_list<py::object> arguments) const;
  /// The same, and copies the result, which must have this size; stride between columns.
  void fill(std::initializer_list<py::object> arguments, double* out, Eigen::Index rows,
            Eigen::Index cols, Eigen::Index stride) const;

 private:
  std::shared_ptr<PyObject> callable_;
  std::string what_;
};

inline py::object argument(double value) { return py::float_(value); }
inline py::object argument(VectorIn value) { return copy_vector(value.data(), value.size()); }

/// "Lemke", then "Lemke | Nsgs"; nothing for a type without a class.
void add_alternative(std::string& names, const std::string& name);

// --- Convert -------------------------------------------------------------------------------------

/// Whatever has a class of its own in the module.
template <class T>
struct Convert {
  static T from(py::handle object, std::string_view what) {
    if (!py::isinstance<T>(object)) refuse(what, type(), object);
    return object.cast<const T&>();
  }
  static py::object to(const T& value) { return py::cast(value); }
  /// Empty for what has no class in Python.
  static std::string type() {
    const py::handle found = py::detail::get_type_handle(typeid(T), false);
    return found ? std::string(py::str(found.attr("__name__"))) : std::string();
  }
};

template <class T>
concept Recoverable = requires(const T& value) {
  Convert<T>::to(value);
};

template <>
struct Convert<double> {
  static double from(py::handle object, std::string_view what) { return read_double(object, what); }
  static py::object to(double value) { return py::float_(value); }
  static std::string type() { return "float"; }
};

template <class T>
requires(std::integral<T> && !std::same_as<T, bool>) struct Convert<T> {
  static T from(py::handle object, std::string_view what) {
    const long long value = read_integer(object, what);
    if (!std::in_range<T>(value))
      throw Error(std::string(what) + " = " + std::to_string(value) + " is out of range");
    return static_cast<T>(value);
  }
  static py::object to(T value) { return py::int_(value); }
  static std::string type() { return "int"; }
};

template <>
struct Convert<bool> {
  static bool from(py::handle object, std::string_view what) { return read_bool(object, what); }
  static py::object to(bool value) { return py::bool_(value); }
  static std::string type() { return "bool"; }
};

template <>
struct Convert<std::string> {
  static std::string from(py::handle object, std::string_view what) {
    return read_string(object, what);
  }
  static py::object to(const std::string& value) { return py::str(value); }
  static std::string type() { return "str"; }
};

/// Enumerations are their names; the classes of the package are strings too.
template <class E>
requires(std::is_enum_v<E>) struct Convert<E> {
  static E from(py::handle object, std::string_view what) {
    return static_cast<E>(read_choice(object, what, enum_names(E{})));
  }
  static py::object to(E value) {
    return py::str(std::string(enum_names(E{})[static_cast<std::size_t>(value)]));
  }
  static std::string type() {
    std::string names;
    for (const std::string_view each : enum_names(E{}))
      names += (names.empty() ? "\"" : ", \"") + std::string(each) + "\"";
    return "Literal[" + names + "]";
  }
};

template <>
struct Convert<Vector> {
  static Vector from(py::handle object, std::string_view what) { return read_vector(object, what); }
  static py::object to(const Vector& value) { return copy_vector(value.data(), value.size()); }
  static std::string type() { return "ArrayLike"; }
};

template <>
struct Convert<Matrix> {
  static Matrix from(py::handle object, std::string_view what) { return read_matrix(object, what); }
  static py::object to(const Matrix& value) { return copy_matrix(value); }
  static std::string type() { return "ArrayLike"; }
};

template <int N, int M>
requires(N > 0 && M > 0) struct Convert<Eigen::Matrix<double, N, M>> {
  using Fixed = Eigen::Matrix<double, N, M>;
  static Fixed from(py::handle object, std::string_view what) {
    const Matrix read = M == 1 ? Matrix(read_vector(object, what)) : read_matrix(object, what);
    if (read.rows() != N || read.cols() != M)
      refuse(what,
             M == 1 ? std::to_string(N) + " numbers"
                    : "shape (" + std::to_string(N) + ", " + std::to_string(M) + ")",
             object);
    return read;
  }
  static py::object to(const Fixed& value) {
    if constexpr (M == 1)
      return copy_vector(value.data(), N);
    else
      return copy_matrix(Matrix(value));
  }
  static std::string type() { return "ArrayLike"; }
};

template <>
struct Convert<SparseMatrix> {
  static SparseMatrix from(py::handle object, std::string_view what) {
    return read_sparse(object, what);
  }
  static py::object to(const SparseMatrix& value) { return sparse_object(value); }
  static std::string type() { return "MatrixLike"; }
};

template <>
struct Convert<SystemMatrix> {
  static SystemMatrix from(py::handle object, std::string_view what);
  static py::object to(const SystemMatrix& value);
  static std::string type() { return "MatrixLike"; }
};

template <class T>
struct Convert<std::optional<T>> {
  static std::optional<T> from(py::handle object, std::string_view what) {
    if (object.is_none()) return std::nullopt;
    return Convert<T>::from(object, what);
  }
  static py::object to(const std::optional<T>& value) {
    return value ? Convert<T>::to(*value) : py::none();
  }
  static std::string type() { return Convert<T>::type() + " | None"; }
};

template <class T>
struct Convert<std::vector<T>> {
  static std::vector<T> from(py::handle object, std::string_view what) {
    std::vector<T> values;
    if (!py::isinstance<py::sequence>(object) || py::isinstance<py::str>(object))
      refuse(what, "a list of " + Convert<T>::type(), object);
    for (const py::handle each : py::reinterpret_borrow<py::sequence>(object))
      values.push_back(Convert<T>::from(each, what));
    return values;
  }
  static py::object to(const std::vector<T>& values) requires Recoverable<T> {
    py::list list;
    for (const T& each : values) list.append(Convert<T>::to(each));
    return list;
  }
  static std::string type() { return "Sequence[" + Convert<T>::type() + "]"; }
};

/// Eigenvalues and multipliers; they are only ever returned.
template <>
struct Convert<std::vector<std::complex<double>>> {
  using Values = std::vector<std::complex<double>>;
  [[noreturn]] static Values from(py::handle object, std::string_view what) {
    refuse(what, "left alone", object);
  }
  static py::object to(const Values& values) {
    return py::array_t<std::complex<double>>(static_cast<py::ssize_t>(values.size()),
                                             values.data());
  }
  static std::string type() { return "NDArray[numpy.complex128]"; }
};

/// Pairs of numbers: points of a curve.
template <>
struct Convert<std::pair<double, double>> {
  static std::pair<double, double> from(py::handle object, std::string_view what) {
    const Vec<2> pair = Convert<Vec<2>>::from(object, what);
    return {pair[0], pair[1]};
  }
  static py::object to(const std::pair<double, double>& pair) {
    return py::make_tuple(pair.first, pair.second);
  }
  static std::string type() { return "tuple[float, float]"; }
};

template <class... Ts>
struct Convert<std::variant<Ts...>> {
  using Variant = std::variant<Ts...>;
  static Variant from(py::handle object, std::string_view what) {
    std::optional<Variant> found;
    ((!found && py::isinstance<Ts>(object) ? void(found = object.cast<const Ts&>()) : void()), ...);
    if (!found) refuse(what, type(), object);
    return *found;
  }
  static py::object to(const Variant& value) {
    return std::visit([](const auto& each) { return py::cast(each); }, value);
  }
  static std::string type() {
    std::string names;
    (add_alternative(names, Convert<Ts>::type()), ...);
    return names;
  }
};

template <class Out, class... In>
struct Convert<FilledFunction<Out, In...>> {
  static FilledFunction<Out, In...> from(py::handle object, std::string_view what) {
    if (object.is_none()) return {};
    return [call = Function(object, std::string(what))](In... in, Out out) {
      const py::gil_scoped_acquire held;
      call.fill({argument(in)...}, out.data(), out.rows(), out.cols(), out.outerStride());
    };
  }
  static std::string type() { return "Callable[..., ArrayLike] | None"; }
};

/// A number that depends on time and state: guards, and modes chosen by them.
template <class Number>
requires(std::is_arithmetic_v<Number>) struct Convert<std::function<Number(double, VectorIn)>> {
  using Guard = std::function<Number(double, VectorIn)>;
  static Guard from(py::handle object, std::string_view what) {
    if (object.is_none()) return {};
    return [call = Function(object, std::string(what))](double t, VectorIn x) {
      const py::gil_scoped_acquire held;
      return Convert<Number>::from(call.call({argument(t), argument(x)}),
                                   "the result of " + call.what());
    };
  }
  static std::string type() {
    return "Callable[[float, NDArray[numpy.float64]], " + Convert<Number>::type() + "] | None";
  }
};

template <>
struct Convert<std::function<double(double)>> {
  static std::function<double(double)> from(py::handle object, std::string_view what);
  static std::string type() { return "Callable[[float], float] | None"; }
};

template <>
struct Convert<std::function<void(double)>> {
  static std::function<void(double)> from(py::handle object, std::string_view what);
  static std::string type() { return "Callable[[float], None] | None"; }
};

}  // namespace nonsmooth::python
