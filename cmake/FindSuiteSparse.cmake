# CHOLMOD, KLU and UMFPACK as plain library paths. SuiteSparse before version 6 ships neither a CMake
# package nor pkg-config files. Plain paths (not imported targets) also keep the installed
# nonsmoothConfig.cmake free of a find step for a library that is linked privately.
#
#   SuiteSparse_FOUND  SuiteSparse_INCLUDE_DIR  SuiteSparse_LIBRARIES

find_path(SuiteSparse_INCLUDE_DIR cholmod.h PATH_SUFFIXES suitesparse)
find_library(SuiteSparse_CHOLMOD_LIBRARY cholmod)
find_library(SuiteSparse_KLU_LIBRARY klu)
find_library(SuiteSparse_UMFPACK_LIBRARY umfpack)
mark_as_advanced(SuiteSparse_INCLUDE_DIR SuiteSparse_CHOLMOD_LIBRARY SuiteSparse_KLU_LIBRARY
                 SuiteSparse_UMFPACK_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(SuiteSparse REQUIRED_VARS SuiteSparse_INCLUDE_DIR
  SuiteSparse_CHOLMOD_LIBRARY SuiteSparse_KLU_LIBRARY SuiteSparse_UMFPACK_LIBRARY)
set(SuiteSparse_LIBRARIES ${SuiteSparse_UMFPACK_LIBRARY} ${SuiteSparse_KLU_LIBRARY}
                          ${SuiteSparse_CHOLMOD_LIBRARY})
