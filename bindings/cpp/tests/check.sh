#!/bin/sh
# check.sh PREFIX OUT run NAME PROGRAM COMPILER FLAGS...: compiles a program and runs it
# check.sh PREFIX OUT drawn FIRST COUNT COMPILER FLAGS...: compares drawn errors with those of Rust
# check.sh PREFIX OUT page PAGE COMPILER FLAGS...: runs the C++ of a page of the guide
# check.sh PREFIX OUT headers COMPILER FLAGS...: compiles each public header alone
# check.sh PREFIX OUT mistakes COMPILER FLAGS...: compiles what must not compile
# check.sh PREFIX OUT programs PAGE COMPILER FLAGS...: runs the programs in a page of the guide
# check.sh PREFIX OUT goldens: looks for texts of errors that no test shows
# check.sh PREFIX OUT package: uses the headers by CMake, installed and as a part of a project
set -eu
prefix=$1 out=$2 what=$3
shift 3
here=$(cd "$(dirname "$0")" && pwd)
include=$here/../include
warnings="-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror"
export LD_LIBRARY_PATH="$prefix/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"

case $what in
run)
  name=$1 program=$2 compiler=$3
  shift 3
  stem=$(basename "$program" .cpp)
  binary=$out/${name}_$stem
  libraries=$(sed -n 's|^// Links with: ||p' "$here/$program")
  # shellcheck disable=SC2086 # a list of flags
  if [ -n "$libraries" ] && ! echo 'int main() {}' | "$compiler" -x c++ - $libraries -o "$binary" 2>/dev/null; then
    echo "skipped: $libraries is not there"
    exit 0
  fi
  # shellcheck disable=SC2086 # a list of flags
  "$compiler" "$@" $warnings -I"$include" -isystem "$prefix/include" "$here/$program" \
    -L"$prefix/lib" -lvarvel $libraries -o "$binary"
  # Some write files. The same program by another compiler may run at the same time.
  rm -rf "$binary.folder"
  mkdir "$binary.folder"
  cd "$binary.folder"
  VARVEL_ROOT=$here/../../..
  export VARVEL_ROOT
  expected=$here/${program%.cpp}.expected
  if [ -e "$expected" ]; then
    "$binary" >"$binary.out"
    diff "$expected" "$binary.out"
  else
    "$binary"
  fi
  ;;
drawn)
  cargo run --quiet -p conformance --example error_cases -- "$1" "$2" >"$out/error_cases"
  shift 2
  VARVEL_ERROR_CASES=$out/error_cases sh "$0" "$prefix" "$out" run drawn errors_drawn.cpp "$@"
  ;;
page)
  page=$1
  shift
  sh "$here/page.sh" "$page" "$out/page.cpp"
  # shellcheck disable=SC2086 # a list of flags
  "$@" $warnings -I"$include" -isystem "$prefix/include" "$out/page.cpp" \
    -L"$prefix/lib" -lvarvel -o "$out/page"
  "$out/page"
  ;;
headers)
  cd "$include"
  find varvel -maxdepth 1 -name '*.hpp' | sort | while read -r header; do
    printf '#include <%s>\n#include <%s>\n' "$header" "$header" >"$out/alone.cpp"
    # shellcheck disable=SC2086 # a list of flags
    "$@" $warnings -I"$include" -isystem "$prefix/include" -fsyntax-only "$out/alone.cpp" || {
      echo "$header does not stand alone"
      exit 1
    }
  done
  ;;
mistakes)
  # Each file of mistakes/ must not compile; its first line has a part of the message.
  for file in "$here"/mistakes/*.cpp; do
    expected=$(sed -n '1s|^// ||p' "$file")
    # shellcheck disable=SC2086 # a list of flags
    if "$@" $warnings -I"$include" -isystem "$prefix/include" -fsyntax-only "$file" \
      >"$out/mistake.txt" 2>&1; then
      echo "$file compiles"
      exit 1
    fi
    grep -qF -- "$expected" "$out/mistake.txt" || {
      cat "$out/mistake.txt"
      echo "$file: no message has: $expected"
      exit 1
    }
  done
  ;;
programs)
  page=$1
  shift
  rm -f "$out"/program_*.cpp
  awk -v out="$out" '
    /^```cpp$/ { inside = 1; file = out "/program_" ++count ".cpp"; next }
    /^```$/ { inside = 0; next }
    inside { print >file }' "$page"
  for file in "$out"/program_*.cpp; do
    # shellcheck disable=SC2086 # a list of flags
    "$@" $warnings -I"$include" -isystem "$prefix/include" "$file" -L"$prefix/lib" -lvarvel \
      -o "$out/program"
    "$out/program" || { echo "$file fails"; exit 1; }
  done
  ;;
goldens)
  sh "$here/goldens.sh" >"$out/goldens.txt"
  cat "$out/goldens.txt"
  [ ! -s "$out/goldens.txt" ]
  ;;
package)
  work=$out/package
  rm -rf "$work"
  cmake -S "$here/.." -B "$work/build" -DVARVEL_CPP_TESTS=OFF -DCMAKE_PREFIX_PATH="$prefix" \
    -DCMAKE_INSTALL_PREFIX="$work/prefix" >"$work.log"
  cmake --install "$work/build" >>"$work.log"
  for way in find_package fetch_content; do
    cmake -S "$here/package" -B "$work/$way" -DWAY=$way -DVARVEL_CPP="$here/.." \
      -DCMAKE_PREFIX_PATH="$prefix;$work/prefix" >>"$work.log"
    cmake --build "$work/$way" >>"$work.log" || { cat "$work.log"; exit 1; }
    "$work/$way/first"
  done
  if command -v pkg-config >/dev/null; then
    # shellcheck disable=SC2046 # lists of flags
    PKG_CONFIG_PATH="$work/prefix/lib/pkgconfig:$prefix/lib/pkgconfig" \
      c++ -std=c++17 "$here/../samples/first.cpp" \
      $(PKG_CONFIG_PATH="$work/prefix/lib/pkgconfig:$prefix/lib/pkgconfig" \
        pkg-config --cflags --libs varvel_cpp) -o "$work/by_pkg_config"
    "$work/by_pkg_config"
  else
    echo "skipped: pkg-config is not there"
  fi
  ;;
*)
  echo "no test is called $what"
  exit 2
  ;;
esac
