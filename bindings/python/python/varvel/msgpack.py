"""MessagePack: the functions of this package for this format."""

from __future__ import annotations

from functools import partial

from . import _files, _varvel
from ._typed import Decode, described

__all__ = ["decode", "dump", "dumps", "encode", "load", "loads", "loads_all"]

decode: Decode = partial(_varvel.decode, format="msgpack")
loads = partial(_varvel.loads, format="msgpack")
loads_all = partial(_varvel.loads_all, format="msgpack")
dumps = partial(_varvel.dumps, format="msgpack")
encode = dumps
load = partial(_files.load, format="msgpack")
dump = partial(_files.dump, format="msgpack")

described(decode, loads, loads_all, dumps, load, dump)
