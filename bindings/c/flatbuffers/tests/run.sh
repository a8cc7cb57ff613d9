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

# The headers that no file holds. Without Rust, the programs that include them are left out.
if has cargo; then
    cargo run --quiet --manifest-path "$here/../../../../Cargo.toml" -p generated --example c_headers -- "$build/generated"
    generated="units parts overlap drawn"
else
    echo "skipped: units, parts, overlap, drawn and the page of the guide (no cargo)"
    generated=
fi

# The runtime is compiled once.
mkdir -p "$build/runtime"
for source in "$here"/../varvel_flatbuffers*.c; do
    # shellcheck disable=SC2086
    $compiler "$@" $warnings -c "$source" -o "$build/runtime/$(basename "$source" .c).o"
done

# compile FILE FLAGS...: compiles a program, and links the runtime.
compile() {
    program=$1
    shift
    # shellcheck disable=SC2086
    $compiler "$@" $warnings -I"$here/.." -I"$here/generated" -I"$build/generated" "$program" \
        -x none "$build"/runtime/*.o -o "$build/$(basename "$program" .c)"
}
for program in corpus json ../samples/sensor_log $generated; do compile "$here/$program.c" "$@"; done
compile "$here/together.c" "$@" "$here/together_other.c"
$run "$build/corpus" "$here/corpus/zoo.cases"
$run "$build/json"
$run "$build/together"
$run "$build/sensor_log" "$build/sensors.log" > "$build/sensor_log.txt"
diff "$here/../samples/sensor_log.expected" "$build/sensor_log.txt"
[ -n "$generated" ] || exit 0
$run "$build/units" "$here" "$suites"
for program in parts overlap drawn; do $run "$build/$program"; done

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
