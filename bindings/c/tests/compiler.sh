# Read by scripts that compile C tests by one compiler and run them: `compiler` names it.
#
# The compiler `32-bit` is any that makes programs of 32 bits, `big-endian` one for s390x with the
# emulator of QEMU. Sets `compiler` to its command, `run` to the emulator or nothing, and `warnings`
# to the flags for its warnings. If a program is missing, prints `skipped: ...` and exits with 77.
# The script has set `build`, a folder. Its arguments are the flags of the compiler.
# shellcheck shell=sh disable=SC2034

has() { command -v "$1" > /dev/null 2>&1; }
skip() { echo "skipped: $1"; exit 77; }

mkdir -p "$build"
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
# The runtime of sanitizers may be a package of its own.
case "$*" in
*-fsanitize=*)
    echo 'int main(void) { return 0; }' > "$build/probe.c"
    $compiler "$@" "$build/probe.c" -o "$build/probe" || skip "$compiler links no sanitized program"
    ;;
esac

warnings="-Wall -Wextra -Wpedantic -Werror -Wconversion -Wsign-conversion -Wshadow -Wcast-align
    -Wcast-qual -Wpointer-arith -Wundef -Wvla -Wdouble-promotion -Wformat=2 -Wwrite-strings
    -Wmissing-declarations"
case "$*" in
*c++*) ;;
*) warnings="$warnings -Wstrict-prototypes -Wmissing-prototypes -Wc++-compat" ;;
esac
