"""MessagePack: ``loads``, ``dumps``, ``load`` and ``dump`` for this format."""

from __future__ import annotations

from functools import partial

from . import _files, _varvel

__all__ = ["dump", "dumps", "load", "loads"]

loads = partial(_varvel.loads, format="msgpack")
dumps = partial(_varvel.dumps, format="msgpack")
load = partial(_files.load, format="msgpack")
dump = partial(_files.dump, format="msgpack")
