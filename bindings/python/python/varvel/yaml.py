"""YAML 1.2: the functions of this package for this format."""

from __future__ import annotations

from functools import partial

from . import _files, _varvel
from ._typed import Decode, described

__all__ = ["decode", "dump", "dumps", "encode", "load", "loads", "loads_all"]

decode: Decode = partial(_varvel.decode, format="yaml")
loads = partial(_varvel.loads, format="yaml")
loads_all = partial(_varvel.loads_all, format="yaml")
dumps = partial(_varvel.dumps, format="yaml")
encode = dumps
load = partial(_files.load, format="yaml")
dump = partial(_files.dump, format="yaml")

described(decode, loads, loads_all, dumps, load, dump)
