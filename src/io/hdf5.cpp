// SPDX-License-Identifier: Apache-2.0
#include "io/hdf5.hpp"

#include "io/hdf5_handle.hpp"
#include "nonsmooth/base/error.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace nonsmooth::io::hdf5 {

std::mutex& library_mutex() {
  static std::mutex mutex;
  return mutex;
}

namespace {

// Access properties of a file that is built in memory and never reaches the disk.
Handle memory_access() {
  Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  H5Pset_fapl_core(access, std::size_t{1} << 16, 0);
  return access;
}

// --- A driver that reads an image in place
// --------------------------------------------------------
//
// The library's own memory driver copies the image and runs its metadata through a cache that reads
// a null pointer on some damaged files (1.10.8, found by fuzzing). A driver that offers no features
// takes the plain path: every read is one call, checked against the size of the image.

struct MemoryImage {
  const char* data;
  std::size_t size;
};

struct MemoryFile {
  H5FD_t base;  // the library's part, first by its rules
  MemoryImage image;
  haddr_t end_of_addresses;
};

MemoryFile* memory_file(H5FD_t* file) { return reinterpret_cast<MemoryFile*>(file); }
const MemoryFile* memory_file(const H5FD_t* file) {
  return reinterpret_cast<const MemoryFile*>(file);
}

H5FD_t* open_image(const char*, unsigned flags, hid_t access, haddr_t) {
  const auto* image = static_cast<const MemoryImage*>(H5Pget_driver_info(access));
  if (image == nullptr || (flags & H5F_ACC_RDWR) != 0) return nullptr;
  return &(new MemoryFile{{}, *image, 0})->base;
}

herr_t close_image(H5FD_t* file) {
  delete memory_file(file);
  return 0;
}

herr_t read_image(H5FD_t* file, H5FD_mem_t, hid_t, haddr_t at, std::size_t size, void* target) {
  const MemoryImage& image = memory_file(file)->image;
  if (at > image.size || size > image.size - at) return -1;
  std::copy_n(image.data + at, size, static_cast<char*>(target));
  return 0;
}

Handle memory_driver() {
  static const H5FD_class_t driver = [] {
    H5FD_class_t c{};
#ifdef H5FD_CLASS_VERSION
    c.version = H5FD_CLASS_VERSION;
    c.value = static_cast<H5FD_class_value_t>(600);  // the range for private drivers starts at 512
#endif
    c.name = "nonsmooth_image";
    c.maxaddr = HADDR_MAX;
    c.fc_degree = H5F_CLOSE_STRONG;
    c.fapl_size = sizeof(MemoryImage);
    c.open = open_image;
    c.close = close_image;
    c.read = read_image;
    c.write = [](H5FD_t*, H5FD_mem_t, hid_t, haddr_t, std::size_t, const void*) {
      return herr_t{-1};
    };
    // a run that is being written, or was killed, may only be opened by who knows how to read it
    c.query = [](const H5FD_t*, unsigned long* features) {
      return *features = H5FD_FEAT_SUPPORTS_SWMR_IO, herr_t{0};
    };
    c.get_eoa = [](const H5FD_t* file, H5FD_mem_t) { return memory_file(file)->end_of_addresses; };
    c.set_eoa = [](H5FD_t* file, H5FD_mem_t, haddr_t end) {
      return memory_file(file)->end_of_addresses = end, herr_t{0};
    };
    c.get_eof = [](const H5FD_t* file, H5FD_mem_t) {
      return haddr_t{memory_file(file)->image.size};
    };
    const H5FD_mem_t free_lists[] = H5FD_FLMAP_DICHOTOMY;
    std::copy(std::begin(free_lists), std::end(free_lists), c.fl_map);
    return c;
  }();
  return {H5FDregister(&driver), H5FDunregister};
}

}  // namespace

// --- Reader
// ---------------------------------------------------------------------------------------

struct Reader::State {
  std::string name;
  std::size_t file_size;
  std::unique_lock<std::mutex> lock{library_mutex()};
  Silence silence;
  Handle file{-1, H5Fclose};

  static Handle open(std::span<const char> bytes) {
    const Handle driver = memory_driver();
    const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
    const MemoryImage image{bytes.data(), bytes.size()};
    H5Pset_driver(access, driver, &image);
    // whatever the library still holds of a damaged file goes with it
    H5Pset_fclose_degree(access, H5F_CLOSE_STRONG);
    // byte 11 of the newest header is set while a file is written, and stays so after a kill; the
    // end that the header gives is then of the past
    const bool growing = bytes.size() > 12 && bytes[8] == 3 && bytes[11] != 0;
    if (growing)
      H5Pset_metadata_read_attempts(access, 1);  // an image does not get better by waiting
    return {H5Fopen("image", H5F_ACC_RDONLY | (growing ? H5F_ACC_SWMR_READ : 0u), access),
            H5Fclose};
  }
  State(std::span<const char> bytes, std::string file_name)
      : name(std::move(file_name)), file_size(bytes.size()), file(open(bytes)) {}
};

