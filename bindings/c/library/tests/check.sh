#!/bin/sh
# check.sh PREFIX OUT WHAT [COMPILER [STANDARD]]: one test of the installed library.
set -eu
prefix=$1 out=$2 what=$3 compiler=${4:-gcc} standard=${5:-c11}
here=$(cd "$(dirname "$0")" && pwd)
samples=$here/../../samples
warnings="-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wstrict-prototypes -Werror"
# The programs that test the functions, by any compiler and under any checker.
programs="units families records"
export LD_LIBRARY_PATH="$prefix/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"

# build FILE PROGRAM FLAGS...: compiles a program that is linked with the shared library.
build() {
  file=$1 program=$2
  shift 2
  # shellcheck disable=SC2086 # a list of flags
  "$compiler" -std="$standard" $warnings -g "$@" -I"$prefix/include" "$file" \
    -L"$prefix/lib" -lvarvel -lm -o "$program"
}

case $what in
soname)
  readelf -d "$prefix/lib/libvarvel.so" | grep -q 'SONAME.*libvarvel\.so\.0'
  ;;
pkg_config)
  export PKG_CONFIG_PATH="$prefix/lib/pkgconfig"
  if ! command -v pkg-config >/dev/null; then
    echo "skipped: pkg-config is not there"
    exit 0
  fi
  # shellcheck disable=SC2046 # lists of flags
  cc "$samples/first.c" $(pkg-config --cflags --libs varvel) -o "$out/by_pkg_config"
  "$out/by_pkg_config"
  ;;
units)
  for test in $programs; do
    build "$here/$test.c" "$out/${test}_${compiler}_$standard"
    "$out/${test}_${compiler}_$standard"
  done
  ;;
samples)
  for sample in "$samples"/*.c; do
    name=$(basename "$sample" .c)
    build "$sample" "$out/${name}_$compiler"
    (cd "$samples" && "$out/${name}_$compiler" >"$out/${name}_$compiler.out" 2>/dev/null)
    diff "$samples/$name.expected" "$out/${name}_$compiler.out"
  done
  ;;
sanitizers)
  # Their runtime may be a package of its own.
  if ! echo 'int main(void) { return 0; }' | "$compiler" -x c -fsanitize=address,undefined - -o "$out/probe_$compiler"; then
    echo "skipped: $compiler links no sanitized program"
    exit 77
  fi
  for test in $programs; do
    build "$here/$test.c" "$out/${test}_san_$compiler" -fsanitize=address,undefined -fno-sanitize-recover=all
    "$out/${test}_san_$compiler"
  done
  ;;
header)
  printf '#include <varvel.h>\nint main() { vv_options options = VV_OPTIONS; vv_buffer buffer = VV_BUFFER; vv_node node = vv_node();\n  VV_EACH(node, node) { }\n  return (int)options.flags + (int)buffer.len + (int)vv_i64_or(vv_get(node, VV_LIT("a")), 0); }\n' >"$out/header.cpp"
  for standard in c++11 c++17 c++20; do
    "$compiler" -std=$standard -Wall -Wextra -Wpedantic -Wconversion -Werror -I"$prefix/include" \
      -fsyntax-only "$out/header.cpp"
  done
  ;;
valgrind)
  for test in $programs; do
    build "$here/$test.c" "$out/${test}_valgrind"
    # Memory that the standard library of Rust keeps until a thread ends is "possibly lost".
    valgrind -q --error-exitcode=9 --leak-check=full --show-leak-kinds=definite,indirect \
      --errors-for-leak-kinds=definite,indirect "$out/${test}_valgrind"
  done
  ;;
vectors)
  build "$here/vectors.c" "$out/vectors_$compiler" -fsanitize=address,undefined -fno-sanitize-recover=all
  # shellcheck disable=SC2086 # a folder, or nothing
  "$out/vectors_$compiler" "$here/../../../../spec/vectors" ${VARVEL_CONFORMANCE:-}
  ;;
allocations)
  for test in allocations faults; do
    build "$here/$test.c" "$out/$test" -D_GNU_SOURCE
    "$out/$test"
  done
  ;;
*)
  echo "no test is called $what"
  exit 2
  ;;
esac
