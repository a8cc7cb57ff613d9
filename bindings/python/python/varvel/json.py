"""JSON: the functions of this package for this format."""

from __future__ import annotations

from functools import partial

from . import _files, _varvel
from ._typed import Decode, described

__all__ = ["decode", "dump", "dumps", "encode", "load", "loads", "loads_all"]

decode: Decode = partial(_varvel.decode, format="json")
loads = partial(_varvel.loads, format="json")
loads_all = partial(_varvel.loads_all, format="json")
dumps = partial(_varvel.dumps, format="json")
encode = dumps
load = partial(_files.load, format="json")
dump = partial(_files.dump, format="json")

described(decode, loads, loads_all, dumps, load, dump)