namespace {

struct Dataset {
  Handle set, type, space;
  hsize_t size = 0;
  bool written = true;  // false: created but never filled, all zeros by definition
};

// Data of other files (external storage, virtual datasets) must not be read on a file's demand.
bool stored_inside(hid_t set) {
  const Handle properties(H5Dget_create_plist(set), H5Pclose);
  return properties.valid() && H5Pget_layout(properties) != H5D_VIRTUAL &&
         H5Pget_external_count(properties) == 0;
}

// Whether the file holds what the extent asks for. The library trusts extent and layout to agree
// and reads through a null pointer when damage made them differ.
bool backed_by_file(hid_t set, hsize_t bytes, std::size_t file_size) {
  const Handle properties(H5Dget_create_plist(set), H5Pclose);
  const hsize_t stored = H5Dget_storage_size(set);
  const H5D_layout_t layout = H5Pget_layout(properties);
  // compressed chunks may hold more than they take
  if (layout == H5D_CHUNKED) return stored > 0 && stored <= file_size;
  if (stored < bytes) return false;
  if (layout != H5D_CONTIGUOUS) return true;
  const haddr_t begin = H5Dget_offset(set);
  return begin != HADDR_UNDEF && begin <= file_size && bytes <= file_size - begin;
}

}  // namespace

Reader::Reader(std::span<const char> bytes, std::string name)
    : state_(std::make_unique<State>(bytes, std::move(name))) {
  if (!state_->file.valid())
    throw FileError(state_->name + ": expected an HDF5 file, found " +
                    std::to_string(bytes.size()) +
                    " bytes that HDF5 cannot open (cut short or damaged)");
}
Reader::~Reader() = default;

void Reader::fail(const std::string& path, const std::string& complaint) const {
  throw FileError(state_->name + ": " + path + ": " + complaint);
}

bool Reader::has(const std::string& path) const {
  // the library wants every step of the path checked by itself
  for (std::size_t slash = path.find('/', 1);; slash = path.find('/', slash + 1)) {
    const std::string part = path.substr(0, slash);
    if (H5Lexists(state_->file, part.c_str(), H5P_DEFAULT) <= 0) return false;
    H5L_info_t info;
    if (H5Lget_info(state_->file, part.c_str(), &info, H5P_DEFAULT) < 0) return false;
    if (info.type != H5L_TYPE_HARD)
      fail(part, "expected data of this file, found a link to elsewhere");
    if (slash == std::string::npos) return true;
  }
}

namespace {

// Opens a dataset of numbers and checks class, rank and extent before anything is allocated.
Dataset open_dataset(const Reader& reader, hid_t file, std::size_t file_size,
                     const std::string& path, H5T_class_t type_class, const char* type_name) {
  if (!reader.has(path)) reader.fail(path, "expected this dataset, found nothing of the name");
  Handle set(H5Dopen2(file, path.c_str(), H5P_DEFAULT), H5Dclose);
  if (!set.valid()) reader.fail(path, "expected a dataset, found something else");
  Handle type(H5Dget_type(set), H5Tclose), space(H5Dget_space(set), H5Sclose);
  if (!type.valid() || H5Tget_class(type) != type_class)
    reader.fail(path, std::string("expected ") + type_name + ", found another type");
  // the library takes memory for whatever width a damaged type claims when it converts
  if (const std::size_t width = H5Tget_size(type); width == 0 || width > sizeof(double))
    reader.fail(path, "expected numbers of at most " + std::to_string(sizeof(double)) +
                          " bytes, found " + std::to_string(width));
  const int rank = space.valid() ? H5Sget_simple_extent_ndims(space) : -1;
  if (rank != 0 && rank != 1)
    reader.fail(path, "expected one dimension, found " + std::to_string(rank));
  hsize_t size = 1;
  if (rank == 1 && H5Sget_simple_extent_dims(space, &size, nullptr) < 0)
    reader.fail(path, "expected an extent, found none");
  if (H5Sget_simple_extent_type(space) == H5S_NULL) size = 0;
  if (!stored_inside(set)) reader.fail(path, "expected data inside the file, found a reference");
  // compression may shrink zeros a lot, but not without limit
  const hsize_t most = std::min<hsize_t>(hsize_t{1} << 31, hsize_t{1000} * file_size / sizeof(int));
  if (size > most)
    reader.fail(path, "expected at most " + std::to_string(most) + " entries in a file of " +
                          std::to_string(file_size) + " bytes, found " + std::to_string(size));
  H5D_space_status_t status = H5D_SPACE_STATUS_ERROR;
  H5Dget_space_status(set, &status);
  const bool written = size > 0 && status != H5D_SPACE_STATUS_NOT_ALLOCATED;
  if (written && !backed_by_file(set, size * H5Tget_size(type), file_size))
    reader.fail(path, "expected " + std::to_string(size) + " entries, found less data");
  return {std::move(set), std::move(type), std::move(space), size, written};
}

}  // namespace

