#!/bin/sh
# Compiles the runtime and its tests by one compiler and runs them:
#
#     run.sh BUILD-FOLDER COMPILER FLAGS...
#
# ../../tests/compiler.sh says which compilers there are.
set -eu
build=$1 compiler=$2
shift 2
here=$(cd "$(dirname "$0")" && pwd)
suites=${VARVEL_SUITES:-$here/../../../../../shared/suites}
# shellcheck source=bindings/c/tests/compiler.sh
. "$here/../../tests/compiler.sh"

# compile PROGRAM: compiles one file of this folder with the runtime.
compile() {
    program=$1
    shift
    # shellcheck disable=SC2086
    $compiler "$@" $warnings -I"$here/.." -I"$here/generated" "$here/$program.c" \
        "$here"/../varvel_flatbuffers*.c -o "$build/$program"
}
for program in units corpus json parts; do compile $program "$@"; done
$run "$build/units" "$here" "$suites"
$run "$build/corpus" "$here/corpus/zoo.cases"
$run "$build/json"
$run "$build/parts"
