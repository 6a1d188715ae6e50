# Install and export: find_package(nonsmooth [COMPONENTS base linalg ode laws collide problem solvers impacts
# model schemes simulate mechanics circuit control analysis io]).

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

get_property(modules GLOBAL PROPERTY NS_MODULES)
install(TARGETS nonsmooth nonsmooth_options ${modules} EXPORT nonsmoothTargets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
if(TARGET nonsmooth_cli)
  install(TARGETS nonsmooth_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/apps ${PROJECT_SOURCE_DIR}/bench
          DESTINATION ${CMAKE_INSTALL_DATADIR}/nonsmooth FILES_MATCHING PATTERN "*.py")
endif()

install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/nonsmooth DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN "*.hpp")
install(FILES ${PROJECT_BINARY_DIR}/include/nonsmooth/base/version.hpp
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/nonsmooth/base)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/nonsmooth)
install(EXPORT nonsmoothTargets NAMESPACE nonsmooth:: DESTINATION ${package_dir})
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/nonsmoothConfig.cmake.in
  ${PROJECT_BINARY_DIR}/nonsmoothConfig.cmake INSTALL_DESTINATION ${package_dir})
# before 1.0 a minor version may break the API
write_basic_package_version_file(${PROJECT_BINARY_DIR}/nonsmoothConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/nonsmoothConfig.cmake
        ${PROJECT_BINARY_DIR}/nonsmoothConfigVersion.cmake DESTINATION ${package_dir})
