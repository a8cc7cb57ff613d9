#!/bin/sh
# Everything that must pass: formats, lints and types of Rust and of Python, a
# wheel that is built and installed, and all tests against it. `cargo xtask test
# python` runs it, with the program of an environment that has the packages of
# requirements.txt.
set -eu
cd "$(dirname "$0")"
root=$(cd ../.. && pwd)
target=${CARGO_TARGET_DIR:-$root/target}
python=${VARVEL_PYTHON:?"is set by cargo xtask test python"}

(cd "$root" && cargo xtask python --abi3 --profile dev)
"$python" -m pip install --quiet --disable-pip-version-check --no-deps \
    --force-reinstall "$target"/wheels/varvel-*.whl
cargo fmt --check
PYO3_PYTHON=$python cargo clippy --quiet --locked --all-targets --features abi3 \
    --target-dir "$target/python/build" -- --deny warnings
"$python" -m ruff format --check .
"$python" -m ruff check .
"$python" -m mypy
"$python" -m pytest -q
