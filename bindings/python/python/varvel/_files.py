"""``load`` and ``dump``: documents in open files."""

from __future__ import annotations

import io
from typing import Any, Protocol

from . import _varvel


class Readable(Protocol):
    """An open file to read."""

    def read(self) -> bytes | str: ...


class Writable(Protocol):
    """An open file to write."""

    def write(self, data: Any, /) -> Any: ...


def load(file: Readable, **options: Any) -> Any:
    """Reads the document in an open file. The options are those of ``loads``."""
    return _varvel.loads(file.read(), **options)


def dump(value: Any, file: Writable, **options: Any) -> None:
    """Writes a document into an open file. The options are those of ``dumps``.

    A file of text takes the formats that are text.
    """
    data = _varvel.dumps(value, **options)
    file.write(data.decode() if isinstance(file, io.TextIOBase) else data)