std::vector<int> Reader::integers(const std::string& path) const {
  const Dataset data =
      open_dataset(*this, state_->file, state_->file_size, path, H5T_INTEGER, "integers");
  std::vector<int> values(data.size);
  if (data.written &&
      H5Dread(data.set, H5T_NATIVE_INT, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) < 0)
    fail(path, "the data cannot be read (cut short or damaged)");
  return values;
}

int Reader::integer(const std::string& path) const {
  const std::vector<int> values = integers(path);
  if (values.size() != 1)
    fail(path, "expected one integer, found " + std::to_string(values.size()));
  return values[0];
}

Vector Reader::numbers(const std::string& path) const {
  const Dataset data = open_dataset(*this, state_->file, state_->file_size, path, H5T_FLOAT,
                                    "floating point numbers");
  Vector values = Vector::Zero(static_cast<Eigen::Index>(data.size));
  if (data.written &&
      H5Dread(data.set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) < 0)
    fail(path, "the data cannot be read (cut short or damaged)");
  for (Eigen::Index i = 0; i < values.size(); ++i)
    if (!std::isfinite(values[i]))
      fail(path, "expected finite numbers, found " + std::to_string(values[i]) + " at entry " +
                     std::to_string(i));
  return values;
}

std::string Reader::text(const std::string& path) const {
  if (!has(path)) return {};
  const Handle set(H5Dopen2(state_->file, path.c_str(), H5P_DEFAULT), H5Dclose);
  if (!set.valid() || !stored_inside(set)) return {};
  const Handle type(H5Dget_type(set), H5Tclose), space(H5Dget_space(set), H5Sclose);
  const std::size_t length = type.valid() ? H5Tget_size(type) : 0;
  if (length == 0 || length > state_->file_size || H5Tget_class(type) != H5T_STRING ||
      H5Tis_variable_str(type) != 0 || H5Sget_simple_extent_npoints(space) != 1 ||
      !backed_by_file(set, length, state_->file_size))
    return {};
  std::string value(length, '\0');
  if (H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, value.data()) < 0) return {};
  return value.substr(0, value.find('\0'));
}

// --- Tables
// ---------------------------------------------------------------------------------------

namespace {

struct Entry {
  hid_t memory;
  H5T_class_t type_class;
  std::size_t size;
};

Entry entry(TableType type) {
  switch (type) {
    case TableType::numbers: return {H5T_NATIVE_DOUBLE, H5T_FLOAT, 8};
    case TableType::integers: return {H5T_NATIVE_INT64, H5T_INTEGER, 8};
    case TableType::characters: break;
  }
  return {H5T_NATIVE_UCHAR, H5T_INTEGER, 1};
}

// Opens a table and checks everything before anything is read; its first extent is the answer.
std::pair<Handle, hsize_t> open_table(const Reader& reader, hid_t file, std::size_t file_size,
                                      const std::string& path, TableType type, int columns) {
  if (!reader.has(path)) reader.fail(path, "expected this table, found nothing of the name");
  Handle set(H5Dopen2(file, path.c_str(), H5P_DEFAULT), H5Dclose);
  if (!set.valid()) reader.fail(path, "expected a table, found something else");
  const Handle kind(H5Dget_type(set), H5Tclose), space(H5Dget_space(set), H5Sclose);
  if (!kind.valid() || H5Tget_class(kind) != entry(type).type_class ||
      H5Tget_size(kind) != entry(type).size)
    reader.fail(path, "expected numbers of " + std::to_string(entry(type).size) +
                          " bytes, found another type");
  if (!space.valid() || H5Sget_simple_extent_ndims(space) != 2)
    reader.fail(path, "expected rows and columns, found another rank");
  hsize_t extent[2] = {0, 0};
  if (H5Sget_simple_extent_dims(space, extent, nullptr) < 0 ||
      extent[1] != static_cast<hsize_t>(columns))
    reader.fail(path, "expected " + std::to_string(columns) + " columns, found " +
                          std::to_string(extent[1]));
  const Handle properties(H5Dget_create_plist(set), H5Pclose);
  if (!stored_inside(set) || H5Pget_layout(properties) != H5D_CHUNKED ||
      H5Pget_nfilters(properties) != 0)
    reader.fail(path, "expected plain chunks inside the file, found another storage");
  // nothing is compressed: what the file cannot hold is a damaged claim
  if (extent[0] > file_size / (entry(type).size * extent[1]))
    reader.fail(path, "expected no more rows than a file of " + std::to_string(file_size) +
                          " bytes can hold, found " + std::to_string(extent[0]));
  // the library takes memory for a whole chunk, whatever size a damaged file claims for it
  hsize_t chunk[2] = {0, 0};
  if (H5Pget_chunk(properties, 2, chunk) != 2 || chunk[1] != extent[1] || chunk[0] == 0 ||
      chunk[0] > max_chunk_bytes / (entry(type).size * chunk[1]) + 1)
    reader.fail(path, "expected chunks of whole rows, found another shape");
  return {std::move(set), extent[0]};
}

}  // namespace

