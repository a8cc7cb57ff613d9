"""JSON5, JSON as people write it: the functions of ``varvel`` for this format."""

from __future__ import annotations

from functools import partial

from . import _files, _varvel
from ._typed import Decode

__all__ = ["decode", "dump", "dumps", "encode", "load", "loads"]

decode: Decode = partial(_varvel.decode, format="json5")
loads = partial(_varvel.loads, format="json5")
dumps = partial(_varvel.dumps, format="json5")
encode = dumps
load = partial(_files.load, format="json5")
dump = partial(_files.dump, format="json5")
