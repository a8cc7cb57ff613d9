"""Records of files as tables, and the splits in which many machines read them."""

from __future__ import annotations

import json
import operator
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, Protocol, TypeAlias

from . import _varvel
from ._varvel import Records, Split, TableSchema

Path: TypeAlias = str | os.PathLike[str]
Source: TypeAlias = Path | Split | Iterable[Path | Split]


class ArrowSchema(Protocol):
    """A schema of Arrow in any library."""

    def __arrow_c_schema__(self) -> object: ...


Schema: TypeAlias = TableSchema | Records | ArrowSchema | Mapping[str, Any] | Path

Format: TypeAlias = Literal[
    "ndjson",
    "json",
    "json5",
    "yaml",
    "msgpack",
    "cbor",
    "msgpack-stream",
    "cbor-seq",
    "frozen-stream",
]
Conflicts: TypeAlias = Literal["json", "text", "variant", "error"]
Unknown: TypeAlias = Literal["error", "skip"]
BadLines: TypeAlias = Literal["error", "collect", "collect_all"]
Duplicates: TypeAlias = Literal["error", "first", "last"]

SIZE = 128 << 20
LARGEST = (1 << 63) - 1
UNITS = {"": 0, "K": 10, "M": 20, "G": 30, "T": 40}


def splits(source: Source, *, size: int | str = SIZE, format: Format | None = None) -> list[Split]:
    """Plans how files are read in parts, by many processes or machines.

    Each split has about ``size`` bytes (``"64M"`` for 64 MiB) of its file, compressed as it is. All
    splits of a file have all of its records, each once, and each is read alone: pass it to
    ``read_records`` in place of a path. They are pickled, and are objects of JSON for the command's
    ``varvel convert --split`` (``Split.to_json``, ``Split.from_json``).

    ``source`` and ``format`` are those of ``read_records``. Lines are cut anywhere, compressed ones
    between members of gzip and frames of zstd, and frozen streams between segments. Any other file
    is one split. A pipe has no parts.

    Raises ``OSError``, and ``ValueError`` for a file whose name tells no format.

    >>> plan = splits(example(), size=1000)
    >>> [(split.start, split.end) for split in plan]
    [(0, 1026), (1026, 2034), (2034, 2566)]
    >>> sum(len(batch) for split in plan for batch in read_records(split).batches())
    92
    """
    most = byte_count(size)
    found: list[Split] = []
    for one in sources(source):
        if isinstance(one, Split):
            raise ValueError("a split is not split again")
        found += _varvel.plan_file(one, format, most)
    return found


def infer_schema(
    source: Source,
    *,
    format: Format | None = None,
    columns: Iterable[str] | None = None,
    conflicts: Conflicts = "json",
    bad_lines: BadLines = "error",
    duplicates: Duplicates = "error",
    sample: int | None = None,
    max_expansion: int | None = None,
    tolerant: bool = False,
) -> TableSchema:
    """Reads all records once, and returns columns with types that hold all of their values.

    Pass it as ``schema`` to ``read_records``, for one split or for all. If there is too much to be
    read twice, some splits may do: ``infer_schema(plan[::100])``. Records that do not fit are bad
    records then, and never changed values. The arguments are those of ``read_records``, as are the
    errors.

    >>> infer_schema(example()).names
    ['n', 'text']
    """
    wanted = column_paths(columns)
    check_numbers(sample=sample, max_expansion=max_expansion)
    read = units(source, format)
    return TableSchema.infer(
        read, wanted, conflicts, bad_lines, duplicates, sample, max_expansion, tolerant
    )


