#!/bin/sh
# Installs what the native peers and the charts need on Debian or Ubuntu (as root); does nothing when
# all of it is there. (simdjson and yyjson come through cargo, see bench/build.rs.) Everything here is
# optional: a peer whose header is missing is named as missing, charts without a font are left out.
set -eu
if [ -e /usr/include/rapidjson/document.h ] && [ -e /usr/include/flatbuffers/flexbuffers.h ] &&
    [ -e /usr/include/yaml.h ] &&
    [ -e /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf ] &&
    command -v g++ > /dev/null && command -v clang++ > /dev/null; then
    exit 0
fi
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y --no-install-recommends \
    g++ clang rapidjson-dev libflatbuffers-dev libyaml-dev fonts-dejavu-core
