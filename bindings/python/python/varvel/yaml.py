"""YAML 1.2: ``loads``, ``dumps``, ``load`` and ``dump`` for this format."""

from __future__ import annotations

from functools import partial

from . import _files, _varvel

__all__ = ["dump", "dumps", "load", "loads"]

loads = partial(_varvel.loads, format="yaml")
dumps = partial(_varvel.dumps, format="yaml")
load = partial(_files.load, format="yaml")
dump = partial(_files.dump, format="yaml")
