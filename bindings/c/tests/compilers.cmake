# compiler_test(NAME COMPILER FLAGS...)
#
# Adds a test that compiles the programs of the folder `tests` beside the CMakeLists.txt by one
# compiler and runs them: see its run.sh. If a compiler or an emulator is missing, the test is skipped.
function(compiler_test name)
  add_test(NAME ${name}
    COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/tests/run.sh ${CMAKE_CURRENT_BINARY_DIR}/${name} ${ARGN})
  set_tests_properties(${name} PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 3600)
endfunction()

set(sanitizers -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all)
