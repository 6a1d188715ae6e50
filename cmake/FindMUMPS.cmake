# The sequential double-precision MUMPS as plain library paths (see FindSuiteSparse.cmake for why).
#
#   MUMPS_FOUND  MUMPS_INCLUDE_DIR  MUMPS_LIBRARIES

find_path(MUMPS_INCLUDE_DIR dmumps_c.h PATH_SUFFIXES mumps MUMPS)
find_library(MUMPS_LIBRARY dmumps_seq)
mark_as_advanced(MUMPS_INCLUDE_DIR MUMPS_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(MUMPS REQUIRED_VARS MUMPS_INCLUDE_DIR MUMPS_LIBRARY)
set(MUMPS_LIBRARIES ${MUMPS_LIBRARY})
