"""JSON5, JSON as people write it: ``loads``, ``dumps``, ``load`` and ``dump`` for this format."""

from __future__ import annotations

from functools import partial

from . import _files, _varvel

__all__ = ["dump", "dumps", "load", "loads"]

loads = partial(_varvel.loads, format="json5")
dumps = partial(_varvel.dumps, format="json5")
load = partial(_files.load, format="json5")
dump = partial(_files.dump, format="json5")
