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

# shellcheck disable=SC2086
$compiler "$@" $warnings -I"$here/.." "$here/units.c" "$here"/../varvel_flatbuffers*.c -o "$build/units"
# shellcheck disable=SC2086
$run "$build/units" "$here" "$suites"