def read_records(
    source: Source,
    *,
    format: Format | None = None,
    schema: Schema | None = None,
    columns: Iterable[str] | None = None,
    conflicts: Conflicts = "json",
    unknown: Unknown = "error",
    bad_lines: BadLines = "error",
    limit: int | None = None,
    threads: int | None = None,
    duplicates: Duplicates = "error",
    sample: int | None = None,
    max_expansion: int | None = None,
    tolerant: bool = False,
    as_text: bool = False,
) -> Records:
    """Returns records of files as a table that DuckDB, Polars, pyarrow and pandas take as it is.

    ``source`` is a file, a pattern such as ``logs/*.ndjson``, a folder (all files in it whose names
    do not begin with ``.`` or ``_``), a ``Split``, or several of these. The rows are read anew each
    time that they are asked for, some batches at a time. Reading ends when nobody wants more.

    A pipe or a device, such as ``/dev/stdin``, gives its bytes only once. With ``schema`` or
    ``sample`` its rows are read once, and asking for them again is an ``OSError``. Without, its
    bytes are kept in a temporary file (in ``TMPDIR``, if that is set) as long as the table is
    there.

    ``format`` is ``"ndjson"``, ``"json"``, ``"json5"``, ``"yaml"``, ``"msgpack"``, ``"cbor"``,
    ``"msgpack-stream"``, ``"cbor-seq"`` or ``"frozen-stream"``; without it the name of each file
    tells it. Of a document that is an array the items are the records; another one is one record.
    A file ``.json`` of lines is read as such. Compressed files (gzip, zstd) are unpacked.

    ``schema`` gives the types of the columns: a JSON Schema of objects (as a dict, as text, or the
    name of a file), what ``infer_schema`` returned, or a schema of pyarrow, of Polars
    (``polars.Schema``), or of any library with ``__arrow_c_schema__``. It gives types alone:
    ``validate`` checks the bounds, patterns and enums of a JSON Schema. A member that the schema
    does not have makes a record bad, unless ``columns`` leaves it out; with ``unknown="skip"`` it
    is left out. Without a schema all records are read once for the types of all columns, or the
    first ``sample`` lines of each file, of which at most 64 MiB are taken: a later record that does
    not fit is bad.

    ``columns`` are paths of those that are wanted (``"user.name"``); the rest is skipped and takes
    little time. ``conflicts`` says what a column is whose values have no common type: ``"json"`` or
    ``"text"`` (text that is JSON), ``"variant"``, or ``"error"``. Bad records are errors, or with
    ``bad_lines="collect"`` members of ``Records.bad_lines``. At most 10,000 are kept there, and one
    more is an error; ``take_bad_lines`` makes room. With ``"collect_all"`` all are kept. A key that
    comes twice makes a record bad, unless ``duplicates`` says that the ``"first"`` or the
    ``"last"`` one counts.

    ``limit`` is the most rows, and ``threads`` the most threads that work. A byte of a compressed
    file may become ``max_expansion`` bytes, which is 200 by default; if it becomes more, the file
    is refused. ``tolerant`` is that of ``loads``, for files of YAML. Columns of JSON and VARIANT
    have no place for some values, such as points in time and NaN in JSON: these make a record bad,
    or with ``as_text`` they are text there.

    Raises ``Error`` for a bad record, with file, line, column and path; ``OSError`` for a file that
    cannot be read; ``ValueError`` for an argument that has no meaning. Rows that are read later may
    raise the same, in the form of the library that reads them.

    >>> import pyarrow
    >>> pyarrow.table(read_records(example(), columns=["n"], limit=2)).to_pylist()
    [{'n': 0}, {'n': 1}]
    """
    wanted = column_paths(columns)
    if limit is not None and operator.index(limit) < 0:
        raise ValueError("limit is at least 0")
    check_numbers(threads=threads, sample=sample, max_expansion=max_expansion)
    given = None if schema is None else table_schema(schema, conflicts)
    if unknown not in ("error", "skip"):
        raise ValueError('unknown is "error" or "skip"')
    skip = unknown == "skip"
    read = units(source, format)
    return Records(
        read,
        given,
        wanted,
        conflicts,
        skip,
        bad_lines,
        limit,
        threads,
        duplicates,
        sample,
        max_expansion,
        tolerant,
        as_text,
    )


