// SPDX-License-Identifier: Apache-2.0
#include "io/atomic_file.hpp"

#include "nonsmooth/base/error.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <string>
#include <system_error>

namespace nonsmooth::io {
namespace {

[[noreturn]] void fail(const std::filesystem::path& path, int reason) {
  throw FileError(path.string() + ": cannot write: " + std::generic_category().message(reason));
}

// Writes everything and closes; returns 0 or the error number.
int write_and_close(int descriptor, std::span<const char> bytes, bool flush) {
  int reason = 0;
  while (reason == 0 && !bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written >= 0)
      bytes = bytes.subspan(static_cast<std::size_t>(written));
    else if (errno != EINTR)
      reason = errno;
  }
  if (reason == 0 && flush && ::fsync(descriptor) != 0) reason = errno;
  // some file systems report a full disk only here
  if (::close(descriptor) != 0 && reason == 0) reason = errno;
  return reason;
}

void write_directly(const std::filesystem::path& path, std::span<const char> bytes) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) fail(path, errno);
  if (const int reason = write_and_close(descriptor, bytes, false); reason != 0) fail(path, reason);
}

// Gives the finished file its name; returns 0 or the error number.
int publish(const std::filesystem::path& temporary, const std::filesystem::path& path,
            Existing existing) {
  if (existing == Existing::refuse) {
    // a hard link fails if the name is taken, a rename would silently replace it
    if (::link(temporary.c_str(), path.c_str()) == 0) return ::unlink(temporary.c_str()), 0;
    if (errno == EEXIST) return EEXIST;
    if (std::error_code ignored; std::filesystem::exists(path, ignored)) return EEXIST;
  }
  return ::rename(temporary.c_str(), path.c_str()) == 0 ? 0 : errno;
}

}  // namespace

void write_file(const std::filesystem::path& path, std::span<const char> bytes, Existing existing) {
  std::error_code ignored;
  const bool taken = std::filesystem::exists(path, ignored);
  if (taken && existing == Existing::refuse) fail(path, EEXIST);
  if (taken && !std::filesystem::is_regular_file(path, ignored)) return write_directly(path, bytes);

  static std::atomic<unsigned> serial{0};
  std::filesystem::path temporary = path;
  temporary += ".partial-" + std::to_string(::getpid()) + "-" + std::to_string(serial++);
  const int descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor < 0) fail(path, errno);
  int reason = write_and_close(descriptor, bytes, true);
  if (reason == 0) reason = publish(temporary, path, existing);
  if (reason != 0) {
    ::unlink(temporary.c_str());
    fail(path, reason);
  }
}

}  // namespace nonsmooth::io
