# A Debian package of the build: `cpack -G DEB` in the build folder. Libraries the command needs at run
# time are found by dpkg-shlibdeps; whoever compiles against the library needs Eigen besides. With
# NS_PYTHON_DIR (preset deb) the Python package is in it, for the version of Python it was built with.

set(CPACK_PACKAGE_NAME nonsmooth)
set(CPACK_PACKAGE_VENDOR "Nonsmooth")
set(CPACK_PACKAGE_CONTACT "Nonsmooth maintainers <maintainers@nonsmooth.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY ${PROJECT_DESCRIPTION})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SECTION math)
get_property(python GLOBAL PROPERTY NS_PYTHON_VERSION)
if(NS_PYTHON_DIR AND python)
  string(REGEX MATCH "([0-9]+)\\.([0-9]+)" python ${python})
  math(EXPR next "${CMAKE_MATCH_2} + 1")
  set(CPACK_DEBIAN_PACKAGE_DEPENDS
      "python3 (>= ${python}), python3 (<< ${CMAKE_MATCH_1}.${next}), python3-numpy")
endif()
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libopenblas0, python3-matplotlib, python3-h5py")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "libeigen3-dev, cmake, g++")
include(CPack)