long Reader::row_count(const std::string& path, TableType type, int columns) const {
  return static_cast<long>(
      open_table(*this, state_->file, state_->file_size, path, type, columns).second);
}

void Reader::rows(const std::string& path, TableType type, int columns, long begin, long count,
                  void* target) const {
  const auto [set, extent] =
      open_table(*this, state_->file, state_->file_size, path, type, columns);
  if (begin < 0 || count < 0 || static_cast<hsize_t>(begin) > extent ||
      static_cast<hsize_t>(count) > extent - static_cast<hsize_t>(begin))
    fail(path, "expected at least " + std::to_string(begin + count) + " rows, found " +
                   std::to_string(extent));
  if (count == 0) return;
  const hsize_t start[2] = {static_cast<hsize_t>(begin), 0};
  const hsize_t size[2] = {static_cast<hsize_t>(count), static_cast<hsize_t>(columns)};
  const Handle memory(H5Screate_simple(2, size, nullptr), H5Sclose);
  const Handle space(H5Dget_space(set), H5Sclose);
  if (H5Sselect_hyperslab(space, H5S_SELECT_SET, start, nullptr, size, nullptr) < 0 ||
      H5Dread(set, entry(type).memory, memory, space, H5P_DEFAULT, target) < 0)
    fail(path, "the rows cannot be read (cut short or damaged)");
}

// --- Writer
// ---------------------------------------------------------------------------------------

struct Writer::State {
  std::string name;
  std::unique_lock<std::mutex> lock{library_mutex()};
  Silence silence;
  Handle access{memory_access()};
  Handle file;

  explicit State(std::string file_name)
      : name(std::move(file_name)),
        file(H5Fcreate("image", H5F_ACC_TRUNC, H5P_DEFAULT, access), H5Fclose) {}

  void require(bool done, const std::string& path) const {
    if (!done) throw FileError(name + ": " + path + ": HDF5 cannot create it");
  }
  void write(const std::string& path, hid_t type, hid_t space, const void* data) const {
    // the time of writing would make two files of the same problem differ
    const Handle creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    require(creation.valid() && H5Pset_obj_track_times(creation, false) >= 0, path);
    const Handle set(
        H5Dcreate2(file, path.c_str(), type, space, H5P_DEFAULT, creation, H5P_DEFAULT), H5Dclose);
    require(set.valid(), path);
    require(H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) >= 0, path);
  }
  void write_array(const std::string& path, hid_t type, std::size_t count, const void* data) const {
    const hsize_t extent = count;
    const Handle space(H5Screate_simple(1, &extent, nullptr), H5Sclose);
    // the library insists on an address even for nothing
    const double nothing = 0.0;
    write(path, type, space, count == 0 ? &nothing : data);
  }
};

Writer::Writer(std::string name) : state_(std::make_unique<State>(std::move(name))) {
  state_->require(state_->file.valid(), "/");
}
Writer::~Writer() = default;

void Writer::group(const std::string& path) {
  const Handle group(H5Gcreate2(state_->file, path.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                     H5Gclose);
  state_->require(group.valid(), path);
}

void Writer::integers(const std::string& path, std::span<const int> values) {
  state_->write_array(path, H5T_NATIVE_INT, values.size(), values.data());
}

void Writer::numbers(const std::string& path, std::span<const double> values) {
  state_->write_array(path, H5T_NATIVE_DOUBLE, values.size(), values.data());
}

void Writer::text(const std::string& path, const std::string& value) {
  const Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(type, value.size() + 1);
  const Handle space(H5Screate(H5S_SCALAR), H5Sclose);
  state_->write(path, type, space, value.c_str());
}

std::vector<char> Writer::bytes() {
  state_->require(H5Fflush(state_->file, H5F_SCOPE_GLOBAL) >= 0, "/");
  const ssize_t size = H5Fget_file_image(state_->file, nullptr, 0);
  state_->require(size > 0, "/");
  std::vector<char> image(static_cast<std::size_t>(size));
  state_->require(H5Fget_file_image(state_->file, image.data(), image.size()) == size, "/");
  return image;
}

}  // namespace nonsmooth::io::hdf5
