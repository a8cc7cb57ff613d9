# An overlay port: it builds the checkout that it is in.
get_filename_component(SOURCE_PATH "${CMAKE_CURRENT_LIST_DIR}/../../../../.." ABSOLUTE)

# One build for both configurations: the library has no debug part of its own.
set(VCPKG_BUILD_TYPE release)

find_program(CARGO cargo REQUIRED)
vcpkg_execute_required_process(
  COMMAND "${CARGO}" xtask c --prefix "${CURRENT_PACKAGES_DIR}"
  WORKING_DIRECTORY "${SOURCE_PATH}"
  LOGNAME "install-${TARGET_TRIPLET}")

if(VCPKG_LIBRARY_LINKAGE STREQUAL "static")
  file(GLOB others "${CURRENT_PACKAGES_DIR}/lib/libvarvel*.so*" "${CURRENT_PACKAGES_DIR}/lib/libvarvel*.dylib")
else()
  file(GLOB others "${CURRENT_PACKAGES_DIR}/lib/libvarvel.a")
endif()
file(REMOVE ${others})

vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/varvel)
vcpkg_fixup_pkgconfig()
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE-MIT" "${SOURCE_PATH}/LICENSE-APACHE")
file(INSTALL "${CMAKE_CURRENT_LIST_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
