#!/bin/sh
# Installs the packages of the native peers on Debian or Ubuntu (as root); does nothing if all of them are
# installed. (simdjson and yyjson come through cargo, see bench/build.rs.) All of them are optional: the
# report names a peer whose header is missing.
set -eu
if [ -e /usr/include/rapidjson/document.h ] && [ -e /usr/include/flatbuffers/flexbuffers.h ] &&
    [ -e /usr/include/yaml.h ] && [ -e /usr/include/nlohmann/json.hpp ] &&
    [ -e /usr/include/msgpack.hpp ] &&
    command -v g++ > /dev/null && command -v clang++ > /dev/null; then
    exit 0
fi
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y --no-install-recommends \
    g++ clang rapidjson-dev libflatbuffers-dev libyaml-dev \
    nlohmann-json3-dev libmsgpack-cxx-dev
