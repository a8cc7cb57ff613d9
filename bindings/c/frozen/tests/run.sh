#!/bin/sh
# Compiles the tests and the examples of varvel_frozen.h by one compiler and runs them:
#
#     run.sh BUILD-FOLDER COMPILER FLAGS...
#
# With `-fsyntax-only` among the flags nothing is run.
# The compiler `32-bit` is any that makes programs of 32 bits, `big-endian` one for s390x with the
# emulator of QEMU. If a program is missing, prints `skipped: ...` and exits with 77.
set -eu
build=$1 compiler=$2
shift 2
here=$(cd "$(dirname "$0")" && pwd)
vectors=$here/../../../../spec/vectors
examples=$here/../../examples
mkdir -p "$build"

has() { command -v "$1" > /dev/null 2>&1; }
skip() { echo "skipped: $1"; exit 77; }

run=
case $compiler in
32-bit)
    echo 'int main(void) { return 0; }' > "$build/probe.c"
    if has gcc && gcc -m32 "$build/probe.c" -o "$build/probe" 2> /dev/null && "$build/probe"; then
        compiler="gcc -m32"
    elif has i686-linux-gnu-gcc && i686-linux-gnu-gcc -static "$build/probe.c" -o "$build/probe" \
        && "$build/probe"; then
        compiler="i686-linux-gnu-gcc -static"
    else
        skip "no compiler for 32 bits (gcc-multilib or gcc-i686-linux-gnu)"
    fi
    ;;
big-endian)
    has s390x-linux-gnu-gcc || skip "no s390x-linux-gnu-gcc (gcc-s390x-linux-gnu)"
    has qemu-s390x || skip "no qemu-s390x (qemu-user)"
    compiler="s390x-linux-gnu-gcc -static" run=qemu-s390x
    ;;
*) has "$compiler" || skip "no $compiler" ;;
esac

warnings="-Wall -Wextra -Wpedantic -Werror -Wconversion -Wsign-conversion -Wshadow -Wcast-align
    -Wcast-qual -Wpointer-arith -Wundef -Wvla -Wdouble-promotion -Wformat=2 -Wwrite-strings
    -Wmissing-declarations"
case "$*" in
*c++*) ;;
*) warnings="$warnings -Wstrict-prototypes -Wmissing-prototypes -Wc++-compat" ;;
esac
compile() {
    # shellcheck disable=SC2086
    $compiler "$@" $warnings -D_POSIX_C_SOURCE=200809L "$source" -o "$program"
}

# The examples take long to compile, so only three builds have them: gcc, clang and a sanitizer.
case $build in
*/gcc | */clang | */clang-sanitized) programs="$examples/frozen_*.c" ;;
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
$run "$build/vectors" "$vectors" "$here/vectors.tsv"
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
