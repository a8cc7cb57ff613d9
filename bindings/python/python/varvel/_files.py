"""``load`` and ``dump``: documents in open files."""

from __future__ import annotations

import io
from os import PathLike, fspath
from typing import Any, Protocol

from . import _varvel
from ._errors import naming


class Readable(Protocol):
    """An open file to read."""

    def read(self) -> bytes | str: ...


class Writable(Protocol):
    """An open file to write."""

    def write(self, data: Any, /) -> Any: ...


def _format_of(path: str | PathLike[str]) -> str:
    """Returns the format of one document that a path tells; JSON if it tells none."""
    format, has_records = _varvel._format_of(path) or ("json", False)
    return "json" if has_records else format


def load(file: Readable | str | PathLike[str], **options: Any) -> Any:
    """Reads the document in a file, which is open or has this path.

    The options are those of ``loads``. Without ``format`` the ending of a path tells it, or else it
    is JSON; a compressed file (gzip, zstd) is unpacked. Errors name the file.
    """
    if not isinstance(file, (str, PathLike)):
        return _varvel.loads(file.read(), **options)
    options.setdefault("format", _format_of(file))
    with naming(fspath(file)):
        return _varvel.loads(_varvel._read_file(file), **options)


def dump(value: Any, file: Writable | str | PathLike[str], **options: Any) -> None:
    """Writes a document into a file, which is open or has this path.

    The options are those of ``dumps``. Without ``format`` the ending of a path tells it, or else it
    is JSON. The file at a path is replaced when the new one is whole. An open file of text takes
    the formats that are text.
    """
    if isinstance(file, (str, PathLike)):
        options.setdefault("format", _format_of(file))
        if fspath(file).endswith((".gz", ".zst")):
            raise ValueError(f"{fspath(file)!r} is the name of a compressed file: dump packs none")
        _varvel._replace_file(fspath(file), _varvel.dumps(value, **options))
        return
    data = _varvel.dumps(value, **options)
    file.write(data.decode() if isinstance(file, io.TextIOBase) else data)
