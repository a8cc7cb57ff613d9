#!/bin/sh
# Everything that must pass: all tests on a Dart virtual machine, then once more
# with the numbers of programs that run as JavaScript. `dart format` and `dart
# analyze` run where the Dart that is found has them.
set -eu
cd "$(dirname "$0")"
dart=$(sh tool/vm.sh)
# The virtual machine that vm.sh fetches has neither.
if "$dart" format --help > /dev/null 2>&1; then
    "$dart" format --output=none --set-exit-if-changed .
    "$dart" analyze --fatal-infos
else
    echo "skipped: dart format and dart analyze (this Dart has neither)"
fi
sh tool/run.sh --enable-asserts test/all.dart
sh tool/run.sh --enable-asserts -Dvarvel.web=true test/all.dart
