# ARKODE and CVODE of SUNDIALS as plain library paths (see FindSuiteSparse.cmake for why). The
# package file that SUNDIALS brings along demands every library of its build, MPI included.
#
#   SUNDIALS_FOUND  SUNDIALS_VERSION  SUNDIALS_INCLUDE_DIR  SUNDIALS_LIBRARIES

find_path(SUNDIALS_INCLUDE_DIR arkode/arkode_erkstep.h)
set(SUNDIALS_LIBRARIES)
set(names)
foreach(part arkode cvode sunlinsoldense sunmatrixdense nvecserial)
  find_library(SUNDIALS_${part}_LIBRARY sundials_${part})
  mark_as_advanced(SUNDIALS_${part}_LIBRARY)
  list(APPEND SUNDIALS_LIBRARIES ${SUNDIALS_${part}_LIBRARY})
  list(APPEND names SUNDIALS_${part}_LIBRARY)
endforeach()
mark_as_advanced(SUNDIALS_INCLUDE_DIR)

set(SUNDIALS_VERSION)
if(SUNDIALS_INCLUDE_DIR AND EXISTS ${SUNDIALS_INCLUDE_DIR}/sundials/sundials_config.h)
  file(STRINGS ${SUNDIALS_INCLUDE_DIR}/sundials/sundials_config.h line
       REGEX "^#define SUNDIALS_VERSION \"")
  string(REGEX REPLACE ".*\"([0-9.]+).*" "\\1" SUNDIALS_VERSION "${line}")
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(SUNDIALS REQUIRED_VARS ${names} SUNDIALS_INCLUDE_DIR
  VERSION_VAR SUNDIALS_VERSION HANDLE_VERSION_RANGE)
