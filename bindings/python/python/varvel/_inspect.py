"""``validate`` and ``schema``: whether documents are right, and what they look like."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from . import _varvel
from ._errors import naming

if TYPE_CHECKING:
    from typing_extensions import Buffer

_Format: TypeAlias = Literal["json", "json5", "yaml", "msgpack", "cbor", "ndjson"]
_Duplicates: TypeAlias = Literal["error", "first", "last"]


def validate(
    data: str | Buffer | os.PathLike[str],
    type: Any = None,
    schema: dict[str, Any] | bool | str | Buffer | os.PathLike[str] | None = None,
    *,
    format: _Format | None = None,
    forbid_unknown: bool = False,
    duplicates: _Duplicates = "error",
    max_errors: int = 100,
    max_depth: int | None = None,
    merge_keys: bool = False,
    yaml_1_1: bool = False,
    tolerant: bool = False,
) -> int:
    """Checks a document, or all records of a stream, and returns how many records there are.

    ``data`` is the document itself, or the ``pathlib.Path`` of a file, whose name then says the
    format unless ``format`` does; that is JSON by default. Compressed files (gzip, zstd) are
    unpacked. ``"ndjson"`` is lines of JSON, which are checked on all cores and need no memory of
    their size. With a ``type`` the document, or each record, is read as ``decode`` does.
    ``merge_keys``, ``yaml_1_1`` and ``tolerant`` are those of ``loads``.

    ``schema`` is a JSON Schema of draft 4 to 2020-12, which the document or each record has to fit:
    a dict, its text, or the path of a file with it (JSON or YAML). A ``str`` that does not begin
    with ``{``, and is not ``true`` or ``false``, is a path, as in ``read_records``. Numbers
    are compared exactly, ``format`` is a remark, and patterns are matched in linear time, so those
    with look-around or references to groups are refused. Each document of a YAML text is checked by
    itself.

    Raises ``Error`` for the first fault, or with a ``type`` or a ``schema`` ``DecodeErrors`` with
    up to ``max_errors`` of them; ``Error``, a ``ValueError``, for a schema that cannot be used, as
    one with references to other documents.

    >>> validate('{"port": 80}', dict[str, int])
    1
    """
    given = None if schema is None else _schema_given(schema)
    with naming(_name(data)):
        return _validate(
            data,
            type,
            given,
            format,
            forbid_unknown,
            duplicates,
            max_errors,
            max_depth,
            (merge_keys, yaml_1_1, tolerant),
        )


def _schema_given(schema: Any) -> _varvel._JsonSchema:
    if isinstance(schema, str):
        text = schema.strip("\ufeff \t\r\n")
        if not text.startswith("{") and text not in ("true", "false"):
            schema = Path(schema)
    if isinstance(schema, os.PathLike):
        source, word, _ = _source(schema, None)
        with naming(_name(schema)):
            return _varvel._JsonSchema(_content(source), word)
    if isinstance(schema, (dict, bool)):
        schema = _varvel.dumps(schema)
    return _varvel._JsonSchema(schema, "json")


def _validate(
    data: Any,
    type: Any,
    schema: Any,
    format: str | None,
    forbid_unknown: bool,
    duplicates: Any,
    max_errors: int,
    max_depth: int | None,
    of_yaml: tuple[bool, bool, bool],
) -> int:
    source, word, has_records = _source(data, format)
    if has_records:
        _refuse_of_yaml(word, of_yaml)
    if schema is not None:
        if type is not None:
            raise TypeError("a document is checked by a type or by a schema, not by both")
        if has_records:
            return _varvel._check_records_by_schema(
                source, word, schema, duplicates, max_errors, max_depth
            )
        _varvel._check_by_schema(
            _content(source), word, schema, duplicates, max_errors, max_depth, of_yaml
        )
        return 1
    if type is None:
        if has_records:
            return _varvel._check_records(source, word, duplicates, max_depth)
        _varvel._check(_content(source), word, duplicates, max_depth, of_yaml)
        return 1
    if has_records:
        return _varvel._check_records_as(
            source, word, type, forbid_unknown, duplicates, max_errors, max_depth
        )
    decode: Any = _varvel.decode
    decode(
        _content(source),
        type,
        format=word,
        forbid_unknown=forbid_unknown,
        duplicates=duplicates,
        max_errors=max_errors,
        max_depth=max_depth,
        merge_keys=of_yaml[0],
        yaml_1_1=of_yaml[1],
        tolerant=of_yaml[2],
    )
    return 1


def schema(
    data: str | Buffer | os.PathLike[str],
    *,
    format: _Format | None = None,
    duplicates: _Duplicates = "error",
    max_depth: int | None = None,
    merge_keys: bool = False,
    yaml_1_1: bool = False,
    tolerant: bool = False,
) -> dict[str, Any]:
    """Returns the JSON Schema (2020-12) that a document has, or that all records of a stream fit.

    ``data`` and ``format`` are those of ``validate``. An object with more than 256 different keys
    is a map. ``schema_of`` returns the schema of a type.

    Raises ``Error`` for a document that cannot be read.

    >>> schema('{"id": 1}\\n{"id": 2, "name": "a"}', format="ndjson")["required"]
    ['id']
    """
    source, word, has_records = _source(data, format)
    of_yaml = (merge_keys, yaml_1_1, tolerant)
    if has_records:
        _refuse_of_yaml(word, of_yaml)
        text = _varvel._schema_of_records(source, word, duplicates, max_depth)
    else:
        with naming(_name(data)):
            text = _varvel._schema(_content(source), word, duplicates, max_depth, of_yaml)
    # It is deeper than the document.
    made: dict[str, Any] = _varvel.loads(text, max_depth=sys.maxsize)
    return made


def _refuse_of_yaml(format: str, of_yaml: tuple[bool, bool, bool]) -> None:
    """Raises ``ValueError`` for options that mean nothing for records."""
    for name, is_chosen in zip(("merge_keys", "yaml_1_1", "tolerant"), of_yaml, strict=True):
        if is_chosen:
            raise ValueError(f'{name} is an option of YAML, and the format is "{format}"')


def _source(data: Any, format: str | None) -> tuple[Any, str, bool]:
    """Returns a document or a path, its format, and whether there are records in it."""
    if not isinstance(data, os.PathLike):
        return data, format or "json", format == "ndjson"
    found = _varvel._format_of(data)
    if format is not None:
        has_records = format == "ndjson" or (found is not None and found == (format, True))
        return data, format, has_records
    if found is None:
        name = os.fspath(data)
        raise ValueError(f"{name!r} does not say what it is: format does, such as 'yaml'")
    return data, *found


def _name(data: Any) -> str | None:
    return os.fsdecode(data) if isinstance(data, os.PathLike) else None


def _content(source: Any) -> Any:
    if isinstance(source, os.PathLike):
        return _varvel._read_file(source)
    return source
