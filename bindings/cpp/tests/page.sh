#!/bin/sh
# page.sh PAGE OUT: makes a program of the C++ in a page of the guide, and checks that every name in
# the right-hand columns of its tables is used there.
set -eu
page=$1 out=$2
awk '
  BEGIN {
    print "// Made of a page of the guide."
    print "#include <varvel/varvel.hpp>"
    split("array cassert chrono iostream limits map memory numeric optional set sstream string tuple variant vector", all, " ")
    for (i = 1; i in all; i++) print "#include <" all[i] ">"
  }
  /^```cpp outside$/ { inside = 1; next }
  /^```cpp$/ { inside = 2; print "static void block_" ++blocks "() {"; next }
  /^```$/ { if (inside == 2) print "}"; inside = 0; next }
  inside { print }
  END {
    print "int main() {"
    for (i = 1; i <= blocks; i++) print "  block_" i "();"
    print "}"
  }' "$page" >"$out"
grep -q 'block_1' "$out" || { echo "$page has no C++"; exit 1; }
awk -F'|' '/^\|/ && NF >= 4 && !/^\|---/ { print $3 }' "$page" | grep -o '`[^`]*`' | tr -d '`' |
  grep -oE '[A-Za-z_][A-Za-z_0-9]*' | sort -u | while read -r name; do
  grep -qw -- "$name" "$out" || { echo "$page: \`$name\` of a table is used in no code"; exit 1; }
done
