#!/bin/sh
# Everything that must pass: all tests on a Dart virtual machine, then once more
# with the numbers of programs on the web; the programs of example/ and of the
# README. `dart format` and `dart analyze` run where the Dart found has them.
set -eu
cd "$(dirname "$0")"
dart=$(sh tool/vm.sh)
mkdir -p ../../target/dart
packages=$(cd ../../target/dart && pwd)/package_config.json
cat > "$packages" <<CONFIG
{"configVersion": 2, "packages": [
  {"name": "varvel", "rootUri": "file://$PWD/", "packageUri": "lib/", "languageVersion": "3.4"}
]}
CONFIG
# The virtual machine that vm.sh fetches has neither.
if "$dart" format --help > /dev/null 2>&1; then
    "$dart" format --output=none --set-exit-if-changed .
    "$dart" analyze --fatal-infos
else
    echo "skipped: dart format and dart analyze (this Dart has neither)"
fi
run() { "$dart" --packages="$packages" --enable-asserts "$@"; }
run test/all.dart
run -Dvarvel.web=true test/all.dart
