"""YAML 1.2: ``decode``, ``loads``, ``dumps``, ``load`` and ``dump`` for this format."""

from __future__ import annotations

from functools import partial

from . import _files, _varvel
from ._typed import Decode

__all__ = ["decode", "dump", "dumps", "encode", "load", "loads"]

decode: Decode = partial(_varvel.decode, format="yaml")
loads = partial(_varvel.loads, format="yaml")
dumps = partial(_varvel.dumps, format="yaml")
encode = dumps
load = partial(_files.load, format="yaml")
dump = partial(_files.dump, format="yaml")
