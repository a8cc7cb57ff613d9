"""``load`` and ``dump``: documents in open files."""

from __future__ import annotations

import io
from os import PathLike, fspath
from pathlib import Path
from typing import Any, Protocol

from . import _varvel
from ._errors import naming


class Readable(Protocol):
    """An open file to read."""

    def read(self) -> bytes | str: ...


class Writable(Protocol):
    """An open file to write."""

    def write(self, data: Any, /) -> Any: ...


def load(file: Readable | str | PathLike[str], **options: Any) -> Any:
    """Reads the document in a file, which is open or has this path.

    The options are those of ``loads``. Errors name the file.
    """
    if not isinstance(file, (str, PathLike)):
        return _varvel.loads(file.read(), **options)
    with naming(fspath(file)):
        return _varvel.loads(Path(file).read_bytes(), **options)


def dump(value: Any, file: Writable, **options: Any) -> None:
    """Writes a document into an open file. The options are those of ``dumps``.

    A file of text takes the formats that are text.
    """
    data = _varvel.dumps(value, **options)
    file.write(data.decode() if isinstance(file, io.TextIOBase) else data)
