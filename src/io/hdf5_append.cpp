// SPDX-License-Identifier: Apache-2.0
#include "io/hdf5_append.hpp"

#include "io/hdf5_handle.hpp"
#include "nonsmooth/base/error.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

namespace nonsmooth::io::hdf5 {
namespace {

hid_t type_of(TableType type) {
  switch (type) {
    case TableType::numbers: return H5T_NATIVE_DOUBLE;
    case TableType::integers: return H5T_NATIVE_INT64;
    case TableType::characters: break;
  }
  return H5T_NATIVE_UCHAR;
}

// The library tells the system's reason in the text of its innermost error.
std::string system_reason() {
  std::string reason;
  H5Ewalk2(
      H5E_DEFAULT, H5E_WALK_UPWARD,
      [](unsigned, const H5E_error2_t* error, void* out) -> herr_t {
        auto& found = *static_cast<std::string*>(out);
        const std::string text = error->desc != nullptr ? error->desc : "";
        const std::string mark = "error message = '";
        const std::size_t begin = text.find(mark);
        if (begin == std::string::npos || !found.empty()) return 0;
        const std::size_t from = begin + mark.size();
        found = text.substr(from, text.find('\'', from) - from);
        return 0;
      },
      &reason);
  return reason.empty() ? "HDF5 refuses" : reason;
}

}  // namespace

WriteLock::WriteLock(const std::filesystem::path& path)
    : descriptor_(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
  if (descriptor_ < 0)
    throw FileError(path.string() + ": cannot write: " + std::generic_category().message(errno));
  struct flock whole {};
  whole.l_type = F_WRLCK;
  whole.l_whence = SEEK_SET;
  // file systems without locks are trusted
  if (::fcntl(descriptor_, F_OFD_SETLK, &whole) != 0 && (errno == EAGAIN || errno == EACCES)) {
    ::close(descriptor_);
    throw FileError(path.string() + ": another program is writing this run");
  }
}
WriteLock::~WriteLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}
WriteLock::WriteLock(WriteLock&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)) {}

struct AppendFile::State {
  struct Table {
    Handle set;
    TableType type;
    int columns;
    hsize_t rows;
  };
  std::string name;
  WriteLock lock;
  Handle file{-1, H5Fclose};
  std::vector<Table> tables;
  bool fresh = true;

  State(std::string path, WriteLock held) : name(std::move(path)), lock(std::move(held)) {}
  ~State() {
    const std::scoped_lock guard(library_mutex());
    const Silence silence;
    tables.clear();
    file.reset();
  }
  void require(bool done, const std::string& what) {
    if (done) return;
    const std::string reason = system_reason();
    let_go();
    throw FileError(name + ": cannot write " + what + ": " + reason);
  }
  // After a failed write the library would go on writing when it closes, and could leave a header
  // that speaks of bytes which never came. It gets another place for that: the file stays as it is,
  // consistent up to its last flush.
  void let_go() {
    void* handle = nullptr;
    if (!file.valid() || H5Fget_vfd_handle(file, H5P_DEFAULT, &handle) < 0) return;
    const int nowhere = ::memfd_create("nonsmooth", MFD_CLOEXEC);
    if (nowhere < 0) return;
    ::dup2(nowhere, *static_cast<int*>(handle));
    ::close(nowhere);
  }
};

namespace {

// The newest layout of files knows rows that are appended; flags of a killed writer are taken back.
hid_t open_file(const std::string& path, AppendFile::Mode mode) {
  const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  H5Pset_libver_bounds(access, H5F_LIBVER_LATEST, H5F_LIBVER_LATEST);
  if (mode == AppendFile::Mode::create) {
    const Handle creation(H5Pcreate(H5P_FILE_CREATE), H5Pclose);
    H5Pset_obj_track_times(creation, false);
    return H5Fcreate(path.c_str(), H5F_ACC_TRUNC, creation, access);
  }
  // what the h5clear program of the library does; our lock says that the writer is gone
  hbool_t clear = 1;
  H5Pset(access, "clear_status_flags", &clear);
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDWR, access);
  // its header still tells the end of the time before the first row; new rows must not go there
  if (file >= 0 && H5Fincrement_filesize(file, 0) < 0) return H5Fclose(file), -1;
  return file;
}

}  // namespace

AppendFile::AppendFile(const std::filesystem::path& path, Mode mode, WriteLock lock)
    : state_(std::make_unique<State>(path.string(), std::move(lock))) {
  state_->fresh = mode == Mode::create;
  const std::scoped_lock guard(library_mutex());
  const Silence silence;
  state_->file = Handle(open_file(state_->name, mode), H5Fclose);
  state_->require(state_->file.valid(), "the file");
}
AppendFile::~AppendFile() = default;

void AppendFile::text(const std::string& path, const std::string& value) {
  const std::scoped_lock guard(library_mutex());
  const Silence silence;
  const Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(type, value.size() + 1);
  const Handle space(H5Screate(H5S_SCALAR), H5Sclose),
      creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  H5Pset_obj_track_times(creation, false);
  const Handle set(
      H5Dcreate2(state_->file, path.c_str(), type, space, H5P_DEFAULT, creation, H5P_DEFAULT),
      H5Dclose);
  state_->require(
      set.valid() && H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, value.c_str()) >= 0, path);
}

