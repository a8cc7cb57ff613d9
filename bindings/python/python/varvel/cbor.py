"""CBOR (RFC 8949): ``loads``, ``dumps``, ``load`` and ``dump`` for this format."""

from __future__ import annotations

from functools import partial

from . import _files, _varvel

__all__ = ["dump", "dumps", "load", "loads"]

loads = partial(_varvel.loads, format="cbor")
dumps = partial(_varvel.dumps, format="cbor")
load = partial(_files.load, format="cbor")
dump = partial(_files.dump, format="cbor")
