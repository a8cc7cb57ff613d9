"""JSON, YAML, MessagePack and CBOR as objects, and records as Arrow tables."""

from __future__ import annotations

import glob as _glob
import os as _os
from collections.abc import Iterable as _Iterable

from . import _files, cbor, edit, json, json5, msgpack, yaml
from ._errors import DecodeErrors, Error
from ._inspect import schema, validate
from ._markers import Ge, Gt, Le, Lt, MaxLen, MinLen, MultipleOf, Name, Pattern
from ._schemas import schema_of
from ._values import Extension, Simple, Tagged
from ._varvel import Decoder, Document, Records, __version__, decode, dumps, loads

__all__ = [
    "DecodeErrors",
    "Decoder",
    "Document",
    "Error",
    "Extension",
    "Ge",
    "Gt",
    "Le",
    "Lt",
    "MaxLen",
    "MinLen",
    "MultipleOf",
    "Name",
    "Pattern",
    "Records",
    "Simple",
    "Tagged",
    "__version__",
    "cbor",
    "decode",
    "dump",
    "dumps",
    "edit",
    "encode",
    "json",
    "json5",
    "load",
    "loads",
    "msgpack",
    "read_ndjson",
    "schema",
    "schema_of",
    "validate",
    "yaml",
]

encode = dumps
load = _files.load
dump = _files.dump


def read_ndjson(
    source: str | _os.PathLike[str] | _Iterable[str | _os.PathLike[str]],
    *,
    columns: _Iterable[str] | None = None,
    conflicts: str = "json",
    bad_lines: str = "error",
) -> Records:
    """Returns lines of JSON as a table that DuckDB, Polars, pyarrow and pandas take as it is.

    ``source`` is a file, a pattern such as ``logs/*.ndjson``, or several of both. All records are
    read once to find the types of all columns, and again each time that rows are asked for.

    ``columns`` are paths of those that are wanted (``"user.name"``). ``conflicts`` says what a
    column is whose values have no common type: ``"json"`` (text that is JSON), ``"variant"``, or
    ``"error"``. Lines that are no JSON are errors, or with ``bad_lines="collect"`` members of
    ``Records.bad_lines``.
    """
    sources = [source] if isinstance(source, (str, _os.PathLike)) else list(source)
    files: list[str] = []
    for path in sources:
        one = _os.fspath(path)
        if _glob.has_magic(one) and not _os.path.exists(one):
            found = sorted(_glob.glob(one, recursive=True))
            if not found:
                raise FileNotFoundError(f"no file matches {one!r}")
            files += found
        else:
            files.append(one)
    if not files:
        raise ValueError("source names no file")
    wanted = None if columns is None else list(columns)
    return Records(files, wanted, conflicts, bad_lines)
