"""Reading: a task for some splits."""

from __future__ import annotations

import contextlib
import glob
import hashlib
import json
import os
import tempfile
import time
from collections.abc import Iterator
from typing import IO

import pyarrow as pa
from pyspark.sql.datasource import DataSourceReader, InputPartition
from pyspark.sql.types import StructType

from .._errors import Error
from .._varvel import Split, TableSchema
from ._columns import arrow_of, batch_for, parsed_of
from ._options import Options

try:
    import fcntl
except ImportError:  # On Windows.
    fcntl = None  # type: ignore[assignment]

# A file costs as much as so many bytes of it, as in Spark's own sources.
OPENING = 4 << 20


class Splits(InputPartition):
    """The splits that a task reads."""

    def __init__(self, splits: list[Split]) -> None:
        super().__init__([split.to_json() for split in splits])

    def splits(self) -> list[Split]:
        """Returns them."""
        return [Split.from_json(text) for text in self.value]


class Reader(DataSourceReader):
    """Reads records as batches of Arrow."""

    def __init__(self, options: Options, schema: StructType, parsed: TableSchema | None) -> None:
        self.options = options
        self.schema = schema
        # If a schema was given, its columns are those that are wanted, unless `unknown` is given.
        is_part = parsed is None or options.columns is not None
        is_part = is_part and options.unknown is None
        self.choices = options.choices.of_part() if is_part else options.choices
        self.parsed = parsed_of(schema) if parsed is None else parsed

    def partitions(self) -> list[InputPartition]:
        """Plans the tasks. Small files share one."""
        if self.options.bad is not None:
            remove_left(self.options.bad)
        tasks: list[InputPartition] = []
        some: list[Split] = []
        cost = 0
        for split in self.options.splits():
            one = split.end - split.start + OPENING
            if some and cost + one > self.options.size + OPENING:
                tasks.append(Splits(some))
                some, cost = [], 0
            some.append(split)
            cost += one
        return [*tasks, Splits(some)] if some else tasks

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        """Reads the rows of a task."""
        if not isinstance(partition, Splits):
            return
        records = self.choices.read(partition.splits(), self.parsed, threads=1)
        schema = arrow_of(self.schema)
        bad = None if self.options.bad is None else BadRecords(self.options.bad, partition)
        batches = records.batches()
        try:
            for one in batches:
                batch = pa.record_batch(one)
                if bad is not None:
                    bad.add(records.take_bad_lines())
                yield batch_for(batch, schema)
            if bad is not None:
                bad.add(records.take_bad_lines())
                bad.commit()
        finally:
            batches.close()
            if bad is not None:
                bad.close()


# The names of files for bad records that are not whole yet.
PREFIX = ".varvel-bad-"
SUFFIX = ".part"

# For so many seconds nobody has written a file that is removed: locks of other machines may not
# be seen here.
LEFT = 24 * 60 * 60


def try_lock(file: IO[bytes]) -> bool:
    """Locks a file. Returns ``False`` if another process has a lock, or there are no locks."""
    if fcntl is None:
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def remove_left(folder: str) -> None:
    """Removes the files that tasks which were killed have left in a folder."""
    for path in glob.glob(os.path.join(glob.escape(folder), f"{PREFIX}*{SUFFIX}")):
        with contextlib.suppress(OSError), open(path, "rb") as file:
            age = time.time() - os.fstat(file.fileno()).st_mtime
            if age >= LEFT and try_lock(file):
                os.unlink(path)


class BadRecords:
    """The file for the bad records of a task.

    Its name follows from the splits, and it appears when the task has read all of them. So a task
    that runs again replaces it.
    """

    def __init__(self, folder: str, partition: Splits) -> None:
        self.folder = folder
        name = hashlib.sha256("\n".join(partition.value).encode()).hexdigest()[:32]
        self.path = os.path.join(folder, f"bad-{name}.ndjson")
        self.file: IO[bytes] | None = None

    def add(self, bad: list[Error]) -> None:
        """Adds bad records."""
        if not bad:
            return
        if self.file is None:
            os.makedirs(self.folder, exist_ok=True)
            self.file = tempfile.NamedTemporaryFile(
                dir=self.folder, prefix=PREFIX, suffix=SUFFIX, delete=False
            )
            try_lock(self.file)
        for error in bad:
            record = error.record
            line = {
                "path": error.file,
                "line": error.line,
                "column": error.column,
                "offset": error.offset,
                "reason": str(error),
                "record": None if record is None else record.decode(errors="backslashreplace"),
            }
            self.file.write(json.dumps(line, ensure_ascii=False).encode() + b"\n")

    def commit(self) -> None:
        """Makes the file appear."""
        if self.file is not None:
            self.file.close()
            os.chmod(self.file.name, 0o644)
            os.replace(self.file.name, self.path)
            self.file = None

    def close(self) -> None:
        """Removes what was not committed."""
        if self.file is not None:
            self.file.close()
            os.unlink(self.file.name)
            self.file = None