def read_ndjson(
    source: Source,
    *,
    schema: Schema | None = None,
    columns: Iterable[str] | None = None,
    conflicts: Conflicts = "json",
    unknown: Unknown = "error",
    bad_lines: BadLines = "error",
    limit: int | None = None,
    threads: int | None = None,
    duplicates: Duplicates = "error",
    sample: int | None = None,
    max_expansion: int | None = None,
    tolerant: bool = False,
    as_text: bool = False,
) -> Records:
    """Returns lines of JSON as a table that DuckDB, Polars, pyarrow and pandas take as it is.

    ``source`` is a file, a pattern such as ``logs/*.ndjson``, a ``Split``, or several of both. All
    records are read once to find the types of all columns, unless ``schema`` gives them, and again
    each time that rows are asked for.

    ``columns`` are paths of those that are wanted (``"user.name"``). ``conflicts`` says what a
    column is whose values have no common type: ``"json"`` (text that is JSON), ``"variant"``, or
    ``"error"``. Lines that are no JSON are errors, or with ``bad_lines="collect"`` members of
    ``Records.bad_lines``. All arguments are those of ``read_records``.
    """
    return read_records(
        source,
        format="ndjson",
        schema=schema,
        columns=columns,
        conflicts=conflicts,
        unknown=unknown,
        bad_lines=bad_lines,
        limit=limit,
        threads=threads,
        duplicates=duplicates,
        sample=sample,
        max_expansion=max_expansion,
        tolerant=tolerant,
        as_text=as_text,
    )


@dataclass(frozen=True)
class Choices:
    """The arguments of ``read_records`` that say how records are read.

    Engines plan in one process and read in others: this takes all of these arguments there.
    """

    conflicts: Conflicts = "json"
    unknown: Unknown = "error"
    bad_lines: BadLines = "error"
    duplicates: Duplicates = "error"
    sample: int | None = None
    max_expansion: int | None = None
    tolerant: bool = False
    as_text: bool = False

    def __post_init__(self) -> None:
        check_numbers(sample=self.sample, max_expansion=self.max_expansion)

    def columns(
        self, source: Source, schema: Schema | None, columns: list[str] | None
    ) -> TableSchema:
        """Returns the columns of a source: those of the schema, or of all records."""
        if schema is None:
            return infer_schema(
                source,
                columns=columns,
                conflicts=self.conflicts,
                bad_lines=self.bad_lines,
                duplicates=self.duplicates,
                sample=self.sample,
                max_expansion=self.max_expansion,
                tolerant=self.tolerant,
            )
        found = table_schema(schema, self.conflicts)
        return found if columns is None else found.select(columns)

    def read(
        self,
        source: Source,
        schema: TableSchema,
        *,
        format: Format | None = None,
        limit: int | None = None,
        threads: int | None = None,
    ) -> Records:
        """Returns records with columns that are known."""
        return read_records(
            source,
            format=format,
            schema=schema,
            conflicts=self.conflicts,
            unknown=self.unknown,
            bad_lines=self.bad_lines,
            limit=limit,
            threads=threads,
            duplicates=self.duplicates,
            max_expansion=self.max_expansion,
            tolerant=self.tolerant,
            as_text=self.as_text,
        )

    def of_part(self) -> Choices:
        """Returns the same for a schema with some of the columns."""
        return replace(self, unknown="skip")

    def are_sure(self, schema: Schema | None) -> bool:
        """Returns whether no record can be bad by the columns that ``columns`` returned.

        Their types come from all records then, and a bad one was an error. Otherwise all columns of
        a record are checked, also where a query uses some of them: which rows there are, and
        whether there is an error, must not depend on what a query uses.
        """
        return schema is None and self.sample is None and self.bad_lines == "error"


def check_numbers(**numbers: int | None) -> None:
    """Raises ``ValueError`` for a number that is given and less than 1."""
    for name, number in numbers.items():
        if number is not None and operator.index(number) < 1:
            raise ValueError(f"{name} is at least 1")


KINDS = "a JSON Schema (a dict, text, or a file), a TableSchema, or a schema of Arrow"


def table_schema(given: Schema, conflicts: Conflicts = "json") -> TableSchema:
    """Returns the columns that a schema of any kind means: see ``read_records``."""
    if isinstance(given, Records):
        return given.schema
    if isinstance(given, TableSchema):
        return given
    if hasattr(given, "__arrow_c_schema__"):
        import pyarrow

        return TableSchema.from_ipc(pyarrow.schema(given).serialize().to_pybytes())
    if isinstance(given, Mapping):
        try:
            text = json.dumps(given)
        except TypeError as error:
            what = f"schema is {KINDS}: this dict is no JSON ({error}); a dict of types is made one"
            raise TypeError(f"{what} by pyarrow.schema or polars.Schema") from error
        return TableSchema.from_json_schema(text, conflicts)
    if not isinstance(given, (str, os.PathLike)):
        raise TypeError(f"schema is {KINDS}, not {type(given).__name__}")
    text = os.fspath(given)
    if not text.lstrip().startswith("{"):
        with open(text, encoding="utf-8-sig") as file:
            text = file.read()
    return TableSchema.from_json_schema(text, conflicts)


