# Flags every target of the project shares.
#
# nonsmooth_options is linked PUBLIC by every module: the instruction set decides the alignment of
# Eigen's fixed-size types, so whoever links the library must be compiled with the same one.

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release)
endif()
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  set(NS_ARCH "x86-64-v3" CACHE STRING
      "instruction set (-march=); x86-64-v3 is any PC since about 2013, empty is the oldest 64-bit one")
else()
  set(NS_ARCH "" CACHE STRING "instruction set (-march=); empty leaves it to the compiler")
endif()

add_library(nonsmooth_options INTERFACE)
add_library(nonsmooth::options ALIAS nonsmooth_options)
set_target_properties(nonsmooth_options PROPERTIES EXPORT_NAME options)
target_compile_features(nonsmooth_options INTERFACE cxx_std_20)
if(NS_ARCH)
  target_compile_options(nonsmooth_options INTERFACE -march=${NS_ARCH})
endif()

# contraction off: the same source gives the same bits wherever the compiler might have fused
set(NS_PRIVATE_OPTIONS -ffp-contract=off -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor
    -Wold-style-cast -Wcast-align -Wunused -Woverloaded-virtual)
option(NS_WARNINGS_AS_ERRORS "warnings stop the build (for developers and CI)" OFF)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC 12 sees uninitialised members in every copied std::variant, and overlapping copies in string
  # concatenation: known false alarms of that version
  list(APPEND NS_PRIVATE_OPTIONS -Wno-maybe-uninitialized -Wno-restrict)
endif()
if(NS_WARNINGS_AS_ERRORS)
  list(APPEND NS_PRIVATE_OPTIONS -Werror)
endif()

set(NS_SANITIZE "" CACHE STRING "address, undefined, thread or a comma-separated list of them")
if(NS_SANITIZE)
  # every target of the build, tests and applications included; an error ends the program
  add_compile_options(-fsanitize=${NS_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${NS_SANITIZE})
endif()

find_program(NS_CCACHE ccache)
if(NS_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${NS_CCACHE})
endif()

include(${CMAKE_CURRENT_LIST_DIR}/private_links.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/precompile.cmake)

# ns_module(<name> SOURCES ... PUBLIC <modules/targets> PRIVATE <targets>): one library per module
function(ns_module name)
  cmake_parse_arguments(arg "" "" "SOURCES;PUBLIC;PRIVATE" ${ARGN})
  add_library(nonsmooth_${name} ${arg_SOURCES})
  add_library(nonsmooth::${name} ALIAS nonsmooth_${name})
  set_target_properties(nonsmooth_${name} PROPERTIES EXPORT_NAME ${name})
  target_compile_options(nonsmooth_${name} PRIVATE ${NS_PRIVATE_OPTIONS})
  target_include_directories(nonsmooth_${name} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
    $<INSTALL_INTERFACE:include>)
  target_include_directories(nonsmooth_${name} PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(nonsmooth_${name} PUBLIC ${arg_PUBLIC} PRIVATE ${arg_PRIVATE})
  ns_precompile(nonsmooth_${name} library)
  set_property(GLOBAL APPEND PROPERTY NS_MODULES nonsmooth_${name})
  # EVAL, because a deferred call would look up ${name} when this function has ended
  cmake_language(EVAL CODE "cmake_language(DEFER CALL ns_flatten_private_links nonsmooth_${name})")
endfunction()