namespace {

hid_t make_table(hid_t file, const std::string& path, hid_t type, int columns) {
  const std::size_t row = H5Tget_size(type) * static_cast<std::size_t>(columns);
  // about 16 kB per chunk: small runs make small files, large rows a chunk each
  const hsize_t chunk[2] = {std::clamp<std::size_t>((std::size_t{1} << 14) / row, 1, 1024),
                            static_cast<hsize_t>(columns)};
  const hsize_t none[2] = {0, chunk[1]}, most[2] = {H5S_UNLIMITED, chunk[1]};
  const Handle space(H5Screate_simple(2, none, most), H5Sclose);
  const Handle creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  H5Pset_obj_track_times(creation, false);
  H5Pset_chunk(creation, 2, chunk);
  return H5Dcreate2(file, path.c_str(), type, space, H5P_DEFAULT, creation, H5P_DEFAULT);
}

// Names of columns for readers in other languages; ours are made from the model.
bool name_columns(hid_t set, std::span<const std::string> names) {
  if (names.empty()) return true;
  std::size_t longest = 1;
  for (const std::string& name : names) longest = std::max(longest, name.size());
  std::string block;
  for (const std::string& name : names) {
    block += name;
    block.resize(block.size() + longest - name.size(), '\0');
  }
  const Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(type, longest);
  H5Tset_strpad(type, H5T_STR_NULLPAD);
  H5Tset_cset(type, H5T_CSET_UTF8);
  const hsize_t count = names.size();
  const Handle space(H5Screate_simple(1, &count, nullptr), H5Sclose);
  const Handle attribute(H5Acreate2(set, "columns", type, space, H5P_DEFAULT, H5P_DEFAULT),
                         H5Aclose);
  return attribute.valid() && H5Awrite(attribute, type, block.data()) >= 0;
}

}  // namespace

int AppendFile::table(const std::string& path, TableType type, int columns,
                      std::span<const std::string> names, long rows) {
  const std::scoped_lock guard(library_mutex());
  const Silence silence;
  Handle set(state_->fresh ? make_table(state_->file, path, type_of(type), columns)
                           : H5Dopen2(state_->file, path.c_str(), H5P_DEFAULT),
             H5Dclose);
  state_->require(set.valid(), path);
  if (state_->fresh) {
    state_->require(name_columns(set, names), path);
  } else {
    const hsize_t extent[2] = {static_cast<hsize_t>(rows), static_cast<hsize_t>(columns)};
    state_->require(H5Dset_extent(set, extent) >= 0, path);
  }
  state_->tables.push_back({std::move(set), type, columns, static_cast<hsize_t>(rows)});
  return static_cast<int>(state_->tables.size()) - 1;
}

void AppendFile::start() {
  const std::scoped_lock guard(library_mutex());
  const Silence silence;
  state_->require(
      H5Fflush(state_->file, H5F_SCOPE_GLOBAL) >= 0 && H5Fstart_swmr_write(state_->file) >= 0,
      "the file");
}

void AppendFile::append(int table, const void* rows, long count) {
  if (count == 0) return;
  const std::scoped_lock guard(library_mutex());
  const Silence silence;
  State::Table& t = state_->tables[static_cast<std::size_t>(table)];
  const auto columns = static_cast<hsize_t>(t.columns);
  const hsize_t start[2] = {t.rows, 0}, size[2] = {static_cast<hsize_t>(count), columns};
  const hsize_t extent[2] = {t.rows + size[0], columns};
  state_->require(H5Dset_extent(t.set, extent) >= 0, "rows");
  const Handle memory(H5Screate_simple(2, size, nullptr), H5Sclose);
  const Handle space(H5Dget_space(t.set), H5Sclose);
  state_->require(H5Sselect_hyperslab(space, H5S_SELECT_SET, start, nullptr, size, nullptr) >= 0 &&
                      H5Dwrite(t.set, type_of(t.type), memory, space, H5P_DEFAULT, rows) >= 0,
                  "rows");
  t.rows = extent[0];
}

void AppendFile::flush(int table) {
  const std::scoped_lock guard(library_mutex());
  const Silence silence;
  state_->require(H5Dflush(state_->tables[static_cast<std::size_t>(table)].set) >= 0, "rows");
}

void AppendFile::sync() {
  if (::fdatasync(state_->lock.descriptor()) != 0 && errno != EINVAL && errno != EROFS)
    throw FileError(state_->name + ": cannot write: " + std::generic_category().message(errno));
}

void AppendFile::close() {
  const std::scoped_lock guard(library_mutex());
  const Silence silence;
  for (State::Table& t : state_->tables) state_->require(t.set.reset() >= 0, "rows");
  state_->require(state_->file.reset() >= 0, "the file");
}

}  // namespace nonsmooth::io::hdf5
