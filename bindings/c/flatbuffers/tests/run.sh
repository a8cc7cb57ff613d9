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

# compile FILE: compiles a program with the runtime.
compile() {
    program=$1
    shift
    # shellcheck disable=SC2086
    $compiler "$@" $warnings -I"$here/.." -I"$here/generated" "$program" \
        "$here"/../varvel_flatbuffers*.c -o "$build/$(basename "$program" .c)"
}
for program in units corpus json parts overlap drawn ../samples/sensor_log; do compile "$here/$program.c" "$@"; done
$run "$build/units" "$here" "$suites"
$run "$build/corpus" "$here/corpus/zoo.cases"
$run "$build/json"
$run "$build/parts"
$run "$build/overlap"
$run "$build/drawn"
$run "$build/sensor_log" "$build/sensors.log" > "$build/sensor_log.txt"
diff "$here/../samples/sensor_log.expected" "$build/sensor_log.txt"

# The C of the guide's page, whose tables say nothing that it does not use.
page=$here/../../../../docs/guide/c-from-flatcc.md
awk '/^```/ { inside = $0 == "```c"; next } inside' "$page" > "$build/page.c"
compile "$build/page.c" "$@"
$run "$build/page"
awk -F '|' '/^\|/ && NF > 3 { print $(NF - 1) }' "$page" | grep -o '`[^`]*`' | grep -o '[A-Za-z_][A-Za-z_0-9]*' \
    | sort -u > "$build/names.txt"
while read -r name; do
    grep -qw -e "$name" "$build/page.c" || { echo "$page: \`$name\` is not used in its C"; exit 1; }
done < "$build/names.txt"
