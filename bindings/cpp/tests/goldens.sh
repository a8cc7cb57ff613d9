#!/bin/sh
# goldens.sh: prints each text of an error in the headers that no test and no sample shows
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/.."
# What tests expect, with the literals that stand behind each other joined.
shown=$(cat tests/*.cpp samples/*.expected | awk '{ text = text $0 "\n" }
  END { gsub(/\\"/, "\001", text); gsub(/"[ \n]*"/, "", text); print text }')
# The literals of the calls that note or make an error.
find include -name '*.hpp' | sort | xargs cat | grep -v '^ *//' | awk '
  { text = text $0 "\n" }
  END {
    gsub(/\\"/, "\001", text)
    gsub(/"[ \n]*"/, "", text)
    call = "(fail|mismatch|beyond|not_found|error_at|[^_]error)\\(|expected = \""
    while (match(text, call)) {
      text = substr(text, RSTART + RLENGTH - 1)
      end = index(text, ";")
      found = substr(text, 1, end)
      while (match(found, /"[^"]*"/)) {
        literal = substr(found, RSTART + 1, RLENGTH - 2)
        found = substr(found, RSTART + RLENGTH)
        if (literal ~ /[a-z] [a-z]/) print literal
      }
    }
  }' | sort -u | while read -r literal; do
  case $shown in
  *"$literal"*) ;;
  *) echo "no test shows: $literal" ;;
  esac
done
