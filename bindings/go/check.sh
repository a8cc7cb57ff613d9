#!/bin/sh
# Everything that must pass: format, lints, tests with the race detector; then
# the tests with the oldest supported Go, on a processor of 32 bits, and on one
# that stores the high bytes of numbers first, if its emulator (qemu-s390x) is
# installed.
set -eu
cd "$(dirname "$0")"

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
oldest=go1.23.12
if GOTOOLCHAIN=$oldest go version > /dev/null 2>&1; then
    GOTOOLCHAIN=$oldest go vet ./...
    GOTOOLCHAIN=$oldest go test ./...
else
    echo "skipped: the oldest supported Go ($oldest cannot be fetched)"
fi
GOARCH=386 go test ./...
if command -v qemu-s390x > /dev/null; then
    GOARCH=s390x go test -exec qemu-s390x ./...
else
    echo "skipped: big-endian (no qemu-s390x)"
fi
