# cmake --install: the program, the headers, the two static libraries, the shared one, pkg-config files and a CMake package.
# Programs choose: pkg-config's orogen and CMake's orogen::shared are the shared library, orogen-static and orogen::orogen the
# archives. What the archives are linked to is read from their targets, so that a new dependency is named once.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set_target_properties(orogen_core PROPERTIES EXPORT_NAME core)
set_target_properties(orogen_lib PROPERTIES EXPORT_NAME orogen)
install(TARGETS orogen RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS orogen_core orogen_lib EXPORT orogen ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
        INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
if(OROGEN_SHARED)
  set_target_properties(orogen_shared PROPERTIES EXPORT_NAME shared)
  install(TARGETS orogen_shared EXPORT orogen LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
          INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
endif()
install(DIRECTORY include/orogen DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")

# A library's name for the linker: -lpng16 for the target PNG::PNG or the path of libpng16.so.
function(oro_link_flag item result)
  set(path "${item}")
  if(TARGET "${item}")
    set(path "")
    foreach(property IMPORTED_LOCATION_RELEASE IMPORTED_LOCATION_NONE IMPORTED_LOCATION)
      get_target_property(found "${item}" ${property})
      if(found AND NOT path)
        set(path "${found}")
      endif()
    endforeach()
  endif()
  get_filename_component(name "${path}" NAME_WE)
  string(REGEX REPLACE "^lib" "" name "${name}")
  if(item STREQUAL "Threads::Threads")
    set(name pthread)
  endif()
  set(${result} "-l${name}" PARENT_SCOPE)
endfunction()

set(link_flags)
set(packages)
get_target_property(around orogen_lib LINK_LIBRARIES)
get_target_property(below orogen_core LINK_LIBRARIES)
foreach(item ${around} ${below})
  if(item STREQUAL "orogen_core")
    continue()
  endif()
  # What an imported library says its users are linked to as well (zlib behind libpng) is linked by name.
  set(behind)
  if(TARGET "${item}" AND NOT item STREQUAL "Threads::Threads")
    get_target_property(behind "${item}" INTERFACE_LINK_LIBRARIES)
  endif()
  foreach(library "${item}" ${behind})
    if(NOT library MATCHES "NOTFOUND$" AND NOT library MATCHES "[<>]")
      oro_link_flag("${library}" flag)
      list(APPEND link_flags ${flag})
    endif()
  endforeach()
  if(item MATCHES "^([A-Za-z0-9]+)::")
    list(APPEND packages ${CMAKE_MATCH_1})
  endif()
endforeach()
list(REMOVE_DUPLICATES link_flags)
list(REMOVE_DUPLICATES packages)

set(generated ${CMAKE_BINARY_DIR}/generated)
list(JOIN link_flags " " static_line)
# Named as files: the linker takes a shared library first where both go by one name.
set(static_line "\${libdir}/liborogen.a \${libdir}/liborogen-core.a ${static_line}")
set(shared_line "${static_line}")
if(OROGEN_SHARED)
  set(shared_line "-L\${libdir} -lorogen")
endif()
string(REGEX REPLACE "[^/]+" ".." up "${CMAKE_INSTALL_LIBDIR}")
function(oro_write_pc name link_line)
  file(CONFIGURE OUTPUT ${generated}/${name}.pc @ONLY CONTENT [[
# The prefix follows this file, so that an installed copy may be moved.
prefix=${pcfiledir}/../@up@
libdir=${prefix}/@CMAKE_INSTALL_LIBDIR@
includedir=${prefix}/@CMAKE_INSTALL_INCLUDEDIR@

Name: Orogen
Description: Makes landscapes: operators, scenes, files and pictures
Version: @OROGEN_VERSION@
Cflags: -I${includedir}
Libs: @link_line@
]])
  install(FILES ${generated}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endfunction()
oro_write_pc(orogen "${shared_line}")
oro_write_pc(orogen-static "${static_line}")

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/orogen)
set(config "include(CMakeFindDependencyMacro)\n")
foreach(package ${packages})
  string(APPEND config "find_dependency(${package})\n")
endforeach()
string(APPEND config "include(\"\${CMAKE_CURRENT_LIST_DIR}/orogenTargets.cmake\")\n")
file(WRITE ${generated}/orogenConfig.cmake "${config}")
write_basic_package_version_file(${generated}/orogenConfigVersion.cmake VERSION ${OROGEN_VERSION}
                                 COMPATIBILITY SameMinorVersion)
install(EXPORT orogen FILE orogenTargets.cmake NAMESPACE orogen:: DESTINATION ${package_dir})
install(FILES ${generated}/orogenConfig.cmake ${generated}/orogenConfigVersion.cmake DESTINATION ${package_dir})
