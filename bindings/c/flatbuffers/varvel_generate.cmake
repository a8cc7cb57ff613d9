# varvel_generate(TARGET SCHEMAS FILES... [INCLUDE FOLDERS...] [OPTIONS WORDS...])
#
# Makes C of FlatBuffers schemas when they, or files that they include, have changed. The headers
# are for TARGET, which is linked with the runtime. VARVEL names the command; without it, it is
# looked for in PATH.
function(varvel_generate target)
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
  set(headers)
  foreach(schema IN LISTS arg_SCHEMAS)
    get_filename_component(schema ${schema} ABSOLUTE)
    get_filename_component(name ${schema} NAME_WLE)
    set(header ${folder}/${name}.h)
    add_custom_command(
      OUTPUT ${header}
      COMMAND ${VARVEL} gen c ${schema} ${include} ${arg_OPTIONS} --out ${folder} -M ${header}.d --quiet
      # A header that has these bytes already is left alone; make needs a new time.
      COMMAND ${CMAKE_COMMAND} -E touch ${header}
      DEPENDS ${schema}
      DEPFILE ${header}.d
      VERBATIM)
    list(APPEND headers ${header})
  endforeach()
  target_sources(${target} PRIVATE ${headers})
  target_include_directories(${target} PRIVATE ${folder})
  target_link_libraries(${target} PRIVATE varvel_flatbuffers)
endfunction()
