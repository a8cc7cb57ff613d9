"""Records of files as a ``LazyFrame`` of Polars."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import asdict

import polars
from polars.io.plugins import register_io_source

from . import read_records
from ._tables import (
    BadLines,
    Choices,
    Conflicts,
    Duplicates,
    Format,
    Schema,
    Source,
    Unknown,
    column_paths,
    sources,
)

__all__ = ["scan"]


def scan(
    source: Source,
    *,
    format: Format | None = None,
    schema: Schema | None = None,
    columns: Iterable[str] | None = None,
    conflicts: Conflicts = "json",
    unknown: Unknown = "error",
    bad_lines: BadLines = "error",
    threads: int | None = None,
    duplicates: Duplicates = "error",
    sample: int | None = None,
    max_expansion: int | None = None,
    tolerant: bool = False,
    as_text: bool = False,
) -> polars.LazyFrame:
    """Returns records of files as a ``LazyFrame``. The arguments are those of ``read_records``.

    The query stops reading at its limit, and its filter is applied to each batch. Without
    ``schema`` and ``sample`` all records are read once before, for the types; the query then parses
    only the columns that it uses. With ``schema``, ``sample`` or ``bad_lines`` a record may be bad
    by any column, so that all are parsed and checked, whichever the query uses; ``columns`` leaves
    columns out for good.

    With ``bad_lines="collect"`` bad records are left out; ``read_records`` tells which they are.

    A query may be run several times, so that a pipe is a ``ValueError``:
    ``polars.DataFrame(read_records(...))`` reads it once.
    """
    # Those that there are now, and whose types are known then.
    files = list(sources(source))
    for file in files:
        if isinstance(file, str) and os.path.exists(file) and not os.path.isfile(file):
            raise ValueError(
                f"scan reads files anew for each query, and {file!r} is a pipe or a device: "
                "polars.DataFrame(varvel.read_records(...)) reads it once"
            )
    wanted = column_paths(columns)
    choices = Choices(
        conflicts, unknown, bad_lines, duplicates, sample, max_expansion, tolerant, as_text
    )
    whole = read_records(
        files,
        format=format,
        schema=schema,
        columns=wanted,
        limit=0,
        threads=threads,
        **asdict(choices),
    )
    table = whole.schema
    if wanted is not None:
        choices = choices.of_part()
    in_part = choices.are_sure(schema)

    def read(
        with_columns: list[str] | None,
        predicate: polars.Expr | None,
        n_rows: int | None,
        batch_size: int | None,
    ) -> Iterator[polars.DataFrame]:
        used, part = table, choices
        # Without any column the rows are still counted.
        if in_part and with_columns:
            used, part = table.pick(with_columns), choices.of_part()
        records = part.read(
            files,
            used,
            format=format,
            # A filter comes before the limit.
            limit=n_rows if predicate is None else None,
            threads=threads,
        )
        left = n_rows
        batches = records.batches()
        try:
            for batch in batches:
                frame = polars.DataFrame(batch)
                if with_columns is not None:
                    frame = frame.select(with_columns)
                if predicate is not None:
                    frame = frame.filter(predicate)
                if left is not None:
                    frame = frame.head(left)
                    left -= frame.height
                yield frame
                if left == 0:
                    return
        finally:
            batches.close()

    return register_io_source(read, schema=polars.DataFrame(whole).schema)
