#!/bin/sh
# Tests the engines that there are environments for, with the command and with the package `varvel`.
set -e
cd "$(dirname "$0")"
root=$(cd ../.. && pwd)
target=${CARGO_TARGET_DIR:-$root/target}
(cd "$root" && cargo xtask python --abi3 --profile dev)
for python in "${VARVEL_PYTHON_ENGINES:-python3}" $VARVEL_PYTHON_SPARK; do
    "$python" -m pip install --quiet --disable-pip-version-check --no-deps --force-reinstall "$target"/wheels/varvel-*.whl
done
"${VARVEL_PYTHON_ENGINES:-python3}" -m pytest -q -p no:cacheprovider --ignore spark "$@"
if [ -n "$VARVEL_PYTHON_SPARK" ]; then
    "$VARVEL_PYTHON_SPARK" -m pytest -q -p no:cacheprovider spark "$@"
fi
