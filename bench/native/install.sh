#!/bin/sh
# Installs what the native peers and the charts need on Debian or Ubuntu (as root). Everything here is
# optional: a peer whose header is missing is named as missing, charts without a font are left out.
set -eu
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y --no-install-recommends \
    g++ clang rapidjson-dev libflatbuffers-dev fonts-dejavu-core
