"""JSON: ``decode``, ``loads``, ``dumps``, ``load`` and ``dump`` for this format."""

from __future__ import annotations

from functools import partial

from . import _files, _varvel
from ._typed import Decode

__all__ = ["decode", "dump", "dumps", "encode", "load", "loads"]

decode: Decode = partial(_varvel.decode, format="json")
loads = partial(_varvel.loads, format="json")
dumps = partial(_varvel.dumps, format="json")
encode = dumps
load = partial(_files.load, format="json")
dump = partial(_files.dump, format="json")
