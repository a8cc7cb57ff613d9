# varvel_generate(TARGET SCHEMAS FILES... [INCLUDE FOLDERS...] [OPTIONS WORDS...])
#
# Makes C of FlatBuffers schemas when they, or files that they include, have changed. The headers
# are for TARGET, which is linked with the runtime. Schemas that include the same file are given in
# one call: then its types are written once. VARVEL names the command; without it, it is looked for
# in PATH.

# As a script: leaves the first target in a file of dependencies, for Ninja, which refuses those that it does
# not know. A schema that is included has a header, too.
if(CMAKE_SCRIPT_MODE_FILE)
  file(READ ${VARVEL_DEPFILE} rule)
  string(FIND "${rule}" " \\\n" first)
  string(FIND "${rule}" ": \\\n" last)
  if(first LESS last)
    string(SUBSTRING "${rule}" 0 ${first} target)
    string(SUBSTRING "${rule}" ${last} -1 sources)
    file(WRITE ${VARVEL_DEPFILE} "${target}${sources}")
  endif()
  return()
endif()

function(varvel_generate target)
  # Paths in the file of dependencies are taken as they are meant. Before CMake 3.20, Ninja took them
  # as others, and made the headers each time.
  if(POLICY CMP0116)
    cmake_policy(SET CMP0116 NEW)
  endif()
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SCHEMAS;INCLUDE;OPTIONS")
  if(NOT VARVEL)
    find_program(VARVEL varvel)
    if(NOT VARVEL)
      message(FATAL_ERROR "varvel_generate: the command `varvel` is not in PATH. "
        "`cargo install --path crates/varvel-cli` in Varvel's repository installs it; -DVARVEL=FILE names another one.")
    endif()
  endif()
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/${target}_flatbuffers)
  set(include)
  foreach(one IN LISTS arg_INCLUDE)
    get_filename_component(one ${one} ABSOLUTE)
    list(APPEND include -I ${one})
  endforeach()
  set(schemas)
  set(headers)
  foreach(schema IN LISTS arg_SCHEMAS)
    get_filename_component(schema ${schema} ABSOLUTE)
    get_filename_component(name ${schema} NAME_WLE)
    list(APPEND schemas ${schema})
    list(APPEND headers ${folder}/${name}.h)
  endforeach()
  # One command for all, so that common types are written once.
  add_custom_command(
    OUTPUT ${headers}
    COMMAND ${VARVEL} gen c ${schemas} ${include} ${arg_OPTIONS} --out ${folder} -M ${folder}/headers.d --quiet
    COMMAND ${CMAKE_COMMAND} -D VARVEL_DEPFILE=${folder}/headers.d -P ${CMAKE_CURRENT_FUNCTION_LIST_FILE}
    # A header that has these bytes already is left alone; make needs a new time.
    COMMAND ${CMAKE_COMMAND} -E touch ${headers}
    DEPENDS ${schemas}
    DEPFILE ${folder}/headers.d
    VERBATIM)
  target_sources(${target} PRIVATE ${headers})
  target_include_directories(${target} PRIVATE ${folder})
  target_link_libraries(${target} PRIVATE varvel_flatbuffers)
endfunction()
