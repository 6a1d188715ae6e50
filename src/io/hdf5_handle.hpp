// SPDX-License-Identifier: Apache-2.0
// What every file that calls HDF5 needs: the lock, identifiers that are given back, silence. Only
// hdf5*.cpp may include it.
#pragma once

#include <hdf5.h>

#include <mutex>
#include <utility>

namespace nonsmooth::io::hdf5 {

/// HDF5 is not thread-safe in every build: whoever calls it holds this.
std::mutex& library_mutex();

// An identifier and the function that gives it back.
class Handle {
 public:
  using Close = herr_t (*)(hid_t);
  Handle(hid_t id, Close close) : id_(id), close_(close) {}
  ~Handle() { reset(); }
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Handle& operator=(Handle&& other) noexcept {
    reset();
    id_ = std::exchange(other.id_, -1);
    close_ = other.close_;
    return *this;
  }
  bool valid() const { return id_ >= 0; }
  operator hid_t() const { return id_; }  // NOLINT: stands in for the identifier
  /// Gives it back now; negative if the library could not.
  herr_t reset() { return valid() ? close_(std::exchange(id_, -1)) : 0; }

 private:
  hid_t id_;
  Close close_;
};

// Failures are our exceptions; the library prints its own stack to stderr unless told not to.
class Silence {
 public:
  Silence() {
    H5Eget_auto2(H5E_DEFAULT, &function_, &data_);
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  }
  ~Silence() { H5Eset_auto2(H5E_DEFAULT, function_, data_); }
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;

 private:
  H5E_auto2_t function_ = nullptr;
  void* data_ = nullptr;
};

}  // namespace nonsmooth::io::hdf5
