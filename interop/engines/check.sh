#!/bin/sh
# Tests the engines that there are environments for.
set -e
cd "$(dirname "$0")"
"${VARVEL_PYTHON_ENGINES:-python3}" -m pytest -q -p no:cacheprovider --ignore spark "$@"
if [ -n "$VARVEL_PYTHON_SPARK" ]; then
    "$VARVEL_PYTHON_SPARK" -m pytest -q -p no:cacheprovider spark "$@"
fi
