#!/bin/sh
# check.sh PREFIX OUT NAME PROGRAM COMPILER FLAGS...: compiles a program and runs it.
set -eu
prefix=$1 out=$2 name=$3 program=$4 compiler=$5
shift 5
here=$(cd "$(dirname "$0")" && pwd)
warnings="-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror"
export LD_LIBRARY_PATH="$prefix/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"

binary=$out/${name}_$(basename "$program" .cpp)
# shellcheck disable=SC2086 # a list of flags
"$compiler" "$@" $warnings -I"$here/../include" -isystem "$prefix/include" "$here/$program" \
  -L"$prefix/lib" -lvarvel -o "$binary"
cd "$here" && "$binary"
