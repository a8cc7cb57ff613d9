"""CBOR (RFC 8949): ``decode``, ``loads``, ``dumps``, ``load`` and ``dump`` for this format."""

from __future__ import annotations

from functools import partial

from . import _files, _varvel
from ._typed import Decode

__all__ = ["decode", "dump", "dumps", "encode", "load", "loads"]

decode: Decode = partial(_varvel.decode, format="cbor")
loads = partial(_varvel.loads, format="cbor")
dumps = partial(_varvel.dumps, format="cbor")
encode = dumps
load = partial(_files.load, format="cbor")
dump = partial(_files.dump, format="cbor")
