#!/bin/sh
# Everything that must pass: formats, lints and types of Rust and of Python, a
# wheel that is built and installed, and all tests against it. `cargo xtask test
# python` runs it, with the program of an environment that has the packages of
# requirements.txt.
#
# The argument is the wheel: `abi3`, for all versions of Python, or `native`, for
# this one. Both are tested without it.
set -eu
cd "$(dirname "$0")"
root=$(cd ../.. && pwd)
target=${CARGO_TARGET_DIR:-$root/target}
python=${VARVEL_PYTHON:?"is set by cargo xtask test python"}

cargo fmt --check
"$python" -m ruff format --check .
"$python" -m ruff check .
"$python" -m mypy
for wheel in ${1:-abi3 native}; do
    case $wheel in
    abi3) built=--abi3 features=abi3 ;;
    native) built='' features='' ;;
    *)
        echo "expected abi3 or native, found $wheel" >&2
        exit 2
        ;;
    esac
    # shellcheck disable=SC2086 # Nothing is no argument.
    (cd "$root" && cargo xtask python $built --profile dev)
    "$python" -m pip install --quiet --disable-pip-version-check --no-deps \
        --force-reinstall "$target"/wheels/varvel-*.whl
    PYO3_PYTHON=$python cargo clippy --quiet --locked --all-targets \
        --features "$features" --target-dir "$target/python/build" -- --deny warnings
    "$python" -m pytest -q
done
