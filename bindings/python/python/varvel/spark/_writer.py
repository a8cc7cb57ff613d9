"""Writing: a file for each task, which appears when all tasks have written theirs."""

from __future__ import annotations

import contextlib
import os
import shutil
import uuid
from collections.abc import Iterator
from dataclasses import dataclass

import pyarrow as pa
from pyspark import TaskContext
from pyspark.sql.datasource import DataSourceArrowWriter, WriterCommitMessage
from pyspark.sql.types import StructType

from .._varvel import records_of_ipc
from ._columns import tagged
from ._options import Options

ENDINGS = {"ndjson": "ndjson", "msgpack-stream": "msgpacks", "cbor-seq": "cborseq"}


@contextlib.contextmanager
def naming_file(path: str) -> Iterator[None]:
    """Names the file in errors of the system about what is written, which Python leaves out."""
    try:
        yield
    except OSError as error:
        if error.errno is not None and error.filename is None:
            error.filename = path
        raise


@dataclass
class Written(WriterCommitMessage):
    """The file of a task."""

    name: str
    rows: int


class Writer(DataSourceArrowWriter):
    """Writes rows as records.

    Tasks write into ``_temporary`` inside of the folder. What a task wrote that did not end, or ran
    twice, stays there, and goes with it.
    """

    def __init__(self, options: Options, schema: StructType, overwrite: bool) -> None:
        self.format = options.format or "ndjson"
        if self.format not in ENDINGS:
            raise ValueError(f"recordFormat is one of {', '.join(ENDINGS)} for writing")
        [self.folder] = options.paths
        self.schema = schema
        self.as_text = options.as_text
        self.overwrite = overwrite
        self.job = uuid.uuid4().hex
        self.temporary = os.path.join(self.folder, "_temporary", self.job)

    def write(self, iterator: Iterator[pa.RecordBatch]) -> Written:
        """Writes the rows of a task."""
        context = TaskContext.get()
        part = 0 if context is None else context.partitionId()
        name = f"part-{part:05}-{self.job}.{ENDINGS[self.format]}"
        os.makedirs(self.temporary, exist_ok=True)
        # An attempt that runs at the same time has another file.
        attempt = f"{name}.{uuid.uuid4().hex}"
        rows = 0
        path = os.path.join(self.temporary, attempt)
        with open(path, "xb") as file:
            for batch in iterator:
                rows += batch.num_rows
                batch = tagged(batch, self.schema)
                sink = pa.BufferOutputStream()
                with pa.ipc.new_stream(sink, batch.schema) as stream:
                    stream.write_batch(batch)
                data = sink.getvalue().to_pybytes()
                written = records_of_ipc(data, self.format, self.as_text)
                with naming_file(path):
                    file.write(written)
                    file.flush()
        return Written(attempt, rows)

    def commit(self, messages: list[WriterCommitMessage | None]) -> None:
        """Makes the files of all tasks appear, by renaming them."""
        success = os.path.join(self.folder, "_SUCCESS")
        os.makedirs(self.temporary, exist_ok=True)
        if self.overwrite:
            if os.path.exists(success):
                os.unlink(success)
            for name in sorted(os.listdir(self.folder)):
                if name.startswith("part-"):
                    os.unlink(os.path.join(self.folder, name))
        for message in messages:
            if isinstance(message, Written) and message.rows > 0:
                name = message.name.rpartition(".")[0]
                new = os.path.join(self.folder, name)
                os.rename(os.path.join(self.temporary, message.name), new)
        self.clean()
        with open(success, "wb"):
            pass

    def abort(self, messages: list[WriterCommitMessage | None]) -> None:
        """Removes what was written."""
        self.clean()

    def clean(self) -> None:
        shutil.rmtree(self.temporary, ignore_errors=True)
        try:
            os.rmdir(os.path.dirname(self.temporary))
        except OSError:
            # Another job writes there.
            pass
