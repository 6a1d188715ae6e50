# Headers that nearly every file reads are parsed once: half of the time of a clean build. Where ccache
# is installed it does this job instead, across build folders too, which precompiled headers hinder.
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
if(NS_PRECOMPILE AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC 12 forgets which of them are headers of the system, and warns of what it only believes to see
  # in inlined strings and vectors
  list(APPEND NS_PRIVATE_OPTIONS -Wno-stringop-overflow -Wno-stringop-overread -Wno-array-bounds
       -Wno-alloc-size-larger-than -Wno-free-nonheap-object -Wno-nonnull)
endif()

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
  target_precompile_headers(${name} PRIVATE <Eigen/Core> <Eigen/SparseCore> <filesystem>
                            <functional> <span> <string> <variant> <vector>)
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
