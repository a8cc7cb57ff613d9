"""MessagePack: ``decode``, ``loads``, ``dumps``, ``load`` and ``dump`` for this format."""

from __future__ import annotations

from functools import partial

from . import _files, _varvel
from ._typed import Decode

__all__ = ["decode", "dump", "dumps", "encode", "load", "loads"]

decode: Decode = partial(_varvel.decode, format="msgpack")
loads = partial(_varvel.loads, format="msgpack")
dumps = partial(_varvel.dumps, format="msgpack")
encode = dumps
load = partial(_files.load, format="msgpack")
dump = partial(_files.dump, format="msgpack")