def sources(source: Source) -> Iterator[str | Split]:
    """Yields all files and splits that a source means."""
    if isinstance(source, (str, os.PathLike, Split)):
        several: Iterable[Path | Split] = [source]
    elif isinstance(source, Mapping) or hasattr(source, "read") or not hasattr(source, "__iter__"):
        raise not_a_path(source)
    elif isinstance(source, (bytes, bytearray, memoryview)):
        raise not_a_path(source)
    else:
        several = source
    none = True
    for one in several:
        none = False
        if isinstance(one, Split):
            yield one
            continue
        for path in _varvel.expand_name(checked_path(one)):
            files = folder(os.fspath(path)) if os.path.isdir(path) else [os.fspath(path)]
            for file in files:
                # The bytes of other names are half surrogates here.
                if any("\udc80" <= sign <= "\udcff" for sign in file):
                    raise ValueError(f"the name of the file {file!r} is no UTF-8: rename it")
                yield file
    if none:
        raise ValueError("source names no file")


def not_a_path(given: object) -> TypeError:
    """Returns the error for a source, or a member of one, that is no path and no split."""
    what = "source is a path, a split, or several of them"
    if isinstance(given, (bytes, bytearray, memoryview)):
        return TypeError(f"{what}, not content: `loads` reads a document, and rows come from files")
    if hasattr(given, "read"):
        return TypeError(f"{what}, not an open file: pass its name")
    return TypeError(f"{what}, not {type(given).__name__}")


def checked_path(one: object) -> str:
    """Returns the name of a file. Raises for what is none."""
    if not isinstance(one, (str, os.PathLike)):
        raise not_a_path(one)
    path = os.fspath(one)
    if not isinstance(path, str):
        raise TypeError("source is a path as text, not as bytes: os.fsdecode makes text of it")
    if not path:
        raise ValueError("source names no file: it is an empty text")
    # A scheme of one letter is a drive of Windows.
    if re.match(r"[A-Za-z][A-Za-z0-9+.-]+:/", path) and not os.path.lexists(path):
        raise ValueError(f"source is a file of this system, not a URL: {path!r}")
    return path


def folder(path: str) -> Iterator[str]:
    """Yields the files in a folder and in those below it, in the order of their names."""
    none = True
    for at, folders, files in os.walk(path):
        folders[:] = sorted(name for name in folders if name[0] not in "._")
        for name in sorted(files):
            if name[0] not in "._":
                none = False
                yield os.path.join(at, name)
    if none:
        raise FileNotFoundError(f"there is no file in the folder {path!r}")


def units(source: Source, format: Format | None) -> list[Split | tuple[str, str | None]]:
    """Returns what is read: splits, and files with their format."""
    found: list[Split | tuple[str, str | None]] = []
    for one in sources(source):
        if not isinstance(one, Split):
            found.append((one, format))
        elif format is not None and one.format != format:
            raise ValueError(f"the split is of {one.format}, and {format} was asked for")
        else:
            found.append(one)
    return found


def column_paths(columns: Iterable[str] | None) -> list[str] | None:
    """Returns the paths of columns. A text alone would be taken as one path for each letter."""
    if isinstance(columns, (str, bytes)):
        raise TypeError(f"columns are a list of paths, such as [{columns!r}]")
    return None if columns is None else list(columns)


def byte_count(size: int | str) -> int:
    """Returns the number of bytes that a number, or a text such as ``"64M"``, means."""
    if isinstance(size, str):
        found = re.fullmatch(r"([0-9]{1,19})\s*([KMGT]?)(?:i?B)?", size, re.IGNORECASE)
        if not found:
            raise ValueError(f"{size!r} is no number of bytes, such as 1000, 64K, 128M or 1G")
        count = int(found[1]) << UNITS[found[2].upper()]
    else:
        count = operator.index(size)
    if count < 1:
        raise ValueError("size is at least 1")
    return min(count, LARGEST)
