#!/bin/bash
# compile.sh PREFIX [COMPILER [RUNS]]: what thirty structs of seven fields, read and written by a
# program, take to compile: seconds of CPU (medians of RUNS) and KB of the stripped program, of ours
# and of nlohmann's macro. PREFIX is an installed C library.
set -euo pipefail
prefix=$1 compiler=${2:-g++} runs=${3:-5}
include=$(cd "$(dirname "$0")/../include" && pwd)
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
export TIMEFORMAT="%U %S"

# structs MACRO: the structs, each with a macro that names its fields.
structs() {
  for i in $(seq 30); do
    cat <<END
struct thing$i {
  int id$i = 0;
  double size$i = 0;
  std::string name$i;
  bool on$i = false;
  std::vector<std::string> tags$i;
  std::map<std::string, int> counts$i;
  std::vector<double> values$i;
  $1(thing$i, id$i, size$i, name$i, on$i, tags$i, counts$i, values$i)
};
END
  done
}
calls() { # calls READ WRITE
  echo 'int main(int argc, char** argv) {'
  echo '  const std::string text = argc > 1 ? argv[1] : "{}";'
  echo '  std::size_t total = 0;'
  for i in $(seq 30); do echo "  total += $2($1<thing$i>(text)).size();"; done
  echo '  return total == 0;'
  echo '}'
}
headers='#include <map>\n#include <string>\n#include <vector>\n'
{
  printf "$headers#include <varvel/structs.hpp>\n"
  structs VARVEL_FIELDS
  calls varvel::read varvel::write
} >"$work/varvel.cpp"
{
  printf "$headers#include <nlohmann/json.hpp>\n"
  structs NLOHMANN_DEFINE_TYPE_INTRUSIVE
  echo 'template <class T> T read(const std::string& text) { return nlohmann::json::parse(text).get<T>(); }'
  echo 'template <class T> std::string write(const T& of) { return nlohmann::json(of).dump(); }'
  calls read write
} >"$work/nlohmann.cpp"

median() { sort -n | sed -n "$(((runs + 1) / 2))p"; }
printf '%-10s %-8s %8s %8s\n' library flags seconds KB
for flags in -O0 -O2; do
  for library in varvel nlohmann; do
    : >"$work/times"
    for _ in $(seq "$runs"); do
      { time "$compiler" -std=c++17 "$flags" -I"$include" -isystem "$prefix/include" \
        -c "$work/$library.cpp" -o "$work/$library.o"; } 2>>"$work/times"
    done
    "$compiler" -s "$work/$library.o" -L"$prefix/lib" -lvarvel -o "$work/$library"
    seconds=$(awk '{ print $1 + $2 }' "$work/times" | median)
    printf '%-10s %-8s %8.1f %8d\n' "$library" "$flags" "$seconds" \
      $(($(stat -c %s "$work/$library") / 1024))
  done
done
