# Headers that nearly every file reads are parsed once, and small files compiled together: a third of the time
# of a clean build is left. Where ccache is installed it does this job instead, across build folders too, which
# both would hinder.
#
# ns_precompile(<target> <kind>) for targets that are compiled with the same flags:
#   library  modules: headers of others only, so that a change of ours costs what it must
#   test     GoogleTest and the whole library
#   example  the whole library

if(NS_CCACHE)
  set(precompile OFF)
else()
  set(precompile ON)
endif()
option(NS_PRECOMPILE "parse the common headers once per build" ${precompile})
# not for those who change files and compile them again, with warnings of what is local to one file
if(NS_BUILD_TESTS OR NS_BUILD_FUZZERS)
  set(together OFF)
else()
  set(together ${precompile})
endif()
option(NS_TOGETHER "compile small files of a module together" ${together})
if(NS_PRECOMPILE AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC 12 forgets which of them are headers of the system, and warns of what it only believes to see
  # in inlined strings and vectors
  list(APPEND NS_PRIVATE_OPTIONS -Wno-stringop-overflow -Wno-stringop-overread -Wno-array-bounds
       -Wno-alloc-size-larger-than -Wno-free-nonheap-object -Wno-nonnull)
endif()

# ns_together(<target> [<files>]): compiles these files as one, by default all of the target that are in no group
# yet: headers are read and templates instantiated once for all of them. Files whose unnamed namespaces use
# one name for different things stay apart.
function(ns_together target)
  if(NOT NS_TOGETHER)
    return()
  endif()
  set(files ${ARGN})
  get_target_property(groups ${target} NS_GROUPS)
  if(NOT groups)
    set(groups 0)
  endif()
  if(NOT files)
    get_target_property(sources ${target} SOURCES)
    foreach(source ${sources})
      get_source_file_property(group ${source} UNITY_GROUP)
      get_source_file_property(apart ${source} SKIP_PRECOMPILE_HEADERS)
      if(NOT group AND NOT apart)
        list(APPEND files ${source})
      endif()
    endforeach()
  endif()
  math(EXPR groups "${groups} + 1")
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP NS_GROUPS ${groups})
  set_source_files_properties(${files} PROPERTIES UNITY_GROUP together_${groups})
endfunction()

function(ns_precompile target kind)
  if(NOT NS_PRECOMPILE)
    return()
  endif()
  if(NOT TARGET nonsmooth_precompiled_${kind})
    cmake_language(CALL ns_precompile_${kind} nonsmooth_precompiled_${kind}
                   ${PROJECT_SOURCE_DIR}/cmake/precompile.cpp)
  endif()
  target_precompile_headers(${target} REUSE_FROM nonsmooth_precompiled_${kind})
endfunction()

function(ns_precompile_library name source)
  add_library(${name} OBJECT ${source})
  target_compile_options(${name} PRIVATE ${NS_PRIVATE_OPTIONS})
  target_link_libraries(${name} PRIVATE nonsmooth_options Eigen3::Eigen)
  target_precompile_headers(${name} PRIVATE <Eigen/Core> <Eigen/Geometry> <Eigen/LU> <Eigen/SparseCore>
                            <algorithm> <array> <cmath> <filesystem> <functional> <memory> <optional>
                            <span> <string> <variant> <vector>)
endfunction()

function(ns_precompile_test name source)
  add_executable(${name} ${source})
  target_compile_options(${name} PRIVATE ${NS_PRIVATE_OPTIONS})
  target_link_libraries(${name} PRIVATE nonsmooth::nonsmooth GTest::gtest)
  target_precompile_headers(${name} PRIVATE <gtest/gtest.h> <nonsmooth/nonsmooth.hpp>)
endfunction()

function(ns_precompile_example name source)
  add_executable(${name} ${source})
  target_link_libraries(${name} PRIVATE nonsmooth::nonsmooth)
  target_precompile_headers(${name} PRIVATE <nonsmooth/nonsmooth.hpp>)
endfunction()
