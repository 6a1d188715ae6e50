// SPDX-License-Identifier: Apache-2.0
#include "io/committed_file.hpp"

#include "nonsmooth/base/error.hpp"

#include <unistd.h>

#include <system_error>

namespace nonsmooth::io {

namespace fs = std::filesystem;
using hdf5::AppendFile;

CommittedFile::CommittedFile(fs::path path, const WriterOptions& options, const std::string& writer)
    : path_(std::move(path)),
      flush_every_(options.flush_every),
      resume_(options.existing == IfExists::resume),
      wait_for_disk_(options.wait_for_disk) {
  std::error_code ignored;
  const bool taken = fs::exists(path_, ignored);
  if (taken && !fs::is_regular_file(path_, ignored))
    throw FileError(name() + ": expected the name of a file, found something else there");
  if (taken && options.existing == IfExists::refuse)
    throw FileError(name() +
                    ": exists; choose another name, or IfExists::replace or IfExists::resume");
  if (taken) (void)hdf5::WriteLock(path_);  // throws while another program writes it
  if (!(options.flush_every >= 0.0) || options.rows_in_memory < 1)
    throw Error(writer + ": flush_every must not be negative and rows_in_memory at least 1");
}

CommittedFile::~CommittedFile() {
  file_.reset();
  std::error_code ignored;
  if (!unpublished_.empty()) fs::remove(unpublished_, ignored);
}

bool CommittedFile::resumes() const {
  if (file_ || failed_) throw Error(name() + ": this writer has had its run; make another one");
  return resume_ && fs::exists(path_);
}

void CommittedFile::require_same(const std::string& other, const std::string& what) const {
  if (!other.empty())
    throw Error(name() + ": cannot go on with this run, it would have " + other + "; take the " +
                what + " it was begun with, or another file");
}

AppendFile& CommittedFile::create(const char* header_path, const std::string& header) {
  unpublished_ = path_;
  unpublished_ += ".partial-" + std::to_string(::getpid());
  fs::remove(unpublished_);
  file_.emplace(unpublished_, AppendFile::Mode::create, hdf5::WriteLock(unpublished_));
  file_->text(header_path, header);
  return *file_;
}

AppendFile& CommittedFile::extend(hdf5::WriteLock lock) {
  return file_.emplace(path_, AppendFile::Mode::extend, std::move(lock));
}

void CommittedFile::finish(const void* line) {
  checkpoints_.write(*file_);
  messages_.write(*file_);
  if (wait_for_disk_) file_->sync();
  file_->append(commits_, line, 1);
  file_->flush(commits_);
  if (wait_for_disk_) file_->sync();
  if (!unpublished_.empty()) {
    std::error_code reason;
    fs::rename(unpublished_, path_, reason);
    if (reason) throw FileError(name() + ": cannot write: " + reason.message());
    unpublished_.clear();
  }
  flushed_ = std::chrono::steady_clock::now();
}

bool CommittedFile::late() const {
  return std::chrono::steady_clock::now() - flushed_ > std::chrono::duration<double>(flush_every_);
}

}  // namespace nonsmooth::io
