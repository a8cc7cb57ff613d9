#!/bin/sh
# Runs a program that imports `package:varvel`, without pub: `run.sh FILE …`.
# Options of the virtual machine come before the file.
set -eu
package=$(cd "$(dirname "$0")/.." && pwd)
dart=$(sh "$package/tool/vm.sh")
mkdir -p "$package/../../target/dart"
packages=$package/../../target/dart/package_config.json
# Written to a file of its own first: several may run at once.
cat > "$packages.$$" <<CONFIG
{"configVersion": 2, "packages": [
  {"name": "varvel", "rootUri": "file://$package/", "packageUri": "lib/", "languageVersion": "3.4"}
]}
CONFIG
mv "$packages.$$" "$packages"
exec "$dart" --packages="$packages" "$@"
