#!/bin/sh
# Everything that must pass: format, lints, tests with the race detector; then
# the tests with the oldest supported Go, on a processor of 32 bits, and on one
# that stores the high bytes of numbers first, if its emulator (qemu-s390x) is
# installed. `check.sh oldest`, `check.sh 386` and `check.sh s390x` have one of
# these three and what comes before them.
set -eu
cd "$(dirname "$0")"
chosen=${1-all}
case $chosen in
all | oldest | 386 | s390x) ;;
*)
    echo "usage: check.sh [oldest | 386 | s390x]"
    exit 2
    ;;
esac
# due NAME: whether these tests are asked for.
due() { [ "$chosen" = all ] || [ "$chosen" = "$1" ]; }

unformatted=$(gofmt -l . ../../interop/go)
if [ -n "$unformatted" ]; then
    echo "not formatted by gofmt:"
    echo "$unformatted"
    exit 1
fi
go vet ./...
go run honnef.co/go/tools/cmd/staticcheck@v0.8.2 ./...
go test -race ./...
# Buffers of other implementations, in a module of its own.
(cd ../../interop/go && go vet ./... && go test ./...)
if due oldest; then
    oldest=go1.23.12
    if GOTOOLCHAIN=$oldest go version > /dev/null 2>&1; then
        GOTOOLCHAIN=$oldest go vet ./...
        GOTOOLCHAIN=$oldest go test ./...
    else
        echo "skipped: the oldest supported Go ($oldest cannot be fetched)"
    fi
fi
if due 386; then
    GOARCH=386 go test ./...
fi
if due s390x; then
    if command -v qemu-s390x > /dev/null; then
        GOARCH=s390x go test -exec qemu-s390x ./...
    else
        echo "skipped: big-endian (no qemu-s390x)"
    fi
fi
