#!/bin/sh
# Compiles the tests and the examples of varvel_frozen.h by one compiler and runs them:
#
#     run.sh BUILD-FOLDER COMPILER FLAGS...
#
# With `-fsyntax-only` among the flags nothing is run.
# ../../tests/compiler.sh says which compilers there are.
set -eu
build=$1 compiler=$2
shift 2
here=$(cd "$(dirname "$0")" && pwd)
vectors=$here/../../../../spec/vectors
examples=$here/../examples
# shellcheck source=bindings/c/tests/compiler.sh
. "$here/../../tests/compiler.sh"

compile() {
    # shellcheck disable=SC2086
    $compiler "$@" $warnings -D_POSIX_C_SOURCE=200809L "$source" -o "$program"
}

# The examples take long to compile, so only three builds have them: gcc, clang and a sanitizer.
case $build in
*/frozen-gcc | */frozen-clang | */frozen-clang-sanitized) programs="$examples/frozen_*.c" ;;
*) programs= ;;
esac
for source in "$here"/units.c "$here"/vectors.c $programs; do
    program=$build/$(basename "$source" .c)
    compile "$@"
done
case "$*" in
*-fsyntax-only*)
    echo "compiled: $compiler $*"
    exit
    ;;
esac
$run "$build/units"
# shellcheck disable=SC2086 # a folder, or nothing
$run "$build/vectors" "$vectors" "$here/vectors.tsv" ${VARVEL_CONFORMANCE:-}
for output in "$here"/output/*.txt; do
    [ -n "$programs" ] || continue
    example=$(basename "$output" .txt)
    case $example in
    *stream) input=v1/stream-good/segments.varvel ;;
    *json) input=v1/good/records.varvel ;;
    *) input=v1/good/config.varvel ;;
    esac
    $run "$build/$example" "$vectors/$input" > "$build/$example.out" 2> "$build/$example.err"
    cmp "$output" "$build/$example.out"
done
echo "passed: $compiler $*"
